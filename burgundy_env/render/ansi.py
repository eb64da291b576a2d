"""The terminal picture of a position: everything a player at the table sees, and nothing hidden.

The input is a `burgundy-position/1` document, so a position from a log, a bug report or a running game
is drawn the same way. Colour only repeats what the letters say: stripped of its escape codes the coloured
picture is the plain one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, NamedTuple

from burgundy_env.data import load
from burgundy_env.render import words

Document = Mapping[str, Any]

ROUNDS = 5
ROWS = (4, 5, 6, 7, 6, 5, 4)
PITCH = 6  # columns per hex, its left border included; even, so that half a hex is a whole column
INNER = PITCH - 1
GRID_WIDTH = max(ROWS) * PITCH + 1
GAP = 3
INDENT = 2


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
BOLD = "1"


class Span(NamedTuple):
    text: str
    style: str = ""  # SGR parameters; empty: the terminal's own colours


Line = list[Span]


def _sgr(colours: tuple[int, int], bold: bool = False) -> str:
    text, background = colours
    return f"{'1;' if bold else ''}38;5;{text};48;5;{background}"


def _length(line: Iterable[Span]) -> int:
    return sum(len(span.text) for span in line)


def _padded(line: Line, width: int) -> Line:
    return [*line, Span(" " * max(0, width - _length(line)))]


def _paint(line: Line, colour: bool) -> str:
    spans = list(line)
    while spans and not spans[-1].style and not spans[-1].text.strip():
        spans.pop()
    if spans:
        spans[-1] = Span(spans[-1].text.rstrip(), spans[-1].style)
    if not colour:
        return "".join(span.text for span in spans)
    return "".join(f"\x1b[{s.style}m{s.text}\x1b[0m" if s.style else s.text for s in spans)


def _flow(label: str, tokens: Iterable[Line], width: int, gap: int = 2) -> list[Line]:
    """A label and as many tokens per line as fit, the rest indented below; overlong text is cut in pieces."""
    lines: list[Line] = [[Span(label, BOLD)] if label else []]
    room = width - INDENT
    for token in tokens:
        for piece in _pieces(token, room):
            if lines[-1] and _length(lines[-1]) + gap + _length(piece) > width:
                lines.append([Span(" " * INDENT), *piece])
            else:
                lines[-1] += [Span(" " * gap), *piece] if lines[-1] else piece
    return lines


def _pieces(token: Line, room: int) -> list[Line]:
    if _length(token) <= room:
        return [token]
    return [
        [Span(span.text[i : i + room], span.style)] for span in token for i in range(0, len(span.text), room)
    ]


def _prose(label: str, text: str, width: int) -> list[Line]:
    return _flow(label, ([Span(word)] for word in text.split()), width, gap=1)


def _tile(name: str) -> Line:
    """A tile by its name, as players type it, after its colour letter."""
    colour = words.colour_of(name)
    letter = words.LETTERS[colour] if colour else "*"
    shade = SHADES[colour] if colour else NEUTRAL
    return [Span(f"{letter} {name}", _sgr(shade.tile, bold=True))]


def _slot(address: str, name: str | None) -> Line:
    return [Span(f"{address} "), *(_tile(name) if name else [Span("-")])]


def _counts(counts: Mapping[str, int]) -> list[Line]:
    return [[Span(f"{kind}x{number}")] for kind, number in sorted(counts.items())] or [[Span("-")]]


def _seats_in_game(doc: Document) -> int:
    """n of the rules: the players, and the Châteauma if it plays."""
    config = doc["config"]
    return int(config["players"]) + bool(config.get("chateauma"))


def _header(doc: Document, width: int) -> list[Line]:
    config, stage, active = doc["config"], doc["stage"], doc.get("active")
    turn = "game over" if active is None else f"seat {active} to decide"
    white = doc.get("white_die")
    facts = [
        f"round {doc['round']} of {ROUNDS}",
        turn,
        f"stage {stage}",
        f"white die {white if white is not None else '-'}",
        f"{config['players']} players",
        str(config.get("ruleset", "special_edition")),
        *map(str, config.get("modules", [])),
    ]
    styled = [[Span(fact, BOLD if fact == turn else "")] for fact in facts]
    lines = _flow(f"Phase {doc['phase']}", styled, width)
    lines += _flow(
        "Order of play",
        [
            [Span(f"[{seat}]" if seat == active else f"{seat}", BOLD if seat == active else "")]
            for seat in doc.get("order", [])
        ],
        width,
        gap=1,
    )
    if "track" in doc:
        spaces = [
            [Span(f"{i}: {','.join(map(str, seats)) if seats else '-'}", BOLD if seats else "")]
            for i, seats in enumerate(doc["track"])
        ]
        lines += _flow("Turn-order track (top of a stack first)", spaces, width)
    return lines


def _decision(doc: Document, width: int) -> list[Line]:
    stage, pending, active = doc["stage"], doc.get("pending", []), doc.get("active")
    if active is None or stage == "over":
        return _prose("Decision", "none, the game is over (VP below are without the final scoring)", width)
    player = doc["players"][active]
    ruleset = doc["config"].get("ruleset")
    if pending:
        lines = _prose(f"Seat {active} decides:", words.pending_words(pending[-1]), width)
        for entry in reversed(pending[:-1]):
            lines += _prose("  then", words.pending_words(entry), width)
        return lines
    if stage == "start":
        return _prose(f"Seat {active} decides:", "a castle hex for the start castle (start h)", width)
    if stage == "routes":
        return _prose(f"Seat {active} decides:", "the next tile of the trade route (route id)", width)
    left = [
        f"die {i} shows {value} (d{i} take {value}.s, place h, sell {value}, workers)"
        for i, (value, used) in enumerate(zip(player["dice"], player["used"], strict=False), 1)
        if not used
    ]
    text = "; ".join(left) if left else "both dice are used: end"
    owned = set(player.get("placed", {}).values())
    if not player.get("bought", False):
        text += "; buy b for 2 silver"
    if "m6" in owned and not player.get("recruited", False) and ruleset != "alea_2011":
        text += "; recruit d.s for 2 workers"
    if "m28" in owned:
        text += "; hire: 2 workers for 1 silver"
    return _prose(f"Seat {active} decides:", text, width)


def _depots(doc: Document, width: int) -> list[Line]:
    slots_in_use = _seats_in_game(doc)  # components.json: slot s of every depot is filled from s seats up
    depots: Mapping[str, Any] = doc["depots"]
    in_use = {
        key: max([slots_in_use, *(i for i, tile in enumerate(depot["tiles"], 1) if tile)])
        for key, depot in depots.items()
    }
    rows = {
        key: [_slot(f"{key}.{i}", tile) for i, tile in enumerate(depot["tiles"][: in_use[key]], 1)]
        for key, depot in sorted(depots.items())
    }
    black = [_slot(f"b{i}", tile) for i, tile in enumerate(doc.get("black_depot", []), 1)]
    column = max((_length(slot) for row in rows.values() for slot in row), default=0)
    lines = _prose("Depots", "(slot, colour letter, tile; at the end the goods as type x number)", width)
    for key, row in rows.items():
        goods = _joined(_counts(depots[key].get("goods", {})))
        lines += _flow("", [*(_padded(slot, column) for slot in row), goods], width)
    lines += _flow("Black depot", black or [[Span("-")]], width)
    to_come = [[Span(str(kind))] for kind in doc.get("round_goods", [])] or [[Span("-")]]
    lines += _flow("Goods to come (next first)", to_come, width)
    if "bonus_tiles" in doc:
        lines += _flow("Bonus left", _bonus_left(doc), width)
    return lines


def _joined(tokens: Sequence[Line]) -> Line:
    return [span for i, token in enumerate(tokens) for span in ([Span(" ")] if i else []) + token]


def _bonus_vp(size: str, seats: int) -> int:
    return seats + 3 if size == "large" else seats


def _bonus_left(doc: Document) -> list[Line]:
    seats = _seats_in_game(doc)
    left: Mapping[str, int] = doc["bonus_tiles"]  # the picture gives their VP: 5+2, then 2, then -
    tokens: list[Line] = []
    for colour in [*words.COLOURS, *sorted(set(left) - set(words.COLOURS))]:
        sizes = ("large", "small")[2 - left.get(colour, 0) :]  # the large one always goes first
        points = "+".join(str(_bonus_vp(size, seats)) for size in sizes)
        letter = words.LETTERS.get(colour, "*")
        name = Span(f"{letter} {colour}", _sgr(SHADES.get(colour, NEUTRAL).tile, bold=True))
        tokens.append([name, Span(f" {points or '-'}")])
    return tokens


def _held_bonus(name: str, seats: int) -> Line:
    colour, _, size = name.rpartition("_")
    return [Span(f"{colour} {size} ({_bonus_vp(size, seats)} VP)")]


def _dice(player: Document) -> list[Line]:
    return [
        [Span(f"d{i} {value}" + (" (used)" if used else ""), "" if used else BOLD)]
        for i, (value, used) in enumerate(zip(player["dice"], player["used"], strict=False), 1)
    ] or [[Span("not rolled")]]


def _player(
    doc: Document, seat: int, colours: Sequence[str], numbers: Sequence[int], width: int
) -> list[Line]:
    player = doc["players"][seat]
    active = seat == doc.get("active")
    title = f"Seat {seat}{' (to decide)' if active else ''}  duchy {player['duchy']}  VP {player['vp']}"
    title = f"{title} ".ljust(width, "-") if active else title
    lines: list[Line] = [[Span(title[:width], "7" if active else BOLD)]]
    wealth = [[Span(f"workers {player['workers']}")], [Span(f"silver {player['silver']}")]]
    flags = [[Span(f"{flag} this round")] for flag in ("bought", "recruited") if player.get(flag)]
    lines += _flow("", [*wealth, *flags], width)
    lines += _flow("dice", _dice(player), width)
    lines += _flow("goods", _counts(player.get("goods", {})), width)
    lines += _flow("sold", _counts(player.get("sold", {})), width)
    lines += _flow("storage", [_tile(name) for name in player.get("storage", [])] or [[Span("-")]], width)
    seats = _seats_in_game(doc)
    lines += _flow("bonus", [_held_bonus(b, seats) for b in player.get("bonus", [])] or [[Span("-")]], width)
    lines += _duchy(player.get("placed", {}), colours, numbers)
    return lines


def _duchy(placed: Mapping[str, str], colours: Sequence[str], numbers: Sequence[int]) -> list[Line]:
    """Two lines per row of hexes: their names above; below, the tile, or colour letter and die number."""
    lines: list[Line] = []
    first = 0
    for size in ROWS:
        offset = Span(" " * ((max(ROWS) - size) * PITCH // 2))
        top: Line = [offset]
        bottom: Line = [offset]
        for index in range(first, first + size):
            name, colour = f"h{index + 1}", colours[index]
            tile = placed.get(name)
            if tile is None:
                style = _sgr(SHADES[colour].empty)
                cell = f"{words.LETTERS[colour]}{numbers[index]}"
                texts = name.ljust(INNER), f"  {cell}".ljust(INNER)
            else:
                style = _sgr(SHADES[colour].tile, bold=True)
                texts = name.ljust(INNER, "="), words.code(tile).center(INNER, "=")
            top += [Span("|"), Span(texts[0], style)]
            bottom += [Span("|"), Span(texts[1], style)]
        lines += [[*top, Span("|")], [*bottom, Span("|")]]
        first += size
    return lines


def _tiles_in_view(doc: Document) -> list[str]:
    tiles = {tile for depot in doc["depots"].values() for tile in depot["tiles"] if tile}
    tiles |= {tile for tile in doc.get("black_depot", []) if tile}
    for player in doc["players"]:
        tiles |= {*player.get("storage", []), *player.get("placed", {}).values()}
    order = {name: i for i, name in enumerate(words.CODES)}
    return sorted(tiles, key=lambda name: (order.get(name, len(order)), name))


def _legend(doc: Document, width: int) -> list[Line]:
    colours: list[Line] = []
    for colour in words.COLOURS:
        colours.append([Span(f"{words.LETTERS[colour]} {colour}", _sgr(SHADES[colour].empty))])
    lines = _flow("Empty hex: colour letter, die number", colours, width)
    tiles = _tiles_in_view(doc)
    if not tiles:
        return lines
    lines += _prose("Covered hex:", "==== and its tile's code. Tiles in view (code, name, effect):", width)
    ruleset = str(doc["config"].get("ruleset", "special_edition"))
    entries: list[Line] = []
    for name in tiles:
        code, effect = words.code(name), words.effect(name, ruleset)
        label = [Span(code, BOLD)] if code.lower() == name else [Span(code, BOLD), Span(f" {name}")]
        entries.append([*label, Span(f": {effect}" if effect else "")])
    lines += _flow("", entries, width, gap=3)
    return lines


def _side_by_side(blocks: Sequence[list[Line]], column: int) -> list[Line]:
    height = max(len(block) for block in blocks)
    # Duchies end at the same line, so that they stand next to each other when one has more goods listed.
    grid = 2 * len(ROWS)
    filled = [[*block[:-grid], *([[Span("")]] * (height - len(block))), *block[-grid:]] for block in blocks]
    lines: list[Line] = []
    for parts in zip(*filled, strict=True):
        line: Line = []
        for i, part in enumerate(parts):
            line += _padded(part, column + GAP) if i + 1 < len(parts) else part
        lines.append(line)
    return lines


def draw(
    doc: Document,
    *,
    colour: bool = True,
    width: int = 100,
    seat: int | None = None,
    data_dir: str | PathLike[str] | None = None,
) -> str:
    """Draw a position for the terminal, at most `width` characters wide.

    `seat`: whose duchy comes first, by default the seat to decide (seat 0 when the game is over).
    `colour=False` gives the same picture as pure text.
    """
    if doc.get("format") != "burgundy-position/1":
        raise ValueError(f"A burgundy-position/1 document is needed, not {json.dumps(doc.get('format'))}.")
    players = doc["players"]
    if width < GRID_WIDTH:
        raise ValueError(f"A duchy needs {GRID_WIDTH} columns, so width={width} is too narrow.")
    if seat is None:
        active = doc.get("active")
        seat = 0 if active is None else int(active)
    if not 0 <= seat < len(players):
        raise ValueError(f"There is no seat {seat}: the seats are 0 to {len(players) - 1}.")

    columns = min(len(players), (width + GAP) // (GRID_WIDTH + GAP))
    column = min((width - GAP * (columns - 1)) // columns, 2 * GRID_WIDTH)
    duchies = load(data_dir).duchies
    blocks: list[list[Line]] = []
    for turn in range(len(players)):
        who = (seat + turn) % len(players)
        board = duchies[players[who]["duchy"]]
        # Solo boards have as many hexes, but as islands: drawn in rows they would show wrong neighbours.
        if len(board.colours) != sum(ROWS) or board.rivers:
            raise ValueError(f"Duchy {players[who]['duchy']} is not a board of {sum(ROWS)} hexes in 7 rows.")
        blocks.append(_player(doc, who, board.colours, board.numbers, column))

    sections = [_header(doc, width), _decision(doc, width), _depots(doc, width)]
    sections += [_side_by_side(blocks[i : i + columns], column) for i in range(0, len(blocks), columns)]
    sections.append(_legend(doc, width))
    return "\n\n".join("\n".join(_paint(line, colour) for line in section) for section in sections)
