"""The second opinion of the shields checked by itself: each sentence of 6.9, and where shields meet other modules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from .games import dealer, new_game, play, position, table_of
from .parts import BOARD, COMPONENTS, HEXES, KINDS, NUMBERS, SHIELDS, SPECIES, region
from .random_games import shields_in_play


def shielded(*shields: int, **mine: Any) -> dict:
    """Seat 0 with these shields, one a castle: h19, h7, h3, h2 of duchy 1."""
    hexes = ["h19", "h7", "h3", "h2"][: len(shields)]
    placed = dict.fromkeys(["h19", *hexes], "castle") | mine.pop("placed", {})
    modules = ["shields", *mine.pop("modules", [])]
    return position(modules=modules, shields=dict(zip(hexes, shields, strict=True)), placed=placed, **mine)


def numbered(hex_: int, board: int = 1) -> list[int]:
    return [NUMBERS[board][hex_]] * 2


def with_words(actions: list[str], *words: str) -> list[str]:
    return sorted(action for action in actions if action.split()[0] in words)


def first_event_free(doc: dict, *actions: str) -> Any:
    """A table that draws its own chance after these actions."""
    table = dealer(doc, random.Random(1))
    for action in actions:
        table.push(action, [])
    return table


# ------------------------------------------------------------------------------ getting shields
def test_shields_are_dealt_by_the_number_of_seats() -> None:
    for players, counts in ((2, [1] * 6), (3, [1, 2] * 3), (4, [2] * 6)):
        doc = new_game(players, "special_edition", [1] * players, random.Random(1), ("shields",))
        assert [len(doc["shields"][str(d)]) for d in range(1, 7)] == counts
        assert len(set(shields_in_play(doc))) == sum(counts)
    solo = {"difficulty": "easy", "modifiers": []}
    for seed in range(20):
        doc = new_game(1, "special_edition", [1], random.Random(seed), ("shields",), solo)
        assert 2 not in shields_in_play(doc)


@pytest.mark.parametrize(
    ("dice", "workers", "placed", "wild", "offered"),
    [
        ([2, 2], 0, {}, None, [3, 17]),
        ([2, 3], 0, {}, None, []),
        ([2, 3], 1, {}, None, [3, 17]),  # one die down, or the other up to depot 3, which is empty
        ([2, 6], 2, {}, None, [3, 17]),
        ([3, 5], 2, {}, None, [5]),  # depot 4 for both
        ([4, 6], 2, {"h4": "m8"}, None, [3, 5, 17]),  # 4 to 2 is one worker, 6 to 2 another
        ([3, 3], 1, {"h4": "m12", "h8": "m9", "h13": "m11"}, None, []),  # no free steps
        ([5, 2], 0, {}, 0, [3, 17]),
    ],
)
def test_a_pair(dice: list[int], workers: int, placed: dict, wild: int | None, offered: list[int]) -> None:
    doc = shielded(dice=dice, workers=workers, placed=placed, wild=wild, lying={"2": [3, 17], "4": [5]})
    assert with_words(table_of(doc).legal(), "shield") == sorted(f"shield {s}" for s in offered)


def test_a_pair_takes_both_dice_and_asks_for_the_castle() -> None:
    doc = shielded(3, dice=[6, 2], workers=3, lying={"2": [17, 8]}, placed={"h7": "castle", "h12": "white_castle"})
    table = play(doc, "shield 17")
    assert (table.me["workers"], table.me["used"]) == (1, [True, True])
    assert table.to_json()["shields"] == {"2": [8]}
    assert table.pending == [{"kind": "shield", "id": 17}]
    assert sorted(table.legal()) == ["shield h19", "shield h7"]  # no purchase meanwhile
    replaced = play(doc, "shield 17", "shield h19").to_json()
    assert replaced["players"][0]["shields"] == {"h19": 17}
    assert shields_in_play(replaced) == [8, 17]
    table.push("shield h7", [])
    assert table.to_json()["players"][0]["shields"] == {"h19": 3, "h7": 17}
    assert table.legal() == ["end"]
    doc["players"][0]["used"] = [True, False]
    assert not with_words(table_of(doc).legal(), "shield")


def test_shield_11_gives_a_shield_for_a_castles_action_but_not_for_a_white_castles() -> None:
    doc = shielded(11, pending=[{"kind": "castle"}], lying={"1": [4], "6": [18]})
    assert {"free shield 4", "free shield 18"} < set(table_of(doc).legal())
    table = play(doc, "free shield 18", "shield h19")
    assert table.me["shields"] == {19: 18}
    assert table.pending == []
    doc["pending"] = [{"kind": "white_castle"}]
    doc["config"]["modules"].append("white_castles")
    assert not [action for action in table_of(doc).legal() if "shield" in action]


# ------------------------------------------------------------------------------ what they change
def test_shield_1_makes_one_pasture_of_all() -> None:
    mine = {"placed": {"h28": "cow4", "h11": "cow3"}, "storage": ["cow2"], "dice": numbered(10)}
    assert play(shielded(**mine), "d1 place h10").me["vp"] == 2 + 3
    assert play(shielded(1, **mine), "d1 place h10").me["vp"] == 2 + 3 + 4
    mine["storage"], mine["modules"] = ["geese"], ["extra_tiles"]
    assert play(shielded(1, **mine), "d1 place h10").me["vp"] == 2 + 7


def test_shield_2_brings_a_worker_for_every_gain_of_another_seat() -> None:
    doc = shielded(
        modules=["extra_tiles", "trade_routes"], goods={"2": 1}, silver=1, placed={"h4": "m4", "h8": "m28"}
    )
    doc["players"][1].update(shields={"h19": 2}, route=[6, 7, 8, 9, 10])
    doc["players"][0].update(route=[8, 1, 2, 3, 4], dice=[2, 4], goods={"2": 1, "4": 1})

    def other(*actions: str) -> int:
        return play(doc, *actions).players[1]["workers"]

    assert other("d2 workers") == 1
    assert other("hire") == 1
    assert other("d1 sell 2") == 1  # monastery 4
    assert other("d2 sell 4") == 2  # and the first space of route 8
    assert other("d1 workers", "d2 workers", "hire") == 3
    del doc["players"][0]["placed"]["h4"]
    assert other("d1 sell 2") == 0
    own = shielded(2, dice=[2, 4])
    assert play(own, "d2 workers").me["workers"] == 2


def test_shield_2_and_the_workers_of_mines() -> None:
    doc = shielded(round=5, placed={"h25": "mine", "h30": "mine", "h4": "m2"}, used=[True, True])
    doc["players"][1]["shields"] = {"h19": 2}
    doc["order"] = [1, 0]
    table = first_event_free(doc, "end", "lose")
    assert [player["workers"] for player in table.players] == [2, 0]  # the shield was lost before the mines paid
    doc["players"][1]["silver"] = 1
    table = first_event_free(doc, "end", "pay silver")
    assert [player["workers"] for player in table.players] == [2, 1]


def test_shield_4_has_no_end_and_is_lost_for_new_tiles_only() -> None:
    depots = {"1": {"tiles": ["bank", "ship", "m3", "cow2"]}}
    mine = {"storage": ["mine"] * 5, "silver": 2, "depots": depots, "lying": {"1": [8]}}
    table = play(shielded(4, **mine), "d1 take 1.1", "buy b1")
    assert len(table.me["storage"]) == 7
    doc = shielded(4, pending=[{"kind": "shield", "id": 8}], **mine)
    table = play(doc, "shield h19", "d1 take 1.1")
    assert table.pending == [{"kind": "discard", "for": "bank"}]
    for left in (4, 3):
        table.push("discard mine", [])
        assert len(table.me["storage"]) == left
        assert table.pending == [{"kind": "discard", "for": "bank"}]
    table.push("discard mine", [])
    assert (sorted(table.me["storage"]), table.pending) == (["bank", "mine", "mine"], [])


def test_shield_5_gathers_below_monastery_5_and_the_goods_to_keep() -> None:
    depots = {"2": {"goods": {"1": 1, "4": 2}}, "3": {"goods": {"5": 1}}, "6": {"goods": {"4": 1, "5": 3, "6": 1}}}
    mine = {"goods": {"2": 1, "3": 1}, "placed": {"h4": "m5"}, "pending": [{"kind": "ship"}], "depots": depots}
    table = play(shielded(5, **mine), "goods 2")
    assert table.pending == [{"kind": "gather"}, {"kind": "ship2", "near": 2}, {"kind": "keep", "depot": 2}]
    table.push("keep 4", [])
    table.push("skip", [])
    assert sorted(table.legal()) == ["gather 4", "skip"]  # 5 and 6 don't fit
    table.push("gather 4", [])
    assert table.me["goods"][4] == 3
    assert table.depots[6]["goods"] == Counter({5: 3, 6: 1})
    assert table.pending == []
    mine |= {"goods": {"2": 1}, "placed": {}}
    table = play(shielded(5, **mine), "goods 3", "gather 5")
    assert (table.me["goods"][5], table.pending) == (4, [])


def test_shield_6_lends_monasteries_but_27() -> None:
    doc = shielded(6, modules=["extra_tiles"], dice=[2, 2], silver=2, duchies=[1, 1, 1])
    doc["players"][1]["placed"] |= {"h4": "m14", "h8": "m28", "h13": "m27", "h31": "m22"}
    doc["players"][0]["placed"]["h12"] = "bank"
    table = table_of(doc)
    assert with_words(table.legal(), "copy") == ["copy 1", "copy 2"]
    table.push("copy 1", [])
    assert not with_words(table.legal(), "copy")
    assert [table.has(table.me, m) for m in (14, 27, 28, 22)] == [True, False, True, True]
    table.push("hire", [])
    table.push("d1 workers", [])
    assert table.me["workers"] == 6
    over = table.to_json() | {"stage": "over", "active": None}
    assert over["players"][0]["copied"] == 1
    assert table_of(over).scores()[0]["monasteries"] == {"m22": 4}
    assert table_of(over).scores()[1]["monasteries"] == {"m22": 0}
    gone = play(doc | {"pending": []}, "copy 1").to_json()
    gone["pending"] = [{"kind": "shield", "id": 9}]
    after = play(gone, "shield h19").to_json()
    assert "copied" not in after["players"][0]


def test_shield_6_is_named_like_a_purchase() -> None:
    for pending, allowed in (({"kind": "ship"}, True), ({"kind": "discard", "for": "bank"}, False)):
        doc = shielded(6, pending=[pending], storage=["mine"] * 3)
        assert bool(with_words(table_of(doc).legal(), "copy")) is allowed


def test_shield_6_takes_monastery_6_of_alea_and_two_of_a_kind_stay() -> None:
    depots = {"5": {"tiles": ["m3", None, None, None]}}
    doc = shielded(6, ruleset="alea_2011", silver=2, depots=depots, copied=1, dice=numbered(27), storage=["bank"])
    doc["players"][1]["placed"] |= {"h4": "m6", "h8": "m1"}
    doc["players"][0]["placed"] |= {"h26": "bank", "h37": "church"}
    table = play(doc, "buy 5.1", "d1 place h27")
    assert table.me["storage"] == ["m3"]
    doc["players"][0]["shields"] = {}
    del doc["players"][0]["copied"]
    assert "d1 place h27" not in table_of(doc).legal()
    assert "buy 5.1" not in table_of(doc).legal()


def test_shield_7_doubles_bonus_tiles_but_not_phases() -> None:
    placed = {"h18": "ship", "h17": "ship", "h20": "ship", "h21": "ship", "h22": "ship"}
    mine = {"placed": placed, "storage": ["ship"], "dice": numbered(16)}
    plain, doubled = (play(shielded(*held, **mine), "d1 place h16").me for held in ((), (7,)))
    assert (plain["vp"], doubled["vp"]) == (6 + 10 + 5, 6 + 10 + 10)
    assert doubled["bonus"] == ["ship_large"]


@pytest.mark.parametrize(
    ("shields", "monastery", "silver", "vp"),
    [([], "m3", 2, 6), ([9], "m13", 3, 6), ([9], "m3", 4, 6), ([12], "m13", 1, 12), ([9, 12], "m3", 4, 12)],
)
def test_shields_9_and_12_at_a_sale(shields: list[int], monastery: str, silver: int, vp: int) -> None:
    doc = shielded(*shields, goods={"1": 3}, placed={"h4": monastery})
    table = play(doc, "d1 sell 1")
    assert (table.me["silver"], table.me["vp"]) == (silver, vp)


def test_shields_10_and_13_double_at_the_end() -> None:
    placed = {"h4": "m22", "h12": "bank", "h9": "crane"}
    doc = shielded(10, 13, 18, stage="over", modules=["extra_tiles"], placed=placed) | {"active": None}
    score = table_of(doc).scores()[0]
    assert score["monasteries"] == {"m22": 2 * (4 + 4)}
    assert score["shields"] == 2 * (8 + 4 + 4)


def test_shield_16_sets_one_die_a_turn() -> None:
    doc = shielded(16, dice=[1, 3], lying={"3": [9]}, depots={"6": {"tiles": ["bank", None, None, None]}})
    table = table_of(doc)
    assert with_words(table.legal(), "any") == ["any d1", "any d2"]
    assert "shield 9" not in table.legal()
    table.push("any d1", [])
    assert {"shield 9", "d1 take 6.1"} < set(table.legal())
    assert "d2 take 6.1" not in table.legal()
    assert not with_words(table.legal(), "any")
    assert table.to_json()["players"][0]["wild"] == 0
    table.me["shields"].clear()
    assert "d1 take 6.1" in table.legal()  # also if the shield goes
    doc["players"][0]["used"] = [True, False]
    assert with_words(table_of(doc).legal(), "any") == ["any d2"]


def covered_but(last: int, board: int) -> dict:
    """A duchy full but for one hex; monasteries that score nothing, buildings together as if by monastery 1."""
    makes = {"building": lambda n: KINDS[n % 8], "monastery": lambda n: f"m{[1, 2, 3, 4, 13, 14][n]}"}
    makes["livestock"] = lambda n: f"{SPECIES[n % 4]}3"
    count: Counter = Counter()
    placed = {}
    for h in HEXES:
        colour = BOARD[board][h]
        if h != last:
            placed[f"h{h}"] = makes.get(colour, lambda n, colour=colour: colour)(count[colour])
            count[colour] += 1
    return placed


def test_shield_17_counts_regions_one_larger() -> None:
    placed = {"h18": "ship", "h17": "ship"}
    doc = shielded(17, placed=placed, storage=["ship"], dice=numbered(16))
    assert play(doc, "d1 place h16").me["vp"] == 10 + 10


def test_shield_17_with_an_inn_and_a_region_of_nine() -> None:
    board, last = next((b, h) for b in range(1, 31) for h in HEXES if len(region(b, h)) == 8)
    placed = covered_but(last, board)
    castles = [h for h in placed if placed[h] == "castle"]
    doc = position(modules=["shields", "inns"], inns=0, storage=["inn"], dice=numbered(last, board),
                   duchies=[board] * 2, placed=placed, shields={castles[0]: 17})  # fmt: skip
    doc["players"][1]["placed"] = {castles[0]: "castle"}
    assert play(doc, f"d1 place h{last}").me["vp"] == 55 + 10 + 5


def test_shield_18_puts_tiles_anywhere_the_castle_rule_included() -> None:
    doc = position(modules=["shields", "castle_rule", "inns"], duchies=[11, 1], inns=0, vp=5, set_aside=1,
                   storage=["bank", "inn"], dice=numbered(37, 11), placed={"h7": "castle"})  # fmt: skip
    assert not table_of(doc).placeable("d1", 37)
    doc["players"][0]["shields"] = {"h7": 18}
    table = table_of(doc)
    assert table.placeable("d1", 37) == ["bank", "inn"]
    assert table.placeable("d1", 12) == ["inn"]  # a hex of another colour
    assert not table.placeable("d1", 36)  # another number
    assert "retrieve" in table.legal()


# ---------------------------------------------------------------------------- the end of a phase
def ending(*shields: int, **mine: Any) -> dict:
    """The last turn of phase A is over but for its `end`."""
    return shielded(*shields, **{"round": 5, "used": [True, True]} | mine) | {"order": [1, 0]}


def test_upkeep_is_paid_before_the_mines_pay() -> None:
    doc = ending(8, 17, silver=1, workers=3, placed={"h25": "mine", "h30": "mine"})
    table = first_event_free(doc, "end")
    assert (table.stage, table.active, table.round) == ("phase_end", 0, 5)
    assert table.pending == [{"kind": "upkeep", "shields": [8, 17]}]
    assert sorted(table.legal()) == ["lose", "pay silver"]
    table.push("pay silver", [])
    assert table.legal() == ["lose"]
    table.push("lose", [])
    assert (table.stage, table.phase, table.me["silver"]) == ("turn", "B", 2 * 2)
    assert table.players[0]["shields"] == {19: 8}


def test_shield_3_lets_workers_pay_also_after_it_is_lost() -> None:
    doc = ending(3, 17, 2, workers=2, silver=1)
    table = first_event_free(doc, "end")
    assert table.pending == [{"kind": "upkeep", "shields": [2, 3, 17]}]
    table.push("pay worker", [])
    table.push("lose", [])
    assert table.pending == [{"kind": "upkeep", "shields": [17], "worker": True}]
    assert sorted(table.legal()) == ["lose", "pay silver", "pay worker"]
    table.push("pay worker", [])
    assert (table.phase, table.players[0]["workers"], table.players[0]["silver"]) == ("B", 0, 1)


def test_a_worker_paid_for_upkeep_with_shield_2_on_the_other_side() -> None:
    doc = ending(3, workers=1, silver=0)
    doc["players"][1].update(shields={"h19": 2}, silver=1)
    table = first_event_free(doc, "end")
    assert table.active == 1
    table.push("pay silver", [])
    table.push("pay worker", [])
    assert [player["workers"] for player in table.players] == [0, 0]


def test_shield_14_sets_a_tile_straight_and_nothing_is_bought_meanwhile() -> None:
    depots = {"2": {"tiles": ["castle", "m7", None, None]}, "5": {"tiles": ["cow2", None, None, None]}}
    doc = ending(14, silver=4, placed={"h4": "m6"}, depots=depots)
    table = first_event_free(doc, "end")
    assert table.pending == [{"kind": "phase_end", "step": 14}, {"kind": "straight", "from": "depots"}]
    assert sorted(table.legal()) == ["free take 2.1", "free take 2.2", "skip"]  # no pasture is next to a tile
    table.push("free take 2.2", [])
    assert table.pending[1:] == [{"kind": "set", "tile": "m7"}]
    assert set(table.legal()) == {"free place h8", "free place h13"}
    table.push("free place h13", [])
    assert table.pending == [{"kind": "upkeep", "shields": [14]}]


def test_shields_14_and_15_chain_through_castle_ship_and_warehouse() -> None:
    depots = {"2": {"tiles": ["castle", None, None, None], "goods": {"4": 2}}}
    doc = ending(14, 15, silver=2, placed={"h8": "m3"}, depots=depots, storage=["ship"])
    doc["black_depot"] = ["ship", "warehouse", None, None]
    table = first_event_free(doc, "end", "free take 2.1", "free place h3")
    assert table.pending == [{"kind": "phase_end", "step": 14}, {"kind": "castle"}]
    assert not with_words(table.legal(), "buy", "copy")
    table.push("free place h18", [])
    table.push("goods 2", [])
    assert table.pending == [{"kind": "phase_end", "step": 15}, {"kind": "straight", "from": "black"}]
    assert table.order == [1, 0]
    assert table.track[:2] == [[1], [0]]
    assert sorted(table.legal()) == ["free take b1", "free take b2", "skip"]
    for action in ("free take b2", "free place h12"):
        table.push(action, [])
    assert table.pending == [{"kind": "phase_end", "step": 15}, {"kind": "sell"}]
    table.push("free sell 4", [])
    assert table.pending == [{"kind": "upkeep", "shields": [14, 15]}]
    assert (table.me["silver"], table.me["vp"]) == (2 + 2, (1 + 10) + 2 * 2)  # monastery 3


def test_shield_15_got_during_14_is_carried_out_and_14_got_during_15_waits() -> None:
    depots = {"2": {"tiles": ["castle", None, None, None]}}
    doc = ending(14, 11, lying={"6": [15]}, depots=depots)
    doc["players"][0]["placed"]["h12"] = "watchtower"
    table = first_event_free(doc, "end", "free take 2.1", "free place h3", "free shield 15", "shield h3")
    assert table.pending == [{"kind": "phase_end", "step": 15}, {"kind": "straight", "from": "black"}]
    doc = ending(15, 11, lying={"6": [14]}, depots={"1": {"tiles": ["m3", None, None, None]}})
    doc["black_depot"] = ["castle", None, None, None]
    table = first_event_free(doc, "end", "free take b1", "free place h3", "free shield 14", "shield h3")
    assert table.pending == [{"kind": "upkeep", "shields": [11, 14, 15]}]


def test_shield_15_reaches_inns() -> None:
    doc = ending(15, modules=["inns"], inns=1)
    doc["black_depot"] = [None] * 4
    table = first_event_free(doc, "end", "free take inn")
    assert (table.pending[-1], table.inns) == ({"kind": "set", "tile": "inn"}, 0)
    assert "free place h13" in table.legal()


def test_the_end_of_a_phase_goes_seat_by_seat_in_turn_order() -> None:
    depots = {"2": {"tiles": ["m3", "m4", None, None]}}
    doc = ending(15, depots=depots, silver=1)
    doc["players"][1].update(shields={"h19": 14}, silver=1)
    doc["order"] = [1, 0]
    table, asked = first_event_free(doc, "end"), []
    while table.stage == "phase_end":
        asked.append((table.active, table.pending[-1]["kind"]))
        table.push("skip" if "skip" in table.legal() else "pay silver", [])
    assert asked == [(1, "straight"), (0, "straight"), (1, "upkeep"), (0, "upkeep")]


def test_upkeep_is_due_at_the_end_of_phase_e_too() -> None:
    table = first_event_free(ending(18, silver=1, phase="E"), "end")
    assert table.legal() == ["pay silver", "lose"]
    table.push("pay silver", [])
    assert (table.stage, table.active, table.pending) == ("over", None, [])
    assert table.scores()[0]["total"] == SHIELDS[18]


# -------------------------------------------------------------------------------- the Châteauma
def beside_the_chateauma(**mine: Any) -> dict:
    doc = new_game(1, "special_edition", [1], random.Random(3), ("shields",), {"difficulty": "easy", "modifiers": []})
    doc.update(stage="turn", active=0, white_die=4, round_goods=[1, 2, 3, 4], black_depot=[None] * 4)
    doc["players"][0].update(placed={"h19": "castle"}, dice=[1, 1], goods={}, **mine)
    return doc


def test_the_chateauma_takes_the_lowest_shield_clockwise() -> None:
    doc = beside_the_chateauma()
    doc["shields"] = {"1": [9, 5], "3": [1]}
    table = table_of(doc)
    table.auto["cards"][0] = {"id": 3, "tiles": ["ship", "bank", "cow2", "bank"]}  # with the symbol
    table.auto["cards"][1] = {"id": 2, "tiles": ["bank"] * 4}  # without
    table._finish(0)
    table._finish(1)
    table.finished = []
    written = table.to_json()
    assert (written["chateauma"]["shields"], written["shields"]) == ([5], {"1": [9], "3": [1]})


def test_the_chateaumas_shields_score_by_their_number() -> None:
    for shields, vp in (([], 0), ([1], 8), ([1, 3], 15), ([1, 3, 4], 25), ([1, 3, 4, 5], 40), ([1, 3, 4, 5, 7], 40)):
        doc = beside_the_chateauma() | {"stage": "over", "active": None}
        doc["shields"], doc["chateauma"]["shields"] = {}, shields
        assert table_of(doc).scores()[1]["shields"] == vp
    assert COMPONENTS["scoring"]["chateauma_shields"] == [0, 8, 15, 25, 40]


def test_shield_6_names_the_chateauma() -> None:
    doc = beside_the_chateauma(shields={"h19": 6}, used=[True, False])
    doc["players"][0]["placed"]["h12"] = "bank"
    doc["shields"] = {}
    auto = doc["chateauma"]
    auto["duchy"] = {"monastery": ["m14", "black", "m22"]}
    auto["cards"] = [{"id": 5, "tiles": ["m13", None, None, "black:m3"]}, {"id": 2, "tiles": [None] * 4}]
    auto["inventory"] = {"monastery": ["m4"]}
    table = table_of(doc)
    assert [table.has(table.me, m) for m in (13, 14, 22)] == [False] * 3
    table.push("copy 1", [])
    assert [table.has(table.me, m) for m in (13, 14, 22)] == [True] * 3
    assert [table.has(table.me, m) for m in (3, 4)] == [False] * 2
    table.push("d2 workers", [])
    assert (table.me["workers"], table.me["silver"]) == (5, 2)
    over = table_of(table.to_json() | {"stage": "over", "active": None})
    assert over.scores()[0]["monasteries"] == {"m22": 4}
