"""rules.md 3: using two dice, and changing them with workers and monasteries 8-12."""

import pytest

from .positions import BOTH, legal, play, position, seat

# Workers from a die to a value, by the distance round the ring 1-2-...-6-1: 0 to 5 steps up.
PLAIN = [0, 1, 2, 3, 2, 1]
FREE_STEP = [0, 0, 1, 2, 1, 0]
MONASTERY_8 = [0, 1, 1, 2, 1, 1]
BOTH_OF_THEM = [0, 0, 1, 1, 1, 0]  # one step is free, not two

DEPOTS = {"1.1": "bank", "2.1": "m16", "3.1": "cow2", "4.1": "ship", "5.1": "mine", "6.1": "bank"}
CASTLE = {"h19": "castle"}
VALUES = range(1, 7)


@pytest.mark.parametrize(
    ("monasteries", "costs"),
    [
        pytest.param((), PLAIN, id="none"),
        pytest.param(("m12",), FREE_STEP, id="m12"),
        pytest.param(("m8",), MONASTERY_8, id="m8"),
        pytest.param(("m8", "m12"), BOTH_OF_THEM, id="m8 and m12"),
        pytest.param(("m9", "m10", "m11"), PLAIN, id="m9 to m11"),
    ],
)
@pytest.mark.parametrize("shown", VALUES)
def test_taking_costs_the_workers_of_the_shortest_way_round(shown, monasteries, costs):
    placed = CASTLE | dict(zip(("h13", "h8", "h4"), monasteries, strict=False))
    for workers in range(5):
        game = position(dice=[shown, shown], workers=workers, depots=DEPOTS, placed=placed)
        reached = {int(action[8]) for action in legal(game, "d1 take")}
        assert reached == {v for v in VALUES if costs[(v - shown) % 6] <= workers}
        assert reached == {int(action[8]) for action in legal(game, "d2 take")}
    for wanted in VALUES:
        game = position(dice=[shown, 1], workers=4, depots=DEPOTS, placed=placed)
        play(game, f"d1 take {wanted}.1")
        assert seat(game)["workers"] == 4 - costs[(wanted - shown) % 6]


@pytest.mark.parametrize(
    ("monasteries", "costs"),
    [
        ((), PLAIN),
        (("m8",), MONASTERY_8),
        (("m9", "m10", "m11"), PLAIN),
        (("m12",), PLAIN),
        (("m8", "m12"), MONASTERY_8),
    ],
)
@pytest.mark.parametrize("shown", VALUES)
def test_selling_costs_workers_too_and_has_no_free_step(shown, monasteries, costs):
    placed = CASTLE | dict(zip(("h13", "h8", "h4"), monasteries, strict=False))
    for kind in VALUES:
        cost = costs[(kind - shown) % 6]
        game = position(dice=[1, shown], goods={kind: 1}, workers=cost, placed=placed)
        assert seat(play(game, f"d2 sell {kind}"))["workers"] == 0
        if cost:
            game = position(dice=[1, shown], goods={kind: 1}, workers=cost - 1, placed=placed)
            assert not legal(game, "d2 sell")


PLACING = [  # a tile, where it may go beside HOME, and the monastery that makes a step free for it
    ("bank", "h26", 3, "m9"),
    ("ship", "h18", 2, "m10"),
    ("cow2", "h6", 1, "m10"),
    ("castle", "h7", 6, "m11"),
    ("mine", "h25", 4, "m11"),
    ("m16", "h8", 5, "m11"),
]


