"""The second opinion of the vineyards, from `rules.md` 6.10 and the notation alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .game import ROUTE_GIFTS
from .parts import SCORING, VINES, VINEYARDS
from .shields import ShieldTable

SPACES = {
    board["id"]: {f"p{i}": space for i, space in enumerate(board["spaces"], start=1)} for board in VINEYARDS["boards"]
}
# The bonuses that are decisions, as the entries that they open.
OPENED = {
    "sell_goods": {"kind": "sell"},
    "place_tile": {"kind": "place"},
    "free_action": {"kind": "castle"},
    "take_black": {"kind": "take_black"},
    "take_double": {"kind": "double"},
}


class VineyardTable(ShieldTable):
    """`yard` is the key `vineyards` of the position, `doubles` the bag; a player's part is a document."""

    # ------------------------------------------------------------------------------ documents
    @classmethod
    def from_json(cls, doc: dict) -> Any:
        self = super().from_json(doc)
        if "vineyards" in self.modules:
            assert set(doc["vineyards"]) == {"out", "depot", "store", "reserve"}
            self.yard = {key: part.copy() for key, part in doc["vineyards"].items()}
            self.doubles = Counter(doc["hidden"]["doubles"])
            assert len(self.yard["depot"]) == len(self.depot_numbers())
        return self

    def to_json(self) -> dict:
        doc = super().to_json()
        if "vineyards" in self.modules:
            reserve = {vine: count for vine, count in self.yard["reserve"].items() if count}
            doc["vineyards"] = {key: part.copy() for key, part in self.yard.items()} | {"reserve": reserve}
            doc["hidden"]["doubles"] = {name: count for name, count in self.doubles.items() if count}
        return doc

    def top_keys(self) -> set[str]:
        return super().top_keys() | ({"vineyards"} & self.modules)

    def player_keys(self) -> set[str]:
        return super().player_keys() | ({"vineyard"} if "vineyards" in self.modules else set())

    def depot_numbers(self) -> list[list[int]]:
        """The die values of each slot of the vineyard depot."""
        return VINEYARDS["depot"][str(self.seats)]

    # ---------------------------------------------------------------------------- legal actions
    def four_actions(self, by: str) -> list[str]:
        return super().four_actions(by) + self.takes_of_doubles(by) + self.plantings(by)

    def takes_of_doubles(self, by: str) -> list[str]:
        if "vineyards" not in self.modules:
            return []
        slots = enumerate(self.yard["depot"], start=1)
        return [f"{by} double {i}" for i, tile in slots if tile and self.double_cost(by, i) <= self.me["workers"]]

    def double_cost(self, by: str, slot: int) -> int:
        return min(self.cost(by, number) for number in self.depot_numbers()[slot - 1])

    def plantings(self, by: str) -> list[str]:
        stored = [tile for tile in self.me["storage"] if "+" in tile]
        numbers = {space: self.spaces()[space]["number"] for space in self.open_spaces()} if stored else {}
        return [f"{by} plant {space}" for space, n in numbers.items() if self.cost(by, n) <= self.me["workers"]]

    def spaces(self) -> dict[str, dict]:
        return SPACES[self.me["vineyard"]["board"]]

    def open_spaces(self) -> list[str]:
        """Where the next double tile may lie, numbers left aside."""
        spaces, placed = self.spaces(), self.me["vineyard"]["placed"]
        if not placed:
            return [space for space in spaces if spaces[space]["row"] == 1]
        taken = {tuple(hex_) for space in placed for hex_ in spaces[space]["hexes"]}
        empty = [space for space in spaces if space not in placed]
        return [space for space in empty if any(taken & touching(*hex_) for hex_ in spaces[space]["hexes"])]

    def own_actions(self, entry: dict) -> list[str]:
        kind = entry["kind"]
        if kind == "plant":
            return [f"plant {name}" for name in self.laid_names()]
        if kind == "bonuses":
            return [f"bonus {bonus}" for bonus in entry["left"]]
        if kind == "double":
            return self.takes_of_doubles("free")
        if kind == "take_black":
            return [f"free take {where}" for where, _ in self.wares()]
        if kind == "vine":
            return [f"vine {vine}" for vine in VINES if self.yard["reserve"].get(vine)]
        return super().own_actions(entry)

    def laid_names(self) -> list[str]:
        """The double tiles that may be laid now, in each direction; one that is set straight is the only one."""
        giver = next((entry for entry in reversed(self.pending) if entry["kind"] != "plant"), {"kind": None})
        tiles = [giver["tile"]] if giver["kind"] == "set" else self.me["storage"]
        return sorted({name for tile in tiles if "+" in tile for name in (tile, turned(tile))})

    def set_places(self, tile: str) -> list[str]:
        if "+" in tile:
            return [f"plant {space}" for space in self.open_spaces()]
        return super().set_places(tile)

    def wares(self) -> list[tuple[str, str]]:
        store = self.yard["store"] if "vineyards" in self.modules else []
        return super().wares() + [(f"v{slot}", tile) for slot, tile in enumerate(store, start=1) if tile]

    # ------------------------------------------------------------------------------- one action
    def _apply(self, verb: str, thing: str = "", *rest: str) -> None:
        if verb == "plant":
            entry = self.pending.pop()
            self._plant(entry["by"], entry["space"], thing)
        elif verb == "bonus":
            first, second = thing, next(b for b in self.pending.pop()["left"] if b != thing)
            self._open(second)
            self._open(first)
        elif verb == "vine":
            self.pending.pop()
            self.yard["reserve"][thing] -= 1
            bonus = self.me["vineyard"]["bonus"]
            bonus[thing] = bonus.get(thing, 0) + 1
        else:
            super()._apply(verb, thing, *rest)

    def _act(self, by: str, verb: str, target: str = "") -> None:
        if verb == "double":
            self.me["workers"] -= self.double_cost(by, int(target))
            self._use_up(by)
            self._store(self._remove_double("depot", int(target)))
        elif verb == "plant":
            names = self.laid_names()
            if len(names) > 1:  # nothing is spent before the choice
                self.pending.append({"kind": "plant", "space": target, "by": by})
            else:
                self._plant(by, target, names[0])
        elif self.pending and self.pending[-1]["kind"] == "take_black":
            self.pending.pop()
            self._store(self._remove(target))
        else:
            super()._act(by, verb, target)

    def _remove(self, where: str) -> str:
        return self._remove_double("store", int(where[1:])) if where[0] == "v" else super()._remove(where)

    def _remove_double(self, place: str, slot: int) -> str:
        tile, self.yard[place][slot - 1] = self.yard[place][slot - 1], None
        return tile

    def _plant(self, by: str, space: str, name: str) -> None:
        """Lay a double tile, stored or set straight, in the direction that its name says."""
        if self.pending and self.pending[-1]["kind"] == "set":
            self.pending.pop()
        else:
            self.me["workers"] -= self.cost(by, self.spaces()[space]["number"])
            self._use_up(by)
            self._take_out(stored_name(name))
        self.me["vineyard"]["placed"][space] = name
        self._open_row(self.spaces()[space]["row"])
        self._open_bonuses(self.spaces()[space]["bonuses"])

    # --------------------------------------------------------------------------------- bonuses
    def _open_row(self, row: int) -> None:
        """A full row gives a vine bonus tile, after the bonuses of the space."""
        placed, spaces = self.me["vineyard"]["placed"], self.spaces()
        if all(space in placed for space in spaces if spaces[space]["row"] == row):
            self.pending.append({"kind": "vine"})

    def _open_bonuses(self, bonuses: list[str]) -> None:
        for bonus in bonuses:
            if bonus in ROUTE_GIFTS:
                self._give(bonus)
        left = [bonus for bonus in bonuses if bonus not in ROUTE_GIFTS]
        if len(set(left)) > 1:
            self.pending.append({"kind": "bonuses", "left": left})
        else:
            for bonus in left:
                self._open(bonus)

    def _open(self, bonus: str) -> None:
        if bonus in OPENED:
            self.pending.append(dict(OPENED[bonus]))
        else:
            self._give(bonus)

    def _idle(self, entry: dict) -> bool:
        if entry["kind"] == "vine" and not self.own_actions(entry):
            self.pending.pop()
            return True
        return super()._idle(entry)

    # ------------------------------------------------------------------------------ phases, end
    def _start_phase(self) -> None:
        if "vineyards" in self.modules:
            for place in ("depot", "store"):
                slots = range(1, len(self.yard[place]) + 1)
                self.yard[place] = [self._draw(("double_tile", place, slot), self.doubles) for slot in slots]
        super()._start_phase()

    def module_vp(self, player: dict) -> dict[str, int]:
        parts = super().module_vp(player)
        if "vineyard" in player:
            parts["vineyard"] = vineyard_vp(player["vineyard"])
        return parts


