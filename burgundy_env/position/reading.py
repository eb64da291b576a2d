"""Reading a `burgundy-position/1` document into a state: every key checked, every refusal a sentence.

A document is accepted when the components of the game can lie so on the table. This file reads what
stands at each key; `position_checks` then asks whether it all fits together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..config import ConfigError, GameConfig
from ..data import Data
from ..data.cursor import Node
from ..engine.layout import (
    BONUS_NAMES,
    BONUS_TILES,
    CASTLE_TILE,
    CHANNELS,
    COLOUR_END,
    COLOUR_FIRST,
    COLOUR_OF,
    COLOURS,
    DEPOTS,
    FROM_EARLIER,
    GOODS,
    HEXES,
    LEFT,
    MONASTERY,
    MONASTERY_0,
    PENDING_DEPTH,
    PENDING_KINDS,
    PHASES,
    RIGHT,
    ROUNDS,
    SLOTS,
    STAGES,
    STATE,
    STORAGE,
    TILE_IDS,
    TILES,
    TRACK_SPACES,
)
from ..engine.rules.castle_rule import RETRIEVE_TO_STORAGE
from ..engine.rules.inns import INN_TILE
from ..engine.rules.solo import BLACK_TILE
from ..engine.tables import tables_for
from ..modules.solo import AFTER_STEPS, SMALLEST_TARGET, SOLO, SWAP_PRICE
from ..modules.trade_routes import ROUTE_SPACES, ROUTE_TILES
from .chateauma import read_cards, read_chateauma
from .writing import PHASE_LETTERS, POSITION_FORMAT

MOST = 9999  # more victory points, workers or silver than any game can bring
MOST_PENDING = PENDING_DEPTH - 10  # a decision may put others on top: a sale brings up to seven bonuses
_KEYS = (
    "format", "config", "phase", "round", "order", "active", "stage", "white_die", "track", "depots", "black_depot",
    "round_goods", "bonus_tiles", "players", "pending",
)  # fmt: skip
_PLAYER_KEYS = (
    "vp", "dice", "used", "bought", "recruited", "workers", "silver", "goods", "sold", "storage", "duchy", "placed",
    "bonus",
)  # fmt: skip
_GOODS_NAMES = tuple(str(goods) for goods in range(1, GOODS + 1))
_ROUTE_KEYS = ("route", "route_goods")
_EFFECT = 1 << AFTER_STEPS.index("effect")
_ARGUMENTS = {
    "ship2": ("near",),
    "keep": ("depot",),
    "take": ("colours",),
    "pick": ("hex", "by"),
    "discard": ("for",),
    "pay": ("left",),
    "after": ("hex", "steps"),
}


class PositionError(ValueError):
    """A document is no position of the game; the message names the key and says what would be right."""


class Key(Node):
    """A value of a position document that knows its key."""

    __slots__ = ()

    def error(self, problem: str) -> PositionError:
        """The refusal of this value."""
        return PositionError(f"{self.path or 'position'}: {problem}")

    def record(self, required: Any, optional: Any = ()) -> dict[str, Key]:
        """The object's values; all required keys present, no unknown ones (not even a note)."""
        found = self.mapping()
        for key in found:
            if key not in required and key not in optional:
                raise self.error(f"unknown key {key!r}; the keys here are {', '.join([*required, *optional])}")
        for key in required:
            if key not in found:
                raise self.error(f"key {key!r} is missing; needed are {', '.join(required)}")
        return found


def read(document: Any, data: Data) -> tuple[GameConfig, np.ndarray, bool]:
    """The config and the state of a document, and whether its hidden part was there."""
    try:
        return _read(document, data)
    except RecursionError:
        raise PositionError("position: nested too deeply to be one") from None


