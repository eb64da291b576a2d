"""The second opinion of the modules checked by itself: rulebook examples with their numbers, and random games."""

from __future__ import annotations

import itertools
import random

import pytest

from .game import Table
from .games import dealer, new_game, play, position, table_of
from .parts import BOARD, HEXES, NUMBER, ROUTES, region
from .random_games import play_at_random, tiles_in_play

MODULES = ["castle_rule", "extra_tiles", "border_posts", "white_castles", "inns", "trade_routes"]


# -------------------------------------------------------------------------------- castle_rule
def on_board_11(**mine):
    """Seat 0 bound by the castle rule, a castle on h7, a ship and a monastery next to it."""
    mine = {"placed": {"h7": "castle", "h12": "ship", "h6": "m1"}} | mine
    return position(modules=["castle_rule", "inns"], duchies=[11, 1], inns=1, **mine)


@pytest.mark.parametrize(
    ("tile", "hex_", "allowed"),
    [
        ("bank", 2, True),  # next to the castle
        ("bank", 1, False),  # next to a monastery only
        ("bank", 18, False),  # next to a ship and a monastery
        ("m2", 5, True),  # linked to the castle by a monastery
        ("m2", 11, True),
        ("ship", 13, True),
        ("inn", 2, True),
        ("inn", 5, False),  # linked by a monastery, but an inn must touch the castle itself
    ],
)
def test_castle_rule(tile: str, hex_: int, allowed: bool) -> None:
    doc = on_board_11()
    assert table_of(doc).fits(tile, hex_) is allowed
    doc["config"]["modules"].remove("castle_rule")
    del doc["set_aside"]
    assert table_of(doc).fits(tile, hex_)


def test_an_inn_links_nothing_and_castles_are_free_of_the_rule() -> None:
    assert not table_of(on_board_11(placed={"h7": "castle", "h6": "inn"})).fits("m2", 5)
    assert table_of(on_board_11(placed={"h7": "castle", "h6": "inn"})).fits("m2", 11) is False
    assert table_of(on_board_11(placed={"h7": "castle", "h17": "bank"})).fits("castle", 16)
    doc = position(modules=["castle_rule"], placed={"h19": "castle", "h13": "m2"})
    assert table_of(doc).fits("bank", 14)  # board 1: not bound


def test_retrieval_of_the_special_edition() -> None:
    doc = on_board_11(vp=5, set_aside=2, storage=["bank", "ship"])
    table = play(doc, "retrieve")
    assert (table.me["vp"], table.me["used"], table.set_aside) == (0, [True, True], 1)
    assert table.me["storage"] == ["bank", "ship", "castle"]
    table = play(on_board_11(vp=7, set_aside=1, storage=["bank"] * 3), "retrieve")
    assert table.pending == [{"kind": "discard", "for": "castle"}]
    for mine in ({"vp": 4}, {"used": [False, True]}, {"set_aside": 0}, {"duchy": 1}):
        assert "retrieve" not in table_of(on_board_11(**({"vp": 5, "set_aside": 1} | mine))).legal()


def test_retrieval_of_2011() -> None:
    doc = on_board_11(vp=5, ruleset="alea_2011", storage=["castle"])
    assert [a for a in table_of(doc).legal() if "retrieve" in a] == ["retrieve h16", "retrieve h22", "retrieve h31"]
    table = play(doc, "retrieve h22")
    assert table.me["vp"] == 1 + 10  # a region of one
    assert table.me["storage"] == []
    assert table.pending == [{"kind": "castle"}]
    assert not [a for a in table_of(on_board_11(vp=5, ruleset="alea_2011")).legal() if "retrieve" in a]


def test_castles_left_on_the_board_are_set_aside() -> None:
    doc = on_board_11(set_aside=1, used=[True, True])
    doc["round"], doc["active"], doc["order"] = 5, 0, [1, 0]
    doc["depots"]["2"]["tiles"] = ["castle", "bank", None, None]
    doc["black_depot"] = ["castle", None, "ship", None]
    made = dealer(doc, random.Random(2))
    made.push("end", [])
    assert (made.phase, made.set_aside, made.inns) == ("B", 3, 2)


# -------------------------------------------------------------------------------- extra_tiles
def pasture(placed: dict, tile: str) -> int:
    """Points for a tile on h10 of duchy 1, in the pasture h1 h5 h6 h10 h11."""
    doc = position(modules=["extra_tiles"], dice=[NUMBER[10]] * 2, placed={"h19": "castle"} | placed, storage=[tile])
    return play(doc, "d1 place h10").me["vp"]


