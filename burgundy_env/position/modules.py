"""What modules put into a position beyond keys of the usual forms: found by the module's key in its descriptor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ..config import GameConfig
from ..engine.hooks.decisions import can_use
from ..engine.layout import (
    CASTLE_TILE,
    COLOURS,
    DEPOTS,
    GOODS,
    HEXES,
    P_DISCARD,
    P_KEEP,
    ROUNDS,
    SEATS,
    STAGE_SIDES,
    STAGE_TURN,
    STORAGE,
)
from ..engine.rules.duchy import goods_held, has_monastery
from ..engine.rules.extra_tiles import KEEPS_ON_TOP
from ..engine.rules.inns import INN_TILE, regions_with_inn
from ..engine.rules.shields import (
    ANY_VALUE,
    BORROWS,
    P_PHASE_END,
    P_SET,
    P_SHIELD,
    P_STRAIGHT,
    P_UPKEEP,
    STAGE_PHASE_END,
    STORES_ALL,
    TOUCHES_NOTHING,
    WORKERS_PAY,
    WORKERS_TOO,
    borrow,
    holds,
    monasteries_of_chateauma,
    own_monasteries,
)
from ..engine.rules.solo import P_AFTER, P_PAY, P_POINTS, P_SWAP
from ..engine.rules.storage import P_STOW
from ..engine.rules.team import share
from ..engine.rules.trade_routes import STAGE_ROUTES
from ..modules import PENDING
from ..modules.shields import CLOSING_STEPS, SHIELDS, STRAIGHT_FROM
from ..modules.team import SPACES, TEAMS
from ..modules.trade_routes import ROUTE_SPACES, ROUTE_TILES
from . import vineyards, words
from .forms import At, Form, Tiles
from .shapes import TILE, Schema, by_hex, listed, named, number, or_null
from .values import PositionError, Value

# --- forms --------------------------------------------------------------------------------------------


class Route(Form):
    """The tiles of a trade route, left to right."""

    said = words.Items(words.whole)

    def shape(self) -> Schema:
        return listed(number(1, ROUTE_TILES - 1), 0, self.room)

    def write(self, at: At) -> list[int]:
        return [tile for tile in self.held(at).tolist() if tile]

    def read(self, value: Value, at: At) -> None:
        row = value.integers(1, ROUTE_TILES - 1)
        if len(row) > at.t.routes:
            raise _wrong_length(at, value.path, len(row))
        self.held(at)[: len(row)] = row


class RouteGoods(Form):
    """The types laid on the route, in their order."""

    said = words.Items(words.whole)

    def shape(self) -> Schema:
        return listed(number(1, GOODS), 0, self.room)

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


class DepotShields(Form):
    """The shields in each depot that has any."""

    said = words.Named(words.listed(words.whole), "2:3,17")

    def shape(self) -> Schema:
        return named([str(depot) for depot in range(1, DEPOTS + 1)], listed(number(1, SHIELDS)))

    def write(self, at: At) -> dict[str, list[int]]:
        lying = {str(depot): _bits(shields) for depot, shields in enumerate(at.s.depot_shields.tolist(), 1)}
        return {depot: shields for depot, shields in lying.items() if shields}

    def read(self, value: Value, at: At) -> None:
        for depot, entry in value.record((), tuple(str(d) for d in range(1, DEPOTS + 1))).items():
            for shield in entry.integers(1, SHIELDS):
                at.s.depot_shields[int(depot) - 1] |= 1 << shield


class Shields(Form):
    """The shield on each castle that has one."""

    said = words.Named(words.whole, "h17:3")

    def shape(self) -> Schema:
        return by_hex(number(1, SHIELDS))

    def write(self, at: At) -> dict[str, int]:
        on = {int(at.s.shield_hex[shield]): shield for shield in _bits(int(at.s.shields[at.number]))}
        return {f"h{h + 1}": on[h] for h in sorted(on)}

    def read(self, value: Value, at: At) -> None:
        for name, entry in value.mapping().items():
            h, shield = value.child(name, name).hex(at.hexes), entry.integer(1, SHIELDS)
            at.s.shields[at.number] |= 1 << shield
            at.s.shield_hex[shield] = h


class Copied(Form):
    """The seat named by shield 6, null if none is."""

    said = words.Number()

    def shape(self) -> Schema:
        return or_null(number(0, SEATS - 1))

    def write(self, at: At) -> int | None:
        return int(at.s.lender[at.number]) - 1 if at.s.lender[at.number] else None

    def read(self, value: Value, at: At) -> None:
        if value.value is not None:
            at.s.lender[at.number] = value.integer(0, at.config.seats - 1) + 1


class Wild(Form):
    """The die that shield 16 was used for, null if none was."""

    said = words.Number()

    def shape(self) -> Schema:
        return or_null(number(0, 1))

    def write(self, at: At) -> int | None:
        return int(at.s.wild[at.number]) - 1 if at.s.wild[at.number] else None

    def read(self, value: Value, at: At) -> None:
        if value.value is not None:
            at.s.wild[at.number] = value.integer(0, 1) + 1


def _bits(number: int) -> list[int]:
    return [i for i in range(number.bit_length()) if number >> i & 1]


class TeamStorage(Tiles):
    """The stored tiles that partners share."""

    wanted = "a stored tile"

    def shape(self) -> Schema:
        return listed(TILE, 0, SPACES)

    def held(self, at: At) -> Any:
        return at.s.team_storage[at.number]

    def read(self, value: Value, at: At) -> None:
        super().read(value, at)
        at.s.team_stored[at.number] = np.count_nonzero(self.held(at))

    def hold(self, at: At, value: Any) -> None:
        tiles = [tile for tile in value if tile]
        at.s.team_storage[at.number] = tiles + [0] * (SPACES - len(tiles))


class Served(Form):
    """The seat whose marker monastery 27 serves, null if the team has it not."""

    said = words.Number()

    def shape(self) -> Schema:
        return or_null(number(0, SEATS - 1))

    def write(self, at: At) -> int | None:
        return next((p for p in partners(at.number) if has_monastery(at.s, p, KEEPS_ON_TOP)), None)

    def read(self, value: Value, at: At) -> None:
        seats = partners(at.number)
        if value.value is not None and value.integer(0, at.config.players - 1) not in seats:
            raise value.wrong(f"one of the team's seats, {' or '.join(map(str, seats))}")
        if has_monastery(at.s, at.number, KEEPS_ON_TOP) == (value.value is None):
            raise value.error("names the seat whose marker monastery 27 serves, where the team has placed it")
        if value.value is not None:
            at.s.monasteries[at.number] &= ~(1 << KEEPS_ON_TOP)
            at.s.monasteries[value.value] |= 1 << KEEPS_ON_TOP

    def left_out(self, at: At) -> None:
        self.read(Value(self.key.name, f"teams[{at.number}].m27", None), at)


def partners(team: int) -> range:
    """The seats of a team."""
    return range(team, SEATS, TEAMS)


FORMS: dict[str, dict[str, type[Form]]] = {
    "team": {"storage": TeamStorage, "m27": Served},
    "table": {"shields": DepotShields},
    "player": {"route": Route, "route_goods": RouteGoods, "shields": Shields, "copied": Copied, "wild": Wild},
}


# --- what follows from what was read -------------------------------------------------------------------


def _hexes_with_inn(at: At) -> None:
    for p in range(at.config.players):
        at.s.inns[p] = sum(1 << h for h, tile in enumerate(at.s.tiles[p].tolist()) if tile == INN_TILE)


def _with_shields(at: At) -> None:
    """What shields 6 and 18 let the seats do."""
    for p in range(at.config.players):
        if at.s.lender[p]:
            seat = int(at.s.lender[p]) - 1
            lent = monasteries_of_chateauma(at.s) if seat == at.t.chateauma else own_monasteries(at.s, seat)
            borrow(at.s, p, lent)
        if holds(at.s, p, TOUCHES_NOTHING):
            at.s.reach[p] = (1 << HEXES) - 1


def _shared_by_partners(at: At) -> None:
    for team in range(TEAMS):
        share(at.s, team)


CONSEQUENCES: dict[str, Callable[[At], None]] = {
    "inns": _hexes_with_inn,
    "shields": _with_shields,
    "team": _shared_by_partners,
}


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


def _check_team(config: GameConfig, s: Any, t: Any) -> None:
    p, top = int(s.active), int(s.depth) - 1
    if top >= 0 and s.pending[top, 0] == P_STOW and SPACES in (s.stored[p], s.team_stored[p]):
        raise PositionError(f"pending[{top}]: stow, but not both storages have room")


def _check_shields(config: GameConfig, s: Any, t: Any) -> None:
    seen = 0
    for key, bits in _places_of_shields(s):
        if twice := _bits(seen & bits):
            raise PositionError(f"{key}: shield {twice[0]} is in two places; there is one of each")
        if bits & 1 << WORKERS_TOO and config.chateauma:
            raise PositionError(f"{key}: shield {WORKERS_TOO} is not played with the Châteauma")
        if bits and key != "shields" and s.stage < STAGE_TURN:
            raise PositionError(f"{key}: nobody has a shield before the first round")
        seen |= bits
    for p in range(config.players):
        _check_shields_of(s, p)
    for i, (kind, argument, more) in enumerate(s.pending.tolist()[: s.depth]):
        if kind == P_DISCARD and holds(s, s.active, STORES_ALL):
            raise PositionError(f"pending[{i}]: discard, but with shield {STORES_ALL} nothing is thrown away")
        _check_closing(s, i, kind, argument, more)
    if s.stage == STAGE_PHASE_END:
        if s.round_number != ROUNDS - 1:
            raise PositionError(f"round: a phase ends after round {ROUNDS}")
        if not s.depth or s.pending[0, 0] not in (P_UPKEEP, P_PHASE_END):
            raise PositionError("pending: at the end of a phase it begins with upkeep or phase_end")


def _places_of_shields(s: Any) -> list[tuple[str, int]]:
    """The shields that lie in a place, as bits, for each place by its key."""
    places = [("shields", int(bits)) for bits in s.depot_shields]
    places += [(f"players[{p}].shields", int(bits)) for p, bits in enumerate(s.shields)]
    places += [("chateauma.shields", int(s.chateauma_shields))]
    return places + [("pending", 1 << int(a)) for kind, a, _ in s.pending[: s.depth].tolist() if kind == P_SHIELD]


def _may_have_had(s: Any, p: int, shield: int) -> bool:
    """Whether a seat has a shield, or may have lost it: what lies in a depot or with others it never had."""
    return holds(s, p, shield) or not any(bits >> shield & 1 for _, bits in _places_of_shields(s))


def may_lie_apart(s: Any, t: Any, p: int) -> bool:
    """Whether a seat's tiles need not touch each other."""
    return bool(t.shields) and _may_have_had(s, p, TOUCHES_NOTHING)


