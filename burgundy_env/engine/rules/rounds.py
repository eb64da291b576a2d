"""Phases, rounds and turns."""

from __future__ import annotations

from ..hooks.changes import chateauma_played, phase_begins, phase_ends, round_begins, silver_of_mines
from ..jit import kernel
from ..layout import (
    BLACK_SLOTS,
    DEPOTS,
    E_BLACK_TILE,
    E_DEPOT_TILE,
    E_DIE,
    E_ROUND_GOODS,
    E_WHITE_DIE,
    GOODS,
    MINE,
    MINE_TILE,
    PHASES,
    ROUNDS,
    SLOTS,
    STAGE_OVER,
    STAGE_TURN,
    TILE_COUNT,
)
from ..rng import draw, draw_tile, number
from .chateauma import chateauma_turn
from .county_cards import mine_silver
from .duchy import has_monastery, tiles_of
from .workers import gain_workers


@kernel
def begin_phase(t, s, tape):
    """The depots are emptied and filled, the phase's goods revealed, the first round begins."""
    s.stage = STAGE_TURN
    s.round_number = 0
    if t.modules != 0:
        phase_begins(t, s, tape)
    for depot in range(DEPOTS):
        for slot in range(SLOTS):
            _fill_slot(t, s, tape, depot, slot)
    for slot in range(BLACK_SLOTS):
        s.black_depot[slot] = 0
    for slot in range(t.black_slots):
        if s.black_left > 0:
            tile = draw(s, tape, E_BLACK_TILE, slot + 1, 0, s.black_supply, 1, TILE_COUNT, s.black_left)
            s.black_left -= 1
            s.black_depot[slot] = tile
    left = 0
    for goods in range(GOODS):
        left += int(s.pile[goods])
    for i in range(min(ROUNDS, left)):
        s.round_goods[i] = 1 + draw(s, tape, E_ROUND_GOODS, i + 1, 0, s.pile, 0, GOODS, left - i)
    begin_round(t, s, tape)


@kernel
def _fill_slot(t, s, tape, depot, slot):
    s.depot[depot, slot] = 0
    colour = t.slot_colour[s.phase, depot, slot]
    if colour < 0 or s.supply_left[colour] == 0:
        return
    s.depot[depot, slot] = draw_tile(s, tape, E_DEPOT_TILE, depot + 1, slot + 1, colour)


@kernel
def begin_round(t, s, tape):
    """The track fixes the order, all dice are rolled, a goods tile goes to the depot of the white die."""
    for i in range(t.seats):
        p = s.standing[i]
        s.order[i] = p
        if p == t.chateauma:
            continue
        for die in range(2):
            s.dice[p, die] = number(s, tape, E_DIE, p, die + 1, 1, 6)
            s.used[p, die] = 0
        s.bought[p] = 0
        s.recruited[p] = 0
    s.white_die = number(s, tape, E_WHITE_DIE, 0, 0, 1, 6)
    goods = s.round_goods[s.round_number]
    if goods > 0:
        s.depot_goods[s.white_die - 1, goods - 1] += 1
        s.round_goods[s.round_number] = 0
    if t.modules != 0:
        round_begins(t, s)
    s.turn = 0


@kernel
def end_turn(t, s, tape):
    """The next seat plays; after the last one the next round, phase, or the end of the game."""
    s.turn += 1
    go_on(t, s, tape)


@kernel
def go_on(t, s, tape):
    """Everything that happens by itself until a player has to decide."""
    while s.stage == STAGE_TURN:
        if s.turn == t.seats:
            if s.round_number < ROUNDS - 1:
                s.round_number += 1
                begin_round(t, s, tape)
            else:
                _end_phase(t, s, tape)
        elif s.order[s.turn] == t.chateauma:
            chateauma_plays(t, s, tape)
            s.turn += 1
        else:
            s.active = s.order[s.turn]
            return


@kernel
def chateauma_plays(t, s, tape):
    """The Châteauma's turn, and what modules make of it."""
    chateauma_turn(t, s, tape)
    if t.modules != 0:
        chateauma_played(t, s)


@kernel
def mines_pay(t, s, p):
    """What a player gets at the end of a phase."""
    mines = tiles_of(t, s, p, MINE, MINE_TILE)
    s.silver[p] += silver_of_mines(s, p, mines) if t.modules != 0 else mines
    if has_monastery(s, p, 2):
        gain_workers(t, s, p, mines)


@kernel
def _end_phase(t, s, tape):
    if t.modules == 0 or not phase_ends(t, s):
        close_phase(t, s, tape)


@kernel
def close_phase(t, s, tape):
    """Mines pay; the next phase, or the end of the game."""
    for p in range(t.players):
        mines_pay(t, s, p)
    if t.chateauma >= 0:
        mine_silver(s, tape, int(t.chateauma))
    if s.phase < PHASES - 1:
        s.phase += 1
        begin_phase(t, s, tape)
    else:
        s.stage = STAGE_OVER
        s.active = -1
