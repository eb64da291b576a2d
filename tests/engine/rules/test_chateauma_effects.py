"""rules.md 7.3: what each tile does when the Châteauma places it, and 7.5: the phase's end and the last count."""

import pytest

from .chateauma_turns import before, full_but, its, tiles_on, turn
from .positions import card, play, seat, source

NOTHING = {"vp": 0, "silver": 0, "goods": {}, "sold": {}, "inventory": {}, "jokers": [], "bonus": []}


def placed(tile, slot="3.2", die=3, **keys):
    """The Châteauma's part after it has placed this tile; other tiles in `depots`."""
    game = before(**{**keys, "depots": {slot: tile, **keys.get("depots", {})}})
    turn(game, die)
    return game


class TestCastle:
    def test_chooses_and_places_again_starting_at_the_white_dies_depot(self):
        """From its own die's depot, 2, the livestock of depot 3 would come first."""
        depots = {"1.2": "ship", "3.1": "pig2"}
        game = placed("castle", "2.2", 2, left=card(8), white_die=1, depots=depots)
        assert tiles_on(game, 0) == {1: "castle", 4: "ship"}

    def test_with_the_effect_of_the_second_tile_too(self):
        game = placed("castle", "2.2", 2, left=card(8), white_die=3, depots={"3.1": "pig2"})
        assert its(game)["vp"] == 2

    def test_on_the_other_card_if_the_active_one_is_full(self):
        game = before(full_but(8, 1), card(5), depots={"2.2": "castle", "5.2": "m9"})
        turn(game, 2, ("right", 1))
        assert tiles_on(game, 0) == {1: "m9"}
        assert [card["id"] for card in its(game)["cards"]] == [5, 1]

    def test_of_the_right_card_on_the_left_one_if_the_right_one_is_full(self):
        game = before(card(5), full_but(8, 1), white_die=6, depots={"2.2": "castle", "5.2": "m9"})
        turn(game, 2, ("right", 1))
        assert tiles_on(game, 0) == {1: "m9"}

    def test_sells_instead_if_both_are_full(self):
        """The second castle comes from the inventory and fills the other card."""
        game = before(
            full_but(8, 1), full_but(4, 2), depots={"2.2": "castle", "1.1": "bank"}, inventory={"castle": ["castle"]},
            goods={3: 2, 5: 1},
        )  # fmt: skip
        turn(game, 2, ("left", 1), ("right", 2))
        assert its(game)["sold"] == {"3": 2}
        assert game.to_json()["depots"]["1"]["tiles"][0] == "bank"

    def test_after_another_castle_again(self):
        depots = {"2.2": "castle", "6.3": "castle", "4.1": "ship"}
        game = before(card(4), card(8), players=2, order=[0, 2, 1], white_die=4, depots=depots, inventory={})
        turn(game, 2)
        assert tiles_on(game, 0) == {2: "castle"}
        game = before(full_but(4, 2), card(8), players=2, order=[0, 2, 1], white_die=4, depots=depots)
        turn(game, 2, ("right", 1))
        assert tiles_on(game, 0) == {4: "ship"}


class TestBuildings:
    def test_several_of_one_kind_may_lie_on_a_card(self):
        game = placed("bank", left=card(2, {1: "bank"}))
        assert tiles_on(game, 0) == {1: "bank", 2: "bank"}

    def test_bank_2_silver(self):
        assert its(placed("bank"))["silver"] == 2

    def test_boarding_house_2_vp(self):
        part = its(placed("boarding_house"))
        assert {key: part[key] for key in NOTHING} == NOTHING | {"vp": 2}

    def test_watchtower_4_vp(self):
        part = its(placed("watchtower"))
        assert {key: part[key] for key in NOTHING} == NOTHING | {"vp": 4}

    def test_warehouse_sells(self):
        assert its(placed("warehouse", goods={4: 1, 5: 2}))["sold"] == {"5": 2}


