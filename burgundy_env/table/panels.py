"""What the panels of the table show: lines drawn from a position, each place with the spot one can point at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from burgundy_env.data import Data
from burgundy_env.modules.sizes import ROUNDS, STORAGE
from burgundy_env.modules.team import SPACES
from burgundy_env.render import facts
from burgundy_env.render.facts import Document, seats_in_game
from burgundy_env.render.regions import sizes
from burgundy_env.render.terminal import grid, modules
from burgundy_env.render.terminal.chateauma import chateauma
from burgundy_env.render.terminal.spans import (
    BOLD,
    DIM,
    MARKS,
    NEUTRAL,
    REVERSE,
    SHADES,
    Frames,
    Line,
    Span,
    counted,
    counts,
    flow,
    joined,
    length,
    padded,
    sgr,
    spot,
    tile_letter,
    tile_style,
)
from burgundy_env.telling import tiles as words
from burgundy_env.telling.language import has, say
from burgundy_env.telling.scores import source_name
from burgundy_env.telling.seats import person

COLUMN = 16  # of a depot
_BESIDE = 6 * COLUMN  # from here on the depots stand beside each other
_NAME = COLUMN - 5  # between two marks, after the colour's letter
_ABOVE_DUCHY = 5  # lines
_LONGEST_NAME = 24  # columns; people call themselves as they like
_FREE: list[Line] = [[Span(" · free ", DIM)]]
_SOURCE = 18  # columns for the name of a source of points


def tile(name: str, place: str, frames: Frames, called: str = "", width: int = 0) -> Line:
    """A tile that lies at a spot: bright between marks where it can be chosen, else dark."""
    text = f"{tile_letter(name)} {called or words.spoken(name)}".ljust(width)
    frame = frames.get(place, "")
    if frame != "lit":
        shade = SHADES.get(words.colour_of(name) or "", NEUTRAL)
        return [spot(text, place, frames, sgr(shade.empty))]
    left, right, style = MARKS[frame]
    return [Span(left, style, place), Span(text, tile_style(name), place), Span(right, style, place)]


def slot(name: str | None, place: str, frames: Frames) -> Line:
    """A place for a tile on the table, COLUMN wide."""
    if name is None:
        return [spot("· -".ljust(COLUMN - 3), place, frames, DIM), Span(" ")]
    called = words.short(name)[:_NAME]
    return [*tile(name, place, frames, called, COLUMN - 3), Span(" ")]


def stored_tile(name: str, frames: Frames) -> Line:
    """A stored tile, as wide as its name."""
    return tile(name, f"stored:{name}", frames)


# --- the table that is everyone's ------------------------------------------------------------------------


def header(doc: Document, names: Sequence[str], width: int) -> list[Line]:
    """Phase, dice and turn order; below, the track."""
    white = doc.get("white_die")
    short = [short_name(seat, names) for seat in range(len(names))]
    first: Line = [Span(f" Phase {doc['phase']}, round {doc['round']} of {ROUNDS} ", REVERSE)]
    first += [Span(f"white die {white if white is not None else '-'}", BOLD), Span("order of play")]
    order: list[Line] = [
        [Span(f" {_of(short, seat)} ", REVERSE if seat == doc.get("active") else "")] for seat in doc.get("order", [])
    ]
    lines = flow("", [first[:1], *([span] for span in first[1:3]), *order], width, gap=1)
    if "track" in doc:
        spaces: list[Line] = []
        for i, seats in enumerate(doc["track"]):
            standing = ",".join(_of(short, seat) for seat in seats)
            spaces.append([Span(f"{i}:"), Span(standing or "-", BOLD if standing else DIM)])
        lines += flow(" turn-order track", spaces, width)
    return lines


def short_name(seat: int, names: Sequence[str], most: int = _LONGEST_NAME) -> str:
    """A seat's name without `human:`, numbered where two have the same one."""
    plain = [person(name).partition(":")[0] or name for name in names]
    name = plain[seat]
    return name[:most] if plain.count(name) == 1 else f"{name[: most - 2]} {seat}"


def _of(short: Sequence[str], seat: int) -> str:
    return short[seat] if seat < len(short) else "Châteauma"


