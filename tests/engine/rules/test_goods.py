"""rules.md 3 and 4: selling goods, ships, and the room for three types."""

import pytest

from .positions import BOTH, goods_in, goods_of, legal, pending, play, position, seat, source


def shipped(monasteries=("m16",), **keys):
    """A ship just placed on h18 with a 2; the first monastery is on h13, a second on h8."""
    placed = {"h19": "castle"} | dict(zip(("h13", "h8"), monasteries, strict=False))
    keys = {"placed": placed, "dice": [2, 1], "storage": ["ship"], **keys}
    return play(position(**keys), "d1 place h18")


class TestSelling:
    @pytest.mark.parametrize(("players", "vp"), [(2, 2), (3, 3), (4, 4)])
    @pytest.mark.parametrize("tiles", [1, 2, 7])
    def test_brings_1_silver_for_the_stack_and_vp_for_each_tile(self, players, vp, tiles):
        game = position(players, dice=[3, 1], goods={3: tiles, 1: 1}, round_goods=[1, 4, 5, 6])
        play(game, "d1 sell 3")
        assert (seat(game)["silver"], seat(game)["vp"], seat(game)["workers"]) == (1, tiles * vp, 0)
        assert source(game, "goods") == tiles * vp

    def test_sells_all_tiles_of_the_type_and_no_other(self):
        game = play(position(dice=[3, 1], goods={3: 4, 1: 1}), "d1 sell 3")
        assert goods_of(game) == {1: 1}
        assert seat(game)["sold"] == {"3": 4}

    def test_adds_to_the_sold_pile(self):
        game = play(position(dice=[2, 1], goods={2: 3}, sold={2: 2, 5: 1}), "d1 sell 2")
        assert seat(game)["sold"] == {"2": 5, "5": 1}

    def test_needs_a_die_of_the_type(self):
        game = position(dice=[3, 6], goods={1: 1, 3: 1, 6: 2})
        assert legal(game, "d1 sell") == ["d1 sell 3"]
        assert legal(game, "d2 sell") == ["d2 sell 6"]

    @pytest.mark.parametrize(
        ("monasteries", "silver", "workers"),
        [((), 1, 0), (("m3",), 2, 0), (("m4",), 1, 1), (("m3", "m4"), 2, 1)],
    )
    def test_is_helped_by_monasteries_3_and_4(self, monasteries, silver, workers):
        placed = {"h19": "castle"} | dict(zip(("h13", "h8"), monasteries, strict=False))
        game = play(position(dice=[2, 1], goods={2: 3}, placed=placed), "d1 sell 2")
        assert (seat(game)["silver"], seat(game)["workers"], seat(game)["vp"]) == (silver, workers, 6)

    def test_frees_the_space_for_another_type(self):
        game = position(
            dice=[3, 2], goods={1: 1, 2: 1, 3: 1}, storage=["ship"], depot_goods={4: {5: 2}}, round_goods=[4, 4, 4, 6]
        )
        play(game, "d1 sell 3", "d2 place h18", "goods 4")
        assert goods_of(game) == {1: 1, 2: 1, 5: 2}


