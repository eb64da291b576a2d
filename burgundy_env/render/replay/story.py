"""What a replay page tells: every position of a game, what led to it, what could be done, and the points.

Texts and drawn parts recur all the time, so each is kept once and named by its number; a position says only what has
changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from ...records.thoughts import SHOWN
from ...telling import position as told_position
from ...telling.chance import sentences
from ...telling.game import described
from ...telling.log import aftermath
from ...telling.pending import capital
from ...telling.scores import by_group, groups, verdict
from ...telling.seats import party_name, person, seat_name
from ..regions import told_by_hex
from ..svg import Sheet, sheets, table_of
from ..svg.palette import seat_colours, source_looks

if TYPE_CHECKING:
    from ...game import Game
    from ...records import Record, Step, Thought
    from ..svg.table import Table

Watch = Callable[[Iterable[int]], Iterable[int]]


class Point(NamedTuple):
    """A position of the game."""

    game: Game
    led: Step | None  # the action that led to it
    next: Step | None  # the action taken in it


class Store:
    """Texts by their number."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """The number of a text, a new one if it is new."""
        number = self._numbers.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number


class Changes:
    """Named texts through the game, each position as what is different from the one before."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._places: dict[str, int] = {}
        self._shown: dict[str, int] = {}
        self._changes: list[list[int]] = []

    def add(self, named: Mapping[str, str]) -> None:
        """The texts of the next position; those that it lacks are gone."""
        change: list[int] = []
        now = {name: self._store.number(text) for name, text in named.items()}
        for name, number in now.items():
            place = self._places.setdefault(name, len(self._places))
            if self._shown.get(name) != number:
                change += [place, number]
        for name in self._shown.keys() - now.keys():
            change += [self._places[name], -1]
        self._shown = now
        self._changes.append(change)

    def to_dict(self) -> dict[str, Any]:
        """The names, and the changes by position: a name's place and the number of its text, -1 for none."""
        return {"names": list(self._places), "changes": self._changes}


class Drawing:
    """The sheets of one layout."""

    def __init__(self, narrow: bool, store: Store) -> None:
        self._narrow, self._changes = narrow, Changes(store)
        self._sheets: dict[str, Sheet] = {}

    def add(self, table: Table) -> None:
        """Draw the next position."""
        drawn = dict(sheets(table, self._narrow))
        self._sheets = self._sheets or drawn
        self._changes.add({f"{name}/{part}": told for name, one in drawn.items() for part, told in one.parts.items()})

    def to_dict(self) -> dict[str, Any]:
        """The sheets with their sizes and the places of their parts, which are the same in all positions."""
        measured = {
            name: {
                "width": sheet.width,
                "height": round(sheet.height, 1),
                "focus": [round(one, 1) for one in sheet.focus or ()],
                "places": [[round(x, 1), round(y, 1)] for x, y in sheet.places.values()],
            }
            for name, sheet in self._sheets.items()
        }
        return {"sheets": measured, **self._changes.to_dict()}


