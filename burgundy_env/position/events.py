"""Events as text: actions, what falls by chance, and the steps of the Châteauma, each from a row of the tape."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..data.cursor import shown
from ..engine.actions import STRINGS
from ..engine.layout import CARD_SPACES, COLOURS, E_ACTION, E_POINTS, SOURCES, STEP_0, TILES
from ..modules import CHANCE, STEPS
from ..modules.descriptor import Chance
from ..modules.sizes import BLACK_SLOT_NAMES, SLOT_NAMES
from ..modules.vineyards import DOUBLES, PLACES, VINES

_SIDES = ("left", "right")
_PLACES = {"colour": COLOURS, "side": _SIDES, "place": PLACES}  # that events name; others are numbers
_RESULTS = {"tile": TILES, "vine": VINES, "double": (None, *DOUBLES)}  # likewise
_CALLED = {"double": "double tile"}
_KINDS = {chance.kind: number for number, chance in enumerate(CHANCE, 1)}
_COLUMNS = ("kind", "a", "b", "result", "more")
# What the numbers of a step are.
_FACTS: dict[str, Callable[[int], Any]] = {
    "tile": lambda number: TILES[number],
    "double": lambda number: DOUBLES[number - 1],
    "slot": lambda number: SLOT_NAMES[number],
    "black_slot": lambda number: BLACK_SLOT_NAMES[number],
    "depot": lambda number: number + 1 if number >= 0 else None,
    "side": lambda number: _SIDES[number],
    "side_of_space": lambda number: _SIDES[number // CARD_SPACES],
    "space": lambda number: number % CARD_SPACES + 1,
    "size": lambda number: ("large", "small")[number],
    "colour": lambda number: COLOURS[number],
    "number": lambda number: number,
}


def events_of(rows: Iterable[list[int]]) -> list[dict[str, Any]]:
    """The rows of a tape as events; what an action scored stands in its event."""
    events: list[dict[str, Any]] = []
    action: dict[str, Any] = {}
    for row in rows:
        kind, _, source, points, _ = row
        if kind == E_POINTS:
            action.setdefault("points", {})[SOURCES[source]] = points
            continue
        events.append(event(row))
        if kind == E_ACTION:
            action = events[-1]
    return events


def event(row: list[int]) -> dict[str, Any]:
    """A row of the tape as an event: an action of a seat, chance, or a step of the Châteauma."""
    kind, a, b, result, _ = row
    if kind == E_ACTION:
        return {"seat": a, "action": STRINGS[result]}
    if kind >= STEP_0:
        return _step(row)
    chance = CHANCE[kind - 1]
    where = [
        _PLACES[of][number] if of in _PLACES else number for of, number in zip(chance.where, (a, b), strict=False)
    ]
    value = _RESULTS[chance.result][result] if chance.result in _RESULTS else result + (chance.result == "goods")
    return {"chance": chance.kind, "where": where, "result": value}


def _step(row: list[int]) -> dict[str, Any]:
    step, numbers = STEPS[row[0] - STEP_0], dict(zip(_COLUMNS, row, strict=True))
    facts = {fact.key: _FACTS[fact.of](numbers[fact.column]) for fact in step.facts}
    told = {"chateauma": {"step": step.kind, **{key: value for key, value in facts.items() if value is not None}}}
    if not facts.get("vp"):
        return told
    return {**told, "points": {SOURCES[numbers[step.scores]] if step.scores in numbers else step.scores: facts["vp"]}}


def tape_row(document: Mapping[str, Any]) -> list[int]:
    """The tape row of a chance event; ValueError, with a sentence, if there is no such event."""
    if not isinstance(document, Mapping):
        raise ValueError(f"an event is an object with chance, where and result, not {shown(document)}")
    name = document.get("chance")
    if not isinstance(name, str) or name not in _KINDS:
        raise ValueError(f"chance: {shown(name)} is no kind of chance; there are {', '.join(_KINDS)}")
    chance = CHANCE[_KINDS[name] - 1]
    where, result = _where(chance, document.get("where")), _result(chance, document.get("result"))
    return [_KINDS[name], *[*where, 0, 0][:2], result]


def _where(chance: Chance, where: Any) -> list[int]:
    named = _PLACES.get(chance.where[0]) if chance.where else None
    if named and isinstance(where, list) and where[:1] and where[0] in named:
        where = [named.index(where[0]), *where[1:]]
    elif named:
        raise ValueError(f"where: {chance.kind} happens at one of {', '.join(named)}, not {shown(where)}")
    numbers = isinstance(where, list) and all(type(x) is int and 0 <= x <= 99 for x in where)
    if not isinstance(where, list) or not numbers or len(where) != len(chance.where):
        raise ValueError(f"where: {chance.kind} happens at a list of {len(chance.where)} numbers, not {shown(where)}")
    return where


def _result(chance: Chance, result: Any) -> int:
    if chance.result in _RESULTS:
        if not isinstance(result, str) or result not in _RESULTS[chance.result]:
            raise ValueError(f"result: {shown(result)} is no {_CALLED.get(chance.result, chance.result)}")
        return _RESULTS[chance.result].index(result)
    if type(result) is not int or not 0 <= result <= 99:
        raise ValueError(f"result: {chance.kind} gives a small number, not {shown(result)}")
    return result - (chance.result == "goods")
