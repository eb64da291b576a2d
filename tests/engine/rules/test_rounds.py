"""rules.md 2: phases, rounds, turn order, and the silver of the mines."""

import random

import pytest

from burgundy_env import Game
from burgundy_env.data import load

from .positions import BOTH, at_the_end, goods_in, legal, play, position, seat, tile_in

SLOTS = load().components["depots"]["slots"]


def last_turn(players=2, *, phase="A", round=5, order=None, **keys):
    """The last seat has used both dice: `end` is all that is left of the round."""
    order = list(range(players)) if order is None else order
    return position(
        players, phase=phase, round=round, order=order, active=order[-1], used=[True, True], **keys
    )  # fmt: skip


def slots_of(game):
    document = game.to_json()["depots"]
    return {f"{d}.{i}": tile for d in document for i, tile in enumerate(document[d]["tiles"], 1)}


def colour_of(tile):
    if tile in ("ship", "castle", "mine"):
        return tile
    if tile[0] == "m" and tile[1:].isdigit():
        return "monastery"
    return "livestock" if tile[-1].isdigit() else "building"


class TestPhaseStart:
    @pytest.mark.parametrize("players", [2, 3, 4])
    @pytest.mark.parametrize("phase", ["A", "B", "C", "D"])
    def test_every_slot_in_use_gets_a_tile_of_its_colour(self, players, phase):
        game = play(last_turn(players, phase=phase), "end")
        begun = "ABCDE"["ABCDE".index(phase) + 1]
        assert game.to_json()["phase"] == begun
        for slot, tile in slots_of(game).items():
            colour, least = SLOTS[slot[0]][int(slot[2]) - 1]
            if players == 3 and slot == "6.3" and begun in "BD":
                colour = "mine"
            assert (colour_of(tile) == colour) if players >= least else tile is None, slot

    @pytest.mark.parametrize(("phase", "tile"), [("A", "mine"), ("B", "castle"), ("C", "mine"), ("D", "castle")])
    def test_three_seats_get_a_mine_instead_of_depot_6s_castle_in_b_and_d(self, phase, tile):
        assert tile_in(play(last_turn(3, phase=phase), "end"), "6.3") == tile

    def test_three_seats_begin_with_a_castle_in_depot_6(self):
        game = Game.new({"players": 3}, seed=8)
        while legal(game, "start"):
            game.push("start h19")
        assert tile_in(game, "6.3") == "castle"

    @pytest.mark.parametrize("phase", ["A", "B", "C", "D"])
    def test_with_four_seats_depot_6_keeps_its_castle_in_every_phase(self, phase):
        assert tile_in(play(last_turn(4, phase=phase), "end"), "6.3") == "castle"

    def test_hex_tiles_on_the_board_leave_the_game(self):
        depots = {"1.1": "bank", "2.1": "m16", "5.2": "m1"}
        game = last_turn(depots=depots, black=["m7", "m14", "m12"], seed=3)
        gone = set(depots.values()) | {"m7", "m14", "m12"}
        play(game, "end")
        document = game.to_json()
        monasteries = gone - {"bank"}
        assert not monasteries & {*slots_of(game).values(), *document["black_depot"]}
        assert not monasteries & {*document["hidden"]["supply"]["monastery"], *document["hidden"]["black"]}

    def test_they_leave_even_where_no_new_tile_comes(self):
        hidden = {"supply": {}, "black": {}, "goods": {"1": 5, "2": 5, "3": 5, "4": 5}}
        game = last_turn(depots={"1.1": "bank", "5.1": "mine"}, black=["m7"], hidden=hidden)
        play(game, "end")
        assert not any(slots_of(game).values())
        assert game.to_json()["black_depot"] == [None] * 4

    def test_an_empty_supply_leaves_the_slot_empty(self):
        supply = {"mine": {}, "ship": {"ship": 1}, "building": {"bank": 4}, "livestock": {"cow2": 2}}
        hidden = {"supply": supply, "black": {"m7": 1}, "goods": {"1": 5, "2": 5, "3": 5, "4": 5}}
        game = play(last_turn(hidden=hidden), "end")
        found = {slot: tile for slot, tile in slots_of(game).items() if tile}
        assert found == {
            "1.1": "bank", "1.2": "ship", "3.1": "cow2", "3.2": "bank", "4.2": "bank", "6.1": "bank", "6.2": "cow2",
        }  # fmt: skip
        assert game.to_json()["black_depot"] == ["m7", None, None, None]

    def test_goods_stay(self):
        game = last_turn(depot_goods={1: {2: 1}, 6: {1: 1, 2: 2}})
        play(game, "end")
        laid = game.to_json()["white_die"]
        for depot, goods in ((1, {2: 1}), (6, {1: 1, 2: 2})):
            found = goods_in(game, depot)
            assert sum(found.values()) - (laid == depot) == sum(goods.values())
            assert all(found[kind] >= count for kind, count in goods.items())

    def test_five_goods_are_revealed_in_order_and_the_first_laid_out(self):
        game = play(last_turn(), "end")
        document = game.to_json()
        assert len(document["round_goods"]) == 4
        assert sum(sum(goods_in(game, depot).values()) for depot in range(1, 7)) == 1
        assert sum(document["hidden"]["goods"].values()) == 15

    def test_four_seats_use_up_every_supply_exactly(self):
        game = Game.new({"players": 4, "duchies": [1, 2, 3, 4]}, seed=11)
        rng, phases = random.Random(1), set()
        while not game.is_over:
            game.push(rng.choice(game.legal_actions()))
            document = game.to_json()
            if document["phase"] not in phases and document["stage"] == "turn":
                phases.add(document["phase"])
                assert all(slots_of(game).values())
                assert all(document["black_depot"])
        assert phases == set("ABCDE")
        hidden = document["hidden"]
        assert not any(hidden["supply"].values())
        assert not hidden["black"]
        assert not hidden["goods"]


