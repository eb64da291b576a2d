"""A second opinion on the game: slow, plain, and written from the rules alone.

`Table` plays The Castles of Burgundy with 2-4 players, rulesets special_edition and alea_2011, duchies
1-30, 44 and 48 and the modules castle_rule, extra_tiles, border_posts, white_castles, inns and trade_routes
in any combination; `shields`, `vineyards`, `team`, `chateauma` and `solo` add the rest. It shares no
code with the engine: a differential test steps both side by side and compares `legal()` and `to_json()`
after every action. Nothing here is random; `push` is told every chance event of the step and refuses one
that could not have happened.
"""

from __future__ import annotations

import copy

from .parts import (
    BOARD,
    COLOURS,
    KINDS,
    NUMBERS,
    ROUTES,
    SCORING,
    colour_of,
)
from .rounds import Rounds

STORAGE_SPACES = 3
RETRIEVAL_VP = 5

# Decisions under which buying, recruiting and hiring go on, and decisions that may be declined.
ANY = {
    "castle", "white_castle", "ship", "ship2", "take", "sell", "place", "crane", "black", "points", "swap",
    "gather", "bonuses", "double", "take_black", "vine",
}  # fmt: skip
SKIPPABLE = (ANY | {"straight"}) - {"castle", "ship", "bonuses", "vine"}
# The colours for which monasteries 9-11 give a free step when a tile is placed.
FREE_STEP = {"building": 9, "ship": 10, "livestock": 10, "castle": 11, "mine": 11, "monastery": 11}
ROUTE_COLOURS = {
    "take_building": ["building"],
    "take_mine_monastery_castle": ["monastery", "castle", "mine"],
    "take_ship_livestock": ["ship", "livestock"],
    "take_any": COLOURS,
}
ROUTE_GIFTS = {"workers_4": ("workers", 4), "silver_2": ("silver", 2), "vp_4": ("vp", 4)}