def test_carlas_geese() -> None:
    assert pasture({"h5": "cow2", "h6": "cow3"}, "geese") == 7
    assert pasture({"h5": "cow2", "h6": "cow3", "h11": "geese"}, "pig4") == 6
    assert pasture({"h5": "cow2", "h6": "cow3", "h11": "geese"}, "cow4") == 11
    assert pasture({"h5": "cow2", "h6": "cow2", "h11": "pig3"}, "geese") == 6  # the species worth most
    assert pasture({"h17": "ship"}, "geese") == 2


def test_geese_with_monasteries_7_and_24() -> None:
    assert pasture({"h4": "m7", "h5": "cow2", "h6": "cow2", "h11": "pig4"}, "geese") == 3 + 6
    assert pasture({"h4": "m7", "h5": "cow2", "h6": "geese"}, "pig4") == 5 + 3
    placed = {"h1": "geese", "h2": "cow2", "h3": "cow3", "h4": "m24"}
    doc = position(modules=["extra_tiles"], stage="over", placed=placed)
    assert Table.from_json(doc | {"active": None}).scores()[0]["monasteries"] == {"m24": 8}


def test_monastery_27_stays_on_top() -> None:
    doc = position(modules=["extra_tiles"], pending=[{"kind": "ship"}], duchies=[1, 1, 1])
    doc["track"] = [[0], [2, 1], [], [], [], [], []]
    assert play(doc, "goods 1").track[1] == [0, 2, 1]
    doc["players"][1]["placed"]["h13"] = "m27"
    doc["track"] = [[0], [1, 2], [], [], [], [], []]
    assert play(doc, "goods 1").track[1] == [1, 0, 2]
    doc = position(modules=["extra_tiles"], dice=[NUMBER[13]] * 2, storage=["m27"])
    doc["track"] = [[], [1, 0], [], [], [], [], []]
    assert play(doc, "d1 place h13").track[1] == [0, 1]


def test_monastery_28_hires_at_any_time() -> None:
    doc = position(modules=["extra_tiles"], placed={"h19": "castle", "h4": "m28"}, silver=2, used=[True, True])
    table = play(doc, "hire", "hire")
    assert (table.me["workers"], table.me["silver"]) == (4, 0)
    assert table.legal() == ["end"]
    doc["pending"] = [{"kind": "ship"}]
    assert "hire" in table_of(doc).legal()
    doc["pending"] = [{"kind": "discard", "for": "bank"}]
    doc["players"][0]["storage"] = ["ship"] * 3
    assert "hire" not in table_of(doc).legal()


def test_crane() -> None:
    assert sorted(region(1, 26)) == [26, 27, 32, 33, 37]
    doc = position(modules=["extra_tiles", "white_castles"], dice=[NUMBER[26]] * 2, storage=["crane", "bank"])
    doc["players"][0]["placed"]["h27"] = "bank"
    table = play(doc, "d1 place h26", "effect bank")  # named although there is one in the town
    assert table.me["silver"] == 2
    assert table.fits("watchtower", 32)
    assert not table.fits("bank", 32)
    assert play(doc, "d1 place h26", "effect church").pending == []
    table = play(doc, "d1 place h26", "effect white_castle")
    assert table.pending == [{"kind": "white_castle"}]
    doc["config"]["modules"] = ["extra_tiles"]
    doc["hidden"]["supply"]["monastery"].pop("m29")
    assert "effect white_castle" not in play(doc, "d1 place h26").legal()


def test_the_crane_counts_as_one_building_at_the_end() -> None:
    placed = {"h1": "crane", "h2": "bank", "h3": "m22", "h4": "m16", "h5": "m29", "h6": "white_castle"}
    doc = position(modules=["extra_tiles", "white_castles"], stage="over", placed=placed)
    assert Table.from_json(doc | {"active": None}).scores()[0]["total"] == 4 + 4 + 4


# ------------------------------------------------------------------------------- border_posts
ROAD = ["h4", "h3", "h2", "h6", "h11", "h17", "h16"]  # from the post at h4 to the one at h16


def linking(road: list[str], last: int, **mine) -> dict:
    placed = {f"h{h}": "castle" for h in (int(spot[1:]) for spot in road) if h != last}
    tile = {"livestock": "cow2", "ship": "ship"}[BOARD[1][last]]
    return position(modules=["border_posts"], dice=[NUMBER[last]] * 2, placed=placed, storage=[tile], **mine)


