"""Chance as somebody says it falls: events of a record as the tape that a step follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..engine.layout import LONGEST_STEP, TAPE_END, TAPE_READ, TAPE_REPLAY, TAPE_TROUBLE, new_tape
from .events import event, tape_row

Chance = Sequence[Mapping[str, Any]]


class ChanceMismatch(ValueError):
    """A scripted chance event can't happen at this point of the game. The game is unchanged."""


def script_of(chance: Chance, rows: Sequence[Sequence[int]] = ()) -> np.ndarray:
    """A tape that replays the rows and then the chance events; what happens is written before them.

    Events that are no chance, the Châteauma's steps and the final scoring, follow from the others.
    """
    chance = [event for event in chance if not (isinstance(event, Mapping) and {"chateauma", "final"} & event.keys())]
    if len(chance) > LONGEST_STEP:
        raise ChanceMismatch(f"chance events: {len(chance)} in a row; an action brings {LONGEST_STEP} at most")
    told = [list(row) for row in rows]
    for i, document in enumerate(chance):
        try:
            told.append(tape_row(document))
        except ValueError as error:
            raise ChanceMismatch(f"chance event {i}: {error}") from None
    script = new_tape(LONGEST_STEP + len(told), TAPE_REPLAY)
    script[LONGEST_STEP:, :4] = np.array(told, np.int16).reshape(-1, 4)
    script[0, TAPE_READ], script[0, TAPE_END] = LONGEST_STEP, len(script)
    return script


def check_played(script: np.ndarray) -> None:
    """Refuse a script that asked for something else than what could happen."""
    end, trouble, reached = (int(script[0, i]) for i in (TAPE_END, TAPE_TROUBLE, TAPE_READ))
    if trouble >= end:
        raise ChanceMismatch("chance events: those given are too few; more has to be decided here")
    if trouble:
        raise ChanceMismatch(f"chance event {event(script[trouble].tolist())} can't happen here")
    if reached < end:
        raise ChanceMismatch(f"chance event {event(script[reached].tolist())} is left over; nothing asks for it here")
