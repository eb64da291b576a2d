"""What the seats are paid for a step. The solo game is about hexes: they are its points here."""

from __future__ import annotations

from ..engine.jit import count_bits, kernel
from ..engine.layout import HEXES, STAGE_OVER
from ..engine.results import points, write_result
from ..engine.rules.duchy import empty_hexes

REWARDS = ("win", "margin", "vp")
WIN, MARGIN, VP = range(len(REWARDS))
MARGIN_SCALE = 100  # victory points that are worth a reward of 1
ILLEGAL_REWARD = -1.0  # to whoever ends a game by an illegal action, whatever the reward


@kernel
def write_rewards(s, kind, paid, totals, ranking, out):
    """Write each seat's reward for what happened since the last call; `paid` remembers the points paid for. Partners
    get the same: of theirs `totals` and `ranking` have one for each team.

    When the game is over `totals` and `ranking` must hold its result.
    """
    seats, parties = len(out), len(totals)
    over = s.stage == STAGE_OVER
    for p in range(seats):
        out[p] = 0.0
    if kind == VP:
        for p in range(seats):
            vp = int(totals[p % parties]) if over else points(s, p, seats == 1)
            out[p] = vp - int(paid[p])
            paid[p] = vp
    elif over and seats == 1:
        won = empty_hexes(s, 0) == 0
        out[0] = (1.0 if won else -1.0) if kind == WIN else -empty_hexes(s, 0) / HEXES
    elif over and kind == WIN:
        if parties == seats or not is_draw(s, totals):
            for place in range(parties):
                _pay(out, int(ranking[place]), parties, 1.0 - 2.0 * place / (parties - 1))
    elif over:
        for p in range(parties):
            _pay(out, p, parties, (int(totals[p]) - _best_other(totals, p)) / MARGIN_SCALE)


@kernel
def is_draw(s, totals):
    """Of a game of teams that is over: whether nothing parts them."""
    return totals[0] == totals[1] and count_bits(int(s.occupied[0])) == count_bits(int(s.occupied[1]))


@kernel
def _pay(out, party, parties, reward):
    """To a seat, or to all seats of a team."""
    for p in range(party, len(out), parties):
        out[p] = reward


@kernel
def reward_seats(tables, states, i, kind, paid, totals, ranking, sources, out):
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
