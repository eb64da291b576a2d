"""Clusters whose nodes and drivers are killed in the middle; `.ci/full` runs this, as it takes minutes:

pytest -n 0 tests/crew/cluster_checks.py
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clustered import Clustered

TROUBLE = Path(__file__).parent / "trouble_on_a_cluster.py"
AGENT = """
import random

class Polite:
    def __init__(self, seed=None):
        self.random = random.Random(seed)
    def act(self, game):
        return self.random.choice(game.legal_actions())
"""
SLOW = ["turn:futures=60", "heuristic", "--games", "60", "--seed", "5"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Clustered]:
    found = Clustered()
    yield found
    found.close()


def begun(*words: str, on: Clustered | None = None) -> subprocess.Popen[str]:
    """A command, on the cluster or here."""
    place = [] if on is None else ["--on", f"ray={on.address}"]
    command = [sys.executable, "-m", "burgundy_env", *words, *place]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def done(process: subprocess.Popen[str], code: int = 0) -> str:
    """What it has told when it has ended."""
    _, told = process.communicate(timeout=280)
    assert process.returncode == code, told
    return told


def games(folder: Path, name: str = "games.jsonl") -> dict[str, dict[str, object]]:
    """What is kept, but for what clocks said."""
    found = {}
    for line in (folder / name).read_text().splitlines():
        game = json.loads(line)
        found[str(game.get("game", line))] = {k: v for k, v in game.items() if k not in ("seconds", "thinking")}
    return found


def until(fulfilled: Callable[[], bool]) -> None:
    """Wait for something."""
    end = time.monotonic() + 200
    while not fulfilled():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)


def has_begun(folder: Path) -> bool:
    file = folder / "games.jsonl"
    return file.exists() and file.read_text().count("\n") >= 6


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    folder = tmp_path_factory.mktemp("arena") / "here"
    done(begun("arena", *SLOW, "--out", str(folder)))
    return games(folder)


def test_agents_of_users_and_records(cluster: Clustered, tmp_path: Path) -> None:
    nodes = [cluster.add(), cluster.add()]
    (tmp_path / "polite.py").write_text(AGENT)
    for name, on in (("here", None), ("there", cluster)):
        words = ["arena", f"{tmp_path / 'polite.py'}:Polite", "random", "--games", "10"]
        records = str(tmp_path / f"{name}-records")
        done(begun(*words, "--out", str(tmp_path / name), "--records", records, on=on))
    assert games(tmp_path / "here") == games(tmp_path / "there")
    written = sorted((tmp_path / "here-records").iterdir())
    assert len(written) == 10
    for path in written:
        assert path.read_bytes() == (tmp_path / "there-records" / path.name).read_bytes()
    for node in nodes:
        cluster.kill(node)


def test_a_node_is_killed(cluster: Clustered, tmp_path: Path, undisturbed: dict[str, dict[str, object]]) -> None:
    nodes = [cluster.add(), cluster.add()]
    process = begun("arena", *SLOW, "--out", str(tmp_path / "there"), on=cluster)
    until(lambda: has_begun(tmp_path / "there"))
    cluster.kill(nodes[1])
    told = done(process)
    assert games(tmp_path / "there") == undisturbed
    assert "another does its piece" in told
    cluster.kill(nodes[0])


@pytest.mark.parametrize(("ending", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_who_hands_out_is_stopped(
    cluster: Clustered, tmp_path: Path, undisturbed: dict[str, dict[str, object]], ending: int, code: int
) -> None:
    node, folder = cluster.add(), tmp_path / "there"
    process = begun("arena", *SLOW, "--out", str(folder), on=cluster)
    until(lambda: has_begun(folder))
    process.send_signal(ending)
    told = done(process, code)
    if ending == signal.SIGINT:
        assert f"go on with: burgundy arena --resume {folder} --on ray={cluster.address}" in told
    assert 6 <= len(games(folder)) < len(undisturbed)
    done(begun("arena", "--resume", str(folder), on=cluster))
    assert games(folder) == undisturbed
    cluster.kill(node)


def test_who_hands_out_a_study_is_killed(cluster: Clustered, tmp_path: Path) -> None:
    words = ["balance", "boards", "--agents", "turn:futures=20", "--boards", "1,8", "--games", "30", "--out"]
    done(begun(*words, str(tmp_path / "here")))
    node, folder = cluster.add(), tmp_path / "there"
    process = begun(*words, str(folder), on=cluster)
    until(lambda: has_begun(folder))
    process.kill()
    done(process, -signal.SIGKILL)
    assert len(games(folder)) < len(games(tmp_path / "here"))
    done(begun("balance", "--resume", str(folder), on=cluster))
    assert games(folder) == games(tmp_path / "here")
    cluster.kill(node)


def test_who_hands_out_a_training_is_killed(cluster: Clustered, tmp_path: Path) -> None:
    words = ["train", "turn", "--rounds", "1", "--games", "80", "--futures", "2", "--gate", "2", "--out"]
    done(begun(*words, str(tmp_path / "here")), 1)  # no net of 80 games is better than what was there
    node, folder = cluster.add(), tmp_path / "there"
    process = begun(*words, str(folder), on=cluster)
    until(lambda: any(folder.glob("round-1/games/*.npz")))
    process.kill()
    done(process, -signal.SIGKILL)
    done(begun("train", "turn", "--resume", str(folder), on=cluster), 1)
    here, there = (sorted((tmp_path / name).glob("round-1/games/*.npz")) for name in ("here", "there"))
    assert len(here) == 4
    assert [path.name for path in here] == [path.name for path in there]
    assert [path.read_bytes() for path in here] == [path.read_bytes() for path in there]
    cluster.kill(node)


def test_kernels_are_compiled_once_a_node(cluster: Clustered, tmp_path: Path) -> None:
    """By one of its two cores, while the other waits: nothing is compiled twice, and how far it is is told."""
    node, cache = cluster.add(2, BURGUNDY_CACHE=str(tmp_path / "cache")), tmp_path / "cache"
    written: set[tuple[str, int]] = set()  # each file as often as it was written
    process = begun("arena", "reflex", "random", "--games", "400", "--out", str(tmp_path / "there"), on=cluster)
    while process.poll() is None:
        written |= {(entry.name, entry.inode()) for folder in cache.glob("kernels-*") for entry in os.scandir(folder)}
        time.sleep(0.05)
    assert "compiles the engine once: kernel" in done(process)
    names = [name for name, _ in written if name.endswith((".part", ".base", ".whole"))]
    assert len(names) > 100
    assert len(names) == len(set(names))
    cluster.kill(node)


def test_other_machines_are_refused(cluster: Clustered, tmp_path: Path) -> None:
    node = cluster.add(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    told = done(begun("arena", "random", "--games", "10", "--out", str(tmp_path / "none"), on=cluster), 2)
    assert "no node of the cluster can play" in told
    assert "its processor is a generic" in told
    good = cluster.add()
    told = done(begun("arena", "random", "--games", "10", "--out", str(tmp_path / "one"), on=cluster))
    assert "does not take part: its processor is a generic" in told
    assert len(games(tmp_path / "one")) == 10
    cluster.kill(node)
    cluster.kill(good)


def test_a_study_and_a_training(cluster: Clustered, tmp_path: Path) -> None:
    node = cluster.add()
    for name, on in (("here", None), ("there", cluster)):
        words = ["--agents", "reflex", "--boards", "1,8", "--games", "60", "--out"]
        done(begun("balance", "boards", *words, str(tmp_path / name), on=on))
        words = ["--rounds", "1", "--games", "20", "--futures", "1", "--gate", "2", "--out"]
        process = begun("train", "turn", *words, str(tmp_path / f"{name}-net"), on=on)
        done(process, 1)  # no net of 20 games is better than what was there
    assert games(tmp_path / "here") == games(tmp_path / "there")
    (here,), (there,) = ((tmp_path / f"{name}-net").glob("round-1/games/*.npz") for name in ("here", "there"))
    assert here.read_bytes() == there.read_bytes()
    cluster.kill(node)


@pytest.mark.parametrize("named", ["", "the cluster", "local"])
def test_ray_without_an_address(
    cluster: Clustered, tmp_path: Path, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the environment names, or a cluster that is started for the purpose."""
    node = cluster.add()
    monkeypatch.setenv("RAY_ADDRESS", named.replace("the cluster", cluster.address))
    done(begun("arena", "random", "--games", "10", "--out", str(tmp_path / "here")))
    done(begun("arena", "random", "--games", "10", "--out", str(tmp_path / "there"), "--on", "ray"))
    assert games(tmp_path / "there") == games(tmp_path / "here")
    assert len(games(tmp_path / "there")) == 10
    cluster.kill(node)


def test_other_data_are_refused(cluster: Clustered, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    rows = ["grry", "ggryt", "ggtytt", "bbbrbbb", "ttettg", "teytt", "eyty"]
    (tmp_path / "data" / "duchies.json").write_text(json.dumps({"duchies": [{"id": 5, "rows": rows}]}))
    other, good = cluster.add(BURGUNDY_DATA=str(tmp_path / "data")), cluster.add()
    told = done(begun("arena", "random", "--games", "10", "--out", str(tmp_path / "one"), on=cluster))
    assert "does not take part: it has other component data (" in told
    assert len(games(tmp_path / "one")) == 10
    cluster.kill(other)
    cluster.kill(good)


def test_what_can_not_be_finished() -> None:
    run = subprocess.run([sys.executable, str(TROUBLE)], capture_output=True, text=True, timeout=280)
    assert run.returncode == 0, run.stderr
    told = {line.partition(":")[0]: line for line in run.stdout.splitlines()}
    for work, why in (
        ("hungry", "out of memory"),
        ("killed", "exits"),
        ("full", "object store of the cluster is full"),
    ):
        assert "done [0]: 3 processes of the cluster were lost over one piece" in told[work]
        assert why in told[work]
    assert "seven by nine" in told["wrong"]
