"""Games with the modules beside the second opinion: each alone, in pairs, all that can be together, solo.

`python tools/differential.py` is the long mode of the random games here.
"""

import random
from collections import Counter

import pytest
from differential import BY_THEMSELVES, MODULES, combinations, config_of, play_number, together

from burgundy_env import Game
from burgundy_env.config import MODULES as ALL

from .games import new_game, position
from .parts import BOARD, HEXES, KINDS, NUMBERS, SPECIES, region


@pytest.mark.parametrize("modules", combinations(), ids="+".join)
def test_the_engine_agrees_with_the_second_opinion(modules):
    seen = Counter()
    for number in range(2):
        play_number(5, number, [modules], seen)
    assert sum(seen.values()) > 50


def test_combinations_are_each_module_each_pair_and_all():
    n = len(MODULES)
    assert len(combinations()) == len(set(combinations())) == n + n * (n - 1) // 2 + 2 + 4 * len(BY_THEMSELVES)
    assert {*MODULES, *BY_THEMSELVES} == {*ALL}
    among = ((("inns",), {2, 3, 4}), (("shields",), {1, 2, 3, 4}), (("solo",), {1}))
    for modules, players in among:
        assert {config_of(modules, random.Random(n))["players"] for n in range(40)} == players


@pytest.mark.parametrize("modules", combinations(), ids="+".join)
def test_a_fresh_game_is_laid_out_as_the_rules_say(modules):
    rng = random.Random("+".join(modules))
    for seed in range(4):
        config = config_of(modules, rng) | {"trade_route_order": "random"}
        for key in ("chateauma", "vineyards", "vines_out"):  # its setup has tests of its own; the rest is drawn
            config.pop(key, None)
        if not {"solo", "team"} & set(modules):
            config["players"] = rng.randint(2, 4)
            config["duchies"] = (config["duchies"] * 4)[: config["players"]]
        doc = Game.new(config, seed=seed).to_json()
        mine = new_game(config["players"], config["ruleset"], config["duchies"], rng, tuple(doc["config"]["modules"]))
        routes = [tile for player in doc["players"] for tile in player.get("route", [])]
        assert len(routes) == len(set(routes))
        assert sum(doc["hidden"]["goods"].values()) == 25
        assert without_chance(doc) == without_chance(mine)


def without_chance(doc):
    """What every first position of a config has in common."""
    doc["config"] = {key: doc["config"][key] for key in ("players", "ruleset", "modules", "duchies")}
    first = doc["order"][0]
    doc["hidden"].pop("goods")
    doc["players"] = [doc["players"][seat] for seat in doc["order"]]
    if "teams" in doc:
        doc["teams"] = [doc["teams"][first % 2], doc["teams"][1 - first % 2]]
    doc["order"] = doc["track"] = doc["active"] = None
    if "shields" in doc:
        doc["shields"] = {d: len(ids) for d, ids in doc["shields"].items()}
    if "vineyards" in doc:
        doc["hidden"]["doubles"] = sorted(doc["hidden"]["doubles"].values())
        doc["vineyards"].update(out=len(doc["vineyards"]["out"]), reserve=sum(doc["vineyards"]["reserve"].values()))
    for owner in (*doc["players"], *doc.get("teams", [])):
        owner["goods"] = sum(owner.get("goods", {}).values())
        owner["route"] = len(owner.get("route", []))
        owner["duchy"] = owner["target"] = None
        for key in ("copied", "wild", "m27"):  # null or absent
            assert owner.pop(key, None) is None
        if "vineyard" in owner:
            owner["vineyard"].update(board=None, bonus=sum(owner["vineyard"]["bonus"].values()))
    return doc


# --------------------------------------------------------------------------- awkward meetings
def numbered(hex_, board=1):
    """Dice that both show the number of a hex."""
    return [NUMBERS[board][hex_]] * 2


def covered(board, but):
    """Every hex of a duchy under a tile of its colour, but one; buildings of a kind together thanks to m1."""
    count, placed = Counter(), {}
    makes = {
        "building": lambda n: KINDS[n % 8],
        "monastery": lambda n: f"m{[1, 2, 3, 4, 13, 14][n]}",
        "livestock": lambda n: f"{SPECIES[n % 4]}3",
    }
    for h in HEXES:
        colour = BOARD[board][h]
        if h != but:
            placed[f"h{h}"] = makes.get(colour, lambda n, colour=colour: colour)(count[colour])
            count[colour] += 1
    return placed


