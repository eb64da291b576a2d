"""How a network does against agents: each deal is played once from every seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from ...config import GameConfig
from ...envs import Batched, SelfPlayVectorEnv
from ..match import Match
from .net import Columns, Net
from .play import choose

AT_ONCE = 240  # games side by side
UNSEEN = 1_000_000_000  # the first seed of deals that no training here meets
Array = np.ndarray[Any, Any]
Deciding = Callable[[SelfPlayVectorEnv, Array, Array, Array], Array]  # for seats in games, of all that are seen


def match(net: Net, columns: Columns, agent: str | None, config: GameConfig, games: int, seed: int) -> Match:
    """Games against an agent in all other seats, or where nobody else decides against the Châteauma."""
    return _matches(partial(_by_rows, net, columns), "features", agent, config, games, seed)


def judge(
    player: Batched,
    agent: str | None = "heuristic",
    config: GameConfig | Mapping[str, Any] | str | None = None,
    games: int = 1000,
    seed: int = UNSEEN,
) -> Match:
    """The same of a function that decides in many games at once, whatever library it was trained with."""

    def decide(env: SelfPlayVectorEnv, seen: Array, seats: Array, asked: Array) -> Array:
        return player.answers(seen[asked], env.action_masks()[asked], seats)

    return _matches(decide, player.observation, agent, GameConfig.of(config), games, seed)


def _by_rows(net: Net, columns: Columns, env: SelfPlayVectorEnv, seen: Array, _: Array, asked: Array) -> Array:
    offered = env.action_rows(columns.ahead)
    counts, first = np.diff(offered.offsets), offered.offsets[:-1]
    rows = offered.rows[np.repeat(asked, counts)][:, columns.row_places]
    context = seen[asked][:, columns.context_places]
    chosen, _, _ = choose(net, context, np.zeros_like(rows[: len(context)]), rows, counts[asked], None)
    actions: Array = offered.ids[first[asked] + chosen]
    return actions


def _matches(
    decide: Deciding, observation: str, agent: str | None, config: GameConfig, games: int, seed: int
) -> Match:
    played: list[Match] = []
    deals = -(-games // config.players)
    for first in range(0, deals, AT_ONCE // config.players):
        some = min(AT_ONCE // config.players, deals - first)
        played.append(_match(decide, observation, agent, config, some, seed + first))
    count, won = sum(one.games for one in played), sum(one.won for one in played)
    vp, other = (sum(one.games * one[k] for one in played) / count for k in (2, 3))
    return Match(count, won, vp, other)


def _match(decide: Deciding, observation: str, agent: str | None, config: GameConfig, deals: int, seed: int) -> Match:
    games = deals * config.players
    env = SelfPlayVectorEnv(
        games, config, observation=observation, autoreset_mode=AutoresetMode.SAME_STEP, copy=False, on_illegal="raise"
    )
    mine = np.repeat(np.arange(config.players), deals)
    seen, infos = env.reset(seed=[seed + i for i in range(deals)] * config.players)
    playing, won, points = np.ones(games, np.bool_), np.zeros(games, np.bool_), np.zeros((games, 2))
    while playing.any():
        own, masks = infos["to_move"] == mine, env.action_masks()
        actions, choice = masks.argmax(1), (masks.sum(1) > 1) & playing
        asked, others = own & choice, ~own & choice
        if asked.any():
            actions[asked] = decide(env, seen, mine[asked], asked)
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
