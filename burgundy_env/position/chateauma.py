"""Reading the `chateauma` part of a position, and asking whether it fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.layout import (
    BONUS_NAMES,
    CARDS,
    COLOUR_OF,
    COLOURS,
    FACE_DOWN,
    GOODS,
    HELD,
    LEFT,
    RIGHT,
    SETTLED,
    STAGE_TURN,
    TILE_IDS,
    TILES,
    UNSEEN,
)

if TYPE_CHECKING:
    from .reading import Key

_KEYS = ("vp", "silver", "die", "goods", "sold", "cards", "inventory", "jokers", "duchy", "bonus", "discard")


def read_chateauma(node: Key, s: Any, t: Any, most: int) -> None:
    """Fill in the Châteauma's seat, cards, inventory and duchy."""
    c, keys = int(t.chateauma), node.record((*_KEYS, "posts") if t.border_posts else _KEYS)
    if t.border_posts:
        s.posts = keys["posts"].integer(0, 99)
    s.duchy[c] = t.chateauma_duchy
    s.vp[c] = keys["vp"].integer(0, most)
    s.silver[c] = keys["silver"].integer(0, most)
    s.chateauma_die = 0 if keys["die"].value is None else keys["die"].integer(1, 6)
    for name, counts in (("goods", s.goods[c]), ("sold", s.sold[c])):
        for goods, count in keys[name].record((), [str(goods) for goods in range(1, GOODS + 1)]).items():
            counts[int(goods) - 1] = count.integer(0, 42)
    for entry in keys["bonus"].elements():
        s.bonus[c] |= 1 << BONUS_NAMES.index(entry.choice(BONUS_NAMES))
    for card, entry in zip((LEFT, RIGHT), keys["cards"].elements(2, 2), strict=True):
        _read_card(entry, s, t, card)
    _read_inventory(keys, s, t)
    _read_duchy(keys["duchy"], s, t)
    s.card_discard = read_cards(keys["discard"], t)


def read_cards(node: Key, t: Any) -> int:
    """A list of county cards as a set of bits."""
    cards = 0
    for entry in node.elements():
        card = entry.integer(1, CARDS - 1)
        if not int(t.deck) >> card & 1 or cards >> card & 1:
            raise entry.wrong("a county card of this game, each at most once")
        cards |= 1 << card
    return cards


def _joker(node: Key, t: Any) -> int:
    """A tile that may lie face down as a joker: they all come from the black depot."""
    tile = _tile(node)
    if t.black_supply[tile] == 0:
        raise node.wrong("a tile with a black back")
    return tile


def _tile(node: Key, colour: int | None = None) -> int:
    """A tile by its name, of a colour if given."""
    wanted = f"a {COLOURS[colour]} tile" if colour is not None else "the name of a tile"
    if not isinstance(node.value, str) or node.value not in TILE_IDS:
        raise node.wrong(wanted)
    tile = TILE_IDS[node.value]
    if COLOUR_OF[tile] < 0 or (colour is not None and COLOUR_OF[tile] != colour):
        raise node.wrong(wanted)
    return tile


def _read_card(node: Key, s: Any, t: Any, card: int) -> None:
    keys = node.record(("id", "tiles"))
    number = keys["id"].integer(1, CARDS - 1)
    if not int(t.deck) >> number & 1:
        raise keys["id"].wrong("a county card of this game")
    s.card[card] = number
    size = int(t.card_size[number])
    entries = keys["tiles"].elements(size, size)
    for space, entry in enumerate(entries):
        if entry.value is None:
            continue
        if isinstance(entry.value, str) and entry.value.startswith("black:"):
            name = type(entry)(entry.file, entry.path, entry.value[len("black:") :])
            s.card_tiles[card, space] = _joker(name, t) + FACE_DOWN
        else:
            s.card_tiles[card, space] = _tile(entry, int(t.card_spaces[number, space]))
    if np.count_nonzero(s.card_tiles[card]) == size:
        raise keys["tiles"].error("all spaces are covered; such a card is finished at once, it can't be seen so")