class TestCarpenter:
    def test_brings_a_building_into_the_inventory_from_the_white_dies_depot_clockwise(self):
        depots = {"1.1": "bank", "4.2": "market", "6.1": "church"}
        for white_die, found in ((1, "bank"), (2, "market"), (3, "market"), (4, "market")):
            game = placed("carpenter", white_die=white_die, depots=depots)
            assert its(game)["inventory"] == {"building": [found]}
        for white_die in (5, 6):
            game = placed("carpenter", white_die=white_die, depots=depots)
            assert its(game)["inventory"] == {"building": ["church"]}

    def test_has_no_effect_of_the_building_brought(self):
        assert its(placed("carpenter", depots={"1.1": "bank"}))["silver"] == 0

    def test_takes_the_topmost_building(self):
        depots = {"2.3": "church", "2.4": "market", "2.2": "castle"}
        game = placed("carpenter", white_die=2, players=3, order=[0, 3, 1, 2], depots=depots)
        assert its(game)["inventory"] == {"building": ["church"]}
        assert game.to_json()["depots"]["2"]["tiles"] == [None, "castle", None, "market"]

    def test_takes_no_other_colour(self):
        assert its(placed("carpenter", depots={"2.2": "castle", "3.1": "pig2"}))["inventory"] == {}

    def test_puts_it_on_top_of_the_pile(self):
        game = placed("carpenter", depots={"1.1": "market"}, inventory={"building": ["church"]})
        assert its(game)["inventory"] == {"building": ["market", "church"]}


class TestChurch:
    @pytest.mark.parametrize(
        ("depots", "found"),
        [
            ({"2.2": "castle", "5.1": "mine", "5.2": "m9"}, {"castle": ["castle"]}),
            ({"2.1": "m9", "5.1": "mine", "4.1": "ship"}, {"mine": ["mine"]}),
            ({"2.1": "m9", "3.1": "pig2", "4.1": "ship"}, {"monastery": ["m9"]}),
            ({"3.1": "pig2", "4.1": "ship", "1.1": "market"}, {}),
        ],
    )
    def test_brings_a_castle_else_a_mine_else_a_monastery_each_sought_in_all_depots(self, depots, found):
        """From depot 3 on: the mine of depot 5 is nearer than the castle of depot 2, the monastery just as near."""
        assert its(placed("church", white_die=3, depots=depots))["inventory"] == found

    @pytest.mark.parametrize(("white_die", "found"), [(1, "m9"), (2, "m9"), (3, "m10"), (4, "m10"), (6, "m9")])
    def test_goes_clockwise_from_the_white_dies_depot(self, white_die, found):
        game = placed("church", white_die=white_die, right=card(2), depots={"2.1": "m9", "5.2": "m10"})
        assert its(game)["inventory"] == {"monastery": [found]}


class TestMarket:
    @pytest.mark.parametrize(
        ("depots", "found"),
        [
            ({"1.2": "ship", "3.1": "pig2", "6.2": "cow4"}, {"ship": ["ship"]}),
            ({"2.2": "castle", "3.1": "pig2", "6.2": "cow4"}, {"livestock": ["pig2"]}),
            ({"2.2": "castle", "6.2": "cow4", "5.1": "mine"}, {"livestock": ["cow4"]}),
            ({"2.2": "castle", "5.1": "mine", "2.1": "m9", "1.1": "church"}, {}),
        ],
    )
    def test_brings_a_ship_else_livestock_each_sought_in_all_depots(self, depots, found):
        assert its(placed("market", white_die=3, depots=depots))["inventory"] == found

    def test_has_no_effect_of_the_tile_brought(self):
        game = placed("market", depots={"1.2": "ship"}, depot_goods={1: {1: 2}})
        assert (its(game)["goods"], game.to_json()["track"][0]) == ({}, [1])


