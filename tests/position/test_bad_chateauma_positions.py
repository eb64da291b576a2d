"""Positions with a Châteauma that can't be: each is refused with a sentence that names the key, and what is right."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest
from rules.chateauma_turns import before
from rules.positions import card

from burgundy_env import Game, PositionError

Change = Callable[[dict[str, Any]], Any]

UNSEEN = {"building": ["black", "black"], "monastery": ["black"], "ship": ["black"], "livestock": ["black"]}


def good() -> dict[str, Any]:
    """Everything a Châteauma can have, modifiers A and B played: cards 1, 3, 7 discarded, 4, 6, 8, 9 in the deck."""
    document = before(
        card(2, {1: "bank", 3: "black:cow3"}),
        card(5, {4: "m9"}),
        chateauma="hard+AB",
        inventory={"building": ["church", "bank"], "ship": ["ship"]},
        jokers=["m14", "mine"],
        duchy={**UNSEEN, "building": ["black", "black", "bank"], "mine": ["mine"], "castle": ["castle"]},
        bonus=["ship_small"],
        player={"bonus": ["ship_large"]},
        discard=[1, 3, 7],
        goods={1: 2},
        sold={2: 3},
    ).to_json()
    document["chateauma"]["die"] = 4
    return document


def its(document: dict[str, Any]) -> dict[str, Any]:
    part: dict[str, Any] = document["chateauma"]
    return part


def put(key: str, value: Any) -> Change:
    """A change to one key of `chateauma`."""
    return lambda document: its(document).update({key: value})


def on_card(side: int, space: int, tile: Any) -> Change:
    return lambda document: its(document)["cards"][side]["tiles"].__setitem__(space, tile)


def of_card(side: int, number: Any) -> Change:
    return lambda document: its(document)["cards"][side].update(id=number)


def in_duchy(**colours: list[str]) -> Change:
    return lambda document: its(document)["duchy"].update(colours)


def deck(*numbers: Any) -> Change:
    return lambda document: document["hidden"].update(deck=list(numbers))


def of_hidden_black(tile: str, count: int) -> Change:
    return lambda document: document["hidden"]["black"].update({tile: count})


def unhidden(change: Change) -> Change:
    """The change, and nothing said of what is hidden."""

    def both(document: dict[str, Any]) -> None:
        del document["hidden"]
        change(document)

    return both


def test_the_position_before_the_change_is_good() -> None:
    document = good()
    assert Game.from_json(document).to_json() == document
    del document["hidden"]
    Game.from_json(document)


WRONG: list[tuple[str, Change, str]] = [
    # the key itself
    ("missing", lambda d: d.pop("chateauma"), "key 'chateauma' is missing"),
    ("null", lambda d: d.update(chateauma=None), "chateauma: is null"),
    ("a list", lambda d: d.update(chateauma=[]), "chateauma: "),
    ("without its config", lambda d: d["config"].update(chateauma=None), "players: 1 can't play"),
    ("unknown key", put("posts", 1), "chateauma: unknown key 'posts'"),
    ("unknown key workers", put("workers", 0), "chateauma: unknown key 'workers'"),
    ("no vp", lambda d: its(d).pop("vp"), "chateauma: key 'vp' is missing"),
    ("no discard", lambda d: its(d).pop("discard"), "chateauma: key 'discard' is missing"),
    # numbers
    ("negative silver", put("silver", -1), r"chateauma\.silver: is -1"),
    ("negative vp", put("vp", -1), r"chateauma\.vp: is -1"),
    ("no such roll", put("die", 7), r"chateauma\.die: is 7"),
    ("no roll", put("die", 0), r"chateauma\.die: is 0"),
    ("no such goods", put("goods", {"7": 1}), r"chateauma\.goods: unknown key '7'"),
    ("goods twice", put("goods", {"1": 8}), "type 1"),
    ("a truth for a number", put("silver", True), r"chateauma\.silver: "),
    # cards
    ("no such card", of_card(0, 19), r"chateauma\.cards\[0\]\.id: is 19"),
    ("card 0", of_card(0, 0), r"chateauma\.cards\[0\]\.id: is 0"),
    ("a vineyard card", of_card(0, 10), r"chateauma\.cards\[0\]\.id: is 10; must be a county card of this game"),
    ("a vineyard card, discarded", put("discard", [1, 3, 10]), r"chateauma\.discard\[2\]: is 10"),
    ("discarded twice", put("discard", [1, 1, 3]), r"chateauma\.discard\[1\]: is 1"),
    ("one card", lambda d: its(d)["cards"].pop(), r"chateauma\.cards: "),
    ("three cards", lambda d: its(d)["cards"].append(card(4)), r"chateauma\.cards: "),
    ("the same card twice", put("cards", [card(2), card(2)]), r"chateauma\.cards: a county card is there twice"),
    ("on the left and discarded", put("discard", [1, 2, 3]), r"chateauma\.cards: a county card is there twice"),
    ("on the right and discarded", put("discard", [1, 3, 5]), r"chateauma\.cards: a county card is there twice"),
    ("too few spaces", lambda d: its(d)["cards"][0]["tiles"].pop(), r"chateauma\.cards\[0\]\.tiles: "),
    ("too many spaces", lambda d: its(d)["cards"][0]["tiles"].append(None), r"chateauma\.cards\[0\]\.tiles: "),
    ("a full card", lambda d: its(d).update(cards=[card(2, {1: "bank", 2: "bank", 3: "pig2", 4: "m1"}), card(5)]),
     r"chateauma\.cards\[0\]\.tiles: all spaces are covered"),
    ("unknown key of a card", lambda d: its(d)["cards"][1].update(points=3),
     r"chateauma\.cards\[1\]: unknown key 'points'"),
    ("a tile of the wrong colour", on_card(0, 1, "ship"), r'cards\[0\]\.tiles\[1\]: is "ship"; must be a building'),
    ("an unknown tile", on_card(0, 1, "palace"), r'cards\[0\]\.tiles\[1\]: is "palace"; must be a building'),
    ("a face-down tile without a name", on_card(0, 1, "black"), r'cards\[0\]\.tiles\[1\]: is "black"'),
    ("an unknown joker", on_card(0, 1, "black:palace"), r"cards\[0\]\.tiles\[1\]: "),
    ("an inn as a joker", on_card(0, 1, "black:inn"), r"cards\[0\]\.tiles\[1\]: "),
    ("a joker on a card without a black back", unhidden(on_card(0, 1, "black:m1")),
     r'cards\[0\]\.tiles\[1\]: is "m1"; must be a tile with a black back'),
    # the deck
    ("a card in the deck and on the table", deck(2, 4, 6, 8, 9), r"hidden\.deck: has a card that is on the table"),
    ("a card in the deck and discarded", deck(1, 4, 6, 8, 9), r"hidden\.deck: has a card that is on the table"),
    ("a card missing", deck(4, 6, 8), r"hidden\.deck: a county card is missing"),
    ("a card in the deck twice", deck(4, 4, 6, 8, 9), r"hidden\.deck\[1\]: is 4"),
    ("a card that is none in the deck", deck(4, 6, 8, 9, 10), r"hidden\.deck\[4\]: is 10"),
    ("no deck", lambda d: d["hidden"].pop("deck"), "hidden: key 'deck' is missing"),
    # the inventory
    ("a pile of no colour", put("inventory", {"inn": ["bank"]}), r"chateauma\.inventory: unknown key 'inn'"),
    ("a tile in another pile", put("inventory", {"ship": ["bank"]}),
     r'inventory\.ship\[0\]: is "bank"; must be a ship'),
    ("a face-down tile in a pile", put("inventory", {"ship": ["black"]}), r"inventory\.ship\[0\]: "),
    ("a joker without a black back", put("jokers", ["m9"]),
     r'jokers\[0\]: is "m9"; must be a tile with a black back'),
    ("an unknown joker in the inventory", put("jokers", ["palace"]), r'jokers\[0\]: is "palace"'),
    ("a nameless joker", put("jokers", ["black"]), r'jokers\[0\]: is "black"'),
    ("a joker there twice", put("jokers", ["m14", "m14"]), "2 m14 tiles"),
    ("a joker that is in the supply, too", of_hidden_black("m14", 1), "2 m14 tiles"),
    ("more jokers of a name than have black backs", unhidden(put("jokers", ["castle"] * 3)),
     "3 castle tiles among its jokers, in black_depot and in hidden.black; 2 are black-backed"),
    ("a joker that would be there with another back", unhidden(put("jokers", ["cow3"])),
     "2 cow3 tiles among its jokers"),
    # the duchy
    ("a colour that is none", in_duchy(inn=["bank"]), r"chateauma\.duchy: unknown key 'inn'"),
    ("a tile of another colour", in_duchy(castle=["mine"]), r'duchy\.castle\[0\]: is "mine"; must be a castle'),
    ("no unseen tile", in_duchy(building=["bank"]), r"duchy\.building: 0 face-down tiles; modifier A"),
    ("too few unseen tiles", in_duchy(building=["black", "bank"]), r"duchy\.building: 1 face-down"),
    ("too many unseen tiles", in_duchy(ship=["black", "black"]), r"duchy\.ship: 2 face-down"),
    ("unseen tiles of a colour that has none", in_duchy(mine=["black"]), r"duchy\.mine: 1 face-down"),
    ("unseen tiles after others", in_duchy(building=["bank", "black", "black"]), r"duchy\.building: "),
    ("a colour of unseen tiles left out", lambda d: its(d)["duchy"].pop("ship"), r"duchy\.ship: 0 face-down"),
    ("a joker not turned up", in_duchy(mine=["black:mine"]), r"duchy\.mine\[0\]: "),
    ("more tiles than were printed", in_duchy(mine=["mine"] * 13),
     r"\d+ mine tiles in the whole position; there are 12"),
    # bonus tiles
    ("an unknown bonus tile", put("bonus", ["ship_medium"]), r"chateauma\.bonus\[0\]: "),
    ("a bonus tile that nobody took from the table", put("bonus", ["mine_large"]), "bonus"),
    ("a bonus tile of a player", put("bonus", ["ship_large"]), "ship_large is held by seat 0 already"),
    # order and track
    ("not in the order", lambda d: d.update(order=[0]), "order: "),
    ("not on the track", lambda d: d.update(track=[[0], [], [], [], [], [], []]), "track: "),
    ("the seat to decide", lambda d: d.update(active=1), "active: is 1"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_wrong_position_is_refused_with_its_key(change: Change, message: str) -> None:
    document = good()
    change(document)
    told = copy.deepcopy(document)
    with pytest.raises(PositionError) as refusal:
        Game.from_json(document)
    assert re.search(message, str(refusal.value)), refusal.value
    assert document == told, "the document given was changed"


@pytest.mark.parametrize(
    "config", [{"difficulty": "harder", "modifiers": []}, {"difficulty": "easy", "modifiers": ["E"]}]
)
def test_a_wrong_config_is_refused(config: dict[str, Any]) -> None:
    document = good()
    document["config"]["chateauma"] = config
    with pytest.raises(PositionError, match="chateauma"):
        Game.from_json(document)


def test_modifier_a_must_be_in_the_config_for_unseen_tiles() -> None:
    document = good()
    document["config"]["chateauma"]["modifiers"] = ["B"]
    with pytest.raises(PositionError, match=r"duchy\.building: 2 face-down tiles; modifier A"):
        Game.from_json(document)


def test_four_players_and_a_chateauma_are_too_many() -> None:
    document = good()
    document["config"]["players"] = 4
    with pytest.raises(PositionError, match="4 can't play with the Châteauma"):
        Game.from_json(document)


@pytest.mark.parametrize(
    ("key", "value"),
    [("die", 3), ("jokers", ["mine"]), ("inventory", {"ship": ["ship"]}), ("sold", {"1": 1})],
)
def test_before_the_first_round_it_has_not_played(key: str, value: Any) -> None:
    document = Game.new({"players": 1, "chateauma": "easy"}, seed=1).to_json()
    del document["hidden"]
    Game.from_json(document)
    document["chateauma"][key] = value
    if key == "sold":
        del document["chateauma"]["goods"]["1"]
    with pytest.raises(PositionError, match="has not played before the first round"):
        Game.from_json(document)


def test_a_position_without_a_chateauma_has_no_such_key() -> None:
    document = Game.new({"players": 2}, seed=1).to_json()
    document["chateauma"] = good()["chateauma"]
    with pytest.raises(PositionError, match="unknown key 'chateauma'"):
        Game.from_json(document)
    document = Game.new({"players": 2}, seed=1).to_json()
    document["hidden"]["deck"] = [1, 2]
    with pytest.raises(PositionError, match="hidden: unknown key 'deck'"):
        Game.from_json(document)
