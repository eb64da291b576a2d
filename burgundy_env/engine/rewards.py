"""What the seats are paid for a step, and the result of a game.

The solo game is about hexes: they are its points here, and a win is to cover them all.
"""

from __future__ import annotations

from .batch import rank
from .jit import kernel
from .layout import HEXES, STAGE_OVER
from .rules.scoring import breakdown, empty_hexes

REWARDS = ("win", "margin", "vp")
WIN, MARGIN, VP = range(len(REWARDS))
MARGIN_SCALE = 100  # victory points that are worth a reward of 1
ILLEGAL_REWARD = -1.0  # to whoever ends a game by an illegal action, whatever the reward


@kernel
def write_result(tables, states, i, totals, ranking, sources):
    """Totals by seat (solo: hexes covered), seats best first, and where each seat's points come from."""
    rank(tables, states, i, ranking, totals)
    if tables[0].solo != 0:
        totals[0] = points(states[i], 0, True)
    for p in range(len(totals)):
        breakdown(tables[0], states[i], p, sources[p])


@kernel
def points(s, p, solo):
    """What a seat has scored so far; in the solo game its hexes covered."""
    return HEXES - empty_hexes(s, p) if solo else int(s.vp[p])


@kernel
def write_rewards(s, kind, paid, totals, ranking, out):
    """Write each seat's reward for what happened since the last call; `paid` remembers the points paid for.

    When the game is over `totals` and `ranking` must hold its result.
    """
    seats = len(out)
    over = s.stage == STAGE_OVER
    for p in range(seats):
        out[p] = 0.0
    if kind == VP:
        for p in range(seats):
            vp = int(totals[p]) if over else points(s, p, seats == 1)
            out[p] = vp - int(paid[p])
            paid[p] = vp
    elif over and seats == 1:
        won = empty_hexes(s, 0) == 0
        out[0] = (1.0 if won else -1.0) if kind == WIN else -empty_hexes(s, 0) / HEXES
    elif over and kind == WIN:
        for place in range(seats):
            out[int(ranking[place])] = 1.0 - 2.0 * place / (seats - 1)
    elif over:
        for p in range(seats):
            out[p] = (int(totals[p]) - _best_other(totals, p)) / MARGIN_SCALE


@kernel
def settle(tables, states, i, kind, paid, totals, ranking, sources, out):
    """Write each seat's reward for what happened in game i since the last call, and the result if it is over."""
    if states[i].stage == STAGE_OVER:
        write_result(tables, states, i, totals, ranking, sources)
    write_rewards(states[i], kind, paid, totals, ranking, out)


@kernel
def _best_other(totals, p):
    best = -1000
    for other in range(len(totals)):
        if other != p and totals[other] > best:
            best = int(totals[other])
    return best