class TestRoundStart:
    def test_order_is_the_track_from_the_front_backwards_top_to_bottom(self):
        track = [[2], [1, 3], [], [0], [], [], []]
        game = play(last_turn(4, round=2, track=track), "end")
        assert game.to_json()["order"] == [0, 1, 3, 2]
        assert game.active == 0

    def test_order_is_fixed_for_the_round_and_a_ship_matters_from_the_next(self):
        game = position(3, dice=[2, 1], storage=["ship"], order=[2, 0, 1], active=0, track=[[2, 0, 1]] + [[]] * 6)
        play(game, "d1 place h18", "goods 1")
        assert game.to_json()["track"][:2] == [[2, 1], [0]]
        assert game.to_json()["order"] == [2, 0, 1]
        play(game, "d2 workers", "end")
        assert game.active == 1
        play(game, "d1 workers", "d2 workers", "end")
        assert game.to_json()["order"] == [0, 2, 1]
        assert game.active == 0

    def test_order_holds_across_the_phases_too(self):
        game = play(last_turn(3, track=[[0], [2], [1], [], [], [], []]), "end")
        assert game.to_json()["order"] == [1, 2, 0]

    def test_every_player_rolls_two_dice_and_the_white_die_falls(self):
        seen, white = {(p, die): set() for p in range(3) for die in range(2)}, set()
        for seed in range(60):
            document = play(last_turn(3, round=1, seed=seed), "end").to_json()
            white.add(document["white_die"])
            for p, die in seen:
                seen[p, die].add(document["players"][p]["dice"][die])
        assert white == set(range(1, 7))
        assert all(values == set(range(1, 7)) for values in seen.values())

    def test_all_dice_are_ready_again_and_each_may_buy_and_recruit_again(self):
        had = {"used": [True, True], "bought": True, "recruited": True}
        game = last_turn(round=1, rivals={0: had}, bought=True, recruited=True)
        play(game, "end")
        for p in range(2):
            assert (seat(game, p)["used"], seat(game, p)["bought"], seat(game, p)["recruited"]) == (
                [False, False], False, False,
            )  # fmt: skip

    def test_that_happens_when_the_round_starts_and_not_at_the_end_of_a_turn(self):
        game = position(used=[True, True], bought=True, recruited=True)
        play(game, "end")
        assert (seat(game)["used"], seat(game)["bought"], seat(game)["recruited"]) == ([True, True], True, True)

    def test_the_next_goods_tile_goes_to_the_depot_of_the_white_die(self):
        for seed in range(12):
            game = play(last_turn(round=2, round_goods=[5, 1, 3], seed=seed), "end")
            document = game.to_json()
            assert goods_in(game, document["white_die"]) == {5: 1}
            assert document["round_goods"] == [1, 3]

    def test_it_joins_the_goods_there(self):
        everywhere = {depot: {5: 1} for depot in range(1, 7)}
        game = play(last_turn(round=2, round_goods=[5, 1, 3], depot_goods=everywhere), "end")
        assert goods_in(game, game.to_json()["white_die"]) == {5: 2}

    def test_nothing_but_dice_goods_and_order_changes_between_rounds(self):
        game = last_turn(round=1, depots={"1.1": "bank"}, black=["m7"], silver=3, workers=2, storage=["ship"],
                         placed={"h19": "castle", "h25": "mine"})  # fmt: skip
        play(game, "end")
        assert tile_in(game, "1.1") == "bank"
        assert game.to_json()["black_depot"][0] == "m7"
        assert (seat(game, 1)["silver"], seat(game, 1)["workers"], seat(game, 1)["storage"]) == (3, 2, ["ship"])


