"""The JSON Schema of records says what the reader says of lines, as far as a schema can."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from burgundy_agents import make
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from test_records import DAMAGES, lines_of, play

from burgundy_env import Game, Record
from burgundy_env.schemas import schema

OLD = sorted((Path(__file__).parent / "0.1").glob("*.jsonl"))
# What only a replay finds out.
REPLAYED = {
    "seed of another game", "names", "die of 7", "die of nobody", "chance missing", "chance too much",
    "no such action", "illegal action", "wrong seat", "total", "points of a source", "ranking", "a seat missing",
    "scores amid the game", "scores of a game that goes on",
}  # fmt: skip


@pytest.fixture(scope="module")
def valid() -> Draft202012Validator:
    position: Resource[Any] = Resource.from_contents(schema("position"))
    return Draft202012Validator(schema("record"), registry=position @ Registry())


@pytest.fixture(scope="module")
def finished() -> Game:
    return play(Game.new({"players": 3, "duchies": "sides", "modules": ["inns"]}, seed=7))


def some(lines: list[Any]) -> list[Any]:
    """A few lines of each kind: all of a game would take seconds."""
    found: Counter[Any] = Counter()
    kept = []
    for line in lines[1:]:
        step = line.get("chateauma")
        kind = (*line, line.get("chance"), step["step"] if isinstance(step, dict) else step, *line.get("points", {}))
        found[kind] += 1
        if found[kind] <= 2:
            kept.append(line)
    return [lines[0], *kept]


def documents(record: Record) -> list[Any]:
    return [json.loads(line) for line in record.lines()]


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_records_of_old_are_valid(path: Path, valid: Draft202012Validator) -> None:
    valid.validate(some([json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]))


@pytest.mark.parametrize(
    "config",
    [
        {"players": 2, "modules": "all"},
        {"players": 1, "chateauma": "hard+ABCD", "modules": ["shields", "vineyards", "border_posts", "trade_routes"]},
        {"players": 4, "modules": ["team", "extra_tiles"], "duchies": [31, 32]},
        {"players": 1, "modules": ["solo"], "solo_target": 20},
    ],
    ids=["all", "Châteauma", "team", "solo"],
)
def test_what_games_write_is_valid(config: dict[str, Any], valid: Draft202012Validator) -> None:
    game = play(Game.new(config, seed=7))
    valid.validate(some(documents(Record.of(game))))


def test_thoughts_and_a_beginning_from_a_position_are_valid(valid: Draft202012Validator) -> None:
    game, agent, thoughts = Game.from_json(Game.new(seed=3).to_json(), seed=1), make("heuristic", seed=1), []
    for _ in range(8):
        thoughts.append(agent.think(game))
        game.push(agent.act(game))
    lines = documents(Record.of(game, thoughts=thoughts))
    assert lines[0]["position"]
    assert any("lines" in line for line in lines)
    valid.validate(lines)
    lines[0]["position"]["weather"] = "fine"
    assert not valid.is_valid(lines)


@pytest.mark.parametrize("name", DAMAGES)
def test_what_is_refused_by_shape_is_invalid(name: str, finished: Game, valid: Draft202012Validator) -> None:
    whole, lines = lines_of(finished), lines_of(finished)
    DAMAGES[name][0](lines)
    changed = [lines[0], *(line for line in lines[1:] if line not in whole)]
    assert valid.is_valid(changed) == (name in REPLAYED), name


@pytest.mark.parametrize(
    "line",
    [
        {"seat": 0},
        {"seat": True, "action": "end"},
        {"seat": 0, "action": "end", "probabilities": {"end": 2}},
        {"seat": 0, "action": "end", "lines": [{"turn": []}]},
        {"seat": 0, "action": "end", "expected": {"points": [1]}},
        {"chance": "die", "where": [1], "result": 3},
        {"chance": "depot_tile", "where": [1, 1], "result": "pub"},
        {"chateauma": 7},
        {"chateauma": {"step": "dances"}},
        {"final": 0},
        [],
    ],
    ids=range(11),
)
def test_a_line_of_another_shape_is_invalid(line: Any, finished: Game, valid: Draft202012Validator) -> None:
    header = lines_of(finished)[0]
    assert valid.is_valid([header])
    assert not valid.is_valid([header, line])
