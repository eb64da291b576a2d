"""The players that think: greedy, reflex, heuristic, search and levels. Strength is measured in docs/results.md."""

import pytest
from burgundy_agents import parse
from burgundy_agents.compiled import GreedyAgent, HeuristicAgent, RandomAgent, ReflexAgent

from burgundy_env import Game
from burgundy_env.engine.actions import STRINGS
from burgundy_env.game import inside
from burgundy_env.players.policies import POLICIES, Policy

CONFIGS = [
    {"players": 2},
    {"players": 3, "ruleset": "alea_2011", "duchies": "sides:1-30"},
    {"players": 4, "duchies": "random:1-30"},
    {"players": 1, "chateauma": "hard+ABCD"},
    {"players": 2, "chateauma": "easy"},
    {"players": 3, "modules": "all"},
    {"players": 4, "modules": ["team", "extra_tiles"], "duchies": [31, 32]},
]
PLAYERS = [{"turn": "turn:futures=8", "level": "level:3"}.get(name, name) for name in POLICIES]
COMPILED = [GreedyAgent, ReflexAgent, HeuristicAgent]


def play(config, agents, seed):
    game = Game.new(config, seed=seed)
    while not game.is_over:
        game.push(agents[game.active].act(game))
    return game


def totals(game):
    return [score["total"] for score in game.scores()]


@pytest.mark.parametrize("config", CONFIGS, ids=str)
@pytest.mark.parametrize("agent", COMPILED)
def test_every_config_is_played_to_its_end(config, agent):
    assert play(config, [agent(seed) for seed in range(4)], seed=1).is_over


def played(name):
    """What a policy plays, asked with the true game."""
    return lambda game: Policy(parse(name).policy, 3).choose(inside(game))


@pytest.mark.parametrize("config", CONFIGS, ids=str)
@pytest.mark.parametrize("decide", [played(name) for name in PLAYERS], ids=PLAYERS)
def test_what_is_hidden_changes_nothing(config, decide):
    """Kernels choose on the true state, in batches and environments: they must not make use of it."""
    game, walker = Game.new(config, seed=5), RandomAgent(9)
    for step in range(60):
        other = game.copy()
        other.redetermine(1000 + step)
        assert decide(game) == decide(other)
        game.push(walker.act(game))


@pytest.mark.parametrize("config", CONFIGS, ids=str)
@pytest.mark.parametrize("name", PLAYERS)
def test_agents_play_what_kernels_play(config, name):
    """They are shown another deal of what is hidden, and it makes no difference."""
    game, agents = Game.new(config, seed=6), [parse(name).make(seat) for seat in range(config["players"])]
    policies = [Policy(parse(name).policy, seat) for seat in range(config["players"])]
    while not game.is_over:
        action = agents[game.active].act(game)
        assert STRINGS[policies[game.active].choose(inside(game))] == action
        game.push(action)


def test_greedy_takes_the_points():
    game = Game.new({"players": 2}, seed=11)
    greedy, checked = GreedyAgent(1), 0
    while not game.is_over:
        seat, gains = game.active, {}
        for action in game.legal_actions():
            child = game.copy()
            child.push(action)
            gains[action] = child.scores()[seat]["vp"] - game.scores()[seat]["vp"]
        action = greedy.act(game)
        assert gains[action] == max(gains.values())
        checked += max(gains.values()) > 0
        game.push(action)
    assert checked > 10


def test_thinking_helps():
    """Far from the measured strengths, so that chance can't fail it; the seats take turns."""
    for better, worse, games in ((GreedyAgent, RandomAgent, 30), (ReflexAgent, GreedyAgent, 20)):
        won = 0
        for seed in range(games):
            agents = [better(seed), worse(seed)]
            seat = seed % 2
            game = play({"players": 2}, agents[::-1] if seat else agents, seed // 2)
            won += game.outcome().winners == (seat,)
        assert won > 0.6 * games


def test_the_whole_turn_is_worth_more_than_reflex():
    lead = 0
    for seed in range(24):
        agents = [HeuristicAgent(seed), ReflexAgent(seed)]
        seat = seed % 2
        points = totals(play({"players": 2}, agents[::-1] if seat else agents, seed // 2))
        lead += points[seat] - points[1 - seat]
    assert lead > 0
