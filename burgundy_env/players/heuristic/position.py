"""What a position is worth to a seat whose turn is over: its points if the game ended now, and what will come."""

from __future__ import annotations

from ...engine.jit import NUMBER, beyond_base, kernel
from ...engine.layout import ROUNDS, SEATS, STAGE_OVER
from ...engine.rules.rounds import mines_pay
from ...engine.rules.scoring import breakdown
from .basics import LAST_ROUND, partner_of, rounds_left
from .chateauma import chateauma_worth
from .features import COUNT, write_features
from .module_worth import cost_of_changes, modules_to_come, paid_at_the_end
from .solo import solo_worth
from .team_values import TEAM_VALUES
from .values import VALUES
from .worth import write_hex_worth

# What a point that another player will not make is worth, until the game is over. At 1 two who both think so make
# 13 VP less in their games with each other, and win no more against the heuristic (docs/results.md).
DENIED = 0.6


@kernel
def usual_worths(t):
    """What features are worth as fitted: for who plays alone, or for two who share."""
    return VALUES if t.teams == 0 else TEAM_VALUES


@kernel
def write_usual_prices(t, rounds, prices):
    """The price of every feature after so many rounds, as fitted."""
    # Not by `usual_worths`: who is handed an array counts references (`engine/borrowing.py`).
    if t.teams == 0:
        write_prices(rounds, VALUES, prices)
    else:
        write_prices(rounds, TEAM_VALUES, prices)


@kernel
def write_prices(rounds, v, prices):
    """The price of every feature after so many rounds, from its worth `v` late and early in the game and a phase."""
    e = 1.0 - rounds / LAST_ROUND
    in_phase = rounds % ROUNDS / (ROUNDS - 1.0) - 0.5
    for k in range(COUNT):
        prices[k] = v[k, 0] + e * v[k, 1] + e * e * v[k, 2] + in_phase * v[k, 3]


@kernel
def position_worth(t, s, p, w, prices, worth, x, out):
    """Victory points to expect at the end; `worth`, `x` and `out` are room for hexes, features and points."""
    if t.solo == 0 and rounds_left(s) == 0:
        return _last_worth(t, s, p, x, out)
    write_hex_worth(t, s, p, w, worth)
    if t.solo != 0:
        return solo_worth(t, s, p, w, worth)
    write_features(t, s, p, w, worth, x)
    value = float(breakdown(t, s, p, out))
    for k in range(COUNT):
        value += prices[k] * x[k]
    return value + modules_to_come(t, s, p, w) if t.modules != 0 else value


@kernel
def end_worth(t, s, before, p, w, prices, worth, x, out):
    """The same of an end of a turn that began at `before`, less what things taken since then have to bring."""
    value = position_worth(t, s, p, w, prices, worth, x, out)
    return value - cost_of_changes(t, s, before, p, w) if t.modules != 0 else value


@kernel
def _last_worth(t, s, p, x, out):
    """Nothing is to come after the last turn but upkeep and what the mines pay: exact."""
    if s.stage == STAGE_OVER:
        return float(breakdown(t, s, p, out))
    silver = s.silver[p]
    for seat in range(t.players):  # with shield 2 they gain when others do
        x[seat] = s.workers[seat]
    paid = paid_at_the_end(t, s, p) if t.modules != 0 else 0.0
    mines_pay(t, s, p)
    value = float(breakdown(t, s, p, out)) - paid
    s.silver[p] = silver
    for seat in range(t.players):
        s.workers[seat] = int(x[seat])
    return value


@kernel
def lead(t, s, p, values, x, out):
    """The seat's points over those of the best other one, where another player's count in part.

    `values` by seat are what is to be expected at the end; `x` and `out` are room for features and points.
    """
    if t.teams != 0:
        return _team_lead(s, p, values)
    other = -1e9
    for seat in range(t.players):
        if seat != p:
            other = max(other, values[seat])
    over = s.stage == STAGE_OVER
    if t.chateauma >= 0:
        c = int(t.chateauma)
        other = max(other, float(breakdown(t, s, c, out)) if over else chateauma_worth(t, s, x, out))
    if other == -1e9:
        return values[p]
    return values[p] - (1.0 if over else DENIED) * other


@beyond_base(NUMBER)
def _team_lead(s, p, values):
    """The same for a team: partners have what they share, and each judged it after a turn of its own."""
    own = values[p] + values[partner_of(p)]
    other = values[(p + 1) % SEATS] + values[partner_of((p + 1) % SEATS)]
    return 0.5 * (own - (1.0 if s.stage == STAGE_OVER else DENIED) * other)
