"""Workers as they come in."""

from __future__ import annotations

from ..hooks.changes import workers_gained
from ..jit import kernel


@kernel
def gain_workers(t, s, p, workers):
    """The seat gets workers, by one action, effect or bonus."""
    s.workers[p] += workers
    if t.modules != 0 and workers > 0:
        workers_gained(s, p)
