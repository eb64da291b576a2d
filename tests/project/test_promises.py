"""What docs/stability.md and docs/json.md promise is so."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from burgundy_env import Game, Record
from burgundy_env.cli import COMMANDS, main
from burgundy_env.cli.completion import places

ROOT = Path(__file__).parents[2]
STABLE, JSON = ((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("stability", "json"))
TABLES = re.findall(r"(?m)^\| `([^|]+)` \| (.+) \|$", JSON)
# What is quick, with the files of the example below; the others are tested where they are.
QUICK = {
    "data --json": ["data", "--json"],
    "data duchy N --json": ["data", "duchy", "5", "--json"],
    "legal POSITION --json": ["legal", "position.json", "--json"],
    "perft --json": ["perft", "--seed", "7", "2", "--json"],
    "position edit --json": ["position", "edit", "position.json", "p1 silver 3", "--json"],
    "position check --json": ["position", "check", "position.json", "--json"],
    "puzzles show N --json": ["puzzles", "show", "1", "--json"],
}


def test_the_promised_names_are_those_of_the_packages() -> None:
    names = dict(re.findall(r"(?m)^\| `(burgundy_\w+(?:\.\w+)?)` \| (.+) \|$", STABLE))
    assert len(names) == 6
    for package, told in names.items():
        module = import_module(package)
        assert sorted(re.findall(r"`([^`]+)`", told)) == sorted(module.__all__), package


def test_every_format_is_promised_something() -> None:
    said = {
        found
        for folder in ("burgundy_env", "agents")
        for path in (ROOT / folder).rglob("*.py")
        for found in re.findall(r'"(burgundy-[a-z-]+/\d)"', path.read_text(encoding="utf-8"))
    }
    assert len(said) > 10
    assert {found for found in said if f"`{found}`" not in STABLE} <= {"burgundy-puzzles/1"}, "in docs/stability.md"


def test_every_command_with_json_is_on_the_page() -> None:
    with_json = {place.words.strip() for place in places() for option in place.options if "--json" in option.names}
    told = {
        re.sub(r" (--verify|[A-Z.]).*", "", name.replace(" --json", "")) for row in TABLES for name in _names(row[0])
    }
    ours = {"balance" if name.startswith("balance") else name for name in with_json}
    assert {name.replace("data vineyard", "data duchy") for name in ours} <= told
    assert {name.split()[0] for name in told} <= {*COMMANDS}


def _names(cell: str) -> list[str]:
    return cell.split("`, `")


@pytest.mark.parametrize("name", QUICK)
def test_the_keys_are_those_that_are_printed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("position.json").write_text(json.dumps(Game.new(seed=7).to_json()), encoding="utf-8")
    Record.of(Game.new(seed=7)).save("game.jsonl")
    assert main(QUICK[name]) == 0
    printed = json.loads(capsys.readouterr().out)
    (told,) = (cell for cells, cell in TABLES if name in _names(cells))
    outside = re.sub(r"\([^)]*\)", "", told).partition(";")[0]
    keys = set(re.findall(r"`(\w+)`", outside))
    assert keys <= printed.keys()
    if "..." not in told and "what else" not in told:
        assert keys == printed.keys()
