"""GameConfig and component data -> Tables: one immutable record that every kernel reads.

Tables are a NumPy record too, so handing them to a kernel costs one pointer however much they hold.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from .. import modules
from ..modules.base import BOARDS_OF_2011, VALUE_SETS
from ..modules.sizes import BOARDS, PHASE_LETTERS
from .hooks.changes import FILL_TABLES
from .jit import needs_all
from .layout import (
    BLACK_SLOTS,
    CASTLE,
    COLOURS,
    DEPOTS,
    DUCHIES_RANDOM,
    DUCHIES_SIDES,
    GOODS,
    SPECIES,
    STORAGE,
    TILE_IDS,
    hex_set,
    record,
)
from .rules.county_cards import fill_chateauma

if TYPE_CHECKING:
    from ..config import GameConfig
    from ..data import Data

TABLES = record(modules.TABLES)


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
    _fill_config(t, config)
    fill_chateauma(t, config, data)
    for key in config.modules:
        FILL_TABLES[key](t, config, data)
    tables.flags.writeable = False
    if config.modules or config.chateauma:
        needs_all()
    return tables


def _fill_duchies(t, data: Data) -> None:
    for board, duchy in data.duchies.items():
        hexes = range(1, len(duchy.colours) + 1)
        for i in range(len(hexes)):
            t.neighbours[board, i] = hex_set(duchy.neighbours[i])
            t.colour[board, i] = COLOURS.index(duchy.colours[i])
            t.number[board, i] = duchy.numbers[i]
        for region in duchy.regions:
            for h in region:
                t.region[board, h - 1] = hex_set(region)
        for c, colour in enumerate(COLOURS):
            t.colour_hexes[board, c] = hex_set(h for h in hexes if duchy.colours[h - 1] == colour)
        for values in range(VALUE_SETS):
            t.value_hexes[board, values] = hex_set(h for h in hexes if values >> (duchy.numbers[h - 1] - 1) & 1)
        castles = t.colour_hexes[board, CASTLE]
        t.start_hexes[board] = castles if duchy.start_castle is None else hex_set(duchy.start_castle)


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
    t.region_vp[: len(scoring["region"])] = scoring["region"]
    t.region_vp[len(scoring["region"]) :] = scoring["region"][-1]  # data of old have no tenth size
    t.phase_bonus[:] = [scoring["phase_bonus"][phase] for phase in PHASE_LETTERS]
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
    for phase, letter in enumerate(PHASE_LETTERS):
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


def _fill_config(t, config: GameConfig) -> None:
    t.seats, t.alea_2011 = config.seats, config.ruleset == "alea_2011"
    t.players, t.parties = config.players, config.parties
    t.modules = bool(config.modules)
    t.played = sum(1 << i for i, module in enumerate(modules.MODULES) if module.key in config.modules)
    if not isinstance(config.duchies, str):
        t.duchies[: config.owners] = config.duchies
        return
    t.duchy_mode = DUCHIES_SIDES if config.chooses_sides else DUCHIES_RANDOM
    t.duchy_pool[list(config.pool)] = 1
    of_2011 = {board: printed for printed, board in BOARDS_OF_2011.items()}
    for side in BOARDS:
        t.front[side] = front = (of_2011.get(side, side) - 1) // 2 * 2 + 1
        if side != front and side in config.pool:
            t.back[front] = side
