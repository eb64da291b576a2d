"""rules.md 3 and 5: the black depot, and monastery 6 in both rulesets."""

import pytest

from .positions import BOTH, legal, pending, play, position, seat, tile_in

BLACK = ["m7", "ship", "bank", "cow4"]
M6 = {"h19": "castle", "h13": "m6"}
DEPOTS = {"1.1": "bank", "1.2": "ship", "3.2": "market", "4.1": "ship", "6.1": "church"}
SLOTS_WITH_BUILDINGS = ["1.1", "3.2", "6.1"]


@pytest.mark.parametrize("ruleset", BOTH)
class TestThePurchase:
    def test_costs_2_silver_for_any_black_depot_tile(self, ruleset):
        game = position(ruleset=ruleset, silver=3, black=BLACK)
        assert legal(game, "buy") == ["buy b1", "buy b2", "buy b3", "buy b4"]
        for slot, tile in enumerate(BLACK, 1):
            after = play(game.copy(), f"buy b{slot}")
            assert (seat(after)["silver"], seat(after)["storage"]) == (1, [tile])
            assert after.to_json()["black_depot"][slot - 1] is None

    def test_needs_2_silver(self, ruleset):
        assert legal(position(ruleset=ruleset, silver=1, black=BLACK), "buy") == []

    def test_uses_no_die(self, ruleset):
        game = play(position(ruleset=ruleset, silver=2, black=BLACK), "buy b2")
        assert seat(game)["used"] == [False, False]
        assert legal(game) == ["d1 workers", "d2 workers"]

    def test_is_made_once_per_turn(self, ruleset):
        game = play(position(ruleset=ruleset, silver=9, black=BLACK), "buy b1")
        assert seat(game)["bought"]
        assert legal(game, "buy") == []

    def test_is_made_once_more_in_the_next_turn(self, ruleset):
        game = position(
            ruleset=ruleset, active=1, silver=4, black=BLACK, used=[True, True], track=[[1, 0]] + [[]] * 6
        )
        play(game, "buy b1", "end")
        assert game.active == 1
        assert "buy b2" in legal(game)

    def test_may_come_before_between_and_after_the_dice(self, ruleset):
        for dice in range(3):
            game = position(ruleset=ruleset, silver=2, black=BLACK)
            play(game, *["d1 workers", "d2 workers"][:dice])
            assert "buy b2" in legal(game)
            play(game, "buy b2")
            assert seat(game)["storage"] == ["ship"]

    def test_skips_empty_slots(self, ruleset):
        game = position(4, ruleset=ruleset, silver=2, black=[None, "ship", None, None, None, None, None, "bank"])
        assert legal(game, "buy") == ["buy b2", "buy b8"]

    def test_is_for_the_one_whose_turn_it_is(self, ruleset):
        game = position(ruleset=ruleset, black=BLACK, rivals={1: {"silver": 9}})
        assert legal(game, "buy") == []

    def test_reaches_no_numbered_depot_without_monastery_6(self, ruleset):
        game = position(ruleset=ruleset, silver=9, workers=9, depots=DEPOTS)
        assert legal(game, "buy") == legal(game, "recruit") == []


class TestMonastery6:
    def test_once_per_turn_takes_a_building_of_any_numbered_depot_for_2_workers(self):
        game = position(placed=M6, workers=5, depots=DEPOTS, black=BLACK)
        assert legal(game, "recruit") == [f"recruit {slot}" for slot in SLOTS_WITH_BUILDINGS]
        play(game, "recruit 3.2")
        assert (seat(game)["workers"], seat(game)["storage"], tile_in(game, "3.2")) == (3, ["market"], None)
        assert seat(game)["recruited"]
        assert legal(game, "recruit") == []

    def test_needs_2_workers(self):
        assert legal(position(placed=M6, workers=1, depots=DEPOTS), "recruit") == []

    def test_comes_besides_the_purchase(self):
        game = position(placed=M6, workers=2, silver=2, depots=DEPOTS, black=BLACK)
        play(game, "recruit 1.1", "buy b1")
        assert seat(game)["storage"] == ["bank", "m7"]
        game = position(placed=M6, workers=2, silver=2, depots=DEPOTS, black=BLACK)
        play(game, "buy b1", "recruit 1.1")
        assert seat(game)["storage"] == ["bank", "m7"]

    def test_does_not_let_silver_reach_the_numbered_depots(self):
        game = position(placed=M6, silver=9, depots=DEPOTS, black=BLACK)
        assert legal(game, "buy") == ["buy b1", "buy b2", "buy b3", "buy b4"]

    def test_may_be_used_before_between_and_after_the_dice(self):
        for dice in range(3):
            game = position(placed=M6, workers=2, depots=DEPOTS)
            play(game, *["d1 workers", "d2 workers"][:dice])
            assert "recruit 6.1" in legal(game)

    def test_works_in_the_turn_it_is_placed(self):
        game = play(position(storage=["m6"], dice=[1, 1], workers=2, depots=DEPOTS), "d1 place h13")
        assert legal(game, "recruit") == [f"recruit {slot}" for slot in SLOTS_WITH_BUILDINGS]

    def test_is_free_again_in_the_next_turn(self):
        game = position(active=1, placed=M6, workers=4, depots=DEPOTS, used=[True, True], track=[[1, 0]] + [[]] * 6)
        play(game, "recruit 1.1", "end")
        assert "recruit 3.2" in legal(game)


