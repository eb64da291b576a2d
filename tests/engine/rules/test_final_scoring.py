"""rules.md, final scoring: leftovers, monasteries 15-26, and ties."""

import pytest

from .positions import BOTH, at_the_end, position, seat, source

BUILDINGS = {
    16: "warehouse", 17: "watchtower", 18: "carpenter", 19: "church", 20: "market", 21: "boarding_house",
    22: "bank", 23: "town_hall",
}  # fmt: skip
BARE = {"h19": "castle"}
ENDINGS = ["m15", *(f"m{number}" for number in BUILDINGS), "m24", "m25", "m26"]


def total(game, p=0):
    return game.scores()[p]["total"]


class TestLeftovers:
    @pytest.mark.parametrize("ruleset", BOTH)
    def test_1_vp_for_each_unsold_goods_tile(self, ruleset):
        game = at_the_end({0: {"goods": {1: 3, 4: 2}}}, ruleset=ruleset)
        assert total(game) == source(game, "leftover_goods") == 5

    @pytest.mark.parametrize("ruleset", BOTH)
    def test_1_vp_for_each_silver(self, ruleset):
        game = at_the_end({0: {"silver": 7}}, ruleset=ruleset)
        assert total(game) == source(game, "leftover_silver") == 7

    @pytest.mark.parametrize(("workers", "vp"), [(0, 0), (1, 0), (2, 1), (3, 1), (7, 3), (8, 4)])
    def test_1_vp_for_two_workers_rounded_down(self, workers, vp):
        game = at_the_end({0: {"workers": workers}})
        assert total(game) == source(game, "leftover_workers") == vp

    def test_phase_es_mines_have_paid_before(self):
        game = at_the_end({0: {"placed": BARE | {"h25": "mine", "h30": "mine"}}})
        assert source(game, "leftover_silver") == 2

    def test_so_has_monastery_2_with_workers(self):
        game = at_the_end({0: {"placed": BARE | {"h13": "m2", "h25": "mine", "h30": "mine"}, "workers": 1}})
        assert source(game, "leftover_workers") == 1
        assert seat(game)["workers"] == 3

    def test_goods_that_were_sold_or_lie_in_depots_bring_nothing(self):
        game = at_the_end({0: {"sold": {1: 5}}}, depot_goods={1: {2: 5}})
        assert total(game) == 0

    def test_tiles_in_storage_score_nothing(self):
        storage = ["m25", "m26", "cow4"]
        game = at_the_end({0: {"storage": storage, "sold": {1: 3}, "bonus": ["ship_large"]}})
        assert total(game) == 0

    def test_add_up_with_what_was_scored_while_playing(self):
        game = at_the_end({0: {"vp": 30, "goods": {2: 1}, "silver": 2, "workers": 5}})
        assert total(game) == 30 + 1 + 2 + 2
        assert seat(game)["vp"] == 30


