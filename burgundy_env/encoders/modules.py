"""The blocks of modules: last in a row, in this order, and only where the config plays them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..engine.jit import kernel_of_constants
from .chateauma import CHATEAUMA, CHATEAUMA_SIZE, write_chateauma
from .expansions import EXPANSIONS, write_expansions
from .fields import Field, end_of, lay_out
from .team import TEAM

if TYPE_CHECKING:
    from ..config import GameConfig


class Blocks(NamedTuple):
    """Which blocks a row has besides those of the base game."""

    chateauma: bool = False
    expansions: bool = False
    team: bool = False

    @classmethod
    def of(cls, config: GameConfig) -> Blocks:
        """The blocks that the games of a config need."""
        return cls(config.chateauma is not None, bool(config.modules), bool(config.teams))


def with_modules(fields: tuple[Field, ...], blocks: Blocks) -> tuple[Field, ...]:
    """The fields of a row with the blocks of the modules that are played."""
    if blocks.chateauma:
        fields += lay_out(CHATEAUMA, end_of(fields))
    if blocks.expansions:
        fields += lay_out(EXPANSIONS, end_of(fields))
    if blocks.team:
        fields += lay_out(TEAM, end_of(fields))
    return fields


EXPANSIONS_SIZE = end_of(EXPANSIONS)


@kernel_of_constants
def write_modules(t, s, seat, out, j):
    """All blocks that are played from out[j] on, which is 0 so far."""
    if t.chateauma >= 0:
        write_chateauma(t, s, out, j)
        j += CHATEAUMA_SIZE
    if t.modules != 0:
        write_expansions(t, s, seat, out, j)
