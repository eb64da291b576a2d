"""The second opinion, third layer: before the first turn, rounds and phases, chance, the end."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .parts import COMPONENTS, MONASTERY_BUILDING, colour_of, species_of
from .placing import Placing

PHASES = "ABCDE"
WORTH_VP = [*range(15, 27), 29]  # the monasteries with end scoring


class Rounds(Placing):
    """Nothing is random: every chance event is looked up in what `push` was told."""

    # ------------------------------------------------------------------- before the first turn
    def _lay_route(self, tile: int) -> None:
        me = self.me
        me["route_hand"].remove(tile)
        me["route"].append(tile)
        if not me["route_hand"]:
            seat = self.player_after(self.active)
            if seat is None:
                self.stage, seat = "start", self.player_after(None)
            self.active = seat

    def _start_castle(self, hex_: int) -> None:
        self.me["placed"][hex_] = "castle"
        self.supply["castle"]["castle"] -= 1
        seat = self.player_after(self.active)
        if seat is None:
            self.stage = "turn"
            self._start_phase()
        else:
            self.active = seat

    # ------------------------------------------------------------------------ rounds and phases
    def _end_turn(self) -> None:
        turn = self.order.index(self.active) + 1
        if turn < len(self.order):
            self._begin_turn(self.order[turn])
        elif self.round < 5:
            self.round += 1
            self._start_round()
        else:
            self._end_phase()

    def _pay_mines(self) -> None:
        for owner in self.owners:
            mines = list(owner["placed"].values()).count("mine")
            owner["silver"] += 2 * mines if self.holds(8, owner) else mines
            if self.has(owner, 2):
                self._gain_workers(owner, mines)

    def _end_phase(self) -> None:
        self._pay_mines()
        if self.phase == "E":
            self.stage, self.active = "over", None
        else:
            self.phase = PHASES[PHASES.index(self.phase) + 1]
            self.round = 1
            self._start_phase()

    def _start_phase(self) -> None:
        if "set_aside" in self.top_keys():
            left = [tile for _, tile in self.depot_tiles()] + self.black_depot
            self.set_aside += left.count("castle")
        if "inns" in self.modules:
            self.inns += 1
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
        self._set_order()
        for seat, player in enumerate(self.players):
            player["dice"] = [self._roll(("die", seat, i)) for i in (1, 2)]
            player["used"] = [False, False]
            player["bought"] = player["recruited"] = False
        self.white_die = self._roll(("white_die",))
        if self.round_goods:
            self.depots[self.white_die]["goods"][self.round_goods.pop(0)] += 1
        self._begin_turn(self.order[0])

    def _set_order(self) -> None:
        self.order = [seat for stack in reversed(self.track) for seat in stack]

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
    def monastery_vp(self, player: dict, number: int) -> int:
        """What a monastery is worth for the state of this moment; a crane is not counted here."""
        tiles = Counter(player["placed"].values())
        sold = player["sold"] + Counter(player.get("route_goods", []))
        if number in MONASTERY_BUILDING:
            return 4 * tiles[MONASTERY_BUILDING[number]]
        if number == 24:
            return 4 * len({species_of(tile) for tile in tiles if colour_of(tile) == "livestock"})
        per_type, per_bonus = (3, 2) if self.alea else (2, 3)
        return {15: per_type * len(+sold), 25: sold.total(), 26: per_bonus * self.bonuses(player)}[number]

    def bonuses(self, player: dict) -> int:
        return len(player["bonus"])

    def scores(self) -> list[dict]:
        assert self.stage == "over", "the game is not over"
        return [self._score(owner) for owner in self.owners]

    def _score(self, player: dict) -> dict:
        parts = {
            "vp": player["vp"],
            "goods": player["goods"].total(),
            "silver": player["silver"],
            "workers": player["workers"] // 2,
        }
        monasteries = {
            f"m{number}": self.monastery_vp(player, number) for number in WORTH_VP if self.has(player, number)
        }
        named = [f"m{number}" for number in MONASTERY_BUILDING if f"m{number}" in monasteries]
        if named and "crane" in player["placed"].values():
            monasteries[named[0]] += 4  # it counts as one building, once: all of them bring the same
        if self.holds(10, player):
            monasteries = {name: 2 * vp for name, vp in monasteries.items()}
        parts |= self.module_vp(player)
        total = sum(parts.values()) + sum(monasteries.values())
        return {"total": total, **parts, "monasteries": monasteries}

    def module_vp(self, player: dict) -> dict[str, int]:
        """What modules add at the end."""
        return {}

    def ranking(self) -> list[int]:
        """Best first: total, then fewest empty hexes, then furthest back in turn order."""
        scores = self.scores()
        order = [seat for stack in reversed(self.track) for seat in stack]
        return sorted(
            range(len(self.players)),
            key=lambda s: (-scores[s]["total"], -len(self.players[s]["placed"]), -order.index(s)),
        )

    def result(self) -> dict[str, Any]:
        """What else there is to tell about the end."""
        return {"winners": tuple(self.ranking()[:1])}
