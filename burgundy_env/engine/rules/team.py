"""The team game: seats 0 and 2 against 1 and 3.

What partners share stands in the rows of both, so that no rule has to ask whose it is: rules change the row of the
seat that acts, and after each action its partner's becomes like it.
"""

from __future__ import annotations

import numpy as np

from ...modules.team import SPACES, STORED, TEAMS
from ..actions import block_number, first_id
from ..jit import kernel
from ..layout import BIT, GOODS, HEXES, SEATS, SOURCES, TILE_IDS
from .extra_tiles import KEEPS_ON_TOP
from .pending import pop, top_a
from .storage import into_spaces, into_team_spaces

B_PICK_TEAM, B_DISCARD_TEAM, B_STOW = map(block_number, ("pick_team", "discard_team", "stow"))
STOW_OWN = first_id("stow")
TEAM_TILE = np.array([TILE_IDS[name] for name in STORED], np.int8)  # of the things of the blocks of a team's tiles
_FIRST_WORKERS, _SECOND_WORKERS = 3, 5  # at the beginning
_MARKER = int(BIT[KEEPS_ON_TOP])
_SOURCES = len(SOURCES)


def fill_tables(t, config, data):
    """That it is played; partners have one board."""
    t.teams = TEAMS
    t.duchies[TEAMS:] = t.duchies[:TEAMS]


@kernel
def set_up_teams(s):
    """Workers are a team's. Silver, goods and a board were dealt to each of the first two seats: they have them for
    their team."""
    for p in range(TEAMS):
        s.workers[p] = _FIRST_WORKERS if s.order[0] % TEAMS == p else _SECOND_WORKERS
        share(s, p)


@kernel
def share(s, p):
    """The partner of seat p has all that they share as p has it. Monastery 27 is in force for one of them alone: the
    player who placed it."""
    partner = (p + TEAMS) % SEATS
    s.occupied[partner], s.reach[partner] = s.occupied[p], s.reach[p]
    s.monasteries[partner] = (s.monasteries[p] & ~_MARKER) | (s.monasteries[partner] & _MARKER)
    s.bonus[partner], s.duchy[partner] = s.bonus[p], s.duchy[p]
    s.vp[partner], s.workers[partner], s.silver[partner] = s.vp[p], s.workers[p], s.silver[p]
    for h in range(HEXES):
        s.tiles[partner, h] = s.tiles[p, h]
    for source in range(_SOURCES):
        s.source[partner, source] = s.source[p, source]
    for goods in range(GOODS):
        s.goods[partner, goods], s.sold[partner, goods] = s.goods[p, goods], s.sold[p, goods]
    for i in range(SPACES):
        s.team_storage[partner, i] = s.team_storage[p, i]
    s.team_stored[partner] = s.team_stored[p]


@kernel
def stow(s, p, where):
    """The new tile goes to a space of its own (0) or of the team (1)."""
    tile = top_a(s)
    pop(s)
    if where == 0:
        into_spaces(s, p, tile)
    else:
        into_team_spaces(s, p, tile)
