"""`burgundy-position/1` as a JSON Schema (draft 2020-12), made of the same table of keys that reads and writes it.

It says which keys stand where in games of which config, and what may stand at them. What asks for more than one key
at a time (whether tiles touch, how many there are in all) only the reader knows.
"""

from __future__ import annotations

from typing import Any

from ..config import KEYS, MODULES, RULESETS
from ..engine.layout import SEATS, STAGE_OVER, STAGE_TURN, STAGES, STORAGE, TILES
from ..modules import CHATEAUMA, DESCRIPTORS, Module
from ..modules.chateauma import DIFFICULTIES, MODIFIERS
from ..modules.descriptor import ConfigKey
from ..modules.sizes import HEX_NAMES
from ..modules.team import PRIVATE, TEAMS
from ..modules.vineyards import DOUBLES
from . import pending
from .forms import Form, board_numbers
from .parts import every_key
from .shapes import NULL, Schema, choice, listed, number, or_null, record
from .writing import POSITION_FORMAT

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ID = "urn:burgundy-env:position:1"
_PLACES = ("table", "depot", "player", "team", "chateauma", "hidden")
_TEAM = next(module for module in DESCRIPTORS if module.teams)


def position_schema() -> Schema:
    """The schema of a position."""
    table = _record_of("table") | {"title": POSITION_FORMAT, "description": "A position of The Castles of Burgundy."}
    table["properties"] = {
        "format": {"const": POSITION_FORMAT},
        "config": {"$ref": "#/$defs/config"},
        **table["properties"],
        "pending": pending.shape(),
        "players": listed({"$ref": "#/$defs/player"}, 1, SEATS),
        "teams": listed({"$ref": "#/$defs/team"}, TEAMS, TEAMS),
        "chateauma": {"$ref": "#/$defs/chateauma"},
        "hidden": {"$ref": "#/$defs/hidden"},
    }
    table["required"] = ["format", "config", *table["required"], "pending", "players"]
    places = {place: _record_of(place) for place in _PLACES[1:]}
    names = {"tile": choice(str(name) for name in TILES if name), "double": choice(DOUBLES)}
    return {
        "$schema": DIALECT,
        "$id": ID,
        **table,
        "allOf": [*_by_config(), *_by_number(), *_by_stage()],
        "$defs": {"config": config_schema(), **places, **names},
    }


def config_schema() -> Schema:
    """The config of a position or record in the form in which it is written; readers take short forms, too."""
    drawn: Schema = {"type": "string", "pattern": "^(random|sides):[0-9,-]+$"}
    automa = record({"difficulty": choice(DIFFICULTIES), "modifiers": listed(choice(MODIFIERS), once=True)})
    keys = {
        "players": number(1, SEATS),
        "ruleset": choice(RULESETS),
        "modules": listed(choice(MODULES), once=True),
        "duchies": {"anyOf": [listed(choice(board_numbers()), 1, SEATS), drawn]},
        "chateauma": or_null(automa),
    }
    unusual = {key.name: _value_of(key) for _, key in KEYS}
    return record(keys | unusual | {"data": {"type": "string"}}, [*unusual, "data"])


def _value_of(key: ConfigKey) -> Schema:
    if key.choices:
        return choice(key.choices)
    if not key.items:
        return number(key.least, key.most)
    some = listed(choice(key.items), once=True)
    return {"anyOf": [some, {"const": key.usual}]}


# --- which keys a place may have, and in which games --------------------------------------------------


def _rows(place: str) -> list[tuple[Module, Form]]:
    """The keys of a place in some game; those that partners share stand with the team."""
    rows = [(module, form) for at, module, form in every_key() if at == place]
    if place == "team":
        shared = [
            (module, form) for at, module, form in every_key() if at == "player" and form.key.name not in PRIVATE
        ]
        return [*shared, *rows]
    return rows


def _record_of(place: str) -> Schema:
    """A place with all keys that it may have in any game; required are those that it has in all."""
    rows = _rows(place)
    always = [
        form.key.name for module, form in rows if not form.key.optional and not _conditions(place, module, form)
    ]
    return {
        "type": "object",
        "properties": {form.key.name: form.shape() for _, form in rows},
        "required": always,
        "additionalProperties": False,
    }


def _conditions(place: str, module: Module, form: Form) -> tuple[str, ...]:
    """What must be so of the config for a key to be there, as names of `_CONDITIONS`."""
    found = [] if module.key == "base" or module.key == place else [f"with {module.key}"]
    found += [f"without {other.key}" for other in DESCRIPTORS if form.key.name in other.without]
    if form.key.only is not None:
        found.append("{} {}".format(*form.key.only))
    if place == "player" and form.key.name not in PRIVATE:
        found.append(f"without {_TEAM.key}")
    return tuple(found)


