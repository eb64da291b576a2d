"""Drawings take the numbers of the game from the data, so that an owner who overrides one sees it everywhere."""

from __future__ import annotations

import copy
import re
from dataclasses import replace
from typing import Any

import pytest

from burgundy_env import Game
from burgundy_env.data import Data, load
from burgundy_env.render import facts
from burgundy_env.render.svg import page, picture
from burgundy_env.render.terminal import ansi
from burgundy_env.table import panels


def changed(change: Any) -> Data:
    """The data with other components."""
    components = copy.deepcopy(load().components)
    change(components)
    return replace(load(), files={**load().files, "components": components})


def test_bonus_tiles_are_worth_what_the_data_say(monkeypatch: pytest.MonkeyPatch) -> None:
    data = changed(lambda components: components["scoring"]["colour_bonus_large"].update({"2": 41}))
    document = Game.new({"players": 2}, seed=1).to_json()
    for module in (page, ansi):
        monkeypatch.setattr(module, "load", lambda directory: data)
    assert "ship bonus, large: 41 VP" in picture(document)
    assert "b ship 41+2" in ansi.draw(document, colour=False)
    said = "".join(span.text for line in panels.depots(document, data, {}, 150) for span in line)
    assert " b 41+2 " in said


def test_slots_in_use_are_those_of_the_data() -> None:
    document = Game.new({"players": 2}, seed=1).to_json()
    assert [address for address, _ in facts.slots(document, load(), "5")] == ["5.1", "5.2"]
    data = changed(lambda components: components["depots"]["slots"]["5"][2].__setitem__(1, 2))
    assert [address for address, _ in facts.slots(document, data, "5")] == ["5.1", "5.2", "5.3"]
    three = Game.new({"players": 3}, seed=1).to_json()
    assert facts.slot_colours(three, load(), "6") == ["building", "livestock", "castle"]
    assert facts.slot_colours({**three, "phase": "B"}, load(), "6") == ["building", "livestock", "mine"]


def test_the_white_die_chooses_the_county_card() -> None:
    assert [facts.active_card({"white_die": white}) for white in range(1, 7)] == [0, 0, 0, 0, 1, 1]
    assert facts.active_card({"white_die": None}) is None


def test_a_bonus_kind_comes_with_the_module_that_has_it() -> None:
    config: dict[str, Any] = {"players": 2, "modules": ["border_posts"]}
    assert re.search(r"border post bonus, large: \d VP", picture(Game.new(config, seed=1)))
    assert facts.bonus_kinds({"config": config})[-1] == "post"
    assert "post" not in facts.bonus_kinds({"config": {"players": 2}})
