"""Positions with vineyards that no table can show are refused with a sentence."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from rules.positions import position

from burgundy_env import Game, PositionError

OPTIONS = {"vineyards": (1, 2), "vines_out": ("red", "black")}
Damage = Callable[[dict[str, Any]], Any]


def table() -> dict[str, Any]:
    vineyard = {"board": 1, "placed": {"p1": "green+blue"}, "bonus": {"blue": 1}}
    game = position(
        modules=["vineyards"], options=OPTIONS, vineyard=vineyard, storage=["bank", "orange+blue"],
        double_depot=["yellow+yellow", None, None], store=["orange+orange"],
    )  # fmt: skip
    document: dict[str, Any] = game.to_json()
    return document


def mine(document: dict[str, Any]) -> dict[str, Any]:
    player: dict[str, Any] = document["players"][0]
    return player


DAMAGES: list[tuple[str, Damage, str]] = [
    ("out", lambda d: d["vineyards"].update(out=["red"]), r"vineyards\.out: has 1 entries; must have 2"),
    ("order", lambda d: d["vineyards"].update(out=["black", "red"]), r"vineyards\.out: .* in the order orange"),
    ("config", lambda d: d["vineyards"].update(out=["green", "red"]), r"config\.vines_out says red, black"),
    ("depot", lambda d: d["vineyards"]["depot"].pop(), r"vineyards\.depot: has 2 entries; must have 3"),
    ("name", lambda d: d["vineyards"].update(store=["blue+green"]), r"vineyards\.store\[0\]: is \"blue\+green\""),
    ("gone", lambda d: d["vineyards"].update(store=["red+blue"]), r"1 red\+blue tiles in view.*this game has 0"),
    ("twice", lambda d: d["vineyards"].update(store=["yellow+yellow"]), r"2 yellow\+yellow tiles in view.*has 1"),
    ("reserve", lambda d: d["vineyards"]["reserve"].update(blue=4), r"5 vine bonus tiles of blue.*has 4"),
    ("board", lambda d: mine(d)["vineyard"].update(board=3), r"vineyard\.board: is 3; config\.vineyards says"),
    ("space", lambda d: mine(d)["vineyard"]["placed"].update(p14="green+blue"), r"unknown key 'p14'"),
    ("row", lambda d: mine(d)["vineyard"].update(placed={"p9": "green+blue"}), r"has none in the bottom row"),
    ("apart", lambda d: (mine(d)["vineyard"]["placed"].update(p4="green+orange"), d.pop("hidden")),
     r"placed\.p4: doesn't touch"),
    ("room", lambda d: mine(d)["storage"].append("ship"), r"storage: fills 4 spaces; there are 3"),
    ("plant", lambda d: d.update(pending=[{"kind": "plant", "space": "p1", "by": "d1"}]), r"space: p1 is not open"),
    ("far", lambda d: d.update(pending=[{"kind": "plant", "space": "p2", "by": "d1"}]), r"space: p2 needs 1 workers"),
    ("free", lambda d: d.update(pending=[{"kind": "plant", "space": "p2", "by": "free"}]), r"by: free, but the"),
    ("equal", lambda d: d.update(pending=[{"kind": "bonuses", "left": ["take_double"] * 2}]), r"two different"),
    ("set", lambda d: d.update(pending=[{"kind": "set", "tile": "red+blue"}]), r"1 red\+blue tiles"),
    ("bag", lambda d: d["hidden"]["doubles"].update({"blue+blue": 8}), r"doubles\.blue\+blue: is 8"),
]  # fmt: skip


@pytest.mark.parametrize(("damage", "words"), [d[1:] for d in DAMAGES], ids=[d[0] for d in DAMAGES])
def test_it_is_refused(damage: Damage, words: str) -> None:
    document = copy.deepcopy(table())
    Game.from_json(document)
    damage(document)
    with pytest.raises(PositionError, match=words):
        Game.from_json(document)


def test_a_vine_without_a_reserve_would_be_gone() -> None:
    held = dict.fromkeys(("orange", "yellow", "green", "blue"), 4)
    vineyard = {"board": 1, "placed": {}, "bonus": held}
    with pytest.raises(PositionError, match="the reserve is empty"):
        position(modules=["vineyards"], options=OPTIONS, vineyard=vineyard, pending=[{"kind": "vine"}])


def test_double_tiles_come_with_the_module_only() -> None:
    with pytest.raises(PositionError, match="storage"):
        position(storage=["green+blue"])
    with pytest.raises(PositionError, match=r"pending\[0\]"):
        position(storage=["bank"] * 3, pending=[{"kind": "discard", "for": "green+blue"}])


def test_without_what_is_hidden_the_bag_is_dealt() -> None:
    document = table()
    document.pop("hidden")
    dealt = Game.from_json(document, seed=3).to_json()["hidden"]["doubles"]
    assert sum(dealt.values()) == 22 - (3 + 1)  # phase A has drawn for three slots and a store
    assert not any("red" in name or "black" in name for name in dealt)
