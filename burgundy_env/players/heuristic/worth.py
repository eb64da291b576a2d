"""What hexes, tiles and their effects are worth to a seat."""

from __future__ import annotations

from ...engine.hooks.changes import hexes_bound_to, pasture_that_scores
from ...engine.jit import count_bits, kernel, lowest_bit
from ...engine.layout import (
    ANIMALS,
    BANK,
    BIT,
    BOARDING_HOUSE,
    BUILDING,
    CARPENTER,
    CASTLE,
    CHURCH,
    COLOUR_OF,
    COLOURS,
    DEPOTS,
    GOODS,
    LIVESTOCK,
    MARKET,
    MINE,
    MONASTERIES,
    MONASTERY,
    MONASTERY_0,
    PHASES,
    ROUNDS,
    SHIP,
    SPECIES_OF,
    STORAGE,
    TOWN_HALL,
    WAREHOUSE,
    WATCHTOWER,
)
from ...engine.rules.duchy import has_monastery, tile_on
from ...engine.rules.placement import hexes_closed_to
from .basics import (
    NOWHERE,
    early,
    finish_chance,
    rounds_before,
    rounds_left,
    silver_worth,
    worker_worth,
)
from .expansions import (
    add_to_hexes,
    building_of_module_worth,
    herd_that_joins,
    is_any_building,
    joiner_worth,
    joins_any_herd,
    module_monastery_worth,
    sale_worth_of_modules,
    uncoloured_worth,
)
from .weights import (
    BUILDING_MONASTERY,
    CASTLE_ACTION,
    FETCH,
    GOODS_SAME,
    GOODS_TILE,
    HERD,
    M15_WORTH,
    M24_WORTH,
    M25_WORTH,
    M26_WORTH,
    MONASTERY_1,
    REACH,
    ROUNDS_PER_HEX,
    TO_FINISH_COLOUR,
    TO_FINISH_REGION,
    TOWN_HALL_ACTION,
    TURN_ORDER,
    UNREACHED,
)

_COLOURS = len(COLOURS)


@kernel
def write_hex_worth(t, s, p, w, worth):
    """For each empty hex what covering it brings, whatever the tile: region, colour, new neighbours."""
    board, occupied = s.duchy[p], int(s.occupied[p])
    closed = int(s.reach[p]) | occupied
    reach, e = w[REACH], early(s)  # read once: for all the compiler knows `worth` could be a part of `s` or `w`
    worth[:] = NOWHERE
    for colour in range(_COLOURS):
        hexes = int(t.colour_hexes[board, colour])
        missing = count_bits(hexes & ~occupied)
        bonus = 0.0
        if missing > 0 and s.bonus_left[colour] > 0:
            prize = float(t.bonus_vp[0 if s.bonus_left[colour] == 2 else 1])
            if has_monastery(s, p, 26):
                prize += float(t.bonus_tile_vp)
            nearer = finish_chance(t, s, w, missing - 1, TO_FINISH_COLOUR)
            bonus = prize * (nearer - finish_chance(t, s, w, missing, TO_FINISH_COLOUR))
        regions = hexes & ~occupied
        while regions != 0:
            region = int(t.region[board, lowest_bit(regions)])
            regions &= ~region
            value = bonus + _region_worth(t, s, w, region, occupied)
            empty = region & ~occupied
            while empty != 0:
                h = lowest_bit(empty)
                empty &= empty - 1
                opens = count_bits(int(t.neighbours[board, h]) & ~closed)
                worth[h] = value + reach * opens * e
    if t.modules != 0:
        add_to_hexes(t, s, p, w, worth)


@kernel
def _region_worth(t, s, w, region, occupied):
    """What one more hex of a region brings: points now, or a better chance of them later."""
    missing = count_bits(region & ~occupied)
    points = float(t.region_vp[count_bits(region)])
    if missing == 1:
        now = points + float(t.phase_bonus[s.phase])
    else:
        now = finish_chance(t, s, w, missing - 1, TO_FINISH_REGION) * (points + later_bonus(t, s, w, missing - 1))
    before = finish_chance(t, s, w, missing, TO_FINISH_REGION) * (points + later_bonus(t, s, w, missing))
    return now - before


@kernel
def later_bonus(t, s, w, missing):
    """The phase bonus to expect when that many hexes are still missing."""
    when = rounds_before(s) + w[ROUNDS_PER_HEX] * missing
    phase = int(when / ROUNDS)
    return float(t.phase_bonus[phase]) if phase < PHASES else 0.0


