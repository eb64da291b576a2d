"""What everything else is reckoned in: time, workers, silver, and the chance to finish something."""

from __future__ import annotations

from ...engine.jit import kernel
from ...engine.layout import PHASES, ROUNDS, SEATS
from ...modules.team import TEAMS
from .weights import BY_TWO, CHANCES, CHANCES_SIZE, MISSING, SILVER, SILVER_EARLY, WORKER, WORKER_EARLY

NOWHERE = -1000.0
LAST_ROUND = PHASES * ROUNDS - 1  # rounds before the last one


@kernel
def rounds_before(s):
    """Rounds that came before this one."""
    return int(s.phase) * ROUNDS + int(s.round_number)


@kernel
def rounds_left(s):
    """Rounds still to come after this one."""
    return LAST_ROUND - rounds_before(s)


@kernel
def early(s):
    """1 at the start of the game, 0 in its last round."""
    return rounds_left(s) / LAST_ROUND


@kernel
def worker_worth(s, w):
    """A worker."""
    return w[WORKER] + w[WORKER_EARLY] * early(s)


@kernel
def silver_worth(s, w):
    """A silver."""
    return w[SILVER] + w[SILVER_EARLY] * early(s)


@kernel
def partner_of(p):
    """The other seat of a team."""
    return (p + TEAMS) % SEATS


@kernel
def finish_chance(t, s, w, missing, what):
    """The chance to cover so many more hexes in time: of a region or a colour, TO_FINISH_..."""
    if t.teams != 0:
        what += BY_TWO
    return w[CHANCES + what * CHANCES_SIZE + rounds_left(s) * MISSING + max(missing, 0)]
