"""rules.md 7.2, steps 1 and 3, and 7.4: how the Châteauma chooses, places, falls back, and sells."""

import pytest

from burgundy_env.game import ChanceMismatch

from .chateauma_turns import before, full_but, its, tiles_on, turn
from .positions import card

MIDDLE_OF_FOUR = {"players": 3, "order": [0, 3, 1, 2]}  # a table of four seats on which it plays second


@pytest.mark.parametrize("white_die", range(1, 7))
def test_the_white_die_picks_the_active_card_1_to_4_left_5_and_6_right(white_die):
    game = before(card(2), card(9), white_die=white_die, depots={"3.2": "church"})
    turn(game, 3)
    side = 0 if white_die <= 4 else 1
    assert tiles_on(game, side) == {1 if side == 0 else 2: "church"}
    assert tiles_on(game, 1 - side) == {}


def test_it_rolls_one_die_on_its_turn():
    game = before(depots={"3.2": "church"})
    turn(game, 5)
    assert its(game)["die"] == 5
    with pytest.raises(ChanceMismatch):
        turn(before(), 7)


class TestTheSearch:
    @pytest.mark.parametrize(
        ("die", "found"),
        [(1, "church"), (2, "watchtower"), (3, "watchtower"), (4, "watchtower"), (5, "church"), (6, "church")],
    )
    def test_begins_with_the_depot_of_its_die_and_goes_on_clockwise(self, die, found):
        """Not with the white die's, which shows 3."""
        game = before(white_die=3, depots={"1.1": "church", "4.2": "watchtower"})
        turn(game, die)
        assert tiles_on(game, 0) == {1: found}

    @pytest.mark.parametrize("die", range(1, 7))
    def test_goes_through_all_six_depots(self, die):
        game = before(depots={"6.1": "watchtower"})
        turn(game, die)
        assert tiles_on(game, 0) == {1: "watchtower"}

    def test_prefers_the_nearer_depot_to_the_earlier_space(self):
        game = before(card(2), depots={"6.2": "pig2", "1.1": "church"})
        turn(game, 6)
        assert tiles_on(game, 0) == {3: "pig2"}

    def test_takes_within_a_depot_the_first_empty_space_whose_colour_is_there(self):
        """Livestock lies above the building in depot 3, but the card asks for a building first."""
        game = before(card(2), depots={"3.1": "pig2", "3.2": "church"})
        turn(game, 3)
        assert tiles_on(game, 0) == {1: "church"}

    def test_reads_the_spaces_in_order(self):
        game = before(card(9), depots={"3.1": "pig2", "3.2": "church"})
        turn(game, 3)
        assert tiles_on(game, 0) == {1: "pig2"}

    def test_looks_at_empty_spaces_only(self):
        game = before(card(2, {1: "bank"}), depots={"3.1": "pig2", "3.2": "church"})
        turn(game, 3)
        assert tiles_on(game, 0) == {1: "bank", 2: "church"}
        game = before(card(2, {1: "bank", 2: "bank"}), depots={"3.1": "pig2", "3.2": "church"})
        turn(game, 3)
        assert tiles_on(game, 0)[3] == "pig2"

    def test_looks_at_the_active_card_only(self):
        """The right card could take the ship; the left one, which is active, takes the building."""
        game = before(card(2), card(6), depots={"1.2": "ship", "3.2": "church"})
        turn(game, 1)
        assert (tiles_on(game, 0), tiles_on(game, 1)) == ({1: "church"}, {})

    def test_takes_the_topmost_tile_of_that_colour(self):
        depots = {"5.1": "mine", "5.3": "watchtower", "5.4": "bank"}
        game = before(card(2), depots=depots, **MIDDLE_OF_FOUR)
        turn(game, 5)
        assert tiles_on(game, 0) == {1: "watchtower"}
        assert game.to_json()["depots"]["5"]["tiles"] == ["mine", None, None, "bank"]

    def test_takes_the_tile_out_of_the_depot(self):
        game = before(depots={"3.2": "church", "3.1": "pig2"})
        turn(game, 3)
        assert game.to_json()["depots"]["3"]["tiles"] == ["pig2", None, None, None]

    def test_places_one_tile_a_turn(self):
        depots = {"1.1": "watchtower", "3.1": "pig2", "4.2": "watchtower", "5.2": "m9"}
        game = before(depots=depots)
        turn(game, 1)
        assert tiles_on(game, 0) == {1: "watchtower"}


HOARD = {"inventory": {"livestock": ["pig2", "cow4"], "monastery": ["m9"]}, "jokers": ["bank", "m7"]}


