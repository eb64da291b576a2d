"""What only the seat that looks is told in detail: its monasteries, its storage, what it could still build."""

from __future__ import annotations

import numpy as np

from ..engine.jit import count_bits, kernel_of_constants, lowest_bit
from ..engine.layout import ANIMALS, BUILDING, LIVESTOCK, MONASTERIES, SPECIES, SPECIES_OF, STORAGE
from ..engine.rules.duchy import has_monastery, tile_on
from ..engine.rules.extra_tiles import CRANE
from .faces import TILE, write_tile
from .fields import Field, firsts, lay_out

_F = np.float32
_KINDS, _SPECIES = CRANE, len(SPECIES)  # ids 1 to that of the crane are buildings

OWN = lay_out(
    [
        Field("monasteries", (MONASTERIES,), "1 for each monastery in the duchy: m1 .. m29"),
        Field("storage", (STORAGE, TILE), "each stored tile: one of six colours, then the face"),
        Field("open_to", (_KINDS,), "by building: empty hexes in towns that may still take one, / 12", high=4),
        Field(
            "herd", (_SPECIES,), "by species: animals in the pasture with most of them that has room, / 12", high=3
        ),
    ]
)
_at = firsts(OWN)
_MONASTERIES, _STORAGE, _OPEN_TO, _HERD = (_at[name] for name in ("monasteries", "storage", "open_to", "herd"))


@kernel_of_constants
def write_own(t, s, p, out, j):
    """The block from out[j] on, which is 0 so far."""
    bits = int(s.monasteries[p]) >> 1
    for number in range(MONASTERIES):
        out[j + _MONASTERIES + number] = _F((bits >> number) & 1)
    for i in range(STORAGE):
        write_tile(out, j + _STORAGE + TILE * i, s.storage[p, i])
    _write_towns(t, s, p, out, j + _OPEN_TO)
    _write_pastures(t, s, p, out, j + _HERD)


@kernel_of_constants
def _write_towns(t, s, p, out, j):
    """A building may go to every empty hex but those of the towns that have its kind."""
    board, occupied = int(s.duchy[p]), int(s.occupied[p])
    hexes = int(t.colour_hexes[board, BUILDING])
    room, built = _F(count_bits(hexes & ~occupied)) * _F(1 / 12), hexes & occupied
    for kind in range(_KINDS):
        out[j + kind] = room
    if has_monastery(s, p, 1):
        return
    while built != 0:
        h = lowest_bit(built)
        built &= built - 1
        kind = tile_on(s, p, h) - 1
        if 0 <= kind < _KINDS and kind != CRANE - 1:  # which is not bound to one in a town, and binds none
            left = count_bits(int(t.region[board, h]) & ~occupied)
            out[j + kind] = max(out[j + kind] - _F(left) * _F(1 / 12), _F(0))


@kernel_of_constants
def _write_pastures(t, s, p, out, j):
    board, occupied = int(s.duchy[p]), int(s.occupied[p])
    grazed = int(t.colour_hexes[board, LIVESTOCK]) & occupied
    hexes = grazed
    while hexes != 0:
        h = lowest_bit(hexes)
        hexes &= hexes - 1
        region = int(t.region[board, h])
        if region & ~occupied == 0:
            continue
        species, animals, herd = int(SPECIES_OF[tile_on(s, p, h)]), 0, region & grazed
        while herd != 0:
            tile = tile_on(s, p, lowest_bit(herd))
            herd &= herd - 1
            animals += int(ANIMALS[tile]) * int(SPECIES_OF[tile] == species)
        if 0 <= species < _SPECIES:
            out[j + species] = max(out[j + species], _F(animals) * _F(1 / 12))
