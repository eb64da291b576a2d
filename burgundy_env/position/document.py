"""Position documents as such: their text, and what changes in one that a game began from."""

from __future__ import annotations

import json
from typing import Any

from ..data.cursor import TwiceThere, unique
from ..engine.layout import GOODS, TILE_IDS
from .values import PositionError


def parsed(text: str) -> Any:
    """The document in a text."""
    try:
        return json.loads(text, object_pairs_hook=unique)
    except TwiceThere as error:
        raise PositionError(str(error)) from None
    except (ValueError, RecursionError) as error:  # ValueError: also numbers of thousands of digits
        raise PositionError(f"the text is no JSON: {error}") from None


def written(document: dict[str, Any]) -> str:
    """The text of a document for people who compare versions: a line for each key, each depot and each seat."""
    return "{" + ",\n ".join(f"{json.dumps(key)}: {_written(value)}" for key, value in document.items()) + "}\n"


def _written(value: Any) -> str:
    """On a line, or where it holds objects with a line for each of them."""
    if isinstance(value, dict) and value and all(isinstance(one, dict) for one in value.values()):
        return "{\n  " + ",\n  ".join(f"{json.dumps(key)}: {json.dumps(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        return "[\n  " + ",\n  ".join(map(json.dumps, value)) + "]"
    return json.dumps(value)


def with_hidden(origin: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The position a game was set up from, as it must have been where `before` is now hidden as `after`."""
    hidden = {**origin["hidden"]}
    for group in ("black", "goods"):
        counts = {
            name: hidden[group].get(name, 0) - before[group].get(name, 0) + after[group].get(name, 0)
            for name in (*map(str, range(1, GOODS + 1)), *TILE_IDS)
        }
        hidden[group] = {name: count for name, count in counts.items() if count}
    return {**origin, "hidden": hidden}
