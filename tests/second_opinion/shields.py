"""The second opinion of the shields, from `rules.md` 6.9 and the notation alone.

What a shield changes of a rule stands at that rule (`holds`); here is how shields are got, lent monasteries
named, dice set and goods gathered, and the end of a phase, where tiles are set straight and upkeep is paid.
"""

from __future__ import annotations

from typing import Any

from .game import Table
from .parts import SHIELDS

# Shields 14 and 15 by the step that carries them out, and where their tile comes from.
STRAIGHT = {14: "depots", 15: "black"}
BORROWER, CASTLES, WORKERS_PAY, WILD, SHIELDS_DOUBLE = 6, 11, 3, 16, 13


class ShieldTable(Table):
    """`shields` of the position: depot -> ids; of a player: hex -> id."""

    # ------------------------------------------------------------------------------ documents
    @classmethod
    def from_json(cls, doc: dict) -> Any:
        self = super().from_json(doc)
        if "shields" in self.modules:
            self.shields = {int(d): list(ids) for d, ids in doc["shields"].items()}
        return self

    def to_json(self) -> dict:
        doc = super().to_json()
        if "shields" in self.modules:
            doc["shields"] = {str(d): sorted(ids) for d, ids in sorted(self.shields.items()) if ids}
        return doc

    def top_keys(self) -> set[str]:
        return super().top_keys() | ({"shields"} & self.modules)

    def player_keys(self) -> set[str]:
        return super().player_keys() | ({"shields"} & self.modules) | self.optional_keys()

    def optional_keys(self) -> set[str]:
        return {"copied", "wild"} if "shields" in self.modules else set()

    def _read_owner(self, owner: dict) -> dict:
        if "shields" in owner:
            owner["shields"] = {int(h[1:]): shield for h, shield in owner["shields"].items()}
        return super()._read_owner(owner)

    def _write_owner(self, owner: dict) -> dict:
        written = super()._write_owner(owner)
        if "shields" in owner:
            written["shields"] = {f"h{h}": owner["shields"][h] for h in sorted(owner["shields"])}
        return written

    # ---------------------------------------------------------------------------- legal actions
    def legal(self) -> list[str]:
        actions = super().legal()
        if "shields" in self.modules and self.stage == "turn" and not self.pending:
            actions += self.pairs() + self.wild_dice()
        return actions

    def pairs(self) -> list[str]:
        """Both dice brought to the number of a depot, for a shield there; no free steps."""
        me = self.me
        if any(me["used"]) or not self.castles():
            return []
        return [f"shield {s}" for d in self.shields for s in self.shields[d] if self.pair_cost(d) <= me["workers"]]

    def pair_cost(self, depot: int) -> int:
        return self.cost("d1", depot) + self.cost("d2", depot)

    def castles(self) -> list[int]:
        """Hexes with a burgundy castle."""
        return sorted(h for h, tile in self.me["placed"].items() if tile == "castle")

    def wild_dice(self) -> list[str]:
        me = self.me
        if not self.holds(WILD) or me["wild"] is not None:
            return []
        return [f"any d{die + 1}" for die in (0, 1) if not me["used"][die]]

    def own_actions(self, entry: dict) -> list[str]:
        me, kind = self.me, entry["kind"]
        if kind == "castle" and self.holds(CASTLES) and self.castles():
            return super().own_actions(entry) + [f"free shield {s}" for d in self.shields for s in self.shields[d]]
        if kind == "shield":
            return [f"shield h{h}" for h in self.castles()]
        if kind == "gather":
            return [f"gather {t}" for t in range(1, 7) if self.lies(t) and (me["goods"][t] or self.free_types())]
        if kind == "straight":
            ware = self.depot_tiles() if entry["from"] == "depots" else self.wares()
            return [f"free take {where}" for where, tile in ware if self.set_places(tile)]
        if kind == "set":
            return [f"free {place}" for place in self.set_places(entry["tile"])]
        if kind == "upkeep":
            pays = ["pay silver"] * (me["silver"] > 0) + ["pay worker"] * (
                me["workers"] > 0 and self.workers_pay(entry)
            )
            return [*pays, "lose"]
        return super().own_actions(entry)

    def lies(self, goods: int) -> bool:
        return any(depot["goods"][goods] for depot in self.depots.values())

    def free_types(self) -> bool:
        return len(+self.me["goods"]) < self.goods_types_held

    def set_places(self, tile: str) -> list[str]:
        """Where a tile could be put straight, as the words of an action."""
        return [f"place h{h}" for h in self.hexes if self.fits(tile, h)]

    def workers_pay(self, entry: dict) -> bool:
        """Shield 3, held when this upkeep began."""
        return self.holds(WORKERS_PAY) or bool(entry.get("worker"))

    def purchases(self) -> list[str]:
        if self.stage == "phase_end":
            return []
        me, actions = self.me, super().purchases()
        if self.holds(BORROWER) and me["copied"] is None:
            actions += [f"copy {seat}" for seat in range(self.seats) if seat != self.active]
        return actions

    # ------------------------------------------------------------------------------- one action
    def _apply(self, verb: str, thing: str = "", *rest: str) -> None:
        me = self.me
        if verb == "shield" and thing[0] != "h":
            depot = next(d for d, ids in self.shields.items() if int(thing) in ids)
            me["workers"] -= self.pair_cost(depot)
            me["used"] = [True, True]
            self._pick_up(int(thing))
        elif verb == "shield":
            entry = self.pending.pop()
            self._lose_shield(int(thing[1:]))
            me["shields"][int(thing[1:])] = entry["id"]
        elif verb == "any":
            me["wild"] = int(thing[1]) - 1
        elif verb == "copy":
            me["copied"] = int(thing)
        elif verb == "gather":
            self.pending.pop()
            for depot in self.depots.values():
                if depot["goods"][int(thing)]:
                    self._take_goods(depot, int(thing))
        elif verb == "lose" or (verb == "pay" and thing in ("silver", "worker")):
            self._upkeep(f"{thing}s" if thing == "worker" else thing)
        else:
            super()._apply(verb, thing, *rest)

    def _act(self, by: str, verb: str, target: str = "") -> None:
        top = self.pending[-1] if self.pending else {"kind": None}
        if verb == "shield":
            self.pending.pop()
            self._pick_up(int(target))
        elif top["kind"] == "straight":
            self.pending.pop()
            self.pending.append({"kind": "set", "tile": self._remove(target)})
        elif top["kind"] == "set" and verb == "place":
            self.pending.pop()
            self._place(int(target[1:]), top["tile"])
        else:
            super()._act(by, verb, target)

    def _pick_up(self, shield: int) -> None:
        """It is off its depot; which castle it goes on is asked."""
        for ids in self.shields.values():
            if shield in ids:
                ids.remove(shield)
        self.pending.append({"kind": "shield", "id": shield})

    def _lose_shield(self, hex_: int) -> None:
        if self.me["shields"].pop(hex_, None) == BORROWER:
            self.me["copied"] = None

    # --------------------------------------------------------------------------- end of a phase
    def _end_phase(self) -> None:
        if "shields" not in self.modules:
            super()._end_phase()
            return
        self.stage = "phase_end"
        self._go_on(self.closing_steps())

    def closing_steps(self) -> list[tuple[int, int | str]]:
        """Seat by seat the tiles set straight, then seat by seat the upkeep."""
        players = [seat for seat in self.order if seat < len(self.players)]
        straight: list[tuple[int, int | str]] = [(seat, step) for seat in players for step in STRAIGHT]
        return straight + [(seat, "upkeep") for seat in players]

    def _go_on(self, steps: list[tuple[int, int | str]]) -> None:
        """To the first of these steps that somebody has something to do in."""
        for seat, step in steps:
            held = sorted(self.players[seat]["shields"].values())
            if step == "upkeep" and held:
                self.active = seat
                self.pending.append({"kind": "upkeep", "shields": held})
                return
            if step in held:
                self.active = seat
                self.pending.append({"kind": "phase_end", "step": step})
                self.pending.append({"kind": "straight", "from": STRAIGHT[step]})
                return
        self.stage = "turn"
        super()._end_phase()

    def _go_on_after(self, step: int | str) -> None:
        steps = self.closing_steps()
        self._go_on(steps[steps.index((self.active, step)) + 1 :])

    def _idle(self, entry: dict) -> bool:
        if entry["kind"] != "phase_end":
            return super()._idle(entry)
        self.pending.pop()
        self._go_on_after(entry["step"])
        return True

    def _upkeep(self, paid: str) -> None:
        """For the first shield of the list: a silver, a worker, or the shield."""
        me, entry = self.me, self.pending[-1]
        shield = entry["shields"].pop(0)
        if paid:
            me[paid] -= 1
        else:
            if shield == WORKERS_PAY:
                entry["worker"] = True
            self._lose_shield(next(h for h, other in me["shields"].items() if other == shield))
        if not entry["shields"]:
            self.pending.pop()
            self._go_on_after("upkeep")

    def _start_round(self) -> None:
        for player in self.players:
            if "wild" in player:
                player["wild"] = None
        super()._start_round()

    # ---------------------------------------------------------------------------- final scoring
    def module_vp(self, player: dict) -> dict[str, int]:
        parts = super().module_vp(player)
        if "shields" in player:
            worth = sum(SHIELDS[shield] for shield in player["shields"].values())
            parts["shields"] = 2 * worth if self.holds(SHIELDS_DOUBLE, player) else worth
        return parts