class TestWithoutAMatch:
    """Fallbacks (i) to (iv), each of which is seen to come before the next."""

    def test_a_match_in_any_depot_comes_before_the_inventory(self):
        game = before(depots={"5.2": "m16"}, black=["ship"], **HOARD)
        turn(game, 6)
        assert tiles_on(game, 0) == {4: "m16"}
        assert its(game)["inventory"] == HOARD["inventory"]

    def test_i_the_first_empty_space_whose_colour_is_in_the_inventory_takes_the_top_tile_of_that_pile(self):
        game = before(black=["ship"], **HOARD)
        turn(game)
        assert tiles_on(game, 0) == {3: "pig2"}
        assert its(game)["inventory"] == {"livestock": ["cow4"], "monastery": ["m9"]}

    def test_i_reads_the_spaces_in_order_however_large_the_piles(self):
        game = before(card(5), inventory={"livestock": ["pig2", "cow4"], "monastery": ["m9"]})
        turn(game)
        assert tiles_on(game, 0) == {1: "m9"}

    def test_i_with_its_effect(self):
        game = before(**HOARD)
        turn(game)
        assert its(game)["vp"] == 2
        game = before(inventory={"building": ["town_hall", "bank"]})
        turn(game)
        assert tiles_on(game, 0) == {1: "town_hall", 2: "bank"}
        assert its(game)["silver"] == 2

    def test_ii_a_joker_the_top_one_goes_face_down_on_the_first_empty_space(self):
        game = before(card(2, {1: "market"}), inventory={"ship": ["ship"]}, jokers=["bank", "m7"], black=["mine"])
        turn(game)
        assert tiles_on(game, 0) == {1: "market", 2: "black:bank"}
        assert its(game)["jokers"] == ["m7"]
        assert game.to_json()["black_depot"][0] == "mine"

    def test_ii_without_effect(self):
        for joker in ("bank", "watchtower", "boarding_house", "castle", "ship", "cow4", "town_hall", "carpenter"):
            game = before(jokers=[joker], inventory={"ship": ["ship"]}, goods={1: 1}, depots={"1.2": "ship"})
            turn(game)
            assert tiles_on(game, 0) == {1: f"black:{joker}"}
            part = its(game)
            assert (part["vp"], part["silver"], part["goods"], part["inventory"]) == (
                0,
                0,
                {"1": 1},
                {"ship": ["ship"]},
            )
            assert game.to_json()["track"][0] == [1]

    def test_ii_the_symbol_of_the_space_counts(self):
        game = before(card(5), jokers=["bank"], goods={4: 2})
        turn(game)
        assert its(game)["sold"] == {"4": 2}

    def test_ii_jokers_are_no_type(self):
        """A building among the jokers is not placed on a building space as a building."""
        game = before(card(1), jokers=["bank"])
        turn(game)
        assert tiles_on(game, 0) == {1: "black:bank"}

    def test_iii_the_first_black_depot_tile_goes_to_the_inventory_as_a_joker(self):
        game = before(inventory={"ship": ["ship"]}, black=[None, "bank", "m7", "mine"])
        turn(game)
        assert tiles_on(game, 0) == {}
        assert its(game)["jokers"] == ["bank"]
        assert (its(game)["silver"], its(game)["inventory"]) == (0, {"ship": ["ship"]})
        assert game.to_json()["black_depot"] == [None, None, "m7", "mine"]

    def test_iv_else_2_silver(self):
        game = before(inventory={"ship": ["ship"]})
        turn(game)
        assert tiles_on(game, 0) == {}
        assert (its(game)["silver"], its(game)["jokers"]) == (2, [])

    def test_falling_back_a_castle_does_the_same_again(self):
        """A castle out of the inventory, and nothing else anywhere: the black depot's tile becomes a joker."""
        game = before(card(8), inventory={"castle": ["castle"]}, black=["bank"])
        turn(game)
        assert tiles_on(game, 0) == {1: "castle"}
        assert its(game)["jokers"] == ["bank"]


class TestSelling:
    """7.4, by warehouses."""

    @staticmethod
    def sale(goods, **table):
        game = before(depots={"3.2": "warehouse"}, goods=goods, **table)
        turn(game, 3)
        return its(game)

    def test_takes_the_type_it_has_most_of(self):
        part = self.sale({1: 1, 2: 2, 5: 4, 6: 3})
        assert part["sold"] == {"5": 4}
        assert part["goods"] == {"1": 1, "2": 2, "6": 3}

    def test_takes_the_lowest_number_on_ties(self):
        assert self.sale({2: 1, 3: 3, 5: 3, 6: 3})["sold"] == {"3": 3}

    @pytest.mark.parametrize("players", [1, 2, 3])
    def test_gives_1_silver_and_n_vp_per_tile(self, players):
        order = [0, players, *range(1, players)]
        part = self.sale({6: 3}, players=players, order=order)
        assert (part["silver"], part["vp"]) == (1, 3 * (players + 1))

    def test_adds_to_what_is_sold_already(self):
        assert self.sale({6: 3}, sold={6: 2, 1: 1})["sold"] == {"1": 1, "6": 5}

    def test_of_nothing_gives_nothing(self):
        part = self.sale({}, sold={1: 1})
        assert (part["silver"], part["vp"], part["sold"]) == (0, 0, {"1": 1})


