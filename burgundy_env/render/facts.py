"""What a position and the component data say together: what every drawing of the table has to know.

Nothing of the game is computed in a drawing: numbers come from the data, and names from the descriptors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..data import Data
from ..modules import BONUS_TILES, DESCRIPTORS
from ..modules.chateauma import LEFT_CARD_UP_TO
from ..modules.sizes import COLOURS
from ..telling.tiles import ORDER

Document = Mapping[str, Any]

BONUS_SIZES = ("large", "small")  # of each kind of bonus tiles, the one that goes first in front
CARD_SIDES = ("left", "right")
_OWN_BOARD = frozenset("ABD")  # the modifiers that need the Châteauma's other duchy


def played(doc: Document) -> tuple[str, ...]:
    """The keys of what is played, as descriptors have them: the base game, its modules, the Châteauma."""
    config = doc["config"]
    return ("base", *config.get("modules", ()), *(("chateauma",) if config.get("chateauma") else ()))


def seats_in_game(doc: Document) -> int:
    """n of the rules: the players, and the Châteauma if it plays."""
    return int(doc["config"]["players"]) + bool(doc["config"].get("chateauma"))


def by_seats(printed: Mapping[str, Any], doc: Document) -> Any:
    """What a table of the data has for so many seats; a game alone is laid out as for two."""
    return printed[str(max(2, seats_in_game(doc)))]


def ruleset(doc: Document) -> str:
    """Whose rules are played."""
    return str(doc["config"].get("ruleset", "special_edition"))


# --- depots ----------------------------------------------------------------------------------------------


def slot_colours(doc: Document, data: Data, depot: str) -> list[str]:
    """The colours of a depot's slots that are filled with so many seats."""
    depots = data.components["depots"]
    seats = max(2, seats_in_game(doc))
    colours = [colour for colour, least in depots["slots"][depot] if seats >= least]
    other = depots["three_player_exception"]
    if seats == 3 and depot == str(other["depot"]) and doc["phase"] in other["phases"]:
        colours[other["slot"] - 1] = other["colour"]
    return colours


def slots(doc: Document, data: Data, depot: str) -> list[tuple[str, str | None]]:
    """The slots of a depot by their addresses with the tile in each, none that stays empty with so few seats."""
    filled = len(slot_colours(doc, data, depot))
    tiles = enumerate(doc["depots"][depot]["tiles"], 1)
    return [(f"{depot}.{slot}", tile) for slot, tile in tiles if tile is not None or slot <= filled]


def tiles_in_view(doc: Document) -> list[str]:
    """Every kind of tile in view, in the order in which tiles are listed."""
    tiles = {tile for depot in doc["depots"].values() for tile in depot["tiles"] if tile}
    tiles |= {tile for tile in doc.get("black_depot", []) if tile}
    for player in [*doc["players"], *doc.get("teams", [])]:
        tiles |= {*player.get("storage", []), *player.get("placed", {}).values()}
    return sorted(tiles, key=lambda name: (ORDER.get(name, len(ORDER)), name))


# --- bonus tiles -----------------------------------------------------------------------------------------


def bonus_kinds(doc: Document) -> list[str]:
    """The kinds of bonus tiles in the game."""
    keys = played(doc)
    kinds = {kind for module in DESCRIPTORS if module.key in keys for kind in module.bonus_tiles}
    return [kind for kind in BONUS_TILES if kind in kinds]


def bonus_vp(doc: Document, data: Data, size: str) -> int:
    """What a bonus tile is worth."""
    return int(by_seats(data.components["scoring"][f"colour_bonus_{size}"], doc))


def bonus_left(doc: Document, data: Data) -> dict[str, list[int]]:
    """By kind the VP of the bonus tiles left, the one that goes first in front."""
    left: Mapping[str, int] = doc["bonus_tiles"]
    worth = [bonus_vp(doc, data, size) for size in BONUS_SIZES]
    kinds = [*COLOURS, *sorted(set(left) - set(COLOURS))]
    return {kind: worth[len(worth) - left.get(kind, 0) :] for kind in kinds}


# --- players ---------------------------------------------------------------------------------------------


def unused_dice(player: Document) -> list[tuple[int, int]]:
    """The number of each die still to be used, and what it shows."""
    dice = enumerate(zip(player["dice"], player["used"], strict=False), 1)
    return [(i, value) for i, (value, used) in dice if not used]


# --- the Châteauma ---------------------------------------------------------------------------------------


def active_card(doc: Document) -> int | None:
    """Which county card the white die has chosen."""
    white = doc.get("white_die")
    return None if white is None else int(white > LEFT_CARD_UP_TO)


def county_card(data: Data, number: int) -> Mapping[str, Any]:
    """A county card as it is printed."""
    decks = (data.chateauma["county_cards"]["cards"], data.chateauma["vineyard_county_cards"]["cards"])
    printed: Mapping[str, Any] = next(card for deck in decks for card in deck if card["id"] == number)
    return printed


def chateauma_spaces(doc: Document, data: Data) -> Mapping[str, int]:
    """How many spaces of each colour its duchy has."""
    spaces: Mapping[str, int] = _chateauma_board(doc, data)["spaces"]
    return spaces


def extra_turns(doc: Document, data: Data) -> Mapping[str, list[int]]:
    """By colour the spaces of its duchy that give it another turn, by number."""
    if "D" not in doc["config"]["chateauma"]["modifiers"]:
        return {}
    found: Mapping[str, list[int]] = _chateauma_board(doc, data).get("modifier_d_spaces", {})
    return found


def _chateauma_board(doc: Document, data: Data) -> Mapping[str, Any]:
    modified = _OWN_BOARD & set(doc["config"]["chateauma"]["modifiers"])
    board: Mapping[str, Any] = data.chateauma["duchy_36" if modified else "duchy_35"]
    return board
