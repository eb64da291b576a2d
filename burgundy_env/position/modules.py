"""What modules put into a position beyond keys of the usual forms: found by the module's key in its descriptor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ..config import GameConfig
from ..engine.hooks.decisions import can_use
from ..engine.layout import (
    COLOURS,
    GOODS,
    HEXES,
    P_DISCARD,
    P_KEEP,
    STAGE_SIDES,
    STAGE_TURN,
)
from ..engine.rules.duchy import goods_held, has_monastery
from ..engine.rules.inns import INN_TILE, regions_with_inn
from ..engine.rules.solo import P_AFTER, P_PAY, P_POINTS, P_SWAP
from ..engine.rules.trade_routes import STAGE_ROUTES
from ..modules import PENDING
from ..modules.trade_routes import ROUTE_SPACES, ROUTE_TILES
from .forms import At, Form
from .values import PositionError, Value

# --- forms --------------------------------------------------------------------------------------------


class Route(Form):
    """The tiles of a trade route, left to right."""

    def write(self, at: At) -> list[int]:
        return [tile for tile in self.held(at).tolist() if tile]

    def read(self, value: Value, at: At) -> None:
        row = value.integers(1, ROUTE_TILES - 1)
        if len(row) > at.t.routes:
            raise _wrong_length(at, value.path, len(row))
        self.held(at)[: len(row)] = row


class RouteGoods(Form):
    """The types laid on the route, in their order."""

    def write(self, at: At) -> list[int]:
        goods: list[int] = self.held(at).tolist()[: at.s.route_laid[at.number]]
        return goods

    def read(self, value: Value, at: At) -> None:
        goods, spaces = value.integers(1, GOODS), ROUTE_SPACES * int(np.count_nonzero(at.s.route[at.number]))
        if len(goods) > spaces:
            raise value.error(f"{len(goods)} goods on {spaces} spaces")
        self.held(at)[: len(goods)] = goods
        at.s.route_laid[at.number] = len(goods)

    def goods(self, at: At) -> Iterable[int]:
        return self.write(at)


FORMS: dict[str, dict[str, type[Form]]] = {"player": {"route": Route, "route_goods": RouteGoods}}


# --- what follows from what was read -------------------------------------------------------------------


def _hexes_with_inn(at: At) -> None:
    for p in range(at.config.players):
        at.s.inns[p] = sum(1 << h for h, tile in enumerate(at.s.tiles[p].tolist()) if tile == INN_TILE)


CONSEQUENCES: dict[str, Callable[[At], None]] = {"inns": _hexes_with_inn}


# --- what may still come ------------------------------------------------------------------------------

SPACE_WORTH = 12  # of a route's space: 4 VP, 4 workers or 2 silver, or a tile to take, as good as the workers action


def spaces_left(s: Any, t: Any, p: int) -> int:
    """Spaces of a player's trade routes that goods can still be laid on."""
    return ROUTE_SPACES * int(t.routes) - laid_goods(s, p)


def laid_goods(s: Any, p: int) -> int:
    """Goods that lie on them."""
    return int(s.route_laid[p])


# --- does it fit together? -----------------------------------------------------------------------------


def _check_castles_set_aside(config: GameConfig, s: Any, t: Any) -> None:
    if s.set_aside and s.phase == 0:
        raise PositionError("set_aside: castles are set aside at the end of a phase, so there is none in phase A")


def _check_top_marker(config: GameConfig, s: Any, t: Any) -> None:
    """The marker of monastery 27's owner is always on top of its stack."""
    standing = s.standing.tolist()[: config.seats]
    for p in range(config.players):
        above = [q for q in standing[: standing.index(p)] if s.track[q] == s.track[p]]
        if above and has_monastery(s, p, 27):
            raise PositionError(
                f"track: seat {above[0]} is above seat {p}, whose monastery 27 puts its marker on top"
            )


def _check_inns(config: GameConfig, s: Any, t: Any) -> None:
    for p in range(config.players):
        _check_regions_with_inn(s, t, p)
    players = range(config.players)
    coming = sum(entry[:2] == [P_DISCARD, INN_TILE] for entry in s.pending.tolist()[: s.depth])
    inns = int(s.inn_stack) + coming
    inns += sum(int((s.tiles[p] == INN_TILE).sum() + (s.storage[p] == INN_TILE).sum()) for p in players)
    came = At(config, s, t).phases
    if inns > came:
        raise PositionError(
            f"inns: {inns} in the stack, in storages and duchies; one comes in each phase, so {came} so far"
        )


