"""OpenSpiel's tree search plays the game: against random play, and alone against the official automa.

    pip install 'burgundy-env[openspiel]'
    python examples/openspiel_mcts.py --games 2 --simulations 50

Tested with open_spiel 2.0. Any algorithm of OpenSpiel for sequential games with chance nodes may stand in its place.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

import burgundy_env.envs.openspiel  # noqa: F401  registers python_burgundy


def searcher(game, simulations: int, seed: int):
    """UCT whose leaves are worth what came of one random game from there."""
    chance = np.random.RandomState(seed)
    judge = mcts.RandomRolloutEvaluator(1, chance)
    return mcts.MCTSBot(game, 1.4, simulations, judge, random_state=chance)


def play(game, bots, seed: int):
    """A game to its end; its last state."""
    chance, state = np.random.RandomState(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=shares)))
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    return state


def main() -> None:
    """Play, and print who won."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2, help="of each kind (default: 2)")
    parser.add_argument("--simulations", type=int, default=50, help="of a decision (default: 50)")
    parser.add_argument("--level", default="easy", choices=("easy", "intermediate", "hard"), help="of the automa")
    args = parser.parse_args()
    for text, what in (
        ("python_burgundy(players=2)", "random play"),
        (f"python_burgundy(players=1,chateauma={args.level})", f"the Châteauma ({args.level})"),
    ):
        game, won = pyspiel.load_game(text), 0
        for number in range(args.games):
            seat = number % game.num_players()
            bots = [
                searcher(game, args.simulations, number) if player == seat
                else uniform_random.UniformRandomBot(player, np.random.RandomState(number))
                for player in range(game.num_players())
            ]  # fmt: skip
            state = play(game, bots, seed=number)
            won += state.returns()[seat] > 0
            print(f"  {state}", flush=True)
        print(f"OpenSpiel's MCTS won {won} of {args.games} against {what}")


if __name__ == "__main__":
    main()
