"""A duchy drawn in characters: two lines per row of hexes, the half-hex offset between rows kept.

Works for every board, islands and the rivers between them included.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import NamedTuple

from ...data.duchies import Duchy
from ...telling import tiles as words
from .spans import BOLD, DIM, MARKS, SHADES, Frames, Line, Span, sgr

PITCH = 6  # columns per hex, its left border included; even, so that half a hex is a whole column
INNER = PITCH - 1
HEIGHT = 2  # lines per hex
_HEX_WIDTH, _HEX_HEIGHT = 107.0, 92.5  # of the islands' drawings, whose positions are in their own units
_GRID_ROW = 3**0.5 / 2  # distance of rows where hexes are 1 wide

Place = tuple[int, int]  # column and line of a cell's left border, from 0


class Cell(NamedTuple):
    """What one hex looks like: two texts of INNER columns."""

    top: str
    bottom: str
    style: str


@functools.cache
def places(board: Duchy) -> tuple[Place, ...]:
    """Where the hexes of a board are drawn, in their order."""
    drawn = _islands(board) if board.rivers else _rows(board)
    left, top = min(column for column, _ in drawn), min(line for _, line in drawn)
    return tuple((column - left, line - top) for column, line in drawn)


def size(board: Duchy) -> tuple[int, int]:
    """Columns and lines that a board takes."""
    return max(c for c, _ in places(board)) + PITCH + 1, max(r for _, r in places(board)) + HEIGHT


def _rows(board: Duchy) -> list[Place]:
    return [(round(x * 2) * PITCH // 2, round(y / _GRID_ROW) * HEIGHT) for x, y in board.positions]


def _islands(board: Duchy) -> list[Place]:
    """Hexes linked by land keep their exact offsets; islands lie about where they do on the board."""
    drawn: dict[int, Place] = {}
    water = {frozenset(link) for link in board.rivers}
    for start in range(1, len(board.colours) + 1):
        if start in drawn:
            continue
        x, y = board.positions[start - 1]
        drawn[start] = round(x / _HEX_WIDTH * PITCH), round(y / _HEX_HEIGHT * HEIGHT)
        todo = [start]
        while todo:
            here = todo.pop()
            (x, y), (column, line) = board.positions[here - 1], drawn[here]
            for there in board.neighbours[here - 1]:
                if there in drawn or frozenset((here, there)) in water:
                    continue
                x2, y2 = board.positions[there - 1]
                across, down = round((x2 - x) / _HEX_WIDTH * 2), round((y2 - y) / _HEX_HEIGHT)
                drawn[there] = column + across * PITCH // 2, line + down * HEIGHT
                todo.append(there)
    return [drawn[h] for h in sorted(drawn)]


def cell(name: str, colour: str, number: int, tile: str | None, frame: str = "", note: str = "") -> Cell:
    """A hex: its name above; below the tile, or colour letter and die number.

    `frame`: lit, cursor or hint, for hexes that one may choose; `note`: a letter or two behind the name.
    """
    above = f"{name}{note}"
    if tile is None:
        style = sgr(SHADES[colour].empty)
        top, bottom = above.ljust(INNER), f"  {words.letter(colour)}{number}".ljust(INNER)
    else:
        style = sgr(SHADES[colour].tile, bold=True)
        top, bottom = above.ljust(INNER, "="), words.code(tile).center(INNER, "=")
    if frame:
        left, right, style = MARKS[frame]
        top, bottom = f"{left}{name.ljust(INNER - 2)}{right}", bottom.replace("=", " ")
    return Cell(top, bottom, style)


def duchy(
    board: Duchy,
    placed: Mapping[str, str],
    frames: Frames | None = None,
    notes: Mapping[str, str] | None = None,
) -> list[Line]:
    """A board with its tiles; `frames` and `notes` by hex name, as `cell` takes them."""
    width, height = size(board)
    canvas = [[Span(" ") for _ in range(width)] for _ in range(height)]
    for a, b in board.rivers:
        _draw_river(canvas, places(board)[a - 1], places(board)[b - 1])
    for h, (column, line) in enumerate(places(board), 1):
        name = f"h{h}"
        drawn = cell(
            name,
            board.colours[h - 1],
            board.numbers[h - 1],
            placed.get(name),
            (frames or {}).get(name, ""),
            (notes or {}).get(name, ""),
        )
        for row, text in enumerate((drawn.top, drawn.bottom)):
            canvas[line + row][column] = canvas[line + row][column + PITCH] = Span("|", DIM)
            for i, character in enumerate(text, 1):
                canvas[line + row][column + i] = Span(character, drawn.style, name)
    return [_merged(row) for row in canvas]


def _draw_river(canvas: list[Line], a: Place, b: Place) -> None:
    """A dotted line between two islands, under the hexes drawn later."""
    steps = max(abs(a[0] - b[0]), abs(a[1] - b[1]), 1)
    for i in range(steps + 1):
        column = a[0] + PITCH // 2 + (b[0] - a[0]) * i / steps
        line = a[1] + 0.5 + (b[1] - a[1]) * i / steps
        canvas[int(line + 0.5)][round(column)] = Span("~", BOLD)


def _merged(row: Line) -> Line:
    """Neighbouring characters of one style and spot as one span."""
    line: Line = []
    for span in row:
        if line and line[-1][1:] == span[1:]:
            line[-1] = line[-1]._replace(text=line[-1].text + span.text)
        else:
            line.append(span)
    return line
