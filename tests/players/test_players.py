"""The players that think: greedy, reflex, heuristic and the search. Strength is measured in docs/results.md."""

import numpy as np
import pytest
from burgundy_agents import make
from burgundy_agents.compiled import GreedyAgent, HeuristicAgent, RandomAgent, ReflexAgent
from burgundy_agents.mcts import MctsAgent
from burgundy_agents.protocol import AgentError

from burgundy_env import Game
from burgundy_env.engine.actions import ACTIONS, STRINGS
from burgundy_env.engine.layout import new_tape
from burgundy_env.engine.seeds import STREAM
from burgundy_env.game import inside
from burgundy_env.players.policies import POLICIES, Policy
from burgundy_env.players.search import new_tree, search, write_visits

CONFIGS = [
    {"players": 2},
    {"players": 3, "ruleset": "alea_2011", "duchies": "sides:1-30"},
    {"players": 4, "duchies": "random:1-30"},
    {"players": 1, "chateauma": "hard+ABCD"},
    {"players": 2, "chateauma": "easy"},
    {"players": 3, "modules": "all"},
]
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
    return lambda game: Policy(name, 3).choose(inside(game))


def searched(game):
    """What the search plays, asked with the true game."""
    view = inside(game)
    tree, stream = new_tree(5000), np.zeros(1, STREAM)
    search(view.tables, view.state, 0, tree, stream, 0, 20, 1, -1, new_tape())
    visits = np.zeros(ACTIONS, np.int64)
    write_visits(tree, visits)
    return int(visits.argmax())


@pytest.mark.parametrize("config", CONFIGS, ids=str)
@pytest.mark.parametrize("decide", [*map(played, POLICIES), searched], ids=[*POLICIES, "search"])
def test_what_is_hidden_changes_nothing(config, decide):
    """Kernels choose on the true state, in batches and environments: they must not make use of it."""
    game, walker = Game.new(config, seed=5), RandomAgent(9)
    for step in range(60):
        other = game.copy()
        other.redetermine(1000 + step)
        assert decide(game) == decide(other)
        game.push(walker.act(game))


@pytest.mark.parametrize("config", CONFIGS, ids=str)
@pytest.mark.parametrize("name", POLICIES)
def test_agents_play_what_kernels_play(config, name):
    """They are shown another deal of what is hidden, and it makes no difference."""
    game, agents = Game.new(config, seed=6), [make(name, seat) for seat in range(config["players"])]
    policies = [Policy(name, seat) for seat in range(config["players"])]
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


def test_the_search_leaves_the_game_alone_and_repeats_itself():
    game = Game.new({"players": 2}, seed=2)
    game.push("start h19")
    game.push("start h19")
    before, events = game.copy(), len(game.events)
    first = MctsAgent(iterations=64, threads=1, seed=4).visits(game)
    assert game == before
    assert len(game.events) == events
    assert (first == MctsAgent(iterations=64, threads=1, seed=4).visits(game)).all()
    assert set(first.nonzero()[0]) <= set(game.legal_ids())
    assert first.sum() == 64


def test_two_threads_share_the_iterations():
    game = Game.new({"players": 2}, seed=2)
    assert MctsAgent(iterations=50, threads=2, seed=4).visits(game).sum() == 50


def test_the_search_wants_one_budget():
    with pytest.raises(AgentError, match="not both"):
        MctsAgent(iterations=10, ms=10)
