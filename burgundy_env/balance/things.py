"""What the study of tiles gives: everything that lies about and may come to be somebody's, by number.

Tiles have their own numbers; double tiles, shields, vine bonus tiles and bonus tiles follow them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..engine.layout import BONUS_NAMES, COLOUR_OF, COLOURS, TILE_COUNT, TILES
from ..modules.shields import SHIELD_NAMES
from ..modules.vineyards import DOUBLES, VINES
from ..nearest import nearest
from .errors import BalanceError

# The number of the first of each; double tiles and shields count from 1 among themselves.
DOUBLE_0 = TILE_COUNT - 1
SHIELD_0 = DOUBLE_0 + len(DOUBLES)
VINE_0 = SHIELD_0 + len(SHIELD_NAMES) + 1
BONUS_0 = VINE_0 + len(VINES)
THINGS = (
    *(name or "" for name in TILES),
    *(f"double {name}" for name in DOUBLES),
    *(f"shield {name}" for name in SHIELD_NAMES),
    *(f"vine {name}" for name in VINES),
    *(f"bonus {name.replace('_', ' ')}" for name in BONUS_NAMES),
)  # fmt: skip
THING_COUNT = len(THINGS)

KINDS = (*COLOURS, "inn", "double", "shield", "vine", "bonus")
MODULE_OF = {"inn": "inns", "double": "vineyards", "shield": "shields", "vine": "vineyards"}  # without which: none
INNS, DOUBLE_TILES, SHIELD_TILES, VINE_TILES, BONUS = range(len(COLOURS), len(KINDS))
# By number: the kind, as a number; -1 for what is never given.
KIND_OF = np.array(
    [
        *(INNS if name == "inn" else COLOUR_OF[tile] for tile, name in enumerate(TILES)),
        *[DOUBLE_TILES] * len(DOUBLES), *[SHIELD_TILES] * len(SHIELD_NAMES), *[VINE_TILES] * len(VINES),
        *[BONUS] * len(BONUS_NAMES),
    ],
    np.int8,
)  # fmt: skip


def kind(name: str) -> str:
    """The name of a kind of things, also in the plural; BalanceError if there is none of that name."""
    for spelled in (name, name.removesuffix("s"), name.removesuffix("es"), f"{name.removesuffix('ies')}y"):
        if spelled in KINDS:
            return spelled
    raise BalanceError(f"kinds: {name!r} is no kind of tile{nearest(name, KINDS)}; there are {', '.join(KINDS)}")


def mask_of(kinds: Sequence[str]) -> int:
    """Kinds as a set of bits; none: all."""
    return sum(1 << KINDS.index(one) for one in kinds or KINDS)


assert len(KIND_OF) == THING_COUNT
