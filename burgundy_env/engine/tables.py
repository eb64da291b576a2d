"""GameConfig and component data -> Tables: one immutable record that every kernel reads.

Tables are a NumPy record too, so handing them to a kernel costs one pointer however much they hold.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ..config import MODULES
from .layout import (
    BLACK_SLOTS,
    CARD_SPACES,
    CARDS,
    COLOURS,
    DEPOTS,
    DUCHIES,
    GOODS,
    HEXES,
    PHASES,
    POSTS,
    ROUTE_SPACES,
    ROUTE_TILES,
    SEATS,
    SLOTS,
    SPECIES,
    STORAGE,
    TILE_COUNT,
    TILE_IDS,
)

if TYPE_CHECKING:
    from ..config import GameConfig
    from ..data import Data

VALUE_SETS = 64  # sets of die values: bit v-1 for value v
LARGEST_REGION = 9
DUCHIES_GIVEN, DUCHIES_RANDOM, DUCHIES_SIDES = range(3)
CASTLE_RULE_DUCHIES = range(11, 19)
RETRIEVE_NONE, RETRIEVE_TO_STORAGE, RETRIEVE_TO_HEX = range(3)
ROUTE_BONUSES = (
    "silver_2", "workers_4", "vp_4", "take_building", "take_mine_monastery_castle", "take_ship_livestock", "take_any",
)  # fmt: skip

TABLES = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # the duchies, by number
                ("neighbours", "i8", (DUCHIES, HEXES)),
                ("region", "i8", (DUCHIES, HEXES)),  # the region a hex lies in, as a set of hexes
                ("colour_hexes", "i8", (DUCHIES, len(COLOURS))),
                ("value_hexes", "i8", (DUCHIES, VALUE_SETS)),  # hexes whose number is in a set of values
                ("colour", "i1", (DUCHIES, HEXES)),
                ("number", "i1", (DUCHIES, HEXES)),
                ("castle_rule", "i1", (DUCHIES,)),  # boards whose owners are bound by it
                ("post_hexes", "i8", (POSTS,)),  # hexes that reach a border post; none without the module
                # changing a die; a value of 0 is any value, as an effect gives
                (
                    "cost",
                    "i1",
                    (2, 2, 7, 7),
                ),  # [monastery 8][free step][value shown][value wanted] in workers
                ("values", "i1", (2, 2, 4, 7)),  # [..][..][workers, 3 for more][value shown]: values in reach
                # scoring
                ("region_vp", "i2", (LARGEST_REGION + 1,)),
                ("phase_bonus", "i2", (PHASES,)),
                ("bonus_vp", "i2", (2,)),  # large, small
                ("goods_vp", "i2"),
                ("sold_type_vp", "i2"),  # monastery 15
                ("bonus_tile_vp", "i2"),  # monastery 26
                ("monastery_building", "i1", (30,)),  # building kind that monasteries 16-23 and 29 score
                # trade routes: tile, space
                ("route_number", "i1", (ROUTE_TILES, ROUTE_SPACES)),
                ("route_bonus", "i1", (ROUTE_TILES, ROUTE_SPACES)),
                # components
                ("supply", "i1", (TILE_COUNT,)),
                ("black_supply", "i1", (TILE_COUNT,)),
                ("slot_colour", "i1", (PHASES, DEPOTS, SLOTS)),  # -1: not filled
                ("black_slots", "i1"),
                ("goods_per_type", "i1"),
                ("start_goods", "i1"),
                # the Châteauma
                ("card_spaces", "i1", (CARDS, CARD_SPACES)),  # colours in reading order, -1: none
                ("card_size", "i1", (CARDS,)),
                ("card_sell", "i1", (CARDS,)),  # bit i: space i has a sell symbol
                ("card_points", "i1", (CARDS,)),  # at the difficulty played
                ("inventory_order", "i1", (len(COLOURS),)),  # colours, leftmost pile first
                ("post_cards", "i4"),  # bit i: card i bears a border post, and the module is played
                ("deck", "i4"),  # bit i: card i is played with
                ("castle_cards", "i4"),  # those with a castle space
                ("chateauma_duchy", "i1"),
                ("duchy_spaces", "i1", (len(COLOURS),)),
                ("extra_turns", "i2", (len(COLOURS),)),  # modifier D: bit n: the n-th space covered
                ("unseen_tiles", "i1", (len(COLOURS),)),  # modifier A
                ("preset_tiles", "i1", (len(COLOURS),)),  # modifier B
                ("chateauma_first", "i1"),  # modifier C
                # the config
                ("players", "i1"),
                ("chateauma", "i1"),  # its seat, -1: none
                ("seats", "i1"),
                ("alea_2011", "i1"),
                ("duchy_mode", "i1"),
                ("duchies", "i1", (SEATS,)),
                ("duchy_pool", "i1", (DUCHIES,)),  # sides that may be dealt
                # its modules
                ("modules", "i1"),  # whether any is played
                ("played", "i2"),  # which, as bits in the order of config.MODULES
                ("white_castles", "i1"),
                ("border_posts", "i1"),
                ("inns", "i1"),
                ("routes", "i1"),  # trade-route tiles of a player, 0: without them
                ("routes_chosen", "i1"),
                ("retrieval", "i1"),  # castle_rule: RETRIEVE_...
                ("solo", "i1"),
                ("solo_target", "i2"),
            ],
            align=True,
        ),
    )
)


def tables_for(config: GameConfig, data: Data) -> np.ndarray:
    """The tables of a config as an array of one record, read-only, made once per config and data."""
    return _tables(config, _Keyed(data))


class _Keyed:
    """Component data that compare by their hash."""

    def __init__(self, data: Data) -> None:
        self.data = data

    def __hash__(self) -> int:
        return hash(self.data.hash)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and other.data.hash == self.data.hash


@lru_cache(maxsize=256)
def _tables(config: GameConfig, keyed: _Keyed) -> np.ndarray:
    data = keyed.data
    tables = np.zeros(1, TABLES)
    t = tables[0]
    _fill_duchies(t, data)
    _fill_dice(t)
    _fill_scoring(t, config, data)
    _fill_components(t, config, data)
    _fill_chateauma(t, config, data)
    _fill_config(t, config)
    _fill_modules(t, config, data)
    tables.flags.writeable = False
    return tables


def _hex_set(hexes) -> int:
    return sum(1 << (h - 1) for h in hexes)


def _fill_duchies(t, data: Data) -> None:
    for board, duchy in data.duchies.items():
        if len(duchy.colours) > HEXES:
            continue  # the shared boards of the team game have no place among single duchies
        for i in range(HEXES):
            t.neighbours[board, i] = _hex_set(duchy.neighbours[i])
            t.colour[board, i] = COLOURS.index(duchy.colours[i])
            t.number[board, i] = duchy.numbers[i]
        for region in duchy.regions:
            for h in region:
                t.region[board, h - 1] = _hex_set(region)
        for c, colour in enumerate(COLOURS):
            t.colour_hexes[board, c] = _hex_set(h for h in range(1, HEXES + 1) if duchy.colours[h - 1] == colour)
        for values in range(VALUE_SETS):
            t.value_hexes[board, values] = _hex_set(
                h for h in range(1, HEXES + 1) if values >> (duchy.numbers[h - 1] - 1) & 1
            )


def _fill_dice(t) -> None:
    t.values[:, :, :, 0] = VALUE_SETS - 1
    for monastery_8 in (0, 1):
        for free in (0, 1):
            for shown in range(1, 7):
                for wanted in range(1, 7):
                    steps = min(abs(shown - wanted), 6 - abs(shown - wanted))
                    reach = 2 if monastery_8 else 1
                    cost = -(-max(0, steps - free) // reach)
                    t.cost[monastery_8, free, shown, wanted] = cost
                    for workers in range(cost, 4):
                        t.values[monastery_8, free, workers, shown] |= 1 << (wanted - 1)


def _fill_scoring(t, config: GameConfig, data: Data) -> None:
    scoring, seats = data.components["scoring"], str(config.n)
    t.region_vp[:] = scoring["region"][: LARGEST_REGION + 1]
    t.phase_bonus[:] = [scoring["phase_bonus"][phase] for phase in "ABCDE"]
    t.bonus_vp[:] = [scoring["colour_bonus_large"][seats], scoring["colour_bonus_small"][seats]]
    t.goods_vp = scoring["goods_vp_per_tile"][seats]
    alea = config.ruleset == "alea_2011"
    t.sold_type_vp = 3 if alea else 2
    t.bonus_tile_vp = 2 if alea else 3
    for number, kind in data.components["monastery_building"].items():
        if number.isdigit():
            t.monastery_building[int(number)] = TILE_IDS[kind]


def _fill_components(t, config: GameConfig, data: Data) -> None:
    components = data.components
    supply, black = components["supply"], components["black_supply"]
    for kind in supply["building"]["kinds"]:
        t.supply[TILE_IDS[kind]] = supply["building"]["per_kind"]
        t.black_supply[TILE_IDS[kind]] = black["building"]["per_kind"]
    for name in ("ship", "castle", "mine"):
        t.supply[TILE_IDS[name]], t.black_supply[TILE_IDS[name]] = supply[name], black[name]
    for source, counts in ((supply, t.supply), (black, t.black_supply)):
        for species in SPECIES:
            for animals in source["livestock"]["per_species_counts"]:
                counts[TILE_IDS[f"{species}{animals}"]] += 1
        for number in source["monastery"]["numbers"]:
            counts[TILE_IDS[f"m{number}"]] += 1
    depots = components["depots"]
    exception = depots["three_player_exception"]
    for phase, letter in enumerate("ABCDE"):
        for depot in range(DEPOTS):
            for slot, (colour, least) in enumerate(depots["slots"][str(depot + 1)]):
                used = config.n >= least
                t.slot_colour[phase, depot, slot] = COLOURS.index(colour) if used else -1
        if config.n == 3 and letter in exception["phases"]:
            t.slot_colour[phase, exception["depot"] - 1, exception["slot"] - 1] = COLOURS.index(exception["colour"])
    t.black_slots = depots["black_depot_slots"][str(config.n)]
    goods = components["goods"]
    t.goods_per_type, t.start_goods = goods["per_type"], goods["starting_per_player"]
    assert goods["types"] == GOODS
    assert t.black_slots <= BLACK_SLOTS
    assert t.start_goods <= STORAGE * goods["per_type"]


def _fill_chateauma(t, config: GameConfig, data: Data) -> None:
    t.chateauma = -1
    if config.chateauma is None:
        return
    t.chateauma = config.players
    difficulty, modifiers = config.chateauma.difficulty, config.chateauma.modifiers
    for card in data.chateauma["county_cards"]["cards"]:
        number, spaces = card["id"], card["spaces"]
        t.card_spaces[number] = -1
        t.card_spaces[number, : len(spaces)] = [COLOURS.index(space["colour"]) for space in spaces]
        t.card_size[number] = len(spaces)
        t.card_sell[number] = sum(1 << i for i, space in enumerate(spaces) if space.get("sell"))
        t.card_points[number] = card["points"][difficulty]
        t.deck |= 1 << number
        if any(space["colour"] == "castle" for space in spaces):
            t.castle_cards |= 1 << number
    t.chateauma_duchy = 36 if set(modifiers) & set("ABD") else 35
    duchy = data.chateauma[f"duchy_{t.chateauma_duchy}"]
    for i, colour in enumerate(COLOURS):
        t.duchy_spaces[i] = duchy["spaces"][colour]
        if "A" in modifiers:
            t.unseen_tiles[i] = duchy["modifier_a"].get(colour, 0)
        if "B" in modifiers:
            t.preset_tiles[i] = duchy["modifier_b"].get(colour, 0)
        if "D" in modifiers:
            t.extra_turns[i] = sum(1 << n for n in duchy["modifier_d_spaces"][colour])
    t.chateauma_first = "C" in modifiers
    t.inventory_order[:] = [COLOURS.index(colour) for colour in data.chateauma["inventory_order"]]


def _fill_config(t, config: GameConfig) -> None:
    t.seats, t.alea_2011 = config.seats, config.ruleset == "alea_2011"
    t.players = config.players
    if not isinstance(config.duchies, str):
        t.duchies[: config.players] = config.duchies
        return
    t.duchy_mode = DUCHIES_SIDES if config.chooses_sides else DUCHIES_RANDOM
    t.duchy_pool[list(config.pool)] = 1


def _fill_modules(t, config: GameConfig, data: Data) -> None:
    t.modules = bool(config.modules)
    t.played = sum(1 << i for i, module in enumerate(MODULES) if module in config.modules)
    for module, tiles in data.components["expansion_tiles"].items():
        if module in config.modules:
            _fill_expansion_tiles(t, tiles)
    t.white_castles, t.inns = "white_castles" in config.modules, "inns" in config.modules
    t.solo, t.solo_target = config.solo, config.solo_target
    if "castle_rule" in config.modules:
        t.castle_rule[list(CASTLE_RULE_DUCHIES)] = 1
        t.retrieval = RETRIEVE_TO_HEX if t.alea_2011 else RETRIEVE_TO_STORAGE
    if "border_posts" in config.modules:
        t.border_posts = 1
        t.post_hexes[:] = [_hex_set(post) for post in data.border_posts]
        if config.chateauma:
            cards = data.chateauma["county_cards"]["cards"]
            t.post_cards = sum(1 << card["id"] for card in cards if card["border_post"])
    if "trade_routes" in config.modules:
        t.routes, t.routes_chosen = data.trade_routes["per_player"][str(config.n)], config.chooses_routes
        for tile in data.trade_routes["tiles"]:
            for space, printed in enumerate(tile["spaces"]):
                t.route_number[tile["id"], space] = printed["number"]
                t.route_bonus[tile["id"], space] = ROUTE_BONUSES.index(printed["bonus"])


def _fill_expansion_tiles(t, tiles) -> None:
    """Tiles of a module go into the supplies they belong to: yellow, beige or black."""
    for number in tiles.get("monastery", ()):
        t.supply[TILE_IDS[f"m{number}"]] += 1
    if isinstance(tiles.get("black"), list):
        for name in tiles["black"]:
            t.black_supply[TILE_IDS[name]] += 1
    elif "building" in tiles:
        t.supply[TILE_IDS["white_castle"]] += tiles["building"]
        t.black_supply[TILE_IDS["white_castle"]] += tiles["black"]
