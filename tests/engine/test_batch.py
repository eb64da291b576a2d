"""The kernels on arrays of games: one compiled version each, the same games everywhere, the scalar game's twin."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
import trajectory
from checker import CONFIGS, config_name

from burgundy_env import Game
from burgundy_env.engine import batch
from burgundy_env.engine.actions import ACTIONS
from burgundy_env.engine.layout import STAGE_OVER, STATE, new_tape
from burgundy_env.engine.rng import below
from burgundy_env.game import inside

SCRIPT = Path(trajectory.__file__)
compiled = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="this process runs without the compiler")
of_parts = pytest.mark.skipif("BURGUNDY_PLAIN_NUMBA" in os.environ, reason="no parts")


def in_another_process(what: str, **environment: str) -> Any:
    """What the script prints in a fresh process."""
    run = subprocess.run(
        [sys.executable, str(SCRIPT), what],
        env=os.environ | {"PYTHONHASHSEED": "7"} | environment,
        cwd=SCRIPT.parents[2],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@compiled
def test_every_kernel_that_python_calls_is_compiled_once() -> None:
    """A second signature costs a user a second compilation, and tells of a loose type."""
    found = in_another_process("signatures")
    assert {name for name, count in found.items() if count > 1} == set()
    assert {name for name, count in found.items() if count == 1} >= {
        "new_game", "list_legal", "step", "score", "rank", "perft", "play_randomly",
    }  # fmt: skip


@of_parts
@compiled
def test_so_is_what_has_players_play() -> None:
    """Their examples are of the types that they get: others would be another whole."""
    found = in_another_process("players")
    assert len(found) == 14
    assert {name for name, count in found.items() if count != 1} == set()


def test_a_seed_gives_the_same_games_in_another_process() -> None:
    assert in_another_process("games") == trajectory.games()


@compiled
def test_games_are_the_same_without_the_compiler() -> None:
    assert in_another_process("games", NUMBA_DISABLE_JIT="1") == trajectory.games()


@compiled
def test_the_generator_gives_the_same_without_the_compiler() -> None:
    interpreted = in_another_process("numbers", NUMBA_DISABLE_JIT="1")
    assert interpreted == trajectory.numbers()
    assert len(set(interpreted)) > 50


def test_the_trajectory_is_that_of_the_seed() -> None:
    """The digests tell games apart: another seed or config is another game."""
    digests = trajectory.games()
    assert len(set(digests)) == len(trajectory.CONFIGS)
    other = trajectory.played(trajectory.CONFIGS[0], 9)
    assert trajectory.digest([other.events, other.to_json(), other.scores()]) not in digests


@pytest.mark.parametrize("config", CONFIGS[::4], ids=config_name)
def test_random_play_in_the_kernel_is_that_of_the_scalar_game(config: dict[str, Any]) -> None:
    """Decision by decision: the kernel draws from the game's own generator, then applies."""
    scalar = Game.new(config, seed=5)
    states, mask = inside(scalar).state.copy(), np.zeros(ACTIONS, np.int8)
    ids, decisions = batch.id_buffer(), 0
    while not scalar.is_over:
        legal = scalar.legal_ids()
        scalar.push(legal[below(inside(scalar).state[0], len(legal))])
        assert batch.play_randomly(inside(scalar).tables, states, new_tape(), ids, mask, 1) == 1
        assert (states == inside(scalar).state).all()
        assert mask.nonzero()[0].tolist() == legal
        decisions += 1
    assert decisions > 100
    assert (trajectory.played_in_the_kernel(config, 5) == states).all()


def test_random_play_goes_on_where_it_stopped() -> None:
    config = CONFIGS[0]
    whole = trajectory.played_in_the_kernel(config, 3)
    half = trajectory.played_in_the_kernel(config, 3, decisions=60)
    assert half["stage"][0] != STAGE_OVER == whole["stage"][0]
    game, mask = Game.new(config, seed=3), np.zeros(ACTIONS, np.int8)
    batch.play_randomly(inside(game).tables, half, new_tape(), batch.id_buffer(), mask, 10_000)
    assert (half == whole).all()


def test_games_of_an_array_do_not_touch_each_other() -> None:
    game, mask = Game.new(CONFIGS[0], seed=1), np.zeros(ACTIONS, np.int8)
    states = np.concatenate([inside(Game.new(CONFIGS[0], seed=seed)).state for seed in range(4)])
    before = states.copy()
    ids = batch.id_buffer()
    count = batch.list_legal(inside(game).tables, states, 2, ids)
    assert batch.step(inside(game).tables, states, 2, new_tape(), int(ids[count - 1]), ids) > 0
    assert (states[[0, 1, 3]] == before[[0, 1, 3]]).all()
    assert (states[[2]] != before[[2]]).all()
    batch.play_randomly(inside(game).tables, states, new_tape(), ids, mask, 10_000)
    assert (states[[0]] == trajectory.played_in_the_kernel(CONFIGS[0], 0)).all()
    assert (states["stage"] == STAGE_OVER).all()


def test_an_illegal_step_changes_nothing_and_says_so() -> None:
    game = Game.new(CONFIGS[0], seed=1)
    play, before = inside(game), inside(game).state.copy()
    for action in range(ACTIONS):
        if action not in game.legal_ids():
            assert batch.step(play.tables, play.state, 0, new_tape(), action, batch.id_buffer()) == batch.ILLEGAL
    assert (play.state == before).all()


def test_a_list_with_a_mask_is_the_list_and_the_mask() -> None:
    game = Game.new(CONFIGS[0], seed=1)
    ids, mask = batch.id_buffer(), np.ones(ACTIONS, np.int8)
    count = batch.list_with_mask(inside(game).tables, inside(game).state, 0, ids, mask)
    assert ids[:count].tolist() == game.legal_ids() == mask.nonzero()[0].tolist()
    assert mask.max() == 1


def test_the_benchmarks_play_starts_new_games() -> None:
    game, mask = Game.new(CONFIGS[0], seed=1), np.zeros(ACTIONS, np.int8)
    template, states = np.zeros(1, STATE), np.zeros(3, STATE)
    states["rng"] = [11, 12, 13]
    made = [
        batch.play_random_games(inside(game).tables, states, template, new_tape(), batch.id_buffer(), mask, decisions)
        for decisions in (1_000, 2_000)
    ]
    assert made[0] >= 1_000
    assert made[1] >= 2_000
    assert len(set(states["rng"].tolist())) == 3
    assert (states["stage"] == STAGE_OVER).all()


def test_equal_configs_share_their_tables() -> None:
    assert trajectory.tables_are_shared()
