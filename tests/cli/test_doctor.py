"""`burgundy doctor` finds what is wrong and says what mends it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from told_json import check_keys

from burgundy_env.cli import doctor, main
from burgundy_env.engine import cache


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speed is measured for a moment only, and slow is only what stands still."""
    monkeypatch.setattr(doctor, "SLICE", 0.002)
    monkeypatch.setattr(doctor, "SLOW", 0.0)


def findings(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code = main(["doctor", "--json", *words])
    document = json.loads(capsys.readouterr().out)
    assert document["format"] == "burgundy-doctor/1"
    check_keys("doctor --json", document)
    return code, {one["part"]: one for one in document["findings"]} | {"fine": document["fine"]}


def test_a_healthy_machine(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = findings(capsys)
    assert (code, found["fine"]) == (0, True)
    assert "numba" in found["packages"]["said"]
    assert "decisions/s" in found["speed"]["said"]


def test_it_reads_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("ok  ") for line in lines[:-1])
    assert lines[-1] == "All is well."


def test_wrong_rules_are_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels that count or play otherwise than everywhere else."""
    monkeypatch.setattr(doctor, "PERFT_COUNT", 5)
    monkeypatch.setattr(doctor, "GAME_TOTALS", (1, 2))
    code, found = findings(capsys)
    assert (code, found["fine"]) == (1, False)
    assert "it should be 5" in found["rules"]["mend"]
    assert "it should be (1, 2)" in found["a game"]["mend"]


def test_data_that_cannot_be_used(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "duchies.json").write_text("{")
    code, found = findings(capsys, "--data", str(tmp_path))
    assert code == 1
    assert "duchies.json" in found["data"]["mend"]


def test_a_cache_that_cannot_be_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    for place, mend in (
        (file / "kernels", "name another folder in BURGUNDY"),
        (None, "name a folder in BURGUNDY"),
    ):
        monkeypatch.setattr(cache, "folder", lambda place=place: place)
        code, found = findings(capsys)
        assert code == 1
        assert mend in found["cache"]["mend"]


def test_what_is_missing_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages that the project needs, and extras that are there in part or whole; extras may ask for others."""
    asked = [
        "numpy>=1.26",
        "gone>=3; python_version > '3'",
        'torch>=2.2; extra == "train"',
        'burgundy-env[train]; extra == "sb3"',
        'stable-baselines3>=2.4; extra == "sb3"',
        "numpy; extra == 'bench'",
        "dm-tree; extra == 'ray'",
    ]
    monkeypatch.setattr(doctor, "requires", lambda name: asked)
    monkeypatch.setattr(doctor, "version_of", lambda name: "1" if name in ("numpy", "torch") else None)
    code, found = findings(capsys)
    assert code == 1
    assert found["packages"]["mend"] == "pip install gone"
    assert found["extras"]["said"] == (
        "installed: train, bench; in part: sb3 (without stable-baselines3); not installed: ray"
    )