def _read_inventory(keys: dict[str, Key], s: Any, t: Any) -> None:
    held: list[int] = []
    piles = keys["inventory"].record((), COLOURS)
    for colour, name in enumerate(COLOURS):
        pile = piles[name].elements() if name in piles else []
        held += [_tile(tile, colour) for tile in reversed(pile)]
    for joker in reversed(keys["jokers"].elements()):
        held.append(_joker(joker, t) + FACE_DOWN)
    if len(held) > HELD:
        raise keys["inventory"].error(f"{len(held)} tiles and jokers; there can't be more than {HELD}")
    s.held[: len(held)] = held
    s.held_count = len(held)


def _read_duchy(node: Key, s: Any, t: Any) -> None:
    settled: list[int] = []
    groups = node.record((), COLOURS)
    for colour, name in enumerate(COLOURS):
        tiles = groups[name].elements() if name in groups else []
        unseen = sum(1 for tile in tiles if tile.value == "black")
        if unseen != t.unseen_tiles[colour] or any(tile.value == "black" for tile in tiles[unseen:]):
            raise node.child(name, None).error(
                f"{unseen} face-down tiles; modifier A, if played, puts {t.unseen_tiles[colour]} there first of all"
            )
        settled += [UNSEEN + colour] * unseen + [_tile(tile, colour) for tile in tiles[unseen:]]
    if len(settled) > SETTLED:
        raise node.error(f"has {len(settled)} tiles; there can't be more than {SETTLED}")
    s.settled[: len(settled)] = settled
    s.settled_count = len(settled)


def check_chateauma(s: Any, t: Any, refuse: type[ValueError]) -> None:
    """The nine cards are on the table, discarded or in the deck, each once."""
    left, right, discard = int(s.card[LEFT]), int(s.card[RIGHT]), int(s.card_discard)
    seen = discard | 1 << left
    if discard >> left & 1 or seen >> right & 1:
        raise refuse("chateauma.cards: a county card is there twice")
    seen |= 1 << right
    if int(s.deck) & seen:
        raise refuse("hidden.deck: has a card that is on the table or discarded")
    if (seen | int(s.deck)) != int(t.deck):
        raise refuse("hidden.deck: a county card is missing; each is on the table, discarded or in the deck")
    _check_black_backs(s, t, refuse)
    if s.stage >= STAGE_TURN:
        return
    if s.chateauma_die or s.held_count or s.sold[int(t.chateauma)].any():
        raise refuse("chateauma: has not played before the first round")


def _check_black_backs(s: Any, t: Any, refuse: type[ValueError]) -> None:
    """Jokers, the black depot and its supply together have no more tiles of a name than black backs were printed."""
    black = its_jokers(s) + np.bincount(s.black_depot, minlength=len(TILES)) + s.black_supply
    for tile in range(1, len(TILES)):
        if black[tile] > t.black_supply[tile]:
            raise refuse(
                f"chateauma: {black[tile]} {TILES[tile]} tiles among its jokers, in black_depot and in hidden.black; "
                f"{t.black_supply[tile]} are black-backed"
            )


def its_jokers(s: Any) -> np.ndarray:
    """How many tiles of each name are jokers, on cards or in the inventory: their backs are known to be black."""
    face_down = [tile - FACE_DOWN for tile in [*s.card_tiles.ravel().tolist(), *s.held.tolist()] if tile >= FACE_DOWN]
    counts: np.ndarray = np.bincount(np.array(face_down, np.int64), minlength=len(TILES))
    return counts


def its_tiles(s: Any) -> list[int]:
    """All its tiles whose names are known: on cards, in the inventory, in the duchy."""
    on_cards = s.card_tiles.ravel().tolist()
    held, settled = s.held.tolist()[: s.held_count], s.settled.tolist()[: s.settled_count]
    return [tile % FACE_DOWN for tile in on_cards + held if tile] + [tile for tile in settled if tile < UNSEEN]


assert len(TILES) <= FACE_DOWN
