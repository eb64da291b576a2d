"""A second opinion on the Châteauma: slow, plain, and written from `rules.md` 7 and the rulebook alone.

`ChateaumaTable` is the game of `second_opinion.Table` with one more seat, number `players`, which decides
nothing: all difficulties, modifiers A-D in any combination, 1-3 players, all modules but inns and team. It shares
no code with the engine. Several events of one kind and place may happen in a step (two of its turns in a row, when it
is last in one round and first in the next); they are used in the order in which they are told.
"""

from __future__ import annotations

import copy
import json
from collections import Counter

from .parts import COLOURS, DATA, SCORING, animals, colour_of, species_of
from .position import as_counter, as_document
from .vineyards import VineyardTable

PARTS = json.loads((DATA / "chateauma.json").read_text(encoding="utf-8"))
CARDS = {card["id"]: card for deck in ("county_cards", "vineyard_county_cards") for card in PARTS[deck]["cards"]}
SPACES = PARTS["duchy_35"]["spaces"]
EXTRA_TURNS = PARTS["duchy_36"]["modifier_d_spaces"]
INVENTORY_ORDER = PARTS["inventory_order"]

# What a building looks for, the colours one after another, each in all depots.
SOUGHT = {
    "carpenter": ["building"],
    "church": ["castle", "mine", "monastery"],
    "market": ["ship", "livestock"],
}
BLACK = "black"  # a tile of modifier A, which nobody ever sees
JOKER = "black:"  # before the name of a joker lying face down on a card

_KEYS = {
    "vp", "silver", "die", "goods", "sold", "cards", "inventory", "jokers", "duchy", "bonus", "discard",
}  # fmt: skip


