"""The Châteauma's steps: data, as events have them, in words."""

from __future__ import annotations

from typing import Any

import pytest

from burgundy_env.modules import STEPS
from burgundy_env.telling.chance import sentences
from burgundy_env.telling.steps import sentence

ON = {"side": "left", "space": 3, "card": 2}
TOLD: list[tuple[dict[str, Any], str]] = [
    (
        {"step": "takes_double", "double": "red+blue", "slot": 2},
        "takes the red and blue vines of the vineyard depot, slot 2",
    ),
    (
        {"step": "buys_double", "double": "red+red", "slot": 1},
        "buys the red vines of the store, slot 1, for 2 silver",
    ),
    ({"step": "takes_shield", "shield": 4, "depot": 2}, "takes shield 4 of depot 2"),
    (
        {"step": "takes", "tile": "m19", "from": "3.2", **ON},
        "takes the monastery 19 of depot 3 and places it on space 3 of its left card (county card 2)",
    ),
    (
        {"step": "uses_inventory", "tile": "cow4", **ON},
        "finds no tile it needs in any depot and places the 4 cows of its inventory on space 3 of its left card "
        "(county card 2)",
    ),
    (
        {"step": "uses_inventory", "tile": "bank", "by": "town_hall", **ON, "side": "right"},
        "by the town hall places the bank of its inventory on space 3 of its right card (county card 2)",
    ),
    (
        {"step": "uses_joker", "tile": "m7", **ON},
        "finds no tile it needs in any depot and places a joker (a monastery 7) face down on space 3 of its left "
        "card (county card 2)",
    ),
    (
        {"step": "takes_joker", "tile": "town_hall", "from": "b2"},
        "finds no tile it needs and has no joker: the town hall of black-depot slot 2 becomes one",
    ),
    (
        {"step": "finds_nothing", "silver": 2},
        "finds no tile it needs, has no joker, and the black depot is empty: it gets 2 silver",
    ),
    ({"step": "sells", "goods": 4, "tiles": 3, "vp": 6}, "sells its 3 goods of type 4 for 1 silver and 6 VP"),
    ({"step": "has_nothing_to_sell"}, "would sell goods but has none"),
    ({"step": "gets_silver", "silver": 2, "by": "bank"}, "gets 2 silver for the bank"),
    ({"step": "gets_vp", "vp": 5, "by": "chicken3"}, "gets 5 VP for the 3 chickens"),
    (
        {"step": "fetches", "tile": "ship", "from": "6.1", "by": "market"},
        "puts the ship of depot 6 into its inventory, by the market",
    ),
    ({"step": "fetches_nothing", "by": "church"}, "finds nothing to do for the church"),
    ({"step": "ships", "tiles": 3, "depot": 4}, "takes 3 goods from depot 4 for the ship, and its marker moves up"),
    ({"step": "ships", "tiles": 0}, "finds no goods in any depot for the ship, and its marker moves up"),
    (
        {"step": "finishes", "side": "left", "card": 2, "vp": 18},
        "finishes its left card (county card 2): 18 VP; its tiles go to the duchy",
    ),
    (
        {"step": "plays_again"},
        "has covered an extra-turn space and chooses and places once more, from the white die's depot",
    ),
    (
        {"step": "wins_bonus", "colour": "livestock", "size": "small", "vp": 3},
        "has covered all livestock spaces: small bonus tile, 3 VP",
    ),
    (
        {"step": "buys", "tile": "m29", "from": "b1"},
        "pays 2 silver for the monastery 29 of black-depot slot 1, into its inventory",
    ),
    ({"step": "mines", "silver": 0}, "gets 0 silver for its mines at the end of the phase"),
    ({"step": "links_posts", "vp": 8}, "has finished its second card with a border post: 8 VP"),
    (
        {"step": "wins_post", "size": "large", "vp": 6},
        "has finished its third card with a border post: large post tile, 6 VP",
    ),
    ({"step": "gets_route_vp", "vp": 1}, "gets 1 VP more for the sale, as there are trade routes"),
]


@pytest.mark.parametrize(("step", "told"), TOLD, ids=[step["step"] for step, _ in TOLD])
def test_in_words(step: dict[str, Any], told: str) -> None:
    assert sentence(step) == told
    assert sentences([{"chateauma": step}] * 2, []) == [f"The Châteauma {told}."] * 2


def test_every_kind_is_among_them() -> None:
    assert {step["step"] for step, _ in TOLD} == {step.kind for step in STEPS}


def test_texts_of_old_records_are_told_as_they_are() -> None:
    text = "pays 2 silver for the m29"
    assert sentences([{"chateauma": text}], []) == [f"The Châteauma {text}."]
