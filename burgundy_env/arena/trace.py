"""What is left of a game when the process dies that plays it: memory that it shares with the arena."""

from __future__ import annotations

import multiprocessing
from typing import Any

import numpy as np

from ..engine.layout import STATE

Array = np.ndarray[Any, Any]
_NOBODY, _WHO_IS_ACTIVE = -2, -1


class Trace:
    """The game that a process is at, and whose code runs in it."""

    def __init__(self) -> None:
        """To be handed to the process where it is started."""
        context = multiprocessing.get_context("spawn")
        self._states = context.RawArray("b", 2 * STATE.itemsize)
        self._seat = context.RawValue("b", _NOBODY)

    @property
    def states(self) -> Array:
        """Where a batch may play; the second one is that of its game."""
        return np.frombuffer(self._states, STATE)

    def clear(self) -> None:
        """Nothing has begun."""
        self._seat.value = _NOBODY
        self._states[:] = bytes(len(self._states))

    def leave_to_batch(self) -> None:
        """From now on the game is played on `states`."""
        self._seat.value = _WHO_IS_ACTIVE

    def note(self, seat: int, state: Array) -> None:
        """From now on the code of a seat runs, at this state."""
        self._seat.value = seat
        self._states[STATE.itemsize :] = state.tobytes()

    @property
    def state(self) -> Array | None:
        """The state of the game, if one had begun."""
        state = self.states[1:]
        return state.copy() if state["rng"][0] else None

    @property
    def seat(self) -> int | None:
        """Whose code ran."""
        if self._seat.value != _WHO_IS_ACTIVE:
            return None if self._seat.value == _NOBODY else self._seat.value
        return None if self.state is None else int(self.state["active"][0])
