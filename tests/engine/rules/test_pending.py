"""Decisions inside decisions: chains of effects, and effects with nothing left to do."""

from burgundy_env import Game
from burgundy_env.game import inside

from .positions import goods_of, legal, pending, play, position, seat

M6 = {"h19": "castle", "h13": "m6"}


class TestChains:
    def test_castle_castle_town_hall_carpenter(self):
        placed = {"h19": "castle", "h13": "m16", "h7": "castle"}
        game = position(dice=[5, 1], placed=placed, storage=["castle", "castle", "town_hall"], silver=2,
                        black=["carpenter"], depots={"1.1": "bank", "2.2": "castle"})  # fmt: skip
        play(game, "d1 place h2", "free place h3")
        assert (pending(game), seat(game)["vp"]) == (["castle"], 6 + 10 + 5)
        play(game, "buy b1", "free place h26", "pick town_hall")
        assert pending(game) == ["place"]
        play(game, "free place h12")
        assert legal(game) == ["free take 1.1", "skip"]
        play(game, "free take 1.1")
        assert (pending(game), seat(game)["storage"]) == ([], ["bank"])
        assert seat(game)["vp"] == 21 + 1 + 10
        assert seat(game)["used"] == [True, False]

    def test_castle_carpenter_with_full_storage(self):
        game = position(
            dice=[6, 1], placed=M6, storage=["carpenter", "castle", "mine"], silver=2, workers=2, black=["ship"],
            depots={"1.1": "bank", "3.2": "market"},
        )  # fmt: skip
        play(game, "d1 place h7", "buy b1", "free place h26", "recruit 3.2")
        assert (pending(game), seat(game)["storage"]) == (["take"], ["market", "mine", "ship"])
        play(game, "free take 1.1")
        assert game.to_json()["pending"] == [{"kind": "discard", "for": "bank"}]
        play(game, "discard mine")
        assert (pending(game), seat(game)["storage"]) == ([], ["bank", "market", "ship"])

    def test_town_hall_ship_goods_of_two_depots(self):
        placed = {"h19": "castle", "h13": "m5"}
        game = position(dice=[3, 1], placed=placed, storage=["ship", "town_hall"],
                        depot_goods={6: {1: 1}, 1: {2: 1}})  # fmt: skip
        play(game, "d1 place h26", "free place h20", "goods 6", "goods 1")
        assert (goods_of(game), pending(game)) == ({1: 1, 2: 1}, [])
        assert game.to_json()["track"][:2] == [[1], [0]]

    def test_castle_church_castle_then_the_second_die_places_it(self):
        game = position(dice=[6, 5], placed={"h19": "castle", "h13": "m16"}, storage=["castle", "church"],
                        depots={"2.2": "castle"})  # fmt: skip
        play(game, "d1 place h7", "free place h26", "free take 2.2", "d2 place h2", "free workers")
        assert (pending(game), seat(game)["workers"]) == ([], 2)

    def test_a_purchase_with_full_storage_inside_an_effect_returns_to_it(self):
        game = position(dice=[6, 1], placed=M6, storage=["bank", "castle", "mine"], silver=2, workers=2,
                        depots={"1.1": "church"}, black=["ship"])  # fmt: skip
        play(game, "d1 place h7", "recruit 1.1", "buy b1")
        assert pending(game) == ["castle", "discard"]
        assert legal(game) == ["discard church", "discard bank", "discard mine"]
        play(game, "discard bank")
        assert pending(game) == ["castle"]
        assert "free place h12" in legal(game)

    def test_the_turn_does_not_end_while_an_effect_waits(self):
        game = position(dice=[1, 6], used=[True, False], placed={"h19": "castle", "h13": "m16"}, storage=["castle"])
        play(game, "d2 place h7")
        assert legal(game) == ["free workers"]
        assert legal(play(game, "free workers")) == ["end"]


