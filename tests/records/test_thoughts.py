"""What agents thought, kept beside their actions in records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from burgundy_env import Game
from burgundy_env.records import Record, RecordError, Thought


@pytest.fixture
def game() -> Game:
    one = Game.new({"players": 2, "duchies": [1, 1]}, seed=7)
    for action in ("start h19", "start h19"):
        one.push(action)
    return one


def test_kept_beside_the_action(game: Game, tmp_path: Path) -> None:
    thought = Thought({"start h19": 0.75, "start h2": 0.25}, value=-0.5)
    record = Record.of(game, thoughts=[thought, None])
    record.save(tmp_path / "game.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()]
    actions = [line for line in lines if "action" in line]
    first = game.events[next(i for i, event in enumerate(game.events) if "action" in event)]
    assert actions[0] == {**first, "probabilities": {"start h19": 0.75, "start h2": 0.25}, "value": -0.5}
    assert set(actions[1]) == {"seat", "action"}
    again = Record.load(tmp_path / "game.jsonl")
    assert again == record
    assert [step.thought for step in again.steps()] == [thought, None]
    assert again.game() == game
    assert "\n".join(again.lines()) == "\n".join(record.lines())


def test_a_record_without_thoughts_stays_as_it_was(game: Game) -> None:
    record = Record.of(game)
    assert record.thoughts == Record.parse("\n".join(record.lines())).thoughts == ()
    assert [step.thought for step in record.steps()] == [None, None]


def test_an_end_cut_off_takes_its_thought_along(game: Game) -> None:
    record = Record.of(game, thoughts=[Thought(value=1.0), Thought(value=2.0)])
    text = "\n".join(record.lines())
    cut = text[: text.rindex("\n") + 20]
    repaired = Record.parse(cut, repair=True)
    assert len(repaired) < len(record)
    assert repaired.thoughts == (Thought(value=1.0),)
    assert Record.parse("\n".join(repaired.lines())) == repaired


@pytest.mark.parametrize(
    ("added", "problem"),
    [
        ({"probabilities": {"end": 0.5}}, 'probabilities: "end" was not legal here'),
        ({"probabilities": {"start h2": 1.5}}, "needs a number from 0 to 1, not 1.5"),
        ({"probabilities": {"start h2": True}}, "needs a number from 0 to 1, not true"),
        ({"probabilities": {"start h2": 0.7, "start h19": 0.7}}, "they add up to 1.4, which is more than 1"),
        ({"probabilities": [1]}, "probabilities: an object from actions to numbers, not"),
        ({"value": "good"}, 'value: a number, not "good"'),
        ({"value": float("nan")}, "NaN is no number that JSON has"),
        ({"mood": 1}, "an action is"),
    ],
)
def test_bad_thoughts(game: Game, added: dict[str, object], problem: str) -> None:
    lines = [json.loads(line) for line in Record.of(game).lines()]
    number = next(i for i, line in enumerate(lines) if "action" in line)
    lines[number] |= added
    with pytest.raises(RecordError) as caught:
        Record.parse("\n".join(map(json.dumps, lines)), "game.jsonl")
    assert str(caught.value).startswith(f"game.jsonl, line {number + 1}: ")
    assert problem in str(caught.value)


def test_one_for_each_action(game: Game) -> None:
    with pytest.raises(ValueError, match="thoughts: 1 for 2 actions"):
        Record.of(game, thoughts=[None])


def test_lines_and_expectations_are_kept(game: Game) -> None:
    line = {"turn": ["start h19"], "margin": 1.5, "vp": 190.0, "share": 0.4, "error": 0.3}
    thought = Thought(expected={"vp": [190.0, 188.5], "win": [0.6, 0.4]}, lines=[line, {"turn": ["start h2"]}])
    record = Record.of(game, thoughts=[thought, None])
    again = Record.parse("\n".join(record.lines()))
    assert again.thoughts == (thought, None)
    assert again.thoughts[0].to_dict()["lines"] == [line, {"turn": ["start h2"]}]


@pytest.mark.parametrize(
    ("added", "problem"),
    [
        ({"lines": [{"turn": ["end"]}]}, 'lines: "end" was not legal here'),
        ({"lines": [{"turn": []}]}, "lines: turn: a list of actions"),
        ({"lines": [{"turn": ["start h2"], "lead": 3}]}, 'lines: unknown key "lead"'),
        ({"lines": [{"turn": ["start h2"], "share": 1.5}]}, "lines: share: from 0 to 1"),
        ({"lines": [{"turn": ["start h2"], "error": -1}]}, "lines: error: 0 or more"),
        ({"lines": {"turn": ["start h2"]}}, "lines: a list of turns"),
        ({"expected": {"vp": [1.0]}}, "expected: vp: 1 numbers for 2 seats"),
        ({"expected": {"vp": [1.0, "2"]}}, "expected: vp: a list of numbers"),
        ({"expected": {"win": [1.5, 0]}}, "expected: win: numbers from 0 to 1"),
        ({"expected": {"points": [1, 2]}}, 'expected: unknown key "points"'),
    ],
)
def test_bad_lines_and_expectations(game: Game, added: dict[str, object], problem: str) -> None:
    lines = list(Record.of(game).lines())
    at = next(i for i, line in enumerate(lines) if "action" in json.loads(line))
    lines[at] = json.dumps({**json.loads(lines[at]), **added})
    with pytest.raises(RecordError, match=problem):
        Record.parse("\n".join(lines))
