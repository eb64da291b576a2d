"""Positions with modules that `from_json` refuses, with a sentence that names the key; and those it takes."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from rules.positions import position

from burgundy_env import Game, PositionError
from burgundy_env.data import load

Document = dict[str, Any]
Change = Callable[[Document], object]

ALL = ("castle_rule", "extra_tiles", "border_posts", "white_castles", "inns", "trade_routes")
WITH_CHATEAUMA = tuple(module for module in ALL if module != "inns")
SOLO = ("extra_tiles", "white_castles", "solo")
CHOSEN = (("trade_route_order", "chosen"),)
START = {"h19": "castle"}


def _inns() -> Game:
    """Phase C: an inn in the stack, one stored, one in the northern town of board 1."""
    placed = {**START, "h13": "m8", "h14": "bank", "h8": "inn"}
    return position(modules=["inns"], phase="C", inns=1, placed=placed, storage=["inn"], silver=4)


def _routes() -> Game:
    mine = {"route": [1, 2, 3, 4, 5], "route_goods": [2, 4, 4, 6], "goods": {3: 2}}
    return position(modules=["trade_routes"], rivals={1: {"route": [6, 7, 8, 9, 10]}}, **mine)


def _routes_to_lay() -> Game:
    """The first seat has laid its row, the second one two tiles of it, the third one none."""
    game = Game.new({"players": 3, "modules": ["trade_routes"], "trade_route_order": "chosen"}, seed=3)
    for _ in range(6):
        game.push(game.legal_actions()[0])
    return game


def _chosen_routes() -> Game:
    return position(modules=["trade_routes"], options=CHOSEN, route=[1, 2, 3, 4, 5])


def _retrieval() -> Game:
    return position(modules=["castle_rule"], duchy=11, phase="B", set_aside=2, vp=9, placed={"h16": "castle"})


def _retrieval_of_2011() -> Game:
    placed = {"h7": "castle", "h31": "castle"}
    return position(ruleset="alea_2011", modules=["castle_rule"], duchy=11, vp=9, placed=placed, storage=["castle"])


def _posts() -> Game:
    return position(modules=["border_posts"], bonus=["post_large"], rivals={1: {"bonus": ["post_small"]}})


def _crane() -> Game:
    pending = [{"kind": "crane"}]
    return position(modules=["extra_tiles", "white_castles"], pending=pending, placed={**START, "h12": "crane"})


def _its_posts() -> Game:
    return position(1, modules=WITH_CHATEAUMA, chateauma="hard", phase="C", its={"posts": 2}, duchy=14)


def _solo(**mine: Any) -> Game:
    placed = {"h7": "castle", "h10": "ship", "h6": "black", **mine.pop("placed", {})}
    mine = {"vp": 7, "silver": 3, "goods": {1: 2, 2: 1, 3: 1, 4: 2}, "storage": ["black"], "target": 45, **mine}
    return position(1, modules=SOLO, duchy=33, placed=placed, black=["crane", "bank", "ship"], **mine)


def _paying() -> Game:
    """Three goods of a swap are still to be paid, and the effect of a tile waits below."""
    pending = [{"kind": "after", "hex": "h6", "steps": ["colour", "effect"]}, {"kind": "pay", "left": 3}]
    return _solo(pending=pending)


def _clearing() -> Game:
    return _solo(pending=[{"kind": "clear"}, {"kind": "points"}])


def _won() -> Game:
    """Every hex is covered in round 3 of phase D, with a die still unused."""
    placed = {f"h{h}": "black" for h in range(1, 38)}
    document = _solo().to_json()
    del document["hidden"]
    document["players"][0].update(placed=placed | {"h7": "castle"}, used=[True, False])
    document.update(phase="D", round=3, round_goods=[1, 2], stage="over", active=None)
    return Game.from_json(document, seed=1)


GAMES: dict[str, Callable[[], Game]] = {
    made.__name__[1:]: made
    for made in (
        _inns, _routes, _routes_to_lay, _chosen_routes, _retrieval, _retrieval_of_2011, _posts, _crane, _its_posts,
        _solo, _paying, _clearing, _won,
    )
}  # fmt: skip


@cache
def _made(name: str) -> Game:
    return GAMES[name]()


def document(name: str, hidden: bool = False) -> Document:
    """A good position."""
    found = _made(name).to_json()
    if not hidden:
        del found["hidden"]
    return found


def top(**keys: Any) -> Change:
    return lambda d: d.update(keys)


def config(**keys: Any) -> Change:
    return lambda d: d["config"].update(keys)


def mine(p: int = 0, **keys: Any) -> Change:
    """Keys of a player."""
    return lambda d: d["players"][p].update(keys)


def placed(p: int = 0, **tiles: str) -> Change:
    return lambda d: d["players"][p]["placed"].update(tiles)


def without(key: str, p: int | None = None) -> Change:
    return lambda d: (d if p is None else d["players"][p]).pop(key)


def pending(*entries: Document) -> Change:
    return top(pending=list(entries))


def its(**keys: Any) -> Change:
    return lambda d: d["chateauma"].update(keys)


def all_of(*changes: Change) -> Change:
    return lambda d: [change(d) for change in changes]


@pytest.mark.parametrize("name", GAMES)
def test_the_positions_before_a_change_are_good(name: str) -> None:
    """With what they hide and without it, written and read back."""
    for hidden in (True, False):
        before = document(name, hidden)
        game = Game.from_json(copy.deepcopy(before), seed=7)
        after = game.to_json()
        assert {key: value for key, value in after.items() if hidden or key != "hidden"} == before
        assert game.legal_ids() == _made(name).legal_ids()
        again = Game.from_json(after, seed=7)
        assert again.to_json() == after


# Position, what is done to it, what the refusal says.
WRONG: list[tuple[str, Change, str]] = [
    # config
    ("inns", config(modules=["inns", "inns"]), r"config\.modules: 'inns' is there twice"),
    ("inns", config(modules="inns"), r"config\.modules: a list of names"),
    ("inns", config(modules=["inns", "solo"]), r"config\.modules: solo goes with extra_tiles and white_castles only"),
    ("inns", config(modules=["inns", "team"]), r"config\.modules: team goes with .* only, not with inns"),
    ("inns", config(chateauma="easy"), r"config\.modules: 'inns' is not compatible with the Châteauma"),
    ("inns", config(trade_route_order="chosen"), r"config\.trade_route_order: chosen, but module trade_routes"),
    ("routes", config(trade_route_order="mixed"), r"config\.trade_route_order: 'mixed' is unknown"),
    ("inns", config(solo_target=40), r"config\.solo_target: 40, but module solo is not played"),
    ("solo", config(solo_target=4), r"config\.solo_target: a number from 5 to 999"),
    ("solo", config(solo_target=True), r"config\.solo_target: a number from 5 to 999"),
    ("solo", config(duchies=[1]), r"config\.duchies: there is no board 1; the solo game has boards 33 and 34"),
    ("solo", config(duchies=[34]), r"players\[0\]\.duchy: is 33; config\.duchies says \[?\(?34"),
    ("solo", config(players=2), r"config\.players: 2 can't play the solo game"),
    ("inns", config(duchies=[33, 33]), r"config\.duchies: there is no board 33"),
    # keys that a config has not, or must have
    ("inns", config(modules=[]), "unknown key 'inns'"),
    ("inns", without("inns"), "key 'inns' is missing"),
    ("inns", top(set_aside=0), "unknown key 'set_aside'"),
    ("retrieval", without("set_aside"), "key 'set_aside' is missing"),
    ("retrieval", config(ruleset="alea_2011"), "unknown key 'set_aside'"),
    ("retrieval_of_2011", top(set_aside=0), "unknown key 'set_aside'"),
    ("routes", without("route", 0), r"players\[0\]: key 'route' is missing"),
    ("routes", without("route_goods", 1), r"players\[1\]: key 'route_goods' is missing"),
    ("routes", mine(route_hand=[]), r"players\[0\]: unknown key 'route_hand'"),
    ("inns", mine(route=[]), r"players\[0\]: unknown key 'route'"),
    ("inns", mine(target=50), r"players\[0\]: unknown key 'target'"),
    ("solo", without("target", 0), r"players\[0\]: key 'target' is missing"),
    ("solo", top(track=[[0], [], [], [], [], [], []]), "unknown key 'track'"),
    ("solo", top(bonus_tiles={}), "unknown key 'bonus_tiles'"),
    ("its_posts", lambda d: d["chateauma"].pop("posts"), "chateauma: key 'posts' is missing"),
    # inns
    ("inns", top(inns=-1), "inns: is -1"),
    ("inns", top(inns=4), "inns: is 4"),
    ("inns", top(inns=None), "inns: is null"),
    ("inns", top(inns=2), "inns: 4 in the stack, in storages and duchies; one comes in each phase, so 3 so far"),
    ("inns", mine(1, storage=["inn"]), "inns: 4 in the stack"),
    ("inns", all_of(mine(storage=["inn", "ship", "ship"]), pending({"kind": "discard", "for": "inn"})),
     "inns: 4 in the stack"),
    ("inns", placed(h4="inn"), r"players\[0\]\.placed\.h[48]: a second inn in this \w+ region; it may have one"),
    ("routes", placed(h18="inn"), r"players\[0\]\.placed\.h18: "),
    ("routes", mine(storage=["inn"]), "1 inn tiles in the whole position; there are 0"),
    ("inns", lambda d: d["black_depot"].__setitem__(0, "inn"), r"black_depot\[0\]: "),
    ("inns", lambda d: d["depots"]["1"]["tiles"].__setitem__(0, "inn"), r"depots\.1\.tiles\[0\]: "),
    # castles set aside
    ("retrieval", top(set_aside=-1), "set_aside: is -1"),
    ("retrieval", top(set_aside=17), "set_aside: is 17"),
    ("retrieval", top(set_aside=15), "17 castle tiles in the whole position; there are 16"),
    ("retrieval", all_of(top(phase="A", round_goods=[1, 2, 3, 4]), mine(0)), "set_aside: castles are set aside at"),
    ("retrieval", placed(h31="castle"), r"players\[0\]\.placed\.h(16|31): doesn't touch"),
    ("retrieval_of_2011", placed(h37="bank"), r"players\[0\]\.placed\.h37: doesn't touch"),
    # border posts
    ("inns", lambda d: d["bonus_tiles"].update(post=2), r"bonus_tiles: unknown key 'post'"),
    ("inns", mine(bonus=["post_large"]), r"players\[0\]\.bonus: this game has bonus tiles for building, .* mine$"),
    ("solo", mine(bonus=["ship_large"]), r"players\[0\]\.bonus: this game has bonus tiles for nothing"),
    ("posts", lambda d: d["bonus_tiles"].update(post=1), r"bonus_tiles\.post: says 1 are left, but post_small is"),
    ("posts", lambda d: d["bonus_tiles"].update(post=3), r"bonus_tiles\.post: is 3"),
    ("posts", mine(1, bonus=[]), r"bonus_tiles\.post: says 0 are left, but post_small is held by nobody"),
    ("posts", mine(1, bonus=["post_large"]), r"players\[1\]\.bonus: post_large is held by seat 0 already"),
    ("posts", all_of(mine(bonus=["post_large", "post_small"]), mine(1, bonus=[])),
     r"players\[0\]\.bonus: both post tiles"),
    ("its_posts", its(posts=-1), r"chateauma\.posts: is -1"),
    ("its_posts", its(posts=None), r"chateauma\.posts: is null"),
    ("its_posts", its(bonus=["post_large"]), r"bonus_tiles\.post: says 2 are left, but post_large is held by seat 1"),
    # trade routes
    ("routes", mine(route=[1, 2, 3, 4]), r"players\[0\]\.route: has 4 tiles; with so many seats there are 5 in"),
    ("routes", mine(route=[1, 2, 3, 4, 5, 11]), r"players\[0\]\.route: has 6 tiles"),
    ("routes", mine(route=[1, 2, 3, 4, 13]), r"players\[0\]\.route\[4\]: is 13"),
    ("routes", mine(route=[1, 2, 3, 4, 0]), r"players\[0\]\.route\[4\]: is 0"),
    ("routes", mine(route=[1, 2, 3, 4, 4]), r"players\[0\]\.route: trade-route tile 4 is there twice"),
    ("routes", mine(route=[1, 2, 3, 4, 6]), r"players\[1\]\.route: trade-route tile 6 is there twice"),
    ("routes", mine(route_goods=[7]), r"players\[0\]\.route_goods\[0\]: is 7"),
    ("routes", mine(route_goods=[1, 2, 3, 4] * 4), r"players\[0\]\.route_goods: 16 goods on 15 spaces"),
    ("routes", mine(route_goods=[2] * 8), "goods: 8 tiles of type 2"),
    ("routes_to_lay", top(stage="start"), r"players\[\d\]\.route: has \d tiles"),
    ("routes_to_lay", config(trade_route_order="random"), r"players\[0\]: unknown key 'route_hand'"),
    ("routes_to_lay", lambda d: d["players"][d["order"][0]].update(
        route=d["players"][d["order"][0]]["route"][:-1], route_hand=d["players"][d["order"][0]]["route"][-1:]),
     r"players\[\d\]\.route_hand: seats lay their whole row one after another"),
    ("routes_to_lay", lambda d: d["players"][d["order"][1]].update(
        route=d["players"][d["order"][1]]["route"] + d["players"][d["order"][1]]["route_hand"], route_hand=[]),
     r"players\[\d\]\.route_hand: seats lay their whole row one after another"),
    ("routes_to_lay", lambda d: d["players"][d["order"][2]].update(
        route=d["players"][d["order"][2]]["route_hand"], route_hand=[]),
     r"players\[\d\]\.route: seat \d has not begun to put its tiles in order"),
    ("routes_to_lay", lambda d: d["players"][d["order"][0]].update(route_goods=[1]),
     r"players\[\d\]\.route_goods: nothing is sold before the first round"),
    ("routes_to_lay", lambda d: d["players"][d["order"][2]].update(route_hand=[99]), r"route_hand\[0\]: is 99"),
    ("routes_to_lay", lambda d: d["players"][d["order"][0]]["placed"].update(h19="castle"),
     r"players\[\d\]\.placed: seat \d has nothing in its duchy yet"),
    ("chosen_routes", mine(route=[1, 2, 3, 4], route_hand=[5]), r"players\[0\]\.route: has 4 tiles"),
    ("routes", top(stage="routes", white_die=None), r"black_depot|dice|stage"),
    # tiles of modules that are not played
    ("inns", mine(storage=["m27"]), "1 m27 tiles in the whole position; there are 0"),
    ("inns", mine(storage=["white_castle"]), "1 white_castle tiles in the whole position; there are 0"),
    ("inns", lambda d: d["black_depot"].__setitem__(0, "geese"), r"black_depot\[0\]: "),
    ("crane", mine(storage=["crane"]), "2 crane tiles in the whole position; there is one"),
    ("crane", placed(h26="white_castle", h27="white_castle"), r"a second white_castle in this town"),
    # the solo game
    ("solo", mine(target=4), r"players\[0\]\.target: is 4"),
    ("solo", mine(target=None), r"players\[0\]\.target: is null"),
    ("solo", mine(vp=45), r"players\[0\]\.vp: 45 with target 45; on reaching it the marker goes back to 0"),
    ("solo", top(black_depot=[None] * 5), r"black_depot: "),
    ("solo", top(order=[0, 1]), "order: "),
    ("inns", placed(h18="black"), r"players\[0\]\.placed\.h18: "),
    ("inns", mine(storage=["black"]), "1 black tiles in the whole position; there are 0"),
    ("solo", lambda d: d["black_depot"].__setitem__(0, "black"), r"black_depot\[0\]: "),
    ("solo", placed(h12="black"), r"players\[0\]\.placed\.h12: doesn't touch"),
    ("won", mine(used=[True, True], placed={"h7": "castle"}), "stage: a game is over after phase E, round 5"),
    ("won", top(stage="turn", active=0), "stage: all hexes are covered, so the game is won"),
    ("won", lambda d: d["players"][0]["placed"].pop("h37"), r"players\[0\]\.used: both must be true"),
    # pending decisions
    ("inns", pending({"kind": "crane"}), r"pending\[0\]: crane, but module extra_tiles is not played"),
    ("inns", pending({"kind": "white_castle"}), r"pending\[0\]: white_castle, but module white_castles is not"),
    *(("inns", pending({"kind": kind, **more}), rf"pending\[0\]: {kind}, but module solo is not played")
      for kind, more in (("black", {}), ("points", {}), ("swap", {}), ("clear", {}), ("pay", {"left": 2}),
                         ("after", {"hex": "h19", "steps": ["effect"]}))),
    ("crane", pending({"kind": "crane", "effect": "bank"}), r"pending\[0\]: unknown key 'effect'"),
    ("paying", pending({"kind": "pay"}), r"pending\[0\]: key 'left' is missing"),
    ("paying", pending({"kind": "pay", "left": 0}), r"pending\[0\]\.left: is 0"),
    ("paying", pending({"kind": "pay", "left": 6}), r"pending\[0\]\.left: is 6"),
    ("paying", mine(goods={"1": 2}), r"pending\[1\]\.left: 3 goods are to be paid, 2 are there"),
    ("paying", lambda d: d["pending"].reverse(), r"pending\[0\]: pay must be decided at once, so it is the last"),
    ("paying", lambda d: d["pending"].pop(), r"pending\[0\]: after waits below a decision; on top it would"),
    ("paying", lambda d: d["pending"][0].update(hex="h38"), r"pending\[0\]\.hex: "),
    ("paying", lambda d: d["pending"][0].update(hex="h1"), r"pending\[0\]\.hex: no tile lies on h1"),
    ("paying", lambda d: d["pending"][0].update(steps=[]), r"pending\[0\]\.steps: "),
    ("paying", lambda d: d["pending"][0].update(steps=["dance"]), r"pending\[0\]\.steps\[0\]: "),
    ("paying", lambda d: d["pending"][0].pop("steps"), r"pending\[0\]: key 'steps' is missing"),
    ("solo", pending({"kind": "keep", "depot": 1}), r"pending\[0\]: keep, but the solo game has no limit on types"),
    ("clearing", lambda d: d["pending"].pop(), r"pending\[0\]: clear waits below a decision"),
    ("routes_to_lay", pending({"kind": "castle"}), "pending: decisions are pending in stage turn only"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "change", "words"), WRONG, ids=[f"{i}-{name}" for i, (name, _, _) in enumerate(WRONG)]
)
def test_a_wrong_position_is_refused_with_its_key(name: str, change: Change, words: str) -> None:
    wrong = document(name)
    change(wrong)
    told = copy.deepcopy(wrong)
    with pytest.raises(PositionError) as refusal:
        Game.from_json(wrong, seed=1)
    assert re.search(words, str(refusal.value)), refusal.value
    assert wrong == told, "the document given was changed"


def test_what_is_hidden_has_tiles_of_the_modules_played_alone() -> None:
    for name, colour, tile in (("routes", "monastery", "m27"), ("routes", "building", "white_castle")):
        wrong = document(name, hidden=True)
        wrong["hidden"]["supply"][colour][tile] = 1
        with pytest.raises(PositionError, match=f"1 {tile} tiles in numbered depots and hidden.supply; there are 0"):
            Game.from_json(wrong)
    wrong = document("solo", hidden=True)
    wrong["hidden"]["black"]["inn"] = 1
    with pytest.raises(PositionError, match="inn"):
        Game.from_json(wrong)


# --- what may lie so -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("inns", lambda d: d["players"][0]["placed"].update(h26="inn") or d["players"][0].update(storage=[])),
        ("inns", pending({"kind": "take", "colours": ["ship"]})),
        ("retrieval", mine(vp=4)),
        ("routes", mine(route_goods=[1, 2, 3, 4, 5] * 3)),
        ("its_posts", its(posts=7)),
        ("solo", mine(goods={str(kind): 2 for kind in range(1, 7)})),
        ("solo", mine(target=5, vp=4)),
        ("solo", mine(target=50)),
        ("paying", lambda d: d["pending"][0].update(steps=["region", "colour", "effect"])),
        ("won", top(phase="A", round_goods=[1, 2])),
    ],
    ids=[f"{i}" for i in range(10)],
)
def test_positions_that_can_be_are_taken(name: str, change: Change) -> None:
    good = document(name)
    change(good)
    game = Game.from_json(copy.deepcopy(good), seed=1)
    found = game.to_json()
    del found["hidden"]
    assert found == good


def test_with_the_rule_of_2011_castles_may_lie_alone_and_other_tiles_with_them() -> None:
    game = _made("retrieval_of_2011")
    assert "retrieve h16" in game.legal_actions()
    for modules, ruleset in (([], "alea_2011"), (["castle_rule"], "special_edition")):
        wrong = document("retrieval_of_2011")
        wrong["config"].update(modules=modules, ruleset=ruleset)
        wrong |= {"set_aside": 0} if modules and ruleset == "special_edition" else {}
        with pytest.raises(PositionError, match=r"players\[0\]\.placed\.h(7|31): doesn't touch"):
            Game.from_json(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_is_dealt_as_much_as_there_is(name: str) -> None:
    """No tile of a module twice, none of one that isn't played, goods on routes gone from the piles."""
    for seed in range(3):
        game = Game.from_json(document(name), seed=seed)
        found = game.to_json()
        again = Game.from_json(found, seed=seed)
        assert again.to_json() == found
        hidden = found["hidden"]
        modules = found["config"]["modules"]
        names = {tile for group in hidden["supply"].values() for tile in group} | set(hidden["black"])
        assert not names & {"inn", "black"}
        for module, tiles in (
            ("extra_tiles", {"m27", "m28", "crane", "geese"}),
            ("white_castles", {"white_castle", "m29"}),
        ):
            assert module in modules or not names & tiles
        laid = [kind for player in found["players"] for kind in player.get("route_goods", [])]
        per_type = load().components["goods"]["per_type"]
        for kind in set(laid):
            assert laid.count(kind) + hidden["goods"].get(str(kind), 0) <= per_type


def test_the_owner_of_monastery_27_is_on_top_of_its_stack() -> None:
    document = position(modules=["extra_tiles"], placed={**START, "h13": "m27"}).to_json()
    for order in ([0, 1], [1, 0]):
        document["track"] = [order, [], [], [], [], [], []]
        if order == [0, 1]:
            assert Game.from_json(document, seed=1).to_json()["track"] == document["track"]
    with pytest.raises(PositionError, match=r"track: seat 1 is above seat 0, whose monastery 27"):
        Game.from_json(document, seed=1)
    document["track"] = [[0], [1], [], [], [], [], []]
    Game.from_json(document, seed=1)
