"""Records that somebody else wrote: each strange thing gets a sentence, and other data are never taken quietly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from burgundy_env import Game, Record, RecordError
from burgundy_env.data import DataError, load
from burgundy_env.envs.common import placed_game

OLD = Path(__file__).parent / "0.1" / "solo.jsonl"


def lines() -> list[str]:
    game = Game.new(seed=2)
    for _ in range(12):
        game.push(game.legal_ids()[0])
    return list(Record.of(game).lines())


def action(text: list[str]) -> int:
    return next(i for i, line in enumerate(text) if '"action"' in line)


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ('"value": 1' + "0" * 400, "value: a number"),
        ('"probabilities": {"end": 1' + "0" * 400 + "}", "needs a number from 0 to 1"),
        ('"value": NaN', "NaN is no number that JSON has"),
        ('"seat": 0', "key 'seat' is there twice"),
    ],
)
def test_of_an_action(extra: str, words: str) -> None:
    text = lines()
    i = action(text)
    text[i] = text[i].replace("{", "{" + extra + ", ", 1)
    with pytest.raises(RecordError, match=f"line {i + 1}: .*{words}"):
        Record.parse("\n".join(text))


def test_a_step_that_is_a_number() -> None:
    text = lines()
    text.insert(action(text) + 1, '{"chateauma": 5}')
    with pytest.raises(RecordError, match="a step is an object"):
        Record.parse("\n".join(text))


@pytest.mark.parametrize("where", [0, 1])
def test_forty_thousand_chance_events_in_a_row(where: int) -> None:
    text = lines()
    i = action(text) + where
    text[i:i] = ['{"chance": "die", "where": [0, 1], "result": 1}'] * 40_000
    with pytest.raises(RecordError, match=r"chance events: 40\d+ in a row; an action brings 400 at most"):
        Record.parse("\n".join(text))


def own_data(tmp_path: Path, vp: list[int]) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    scoring = json.loads((Path(load.__code__.co_filename).parent / "components.json").read_text())["scoring"]
    (folder / "components.json").write_text(json.dumps({"scoring": {**scoring, "region": vp}}))
    return folder


OTHER = [0, 2, 4, 7, 11, 16, 22, 29, 37, 46]


def test_other_data_are_named_in_every_direction(tmp_path: Path) -> None:
    folder = own_data(tmp_path, OTHER)
    with pytest.raises(RecordError, match=r"data\.components: the game was played with"):
        Record.parse("\n".join(lines()), data=folder)
    mine = "\n".join(Record.of(Game.new(seed=1, data=folder)).lines())
    with pytest.raises(RecordError, match="data"):
        Record.parse(mine)
    assert Record.parse(mine, data=folder).seed == 1
    with pytest.raises(RecordError, match=r"data\.components: the game was played with 86a33f1480c3fdd2"):
        Record.load(OLD, data=folder)
    with pytest.raises(ValueError, match=r"position: data\.components"):
        placed_game(Game.new(seed=1, data=folder), Game.new().config, load(), 1, -1)


def test_a_record_of_other_data_of_old_says_that_nobody_knows_them(tmp_path: Path) -> None:
    header, *rest = OLD.read_text(encoding="utf-8").splitlines()
    text = "\n".join([json.dumps({**json.loads(header), "data": "0123456789abcdef"}), *rest])
    assert Record.parse(text), "with the package's data it replays from its chance events"
    with pytest.raises(RecordError, match="nobody knows what was in it"):
        Record.parse(text, data=own_data(tmp_path, OTHER))


def test_an_environment_takes_no_other_boards() -> None:
    mine = Game.new({"duchies": [1, 1]}, seed=1)
    placed_game(mine, Game.new({"duchies": "random"}).config, load(), 1, -2)
    with pytest.raises(ValueError, match=r"position: .*duchy"):
        placed_game(Game.new({"duchies": [2, 2]}, seed=1), mine.config, load(), 1, -2)


@pytest.mark.parametrize(
    ("block", "change", "words"),
    [
        ("scoring", {"region": [0, 1, 3, 6, 10, 15, 21, 28, 36, 30_000]}, r"region\[9\]: is 30000; must be .* to 59"),
        ("scoring", {"goods_vp_per_tile": {"2": 2, "3": 3, "4": 10**400}}, "goods_vp_per_tile.4"),
        ("scoring", {"phase_bonus": {"A": 26, "B": 8, "C": 6, "D": 4, "E": 2}}, "phase_bonus.A"),
    ],
)
def test_numbers_of_data_have_bounds(block: str, change: dict[str, Any], words: str, tmp_path: Path) -> None:
    components = json.loads((Path(load.__code__.co_filename).parent / "components.json").read_text())
    (tmp_path / "components.json").write_text(json.dumps({block: {**components[block], **change}}))
    with pytest.raises(DataError, match=words):
        load(tmp_path)
