"""The game in OpenSpiel: its own conformance tests, what a state knows, and its algorithms at the table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import generate_playthrough, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import burgundy_env.envs.openspiel as openspiel  # noqa: E402
from burgundy_env.observations import encoder  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
GAMES = (
    "players=2", "players=3,modules=inns+shields", "players=4,modules=all", "players=1,chateauma=hard",
    "players=2,observation=flat,outcomes=7",
)  # fmt: skip


def random_walk(game: Any, seed: int, moves: int = 10_000) -> Any:
    random, state = np.random.RandomState(seed), game.new_initial_state()
    while not state.is_terminal() and moves > 0:
        state.apply_action(int(random.choice(state.legal_actions())))
        moves -= 1
    return state


@pytest.mark.parametrize("params", GAMES)
def test_openspiel_s_own_conformance_test_passes(params: str) -> None:
    """Random games, cloned and written and read again at every move."""
    game = pyspiel.load_game(f"{openspiel.NAME}({params})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_playthrough_is_the_same_once_more() -> None:
    """OpenSpiel's text of a whole game, short ones of it: how it begins."""
    text = f"{openspiel.NAME}(players=1,chateauma=easy,outcomes=3)"
    one = generate_playthrough.playthrough(text, None, seed=1)
    actions = [int(a) for a in one.rpartition("History() = [")[2].partition("]")[0].split(",")]
    assert actions, "the last state tells its history"
    again = generate_playthrough.playthrough(text, actions, seed=2)
    assert again.rpartition("Returns() =")[2] == one.rpartition("Returns() =")[2]


def test_a_history_is_the_whole_state() -> None:
    game = pyspiel.load_game(openspiel.NAME)
    state = random_walk(game, 5, 60)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert (again.position.play.state == state.position.play.state).all()


def test_nobody_sees_what_chance_will_do() -> None:
    """What comes depends on the outcome of the chance node alone; no clone can tell which that will be."""
    game = pyspiel.load_game(openspiel.NAME)
    state = random_walk(game, 5, 20)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    dice = set()
    for outcome, share in state.chance_outcomes():
        assert share == 1 / 100
        clone = state.clone()
        clone.apply_action(outcome)
        twin = state.clone()
        twin.position.play.redeal(99)  # its generator is another one, and nothing comes of that
        twin.apply_action(outcome)
        assert (clone.position.play.state == twin.position.play.state).all()
        dice.add((tuple(clone.position.play.state["dice"].ravel()), int(clone.position.play.state["white_die"][0])))
    assert len(dice) > 20
    assert state.is_chance_node(), "clones are copies"


def test_two_games_have_other_deals() -> None:
    game = pyspiel.load_game(openspiel.NAME)
    depots = set()
    for outcome in range(100):
        state = game.new_initial_state()
        state.apply_action(outcome)
        while not state.position.play.state["depot"].any():  # castles come first
            state.apply_action(state.legal_actions()[0])
        depots.add(state.position.play.state["depot"].tobytes())
    assert len(depots) == 100


def test_observations_and_actions_are_those_of_the_environments() -> None:
    game = pyspiel.load_game(f"{openspiel.NAME}(observation=flat)")
    see, observation = encoder("flat"), make_observation(game)
    state = random_walk(game, 3, 40)
    while state.is_chance_node():
        state.apply_action(0)
    for player in range(2):
        observation.set_from(state, player)
        assert (observation.tensor == see.write(state.position.play, np.array([player]))).all()
        assert np.allclose(state.observation_tensor(player), observation.tensor)
    strings = [state.action_to_string(action) for action in state.legal_actions()]
    assert len(set(strings)) == len(strings)
    assert all(" " in string for string in strings if string != "pass")


def test_returns_are_who_won() -> None:
    for seed in range(4):
        state = random_walk(pyspiel.load_game(openspiel.NAME), seed)
        first, second = state.returns()
        assert first == -second
        vp = state.position.play.state["vp"][0]
        assert "over" in str(state)
        assert abs(first) == 1
        assert vp[:2].min() >= 0


def test_its_tree_search_plays() -> None:
    """Some moves from the middle of a game on, chance between them."""
    game = pyspiel.load_game(openspiel.NAME)
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 12, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    state = random_walk(game, 2, 60)
    for _ in range(6):
        while state.is_chance_node():
            state.apply_action(int(random.choice(state.legal_actions())))
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize(("params", "said"), [
    ("outcomes=1", "a number from 2"), ("players=5", "players"), ("modules=pigs", "pigs"),
    ("observation=x", "unknown"),
])  # fmt: skip
def test_what_is_no_game_is_refused(params: str, said: str) -> None:
    with pytest.raises((ValueError, RuntimeError, pyspiel.SpielError), match=said):
        pyspiel.load_game(f"{openspiel.NAME}({params})")


def test_nothing_else_imports_it() -> None:
    code = "import sys, burgundy_env.envs; assert 'pyspiel' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_example_meets_the_chateauma() -> None:
    script = ROOT / "examples" / "openspiel_mcts.py"
    assert len(script.read_text().splitlines()) <= 120
    run = subprocess.run(
        [sys.executable, str(script), "--games", "1", "--simulations", "2"], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert "of 1 against random play" in run.stdout
    assert "of 1 against the Châteauma (easy)" in run.stdout