def test_a_crane_copies_a_town_hall_that_places_a_white_castle():
    depots = {"4": {"tiles": [None, "bank", None, None]}}
    modules = ["extra_tiles", "white_castles"]
    doc = position(modules=modules, storage=["crane", "white_castle"], dice=numbered(26), depots=depots)
    doc = together(doc, "d1 place h26", "pick crane", "effect town_hall", "free place h27", "free take 4.2")
    assert doc["players"][0]["storage"] == ["bank"]


def test_geese_with_monasteries_7_and_24():
    placed = {"h19": "castle", "h13": "m7", "h12": "bank", "h11": "cow2", "h6": "cow2", "h5": "pig4", "h7": "castle",
              "h8": "m24"}  # fmt: skip
    doc = position(modules=["extra_tiles"], storage=["geese", "pig3"], dice=[5, 6], placed=placed)
    doc["black_depot"][0] = None  # m7 is in the duchy
    doc = together(doc, "d1 place h10", "pick geese", "d2 place h1")
    geese, pigs, region = 2 + 1 + (2 + 2 + 2), 3 + 4 + 2 + 3, 15 + 10
    assert doc["players"][0]["vp"] == geese + pigs + region


def test_an_inn_completes_a_region_of_eight_with_the_last_hex_of_its_colour():
    board, last = next((b, h) for b in range(1, 31) for h in HEXES if len(region(b, h)) == 8)
    placed, dice = covered(board, last), numbered(last, board)
    doc = position(modules=["inns"], inns=0, storage=["inn"], dice=dice, duchies=[board] * 2, placed=placed)
    doc["players"][1]["placed"] = {next(h for h in placed if placed[h] == "castle"): "castle"}
    assert together(doc, f"d1 place h{last}")["players"][0]["vp"] == 45 + 10 + 5


def test_a_trade_route_bonus_in_the_middle_of_a_sale_by_a_crane():
    depots = {"5": {"tiles": ["mine", None, None, None]}}
    modules = ["extra_tiles", "trade_routes"]
    doc = position(modules=modules, storage=["crane"], goods={"4": 2}, dice=numbered(26), depots=depots)
    doc["players"][0].update(route=[1, 2, 3, 4, 5], route_goods=[2])
    doc["players"][1].update(route=[6, 7, 8, 9, 10])
    doc = together(doc, "d1 place h26", "effect warehouse", "free sell 4", "free take 5.1")
    assert doc["players"][0]["route_goods"] == [2, 4, 4]
    assert doc["players"][0]["storage"] == ["mine"]


def test_shared_stacks_with_monastery_27():
    doc = position(modules=["extra_tiles"], duchies=[1, 1, 1], pending=[{"kind": "ship"}])
    doc["players"][1]["placed"]["h13"] = "m27"
    doc["track"] = [[0], [1, 2], [], [], [], [], []]
    assert together(doc, "goods 1")["track"][1] == [1, 0, 2]


def test_retrieval_of_the_last_castle_set_aside():
    doc = position(modules=["castle_rule"], duchies=[11, 11], set_aside=1, vp=5, storage=["ship", "ship", "bank"])
    doc["phase"] = "C"
    for player in doc["players"]:
        player["placed"] = {"h7": "castle"}
    doc = together(doc, "retrieve", "discard ship")
    assert (doc["set_aside"], doc["players"][0]["storage"]) == (0, ["bank", "castle", "ship"])


def test_monastery_28_in_the_middle_of_an_effect():
    placed = {"h19": "castle", "h13": "m28", "h26": "white_castle"}
    depots = {"5": {"tiles": ["mine", None, None, None]}}
    modules = ["extra_tiles", "white_castles"]
    doc = position(modules=modules, placed=placed, depots=depots, silver=1, pending=[{"kind": "white_castle"}])
    assert together(doc, "hire", "free take 5.1")["players"][0]["workers"] == 1


def test_a_solo_target_reached_before_a_colour_and_a_monastery():
    placed = covered(33, 8)
    del placed["h25"]  # livestock; it would be won with the last hex
    doc = position(modules=["solo"], placed=placed, storage=["m26"], dice=numbered(8, 33), vp=39, silver=3)
    doc = together(doc, "d1 place h8", "free workers", "points")
    assert (doc["players"][0]["vp"], doc["players"][0]["target"]) == (5 * 3 + 1, 45)


def test_a_monastery_of_the_solo_game_is_in_force_as_soon_as_it_lies():
    placed = {"h7": "castle", "h4": "bank"}
    doc = position(modules=["solo"], placed=placed, storage=["m14"], dice=numbered(8, 33), vp=39)
    doc = together(doc, "d1 place h8", "free workers", "d2 workers")
    assert doc["players"][0]["workers"] == 4 + 4
