"""Games for learning: all seats the learner's, but for some that older selves or compiled agents take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from gymnasium.vector import AutoresetMode

from ...config import GameConfig
from ...envs import SelfPlayVectorEnv
from ...observations import ActionRows
from .net import Columns, Net

Array = np.ndarray[Any, Any]
SPREAD = 150  # decisions of a game of two, or some more
LEARNER = 0  # of who sits where; the older selves count from 1, compiled agents from -1 downwards


@dataclass
class Decisions:
    """Decisions of the learner in a step of all games: one a game at most, none where there was no choice."""

    games: Array
    seats: Array
    context: Array
    best: Array  # the largest numbers of the rows
    rows: Array
    counts: Array  # rows of each
    chosen: Array  # which of its rows was taken
    logs: Array  # of the probability that it had
    forecasts: Array  # own points at the end, those of the best other
    advised: Array  # which of its rows a teacher would take; without one the row taken
    ended: Array  # games that ended in this step
    totals: Array  # and their result by seat


class Table:
    """Games side by side, of one config."""

    def __init__(self, config: GameConfig, games: int, threads: int, seed: int, agents: Sequence[str]) -> None:
        self.config, self.agents = config, tuple(agents)
        self.env = SelfPlayVectorEnv(
            games, config, observation="features", autoreset_mode=AutoresetMode.SAME_STEP, threads=threads, copy=False
        )
        self.who = np.zeros((games, config.players), np.int64)
        self.seen, infos = self.env.reset(seed=seed)
        self.to_move = infos["to_move"].astype(np.int64)
        self._spread()

    def _spread(self) -> None:
        """Games in all phases from the beginning on: else all would be young in one update and old in the next."""
        place = np.arange(self.env.num_envs) % SPREAD
        for step in range(SPREAD):
            self.env.step(self.env.answers("reflex"))
            if (place == step).any():
                self.env.reset(options={"reset_mask": place == step})
        self.seen, infos = self.env.restore(self.env.state_bytes())
        self.to_move = infos["to_move"].astype(np.int64)

    def restore(self, games: bytes, who: Array) -> None:
        """Go on from where `env.state_bytes` was called."""
        self.seen, infos = self.env.restore(games)
        self.to_move, self.who = infos["to_move"].astype(np.int64), who

    def play(
        self,
        learner: Net,
        columns: Columns,
        pool: Sequence[Net],
        random: np.random.Generator,
        teacher: str | None = None,
    ) -> Decisions:
        """One decision in each game. A teacher is asked in all of them, and obeyed in every other game: the learner
        comes to see what its own play leads to, and good play as well."""
        offered = self.env.action_rows(columns.ahead)
        counts, first = np.diff(offered.offsets), offered.offsets[:-1]
        actions = offered.ids[first]
        mover = self.who[np.arange(len(counts)), self.to_move]
        choice = counts > 1
        found: tuple[Array, ...] = ()
        for actor in np.unique(mover[choice]).tolist():
            games = np.flatnonzero(choice & (mover == actor))
            if actor < 0:
                asked = [self.agents[-1 - actor] if here else None for here in choice & (mover == actor)]
                actions[games] = self.env.answers(asked)[games]
                continue
            net = learner if actor == LEARNER else pool[actor - 1]
            context, rows = self._shown(games, offered.rows, counts, columns)
            best = np.maximum.reduceat(rows, np.cumsum(counts[games]) - counts[games], axis=0)
            chosen, logs, forecasts = choose(net, context, best, rows, counts[games], random)
            actions[games] = offered.ids[first[games] + chosen]
            if actor == LEARNER:
                advised = chosen
                if teacher is not None:
                    advised = self._advised(teacher, games, offered)
                    obeyed = games % 2 == 1
                    actions[games[obeyed]] = offered.ids[first[games] + advised][obeyed]
                known = chosen, logs, forecasts, advised
                found = games, self.to_move[games], context, best, rows, counts[games], *known
        self.seen, _, terminated, _, infos = self.env.step(actions)
        self.to_move = infos["to_move"].astype(np.int64)
        ended = np.flatnonzero(terminated)
        totals = (
            infos["final_info"]["totals"][ended].astype(np.float32)
            if len(ended)
            else np.zeros((0, self.config.parties), np.float32)
        )
        return Decisions(*(*(found or _nothing(columns)), ended, totals))

    def _advised(self, teacher: str, games: Array, offered: ActionRows) -> Array:
        """Which of their legal actions the teacher would take in some games."""
        asked = np.isin(np.arange(self.env.num_envs), games)
        answers = self.env.answers([teacher if here else None for here in asked])
        owner = np.repeat(np.arange(self.env.num_envs), np.diff(offered.offsets))
        return np.flatnonzero(offered.ids == answers[owner]) - offered.offsets[:-1][games]

    def _shown(self, games: Array, rows: Array, counts: Array, columns: Columns) -> tuple[Array, Array]:
        """Context and rows of some games, as a network takes them."""
        asked = np.zeros(len(counts), np.bool_)
        asked[games] = True
        some = rows[np.repeat(asked, counts)]
        return self.seen[games][:, columns.context_places], some if columns.all_rows else some[:, columns.row_places]

    def seat(self, games: Array, pool: int, older: float, compiled: float, random: np.random.Generator) -> None:
        """Draw who sits where in games that begin: with these chances one seat is an older self's, or a compiled
        agent's."""
        self.who[games] = LEARNER
        if self.config.players == 1:
            return
        drawn, seats = random.random(len(games)), random.integers(self.config.players, size=len(games))
        for game, seat, one in zip(games.tolist(), seats.tolist(), drawn.tolist(), strict=True):
            if one < compiled and self.agents:
                self.who[game, seat] = -1 - random.integers(len(self.agents))
            elif one < compiled + older and pool:
                self.who[game, seat] = 1 + random.integers(pool)


def _nothing(columns: Columns) -> tuple[Array, ...]:
    """What is told of a step in which the learner decided nothing."""
    none = np.zeros(0, np.int64)
    context, rows = (np.zeros((0, len(names)), np.float32) for names in (columns.context, columns.rows))
    return none, none, context, rows, rows, none, none, np.zeros(0, np.float32), np.zeros((0, 2), np.float32), none


@torch.no_grad()  # type: ignore[untyped-decorator]
def choose(
    net: Net, context: Array, best: Array, rows: Array, counts: Array, random: np.random.Generator | None
) -> tuple[Array, Array, Array]:
    """An action for each decision, drawn by the net's probabilities, or the likeliest without a generator: which of
    its rows, the logarithm of its probability, and the forecasts."""
    shown, starts = torch.from_numpy(context), np.cumsum(counts) - counts
    logs = net(shown, torch.from_numpy(rows), torch.from_numpy(np.repeat(np.arange(len(counts)), counts))).numpy()
    keys = logs if random is None else logs + random.gumbel(size=len(logs)).astype(np.float32)
    taken = np.flatnonzero(keys == np.repeat(np.maximum.reduceat(keys, starts), counts))
    taken = taken[np.searchsorted(taken, starts)]  # of equals the first
    return taken - starts, logs[taken], net.forecast(shown, torch.from_numpy(best)).numpy()