def had_monastery(s: Any, t: Any, p: int, number: int) -> bool:
    """Whether a monastery of another seat may have been in force for this one and is no more."""
    if not t.shields or holds(s, p, BORROWS) or not _may_have_had(s, p, BORROWS):
        return False
    others = [own_monasteries(s, q) for q in range(t.players) if q != p]
    others += [monasteries_of_chateauma(s)] if t.chateauma >= 0 else []
    return any(monasteries >> number & 1 for monasteries in others)


def _check_shields_of(s: Any, p: int) -> None:
    key = f"players[{p}]"
    for shield in _bits(int(s.shields[p])):
        h = int(s.shield_hex[shield])
        if s.tiles[p, h] != CASTLE_TILE:
            raise PositionError(f"{key}.shields.h{h + 1}: has no castle; shields lie on castles")
    if s.lender[p] and not holds(s, p, BORROWS):
        raise PositionError(f"{key}.copied: a seat is named by shield {BORROWS}, which seat {p} has not")
    if s.lender[p] == p + 1:
        raise PositionError(f"{key}.copied: is {p}; must be another seat")
    if s.heaped[p] and not _may_have_had(s, p, STORES_ALL):
        raise PositionError(
            f"{key}.storage: has {STORAGE + s.heaped[p]} tiles; {STORAGE} fit without shield {STORES_ALL}"
        )
    to_come = s.stage == STAGE_TURN and s.order.tolist().index(p) > s.turn
    if s.wild[p] and (to_come or not _may_have_had(s, p, ANY_VALUE)):
        raise PositionError(f"{key}.wild: seat {p} has not used shield {ANY_VALUE} in this round")