def depots(doc: Document, data: Data, frames: Frames, width: int) -> list[Line]:
    """The six depots side by side, below them the black depot and what else lies on the table."""
    columns = [_depot(doc, data, key, frames, width) for key in sorted(doc["depots"])]
    if width < _BESIDE:
        return [*_in_lines(columns, width), *_black_depot(doc, frames, width), *_aside(doc, data, frames, width)]
    height = max(len(column) for column in columns)
    lines: list[Line] = []
    for i in range(height):
        # The goods stand in the last line of every depot.
        parts = [c[-1] if i == height - 1 else (c[i] if i < len(c) - 1 else []) for c in columns]
        lines.append([span for part in parts for span in padded(part, COLUMN)])
    lines += _black_depot(doc, frames, width)
    return lines + _aside(doc, data, frames, width)


def _in_lines(depots: Sequence[list[Line]], width: int) -> list[Line]:
    """The depots one after the other, all of one in a line, or of two."""
    blocks = [[span for line in depot for span in line if span.text.strip()] for depot in depots]
    half = (width - 1) // 2
    wide = half if max(length(block) for block in blocks) <= half else width
    lines = [padded(block, wide) for block in blocks]
    return (
        lines
        if wide == width
        else [[*one, Span(" "), *other] for one, other in zip(lines[::2], lines[1::2], strict=True)]
    )


def _depot(doc: Document, data: Data, key: str, frames: Frames, width: int) -> list[Line]:
    """A depot from top to bottom: its number, its slots in use, its goods."""
    kept, short = doc["pending"][-1] if doc.get("pending") else {}, width < _BESIDE
    keeping = kept.get("kind") == "keep" and str(kept.get("depot")) == key
    lines: list[Line] = [[spot(key if short else f"Depot {key}", f"depot{key}", frames, BOLD)]]
    lines += [slot(name, address, frames) for address, name in facts.slots(doc, data, key)]
    depot = doc["depots"][key]
    goods = depot.get("goods", {})
    if keeping:
        line: Line = [spot(kind, f"keep{kind}", frames, BOLD) for kind in sorted(goods)]
    else:
        each = [kind for kind, number in sorted(goods.items()) for _ in range(number)]
        text = " ".join(each) if len(each) < 5 and not short else "".join(each)
        line = [Span(f"+{text}" if short else f" goods {text or '-'}", "" if each else DIM, f"depot{key}")]
    return [*lines, *_more_of_depot(key, depot, frames), line]


def _more_of_depot(key: str, depot: Document, frames: Frames) -> list[Line]:
    """What modules lay into a depot."""
    lines: list[Line] = []
    for name, value in depot.items():
        if name not in ("tiles", "goods") and value:
            things = value if isinstance(value, list) else [value]
            lines.append([Span(clip(f" {name} {' '.join(map(str, things))}", COLUMN - 1), BOLD)])
    return lines