def _read(document: Any, data: Data) -> tuple[GameConfig, np.ndarray, bool]:
    whole = Key("position", "", document)
    parts = whole.mapping()
    for key in ("format", "config"):
        if key not in parts:
            raise whole.error(f"key {key!r} is missing")
    parts["format"].choice([POSITION_FORMAT])
    config = _config(parts["config"], data)
    state = np.zeros(1, STATE)
    s, t = state[0], tables_for(config, data)[0]
    top = whole.record(_top_keys(config, t), ("hidden",))
    s.stage = STAGES.index(top["stage"].choice(STAGES))
    s.phase = PHASE_LETTERS.index(top["phase"].choice(PHASE_LETTERS))
    s.round_number = top["round"].integer(1, ROUNDS) - 1
    begun = s.stage >= STAGES.index("turn")
    if begun:
        s.white_die = top["white_die"].integer(1, 6)
    elif top["white_die"].value is not None:
        raise top["white_die"].wrong(f"null in stage {STAGES[s.stage]}")
    _read_order(top, s, config)
    _read_table(top, s, t, begun)
    _read_modules(top, s, t)
    players = top["players"].elements(config.players, config.players)
    for p, player in enumerate(players):
        _read_player(player, s, t, p, begun)
    if config.chateauma:
        read_chateauma(top["chateauma"], s, t, MOST)
        s.source[config.players, FROM_EARLIER] = s.vp[config.players]
    if "hidden" in top:
        _read_hidden(top["hidden"], s, t)
    elif config.chateauma:
        s.deck = int(t.deck) & ~(int(s.card_discard) | 1 << int(s.card[LEFT]) | 1 << int(s.card[RIGHT]))
    entries = top["pending"].elements(0, MOST_PENDING)
    for i, entry in enumerate(entries):
        s.pending[i] = _read_pending(entry)
        _wait_for_effect(s, i)
    s.depth = len(entries)
    return config, state, "hidden" in top


def _top_keys(config: GameConfig, t: Any) -> list[str]:
    """The keys that a position of this config has, `hidden` apart."""
    keys = [key for key in _KEYS if not (config.solo and key in ("track", "bonus_tiles"))]
    keys += ["inns"] if t.inns else []
    keys += ["set_aside"] if t.retrieval == RETRIEVE_TO_STORAGE else []
    return keys + (["chateauma"] if config.chateauma else [])


def _config(node: Key, data: Data) -> GameConfig:
    if not isinstance(node.value, dict):
        raise node.wrong("an object with the keys of a config")
    try:
        config = GameConfig.of(node.value)
    except ConfigError as error:
        raise PositionError(f"config.{error}" if ":" in str(error) else f"config: {error}") from None
    own = None if data.directory is None else data.hash
    if config.data != own:
        raise PositionError(
            f"config.data: the position was made with component data {config.data or 'of the package'}, "
            f"but {own or 'those of the package'} are in use; give the same data directory"
        )
    return config


def _read_order(top: dict[str, Key], s: Any, config: GameConfig) -> None:
    seats = config.seats
    order = top["order"].integers(0, seats - 1, seats)
    if len(set(order)) != seats:
        raise top["order"].wrong(f"a list of the seats 0 to {seats - 1}, each once")
    s.order[:seats] = s.standing[:seats] = order
    if STAGES[s.stage] == "over":
        if top["active"].value is not None:
            raise top["active"].wrong("null when the game is over")
        s.active = -1
        s.turn = seats
    else:
        s.active = top["active"].integer(0, config.players - 1)
        s.turn = order.index(s.active)
    if not config.solo:
        _read_track(top, s, seats)


def _read_track(top: dict[str, Key], s: Any, seats: int) -> None:
    standing: list[int] = []
    spaces = top["track"].elements(TRACK_SPACES, TRACK_SPACES)
    for i in reversed(range(TRACK_SPACES)):
        for p in spaces[i].integers(0, seats - 1):
            if p in standing:
                raise spaces[i].error(f"the marker of seat {p} is on the track twice")
            standing.append(p)
            s.track[p] = i
    if len(standing) != seats:
        raise top["track"].error(f"has {len(standing)} markers; must have one of each of the {seats} seats")
    s.standing[:seats] = standing


def _read_table(top: dict[str, Key], s: Any, t: Any, begun: bool) -> None:
    depots = top["depots"].record([str(depot) for depot in range(1, DEPOTS + 1)])
    for depot in range(DEPOTS):
        node = depots[str(depot + 1)].record(("tiles", "goods"))
        for slot, entry in enumerate(node["tiles"].elements(SLOTS, SLOTS)):
            s.depot[depot, slot] = _slot(entry, int(t.slot_colour[s.phase, depot, slot]))
        s.depot_goods[depot] = _goods(node["goods"])
    slots = int(t.black_slots) if begun else 0
    for slot, entry in enumerate(top["black_depot"].elements(slots, slots)):
        if entry.value is not None:
            s.black_depot[slot] = _tile(entry, "black-depot tile or null", t.black_supply)
    to_come = ROUNDS - 1 - int(s.round_number) if begun else 0
    laid_out = int(s.round_number) + 1
    goods = top["round_goods"].integers(1, GOODS, to_come)
    s.round_goods[laid_out : laid_out + to_come] = goods
    if not t.solo:
        which = BONUS_TILES if t.border_posts else COLOURS
        for name, left in top["bonus_tiles"].record((), which).items():
            s.bonus_left[BONUS_TILES.index(name)] = left.integer(0, 2)