def _check_closing(s: Any, i: int, kind: int, argument: int, more: int) -> None:
    """Entries of the end of a phase: upkeep alone; or phase_end, on it what its shield set off."""
    p, key = int(s.active), f"pending[{i}]"
    if kind not in (P_UPKEEP, P_PHASE_END, P_STRAIGHT, P_SET):
        return
    name = PENDING[kind].kind
    if s.stage != STAGE_PHASE_END:
        raise PositionError(f"{key}: {name}, but it is not the end of a phase (stage phase_end)")
    if kind in (P_UPKEEP, P_PHASE_END):
        if i:
            raise PositionError(f"{key}: {name} must be the first entry")
        if kind == P_UPKEEP:
            _check_upkeep(s, p, argument, bool(more))
        elif argument not in CLOSING_STEPS:
            raise PositionError(f"{key}.step: is {argument}; must be one of {CLOSING_STEPS[0]}, {CLOSING_STEPS[1]}")
        return
    step = int(s.pending[0, 1])
    if i != 1 or s.pending[0, 0] != P_PHASE_END or not holds(s, p, step):
        raise PositionError(f"{key}: {name} must lie on phase_end for a shield of seat {p}")
    if kind == P_STRAIGHT and argument != CLOSING_STEPS.index(step):
        raise PositionError(f"{key}.from: shield {step} takes from {STRAIGHT_FROM[CLOSING_STEPS.index(step)]}")


def _check_upkeep(s: Any, p: int, lowest: int, worker: bool) -> None:
    if s.depth > 1:
        raise PositionError("pending: upkeep is an entry by itself")
    if not holds(s, p, lowest):
        raise PositionError(f"pending[0].shields: seat {p} has no shield {lowest}")
    lost = lowest > WORKERS_PAY and not holds(s, p, WORKERS_PAY) and _may_have_had(s, p, WORKERS_PAY)
    if worker and not lost:
        raise PositionError(f"pending[0].worker: seat {p} has not lost shield {WORKERS_PAY} in this upkeep")


def _check_inns(config: GameConfig, s: Any, t: Any) -> None:
    for p in range(config.players):
        _check_regions_with_inn(s, t, p)
    players = range(config.players)
    coming = sum(entry[:2] == [P_DISCARD, INN_TILE] for entry in s.pending.tolist()[: s.depth])
    inns = int(s.inn_stack) + coming
    inns += sum(int((s.tiles[p] == INN_TILE).sum() + (s.storage[p] == INN_TILE).sum()) for p in players)
    inns += int(s.heap[INN_TILE])
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
    "shields": _check_shields,
    "vineyards": vineyards.check,
    "solo": _check_solo,
    "team": _check_team,
}