def test_seats_play_one_after_another_in_order():
    game = position(4, order=[3, 1, 0, 2], active=3, used=[True, True])
    for following in (1, 0, 2):
        play(game, "end")
        assert game.active == following
        play(game, "d1 workers", "d2 workers")


TWO_MINES = {"h19": "castle", "h25": "mine", "h30": "mine", "h18": "ship"}


class TestPhaseEnd:
    @pytest.mark.parametrize("ruleset", BOTH)
    @pytest.mark.parametrize("phase", "ABCDE")
    def test_brings_1_silver_per_mine(self, ruleset, phase):
        game = last_turn(phase=phase, ruleset=ruleset, rivals={0: {"placed": TWO_MINES}}, silver=3)
        play(game, "end")
        assert (seat(game, 0)["silver"], seat(game, 0)["workers"]) == (2, 0)
        assert seat(game, 1)["silver"] == 3

    def test_brings_1_worker_per_mine_as_well_with_monastery_2(self):
        game = last_turn(rivals={0: {"placed": {**TWO_MINES, "h13": "m2"}}}, placed=TWO_MINES)
        play(game, "end")
        assert (seat(game, 0)["silver"], seat(game, 0)["workers"]) == (2, 2)
        assert (seat(game, 1)["silver"], seat(game, 1)["workers"]) == (2, 0)

    @pytest.mark.parametrize("round", [1, 2, 3, 4])
    def test_comes_after_round_5_only(self, round):
        game = play(last_turn(round=round, placed=TWO_MINES), "end")
        assert seat(game, 1)["silver"] == 0
        assert (game.to_json()["phase"], game.to_json()["round"]) == ("A", round + 1)

    def test_leads_to_round_1_of_the_next_phase(self):
        game = play(last_turn(phase="C"), "end")
        assert (game.to_json()["phase"], game.to_json()["round"]) == ("D", 1)

    def test_finds_the_mines_of_each_players_own_board(self):
        mine_on_10 = {"h22": "castle", "h21": "m16", "h27": "mine"}
        game = play(last_turn(duchy=[1, 10], placed=mine_on_10, rivals={0: {"placed": TWO_MINES}}), "end")
        assert (seat(game, 0)["silver"], seat(game, 1)["silver"]) == (2, 1)

    def test_a_mine_in_storage_brings_nothing(self):
        assert seat(play(last_turn(storage=["mine"]), "end"), 1)["silver"] == 0


class TestTheEnd:
    def test_comes_after_phase_e(self):
        game = play(last_turn(phase="E"), "end")
        assert game.is_over
        assert game.active is None
        assert game.legal_actions() == []
        assert (game.to_json()["stage"], game.to_json()["phase"], game.to_json()["round"]) == ("over", "E", 5)

    def test_does_not_come_before_round_5_of_phase_e(self):
        assert not play(last_turn(phase="E", round=4), "end").is_over

    def test_does_not_come_before_everyone_has_played_round_5_of_phase_e(self):
        game = position(phase="E", round=5, used=[True, True])
        play(game, "end")
        assert not game.is_over
        play(game, "d1 workers", "d2 workers", "end")
        assert game.is_over

    def test_leaves_the_board_as_it_was(self):
        game = at_the_end(depots={"1.1": "bank"}, depot_goods={3: {1: 2}})
        assert tile_in(game, "1.1") == "bank"
        assert goods_in(game, 3) == {1: 2}


def test_what_is_left_out_of_a_position_is_dealt_to_fit():
    """Not a rule of the game, but what these tests stand on: a read position has the supplies of its phase."""
    hidden = last_turn(phase="B").to_json()["hidden"]
    assert sum(hidden["goods"].values()) == 15
    assert sum(hidden["supply"]["mine"].values()) == 10 - 2
