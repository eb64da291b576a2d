"""A second opinion on the solo game: slow, plain, and written from `rules.md` 6.8 and the rulebook alone.

`SoloTable` is the game of `second_opinion.Table` for one player on board 33 or 34, with or without
extra_tiles and white_castles. Steps that wait below an open decision stand in `pending` as the notation
has them: `after` (the steps of a tile laid) and `clear` (the goods a ship leaves behind).
"""

from __future__ import annotations

from typing import Any

from .game import Table
from .parts import BOARD, COLOURS, HEXES, MONASTERY_BUILDING, NEAR
from .rounds import PHASES, WORTH_VP

SWAPPED = 5  # goods for a black-depot tile
LEAST_TARGET = 5


class SoloTable(Table):
    """One game against the board."""

    steps = ("region", "colour", "effect")
    goods_types_held = 6

    # ------------------------------------------------------------------------------ documents
    def top_keys(self) -> set[str]:
        return super().top_keys() - {"track", "bonus_tiles"}

    def player_keys(self) -> set[str]:
        return super().player_keys() | {"target"}

    # ------------------------------------------------------------------------- asking the table
    @property
    def seats(self) -> int:
        return 2

    @property
    def won(self) -> bool:
        return len(self.players[0]["placed"]) == len(HEXES)

    @property
    def rounds_used(self) -> int:
        return 5 * PHASES.index(self.phase) + self.round

    def scores(self) -> list[dict]:
        """There is no final scoring: what counts is whether the duchy is full, and when."""
        return [{"total": self.players[0]["vp"]}]

    def ranking(self) -> list[int]:
        return [0]

    def result(self) -> dict[str, Any]:
        empty = len(HEXES) - len(self.players[0]["placed"])
        return {"winners": (0,) if self.won else (), "rounds": self.rounds_used, "empty_hexes": empty}

    def bonuses(self, player: dict) -> int:
        """Monastery 26 counts covered colours, as there are no bonus tiles."""
        return sum(self.covered(colour) for colour in COLOURS)

    def fits(self, tile: str, hex_: int) -> bool:
        if tile != "black":
            return super().fits(tile, hex_)
        me = self.me
        return hex_ not in me["placed"] and any(h in me["placed"] for h in NEAR[me["duchy"]][hex_])

    def own_actions(self, entry: dict) -> list[str]:
        me, kind = self.me, entry["kind"]
        black = [(f"b{slot}", tile) for slot, tile in enumerate(self.black_depot, start=1) if tile]
        if kind == "points":
            return ["points"] if me["silver"] else []
        if kind == "swap":
            return [f"swap {slot}" for slot, _ in black if me["goods"].total() >= SWAPPED]
        if kind == "pay":
            return [f"pay {t}" for t in range(1, 7) if me["goods"][t]]
        if kind == "black":
            return [f"free place {slot} h{h}" for slot, tile in black for h in HEXES if self.fits(tile, h)]
        return super().own_actions(entry)

    # ------------------------------------------------------------------------------- one action
    def _apply(self, verb: str, thing: str = "", *rest: str) -> None:
        if verb == "points":
            self._buy_a_point()
        elif verb == "swap":
            self.pending.pop()
            self._remove(thing)  # it lies face down from now on: which tile it was is no matter
            self.pending.append({"kind": "pay", "left": SWAPPED})
        elif verb == "pay":
            self._pay(int(thing))
        elif (verb, thing) == ("free", "place") and len(rest) == 2:
            self.pending.pop()
            self._place(int(rest[1][1:]), self._remove(rest[0]))
        else:
            super()._apply(verb, thing, *rest)

    def _pay(self, goods: int) -> None:
        self.me["goods"][goods] -= 1
        self.pending[-1]["left"] -= 1
        if not self.pending[-1]["left"]:
            self.pending.pop()
            self._store("black")

    def _first_depot_chosen(self) -> None:
        self.pending.append({"kind": "clear"})

    def _idle(self, entry: dict) -> bool:
        if entry["kind"] != "clear":
            return super()._idle(entry)
        self.pending.pop()
        for depot in self.depots.values():
            depot["goods"].clear()
        self.pending.append({"kind": "swap"})
        return True

    # --------------------------------------------------------------------------- victory points
    def _gain(self, vp: int) -> None:
        """After a gain below the target, points may be bought."""
        self.me["vp"] += vp
        if vp and not self._target_reached():
            self.pending.append({"kind": "points"})

    def _buy_a_point(self) -> None:
        self.me["silver"] -= 1
        self.me["vp"] += 1
        if self.me["vp"] >= self.me["target"]:
            self.pending.pop()
            self._target_reached()

    def _target_reached(self) -> bool:
        """At the target: the marker back to 0, the target down by 5, and an action of any value."""
        me = self.me
        if me["vp"] < me["target"]:
            return False
        me["vp"], me["target"] = 0, max(LEAST_TARGET, me["target"] - 5)
        self.pending.append({"kind": "castle"})
        return True

    # ---------------------------------------------------------------------------- it lies there
    def _place(self, hex_: int, tile: str) -> None:
        super()._place(hex_, tile)
        if self.won:
            self.stage, self.active = "over", None
            self.pending.clear()

    def _colour_step(self, hex_: int) -> None:
        if self.covered(BOARD[self.me["duchy"]][hex_]):
            self.pending.append({"kind": "black"})

    def _effect_step(self, hex_: int) -> None:
        tile = self.me["placed"][hex_]
        if tile[0] == "m" and tile[1:].isdigit() and int(tile[1:]) in WORTH_VP:
            self._score_monastery(int(tile[1:]))
        else:
            super()._effect_step(hex_)

    def _score_monastery(self, number: int) -> None:
        """At once, for the state at this moment; a crane counts if it is already there."""
        vp = self.monastery_vp(self.me, number)
        if number in MONASTERY_BUILDING and "crane" in self.me["placed"].values():
            vp += 4
        self._gain(vp)

    # ---------------------------------------------------------------------------------- rounds
    def _set_order(self) -> None:
        """There is no track, and nobody else."""

    def _sort_track(self) -> None:
        """Monastery 27 does nothing."""

    def _begin_turn(self, seat: int) -> None:
        """Before the turn a tile leaves the white die's depot, or the next one that has any."""
        super()._begin_turn(seat)
        tiles = dict(self.depot_tiles())
        clockwise = sorted(tiles, key=lambda where: ((int(where[0]) - self.white_die) % 6, where))
        if clockwise:
            self._remove(clockwise[0])
