"""Does what modules put into a position fit together? The part of `position_checks` for them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..config import GameConfig
from ..engine.layout import (
    COLOURS,
    P_DISCARD,
    P_KEEP,
    PENDING_KINDS,
    PHASES,
    STAGE_OVER,
    STAGE_SIDES,
    STAGE_TURN,
    TILE_IDS,
)
from ..engine.rules.duchy import goods_held, has_monastery
from ..engine.rules.extra_tiles import P_CRANE
from ..engine.rules.inns import INN_TILE, regions_with_inn
from ..engine.rules.solo import P_AFTER, P_BLACK, P_CLEAR, P_PAY, P_POINTS, P_SWAP
from ..engine.rules.trade_routes import STAGE_ROUTES
from ..engine.rules.white_castles import P_WHITE_CASTLE

_SOLO_KINDS = (P_BLACK, P_POINTS, P_SWAP, P_PAY, P_AFTER, P_CLEAR)
_WAITING = (P_AFTER, P_CLEAR)
_CRANE = TILE_IDS["crane"]


def check_modules(config: GameConfig, s: Any, t: Any, refuse: type[ValueError]) -> None:
    """Inns, trade routes and the target."""
    for p in range(config.players):
        _check_inns(s, t, p, refuse)
    if t.inns:
        _check_inn_count(config, s, refuse)
    if t.routes:
        _check_routes(config, s, refuse)
    if t.solo and s.vp[0] >= s.target and s.stage != STAGE_OVER:
        raise refuse(f"players[0].vp: {s.vp[0]} with target {s.target}; on reaching it the marker goes back to 0")
    _check_top_marker(config, s, refuse)
    if s.set_aside and s.phase == 0:
        raise refuse("set_aside: castles are set aside at the end of a phase, so there is none in phase A")


def _check_top_marker(config: GameConfig, s: Any, refuse: type[ValueError]) -> None:
    """The marker of monastery 27's owner is always on top of its stack."""
    standing = s.standing.tolist()[: config.seats]
    for p in range(config.players):
        above = [q for q in standing[: standing.index(p)] if s.track[q] == s.track[p]]
        if above and has_monastery(s, p, 27):
            raise refuse(f"track: seat {above[0]} is above seat {p}, whose monastery 27 puts its marker on top")


def _check_inns(s: Any, t: Any, p: int, refuse: type[ValueError]) -> None:
    inns = int(s.inns[p])
    for h in (h for h in range(inns.bit_length()) if inns >> h & 1):
        s.inns[p] = np.int64(inns & ~(1 << h))
        second = int(regions_with_inn(t, s, p)) >> h & 1
        s.inns[p] = np.int64(inns)
        if second:
            colour = COLOURS[t.colour[s.duchy[p], h]]
            raise refuse(f"players[{p}].placed.h{h + 1}: a second inn in this {colour} region; it may have one")


def _check_inn_count(config: GameConfig, s: Any, refuse: type[ValueError]) -> None:
    players = range(config.players)
    coming = sum(entry[:2] == [P_DISCARD, INN_TILE] for entry in s.pending.tolist()[: s.depth])
    inns = int(s.inn_stack) + coming
    inns += sum(int((s.tiles[p] == INN_TILE).sum() + (s.storage[p] == INN_TILE).sum()) for p in players)
    came = min(int(s.phase) + 1, PHASES) if s.stage >= STAGE_TURN else 0
    if inns > came:
        raise refuse(f"inns: {inns} in the stack, in storages and duchies; one comes in each phase, so {came} so far")


def _check_routes(config: GameConfig, s: Any, refuse: type[ValueError]) -> None:
    held: list[int] = []
    for p in range(config.players):
        mine = [tile for tile in s.route[p].tolist() if tile]
        mine += [tile for tile in range(16) if int(s.route_hand[p]) >> tile & 1]
        for tile in mine:
            if tile in held:
                raise refuse(f"players[{p}].route: trade-route tile {tile} is there twice")
            held.append(tile)
        place, empty = s.order.tolist()[: config.seats].index(p), not s.route[p].any()
        if s.stage == STAGE_SIDES or (s.stage == STAGE_ROUTES and place > s.turn):
            if config.chooses_routes and not empty:
                raise refuse(f"players[{p}].route: seat {p} has not begun to put its tiles in order")
        elif s.stage == STAGE_ROUTES and (place < s.turn) == bool(s.route_hand[p]):
            raise refuse(f"players[{p}].route_hand: seats lay their whole row one after another")
        if s.route_laid[p] and s.stage < STAGE_TURN:
            raise refuse(f"players[{p}].route_goods: nothing is sold before the first round")


def check_kind(s: Any, t: Any, i: int, kind: int, refuse: type[ValueError]) -> None:
    """Entry i of the pending decisions is of a kind that this game has, and what it needs is there."""
    key, name = f"pending[{i}]", PENDING_KINDS[kind]
    if kind == P_CRANE and not t.black_supply[_CRANE]:
        raise refuse(f"{key}: {name}, but module extra_tiles is not played")
    if kind == P_WHITE_CASTLE and not t.white_castles:
        raise refuse(f"{key}: {name}, but module white_castles is not played")
    if kind in _SOLO_KINDS and not t.solo:
        raise refuse(f"{key}: {name}, but module solo is not played")
    if kind == P_KEEP and t.solo:
        raise refuse(f"{key}: keep, but the solo game has no limit on types of goods")
    if kind in _WAITING and i == s.depth - 1:
        raise refuse(f"{key}: {name} waits below a decision; on top it would have been carried out")
    if kind == P_AFTER and not s.tiles[0, s.pending[i, 1]]:
        raise refuse(f"{key}.hex: no tile lies on h{s.pending[i, 1] + 1}")
    if kind == P_PAY and goods_held(s, 0) < s.pending[i, 1]:
        raise refuse(f"{key}.left: {s.pending[i, 1]} goods are to be paid, {goods_held(s, 0)} are there")