class TestAShip:
    def test_may_choose_any_depot_even_an_empty_one(self):
        game = shipped(depot_goods={2: {1: 1}})
        assert legal(game) == [f"goods {depot}" for depot in range(1, 7)]
        assert goods_of(play(game, "goods 5")) == {}

    def test_cannot_be_declined(self):
        assert "skip" not in legal(shipped())

    def test_takes_all_goods_of_the_depot(self):
        game = play(shipped(depot_goods={3: {1: 2, 4: 1, 6: 1}}, goods={4: 2}), "goods 3")
        assert goods_of(game) == {1: 2, 4: 3, 6: 1}
        assert goods_in(game, 3) == {}
        assert pending(game) == []

    def test_leaves_other_depots_alone(self):
        game = play(shipped(depot_goods={3: {1: 2}, 4: {1: 1}}), "goods 3")
        assert goods_in(game, 4) == {1: 1}

    @pytest.mark.parametrize("ruleset", BOTH)
    def test_moves_the_marker_1_space_even_without_goods(self, ruleset):
        game = play(shipped(ruleset=ruleset), "goods 1")
        assert game.to_json()["track"] == [[1], [0], [], [], [], [], []]

    def test_puts_the_marker_on_top_of_those_already_there(self):
        track = [[1, 0], [3, 2], [], [], [], [], []]
        game = play(shipped(players=4, order=[0, 1, 2, 3], track=track), "goods 1")
        assert game.to_json()["track"] == [[1], [0, 3, 2], [], [], [], [], []]

    def test_moves_the_marker_past_nobody_ahead_of_it(self):
        track = [[], [0], [], [1], [], [2], []]
        game = play(shipped(players=3, track=track), "goods 1")
        assert game.to_json()["track"] == [[], [], [0], [1], [], [2], []]

    def test_moves_the_marker_when_the_first_depot_is_chosen_and_once(self):
        game = shipped(["m5"], depot_goods={1: {1: 1}, 2: {2: 1}})
        assert game.to_json()["track"][0] == [0, 1]
        play(game, "goods 1")
        assert pending(game) == ["ship2"]
        assert game.to_json()["track"][:2] == [[1], [0]]
        play(game, "goods 2")
        assert game.to_json()["track"][:2] == [[1], [0]]

    def test_from_the_last_space_but_one_reaches_the_last(self):
        game = play(shipped(track=[[], [], [], [], [], [0], [1]]), "goods 1")
        assert game.to_json()["track"] == [[], [], [], [], [], [], [0, 1]]

    def test_six_of_them_move_the_marker_to_the_last_space(self):
        ships = dict.fromkeys(("h16", "h17", "h18", "h20", "h21"), "ship")
        placed = {"h19": "castle"} | ships
        game = position(dice=[1, 1], storage=["ship"], placed=placed, track=[[1], [], [], [], [], [0], []])
        play(game, "d1 place h22", "goods 1")
        assert game.to_json()["track"] == [[1], [], [], [], [], [], [0]]


MANY_TYPES = {4: {1: 2, 2: 1, 3: 1, 6: 1}}


class TestTooManyTypes:
    def test_with_no_room_types_held_come_by_themselves_and_the_rest_stays(self):
        game = shipped(depot_goods=MANY_TYPES, goods={3: 1, 4: 1, 5: 1}, round_goods=[4, 4, 4, 5])
        play(game, "goods 4")
        assert goods_of(game) == {3: 2, 4: 1, 5: 1}
        assert goods_in(game, 4) == {1: 2, 2: 1, 6: 1}
        assert pending(game) == []

    def test_with_room_for_one_the_player_keeps_one_type_whole(self):
        game = play(shipped(depot_goods=MANY_TYPES, goods={3: 1, 4: 1}, round_goods=[4, 4, 4, 5]), "goods 4")
        assert game.to_json()["pending"] == [{"kind": "keep", "depot": 4}]
        assert goods_of(game) == {3: 2, 4: 1}
        assert legal(game) == ["keep 1", "keep 2", "keep 6"]
        play(game, "keep 1")
        assert goods_of(game) == {1: 2, 3: 2, 4: 1}
        assert goods_in(game, 4) == {2: 1, 6: 1}
        assert pending(game) == []

    def test_with_room_for_two_the_player_keeps_two(self):
        game = play(shipped(depot_goods=MANY_TYPES, goods={4: 1}, round_goods=[4, 4, 4, 5]), "goods 4")
        assert legal(game) == ["keep 1", "keep 2", "keep 3", "keep 6"]
        play(game, "keep 6")
        assert legal(game) == ["keep 1", "keep 2", "keep 3"]
        play(game, "keep 2")
        assert goods_of(game) == {2: 1, 4: 1, 6: 1}
        assert goods_in(game, 4) == {1: 2, 3: 1}
        assert pending(game) == []

    def test_with_room_for_three_the_player_keeps_three(self):
        game = play(shipped(depot_goods=MANY_TYPES), "goods 4", "keep 6", "keep 1", "keep 3")
        assert goods_of(game) == {1: 2, 3: 1, 6: 1}
        assert (goods_in(game, 4), pending(game)) == ({2: 1}, [])

    def test_nothing_is_asked_if_all_fit(self):
        game = play(shipped(depot_goods={4: {1: 2, 2: 1, 4: 1}}, goods={4: 1}), "goods 4")
        assert goods_of(game) == {1: 2, 2: 1, 4: 2}
        assert pending(game) == []

    def test_cannot_be_left_by_choice(self):
        game = play(shipped(depot_goods=MANY_TYPES), "goods 4")
        assert "skip" not in legal(game)