class TestTownHall:
    def test_places_a_tile_of_the_inventory_with_its_effect(self):
        game = placed("town_hall", inventory={"livestock": ["pig3"]})
        assert tiles_on(game, 0) == {1: "town_hall", 3: "pig3"}
        assert (its(game)["vp"], its(game)["inventory"]) == (3, {})

    def test_prefers_the_type_with_most_tiles_in_the_inventory(self):
        game = placed("town_hall", inventory={"livestock": ["pig3"], "monastery": ["m9", "m10"]})
        assert tiles_on(game, 0) == {1: "town_hall", 4: "m9"}
        assert its(game)["inventory"] == {"livestock": ["pig3"], "monastery": ["m10"]}

    def test_then_the_cards_reading_order(self):
        game = placed("town_hall", inventory={"livestock": ["pig3"], "monastery": ["m9"]})
        assert tiles_on(game, 0) == {1: "town_hall", 3: "pig3"}
        game = placed("town_hall", left=card(5), inventory={"livestock": ["pig3"], "monastery": ["m9"]})
        assert tiles_on(game, 0) == {1: "m9", 2: "town_hall"}

    def test_prefers_the_active_card_whatever_fits_the_other(self):
        inventory = {"livestock": ["pig3"], "ship": ["ship", "ship"]}
        game = placed("town_hall", right=card(6), inventory=inventory)
        assert tiles_on(game, 0) == {1: "town_hall", 3: "pig3"}

    def test_prefers_the_active_card_on_the_right_too(self):
        game = placed(
            "town_hall",
            left=card(6),
            right=card(2),
            white_die=6,
            inventory={"livestock": ["pig3"], "ship": ["ship", "ship"]},
        )
        assert (tiles_on(game, 0), tiles_on(game, 1)) == ({}, {1: "town_hall", 3: "pig3"})

    def test_else_uses_the_other_card(self):
        game = placed("town_hall", right=card(6), inventory={"ship": ["ship"]}, goods={2: 1})
        assert tiles_on(game, 1) == {1: "ship"}
        game = placed("town_hall", left=card(6), right=card(2), white_die=5, inventory={"ship": ["ship"]})
        assert tiles_on(game, 0) == {1: "ship"}

    def test_counts_only_what_fits_an_empty_space(self):
        game = placed(
            "town_hall", left=card(2, {3: "cow2"}), inventory={"livestock": ["pig3", "pig2"], "monastery": ["m9"]}
        )
        assert tiles_on(game, 0) == {1: "town_hall", 3: "cow2", 4: "m9"}

    def test_a_town_hall_may_place_a_town_hall(self):
        game = placed("town_hall", inventory={"building": ["town_hall"], "livestock": ["pig3"]})
        assert tiles_on(game, 0) == {1: "town_hall", 2: "town_hall", 3: "pig3"}

    def test_jokers_are_no_type(self):
        game = placed("town_hall", jokers=["bank", "cow4"])
        assert tiles_on(game, 0) == {1: "town_hall"}
        assert its(game)["jokers"] == ["bank", "cow4"]

    def test_takes_nothing_from_depots(self):
        game = placed("town_hall", depots={"6.2": "pig2"})
        assert tiles_on(game, 0) == {1: "town_hall"}


class TestLivestock:
    def test_scores_all_face_up_tiles_of_that_species_on_both_cards_and_in_the_duchy(self):
        """Here 4 on this card, 3 on the other, 2 and 2 in the duchy, the second atop six tiles, and the new 3."""
        duchy = {"livestock": ["pig2", "cow2", "sheep2", "sheep3", "chicken2", "chicken3", "cow2"]}
        game = before(
            card(2, {3: "cow4"}),
            card(9),
            white_die=6,
            depots={"3.1": "cow3"},
            duchy=duchy,
            bonus=["livestock_large"],
        )
        turn(game, 3)
        assert its(game)["vp"] == 4 + 2 + 2 + 3

    def test_scores_those_of_the_other_card_if_the_left_one_is_active(self):
        assert its(placed("pig3", "3.1", left=card(9), right=card(3, {3: "pig2"})))["vp"] == 5

    def test_does_not_score_other_species(self):
        assert its(placed("pig3", "3.1", left=card(9), duchy={"livestock": ["cow2", "chicken4"]}))["vp"] == 3

    def test_does_not_score_the_inventory_nor_jokers_nor_face_down_tiles(self):
        game = placed(
            "pig3", "3.1", left=card(9, {2: "black:pig3"}), inventory={"livestock": ["pig2"]}, jokers=["pig4"],
            chateauma="easy+A",
        )  # fmt: skip
        assert its(game)["vp"] == 3

    def test_scores_a_joker_once_it_is_turned_up_in_the_duchy(self):
        assert its(placed("pig3", "3.1", left=card(9), duchy={"livestock": ["pig4"]}))["vp"] == 7


