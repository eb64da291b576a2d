"""The blocks that all seats share: the table, the decision to be made, the config."""

from __future__ import annotations

import numpy as np

from ..engine.jit import kernel_of_constants
from ..engine.layout import (
    ARG_A,
    ARG_B,
    BLACK_SLOTS,
    CHANNELS,
    COLOURS,
    DEPOTS,
    DOUBLE,
    GOODS,
    HEXES,
    KIND,
    P_DISCARD,
    P_KEEP,
    P_PICK,
    P_SHIP2,
    P_TAKE,
    PENDING_KINDS,
    PHASES,
    ROUNDS,
    SEATS,
    SLOTS,
    STAGES,
)
from ..engine.rules.shields import P_SET
from .faces import FACE, FACE_MEANING, TILE, write_face, write_tile
from .fields import Field, end_of, firsts, lay_out, under

_F = np.float32
_COLOURS = len(COLOURS)
# Every observation has places for so many; later ones have theirs in the block of the modules, so that networks that
# were trained before still fit.
FIRST_KINDS, FIRST_STAGES = 17, 5
_kinds, _stages = ", ".join(PENDING_KINDS[:FIRST_KINDS]), ", ".join(STAGES[:FIRST_STAGES])

DEPOT_FIELDS = under(
    "table",
    [
        Field("depots", (DEPOTS, SLOTS, FACE), f"the tile in each slot, whose colour the slot tells. {FACE_MEANING}"),
        Field("depot_goods", (DEPOTS, GOODS), "goods in each depot by type, tiles / 4", high=2),
        Field("black_depot", (BLACK_SLOTS, TILE), "the tile in each slot: one of six colours, then the face"),
    ],
)
ROUND = under(
    "table",
    [
        Field("next_goods", (GOODS,), "type of the goods tile that the next round brings"),
        Field("coming_goods", (ROUNDS,), "types of goods by the round of this phase that brings them, / 6"),
        Field("white_die", (6,), "the white die as one of six"),
        Field("bonus_left", (_COLOURS,), "bonus tiles left by colour, / 2"),
        Field("phase", (PHASES,), "the phase as one of five"),
        Field("round", (ROUNDS,), "the round as one of five"),
    ],
)
DECISION = under(
    "decision",
    [
        Field("stage", (FIRST_STAGES,), f"one of {_stages}"),
        Field("kind", (FIRST_KINDS,), f"what is decided now, if an effect asks: one of {_kinds}"),
        Field("waiting", (FIRST_KINDS,), "decisions waiting below it by kind, / 4", high=4),
        Field("depot", (DEPOTS,), "the depot it is about, 0.5 for a waiting one: ship2, keep"),
        Field("colours", (_COLOURS,), "the colours that may be taken, 0.5 of a waiting one: take"),
        Field(
            "hex",
            (),
            "the hex the tile goes to, h1 .. h37 as 1 .. 37, / 37, 0 beyond: pick",
        ),
        Field("by", (len(CHANNELS),), "what pays for it: pick, one of " + ", ".join(CHANNELS)),
        Field("tile", (TILE,), "the tile that comes, colour and face: discard, with shields 14 and 15 set"),
    ],
)
CONFIG = under(
    "config",
    [
        Field("seats", (SEATS - 1,), "2, 3 or 4 seats; none of them in the solo game"),
        Field("alea_2011", (), "1 with the rules of 2011, 0 with the special edition's"),
    ],
)
SHARED = lay_out([*DEPOT_FIELDS, *ROUND, *DECISION, *CONFIG])
SHARED_SIZE = end_of(SHARED)
_at = firsts(SHARED)
_DEPOTS, _DEPOT_GOODS, _BLACK = _at["table.depots"], _at["table.depot_goods"], _at["table.black_depot"]
_ROUND, _DECISION, _CONFIG = _at["table.next_goods"], _at["decision.stage"], _at["config.seats"]
# Within each of the three:
_COMING, _WHITE, _BONUS_LEFT, _PHASE, _ROUND_NUMBER = (
    _at[f"table.{name}"] - _ROUND for name in ("coming_goods", "white_die", "bonus_left", "phase", "round")
)
_KIND, _WAITING, _DEPOT, _TAKE, _HEX, _BY, _TILE = (
    _at[f"decision.{name}"] - _DECISION for name in ("kind", "waiting", "depot", "colours", "hex", "by", "tile")
)
_ALEA = _at["config.alea_2011"] - _CONFIG


@kernel_of_constants
def write_shared(t, s, out, j):
    """Table, decision and config from out[j] on, which is 0 so far."""
    _write_depots(s, out, j)
    write_round(s, out, j + _ROUND)
    write_decision(s, out, j + _DECISION)
    write_config(t, out, j + _CONFIG)


@kernel_of_constants
def write_config(t, out, j):
    """How many sit at the table, and by which rules they play."""
    if t.seats > 1:
        out[j + int(t.seats) - 2] = _F(1)
    out[j + _ALEA] = _F(t.alea_2011)


@kernel_of_constants
def _write_depots(s, out, j):
    for depot in range(DEPOTS):
        for slot in range(SLOTS):
            write_face(out, j + _DEPOTS + FACE * (SLOTS * depot + slot), s.depot[depot, slot])
        for goods in range(GOODS):
            out[j + _DEPOT_GOODS + GOODS * depot + goods] = min(_F(s.depot_goods[depot, goods]) * _F(0.25), _F(2))
    for slot in range(BLACK_SLOTS):
        write_tile(out, j + _BLACK + TILE * slot, s.black_depot[slot])


@kernel_of_constants
def write_round(s, out, j):
    """What the round and those to come bring."""
    for colour in range(_COLOURS):
        out[j + _BONUS_LEFT + colour] = _F(s.bonus_left[colour]) * _F(0.5)
    coming = 0
    for i in range(ROUNDS - 1, -1, -1):
        if s.round_goods[i] > 0:
            coming = int(s.round_goods[i])
            out[j + _COMING + i] = _F(coming) * _F(1 / GOODS)
    if coming > 0:
        out[j + coming - 1] = _F(1)
    if s.white_die > 0:
        out[j + _WHITE + int(s.white_die) - 1] = _F(1)
    out[j + _PHASE + int(s.phase)] = _F(1)
    out[j + _ROUND_NUMBER + int(s.round_number)] = _F(1)


@kernel_of_constants
def write_decision(s, out, j):
    """The stage, the pending decision and those waiting below it."""
    if s.stage < FIRST_STAGES:
        out[j + int(s.stage)] = _F(1)
    depth = int(s.depth)
    for i in range(depth):
        kind, a, b = int(s.pending[i, KIND]), int(s.pending[i, ARG_A]), int(s.pending[i, ARG_B])
        now = i == depth - 1
        mark = _F(1) if now else _F(0.5)
        if kind < FIRST_KINDS and now:
            out[j + _KIND + kind] = _F(1)
        elif kind < FIRST_KINDS:
            out[j + _WAITING + kind] += _F(0.25)
        if kind == P_SHIP2 or kind == P_KEEP:
            out[j + _DEPOT + a] = mark
        elif kind == P_TAKE:
            for colour in range(_COLOURS):
                if (a >> colour) & 1 != 0:
                    out[j + _TAKE + colour] = mark
        elif kind == P_PICK:  # nothing comes above a pick or a discard, so these are decided now
            if a < HEXES:
                out[j + _HEX] = _F(a + 1) * _F(1 / HEXES)
            out[j + _BY + b] = _F(1)
        elif (kind == P_DISCARD or kind == P_SET) and a < DOUBLE:
            write_tile(out, j + _TILE, a)
