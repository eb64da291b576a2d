"""The second opinion, first layer: a position as a document, and simple questions to it."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

from .parts import COLOURS

_TOP_KEYS = {
    "format", "config", "phase", "round", "order", "active", "stage", "white_die", "track",
    "depots", "black_depot", "round_goods", "bonus_tiles", "players", "pending", "hidden",
}  # fmt: skip
_PLAYER_KEYS = {
    "vp", "dice", "used", "bought", "recruited", "workers", "silver", "goods", "sold",
    "storage", "duchy", "placed", "bonus",
}  # fmt: skip
_SCALARS = (
    "config", "phase", "round", "order", "active", "stage", "white_die", "track", "black_depot",
    "round_goods", "pending", "inns", "set_aside",
)  # fmt: skip
_MODULES = {"castle_rule", "extra_tiles", "border_posts", "white_castles", "inns", "trade_routes"}


def as_document(counter: dict) -> dict[str, int]:
    return {str(key): count for key, count in counter.items() if count}


def as_counter(counts: dict[str, int]) -> Counter:
    return Counter({int(key): count for key, count in counts.items()})


class Position:
    """Attributes carry the names of the position document; hexes and goods are ints."""

    modules: set[str]
    players: list[dict]
    pending: list[dict]
    depots: dict[int, dict]

    # ------------------------------------------------------------------------------ documents
    @classmethod
    def from_json(cls, doc: dict) -> Any:
        doc = copy.deepcopy(doc)
        self = cls()
        assert doc["format"] == "burgundy-position/1"
        self._check_config(doc["config"])
        self.modules = set(doc["config"]["modules"])
        self.config = doc["config"]
        assert set(doc) == self.top_keys(), set(doc) ^ self.top_keys()
        assert doc["stage"] in ("routes", "start", "turn", "over")
        assert len(doc["players"]) == doc["config"]["players"]
        for key in _SCALARS:
            if key in doc:
                setattr(self, key, doc[key])
        self.depots = {
            int(d): {"tiles": depot["tiles"], "goods": as_counter(depot["goods"])}
            for d, depot in doc["depots"].items()
        }
        self.bonus_tiles = Counter(doc.get("bonus_tiles", {}))
        hidden = doc["hidden"]
        self.supply = {c: Counter(hidden["supply"].get(c, {})) for c in COLOURS}
        self.black_supply = Counter(hidden["black"])
        self.goods_supply = as_counter(hidden["goods"])
        self.players = []
        for player in doc["players"]:
            assert set(player) == self.player_keys(), set(player) ^ self.player_keys()
            player["goods"] = as_counter(player["goods"])
            player["sold"] = as_counter(player["sold"])
            player["placed"] = {int(h[1:]): tile for h, tile in player["placed"].items()}
            self.players.append(player)
        self._told: dict[tuple, list] = {}  # chance events of the step not used so far, in order
        return self

    def _check_config(self, config: dict) -> None:
        assert set(config["modules"]) <= _MODULES, config["modules"]
        assert config.get("chateauma") is None, "ChateaumaTable plays with the Châteauma"
        assert config["ruleset"] in ("special_edition", "alea_2011")
        assert config["players"] in (2, 3, 4)

    def top_keys(self) -> set[str]:
        keys = set(_TOP_KEYS)
        if "inns" in self.modules:
            keys.add("inns")
        if "castle_rule" in self.modules and not self.alea:
            keys.add("set_aside")
        return keys

    def player_keys(self) -> set[str]:
        keys = set(_PLAYER_KEYS)
        if "trade_routes" in self.modules:
            keys |= {"route", "route_goods"}
            if self.config.get("trade_route_order") == "chosen":
                keys.add("route_hand")
        return keys

    def to_json(self) -> dict:
        doc: dict[str, Any] = {"format": "burgundy-position/1"}
        for key in _SCALARS:
            if key in self.top_keys():
                doc[key] = getattr(self, key)
        doc["depots"] = {
            str(d): {"tiles": depot["tiles"], "goods": as_document(depot["goods"])}
            for d, depot in self.depots.items()
        }
        if "bonus_tiles" in self.top_keys():
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

    def player_after(self, seat: int | None) -> int | None:
        """Who decides next in a stage before the first turn; the first player after None, None after the last."""
        players = [None, *(other for other in self.order if other < len(self.players)), None]
        return players[players.index(seat) + 1]