def _read_modules(top: dict[str, Key], s: Any, t: Any) -> None:
    phases = int(s.phase) + (STAGES[s.stage] in ("turn", "over"))
    if t.inns:
        s.inn_stack = top["inns"].integer(0, phases)  # one comes in each phase
    if t.retrieval == RETRIEVE_TO_STORAGE:
        s.set_aside = top["set_aside"].integer(0, int(t.supply[CASTLE_TILE] + t.black_supply[CASTLE_TILE]))


def _slot(node: Key, colour: int) -> int:
    if node.value is None:
        return 0
    if colour < 0:
        raise node.wrong("null: this slot is not in use with so few seats")
    tile = _tile(node, f"{COLOURS[colour]} tile or null")
    if COLOUR_OF[tile] != colour:
        raise node.wrong(f"a {COLOURS[colour]} tile or null")
    return tile


def _tile(node: Key, wanted: str, printed: Any = None) -> int:
    name = node.value
    if not isinstance(name, str) or name not in TILE_IDS or (printed is not None and printed[TILE_IDS[name]] == 0):
        raise node.wrong(f"a {wanted}" if wanted else "the name of a tile")
    return TILE_IDS[name]


def _goods(node: Key) -> list[int]:
    counts = [0] * GOODS
    for goods, count in node.record((), _GOODS_NAMES).items():
        counts[int(goods) - 1] = count.integer(0, 42)
    return counts


def _read_player(node: Key, s: Any, t: Any, p: int, begun: bool) -> None:
    keys = node.record(
        (*_PLAYER_KEYS, *(_ROUTE_KEYS if t.routes else ()), *(("target",) if t.solo else ())),
        ("route_hand",) if t.routes_chosen else (),
    )
    s.vp[p] = keys["vp"].integer(0, MOST)
    s.source[p, FROM_EARLIER] = s.vp[p]
    s.workers[p] = keys["workers"].integer(0, MOST)
    s.silver[p] = keys["silver"].integer(0, MOST)
    s.dice[p, : 2 * begun] = keys["dice"].integers(1, 6, 2 * begun)
    s.used[p] = [flag.flag() for flag in keys["used"].elements(2, 2)]
    s.bought[p] = keys["bought"].flag()
    s.recruited[p] = keys["recruited"].flag()
    s.goods[p] = _goods(keys["goods"])
    s.sold[p] = _goods(keys["sold"])
    if np.count_nonzero(s.goods[p]) > STORAGE and not t.solo:
        raise keys["goods"].error(f"has {np.count_nonzero(s.goods[p])} types; {STORAGE} fit")
    stored = sorted(_tile(tile, "stored tile") for tile in keys["storage"].elements(0, STORAGE))
    s.storage[p, : len(stored)] = stored
    s.stored[p] = len(stored)
    s.duchy[p] = _duchy(keys["duchy"])
    for name, tile in keys["placed"].mapping().items():
        _read_placed(keys["placed"], name, tile, s, t, p)
    for entry in keys["bonus"].elements():
        bit = 1 << BONUS_NAMES.index(entry.choice(BONUS_NAMES))
        if int(s.bonus[p]) & bit:
            raise entry.error(f"{entry.value} is held twice")
        s.bonus[p] |= bit
    if t.routes:
        _read_route(keys, s, t, p)
    if t.solo:
        s.target = keys["target"].integer(SMALLEST_TARGET, MOST)


def _duchy(node: Key) -> int:
    return node.integer(1, max(SOLO.boards))


def _read_route(keys: dict[str, Key], s: Any, t: Any, p: int) -> None:
    """The row of trade routes, the goods laid on it, and tiles still in the owner's hand."""
    row = keys["route"].integers(1, ROUTE_TILES - 1)
    hand = keys["route_hand"].integers(1, ROUTE_TILES - 1) if "route_hand" in keys else []
    choosing = STAGES[s.stage] in ("sides", "routes")
    if len(row) + len(hand) != t.routes or (hand and not choosing):
        where = "in route and route_hand" if choosing else "in route"
        raise keys["route"].error(f"has {len(row)} tiles; with so many seats there are {int(t.routes)} {where}")
    s.route[p, : len(row)] = row
    for tile in hand:
        s.route_hand[p] |= 1 << tile
    goods = keys["route_goods"].integers(1, GOODS)
    if len(goods) > ROUTE_SPACES * len(row):
        raise keys["route_goods"].error(f"{len(goods)} goods on {ROUTE_SPACES * len(row)} spaces")
    s.route_goods[p, : len(goods)] = goods
    s.route_laid[p] = len(goods)


