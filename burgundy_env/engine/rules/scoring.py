"""Victory points: gained while playing, and counted at the end."""

from __future__ import annotations

import numpy as np

from ..hooks.changes import any_building, bonuses_won, goods_laid, has_final_scoring, larger_by, score_at_end
from ..jit import NOTHING, beyond_base, count_bits, kernel, lowest_bit
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
    LIVESTOCK,
    MONASTERY,
    SCORE_NAMES,
    SOURCES,
    SPECIES_OF,
    source,
)
from .duchy import colour_covered, tile_on, tiles_of
from .points import gain, take_bonus_tile

FIRST_SCORING = FINAL_MONASTERIES[0]
M15 = source("m15")
_FINAL_NUMBERS = np.array(FINAL_MONASTERIES, np.int8)
_SCORING = len(FINAL_MONASTERIES)
LEFTOVER_GOODS, LEFTOVER_SILVER, LEFTOVER_WORKERS = map(
    source, ("leftover_goods", "leftover_silver", "leftover_workers")
)
MONASTERIES, INVENTORY, UNFINISHED_CARDS = map(source, ("monasteries", "inventory", "unfinished_cards"))
_SOURCE_COUNT, _SCORE_COUNT = len(SOURCES), len(SCORE_NAMES)


@kernel
def score_region(t, s, p, h):
    """The region of hex h, if its last hex was just covered: by size, and the phase bonus."""
    region = int(t.region[s.duchy[p], h])
    if region & ~int(s.occupied[p]) == 0:
        size = count_bits(region)
        if t.modules != 0:
            size += larger_by(s, p, region)
        gain(s, p, FROM_REGIONS, t.region_vp[size])
        gain(s, p, FROM_PHASE, t.phase_bonus[s.phase])


@kernel
def score_colour(t, s, p, colour):
    """The bonus tile for covering a whole colour."""
    if colour_covered(t, s, p, colour):
        take_bonus_tile(t, s, p, int(colour), FROM_COLOURS)


@kernel
def breakdown(t, s, p, out):
    """Write where the seat's points come from, were the game to end now (SCORE_NAMES); return the total."""
    for i in range(_SOURCE_COUNT):
        out[i] = s.source[p, i]
    for i in range(FINAL_0, _SCORE_COUNT):
        out[i] = 0
    if t.modules == 0 or has_final_scoring(t):
        _final_scoring(t, s, p, out)
    total = 0
    for i in range(_SCORE_COUNT):
        total += int(out[i])
    return total


@kernel
def _final_scoring(t, s, p, out):
    """Monasteries, and a point per goods tile, silver and two workers."""
    if p == t.chateauma:
        _score_chateauma(s, out)
    else:
        _score_monasteries(t, s, p, out)
    if t.modules != 0:
        score_at_end(t, s, p, out)
    for goods in range(GOODS):
        out[LEFTOVER_GOODS] += s.goods[p, goods]
    out[LEFTOVER_SILVER] = s.silver[p]
    out[LEFTOVER_WORKERS] = s.workers[p] // 2


@beyond_base(NOTHING)
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
    """Each scoring monastery; a building that counts as any counts for one of them."""
    scoring = int(s.monasteries[p]) >> FIRST_SCORING
    joker = has_joker_building(t, s, p)
    for i in range(_SCORING):
        if (scoring >> (int(_FINAL_NUMBERS[i]) - FIRST_SCORING)) & 1 == 0:
            continue
        kind = int(t.monastery_building[_FINAL_NUMBERS[i]])
        out[M15 + i] = monastery_vp(t, s, p, int(_FINAL_NUMBERS[i]), joker)
        joker = joker and kind == 0


@kernel
def monastery_vp(t, s, p, number, joker):
    """What a monastery that scores at the end is worth now; `joker`: whether one more building counts as its kind."""
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
        return int(t.bonus_tile_vp) * (bonuses_won(t, s, p) if t.modules != 0 else count_bits(int(s.bonus[p])))
    if number == 24:
        return 4 * _species(t, s, p)
    kind = t.monastery_building[number]
    return 4 * (tiles_of(t, s, p, BUILDING, kind) + (1 if joker else 0)) if kind != 0 else 0


@kernel
def goods_sold(t, s, p, goods):
    """Sold goods of a type, wherever they lie."""
    tiles = int(s.sold[p, goods])
    if t.modules != 0:
        tiles += goods_laid(s, p, goods)
    return tiles


@kernel
def has_joker_building(t, s, p):
    """Whether the duchy has a building that counts as any one kind."""
    return t.modules != 0 and any_building(t, s, p)


@kernel
def _species(t, s, p):
    """How many species live in the duchy."""
    species, hexes = 0, int(t.colour_hexes[s.duchy[p], LIVESTOCK]) & int(s.occupied[p])
    while hexes != 0:
        tile = tile_on(s, p, lowest_bit(hexes))
        if COLOUR_OF[tile] == LIVESTOCK:
            species |= 1 << int(SPECIES_OF[tile])
        hexes &= hexes - 1
    return count_bits(species)
