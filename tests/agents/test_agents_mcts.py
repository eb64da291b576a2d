"""The search stays where nothing is left to chance, and within its time."""

from __future__ import annotations

import threading

import numba
import numpy as np
import pytest
from burgundy_agents import mcts

from burgundy_env import Game
from burgundy_env.engine.layout import new_tape
from burgundy_env.engine.seeds import STREAM
from burgundy_env.game import inside
from burgundy_env.players.search import ROOT, new_tree, search


@pytest.mark.parametrize("config", ["base2p", "chateauma_hard"])
def test_no_branch_goes_on_behind_a_start_castle(config: str) -> None:
    """The last one begins the first round, whose tiles and dice differ from future to future."""
    game = Game.new(config, seed=1)
    for _ in range(game.config.players - 1):
        game.push(game.legal_ids()[0])
    tree = new_tree(20_000)
    iterations = 3 if numba.config.DISABLE_JIT else 60
    search(inside(game).tables, inside(game).state, 0, tree, np.zeros(1, STREAM), 0, iterations, 1, -1, new_tape())
    child = int(tree[ROOT]["first"])
    assert child
    assert tree[ROOT]["visits"] == iterations
    while child:
        assert tree[child]["first"] == 0
        child = int(tree[child]["next"])


def test_a_search_in_parts_has_futures_of_its_own_in_each() -> None:
    """Going on is not doing the same again."""
    game = Game.new("base2p", seed=1)
    game.push(game.legal_ids()[0])
    game.push(game.legal_ids()[0])
    trees = [new_tree(20_000) for _ in range(2)]
    whole, parts = np.zeros(1, STREAM), np.zeros(1, STREAM)
    search(inside(game).tables, inside(game).state, 0, trees[0], whole, 0, 12, 1, -1, new_tape())
    for _ in range(12):
        search(inside(game).tables, inside(game).state, 0, trees[1], parts, 0, 1, 1, -1, new_tape())
    assert (trees[0] == trees[1]).all()
    assert whole == parts


@pytest.mark.parametrize("cost", [0.0001, 0.003, 0.02, 1.0])
@pytest.mark.parametrize("ms", [0.5, 10, 200])
def test_the_time_is_kept_to_an_iteration(monkeypatch: pytest.MonkeyPatch, cost: float, ms: float) -> None:
    """By a clock of our own, on which every iteration takes `cost` seconds."""
    now, done = [5.0], [0]

    def iterate(tables, states, i, tree, streams, k, iterations, rounds, favourite, tape):  # type: ignore[no-untyped-def]
        now[0] += cost * iterations
        done[0] += iterations

    monkeypatch.setattr("burgundy_env.players.search.search", iterate)
    monkeypatch.setattr(mcts.time, "perf_counter", lambda: now[0])
    game = Game.new("base2p", seed=1)
    mcts.MctsAgent(ms=ms, threads=1, seed=1).visits(game)
    assert ms / 1000 <= now[0] - 5.0 + 1e-9
    assert now[0] - 5.0 <= ms / 1000 + cost + 1e-9
    assert done[0] >= 1


def test_threads_work_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of two threads waits in its search until the other has begun as well."""
    both = threading.Barrier(2, timeout=20)

    def wait(tables, states, i, tree, streams, k, iterations, rounds, favourite, tape):  # type: ignore[no-untyped-def]
        both.wait()

    monkeypatch.setattr("burgundy_env.players.search.search", wait)
    mcts.MctsAgent(iterations=10, threads=2, seed=1).visits(Game.new("base2p", seed=1))
    assert not both.broken