class Table(Rounds):
    """One game."""

    goods_types_held = 3

    # -------------------------------------------------------------------------- prices of actions
    def price(self, by: str, verb: str, target: int, tile: str = "") -> int:
        """Workers for an action by d1, d2 or an effect; `target` is a depot, a hex or a goods type."""
        me, wanted, free = self.me, target, 0
        if verb == "take":
            free = int(self.has(me, 12))
        elif verb == "place":
            wanted = NUMBERS[me["duchy"]][target]
            free = int(colour_of(tile) in FREE_STEP and self.has(me, FREE_STEP[colour_of(tile)]))
        return self.cost(by, wanted, free)

    def cost(self, by: str, wanted: int, free: int = 0) -> int:
        """Workers that bring a die (or the white castle's value) to a wanted one."""
        value = self.value_of(by)
        if value is None:
            return 0
        distance = abs(value - wanted)
        steps = max(0, min(distance, 6 - distance) - free)
        return (steps + 1) // 2 if self.has(self.me, 8) else steps

    def value_of(self, by: str) -> int | None:
        """What the die shows that pays for an action; None for an effect or a die of any value."""
        if by != "free":
            die = int(by[1]) - 1
            return None if self.me.get("wild") == die else self.me["dice"][die]
        giver = next(entry for entry in reversed(self.pending) if entry["kind"] not in ("pick", "plant"))
        return self.white_die if giver["kind"] == "white_castle" else None

    def payable(self, by: str, verb: str, target: int, tile: str = "") -> bool:
        return self.price(by, verb, target, tile) <= self.me["workers"]

    def placeable(self, by: str, hex_: int) -> list[str]:
        """Names of the stored tiles that may be put on a hex by a die or an effect."""
        fitting = {name for name, tile in self.stored() if self.fits(tile, hex_)}
        return sorted(name for name in fitting if self.payable(by, "place", hex_, dict(self.stored())[name]))

    def stored(self) -> list[tuple[str, str]]:
        """The tiles that the player to decide may use, each with the name that it is called by."""
        return [(tile, tile) for tile in self.me["storage"]]

    # ---------------------------------------------------------------------------- legal actions
    def legal(self) -> list[str]:
        if self.stage == "over":
            return []
        me = self.me
        if self.stage == "routes":
            return [f"route {tile}" for tile in sorted(me["route_hand"])]
        if self.stage == "start":
            return [f"start h{h}" for h in self.start_hexes() if h not in me["placed"]]
        if self.pending:
            kind = self.pending[-1]["kind"]
            actions = self.own_actions(self.pending[-1])
            if kind in SKIPPABLE:
                actions.append("skip")
            if kind not in ANY:
                return actions
        else:
            actions = self.retrievals()
            for die in (1, 2):
                if not me["used"][die - 1]:
                    actions += self.four_actions(f"d{die}")
            if all(me["used"]):
                actions.append("end")
        return actions + self.purchases()

    def start_hexes(self) -> list[int]:
        return [h for h in self.hexes if BOARD[self.me["duchy"]][h] == "castle"]

    def four_actions(self, by: str) -> list[str]:
        """Taking, placing, selling and workers, by a die or an effect."""
        goods = self.me["goods"]
        takes = [f"{by} take {at}" for at, _ in self.depot_tiles() if self.payable(by, "take", int(at[0]))]
        places = [f"{by} place h{h}" for h in self.hexes if self.placeable(by, h)]
        sells = [f"{by} sell {t}" for t in range(1, 7) if goods[t] and self.payable(by, "sell", t)]
        return [*takes, *places, *sells, f"{by} workers"]

    def own_actions(self, entry: dict) -> list[str]:
        """What the pending decision itself offers: without skip, purchases and the like."""
        me, kind = self.me, entry["kind"]
        if kind in ("castle", "white_castle"):
            return self.four_actions("free")
        if kind == "take":
            return [f"free take {at}" for at, tile in self.depot_tiles() if colour_of(tile) in entry["colours"]]
        if kind == "place":
            return [f"free place h{h}" for h in self.hexes if self.placeable("free", h)]
        if kind == "sell":
            return [f"free sell {t}" for t in range(1, 7) if me["goods"][t]]
        if kind == "ship":
            return [f"goods {d}" for d in range(1, 7)]
        if kind == "ship2":
            near = {entry["near"] % 6 + 1, (entry["near"] - 2) % 6 + 1}
            return [f"goods {d}" for d in sorted(near) if self.depots[d]["goods"].total()]
        if kind == "keep":
            offered = self.depots[entry["depot"]]["goods"]
            return [f"keep {t}" for t in range(1, 7) if offered[t] and not me["goods"][t]]
        if kind == "crane":
            return [f"effect {k}" for k in KINDS + ["white_castle"] * ("white_castles" in self.modules)]
        if kind == "pick":
            return [f"pick {tile}" for tile in self.placeable(entry["by"], int(entry["hex"][1:]))]
        assert kind == "discard", f"unknown pending decision: {entry}"
        return [f"discard {name}" for name in sorted(set(dict(self.stored())))]

    def purchases(self) -> list[str]:
        me, actions = self.me, []
        if not me["bought"] and me["silver"] >= 2:
            actions += [f"buy {where}" for where, _ in self.wares()]
            if self.alea and self.has(me, 6):
                actions += [f"buy {where}" for where, _ in self.depot_tiles()]
        if not self.alea and self.has(me, 6) and not me["recruited"] and me["workers"] >= 2:
            actions += [f"recruit {where}" for where, tile in self.depot_tiles() if colour_of(tile) == "building"]
        if self.has(me, 28) and me["silver"] >= 1:
            actions.append("hire")
        return actions

    def wares(self) -> list[tuple[str, str]]:
        """("b3", tile) for what the black depot has, and what lies beside it."""
        tiles = [(f"b{slot}", tile) for slot, tile in enumerate(self.black_depot, start=1) if tile]
        return tiles + [("inn", "inn")] * ("inns" in self.modules and self.inns > 0)

    def retrievals(self) -> list[str]:
        """The castle rule's way back to a castle, for 5 VP and both dice."""
        me = self.me
        if not self.ruled or any(me["used"]) or me["vp"] < RETRIEVAL_VP:
            return []
        if not self.alea:
            return ["retrieve"] if self.set_aside else []
        board = BOARD[me["duchy"]]
        empty = [h for h in self.hexes if board[h] == "castle" and h not in me["placed"]]
        return [f"retrieve h{h}" for h in empty if "castle" in me["storage"]]

    # ------------------------------------------------------------------------------- one action
    def push(self, action: str, chance: list[dict]) -> None:
        assert action in self.legal(), f"illegal: {action!r}, legal: {self.legal()}"
        before = copy.deepcopy(vars(self))
        try:
            for event in chance:
                key = (event["chance"], *event["where"])
                self._told.setdefault(key, []).append(event["result"])
            verb, *rest = action.split()
            self._apply(verb, *rest)
            self._settle()
            assert not self._told, f"chance events nobody asked for: {self._told}"
        except BaseException:
            vars(self).clear()
            vars(self).update(before)
            raise

    def _idle(self, entry: dict) -> bool:
        if entry["kind"] not in SKIPPABLE or self.own_actions(entry):
            return False
        self.pending.pop()
        return True

    def _apply(self, verb: str, thing: str = "", *rest: str) -> None:
        me = self.me
        if verb == "route":
            self._lay_route(int(thing))
        elif verb == "start":
            self._start_castle(int(thing[1:]))
        elif verb == "end":
            self._end_turn()
        elif verb == "skip":
            self.pending.pop()
        elif verb == "buy":
            me["silver"] -= 2
            me["bought"] = True
            self._store(self._remove(thing))
        elif verb == "recruit":
            me["workers"] -= 2
            me["recruited"] = True
            self._store(self._remove(thing))
        elif verb == "hire":
            me["silver"] -= 1
            self._gain_workers(me, 2)
        elif verb == "retrieve":
            self._retrieve(thing)
        elif verb == "discard":
            self._discard(" ".join([thing, *rest]))
        elif verb == "pick":
            entry = self.pending.pop()
            self._place_stored(entry["by"], int(entry["hex"][1:]), " ".join([thing, *rest]))
        elif verb == "goods":
            self._ship(int(thing))
        elif verb == "keep":
            depot = self.depots[self.pending[-1]["depot"]]
            self._take_goods(depot, int(thing))
            if len(+me["goods"]) == self.goods_types_held:
                self.pending.pop()
        elif verb == "effect":
            self.pending.pop()
            self._trigger(thing)
        else:
            self._act(verb, thing, *rest)

    def _act(self, by: str, verb: str, target: str = "") -> None:
        """A die action (`by` is d1 or d2) or the same given by an effect (`by` is free)."""
        if verb == "take":
            self._spend(by, verb, int(target[0]))
            self._store(self._remove(target))
        elif verb == "place":
            names = self.placeable(by, int(target[1:]))
            if len(names) > 1:  # nothing is spent before the pick
                self.pending.append({"kind": "pick", "hex": target, "by": by})
            else:
                self._place_stored(by, int(target[1:]), names[0])
        elif verb == "sell":
            self._spend(by, verb, int(target))
            self._sell(int(target))
        else:
            assert verb == "workers"
            self._spend(by, verb, 0)
            self._gain_workers(self.me, 4 if self.has(self.me, 14) else 2)
            self.me["silver"] += 1 if self.has(self.me, 13) else 0

    def _spend(self, by: str, verb: str, target: int, tile: str = "") -> None:
        """Pay the workers and use up the die, or the effect that gave the action."""
        if verb != "workers":
            self.me["workers"] -= self.price(by, verb, target, tile)
        self._use_up(by)

    def _use_up(self, by: str) -> None:
        if by == "free":
            self.pending.pop()
        else:
            self.me["used"][int(by[1]) - 1] = True

    def _place_stored(self, by: str, hex_: int, name: str) -> None:
        tile = dict(self.stored())[name]
        self._spend(by, "place", hex_, tile)
        self._take_out(name)
        self._place(hex_, tile)

    def _retrieve(self, where: str) -> None:
        me = self.me
        me["vp"] -= RETRIEVAL_VP
        me["used"] = [True, True]
        if where:
            me["storage"].remove("castle")
            self._place(int(where[1:]), "castle")
        else:
            self.set_aside -= 1
            self._store("castle")

    # ------------------------------------------------------------------------ tiles and goods
    def _remove(self, where: str) -> str:
        """Take a tile off the board: `b3` of the black depot, `5.2` of a numbered one, an `inn`."""
        if where == "inn":
            self.inns -= 1
            return where
        depot, slot = (None, where[1:]) if where[0] == "b" else where.split(".")
        tiles = self.depots[int(depot)]["tiles"] if depot else self.black_depot
        tile, tiles[int(slot) - 1] = tiles[int(slot) - 1], None
        return tile

    def _store(self, tile: str) -> None:
        if self.has_room_for(tile):
            self.me["storage"].append(tile)
        else:
            self.pending.append({"kind": "discard", "for": tile})

    def has_room_for(self, tile: str) -> bool:
        """A double tile fills two spaces; with shield 4 there is no end of them."""
        filled = sum(2 if "+" in stored else 1 for stored in [*self.me["storage"], tile])
        return filled <= STORAGE_SPACES or self.holds(4)

    def _discard(self, name: str) -> None:
        """Throw a tile away; more have to follow until the new one has room."""
        self._take_out(name)
        self._store(self.pending.pop()["for"])

    def _take_out(self, name: str) -> None:
        self.me["storage"].remove(name)

    def _sell(self, goods: int) -> None:
        me = self.me
        count = me["goods"].pop(goods)
        me["silver"] += (count if self.holds(9) else 1) + self.has(me, 3)
        self._gain_workers(me, int(self.has(me, 4)))
        vp = count * SCORING["goods_vp_per_tile"][str(self.seats)]
        self._gain(2 * vp if self.holds(12) else vp)
        self._lay_sold(goods, count)

    def _lay_sold(self, goods: int, count: int) -> None:
        """Tiles just sold fill the trade route, then the sold pile; numbers that match bring a bonus."""
        me = self.me
        row = [space for tile in me.get("route", []) for space in ROUTES[tile]]
        covered = row[len(me.get("route_goods", [])) :][:count]
        if covered:
            me["route_goods"] += [goods] * len(covered)
        me["sold"][goods] += count - len(covered)
        bonuses = [space["bonus"] for space in covered if space["number"] == goods]
        for bonus in reversed(bonuses):  # the leftmost is decided first
            self._give(bonus)

    def _give(self, bonus: str) -> None:
        """A bonus of a trade route: silver, VP and workers at once, else a tile to take."""
        if bonus in ROUTE_GIFTS:
            what, amount = ROUTE_GIFTS[bonus]
            if what == "workers":
                self._gain_workers(self.me, amount)
            else:
                self.me[what] += amount
        else:
            self.pending.append({"kind": "take", "colours": list(ROUTE_COLOURS[bonus])})

    def _ship(self, d: int) -> None:
        """A depot chosen for a ship: the first moves the marker, the second is monastery 5's."""
        entry = self.pending.pop()
        if entry["kind"] == "ship":
            self._first_depot_chosen()
            if self.holds(5):
                self.pending.append({"kind": "gather"})
            if self.has(self.me, 5):
                self.pending.append({"kind": "ship2", "near": d})
        depot, held = self.depots[d], self.me["goods"]
        new = [t for t in depot["goods"] if depot["goods"][t] and not held[t]]
        for t in list(depot["goods"]):
            if held[t]:
                self._take_goods(depot, t)
        free = self.goods_types_held - len(+held)
        if len(new) <= free:
            for t in new:
                self._take_goods(depot, t)
        elif free:
            self.pending.append({"kind": "keep", "depot": d})

    def _first_depot_chosen(self) -> None:
        self._advance(self.active)

    def _take_goods(self, depot: dict, goods: int) -> None:
        self.me["goods"][goods] += depot["goods"].pop(goods)
