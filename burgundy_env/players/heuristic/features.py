"""What a seat has when its turn is over, as numbers: the worth of a position is a weighted sum of them."""

from __future__ import annotations

from ...engine.jit import INTEGER, NOTHING, beyond_base, count_bits, kernel, lowest_bit
from ...engine.layout import (
    ANIMALS,
    BUILDING,
    COLOUR_OF,
    COLOURS,
    DEPOTS,
    GOODS,
    LIVESTOCK,
    MINE_TILE,
    MONASTERIES,
    PHASES,
    ROUNDS,
    SHIP_TILE,
    SLOTS,
    STORAGE,
    TILE_COUNT,
)
from ...engine.rules.dice import ALL_VALUES
from ...engine.rules.duchy import has_monastery, tile_on
from ...engine.rules.placement import hexes_for
from ...engine.rules.shields import TOUCHES_NOTHING, holds
from .basics import partner_of, rounds_left
from .stored import room_for_tiles, stored_for
from .weights import PARTNER
from .worth import best_place, count_tiles

_COLOURS = len(COLOURS)
LARGEST = 8  # regions larger than that count as these
STEPS = (1, 2, 4, 8)
MOST_OPEN = 12  # hexes in reach that count with shield 18, when all are


def _names() -> tuple[str, ...]:
    names = ["bias", "turn_order", "ahead"]
    for thing in ("workers", "silver"):
        names += [thing, *(f"{thing}_{least}" for least in STEPS)]
    names += ["goods", "goods_types", "goods_most", "goods_all"]
    names += ["stored_1", "stored_2", "stored_3", "stored_worth", "stored_values", "stored_unreached"]
    names += [f"stored_{colour}" for colour in COLOURS]
    names += ["mines", "mines_m2"]
    names += [f"m{number}" for number in range(1, MONASTERIES + 1)]
    names += ["building_monasteries", "m15_types", "m25_goods", "m3_goods_types"]
    names += [f"region_{size}_{filled}" for size in range(1, LARGEST + 1) for filled in range(size)]
    names += [f"region_{size}_out_of_reach" for size in range(1, LARGEST + 1)]
    names += [f"bonus_{missing}" for missing in range(1, 7)]
    names += [f"missing_{colour}" for colour in COLOURS]
    names += ["herd", "herds_begun", "open", "open_values"]
    names += [f"open_{colour}" for colour in COLOURS]
    names += ["depot_tiles", "depot_goods", "black_tiles"]
    names += ["partner_stored", "partner_worth", "partner_dice", "partner_places"]
    return tuple(names)


FEATURES = _names()
COUNT = len(FEATURES)
TIMES = ("late", "early", "early_squared", "in_phase")  # what a feature's worth depends on
_AT = {name: index for index, name in enumerate(FEATURES)}
WORKERS, SILVER, GOODS_HELD = _AT["workers"], _AT["silver"], _AT["goods"]
STORED, STORED_COLOUR, MINES = _AT["stored_1"], _AT["stored_building"], _AT["mines"]
MONASTERY_1, EXTRA = _AT["m1"], _AT["building_monasteries"]
REGION, OUT_OF_REACH, BONUS, MISSING = (
    _AT["region_1_0"],
    _AT["region_1_out_of_reach"],
    _AT["bonus_1"],
    _AT["missing_building"],
)
HERD, OPEN, OPEN_COLOUR, DEPOT_TILES = _AT["herd"], _AT["open"], _AT["open_building"], _AT["depot_tiles"]
PARTNER_STORED = _AT["partner_stored"]


@kernel
def write_features(t, s, p, w, worth, x):
    """Write the features of seat p into `x`; `worth` is that of its hexes."""
    x[:] = 0.0
    x[0] = 1.0
    x[1] = s.track[p]
    for place in range(t.seats):
        if s.standing[place] == p:
            x[2] = 1.0 - place / max(int(t.seats) - 1, 1)
    _write_steps(x, WORKERS, int(s.workers[p]))
    _write_steps(x, SILVER, int(s.silver[p]))
    _write_goods(t, s, p, x)
    _write_stored(t, s, p, w, worth, x)
    mines = count_tiles(s, p, MINE_TILE) * (PHASES - int(s.phase))
    x[MINES] = mines
    x[MINES + 1] = mines if has_monastery(s, p, 2) else 0
    _write_monasteries(t, s, p, x)
    _write_board(t, s, p, x)
    _write_table(t, s, p, x)
    if t.teams != 0 and w[PARTNER] > 0.0:
        _write_partner(t, s, partner_of(p), w, worth, x)


