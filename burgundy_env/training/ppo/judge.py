"""How a network does against agents: each deal is played once from every seat."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode

from ...arena.statistics import wilson
from ...config import GameConfig
from ...envs import SelfPlayVectorEnv
from .net import Columns, Net
from .play import choose

AT_ONCE = 240  # games side by side


class Match(NamedTuple):
    """What came of some games."""

    games: int
    won: int
    vp: float
    other_vp: float  # of the best other

    @property
    def share(self) -> float:
        """Of the games."""
        return self.won / max(self.games, 1)

    def __str__(self) -> str:
        low, high = wilson(self.won, self.games)
        return (
            f"{100 * self.share:.1f} % of {self.games:,} ({100 * low:.1f}-{100 * high:.1f}), "
            f"{self.vp:.1f} : {self.other_vp:.1f} VP"
        )


def match(net: Net, columns: Columns, agent: str | None, config: GameConfig, games: int, seed: int) -> Match:
    """Games against an agent in all other seats, or where nobody else decides against the Châteauma."""
    played: list[Match] = []
    deals = -(-games // config.players)
    for first in range(0, deals, AT_ONCE // config.players):
        some = min(AT_ONCE // config.players, deals - first)
        played.append(_match(net, columns, agent, config, some, seed + first))
    count, won = sum(one.games for one in played), sum(one.won for one in played)
    vp, other = (sum(one.games * one[k] for one in played) / count for k in (2, 3))
    return Match(count, won, vp, other)


def _match(net: Net, columns: Columns, agent: str | None, config: GameConfig, deals: int, seed: int) -> Match:
    games = deals * config.players
    env = SelfPlayVectorEnv(games, config, observation="features", autoreset_mode=AutoresetMode.SAME_STEP, copy=False)
    mine = np.repeat(np.arange(config.players), deals)
    seen, infos = env.reset(seed=[seed + i for i in range(deals)] * config.players)
    playing, won, points = np.ones(games, np.bool_), np.zeros(games, np.bool_), np.zeros((games, 2))
    while playing.any():
        own = infos["to_move"] == mine
        offered = env.action_rows()
        counts = np.diff(offered.offsets)
        actions = offered.ids[offered.offsets[:-1]]
        asked = own & (counts > 1) & playing
        if asked.any():
            rows = offered.rows[np.repeat(asked, counts)][:, columns.row_places]
            context = seen[asked][:, columns.context_places]
            chosen, _, _ = choose(net, context, np.zeros_like(rows[: len(context)]), rows, counts[asked], None)
            actions[asked] = offered.ids[offered.offsets[:-1][asked] + chosen]
        others = ~own & (counts > 1) & playing
        if others.any() and agent is not None:
            actions[others] = env.answers([agent if other else None for other in others])[others]
        seen, _, terminated, _, infos = env.step(actions)
        for i in np.flatnonzero(terminated & playing).tolist():
            final, party = infos["final_info"], mine[i] % config.parties
            totals = final["totals"][i]
            won[i] = final["ranking"][i, 0] == party
            points[i] = totals[party], np.delete(totals, party).max()
        playing &= ~terminated
    env.close()
    return Match(games, int(won.sum()), *points.mean(0).tolist())
