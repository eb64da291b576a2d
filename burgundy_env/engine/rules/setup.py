"""From the box to the first round: duchies, goods, first player, start castles."""

from __future__ import annotations

import numpy as np

from ..hooks.changes import has_stage, set_up_modules
from ..jit import kernel
from ..layout import (
    CASTLE,
    CASTLE_TILE,
    COLOUR_OF,
    COLOURS,
    DUCHIES,
    DUCHIES_GIVEN,
    DUCHIES_SIDES,
    E_DUCHY,
    E_FIRST_PLAYER,
    E_PILE_GOODS,
    E_START_GOODS,
    GOODS,
    PHASES,
    ROUNDS,
    STAGE_SIDES,
    STAGE_START,
    TILE_COUNT,
)
from ..rng import below, draw, impossible, number, told
from .county_cards import set_up_chateauma
from .placement import cover
from .rounds import begin_phase, go_on

_COLOURS = len(COLOURS)


@kernel
def set_up(t, s, tape):
    """Everything before the players' first decision; the state must be all zeros but for its generator."""
    for tile in range(TILE_COUNT):
        s.supply[tile] = t.supply[tile]
        s.black_supply[tile] = t.black_supply[tile]
    count_supplies(s)
    for colour in range(_COLOURS):
        s.bonus_left[colour] = 2
    _deal_duchies(t, s, tape)
    _seat_order(t, s, number(s, tape, E_FIRST_PLAYER, 0, 0, 0, int(t.players) - 1))
    _deal_goods(t, s, tape)
    if t.modules != 0:
        set_up_modules(t, s, tape)
    if t.chateauma >= 0:
        set_up_chateauma(t, s, tape, int(t.chateauma))
    _begin_stage(t, s, STAGE_SIDES)


@kernel
def _begin_stage(t, s, stage):
    """A stage before the first round begins, or the next one that this game has."""
    while not _has_stage(t, stage):
        stage += 1
    s.stage = stage
    s.turn = -1
    _next_player(t, s)


@kernel
def _has_stage(t, stage):
    if stage == STAGE_SIDES:
        return t.duchy_mode == DUCHIES_SIDES
    return stage == STAGE_START or (t.modules != 0 and has_stage(t, stage))


@kernel
def _seat_order(t, s, first):
    """Players in seat order from the first; the Châteauma last, or first with modifier C."""
    place = 1 if t.chateauma_first != 0 else 0
    for i in range(t.players):
        p = (first + i) % int(t.players)
        s.standing[place + i] = p
        s.workers[p] = place + i + 1
        s.silver[p] = 1
    if t.chateauma >= 0:
        s.standing[0 if place == 1 else t.players] = t.chateauma
    for i in range(t.seats):
        s.order[i] = s.standing[i]


@kernel
def _next_player(t, s):
    """Before the first round the players decide in turn order, in the team game the first of each team; False when
    all have."""
    s.turn += 1
    if s.turn < t.seats and s.order[s.turn] == t.chateauma:
        s.turn += 1
    if s.turn >= t.parties:
        return False
    s.active = s.order[s.turn]
    return True


@kernel
def count_supplies(s):
    """Bring the sums over the supplies up to date."""
    s.black_left = 0
    for colour in range(_COLOURS):
        s.supply_left[colour] = 0
    for tile in range(TILE_COUNT):
        s.black_left += s.black_supply[tile]
        if COLOUR_OF[tile] >= 0:
            s.supply_left[COLOUR_OF[tile]] += s.supply[tile]


@kernel
def _deal_duchies(t, s, tape):
    """Given boards are given; else everyone draws one from a box with four copies of each board."""
    for p in range(t.players):
        if t.duchy_mode == DUCHIES_GIVEN:
            s.duchy[p] = t.duchies[p]
            continue
        rest = 0
        for side in range(DUCHIES):
            rest += _copies(t, s, p, side)
        rest = below(s, rest)
        board = 0
        while rest >= _copies(t, s, p, board):
            rest -= _copies(t, s, p, board)
            board += 1
        if t.duchy_mode == DUCHIES_SIDES:
            board = int(t.front[board])  # dealt with its odd side up
        scripted = told(tape, E_DUCHY, p, 0, board)
        if scripted != board and 0 < scripted < DUCHIES and _copies(t, s, p, scripted) > 0:
            board = scripted
        elif scripted != board:
            impossible(tape, 0)
        s.duchy[p] = board


@kernel
def _copies(t, s, p, side):
    """How many boards with this side are left in the box when seat p draws."""
    if t.duchy_pool[side] == 0:
        return 0
    copies = 4
    for other in range(p):
        if t.front[s.duchy[other]] == t.front[side]:
            copies -= 1
    return copies


@kernel
def _deal_goods(t, s, tape):
    """Five piles of five for the phases (one count here: their order is hidden), then three to each seat or team."""
    # One tile of each type is set aside for the Châteauma.
    box = np.full(GOODS, t.goods_per_type - (1 if t.chateauma >= 0 else 0), np.int8)
    left = GOODS * int(box[0])
    for i in range(PHASES * ROUNDS):
        s.pile[draw(s, tape, E_PILE_GOODS, i + 1, 0, box, 0, GOODS, left)] += 1
        left -= 1
    for p in range(min(t.players, t.parties)):
        for i in range(t.start_goods):
            s.goods[p, draw(s, tape, E_START_GOODS, p, i + 1, box, 0, GOODS, left)] += 1
            left -= 1


@kernel
def choose_side(t, s, side):
    """The owner of a board has chosen which side is played."""
    s.duchy[s.active] = side
    player_is_ready(t, s)


@kernel
def player_is_ready(t, s):
    """The active player has decided all there is to decide in a stage before the start castles."""
    if not _next_player(t, s):
        _begin_stage(t, s, int(s.stage) + 1)


@kernel
def start_castle(t, s, tape, h):
    """The start castle is put down: no effect, no score. After the last one the first phase begins."""
    cover(t, s, s.active, h, CASTLE_TILE)
    s.supply[CASTLE_TILE] -= 1
    s.supply_left[CASTLE] -= 1
    if not _next_player(t, s):
        begin_phase(t, s, tape)
        go_on(t, s, tape)
