"""What the table says in words: the log, what lies somewhere, help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from burgundy_env.data import Data
from burgundy_env.render import facts
from burgundy_env.render.facts import Document
from burgundy_env.render.regions import told_by_hex
from burgundy_env.render.terminal.spans import SHADES, sgr
from burgundy_env.sitting.sitting import Moment
from burgundy_env.table.panels import short_name
from burgundy_env.table.widgets import rich_style
from burgundy_env.telling import tiles as words
from burgundy_env.telling.chance import sentences
from burgundy_env.telling.language import say
from burgundy_env.telling.pending import capital

PLAY_HELP = """\
What can be chosen is lit up, as »h26«. Choose by a click, or with the keys:

  arrows        move the cursor ▶h26◀ over what is lit
  Enter, Space  take it; where it means several things, a menu asks which
  ?             explain what is under the cursor
  1, 2          light up only what die 1, or die 2, does (or click the die); again: both
  /             type to narrow the list of actions; Enter takes the marked one, Esc clears
  Tab           from the table to the list of actions and back
  u             undo your last action: your own actions only, as long as no dice have been
                rolled, no tiles drawn and nobody else has decided since
  h             a hint: what the chosen agent would play, marked ♥
  H             choose the agent that gives hints
  v, V          the duchy of the next, or previous, seat (or click its name)
  s             the points if the game ended now, by where they come from
  l             the log from the beginning
  t             what the tiles in view do
  F1            this page
  q             stop; the game is saved after every action, and --resume goes on with it

A mouse over a tile or hex tells what it is in the lines below the table.
Colours have letters: t building, y monastery, b ship, g livestock, r castle, e mine.
An empty hex shows its colour's letter and die number, a covered one its tile between ===."""

WATCH_HELP = """\
  Space         stop and go on
  Right, Left   one action on, one back
  ], [          to the next round, to the previous one
  Home, End     the beginning; the end, or as far as the game has got
  +, -          faster, slower
  v, V          the duchy of the next, or previous, seat (or click its name); f follows whoever plays
  ?             explain the action just taken
  s             the points if the game ended here, by where they come from
  l             the log so far
  t             what the tiles in view do
  F1            this page
  q             leave

A mouse over a tile or a hex says what it is in the line below the table."""


def log_lines(moment: Moment, names: Sequence[str]) -> Iterator[Text]:
    """What happened, and the heading of the round that began with it."""
    line = Text(f"{short_name(moment.seat, names)}: ", "bold")
    yield line.append(f"{moment.action}  ", "not bold").append(moment.note, "dim not bold")
    yield from map(_told, moment.told.told)
    if moment.told.heading:
        yield Text(moment.told.heading, "bold underline")
    yield from map(_told, moment.told.opening)


def setup_lines(setup: Sequence[Mapping[str, Any]], moments: Sequence[Moment], names: Sequence[str]) -> list[Text]:
    """What happened before the first action, and the heading that this is under."""
    begun = [Text(moments[0].when, "bold underline")] if moments else []
    return [*map(Text, sentences(setup, names)), *begun]


def _told(sentence: str) -> Text:
    return Text(f"  {sentence}", "italic" if sentence.startswith(capital(say("seat.chateauma"))) else "")


def whole_log(setup: Sequence[Mapping[str, Any]], moments: Sequence[Moment], names: Sequence[str]) -> Text:
    """The log from the beginning."""
    lines = setup_lines(setup, moments, names)
    for moment in moments:
        lines += log_lines(moment, names)
    return Text("\n").join(lines)


def tiles_in_view(doc: Document) -> Text:
    """Every kind of tile in view, and what it does."""
    text = Text()
    for name in facts.tiles_in_view(doc):
        shade = SHADES.get(words.colour_of(name) or "")
        style = rich_style(sgr(shade.tile, bold=True)) if shade else "bold"
        text.append(f" {words.code(name):4} ", style).append(f" {tile_sentence(name, doc)}\n")
    return text


def tile_sentence(name: str, doc: Document) -> str:
    """`monastery 12: one free die step taking a tile with a die`."""
    effect = words.effect(name, facts.ruleset(doc))
    colour = words.colour_of(name)
    of_colour = f" ({colour})" if colour not in (None, "monastery") and words.spoken(name) != colour else ""
    return f"{words.spoken(name)}{of_colour}{': ' if effect else ''}{effect}"


def about(spot: str, doc: Document, data: Data, viewed: int) -> str:
    """What lies at a spot."""
    tile, region = tile_at(spot, doc, viewed), region_at(spot, doc, data, viewed)
    if tile:
        return "; ".join([f"{_place(spot)}: {tile_sentence(tile, doc)}", *[region] * bool(region)])
    if region:
        board, number = data.duchies[doc["players"][viewed]["duchy"]], int(spot[1:])
        hex_ = f"{spot}: an empty {board.colours[number - 1]} hex, die number {board.numbers[number - 1]}"
        return f"{hex_}; {region}"
    if spot.startswith("depot"):
        goods = doc["depots"][spot[5:]].get("goods", {})
        lying = ", ".join(f"{number} of type {kind}" for kind, number in sorted(goods.items()))
        return f"depot {spot[5:]}; goods there: {lying or 'none'}"
    if spot.startswith("seat"):
        return "a click shows this duchy"
    if spot.startswith("die"):
        return f"a click lights up only what die {spot[3:]} does"
    return ""


def region_at(spot: str, doc: Document, data: Data, viewed: int) -> str:
    """What is to be said of the region that a spot lies in; nothing where it is no hex."""
    return told_by_hex(doc, data, viewed).get(spot, "") if viewed < len(doc["players"]) else ""


def _place(spot: str) -> str:
    if spot.startswith("stored:"):
        return "in the team's storage" if spot.startswith("stored:team ") else "in storage"
    return f"slot {spot} of the black depot" if spot.startswith("b") else spot if spot[0] == "h" else f"slot {spot}"


def tile_at(spot: str, doc: Document, viewed: int) -> str | None:
    """The tile at a spot, if one lies there."""
    if spot.startswith("stored:"):
        return spot.removeprefix("stored:").removeprefix("team ")
    slot = re.fullmatch(r"([1-6])\.([1-4])", spot)
    if slot:
        tile: str | None = doc["depots"][slot[1]]["tiles"][int(slot[2]) - 1]
        return tile
    black = re.fullmatch(r"b(\d+)", spot)
    if black:
        return next(iter(doc["black_depot"][int(black[1]) - 1 : int(black[1])]), None)
    if spot.startswith("h") and viewed < len(doc["players"]):
        return doc["players"][viewed].get("placed", {}).get(spot)  # type: ignore[no-any-return]
    return None
