"""The team game, where it needs the rules of placement."""

from __future__ import annotations

import numpy as np

from ..actions import PLACE_FAR
from ..jit import kernel
from ..layout import FREE, HEXES, P_CASTLE, P_PLACE
from .offers import offer_hexes
from .placement import hexes_for_stored
from .storage import P_STOW
from .team import STOW_OWN
from .white_castles import P_WHITE_CASTLE

_FAR = np.array(PLACE_FAR, np.int16)  # by channel: the id of a placement on the first hex beyond a player's duchy


@kernel
def offer_in_team(t, s, p, kind, ids, n):
    """List placements on the hexes that only a team's duchy has, and where a new tile may go."""
    if kind < 0:
        for die in range(2):
            if s.used[p, die] == 0:
                n = offer_hexes(hexes_for_stored(t, s, p, die) >> HEXES, ids, n, int(_FAR[die]))
    elif kind == P_CASTLE or kind == P_PLACE or kind == P_WHITE_CASTLE:
        n = offer_hexes(hexes_for_stored(t, s, p, FREE) >> HEXES, ids, n, int(_FAR[FREE]))
    elif kind == P_STOW:
        ids[n] = STOW_OWN
        ids[n + 1] = STOW_OWN + 1
        n += 2
    return n
