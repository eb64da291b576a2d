"""rules.md 3: taking a tile, and making room for it."""

import pytest

from .positions import legal, pending, play, position, seat, tile_in

FULL = ["m16", "mine", "mine"]


class TestTaking:
    def test_moves_a_tile_of_the_dies_depot_to_storage_never_to_the_duchy(self):
        game = play(position(dice=[5, 1], depots={"5.1": "mine", "5.2": "m16"}), "d1 take 5.2")
        assert seat(game)["storage"] == ["m16"]
        assert seat(game)["placed"] == {"h19": "castle"}
        assert (tile_in(game, "5.1"), tile_in(game, "5.2")) == ("mine", None)

    def test_may_choose_any_tile_of_that_depot_and_of_no_other(self):
        depots = {"5.1": "mine", "5.2": "m16", "5.3": "bank", "5.4": "market", "4.1": "ship", "6.1": "bank"}
        game = position(4, dice=[5, 2], depots=depots)
        assert legal(game, "d1 take") == ["d1 take 5.1", "d1 take 5.2", "d1 take 5.3", "d1 take 5.4"]
        assert legal(game, "d2 take") == []

    def test_never_reaches_the_black_depot(self):
        assert legal(position(black=["m7", "ship"]), "d") == ["d1 workers", "d2 workers"]

    def test_leaves_the_tile_to_be_placed_by_the_other_die(self):
        game = position(dice=[4, 2], depots={"4.1": "ship"})
        play(game, "d1 take 4.1", "d2 place h18")
        assert seat(game)["placed"]["h18"] == "ship"

    def test_fills_three_spaces(self):
        game = position(dice=[4, 5], depots={"4.1": "ship", "5.1": "mine"}, storage=["bank"])
        play(game, "d1 take 4.1", "d2 take 5.1")
        assert pending(game) == []
        assert seat(game)["storage"] == ["bank", "mine", "ship"]


def by_die():
    return position(dice=[4, 4], depots={"4.1": "ship"}, storage=FULL), "d1 take 4.1"


def by_castle():
    placed = {"h19": "castle", "h13": "m1"}
    game = position(
        dice=[6, 1], depots={"4.1": "ship"}, placed=placed, silver=2, black=["m7"], storage=["bank", "castle", "m16"]
    )
    play(game, "d1 place h7", "buy b1")
    return game, "free take 4.1"


def by_market():
    game = position(dice=[3, 1], depots={"4.1": "ship"}, silver=2, black=["m7"], storage=["m16", "market", "mine"])
    play(game, "d1 place h26", "buy b1")
    return game, "free take 4.1"


def by_carpenter():
    storage = ["carpenter", "m16", "mine"]
    game = position(dice=[3, 1], depots={"4.2": "church"}, silver=2, black=["m7"], storage=storage)
    play(game, "d1 place h26", "buy b1")
    return game, "free take 4.2"


def by_church():
    game = position(dice=[3, 1], depots={"5.1": "mine"}, silver=2, black=["m7"], storage=["church", "m16", "mine"])
    play(game, "d1 place h26", "buy b1")
    return game, "free take 5.1"


def by_purchase():
    return position(silver=2, black=[None, None, "ship"], storage=FULL), "buy b3"


def by_monastery_6():
    placed = {"h19": "castle", "h13": "m6"}
    return position(workers=2, depots={"4.2": "church"}, placed=placed, storage=FULL), "recruit 4.2"


def by_monastery_6_of_2011():
    placed = {"h19": "castle", "h13": "m6"}
    game = position(ruleset="alea_2011", silver=2, depots={"4.1": "ship"}, placed=placed, storage=FULL)
    return game, "buy 4.1"


WAYS = [
    by_die, by_castle, by_market, by_carpenter, by_church, by_purchase, by_monastery_6, by_monastery_6_of_2011,
]  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
class TestFullStorage:
    def test_ruling_by_whatever_way_the_tile_comes_a_stored_tile_of_ones_choice_goes(self, way):
        game, action = way()
        before = seat(game)["storage"]
        assert len(before) == 3
        play(game, action)
        top = game.to_json()["pending"][-1]
        assert top["kind"] == "discard"
        coming = top["for"]
        assert seat(game)["storage"] == before
        assert sorted(legal(game)) == sorted({f"discard {tile}" for tile in before})
        for tile in set(before):
            after = play(game.copy(), f"discard {tile}")
            rest = list(before)
            rest.remove(tile)
            assert seat(after)["storage"] == sorted([*rest, coming])
            assert "discard" not in pending(after)

    def test_the_price_is_paid_before_the_choice(self, way):
        game, action = way()
        play(game, action)
        paid = seat(game)
        play(game, legal(game)[0])
        for key in ("workers", "silver", "used", "bought", "recruited"):
            assert seat(game)[key] == paid[key]
        assert paid["workers"] == paid["silver"] == 0

    def test_the_tile_thrown_away_is_out_of_the_game(self, way):
        game, action = way()
        play(game, action)
        thrown = "m16"
        before = game.to_json()
        play(game, f"discard {thrown}")
        after = game.to_json()
        for key in ("depots", "black_depot", "hidden"):
            assert after[key] == before[key]
        assert after["players"][0]["placed"] == before["players"][0]["placed"]


class TestTheChoiceOfWhatToThrowAway:
    def test_is_asked_even_if_only_one_name_is_there(self):
        game = position(dice=[5, 1], depots={"5.1": "mine"}, storage=["ship", "ship", "ship"])
        play(game, "d1 take 5.1")
        assert legal(game) == ["discard ship"]
        assert seat(play(game, "discard ship"))["storage"] == ["mine", "ship", "ship"]

    def test_cannot_fall_on_the_new_tile(self):
        game = position(dice=[5, 1], depots={"5.1": "mine"}, storage=["bank", "m16", "ship"])
        assert "discard mine" not in legal(play(game, "d1 take 5.1"))

    def test_may_fall_on_a_tile_equal_to_the_new_one(self):
        game = position(dice=[4, 1], depots={"4.1": "ship"}, storage=["bank", "m16", "ship"])
        play(game, "d1 take 4.1", "discard ship")
        assert seat(game)["storage"] == ["bank", "m16", "ship"]
        assert tile_in(game, "4.1") is None

    def test_names_equal_tiles_once(self):
        game = play(position(dice=[4, 1], depots={"4.1": "ship"}, storage=["bank", "bank", "mine"]), "d1 take 4.1")
        assert legal(game) == ["discard bank", "discard mine"]

    def test_is_not_asked_while_a_space_is_free(self):
        game = play(position(dice=[4, 1], depots={"4.1": "ship"}, storage=["bank", "m16"]), "d1 take 4.1")
        assert pending(game) == []

    def test_may_throw_a_castle_away(self):
        game = position(dice=[4, 1], depots={"4.1": "ship"}, storage=["bank", "castle", "m16"])
        play(game, "d1 take 4.1", "discard castle")
        assert pending(game) == []
        assert "castle" not in seat(game)["storage"]

    def test_may_come_twice_in_a_turn(self):
        game = position(dice=[4, 5], depots={"4.1": "ship", "5.1": "mine"}, storage=FULL)
        play(game, "d1 take 4.1", "discard m16", "d2 take 5.1", "discard ship")
        assert seat(game)["storage"] == ["mine", "mine", "mine"]