def _condition(name: str) -> Schema:
    """A condition on the config."""
    word, _, what = name.partition(" ")
    if word == "without":
        return {"not": _condition(f"with {what}")}
    if word == "with":
        played: Schema = {"modules": {"contains": {"const": what}}}
        return _of_config({"chateauma": {"type": "object"}} if what == CHATEAUMA.key else played)
    usual = next((key.usual for _, key in KEYS if key.name == word), None)
    said = _of_config({word: {"const": what}})
    return said if usual != what else {"not": _of_config({word: {"not": {"const": what}}})}


def _of_config(keys: Schema) -> Schema:
    return {"properties": {"config": {"properties": keys, "required": [*keys]}}, "required": ["config"]}


def _by_config() -> list[Schema]:
    """Keys that are there in some games: needed there, unknown elsewhere."""
    groups: dict[tuple[str, ...], dict[str, list[Form]]] = {}
    for place in _PLACES:
        for module, form in _rows(place):
            if conditions := _conditions(place, module, form):
                groups.setdefault(conditions, {}).setdefault(place, []).append(form)
    rules: list[Schema] = [
        {
            "if": {"allOf": [_condition(name) for name in conditions]},
            "then": {"allOf": [_at(place, _needed(forms)) for place, forms in places.items()]},
            "else": {"allOf": [_at(place, _unknown(forms)) for place, forms in places.items()]},
        }
        for conditions, places in groups.items()
    ]
    for key, place in ((_TEAM.key, "teams"), (CHATEAUMA.key, "chateauma")):
        there = {"required": [place]}
        rules.append({"if": _condition(f"with {key}"), "then": there, "else": {"properties": {place: False}}})
    return rules


def _needed(forms: list[Form]) -> Schema:
    return {"required": [form.key.name for form in forms if not form.key.optional]}


def _unknown(forms: list[Form]) -> Schema:
    return {"properties": {form.key.name: False for form in forms}}


def _at(place: str, rule: Schema) -> Schema:
    """A rule for a place, as one for the whole document."""
    many = {"player": "players", "team": "teams"}
    if place == "table":
        return rule
    if place == "depot":
        return {"properties": {"depots": {"additionalProperties": rule}}}
    return {"properties": {many[place]: {"items": rule}} if place in many else {place: rule}}


# --- what numbers of seats and stages ask for ---------------------------------------------------------


def _by_number() -> list[Schema]:
    """As many seats as the config has, and room for as much as they have."""
    return [
        *(_with_players(players) for players in range(1, SEATS + 1)),
        *(_with_seats(players, automa) for players in range(1, SEATS + 1) for automa in (False, True)),
        {
            "if": _condition(f"without {_TEAM.key}"),
            "then": _at("player", {"properties": {"placed": {"propertyNames": choice(HEX_NAMES)}}}),
        },
        {
            "if": {"allOf": [_condition(f"without {_TEAM.key}"), _condition("without shields")]},
            "then": _at("player", {"properties": {"storage": {"maxItems": STORAGE}}}),
        },
    ]


def _with_players(players: int) -> Schema:
    size = {"minItems": players, "maxItems": players}
    return {
        "if": _of_config({"players": {"const": players}}),
        "then": {"properties": {"players": size, "active": {"maximum": players - 1}}},
    }


def _with_seats(players: int, automa: bool) -> Schema:
    seats = players + automa
    told = _of_config({"players": {"const": players}, "chateauma": {"type": "object" if automa else "null"}})
    marker = {"items": {"items": {"maximum": seats - 1}}}
    order = {"minItems": seats, "maxItems": seats, "items": {"maximum": seats - 1}}
    return {"if": told, "then": {"properties": {"order": order, "track": marker}}}


def _by_stage() -> list[Schema]:
    """Before the first round nothing is rolled, and nobody decides when the game is over."""
    before = [stage for number, stage in enumerate(STAGES) if number < STAGE_TURN]
    empty: dict[str, Any] = {"maxItems": 0}
    at_first = {"white_die": NULL, "black_depot": empty, "round_goods": empty}
    later = {"white_die": {"type": "integer"}}
    return [
        {
            "if": _stages(before),
            "then": {"properties": at_first | {"players": {"items": {"properties": {"dice": empty}}}}},
            "else": {"properties": later | {"players": {"items": {"properties": {"dice": {"minItems": 2}}}}}},
        },
        {
            "if": _stages([STAGES[STAGE_OVER]]),
            "then": {"properties": {"active": NULL}},
            "else": {"properties": {"active": {"type": "integer"}}},
        },
    ]


def _stages(names: list[str]) -> Schema:
    return {"properties": {"stage": choice(names)}, "required": ["stage"]}
