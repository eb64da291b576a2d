"""`burgundy data`: where every component fact comes from, and the duchy boards drawn in the terminal."""

from __future__ import annotations

import argparse
import math
import os
import statistics
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import groupby
from typing import Any

from burgundy_env import safe
from burgundy_env.config import board_of
from burgundy_env.data import COLOURS, LETTERS, Block, Data, DataError, Duchy, load
from burgundy_env.data.provenance import PROVENANCES
from burgundy_env.telling.language import say

LETTER_OF = {colour: letter for letter, colour in LETTERS.items()}
CHATEAUMA_IDS = (35, 36)
_WIDTH = 100  # of the listing; notes are wrapped to it
# 256-colour codes: background, and a text colour that can be read on it.
_PAINT = {
    "building": (180, 16),
    "monastery": (220, 16),
    "ship": (75, 16),
    "livestock": (71, 16),
    "castle": (88, 231),
    "mine": (246, 16),
}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("data", help="list the component data and its sources; draw a duchy")
    parser.description = "List every block of component data with its source."
    _add_options(parser, None, False)
    parser.set_defaults(run=run_list)
    boards = parser.add_subparsers(metavar="duchy N | vineyard N")
    duchy = boards.add_parser("duchy", help="draw one duchy board")
    duchy.description = "Draw a duchy board: letter of the colour and die number, hex number below."
    duchy.add_argument("id", type=_board, help="1-34; 35 and 36 are the Châteauma's; 2011/4 and 2011/8 are 44 and 48")
    choices = ("auto", "always", "never")
    duchy.add_argument("--colour", choices=choices, default="auto", help="coloured hexes (default: auto)")
    # Suppressed defaults: the options may stand before or after `duchy 5`, and the later must not undo
    # the earlier one.
    _add_options(duchy, argparse.SUPPRESS, argparse.SUPPRESS)
    duchy.set_defaults(run=run_duchy)
    vineyard = boards.add_parser("vineyard", help="the spaces of one vineyard board")
    vineyard.description = (
        "The spaces of a vineyard board, its top row first: die number, and the bonuses of both hexes."
    )
    vineyard.add_argument("id", type=int, help="1 to 4")
    _add_options(vineyard, argparse.SUPPRESS, argparse.SUPPRESS)
    vineyard.set_defaults(run=run_vineyard)


def _board(text: str) -> int:
    return int(str(board_of(text)))


def _add_options(parser: argparse.ArgumentParser, directory: Any, as_json: Any) -> None:
    parser.add_argument("--data", metavar="DIR", default=directory, help="a directory of your own data files")
    parser.add_argument("--json", action="store_true", default=as_json, help="print JSON for programs")


def run_list(args: argparse.Namespace) -> int:
    data = _load(args)
    if data is None:
        return 2
    print(listing_json(data) if args.json else safe.lines(listing(data)))
    return 0


def run_duchy(args: argparse.Namespace) -> int:
    data = _load(args)
    if data is None:
        return 2
    if args.id in CHATEAUMA_IDS:
        print(_as_json(_chateauma_fields(data, args.id)) if args.json else safe.lines(chateauma_page(data, args.id)))
    elif args.id in data.duchies:
        duchy = data.duchies[args.id]
        print(_as_json(asdict(duchy)) if args.json else duchy_page(data, duchy, _coloured(args.colour)))
    else:
        print(f"burgundy data: there is no duchy {args.id}; the duchies are 1 to 36, 44 and 48", file=sys.stderr)
        return 2
    return 0


def run_vineyard(args: argparse.Namespace) -> int:
    data = _load(args)
    if data is None:
        return 2
    boards = {board["id"]: board for board in data.files["vineyards"]["boards"]}
    if args.id not in boards:
        there = ", ".join(map(str, boards))
        print(f"burgundy data: there is no vineyard {args.id}; the vineyards are {there}", file=sys.stderr)
        return 2
    print(_as_json(boards[args.id]) if args.json else safe.lines(vineyard_page(data, boards[args.id])))
    return 0


def _load(args: argparse.Namespace) -> Data | None:
    try:
        return load(args.data)
    except DataError as error:
        print(f"burgundy data: {safe.lines(error)}", file=sys.stderr)
        return None


