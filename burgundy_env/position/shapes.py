"""Words of JSON Schema (draft 2020-12), for the shapes of what stands at keys of a position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..modules.sizes import ALL_HEX_NAMES

Schema = dict[str, Any]
TILE: Schema = {"$ref": "#/$defs/tile"}
DOUBLE_TILE: Schema = {"$ref": "#/$defs/double"}
NULL: Schema = {"type": "null"}
FLAG: Schema = {"type": "boolean"}


def number(least: int, most: int | None = None) -> Schema:
    """A whole number."""
    found: Schema = {"type": "integer", "minimum": least}
    return found if most is None else found | {"maximum": most}


def choice(names: Iterable[str] | Iterable[int]) -> Schema:
    """One of these names or numbers."""
    return {"enum": list(names)}


def or_null(shape: Schema) -> Schema:
    """It, or null."""
    return {"anyOf": [shape, NULL]}


def listed(item: Schema, least: int = 0, most: int | None = None, *, once: bool = False) -> Schema:
    """A list of such things; with `once` all of them different."""
    found: Schema = {"type": "array", "items": item}
    if least:
        found["minItems"] = least
    if most is not None:
        found["maxItems"] = most
    return found | ({"uniqueItems": True} if once else {})


def record(keys: dict[str, Schema], optional: Iterable[str] = ()) -> Schema:
    """An object with these keys and no others."""
    without = {*optional}
    return {
        "type": "object",
        "properties": keys,
        "required": [key for key in keys if key not in without],
        "additionalProperties": False,
    }


def named(names: Iterable[str] | Schema, value: Schema) -> Schema:
    """An object of values of one kind, for any of these names."""
    allowed = names if isinstance(names, dict) else choice(names)
    return {"type": "object", "propertyNames": allowed, "additionalProperties": value}


def by_hex(value: Schema) -> Schema:
    """An object of values by hex."""
    return named(ALL_HEX_NAMES, value)
