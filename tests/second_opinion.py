"""A second opinion on the base game: slow, plain, and written from the rules alone.

`Table` plays the base game of The Castles of Burgundy (2-4 players, rulesets special_edition and
alea_2011, duchies 1-30 without modules). It shares no code with the engine: a differential test
steps both side by side and compares `legal()` and `to_json()` after every action. Nothing here is
random; `push` is told every chance event of the step and refuses one that could not have happened.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

from second_opinion_parts import (
    BOARD,
    COLOURS,
    COMPONENTS,
    HEXES,
    KINDS,
    NEIGHBOURS,
    NUMBER,
    SCORING,
    SPECIES,
    colour_of,
    region,
)

__all__ = [
    "BOARD",
    "COLOURS",
    "COMPONENTS",
    "HEXES",
    "KINDS",
    "NEIGHBOURS",
    "NUMBER",
    "SCORING",
    "SPECIES",
    "Table",
    "as_counter",
    "as_document",
    "colour_of",
    "region",
]

PHASES = "ABCDE"
STORAGE_SPACES = 3
GOODS_TYPES_HELD = 3

# Effects under which buying and recruiting go on, and effects that may be declined.
ANY = {"castle", "ship", "ship2", "take", "sell", "place"}
SKIPPABLE = {"ship2", "take", "sell", "place"}
TAKE_COLOURS = {
    "market": ["ship", "livestock"],
    "carpenter": ["building"],
    "church": ["monastery", "castle", "mine"],
}
# The colours for which monasteries 9-11 give a free step when a tile is placed.
FREE_STEP = {"building": 9, "ship": 10, "livestock": 10, "castle": 11, "mine": 11, "monastery": 11}

_TOP_KEYS = {
    "format", "config", "phase", "round", "order", "active", "stage", "white_die", "track",
    "depots", "black_depot", "round_goods", "bonus_tiles", "players", "pending", "hidden",
}  # fmt: skip
_PLAYER_KEYS = {
    "vp", "dice", "used", "bought", "recruited", "workers", "silver", "goods", "sold",
    "storage", "duchy", "placed", "bonus",
}  # fmt: skip


def as_document(counter: dict) -> dict[str, int]:
    return {str(key): count for key, count in counter.items() if count}


def as_counter(counts: dict[str, int]) -> Counter:
    return Counter({int(key): count for key, count in counts.items()})


class Table:
    """One game. Attributes carry the names of the position document; hexes and goods are ints."""

    top_keys = _TOP_KEYS

    # ------------------------------------------------------------------------------ documents
    @classmethod
    def from_json(cls, doc: dict) -> Table:
        doc = copy.deepcopy(doc)
        self = cls()
        assert doc["format"] == "burgundy-position/1"
        assert set(doc) == self.top_keys, set(doc) ^ self.top_keys
        self._check_config(doc["config"])
        assert doc["stage"] in ("start", "turn", "over")
        assert len(doc["players"]) == doc["config"]["players"]
        for key in ("config", "phase", "round", "order", "active", "stage", "white_die", "track"):
            setattr(self, key, doc[key])
        self.depots = {
            int(d): {"tiles": depot["tiles"], "goods": as_counter(depot["goods"])}
            for d, depot in doc["depots"].items()
        }
        self.black_depot = doc["black_depot"]
        self.round_goods = doc["round_goods"]
        self.bonus_tiles = Counter(doc["bonus_tiles"])
        self.pending = doc["pending"]
        hidden = doc["hidden"]
        self.supply = {c: Counter(hidden["supply"].get(c, {})) for c in COLOURS}
        self.black_supply = Counter(hidden["black"])
        self.goods_supply = as_counter(hidden["goods"])
        self.players = []
        for player in doc["players"]:
            assert set(player) == _PLAYER_KEYS, set(player) ^ _PLAYER_KEYS
            player["goods"] = as_counter(player["goods"])
            player["sold"] = as_counter(player["sold"])
            player["placed"] = {int(h[1:]): tile for h, tile in player["placed"].items()}
            self.players.append(player)
        self._told: dict[tuple, list] = {}  # chance events of the step not used so far, in order
        return self

    def _check_config(self, config: dict) -> None:
        assert not config.get("modules"), "base game only"
        assert config.get("chateauma") is None, "ChateaumaTable plays with the Châteauma"
        assert config["ruleset"] in ("special_edition", "alea_2011")
        assert config["players"] in (2, 3, 4)

    def to_json(self) -> dict:
        doc: dict[str, Any] = {"format": "burgundy-position/1"}
        for key in ("config", "phase", "round", "order", "active", "stage", "white_die", "track"):
            doc[key] = getattr(self, key)
        doc["depots"] = {
            str(d): {"tiles": depot["tiles"], "goods": as_document(depot["goods"])}
            for d, depot in self.depots.items()
        }
        doc["black_depot"] = self.black_depot
        doc["round_goods"] = self.round_goods
        doc["bonus_tiles"] = as_document(self.bonus_tiles)
        doc["players"] = [
            {
                **player,
                "goods": as_document(player["goods"]),
                "sold": as_document(player["sold"]),
                "storage": sorted(player["storage"]),
                "placed": {f"h{h}": player["placed"][h] for h in sorted(player["placed"])},
                "bonus": sorted(player["bonus"]),
            }
            for player in self.players
        ]
        doc["pending"] = self.pending
        doc["hidden"] = {
            "supply": {colour: as_document(self.supply[colour]) for colour in COLOURS},
            "black": as_document(self.black_supply),
            "goods": as_document(self.goods_supply),
        }
        return copy.deepcopy(doc)

    # ------------------------------------------------------------------------- asking the table
    @property
    def me(self) -> dict:
        return self.players[self.active]

    @property
    def seats(self) -> int:
        """The n of the rules."""
        return len(self.players)

    @property
    def alea(self) -> bool:
        return self.config["ruleset"] == "alea_2011"

    def has(self, player: dict, monastery: int) -> bool:
        return f"m{monastery}" in player["placed"].values()

    def tile_at(self, where: str) -> str | None:
        depot, slot = where.split(".")
        return self.depots[int(depot)]["tiles"][int(slot) - 1]

    def depot_tiles(self) -> list[tuple[str, str]]:
        """("3.2", tile) for every tile in the numbered depots."""
        return [
            (f"{d}.{slot}", tile)
            for d in range(1, 7)
            for slot, tile in enumerate(self.depots[d]["tiles"], start=1)
            if tile is not None
        ]

    def fitting(self, hex_: int) -> list[str]:
        """Names of the stored tiles that may go on a hex, its number and the price left aside."""
        me = self.me
        if hex_ in me["placed"] or not any(h in me["placed"] for h in NEIGHBOURS[hex_]):
            return []
        colour = BOARD[me["duchy"]][hex_]
        names = {tile for tile in me["storage"] if colour_of(tile) == colour}
        if colour == "building" and not self.has(me, 1):
            town = region(me["duchy"], hex_)
            names -= {tile for h, tile in me["placed"].items() if h in town}
        return sorted(names)

    def cost(self, die: int, verb: str, target: int) -> int:
        """Workers to use die 1 or 2: `target` is a depot, a hex or a goods type."""
        me = self.me
        wanted, free = target, 0
        if verb == "take":
            free = int(self.has(me, 12))
        elif verb == "place":
            wanted = NUMBER[target]
            free = int(self.has(me, FREE_STEP[BOARD[me["duchy"]][target]]))
        distance = abs(me["dice"][die - 1] - wanted)
        steps = max(0, min(distance, 6 - distance) - free)
        return (steps + 1) // 2 if self.has(me, 8) else steps

    # ---------------------------------------------------------------------------- legal actions
    def legal(self) -> list[str]:
        if self.stage == "over":
            return []
        me = self.me
        if self.stage == "start":
            board = BOARD[me["duchy"]]
            return [f"start h{h}" for h in HEXES if board[h] == "castle" and h not in me["placed"]]
        if self.pending:
            kind = self.pending[-1]["kind"]
            actions = self.own_actions(self.pending[-1])
            if kind in SKIPPABLE:
                actions.append("skip")
            if kind not in ANY:
                return actions
        else:
            actions = []
            for die in (1, 2):
                if not me["used"][die - 1]:
                    actions += self.die_actions(die)
            if all(me["used"]):
                actions.append("end")
        return actions + self.purchases()

    def die_actions(self, die: int) -> list[str]:
        me, actions = self.me, [f"d{die} workers"]
        for where, _ in self.depot_tiles():
            if self.cost(die, "take", int(where[0])) <= me["workers"]:
                actions.append(f"d{die} take {where}")
        for h in HEXES:
            if self.fitting(h) and self.cost(die, "place", h) <= me["workers"]:
                actions.append(f"d{die} place h{h}")
        for t in range(1, 7):
            if me["goods"][t] and self.cost(die, "sell", t) <= me["workers"]:
                actions.append(f"d{die} sell {t}")
        return actions

    def own_actions(self, entry: dict) -> list[str]:
        """What the pending decision itself offers: without skip, buy and recruit."""
        me, kind = self.me, entry["kind"]
        takes = [(f"free take {where}", tile) for where, tile in self.depot_tiles()]
        places = [f"free place h{h}" for h in HEXES if self.fitting(h)]
        sells = [f"free sell {t}" for t in range(1, 7) if me["goods"][t]]
        if kind == "castle":
            return [action for action, _ in takes] + places + sells + ["free workers"]
        if kind == "take":
            return [action for action, tile in takes if colour_of(tile) in entry["colours"]]
        if kind == "place":
            return places
        if kind == "sell":
            return sells
        if kind == "ship":
            return [f"goods {d}" for d in range(1, 7)]
        if kind == "ship2":
            near = {entry["near"] % 6 + 1, (entry["near"] - 2) % 6 + 1}
            return [f"goods {d}" for d in sorted(near) if self.depots[d]["goods"].total()]
        if kind == "keep":
            offered = self.depots[entry["depot"]]["goods"]
            return [f"keep {t}" for t in range(1, 7) if offered[t] and not me["goods"][t]]
        if kind == "pick":
            return [f"pick {tile}" for tile in self.fitting(int(entry["hex"][1:]))]
        assert kind == "discard", f"unknown pending decision: {entry}"
        return [f"discard {tile}" for tile in sorted(set(me["storage"]))]

    def purchases(self) -> list[str]:
        me, actions = self.me, []
        if not me["bought"] and me["silver"] >= 2:
            for slot, tile in enumerate(self.black_depot, start=1):
                if tile is not None:
                    actions.append(f"buy b{slot}")
            if self.alea and self.has(me, 6):
                actions += [f"buy {where}" for where, _ in self.depot_tiles()]
        if not self.alea and self.has(me, 6) and not me["recruited"] and me["workers"] >= 2:
            for where, tile in self.depot_tiles():
                if colour_of(tile) == "building":
                    actions.append(f"recruit {where}")
        return actions

    # ------------------------------------------------------------------------------- one action
    def push(self, action: str, chance: list[dict]) -> None:
        assert action in self.legal(), f"illegal: {action!r}, legal: {self.legal()}"
        before = copy.deepcopy(vars(self))
        try:
            for event in chance:
                key = (event["chance"], *event["where"])
                self._told.setdefault(key, []).append(event["result"])
            self._apply(action)
            # An effect that can do nothing now is lost, and the one below it comes up.
            while self.pending and self.pending[-1]["kind"] in SKIPPABLE:
                if self.own_actions(self.pending[-1]):
                    break
                self.pending.pop()
            assert not self._told, f"chance events nobody asked for: {self._told}"
        except BaseException:
            vars(self).clear()
            vars(self).update(before)
            raise

    def _apply(self, action: str) -> None:
        me = self.me
        verb, *rest = action.split()
        if verb == "start":
            self._start_castle(int(rest[0][1:]))
        elif verb == "end":
            self._end_turn()
        elif verb == "skip":
            self.pending.pop()
        elif verb == "buy":
            me["silver"] -= 2
            me["bought"] = True
            if rest[0][0] == "b":
                slot = int(rest[0][1:]) - 1
                tile, self.black_depot[slot] = self.black_depot[slot], None
                self._store(tile)
            else:
                self._store(self._remove(rest[0]))
        elif verb == "recruit":
            me["workers"] -= 2
            me["recruited"] = True
            self._store(self._remove(rest[0]))
        elif verb == "discard":
            entry = self.pending.pop()
            me["storage"].remove(rest[0])
            me["storage"].append(entry["for"])
        elif verb == "pick":
            entry = self.pending.pop()
            hex_ = int(entry["hex"][1:])
            self._spend(entry["by"], "place", hex_)
            self._place(hex_, rest[0])
        elif verb == "goods":
            self._ship(int(rest[0]))
        elif verb == "keep":
            depot = self.depots[self.pending[-1]["depot"]]
            self._take_goods(depot, int(rest[0]))
            if len(+me["goods"]) == GOODS_TYPES_HELD:
                self.pending.pop()
        else:
            self._act(verb, *rest)

    def _act(self, by: str, verb: str, target: str = "") -> None:
        """A die action (`by` is d1 or d2) or the same given by an effect (`by` is free)."""
        if verb == "take":
            self._spend(by, verb, int(target[0]))
            self._store(self._remove(target))
        elif verb == "place":
            hex_ = int(target[1:])
            names = self.fitting(hex_)
            if len(names) > 1:  # nothing is spent before the pick
                self.pending.append({"kind": "pick", "hex": target, "by": by})
            else:
                self._spend(by, verb, hex_)
                self._place(hex_, names[0])
        elif verb == "sell":
            self._spend(by, verb, int(target))
            self._sell(int(target))
        else:
            assert verb == "workers"
            self._spend(by, verb, 0)
            self.me["workers"] += 4 if self.has(self.me, 14) else 2
            self.me["silver"] += 1 if self.has(self.me, 13) else 0

    def _spend(self, by: str, verb: str, target: int) -> None:
        """Use up the die with its workers, or the effect that gave the action."""
        if by == "free":
            self.pending.pop()
            return
        die = int(by[1])
        if verb != "workers":
            self.me["workers"] -= self.cost(die, verb, target)
        self.me["used"][die - 1] = True

    # ------------------------------------------------------------------------ tiles and goods
    def _remove(self, where: str) -> str:
        depot, slot = where.split(".")
        tile = self.tile_at(where)
        self.depots[int(depot)]["tiles"][int(slot) - 1] = None
        return tile

    def _store(self, tile: str) -> None:
        if len(self.me["storage"]) < STORAGE_SPACES:
            self.me["storage"].append(tile)
        else:
            self.pending.append({"kind": "discard", "for": tile})

    def _sell(self, goods: int) -> None:
        me = self.me
        count = me["goods"].pop(goods)
        me["sold"][goods] += count
        me["silver"] += 2 if self.has(me, 3) else 1
        me["workers"] += 1 if self.has(me, 4) else 0
        me["vp"] += count * SCORING["goods_vp_per_tile"][str(self.seats)]

    def _ship(self, d: int) -> None:
        """A depot chosen for a ship: the first moves the marker, the second is monastery 5's."""
        entry = self.pending.pop()
        if entry["kind"] == "ship":
            self._advance(self.active)
            if self.has(self.me, 5):
                self.pending.append({"kind": "ship2", "near": d})
        depot, held = self.depots[d], self.me["goods"]
        new = [t for t in depot["goods"] if depot["goods"][t] and not held[t]]
        for t in list(depot["goods"]):
            if held[t]:
                self._take_goods(depot, t)
        free = GOODS_TYPES_HELD - len(+held)
        if len(new) <= free:
            for t in new:
                self._take_goods(depot, t)
        elif free:
            self.pending.append({"kind": "keep", "depot": d})

    def _advance(self, seat: int) -> None:
        space = next(i for i, stack in enumerate(self.track) if seat in stack)
        self.track[space].remove(seat)
        self.track[min(space + 1, len(self.track) - 1)].insert(0, seat)

    def _take_goods(self, depot: dict, goods: int) -> None:
        self.me["goods"][goods] += depot["goods"].pop(goods)

    # --------------------------------------------------------------------------------- placing
    def _place(self, hex_: int, tile: str) -> None:
        me = self.me
        me["storage"].remove(tile)
        me["placed"][hex_] = tile
        area = region(me["duchy"], hex_)
        # (a) the region
        if all(h in me["placed"] for h in area):
            me["vp"] += SCORING["region"][len(area)] + SCORING["phase_bonus"][self.phase]
        # (b) the colour
        colour, board = colour_of(tile), BOARD[me["duchy"]]
        if all(h in me["placed"] for h in HEXES if board[h] == colour) and self.bonus_tiles[colour]:
            size = "large" if self.bonus_tiles[colour] == 2 else "small"
            self.bonus_tiles[colour] -= 1
            me["bonus"].append(f"{colour}_{size}")
            me["vp"] += SCORING[f"colour_bonus_{size}"][str(self.seats)]
        # (c) the effect
        if tile in ("castle", "ship"):
            self.pending.append({"kind": tile})
        elif colour == "livestock":
            scored = [
                int(me["placed"][h][-1]) for h in area if h in me["placed"] and me["placed"][h][:-1] == tile[:-1]
            ]
            me["vp"] += sum(scored) + (len(scored) if self.has(me, 7) else 0)
        elif tile in TAKE_COLOURS:
            self.pending.append({"kind": "take", "colours": list(TAKE_COLOURS[tile])})
        elif tile == "warehouse":
            self.pending.append({"kind": "sell"})
        elif tile == "town_hall":
            self.pending.append({"kind": "place"})
        elif tile == "boarding_house":
            me["workers"] += 4
        elif tile == "bank":
            me["silver"] += 2
        elif tile == "watchtower":
            me["vp"] += 4

    # ------------------------------------------------------------------------ rounds and phases
    def _start_castle(self, hex_: int) -> None:
        self.me["placed"][hex_] = "castle"
        self.supply["castle"]["castle"] -= 1
        players = [seat for seat in self.order if seat < len(self.players)]
        turn = players.index(self.active) + 1
        if turn < len(players):
            self.active = players[turn]
        else:
            self.stage = "turn"
            self._start_phase()

    def _end_turn(self) -> None:
        turn = self.order.index(self.active) + 1
        if turn < len(self.order):
            self._begin_turn(self.order[turn])
        elif self.round < 5:
            self.round += 1
            self._start_round()
        else:
            self._end_phase()

    def _end_phase(self) -> None:
        for player in self.players:
            mines = list(player["placed"].values()).count("mine")
            player["silver"] += mines
            player["workers"] += mines if self.has(player, 2) else 0
        if self.phase == "E":
            self.stage, self.active = "over", None
        else:
            self.phase = PHASES[PHASES.index(self.phase) + 1]
            self.round = 1
            self._start_phase()

    def _start_phase(self) -> None:
        seats = self.seats
        exception = COMPONENTS["depots"]["three_player_exception"]
        for d in range(1, 7):
            tiles: list[str | None] = [None] * 4
            for slot, (colour, least) in enumerate(COMPONENTS["depots"]["slots"][str(d)], start=1):
                if seats < least:
                    continue
                here = (d, slot) == (exception["depot"], exception["slot"])
                if here and seats == 3 and self.phase in exception["phases"]:
                    colour = exception["colour"]
                tiles[slot - 1] = self._draw(("depot_tile", d, slot), self.supply[colour])
            self.depots[d]["tiles"] = tiles
        spaces = COMPONENTS["depots"]["black_depot_slots"][str(seats)]
        self.black_depot = [self._draw(("black_tile", slot), self.black_supply) for slot in range(1, spaces + 1)]
        goods = [self._draw(("round_goods", i), self.goods_supply) for i in range(1, 6)]
        self.round_goods = [t for t in goods if t is not None]
        self._start_round()

    def _start_round(self) -> None:
        self.order = [seat for stack in reversed(self.track) for seat in stack]
        for seat, player in enumerate(self.players):
            player["dice"] = [self._roll(("die", seat, i)) for i in (1, 2)]
            player["used"] = [False, False]
            player["bought"] = player["recruited"] = False
        self.white_die = self._roll(("white_die",))
        if self.round_goods:
            self.depots[self.white_die]["goods"][self.round_goods.pop(0)] += 1
        self._begin_turn(self.order[0])

    def _begin_turn(self, seat: int) -> None:
        self.active = seat

    # ---------------------------------------------------------------------------------- chance
    def _draw(self, key: tuple, pool: Counter) -> Any:
        """The tile drawn from a supply; None, told or not told, when the supply is empty."""
        if not pool.total():
            assert key not in self._told or self._next(key) is None, f"{key}: the supply is empty"
            return None
        result = self._next(key)
        assert pool[result] > 0, f"{key}: {result!r} is not in the supply {dict(pool)}"
        pool[result] -= 1
        return result

    def _next(self, key: tuple) -> Any:
        """The first event of this kind and place that was told and not used yet."""
        assert key in self._told, f"missing chance event {key}"
        result = self._told[key].pop(0)
        if not self._told[key]:
            del self._told[key]
        return result

    def _roll(self, key: tuple) -> int:
        result = self._next(key)
        assert result in (1, 2, 3, 4, 5, 6), f"{key}: no such roll: {result!r}"
        return result

    # ---------------------------------------------------------------------------- final scoring
    def scores(self) -> list[dict]:
        assert self.stage == "over", "the game is not over"
        return [self._score(player) for player in self.players]

    def _score(self, player: dict) -> dict:
        tiles = Counter(player["placed"].values())
        sold = +player["sold"]
        species = {t[:-1] for t in tiles if colour_of(t) == "livestock"}
        worth = {
            15: (3 if self.alea else 2) * len(sold),
            24: 4 * len(species),
            25: sold.total(),
            26: (2 if self.alea else 3) * len(player["bonus"]),
        }
        for number in range(16, 24):
            worth[number] = 4 * tiles[COMPONENTS["monastery_building"][str(number)]]
        parts = {
            "vp": player["vp"],
            "goods": player["goods"].total(),
            "silver": player["silver"],
            "workers": player["workers"] // 2,
        }
        monasteries = {f"m{i}": vp for i, vp in sorted(worth.items()) if self.has(player, i)}
        total = sum(parts.values()) + sum(monasteries.values())
        return {"total": total, **parts, "monasteries": monasteries}

    def ranking(self) -> list[int]:
        """Best first: total, then fewest empty hexes, then furthest back in turn order."""
        scores = self.scores()
        order = [seat for stack in reversed(self.track) for seat in stack]
        return sorted(
            range(len(self.players)),
            key=lambda s: (-scores[s]["total"], -len(self.players[s]["placed"]), -order.index(s)),
        )
