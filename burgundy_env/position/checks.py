"""Does a position fit together? The questions a careful player would ask of a table he comes to.

Nothing here asks how a position came about (whether the marker of a seat matches its ships, say):
positions set up by hand are welcome as long as the components can lie so and the game can go on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..config import GameConfig
from ..engine.layout import (
    BIT,
    BONUS_NAMES,
    BUILDING,
    CASTLE,
    CASTLE_TILE,
    COLOUR_OF,
    DOUBLE,
    FREE,
    GOODS,
    HEXES,
    MOST_HEXES,
    P_DISCARD,
    P_KEEP,
    P_PICK,
    PHASES,
    ROUNDS,
    STAGE_OVER,
    STAGE_SIDES,
    STAGE_START,
    STAGE_TURN,
    STAGES,
    STORAGE,
    TILE_COUNT,
    TILES,
)
from ..engine.rules.castle_rule import RETRIEVE_TO_HEX
from ..engine.rules.duchy import put_tile_on, tile_on
from ..engine.rules.placement import tiles_for, towns_with
from ..engine.rules.shields import P_SET, STAGE_PHASE_END
from ..engine.rules.storage import has_room
from ..engine.rules.vineyards import P_PLANT
from ..modules import MODULES, PENDING, Module, owner
from ..modules.team import SPACES
from . import bounds, chateauma
from .forms import At, owner_key
from .modules import CHECKS, had_monastery, may_lie_apart
from .parts import goods_in_view, tiles_of_seats
from .pending import coming_tiles
from .players import tiles_on
from .table import bonus_kinds
from .values import PositionError


def check(config: GameConfig, s: Any, t: Any) -> None:
    """Raise PositionError, naming the key, if the position can't be one of a game of this config."""
    for p in range(config.owners):
        _check_board(config, s, p)
        _check_duchy(config, s, t, p)
    for p in range(config.players):
        _check_turn(config, s, p)
    if config.chateauma:
        chateauma.check(config, s, t)
    _check_bonus_tiles(config, s)
    _check_goods(config, s, t)
    _check_tiles(config, s, t)
    modules = At(config, s, t).modules
    for module in modules:
        if module.key in CHECKS:
            CHECKS[module.key](config, s, t)
    _check_stage(config, s)
    _check_pending(s, t, modules)
    bounds.check(config, s, t)


def _check_board(config: GameConfig, s: Any, p: int) -> None:
    if not isinstance(config.duchies, tuple):
        if s.duchy[p] not in config.pool:
            raise PositionError(f"players[{p}].duchy: board {s.duchy[p]} is not in config.duchies, {config.duchies}")
    elif s.duchy[p] != config.duchies[p]:
        raise PositionError(f"{owner_key(config, p)}.duchy: is {s.duchy[p]}; config.duchies says {config.duchies[p]}")


def _check_duchy(config: GameConfig, s: Any, t: Any, p: int) -> None:
    """Tiles are placed next to tiles, from the start castle on; a town has each building once."""
    key = f"{owner_key(config, p)}.placed"
    occupied = int(s.occupied[p])
    if s.stage < STAGE_TURN:
        return
    castles = [h for h, tile in enumerate(tiles_on(s, p)) if tile == CASTLE_TILE]
    if not castles:
        raise PositionError(f"{key}: has no castle; every duchy begins with a start castle")
    neighbours = t.neighbours[s.duchy[p]].tolist()
    # Only the 2011 retrieval puts a castle where nothing is.
    alone = t.castle_rule[s.duchy[p]] and t.retrieval == RETRIEVE_TO_HEX
    reached, frontier = 0, sum(1 << castle for castle in (castles if alone else castles[:1]))
    while frontier & ~reached:
        reached |= frontier
        for h in range(MOST_HEXES):
            if reached >> h & 1:
                frontier |= neighbours[h] & occupied
    if reached != occupied and not may_lie_apart(s, t, p):
        lone = next(h for h in range(MOST_HEXES) if (occupied & ~reached) >> h & 1)
        raise PositionError(
            f"{key}.h{lone + 1}: doesn't touch the tiles around h{castles[0] + 1}; all tiles must connect"
        )
    if not int(s.monasteries[p]) >> 1 & 1 and not had_monastery(s, t, p, 1):
        _check_towns(s, t, p, key)


def _check_towns(s: Any, t: Any, p: int, key: str) -> None:
    for h, tile in enumerate(tiles_on(s, p)):
        if not tile or COLOUR_OF[tile] != BUILDING:
            continue
        put_tile_on(s, p, h, 0)
        twice = int(towns_with(t, s, p, tile)) & int(BIT[h])
        put_tile_on(s, p, h, tile)
        if twice:
            raise PositionError(f"{key}.h{h + 1}: a second {TILES[tile]} in this town, without monastery 1 (m1)")


