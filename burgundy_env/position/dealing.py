"""Dealing what the table can't see, for positions that don't say it.

Of the tiles not in view some left the game and some are still in the supplies. First every tile in view
gets a back, coloured or black, such that no more of a back came into the game than were drawn; then
every way to share out the rest is equally likely.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..config import GameConfig
from ..engine.layout import (
    CASTLE,
    CASTLE_TILE,
    COLOUR_OF,
    COLOURS,
    GOODS,
    TILE_COUNT,
)
from ..engine.rng import below
from . import vineyards
from .chateauma import jokers
from .checks import visible_tiles
from .forms import At
from .parts import goods_in_view


def deal_hidden(config: GameConfig, s: Any, t: Any) -> None:
    """Fill the supplies and the goods piles from the state's own generator."""
    at = At(config, s, t)
    phases = at.phases
    drawn = _drawn(config, s, t, phases)
    drawn_black = phases * int(t.black_slots) + int(t.unseen_tiles.sum())
    coloured, black = _deal_backs(config, s, t, drawn, drawn_black)
    for colour in range(len(COLOURS)):
        of_colour = COLOUR_OF == colour
        _choose(s, coloured * of_colour, s.supply, int(t.supply[of_colour].sum()) - drawn[colour])
    _choose(s, black, s.black_supply, int(t.black_supply.sum()) - drawn_black)
    _choose(s, np.full(GOODS, int(t.goods_per_type)) - goods_in_view(at), s.pile, at.goods_to_come)
    if t.vineyards:
        vineyards.deal(at)


def deal_unseen(config: GameConfig, s: Any, t: Any) -> None:
    """What modifier A's tiles are: any with a black back that neither lie elsewhere nor are in the supply."""
    coloured = t.supply.astype(int) - s.supply - np.bincount(s.depot.ravel(), minlength=TILE_COUNT)
    face_down = jokers(s)
    black = np.clip(visible_tiles(config, s, t) - face_down - np.clip(coloured, 0, None), 0, None) + face_down
    left = t.black_supply - s.black_supply - np.bincount(s.black_depot, minlength=TILE_COUNT) - black
    chosen = np.zeros(TILE_COUNT, int)
    left[0] = 0
    _choose(s, np.clip(left, 0, None), chosen, int(t.unseen_tiles.sum()))
    s.unseen[: chosen.sum()] = np.repeat(np.arange(TILE_COUNT), chosen)


def _drawn(config: GameConfig, s: Any, t: Any, phases: int) -> list[int]:
    """How many tiles of each colour have left their supply, start castles included."""
    drawn = [int((t.slot_colour[:phases] == colour).sum()) for colour in range(len(COLOURS))]
    drawn[CASTLE] += config.owners if phases else int(np.count_nonzero(s.occupied[: config.owners]))
    if config.chateauma:
        drawn[CASTLE] += 1  # on its first card
        drawn = [count + int(preset) for count, preset in zip(drawn, t.preset_tiles, strict=True)]
    return drawn


def _deal_backs(
    config: GameConfig, s: Any, t: Any, drawn: list[int], drawn_black: int
) -> tuple[np.ndarray, np.ndarray]:
    """The tiles not in view with a coloured and with a black back, by name."""
    coloured = t.supply.astype(int) - np.bincount(s.depot.ravel(), minlength=TILE_COUNT)
    black = t.black_supply.astype(int) - np.bincount(s.black_depot, minlength=TILE_COUNT)
    seen = visible_tiles(config, s, t)
    seen[CASTLE_TILE] += s.set_aside
    seen[COLOUR_OF < 0] = 0  # those are in no supply
    coloured[0] = black[0] = 0  # empty slots
    # What was drawn and lies in no depot, by back: the last one is black.
    depots = np.bincount(COLOUR_OF[s.depot[s.depot > 0]], minlength=len(COLOURS))
    away = [*(drawn - depots).tolist(), drawn_black - int(np.count_nonzero(s.black_depot))]
    # Where one back has too few of a name, or is known (start castles), the other one is certain.
    certain_black = np.maximum(np.clip(seen - coloured, 0, None), jokers(s))
    certain_coloured = np.clip(seen - black, 0, None)
    starts = int(np.count_nonzero(s.occupied[: config.owners]))
    certain_coloured[CASTLE_TILE] = min(max(int(certain_coloured[CASTLE_TILE]), starts), int(coloured[CASTLE_TILE]))
    certain_black = np.minimum(certain_black, seen - np.minimum(certain_coloured, seen))
    for tile in range(1, TILE_COUNT):
        _give(away, coloured, tile, int(certain_coloured[tile]), int(COLOUR_OF[tile]))
        _give(away, black, tile, int(certain_black[tile]), len(COLOURS))
    _deal_uncertain(s, t, away, coloured, black, seen - certain_black - certain_coloured)
    return coloured, black


def _give(away: list[int], unseen: np.ndarray, tile: int, count: int, back: int) -> None:
    unseen[tile] -= count
    away[back] -= count


def _deal_uncertain(
    s: Any, t: Any, away: list[int], coloured: np.ndarray, black: np.ndarray, uncertain: np.ndarray
) -> None:
    """Give the tiles that may have either back one, in random order, by how many of each are about."""
    tiles = np.repeat(np.arange(TILE_COUNT), uncertain).tolist()
    left = np.bincount(COLOUR_OF[tiles], minlength=len(COLOURS)) if tiles else np.zeros(len(COLOURS), int)
    printed_black, black_back = int(t.black_supply.sum()), len(COLOURS)
    while tiles:
        tile = tiles.pop(below(s, len(tiles)))
        colour = int(COLOUR_OF[tile])
        printed = int(t.supply[COLOUR_OF == colour].sum())
        # Black backs that tiles of other colours can't do without are not for this one.
        needed = sum(max(0, int(left[c]) - max(away[c], 0)) for c in range(len(COLOURS)) if c != colour)
        weight = max(away[colour], 0) * int(coloured[tile]) * printed_black
        weight_black = max(away[black_back] - needed, 0) * int(black[tile]) * printed
        if weight + weight_black == 0:  # a position no game can lead to: what was printed decides
            weight, weight_black = int(coloured[tile]), int(black[tile])
        if below(s, weight + weight_black) < weight:
            _give(away, coloured, tile, 1, colour)
        else:
            _give(away, black, tile, 1, black_back)
        left[colour] -= 1


def _choose(s: Any, unseen: np.ndarray, chosen: np.ndarray, wanted: int) -> None:
    """Move `wanted` random things, or all there are, from the unseen to the chosen ones."""
    unseen = unseen.copy()
    for _ in range(min(max(wanted, 0), int(unseen.sum()))):
        kind = int(np.flatnonzero(unseen.cumsum() > below(s, unseen.sum()))[0])
        unseen[kind] -= 1
        chosen[kind] += 1
