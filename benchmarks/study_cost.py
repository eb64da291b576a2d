"""What studies cost to play: python benchmarks/study_cost.py docs/studies/*.yaml [--games 20].

Of each agent some games are played, spread over all that it plays, on one core; the rest is a multiplication.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from burgundy_env.arena.runner import play_all
from burgundy_env.balance import Question, Store
from burgundy_env.balance.counterfactual import Playing
from burgundy_env.balance.designs import STRENGTH
from burgundy_env.balance.laboratory import blocks_of


def main() -> None:
    """Print milliseconds of processor time a game by agent, and the hours of each study."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=20, help="to be played as each agent")
    args = parser.parse_args()
    for file in args.files:
        question = Question.of_yaml(file)
        with tempfile.TemporaryDirectory() as folder:
            tell(file.stem, Store.create(Path(folder) / "study", question), args.games)


def tell(name: str, store: Store, games: int) -> None:
    """A line for each agent of a study, and one for all."""
    whole = 0.0
    for agent in store.question.agents:
        cells = [i for i, cell in enumerate(store.layout.cells) if cell.factor("agent") == agent]
        planned = sum(_games(store, i) for i in cells)
        seconds = _seconds_a_game(store, cells, games)
        whole += planned * seconds
        print(f"{name}: {agent}: {1000 * seconds:,.0f} ms a game, {planned:,} games", flush=True)
    meetings = sum(_games(store, i) for i, cell in enumerate(store.layout.cells) if cell.factor(STRENGTH))
    print(f"{name}: {whole / 60:,.0f} minutes of one core, and {meetings:,} games in which agents meet", flush=True)


def _games(store: Store, cell: int) -> int:
    return blocks_of(store, cell, store.question.most_games) * store.layout.cells[cell].rotations


def _seconds_a_game(store: Store, cells: list[int], games: int) -> float:
    """The first cells are played once before: what has to be loaded is loaded once."""
    if store.layout.cells[cells[0]].twins:
        playing = Playing(store)
        playing.begin()
        playing((cells[0], [0]))
        return _timed(lambda: playing((cells[0], range(1, games + 1)))) / games
    chosen = [cells[k * len(cells) // games % len(cells)] for k in range(games)]
    # Where there are fewer cells than games each cell has several blocks.
    fixtures = [next(store.layout.fixtures(cell, 1 + k)) for k, cell in enumerate(chosen)]
    list(play_all(store.plan, [next(store.layout.fixtures(cell, 0)) for cell in dict.fromkeys(chosen)], 0))
    return _timed(lambda: list(play_all(store.plan, fixtures, 0))) / games


def _timed(play: Callable[[], object]) -> float:
    begin = time.process_time()
    play()
    return time.process_time() - begin


if __name__ == "__main__":
    main()
