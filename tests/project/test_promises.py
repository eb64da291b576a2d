"""What docs/stability.md and docs/json.md promise is so."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from told_json import ROWS, check_keys

from burgundy_env import Game, Record
from burgundy_env.cli import COMMANDS, main
from burgundy_env.cli.completion import places

ROOT = Path(__file__).parents[2]
Printed = Callable[[list[str]], Any]
STABLE = (ROOT / "docs" / "stability.md").read_text(encoding="utf-8")
# What is quick, with the files of the example below.
QUICK = {
    "analyse GAME --json": ["analyse", "game.jsonl", "--agent", "turn:futures=8", "--workers", "0", "--json"],
    "analyse POSITION --json": ["analyse", "position.json", "--agent", "turn:futures=8", "--json"],
    "arena ... --json": ["arena", "random", "greedy", "--games", "2", "--workers", "0", "--json"],
    "dataset --json": ["dataset", "random", "--games", "2", "--workers", "0", "--json"],
    "position new --json": ["position", "new", "--json"],
    "warmup --json": ["warmup", "--json"],
    "data --json": ["data", "--json"],
    "data duchy N --json": ["data", "duchy", "5", "--json"],
    "legal POSITION --json": ["legal", "position.json", "--json"],
    "perft --json": ["perft", "--seed", "7", "2", "--json"],
    "position edit --json": ["position", "edit", "position.json", "p1 silver 3", "--json"],
    "position check --json": ["position", "check", "position.json", "--json"],
    "puzzles show N --json": ["puzzles", "show", "1", "--json"],
}
# Tested where they are, by `told_json.check_keys`.
ELSEWHERE = {
    "balance STUDY ... --json": "balance/test_balance_command.py",
    "bench throughput --json": "bench/test_bench.py",
    "bench vector --json": "bench/test_bench.py",
    "doctor --json": "cli/test_doctor.py",
    "evaluate ... --json": "evaluation/test_evaluate_command.py",
    "evaluate --verify FILE --json": "evaluation/test_evaluate_command.py",
    "train ppo --json": "training/test_ppo.py",
    "train turn --json": "training/test_train_turn.py",
}
# What they print is no object of keys: lists, and documents that a schema describes.
OTHERS = {
    "position words --json": ["position", "words", "position.json", "--json"],
    "puzzles list --json": ["puzzles", "list", "--json"],
    "replay GAME --json": ["replay", "game.jsonl", "--json"],
    "schema position": ["schema", "position"],
    "schema record": ["schema", "record"],
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
    not_promised = {"burgundy-puzzles/1", "burgundy-position/9"}  # a folder of work; what an example has refused
    assert {found for found in said if f"`{found}`" not in STABLE} <= not_promised, "in docs/stability.md"


def test_every_command_with_json_is_on_the_page() -> None:
    with_json = {place.words.strip() for place in places() for option in place.options if "--json" in option.names}
    told = {re.sub(r" (--verify|[A-Z.]).*", "", name.replace(" --json", "")) for name in ROWS}
    ours = {"balance" if name.startswith("balance") else name for name in with_json}
    assert {name.replace("data vineyard", "data duchy") for name in ours} <= told
    assert {name.split()[0] for name in told} <= {*COMMANDS}


def test_every_row_is_compared_with_what_is_printed() -> None:
    assert {*QUICK, *ELSEWHERE, *OTHERS} == ROWS.keys()
    for name, file in ELSEWHERE.items():
        source = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert f'check_keys("{name}", ' in source


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Printed:
    """What a command prints where a position and a record are."""
    monkeypatch.chdir(tmp_path)
    game = Game.new(seed=7)
    for action in ("start h19", "start h19"):
        game.push(action)
    Path("position.json").write_text(json.dumps(game.to_json()), encoding="utf-8")
    Record.of(game).save("game.jsonl")

    def run(words: list[str]) -> Any:
        assert main(words) == 0
        return json.loads(capsys.readouterr().out)

    return run


@pytest.mark.parametrize("name", QUICK)
def test_the_keys_are_those_that_are_printed(name: str, printed: Printed) -> None:
    check_keys(name, printed(QUICK[name]))


@pytest.mark.parametrize("name", OTHERS)
def test_what_has_no_keys_of_its_own_is_printed_as_it_is_told(name: str, printed: Printed) -> None:
    found = printed(OTHERS[name])
    if name.startswith("position words"):
        assert found
        assert all(isinstance(change, str) for change in found)
    elif name.startswith("puzzles"):
        for puzzle in found:
            check_keys("puzzles show N --json", puzzle)
    elif name.startswith("replay"):
        assert Game.from_json(found, seed=1).to_json()["format"] == "burgundy-position/1"
    else:
        assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
