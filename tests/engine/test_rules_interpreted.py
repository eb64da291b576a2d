"""The rules without the compiler: the same tests in a process where kernels are plain Python."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

RULES = Path(__file__).parent / "rules"


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="this process runs the rules without the compiler already")
def test_the_rules_hold_without_the_compiler():
    command = [sys.executable, "-m", "pytest", str(RULES), "-x", "-p", "no:cacheprovider"]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(command, env=environment, cwd=RULES.parents[2], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