def test_two_and_three_border_posts() -> None:
    doc = linking(ROAD, 11)
    assert play(doc, "d1 place h11").me["vp"] == 2 + 10
    doc = linking([*ROAD, "h24", "h30", "h35"], 17)
    table = play(doc, "d1 place h17")  # all three at one stroke: both
    assert table.me["vp"] == 10 + 5
    assert table.me["bonus"] == ["post_large"]
    assert table.to_json()["bonus_tiles"]["post"] == 1
    doc["bonus_tiles"]["post"] = 1
    assert play(doc, "d1 place h17").me["bonus"] == ["post_small"]
    del doc["bonus_tiles"]["post"]
    assert play(doc, "d1 place h17").me["vp"] == 10


def test_the_second_link_brings_the_tile_only() -> None:
    doc = linking([*ROAD, "h24", "h30", "h31", "h36"], 16)  # h4 and h36 are linked already
    table = play(doc, "d1 place h16")
    assert (table.me["vp"], table.me["bonus"]) == (5, ["post_large"])


# ------------------------------------------------------------------------------ white_castles
def test_a_white_castle_acts_for_the_white_die() -> None:
    depots = {"4": {"tiles": ["bank", None, None, None]}, "6": {"tiles": ["mine", None, None, None]}}
    doc = position(modules=["white_castles"], dice=[NUMBER[26]] * 2, storage=["white_castle"], depots=depots)
    table = play(doc, "d1 place h26")
    assert table.pending == [{"kind": "white_castle"}]
    assert sorted(table.legal()) == ["free take 4.1", "free workers", "skip"]
    doc["players"][0]["workers"] = 2
    assert play(doc, "d1 place h26", "free take 6.1").me["workers"] == 0
    doc["players"][0]["placed"] |= {"h4": "m14", "h9": "m13"}
    table = play(doc, "d1 place h26", "free workers")
    assert (table.me["workers"], table.me["silver"]) == (6, 1)
    doc["players"][0]["storage"].append("white_castle")
    assert not play(doc, "d1 place h26").fits("white_castle", 27)


def test_a_pick_for_a_white_castle_pays_when_it_is_made() -> None:
    spot = next(h for h in (25, 26, 27) if NUMBER[h] != 4 and BOARD[1][h] == "building")
    doc = position(
        modules=["white_castles", "inns"], inns=0, storage=["bank", "inn", "market"], workers=3,
        placed={"h19": "castle", "h4": "m9"}, pending=[{"kind": "white_castle"}],
    )  # fmt: skip
    distance = min(abs(NUMBER[spot] - 4), 6 - abs(NUMBER[spot] - 4))
    table = play(doc, f"free place h{spot}")
    assert table.me["workers"] == 3
    assert table.legal() == ["pick bank", "pick inn", "pick market"]
    table.push("pick inn", [])
    assert table.me["workers"] == 3 - distance  # monastery 9 gives an inn no free step
    assert play(doc, f"free place h{spot}", "pick bank").me["workers"] == 3 - distance + 1
    assert table.pending == []
    doc["players"][0]["workers"] = distance - 1
    assert play(doc, f"free place h{spot}").legal() == ["pick bank", "pick market"]


# --------------------------------------------------------------------------------------- inns
def test_an_inn_makes_its_region_one_larger() -> None:
    assert sorted(region(1, 26)) == [26, 27, 32, 33, 37]
    placed = {"h19": "castle", "h26": "bank", "h27": "inn", "h32": "market", "h33": "church"}
    doc = position(modules=["inns"], inns=1, dice=[NUMBER[37]] * 2, placed=placed, storage=["watchtower"])
    assert play(doc, "d1 place h37").me["vp"] == 21 + 10 + 4
    placed["h27"], doc["players"][0]["storage"] = "carpenter", ["inn"]
    assert play(doc, "d1 place h37").me["vp"] == 21 + 10
    assert not table_of(position(modules=["inns"], inns=1, placed=placed | {"h26": "inn"})).fits("inn", 37)