@pytest.mark.parametrize("monastery", ["m5", "m8", "m9", "m10", "m11", "m12"])
@pytest.mark.parametrize(("tile", "hex_", "number", "helper"), PLACING)
def test_placing_has_a_free_step_with_the_monastery_for_its_colour(tile, hex_, number, helper, monastery):
    costs = FREE_STEP if monastery == helper else MONASTERY_8 if monastery == "m8" else PLAIN
    placed = CASTLE | {"h13": monastery, "h12": "watchtower"}
    for shown in VALUES:
        cost = costs[(number - shown) % 6]
        game = position(dice=[shown, 1], used=[False, True], storage=[tile], workers=cost, placed=placed)
        assert f"d1 place {hex_}" in legal(game)
        play(game, f"d1 place {hex_}")
        assert seat(game)["workers"] == 0
        if cost:
            game = position(dice=[shown, 1], used=[False, True], storage=[tile], workers=cost - 1, placed=placed)
            assert f"d1 place {hex_}" not in legal(game)


@pytest.mark.parametrize(("tile", "hex_", "number", "helper"), PLACING)
def test_ruling_the_free_step_is_exactly_one_step_also_with_monastery_8(tile, hex_, number, helper):
    placed = CASTLE | {"h13": "m8", "h4": helper, "h8": "m17", "h12": "watchtower"}
    hex_ = "h31" if tile == "m16" else hex_  # h8 is covered here
    placed |= {"h25": "mine", "h30": "mine"} if tile == "m16" else {}
    number = 2 if tile == "m16" else number
    for shown in VALUES:
        cost = BOTH_OF_THEM[(number - shown) % 6]
        game = position(dice=[shown, 1], used=[False, True], storage=[tile], workers=3, placed=placed)
        assert seat(play(game, f"d1 place {hex_}"))["workers"] == 3 - cost, shown


def test_monasteries_work_from_the_moment_they_are_placed():
    game = position(dice=[1, 2], storage=["m10", "ship"])
    assert "d1 place h18" not in legal(game)
    play(game, "d1 place h13")
    assert "d2 place h18" in legal(game)
    play(position(dice=[1, 1], storage=["m10", "ship"]), "d1 place h13", "d2 place h18", "goods 1")


def test_a_monastery_in_storage_or_in_anothers_duchy_changes_nothing():
    game = position(dice=[1, 1], storage=["m10", "m8", "ship"], rivals={1: {"placed": CASTLE | {"h13": "m9"}}})
    assert "d1 place h18" not in legal(game)


def test_a_die_shows_what_it_showed_after_it_was_used_with_workers():
    game = play(position(dice=[1, 5], workers=2, depots=DEPOTS), "d1 take 3.1")
    assert seat(game)["dice"] == [1, 5]


def test_taking_workers_ignores_the_value_and_costs_nothing():
    for shown in VALUES:
        game = play(position(dice=[shown, 1]), "d1 workers")
        assert seat(game)["workers"] == 2


class TestTwoDice:
    def test_are_used_in_either_order_one_action_each(self):
        for first, second in (("d1", "d2"), ("d2", "d1")):
            game = play(position(), f"{first} workers")
            assert not legal(game, first)
            assert legal(game) == [f"{second} workers"]
            play(game, f"{second} workers")
            assert legal(game) == ["end"]

    def test_may_both_do_the_same(self):
        game = play(position(dice=[1, 1], depots={"1.1": "bank", "1.2": "ship"}), "d1 take 1.1", "d2 take 1.2")
        assert seat(game)["storage"] == ["bank", "ship"]

    def test_are_both_listed_when_they_show_the_same(self):
        game = position(dice=[4, 4], depots={"4.1": "ship"}, goods={4: 1})
        assert legal(game) == [
            "d1 take 4.1", "d1 sell 4", "d1 workers", "d2 take 4.1", "d2 sell 4", "d2 workers",
        ]  # fmt: skip

    def test_mark_what_is_used(self):
        assert seat(play(position(), "d2 workers"))["used"] == [False, True]

    @pytest.mark.parametrize("ruleset", BOTH)
    def test_ruling_may_not_be_left_unused(self, ruleset):
        game = position(ruleset=ruleset)
        assert "end" not in legal(game)
        play(game, "d1 workers")
        assert "end" not in legal(game)
        play(game, "d2 workers")
        assert "end" in legal(game)
