"""Victory points: gained while playing, and counted at the end."""

from __future__ import annotations

import numpy as np

from ..jit import count_bits, kernel, lowest_bit
from ..layout import (
    BUILDING,
    CARD_SPACES,
    COLOUR_OF,
    COLOURS,
    CRANE,
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

FIRST_SCORING = FINAL_MONASTERIES[0]
M15 = FINAL_0
_FINAL_NUMBERS = np.array(FINAL_MONASTERIES, np.int8)
_SCORING, _COLOURS = len(FINAL_MONASTERIES), len(COLOURS)
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
    """The region of hex h, if its last hex was just covered: by size (an inn counts twice), and the phase bonus."""
    region = int(t.region[s.duchy[p], h])
    if region & ~int(s.occupied[p]) == 0:
        size = count_bits(region)
        if region & int(s.inns[p]) != 0:
            size += 1
        gain(s, p, FROM_REGIONS, t.region_vp[size])
        gain(s, p, FROM_PHASE, t.phase_bonus[s.phase])


@kernel
def colour_covered(t, s, p, colour):
    """Whether all hexes of a colour are covered."""
    return int(t.colour_hexes[s.duchy[p], colour]) & ~int(s.occupied[p]) == 0


@kernel
def score_colour(t, s, p, colour):
    """The bonus tile for covering a whole colour."""
    if colour_covered(t, s, p, colour):
        take_bonus_tile(t, s, p, int(colour), FROM_COLOURS)


@kernel
def take_bonus_tile(t, s, p, which, source):
    """The large bonus tile of a colour (or POST) if it is still there, else the small one, else nothing; return
    its VP, 0 for none."""
    # In a position set up by hand a seat may have its tile already.
    if s.bonus_left[which] == 0 or (int(s.bonus[p]) >> (2 * which)) & 3 != 0:
        return 0
    small = 1 if s.bonus_left[which] == 1 else 0
    s.bonus_left[which] -= 1
    s.bonus[p] |= 1 << (2 * which + small)
    gain(s, p, source, t.bonus_vp[small])
    return int(t.bonus_vp[small])


@kernel
def breakdown(t, s, p, out):
    """Write where the seat's points come from, were the game to end now (SCORE_NAMES); return the total."""
    for source in range(_SOURCE_COUNT):
        out[source] = s.source[p, source]
    for source in range(FINAL_0, _SCORE_COUNT):
        out[source] = 0
    if t.solo == 0:
        _final_scoring(t, s, p, out)
    total = 0
    for source in range(_SCORE_COUNT):
        total += int(out[source])
    return total


@kernel
def _final_scoring(t, s, p, out):
    """Monasteries, and a point per goods tile, silver and two workers. (The solo game has none.)"""
    if p == t.chateauma:
        _score_chateauma(s, out)
    else:
        _score_monasteries(t, s, p, out)
    for goods in range(GOODS):
        out[LEFTOVER_GOODS] += s.goods[p, goods]
    out[LEFTOVER_SILVER] = s.silver[p]
    out[LEFTOVER_WORKERS] = s.workers[p] // 2


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
def _score_monasteries(t, s, p, out):
    """Each scoring monastery; a crane counts for one of them."""
    scoring = int(s.monasteries[p]) >> FIRST_SCORING
    crane = has_crane(t, s, p)
    for i in range(_SCORING):
        if (scoring >> (int(_FINAL_NUMBERS[i]) - FIRST_SCORING)) & 1 == 0:
            continue
        kind = int(t.monastery_building[_FINAL_NUMBERS[i]])
        out[M15 + i] = monastery_vp(t, s, p, int(_FINAL_NUMBERS[i]), crane)
        crane = crane and kind == 0


@kernel
def monastery_vp(t, s, p, number, crane):
    """What a monastery that scores at the end is worth now; `crane`: whether a crane counts as its building."""
    if number == 15:
        types = 0
        for goods in range(GOODS):
            if goods_sold(t, s, p, goods) > 0:
                types += 1
        return int(t.sold_type_vp) * types
    if number == 25:
        tiles = 0
        for goods in range(GOODS):
            tiles += goods_sold(t, s, p, goods)
        return tiles
    if number == 26:
        return int(t.bonus_tile_vp) * _colours_won(t, s, p)
    if number == 24:
        return 4 * _species(t, s, p)
    if t.monastery_building[number] == 0:
        return 0
    return 4 * (_buildings(t, s, p, t.monastery_building[number]) + (1 if crane else 0))


@kernel
def goods_sold(t, s, p, goods):
    """Sold goods of a type, those on the trade route included."""
    tiles = int(s.sold[p, goods])
    if t.routes != 0:
        for i in range(s.route_laid[p]):
            if s.route_goods[p, i] == goods + 1:
                tiles += 1
    return tiles


@kernel
def _colours_won(t, s, p):
    """Bonus tiles held; in the solo game, which has none, colours covered."""
    if t.solo == 0:
        return count_bits(int(s.bonus[p]))
    colours = 0
    for colour in range(_COLOURS):
        if colour_covered(t, s, p, colour):
            colours += 1
    return colours


@kernel
def _buildings(t, s, p, kind):
    """How many buildings of a kind the duchy has."""
    count, hexes = 0, int(t.colour_hexes[s.duchy[p], BUILDING]) & int(s.occupied[p])
    while hexes != 0:
        if s.tiles[p, lowest_bit(hexes)] == kind:
            count += 1
        hexes &= hexes - 1
    return count


@kernel
def has_crane(t, s, p):
    """Whether the duchy has the crane, which counts as any one building."""
    return t.black_supply[CRANE] != 0 and _buildings(t, s, p, CRANE) > 0


@kernel
def _species(t, s, p):
    """How many species live in the duchy, geese included."""
    species, hexes = 0, int(t.colour_hexes[s.duchy[p], LIVESTOCK]) & int(s.occupied[p])
    while hexes != 0:
        tile = s.tiles[p, lowest_bit(hexes)]
        if COLOUR_OF[tile] == LIVESTOCK:
            species |= 1 << int(SPECIES_OF[tile])
        hexes &= hexes - 1
    return count_bits(species)


@kernel
def empty_hexes(s, p):
    """Hexes without a tile: fewer break a tie."""
    return HEXES - count_bits(int(s.occupied[p]))
