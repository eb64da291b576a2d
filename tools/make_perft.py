"""Perft: how many ways a game can go from named positions, chance fixed by a seed.

`base.perft` and `modules.perft` in `tests/games/perft` list the positions (documents in its `positions`), their seeds
and node counts by depth. `python tools/make_perft.py` counts anew and writes the numbers, `--check` compares them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from burgundy_env import Game

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "games" / "perft"
SUITES = (FOLDER / "base.perft", FOLDER / "modules.perft")
MOST_NODES, DEEPEST = 300_000, 7  # a deeper level is counted while it stays below this


@dataclass(frozen=True)
class Entry:
    """A line of the suite: a position, the seed of its chance, and node counts for depths 1, 2 ..."""

    name: str
    seed: int
    counts: tuple[int, ...]

    def game(self) -> Game:
        """The game at the position."""
        text = (FOLDER / "positions" / f"{self.name}.json").read_text(encoding="utf-8")
        return Game.from_json(text, seed=self.seed)

    def __str__(self) -> str:
        return f"{self.name:36}{self.seed:4}   {' '.join(map(str, self.counts))}"


def read_suites(paths: Sequence[Path] = SUITES) -> list[Entry]:
    """The entries of suite files; empty lines and those that begin with # say nothing."""
    entries = []
    for line in (line for path in paths for line in path.read_text(encoding="utf-8").splitlines()):
        if line.strip() and not line.startswith("#"):
            name, seed, *counts = line.split()
            entries.append(Entry(name, int(seed), tuple(map(int, counts))))
    return entries


def divided(game: Game, depth: int) -> dict[str, int]:
    """The count after each first action."""
    counts = {}
    for action in game.legal_actions():
        child = game.copy()
        child.push(action)
        counts[action] = child.perft(depth - 1)
    return counts


def mismatch(entry: Entry) -> str:
    """What is wrong with an entry: the position and the counts by first action; empty if nothing is."""
    game = entry.game()
    for depth, expected in enumerate(entry.counts, 1):
        found = game.perft(depth)
        if found != expected:
            counts = "\n".join(f"  {action:16}{count:12}" for action, count in divided(game, depth).items())
            return (
                f"{entry.name}, seed {entry.seed}, depth {depth}: {found} nodes, the suite says {expected}\n"
                f"by first action:\n{counts}\n{game}\n{json.dumps(game.to_json())}"
            )
    return ""


def counted(entry: Entry) -> Entry:
    """The entry with the counts of today."""
    game, counts = entry.game(), [entry.game().perft(1)]
    while len(counts) < DEEPEST and 0 < counts[-1] <= MOST_NODES // 4:
        counts.append(game.perft(len(counts) + 1))
        if counts[-1] > 10 * MOST_NODES:
            counts.pop()
            break
    return Entry(entry.name, entry.seed, tuple(counts))


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare only")
    arguments = parser.parse_args()
    if arguments.check:
        messages = [message for message in map(mismatch, read_suites()) if message]
        print("\n\n".join(messages) or "all counts agree")
        return 1 if messages else 0
    for suite in SUITES:
        lines = suite.read_text(encoding="utf-8").splitlines()
        written = {entry.name: str(counted(entry)) for entry in read_suites([suite])}
        lines = [line if line.startswith("#") or not line.strip() else written[line.split()[0]] for line in lines]
        suite.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
