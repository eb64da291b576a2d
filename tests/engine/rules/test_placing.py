"""rules.md 3 and 4: where a tile may be placed, and which of the stored ones is meant."""

import pytest

from burgundy_env import IllegalAction
from burgundy_env.data import load

from .positions import legal, pending, play, position, seat

AROUND = {"h19": "castle", "h13": "m16", "h12": "watchtower"}  # reaches h6 h7 h8 h11 h14 h18 h20 h25 h26


class TestAPlace:
    @pytest.mark.parametrize(
        ("tile", "hexes"),
        [
            ("bank", {"h14": 2, "h26": 3}),
            ("m17", {"h8": 5}),
            ("ship", {"h18": 2, "h20": 5}),
            ("cow2", {"h6": 1, "h11": 4}),
            ("castle", {"h7": 6}),
            ("mine", {"h25": 4}),
        ],
    )
    def test_has_the_colour_and_the_dies_number_and_touches_an_occupied_hex(self, tile, hexes):
        for shown in range(1, 7):
            game = position(dice=[shown, 1], used=[False, True], storage=[tile], placed=AROUND)
            expected = [f"d1 place {hex_}" for hex_, number in hexes.items() if number == shown]
            assert legal(game, "d1 place") == expected

    def test_is_empty(self):
        game = position(dice=[2, 2], storage=["ship"], placed={"h19": "castle", "h18": "ship"})
        assert "d1 place h18" not in legal(game)

    def test_may_touch_any_occupied_hex_not_only_a_castle(self):
        game = position(dice=[5, 1], storage=["m17"], placed=AROUND)
        assert legal(game, "d1 place") == ["d1 place h8"]  # which touches the monastery on h13 alone

    @pytest.mark.parametrize("duchy", range(1, 31))
    def test_is_found_on_every_duchy_by_the_printed_neighbours(self, duchy):
        board = load().duchies[duchy]
        start = board.colours.index("castle") + 1
        ring = board.neighbours[start - 1]
        for tile, colour in (("ship", "ship"), ("mine", "mine"), ("cow2", "livestock"), ("bank", "building")):
            hexes = [f"d1 place h{h}" for h in sorted(ring) if board.colours[h - 1] == colour]
            boards = [duchy % 30 + 1, duchy]  # the other player's board must not matter
            game = position(duchy=boards, active=1, workers=3, storage=[tile], placed={f"h{start}": "castle"})
            assert legal(game, "d1 place") == hexes


class TestPlacing:
    def test_takes_the_tile_out_of_storage(self):
        game = play(position(dice=[2, 1], storage=["bank", "ship", "ship"]), "d1 place h18")
        assert seat(game)["storage"] == ["bank", "ship"]
        assert seat(game)["placed"] == {"h19": "castle", "h18": "ship"}

    def test_uses_its_own_die(self):
        game = play(position(dice=[1, 2], storage=["ship"]), "d2 place h18")
        assert seat(game)["used"] == [False, True]

    def test_opens_the_hexes_around(self):
        game = position(dice=[2, 1], storage=["ship", "ship"])
        assert "d2 place h17" not in legal(game)
        assert "d2 place h17" in legal(play(game, "d1 place h18", "goods 1"))

    def test_is_for_good(self):
        game = position(dice=[2, 2], storage=["ship", "ship"], placed=AROUND | {"h18": "ship"})
        with pytest.raises(IllegalAction):
            game.push("d1 place h18")


TOWN = {"h19": "castle", "h26": "bank"}  # h26 h27 h32 h33 h37; h12 is a town of its own


class TestATown:
    def test_has_each_kind_of_building_once(self):
        game = position(workers=9, storage=["bank", "market"], placed=TOWN)
        assert legal(game, "d1 place") == ["d1 place h12", "d1 place h27", "d1 place h32"]
        play(game, "d1 place h27")
        assert seat(game)["placed"]["h27"] == "market"  # nobody asked: the bank doesn't fit there

    def test_may_have_a_kind_that_another_town_has(self):
        game = play(position(dice=[3, 1], storage=["bank"], placed=TOWN), "d1 place h12")
        assert seat(game)["placed"]["h12"] == "bank"

    def test_has_it_once_even_if_the_two_would_not_touch(self):
        placed = TOWN | {"h27": "market"}
        game = position(workers=9, storage=["bank"], placed=placed)
        assert "d1 place h33" not in legal(game)
        assert "d1 place h33" in legal(position(workers=9, storage=["church"], placed=placed))

    def test_is_bound_whoever_gives_the_placement(self):
        placed = TOWN | {"h13": "m16", "h12": "watchtower", "h25": "mine"}
        by_castle = play(position(dice=[6, 1], storage=["bank", "castle"], placed=placed), "d1 place h7")
        assert legal(by_castle, "free place") == ["free place h14", "free place h24"]
        storage = ["bank", "town_hall"]
        by_town_hall = play(position(dice=[1, 1], storage=storage, placed=placed), "d1 place h27")
        assert legal(by_town_hall, "free place") == ["free place h14", "free place h24"]

    def test_does_not_bind_other_colours(self):
        game = position(dice=[2, 1], storage=["ship"], placed={"h19": "castle", "h20": "ship"})
        assert "d1 place h18" in legal(game)

    def test_is_a_town_of_ones_own_board(self):
        placed = {"h22": "castle", "h21": "m16", "h20": "bank"}
        game = position(duchy=[1, 10], active=1, workers=9, storage=["bank"], placed=placed)
        assert legal(game, "d1 place") == ["d1 place h15"]  # not h13 and h19, of the same town on board 10

    def test_of_another_player_does_not_bind(self):
        game = position(dice=[3, 1], storage=["bank"], rivals={1: {"placed": TOWN}})
        assert "d1 place h26" in legal(game)


