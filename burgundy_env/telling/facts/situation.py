"""An action where it is taken."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ...engine.actions import IDS, block_of
from ...engine.layout import (
    ARG_A,
    ARG_B,
    ASKS_WHICH,
    COLOUR_OF,
    COLOURS,
    DOUBLE,
    FREE,
    KIND,
    OF_TEAM,
    PENDING_KINDS,
    TILE_COUNT,
    TILE_IDS,
    TILES,
    WAITS,
)
from ...engine.rules.dice import ANY_VALUE, free_step_for_placing, free_step_for_taking, shown_by, workers_for
from ...engine.rules.duchy import has_monastery
from ...engine.rules.pending import top
from ...engine.rules.placement import tiles_for
from ...engine.rules.shields import P_SET
from ...engine.rules.vineyards_steps import laid_names
from ...modules.sizes import CHANNELS
from ...modules.vineyards import DOUBLES, LAID

PICKS = ("pick", "pick_team")  # blocks that say which stored tile a placement means
_OF_DOUBLES = ("double", "plant", "lay", "buy_store", "store", "discard_double")


def tile_name(tile: int) -> str:
    """The name of a tile by its number, of a double tile, too."""
    return DOUBLES[tile - DOUBLE - 1] if tile > DOUBLE else str(TILES[tile])


class Situation:
    """A legal action of the active seat; `s` and `t` are the state and tables records of its game, `points` what it
    scores by source."""

    def __init__(self, s: Any, t: Any, action: str, points: Mapping[str, int]) -> None:
        self.s, self.t, self.seat, self.points = s, t, int(s["active"]), points
        block = block_of(IDS[action])
        self.object = action.removeprefix(block.verb).strip()
        first, _, verb = block.name.partition("_")
        acts = first in CHANNELS
        self.name = verb if acts else block.name  # the three ways of acting share their sentences
        self.channel = CHANNELS.index(first) if acts else FREE
        if self.name in (*PICKS, "lay"):
            self.channel = self.pending(ARG_B)

    def pending(self, argument: int) -> int:
        """What the decision that the action answers says besides its kind."""
        return int(self.s["pending"][int(self.s["depth"]) - 1][argument])

    @property
    def cause(self) -> str:
        """The effect that gives it: `castle`, or of those that give tiles `take.building`."""
        entries = self.s["pending"][: int(self.s["depth"])][::-1]
        entry = next(entry for entry in entries if not ASKS_WHICH[entry[KIND]])
        kind, colours = str(PENDING_KINDS[entry[KIND]]), int(entry[ARG_A])
        if kind != "take":
            return kind
        several = colours == (1 << len(COLOURS)) - 1
        return f"take.{'any' if several else COLOURS[(colours & -colours).bit_length() - 1]}"

    @property
    def steps_wait(self) -> bool:
        """Whether a pending entry goes on by itself once what is above it is decided."""
        return bool(WAITS[self.s["pending"][: int(self.s["depth"]), KIND]].any())

    def has(self, monastery: int) -> bool:
        """Whether a monastery is in the seat's duchy."""
        return bool(has_monastery(self.s, self.seat, monastery))

    @cached_property
    def hex(self) -> str:
        """Where a tile is placed."""
        return f"h{self.pending(ARG_A) + 1}" if self.name in PICKS else self.object.split()[-1]

    @cached_property
    def tiles(self) -> list[str]:
        """The tile it is about; several where the action leaves it open which one is placed."""
        if self.name in _OF_DOUBLES:
            return self._doubles()
        what = self.object.split()[0]
        if what in TILE_IDS:
            return [what]
        if what[0] == "b":
            return [TILES[self.s["black_depot"][int(what[1:]) - 1]]]
        if what[0] == "h" and top(self.s) == P_SET:
            return [tile_name(self.pending(ARG_A))]
        if what[0] == "h":
            return [str(TILES[name % OF_TEAM]) for name in self.fitting]
        depot, slot = map(int, what.split("."))
        return [TILES[self.s["depot"][depot - 1, slot - 1]]]

    def _doubles(self) -> list[str]:
        """Double tiles, in the directions in which they may be laid."""
        if self.name in ("lay", "discard_double"):
            return [self.object]
        if self.name == "plant":
            names = int(laid_names(self.s, self.seat))
            return [name for i, name in enumerate(LAID) if names >> i & 1]
        slots = self.s["double_depot" if self.name == "double" else "double_store"]
        return [tile_name(DOUBLE + int(slots[int(self.object.removeprefix("v")) - 1]))]

    @cached_property
    def space(self) -> int:
        """The space of the vineyard, from 0, that a double tile is laid on."""
        return self.pending(ARG_A) if self.name == "lay" else int(self.object.removeprefix("p")) - 1

    @cached_property
    def fitting(self) -> list[int]:
        """The stored tiles that may go to its hex, as the engine names them."""
        names = np.zeros(TILE_COUNT, np.int16)
        count = tiles_for(self.t, self.s, self.seat, self.channel, int(self.hex[1:]) - 1, names)
        found: list[int] = names[:count].tolist()
        return found

    @cached_property
    def shown(self) -> int | None:
        """The value of the die it is done with; None for what an effect gives."""
        value = int(shown_by(self.s, self.seat, self.channel))
        return None if value == ANY_VALUE else value

    @cached_property
    def wanted(self) -> int | None:
        """The value that the die has to have; None if any will do."""
        if self.name in ("take", "sell"):
            return int(self.object[0])
        if self.name in ("place", *PICKS):
            return int(self.t["number"][self.s["duchy"][self.seat], int(self.hex[1:]) - 1])
        if self.name in ("plant", "lay"):
            return int(self.t["space_number"][self.s["vineyard"][self.seat], self.space])
        if self.name == "double" and self.shown is not None:
            values = int(self.t["slot_values"][int(self.object) - 1])
            return min((v for v in range(1, 7) if values >> (v - 1) & 1), key=self._cost)
        return None

    def _cost(self, value: int) -> int:
        return int(workers_for(self.t, self.s, self.seat, self.shown, value, 0))

    @cached_property
    def workers(self) -> int:
        """What changing the die costs."""
        if self.shown is None or self.wanted is None:
            return 0
        step = 0
        if self.name == "take":
            step = free_step_for_taking(self.s, self.seat)
        elif self.name in ("place", *PICKS):
            step = free_step_for_placing(self.s, self.seat, COLOUR_OF[TILE_IDS[self.tiles[0]]])
        return int(workers_for(self.t, self.s, self.seat, self.shown, self.wanted, step))