@kernel
def _write_steps(x, at, count):
    x[at] = count
    for step in range(len(STEPS)):
        x[at + 1 + step] = min(count, STEPS[step])


@kernel
def _write_goods(t, s, p, x):
    tiles, types, most = 0, 0, 0
    for goods in range(GOODS):
        held = int(s.goods[p, goods])
        tiles += held
        types += 1 if held > 0 else 0
        most = max(most, held)
    x[GOODS_HELD] = tiles * float(t.goods_vp)
    x[GOODS_HELD + 1] = types
    x[GOODS_HELD + 2] = most * float(t.goods_vp)
    x[GOODS_HELD + 3] = tiles
    if has_monastery(s, p, 3):
        x[EXTRA + 3] = types
    if has_monastery(s, p, 25):
        x[EXTRA + 2] = tiles
    if has_monastery(s, p, 15):
        for goods in range(GOODS):
            if s.goods[p, goods] > 0 and s.sold[p, goods] == 0:
                x[EXTRA + 1] += t.sold_type_vp


@kernel
def _write_stored(t, s, p, w, worth, x):
    values = 0
    for i in range(s.stored[p]):
        if i < STORAGE:
            x[STORED + i] = 1.0
        values |= _write_tile(t, s, p, w, worth, int(s.storage[p, i]), x)
    if s.heaped[p] > 0:
        _write_heaped(t, s, p, w, worth, x)
    if t.teams != 0:
        values |= _write_stored_by_team(t, s, p, w, worth, x)
    x[STORED + 4] = count_bits(values)


@kernel
def _write_tile(t, s, p, w, worth, tile, x):
    """A stored tile, if it has a colour; returns the numbers of the hexes it may go to."""
    colour = int(COLOUR_OF[tile])
    if colour < 0:
        return 0
    x[STORED_COLOUR + colour] += 1.0
    x[STORED + 3] += max(0.0, best_place(t, s, p, w, tile, ALL_VALUES, worth))
    hexes = hexes_for(t, s, p, tile, ALL_VALUES)
    if hexes == 0:
        x[STORED + 5] += 1.0
    return _numbers_of(t, s, p, hexes)


@beyond_base(INTEGER)
def _write_stored_by_team(t, s, p, w, worth, x):
    """The tiles that partners share; they fill more places, of which so many count as one."""
    values = 0
    for i in range(s.team_stored[p]):
        values |= _write_tile(t, s, p, w, worth, int(s.team_storage[p, i]), x)
    for i in range(STORAGE):
        x[STORED + i] = 1.0 if stored_for(s, p) * STORAGE >= (i + 1) * room_for_tiles(t) else 0.0
    return values


@beyond_base(NOTHING)
def _write_partner(t, s, p, w, worth, x):
    """What the partner has stored, and what of it, or of the team's tiles, goes down with the dice still to come."""
    for i in range(s.stored[p]):
        x[PARTNER_STORED] += 1.0
        x[PARTNER_STORED + 1] += max(0.0, best_place(t, s, p, w, int(s.storage[p, i]), ALL_VALUES, worth))
    for die in range(2):
        if s.used[p, die] == 0:
            x[PARTNER_STORED + 2] += 1.0
            x[PARTNER_STORED + 3] += max(0.0, _best_by_die(t, s, p, w, 1 << (int(s.dice[p, die]) - 1), worth))


@kernel
def _best_by_die(t, s, p, w, value, worth):
    """The worth of the best stored tile of a seat that a die of this value places."""
    best = 0.0
    for i in range(s.stored[p]):
        best = max(best, best_place(t, s, p, w, int(s.storage[p, i]), value, worth))
    for i in range(s.team_stored[p]):
        best = max(best, best_place(t, s, p, w, int(s.team_storage[p, i]), value, worth))
    return best