@kernel
def best_place(t, s, p, w, tile, values, worth):
    """The worth of a tile on the best hex of those with a number in `values`; NOWHERE if none."""
    board, colour = s.duchy[p], COLOUR_OF[tile]
    hexes, reach = ~int(s.occupied[p]) & int(t.value_hexes[board, values]), int(s.reach[p])
    if colour >= 0:
        hexes &= int(t.colour_hexes[board, colour])
    if hexes != 0:
        hexes &= ~hexes_closed_to(t, s, p, tile)
    if t.modules != 0:
        reach &= hexes_bound_to(t, s, p, colour)
    best = NOWHERE
    while hexes != 0:
        h = lowest_bit(hexes)
        hexes &= hexes - 1
        value = worth[h]
        if colour == LIVESTOCK:
            value += livestock_worth(t, s, p, w, tile, h)
        elif colour < 0:
            value += uncoloured_worth(t, s, p, w, tile, h)
        if reach & BIT[h] == 0:
            value *= w[UNREACHED]
        best = max(best, value)
    if best > NOWHERE and colour != LIVESTOCK:
        best += effect_worth(t, s, p, w, tile)
    return best


@kernel
def place_worth(t, s, p, w, tile, h, worth):
    """The worth of a tile on a hex."""
    if COLOUR_OF[tile] == LIVESTOCK:
        return worth[h] + livestock_worth(t, s, p, w, tile, h)
    if COLOUR_OF[tile] < 0:
        return worth[h] + uncoloured_worth(t, s, p, w, tile, h)
    return worth[h] + effect_worth(t, s, p, w, tile)


@kernel
def livestock_worth(t, s, p, w, tile, h):
    """Its species in this pasture scores now, and again with every later tile of it."""
    pasture = int(t.region[s.duchy[p], h])
    if t.modules != 0 and joins_any_herd(tile):
        return joiner_worth(s, p, tile, pasture)
    animals, tiles = int(ANIMALS[tile]), 1
    there = pasture & int(s.occupied[p])
    if t.modules != 0:
        there = pasture_that_scores(s, p, pasture) & int(s.occupied[p])
    species_elsewhere = False
    mine = int(t.colour_hexes[s.duchy[p], LIVESTOCK]) & int(s.occupied[p])
    while mine != 0:
        other = lowest_bit(mine)
        mine &= mine - 1
        if SPECIES_OF[tile_on(s, p, other)] == SPECIES_OF[tile]:
            species_elsewhere = True
            if there & BIT[other] != 0:
                animals += int(ANIMALS[tile_on(s, p, other)])
                tiles += 1
    if t.modules != 0:
        more, more_tiles = herd_that_joins(s, p, there)
        animals += more
        tiles += more_tiles
    value = float(animals)
    if has_monastery(s, p, 7):
        value += tiles
    if has_monastery(s, p, 24) and not species_elsewhere:
        value += 4.0
    room = count_bits(pasture & ~int(s.occupied[p])) - 1
    return value + w[HERD] * early(s) * room * animals


@kernel
def effect_worth(t, s, p, w, tile):
    """What placing a tile brings by its effect, now and later (livestock stands apart)."""
    colour = COLOUR_OF[tile]
    if colour == BUILDING:
        return _building_worth(t, s, p, w, tile)
    if colour == MONASTERY:
        return monastery_worth(t, s, p, w, int(tile) - MONASTERY_0)
    if colour == SHIP:
        return best_goods(s, p, w) + w[TURN_ORDER] * early(s)
    if colour == CASTLE:
        return w[CASTLE_ACTION]
    if colour == MINE:
        phases = PHASES - int(s.phase)
        worker = worker_worth(s, w) if has_monastery(s, p, 2) else 0.0
        return phases * (silver_worth(s, w) + worker)
    return 0.0


@kernel
def _building_worth(t, s, p, w, kind):
    value, is_any = 0.0, t.modules != 0 and is_any_building(kind)
    for number in range(16, MONASTERIES + 1):
        building = t.monastery_building[number]
        if building != 0 and (building == kind or is_any) and has_monastery(s, p, number):
            value = 4.0
    if not is_any:
        return value + effect_of_building(t, s, p, w, kind)
    best = 0.0
    for other in range(WAREHOUSE, TOWN_HALL + 1):
        best = max(best, effect_of_building(t, s, p, w, other))
    return value + best


