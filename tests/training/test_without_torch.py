"""Who has no torch is told what to install before anything else happens, whichever trainer it is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

RUN = "import sys; sys.modules['torch'] = None; from burgundy_env.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.mark.parametrize("trainer", ["ppo", "turn"])
def test_a_trainer_says_what_it_needs(trainer: str, tmp_path: Path) -> None:
    words = ("train", trainer, "--out", str(tmp_path / "run"))
    done = subprocess.run([sys.executable, "-c", RUN, *words], capture_output=True, text=True, timeout=120)
    said = "burgundy train: training needs torch, which is not installed: pip install 'burgundy-env[train]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
    assert not (tmp_path / "run").exists()