def _check_turn(config: GameConfig, s: Any, p: int) -> None:
    """Seats play one after another: those before the active one are done, those after it have not begun."""
    used = s.used[p].tolist()
    place = s.order.tolist()[: config.seats].index(p)
    key = f"players[{p}].used"
    if s.stage < STAGE_TURN:
        if any(used) or s.bought[p] or s.recruited[p]:
            raise PositionError(f"{key}: no die is used and nothing bought before the first round")
    elif s.stage in (STAGE_OVER, STAGE_PHASE_END) or place < s.turn:
        if not all(used) and not is_won(config, s):
            raise PositionError(f"{key}: both must be true, as seat {p} has had its turn")
    elif place > s.turn and (any(used) or s.bought[p] or s.recruited[p]):
        raise PositionError(f"{key}: seat {p} has not had its turn, so nothing is used, bought or recruited")


def is_won(config: GameConfig, s: Any) -> bool:
    """Whether a solo game is won: all hexes are covered, which ends it at once."""
    return config.solo and int(s.occupied[0]).bit_count() == HEXES


def _check_bonus_tiles(config: GameConfig, s: Any) -> None:
    played, whom = bonus_kinds(config), "team" if config.teams else "seat"
    for p in range(config.parties):
        if int(s.bonus[p]) >> (2 * len(played)):
            raise PositionError(
                f"{owner_key(config, p)}.bonus: this game has bonus tiles for {', '.join(played) or 'nothing'}"
            )
    for colour, name in enumerate(played):
        left = int(s.bonus_left[colour])
        for small in (0, 1):
            tile = BONUS_NAMES[2 * colour + small]
            holders = [p for p in range(config.parties) if int(s.bonus[p]) >> (2 * colour + small) & 1]
            gone = left < 2 - small
            if len(holders) > 1:
                raise PositionError(
                    f"{owner_key(config, holders[1])}.bonus: {tile} is held by {whom} {holders[0]} already"
                )
            if bool(holders) != gone:
                where = "is held by nobody" if gone else f"is held by {whom} {holders[0]}"
                raise PositionError(f"bonus_tiles.{name}: says {left} are left, but {tile} {where}")
        both = [p for p in range(config.parties) if int(s.bonus[p]) >> (2 * colour) & 3 == 3]
        if both:
            raise PositionError(
                f"{owner_key(config, both[0])}.bonus: both {name} tiles; a {whom} gets one for each colour"
            )


def _check_goods(config: GameConfig, s: Any, t: Any) -> None:
    for p in range(config.owners):
        types = int(np.count_nonzero(s.goods[p]))
        if types > STORAGE and not t.solo:
            raise PositionError(f"{owner_key(config, p)}.goods: has {types} types; {STORAGE} fit")
    at = At(config, s, t)
    in_view, to_come = goods_in_view(at), at.goods_to_come
    counts = in_view + s.pile
    for goods in range(GOODS):
        if counts[goods] > t.goods_per_type:
            raise PositionError(
                f"goods: {counts[goods]} tiles of type {goods + 1} in stores, depots, round_goods and hidden.goods; "
                f"there are {t.goods_per_type}"
            )
    room = GOODS * int(t.goods_per_type) - to_come
    if in_view.sum() > room:
        raise PositionError(
            f"goods: {in_view.sum()} tiles in stores, depots and round_goods; with {to_come} face down for the "
            f"phases to come there can be {room}"
        )


def visible_tiles(config: GameConfig, s: Any, t: Any) -> np.ndarray:
    """How many tiles of each name lie in duchies and storages, or are on their way to one; the Châteauma's too."""
    at = At(config, s, t)
    counts: np.ndarray = tiles_of_seats(at) + np.bincount(coming_tiles(at), minlength=TILE_COUNT)
    return counts


def _check_tiles(config: GameConfig, s: Any, t: Any) -> None:
    """No more tiles of a name than were printed: in all, with a coloured back, and with a black one."""
    at = At(config, s, t)
    elsewhere = visible_tiles(config, s, t)
    coloured = np.bincount(s.depot.ravel(), minlength=TILE_COUNT) + s.supply
    black = np.bincount(s.black_depot, minlength=TILE_COUNT) + s.black_supply
    elsewhere[CASTLE_TILE] += s.set_aside
    for tile in range(1, TILE_COUNT):
        if at.any_colour(tile):
            continue
        name, printed, printed_black = TILES[tile], int(t.supply[tile]), int(t.black_supply[tile])
        if coloured[tile] > printed:
            raise PositionError(
                f"depots: {coloured[tile]} {name} tiles in numbered depots and hidden.supply; there are {printed}"
            )
        if black[tile] > printed_black:
            raise PositionError(
                f"black_depot: {black[tile]} {name} tiles there and in hidden.black; {printed_black} are black-backed"
            )
        total = int(elsewhere[tile] + coloured[tile] + black[tile])
        if total > printed + printed_black:
            there = "there is one" if printed + printed_black == 1 else f"there are {printed + printed_black}"
            where = "players" if elsewhere[tile] else "depots"
            raise PositionError(f"{where}: {total} {name} tiles in the whole position; {there}")


