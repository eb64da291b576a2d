"""The choice: every legal action gets its worth, the best one is played."""

from __future__ import annotations

import numpy as np

from ...engine.actions import (
    ACTIONS,
    B_BUY_BLACK,
    B_BUY_DEPOT,
    B_DISCARD,
    B_END,
    B_GOODS,
    B_KEEP,
    B_PICK,
    B_RECRUIT,
    B_SKIP,
    BLOCK_OF,
    CHANNEL_OF,
    DIE_1,
    FREE_ACTION,
    IDS,
    NO_CHANNEL,
    PLACE,
    THING_OF,
    V_PLACE,
    V_SELL,
    V_TAKE,
    VERB_OF,
    WORKERS,
)
from ...engine.jit import kernel
from ...engine.layout import COLOUR_OF, MOST_HEXES, OF_TEAM, SLOTS, STAGE_START, STAGE_TURN
from ...engine.rng import below
from ...engine.rules.dice import (
    ALL_VALUES,
    free_step_for_placing,
    free_step_for_taking,
    shown_by,
    workers_for,
)
from ...engine.rules.duchy import has_monastery
from ...engine.rules.pending import top, top_a
from ...engine.rules.placement import name_for
from ...engine.rules.shields import P_SET, P_STRAIGHT, STAGE_PHASE_END
from ...engine.rules.storage import names_to_ask
from .basics import NOWHERE, silver_worth, worker_worth
from .module_choice import module_action_worth
from .start import write_start_worths
from .stored import before_the_dice, bought_worth, crowded, taken_worth, tile_worth
from .weights import (
    BUY_PART,
    DEFAULT,
    PLACE_BASE,
    PLACE_PART,
    RECRUIT_BASE,
    SELL_BASE,
    SELL_PART,
    TAKE_NOW,
    WORKERS_BASE,
)
from .worth import best_place, depot_goods_worth, place_worth, sale_worth, write_hex_worth

# Of an action: by which die, -1 for none; what it does with it, the same for both dice.
_DIE_OF, _DONE_BY_DIE = np.full(ACTIONS, -1, np.int8), np.full(ACTIONS, -1, np.int16)
for _string, _id in IDS.items():
    if _string[:3] in ("d1 ", "d2 "):
        _DIE_OF[_id] = int(_string[1]) - 1
        _DONE_BY_DIE[_id] = IDS[f"d1{_string[2:]}"] - DIE_1

# A turn ends when nothing better than this is to be bought.
END_WORTH = 0.0


@kernel
def choose_best(t, s, stream, ids, count):
    """The action of the heuristic as tuned."""
    return choose_weighted(t, s, DEFAULT, stream, ids, count)


@kernel
def choose_weighted(t, s, w, stream, ids, count):
    """The legal action of the highest worth under the given weights."""
    if count == 1:
        return int(ids[0])
    values = np.empty(count, np.float64)
    write_weighted(t, s, w, ids, count, values, np.empty(MOST_HEXES))
    best, best_worth = int(ids[0]), 2.0 * NOWHERE
    for k in range(count):
        value = values[k] + below(stream, 1024) * 1e-5
        if value > best_worth:
            best, best_worth = int(ids[k]), value
    return best


@kernel
def write_worths(t, s, ids, count, values):
    """The worth of every legal action in victory points, as the tuned heuristic sees it."""
    write_weighted(t, s, DEFAULT, ids, count, values, np.empty(MOST_HEXES))


@kernel
def write_weighted(t, s, w, ids, count, values, worth):
    """The worth of every legal action under the given weights; `worth` is room for that of the hexes."""
    p = int(s.active)
    if s.stage == STAGE_START:
        write_start_worths(t, s, p, w, ids, count, values)
        return
    if s.stage != STAGE_TURN and s.stage != STAGE_PHASE_END:
        values[:] = 0.0
        return
    write_hex_worth(t, s, p, w, worth)
    for k in range(count):
        values[k] = action_worth(t, s, p, w, int(ids[k]), worth)
    if top(s) < 0 and s.used[p, 0] == 0 and s.used[p, 1] == 0:
        _add_other_die(t, s, p, w, ids, count, values, worth)