class TestMonasteries:
    @pytest.mark.parametrize("number", BUILDINGS)
    @pytest.mark.parametrize("ruleset", BOTH)
    def test_16_to_23_bring_4_vp_per_building_of_their_kind(self, number, ruleset):
        kind = BUILDINGS[number]
        other = BUILDINGS[16 if number != 16 else 17]
        placed = BARE | {"h13": f"m{number}", "h12": kind, "h26": kind, "h27": other, "h14": other}
        game = at_the_end({0: {"placed": placed}}, ruleset=ruleset)
        assert total(game) == source(game, f"m{number}") == 2 * 4

    @pytest.mark.parametrize("number", BUILDINGS)
    def test_16_to_23_bring_nothing_without_such_a_building(self, number):
        others = [kind for kind in BUILDINGS.values() if kind != BUILDINGS[number]]
        placed = BARE | {"h13": f"m{number}", **dict(zip(("h26", "h27", "h32", "h33", "h37"), others, strict=False))}
        assert total(at_the_end({0: {"placed": placed}})) == 0

    @pytest.mark.parametrize(("ruleset", "each"), [("special_edition", 2), ("alea_2011", 3)])
    @pytest.mark.parametrize("sold", [{}, {3: 1}, {1: 7}, {1: 2, 6: 2}, dict.fromkeys(range(1, 7), 1)])
    def test_15_brings_2_vp_per_type_sold_and_3_in_2011(self, ruleset, each, sold):
        keys = {"placed": BARE | {"h13": "m15"}, "sold": sold}
        game = at_the_end({0: keys}, ruleset=ruleset)
        assert total(game) == source(game, "m15") == each * len(sold)

    def test_15_ignores_goods_not_sold(self):
        game = at_the_end({0: {"placed": BARE | {"h13": "m15"}, "goods": {1: 2, 2: 2}}})
        assert source(game, "m15") == 0

    @pytest.mark.parametrize(
        ("tiles", "species"),
        [
            ((), 0),
            (("cow2", "cow3", "cow4"), 1),
            (("cow2", "pig2"), 2),
            (("cow2", "pig2", "sheep2", "chicken2", "cow3"), 4),
        ],
    )
    def test_24_brings_4_vp_per_species_of_livestock(self, tiles, species):
        placed = (
            BARE | {"h13": "m24", "h12": "bank"} | dict(zip(("h11", "h6", "h5", "h10", "h1"), tiles, strict=False))
        )
        game = at_the_end({0: {"placed": placed}})
        assert total(game) == source(game, "m24") == 4 * species

    def test_24_counts_species_of_all_pastures_once(self):
        placed = BARE | {"h13": "m24", "h12": "bank", "h11": "cow2", "h20": "ship", "h26": "bank", "h27": "market"}
        game = at_the_end({0: {"placed": placed | {"h28": "cow3"}}})
        assert source(game, "m24") == 4
        game = at_the_end({0: {"placed": placed | {"h28": "pig3"}}})
        assert source(game, "m24") == 8

    def test_25_brings_1_vp_per_goods_tile_sold(self):
        game = at_the_end({0: {"placed": BARE | {"h13": "m25"}, "sold": {1: 4, 2: 2}, "goods": {3: 1}}})
        assert source(game, "m25") == 6
        assert total(game) == 6 + 1

    @pytest.mark.parametrize(("ruleset", "each"), [("special_edition", 3), ("alea_2011", 2)])
    @pytest.mark.parametrize("bonus", [[], ["ship_large"], ["castle_small"], ["mine_large", "mine_small"]])
    def test_26_brings_3_vp_per_bonus_tile_held_and_2_in_2011(self, ruleset, each, bonus):
        bonus = ["mine_large", "building_small"] if len(bonus) == 2 else bonus
        rivals = {name.replace("small", "large") for name in bonus if name.endswith("small")}
        seats = {0: {"placed": BARE | {"h13": "m26"}, "bonus": bonus}, 1: {"bonus": sorted(rivals)}}
        game = at_the_end(seats, ruleset=ruleset)
        assert total(game) == source(game, "m26") == each * len(bonus)

    @pytest.mark.parametrize("name", ENDINGS)
    def test_bring_nothing_from_a_rivals_duchy(self, name):
        mine = {"sold": {1: 2}, "bonus": ["ship_large"], "placed": BARE | {"h12": "bank", "h26": "warehouse"}}
        game = at_the_end({0: mine, 1: {"placed": BARE | {"h13": name}}})
        assert total(game, 0) == 0
        assert total(game, 1) == 0

    @pytest.mark.parametrize("number", [1, 3, 4, 5, 6, 8, 9, 10, 11, 13, 7, 12, 14])
    def test_1_to_14_bring_nothing_at_the_end(self, number):
        placed = BARE | {"h13": f"m{number}", "h12": "bank", "h11": "cow2"}
        game = at_the_end({0: {"placed": placed, "sold": {1: 2}, "bonus": ["ship_large"]}})
        assert total(game) == 0

    def test_of_several_players_score_for_each(self):
        seats = {
            0: {"placed": BARE | {"h13": "m25"}, "sold": {1: 2}},
            1: {"placed": BARE | {"h13": "m15"}, "sold": {1: 3, 2: 1}},
        }
        game = at_the_end(seats)
        assert (total(game, 0), total(game, 1)) == (2, 4)