def clip(text: str, width: int) -> str:
    """A text, cut where it is too long."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _black_depot(doc: Document, frames: Frames, width: int) -> list[Line]:
    tokens: list[Line] = [slot(name, f"b{i}", frames) for i, name in enumerate(doc.get("black_depot", []), 1)]
    return flow(" Black depot, 2 silver ", tokens or [[Span("-", DIM)]], width, gap=0)


def _aside(doc: Document, data: Data, frames: Frames, width: int) -> list[Line]:
    """Goods to come, bonus tiles, and what modules put beside the depots."""
    tokens: list[Line] = []
    if "bonus_tiles" in doc:
        tokens.append([Span("bonus"), *_bonus_left(doc, data)])
    if width >= _BESIDE:
        tokens.append([Span(f"regions {' '.join(str(vp) for _, vp in sizes(doc, data))} VP")])
    tokens += modules.beside_depots(doc, frames)
    to_come = " ".join(map(str, doc.get("round_goods", []))) or "-"
    lines = flow(f" goods to come {to_come} ", tokens, width)
    return lines + modules.others(doc, modules.known_keys("table"), width)


def _bonus_left(doc: Document, data: Data) -> Line:
    """Per colour the VP of the bonus tiles still there, the next one first."""
    line: Line = []
    for colour, left in facts.bonus_left(doc, data).items():
        text = f" {words.letter(colour)} {'+'.join(map(str, left)) or '-'} "
        line += [Span(" "), Span(text, sgr(SHADES.get(colour, NEUTRAL).empty))]
    return line


# --- the seats -------------------------------------------------------------------------------------------


def tabs(doc: Document, names: Sequence[str], viewed: int, width: int) -> list[Line]:
    """Everyone at the table in one line; the one whose duchy is shown stands out, `*` is to decide."""
    for words_of in (_in_full, _in_short, _in_points):
        tokens = _tabs(doc, names, viewed, words_of)
        if sum(length(token) for token in tokens) < width:
            break
    return flow("", tokens, width, gap=0)


def _in_full(its: Document) -> str:
    workers = f"{counted(its['workers'], 'worker')}, " if "workers" in its else ""
    return f"{its['vp']} VP, {workers}{its['silver']} silver"


def _in_short(its: Document) -> str:
    workers = f"{its['workers']}w " if "workers" in its else ""
    return f"{its['vp']} VP {workers}{its['silver']}s"


def _in_points(its: Document) -> str:
    return f"{its['vp']} VP"


def _tabs(doc: Document, names: Sequence[str], viewed: int, wealth: Callable[[Document], str]) -> list[Line]:
    tokens: list[Line] = []
    for seat in range(seats_in_game(doc)):
        its = doc["players"][seat] if seat < len(doc["players"]) else doc["chateauma"]
        star = "*" if seat == doc.get("active") else " "
        name = short_name(seat, names) if seat < len(names) else "Châteauma"
        text = f"{star}{name}: {wealth(its)} "
        tokens.append([Span("|", DIM), Span(text, REVERSE if seat == viewed else "", f"seat{seat}")])
    return [*tokens, [Span("|", DIM)]]


def seat_panel(doc: Document, data: Data, seat: int, frames: Frames, width: int, name: str = "") -> list[Line]:
    """A seat's things and its duchy; with a name, that of a player whose duchy lies beside another."""
    if seat >= len(doc["players"]):
        return chateauma(doc, data, width)
    player = doc["players"][seat]
    named = [Span(f"{name}:", BOLD)] if name else []
    wealth = _wealth(player, frames, width - length(named))
    lines = [[*named, *wealth]] if length([*named, *wealth]) <= width else [named, _wealth(player, frames, width)]
    lines += _storage(player, frames, width)
    lines += _goods(player, frames, width)
    held = [[Span(words.bonus_held(name))] for name in player.get("bonus", [])]
    if held:
        lines += flow("bonus tiles", held, width)
    lines += modules.above_duchy(player, data, width)
    lines += modules.others(player, modules.known_keys("player") | {"team_storage"}, width)
    # The duchy shall not jump when a line of things comes or goes.
    lines += [[]] * (_ABOVE_DUCHY - len(lines))
    notes = modules.hex_notes(doc, data)
    return lines + grid.duchy(data.duchies[player["duchy"]], player.get("placed", {}), frames, notes)


def _storage(player: Document, frames: Frames, width: int) -> list[Line]:
    """The stored tiles, and those that partners share."""
    stored = [stored_tile(name, frames) for name in player.get("storage", [])]
    if "team_storage" not in player:
        return flow("storage", [*stored, *_FREE * (STORAGE - len(stored))], width, gap=1)
    shared = [tile(name, f"stored:team {name}", frames) for name in player["team_storage"]]
    tokens = [*stored, *_FREE * (SPACES - len(stored)), [Span("team's", BOLD)], *shared]
    return flow("storage", [*tokens, *_FREE * (SPACES - len(shared))], width, gap=1)


def _wealth(player: Document, frames: Frames, width: int) -> Line:
    """Dice, workers and silver in as many words as there is room for."""
    workers, silver = player["workers"], player["silver"]
    flags = [flag for flag in ("bought", "recruited") if player.get(flag)]
    line: Line = []
    for mark, said in (
        (" used", f"{counted(workers, 'worker')}  {silver} silver"),
        ("✓", f"{counted(workers, 'worker')}  {silver} silver"),
        ("✓", f"{workers}w {silver}s"),
    ):
        dice = _dice(player, frames, mark)
        line = [*dice, Span("  ".join([*[""] * bool(dice), said, *flags]), BOLD)]
        if length(line) <= width:
            break
    return line


