"""The random agent: legal, repeatable, and with a generator of its own."""

from __future__ import annotations

import random

import pytest
from burgundy_agents import Agent, RandomAgent

from burgundy_env import Game


def played(seed: int | str | None) -> list[str]:
    game, agent, actions = Game.new(seed=1), RandomAgent(seed), []
    while not game.is_over:
        actions.append(agent.act(game))
        game.push(actions[-1])
    return actions


def test_it_is_an_agent() -> None:
    assert isinstance(RandomAgent(1), Agent)


def test_equal_seeds_play_equally_whatever_happens_to_other_generators() -> None:
    first = played(5)
    random.seed(0)
    assert played(5) == first != played(6)
    assert played(None) != played(None)


def test_it_plays_every_legal_action() -> None:
    game, agent = Game.new(seed=1), RandomAgent(2)
    assert {agent.act(game) for _ in range(200)} == set(game.legal_actions())


def test_there_is_nothing_to_decide_when_the_game_is_over() -> None:
    game, agent = Game.new(seed=1), RandomAgent(2)
    while not game.is_over:
        game.push(agent.act(game))
    with pytest.raises(ValueError, match="the game is over"):
        agent.act(game)