class TestShip:
    def test_takes_the_goods_of_the_fullest_depot_all_types(self):
        goods = {1: {6: 1}, 4: {1: 1, 2: 1, 3: 1, 4: 1, 5: 2}, 5: {6: 4}}
        game = placed("ship", "1.2", 1, left=card(3), depot_goods=goods, goods={1: 1, 6: 1})
        assert its(game)["goods"] == {"1": 2, "2": 1, "3": 1, "4": 1, "5": 2, "6": 1}
        depots = game.to_json()["depots"]
        assert (depots["4"]["goods"], depots["5"]["goods"], depots["1"]["goods"]) == ({}, {"6": 4}, {"6": 1})

    def test_the_fullest_is_the_one_with_most_tiles_not_most_types(self):
        goods = {4: {1: 1, 2: 1, 3: 1}, 5: {5: 4}}
        assert its(placed("ship", "1.2", 1, left=card(3), depot_goods=goods))["goods"] == {"5": 4}

    @pytest.mark.parametrize(("white_die", "taken"), [(1, "2"), (2, "2"), (3, "4"), (4, "4")])
    def test_of_equals_the_first_clockwise_from_the_white_die(self, white_die, taken):
        goods = {2: {2: 2}, 4: {4: 2}, 6: {6: 1}}
        game = placed("ship", "1.2", 1, left=card(3), white_die=white_die, depot_goods=goods)
        assert its(game)["goods"] == {taken: 2}

    def test_its_marker_moves_a_space(self):
        game = placed("ship", "1.2", 1, left=card(3), depot_goods={2: {2: 1}})
        assert game.to_json()["track"] == [[], [1], [], [], [0], [], []]

    def test_its_marker_moves_even_if_there_are_no_goods(self):
        game = placed("ship", "1.2", 1, left=card(3))
        assert its(game)["goods"] == {}
        assert game.to_json()["track"] == [[], [1], [], [], [0], [], []]


@pytest.mark.parametrize(("tile", "slot", "die"), [("mine", "5.1", 5), ("m3", "5.2", 5), ("m8", "2.1", 2)])
def test_mine_and_monastery_have_no_effect(tile, slot, die):
    game = placed(tile, slot, die, left=card(4), goods={1: 1})
    part = its(game)
    assert {key: part[key] for key in NOTHING} == NOTHING | {"goods": {"1": 1}}
    assert tile in tiles_on(game, 0).values()


def test_its_monasteries_never_take_effect():
    """Monasteries 3 (a second silver for a sale) and 7 (more for livestock) lie in its duchy."""
    duchy = {"monastery": ["m2", "m3", "m4", "m7", "m13", "m14"]}
    game = placed("warehouse", goods={1: 1}, duchy=duchy, bonus=["monastery_large"])
    assert (its(game)["silver"], its(game)["vp"]) == (1, 2)
    game = placed("pig3", "3.1", left=card(9), duchy=duchy, bonus=["monastery_large"])
    assert its(game)["vp"] == 3


# --- 7.5 -----------------------------------------------------------------------------------------------


def the_end(phase="E", seats=1, **keys):
    """The last turn of a phase is a player's; the Châteauma, here seat 1, has played before it."""
    keys.setdefault("track", [[0, 1], [], [], [], [], [], []])
    return play(before(phase=phase, round=5, order=[1, 0], **keys), "end")


SIX_MINES = {
    "left": card(4, {4: "mine"}),
    "right": card(8, {2: "mine"}),
    "duchy": {"mine": ["mine"] * 4},
    "bonus": ["mine_large"],
}


class TestPhaseEnd:
    @pytest.mark.parametrize("phase", ["A", "B", "C", "D", "E"])
    def test_1_silver_per_face_up_mine_on_its_cards_and_in_its_duchy_covered_ones_included(self, phase):
        assert its(the_end(phase, **SIX_MINES))["silver"] == 6

    def test_none_for_mines_in_the_inventory_and_for_jokers(self):
        game = the_end(left=card(4, {4: "black:mine"}), inventory={"mine": ["mine"]}, jokers=["mine"], silver=1)
        assert its(game)["silver"] == 1

    def test_none_at_the_end_of_other_rounds(self):
        game = before(round=4, order=[1, 0], track=[[0, 1], [], [], [], [], [], []], **SIX_MINES)
        assert its(play(game, "end"))["silver"] == 0

    def test_none_for_the_players_mines(self):
        """And none of its mines for the players."""
        game = before(phase="E", round=5, order=[1, 0], **SIX_MINES)
        silver = seat(game)["silver"]
        assert seat(play(game, "end"))["silver"] == silver


