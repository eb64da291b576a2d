"""Search with the engine's own speed: the turn as a tree, its futures dealt anew and played out."""

from __future__ import annotations

import os
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from .protocol import AgentError

if TYPE_CHECKING:
    from burgundy_env import Game
    from burgundy_env.game import Play

_CHUNK = 64  # most iterations between two looks at the clock: some milliseconds
_NODES = 60_000  # room for the tree of a turn; a fuller one goes on without growing


class MctsAgent:
    """Looks at `iterations` futures per decision, or as many as fit into `ms` milliseconds.

    A future is played until `rounds` rounds are over, this one not counted, and then judged by the heuristic.
    It never sees what is hidden: every future is dealt anew. Threads (default: all cores) grow a tree
    each, whose visits are added up; with a number of iterations and a seed it always plays the same.
    """

    def __init__(
        self,
        iterations: int | None = None,
        ms: float | None = None,
        rounds: int = 1,
        threads: int | None = None,
        seed: int | str | None = None,
    ) -> None:
        if iterations is not None and ms is not None:
            raise AgentError("mcts: give iterations or ms, not both")
        self._iterations = 1000 if iterations is None and ms is None else iterations
        self._ms = ms
        self._rounds = rounds
        self._threads = threads or os.cpu_count() or 1
        self._generator = np.random.default_rng(secrets.randbits(63) if seed is None else _number(seed))

    def act(self, game: Game) -> str:
        """The first action that got most visits."""
        from burgundy_env.engine.actions import STRINGS

        if game.is_over:
            raise ValueError("the game is over; there is nothing to decide")
        legal = game.legal_actions()
        if len(legal) == 1:
            return legal[0]
        visits = self.visits(game)
        return STRINGS[int(visits.argmax())]

    def visits(self, game: Game) -> np.ndarray:
        """How often each action id was looked at from here: its share is the search's policy."""
        from burgundy_env.engine.actions import ACTIONS
        from burgundy_env.engine.seeds import STREAM
        from burgundy_env.players.policies import HEURISTIC, decide
        from burgundy_env.players.search import new_tree, write_visits

        streams = np.zeros(self._threads, STREAM)
        streams["rng"] = self._generator.integers(0, 2**63, self._threads)
        view = game.view(0)  # all that is hidden is dealt anew for each future
        stream = np.zeros(1, STREAM)
        favourite = int(decide(HEURISTIC, view.tables, view.state, 0, stream, view.ids, view.count))
        trees = [new_tree(_NODES) for _ in range(self._threads)]
        if self._threads == 1:
            self._grow(view, trees[0], streams, 0, favourite)
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                list(pool.map(lambda k: self._grow(view, trees[k], streams, k, favourite), range(self._threads)))
        visits = np.zeros(ACTIONS, np.int64)
        for tree in trees:
            write_visits(tree, visits)
        return visits

    def _grow(self, view: Play, tree: np.ndarray, streams: np.ndarray, k: int, favourite: int) -> None:
        from burgundy_env.engine.layout import new_tape
        from burgundy_env.players.search import search

        def grow(iterations: int) -> None:
            search(view.tables, view.state, 0, tree, streams, k, iterations, self._rounds, favourite, tape)

        tape = new_tape()
        if self._ms is None:
            share = -(-int(self._iterations or 0) // self._threads)
            grow(share)
            return
        begin, done, chunk = time.perf_counter(), 0, 1
        end = begin + self._ms / 1000
        while chunk > 0:
            grow(chunk)
            done += chunk
            now = time.perf_counter()
            # Half of what still fits: near the end one by one, so that it is over when it should be.
            chunk = min(int((end - now) * done / (now - begin) / 2) + 1, _CHUNK) if now < end else 0


def _number(seed: int | str) -> int:
    return seed if isinstance(seed, int) and seed >= 0 else int.from_bytes(str(seed).encode()[:16], "big")
