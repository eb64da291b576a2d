"""Levels for people: named by a number, the higher the stronger, at every table and in batches."""

from __future__ import annotations

import pytest
from burgundy_agents import AgentError, make, parse

from burgundy_env import Game, GameConfig
from burgundy_env.data import load
from burgundy_env.engine.tables import tables_for
from burgundy_env.players.games import new_batch, play_games
from burgundy_env.players.levels import LEVELS
from burgundy_env.players.policies import number_of
from burgundy_env.sitting.seats import read_seats


@pytest.mark.parametrize("text", ["level:3", "level:level=3", "level: 3"])
def test_a_level_is_named_by_its_number(text: str) -> None:
    assert str(parse(text)) == "level:3"
    assert parse(text).policy == "level:3"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("level", "level is missing; write level:VALUE"),
        ("level:0", "at least 1"),
        (f"level:{LEVELS + 1}", f"at most {LEVELS}"),
        ("level:three", "a whole number"),
        ("level:3,4", "given twice"),
        ("level:3,ms=5", "no parameter 'ms'"),
    ],
)
def test_what_is_no_level_is_refused(text: str, problem: str) -> None:
    with pytest.raises(AgentError, match=problem):
        parse(text)


def test_levels_sit_at_a_table() -> None:
    assert [seat.name for seat in read_seats("human:Anna,level:3,level:7")] == ["human:Anna", "level:3", "level:7"]


@pytest.mark.parametrize("level", [1, 3, 5])
def test_plays_the_same_alone_and_in_a_batch(level: int) -> None:
    config = GameConfig(players=2)
    numbers = [number_of(f"level:{level}"), number_of("reflex")]
    batch = new_batch(tables_for(config, load()), [17], [[3, 4]], [numbers])
    play_games(batch)
    game = Game.new(config, seed=17)
    agents = [make(f"level:{level}", seed=3), make("reflex", seed=4)]
    while game.active is not None:
        game.push(agents[game.active].act(game))
    assert batch.totals[0].tolist() == [score["total"] for score in game.scores()]


@pytest.mark.parametrize(("weaker", "stronger", "games"), [(1, 3, 60), (3, 5, 40), (5, 7, 8)])
def test_the_higher_the_stronger(weaker: int, stronger: int, games: int) -> None:
    """Two levels up wins some nine of ten games."""
    both = [number_of(f"level:{weaker}"), number_of(f"level:{stronger}")]
    seeds = [7000 + i // 2 for i in range(games)]
    seats = [both if i % 2 else both[::-1] for i in range(games)]
    config = GameConfig(players=2, duchies="random")
    batch = new_batch(tables_for(config, load()), seeds, [[2 * i, 2 * i + 1] for i in range(games)], seats)
    play_games(batch)
    won = sum(int(batch.ranking[i, 0]) == i % 2 for i in range(games))
    assert won >= 0.7 * games, f"{won} of {games}"
