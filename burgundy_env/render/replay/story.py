"""What a replay page tells: every position of a game, what led to it, what could be done, and the points.

Texts and drawn parts recur all the time, so each is kept once and named by its number; of the drawing, a
position says only which parts have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...telling.chance import sentences
from ...telling.log import aftermath
from ...telling.scores import by_group, verdict
from ...telling.seats import party_name, person, seat_name
from ..svg import NARROW, WIDE, Scene, scene

if TYPE_CHECKING:
    from ...game import Game
    from ...records import Record, Step, Thought

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


class Drawing:
    """The pictures of one layout, each as what has changed since the one before."""

    def __init__(self, width: int, store: Store) -> None:
        self._width, self._store = width, store
        self._shown: dict[str, int] = {}
        self.changes: list[list[int]] = []
        self._first: Scene | None = None

    def add(self, game: Game, names: Sequence[str], before: Mapping[str, Any] | None) -> Scene:
        """Draw the next position."""
        drawn = scene(game, self._width, names=names, before=before)
        if self._first is None:
            self._first = drawn
        change: list[int] = []
        for place, (name, part) in enumerate(drawn.parts.items()):
            number = self._store.number(part)
            if self._shown.get(name) != number:
                self._shown[name] = number
                change += [place, number]
        self.changes.append(change)
        return drawn

    def to_dict(self) -> dict[str, Any]:
        """Size, parts with their places, and the changes by position."""
        first = self._first
        assert first is not None
        return {
            "width": first.width,
            "height": first.height,
            "parts": list(first.parts),
            "places": [[round(x, 1), round(y, 1)] for x, y in first.places.values()],
            "changes": self.changes,
        }


def story(record: Record, watch: Watch = iter) -> dict[str, Any]:
    """The data of a page."""
    names = [person(name) for name in record.players]
    parts, texts = Store(), Store()
    drawings = {"wide": Drawing(WIDE, parts), "narrow": Drawing(NARROW, parts)}
    told: list[dict[str, Any]] = []
    before: dict[str, Any] | None = None
    setup = sentences(record.setup, record.players)
    for _, point in zip(watch(range(len(record) + 1)), _points(record), strict=True):
        for drawing in drawings.values():
            drawn = drawing.add(point.game, names, before)
        before = point.game.to_json()
        told.append(_position(point, record, before, drawn, texts, setup if point.led is None else None))
    return {
        "players": [seat_name(seat, record.players) for seat in range(record.config.seats)],
        "parties": [party_name(score, record.players) for score in record.game().scores()],
        "markers": [str(seat) for seat in range(record.config.players)] + ["C"] * bool(record.config.chateauma),
        "config": str(record.config),
        "drawings": {name: drawing.to_dict() for name, drawing in drawings.items()},
        "fragments": parts.texts,
        "texts": texts.texts,
        "positions": told,
        "result": _result(record),
    }


def _points(record: Record) -> Iterator[Point]:
    led: Step | None = None
    for step in record.steps():
        yield Point(step.game, led, step)
        led = step
    yield Point(record.game(), led, None)


def _position(
    point: Point, record: Record, document: Mapping[str, Any], drawn: Scene, texts: Store, setup: list[str] | None
) -> dict[str, Any]:
    """One position, its texts by number."""
    game, led, following = point
    entry: dict[str, Any] = {
        "phase": document["phase"],
        "round": document["round"],
        "active": document["active"],
        "summary": texts.number(drawn.summary),
        "scores": [_points_by_group(score) for score in game.scores()],
        "legal": [[texts.number(action), texts.number(game.explain(action))] for action in game.legal_actions()],
        "events": [texts.number(sentence) for sentence in setup or ()],
    }
    if led is not None:
        entry["action"] = texts.number(led.action)
        entry["actor"] = led.game.active
        entry["explained"] = texts.number(led.game.explain(led.action))
        followed = aftermath(led.game.to_json(), document, led.events, record.players)
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
    return found if thought.value is None else {**found, "value": thought.value}


def _points_by_group(score: Mapping[str, Any]) -> dict[str, Any]:
    """A seat's points: `vp` so far, and by source what it would have were the game to end now."""
    return {"vp": score["vp"], "total": score["total"], "sources": by_group(score)}


def _result(record: Record) -> str:
    game = record.game()
    return verdict(game.outcome(), record.players) if game.is_over else "The record ends before the game does."