def _read_placed(placed: Key, name: str, node: Key, s: Any, t: Any, p: int) -> None:
    h = _hex(placed.child(name, name))
    tile = _tile(node, "tile")
    colour = int(t.colour[s.duchy[p], h])
    if tile == INN_TILE and t.inns:
        s.inns[p] |= np.int64(1 << h)
    elif tile != BLACK_TILE or not t.solo:
        _check_colour(node, name, s, p, tile, colour)
    s.tiles[p, h] = tile
    s.occupied[p] |= np.int64(1 << h)
    s.reach[p] |= t.neighbours[s.duchy[p], h]
    if COLOUR_OF[tile] == MONASTERY:
        s.monasteries[p] |= 1 << (tile - MONASTERY_0)


def _check_colour(node: Key, name: str, s: Any, p: int, tile: int, colour: int) -> None:
    if COLOUR_OF[tile] != colour:
        raise node.wrong(f"a {COLOURS[colour]} tile, as {name} of duchy {s.duchy[p]} is a {COLOURS[colour]} hex")


def _hex(node: Key) -> int:
    name = node.value
    if isinstance(name, str) and name[:1] == "h" and name[1:].isascii() and name[1:].isdigit():
        h = int(name[1:])
        if 1 <= h <= HEXES and name == f"h{h}":
            return h - 1
    raise node.wrong(f"a hex, h1 to h{HEXES}")


def _read_hidden(node: Key, s: Any, t: Any) -> None:
    hidden = node.record(("supply", "black", "goods", *(("deck",) if t.chateauma >= 0 else ())))
    if "deck" in hidden:
        s.deck = read_cards(hidden["deck"], t)
    for colour, group in hidden["supply"].record((), COLOURS).items():
        index = COLOURS.index(colour)
        names = [str(TILES[tile]) for tile in range(COLOUR_FIRST[index], COLOUR_END[index])]
        for name, count in group.record((), names).items():
            s.supply[TILE_IDS[name]] = count.integer(0, 99)
    for name, count in hidden["black"].record((), tuple(TILE_IDS)).items():
        s.black_supply[TILE_IDS[name]] = count.integer(0, 99)
    s.pile[:] = _goods(hidden["goods"])
    if s.pile.sum() != (needed := goods_to_come(s)):
        raise hidden["goods"].error(f"has {s.pile.sum()} tiles; must have {needed}, {ROUNDS} for each phase to come")
    castles, needed = int(s.supply[CASTLE_TILE]), int(t.players) - int(np.count_nonzero(s.occupied))
    if STAGES[s.stage] in ("sides", "routes", "start") and castles < needed:
        raise hidden["supply"].error(f"has {castles} castle; {needed} start castles are still to be put down")


def goods_to_come(s: Any) -> int:
    """How many goods tiles lie face down for the phases to come."""
    return ROUNDS * (PHASES - (int(s.phase) + 1 if s.stage >= STAGES.index("turn") else 0))


def _read_pending(node: Key) -> tuple[int, int, int]:
    kind = node.child("kind", node.mapping().get("kind", Key("", "", None)).value).choice(PENDING_KINDS)
    keys = node.record(("kind", *_ARGUMENTS.get(kind, ())))
    a, b = 0, 0
    if kind == "ship2":
        a = keys["near"].integer(1, DEPOTS) - 1
    elif kind == "keep":
        a = keys["depot"].integer(1, DEPOTS) - 1
    elif kind == "take":
        for colour in keys["colours"].elements(1, len(COLOURS)):
            a |= 1 << COLOURS.index(colour.choice(COLOURS))
    elif kind == "pick":
        a, b = _hex(keys["hex"]), CHANNELS.index(keys["by"].choice(CHANNELS))
    elif kind == "discard":
        a = _tile(keys["for"], "tile that comes to storage")
    elif kind == "pay":
        a = keys["left"].integer(1, SWAP_PRICE)
    elif kind == "after":
        a = _hex(keys["hex"])
        for step in keys["steps"].elements(1, len(AFTER_STEPS)):
            b |= 1 << AFTER_STEPS.index(step.choice(AFTER_STEPS))
    return PENDING_KINDS.index(kind), a, b


def _wait_for_effect(s: Any, i: int) -> None:
    """A monastery whose effect is one of the steps still to come is not in force yet."""
    kind, h, steps = s.pending[i].tolist()
    if PENDING_KINDS[kind] == "after" and steps & _EFFECT and COLOUR_OF[tile := int(s.tiles[0, h])] == MONASTERY:
        s.monasteries[0] &= ~(1 << (tile - MONASTERY_0))


assert len(PHASE_LETTERS) == PHASES