def _coloured(choice: str) -> bool:
    # https://no-color.org: an empty NO_COLOR counts as unset.
    return choice == "always" or (choice == "auto" and sys.stdout.isatty() and not os.environ.get("NO_COLOR"))


# -- a vineyard -------------------------------------------------------------------------------------


def vineyard_page(data: Data, board: Mapping[str, Any]) -> str:
    """The spaces by rows, as they lie above each other."""
    block = next(block for block in data.blocks if block.name.endswith("boards") and block.file == "vineyards.json")
    lines = [f"Vineyard {board['id']}, {block.provenance}", ""]
    spaces = list(enumerate(board["spaces"], 1))
    for row in sorted({space["row"] for _, space in spaces}, reverse=True):
        lines.append(f"row {row}")
        for number, space in spaces:
            if space["row"] == row:
                told = ", ".join(say(f"yard.{bonus}") for bonus in space["bonuses"])
                lines.append(f"  {f'p{number}':3}  die {space['number']}  {told}")
    return "\n".join([*lines, *_hanging("", block.note)])


# -- the listing ------------------------------------------------------------------------------------


def listing(data: Data) -> str:
    """All blocks by file in aligned columns, then what is reconstructed, then the hash."""
    lines = [f"Data: {_origin(data)}", ""]
    name_width = max(len(block.name) for block in data.blocks)
    source_width = max(map(len, PROVENANCES))
    for file, blocks in groupby(data.blocks, key=lambda block: block.file):
        lines.append(file)
        for block in blocks:
            start = f"  {block.name:{name_width}}  {block.provenance:{source_width}}  "
            lines += _hanging(start, block.note)
        lines.append("")
    return "\n".join([*lines, *_reconstructed(data.blocks), "", f"hash {data.hash}"])


def listing_json(data: Data) -> str:
    blocks = [asdict(block) for block in data.blocks]
    return _as_json({"directory": data.directory, "hash": data.hash, "blocks": blocks})


def _origin(data: Data) -> str:
    return f"the package's own, with overrides from {data.directory}" if data.directory else "the package's own"


def _hanging(start: str, note: str) -> list[str]:
    width = max(_WIDTH - len(start), 30)
    parts = textwrap.wrap(note, width, break_on_hyphens=False)
    return [start + parts[0], *(" " * len(start) + part for part in parts[1:])] if note else [start.rstrip()]


def _reconstructed(blocks: Iterable[Block]) -> Iterator[str]:
    whole = [block for block in blocks if block.provenance == "reconstructed"]
    in_part = [block for block in blocks if block not in whole and "reconstructed" in block.note]
    if not whole:
        yield "No block is reconstructed."
    else:
        what = (
            "block is reconstructed: a placeholder that fits"
            if len(whole) == 1
            else "blocks are reconstructed: placeholders that fit"
        )
        yield f"{len(whole)} {what} the rulebook, to be replaced by an owner's reading"
        yield "with --data DIR or BURGUNDY_DATA:"
        yield from _by_file(whole)
    if in_part:
        yield f"{len(in_part)} more in part, as the note says:"
        yield from _by_file(in_part)


def _by_file(blocks: Iterable[Block]) -> Iterator[str]:
    for file, group in groupby(blocks, key=lambda block: block.file):
        yield from _hanging(f"  {file}: ", ", ".join(block.name for block in group))


# -- a duchy board ----------------------------------------------------------------------------------


def duchy_page(data: Data, duchy: Duchy, coloured: bool) -> str:
    lines = [f"Duchy {duchy.id} ({safe.line(duchy.name or duchy.set)}), {duchy.provenance}"]
    lines += textwrap.wrap(safe.line(duchy.note), _WIDTH)
    lines += ["", *picture(duchy, coloured), ""]
    for colour in COLOURS:
        sizes = sorted((len(r) for r in duchy.regions if duchy.colours[r[0] - 1] == colour), reverse=True)
        name = _painted(f" {LETTER_OF[colour]} {colour:9} ", colour if coloured else None)
        lines.append(f"{name} {duchy.colours.count(colour):2} hexes, regions {' '.join(map(str, sizes))}")
    lines += [
        "",
        "In each hex: letter of the colour and die number, hex number below.",
        *_remarks(data, duchy),
    ]
    return "\n".join(lines)


