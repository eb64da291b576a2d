"""Who does work in pieces: named, found or not in a sentence; on a small cluster the games are the same as here."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from burgundy_env.cli import main
from burgundy_env.crew import CrewError, Processes, crew_on, is_place
from burgundy_env.crew.alike import Machine, hash_of
from burgundy_env.crew.cluster import _Tasks
from burgundy_env.crew.ray import explained

ON_A_CLUSTER = Path(__file__).parent / "on_a_cluster.py"


def negative(number: int) -> int:
    return -number


def test_processes_do_all_pieces() -> None:
    assert dict(Processes(2).do(negative, range(5))) == {k: -k for k in range(5)}


@pytest.mark.parametrize("place", ["ray", "ray=10.0.0.1:6379", "ray=auto"])
def test_places(place: str) -> None:
    assert is_place(place)


@pytest.mark.parametrize("place", ["Ray", "rai", "ray=", "here", "", "ray:10.0.0.1"])
def test_what_is_no_place_is_told(place: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(CrewError, match="there are ray and ray=HOST:PORT"):
        crew_on(place)
    assert main(["arena", "random", "--on", place, "--out", str(tmp_path / "x")]) == 2
    assert "--on" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_no_workers_are_no_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random", "--on", "ray", "--workers", "0"]) == 2
    assert "leave out one of them" in capsys.readouterr().err


def test_no_ray_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(CrewError, match=r"pip install 'burgundy-env\[ray\]'"):
        crew_on("ray")


def test_nobody_at_an_address() -> None:
    pytest.importorskip("ray")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        with pytest.raises(CrewError, match=r"no cluster answers at 127\.0\.0\.1"):
            crew_on(f"ray=127.0.0.1:{free.getsockname()[1]}")
    with pytest.raises(CrewError, match=r"no cluster answers at 127\.0\.0\.1:99999"):
        crew_on("ray=127.0.0.1:99999")


def test_the_address_of_the_environment_is_asked_where_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        monkeypatch.setenv("RAY_ADDRESS", f"127.0.0.1:{free.getsockname()[1]}")
        with pytest.raises(CrewError, match=rf"no cluster answers at 127\.0\.0\.1:{free.getsockname()[1]}"):
            crew_on("ray")
        with pytest.raises(CrewError, match=r"no cluster answers at 127\.0\.0\.1:99999"):
            crew_on("ray=127.0.0.1:99999")  # whoever names one means that one


@pytest.mark.parametrize("address", ["somewhere", "ray://10.0.0.1:10001", "10.0.0.1:port"])
def test_what_is_no_address(address: str) -> None:
    pytest.importorskip("ray")
    with pytest.raises(CrewError, match="tells it as HOST:PORT"):
        crew_on(f"ray={address}")


def test_machines_that_would_play_other_games() -> None:
    here = Machine.here()
    assert list(here.differences(Machine.here())) == []
    words = {
        "version": "it has burgundy-env x",
        "sources": "other sources",
        "data": "component data",
        "libraries": "it has x",
        "processor": "is a x",
        "features": "other features (",
    }
    for key, word in words.items():
        found = list(here.differences(replace(here, **{key: "x"})))
        assert len(found) == 1, key
        assert word in found[0]


def test_a_piece_that_was_lost_comes_first_again() -> None:
    tasks = _Tasks(iter([1, 2, 3]))
    one = tasks.take()
    assert one is not None
    tasks.give_back(one)
    taken = []
    while tasks and (task := tasks.take()) is not None:
        taken.append(task.piece)
    assert taken == [1, 2, 3]
    assert not _Tasks([])


def test_what_ray_says_becomes_a_sentence() -> None:
    died = "The actor died.\n\tclass_name: Hand\nWorker exit type: X Worker exit detail: It ended. Some common causes"
    assert explained(RuntimeError(died)) == "It ended"
    assert explained(MemoryError()) == "it was out of memory"


def test_a_small_cluster(tmp_path: Path) -> None:
    """In a process of its own: Ray starts others, and changes how its process logs and warns."""
    pytest.importorskip("ray")
    run = subprocess.run(
        [sys.executable, str(ON_A_CLUSTER), str(tmp_path)],
        capture_output=True,
        text=True,
        env=os.environ | {"RAY_worker_niceness": "0"},
    )
    assert run.returncode == 0, run.stderr[-5000:]
    assert "a process was lost" in run.stderr
    assert "the same" in run.stdout


def test_a_checkout_and_what_is_installed_from_it_are_alike(tmp_path: Path) -> None:
    """Configs and texts lie beside the package in a checkout, and in it when it is installed."""
    for name in ("checkout", "installed", "changed"):
        (tmp_path / name / "engine").mkdir(parents=True)
        (tmp_path / name / "engine" / "rules.py").write_text("one" if name == "changed" else "two")
    for name in ("texts", "named_configs"):
        (tmp_path / "installed" / name).mkdir()
        (tmp_path / "installed" / name / "more.py").write_text("more")
    checkout, installed, changed = (hash_of(tmp_path / name) for name in ("checkout", "installed", "changed"))
    assert checkout == installed != changed