class TestFinalScore:
    def test_4_vp_per_monastery_in_the_duchy_and_on_cards(self):
        """Covered ones included; not those of the inventory, nor face-down ones."""
        game = the_end(
            left=card(5, {1: "m9", 4: "m10", 2: "black:m7"}), right=card(2, {4: "m11"}),
            inventory={"monastery": ["m12"]}, jokers=["m14"], chateauma="easy+A",
            duchy={
                "monastery": ["black", "m1", "m2", "m3", "m4", "m5", "m6"], "building": ["black", "black"],
                "ship": ["black"], "livestock": ["black"],
            },
            bonus=["monastery_large"],
        )  # fmt: skip
        assert source(game, "monasteries", 1) == 4 * 9

    def test_1_vp_per_unsold_goods_tile(self):
        game = the_end(goods={1: 2, 6: 3}, sold={2: 4})
        assert source(game, "leftover_goods", 1) == 5

    def test_1_vp_per_silver(self):
        assert source(the_end(silver=7), "leftover_silver", 1) == 7

    def test_1_vp_per_inventory_tile_jokers_included(self):
        game = the_end(inventory={"building": ["bank", "church"], "ship": ["ship"]}, jokers=["mine", "m7"])
        assert source(game, "inventory", 1) == 5

    def test_2_vp_per_tile_on_unfinished_cards_jokers_included(self):
        game = the_end(left=card(4, {2: "castle", 5: "bank"}), right=card(2, {3: "black:m7"}))
        assert source(game, "unfinished_cards", 1) == 6

    def test_nothing_else(self):
        """No points for workers, for its monasteries' own scoring, for tiles in the duchy."""
        game = the_end(
            vp=20, sold={1: 3, 2: 2}, duchy={"monastery": ["m15", "m25", "m26", "m24"], "livestock": ["cow2"]}
        )
        assert game.scores()[1]["total"] == 20 + 4 * 4

    def test_adds_up(self):
        game = the_end(
            vp=31, silver=2, goods={1: 1}, inventory={"ship": ["ship"]}, left=card(5, {1: "m9"}),
            duchy={"monastery": ["m1"]},
        )  # fmt: skip
        assert game.scores()[1]["total"] == 31 + 2 + 1 + 1 + 2 + 8
        assert game.scores()[1]["vp"] == 31

    def test_is_not_in_vp_and_changes_nothing_on_the_table(self):
        game = the_end(vp=31, silver=2, left=card(5, {1: "m9"}))
        assert (its(game)["vp"], its(game)["silver"], tiles_on(game, 0)) == (31, 2, {1: "m9"})


class TestTies:
    def test_it_wins_ties(self):
        for vp, ranking, by in ((30, (1, 0), "chateauma"), (29, (0, 1), "points"), (31, (1, 0), "points")):
            outcome = the_end(vp=vp, player={"vp": 30}).outcome()
            assert (outcome.ranking, outcome.winners, outcome.decided_by) == (ranking, ranking[:1], by)

    def test_it_wins_them_whatever_the_markers_say(self):
        """A player whose marker is furthest back wins ties among players only."""
        for track in ([[0], [1], [], [], [], [], []], [[1], [0], [], [], [], [], []]):
            assert the_end(vp=30, player={"vp": 30}, track=track).outcome().winners == (1,)

    def test_among_players_ties_are_broken_as_ever(self):
        game = before(phase="E", round=5, players=2, order=[2, 1, 0], track=[[0], [1], [], [], [], [], [2]])
        outcome = play(game, "end").outcome()
        assert outcome.totals == (0, 0, 0)
        assert outcome.ranking == (2, 0, 1)
        game = before(phase="E", round=5, players=2, order=[2, 1, 0], track=[[1], [0], [], [], [], [], [2]])
        assert play(game, "end").outcome().ranking == (2, 1, 0)
