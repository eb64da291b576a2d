"""Scores counted a second time, from what was seen to happen: where each victory point came from.

Follows a game by its positions alone and keeps a tally by source; no engine code, the geometry and the
numbers are those of `second_opinion`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from second_opinion_parts import BOARD, COMPONENTS, HEXES, SCORING, colour_of, region


class Recount:
    """A tally per seat, brought up to date after every action."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.seats = len(document["players"])
        self.tally = [Counter(earlier=player["vp"]) for player in document["players"]]
        self.bonus_left = Counter(document["bonus_tiles"])

    def follow(self, before: dict[str, Any], action: str, after: dict[str, Any]) -> None:
        """Find out what the action did and score it."""
        if action.startswith("start"):
            return
        for seat, (was, now) in enumerate(zip(before["players"], after["players"], strict=True)):
            placed = [h for h in now["placed"] if h not in was["placed"]]
            assert len(placed) <= (1 if seat == before["active"] else 0)
            assert all(now["placed"][h] == tile for h, tile in was["placed"].items()), "a tile was moved"
            for h in placed:
                self._placed(seat, was, int(h[1:]), now["placed"][h], before["phase"])
            sold = sum(now["sold"].values()) - sum(was["sold"].values())
            assert not sold or (seat == before["active"] and " sell " in action)
            self.tally[seat]["goods"] += sold * SCORING["goods_vp_per_tile"][str(self.seats)]

    def _placed(self, seat: int, was: dict[str, Any], hex_: int, tile: str, phase: str) -> None:
        board, tally = BOARD[was["duchy"]], self.tally[seat]
        tiles = {int(h[1:]): name for h, name in was["placed"].items()}
        tiles[hex_] = tile
        area, colour = region(was["duchy"], hex_), board[hex_]
        if all(h in tiles for h in area):
            tally["regions"] += SCORING["region"][len(area)]
            tally["phase_bonuses"] += SCORING["phase_bonus"][phase]
        if all(h in tiles for h in HEXES if board[h] == colour) and self.bonus_left[colour]:
            size = "large" if self.bonus_left[colour] == 2 else "small"
            self.bonus_left[colour] -= 1
            tally["colour_bonuses"] += SCORING[f"colour_bonus_{size}"][str(self.seats)]
        if tile == "watchtower":
            tally["watchtowers"] += 4
        if colour == "livestock":
            scoring = [tiles[h] for h in area if tiles.get(h, "  ")[:-1] == tile[:-1]]
            tally["livestock"] += sum(int(name[-1]) for name in scoring)
            tally["m7"] += len(scoring) if "m7" in was["placed"].values() else 0

    def compare(self, document: dict[str, Any], scores: list[dict[str, Any]]) -> None:
        """The tally and a final count of the position must be the breakdown the game reports."""
        for seat, player in enumerate(document["players"]):
            expected = +(self.tally[seat] + self.final(document["config"]["ruleset"], player))
            reported = {name: vp for name, vp in scores[seat]["breakdown"].items() if vp}
            assert reported == dict(expected), f"seat {seat}"
            assert player["vp"] == self.tally[seat].total()

    @staticmethod
    def final(ruleset: str, player: dict[str, Any]) -> Counter[str]:
        """Final scoring of one seat, were the game to end now."""
        alea = ruleset == "alea_2011"
        tiles = list(player["placed"].values())
        worth = {
            "m15": (3 if alea else 2) * len(player["sold"]),
            "m24": 4 * len({tile[:-1] for tile in tiles if colour_of(tile) == "livestock"}),
            "m25": sum(player["sold"].values()),
            "m26": (2 if alea else 3) * len(player["bonus"]),
        }
        for number in range(16, 24):
            worth[f"m{number}"] = 4 * tiles.count(COMPONENTS["monastery_building"][str(number)])
        count = Counter({name: vp for name, vp in worth.items() if name in tiles})
        count["leftover_goods"] = sum(player["goods"].values())
        count["leftover_silver"] = player["silver"]
        count["leftover_workers"] = player["workers"] // 2
        return count
