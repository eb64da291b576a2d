"""What a seat sees, as numbers: one kernel per encoder, each writing a row.

Every encoder is a table of named fields and kernels that fill them block by block; the other files hold the blocks
they share. `flat.py`, `planes.py` and `tokens.py` write all that lies open, `compact.py` what is cheap; `features.py`
and `actions.py` ask the rules and the heuristic what it comes to, `ahead.py` a search of the turn as well.

Only what lies open is written: no generator, no supplies, no goods of coming phases. What a perfect
memory would add (which tiles have left the game, hence what the bags may still hold) is left out: the
rules hide the bags, and a player who wants to count has to remember, as at the table.

Blocks of modules come last and only when they are played: a row of the base game is how every row of the
same encoder begins. `compact` and `features` are the same for every config.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.jit import kernel, kernel_of_constants
from . import actions, ahead
from .actions import padded_fields, write_padded
from .ahead import write_padded_ahead
from .compact import COMPACT, write_compact
from .features import CONTEXT, write_feature_row
from .fields import Field, end_of
from .flat import FLAT, write_flat
from .modules import Blocks, with_modules
from .planes import SIDE, planes_fields, write_planes
from .tokens import WIDTH, tokens_fields, write_tokens

ENCODERS = ("flat", "planes", "tokens", "compact", "features", "actions", "ahead")
_FLAT, _PLANES, _TOKENS, _COMPACT, _FEATURES, _ACTIONS, _AHEAD = range(len(ENCODERS))
_RECKONED = (_FEATURES, _ACTIONS, _AHEAD)


def fields_of(encoder: int, blocks: Blocks) -> tuple[Field, ...]:
    """The fields of an encoder, with the blocks of the modules that are played."""
    if encoder == _COMPACT:
        return COMPACT
    if encoder == _FEATURES:
        return CONTEXT
    if encoder == _ACTIONS:
        return padded_fields(actions.columns(blocks.expansions))
    if encoder == _AHEAD:
        return padded_fields(ahead.columns(blocks.expansions))
    if encoder == _PLANES:
        return planes_fields(blocks)
    return tokens_fields(blocks) if encoder == _TOKENS else with_modules(FLAT, blocks)


def shape_of(encoder: int, blocks: Blocks) -> tuple[int, ...]:
    """The shape that the numbers of an observation are given."""
    size = end_of(fields_of(encoder, blocks))
    if encoder == _PLANES:
        return size // SIDE**2, SIDE, SIDE
    return (size // WIDTH, WIDTH) if encoder == _TOKENS else (size,)


def dtype_of(encoder: int) -> np.dtype[np.uint8] | np.dtype[np.float32]:
    """Of which kind they are. Bytes are written half as fast again as so many numbers of float32."""
    return np.dtype(np.uint8) if encoder == _COMPACT else np.dtype(np.float32)


@kernel_of_constants
def write_observation(encoder, t, s, seat, out):
    """Fill a row of float32, or of bytes that lie there, with what a seat sees, by the encoder with this number."""
    if encoder == _FEATURES:
        write_feature_row(t, s, seat, out)
    elif encoder == _ACTIONS:
        write_padded(t, s, seat, out)
    elif encoder == _AHEAD:
        write_padded_ahead(t, s, seat, out)
    else:
        _write_seen(encoder, t, s, seat, out)


@kernel_of_constants
def _write_seen(encoder, t, s, seat, out):
    if encoder == _FLAT:
        write_flat(t, s, seat, out)
    elif encoder == _PLANES:
        write_planes(t, s, seat, out)
    elif encoder == _COMPACT:
        write_compact(t, s, seat, out.view(np.uint8))
    else:
        write_tokens(t, s, seat, out)


def encode(tables: Any, states: Any, seats: Any, encoder: int, out: Any) -> None:
    """Fill a row for each game with what a seat of it sees. Two kernels: who only looks need not wait until the rules
    and the heuristic are compiled."""
    (_encode_reckoned if encoder in _RECKONED else _encode_seen)(tables, states, seats, encoder, out)


@kernel
def _encode_seen(tables, states, seats, encoder, out):
    for i in range(len(out)):
        _write_seen(encoder, tables[0], states[i], int(seats[i]), out[i])


@kernel
def _encode_reckoned(tables, states, seats, encoder, out):
    for i in range(len(out)):
        write_observation(encoder, tables[0], states[i], int(seats[i]), out[i])