class TestTheBreakdown:
    def test_adds_up_to_the_total(self):
        placed = BARE | {"h13": "m25", "h12": "bank", "h8": "m22", "h25": "mine"}
        keys = {"placed": placed, "sold": {1: 2}, "vp": 33, "goods": {4: 2}, "workers": 3}
        game = at_the_end({0: keys})
        score = game.scores()[0]
        assert sum(score["breakdown"].values()) == score["total"] == 33 + 2 + 4 + 2 + 1 + 1

    def test_may_be_asked_before_the_end(self):
        assert position(silver=4, vp=3).scores()[0]["total"] == 7


class TestTheWinner:
    def test_has_most_points(self):
        game = at_the_end({0: {"vp": 10}, 1: {"vp": 12}, 2: {"vp": 11}}, 3)
        assert game.outcome().ranking == (1, 2, 0)
        assert game.outcome().winners == (1,)
        assert game.outcome().totals == (10, 12, 11)
        assert game.outcome().decided_by == "points"

    def test_is_known_only_when_the_game_is_over(self):
        assert position(vp=10).outcome() is None

    def test_has_most_points_with_final_scoring(self):
        assert at_the_end({0: {"vp": 10, "silver": 3}, 1: {"vp": 12}}).outcome().ranking == (0, 1)

    @pytest.mark.parametrize("ruleset", BOTH)
    @pytest.mark.parametrize("track", [[[0, 1]] + [[]] * 6, [[1, 0]] + [[]] * 6])
    def test_of_a_tie_has_fewest_empty_hexes(self, ruleset, track):
        game = at_the_end({0: {"vp": 10}, 1: {"vp": 10, "placed": BARE | {"h18": "ship"}}},
                          ruleset=ruleset, track=track)  # fmt: skip
        assert game.outcome().ranking == (1, 0)
        assert game.outcome().decided_by == "empty hexes"

    @pytest.mark.parametrize("ruleset", BOTH)
    @pytest.mark.parametrize(
        ("track", "ranking"),
        [
            ([[0], [1], [2], [], [], [], []], (0, 1, 2)),
            ([[2], [], [], [1], [], [0], []], (2, 1, 0)),
            ([[0, 1, 2], [], [], [], [], [], []], (2, 1, 0)),
            ([[1, 0, 2], [], [], [], [], [], []], (2, 0, 1)),
            ([[], [0, 2], [1], [], [], [], []], (2, 0, 1)),
        ],
    )
    def test_of_a_tie_in_empty_hexes_too_is_furthest_back_in_turn_order(self, ruleset, track, ranking):
        game = at_the_end({p: {"vp": 10} for p in range(3)}, 3, ruleset=ruleset, track=track)
        assert game.outcome().ranking == ranking
        assert game.outcome().winners == ranking[:1]
        assert game.outcome().decided_by == "turn order"

    def test_is_furthest_back_by_the_markers_not_by_the_order_of_the_last_round(self):
        track = [[0], [1], [], [], [], [], []]
        game = at_the_end({p: {"vp": 10} for p in range(2)}, order=[0, 1], track=track)
        assert game.outcome().ranking == (0, 1)

    def test_ruling_decided_by_tells_how_first_and_second_were_parted(self):
        """Seats 0 and 1 are told apart by the points, 1 and 2 by the track: the first pair counts."""
        game = at_the_end({0: {"vp": 12}, 1: {"vp": 10}, 2: {"vp": 10}}, 3)
        assert game.outcome().ranking == (0, 2, 1)
        assert game.outcome().decided_by == "points"

    def test_ties_below_the_first_are_broken_the_same_way(self):
        seats = {0: {"vp": 9}, 1: {"vp": 12}, 2: {"vp": 9, "placed": BARE | {"h18": "ship"}}, 3: {"vp": 9}}
        game = at_the_end(seats, 4)
        assert game.outcome().ranking == (1, 2, 3, 0)

    def test_gets_nothing_for_empty_hexes_while_points_differ(self):
        crowded = {"placed": BARE | {"h18": "ship", "h20": "ship"}, "vp": 9}
        assert at_the_end({0: crowded, 1: {"vp": 10}}).outcome().ranking == (1, 0)
