"""What double tiles and vineyards are worth to the heuristic. Estimates by hand, in victory points."""

from __future__ import annotations

from ...engine.jit import count_bits, kernel
from ...engine.layout import STORAGE
from ...engine.rules.dice import ANY_VALUE, shown_by, workers_for
from ...engine.rules.doubles import FIRST_VINE, KINDS, SECOND_VINE, count_of
from ...engine.rules.inns import INN_TILE
from ...engine.rules.pending import top_a
from ...engine.rules.shields_steps import B_FREE_TAKE_BLACK, B_FREE_TAKE_INN
from ...engine.rules.vineyards import RESERVE, covered_hexes, group_of, hexes_of_vine, open_spaces
from ...engine.rules.vineyards_steps import (
    B_BONUS,
    B_BUY_STORE,
    B_DISCARD_DOUBLE,
    B_DOUBLE,
    B_FREE_DOUBLE,
    B_FREE_PLANT,
    B_FREE_STORE,
    B_LAY,
    B_PLANT,
    B_VINE,
    cheapest,
    laid_names,
)
from ...modules.vineyards import BONUSES, LARGEST_GROUP, SPACES, VINES
from .basics import NOWHERE, rounds_left, silver_worth, worker_worth
from .stored import before_the_dice, taken_worth
from .weights import (
    BUY_BASE,
    CASTLE_ACTION,
    DOUBLE_FETCH,
    DOUBLE_PACE,
    DOUBLE_STORED,
    FETCH,
    FULL,
    TOWN_HALL_ACTION,
    VINE_GROWTH,
    VINE_ROW,
    VINE_UNMATCHED,
)
from .worth import sale_worth

_VINE_COUNT = len(VINES)
(_BUILDING, _MINE_MONASTERY_CASTLE, _SHIP_LIVESTOCK, _BLACK, _DOUBLE, _GOODS, _PLACE, _ACTION, _WORKERS, _SILVER,
 _VP) = range(len(BONUSES))  # fmt: skip


# --- what is still to come -----------------------------------------------------------------------------


@kernel
def vineyard_to_come(t, s, p, w):
    """What a vineyard and stored double tiles still bring; what lies there counts already."""
    to_lay = min(w[DOUBLE_PACE] * rounds_left(s) + float(s.doubled[p]), _spaces_left(t, s, p))
    if to_lay <= 0.0:
        return 0.0
    value, best = 0.0, 0.0
    for vine in range(_VINE_COUNT):
        if (int(s.vines_out) >> vine) & 1 != 0:
            continue
        largest, rest = _groups(t, s, p, vine)
        value += float(largest) * w[VINE_GROWTH] * to_lay * (1.0 if s.vine_tiles[p, vine] > 0 else w[VINE_UNMATCHED])
        best = max(best, _unmatched(t, s, p, vine, largest, rest))
    value += w[VINE_ROW] * best * _rows_to_come(t, s, p, to_lay)
    for double in range(1, KINDS):
        if count_of(s.stored_doubles[p], double) > 0:
            value += w[DOUBLE_STORED] * laid_worth(t, s, p, w, int(FIRST_VINE[double]), int(SECOND_VINE[double]))
    return value


@kernel
def _spaces_left(t, s, p):
    spaces, covered = 0, covered_hexes(s, p)
    for space in range(SPACES):
        if t.space_number[s.vineyard[p], space] != 0 and (covered >> (2 * space)) & 1 == 0:
            spaces += 1
    return float(spaces)


@kernel
def _groups(t, s, p, vine):
    """The sizes of the two largest groups of a vine."""
    largest, second, rest = 0, 0, hexes_of_vine(s, p, vine)
    while rest != 0:
        group = group_of(t, int(s.vineyard[p]), rest, rest & -rest)
        size = count_bits(group)
        rest &= ~group
        if size > largest:
            largest, second = size, largest
        elif size > second:
            second = size
    return largest, second


@kernel
def _unmatched(t, s, p, vine, largest, second):
    """What the next bonus tile of a vine would bring at the end."""
    if s.vine_tiles[RESERVE, vine] == 0:
        return 0.0
    size = largest if s.vine_tiles[p, vine] == 0 else second if s.vine_tiles[p, vine] == 1 else 0
    return float(t.vine_vp[min(size, LARGEST_GROUP)])


@kernel
def _rows_to_come(t, s, p, to_lay):
    """How many rows may still be filled: the nearer and the more time, the likelier."""
    board, covered, rows, seen = int(s.vineyard[p]), covered_hexes(s, p), 0.0, 0
    for space in range(SPACES):
        row = int(t.vine_row[board, space])
        if row == 0 or row & seen != 0:
            continue
        seen |= row
        missing = count_bits(row & ~covered) // 2
        if missing > 0:
            rows += max(0.0, 1.0 - missing / (to_lay + 0.5))
    return rows


# --- actions -------------------------------------------------------------------------------------------


@kernel
def laid_worth(t, s, p, w, first, second):
    """A double tile laid where it brings most, either way round."""
    spaces, best = open_spaces(t, s, p), 0.0
    for space in range(SPACES):
        if (spaces >> space) & 1 != 0:
            here = max(_beside(t, s, p, w, space, first, second), _beside(t, s, p, w, space, second, first))
            best = max(best, here + _space_worth(t, s, p, w, space))
    return best


