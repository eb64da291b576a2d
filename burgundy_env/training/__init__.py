"""Training: players that learn from games with themselves."""

from __future__ import annotations

import os
from importlib.util import find_spec


class NoTorchError(RuntimeError):
    """What is needed to train is not installed."""


def needs_torch() -> None:
    """Raise NoTorchError, with what to do, where torch is not installed.

    Its threads wait asleep: by default those that have nothing to do keep a core from whoever plays on it.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    if find_spec("torch") is None:
        raise NoTorchError("training needs torch, which is not installed: pip install 'burgundy-env[train]'")