def _dice(player: Document, frames: Frames, mark: str) -> Line:
    """The dice; a mark tells that one has been used."""
    line: Line = []
    for i, (value, used) in enumerate(zip(player.get("dice", []), player.get("used", []), strict=False), 1):
        text = f"die {i}: {value}"
        line += [Span(" "), Span(f" {text}{mark} ", DIM) if used else spot(text, f"die{i}", frames, REVERSE)]
    return line


def _goods(player: Document, frames: Frames, width: int) -> list[Line]:
    goods: list[Line] = [
        [spot(f"{kind}x{number}", f"goods{kind}", frames, BOLD)]
        for kind, number in sorted(player.get("goods", {}).items())
    ]
    sold = joined(counts(player.get("sold", {})))
    lines = flow("goods", goods or [[Span("-")]], width, gap=1)
    said: Line = [Span("   sold ", BOLD), *sold]
    if length(lines[-1]) + length(said) <= width:
        lines[-1] += said
        return lines
    return [*lines, said]


def points(scores: Sequence[Mapping[str, Any]], names: Sequence[str], width: int) -> list[str]:
    """Where the points come from, were the game to end now; sources that gave nobody anything are left out.

    Names that have no room above their columns stand over them all, and the columns have the numbers of the seats.
    """
    called = [_short_party(entry, names) for entry in scores]
    above: list[str] = []
    columns = called
    if _SOURCE + sum(max(6, len(name)) + 2 for name in called) > width:
        columns = ["C" if party == len(names) else str(party) for party in range(len(scores))]
        above = [f"{number}: {name}" for number, name in zip(columns, called, strict=True)]
    widths = [max(6, len(name)) for name in columns]
    known = dict.fromkeys(source for entry in scores for source in entry["breakdown"])
    rows = [(s, [e["breakdown"].get(s, "-") for e in scores]) for s in known]
    shown = [(source_name(source), cells) for source, cells in rows if any(cell not in (0, "-") for cell in cells)]
    label = max(8, min(22, width - sum(widths) - 2 * len(widths)))
    lines = ["".join(span.text for span in line) for line in flow("", [[Span(one)] for one in above], width)]
    lines = [*[line for line in lines if line], _points_row("", columns, label, widths)]
    lines.append(_points_row("if it ended now", [entry["total"] for entry in scores], label, widths))
    return lines + [_points_row(source, cells, label, widths) for source, cells in shown]


def _short_party(entry: Mapping[str, Any], names: Sequence[str]) -> str:
    if "team" in entry:
        return say("team", team=entry["team"])
    return short_name(entry["seat"], names) if entry["seat"] < len(names) else "Châteauma"


def _points_row(name: str, cells: Sequence[Any], label: int, widths: Sequence[int]) -> str:
    return "  ".join([clip(name, label).ljust(label), *(f"{c:>{w}}" for c, w in zip(cells, widths, strict=True))])


# --- what can be done ------------------------------------------------------------------------------------


def button_label(action: str) -> str:
    """What a button says."""
    key = f"button.{action.replace(' ', '_')}"
    if has(key):
        return say(key)
    first, _, rest = action.partition(" ")
    if first in ("d1", "d2"):
        return f"Die {first[1]}: {rest}"
    return words.spoken(rest).capitalize() if first == "effect" else action[0].upper() + action[1:]


def buttons(actions: Sequence[str], frames: Frames, width: int) -> list[Line]:
    """The actions that point at nothing on the table, as buttons."""
    tokens: list[Line] = [[spot(button_label(action), f"={action}", frames, REVERSE)] for action in actions]
    return flow("", tokens, width, gap=1) if tokens else []


def beside(blocks: Sequence[Sequence[Line]]) -> list[Line]:
    """Seats next to each other for looking at, their duchies at the bottom; nothing in them can be chosen."""
    height = max((len(block) for block in blocks), default=0)
    lines: list[Line] = [[] for _ in range(height)]
    for block in blocks:
        width = max(length(line) for line in block)
        for i, line in enumerate([[]] * (height - len(block)) + list(block)):
            lines[i] += padded([span._replace(spot="") for span in line], width + 2)
    return lines


def visible_spots(panels: Sequence[Sequence[Line]]) -> set[str]:
    """Every spot that the panels draw."""
    return {span.spot for lines in panels for line in lines for span in line if span.spot}