def story(record: Record, watch: Watch = iter, analysis: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The data of a page. `analysis`: a document of `burgundy analyse` of the same game, to be shown with it."""
    names = [person(name) for name in record.players]
    parts, texts = Store(), Store()
    drawings = {"wide": Drawing(False, parts), "narrow": Drawing(True, parts)}
    regions, documents = Changes(texts), Changes(texts)
    told: list[dict[str, Any]] = []
    before: dict[str, Any] | None = None
    earlier: list[dict[str, Any]] = []  # what everybody has in the position before; only what is new is written
    setup = sentences(record.setup, record.players)
    for _, point in zip(watch(range(len(record) + 1)), _points(record), strict=True):
        document = point.game.to_json()
        table = table_of(point.game, names, before=before)
        for drawing in drawings.values():
            drawing.add(table)
        regions.add(_regions(table))
        documents.add({path: json.dumps(value) for path, value in _flat(document)})
        before = document
        scores = [_points_by_group(score) for score in point.game.scores()]
        entry = _position(point, record, table, texts, setup if point.led is None else None)
        told.append({**entry, "scores": [now if now != then else None for now, then in zip_longest(scores, earlier)]})
        earlier = scores
    return {
        "players": [seat_name(seat, record.players) for seat in range(record.config.seats)],
        "parties": _parties(record, table),
        "markers": [str(seat) for seat in range(record.config.players)] + ["C"] * bool(record.config.chateauma),
        "names": [table.name_of(seat) for seat in range(record.config.seats)],
        "about": capital(described(record.config, record.seed)),
        "sources": {label: source_looks()[group] for group, label in groups().items()},
        "drawings": {name: drawing.to_dict() for name, drawing in drawings.items()},
        "regions": regions.to_dict(),
        "documents": documents.to_dict(),
        "fragments": parts.texts,
        "texts": texts.texts,
        "positions": told,
        "result": _result(record),
        **({} if analysis is None else {"review": _review(analysis)}),
    }


def _review(analysis: Mapping[str, Any]) -> dict[str, Any]:
    """The turns of an analysis by their first action, and what all of it comes to."""
    turns = [
        {
            "first": turn["first"],
            "count": len(turn["played"]),
            "seat": turn["seat"],
            "lines": [_line(line, turn["seat"]) for line in turn["lines"]],
            "taken": turn["taken"],
            "better": turn["better"],
            "cost": turn["cost"],
            "vp": turn["lines"][turn["taken"]]["vp"],
            "win": turn["lines"][turn["taken"]]["win"],
            "luck": {name: found["vp"] for name, found in turn["luck"].get("by", {}).items()},
        }
        for turn in analysis["turns"]
        if "cost" in turn
    ]
    why = {found["first"]: found["told"] for found in analysis.get("mistakes", ())}
    return {"agent": analysis["agent"], "turns": turns, "told": analysis["told"], "why": why}


def _line(line: Mapping[str, Any], seat: int) -> dict[str, Any]:
    return {"turn": line["turn"], "margin": line["margin"], "error": line["error"], "vp": line["vp"][seat]}


def _parties(record: Record, table: Table) -> list[dict[str, str]]:
    """Who has points of their own, each seat or each team."""
    colours = seat_colours(record.config.players, bool(record.config.chateauma))
    return [
        {
            "name": party_name(score, record.players),
            "short": party_name(score, []) if "team" in score else table.name_of(seat),
            "marker": "C" if seat == record.config.players else str(seat),
            "colour": colours[seat],
        }
        for seat, score in enumerate(record.game().scores())
    ]


def _points(record: Record) -> Iterator[Point]:
    led: Step | None = None
    for step in record.steps():
        yield Point(step.game, led, step)
        led = step
    yield Point(record.game(), led, None)


def _regions(table: Table) -> dict[str, str]:
    """What is to be said of each hex's region."""
    return {
        f"seat{seat}.{hex_}": told
        for seat in range(len(table.doc["players"]))
        for hex_, told in told_by_hex(table.doc, table.data, seat).items()
    }


def _flat(document: Any, path: str = "", depth: int = 3) -> Iterator[tuple[str, Any]]:
    """A document as values by their paths, so that little of it changes with an action."""
    if depth and document and isinstance(document, (dict, list)):
        pairs = document.items() if isinstance(document, dict) else ((f"{i}#", one) for i, one in enumerate(document))
        for key, value in pairs:
            yield from _flat(value, f"{path}/{key}" if path else key, depth - 1)
    else:
        yield path, document


def _position(point: Point, record: Record, table: Table, texts: Store, setup: list[str] | None) -> dict[str, Any]:
    """One position, its texts by number."""
    game, led, following = point
    document = table.doc
    who, what = told_position.decision(document, table.outcome, table.name_of)
    seats = told_position.seats(document, table.name_of)
    entry: dict[str, Any] = {
        "phase": document["phase"],
        "round": document["round"],
        "active": document["active"],
        "decision": [texts.number(who), texts.number(what)],
        "summary": texts.number(told_position.summary(document, table.outcome, table.name_of)),
        "seats": [texts.number(one) for one in seats],
        "legal": [[texts.number(action), texts.number(game.explain(action))] for action in game.legal_actions()],
        "events": [texts.number(sentence) for sentence in setup or ()],
    }
    if led is not None:
        entry["action"] = texts.number(led.action)
        entry["actor"] = led.game.active
        entry["explained"] = texts.number(led.game.explain(led.action))
        followed = aftermath(led.game.to_json(), point.game.to_json(), led.events, record.players)
        entry["events"] = [texts.number(line) for line in followed.lines]
    if following is not None:
        entry["next"] = texts.number(following.action)
        entry |= _thought(following.thought, texts)
    return entry


def _thought(thought: Thought | None, texts: Store) -> dict[str, Any]:
    if thought is None:
        return {}
    found: dict[str, Any] = {}
    if thought.probabilities:
        found["probabilities"] = [[texts.number(a), round(p, 4)] for a, p in thought.probabilities.items()]
    if thought.expected:
        found["expected"] = {key: list(values) for key, values in thought.expected.items()}
    if thought.lines:
        found["lines"] = [line.to_dict() for line in thought.lines[:SHOWN]]
    return found if thought.value is None else {**found, "value": thought.value}


def _points_by_group(score: Mapping[str, Any]) -> dict[str, Any]:
    """A seat's points: `vp` so far, and by source what it would have were the game to end now."""
    return {"vp": score["vp"], "total": score["total"], "sources": by_group(score)}


def _result(record: Record) -> str:
    game = record.game()
    return verdict(game.outcome(), record.players) if game.is_over else "The record ends before the game does."
