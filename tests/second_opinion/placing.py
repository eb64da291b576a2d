"""The second opinion, second layer: where a tile may go, and what follows when it lies there."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .parts import BOARD, KINDS, NEAR, POSTS, SCORING, animals, colour_of, region, species_of
from .position import Position

# The decisions that tiles open: market, church, carpenter, warehouse and town hall among them.
OPENED = {
    "castle": {"kind": "castle"},
    "white_castle": {"kind": "white_castle"},
    "ship": {"kind": "ship"},
    "crane": {"kind": "crane"},
    "market": {"kind": "take", "colours": ["ship", "livestock"]},
    "carpenter": {"kind": "take", "colours": ["building"]},
    "church": {"kind": "take", "colours": ["monastery", "castle", "mine"]},
    "warehouse": {"kind": "sell"},
    "town_hall": {"kind": "place"},
}
ONE_PER_TOWN = {*KINDS, "white_castle"}
RULED_BOARDS = range(11, 19)  # those of the castle rule


class Placing(Position):
    """Adjacency, towns, the castle rule; regions, colours, border posts and effects."""

    steps = ("region", "colour", "posts", "effect")

    # ------------------------------------------------------------------------------ where to
    def fits(self, tile: str, hex_: int) -> bool:
        """Whether a tile may go on a hex, the number and the price left aside."""
        me = self.me
        placed, near = me["placed"], NEAR[me["duchy"]][hex_]
        anywhere = self.holds(18)
        if hex_ in placed or not (anywhere or any(h in placed for h in near)):
            return False
        there = {placed[h] for h in region(me["duchy"], hex_) if h in placed}
        bound = self.ruled and not anywhere
        if tile == "inn":
            return "inn" not in there and (not bound or "castle" in self.tiles_on(near))
        if colour_of(tile) != BOARD[me["duchy"]][hex_]:
            return False
        if tile in ONE_PER_TOWN and tile in there and not self.has(me, 1):
            return False
        return tile == "castle" or not bound or self.linked_to_castle(hex_, colour_of(tile))

    @property
    def ruled(self) -> bool:
        """Whether the castle rule binds the player."""
        return "castle_rule" in self.modules and self.me["duchy"] in RULED_BOARDS

    def tiles_on(self, hexes: list[int]) -> list[str]:
        return [self.me["placed"][h] for h in hexes if h in self.me["placed"]]

    def linked_to_castle(self, hex_: int, colour: str) -> bool:
        """Whether tiles of this colour lead from the hex to a castle."""
        placed, near = self.me["placed"], NEAR[self.me["duchy"]]
        chain = grown({hex_}, near, {h for h in placed if colour_of(placed[h]) == colour})
        return any("castle" in self.tiles_on(near[h]) for h in chain)

    # ---------------------------------------------------------------------------- it lies there
    def _place(self, hex_: int, tile: str) -> None:
        """Put the tile down; its steps wait on the stack until `_settle` takes them."""
        self.me["placed"][hex_] = tile
        self.pending.append({"kind": "after", "hex": f"h{hex_}", "steps": list(self.steps)})

    def _settle(self) -> None:
        """Carry out what waits for nobody; an effect that can do nothing now is lost."""
        while self.pending:
            entry = self.pending[-1]
            if entry["kind"] == "after":
                step = entry["steps"].pop(0)
                if not entry["steps"]:
                    self.pending.pop()
                getattr(self, f"_{step}_step")(int(entry["hex"][1:]))
            elif not self._idle(entry):
                return

    def _idle(self, entry: dict) -> bool:
        """Deal with an entry on top that leaves the player nothing to decide; False if it does."""
        raise NotImplementedError

    def _gain(self, vp: int) -> None:
        self.me["vp"] += vp

    def _region_step(self, hex_: int) -> None:
        me = self.me
        area = region(me["duchy"], hex_)
        if area <= set(me["placed"]):
            size = len(area) + sum(me["placed"][h] == "inn" for h in area) + self.holds(17)
            self._gain(SCORING["region"][size] + SCORING["phase_bonus"][self.phase])

    def _colour_step(self, hex_: int) -> None:
        colour = BOARD[self.me["duchy"]][hex_]
        if self.covered(colour):
            self._earn_bonus(colour)

    def covered(self, colour: str) -> bool:
        board = BOARD[self.me["duchy"]]
        return all(h in self.me["placed"] for h in board if board[h] == colour)

    def _earn_bonus(self, name: str) -> None:
        vp = self._take_bonus(self.me["bonus"], name)
        self.me["vp"] += 2 * vp if self.holds(7) else vp

    def _take_bonus(self, held: list[str], name: str) -> int:
        """Take the large bonus tile of a colour or post, else the small one; its VP."""
        if not self.bonus_tiles[name]:
            return 0
        size = "large" if self.bonus_tiles[name] == 2 else "small"
        self.bonus_tiles[name] -= 1
        held.append(f"{name}_{size}")
        return SCORING[f"colour_bonus_{size}"][str(self.seats)]

    def _posts_step(self, hex_: int) -> None:
        if "border_posts" not in self.modules:
            return
        me = self.me
        near, now = NEAR[me["duchy"]], set(me["placed"])
        before = posts_in_a_chain(now - {hex_}, near)
        after = posts_in_a_chain(now, near)
        if before < 2 <= after:
            me["vp"] += SCORING["phase_bonus"][self.phase]
        if before < 3 == after:
            self._earn_bonus("post")

    def _effect_step(self, hex_: int) -> None:
        tile = self.me["placed"][hex_]
        if colour_of(tile) == "livestock":
            self._gain(self.livestock_vp(tile, hex_))
        elif tile == "m27":
            self._sort_track()
        else:
            self._trigger(tile)

    def _trigger(self, tile: str) -> None:
        """The effect of a building (the one placed or one that a crane names), a castle or a ship."""
        if tile in OPENED:
            self.pending.append(dict(OPENED[tile]))
        elif tile == "boarding_house":
            self._gain_workers(self.me, 4)
        elif tile == "bank":
            self.me["silver"] += 2
        elif tile == "watchtower":
            self._gain(4)

    def livestock_vp(self, tile: str, hex_: int) -> int:
        """What the pasture gives for a tile just placed there; with shield 1 all pastures are one."""
        worth: Counter = Counter()
        pasture = list(self.me["placed"]) if self.holds(1) else sorted(region(self.me["duchy"], hex_))
        for other in self.tiles_on(pasture):
            if colour_of(other) == "livestock":
                worth[species_of(other)] += animals(other) + (1 if self.has(self.me, 7) else 0)
        geese = worth.pop("geese", 0)
        return geese + (max(worth.values(), default=0) if tile == "geese" else worth[species_of(tile)])

    # ------------------------------------------------------------------------- turn order track
    def _advance(self, seat: int) -> None:
        space = next(i for i, stack in enumerate(self.track) if seat in stack)
        self.track[space].remove(seat)
        self.track[min(space + 1, len(self.track) - 1)].insert(0, seat)
        self._sort_track()

    def _sort_track(self) -> None:
        """The marker of monastery 27's owner is always on top of its stack."""
        owners = {seat for seat, player in enumerate(self.players) if self.has(player, 27)}
        for stack in self.track:
            stack.sort(key=lambda seat: seat not in owners)


def grown(hexes: set[int], near: dict[int, list[int]], within: set[int]) -> set[int]:
    """These hexes and all that are linked to them within others."""
    found, todo = set(hexes), list(hexes)
    while todo:
        new = {h for h in near[todo.pop()] if h in within} - found
        found |= new
        todo += new
    return found


def posts_in_a_chain(occupied: set[int], near: dict[int, list[int]]) -> int:
    """The most border posts that one chain of occupied hexes reaches."""
    chains: list[Any] = [grown({h}, near, occupied) for post in POSTS for h in post if h in occupied]
    return max((sum(not chain.isdisjoint(post) for post in POSTS) for chain in chains), default=0)