class ChateaumaTable(VineyardTable):
    """One game with the Châteauma; `auto` is its part of the position document, goods with int keys."""

    # ------------------------------------------------------------------------------ documents
    @classmethod
    def from_json(cls, doc: dict) -> ChateaumaTable:
        self = super().from_json(doc)
        bag = {"doubles"} if "vineyards" in self.modules else set()
        assert set(doc["hidden"]) == {"supply", "black", "goods", "deck"} | bag
        self.deck = sorted(doc["hidden"]["deck"])
        self.auto = copy.deepcopy(doc["chateauma"])
        more = {"border_posts": "posts", "shields": "shields", "vineyards": "doubles"}
        keys = _KEYS | {key for module, key in more.items() if module in self.modules}
        assert set(self.auto) == keys, set(self.auto) ^ keys
        assert len(self.auto["cards"]) == 2
        for key in ("goods", "sold"):
            self.auto[key] = as_counter(self.auto[key])
        self.finished: list[int] = []  # cards of this turn that are scored, but not replaced yet
        self.symbols = self.double_symbols = 0  # sell and double symbols covered and not used yet
        return self

    def to_json(self) -> dict:
        doc = super().to_json()
        doc["hidden"]["deck"] = sorted(self.deck)
        doc["chateauma"] = {
            **self.auto,
            "goods": as_document(self.auto["goods"]),
            "sold": as_document(self.auto["sold"]),
            "inventory": {colour: pile for colour, pile in self.auto["inventory"].items() if pile},
            "duchy": {colour: tiles for colour, tiles in self.auto["duchy"].items() if tiles},
            "bonus": sorted(self.auto["bonus"]),
            "discard": sorted(self.auto["discard"]),
            **{key: sorted(self.auto[key]) for key in ("shields", "doubles") if key in self.auto},
        }
        return copy.deepcopy(doc)

    def _check_config(self, config: dict) -> None:
        assert set(config["chateauma"]) == {"difficulty", "modifiers"}
        super()._check_config(config)

    def top_keys(self) -> set[str]:
        return super().top_keys() | {"chateauma"}

    # ------------------------------------------------------------------------- asking the table
    @property
    def seats(self) -> int:
        return len(self.players) + 1

    @property
    def number(self) -> int:
        """The seat of the Châteauma."""
        return len(self.players)

    def colour(self, side: int, space: int) -> str:
        return CARDS[self.auto["cards"][side]["id"]]["spaces"][space]["colour"]

    def empty(self, side: int) -> list[int]:
        """The empty spaces of a card in reading order; none of a card that is scored already."""
        if side in self.finished:
            return []
        return [i for i, tile in enumerate(self.auto["cards"][side]["tiles"]) if tile is None]

    def tiles_of(self, seat: int) -> list[str]:
        return self.face_up() if seat == self.number else super().tiles_of(seat)

    def face_up(self) -> list[str]:
        """Its tiles on the cards still in play and in the duchy that can be seen."""
        tiles = [tile for pile in self.auto["duchy"].values() for tile in pile]
        for side in (0, 1):
            if side not in self.finished:
                tiles += [tile for tile in self.auto["cards"][side]["tiles"] if tile is not None]
        return [tile for tile in tiles if not tile.startswith(BLACK)]

    # ------------------------------------------------------------------------------- its round
    def _begin_turn(self, seat: int) -> None:
        super()._begin_turn(seat)
        if seat == self.number:
            self._turn(0 if self.white_die <= 4 else 1)
            self._end_turn()

    def _pay_mines(self) -> None:
        self.auto["silver"] += self.face_up().count("mine")
        super()._pay_mines()

    def _turn(self, active: int) -> None:
        self.auto["die"] = self._roll(("chateauma_die",))
        self._choose_and_place(self.auto["die"], active)
        self._use_symbols()
        self._complete_cards(active)
        self._take_colour_bonuses()
        self._purchase()

    # ------------------------------------------------------------------------- choose and place
    def _choose_and_place(self, start: int, active: int) -> None:
        sides = [side for side in (active, 1 - active) if self.empty(side)]
        if not sides:
            self._sell_most()
            return
        side = sides[0]
        for d in clockwise(start):
            for space in self.empty(side):
                tile = self._take_from_depot(d, self.colour(side, space))
                if tile is not None:
                    self._put(side, space, tile, active)
                    return
        self._fall_back(side, active)

    def _fall_back(self, side: int, active: int) -> None:
        for space in self.empty(side):
            pile = self.auto["inventory"].get(self.colour(side, space))
            if pile:
                self._put(side, space, pile.pop(0), active)
                return
        if self.auto["jokers"]:
            self._cover(side, self.empty(side)[0], JOKER + self.auto["jokers"].pop(0))
            return
        for slot, tile in enumerate(self.black_depot):
            if tile is not None:
                self.auto["jokers"].insert(0, tile)
                self.black_depot[slot] = None
                return
        self.auto["silver"] += 2

    def _take_from_depot(self, d: int, colour: str) -> str | None:
        """The topmost tile of a colour of a depot, if there is one."""
        tiles = self.depots[d]["tiles"]
        for slot, tile in enumerate(tiles):
            if tile is not None and colour_of(tile) == colour:
                tiles[slot] = None
                return tile
        return None

    def _put(self, side: int, space: int, tile: str, active: int) -> None:
        self._cover(side, space, tile)
        self._effect(tile, active)

    def _cover(self, side: int, space: int, tile: str) -> None:
        card = self.auto["cards"][side]
        assert card["tiles"][space] is None
        card["tiles"][space] = tile
        symbols = CARDS[card["id"]]["spaces"][space]
        self.symbols += bool(symbols.get("sell"))
        self.double_symbols += bool(symbols.get("double"))

    # --------------------------------------------------------------------------------- effects
    def _effect(self, tile: str, active: int) -> None:
        auto = self.auto
        if tile in ("castle", "crane"):
            self._choose_and_place(self.white_die, active)
        elif tile == "white_castle":
            self._take_a_new_type()
        elif tile == "bank":
            auto["silver"] += 2
        elif tile == "boarding_house":
            auto["vp"] += 2
        elif tile == "watchtower":
            auto["vp"] += 4
        elif tile == "warehouse":
            self._sell_most()
        elif tile == "town_hall":
            self._town_hall(active)
        elif tile in SOUGHT:
            self._seek(SOUGHT[tile])
        elif tile == "ship":
            self._take_goods_of_fullest()
            self._advance(self.number)
        elif colour_of(tile) == "livestock":
            auto["vp"] += self._livestock(tile)
        else:
            assert colour_of(tile) in ("mine", "monastery")

    def _livestock(self, tile: str) -> int:
        """VP for a livestock tile just placed; geese count as the species that it has most tiles of."""
        herd = [other for other in self.face_up() if colour_of(other) == "livestock"]
        worth: Counter = Counter()
        for other in herd:
            worth[species_of(other)] += animals(other)
        geese = worth.pop("geese", 0)
        if tile != "geese":
            return worth[species_of(tile)] + geese
        tiles = Counter(map(species_of, herd))
        return geese + max(((tiles[species], worth[species]) for species in worth), default=(0, 0))[1]

    def _take_a_new_type(self) -> None:
        """White castle: a tile of a type that is not in the inventory, from the white die's depot on."""
        for d in clockwise(self.white_die):
            for colour in INVENTORY_ORDER:
                tile = None if self.auto["inventory"].get(colour) else self._take_from_depot(d, colour)
                if tile is not None:
                    self._keep(tile)
                    return
        self.auto["silver"] += 1

    def _seek(self, colours: list[str]) -> None:
        for colour in colours:
            for d in clockwise(self.white_die):
                tile = self._take_from_depot(d, colour)
                if tile is not None:
                    self._keep(tile)
                    return

    def _keep(self, tile: str) -> None:
        self.auto["inventory"].setdefault(colour_of(tile), []).insert(0, tile)

    def _town_hall(self, active: int) -> None:
        inventory = self.auto["inventory"]
        for side in (active, 1 - active):
            size = {space: len(inventory.get(self.colour(side, space), [])) for space in self.empty(side)}
            best = max(size.values(), default=0)
            if best:
                space = min(space for space in size if size[space] == best)
                self._put(side, space, inventory[self.colour(side, space)].pop(0), active)
                return

    def _take_goods_of_fullest(self) -> None:
        fullest = max(clockwise(self.white_die), key=lambda d: self.depots[d]["goods"].total())
        self.auto["goods"] += self.depots[fullest]["goods"]
        self.depots[fullest]["goods"].clear()

    # --------------------------------------------------------------------------------- selling
    def _use_symbols(self) -> None:
        """The sells of the symbols just covered, then their double tiles."""
        while self.symbols:
            self.symbols -= 1
            self._sell_most()
        while self.double_symbols:
            self.double_symbols -= 1
            numbers = self.depot_numbers()
            self._take_double("depot", next(i for i in range(len(numbers)) if self.white_die in numbers[i]))

    def _take_double(self, place: str, start: int) -> bool:
        """The double tile of this slot, or of the next to the right that has one."""
        slots = len(self.yard[place])
        for i in (*range(start, slots), *range(start)):
            if self.yard[place][i]:
                self.auto["doubles"].append(self._remove_double(place, i + 1))
                return True
        return False

    def _sell_most(self) -> None:
        goods = self.auto["goods"]
        if not goods.total():
            return
        kind = max(range(1, 7), key=lambda t: (goods[t], -t))
        count = goods.pop(kind)
        self.auto["sold"][kind] += count
        self.auto["silver"] += 1
        self.auto["vp"] += count * SCORING["goods_vp_per_tile"][str(self.seats)]
        self.auto["vp"] += 1 if "trade_routes" in self.modules else 0

    # --------------------------------------------------------------------------- finished cards
    def _complete_cards(self, active: int) -> None:
        extra_turns = 0
        while True:
            for side in (0, 1):
                if side not in self.finished and not self.empty(side):
                    extra_turns += self._finish(side)
            if not extra_turns:
                break
            extra_turns -= 1
            self._choose_and_place(self.white_die, active)
            self._use_symbols()
        self._replace_cards()

    def _finish(self, side: int) -> int:
        """Score a card and move its tiles; return the extra turns that this uncovered."""
        card, config = self.auto["cards"][side], self.config["chateauma"]
        self.finished.append(side)
        self.auto["vp"] += CARDS[card["id"]]["points"][config["difficulty"]]
        if CARDS[card["id"]]["border_post"] and "border_posts" in self.modules:
            self._reach_post()
        if CARDS[card["id"]]["shield"] and "shields" in self.modules:
            self._take_shield()
        extra_turns = 0
        for tile in card["tiles"]:
            name = tile.removeprefix(JOKER)
            pile = self.auto["duchy"].setdefault(colour_of(name), [])
            pile.append(name)
            extra_turns += "D" in config["modifiers"] and len(pile) in EXTRA_TURNS[colour_of(name)]
        return extra_turns

    def _reach_post(self) -> None:
        self.auto["posts"] += 1
        if self.auto["posts"] == 2:
            self.auto["vp"] += SCORING["phase_bonus"][self.phase]
        elif self.auto["posts"] == 3:
            self.auto["vp"] += self._take_bonus(self.auto["bonus"], "post")

    def _take_shield(self) -> None:
        for d in clockwise(self.white_die):
            if self.shields.get(d):
                self.auto["shields"].append(min(self.shields[d]))
                self.shields[d].remove(min(self.shields[d]))
                return

    def _replace_cards(self) -> None:
        cards = self.auto["cards"]
        self.auto["discard"] += [cards[side]["id"] for side in self.finished]
        self.auto["cards"] = [card for side, card in enumerate(cards) if side not in self.finished]
        self.finished = []
        while len(self.auto["cards"]) < 2:
            side = ("left", "right")[len(self.auto["cards"])]
            if not self.deck:
                self.deck, self.auto["discard"] = self.auto["discard"], []
            card = self._next(("county_card", side))
            assert card in self.deck, f"county card {card} is not in the deck {self.deck}"
            self.deck.remove(card)
            self.auto["cards"].append({"id": card, "tiles": [None] * len(CARDS[card]["spaces"])})

    def _take_colour_bonuses(self) -> None:
        for colour in COLOURS:
            covered = len(self.auto["duchy"].get(colour, [])) >= SPACES[colour]
            held = {name.split("_")[0] for name in self.auto["bonus"]}
            if covered and colour not in held:
                self.auto["vp"] += self._take_bonus(self.auto["bonus"], colour)

    def _purchase(self) -> None:
        slots = [slot for slot, tile in enumerate(self.black_depot) if tile is not None]
        if self.auto["silver"] < 2:
            return
        if "vineyards" in self.modules and any(self.yard["store"]):
            self.auto["silver"] -= 2
            self._take_double("store", min((self.white_die - 1) // 2, len(self.yard["store"]) - 1))
            return
        if not slots:
            return
        new = [slot for slot in slots if not self.auto["inventory"].get(colour_of(self.black_depot[slot]))]
        slot = (new or slots)[0]
        self.auto["silver"] -= 2
        self._keep(self.black_depot[slot])
        self.black_depot[slot] = None

    # ---------------------------------------------------------------------------- final scoring
    def scores(self) -> list[dict]:
        assert not self.finished
        auto = self.auto
        parts = {
            "vp": auto["vp"],
            "monasteries": 4 * sum(colour_of(tile) == "monastery" for tile in self.face_up()),
            "goods": auto["goods"].total(),
            "silver": auto["silver"],
            "inventory": sum(map(len, auto["inventory"].values())) + len(auto["jokers"]),
            "cards": 2 * sum(tile is not None for card in auto["cards"] for tile in card["tiles"]),
            "shields": worth(SCORING["chateauma_shields"], auto.get("shields", [])),
            "doubles": worth(SCORING["chateauma_double_tiles"], auto.get("doubles", [])),
        }
        return [*super().scores(), {"total": sum(parts.values()), **parts}]

    def ranking(self) -> list[int]:
        """Best first; the Châteauma wins ties."""
        totals = [score["total"] for score in self.scores()]
        order = [seat for stack in reversed(self.track) for seat in stack]

        def key(seat: int) -> tuple:
            if seat == self.number:
                return (-totals[seat], 0, 0, 0)
            return (-totals[seat], 1, -len(self.players[seat]["placed"]), -order.index(seat))

        return sorted(range(self.seats), key=key)


def clockwise(start: int) -> list[int]:
    """The six depots, beginning with this one."""
    return [(start - 1 + i) % 6 + 1 for i in range(6)]


def worth(table: list[int], tiles: list) -> int:
    """What so many tiles bring; beyond the table as many as its last entry."""
    return table[min(len(tiles), len(table) - 1)]
