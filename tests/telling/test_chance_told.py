"""What falls by chance, in sentences."""

from __future__ import annotations

from typing import Any

import pytest

from burgundy_env.modules import CHANCE
from burgundy_env.telling.chance import sentences


def events(kind: str, *results: tuple[list[Any], Any]) -> list[dict[str, Any]]:
    return [{"chance": kind, "where": where, "result": result} for where, result in results]


_PLACES = {"side": "left", "colour": "ship", "place": "store"}


def test_all_kinds_of_chance_have_sentences() -> None:
    side, tile = _PLACES, {"tile": "m12", "vine": "red", "double": "red+blue"}
    for chance in CHANCE:
        where = [side.get(of, 1) for of in chance.where]
        (sentence,) = sentences(events(chance.kind, (where, tile.get(chance.result, 1))), ["Ann", "Ben"])
        assert sentence.endswith(".")
        assert "_" not in sentence


@pytest.mark.parametrize("kind", ["pile_goods", "joker_tile"])
def test_what_lies_face_down_is_not_told(kind: str) -> None:
    assert "crane" not in " ".join(sentences(events(kind, *[([9, 9], "crane")] * 2), ["Ann", "Ben"]))


def test_tiles_that_come_are_told_as_people_call_them() -> None:
    tiles = [([1, 1], "m12"), ([1, 2], "chicken2"), ([3, 1], "town_hall"), ([3, 2], "sheep3")]
    assert sentences(events("depot_tile", *tiles), []) == [
        "New in the depots: 1: monastery 12, 2 chickens; 3: town hall, 3 sheep."
    ]
    assert sentences(events("black_tile", ([1], "m7")), []) == ["New in the black depot: monastery 7."]
    # Those of modifier B lie face up, those of modifier A do not.
    preset = events("preset_tile", (["building", 1], "crane"), (["mine", 1], "mine"))
    assert sentences(preset, []) == ["The Châteauma begins with crane, mine in its duchy."]


def test_seats_are_told_apart() -> None:
    dice = events("die", ([2, 1], 5), ([0, 1], 5), ([0, 2], 6), ([1, 1], 5))
    names = ["human:Anna", "ppo", "ppo"]
    assert sentences(dice, names) == ["Dice: Anna rolls 5 6, seat 1 rolls 5, seat 2 rolls 5."]
    assert sentences([*dice[:1], *events("white_die", ([], 4))], names) == [
        "Dice: seat 2 rolls 5, the white die shows 4."
    ]
    assert sentences(events("first_player", ([], 0)), names) == ["First player: seat 0 (Anna)."]
    assert sentences(events("first_player", ([], 3)), names) == ["First player: the Châteauma."]
    assert sentences(events("county_card", (["left"], 2), (["right"], 5)), names) == [
        "County cards: left 2, right 5."
    ]
