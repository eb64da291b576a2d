"""A compiled player: whatever leads to the position worth most, its own turns of the next round played by reflex.

burgundy arena compiled_bot.py:choose heuristic --games 200
burgundy arena compiled_bot.py:choose:futures=8 compiled_bot.py:choose --games 200
"""

import numpy as np

from burgundy_env.players.kit import REFLEX, STATE, choose_by, deal_anew, kernel, legal_ids, take, worth

MOST = 256  # room for the legal actions of any position


def choose(t, s, stream, ids, count, futures: int = 2):
    """The id of the action whose futures are worth most to the seat that decides."""
    seat, best, most = int(s.active), ids[0], -1e9
    for k in range(count):
        value = 0.0
        for _ in range(futures):
            value += future(t, s, stream, seat, ids[k])
        if value > most:
            best, most = ids[k], value
    return best


@kernel
def future(t, s, stream, seat, action):
    """What an action is worth when its turn has been played on, by rules of thumb, until another seat decides."""
    tried, ids = np.empty(1, STATE), np.empty(MOST, np.int16)
    tried[0] = s
    after = tried[0]
    deal_anew(t, after, stream)  # other dice in each future
    take(t, after, action)
    while after.active == seat:
        count = legal_ids(t, after, ids)
        if count == 0:
            break
        take(t, after, choose_by(REFLEX, t, after, stream, ids, count))
    return worth(t, after, seat)