def vineyard_vp(vineyard: dict) -> int:
    """Each bonus tile with a group of its vine, the largest first."""
    worth, spaces, where = SCORING["vines"], SPACES[vineyard["board"]], {}
    for space, name in vineyard["placed"].items():
        where |= dict(zip(map(tuple, spaces[space]["hexes"]), name.split("+"), strict=True))
    total = 0
    for vine, tiles in vineyard["bonus"].items():
        sizes = sorted(groups({hex_ for hex_ in where if where[hex_] == vine}), reverse=True)
        total += sum(worth[min(size, len(worth) - 1)] for size in sizes[:tiles])
    return total


def groups(hexes: set[tuple[int, int]]) -> list[int]:
    """Sizes of the connected groups of these hexes."""
    sizes, left = [], set(hexes)
    while left:
        todo, size = [left.pop()], 0
        while todo:
            size += 1
            near = touching(*todo.pop()) & left
            left -= near
            todo += near
        sizes.append(size)
    return sizes


def touching(x: int, row: int) -> set[tuple[int, int]]:
    """The six hexes next to one: odd rows are shifted right by half a hex."""
    shift = row % 2
    return {(x - 1, row), (x + 1, row)} | {(x - 1 + shift + i, row + up) for up in (1, -1) for i in (0, 1)}


def turned(name: str) -> str:
    return "+".join(reversed(name.split("+")))


def stored_name(name: str) -> str:
    """How a double tile is called before it lies: its vines in the data's order."""
    return "+".join(sorted(name.split("+"), key=VINES.index))
