"""The numbers of the tables against values worked out by hand or taken from the literature."""

from __future__ import annotations

import math
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burgundy_env.arena.rating import ratings
from burgundy_env.arena.result import Result
from burgundy_env.arena.statistics import mean_interval, student_t, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Worked out by hand: for 8 of 10 (0.8 + 0.19207 -+ 1.95996 * sqrt(0.016 + 0.0096036)) / 1.384146.
        (8, 10, 0.4901625, 0.9433178),
        (0, 10, 0.0, 0.2775328),  # z^2 / (10 + z^2)
        (10, 10, 0.7224672, 1.0),
        (0.5, 1, 0.0546208, 0.9453792),  # 0.5 -+ z * sqrt(0.25 + z^2 / 4) / (1 + z^2)
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson(wins: float, games: int, low: float, high: float) -> None:
    places = 4 if games in (263, 148, 20, 29) else 7
    assert [round(end, places) for end in wilson(wins, games)] == [low, high]


def test_wilson_of_nothing_is_everything() -> None:
    assert wilson(0, 0) == (0, 1)


@given(games=st.integers(1, 10**6), data=st.data())
def test_wilson_holds_the_share_and_mirrors(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games <= high <= 1
    mirrored = wilson(games - wins, games)
    assert mirrored == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize(
    ("free", "value"),
    # Tables of Student's distribution.
    [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (4, 2.776),
        (5, 2.571),
        (10, 2.228),
        (30, 2.042),
        (120, 1.980),
        (10**6, 1.960),
    ],
)
def test_student(free: int, value: float) -> None:
    assert student_t(free) == pytest.approx(value, rel=2e-3 if free == 3 else 3e-4)


def test_the_interval_of_independent_values_is_the_usual_one() -> None:
    values = [187, 204, 199, 211, 176, 201]
    middle, low, high = mean_interval([[value] for value in values])  # type: ignore[misc]
    half = 2.5706 * stdev(values) / math.sqrt(6)
    assert middle == pytest.approx(mean(values))
    assert (low, high) == pytest.approx((middle - half, middle + half), rel=1e-4)


def test_values_of_a_group_count_together() -> None:
    # Sums of deviations from 4: -4, +2, +2; error sqrt(24 * 3 / 2) / 6 = 1, and 4.3027 is Student's for 2.
    middle, low, high = mean_interval([[1, 3], [5, 5], [6, 4]])  # type: ignore[misc]
    assert (middle, low, high) == pytest.approx((4, 4 - 4.3027, 4 + 4.3027), abs=1e-4)
    # Twins tell nothing new.
    single, doubled = mean_interval([[1], [5], [6]]), mean_interval([[1, 1], [5, 5], [6, 6]])
    assert single == pytest.approx(doubled)


def test_the_mean_of_one_group_has_no_interval() -> None:
    middle, low, high = mean_interval([[3, 5]])  # type: ignore[misc]
    assert middle == 4
    assert math.isnan(low)
    assert math.isnan(high)
    assert mean_interval([]) is None


def game(number: int, seats: list[str], ranking: list[int]) -> Result:
    """A game of which only the order at its end matters."""
    zeros = [0] * len(seats)
    return Result(
        number, number, number, seats, zeros, zeros, [{}] * len(seats), ranking, ranking[:1], "points", zeros, 0.0
    )


def test_ratings_begin_at_25_and_follow_the_results() -> None:
    games = [game(i, ["a", "b"] if i % 2 else ["b", "a"], [0, 1] if i % 2 else [1, 0]) for i in range(30)]
    rated = ratings(["a", "b", "absent"], games)
    assert set(rated) == {"a", "b"}
    assert rated["a"]["mu"] > 30 > 20 > rated["b"]["mu"]
    assert rated["a"]["mu"] + rated["b"]["mu"] == pytest.approx(50, abs=0.01)
    assert rated["a"]["sigma"] < 25 / 3
    assert ratings(["a", "b"], [game(0, ["a", "a"], [0, 1])]) == {}


def test_whoever_has_several_seats_is_rated_by_the_mean_place() -> None:
    # b is 1st of three, the two a's 2nd and 3rd: as if b had beaten a once.
    assert ratings(["a", "b"], [game(0, ["a", "b", "a"], [1, 0, 2])]) == ratings(
        ["a", "b"], [game(0, ["a", "b"], [1, 0])]
    )
    # 1st and 3rd against 2nd is a draw.
    drawn = ratings(["a", "b"], [game(0, ["a", "b", "a"], [0, 1, 2])])
    assert drawn["a"]["mu"] == drawn["b"]["mu"] == 25
