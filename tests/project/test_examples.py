"""The training scripts in small: they learn, are stopped by Ctrl-C, and say how they play."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1"}


def command(script, folder, minutes, *more):
    """Few games in the end."""
    return [
        sys.executable, "-W", "error", str(EXAMPLES / f"{script}.py"), "--folder", str(folder),
        "--games", "8", "--minutes", str(minutes), *more,
    ]  # fmt: skip


def test_maskable_ppo_is_stopped_and_gone_on_with(tmp_path):
    folder, few = tmp_path / "run", ("--envs", "16")
    running = subprocess.Popen(
        command("maskable_ppo", folder, 60, *few),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT,
    )  # fmt: skip
    while not (folder / "model.zip").exists() and running.poll() is None:
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate()
    assert running.returncode == 1, told
    assert f"stopped; the same command goes on from {folder}" in told
    assert "/3600 s" in told, "the progress bar"
    run = subprocess.run(
        command("maskable_ppo", folder, 0.0001, *few), capture_output=True, text=True, env=ENVIRONMENT
    )
    assert run.returncode == 0, run.stderr
    assert "going on from" in run.stdout
    assert "of 8 (" in run.stdout
    assert "against heuristic" in run.stdout
    result = json.loads((folder / "result.json").read_text())
    low, high = result["interval"]
    assert 0 <= low <= result["won"] / result["games"] <= high <= 1
    assert list(folder.rglob("events.out.tfevents.*")), "TensorBoard's logs"


def test_ppo_by_hand_learns_and_keeps_its_policy(tmp_path):
    folder = tmp_path / "run"
    run = subprocess.run(command("ppo", folder, 0.05), capture_output=True, text=True, env=ENVIRONMENT)
    assert run.returncode == 0, run.stderr
    assert "of 8 (" in run.stdout
    assert "against heuristic" in run.stdout
    assert (folder / "policy.npz").exists()
    assert list(folder.rglob("events.out.tfevents.*")), "TensorBoard's logs"


def test_the_script_is_short():
    """Those for libraries: tests/project/test_stacks.py."""
    assert len((EXAMPLES / "ppo.py").read_text(encoding="utf-8").splitlines()) <= 150