class TestMonastery6Of2011:
    def test_lets_the_purchase_come_from_any_of_the_seven_depots(self):
        game = position(ruleset="alea_2011", placed=M6, silver=2, depots=DEPOTS, black=BLACK)
        assert legal(game, "buy") == [
            "buy b1", "buy b2", "buy b3", "buy b4", *(f"buy {slot}" for slot in DEPOTS),
        ]  # fmt: skip
        play(game, "buy 4.1")
        assert (seat(game)["silver"], seat(game)["storage"], tile_in(game, "4.1")) == (0, ["ship"], None)

    def test_leaves_it_at_one_purchase_a_turn(self):
        for first in ("buy b1", "buy 4.1"):
            game = position(ruleset="alea_2011", placed=M6, silver=9, depots=DEPOTS, black=BLACK)
            assert legal(play(game, first), "buy") == []

    def test_takes_no_workers(self):
        game = position(ruleset="alea_2011", placed=M6, workers=9, depots=DEPOTS)
        assert legal(game, "recruit") == legal(game, "buy") == []


ALL_THERE = {
    "placed": M6, "silver": 2, "workers": 2, "depots": DEPOTS, "black": BLACK,
    "depot_goods": {1: {1: 1}, 2: {2: 1}},
}  # fmt: skip


class TestRulingWhileAnEffectWaits:
    """Buying and monastery 6 go on while an effect waits, not inside a pick, a discard or a keep."""

    @pytest.mark.parametrize(
        ("entry", "more"),
        [
            ({"kind": "castle"}, {}),
            ({"kind": "ship"}, {}),
            ({"kind": "ship2", "near": 1}, {}),
            ({"kind": "take", "colours": ["building"]}, {}),
            ({"kind": "sell"}, {"goods": {3: 1}}),
            ({"kind": "place"}, {"storage": ["ship"]}),
        ],
    )
    def test_they_are_allowed(self, entry, more):
        game = position(pending=[entry], **ALL_THERE, **more)
        assert len(legal(game, "buy")) == 4
        assert len(legal(game, "recruit")) == 3
        play(game, "buy b1", "recruit 6.1")
        assert pending(game) == [entry["kind"]]
        assert {"m7", "church"} <= set(seat(game)["storage"])
        game = position(ruleset="alea_2011", pending=[entry], **ALL_THERE, **more)
        assert len(legal(game, "buy")) == 4 + 5
        play(game, "buy 4.1")
        assert pending(game) == [entry["kind"]]

    @pytest.mark.parametrize("ruleset", BOTH)
    @pytest.mark.parametrize(
        ("entry", "more"),
        [
            ({"kind": "pick", "hex": "h26", "by": "d1"}, {"storage": ["bank", "market"], "dice": [3, 1]}),
            ({"kind": "discard", "for": "ship"}, {"storage": ["bank", "market", "mine"]}),
            ({"kind": "keep", "depot": 3}, {"goods": {3: 1, 4: 1}, "depot_goods": {3: {5: 1, 6: 1}}}),
        ],
    )
    def test_they_are_not(self, entry, more, ruleset):
        game = position(ruleset=ruleset, pending=[entry], **(ALL_THERE | more))
        assert pending(game) == [entry["kind"]]
        assert legal(game, "buy") == legal(game, "recruit") == legal(game, "skip") == legal(game, "end") == []