@kernel
def action_worth(t, s, p, w, action, worth):
    """The worth of a legal action; `worth` has that of the hexes."""
    block, thing = int(BLOCK_OF[action]), int(THING_OF[action])
    if CHANNEL_OF[block] != NO_CHANNEL:
        return _act_worth(t, s, p, w, int(CHANNEL_OF[block]), int(VERB_OF[block]), thing, worth)
    if block == B_PICK:
        return place_worth(t, s, p, w, thing + 1, top_a(s), worth)
    if block == B_DISCARD:
        return -_keep_worth(t, s, p, w, thing + 1, worth)
    if block == B_GOODS:
        return depot_goods_worth(s, p, w, thing)
    if block == B_KEEP:
        return float(s.depot_goods[top_a(s), thing])
    if block == B_BUY_BLACK:
        return bought_worth(t, s, p, w, int(s.black_depot[thing]), worth)
    if block == B_BUY_DEPOT:
        return bought_worth(t, s, p, w, int(s.depot[thing // SLOTS, thing % SLOTS]), worth)
    if block == B_RECRUIT:
        return _recruit_worth(t, s, p, w, int(s.depot[thing // SLOTS, thing % SLOTS]), worth)
    if block == B_SKIP or block == B_END:
        return END_WORTH
    return module_action_worth(t, s, p, w, block, thing, worth)


@kernel
def _act_worth(t, s, p, w, channel, verb, thing, worth):
    if verb == V_TAKE:
        tile = int(s.depot[thing // SLOTS, thing % SLOTS])
        if top(s) == P_STRAIGHT:
            return best_place(t, s, p, w, tile, ALL_VALUES, worth)
        cost = workers_for(t, s, p, shown_by(s, p, channel), 1 + thing // SLOTS, free_step_for_taking(s, p))
        return taken_worth(t, s, p, w, tile, worth) - cost * worker_worth(s, w)
    if verb == V_PLACE and top(s) == P_SET:
        return place_worth(t, s, p, w, top_a(s), thing, worth)
    if verb == V_PLACE:
        return _best_stored(t, s, p, w, channel, thing, worth)
    if verb == V_SELL:
        cost = workers_for(t, s, p, shown_by(s, p, channel), 1 + thing, 0)
        return w[SELL_PART] * sale_worth(t, s, p, w, thing) + w[SELL_BASE] - cost * worker_worth(s, w)
    workers = 4 if has_monastery(s, p, 14) else 2
    silver = silver_worth(s, w) if has_monastery(s, p, 13) else 0.0
    return workers * worker_worth(s, w) + silver + w[WORKERS_BASE]


@kernel
def _best_stored(t, s, p, w, channel, h, worth):
    """The best stored tile for a hex, its workers paid."""
    best = NOWHERE
    for i in range(names_to_ask(s, p)):
        tile = name_for(t, s, p, channel, h, i) & (OF_TEAM - 1)
        if tile == 0:
            continue
        step = free_step_for_placing(s, p, COLOUR_OF[tile])
        cost = workers_for(t, s, p, shown_by(s, p, channel), t.number[s.duchy[p], h], step)
        value = w[PLACE_PART] * place_worth(t, s, p, w, tile, h, worth) - cost * worker_worth(s, w)
        best = max(best, value)
    return best + w[PLACE_BASE]


@kernel
def _add_other_die(t, s, p, w, ids, count, values, worth):
    """With both dice to come, an action is worth what it leaves to the other die as well."""
    first_best, first_second, first_target = _best_two(t, ids, count, values, 0)
    other_best, other_second, other_target = _best_two(t, ids, count, values, 1)
    for k in range(count):
        if ids[k] >= FREE_ACTION and t.modules == 0:
            break
        die, verb = int(_DIE_OF[ids[k]]), int(_DONE_BY_DIE[ids[k]])
        if die < 0:
            continue
        if die == 0:
            best, second, target = other_best, other_second, other_target
        else:
            best, second, target = first_best, first_second, first_target
        both = values[k] + (second if target == verb and verb != WORKERS else best)
        if verb < PLACE:
            both = max(both, _placed_at_once(t, s, p, w, die, verb, worth))
        values[k] = both


@kernel
def _best_two(t, ids, count, values, die):
    """The worths of the best and the second best action with a die, and what the best one does."""
    best, second, target = NOWHERE, NOWHERE, -1
    for k in range(count):
        if ids[k] >= FREE_ACTION and t.modules == 0:
            break
        if _DIE_OF[ids[k]] != die:
            continue
        if values[k] > best:
            second = best
            best, target = values[k], int(_DONE_BY_DIE[ids[k]])
        elif values[k] > second:
            second = values[k]
    return best, second, target


@kernel
def _placed_at_once(t, s, p, w, die, verb, worth):
    """Taking a tile with one die and placing it with the other, as that shows."""
    tile = int(s.depot[verb // SLOTS, verb % SLOTS])
    now = best_place(t, s, p, w, tile, 1 << (int(s.dice[p, 1 - die]) - 1), worth)
    if now <= NOWHERE:
        return NOWHERE
    cost = workers_for(t, s, p, s.dice[p, die], 1 + verb // SLOTS, free_step_for_taking(s, p))
    return w[TAKE_NOW] * now + crowded(t, s, p, w) - cost * worker_worth(s, w)


@kernel
def _keep_worth(t, s, p, w, tile, worth):
    """What throwing a stored tile away would lose."""
    return max(0.0, best_place(t, s, p, w, tile, ALL_VALUES, worth))


@kernel
def _recruit_worth(t, s, p, w, tile, worth):
    """A building for 2 workers."""
    value = tile_worth(t, s, p, w, tile, worth, w[BUY_PART]) + crowded(t, s, p, w)
    value = value - 2.0 * worker_worth(s, w)
    return before_the_dice(t, s, p, w, value + w[RECRUIT_BASE])
