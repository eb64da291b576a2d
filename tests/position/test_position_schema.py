"""The JSON Schema of positions says what the reader says, as far as a schema can."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import make_schemas
import pytest
from jsonschema import Draft202012Validator
from make_perft import FOLDER
from position_documents import Document, document
from test_bad_positions import TABLE, Damage

from burgundy_env import Game, PositionError
from burgundy_env.schemas import NAMES, path_of, schema

POSITIONS = sorted(path.stem for path in (FOLDER / "positions").glob("*.json"))
CONFIGS: list[dict[str, Any]] = [
    {"players": 2, "modules": "all", "duchies": "random:1-30"},
    {"players": 3, "ruleset": "alea_2011", "duchies": "sides:1-30", "modules": ["castle_rule", "inns"]},
    {"players": 2, "modules": ["trade_routes"], "trade_route_order": "chosen"},
    {"players": 4, "modules": ["team", "extra_tiles"], "duchies": [31, 32]},
    {"players": 1, "modules": ["solo"], "solo_target": 20},
    {"players": 1, "duchies": "random:1-30", "chateauma": "hard+ABCD", "modules": ["shields", "vineyards"]},
    {"players": 3, "modules": ["vineyards"], "vineyards": [1, 2, 3], "chateauma": "easy"},
]
# Refusals of a single value or of an object's keys, in the reader's words.
SHAPE = re.compile(
    r"unknown key|is missing|must be (true or false|a list|an object|one of|the name of a tile|an integer from)"
)
# Of those, what the reader knows from other places than the key: numbers in the data, or how 2.0 was written.
ELSEWHERE = re.compile(r"is \d+\.0;|(sold|goods)\.\d: |config\.|hidden\.")
WRONG: tuple[Any, ...] = (None, "?", -1, [], {}, True, 1.5, ["?"], {"?": 1})


@pytest.fixture(scope="module")
def valid() -> Draft202012Validator:
    return Draft202012Validator(schema("position"))


def refusal(document: Document) -> str | None:
    """What the reader says, if it refuses."""
    try:
        Game.from_json(copy.deepcopy(document), seed=1)
    except PositionError as error:
        return str(error)
    return None


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values of a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*path, key)
        yield from places(each, (*path, key))


@pytest.mark.parametrize("name", NAMES)
def test_the_files_are_what_the_tables_of_keys_give(name: str) -> None:
    assert path_of(name).read_text(encoding="utf-8") == make_schemas.texts()[name], "run python tools/make_schemas.py"
    Draft202012Validator.check_schema(schema(name))


def test_another_name_is_told_the_right_ones() -> None:
    with pytest.raises(ValueError, match="there is no schema 'config'; there are position, record"):
        schema("config")


@pytest.mark.parametrize("name", POSITIONS)
def test_kept_positions_are_valid(name: str, valid: Draft202012Validator) -> None:
    valid.validate(document(name))


@pytest.mark.parametrize(
    "config", CONFIGS, ids=lambda config: "-".join(map(str, config.get("modules", "") or "base"))
)
def test_what_games_write_is_valid(config: dict[str, Any], valid: Draft202012Validator) -> None:
    rng, game = random.Random(7), Game.new(config, seed=7)
    while not game.is_over:
        for _ in range(rng.randrange(60)):
            if not game.is_over:
                game.push(rng.choice(game.legal_actions()))
        written = game.to_json()
        if rng.random() < 0.3:
            del written["hidden"]
        valid.validate(written)


def test_examples_of_the_page_are_valid(valid: Draft202012Validator) -> None:
    from burgundy_env.editing import new_position

    valid.validate(new_position({"players": 2, "duchies": [1, 5]}, seed=7, phase="C", starts=["h19", "h20"]))


@pytest.mark.parametrize(("name", "damage", "words"), TABLE, ids=range(len(TABLE)))
def test_what_is_refused_by_shape_is_invalid(
    name: str, damage: Damage, words: list[str], valid: Draft202012Validator
) -> None:
    damaged = document(name)
    damage(damaged)
    said = refusal(damaged)
    assert said is not None
    if SHAPE.search(said) and not ELSEWHERE.search(said):
        assert not valid.is_valid(damaged), said


def test_wrong_values_everywhere(valid: Draft202012Validator) -> None:
    """Whatever the reader takes is valid; whatever it refuses by its shape is not."""
    rng, told = random.Random(3), 0
    for name in ("full_storage", *rng.sample(POSITIONS, 4)):
        whole = document(name)
        for path in rng.sample(list(places(whole)), 40):
            damaged, value = copy.deepcopy(whole), rng.choice(WRONG)
            place: Any = damaged
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
            said = refusal(damaged)
            if said is None:
                if path[0] != "config":  # of which readers take short forms
                    assert valid.is_valid(damaged), f"{name}: {path} {value!r}"
            elif SHAPE.search(said) and not ELSEWHERE.search(said):
                told += 1
                assert not valid.is_valid(damaged), said
    assert told > 60


def test_a_key_too_many_and_a_key_missing_in_every_place(valid: Draft202012Validator) -> None:
    whole = Game.new({"players": 1, "modules": ["shields", "vineyards"], "chateauma": "hard"}, seed=1).to_json()
    valid.validate(whole)
    objects = [(), ("config",), ("players", 0), ("chateauma",), ("hidden",), ("depots", "3"), ("vineyards",)]
    for path in objects:
        for change in ("more", "less"):
            damaged: Any = json.loads(json.dumps(whole))
            place = damaged
            for key in path:
                place = place[key]
            if change == "more":
                place["note"] = "mine"
            else:
                gone = next(key for key in place if key not in ("hidden", "copied", "wild"))
                del place[gone]
            assert not valid.is_valid(damaged), (path, change)


def test_the_files_come_with_the_package() -> None:
    assert Path(path_of("position")).is_file()
