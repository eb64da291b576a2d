"""What seats are given at the start, and what is noted of a game's course."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from burgundy_env import GameConfig
from burgundy_env.arena import Plan, Result
from burgundy_env.arena.play import Cast, game_of, play_batch
from burgundy_env.arena.schedule import Fixture, Terms


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan.of(["random"], 1)


def fixture(number: int, terms: tuple[Terms, ...] = (), stream: int | None = None) -> Fixture:
    return Fixture(number, number, 40 + number, GameConfig(), (0, 0), terms, stream)


def test_gifts_are_there_at_the_first_decision(plan):
    plain, given = (game_of(plan, fixture(0, terms)).to_json() for terms in ((), (Terms(5, 2, 3), Terms(vp=-1))))
    for seat, (vp, silver, workers) in enumerate([(5, 2, 3), (-1, 0, 0)]):
        before, now = plain["players"][seat], given["players"][seat]
        assert now["silver"] - before["silver"] == silver
        assert now["workers"] - before["workers"] == workers
        assert now["vp"] == vp
    assert all(given[key] == plain[key] for key in ("depots", "black_depot", "order"))


def test_points_given_are_counted_as_earned_before(plan):
    plain, given = (play_batch(plan, [fixture(1, terms)])[0] for terms in ((), (Terms(vp=7), Terms())))
    assert np.subtract(given.totals, plain.totals).tolist() == [7, 0]
    assert given.breakdown[0]["earlier"] == 7
    assert all(sum(row.values()) == total for row, total in zip(given.breakdown, given.totals, strict=True))


def test_games_with_the_same_stream_have_players_that_draw_the_same(plan):
    same = [play_batch(plan, [Fixture(n, 0, 9, GameConfig(), (0, 0), (), 77)])[0].totals for n in (1, 2)]
    assert same[0] == same[1]
    other = play_batch(plan, [Fixture(1, 0, 9, GameConfig(), (0, 0))])[0].totals
    assert other != same[0]


@pytest.mark.parametrize("players", [2, 4])
def test_who_began_and_who_led_are_what_the_positions_say(players):
    plan = Plan.of(["random"], 1)
    for number in range(4):
        one = Fixture(number, 0, 70 + number, GameConfig(players=players), (0,) * players)
        result = play_batch(plan, [one])[0]
        assert result.first == game_of(plan, one).to_json()["order"][0]
        assert followed(plan, one) == (result.leads, result.choices)
        alone = Cast(plan).play(one)
        assert (alone.first, alone.leads, alone.choices) == (result.first, result.leads, result.choices)


def followed(plan: Plan, one: Fixture) -> tuple[int, list[int]]:
    """Leads and choices counted from the positions of the game played again."""
    from burgundy_env.arena.play import player_seed
    from burgundy_env.game import inside
    from burgundy_env.players.policies import Policy

    game = game_of(plan, one)
    players = [Policy("random", player_seed(plan, one, seat)) for seat in range(one.config.players)]
    leaders, choices, before = [], [0] * one.config.players, None
    while game.active is not None:
        document = game.to_json()
        now = document["phase"], document["round"]
        if now != before:
            before = now
            vp = [player["vp"] for player in document["players"]]
            if vp.count(max(vp)) == 1:
                leaders.append(vp.index(max(vp)))
        seat = game.active
        choices[seat] += len(game.legal_actions()) > 1
        game.push(players[seat].choose(inside(game)))
    leaders.append(game.outcome().ranking[0])
    return sum(a != b for a, b in pairwise(leaders)), choices


@pytest.mark.parametrize("changed", [{"first": 2}, {"leads": -1}, {"choices": [1]}, {"choices": [1, -1]}])
def test_a_line_that_can_not_be_is_refused(plan, changed):
    line = play_batch(plan, [fixture(0)])[0].to_json()
    assert Result.from_json(line, 2).first in (0, 1)
    with pytest.raises(ValueError, match=next(iter(changed))):
        Result.from_json({**line, **changed}, 2)
