"""What everything else is reckoned in: time, workers, silver, and the chance to finish something."""

from __future__ import annotations

from ...engine.jit import kernel
from ...engine.layout import PHASES, ROUNDS
from .weights import FINISH_COST, FINISH_SLACK, SILVER, SILVER_EARLY, WORKER, WORKER_EARLY

NOWHERE = -1000.0


@kernel
def rounds_before(s):
    """Rounds that came before this one."""
    return int(s.phase) * ROUNDS + int(s.round_number)


@kernel
def rounds_left(s):
    """Rounds still to come after this one."""
    return PHASES * ROUNDS - 1 - rounds_before(s)


@kernel
def early(s):
    """1 at the start of the game, 0 in its last round."""
    return rounds_left(s) / (PHASES * ROUNDS - 1.0)


@kernel
def worker_worth(s, w):
    """A worker."""
    return w[WORKER] + w[WORKER_EARLY] * early(s)


@kernel
def silver_worth(s, w):
    """A silver."""
    return w[SILVER] + w[SILVER_EARLY] * early(s)


@kernel
def finish_chance(s, w, missing, power):
    """The chance to cover so many more hexes in time."""
    if missing <= 0:
        return 1.0
    chance = 1.0 - w[FINISH_COST] * missing / (rounds_left(s) + w[FINISH_SLACK])
    return max(chance, 0.0) ** power
