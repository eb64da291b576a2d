"""A game as text: `burgundy-position/1` documents and chance events, written from the state.

What FEN is to chess. `positions` reads the same format back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..config import GameConfig
from ..engine.actions import STRINGS
from ..engine.layout import (
    BONUS_NAMES,
    BONUS_TILES,
    CARDS,
    CHANCE_KINDS,
    CHANNELS,
    COLOUR_END,
    COLOUR_FIRST,
    COLOUR_OF,
    COLOURS,
    DEPOTS,
    E_ACTION,
    E_BLACK_TILE,
    E_CHATEAUMA_DIE,
    E_COUNTY_CARD,
    E_DEPOT_TILE,
    E_DIE,
    E_DUCHY,
    E_FIRST_PLAYER,
    E_JOKER_TILE,
    E_PILE_GOODS,
    E_PRESET_TILE,
    E_ROUND_GOODS,
    E_START_GOODS,
    E_WHITE_DIE,
    FACE_DOWN,
    LEFT,
    PENDING_KINDS,
    RIGHT,
    STAGE_OVER,
    STAGES,
    STEP_0,
    TILES,
    TRACK_SPACES,
    UNSEEN,
)
from ..engine.rules.castle_rule import RETRIEVE_TO_STORAGE
from ..engine.rules.trade_routes import E_ROUTE
from ..modules.solo import AFTER_STEPS
from ..modules.trade_routes import ROUTE_TILES
from ..telling.tape import step_in_words

POSITION_FORMAT = "burgundy-position/1"
PHASE_LETTERS = "ABCDE"

# How many numbers of an event's tape row belong to `where`.
_WHERE = {
    E_FIRST_PLAYER: 0, E_DUCHY: 1, E_PILE_GOODS: 1, E_START_GOODS: 2, E_DEPOT_TILE: 2, E_BLACK_TILE: 1,
    E_ROUND_GOODS: 1, E_DIE: 2, E_WHITE_DIE: 0, E_COUNTY_CARD: 1, E_JOKER_TILE: 2, E_PRESET_TILE: 2,
    E_CHATEAUMA_DIE: 0, E_ROUTE: 2,
}  # fmt: skip
_TILE_EVENTS = (E_DEPOT_TILE, E_BLACK_TILE, E_JOKER_TILE, E_PRESET_TILE)
# Where the first of them is a name: a colour, or a side of the Châteauma's cards.
_NAMED = {E_JOKER_TILE: COLOURS, E_PRESET_TILE: COLOURS, E_COUNTY_CARD: ("left", "right")}
_GOODS_EVENTS = (E_PILE_GOODS, E_START_GOODS, E_ROUND_GOODS)


def position(config: GameConfig, s: Any, t: Any) -> dict[str, Any]:
    """The position of one game, `s` and `t` its state and tables records, as a JSON document."""
    begun = s.stage >= STAGES.index("turn")
    order, standing, track = s.order.tolist(), s.standing.tolist(), s.track.tolist()
    document: dict[str, Any] = {
        "format": POSITION_FORMAT,
        "config": config.to_dict(),
        "phase": PHASE_LETTERS[s.phase],
        "round": int(s.round_number) + 1,
        "order": order[: config.seats],
        "active": None if s.stage == STAGE_OVER else int(s.active),
        "stage": STAGES[s.stage],
        "white_die": int(s.white_die) if begun else None,
        "track": [[p for p in standing[: config.seats] if track[p] == i] for i in range(TRACK_SPACES)],
        "depots": {str(depot + 1): _depot(s, depot) for depot in range(DEPOTS)},
        "black_depot": [TILES[tile] for tile in s.black_depot.tolist()[: t.black_slots]] if begun else [],
        "round_goods": [goods for goods in s.round_goods.tolist() if goods],
        "bonus_tiles": {c: left for c, left in zip(BONUS_TILES, s.bonus_left.tolist(), strict=True) if left},
        **({"inns": int(s.inn_stack)} if t.inns else {}),
        **({"set_aside": int(s.set_aside)} if t.retrieval == RETRIEVE_TO_STORAGE else {}),
        "players": [_player(s, t, p, begun) for p in range(config.players)],
        "pending": [_pending(entry) for entry in s.pending.tolist()[: s.depth]],
        "hidden": _hidden(s),
    }
    if config.solo:
        del document["track"], document["bonus_tiles"]
    if config.chateauma:
        document["chateauma"] = _chateauma(s, t, config.players)
        document["hidden"]["deck"] = _cards(s.deck)
    return document


def _depot(s: Any, depot: int) -> dict[str, Any]:
    return {
        "tiles": [TILES[tile] for tile in s.depot[depot].tolist()],
        "goods": _goods(s.depot_goods[depot]),
    }


def _goods(counts: Any) -> dict[str, int]:
    return {str(goods): count for goods, count in enumerate(counts.tolist(), 1) if count}


def _player(s: Any, t: Any, p: int, begun: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "vp": int(s.vp[p]),
        "dice": s.dice[p].tolist() if begun else [],
        "used": [bool(used) for used in s.used[p].tolist()],
        "bought": bool(s.bought[p]),
        "recruited": bool(s.recruited[p]),
        "workers": int(s.workers[p]),
        "silver": int(s.silver[p]),
        "goods": _goods(s.goods[p]),
        "sold": _goods(s.sold[p]),
        "storage": sorted(str(TILES[tile]) for tile in s.storage[p].tolist() if tile),
        "duchy": int(s.duchy[p]),
        "placed": {f"h{h}": TILES[tile] for h, tile in enumerate(s.tiles[p].tolist(), 1) if tile},
        "bonus": _bonus(s, p),
    }
    if t.routes:
        document["route"] = [tile for tile in s.route[p].tolist() if tile]
        document["route_goods"] = s.route_goods[p].tolist()[: s.route_laid[p]]
    if t.routes_chosen:
        document["route_hand"] = [tile for tile in range(ROUTE_TILES) if int(s.route_hand[p]) >> tile & 1]
    if t.solo:
        document["target"] = int(s.target)
    return document


def _chateauma(s: Any, t: Any, c: int) -> dict[str, Any]:
    held = s.held.tolist()[: s.held_count]
    inventory: dict[str, list[str]] = {}
    for tile in reversed([tile for tile in held if tile < FACE_DOWN]):
        inventory.setdefault(COLOURS[COLOUR_OF[tile]], []).append(str(TILES[tile]))
    duchy: dict[str, list[str]] = {}
    for tile in s.settled.tolist()[: s.settled_count]:
        colour = tile - UNSEEN if tile >= UNSEEN else COLOUR_OF[tile]
        duchy.setdefault(COLOURS[colour], []).append("black" if tile >= UNSEEN else str(TILES[tile]))
    return {
        "vp": int(s.vp[c]),
        "silver": int(s.silver[c]),
        "die": int(s.chateauma_die) or None,
        "goods": _goods(s.goods[c]),
        "sold": _goods(s.sold[c]),
        "cards": [_card(s, t, card) for card in (LEFT, RIGHT)],
        "inventory": inventory,
        "jokers": [TILES[tile - FACE_DOWN] for tile in reversed(held) if tile >= FACE_DOWN],
        "duchy": duchy,
        "bonus": _bonus(s, c),
        **({"posts": int(s.posts)} if t.border_posts else {}),
        "discard": _cards(s.card_discard),
    }


def _card(s: Any, t: Any, card: int) -> dict[str, Any]:
    tiles = s.card_tiles[card].tolist()[: t.card_size[s.card[card]]]
    names = [f"black:{TILES[tile - FACE_DOWN]}" if tile >= FACE_DOWN else TILES[tile] for tile in tiles]
    return {"id": int(s.card[card]), "tiles": names}


def _cards(bits: Any) -> list[int]:
    return [card for card in range(CARDS) if int(bits) >> card & 1]


def _bonus(s: Any, p: int) -> list[str]:
    return sorted(name for i, name in enumerate(BONUS_NAMES) if int(s.bonus[p]) >> i & 1)


def _pending(entry: list[int]) -> dict[str, Any]:
    kind, a, b = PENDING_KINDS[entry[0]], entry[1], entry[2]
    document: dict[str, Any] = {"kind": kind}
    if kind == "ship2":
        document["near"] = a + 1
    elif kind == "keep":
        document["depot"] = a + 1
    elif kind == "take":
        document["colours"] = [colour for i, colour in enumerate(COLOURS) if a >> i & 1]
    elif kind == "pick":
        document["hex"], document["by"] = f"h{a + 1}", CHANNELS[b]
    elif kind == "discard":
        document["for"] = TILES[a]
    elif kind == "pay":
        document["left"] = a
    elif kind == "after":
        document["hex"] = f"h{a + 1}"
        document["steps"] = [step for i, step in enumerate(AFTER_STEPS) if b >> i & 1]
    return document


def _hidden(s: Any) -> dict[str, Any]:
    supply, black = s.supply.tolist(), s.black_supply.tolist()
    return {
        "supply": {
            colour: {str(TILES[tile]): supply[tile] for tile in range(first, end) if supply[tile]}
            for colour, first, end in zip(COLOURS, COLOUR_FIRST.tolist(), COLOUR_END.tolist(), strict=True)
        },
        "black": {str(TILES[tile]): count for tile, count in enumerate(black) if count},
        "goods": _goods(s.pile),
    }


def event(row: list[int]) -> dict[str, Any]:
    """A row of the tape as an event: an action of a seat, chance, or a step of the Châteauma in words."""
    kind, a, b, result, _ = row
    if kind == E_ACTION:
        return {"seat": a, "action": STRINGS[result]}
    if kind >= STEP_0:
        return {"chateauma": step_in_words(row)}
    value: Any = result
    if kind in _TILE_EVENTS:
        value = TILES[result]
    elif kind in _GOODS_EVENTS:
        value = result + 1
    where: list[Any] = [a, b][: _WHERE[kind]]
    if kind in _NAMED:
        where[0] = _NAMED[kind][a]
    return {"chance": CHANCE_KINDS[kind], "where": where, "result": value}


def tape_row(document: Mapping[str, Any]) -> list[int]:
    """The tape row of a chance event; ValueError, with a sentence, if there is no such event."""
    if not isinstance(document, Mapping):
        raise ValueError(f"an event is an object with chance, where and result, not {document!r}")
    name, where, result = document.get("chance"), document.get("where"), document.get("result")
    if name not in CHANCE_KINDS[1:]:
        raise ValueError(f"chance: {name!r} is no kind of chance; there are {', '.join(CHANCE_KINDS[1:])}")
    kind = CHANCE_KINDS.index(name)
    if kind in _NAMED and isinstance(where, list) and where[:1] and where[0] in _NAMED[kind]:
        where = [_NAMED[kind].index(where[0]), *where[1:]]
    elif kind in _NAMED:
        raise ValueError(f"where: {name} happens at one of {', '.join(_NAMED[kind])}, not {where!r}")
    numbers = isinstance(where, list) and all(type(x) is int and 0 <= x <= 99 for x in where)
    if not isinstance(where, list) or not numbers or len(where) != _WHERE[kind]:
        raise ValueError(f"where: {name} happens at a list of {_WHERE[kind]} numbers, not {where!r}")
    if kind in _TILE_EVENTS:
        if result not in TILES[1:]:
            raise ValueError(f"result: {result!r} is no tile")
        value = TILES.index(result)
    else:
        if type(result) is not int or not 0 <= result <= 99:
            raise ValueError(f"result: {name} gives a small number, not {result!r}")
        value = result - 1 if kind in _GOODS_EVENTS else result
    a, b = [*where, 0, 0][:2]
    return [kind, a, b, value]