class TestAnEffectWithNothingToDo:
    def test_is_lost_when_it_comes_up(self):
        game = position(dice=[3, 3], storage=["market", "warehouse"], depots={"1.1": "bank"})
        play(game, "d1 place h26", "pick market")
        assert pending(game) == []
        play(game, "d2 place h12")
        assert pending(game) == []

    def test_does_not_come_back_when_it_could_be_used_later(self):
        game = position(dice=[3, 2], storage=["town_hall"], silver=2, black=["ship"])
        play(game, "d1 place h26", "buy b1")
        assert legal(game, "free") == []
        assert "d2 place h18" in legal(game)

    def test_is_dropped_when_the_last_tile_for_it_was_recruited(self):
        game = position(dice=[3, 1], placed=M6, storage=["carpenter"], workers=2, depots={"1.1": "bank"})
        play(game, "d1 place h26")
        assert pending(game) == ["take"]
        play(game, "recruit 1.1")
        assert pending(game) == []

    def test_is_dropped_when_the_last_tile_for_it_was_bought(self):
        game = position(ruleset="alea_2011", dice=[3, 1], placed=M6, storage=["market"], silver=2,
                        depots={"1.2": "ship"})  # fmt: skip
        play(game, "d1 place h26")
        assert pending(game) == ["take"]
        play(game, "buy 1.2")
        assert pending(game) == []

    def test_is_dropped_when_the_last_tile_to_place_was_thrown_away(self):
        game = position(dice=[3, 1], placed=M6, storage=["cow2", "ship", "town_hall"], silver=2, workers=2,
                        depots={"1.1": "town_hall"}, black=["pig4"])  # fmt: skip
        play(game, "d1 place h26", "buy b1", "recruit 1.1")
        assert pending(game) == ["place", "discard"]
        assert pending(play(game.copy(), "discard cow2")) == ["place"]
        assert legal(play(game.copy(), "discard ship"), "free") == ["free place h12", "free place h14"]
        lost = position(storage=["cow2", "cow3", "ship"], silver=2, black=["pig4"], pending=[{"kind": "place"}])
        play(lost, "buy b1")
        assert pending(lost) == ["place", "discard"]
        assert pending(play(lost, "discard ship")) == []

    def test_is_dropped_when_it_comes_back_on_top(self):
        game = position(dice=[2, 1], placed={"h19": "castle", "h13": "m5"}, storage=["ship"],
                        depot_goods={3: {1: 1, 2: 1, 3: 1, 4: 1}})  # fmt: skip
        play(game, "d1 place h18", "goods 3")
        assert pending(game) == ["ship2", "keep"]  # no goods next door, but that is seen when its time comes
        play(game, "keep 1", "keep 2", "keep 3")
        assert pending(game) == []

    def test_stays_while_anything_can_be_done(self):
        game = position(dice=[3, 1], placed=M6, storage=["carpenter"], workers=2, silver=2, black=["ship"],
                        depots={"1.1": "bank", "3.2": "market"})  # fmt: skip
        play(game, "d1 place h26", "recruit 1.1", "buy b1")
        assert legal(game) == ["free take 3.2", "skip"]

    def test_is_dropped_with_all_below_it_that_are_as_useless(self):
        waiting = [{"kind": "sell"}, {"kind": "place"}, {"kind": "take", "colours": ["building"]}]
        game = position(pending=waiting, depots={"1.1": "bank"})
        assert pending(play(game, "skip")) == []


def stack(game):
    """The decisions as the state has them, the free places above them included."""
    return inside(game).state["pending"].tobytes()


def test_decisions_look_alike_however_they_came_about():
    """Positions that are equal are equal bytes: opened by a tile or read, and made or never open."""
    game = position(dice=[3, 1], placed={"h19": "castle"}, storage=["warehouse"], goods={1: 1})
    play(game, "d1 place h26")
    assert pending(game) == ["sell"]
    assert stack(game) == stack(Game.from_json(game.to_json()))
    assert stack(play(game, "skip")) == stack(position())
