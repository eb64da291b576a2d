"""The whole picture: where the parts go on a wide page and on a phone."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from ...data import Data, load
from ...safe import markup
from ...telling.seats import by_seat
from .. import facts
from ..fonts import FONTS, face
from ..modules import drawings
from .board import AROUND, IN_COLUMNS, board_height, draw_depots, draw_strips, strips_height
from .chateauma import chateauma_height, draw_chateauma
from .glyphs import definitions
from .key import draw_key, key_height
from .marks import Document, Sketch, group, num, rect
from .palette import style
from .player import draw_player, panel_height
from .status import STATUS_HEIGHT, decision_height, draw_decision, draw_note, draw_status, note_height, summary
from .table import Table

if TYPE_CHECKING:
    from ...game import Game

WIDE, NARROW = 1200, 420  # the widths that the layouts are made for
_NARROW_BELOW = 700
_LONGEST_NAME = 32
_MARGIN, _NARROW_MARGIN, _GAP = 16, 10, 14


class Scene(NamedTuple):
    """A picture in parts. Its size and the places of the parts depend on the config alone."""

    width: int
    height: int
    parts: Mapping[str, str]
    places: Mapping[str, tuple[float, float]]
    title: str
    summary: str


def picture(
    game: Game | Document,
    theme: str = "light",
    width: int = WIDE,
    *,
    names: Sequence[str] = (),
    hex_names: bool = False,
    note: str | None = None,
    before: Document | None = None,
    key: bool | Sequence[str] = False,
    fonts: bool = True,
    data_dir: str | PathLike[str] | None = None,
) -> str:
    """A position as SVG: everything that players at the table see.

    `game`: a Game or a `burgundy-position/1` document. `theme`: `light`, `dark`, or `auto`, which follows
    the viewer. Below a `width` of 700 everything stands one below the other, as on a phone. `names`: what
    the seats are called. `hex_names`: write h1, h2 ... into the empty hexes. `note`: a sentence below the
    decision, as what was done last. `before`: the position before, to mark where tiles came and went.
    `key`: add what the tiles in view do, or these tiles. `fonts`: carry the letters along, for viewers that have
    others; pixels are drawn without.

    >>> from burgundy_env import Game
    >>> picture(Game.new(seed=7), theme="dark", names=["Anna", "Ben"])[:4]
    '<svg'
    """
    drawn = scene(game, width, names=names, hex_names=hex_names, note=note, before=before, key=key, data_dir=data_dir)
    return render(drawn, theme, width, fonts=fonts)


def scene(
    game: Game | Document,
    width: int = WIDE,
    *,
    names: Sequence[str] = (),
    hex_names: bool = False,
    note: str | None = None,
    before: Document | None = None,
    key: bool | Sequence[str] = False,
    data_dir: str | PathLike[str] | None = None,
) -> Scene:
    """The parts of a picture."""
    if not 200 <= width <= 8000:
        raise ValueError(f"width: 200 to 8000 pixels, not {width}")
    table = table_of(game, names, hex_names, before, data_dir)
    narrow = width < _NARROW_BELOW
    sketch = Sketch()
    full = NARROW if narrow else WIDE
    height = (_draw_narrow if narrow else _draw_wide)(sketch, table, note)
    doc = table.doc
    tiles = facts.tiles_in_view(doc) if key is True else list(key or ())
    if tiles:
        margin = _NARROW_MARGIN if narrow else _MARGIN
        draw_key(sketch, table, tiles, margin, height, full - 2 * margin)
        height += key_height(tiles, full - 2 * margin) + margin
    title = f"The Castles of Burgundy, phase {doc['phase']}, round {doc['round']}"
    return Scene(full, round(height), sketch.parts, sketch.places, title, summary(table))


def render(drawn: Scene, theme: str, width: int, *, fonts: bool = True) -> str:
    """The SVG of a scene."""
    # Several pictures may stand in one page, as in a notebook; so what is pointed at by name is named apart.
    mark = hashlib.sha256(f"{drawn.summary}{theme}{width}".encode()).hexdigest()[:8]
    scope = f"burgundy-{theme}"
    height = num(drawn.height * width / drawn.width)
    parts = "".join(group(*drawn.places[name], part) for name, part in drawn.parts.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {drawn.width} {drawn.height}" style="max-width:100%;height:auto" class="{scope}" role="img" '
        f'aria-labelledby="t{mark} d{mark}" font-family="{FONTS}">'
        f'<title id="t{mark}">{markup(drawn.title)}</title><desc id="d{mark}">{markup(drawn.summary)}</desc>'
        f"<style>{face() if fonts else ''}{style(theme, scope)}</style><defs>{definitions(parts)}</defs>"
        f"{rect(0, 0, drawn.width, drawn.height, 'table')}{parts}</svg>"
    )


def _short(name: str) -> str:
    """A name that has room beside other words."""
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def table_of(
    game: Game | Document,
    names: Sequence[str] = (),
    hex_names: bool = False,
    before: Document | None = None,
    data_dir: str | PathLike[str] | None = None,
) -> Table:
    """The table as a game or a document has it."""
    document: Any = game
    data: Data
    outcome, totals = None, ()
    if isinstance(game, Mapping):
        data = load(data_dir)
    else:
        document, data, outcome = game.to_json(), game.data, game.outcome()
        scores = game.scores()  # of seats or teams: partners have the same
        totals = tuple(scores[seat % len(scores)]["total"] for seat in range(game.config.seats))
    if document.get("format") != "burgundy-position/1":
        raise ValueError(f"a burgundy-position/1 document is needed, not {document.get('format')!r}")
    return Table(
        doc=by_seat(document),
        data=data,
        drawings=drawings(document),
        names=tuple(_short(name) for name in names),
        named_hexes=hex_names,
        before=None if before is None else by_seat(before),
        outcome=outcome,
        totals=totals,
    )


def _draw_top(
    sketch: Sketch, table: Table, note: str | None, x: float, y: float, width: float, narrow: bool
) -> float:
    """The decision, and below it the note if there is one; returns where the rest begins."""
    draw_decision(sketch, table, x, y, width, narrow)
    y += decision_height(narrow) + _GAP
    if note is None:
        return y
    draw_note(sketch, note, x, y, width, narrow)
    return y + note_height(narrow) + _GAP


def _draw_wide(sketch: Sketch, table: Table, note: str | None) -> float:
    inner = WIDE - 2 * _MARGIN
    y = _draw_top(sketch, table, note, _MARGIN, _MARGIN, inner, False)
    height = max(STATUS_HEIGHT, board_height(AROUND)) + 2 * _GAP
    board = 706.0
    sketch.add("table", _MARGIN, y, rect(0, 0, inner, height + strips_height(table, inner - 2 * _GAP), "panel", 12))
    draw_depots(sketch, table, _MARGIN + _GAP, y + _GAP, board, AROUND)
    draw_status(sketch, table, _MARGIN + board + 3 * _GAP, y + _GAP, inner - board - 4 * _GAP)
    y = draw_strips(sketch, table, _MARGIN + _GAP, y + height, inner - 2 * _GAP)
    return _draw_seats(sketch, table, y + _GAP, inner)


def _draw_narrow(sketch: Sketch, table: Table, note: str | None) -> float:
    margin = _NARROW_MARGIN
    inner = NARROW - 2 * margin
    y = _draw_top(sketch, table, note, margin, margin, inner, True)
    sketch.add("table", margin, y, rect(0, 0, inner, STATUS_HEIGHT + 24, "panel", 12))
    draw_status(sketch, table, margin + 12, y + 12, inner - 24)
    y += STATUS_HEIGHT + 24 + _GAP
    height = board_height(IN_COLUMNS)
    sketch.add("market", margin, y, rect(0, 0, inner, height + 24 + strips_height(table, inner - 24), "panel", 12))
    draw_depots(sketch, table, margin + 12, y + 12, inner - 24, IN_COLUMNS)
    y = draw_strips(sketch, table, margin + 12, y + height + 24, inner - 24) + _GAP
    return _draw_panels(sketch, table, y, margin, inner, 1)


def _draw_seats(sketch: Sketch, table: Table, y: float, inner: float) -> float:
    """The panels of all seats, as many beside each other as are readable."""
    players = len(table.doc["players"])
    together = facts.seats_in_game(table.doc)
    columns = 1 if together == 1 else 3 if players == 3 and together == 3 else 2
    return _draw_panels(sketch, table, y, _MARGIN, inner, columns)


def _draw_panels(sketch: Sketch, table: Table, y: float, x: float, inner: float, columns: int) -> float:
    """The seats' panels in rows; the Châteauma, if it is alone in one, has all of it."""
    players = len(table.doc["players"])
    seats = range(facts.seats_in_game(table.doc))
    for first in range(0, len(seats), columns):
        row = seats[first : first + columns]
        width = inner if row[0] == players else (inner - _GAP * (columns - 1)) / columns
        heights = [panel_height(table, width)] * (row[0] < players)
        if row[-1] == players:
            heights.append(chateauma_height(width))
        height = max(heights)
        for k, seat in enumerate(row):
            at = x + k * (width + _GAP)
            if seat < players:
                draw_player(sketch, table, seat, at, y, width, height)
            else:
                draw_chateauma(sketch, table, at, y, width, height)
        y += height + _GAP
    return y - _GAP + _MARGIN
