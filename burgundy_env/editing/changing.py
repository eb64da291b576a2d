"""Changes of positions, each checked: what comes out of one is a position that can be played on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from ..game import DataSource, Game, loaded
from ..position.changes import Document, applied, spoken
from ..position.document import parsed
from ..position.values import PositionError


class Changed(NamedTuple):
    """A position after a step, and the keys that changed with it though the step did not name them.

    >>> from burgundy_env.editing import new_position, step_by_step
    >>> next(step_by_step(new_position(seed=7), ["active 1"])).also
    ('players[0].used',)
    """

    step: str
    document: Document
    also: tuple[str, ...]


def checked(document: Mapping[str, Any] | str, *, data: DataSource = None) -> Game:
    """The game at a position; PositionError, a sentence that names the key, if it can't be one.

    >>> from burgundy_env import Game
    >>> checked(Game.new(seed=7).to_json()).active
    0
    """
    return Game.from_json(document, seed=0, data=data)  # what is hidden may lie as it likes


def changed(document: Mapping[str, Any] | str, *steps: str, data: DataSource = None) -> Document:
    """The position after these steps; the one that was given stays as it is.

    A step is a change as `p1 silver 3`, or several with semicolons between them that are checked together.
    PositionError says which step is refused and why.

    >>> from burgundy_env.editing import new_position
    >>> changed(new_position(seed=7), "p1 silver 3")["players"][1]["silver"]
    3
    """
    after = _document(document, data)
    for each in step_by_step(after, steps, data=data):
        after = each.document
    return after


def step_by_step(
    document: Mapping[str, Any] | str, steps: Iterable[str], *, data: DataSource = None
) -> Iterator[Changed]:
    """The same, with what each step has brought about.

    >>> from burgundy_env.editing import new_position
    >>> steps = step_by_step(new_position(seed=7), ["p0 silver 2", "p0 silver 5"])
    >>> [step.document["players"][0]["silver"] for step in steps]
    [2, 5]
    """
    source = loaded(data)
    before = _document(document, source)
    for step in steps:
        after, followed = applied(before, step)
        allowed = _allowed(step, after, source)
        dealt_anew = ["hidden"] if "hidden" in after and "hidden" not in allowed else []
        yield Changed(step, allowed, (*followed, *dealt_anew))
        before = allowed


def in_words(document: Mapping[str, Any] | str, *, data: DataSource = None) -> list[str]:
    """All that a position says, as changes: together they are a step that brings any position of its config to it.

    >>> from burgundy_env.editing import new_position
    >>> "p0 silver 1" in in_words(new_position(seed=7))
    True
    """
    return list(spoken(_document(document, data)))


def _document(document: Mapping[str, Any] | str, data: DataSource) -> Document:
    found = parsed(document) if isinstance(document, str) else document
    checked(found, data=data)
    return deepcopy(dict(found))


def _allowed(step: str, after: Document, data: DataSource) -> Document:
    """The document if it is a position; else without what it says of hidden things, if they alone are against it."""
    kept = "hidden" if re.search(r"(^|;)\s*hidden", step) else ""
    open_cards = {key: value for key, value in after.items() if key == kept or key != "hidden"}
    try:
        checked(after, data=data)
    except PositionError:
        try:
            checked(open_cards, data=data)
        except PositionError as error:
            raise PositionError(f"{step}: {error}") from None
        return open_cards
    return after