@kernel
def effect_of_building(t, s, p, w, kind):
    """What the effect of a building brings now."""
    value = 0.0
    if kind == WATCHTOWER:
        return value + 4.0
    if kind == BANK:
        return value + 2.0 * silver_worth(s, w)
    if kind == BOARDING_HOUSE:
        return value + 4.0 * worker_worth(s, w)
    if kind == WAREHOUSE:
        best = 0.0
        for goods in range(GOODS):
            best = max(best, sale_worth(t, s, p, w, goods))
        return value + best
    room = s.stored[p] <= STORAGE  # a fetched tile may push another one out, but the better one stays
    if kind in (CARPENTER, CHURCH, MARKET) and room:
        return value + (w[FETCH] if rounds_left(s) > 0 else 0.0)
    if kind == TOWN_HALL and s.stored[p] + s.team_stored[p] > 1:
        return value + w[TOWN_HALL_ACTION]
    return value + building_of_module_worth(t, s, p, w, kind)


@kernel
def monastery_worth(t, s, p, w, number):
    if number <= 14:
        return w[MONASTERY_1 + number - 1] * early(s)
    if number == 15:
        types = 0
        for goods in range(GOODS):
            if s.sold[p, goods] > 0 or s.goods[p, goods] > 0:
                types += 1
        return float(t.sold_type_vp) * types + w[M15_WORTH] * early(s)
    if t.monastery_building[number] != 0:
        return 4.0 * count_tiles(s, p, t.monastery_building[number]) + w[BUILDING_MONASTERY] * early(s)
    if number == 24:
        species = 0
        hexes = int(t.colour_hexes[s.duchy[p], LIVESTOCK]) & int(s.occupied[p])
        while hexes != 0:
            tile = tile_on(s, p, lowest_bit(hexes))
            hexes &= hexes - 1
            if SPECIES_OF[tile] >= 0:
                species |= 1 << int(SPECIES_OF[tile])
        return 4.0 * count_bits(species) + w[M24_WORTH] * early(s)
    if number == 25:
        sold = 0
        for goods in range(GOODS):
            sold += int(s.sold[p, goods])
        return sold + w[M25_WORTH] * early(s)
    if number == 26:
        return float(t.bonus_tile_vp) * count_bits(int(s.bonus[p])) + w[M26_WORTH] * early(s)
    return module_monastery_worth(s, number)


@kernel
def count_tiles(s, p, tile):
    """How many tiles of a name the duchy has."""
    tiles = 0
    hexes = int(s.occupied[p])
    while hexes != 0:
        if tile_on(s, p, lowest_bit(hexes)) == tile:
            tiles += 1
        hexes &= hexes - 1
    return tiles


@kernel
def sale_worth(t, s, p, w, goods):
    """What selling a type brings, over keeping it to the end."""
    tiles = int(s.goods[p, goods])
    if tiles == 0:
        return 0.0
    value = float(t.goods_vp) * tiles + (2.0 if has_monastery(s, p, 3) else 1.0) * silver_worth(s, w)
    if has_monastery(s, p, 4):
        value += worker_worth(s, w)
    if has_monastery(s, p, 25):
        value += tiles
    if has_monastery(s, p, 15) and s.sold[p, goods] == 0:
        value += float(t.sold_type_vp)
    if t.modules != 0:
        value += sale_worth_of_modules(t, s, p, w, goods, tiles)
    return value - tiles


@kernel
def depot_goods_worth(s, p, w, depot):
    """What the goods of a depot are worth to a ship."""
    value, types = 0.0, 0
    for goods in range(GOODS):
        if s.goods[p, goods] > 0:
            types += 1
    for goods in range(GOODS):
        tiles = int(s.depot_goods[depot, goods])
        if tiles == 0:
            continue
        if s.goods[p, goods] > 0:
            value += tiles * (w[GOODS_TILE] + w[GOODS_SAME])
        elif types < STORAGE:
            types += 1
            value += tiles * w[GOODS_TILE]
    return value


@kernel
def best_goods(s, p, w):
    """The worth of the goods that a ship would fetch."""
    best, second = 0.0, 0.0
    for depot in range(DEPOTS):
        value = depot_goods_worth(s, p, w, depot)
        if has_monastery(s, p, 5):
            second = max(
                depot_goods_worth(s, p, w, (depot + 1) % DEPOTS),
                depot_goods_worth(s, p, w, (depot + DEPOTS - 1) % DEPOTS),
            )
        best = max(best, value + 0.7 * second)
    return best
