"""`burgundy train turn`, killed as a machine kills: the command goes on to what it would have come to."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("torch")
KILLS = int(os.environ.get("BURGUNDY_KILLS", "3"))  # one in each stage; the lane `killed` of .ci/full has twenty
pytestmark = pytest.mark.timeout(300 + 60 * KILLS)  # each kill is a new start of the command
DELAY = 0.3  # seconds at most from a message to the kill
ASKED = ("--rounds", "1", "--games", "40", "--futures", "1", "--gate", "20")
STAGES = ("games", "epoch", "pieces")
_MOMENT = re.compile(r"round 1: (\d+ of \d+ games|epoch \d+|\d+ of \d+ pieces)")


def begin(*arguments: str) -> subprocess.Popen[str]:
    """The command."""
    command = [sys.executable, "-m", "burgundy_env", "train", "turn", *arguments, "--processes", "1"]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)


def moments(process: subprocess.Popen[str]) -> list[str]:
    """What it tells until its end."""
    with process:
        assert process.stderr is not None
        return [found[1] for line in process.stderr if (found := _MOMENT.match(line))]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A run that nothing happened to, and what it told on its way."""
    path = tmp_path_factory.mktemp("runs") / "undisturbed"
    return path, moments(begin("--out", str(path), *ASKED))


def killed_at(process: subprocess.Popen[str], wanted: int, order: list[str], delay: float) -> None:
    """Kill it some time after it has told so much, or more, as it was nearly there when it was killed before."""
    with process:
        assert process.stderr is not None
        for line in process.stderr:
            found = _MOMENT.match(line)
            if found and order.index(found[1]) >= wanted:
                time.sleep(delay)
                process.send_signal(signal.SIGKILL)  # it alone: what it has started is to end by itself
                break
        process.communicate(timeout=60)  # to the end of what is told: nobody is left who could write


def kept(path: Path) -> tuple[bytes, list[str], list[dict[str, object]]]:
    """What a run has come to."""
    rounds = [json.loads(line) | {"seconds": 0} for line in (path / "rounds.jsonl").read_text().splitlines()]
    matches = sorted((path / "matches.jsonl").read_text().splitlines())
    return (path / "round-1" / "net.npz").read_bytes(), matches, rounds


def test_killed_at_random_moments_it_comes_to_the_same(undisturbed: tuple[Path, list[str]], tmp_path: Path) -> None:
    path, order = undisturbed
    draw = random.Random()
    chosen = {draw.choice([k for k, one in enumerate(order) if stage in one]) for stage in STAGES}
    rest = [k for k in range(len(order)) if k not in chosen]
    chosen |= set(draw.sample(rest, min(KILLS - len(chosen), len(rest))))
    told = ("--out", str(tmp_path / "run"), *ASKED)
    for wanted in sorted(chosen):
        killed_at(begin(*told), wanted, order, draw.uniform(0, DELAY))
        told = ("--resume", str(tmp_path / "run"))
    left = moments(begin(*told))
    assert not set(left) & set(order[: max(chosen) + 1]), "what was told had been kept"
    assert kept(tmp_path / "run") == kept(path), f"killed after {[order[k] for k in sorted(chosen)]}"
