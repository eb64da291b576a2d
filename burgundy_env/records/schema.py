"""`burgundy-record/1` as a JSON Schema (draft 2020-12): of a record as the list of its lines, and of each line.

Whether the lines are a game, that is, legal and what the seed gives, only a replay tells.
"""

from __future__ import annotations

from ..engine.layout import CARD_SPACES, COLOURS, DEPOTS, GOODS, SEATS, TILES
from ..modules import CHANCE, SCORES, STEPS
from ..modules.descriptor import Chance, Fact, Step
from ..modules.sizes import BLACK_SLOT_NAMES, SLOT_NAMES
from ..modules.vineyards import DOUBLES, PLACES, VINES
from ..position.schema import DIALECT, config_schema
from ..position.schema import ID as POSITION_ID
from ..position.shapes import NULL, Schema, choice, listed, named, number, or_null, record
from .lines import FORMAT

ID = "urn:burgundy-env:record:1"
_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "number"}
_SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
_SMALL = number(0, 99)
_NAMES = {name for name in map(str, TILES) if name != "None"}
_PLACES = {"colour": COLOURS, "side": ("left", "right"), "place": PLACES}
_RESULTS: dict[str, Schema] = {"tile": {"$ref": "#/$defs/tile"}, "vine": choice(VINES), "double": choice(DOUBLES)}
_FACTS: dict[str, Schema] = {
    "tile": {"$ref": "#/$defs/tile"},
    "double": choice(DOUBLES),
    "slot": choice(SLOT_NAMES),
    "black_slot": choice(BLACK_SLOT_NAMES),
    "depot": number(1, DEPOTS),
    "side": choice(("left", "right")),
    "side_of_space": choice(("left", "right")),
    "space": number(1, CARD_SPACES),
    "size": choice(("large", "small")),
    "colour": choice(COLOURS),
}
_POINTS = named([score.name for score in SCORES], {"type": "integer"})


def record_schema() -> Schema:
    """The schema of a record, read as the list of its lines."""
    # By the key that only such a line has.
    kinds = {"chance": "chance", "action": "action", "chateauma": "step", "final": "final", "scores": "result"}
    line: Schema | bool = False
    for key, kind in reversed(kinds.items()):
        line = {"if": {"type": "object", "required": [key]}, "then": {"$ref": f"#/$defs/{kind}"}, "else": line}
    return {
        "$schema": DIALECT,
        "$id": ID,
        "title": FORMAT,
        "description": "A game of The Castles of Burgundy, as the list of the lines of its file.",
        "type": "array",
        "minItems": 1,
        "prefixItems": [{"$ref": "#/$defs/header"}],
        "items": line,
        "$defs": {
            "header": _header(),
            "action": _action(),
            "chance": _by_kind("chance", {chance.kind: _chance(chance) for chance in CHANCE}),
            "step": _step(),
            "final": record({"final": number(0, SEATS - 1), "points": _POINTS}),
            "result": _result(),
            "config": config_schema(),
            "tile": choice(sorted(_NAMES)),
        },
    }


def _by_kind(key: str, kinds: dict[str, Schema]) -> Schema:
    """An object whose shape depends on the kind that it names; kinds of one shape are told together."""
    shapes: list[tuple[Schema, list[str]]] = []
    for kind, shape in kinds.items():
        same = next((names for known, names in shapes if known == shape), None)
        if same is None:
            shapes.append((shape, [kind]))
        else:
            same.append(kind)
    rules = [{"if": {"properties": {key: choice(names)}}, "then": shape} for shape, names in shapes]
    return {"type": "object", "properties": {key: choice(kinds)}, "required": [key], "allOf": rules}


def _header() -> Schema:
    keys: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "config": {"$ref": "#/$defs/config"},
        "seed": {"type": ["integer", "null"]},
        "players": listed(_TEXT, 1, SEATS),
        "version": _TEXT,
        "data": {"anyOf": [{"type": "object", "additionalProperties": _TEXT}, _TEXT]},
        "position": {"anyOf": [{"$ref": POSITION_ID}, NULL]},
    }
    return record(keys, ("position",))


def _action() -> Schema:
    line: dict[str, Schema] = {
        "turn": listed(_TEXT, 1),
        "margin": or_null(_NUMBER),
        "vp": or_null(_NUMBER),
        "share": or_null(_SHARE),
        "error": {"anyOf": [{"type": "number", "minimum": 0}, NULL]},
    }
    keys: dict[str, Schema] = {
        "seat": number(0, SEATS - 1),
        "action": _TEXT | {"minLength": 1},
        "points": _POINTS,
        "probabilities": {"type": "object", "additionalProperties": _SHARE},
        "value": or_null(_NUMBER),
        "expected": record({"vp": listed(_NUMBER), "win": listed(_SHARE)}, ("vp", "win")),
        "lines": listed(record(line, [name for name in line if name != "turn"])),
    }
    return record(keys, [name for name in keys if name not in ("seat", "action")])


def _chance(chance: Chance) -> Schema:
    places = [choice(_PLACES[of]) if of in _PLACES else _SMALL for of in chance.where]
    where: Schema = {"type": "array", "minItems": len(places), "maxItems": len(places)}
    goods = number(1, GOODS) if chance.result == "goods" else _SMALL
    return record(
        {
            "chance": {},
            "where": where | ({"prefixItems": places} if places else {}),
            "result": _RESULTS.get(chance.result, goods),
        }
    )


def _step() -> Schema:
    """As data; 0.1 told a step in words."""
    told = _by_kind("step", {step.kind: _step_of(step) for step in STEPS})
    return record({"chateauma": {"anyOf": [told, _TEXT]}, "points": _POINTS}, ("points",))


def _step_of(step: Step) -> Schema:
    facts = {fact.key: _fact(fact) for fact in step.facts}
    return record({"step": {}, **facts}, [*facts])


def _fact(fact: Fact) -> Schema:
    return _FACTS.get(fact.of, {"type": "integer"})


def _result() -> Schema:
    """The last line; other versions may know other sources of points."""
    points: Schema = {"type": "object", "additionalProperties": {"type": "integer"}}
    score: Schema = {
        "type": "object",
        "properties": {"total": {"type": "integer"}, "breakdown": points},
        "required": ["total", "breakdown"],
    }
    return record(
        {"scores": listed(score, 1, SEATS), "result": {"type": "object", "required": ["ranking", "winners"]}}
    )
