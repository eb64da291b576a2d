"""The second opinion, first layer: a position as a document, and simple questions to it."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

from .parts import BOARD, COLOURS
from .refusals import refusal

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
        self.modules = set(doc["config"]["modules"])
        self.config = doc["config"]
        self._check_config(doc["config"])
        assert set(doc) == self.top_keys(), set(doc) ^ self.top_keys()
        assert doc["stage"] in ("routes", "start", "turn", "phase_end", "over")
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
            for key in self.optional_keys():
                player.setdefault(key, None)
            assert set(player) == self.player_keys(), set(player) ^ self.player_keys()
            self.players.append(self._read_owner(player))
        self._told: dict[tuple, list] = {}  # chance events of the step not used so far, in order
        return self

    def _read_owner(self, owner: dict) -> dict:
        """What a player (a team) has, from its document."""
        owner["goods"] = as_counter(owner["goods"])
        owner["sold"] = as_counter(owner["sold"])
        owner["placed"] = {int(h[1:]): tile for h, tile in owner["placed"].items()}
        return owner

    def _write_owner(self, owner: dict) -> dict:
        return {
            **owner,
            "goods": as_document(owner["goods"]),
            "sold": as_document(owner["sold"]),
            "storage": sorted(owner["storage"]),
            "placed": {f"h{h}": owner["placed"][h] for h in sorted(owner["placed"])},
            "bonus": sorted(owner["bonus"]),
        }

    def _check_config(self, config: dict) -> None:
        why = refusal(config)
        assert why is None, why

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

    def optional_keys(self) -> set[str]:
        """Keys of a player that are left out where there is nothing to say."""
        return set()

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
        left_out = self.optional_keys()
        doc["players"] = [
            {
                key: value
                for key, value in self._write_owner(player).items()
                if key not in left_out or value is not None
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

    @property
    def owners(self) -> list[dict]:
        """Those who have a duchy: the players, or the teams."""
        return self.players

    @property
    def hexes(self) -> list[int]:
        """The hexes of the duchy of the player to decide."""
        return list(BOARD[self.me["duchy"]])

    def has(self, player: dict, monastery: int) -> bool:
        """Whether a monastery works for a player: its own, or one that shield 6 lends."""
        tile = f"m{monastery}"
        return tile in player["placed"].values() or (tile != "m27" and tile in self.lent(player))

    def lent(self, player: dict) -> list[str]:
        """The tiles whose monasteries count as the player's; what is lent to their owner is not among them."""
        seat = player.get("copied")
        return [] if seat is None else self.tiles_of(seat)

    def tiles_of(self, seat: int) -> list[str]:
        return list(self.players[seat]["placed"].values())

    def holds(self, shield: int, player: dict | None = None) -> bool:
        """Whether a shield is in a duchy, that of the player to decide if none is named."""
        return shield in (self.me if player is None else player).get("shields", {}).values()

    def _gain_workers(self, owner: dict, count: int) -> None:
        """One gain; shield 2 brings a worker of its own to whoever else holds it, and that is none."""
        owner["workers"] += count
        for other in self.players if count else []:
            if other is not owner and self.holds(2, other):
                other["workers"] += 1

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
