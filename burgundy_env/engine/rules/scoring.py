"""Victory points: gained while playing, and counted at the end."""

from __future__ import annotations

from ..jit import count_bits, kernel, lowest_bit
from ..layout import (
    BUILDING,
    CARD_SPACES,
    COLOUR_OF,
    FACE_DOWN,
    FINAL_0,
    FINAL_MONASTERIES,
    FROM_COLOURS,
    FROM_PHASE,
    FROM_REGIONS,
    GOODS,
    HEXES,
    LIVESTOCK,
    MONASTERY,
    SCORE_NAMES,
    SOURCES,
    SPECIES_OF,
)

M15, M24, M25, M26 = (FINAL_0 + FINAL_MONASTERIES.index(number) for number in (15, 24, 25, 26))
LEFTOVER_GOODS = FINAL_0 + len(FINAL_MONASTERIES)
LEFTOVER_SILVER, LEFTOVER_WORKERS = LEFTOVER_GOODS + 1, LEFTOVER_GOODS + 2
MONASTERIES, INVENTORY, UNFINISHED_CARDS = LEFTOVER_GOODS + 3, LEFTOVER_GOODS + 4, LEFTOVER_GOODS + 5
_SOURCE_COUNT, _SCORE_COUNT = len(SOURCES), len(SCORE_NAMES)


@kernel
def has_monastery(s, p, number):
    """Whether the seat has this monastery in its duchy."""
    return (s.monasteries[p] >> number) & 1 != 0


@kernel
def gain(s, p, source, vp):
    """The seat scores, and remembers where from."""
    s.vp[p] += vp
    s.source[p, source] += vp


@kernel
def score_region(t, s, p, h):
    """The region of hex h, if its last hex was just covered: by its size, and the phase bonus."""
    region = int(t.region[s.duchy[p], h])
    if region & ~int(s.occupied[p]) == 0:
        gain(s, p, FROM_REGIONS, t.region_vp[count_bits(region)])
        gain(s, p, FROM_PHASE, t.phase_bonus[s.phase])


@kernel
def score_colour(t, s, p, colour):
    """The bonus tile for covering a whole colour: the large one, else the small one, else nothing."""
    if int(t.colour_hexes[s.duchy[p], colour]) & ~int(s.occupied[p]) != 0 or s.bonus_left[colour] == 0:
        return
    if (int(s.bonus[p]) >> (2 * int(colour))) & 3 != 0:
        return  # in a position set up by hand a seat may have its tile already
    small = 1 if s.bonus_left[colour] == 1 else 0
    s.bonus_left[colour] -= 1
    s.bonus[p] |= 1 << (2 * int(colour) + small)
    gain(s, p, FROM_COLOURS, t.bonus_vp[small])


@kernel
def breakdown(t, s, p, out):
    """Write where the seat's points come from, were the game to end now (SCORE_NAMES); return the total."""
    for source in range(_SOURCE_COUNT):
        out[source] = s.source[p, source]
    for source in range(FINAL_0, _SCORE_COUNT):
        out[source] = 0
    if p == t.chateauma:
        _score_chateauma(s, out)
    else:
        _score_sold_goods(t, s, p, out)
        _score_duchy(t, s, p, out)
        if has_monastery(s, p, 26):
            out[M26] = t.bonus_tile_vp * count_bits(int(s.bonus[p]))
    for goods in range(GOODS):
        out[LEFTOVER_GOODS] += s.goods[p, goods]
    out[LEFTOVER_SILVER] = s.silver[p]
    out[LEFTOVER_WORKERS] = s.workers[p] // 2
    total = 0
    for source in range(_SCORE_COUNT):
        total += int(out[source])
    return total


@kernel
def _score_chateauma(s, out):
    """4 VP per face-up monastery on cards and in the duchy, 1 per inventory tile, 2 per tile on cards."""
    out[INVENTORY] = s.held_count
    for card in range(2):
        for space in range(CARD_SPACES):
            tile = s.card_tiles[card, space]
            if tile != 0:
                out[UNFINISHED_CARDS] += 2
            if 0 < tile < FACE_DOWN and COLOUR_OF[tile] == MONASTERY:
                out[MONASTERIES] += 4
    for i in range(s.settled_count):
        if s.settled[i] < FACE_DOWN and COLOUR_OF[s.settled[i]] == MONASTERY:
            out[MONASTERIES] += 4


@kernel
def _score_sold_goods(t, s, p, out):
    for goods in range(GOODS):
        sold = s.sold[p, goods]
        if sold > 0 and has_monastery(s, p, 15):
            out[M15] += t.sold_type_vp
        if has_monastery(s, p, 25):
            out[M25] += sold


@kernel
def _score_duchy(t, s, p, out):
    """Monasteries 16-23 (4 VP per building of their kind) and 24 (4 VP per species)."""
    species = 0
    occupied = int(s.occupied[p])
    while occupied != 0:
        h = lowest_bit(occupied)
        occupied &= occupied - 1
        tile = s.tiles[p, h]
        if COLOUR_OF[tile] == LIVESTOCK:
            species |= 1 << int(SPECIES_OF[tile])
        elif COLOUR_OF[tile] == BUILDING:
            for number in range(16, 24):
                if t.monastery_building[number] == tile and has_monastery(s, p, number):
                    out[M15 + number - 15] += 4
    if has_monastery(s, p, 24):
        out[M24] = 4 * count_bits(species)


@kernel
def empty_hexes(s, p):
    """Hexes without a tile: fewer break a tie."""
    return HEXES - count_bits(int(s.occupied[p]))