@beyond_base(NOTHING)
def _write_heaped(t, s, p, w, worth, x):
    """Tiles beyond three, as many as there are dice for."""
    left = 2 * rounds_left(s) - STORAGE
    for tile in range(1, TILE_COUNT):
        count = min(int(s.heap[tile]), left)
        if count > 0:
            left -= count
            x[STORED + 3] += count * max(0.0, best_place(t, s, p, w, tile, ALL_VALUES, worth))


@kernel
def _numbers_of(t, s, p, hexes):
    """The numbers of a set of hexes, as a set of bits."""
    numbers = 0
    while hexes != 0:
        numbers |= 1 << int(t.number[s.duchy[p], lowest_bit(hexes)])
        hexes &= hexes - 1
    return numbers


@kernel
def _write_monasteries(t, s, p, x):
    owned = int(s.monasteries[p])
    room = count_bits(int(t.colour_hexes[s.duchy[p], BUILDING]) & ~int(s.occupied[p]))
    for number in range(1, MONASTERIES + 1):
        if (owned >> number) & 1 != 0:
            x[MONASTERY_1 + number - 1] = 1.0
            if 16 <= number <= 23:
                x[EXTRA] += room


@kernel
def _write_board(t, s, p, x):
    """Regions and colours that are not finished, and where the next tiles can go."""
    board, occupied = s.duchy[p], int(s.occupied[p])
    reach = int(s.reach[p]) & ~occupied
    for colour in range(_COLOURS):
        hexes = int(t.colour_hexes[board, colour])
        missing = count_bits(hexes & ~occupied)
        x[MISSING + colour] = missing
        x[OPEN_COLOUR + colour] = min(count_bits(hexes & reach), 3)
        if 0 < missing <= 6 and s.bonus_left[colour] > 0:
            x[BONUS + missing - 1] += t.bonus_vp[0 if s.bonus_left[colour] == 2 else 1]
        regions = hexes & ~occupied
        while regions != 0:
            region = int(t.region[board, lowest_bit(regions)])
            regions &= ~region
            size, left = min(count_bits(region), LARGEST), count_bits(region & ~occupied)
            filled = max(size - left, 0)
            x[REGION + size * (size - 1) // 2 + filled] += 1.0
            if region & reach == 0:
                x[OUT_OF_REACH + size - 1] += 1.0
            if colour == LIVESTOCK and filled > 0:
                _write_herd(s, p, region & occupied, left, x)
    x[OPEN] = count_bits(reach)
    if holds(s, p, TOUCHES_NOTHING):
        x[OPEN] = min(x[OPEN], MOST_OPEN)
    x[OPEN + 1] = count_bits(_numbers_of(t, s, p, reach))


@kernel
def _write_herd(s, p, tiles, room, x):
    """Animals in a pasture score again with every tile of their species that still finds room."""
    animals = 0
    while tiles != 0:
        animals += int(ANIMALS[tile_on(s, p, lowest_bit(tiles))])
        tiles &= tiles - 1
    x[HERD] += animals * min(room, 3)
    x[HERD + 1] += 1.0


@kernel
def _write_table(t, s, p, x):
    """What lies in the depots until the phase ends, for which there is room."""
    rounds = ROUNDS - 1 - int(s.round_number)
    if rounds == 0:
        return
    board, occupied = s.duchy[p], int(s.occupied[p])
    fitting = 0
    for depot in range(DEPOTS):
        for slot in range(SLOTS):
            colour = int(COLOUR_OF[s.depot[depot, slot]])
            if colour >= 0 and int(t.colour_hexes[board, colour]) & ~occupied != 0:
                fitting += 1
    x[DEPOT_TILES] = min(fitting, 2 * rounds)
    ships = 0
    for i in range(s.stored[p]):
        ships += 1 if s.storage[p, i] == SHIP_TILE else 0
    if ships > 0:
        best = 0
        for depot in range(DEPOTS):
            lying = 0
            for goods in range(GOODS):
                lying += int(s.depot_goods[depot, goods])
            best = max(best, lying)
        x[DEPOT_TILES + 1] = best
    black = 0
    for slot in range(len(s.black_depot)):
        colour = int(COLOUR_OF[s.black_depot[slot]])
        if colour >= 0 and int(t.colour_hexes[board, colour]) & ~occupied != 0:
            black += 1
    x[DEPOT_TILES + 2] = min(min(black, rounds), int(s.silver[p]) // 2)
