"""The training scripts in small: they learn, are stopped by Ctrl-C, go on, and say how they play."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
KEPT = {"ppo": "checkpoint.pt", "maskable_ppo": "model.zip"}
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1"}


def command(script, folder, minutes):
    """Few games, so that an update comes soon."""
    return [
        sys.executable, "-W", "error", str(EXAMPLES / f"{script}.py"), "--folder", str(folder), "--envs", "16",
        "--games", "8", "--minutes", str(minutes),
    ]  # fmt: skip


@pytest.mark.parametrize("script", KEPT)
def test_training_is_stopped_and_gone_on_with(script, tmp_path):
    folder = tmp_path / "run"
    running = subprocess.Popen(
        command(script, folder, 60), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    )
    while not (folder / KEPT[script]).exists() and running.poll() is None:
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate()
    assert running.returncode == 1, told
    assert f"stopped; the same command goes on from {folder}" in told
    assert "/3600 s" in told, "the progress bar"
    run = subprocess.run(command(script, folder, 0.0001), capture_output=True, text=True, env=ENVIRONMENT)
    assert run.returncode == 0, run.stderr
    assert "going on from" in run.stdout
    assert "of 8 games against random, seats swapped" in run.stdout
    result = json.loads((folder / "result.json").read_text())
    low, high = result["interval"]
    assert 0 <= low <= result["won"] / result["games"] <= high <= 1
    assert list(folder.rglob("events.out.tfevents.*")), "TensorBoard's logs"


def test_the_ppo_from_scratch_is_short():
    assert len((EXAMPLES / "ppo.py").read_text(encoding="utf-8").splitlines()) <= 250
