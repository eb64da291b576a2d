"""How an agent fares in the solo game, by board and first target: the table of docs/results.md.

python benchmarks/solo.py heuristic --games 300
"""

from __future__ import annotations

import argparse

import burgundy_agents
from tqdm import tqdm

from burgundy_env import Game
from burgundy_env.arena.statistics import wilson
from burgundy_env.modules.solo import MODULE as SOLO


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agent")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--targets", type=int, nargs="+", default=[50, 40, 30, 20, 10, 5])
    args = parser.parse_args()
    print("| board | first target | games | won | 95 % interval | rounds | empty hexes |\n" + "|---" * 7 + "|")
    for board in SOLO.boards:
        for target in args.targets:
            ends = [play(args.agent, board, target, seed) for seed in tqdm(range(args.games), leave=False)]
            won = sum(not empty for _, empty in ends)
            low, high = wilson(won, len(ends))
            rounds, empty = (sum(column) / len(ends) for column in zip(*ends, strict=True))
            print(
                f"| {board} | {target} | {len(ends)} | {won / len(ends):.0%} | {low:.0%}-{high:.0%} "
                f"| {rounds:.1f} | {empty:.1f} |"
            )


def play(agent: str, board: int, target: int, seed: int) -> tuple[int, int]:
    """One game: rounds used and hexes left empty."""
    config = {"players": 1, "modules": ["solo"], "duchies": [board], "solo_target": target}
    game, player = Game.new(config, seed=seed), burgundy_agents.make(agent)
    while not game.is_over:
        game.push(player.act(game))
    outcome = game.outcome()
    assert outcome is not None
    return outcome.rounds or 0, outcome.empty_hexes or 0


if __name__ == "__main__":
    main()