EVERYWHERE = {depot: {1: 1} for depot in range(1, 7)}


class TestMonastery5:
    @pytest.mark.parametrize(
        ("first", "neighbours"),
        [(1, [2, 6]), (2, [1, 3]), (3, [2, 4]), (4, [3, 5]), (5, [4, 6]), (6, [1, 5])],
    )
    def test_may_also_take_from_a_depot_next_to_the_first_round_the_ring(self, first, neighbours):
        game = play(shipped(["m5"], depot_goods=EVERYWHERE, round_goods=[4, 4, 5, 5]), f"goods {first}")
        assert game.to_json()["pending"] == [{"kind": "ship2", "near": first}]
        assert legal(game) == [*(f"goods {depot}" for depot in neighbours), "skip"]
        for depot in neighbours:
            after = play(game.copy(), f"goods {depot}")
            assert goods_of(after) == {1: 2}
            assert goods_in(after, depot) == goods_in(after, first) == {}
            assert pending(after) == []

    def test_may_be_declined(self):
        game = play(shipped(["m5"], depot_goods={1: {1: 1}, 2: {2: 1}}), "goods 1", "skip")
        assert (goods_of(game), pending(game)) == ({1: 1}, [])

    def test_offers_only_neighbours_that_hold_goods(self):
        game = play(shipped(["m5"], depot_goods={1: {1: 1}, 2: {2: 1}, 3: {3: 1}}), "goods 1")
        assert legal(game, "goods") == ["goods 2"]

    def test_is_lost_if_no_neighbour_holds_goods(self):
        game = play(shipped(["m5"], depot_goods={1: {1: 1}, 4: {2: 1}}), "goods 1")
        assert pending(game) == []

    def test_works_from_an_empty_first_depot(self):
        game = play(shipped(["m5"], depot_goods={6: {2: 1}}), "goods 1", "goods 6")
        assert goods_of(game) == {2: 1}

    def test_is_not_there_without_it(self):
        assert pending(play(shipped(depot_goods=EVERYWHERE, round_goods=[4, 4, 5, 5]), "goods 1")) == []

    def test_types_of_both_depots_may_have_to_be_chosen(self):
        depot_goods = {5: {1: 1, 2: 1, 3: 1}, 6: {1: 1, 4: 1, 5: 1}}
        game = shipped(["m5"], depot_goods=depot_goods, goods={6: 1}, round_goods=[4, 4, 5, 5])
        play(game, "goods 5")
        assert pending(game) == ["ship2", "keep"]
        play(game, "keep 1", "keep 3")
        assert pending(game) == ["ship2"]
        play(game, "goods 6")  # no room for new types, but for more of type 1
        assert goods_of(game) == {1: 2, 3: 1, 6: 1}
        assert goods_in(game, 6) == {4: 1, 5: 1}
        assert pending(game) == []

    def test_a_choice_may_come_at_the_second_depot_alone(self):
        game = shipped(["m5"], depot_goods={1: {1: 1}, 6: {2: 1, 3: 1, 4: 1}})
        play(game, "goods 1", "goods 6")
        assert game.to_json()["pending"] == [{"kind": "keep", "depot": 6}]
        play(game, "keep 4", "keep 2")
        assert goods_of(game) == {1: 1, 2: 1, 4: 1}
        assert pending(game) == []

    def test_the_second_depot_is_offered_even_if_none_of_its_types_fits(self):
        game = shipped(["m5"], depot_goods={2: {4: 1}}, goods={1: 1, 2: 1, 3: 1}, round_goods=[5, 5, 6, 6])
        play(game, "goods 1")
        assert legal(game) == ["goods 2", "skip"]
        play(game, "goods 2")
        assert goods_in(game, 2) == {4: 1}
