"""Coloured text for terminals: spans in lines, and how lines are filled.

A span's style is what an SGR escape code takes, so that a picture printed and a full-screen program show the
same colours; its spot is the place on the table that it draws, for programs in which one can point at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...telling import tiles as words

INDENT = 2
BOLD, DIM, REVERSE = "1", "2", "7"


class Span(NamedTuple):
    """Text of one style."""

    text: str
    style: str = ""  # SGR parameters; empty: the terminal's own colours
    spot: str = ""  # h19, 3.2, b4, goods2, stored:bank ...; empty: nothing to point at


Line = list[Span]
Frames = Mapping[str, str]  # by spot: lit, cursor or hint, for what one may choose


class Shade(NamedTuple):
    """Colours of the 256-colour palette: an empty hex is dark, a tile is bright."""

    empty: tuple[int, int]  # text, background
    tile: tuple[int, int]


SHADES = {
    "building": Shade(empty=(231, 130), tile=(16, 223)),
    "monastery": Shade(empty=(230, 58), tile=(16, 226)),
    "ship": Shade(empty=(231, 24), tile=(16, 117)),
    "livestock": Shade(empty=(231, 22), tile=(16, 119)),
    "castle": Shade(empty=(231, 52), tile=(231, 125)),
    "mine": Shade(empty=(231, 239), tile=(16, 252)),
}
NEUTRAL = Shade(empty=(231, 236), tile=(16, 231))


def sgr(colours: tuple[int, int], bold: bool = False) -> str:
    """The style of a text colour on a background."""
    text, background = colours
    return f"{'1;' if bold else ''}38;5;{text};48;5;{background}"


LIT = sgr((16, 231), bold=True)
CURSOR = sgr((16, 51), bold=True)
HINT = sgr((16, 213), bold=True)
MARKS = {"lit": ("»", "«", LIT), "cursor": ("▶", "◀", CURSOR), "hint": ("♥", "♥", HINT)}


def spot(text: str, name: str, frames: Frames, style: str = "") -> Span:
    """A text that stands for a spot: with marks at its sides where it can be chosen, with blanks where not."""
    left, right, style = MARKS.get(frames.get(name, ""), (" ", " ", style))
    return Span(f"{left}{text}{right}", style, name)


def tile_style(name: str) -> str:
    """The style of a tile, by its colour."""
    return sgr(SHADES.get(words.colour_of(name) or "", NEUTRAL).tile, bold=True)


def tile_letter(name: str) -> str:
    """The letter of a tile's colour, so that nobody has to tell colours apart."""
    return words.letter(words.colour_of(name))


def length(line: Iterable[Span]) -> int:
    """How many columns a line takes."""
    return sum(len(span.text) for span in line)


def padded(line: Line, width: int) -> Line:
    """The line with blanks behind it, up to a width."""
    return [*line, Span(" " * max(0, width - length(line)))]


def clipped(line: Line, width: int) -> Line:
    """The line without what goes beyond a width."""
    kept: Line = []
    for span in line:
        room = width - length(kept)
        if room <= 0:
            break
        kept.append(span._replace(text=span.text[:room]))
    return kept


def joined(tokens: Iterable[Line]) -> Line:
    """Tokens in one line, a blank between them."""
    return [span for i, token in enumerate(tokens) for span in ([Span(" ")] if i else []) + token]


def flow(label: str, tokens: Iterable[Line], width: int, gap: int = 2) -> list[Line]:
    """A label and as many tokens per line as fit, the rest indented below; overlong text is cut in pieces."""
    lines: list[Line] = [[Span(label, BOLD)] if label else []]
    room = width - INDENT
    for token in tokens:
        for piece in _pieces(token, room):
            if lines[-1] and length(lines[-1]) + gap + length(piece) > width:
                lines.append([Span(" " * INDENT), *piece])
            else:
                lines[-1] += [Span(" " * gap), *piece] if lines[-1] else piece
    return lines


def _pieces(token: Line, room: int) -> list[Line]:
    if length(token) <= room:
        return [token]
    return [[span._replace(text=span.text[i : i + room])] for span in token for i in range(0, len(span.text), room)]


def prose(label: str, text: str, width: int) -> list[Line]:
    """A label and a sentence, broken between words."""
    return flow(label, ([Span(word)] for word in text.split()), width, gap=1)


def counts(numbers: dict[str, int] | None) -> list[Line]:
    """Goods as `3x2`, type x number; a dash for none."""
    return [[Span(f"{kind}x{number}")] for kind, number in sorted((numbers or {}).items())] or [[Span("-")]]


def counted(number: int, thing: str) -> str:
    """`1 worker`, `2 workers`."""
    return f"{number} {thing}{'s' * (number != 1)}"
