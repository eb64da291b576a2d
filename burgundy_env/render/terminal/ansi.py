"""The terminal picture of a position: everything a player at the table sees, and nothing hidden.

The input is a `burgundy-position/1` document, so a position from a log, a bug report or a running game
is drawn the same way. Colour only repeats what the letters say: stripped of its escape codes the coloured
picture is the plain one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from ...data import Data, load
from ...data.duchies import Duchy
from ...modules.sizes import COLOURS, ROUNDS
from ...telling import tiles as words
from ...telling.pending import decision, stage_typed
from ...telling.position import may_buy
from ...telling.seats import by_seat
from .. import facts
from ..facts import Document
from . import grid, modules
from .chateauma import chateauma
from .spans import (
    BOLD,
    NEUTRAL,
    REVERSE,
    SHADES,
    Line,
    Span,
    counted,
    counts,
    flow,
    joined,
    length,
    padded,
    prose,
    sgr,
    tile_letter,
    tile_style,
)

GAP = 3


def _paint(line: Line, colour: bool) -> str:
    spans = list(line)
    while spans and not spans[-1].style and not spans[-1].text.strip():
        spans.pop()
    if spans:
        spans[-1] = Span(spans[-1].text.rstrip(), spans[-1].style)
    if not colour:
        return "".join(span.text for span in spans)
    return "".join(f"\x1b[{s.style}m{s.text}\x1b[0m" if s.style else s.text for s in spans)


def _tile(name: str) -> Line:
    """A tile by its name, as players type it, after its colour letter."""
    return [Span(f"{tile_letter(name)} {name}", tile_style(name))]


def _slot(address: str, name: str | None) -> Line:
    return [Span(f"{address} "), *(_tile(name) if name else [Span("-")])]


def _header(doc: Document, width: int) -> list[Line]:
    config, stage, active = doc["config"], doc["stage"], doc.get("active")
    turn = "game over" if active is None else f"seat {active} to decide"
    white = doc.get("white_die")
    told = [
        f"round {doc['round']} of {ROUNDS}",
        turn,
        f"stage {stage}",
        f"white die {white if white is not None else '-'}",
        f"{config['players']} players",
        facts.ruleset(doc),
        *map(str, config.get("modules", [])),
    ]
    styled = [[Span(fact, BOLD if fact == turn else "")] for fact in told]
    lines = flow(f"Phase {doc['phase']}", styled, width)
    lines += flow(
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
        lines += flow("Turn-order track (top of a stack first)", spaces, width)
    return lines


def _decision(doc: Document, width: int) -> list[Line]:
    stage, pending, active = doc["stage"], doc.get("pending", []), doc.get("active")
    if active is None or stage == "over":
        return prose("Decision", "none, the game is over (VP below are without the final scoring)", width)
    player = doc["players"][active]
    if pending:
        lines = prose(f"Seat {active} decides:", decision(pending[-1]), width)
        for entry in reversed(pending[:-1]):
            lines += prose("  then", decision(entry), width)
        return lines
    before_turns = stage_typed(stage)
    if before_turns is not None:
        return prose(f"Seat {active} decides:", before_turns, width)
    left = [
        f"die {i} shows {value} (d{i} take {value}.s, place h, sell {value}, workers)"
        for i, value in facts.unused_dice(player)
    ]
    text = "; ".join(left) if left else "both dice are used: end"
    owned = set(player.get("placed", {}).values())
    if may_buy(doc):
        text += "; buy b for 2 silver"
    if "m6" in owned and not player.get("recruited", False) and facts.ruleset(doc) != "alea_2011":
        text += "; recruit d.s for 2 workers"
    if "m28" in owned:
        text += "; hire: 2 workers for 1 silver"
    return prose(f"Seat {active} decides:", text, width)


def _depot(doc: Document, data: Data, key: str) -> list[Line]:
    """The slots of a depot; who plays alone is not shown those that are empty at the end of a row."""
    slots = facts.slots(doc, data, key)
    while facts.seats_in_game(doc) == 1 and len(slots) > 1 and slots[-1][1] is None:
        slots.pop()
    return [_slot(*slot) for slot in slots]


def _depots(doc: Document, data: Data, width: int) -> list[Line]:
    depots: Mapping[str, Any] = doc["depots"]
    rows = {key: _depot(doc, data, key) for key in sorted(depots)}
    black = [_slot(f"b{i}", tile) for i, tile in enumerate(doc.get("black_depot", []), 1)]
    column = max((length(slot) for row in rows.values() for slot in row), default=0)
    lines = prose("Depots", "(slot, colour letter, tile; at the end the goods as type x number)", width)
    for key, row in rows.items():
        goods = joined(counts(depots[key].get("goods", {})))
        lines += flow("", [*(padded(slot, column) for slot in row), goods], width)
    lines += flow("Black depot", black or [[Span("-")]], width)
    to_come = [[Span(str(kind))] for kind in doc.get("round_goods", [])] or [[Span("-")]]
    lines += flow("Goods to come (next first)", to_come, width)
    if "bonus_tiles" in doc:
        lines += flow("Bonus left", _bonus_left(doc, data), width)
    return lines + modules.others(doc, modules.base_keys("table"), width)


def _bonus_left(doc: Document, data: Data) -> list[Line]:
    """By colour the VP of the bonus tiles left: 5+2, then 2, then -."""
    tokens: list[Line] = []
    for colour, left in facts.bonus_left(doc, data).items():
        letter = words.letter(colour)
        name = Span(f"{letter} {colour}", sgr(SHADES.get(colour, NEUTRAL).tile, bold=True))
        tokens.append([name, Span(f" {'+'.join(map(str, left)) or '-'}")])
    return tokens


def _held_bonus(name: str, doc: Document, data: Data) -> Line:
    colour, _, size = name.rpartition("_")
    return [Span(f"{colour} {size} ({facts.bonus_vp(doc, data, size)} VP)")]


def _dice(player: Document) -> list[Line]:
    return [
        [Span(f"d{i} {value}" + (" (used)" if used else ""), "" if used else BOLD)]
        for i, (value, used) in enumerate(zip(player["dice"], player["used"], strict=False), 1)
    ] or [[Span("not rolled")]]


def _player(doc: Document, data: Data, seat: int, board: Duchy, width: int) -> list[Line]:
    player = doc["players"][seat]
    active = seat == doc.get("active")
    title = f"Seat {seat}{' (to decide)' if active else ''}  duchy {player['duchy']}  VP {player['vp']}"
    title = f"{title} ".ljust(width, "-") if active else title
    lines: list[Line] = [[Span(title[:width], REVERSE if active else BOLD)]]
    wealth = [[Span(counted(player["workers"], "worker"))], [Span(f"{player['silver']} silver")]]
    flags = [[Span(f"{flag} this round")] for flag in ("bought", "recruited") if player.get(flag)]
    lines += flow("", [*wealth, *flags], width)
    lines += flow("dice", _dice(player), width)
    lines += flow("goods", counts(player.get("goods", {})), width)
    lines += flow("sold", counts(player.get("sold", {})), width)
    lines += flow("storage", [_tile(name) for name in player.get("storage", [])] or [[Span("-")]], width)
    if "team_storage" in player:
        lines += flow("team's storage", [_tile(name) for name in player["team_storage"]] or [[Span("-")]], width)
    lines += flow("bonus", [_held_bonus(b, doc, data) for b in player.get("bonus", [])] or [[Span("-")]], width)
    lines += modules.others(player, modules.base_keys("player") | {"team_storage"}, width)
    return lines + grid.duchy(board, player.get("placed", {}))


def _legend(doc: Document, width: int) -> list[Line]:
    colours: list[Line] = []
    for colour in COLOURS:
        colours.append([Span(f"{words.letter(colour)} {colour}", sgr(SHADES[colour].empty))])
    lines = flow("Empty hex: colour letter, die number", colours, width)
    tiles = facts.tiles_in_view(doc)
    if not tiles:
        return lines
    lines += prose("Covered hex:", "==== and its tile's code. Tiles in view (code, name, effect):", width)
    entries: list[Line] = []
    for name in tiles:
        code, effect = words.code(name), words.effect(name, facts.ruleset(doc))
        label = [Span(code, BOLD)] if code.lower() == name else [Span(code, BOLD), Span(f" {name}")]
        entries.append([*label, Span(f": {effect}" if effect else "")])
    lines += flow("", entries, width, gap=3)
    return lines


def _side_by_side(blocks: Sequence[list[Line]], column: int, drawn: int) -> list[Line]:
    """Blocks next to each other, the duchies at their ends in the same lines; `drawn`: lines of a duchy."""
    height = max(len(block) for block in blocks)
    filled = [[*block[:-drawn], *([[Span("")]] * (height - len(block))), *block[-drawn:]] for block in blocks]
    lines: list[Line] = []
    for parts in zip(*filled, strict=True):
        line: Line = []
        for i, part in enumerate(parts):
            line += padded(part, column + GAP) if i + 1 < len(parts) else part
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

    >>> from burgundy_env import Game
    >>> draw(Game.new(seed=7).to_json(), colour=False).splitlines()[0][:7]
    'Phase A'
    """
    if doc.get("format") != "burgundy-position/1":
        raise ValueError(f"A burgundy-position/1 document is needed, not {json.dumps(doc.get('format'))}.")
    doc = by_seat(doc)
    players = doc["players"]
    data = load(data_dir)
    boards = [data.duchies[player["duchy"]] for player in players]
    needed, lines = max(grid.size(board)[0] for board in boards), max(grid.size(board)[1] for board in boards)
    if width < needed:
        raise ValueError(f"A duchy needs {needed} columns, so width={width} is too narrow.")
    if seat is None:
        active = doc.get("active")
        seat = 0 if active is None else int(active)
    if not 0 <= seat < len(players):
        raise ValueError(f"There is no seat {seat}: the seats are 0 to {len(players) - 1}.")

    columns = min(len(players), (width + GAP) // (needed + GAP))
    column = min((width - GAP * (columns - 1)) // columns, 2 * needed)
    blocks = []
    for turn in range(len(players)):
        who = (seat + turn) % len(players)
        blocks.append(_player(doc, data, who, boards[who], column))

    sections = [_header(doc, width), _decision(doc, width), _depots(doc, data, width)]
    sections += [_side_by_side(blocks[i : i + columns], column, lines) for i in range(0, len(blocks), columns)]
    if "chateauma" in doc:
        sections.append(chateauma(doc, data, width))
    sections.append(_legend(doc, width))
    return "\n\n".join("\n".join(_paint(line, colour) for line in section) for section in sections)
