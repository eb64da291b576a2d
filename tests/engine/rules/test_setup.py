"""rules.md 1: setup."""

from contextlib import nullcontext

import pytest

from burgundy_env import Game, IllegalAction
from burgundy_env.data import load
from burgundy_env.game import ChanceMismatch

from .positions import BOTH, legal, seat

COMPONENTS = load().components


def new(players=2, seed=0, **config):
    return Game.new({"players": players, **config}, seed=seed)


def to_the_first_turn(game):
    while legal(game, "start"):
        game.push(game.legal_actions()[0])
    return game


def tiles_on_display(game):
    """Slot -> tile of all numbered depots."""
    depots = game.to_json()["depots"]
    return {f"{d}.{i}": tile for d in "123456" for i, tile in enumerate(depots[d]["tiles"], 1)}


@pytest.mark.parametrize("players", [2, 3, 4])
class TestEveryPlayer:
    def test_has_1_silver_3_goods_0_vp_and_nothing_else(self, players):
        for p in range(players):
            player = seat(new(players, seed=p), p)
            assert player["silver"] == 1
            assert sum(player["goods"].values()) == 3
            assert (player["vp"], player["sold"], player["storage"], player["placed"], player["bonus"]) == (
                0, {}, [], {}, [],
            )  # fmt: skip

    def test_has_1_2_3_4_workers_in_turn_order_which_is_seat_order_from_the_first_player(self, players):
        game = new(players, seed=3)
        order = game.to_json()["order"]
        first = order[0]
        assert order == [(first + i) % players for i in range(players)]
        assert [seat(game, p)["workers"] for p in order] == [1, 2, 3, 4][:players]

    def test_may_be_drawn_as_the_first_player(self, players):
        firsts = {new(players, seed=seed).active for seed in range(40)}
        assert firsts == set(range(players))

    def test_has_a_marker_on_space_0_the_first_player_on_top(self, players):
        document = new(players, seed=5).to_json()
        assert document["track"] == [document["order"], [], [], [], [], [], []]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_25_goods_lie_in_the_piles_and_the_rest_leave_the_game(players):
    game = new(players)
    piles = game.to_json()["hidden"]["goods"]
    assert sum(piles.values()) == 25
    for kind in "123456":
        held = sum(seat(game, p)["goods"].get(kind, 0) for p in range(players))
        assert piles.get(kind, 0) + held <= 7


def test_all_42_goods_are_shuffled_together():
    """Over many games each type is dealt to players and to piles, up to all seven of it."""
    most = max(max(new(4, seed=seed).to_json()["hidden"]["goods"].values()) for seed in range(60))
    assert most == 7


def test_there_are_two_bonus_tiles_of_each_colour():
    assert set(new().to_json()["bonus_tiles"].values()) == {2}
    assert len(new().to_json()["bonus_tiles"]) == 6


class TestStartCastles:
    @pytest.mark.parametrize("ruleset", BOTH)
    @pytest.mark.parametrize("duchy", [1, 2, 7, 18])
    def test_ruling_go_on_any_castle_hex_in_both_rulesets(self, ruleset, duchy):
        game = new(ruleset=ruleset, duchies=[duchy, duchy])
        colours = load().duchies[duchy].colours
        castle_hexes = [f"start h{h}" for h, colour in enumerate(colours, 1) if colour == "castle"]
        assert len(castle_hexes) == 4
        assert game.legal_actions() == castle_hexes

    def test_ruling_are_put_down_one_after_another_in_turn_order_and_openly(self):
        game = new(3, seed=2)
        order, seen = game.to_json()["order"], []
        while legal(game, "start"):
            seen.append(game.active)
            game.push("start h7")
            assert [p for p in order if seat(game, p)["placed"] == {"h7": "castle"}] == sorted(seen, key=order.index)
        assert seen == order

    def test_have_no_effect_and_score_nothing_even_on_a_region_of_one(self):
        game = new()
        for _ in range(2):
            p = game.active
            game.push("start h19")  # a region of one on board 1
            assert seat(game, p)["vp"] == 0
            assert game.to_json()["pending"] == []

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_come_out_of_the_castle_supply(self, players):
        game = new(players)
        assert game.to_json()["hidden"]["supply"]["castle"]["castle"] == 14
        to_the_first_turn(game)
        on_display = sum(tile == "castle" for tile in tiles_on_display(game).values())
        assert game.to_json()["hidden"]["supply"]["castle"]["castle"] == 14 - players - on_display

    def test_come_before_the_depots_are_filled(self):
        game = new()
        for _ in range(2):
            assert not any(tiles_on_display(game).values())
            assert game.to_json()["black_depot"] == game.to_json()["round_goods"] == []
            assert (game.to_json()["stage"], game.to_json()["phase"], game.to_json()["white_die"]) == (
                "start", "A", None,
            )  # fmt: skip
            game.push("start h19")
        assert any(tiles_on_display(game).values())


