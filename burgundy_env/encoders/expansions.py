"""The blocks of the expansion modules: which are played, and what they lay on the table and the player boards."""

from __future__ import annotations

import numpy as np
from numba import literal_unroll

from ..engine.jit import kernel_of_constants
from ..engine.layout import ARG_A, ARG_B, DEPOTS, GOODS, HEXES, KIND, PENDING_KINDS, SEATS, STAGES, TILE_COUNT
from ..engine.rules.border_posts import POST
from ..engine.rules.shields import P_PHASE_END, P_SHIELD, P_UPKEEP
from ..engine.rules.solo import P_AFTER, P_PAY
from ..modules import MODULES, SEAT_FIELDS, TABLE_FIELDS
from ..modules.shields import SHIELDS
from ..modules.solo import AFTER_STEPS, SOLO_TARGET, SWAP_PRICE
from ..modules.trade_routes import ROUTE_BONUSES, ROUTE_SPACES
from .fields import Field, end_of, firsts, lay_out, under
from .seats import seat_after
from .table import FIRST_KINDS, FIRST_STAGES
from .vineyards import write_vineyard, write_vineyard_table

_F = np.float32
_MODULES = tuple(module.key for module in MODULES)
_PLAYED = len(_MODULES)

_stages, _kinds = STAGES[FIRST_STAGES:], PENDING_KINDS[FIRST_KINDS:]
_LATER = (  # what `table` has no places for
    Field("stage", (len(_stages),), "one of " + ", ".join(_stages)),
    Field("kind", (len(_kinds),), "what is decided now, if an effect asks: one of " + ", ".join(_kinds)),
    Field("waiting", (len(_kinds),), "decisions waiting below it by kind, / 4", high=4),
)
EXPANSION_TABLE = lay_out(
    under(
        "expansions",
        [
            Field("played", (_PLAYED,), "1 for each module of the game: " + ", ".join(_MODULES)),
            *TABLE_FIELDS,
            *(field for field in _LATER if field.size),
        ],
    )
)
EXPANSION_SEAT = lay_out(SEAT_FIELDS)
EXPANSION_SEAT_SIZE = end_of(EXPANSION_SEAT)
EXPANSIONS = lay_out(
    [*EXPANSION_TABLE, *(field for k in range(SEATS) for field in under(f"expansions.seat{k}", EXPANSION_SEAT))]
)
_at = {name.partition(".")[2]: first for name, first in firsts(EXPANSION_TABLE).items()}
_POSTS_LEFT, _STEPS, _TO_PAY = (_at[name] for name in ("posts_left", "steps", "to_pay"))
_STAGE, _KIND, _WAITING = (_at.get(name, 0) for name in ("stage", "kind", "waiting"))
_seat = firsts(EXPANSION_SEAT)
_NUMBERS, _BONUSES, _LAID, _TARGET = (
    _seat[name] for name in ("route_numbers", "route_bonuses", "route_goods", "target")
)
_LYING, _HEAP, _DECIDING, _WORKERS_PAY = (
    _at[name] for name in ("depot_shields", "heap", "deciding_shields", "workers_pay")
)
_SHIELDS, _WILD, _LENDER, _OWN_TEAM = (_seat[name] for name in ("shields", "wild", "lender", "own_team"))
_VINEYARD_TABLE, _VINEYARD = _at["vines_out"], _seat["vineyard"]
_SEATS_0 = end_of(EXPANSION_TABLE)
# Fields that are arrays of the state: those arrays by name, and how the numbers are written.
_OF_TABLE, _OF_SEAT = (
    tuple(field.state for field in fields if field.state) for fields in (EXPANSION_TABLE, EXPANSION_SEAT)
)
_SHOWN = [field for field in (*EXPANSION_TABLE, *EXPANSION_SEAT) if field.state]
_FIRST, _SIZE = np.array([field.first for field in _SHOWN]), np.array([field.size for field in _SHOWN])
_BITS = np.array([-1 if field.bits is None else field.bits for field in _SHOWN])  # -1: the number itself
_SCALE, _HIGH = np.array([1 / field.per for field in _SHOWN], _F), np.array([field.high for field in _SHOWN], _F)


@kernel_of_constants
def _write_shown(value, i, out, j):
    for k in range(_SIZE[i]):
        number = value if _BITS[i] < 0 else (value >> (_BITS[i] + k)) & 1
        out[j + _FIRST[i] + k] = min(_F(number) * _SCALE[i], _HIGH[i])


@kernel_of_constants
def write_expansions(t, s, seat, out, j):
    """The whole block from out[j] on, which is 0 so far; seats in the order they move, `seat` first."""
    write_expansion_table(t, s, out, j)
    for k in range(t.seats):
        write_expansion_seat(t, s, seat, seat_after(t, s, seat, k), out, j + _SEATS_0 + k * EXPANSION_SEAT_SIZE)