class TestSellSymbols:
    def test_one_sale_for_the_symbol_covered_this_turn(self):
        game = before(card(5), depots={"5.2": "m9"}, goods={1: 2, 2: 1})
        turn(game, 5)
        assert its(game)["sold"] == {"1": 2}

    def test_none_for_a_symbol_covered_earlier(self):
        game = before(card(5, {1: "m9"}), depots={"3.2": "church"}, goods={1: 2})
        turn(game, 3)
        assert its(game)["sold"] == {}

    def test_none_for_a_space_without_one(self):
        game = before(card(5), depots={"3.2": "church"}, goods={1: 2})
        turn(game, 3)
        assert its(game)["sold"] == {}

    def test_symbols_of_nested_placements_count_one_sale_each(self):
        """A town hall covers the left card's symbol, the monastery that it places the right card's."""
        game = before(
            card(7, {1: "bank"}),
            card(5),
            depots={"3.2": "town_hall"},
            inventory={"monastery": ["m9"]},
            goods={1: 1, 2: 3, 3: 2},
        )
        turn(game, 3)
        assert tiles_on(game, 0) == {1: "bank", 3: "town_hall"}
        assert tiles_on(game, 1) == {1: "m9"}
        assert its(game)["sold"] == {"2": 3, "3": 2}
        assert (its(game)["silver"], its(game)["vp"]) == (2, 10)

    def test_the_effect_comes_first(self):
        """A ship on a symbol: what it brings is sold in the same turn."""
        game = before(card(6), depots={"1.2": "ship"}, depot_goods={5: {3: 2}}, goods={1: 1})
        turn(game, 1)
        assert its(game)["sold"] == {"3": 2}

    def test_the_sale_comes_before_cards_are_finished_and_before_the_purchase(self):
        """Its silver pays for a tile in the same turn, its card is gone at the end of it."""
        game = before(full_but(5, 1), depots={"5.2": "m9"}, goods={1: 1}, silver=1, black=["bank"])
        steps = turn(game, 5, ("right", 4))
        assert its(game)["inventory"] == {"building": ["bank"]}
        kinds = [
            next(word for word in ("takes", "sells", "finishes", "pays") if step.startswith(word)) for step in steps
        ]
        assert kinds == ["takes", "sells", "finishes", "pays"]

    def test_with_no_goods_nothing_happens(self):
        game = before(card(5), depots={"5.2": "m9"})
        turn(game, 5)
        assert (its(game)["silver"], its(game)["vp"]) == (0, 0)


class TestThePurchase:
    """7.2, step 6."""

    def test_costs_2_silver_and_brings_one_black_depot_tile_a_turn_into_the_inventory(self):
        game = before(depots={"3.2": "church"}, silver=5, black=["bank", "m7", "ship"])
        turn(game, 3)
        assert its(game)["silver"] == 3
        assert its(game)["inventory"] == {"building": ["bank"]}
        assert game.to_json()["black_depot"] == [None, "m7", "ship", None]

    def test_needs_2_silver(self):
        game = before(depots={"3.2": "church"}, silver=1, black=["bank"])
        turn(game, 3)
        assert (its(game)["silver"], its(game)["inventory"]) == (1, {})

    def test_may_use_the_silver_of_this_turn(self):
        game = before(depots={"3.2": "bank"}, black=["m7"])
        turn(game, 3)
        assert (its(game)["silver"], its(game)["inventory"]) == (0, {"monastery": ["m7"]})

    @pytest.mark.parametrize("held", [["building"], ["building", "ship"], ["building", "ship", "livestock"]])
    def test_takes_the_first_slot_whose_type_is_not_there(self, held):
        piles = {"building": ["market"], "ship": ["ship"], "livestock": ["pig2"]}
        inventory = {colour: piles[colour] for colour in held}
        black = ["bank", "ship", "cow4", "m7"]
        game = before(card(1), depots={"5.1": "mine"}, silver=2, black=black, inventory=inventory)
        turn(game, 5)
        assert game.to_json()["black_depot"].index(None) == len(held)

    def test_else_takes_the_first_and_puts_it_on_top_of_its_pile(self):
        inventory = {"building": ["market", "church"], "ship": ["ship"]}
        game = before(card(1), depots={"5.1": "mine"}, silver=2, black=[None, "ship", "bank"], inventory=inventory)
        turn(game, 5)
        assert its(game)["inventory"] == {"building": ["market", "church"], "ship": ["ship", "ship"]}
        game = before(card(1), depots={"5.1": "mine"}, silver=2, black=[None, "bank", "ship"], inventory=inventory)
        turn(game, 5)
        assert its(game)["inventory"]["building"] == ["bank", "market", "church"]

    def test_jokers_are_no_type(self):
        game = before(depots={"3.2": "church"}, silver=2, black=["bank", "m7"], jokers=["watchtower"])
        turn(game, 3)
        assert its(game)["inventory"] == {"building": ["bank"]}

    def test_with_an_empty_black_depot_the_silver_is_kept(self):
        game = before(depots={"3.2": "church"}, silver=7)
        turn(game, 3)
        assert its(game)["silver"] == 7
