"""What a seat has in its duchy and beside it: the questions that many rules ask."""

from __future__ import annotations

from ...modules.team import TEAMS
from ..jit import count_bits, kernel, lowest_bit
from ..layout import ANIMALS, GOODS, HEXES, SPECIES_OF


@kernel
def has_monastery(s, p, number):
    """Whether the seat has this monastery in its duchy."""
    return (s.monasteries[p] >> number) & 1 != 0


@kernel
def tile_on(s, p, h):
    """The tile on a hex of a seat's duchy, 0 for none."""
    return int(s.tiles[p, h]) if h < HEXES else int(s.far_tiles[p % TEAMS, h - HEXES])


@kernel
def put_tile_on(s, p, h, tile):
    """It lies there from now on."""
    if h < HEXES:
        s.tiles[p, h] = tile
    else:
        s.far_tiles[p % TEAMS, h - HEXES] = tile


@kernel
def empty_hexes(s, p):
    """Hexes without a tile."""
    return HEXES - count_bits(int(s.occupied[p]))


@kernel
def colour_covered(t, s, p, colour):
    """Whether all hexes of a colour are covered."""
    return int(t.colour_hexes[s.duchy[p], colour]) & ~int(s.occupied[p]) == 0


@kernel
def around(t, board, hexes):
    """The hexes that touch one of a set."""
    near = 0
    while hexes != 0:
        near |= int(t.neighbours[board, lowest_bit(hexes)])
        hexes &= hexes - 1
    return near


@kernel
def tiles_of(t, s, p, colour, tile):
    """How many tiles of a name lie on the hexes of a colour."""
    count, hexes = 0, int(t.colour_hexes[s.duchy[p], colour]) & int(s.occupied[p])
    while hexes != 0:
        if tile_on(s, p, lowest_bit(hexes)) == tile:
            count += 1
        hexes &= hexes - 1
    return count


@kernel
def herd(s, p, pasture, species):
    """How many animals of a species are on a set of hexes, and on how many tiles."""
    animals, tiles = 0, 0
    while pasture != 0:
        tile = tile_on(s, p, lowest_bit(pasture))
        pasture &= pasture - 1
        if SPECIES_OF[tile] == species:
            animals += int(ANIMALS[tile])
            tiles += 1
    return animals, tiles


@kernel
def goods_held(s, p):
    """How many goods tiles the seat holds."""
    held = 0
    for goods in range(GOODS):
        held += int(s.goods[p, goods])
    return held