@kernel_of_constants
def write_expansion_table(t, s, out, j):
    """What all seats share."""
    for module in range(_PLAYED):
        out[j + module] = _F((int(t.played) >> module) & 1)
    out[j + _POSTS_LEFT] = _F(s.bonus_left[POST]) * _F(0.5)
    if t.shields != 0:
        _write_shields(s, out, j)
    if t.vineyards != 0:
        write_vineyard_table(t, s, out, j + _VINEYARD_TABLE)
    i = 0
    for name in literal_unroll(_OF_TABLE):
        _write_shown(int(s[name]), i, out, j)
        i += 1  # noqa: SIM113  Numba unrolls names, but does not count them
    if s.stage >= FIRST_STAGES:
        out[j + _STAGE + int(s.stage) - FIRST_STAGES] = _F(1)
    for i in range(s.depth):
        if s.pending[i, KIND] >= FIRST_KINDS:
            kind = int(s.pending[i, KIND]) - FIRST_KINDS
            if i == s.depth - 1:
                out[j + _KIND + kind] = _F(1)
            else:
                out[j + _WAITING + kind] += _F(0.25)
        if s.pending[i, KIND] == P_AFTER:
            for step in range(len(AFTER_STEPS)):
                if (int(s.pending[i, ARG_B]) >> step) & 1 != 0:
                    out[j + _STEPS + step] = _F(int(s.pending[i, ARG_A]) + 1) * _F(1 / HEXES)
        elif s.pending[i, KIND] == P_PAY:
            out[j + _TO_PAY] = _F(s.pending[i, ARG_A]) * _F(1 / SWAP_PRICE)


@kernel_of_constants
def _write_shields(s, out, j):
    """Shields in depots, those that are decided about, and what is stored with shield 4."""
    for depot in range(DEPOTS):
        for shield in range(SHIELDS):
            out[j + _LYING + depot * SHIELDS + shield] = _F((int(s.depot_shields[depot]) >> (shield + 1)) & 1)
    for tile in range(1, TILE_COUNT):
        out[j + _HEAP + tile - 1] = _F(s.heap[tile]) * _F(0.25)
    for i in range(s.depth):
        kind, shield = int(s.pending[i, KIND]), int(s.pending[i, ARG_A])
        if kind == P_SHIELD or kind == P_PHASE_END:
            out[j + _DECIDING + shield - 1] = _F(1)
        elif kind == P_UPKEEP:
            out[j + _WORKERS_PAY] = _F(s.pending[i, ARG_B])
            for other in range(shield, SHIELDS + 1):
                out[j + _DECIDING + other - 1] = _F((int(s.shields[s.active]) >> other) & 1)


@kernel_of_constants
def write_expansion_seat(t, s, seat, p, out, j):
    """What lies on a player board, as `seat` sees it; of the Châteauma, without routes and target, its post tile."""
    held = int(s.bonus[p]) >> (2 * POST)
    out[j] = _F(held & 1) + _F(0.5) * _F((held >> 1) & 1)
    for i in range(s.route_laid[p]):
        at = j + _LAID + int(s.route_goods[p, i]) - 1
        out[at] = min(out[at] + _F(0.25), _F(2))
    for i in range(int(s.route_laid[p]), int(t.routes) * ROUTE_SPACES):
        tile, space = int(s.route[p, i // ROUTE_SPACES]), i % ROUTE_SPACES
        if tile != 0:
            out[j + _NUMBERS + i] = _F(t.route_number[tile, space]) * _F(1 / GOODS)
            out[j + _BONUSES + i] = _F(int(t.route_bonus[tile, space]) + 1) * _F(1 / len(ROUTE_BONUSES))
    i = len(_OF_TABLE)
    for name in literal_unroll(_OF_SEAT):
        _write_shown(int(s[name][p]), i, out, j)
        i += 1
    if t.shields != 0:
        _write_shields_of(t, s, p, out, j)
    if t.vineyards != 0 and p != t.chateauma:
        write_vineyard(t, s, p, out, j + _VINEYARD)
    out[j + _OWN_TEAM] = _F(t.teams != 0 and (p - seat) % 2 == 0)
    out[j + _TARGET] = min(_F(s.target) * _F(1 / SOLO_TARGET), _F(20))


@kernel_of_constants
def _write_shields_of(t, s, p, out, j):
    held = int(s.chateauma_shields) if p == t.chateauma else int(s.shields[p])
    for shield in range(1, SHIELDS + 1):
        if (held >> shield) & 1 != 0:
            at = _F(1) if p == t.chateauma else _F(int(s.shield_hex[shield]) + 1) * _F(1 / HEXES)
            out[j + _SHIELDS + shield - 1] = at
    if s.wild[p] != 0:
        out[j + _WILD + int(s.wild[p]) - 1] = _F(1)
    for k in range(t.seats):
        if seat_after(t, s, p, k) + 1 == s.lender[p]:
            out[j + _LENDER + k] = _F(1)
