"""Where everything lives: the numbers of tiles and kinds, the STATE record of one game, and the constants of the
base game.

All names come from the descriptors in `modules`. What only one module's rules speak of stands with those rules, which
ask for its number by its name: `tile_id("ship")`, `pending_kind("keep")`.

Bitboards are int64, not uint64: 58 hexes leave the sign bit alone, and Numba (like NumPy) turns
uint64 mixed with int64 into float64. Small numbers are signed for the same kind of reason: without
the compiler, NumPy's uint8 would wrap below zero.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from .. import modules
from ..modules import BASE, CHATEAUMA, base, chateauma, sizes
from ..modules.descriptor import Array

# --- sizes -------------------------------------------------------------------------------------------

SEATS, STORAGE = sizes.SEATS, sizes.STORAGE
HEXES, MOST_HEXES = sizes.HEXES, sizes.MOST_HEXES
DEPOTS, SLOTS, BLACK_SLOTS, GOODS = sizes.DEPOTS, sizes.SLOTS, sizes.BLACK_SLOTS, sizes.GOODS
PHASES, ROUNDS, TRACK_SPACES = sizes.PHASES, sizes.ROUNDS, sizes.TRACK_SPACES
DUCHIES, PENDING_DEPTH = sizes.DUCHIES, sizes.PENDING_DEPTH
COLOURS, CHANNELS = sizes.COLOURS, sizes.CHANNELS
SPECIES, ANIMAL_COUNTS = base.SPECIES, base.ANIMAL_COUNTS
CARDS, CARD_SPACES, HELD, SETTLED = chateauma.CARDS, chateauma.CARD_SPACES, chateauma.HELD, chateauma.SETTLED

# --- colours and tiles -------------------------------------------------------------------------------

BUILDING, MONASTERY, SHIP, LIVESTOCK, CASTLE, MINE = range(len(COLOURS))

TILES = (None, *(tile.name for tile in modules.TILES))  # 0: nothing
TILE_IDS = {name: number for number, name in enumerate(TILES) if name}
TILE_COUNT = len(TILES)
DOUBLE = 64  # added to the number of a double tile, which has two storage spaces, where it is among tiles


def tile_id(name: str) -> int:
    """The number of a tile."""
    return TILE_IDS[name]


def _names_of(colour: str) -> tuple[str, ...]:
    return tuple(tile.name for tile in modules.TILES if tile.colour == colour)


BUILDING_KINDS = _names_of("building")
MONASTERIES = len(_names_of("monastery"))
WAREHOUSE, WATCHTOWER, CARPENTER, CHURCH, MARKET, BOARDING_HOUSE, BANK, TOWN_HALL = (
    tile_id(kind)
    for kind in (
        "warehouse", "watchtower", "carpenter", "church", "market", "boarding_house", "bank", "town_hall",
    )
)  # fmt: skip
MONASTERY_0 = tile_id("m1") - 1  # monastery number m is tile MONASTERY_0 + m
SHIP_TILE, CASTLE_TILE, MINE_TILE = tile_id("ship"), tile_id("castle"), tile_id("mine")

# Of a tile: its colour, -1 for none of its own. Tiles of a colour need not stand together.
COLOUR_OF = np.array([-1, *(COLOURS.index(tile.colour) if tile.colour else -1 for tile in modules.TILES)], np.int8)
ALL_SPECIES = tuple(dict.fromkeys(tile.species for tile in modules.TILES if tile.species))
SPECIES_OF = np.array(
    [-1, *(ALL_SPECIES.index(tile.species) if tile.species else -1 for tile in modules.TILES)], np.int8
)
ANIMALS = np.array([0, *(tile.animals for tile in modules.TILES)], np.int8)

# --- stages and pending decisions --------------------------------------------------------------------

STAGES = modules.STAGES


def stage(name: str) -> int:
    """The number of a stage; they follow each other by it."""
    return STAGES.index(name)


STAGE_SIDES, STAGE_START, STAGE_TURN, STAGE_OVER = (stage(name) for name in BASE.stages)

PENDING_KINDS = tuple(pending.kind for pending in modules.PENDING)


def pending_kind(kind: str) -> int:
    """The number of a kind of pending decision."""
    return PENDING_KINDS.index(kind)


P_CASTLE, P_SHIP, P_SHIP2, P_KEEP, P_TAKE, P_SELL, P_PLACE, P_PICK, P_DISCARD = (
    pending_kind(pending.kind) for pending in BASE.pending
)
KIND, ARG_A, ARG_B = 0, 1, 2  # of an entry; what its arguments mean the descriptors say
MAY_SKIP = np.array([pending.skip for pending in modules.PENDING])
MAY_INTERRUPT = np.array([pending.any for pending in modules.PENDING])
ASKS_WHICH = np.array(
    [any(argument.of == "channel" for argument in pending.arguments) for pending in modules.PENDING]
)
LAPSES = np.array([pending.skip or pending.lapses for pending in modules.PENDING])
WAITS = np.array([pending.waits for pending in modules.PENDING])

FREE = CHANNELS.index("free")

# --- where victory points come from ------------------------------------------------------------------

SOURCES = tuple(score.name for score in modules.SCORES if not score.final)  # counted while playing, in `state.source`
FINAL_SOURCES = tuple(score.name for score in modules.SCORES if score.final)
SCORE_NAMES = SOURCES + FINAL_SOURCES
FINAL_0 = len(SOURCES)


def source(name: str) -> int:
    """The number of a source of victory points."""
    return SCORE_NAMES.index(name)


(FROM_REGIONS, FROM_PHASE, FROM_COLOURS, FROM_LIVESTOCK, FROM_GOODS, FROM_WATCHTOWERS, FROM_M7, FROM_EARLIER) = (
    source(score.name) for score in BASE.scores if not score.final
)
FROM_CARDS, FROM_BOARDING_HOUSES = source("county_cards"), source("boarding_houses")
# Monasteries that score at the end: m15 is number 15.
FINAL_MONASTERIES = tuple(int(name[1:]) for name in FINAL_SOURCES if name[1:].isdigit())
# The scores that only games with a module have, those that only players have, and those of the Châteauma.
MODULE_SCORES = {score.name: module.key for module in modules.MODULES for score in module.scores}
PLAYER_SCORES = tuple(score.name for score in modules.SCORES if score.player)
CHATEAUMA_SCORES = modules.order.CHATEAUMA_SCORES

# --- bonus tiles -------------------------------------------------------------------------------------

# `state.bonus` is a set of bits: bit 2 * place in BONUS_TILES for the large tile, 2 * place + 1 for the small one;
# those of the colours come first.
BONUS_TILES = modules.BONUS_TILES
BONUS_NAMES = tuple(f"{name}_{size}" for name in BONUS_TILES for size in ("large", "small"))


def bonus_tile(name: str) -> int:
    """The number of a kind of bonus tiles."""
    return BONUS_TILES.index(name)


# --- the Châteauma ------------------------------------------------------------------------------------

LEFT, RIGHT = 0, 1
FACE_DOWN = 64  # added to a tile that lies face down: a joker
UNSEEN = 96  # plus a colour: a tile of modifier A on a space of that colour

# --- the team game -----------------------------------------------------------------------------------

OF_TEAM = 128  # added to the name of a stored tile that both partners may use

# --- the tape: what happens --------------------------------------------------------------------------

# Row 0 is the header. The other rows are events (kind, a, b, result, more). A replaying tape has its
# script in the rows from TAPE_READ on and is written like a recording one.
CHANCE_KINDS = ("action", *(chance.kind for chance in modules.CHANCE))
# The Châteauma's steps follow the kinds of chance, and what an action scored (seat, source, points); both are told,
# never scripted.
STEP_KINDS = tuple(step.kind for step in modules.STEPS)
STEP_0 = len(CHANCE_KINDS)
E_POINTS = STEP_0 + len(STEP_KINDS)


def chance_kind(kind: str) -> int:
    """The number of a kind of chance event."""
    return CHANCE_KINDS.index(kind)


def step_kind(kind: str) -> int:
    """The number of a kind of step of the Châteauma."""
    return STEP_0 + STEP_KINDS.index(kind)


E_ACTION = 0
(E_FIRST_PLAYER, E_DUCHY, E_PILE_GOODS, E_START_GOODS, E_DEPOT_TILE, E_BLACK_TILE, E_ROUND_GOODS, E_DIE,
 E_WHITE_DIE) = (chance_kind(chance.kind) for chance in BASE.chance)  # fmt: skip
E_COUNTY_CARD, E_JOKER_TILE, E_PRESET_TILE, E_CHATEAUMA_DIE = (
    chance_kind(chance.kind) for chance in CHATEAUMA.chance
)
(S_TAKES, S_USES_INVENTORY, S_USES_JOKER, S_TAKES_JOKER, S_FINDS_NOTHING, S_SELLS, S_HAS_NOTHING_TO_SELL,
 S_GETS_SILVER, S_GETS_VP, S_FETCHES, S_FETCHES_NOTHING, S_SHIPS, S_FINISHES, S_PLAYS_AGAIN, S_WINS_BONUS, S_BUYS,
 S_MINES) = (step_kind(step.kind) for step in CHATEAUMA.steps)  # fmt: skip
TAPE_COLUMNS = 5
TAPE_OFF, TAPE_RECORD, TAPE_REPLAY = 0, 1, 2
TAPE_MODE, TAPE_NEXT, TAPE_TROUBLE, TAPE_READ, TAPE_END = range(TAPE_COLUMNS)
LONGEST_STEP = 400  # more events than one action can ever cause


def new_tape(rows: int = 1, mode: int = TAPE_OFF) -> np.ndarray:
    """An empty tape; the default one records nothing."""
    tape = np.zeros((rows, TAPE_COLUMNS), np.int16)
    tape[0, TAPE_MODE] = mode
    tape[0, TAPE_NEXT] = 1
    return tape


# --- records -----------------------------------------------------------------------------------------


def record(arrays: Iterable[Array]) -> np.dtype:
    """A record of these fields, of which kernels run without the compiler may say `s.vp`, too."""
    return np.dtype((np.record, np.dtype([(array.name, array.kind, array.shape) for array in arrays], align=True)))


STATE = record(modules.STATE)  # one game

DUCHIES_GIVEN, DUCHIES_RANDOM, DUCHIES_SIDES = range(3)  # how players come to their boards

BIT = np.array([1 << h for h in range(63)], np.int64)


def hex_set(hexes: Iterable[int]) -> int:
    """Hexes, which count from 1, as a set of bits."""
    return sum(1 << (h - 1) for h in hexes)