def test_a_region_of_nine_and_the_last_hex_of_a_colour() -> None:
    board, last = next((b, h) for b in range(1, 31) for h in HEXES if len(region(b, h)) == 8)
    colour = BOARD[board][last]
    placed = {f"h{h}": "castle" for h in HEXES if BOARD[board][h] == colour and h != last}
    doc = position(modules=["inns"], inns=0, dice=[NUMBER[last]] * 2, placed=placed, storage=["inn"])
    doc["players"][0]["duchy"] = board
    table = play(doc, f"d1 place h{last}")
    assert table.me["vp"] == 45 + 10 + 5
    assert table.me["bonus"] == [f"{colour}_large"]
    assert table.pending == []


def test_buying_an_inn() -> None:
    doc = position(modules=["inns"], inns=1, silver=4)
    table = play(doc, "buy inn")
    assert (table.me["storage"], table.me["silver"], table.inns) == (["inn"], 2, 0)
    assert not [a for a in table.legal() if a.startswith("buy")]
    assert "buy inn" not in table_of(position(modules=["inns"], inns=0, silver=4)).legal()


# ------------------------------------------------------------------------------- trade_routes
def selling(goods: int, count: int, route: list[int], laid: list[int], **mine) -> dict:
    doc = position(modules=["trade_routes"], goods={str(goods): count}, dice=[goods] * 2, **mine)
    doc["players"][0].update(route=route, route_goods=laid)
    return doc


def test_a_stack_fills_the_row_and_matching_numbers_bring_bonuses() -> None:
    assert [space["number"] for space in ROUTES[1] + ROUTES[2]] == [2, 4, 1, 6, 3, 4]
    depots = {"2": {"tiles": ["bank", "m3", "ship", None]}}
    table = play(selling(2, 2, [1, 2], [], depots=depots), "d1 sell 2")
    assert table.me["route_goods"] == [2, 2]
    assert (table.me["silver"], table.me["vp"], table.me["workers"]) == (1, 4, 0)
    assert table.pending == [{"kind": "take", "colours": ["building"]}]
    assert sorted(table.legal()) == ["d2 workers", "free take 2.1", "skip"][1:]
    table = play(selling(4, 5, [1, 2], [2], depots=depots), "d1 sell 4")
    assert table.me["route_goods"] == [2, 4, 4, 4, 4, 4]
    assert table.pending == [  # the leftmost is decided first
        {"kind": "take", "colours": ["building"]},
        {"kind": "take", "colours": ["monastery", "castle", "mine"]},
    ]
    table.push("free take 2.2", [])
    assert sorted(table.legal()) == ["free take 2.1", "skip"]


def test_workers_silver_and_points_follow_at_once_and_a_full_row_leaves_the_rest() -> None:
    table = play(selling(1, 3, [1], [3, 3]), "d1 sell 1")
    assert table.me["workers"] == 4
    assert table.to_json()["players"][0]["sold"] == {"1": 2}
    assert play(selling(6, 1, [2], []), "d1 sell 6").me["vp"] == 2 + 4
    assert play(selling(3, 1, [2], [6]), "d1 sell 3").me["silver"] == 1 + 2
    placed = {"h4": "m15", "h9": "m25"}
    doc = selling(1, 1, [1], [3, 3], stage="over", placed=placed, sold={"2": 1}) | {"active": None}
    assert Table.from_json(doc).scores()[0]["monasteries"] == {"m15": 4, "m25": 3}


def test_a_bonus_of_a_sale_by_a_crane() -> None:
    doc = selling(4, 1, [1], [2], pending=[{"kind": "castle"}, {"kind": "crane"}])
    doc["config"]["modules"].append("extra_tiles")
    doc["depots"]["5"]["tiles"][0] = "mine"
    table = play(doc, "effect warehouse", "free sell 4", "free take 5.1")
    assert table.me["storage"] == ["mine"]
    assert table.pending == [{"kind": "castle"}]


def test_the_chosen_order_of_routes() -> None:
    doc = position(modules=["trade_routes"], stage="routes")
    doc["config"]["trade_route_order"] = "chosen"
    for player, hand in zip(doc["players"], ([3, 9], [5, 12]), strict=True):
        player.update(route=[], route_hand=hand, dice=[], placed={})
    table = play(doc, "route 9", "route 3", "route 5")
    assert (table.stage, table.active, table.legal()) == ("routes", 1, ["route 12"])
    table.push("route 12", [])
    assert (table.stage, table.active) == ("start", 0)
    assert [player["route"] for player in table.players] == [[9, 3], [5, 12]]


# ------------------------------------------------------------------------------ the Châteauma
def with_chateauma(modules: list[str], **auto):
    doc = new_game(
        1, "special_edition", [1], random.Random(4), tuple(modules), {"difficulty": "easy", "modifiers": []}
    )
    doc.update(stage="turn", white_die=4)
    doc["chateauma"].update(auto)
    return table_of(doc)