@pytest.mark.parametrize(("players", "numbered", "black"), [(2, 12, 4), (3, 18, 6), (4, 24, 8)])
def test_depots_are_filled_for_phase_a_after_the_last_start_castle(players, numbered, black):
    game = to_the_first_turn(new(players))
    assert sum(tile is not None for tile in tiles_on_display(game).values()) == numbered
    assert len(game.to_json()["black_depot"]) == black
    assert all(game.to_json()["black_depot"])
    assert (game.to_json()["phase"], game.to_json()["round"], game.to_json()["stage"]) == ("A", 1, "turn")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_supplies_hold_the_tiles_of_the_box(players):
    document = new(players).to_json()
    supply, black = document["hidden"]["supply"], document["hidden"]["black"]
    counts = {colour: sum(tiles.values()) for colour, tiles in supply.items()}
    assert counts == {"building": 40, "monastery": 20, "ship": 20, "livestock": 20, "castle": 14, "mine": 10}
    assert sum(black.values()) == 40
    assert (black["castle"], black["mine"], black["ship"], black["bank"]) == (2, 2, 6, 2)
    assert sum(count for tile, count in black.items() if tile[0] == "m" and tile[1:].isdigit()) == 6


class TestDuchies:
    def test_are_the_ones_given(self):
        game = new(3, duchies=[4, 30, 11])
        assert [seat(game, p)["duchy"] for p in range(3)] == [4, 30, 11]

    def test_ruling_random_ones_are_dealt_from_boards_1_to_10(self):
        dealt = {seat(new(4, duchies="random", seed=seed), p)["duchy"] for seed in range(40) for p in range(4)}
        assert dealt == set(range(1, 11))

    def test_ruling_four_copies_of_a_board_are_in_the_box(self):
        game = new(4, duchies="random:5-6")
        assert {seat(game, p)["duchy"] for p in range(4)} <= {5, 6}
        pairs = [
            tuple(seat(game, p)["duchy"] for p in range(2))
            for game in (new(duchies="random:1-4", seed=seed) for seed in range(300))
        ]
        same = sum((a - 1) // 2 == (b - 1) // 2 for a, b in pairs)
        assert 95 < same < 160  # 3 of the 7 copies left, 129 of 300; with one copy each there were none

    def test_ruling_a_board_drawn_is_one_copy_less_for_those_who_draw_later(self):
        """Two boards, four seats: all draw the same one in 1 of 35 games, with nothing taken out in 1 of 8."""
        tables = [new(4, duchies="random:1-4", seed=seed).to_json()["players"] for seed in range(300)]
        same = sum(len({(player["duchy"] - 1) // 2 for player in players}) == 1 for players in tables)
        assert 0 < same < 20

    def test_a_board_that_is_not_in_the_box_cannot_be_drawn(self):
        config = {"players": 2, "duchies": "random:5-6"}
        first, *others = Game.new(config, seed=3).events
        for board, fits in ((5, True), (6, True), (4, False), (7, False)):
            script = [{**first, "result": board}, *others]
            with nullcontext() if fits else pytest.raises(ChanceMismatch, match="can't happen here"):
                assert seat(Game.new(config, chance=script), 0)["duchy"] == board

    def test_random_boards_by_the_rules_of_2011_are_those_of_its_box(self):
        game = new(4, ruleset="alea_2011", duchies="random")
        assert game.config.pool == (1, 2, 3, 5, 6, 7, 9, 10, 44, 48)
        tables = [new(4, ruleset="alea_2011", duchies="random:44,48", seed=seed) for seed in range(9)]
        assert {seat(game, p)["duchy"] for game in tables for p in range(4)} == {44, 48}

    def test_the_other_side_of_a_board_of_2011(self):
        game = new(2, ruleset="alea_2011", duchies="sides:3,44", seed=1)
        assert seat(game, game.active)["duchy"] == 3
        assert game.legal_actions() == ["side 3", "side 44"]
        first = game.active
        game.push("side 44")
        assert seat(game, first)["duchy"] == 44
        assert Game.from_json(game.to_json()).legal_actions() == ["side 3", "side 44"]

    def test_ruling_owners_choose_the_side_in_turn_order_before_the_start_castles(self):
        game = new(3, duchies="sides:5-6", seed=1)
        order = game.to_json()["order"]
        for p, side in zip(order, (6, 5, 6), strict=True):
            assert game.to_json()["stage"] == "sides"
            assert game.active == p
            assert seat(game, p)["duchy"] == 5  # the odd side lies up until its owner has chosen
            assert game.legal_actions() == ["side 5", "side 6"]
            game.push(f"side {side}")
        assert [seat(game, p)["duchy"] for p in order] == [6, 5, 6]
        assert game.to_json()["stage"] == "start"
        assert game.active == order[0]

    def test_a_board_that_was_not_dealt_cannot_be_chosen(self):
        game = new(duchies="sides:5-6")
        with pytest.raises(IllegalAction):
            game.push("side 7")
