"""Keys of the Châteauma that have a form of their own, and whether they fit together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..config import GameConfig
from ..engine.layout import (
    CARDS,
    COLOUR_OF,
    COLOURS,
    FACE_DOWN,
    HELD,
    LEFT,
    RIGHT,
    SETTLED,
    STAGE_TURN,
    TILES,
    UNSEEN,
)
from . import words
from .forms import At, Form, Numbers
from .shapes import TILE, Schema, listed, named, number, or_null, record
from .values import PositionError, Value

_FACE_DOWN = {"type": "string", "pattern": "^black:[a-z0-9_]+$"}  # a joker


class Cards(Form):
    """The left and the right county card and the tiles on them."""

    said = words.Cards()

    def shape(self) -> Schema:
        card = record({"id": number(1, CARDS - 1), "tiles": listed(or_null({"anyOf": [TILE, _FACE_DOWN]}))})
        return listed(card, 2, 2)

    def write(self, at: At) -> list[dict[str, Any]]:
        return [self._card(at, card) for card in (LEFT, RIGHT)]

    def _card(self, at: At, card: int) -> dict[str, Any]:
        number = int(at.s.card[card])
        tiles = at.s.card_tiles[card].tolist()[: at.t.card_size[number]]
        names = [f"black:{TILES[tile - FACE_DOWN]}" if tile >= FACE_DOWN else TILES[tile] for tile in tiles]
        return {"id": number, "tiles": names}

    def read(self, value: Value, at: At) -> None:
        for card, entry in zip((LEFT, RIGHT), value.elements(2, 2), strict=True):
            self._read_card(entry, at, card)

    def _read_card(self, value: Value, at: At, card: int) -> None:
        keys = value.record(("id", "tiles"))
        number = keys["id"].integer(1, CARDS - 1)
        if not int(at.t.deck) >> number & 1:
            raise keys["id"].wrong("a county card of this game")
        at.s.card[card] = number
        size = int(at.t.card_size[number])
        for space, entry in enumerate(keys["tiles"].elements(size, size)):
            if entry.value is not None:
                at.s.card_tiles[card, space] = _on_card(entry, at, int(at.t.card_spaces[number, space]))
        if np.count_nonzero(at.s.card_tiles[card]) == size:
            raise keys["tiles"].error("all spaces are covered; such a card is finished at once, it can't be seen so")

    def tiles(self, at: At) -> Iterable[int]:
        return [tile % FACE_DOWN for tile in at.s.card_tiles.ravel().tolist() if tile]


class Inventory(Form):
    """Tiles by colour, top first; the state has them and then the jokers in one row, top ones last."""

    said = words.Named(words.listed(), "building:bank,church")

    def shape(self) -> Schema:
        return named(COLOURS, listed(TILE, 0, HELD))

    def write(self, at: At) -> dict[str, list[str]]:
        piles: dict[str, list[str]] = {}
        for tile in reversed(list(self.tiles(at))):
            piles.setdefault(COLOURS[COLOUR_OF[tile]], []).append(str(TILES[tile]))
        return piles

    def read(self, value: Value, at: At) -> None:
        piles, held = value.record((), COLOURS), []
        for colour, name in enumerate(COLOURS):
            held += [_tile(tile, colour) for tile in reversed(piles[name].elements() if name in piles else [])]
        _hold(at, held)

    def tiles(self, at: At) -> Iterable[int]:
        return [tile for tile in _held(at) if tile < FACE_DOWN]


class Jokers(Form):
    """Those not on cards, top first."""

    said = words.Items()

    def shape(self) -> Schema:
        return listed(TILE, 0, HELD)

    def write(self, at: At) -> list[str]:
        return [str(TILES[tile]) for tile in reversed(list(self.tiles(at)))]

    def read(self, value: Value, at: At) -> None:
        _hold(at, [*_held(at), *(_joker(entry, at) + FACE_DOWN for entry in reversed(value.elements()))])

    def tiles(self, at: At) -> Iterable[int]:
        return [tile - FACE_DOWN for tile in _held(at) if tile >= FACE_DOWN]


class Duchy(Form):
    """Its tiles by colour, in order of arrival; those of modifier A, `black`, came first."""

    said = words.Named(words.listed(), "building:black,bank")

    def shape(self) -> Schema:
        return named(COLOURS, listed({"anyOf": [TILE, {"const": "black"}]}, 0, SETTLED))

    def write(self, at: At) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for tile in at.s.settled.tolist()[: at.s.settled_count]:
            colour = tile - UNSEEN if tile >= UNSEEN else COLOUR_OF[tile]
            groups.setdefault(COLOURS[colour], []).append("black" if tile >= UNSEEN else str(TILES[tile]))
        return groups

    def read(self, value: Value, at: At) -> None:
        settled: list[int] = []
        groups = value.record((), COLOURS)
        for colour, name in enumerate(COLOURS):
            tiles = groups[name].elements() if name in groups else []
            unseen = sum(tile.value == "black" for tile in tiles)
            if unseen != at.t.unseen_tiles[colour] or any(tile.value == "black" for tile in tiles[unseen:]):
                raise value.child(name, None).error(
                    f"{unseen} face-down tiles; modifier A, if played, puts {at.t.unseen_tiles[colour]} "
                    "there first of all"
                )
            settled += [UNSEEN + colour] * unseen + [_tile(tile, colour) for tile in tiles[unseen:]]
        if len(settled) > SETTLED:
            raise value.error(f"has {len(settled)} tiles; there can't be more than {SETTLED}")
        at.s.settled[: len(settled)] = settled
        at.s.settled_count = len(settled)
        at.s.duchy[at.number] = at.t.chateauma_duchy

    def tiles(self, at: At) -> Iterable[int]:
        return [tile for tile in at.s.settled.tolist()[: at.s.settled_count] if tile < UNSEEN]


class CardSet(Numbers):
    """County cards in no order."""

    def shape(self) -> Schema:
        return listed(number(1, CARDS - 1), once=True)

    def read(self, value: Value, at: At) -> None:
        cards = 0
        for entry in value.elements():
            card = entry.integer(1, CARDS - 1)
            if not int(at.t.deck) >> card & 1 or cards >> card & 1:
                raise entry.wrong("a county card of this game, each at most once")
            cards |= 1 << card
        self.hold(at, cards)


class Deck(CardSet):
    def left_out(self, at: At) -> None:
        """All cards that are not in view."""
        seen = int(at.s.card_discard) | 1 << int(at.s.card[LEFT]) | 1 << int(at.s.card[RIGHT])
        self.hold(at, int(at.t.deck) & ~seen)


FORMS: dict[str, dict[str, Any]] = {
    "chateauma": {"cards": Cards, "inventory": Inventory, "jokers": Jokers, "duchy": Duchy, "discard": CardSet},
    "hidden": {"deck": Deck},
}


def _on_card(value: Value, at: At, colour: int) -> int:
    """A tile on a space of this colour, or any joker, face down."""
    if not isinstance(value.value, str) or not value.value.startswith("black:"):
        return _tile(value, colour)
    name = Value(value.file, value.path, value.value.removeprefix("black:"))
    return _joker(name, at) + FACE_DOWN


def _tile(value: Value, colour: int) -> int:
    return value.tile(f"a {COLOURS[colour]} tile", lambda tile: COLOUR_OF[tile] == colour)


def _joker(value: Value, at: At) -> int:
    """A tile that may lie face down as a joker: they all come from the black depot."""
    tile = value.tile(fits=lambda tile: COLOUR_OF[tile] >= 0)
    if at.t.black_supply[tile] == 0:
        raise value.wrong("a tile with a black back")
    return tile


def _held(at: At) -> list[int]:
    held: list[int] = at.s.held.tolist()[: at.s.held_count]
    return held


def _hold(at: At, held: list[int]) -> None:
    if len(held) > HELD:
        raise PositionError(f"chateauma.inventory: {len(held)} tiles and jokers; there can't be more than {HELD}")
    at.s.held[: len(held)] = held
    at.s.held_count = len(held)


def jokers(s: Any) -> np.ndarray:
    """How many tiles of each name are jokers, on cards or in the inventory: their backs are known to be black."""
    face_down = [tile - FACE_DOWN for tile in [*s.card_tiles.ravel().tolist(), *s.held.tolist()] if tile >= FACE_DOWN]
    counts: np.ndarray = np.bincount(np.array(face_down, np.int64), minlength=len(TILES))
    return counts


def check(config: GameConfig, s: Any, t: Any) -> None:
    """The nine cards are on the table, discarded or in the deck, each once."""
    left, right, discard = int(s.card[LEFT]), int(s.card[RIGHT]), int(s.card_discard)
    seen = discard | 1 << left
    if discard >> left & 1 or seen >> right & 1:
        raise PositionError("chateauma.cards: a county card is there twice")
    seen |= 1 << right
    if int(s.deck) & seen:
        raise PositionError("hidden.deck: has a card that is on the table or discarded")
    if (seen | int(s.deck)) != int(t.deck):
        raise PositionError("hidden.deck: a county card is missing; each is on the table, discarded or in the deck")
    _check_black_backs(s, t)
    if s.stage < STAGE_TURN and (s.chateauma_die or s.held_count or s.sold[int(t.chateauma)].any()):
        raise PositionError("chateauma: has not played before the first round")


def _check_black_backs(s: Any, t: Any) -> None:
    """Jokers, the black depot and its supply together have no more tiles of a name than black backs were printed."""
    black = jokers(s) + np.bincount(s.black_depot, minlength=len(TILES)) + s.black_supply
    for tile in range(1, len(TILES)):
        if black[tile] > t.black_supply[tile]:
            raise PositionError(
                f"chateauma: {black[tile]} {TILES[tile]} tiles among its jokers, in black_depot and in hidden.black; "
                f"{t.black_supply[tile]} are black-backed"
            )


assert len(TILES) <= FACE_DOWN
