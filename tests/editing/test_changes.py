"""Every kind of change, what goes along with it, and the sentence that refuses it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from burgundy_env import Game, PositionError
from burgundy_env.editing import changed, checked, in_words, new_position, step_by_step

TWO = new_position({"players": 2, "duchies": [1, 5]}, 7, phase="C", round=3, starts=["h19", "h20"])
AUTOMA = new_position({"players": 1, "chateauma": "hard+AD", "modules": ["border_posts"]}, 7, phase="B")
ALL = new_position({"players": 2, "modules": "all"}, 7, phase="B")
SOLO = new_position({"players": 1, "modules": ["solo"], "duchies": [33]}, 7)
TEAM = new_position({"players": 4, "modules": ["team"], "duchies": [31, 32]}, 7)


def at(document: dict[str, Any], path: str) -> Any:
    """What stands at a path such as players.0.silver."""
    there: Any = document
    for step in path.split("."):
        there = there[int(step)] if isinstance(there, list) else there[step]
    return there


ALLOWED = [
    # single numbers, flags, words
    (TWO, "p1 silver 3", {"players.1.silver": 3}),
    (TWO, "p1 silver 3; p1 silver +2; p1 silver -1", {"players.1.silver": 4}),
    (TWO, "p0 vp 120", {"players.0.vp": 120}),
    (TWO, "p0 workers 0", {"players.0.workers": 0}),
    (TWO, "p0 bought yes", {"players.0.bought": True}),
    (TWO, "p0 bought true; p0 bought no", {"players.0.bought": False}),
    (TWO, "white_die 6", {"white_die": 6}),
    (TWO, "phase D", {"phase": "D"}),
    # dice
    (TWO, "p0 dice 3 5", {"players.0.dice": [3, 5]}),
    (TWO, "p0 used d2", {"players.0.used": [False, True]}),
    (TWO, "p0 used d1 d2; p0 used none", {"players.0.used": [False, False]}),
    # goods, tiles
    (TWO, "p0 goods 2 5 5", {"players.0.goods": {"2": 1, "5": 2}}),
    (TWO, "p0 goods 2 5 5; p0 goods +2 -5", {"players.0.goods": {"2": 2, "5": 1}}),
    (TWO, "p0 goods none; p0 sold 1 1 3", {"players.0.goods": {}, "players.0.sold": {"1": 2, "3": 1}}),
    (TWO, "p0 storage bank m12", {"players.0.storage": ["bank", "m12"]}),
    (TWO, "p0 storage bank m12; p0 storage +ship -bank", {"players.0.storage": ["m12", "ship"]}),
    (TWO, "p0 storage none", {"players.0.storage": []}),
    (TWO, "p0 place h20 ship", {"players.0.placed": {"h19": "castle", "h20": "ship"}}),
    (TWO, "p0 place h20 ship; p0 place h21 ship; p0 clear h20 h21", {"players.0.placed": {"h19": "castle"}}),
    (TWO, "p0 placed h19:castle h20:ship", {"players.0.placed": {"h19": "castle", "h20": "ship"}}),
    (TWO, "p0 placed +h20:ship; p0 placed -h20", {"players.0.placed": {"h19": "castle"}}),
    # depots
    (TWO, "3.2 bank", {"depots.3.tiles.1": "bank"}),
    (TWO, "3.2 none", {"depots.3.tiles.1": None}),
    (TWO, "depot 3 tiles none bank", {"depots.3.tiles": [None, "bank", None, None]}),
    (TWO, "depot 3 goods 1 1 4", {"depots.3.goods": {"1": 2, "4": 1}}),
    (TWO, "depot 3 goods none; depot 3 goods +2", {"depots.3.goods": {"2": 1}}),
    (TWO, "b2 m7", {"black_depot.1": "m7"}),
    (TWO, "black_depot m7 none ship", {"black_depot": ["m7", None, "ship", None]}),
    # the course of the game
    (TWO, "track 0:1,0", {"track.0": [1, 0]}),
    (TWO, "track 0:1 3:0", {"track.0": [1], "track.3": [0]}),
    (TWO, "p1 track 0", {"track.0": [1, 0]}),
    (TWO, "p0 track 3", {"track.0": [1], "track.3": [0]}),
    (TWO, "round 5; round 2; round_goods 1 2 3", {"round": 2, "round_goods": [1, 2, 3]}),
    # decisions
    (TWO, "pending castle", {"pending": [{"kind": "castle"}]}),
    (
        TWO,
        "pending castle take colours:building,mine",
        {"pending": [{"kind": "castle"}, {"kind": "take", "colours": ["building", "mine"]}]},
    ),
    (TWO, "pending castle; pending +ship2 near:3", {"pending": [{"kind": "castle"}, {"kind": "ship2", "near": 3}]}),
    (TWO, "pending castle; pending none", {"pending": []}),
    # as errors call keys, and JSON behind a key
    (TWO, "players[0].vp 12", {"players.0.vp": 12}),
    (TWO, 'players[0].placed.h20 "ship"', {"players.0.placed.h20": "ship"}),
    (TWO, "depots.3.tiles[1] null", {"depots.3.tiles.1": None}),
    (TWO, "config.ruleset alea_2011", {"config.ruleset": "alea_2011"}),
    (TWO, 'p0 goods {"2": 3}', {"players.0.goods": {"2": 3}}),
    (TWO, 'p0 storage ["bank"]', {"players.0.storage": ["bank"]}),
    # the Châteauma
    (AUTOMA, "chateauma vp 12; chateauma silver +1", {"chateauma.vp": 12}),
    (AUTOMA, "chateauma die 4", {"chateauma.die": 4}),
    (AUTOMA, "chateauma goods 1 1; chateauma sold 3", {"chateauma.goods": {"1": 2}, "chateauma.sold": {"3": 1}}),
    (AUTOMA, "chateauma jokers m14 m15", {"chateauma.jokers": ["m14", "m15"]}),
    (AUTOMA, "chateauma inventory building:bank,church", {"chateauma.inventory": {"building": ["bank", "church"]}}),
    (AUTOMA, "chateauma posts 2", {"chateauma.posts": 2}),
    (AUTOMA, "chateauma track 4", {"track.4": [1]}),
    # modules
    (ALL, "inns 2", {"inns": 2}),
    (ALL, "set_aside 1", {"set_aside": 1}),
    (ALL, "p0 route_goods 1 2", {"players.0.route_goods": [1, 2]}),
    (ALL, "shields none; shields 2:3,17", {"shields": {"2": [3, 17]}}),
    (ALL, "vineyards depot none none none", {"vineyards.depot.0": None}),
    (ALL, "p0 vineyard placed none", {"players.0.vineyard.placed": {}}),
    (SOLO, "p0 vp 20; p0 target 40", {"players.0.vp": 20, "players.0.target": 40}),
    (TEAM, "t0 silver 5; t1 storage ship", {"teams.0.silver": 5, "teams.1.storage": ["ship"]}),
    (TEAM, "p2 storage bank", {"players.2.storage": ["bank"]}),
]


@pytest.mark.parametrize(("document", "step", "wanted"), ALLOWED, ids=[step for _, step, _ in ALLOWED])
def test_a_change(document: dict[str, Any], step: str, wanted: dict[str, Any]) -> None:
    before = deepcopy(document)
    after = changed(document, step)
    assert {path: at(after, path) for path in wanted} == wanted
    assert document == before, "the document that was given stays as it is"
    checked(after)


REFUSED = {
    # what no position can be
    "p0 place h12 m6": 'players[0].placed.h12: is "m6"; must be a building tile, as h12 of duchy 1 is a building hex',
    "p0 place h1 cow3": "players[0].placed.h1: doesn't touch the tiles around h19",
    "p0 placed none": "players[0].placed: has no castle; every duchy begins with a start castle",
    "p0 dice 1 7": "players[0].dice[1]: is 7; must be an integer from 1 to 6",
    "p0 silver -9": "players[0].silver: is -8; must be an integer from 0",
    "p0 goods 1 2 3 4": "players[0].goods: has 4 types; 3 fit",
    "p0 storage ship ship ship ship": "players[0].storage: has 4 entries",
    "p0 storage shp": 'players[0].storage[0]: is "shp"; must be a stored tile',
    "p0 bonus mine_large mine_small": "players[0].bonus: both mine tiles; a seat gets one for each colour",
    "p1 used d1": "players[1].used: seat 1 has not had its turn",
    "phase Q": 'phase: is "Q"; must be one of A, B, C, D, E',
    "round 2": "round_goods: has 2 entries; must have 3",
    "3.2 m6": 'depots.3.tiles[1]: is "m6"; must be a building tile or null',
    "b1 mn": "must be a black-depot tile or null",
    "depot 3 goods 9": "depots.3.goods: unknown key '9'",
    "order 0 0": "a list of the seats 0 to 1, each once",
    "track 0:1": "has 1 markers; must have one of each of the 2 seats",
    "pending keep depot:3": "there is nothing to choose",
    "p0 duchy 60": "config.duchies: there is no board 60",
    "p0 storage m12 m12": "2 m12 tiles in the whole position; there is one",
    "active 4": "active: is 4; must be an integer from 0 to 1",
    "config.players 3": "config",
    'config.ruleset "x"': "config.ruleset: 'x' is unknown",
    # what nobody understands
    "p0 wokers 3": "'wokers' is no key (did you mean 'workers'?); p0 has vp, dice, used",
    "p0": "names no key; p0 has vp, dice, used",
    "foo 3": "'foo' is no key; the table has phase, round, order",
    "p9 silver 1": "there is no p9 in this game; there are p0, p1 and depot 1 to depot 6",
    "t0 silver 1": "there is no t0 in this game",
    "chateauma vp 1": "there is no chateauma in this game",
    "depot 7 goods 1": "there is no depot 7 in this game",
    "p0 silver": "silver: is said as a number such as 3, or +1 or -1 for more or less",
    "p0 silver x": "silver: 'x' is no number",
    "p0 silver 1 2": "silver: is said as a number such as 3, or +1 or -1 for more or less, not in 2 words",
    "p0 bought maybe": "bought: is said as yes or no",
    "p0 used d3": "used: is said as d1, d2",
    "p0 goods 1 +2": "goods: either all words begin with + or -, or none does",
    "p0 goods -6": "goods: there is none of type 6 to take away",
    "p0 storage -bank": "storage: there is no bank to take away",
    "p0 place h12": "place names a hex and a tile, as in place h12 m6",
    "p0 place h19 castle": "castle lies on h19; clear h19 takes it away",
    "p0 clear h12": "nothing lies on h12",
    "p0 clear": "clear names a hex or more",
    "p0 placed h19": "placed: 'h19' is not understood; it is said as h12:m6",
    "p0 placed h19:castle h19:castle": "placed: h19 is there twice",
    "p0 placed -h1": "placed: there is no h1 to take away",
    "p0 track 7": "track has the spaces 0 to 6",
    "track 9:0,1": "track: has the spaces 0 to 6, not 9",
    "track +0:1": "p0 track 3 puts the marker of a seat on a space",
    "3.9 bank": "there are 4 slots",
    "3.2": "names one tile for the slot, or none",
    "black_depot m7 m8 m9 ship mine": "black_depot: has 4 slots, not 5",
    "phase C D": "phase: is said in one word, not in 2",
    "pending foo": "pending: 'foo' is no decision; there are castle, ship",
    "pending castle near:3": "pending: castle says nothing more, not 'near'",
    "pending near:3": "pending: is said as castle take",
    "pending ship2 near:x": "pending: 'x' is no number",
    "players[9].vp 3": "there is no players[9]",
    "players[0]..vp 3": "players[0]..vp is no key; keys are written as in players[0].placed.h12",
    "players[0].vp": "says no value; behind a path it is JSON",
    "p0 goods {": "goods: looks like JSON and is none",
    "p0 silver 1;": "here is none",
    "": "here is none",
}


@pytest.mark.parametrize("step", REFUSED)
def test_a_refusal_names_the_change_and_the_reason(step: str) -> None:
    before = deepcopy(TWO)
    with pytest.raises(PositionError) as refused:
        changed(TWO, step)
    assert REFUSED[step] in str(refused.value)
    assert step.strip("; ") in str(refused.value)
    assert before == TWO


@pytest.mark.parametrize(
    ("document", "step", "why"),
    [
        (SOLO, "p0 track 3", "there is no turn track in the solo game"),
        (TEAM, "p0 place h20 ship", "p0 has no duchy of its own, its team has: t0 or t1"),
        (TEAM, "p0 silver 3", "'silver' is no key; p0 has dice, used, bought, recruited, storage"),
        (TEAM, "p4 dice 1 1", "there are t0, t1, p0, p1, p2, p3"),
        (AUTOMA, "chateauma cards left:99,none,none,none", "cards: is said as left:"),
        (AUTOMA, "chateauma cards +left:x,none", "cards: 'x' is no number"),
        (AUTOMA, "chateauma inventory building:mine", "chateauma.inventory.building[0]"),
        (ALL, "vineyards 3", "vineyards: is said by its keys, out, depot, store, reserve"),
        (ALL, "p0 vineyard placed", "placed: is said as p7:blue+orange"),
        (ALL, "p0 shields h1:3", "players[0].shields"),
        (ALL, "p0 copied 0", "players[0].copied"),
    ],
)
def test_a_refusal_in_other_games(document: dict[str, Any], step: str, why: str) -> None:
    with pytest.raises(PositionError) as refused:
        changed(document, step)
    assert why in str(refused.value)


# --- what goes along ------------------------------------------------------------------------------------


def also(document: dict[str, Any], step: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    (one,) = step_by_step(document, [step])
    return one.document, one.also


def test_who_is_before_the_seat_that_decides_has_had_its_turn() -> None:
    busy = changed(TWO, "p0 used d1; p0 bought yes; pending castle")
    after, followed = also(busy, "active 1")
    assert followed == ("players[0].used", "pending")
    assert [player["used"] for player in after["players"]] == [[True, True], [False, False]]
    assert after["players"][0]["bought"], "it may have bought in its turn"
    back, followed = also(after, "active 0")
    assert [player["used"] for player in back["players"]] == [[False, False], [False, False]]
    assert followed == ("players[0].used", "players[0].bought")
    said, _ = also(after, "active 0; p0 used d2")
    assert said["players"][0]["used"] == [False, True]


def test_the_order_says_who_has_had_its_turn() -> None:
    after, followed = also(TWO, "order 1 0")
    assert after["players"][1]["used"] == [True, True]
    assert followed == ("players[1].used",)


def test_bonus_tiles_come_from_those_that_are_left_and_go_back() -> None:
    after, followed = also(TWO, "p0 bonus +mine_large")
    assert (after["bonus_tiles"]["mine"], followed) == (1, ("bonus_tiles",))
    both, _ = also(after, "p1 bonus mine_small")
    assert "mine" not in both["bonus_tiles"]
    back, _ = also(both, "p1 bonus none; p0 bonus -mine_large")
    assert back["bonus_tiles"] == TWO["bonus_tiles"]
    with pytest.raises(PositionError, match="says 1 are left, but mine_large is held by nobody"):
        also(TWO, "p0 bonus mine_small")


def test_of_a_later_round_fewer_goods_are_to_come() -> None:
    after, followed = also(TWO, "round 4")
    assert (after["round_goods"], followed) == (TWO["round_goods"][1:], ("round_goods",))


def test_the_end() -> None:
    after, followed = also(TWO, "stage over")
    assert checked(after).is_over
    assert set(followed) == {"phase", "round", "round_goods", "active", "players[0].used", "players[1].used"}
    again, _ = also(after, "stage turn")
    assert again["active"] == 0
    assert again["players"][0]["used"] == [False, False]


def test_another_board_is_that_of_the_config_too() -> None:
    assert also(TWO, "p1 duchy 5") == (TWO, ())
    castle = next(h for h in range(1, 38) if _is_castle_hex(3, h))
    after, followed = also(TWO, f"p0 duchy 3; p0 placed h{castle}:castle")
    assert after["config"]["duchies"] == [3, 5]
    assert followed == ("config",)


def _is_castle_hex(board: int, h: int) -> bool:
    try:
        new_position({"players": 2, "duchies": [board, 5]}, 1, starts=[f"h{h}"])
    except PositionError:
        return False
    return True


def test_what_is_hidden_stays_as_long_as_it_can() -> None:
    told = Game.from_json(TWO, seed=4).to_json()
    after, followed = also(told, "p0 silver 9")
    assert after["hidden"] == told["hidden"]
    assert followed == ()
    last = next(tile for tile, count in told["hidden"]["black"].items() if count == 1 and tile.startswith("m"))
    after, followed = also(told, f"b1 none; p0 storage {last}")
    assert "hidden" not in after
    assert followed == ("hidden",)
    with pytest.raises(PositionError, match=r"hidden\.goods"):
        also(told, "hidden goods 1")
    assert also(TWO, "; ".join(word for word in in_words(told) if word.startswith("hidden")))[0] == told


def test_steps_are_checked_one_by_one_and_changes_of_a_step_together() -> None:
    together = "p0 place h21 ship; p0 place h20 ship"
    assert set(changed(TWO, together)["players"][0]["placed"]) == {"h19", "h20", "h21"}
    with pytest.raises(PositionError, match=r"p0 place h21 ship: players\[0\].placed.h21: doesn't touch"):
        changed(TWO, *together.split("; "))


def test_later_steps_leave_the_documents_of_earlier_ones_as_they_were() -> None:
    one, other = step_by_step(TWO, ["p0 vp 1", "p0 vp 2"])
    assert [each.document["players"][0]["vp"] for each in (one, other)] == [1, 2]


def test_what_is_no_position_is_not_changed() -> None:
    with pytest.raises(PositionError, match="is missing"):
        changed({}, "p0 silver 3")
    with pytest.raises(PositionError, match="the text is no JSON"):
        changed("{", "p0 silver 3")


# --- new ones -----------------------------------------------------------------------------------------


def test_new_positions_are_those_of_their_seed() -> None:
    config = {"players": 2, "duchies": [1, 5]}
    assert new_position(config, 7, phase="C", round=3, starts=["h19", "h20"]) == TWO
    assert new_position(config, 8, phase="C", round=3, starts=["h19", "h20"]) != TWO
    before = new_position(config, 7, begun=False)
    assert before["stage"] == "start"
    assert new_position(config, 7, starts=["h2"])["players"][0]["placed"] == {"h2": "castle"}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"phase": "F"}, "phase 'F', round 1: phases are A, B, C, D, E, rounds 1 to 5"),
        ({"round": 6}, "phase 'A', round 6: phases are A, B, C, D, E, rounds 1 to 5"),
        ({"starts": ["h1"]}, "start: h1 is no hex for the castle of seat 0; there are h2, h3"),
        ({"starts": ["h19"] * 3}, "start: 3 hexes for 2 duchies"),
        ({"begun": False, "phase": "B"}, "before the start castles it is phase A, round 1"),
    ],
)
def test_what_no_new_position_can_be(asked: dict[str, Any], why: str) -> None:
    with pytest.raises(PositionError) as refused:
        new_position({"players": 2, "duchies": [1, 5]}, 7, **asked)
    assert why in str(refused.value)
