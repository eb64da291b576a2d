"""Scores counted a second time, from what was seen to happen: where each victory point came from.

Follows a game by its positions alone and keeps a tally by source; no engine code, the geometry and the
numbers are those of `second_opinion`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from second_opinion.parts import (
    BOARD,
    COLOURS,
    HEXES,
    MONASTERY_BUILDING,
    NEAR,
    ROUTES,
    SCORING,
    SHIELDS,
    animals,
    colour_of,
    region,
    species_of,
)
from second_opinion.placing import posts_in_a_chain
from second_opinion.vineyards import SPACES, vineyard_vp

Player = dict[str, Any]
Document = dict[str, Any]
_PER_BUILDING = [f"m{number}" for number in MONASTERY_BUILDING]
RETRIEVAL, TARGET_STEP, LEAST_TARGET = 5, 5, 5


def owners(document: Document) -> list[Player]:
    """Those who have a duchy: players, or teams."""
    found: list[Player] = document.get("teams", document["players"])
    return found


class Recount:
    """A tally per seat, brought up to date after every action."""

    def __init__(self, document: Document) -> None:
        self.config = document["config"]
        self.solo = "solo" in self.config["modules"]
        self.n = str(2 if self.solo else len(document["order"]))
        self.tally = [Counter(earlier=player["vp"]) for player in owners(document)]
        self.bonus_left = Counter(document.get("bonus_tiles", {}))
        self.waiting: dict[int, str] = {}  # solo: tiles whose effect is still to come, by hex

    def follow(self, before: Document, action: str, after: Document) -> None:
        """Find out what the action did and score it."""
        won = self.solo and after["stage"] == "over" and len(after["players"][0]["placed"]) == len(HEXES)
        if action.startswith(("start", "side", "route")) or won:
            return  # the tile that wins the solo game scores nothing any more
        acting = before["active"] % len(self.tally)
        for seat, (was, now) in enumerate(zip(owners(before), owners(after), strict=True)):
            placed = [h for h in now["placed"] if h not in was["placed"]]
            assert len(placed) <= (1 if seat == acting else 0)
            assert all(now["placed"][h] == tile for h, tile in was["placed"].items()), "a tile was moved"
            for h in placed:
                self._placed(
                    seat, was | {"in_force": in_force(before, seat)}, int(h[1:]), now["placed"][h], before["phase"]
                )
            self._sold(seat, was, now, seat == acting and " sell " in action)
            self._planted(seat, was, now)
        mine = self.tally[acting]
        if action == "effect watchtower":
            mine["watchtowers"] += 4
        elif action.startswith("retrieve"):
            mine["retrievals"] -= RETRIEVAL
        elif action == "points":
            mine["bought_points"] += 1
        for hex_ in [hex_ for hex_ in self.waiting if not _waits(after, hex_)]:
            self._effect(0, after["players"][0], hex_, self.waiting.pop(hex_))
        if self.solo:
            self._targets(before["players"][0], after["players"][0])

    def _placed(self, seat: int, was: Player, hex_: int, tile: str, phase: str) -> None:
        board, tally = BOARD[was["duchy"]], self.tally[seat]
        tiles = {int(h[1:]): name for h, name in was["placed"].items()}
        tiles[hex_] = tile
        area, colour = region(was["duchy"], hex_), board[hex_]
        if all(h in tiles for h in area):
            size = len(area) + ("inn" in [tiles[h] for h in area]) + _holds(was, 17)
            tally["regions"] += SCORING["region"][size]
            tally["phase_bonuses"] += SCORING["phase_bonus"][phase]
        if all(h in tiles for h in board if board[h] == colour):
            tally["colour_bonuses"] += self._bonus_tile(colour) * (1 + _holds(was, 7))
        if "border_posts" in self.config["modules"]:
            linked, before = (posts_in_a_chain(set(tiles) - less, NEAR[was["duchy"]]) for less in (set(), {hex_}))
            tally["border_posts"] += SCORING["phase_bonus"][phase] if linked > 1 >= before else 0
            tally["border_posts"] += self._bonus_tile("post") * (1 + _holds(was, 7)) if linked > 2 >= before else 0
        self.waiting[hex_] = tile
        if not self.solo:
            self._effect(seat, was | {"placed": {f"h{h}": name for h, name in tiles.items()}}, hex_, tile)
            del self.waiting[hex_]

    def _bonus_tile(self, name: str) -> int:
        """What the large tile brings if it is still there, else the small one, else nothing."""
        if not self.bonus_left[name]:
            return 0
        size = "large" if self.bonus_left[name] == 2 else "small"
        self.bonus_left[name] -= 1
        vp: int = SCORING[f"colour_bonus_{size}"][self.n]
        return vp

    def _effect(self, seat: int, player: Player, hex_: int, tile: str) -> None:
        """What the tile itself scores; `player` has it in the duchy already."""
        tally = self.tally[seat]
        if tile == "watchtower":
            tally["watchtowers"] += 4
        elif colour_of(tile) == "livestock":
            self._livestock(tally, player, hex_, tile)
        elif self.solo and colour_of(tile) == "monastery":
            crane = 4 if tile in _PER_BUILDING and "crane" in player["placed"].values() else 0
            tally["monasteries_at_once"] += self._monasteries(player).get(tile, 0) + crane

    def _livestock(self, tally: Counter[str], player: Player, hex_: int, tile: str) -> None:
        area = HEXES if _holds(player, 1) else region(player["duchy"], hex_)
        pasture = [player["placed"].get(f"h{h}", "black") for h in area]
        herds: dict[str, list[str]] = {}
        for other in pasture:
            if colour_of(other) == "livestock":
                herds.setdefault(species_of(other), []).append(other)
        seven = any(name == "m7" and int(h[1:]) not in self.waiting for h, name in player["placed"].items())
        seven = seven or "m7" in player.get("in_force", ())

        def worth(herd: list[str]) -> int:
            return sum(map(animals, herd)) + len(herd) * seven

        geese = herds.pop("geese", [])
        scoring = geese + (max(herds.values(), key=worth, default=[]) if tile == "geese" else herds[species_of(tile)])
        tally["livestock"] += sum(map(animals, scoring))
        tally["m7"] += len(scoring) * seven

    def _sold(self, seat: int, was: Player, now: Player, may: bool) -> None:
        before, after = was.get("route_goods", []), now.get("route_goods", [])
        assert after[: len(before)] == before, "goods on a route were moved"
        sold = sum(now["sold"].values()) - sum(was["sold"].values()) + len(after) - len(before)
        assert may or not sold
        assert len(after) == len(before) or after == before + [after[-1]] * (len(after) - len(before))
        self.tally[seat]["goods"] += sold * SCORING["goods_vp_per_tile"][self.n] * (1 + _holds(was, 12))
        spaces = [space for tile in now.get("route", []) for space in ROUTES[tile]]
        for goods, space in list(zip(after, spaces, strict=False))[len(before) :]:
            if (space["number"], space["bonus"]) == (goods, "vp_4"):
                self.tally[seat]["trade_routes"] += 4

    def _planted(self, seat: int, was: Player, now: Player) -> None:
        """Spaces of a vineyard that were covered."""
        if "vineyard" not in now:
            return
        yard, before = now["vineyard"], was["vineyard"]["placed"]
        assert all(yard["placed"][space] == name for space, name in before.items()), "a double tile was moved"
        for space in yard["placed"].keys() - before.keys():
            self.tally[seat]["vineyard_spaces"] += 4 * SPACES[yard["board"]][space]["bonuses"].count("vp_4")

    def _targets(self, was: Player, now: Player) -> None:
        """What the marker had is gone when it has reached the target, and the target is lower."""
        lost = self.tally[0].total() - now["vp"]
        assert lost == 0 or lost >= was["target"], "points were lost, or came from nowhere"
        lower = max(LEAST_TARGET, was["target"] - TARGET_STEP)
        assert now["target"] == was["target"] if lost == 0 else now["target"] <= lower
        self.tally[0]["targets"] -= lost

    def compare(self, document: Document, scores: list[dict[str, Any]]) -> None:
        """The tally and a final count of the position must be the breakdown the game reports."""
        for seat, player in enumerate(owners(document)):
            expected, reported = Counter(self.tally[seat]), Counter(scores[seat]["breakdown"])
            assert player["vp"] == expected.total()
            if not self.solo:
                whole = player | {"in_force": in_force(document, seat)}
                expected.update(self.final(whole))
                self._set_crane_apart(whole, expected, reported)
            for count in (expected, reported) if "geese" in player["placed"].values() else ():
                count["livestock"] += count.pop("m7", 0)  # of two herds worth the same, either may have scored
            assert _without_zeros(reported) == _without_zeros(expected), f"seat {seat}"

    def _set_crane_apart(self, player: Player, expected: Counter[str], reported: Counter[str]) -> None:
        """A crane is one building more for one of the monasteries that count them."""
        owned = [name for name in _PER_BUILDING if name in player["in_force"]]
        if owned and "crane" in player["placed"].values():
            vp = 4 * (1 + _holds(player, 10))
            counted = [name for name in owned if reported[name] == expected[name] + vp]
            assert len(counted) == 1
            expected[counted[0]] += vp

    def final(self, player: Player) -> Counter[str]:
        """Final scoring of one seat, were the game to end now; a crane is not counted."""
        worth, times = self._monasteries(player), 1 + _holds(player, 10)
        count = Counter({name: times * vp for name, vp in worth.items() if name in player["in_force"]})
        held = player.get("shields", {}).values()
        count["shields"] = sum(SHIELDS[shield] for shield in held) * (1 + _holds(player, 13))
        count["vines"] = vineyard_vp(player["vineyard"]) if "vineyard" in player else 0
        count["leftover_goods"] = sum(player["goods"].values())
        count["leftover_silver"] = player["silver"]
        count["leftover_workers"] = player["workers"] // 2
        return count

    def _monasteries(self, player: Player) -> dict[str, int]:
        """What each monastery with end scoring would bring; a crane is not counted."""
        alea = self.config["ruleset"] == "alea_2011"
        tiles = list(player["placed"].values())
        sold = Counter({int(goods): count for goods, count in player["sold"].items()})
        sold.update(player.get("route_goods", []))
        worth = {
            "m15": (3 if alea else 2) * len(sold),
            "m24": 4 * len({species_of(tile) for tile in tiles if colour_of(tile) == "livestock"}),
            "m25": sold.total(),
            "m26": (2 if alea else 3) * (_covered_colours(player) if self.solo else len(player["bonus"])),
        }
        return worth | {f"m{number}": 4 * tiles.count(kind) for number, kind in MONASTERY_BUILDING.items()}


def in_force(document: Document, seat: int) -> set[str]:
    """The tiles of a seat's duchy, and the monasteries that shield 6 brings."""
    player = owners(document)[seat]
    tiles, copied = set(player["placed"].values()), player.get("copied")
    if copied is None:
        return tiles
    if copied < len(document["players"]):
        lent = set(document["players"][copied]["placed"].values())
    else:
        its = document["chateauma"]
        lent = {tile for card in its["cards"] for tile in card["tiles"]} | {*its["duchy"].get("monastery", [])}
    return tiles | {tile for tile in lent if tile and tile[0] == "m" and tile not in ("m27", "mine", "market")}


def _holds(player: Player, shield: int) -> bool:
    return shield in player.get("shields", {}).values()


def _waits(document: Document, hex_: int) -> bool:
    """Whether the effect of the tile on a hex is still to come."""
    return any(
        entry["kind"] == "after" and entry["hex"] == f"h{hex_}" and "effect" in entry["steps"]
        for entry in document["pending"]
    )


def _covered_colours(player: Player) -> int:
    board = BOARD[player["duchy"]]
    return sum(all(f"h{h}" in player["placed"] for h in HEXES if board[h] == colour) for colour in COLOURS)


def _without_zeros(count: Counter[str]) -> dict[str, int]:
    return {name: vp for name, vp in count.items() if vp}