def test_the_chateaumas_geese() -> None:
    herd = {"livestock": ["cow2", "cow2", "pig4", "pig3", "sheep4"]}
    table = with_chateauma(["extra_tiles"], duchy={"livestock": [*herd["livestock"], "geese"]})
    assert table._livestock("geese") == 2 + 7  # two cows, two pigs: the pigs are worth more
    assert table._livestock("cow2") == 4 + 2
    table = with_chateauma(["extra_tiles"], duchy={"livestock": ["cow2", "cow2", "cow2", "pig4", "pig4", "geese"]})
    assert table._livestock("geese") == 2 + 6  # three cows are more tiles than two pigs
    assert with_chateauma(["extra_tiles"], duchy={"livestock": ["geese"]})._livestock("geese") == 2


def test_the_chateaumas_crane_is_a_castle() -> None:
    table = with_chateauma(["extra_tiles"], cards=[{"id": 2, "tiles": ["crane", None, "pig3", "m3"]} for _ in "lr"])
    table.depots[2]["tiles"] = ["bank", None, None, None]
    table._effect("crane", 0)
    assert table.auto["cards"][0]["tiles"] == ["crane", "bank", "pig3", "m3"]
    assert table.auto["silver"] == 1 + 2


def test_the_chateaumas_white_castle() -> None:
    table = with_chateauma(["white_castles"], inventory={"building": ["bank"]})
    table.depots[5]["tiles"] = ["bank", "ship", "m3", None]
    table.depots[3]["tiles"] = ["mine", None, None, None]
    for colour, left in (("monastery", "m3"), ("ship", "ship"), ("mine", "mine")):
        table._effect("white_castle", 0)
        assert table.auto["inventory"][colour] == [left]
    table._effect("white_castle", 0)
    assert table.auto["silver"] == 2  # only buildings are left


def test_the_chateaumas_border_posts_and_trade() -> None:
    table = with_chateauma(["border_posts", "trade_routes"], posts=0)
    for worth in (0, 10, 5, 0):
        before = table.auto["vp"]
        table._reach_post()
        assert table.auto["vp"] == before + worth
    assert table.auto["bonus"] == ["post_large"]
    for side, (card, posts) in enumerate(((2, 5), (3, 5))):  # the second card has no border post
        table.auto["cards"][side] = {"id": card, "tiles": ["bank"] * 4}
        table._finish(side)
        assert table.auto["posts"] == posts
    before = table.auto["vp"]
    table._sell_most()
    assert table.auto["vp"] == before + 2 + 1
    table.auto["goods"].clear()
    table._sell_most()
    assert table.auto["vp"] == before + 3


# ------------------------------------------------------------------------------- random games
COMBINATIONS = [(name,) for name in MODULES] + [*itertools.combinations(MODULES, 2), tuple(MODULES)]


def boards(modules: tuple[str, ...], players: int, rng: random.Random) -> list[int]:
    return [rng.randint(11, 18) if "castle_rule" in modules else rng.randint(1, 30) for _ in range(players)]


@pytest.mark.parametrize("modules", COMBINATIONS, ids="+".join)
def test_random_games(modules: tuple[str, ...]) -> None:
    number = COMBINATIONS.index(modules)
    rng = random.Random(number)
    players, ruleset = 2 + number % 3, ["special_edition", "alea_2011"][number % 2]
    doc = new_game(players, ruleset, boards(modules, players, rng), rng, modules)
    more = 4 * ("extra_tiles" in modules) + 9 * ("white_castles" in modules) + 5 * ("inns" in modules)
    assert tiles_in_play(doc) == 164 + more
    assert sorted(play_at_random(doc, rng).ranking()) == list(range(players))


@pytest.mark.parametrize("number", range(6))
def test_random_games_with_the_chateauma(number: int) -> None:
    rng = random.Random(number)
    modules = tuple(name for name in MODULES if name != "inns" and rng.random() < 0.7)
    players, ruleset = 1 + number % 3, ["special_edition", "alea_2011"][number % 2]
    chateauma = {"difficulty": "hard", "modifiers": ["D"] if number % 2 else []}
    doc = new_game(players, ruleset, boards(modules, players, rng), rng, modules, chateauma)
    assert sorted(play_at_random(doc, rng).ranking()) == list(range(players + 1))