TOWN_WITH_BANK = {"h19": "castle", "h26": "bank", "h25": "mine"}


class TestMonastery1:
    def test_lifts_the_limit_once_it_is_placed(self):
        game = position(dice=[1, 1], storage=["bank", "m1"], placed=TOWN_WITH_BANK)
        assert "d2 place h27" not in legal(game)
        play(game, "d1 place h13")
        assert "d2 place h27" in legal(game)
        assert seat(play(game, "d2 place h27"))["placed"]["h27"] == "bank"

    def test_keeps_lifting_it(self):
        placed = TOWN_WITH_BANK | {"h13": "m1", "h27": "bank"}
        game = position(dice=[5, 1], storage=["bank"], placed=placed)
        assert "d1 place h32" in legal(game)

    def test_does_nothing_in_storage(self):
        game = position(workers=9, storage=["bank", "m1"], placed=TOWN_WITH_BANK)
        assert "d1 place h27" not in legal(game)

    def test_counts_for_a_placement_by_an_effect(self):
        game = position(dice=[6, 1], storage=["bank", "castle"], placed=TOWN_WITH_BANK | {"h13": "m1"})
        assert "free place h27" in legal(play(game, "d1 place h7"))


class TestThePick:
    def test_is_asked_if_tiles_of_different_names_fit(self):
        game = position(dice=[3, 1], storage=["bank", "market", "ship"])
        play(game, "d1 place h26")
        assert game.to_json()["pending"] == [{"kind": "pick", "hex": "h26", "by": "d1"}]
        assert legal(game) == ["pick market", "pick bank"]
        play(game, "pick bank")
        assert seat(game)["placed"]["h26"] == "bank"
        assert seat(game)["storage"] == ["market", "ship"]
        assert pending(game) == []

    def test_is_not_asked_if_all_that_fit_have_one_name(self):
        game = play(position(dice=[3, 1], storage=["bank", "bank", "ship"]), "d1 place h26")
        assert seat(game)["placed"]["h26"] == "bank"
        assert pending(game) == []

    def test_names_equal_tiles_once(self):
        game = play(position(dice=[3, 1], storage=["bank", "bank", "market"]), "d1 place h26")
        assert legal(game) == ["pick market", "pick bank"]

    def test_is_not_asked_if_the_town_leaves_one(self):
        game = position(dice=[1, 1], storage=["bank", "market"], placed={"h19": "castle", "h26": "bank"})
        play(game, "d1 place h27")
        assert seat(game)["placed"]["h27"] == "market"

    def test_comes_before_anything_is_spent(self):
        game = play(position(dice=[2, 1], workers=1, storage=["bank", "market"]), "d1 place h26")
        assert (seat(game)["workers"], seat(game)["used"]) == (1, [False, False])
        play(game, "pick market")
        assert (seat(game)["workers"], seat(game)["used"]) == (0, [True, False])

    @pytest.mark.parametrize(("shown", "left"), [(2, 2), (4, 2), (1, 1), (5, 1), (6, 1)])
    def test_is_paid_with_the_free_step_and_monastery_8(self, shown, left):
        placed = {"h19": "castle", "h13": "m9", "h8": "m8"}  # to 3: one step free, then two a worker
        game = position(dice=[shown, 1], workers=2, storage=["bank", "market"], placed=placed)
        play(game, "d1 place h26", "pick bank")
        assert seat(game)["workers"] == left

    def test_tells_livestock_and_monasteries_apart_by_name(self):
        game = position(dice=[1, 1], storage=["cow2", "cow3", "sheep2"], placed=AROUND)
        assert legal(play(game, "d1 place h6")) == ["pick cow2", "pick cow3", "pick sheep2"]
        game = position(dice=[1, 1], storage=["m7", "m16", "m1"])
        assert legal(play(game, "d1 place h13")) == ["pick m1", "pick m7", "pick m16"]

    def test_is_made_for_the_second_die_and_for_effects_too(self):
        game = play(position(dice=[1, 3], storage=["bank", "market"]), "d2 place h26")
        assert game.to_json()["pending"] == [{"kind": "pick", "hex": "h26", "by": "d2"}]
        assert seat(play(game, "pick bank"))["used"] == [False, True]
        storage = ["bank", "castle", "market"]
        game = position(dice=[6, 1], storage=storage, placed={"h19": "castle", "h13": "m16"})
        play(game, "d1 place h7", "free place h26")
        assert game.to_json()["pending"] == [{"kind": "castle"}, {"kind": "pick", "hex": "h26", "by": "free"}]
        play(game, "pick bank")
        assert pending(game) == []
        assert seat(game)["silver"] == 2