def _remarks(data: Data, duchy: Duchy) -> Iterator[str]:
    if duchy.rivers:
        links = ", ".join(f"h{a}-h{b}" for a, b in duchy.rivers)
        yield from _hanging("River links: ", links)
    if duchy.start_castle is not None:
        yield "Start castle: " + " or ".join(f"h{hex_}" for hex_ in duchy.start_castle)
    if not duchy.rivers and duchy.start_castle is None:
        posts = ("/".join(f"h{hex_}" for hex_ in post) for post in data.files["duchies"]["border_posts"]["hexes"])
        yield "Border posts: " + ", ".join(posts)


def picture(duchy: Duchy, coloured: bool) -> list[str]:
    """The board as lines of text; every hex is two lines of six characters:

    / t6 \\
    \\ h1 /
    """
    canvas: dict[tuple[int, int], tuple[str, str | None]] = {}
    for hex_, (line, column) in enumerate(_places(duchy), start=1):
        colour = duchy.colours[hex_ - 1]
        label = f"{LETTER_OF[colour]}{duchy.numbers[hex_ - 1]}"
        for row, text in enumerate((f"/ {label} \\", f"\\{f'h{hex_}':^4}/")):
            for offset, character in enumerate(text):
                canvas[line + row, column + offset] = (character, colour if coloured else None)
    return list(_rendered(canvas))


def _places(duchy: Duchy) -> list[tuple[int, int]]:
    """Line and column of each hex: two lines per row of hexes, six columns between neighbours."""
    points = duchy.positions
    # Solo boards are measured in pixels of a scan: the usual distance to the nearest hex is the unit.
    unit = statistics.median(min(math.dist(p, q) for q in points if q is not p) for p in points)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    places: list[tuple[int, int]] = []
    for x, y in points:
        line = round((y - top) / unit * 4 / math.sqrt(3))
        column = round((x - left) / unit * 6)
        # Rounding may push two islands into each other; no hex may be lost under another.
        while any(abs(line - other) < 2 and abs(column - start) < 6 for other, start in places):
            column += 1
        places.append((line, column))
    return places


def _rendered(canvas: Mapping[tuple[int, int], tuple[str, str | None]]) -> Iterator[str]:
    height = 1 + max(line for line, _ in canvas)
    for line in range(height):
        columns = [column for row, column in canvas if row == line]
        cells = [canvas.get((line, column), (" ", None)) for column in range(max(columns, default=-1) + 1)]
        runs = groupby(cells, key=lambda cell: cell[1])
        yield "".join(_painted("".join(character for character, _ in run), colour) for colour, run in runs)


def _painted(text: str, colour: str | None) -> str:
    if colour is None:
        return text
    background, foreground = _PAINT[colour]
    return f"\x1b[48;5;{background};38;5;{foreground}m{text}\x1b[0m"


# -- the Châteauma's duchies ------------------------------------------------------------------------


def chateauma_page(data: Data, ident: int) -> str:
    """Duchies 35 and 36 have rows of spaces per colour and no map."""
    fields = _chateauma_fields(data, ident)
    lines = [f"Duchy {ident} (Châteauma), {fields['provenance']}", ""]
    lines += [f"  {LETTER_OF[colour]} {colour:9} {fields['spaces'][colour]:2} spaces" for colour in COLOURS]
    for letter in "ab":
        tiles = fields.get(f"modifier_{letter}")
        if tiles is not None:
            lines.append(f"Modifier {letter.upper()}: " + _counts(tiles))
    if "modifier_d_spaces" in fields:
        spaces = fields["modifier_d_spaces"]
        parts = [f"{c} {'/'.join(map(str, spaces[c]))}" for c in COLOURS if spaces.get(c)]
        lines.append("Modifier D, extra turn on space: " + ", ".join(parts))
    return "\n".join(lines)


def _counts(tiles: Mapping[str, Any]) -> str:
    return ", ".join(f"{tiles[colour]} {colour}" for colour in COLOURS if colour in tiles)


def _chateauma_fields(data: Data, ident: int) -> dict[str, Any]:
    name = f"duchy_{ident}"
    stated = [block.provenance for block in data.blocks if block.name == name]
    fields = {"id": ident, "set": "chateauma", **data.chateauma[name]}
    return {**fields, "provenance": stated[0] if stated else "source not stated"}


def _as_json(value: Any) -> str:
    return safe.json_lines(value)
