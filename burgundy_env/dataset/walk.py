"""A game once more from its seed and actions: the states, what was legal, who decided, what it was paid: kernels."""

from __future__ import annotations

from ..engine.apply import apply
from ..engine.jit import kernel
from ..engine.layout import SEATS, STAGE_OVER
from ..engine.legal import legal_ids, write_mask
from ..engine.results import write_result
from ..engine.rules.setup import set_up
from ..engine.seeds import seeded
from ..envs.rewards import write_rewards

WHOLE = -1


@kernel
def walk(tables, seed, actions, reward, states, tape, ids, masks, seats, rewards, totals, ranking, sources, work):
    """Write the state before each action and, last, the one at the end; the step at which a game does not go on as
    these actions have it, WHOLE if it goes to its end.

    A decision is paid what comes to its seat until that seat's next one. `work`: by seat what was paid for, then what
    comes, what came before a first decision, and the last decision.
    """
    t, s, n = tables[0], states[len(actions)], len(actions)
    paid, gains, owed, last = work.paid, work.gains, work.owed, work.last
    s.rng = seeded(seed)
    set_up(t, s, tape)
    for p in range(SEATS):
        last[p] = WHOLE
    for k in range(n):
        if s.stage == STAGE_OVER:
            return k
        count, p = legal_ids(t, s, ids), int(s.active)
        if not _among(ids, count, actions[k]):
            return k
        states[k] = states[n]
        write_mask(ids, count, masks[k])
        seats[k] = p
        rewards[k] = owed[p]
        owed[p] = 0.0
        last[p] = k
        apply(t, s, tape, int(actions[k]), ids)
        if s.stage == STAGE_OVER:
            write_result(tables, states, n, totals, ranking, sources)
        write_rewards(s, reward, paid, totals, ranking, gains)
        for q in range(len(gains)):
            if last[q] >= 0:
                rewards[last[q]] += gains[q]
            else:
                owed[q] += gains[q]
    return WHOLE if s.stage == STAGE_OVER else n


@kernel
def _among(ids, count, action):
    for k in range(count):
        if ids[k] == action:
            return True
    return False