def _check_stage(config: GameConfig, s: Any) -> None:
    if s.stage == STAGE_OVER:
        if is_won(config, s):
            return
        if s.phase != PHASES - 1 or s.round_number != ROUNDS - 1:
            raise PositionError("stage: a game is over after phase E, round 5")
        return
    if is_won(config, s):
        raise PositionError("stage: all hexes are covered, so the game is won and over")
    of = next((module for module in MODULES if STAGES[s.stage] in module.stages), None)
    if of is not None and of.key not in config.modules:
        raise PositionError(f"stage: {STAGES[s.stage]} comes with module {of.key}, which is not played")
    if s.stage >= STAGE_TURN:
        return
    if s.phase or s.round_number:
        raise PositionError("stage: before the first round it is phase A, round 1")
    if s.stage == STAGE_SIDES and not config.chooses_sides:
        raise PositionError("stage: sides are chosen only where config.duchies is 'sides'")
    if s.depot.any() or s.depot_goods.any():
        raise PositionError("depots: are empty before the first round")
    for p in s.order.tolist()[: config.teams] or range(config.players):
        _check_start(config, s, p)


def _check_start(config: GameConfig, s: Any, p: int) -> None:
    """Of a seat that puts down a start castle: in the team game the first of each team does."""
    key = owner_key(config, p)
    done = s.order.tolist()[: config.seats].index(p) < s.turn
    placed = [h for h, tile in enumerate(tiles_on(s, p)) if tile]
    if s.stage == STAGE_START and done:
        if len(placed) != 1 or COLOUR_OF[tile_on(s, p, placed[0])] != CASTLE:
            raise PositionError(f"{key}.placed: seat {p} has put down its start castle and nothing else")
    elif placed:
        raise PositionError(f"{key}.placed: seat {p} has nothing in its duchy yet")
    if s.stage == STAGE_SIDES and not done and s.duchy[p] % 2 == 0:
        raise PositionError(f"{key}.duchy: a board whose side is still to be chosen is written as its odd side")
    if s.storage[p].any() or s.team_storage[p].any() or s.sold[p].any() or s.bonus[p]:
        raise PositionError(f"{key}: nothing is stored, sold or won before the first round")


def _check_pending(s: Any, t: Any, modules: tuple[Module, ...]) -> None:
    if s.depth and s.stage not in (STAGE_TURN, STAGE_PHASE_END):
        raise PositionError("pending: decisions are pending in stage turn only")
    for i in range(int(s.depth)):
        kind, a, b = s.pending[i].tolist()
        key = f"pending[{i}]"
        home = owner("pending", PENDING[kind].kind, "kind")
        if home not in modules:
            raise PositionError(f"{key}: {PENDING[kind].kind}, but module {home.key} is not played")
        if a > DOUBLE and not t.vineyards:
            raise PositionError(f"{key}: a double tile, but module vineyards is not played")
        if PENDING[kind].waits and i == s.depth - 1:
            raise PositionError(
                f"{key}: {PENDING[kind].kind} waits below a decision; on top it would have been carried out"
            )
        asked = kind == P_SET and i == s.depth - 2 and s.pending[i + 1, 0] == P_PLANT
        if not PENDING[kind].any and i != s.depth - 1 and not asked:
            raise PositionError(f"{key}: {PENDING[kind].kind} must be decided at once, so it is the last entry")
        if kind == P_PICK:
            _check_pick(s, t, i, a, b)
        elif kind == P_DISCARD:
            _check_full(s, t, key, a)
        elif kind == P_KEEP:
            _check_keep(s, key, a)


def _check_full(s: Any, t: Any, key: str, tile: int) -> None:
    p = int(s.active)
    filled = int(s.stored[p]) + 2 * int(s.doubled[p]) + int(s.team_stored[p])
    room = 2 * SPACES if t.teams else STORAGE
    if filled < room if t.teams else has_room(s, p, tile):
        raise PositionError(f"{key}: discard, but storage has room ({filled} of {room})")


def _check_pick(s: Any, t: Any, i: int, h: int, channel: int) -> None:
    p = int(s.active)
    if channel == FREE:
        if i == 0 or not PENDING[s.pending[i - 1, 0]].places:
            raise PositionError(f"pending[{i}].by: free, but the entry before it lets nobody place a tile")
    elif i or s.used[p, channel]:
        raise PositionError(f"pending[{i}].by: that die is used, or an effect is pending")
    names = tiles_for(t, s, p, channel, h, np.zeros(TILE_COUNT, np.int16))
    if names < 2:
        raise PositionError(f"pending[{i}].hex: {names} stored tiles can go to h{h + 1}; a pick needs two names")


def _check_keep(s: Any, key: str, depot: int) -> None:
    held = s.goods[s.active] > 0
    new = int(((s.depot_goods[depot] > 0) & ~held).sum())
    if (room := STORAGE - int(held.sum())) <= 0 or new <= room:
        raise PositionError(
            f"{key}: {new} new types in depot {depot + 1}, room for {room}: there is nothing to choose"
        )
