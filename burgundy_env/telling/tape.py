"""The Châteauma's steps in words from the tape, until events are data: then `steps` says them."""

from __future__ import annotations

from ..engine.layout import (
    CARD_SPACES,
    COLOURS,
    S_BUYS,
    S_FETCHES,
    S_FETCHES_NOTHING,
    S_FINDS_NOTHING,
    S_FINISHES,
    S_GETS_SILVER,
    S_GETS_VP,
    S_HAS_NOTHING_TO_SELL,
    S_MINES,
    S_PLAYS_AGAIN,
    S_SELLS,
    S_SHIPS,
    S_TAKES,
    S_TAKES_JOKER,
    S_USES_INVENTORY,
    S_USES_JOKER,
    S_WINS_BONUS,
    SLOTS,
    TILES,
)
from ..engine.rules.border_posts import S_LINKS_POSTS, S_WINS_POST
from ..engine.rules.trade_routes import S_GETS_ROUTE_VP

_SIDES, _SIZES = ("left", "right"), ("large", "small")


def step_in_words(row: list[int]) -> str:
    """A step's row of the tape as a sentence."""
    kind, a, b, result, more = row
    tile, cause = _tile(result), _tile(more)
    if kind in (S_TAKES, S_USES_INVENTORY, S_USES_JOKER):
        space = f"space {b % CARD_SPACES + 1} of its {_SIDES[b // CARD_SPACES]} card (county card {more})"
        why = f"by the {_tile(a)}" if a else "finds no tile it needs in any depot and"
        return {
            S_TAKES: f"takes the {tile} of depot {a // SLOTS + 1} and places it on {space}",
            S_USES_INVENTORY: f"{why} places the {tile} of its inventory on {space}",
            S_USES_JOKER: f"finds no tile it needs in any depot and places a joker (a {tile}) face down on {space}",
        }[kind]
    return {
        S_TAKES_JOKER: f"finds no tile it needs and has no joker: the {tile} of black-depot slot {a + 1} becomes one",
        S_FINDS_NOTHING: "finds no tile it needs, has no joker, and the black depot is empty: it gets 2 silver",
        S_SELLS: f"sells its {b} goods of type {a} for 1 silver and {result} VP",
        S_HAS_NOTHING_TO_SELL: "would sell goods but has none",
        S_GETS_SILVER: f"gets {result} silver for the {cause}",
        S_GETS_VP: f"gets {result} VP for the {cause}",
        S_FETCHES: f"puts the {tile} of depot {a // SLOTS + 1} into its inventory, by the {cause}",
        S_FETCHES_NOTHING: f"finds nothing to do for the {cause}",
        S_SHIPS: (
            (f"takes {result} goods from depot {a + 1}" if result else "finds no goods in any depot")
            + " for the ship, and its marker moves up"
        ),
        S_FINISHES: f"finishes its {_SIDES[a % 2]} card (county card {more}): {result} VP; its tiles go to the duchy",
        S_PLAYS_AGAIN: "has covered an extra-turn space and chooses and places once more, from the white die's depot",
        S_WINS_BONUS: f"has covered all {COLOURS[a % 6]} spaces: {_SIZES[b % 2]} bonus tile, {result} VP",
        S_BUYS: f"pays 2 silver for the {tile} of black-depot slot {a + 1}, into its inventory",
        S_GETS_ROUTE_VP: f"gets {result} VP more for the sale, as there are trade routes",
        S_LINKS_POSTS: f"has finished its second card with a border post: {result} VP",
        S_WINS_POST: f"has finished its third card with a border post: {_SIZES[b % 2]} post tile, {result} VP",
        S_MINES: f"gets {result} silver for its mines at the end of the phase",
    }[kind]


def _tile(number: int) -> str:
    return str(TILES[number]).replace("_", " ") if 0 < number < len(TILES) else "?"