def _check_regions_with_inn(s: Any, t: Any, p: int) -> None:
    inns = int(s.inns[p])
    for h in (h for h in range(inns.bit_length()) if inns >> h & 1):
        s.inns[p] = np.int64(inns & ~(1 << h))
        second = int(regions_with_inn(t, s, p)) >> h & 1
        s.inns[p] = np.int64(inns)
        if second:
            colour = COLOURS[t.colour[s.duchy[p], h]]
            raise PositionError(
                f"players[{p}].placed.h{h + 1}: a second inn in this {colour} region; it may have one"
            )


def _wrong_length(at: At, key: str, tiles: int) -> PositionError:
    where = "in route and route_hand" if at.s.stage in (STAGE_SIDES, STAGE_ROUTES) else "in route"
    return PositionError(f"{key}: has {tiles} tiles; with so many seats there are {int(at.t.routes)} {where}")


def _check_routes(config: GameConfig, s: Any, t: Any) -> None:
    if s.stage == STAGE_ROUTES and not config.chooses_routes:
        raise PositionError("stage: routes are put in order only where config.trade_route_order is 'chosen'")
    held: list[int] = []
    for p in range(config.players):
        row = [tile for tile in s.route[p].tolist() if tile]
        hand = [tile for tile in range(ROUTE_TILES) if int(s.route_hand[p]) >> tile & 1]
        choosing = s.stage in (STAGE_SIDES, STAGE_ROUTES)
        if len(row) + len(hand) != t.routes or (hand and not choosing):
            raise _wrong_length(At(config, s, t), f"players[{p}].route", len(row))
        for tile in row + hand:
            if tile in held:
                raise PositionError(f"players[{p}].route: trade-route tile {tile} is there twice")
            held.append(tile)
        _check_laying(config, s, p)
        if s.route_laid[p] and s.stage < STAGE_TURN:
            raise PositionError(f"players[{p}].route_goods: nothing is sold before the first round")


def _check_laying(config: GameConfig, s: Any, p: int) -> None:
    """Seats put their rows in order one after another."""
    place = s.order.tolist()[: config.seats].index(p)
    if s.stage == STAGE_SIDES or (s.stage == STAGE_ROUTES and place > s.turn):
        if config.chooses_routes and s.route[p].any():
            raise PositionError(f"players[{p}].route: seat {p} has not begun to put its tiles in order")
    elif s.stage == STAGE_ROUTES and (place < s.turn) == bool(s.route_hand[p]):
        raise PositionError(f"players[{p}].route_hand: seats lay their whole row one after another")


def _check_solo(config: GameConfig, s: Any, t: Any) -> None:
    if s.vp[0] >= s.target and int(s.occupied[0]).bit_count() < HEXES:  # the last hex ends it at once
        raise PositionError(
            f"players[0].vp: {s.vp[0]} with target {s.target}; on reaching it the marker goes back to 0"
        )
    for i, (kind, argument, _) in enumerate(s.pending.tolist()[: s.depth]):
        key = f"pending[{i}]"
        if kind == P_KEEP:
            raise PositionError(f"{key}: keep, but the solo game has no limit on types of goods")
        if kind == P_AFTER and not s.tiles[0, argument]:
            raise PositionError(f"{key}.hex: no tile lies on h{argument + 1}")
        if i == s.depth - 1 and kind in (P_POINTS, P_SWAP) and not can_use(t, s, 0, kind):
            raise PositionError(
                f"{key}: {PENDING[kind].kind}, but nothing is there to pay or to get; it would be gone"
            )
        if kind == P_PAY and goods_held(s, 0) < argument:
            raise PositionError(f"{key}.left: {argument} goods are to be paid, {goods_held(s, 0)} are there")


CHECKS: dict[str, Callable[[GameConfig, Any, Any], None]] = {
    "castle_rule": _check_castles_set_aside,
    "extra_tiles": _check_top_marker,
    "inns": _check_inns,
    "trade_routes": _check_routes,
    "solo": _check_solo,
}