@kernel
def _beside(t, s, p, w, space, first, second):
    """What the two vines add to the groups they touch."""
    board, own = int(s.vineyard[p]), first == second
    near = int(t.vine_near[board, 2 * space]), int(t.vine_near[board, 2 * space + 1])
    return _joins(s, p, w, first, near[0], own) + _joins(s, p, w, second, near[1], own)


@kernel
def _joins(s, p, w, vine, near, own):
    touched = count_bits(hexes_of_vine(s, p, vine) & near) + (0.5 if own else 0.0)
    return (1.0 + 2.0 * touched) * (1.0 if s.vine_tiles[p, vine] > 0 else w[VINE_UNMATCHED])


@kernel
def _space_worth(t, s, p, w, space):
    """The bonuses of a space, and what it adds to its row."""
    board, value = int(s.vineyard[p]), 0.0
    for i in range(2):
        value += _bonus_worth(t, s, p, w, int(t.space_bonus[board, space, i]))
    row = int(t.vine_row[board, space])
    return value + 3.0 * count_bits(row & covered_hexes(s, p)) / count_bits(row)


@kernel
def _bonus_worth(t, s, p, w, bonus):
    if bonus == _SILVER:
        return 2.0 * silver_worth(s, w)
    if bonus == _WORKERS:
        return 4.0 * worker_worth(s, w)
    if bonus == _VP:
        return 4.0
    if bonus == _ACTION:
        return w[CASTLE_ACTION]
    if bonus == _PLACE:
        return w[TOWN_HALL_ACTION] if s.stored[p] > 0 else 0.0
    if bonus == _GOODS:
        return _best_sale(t, s, p, w)
    if bonus == _DOUBLE:
        return w[DOUBLE_FETCH]
    return w[FETCH]


@kernel
def _best_sale(t, s, p, w):
    best = 0.0
    for goods in range(len(s.goods[p])):
        if s.goods[p, goods] > 0:
            best = max(best, sale_worth(t, s, p, w, goods))
    return best


@kernel
def _double_worth(t, s, p, w, double):
    """A double tile that comes to storage: nothing if there is no time to lay it, less what is thrown away for it."""
    actions = 2 * rounds_left(s) + (1 if s.used[p, 0] == 0 else 0) + (1 if s.used[p, 1] == 0 else 0) - 1
    if actions < s.doubled[p] + 1 or open_spaces(t, s, p) == 0:
        return NOWHERE
    over = int(s.stored[p]) + 2 * int(s.doubled[p]) + 2 - STORAGE
    lost = float(max(over, 0)) * w[FULL]
    return w[DOUBLE_STORED] * laid_worth(t, s, p, w, int(FIRST_VINE[double]), int(SECOND_VINE[double])) + lost


@kernel
def vineyard_action_worth(t, s, p, w, block, thing, worth):
    """The worth of a legal action that vineyards bring."""
    if B_DOUBLE <= block <= B_FREE_DOUBLE:
        value = _double_worth(t, s, p, w, int(s.double_depot[thing]))
        shown = shown_by(s, p, block - B_DOUBLE)
        cost = 0 if shown == ANY_VALUE else cheapest(t, s, p, shown, int(t.slot_values[thing]))
        return value - cost * worker_worth(s, w)
    if B_PLANT <= block <= B_FREE_PLANT:
        shown = shown_by(s, p, block - B_PLANT)
        cost = workers_for(t, s, p, shown, int(t.space_number[s.vineyard[p], thing]), 0)
        return _best_laid(t, s, p, w, thing) + _space_worth(t, s, p, w, thing) - cost * worker_worth(s, w)
    if block == B_LAY:
        return _beside(t, s, p, w, top_a(s), thing // _VINE_COUNT, thing % _VINE_COUNT)
    if block == B_BUY_STORE:
        value = _double_worth(t, s, p, w, int(s.double_store[thing])) - 2.0 * silver_worth(s, w) + w[BUY_BASE]
        return before_the_dice(t, s, p, w, value)
    if block == B_FREE_STORE:
        return _double_worth(t, s, p, w, int(s.double_store[thing]))
    if block == B_FREE_TAKE_BLACK:
        return taken_worth(t, s, p, w, int(s.black_depot[thing]), worth)
    if block == B_FREE_TAKE_INN:
        return taken_worth(t, s, p, w, INN_TILE, worth)
    if block == B_VINE:
        largest, second = _groups(t, s, p, thing)
        return _unmatched(t, s, p, thing, largest, second) + (0.0 if s.vine_tiles[p, thing] > 0 else 1.0)
    if block == B_DISCARD_DOUBLE:
        double = thing + 1
        return -laid_worth(t, s, p, w, int(FIRST_VINE[double]), int(SECOND_VINE[double]))
    return 1.0 if block == B_BONUS and thing == _PLACE else 0.0


@kernel
def _best_laid(t, s, p, w, space):
    """The best of the double tiles and directions that may be laid on a space."""
    names, best = laid_names(s, p), 0.0
    for name in range(_VINE_COUNT * _VINE_COUNT):
        if (names >> name) & 1 != 0:
            best = max(best, _beside(t, s, p, w, space, name // _VINE_COUNT, name % _VINE_COUNT))
    return best
