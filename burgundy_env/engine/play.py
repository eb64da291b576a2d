"""A game in play: tables, state and what is legal now, together as the kernels want them.

`Game` keeps one to itself. Planners get one of their own from `game.view(seed)`; environments and arena, which play
the true game, ask `burgundy_env.game.inside`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import batch
from .layout import LONGEST_STEP, STATE, TAPE_NEXT, TAPE_OFF, TAPE_RECORD, new_tape
from .redeal import redeal
from .seeds import mixed

Array = np.ndarray[Any, Any]


def duplicate(records: Array) -> Array:
    """A copy of some records, byte by byte: NumPy's own goes field by field, which takes thirty times as long."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


class Play:
    """One game as arrays for kernels, which take `tables`, `state` and 0, the row of `state` that is meant.

    `ids[:count]` are the legal actions. Whoever lets a kernel write into `state` calls `list_legal` afterwards.
    """

    __slots__ = ("count", "ids", "state", "tables", "tape")

    tables: Array  # one record of what the game is played with; games of a config share it
    state: Array  # one record
    tape: Array  # what has happened
    ids: Array
    count: int

    def __init__(self, tables: Array, state: Array | None = None) -> None:
        """At a state, or before the setup."""
        self.tables, self.state = tables, np.zeros(1, STATE) if state is None else state
        self.tape = new_tape(2 * LONGEST_STEP, TAPE_RECORD)
        self.ids, self.count = batch.id_buffer(), 0

    def begin(self, tape: Array | None = None) -> None:
        """Set the game up from its generator, or as a script says."""
        self.count = batch.new_game(self.tables, self.state, 0, self.tape if tape is None else tape, self.ids)

    def step(self, action: int) -> bool:
        """Take an action, if it is legal; whether it was."""
        tape = self.tape
        if len(tape) - tape[0, TAPE_NEXT] < LONGEST_STEP:
            self.make_room()
        count = batch.step(self.tables, self.state, 0, self.tape, action, self.ids)
        if count == batch.ILLEGAL:
            return False
        self.count = count
        return True

    def legal_ids(self) -> list[int]:
        """The legal actions as ids, rising."""
        ids: list[int] = self.ids[: self.count].tolist()
        return ids

    def list_legal(self) -> int:
        """List what is legal in the state as it is now; how many that are."""
        self.count = batch.list_legal(self.tables, self.state, 0, self.ids)
        return self.count

    def points(self, ids: Array) -> Array:
        """What legal actions would score at once for the seat to decide, a row each, by source.

        Each is taken in a copy, by the kernel that takes it in the game: another one would be compiled for seconds.
        """
        states, tape, buffer = duplicate(np.repeat(self.state, len(ids))), new_tape(), batch.id_buffer()
        for i, action in enumerate(ids.tolist()):
            batch.step(self.tables, states, i, tape, action, buffer)
        seat = int(self.state["active"][0])
        scored: Array = states["source"][:, seat] - self.state["source"][0, seat]
        return scored

    def redeal(self, seed: int) -> None:
        """Deal everything hidden anew, future dice included; nothing visible changes."""
        redeal(self.tables, self.state, 0, mixed(seed), self.tape)

    def copy(self) -> Play:
        """An independent one at the same point, with the same future for the same actions."""
        twin = self._bare(self.tables)
        twin.tape = self.tape.copy()
        return twin

    def view(self, seed: int) -> Play:
        """A copy for somebody who must not know what is hidden: it is dealt anew, and how the game went not told.

        Whatever is done to it, tables included, no other game notices. They are read-only, as kernels know them: for
        others all would be compiled once more.
        """
        tables = duplicate(self.tables)
        tables.flags.writeable = False
        twin = self._bare(tables)
        twin.tape = new_tape(LONGEST_STEP + 1, TAPE_OFF)  # remembers nothing, so there is always room
        twin.redeal(seed)
        return twin

    def _bare(self, tables: Array) -> Play:
        twin = object.__new__(Play)
        twin.tables, twin.state = tables, duplicate(self.state)
        twin.ids, twin.count = self.ids.copy(), self.count
        return twin

    # --- the tape ------------------------------------------------------------------------------------

    def make_room(self, rows: int = 0) -> None:
        """Let the tape have room for so many events and those of another action."""
        tape = self.tape
        if len(tape) - tape[0, TAPE_NEXT] < LONGEST_STEP + rows:
            self.tape = np.concatenate([tape, np.zeros_like(tape)])

    def happened(self) -> list[list[int]]:
        """The rows of the tape, one for each event so far."""
        rows: list[list[int]] = self.tape[1 : self.tape[0, TAPE_NEXT]].tolist()
        return rows

    def append(self, script: Array) -> None:
        """Write on the tape what happened while a script was played."""
        rows = script[1 : script[0, TAPE_NEXT]]
        self.make_room(len(rows))
        first = int(self.tape[0, TAPE_NEXT])
        self.tape[first : first + len(rows)] = rows
        self.tape[0, TAPE_NEXT] = first + len(rows)
