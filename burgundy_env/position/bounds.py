"""What no play can exceed, so that whatever a document may say can be played to the end, and written and read on the
way there.

A number may stand in a document if it fits its field together with all that the game can still bring. Each sum here
adds the two up, and no action lets it grow: what an action brings is taken from what was still to come (a die, an
empty hex, a decision, a tile that nobody has). So a position that is accepted is followed by such as are accepted.

The numbers are generous and the reasons stand beside them; real games stay far below.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..config import GameConfig
from ..engine.layout import (
    CARPENTER,
    CASTLE_TILE,
    CHURCH,
    COLOURS,
    FACE_DOWN,
    GOODS,
    HELD,
    HEXES,
    MARKET,
    P_DISCARD,
    PENDING_DEPTH,
    PHASES,
    ROUNDS,
    SETTLED,
    STAGE_OVER,
    STAGE_TURN,
    STORAGE,
    TILE_COUNT,
    TOWN_HALL,
    UNSEEN,
    tile_id,
)
from ..engine.rules.holdings import settled_of
from ..engine.rules.storage import P_STOW
from ..modules import PENDING, TILES
from ..modules.vineyards import ROWS, SPACES
from . import vineyards
from .forms import At, owner_key
from .modules import SPACE_WORTH, laid_goods, spaces_left
from .values import PositionError

MOST_WEALTH = 32_000  # VP, workers and twice the silver of a seat: the fields and the final sum hold 32,767
_SILVER = 2  # monastery 28 turns a silver into two workers
_ACTION = 8  # the workers action: 4 and a silver (monasteries 13, 14); a sale: 2 silver and a worker (3, 4)
_HERD = 45  # a pasture of 9 hexes with 4 animals on each, a point for each tile (monastery 7); buildings bring less
_DECISIONS = 4  # that a tile opens, each worth an action
_MINE = 3  # silver, and a worker (monastery 2)
_VINEYARD_SPACE = 2 * _ACTION  # two bonuses; silver, workers and VP are less
_GAINS = 3  # of workers, by an action: the workers themselves, and two silver for which monastery 28 hires
_MONASTERIES_AGAIN = 600  # shield 10: the final scoring's of all monasteries, those of another seat too
_AT_ONCE = 12 * 4 * (HEXES + 1)  # solo: each of 12 monasteries, 4 VP for each building
_TARGETS = 5 / 2  # solo: 5 VP reach a target, which gives an action; what that brings may be VP again
_PLACEMENT = 200  # of the Châteauma: 22 animals scored, a sale or two, a third of a county card
_TURN = 10  # of the Châteauma: 2 silver where it finds nothing, a sale
_SMALLEST_CARD = 3
_WAITING = 16  # solo: steps that wait, with the tiles that could set off more of them
_ABOVE = 4  # solo: decisions above them; play has two at most
_OPEN = 20  # decisions: play comes to 17, of which the spaces that goods are laid on bring 15

# By these the Châteauma places another tile,
_ACTING = (CASTLE_TILE, TOWN_HALL, *(tile_id(tile.name) for tile in TILES if tile.places))
# and brings one to the inventory by these.
_FETCHING = (CARPENTER, CHURCH, MARKET, *(tile_id(tile.name) for tile in TILES if tile.fetches))
_WAITS = np.array([pending.waits for pending in PENDING])
_AT_ONCE_DECIDED = np.array([not pending.any for pending in PENDING])

assert 2 * _WAITING <= PENDING_DEPTH
assert _OPEN + SPACES + ROWS + STORAGE + len(COLOURS) < PENDING_DEPTH


def check(config: GameConfig, s: Any, t: Any) -> None:
    """Raise PositionError if something is more than a game can bring, or could come to more than it can hold."""
    for p in range(config.owners):
        _check_wealth(owner_key(config, p), s, p, _still_to_come(config, s, t, p))
    _check_stack(s, t)
    if config.chateauma:
        c = int(t.chateauma)
        placements = _placements_to_come(s, t, c)
        _check_holdings(s, t, placements)
        _check_wealth("chateauma", s, c, _still_to_come_for_chateauma(s, t, c, placements))
        _check_posts(s, placements)


def _check_wealth(key: str, s: Any, p: int, to_come: int) -> None:
    wealth = int(s.vp[p]) + int(s.workers[p]) + _SILVER * int(s.silver[p])
    if wealth + to_come > MOST_WEALTH:
        raise PositionError(
            f"{key}: VP, workers and twice the silver come to {wealth:,}; as this game may still bring {to_come:,}, "
            f"it can be {MOST_WEALTH - to_come:,} at most"
        )


def _rounds_to_come(s: Any) -> int:
    """Rounds that have not begun."""
    begun = ROUNDS * int(s.phase) + int(s.round_number) + 1 if s.stage >= STAGE_TURN else 0
    return PHASES * ROUNDS - begun


def _phases_to_end(s: Any) -> int:
    return 0 if s.stage == STAGE_OVER else PHASES - int(s.phase)


def _still_to_come(config: GameConfig, s: Any, t: Any, p: int) -> int:
    """The most that a player, or a team, can still get."""
    seats = range(p, config.players, config.owners)
    unused = sum(int((s.used[seat] == 0).sum()) for seat in seats) if s.stage == STAGE_TURN else 0
    dice = 2 * _rounds_to_come(s) * len(seats) + unused
    all_hexes = At(config, s, t).hexes
    hexes = all_hexes - int(s.occupied[p]).bit_count()
    decisions = _decisions(s) if s.active in seats else 0
    goods = GOODS * int(t.goods_per_type) - int(s.sold[p].sum()) - laid_goods(s, p)
    most: int = _ACTION * (dice + decisions) + SPACE_WORTH * spaces_left(s, t, p) + int(t.goods_vp) * goods
    most += hexes * (int(t.region_vp.max()) + int(t.phase_bonus.max()) + _HERD + _DECISIONS * _ACTION)
    most += all_hexes * _MINE * _phases_to_end(s) + _bonuses(s, t, p)
    most += _VINEYARD_SPACE * vineyards.openings_left(s, t, p) + vineyards.most_vp(t)
    if t.shields:
        most += _by_shields(s, t, p, most)
    return int(_TARGETS * (most + _AT_ONCE)) if config.solo else most


def _by_shields(s: Any, t: Any, p: int, most: int) -> int:
    """The most that shields bring besides: 7, 8, 9 and 12 double some of what comes, 1 makes larger herds, 10 and 13
    score at the end, and 2 brings a worker whenever another seat gains some."""
    return (
        most
        + _MONASTERIES_AGAIN
        + 2 * int(t.shield_vp.sum())
        + sum(_gains_to_come(s, t, q) for q in range(t.players) if q != p)
    )


def _gains_to_come(s: Any, t: Any, p: int) -> int:
    """How often a player can still gain workers."""
    hexes = HEXES - int(s.occupied[p]).bit_count()
    actions = 2 * (_rounds_to_come(s) + 1) + int(s.depth) + _DECISIONS * hexes + spaces_left(s, t, p)
    goods = GOODS * int(t.goods_per_type)  # shield 9: a silver for each
    return _GAINS * actions + goods + HEXES * _MINE * _phases_to_end(s) + int(s.silver[p])


def _decisions(s: Any) -> int:
    """Those that may bring something: of a tile that has come it is only asked where it goes, what goes instead."""
    kinds: list[int] = s.pending[: s.depth, 0].tolist()
    return sum(kind not in (P_DISCARD, P_STOW) for kind in kinds)


def _bonuses(s: Any, t: Any, p: int) -> int:
    """Bonus tiles that are left, one of a kind for a seat; links of border posts."""
    kinds = sum(left > 0 and not int(s.bonus[p]) >> (2 * kind) & 3 for kind, left in enumerate(s.bonus_left.tolist()))
    most: int = kinds * int(t.bonus_vp.max())
    return most + (int(t.phase_bonus.max()) if t.border_posts else 0)


# --- decisions ----------------------------------------------------------------------------------------


def _check_stack(s: Any, t: Any) -> None:
    """An action takes the last decision away and opens others instead: one for each space that goods
    are laid on, one more for a space and for a full row of a vineyard, in the solo
    game steps that wait for each tile that comes from storage or the black depot.
    """
    kinds = s.pending[: s.depth, 0]
    if t.solo:
        waiting, tiles = int(_WAITS[kinds].sum()), int(s.stored[0]) + int(np.count_nonzero(s.black_depot))
        if waiting + tiles > _WAITING or len(kinds) - waiting > _ABOVE:
            raise PositionError(
                f"pending: {len(kinds)} entries; there can be {_ABOVE} decisions, and with {tiles} tiles in storage "
                f"and black_depot {max(0, _WAITING - tiles)} that wait below them"
            )
        return
    opened = len(kinds) - int(_AT_ONCE_DECIDED[kinds[-1:]].sum())
    spaces = spaces_left(s, t, int(s.active)) + vineyards.openings_left(s, t, int(s.active))
    most = _OPEN + (SPACES + ROWS if t.vineyards else 0)
    if opened + spaces > most:
        raise PositionError(f"pending: {len(kinds)} entries; no turn comes to more than {most - spaces} here")


# --- the Châteauma ------------------------------------------------------------------------------------


def _turns_to_come(s: Any, c: int) -> int:
    """The Châteauma's turns, that of this round included if it has yet to come."""
    due = s.stage == STAGE_TURN and s.order.tolist().index(c) > s.turn
    return _rounds_to_come(s) + int(due)


def _placed(s: Any) -> np.ndarray:
    """How many tiles of each name it has placed, on cards or in its duchy."""
    tiles = np.concatenate([s.card_tiles.ravel(), s.settled[: s.settled_count]]).astype(int)
    tiles = np.where((tiles >= UNSEEN), 0, tiles % FACE_DOWN)
    counts: np.ndarray = np.bincount(tiles, minlength=TILE_COUNT)
    return counts


def _unplaced(s: Any, t: Any, kinds: tuple[int, ...]) -> int:
    """How many tiles of these kinds it could still place, were all of them to come to it."""
    placed = _placed(s)
    return sum(max(0, int(t.supply[tile]) + int(t.black_supply[tile]) - int(placed[tile])) for tile in kinds)


def _placements_to_come(s: Any, t: Any, c: int) -> int:
    """How many tiles it can still place: one a turn, and one by each tile that acts so, and by each extra turn."""
    extra = sum(
        int(t.extra_turns[colour]) >> place & 1
        for colour in range(len(COLOURS))
        for place in range(int(settled_of(s, colour)) + 1, HEXES + 1)
    )
    return _turns_to_come(s, c) + _unplaced(s, t, _ACTING) + extra


def _check_holdings(s: Any, t: Any, placements: int) -> None:
    """Its two rows of tiles are as long as the longest game needs."""
    settled = int(s.settled_count) + int(np.count_nonzero(s.card_tiles)) + placements
    if settled > SETTLED:
        raise PositionError(
            f"chateauma.duchy: {s.settled_count} tiles; with those on its cards and {placements} that it may still "
            f"place there would be {settled}, and a whole game brings {SETTLED} at most"
        )
    phases = PHASES - 1 - int(s.phase) if s.stage >= STAGE_TURN else PHASES
    to_come = int(np.count_nonzero(s.black_depot)) + phases * int(t.black_slots) + _unplaced(s, t, _FETCHING)
    if s.held_count + to_come > HELD:
        raise PositionError(
            f"chateauma.inventory: {s.held_count} tiles and jokers; with {to_come} that it may still get there would "
            f"be {s.held_count + to_come}, and a whole game brings {HELD} at most"
        )


def _cards_to_come(s: Any, placements: int) -> int:
    """How many county cards it can still finish."""
    return (placements + int(np.count_nonzero(s.card_tiles))) // _SMALLEST_CARD


def _check_posts(s: Any, placements: int) -> None:
    most = SETTLED // _SMALLEST_CARD - _cards_to_come(s, placements)
    if s.posts > most:
        raise PositionError(
            f"chateauma.posts: {s.posts} finished cards with a border post; by now there can be {most}"
        )


def _still_to_come_for_chateauma(s: Any, t: Any, c: int, placements: int) -> int:
    """The most that the Châteauma can still get."""
    goods = GOODS * int(t.goods_per_type) - int(s.sold[c].sum())
    most = _TURN * _turns_to_come(s, c) + _PLACEMENT * placements + int(t.goods_vp) * goods
    most += _cards_to_come(s, placements) * int(t.card_points.max()) + _SILVER * SETTLED * _phases_to_end(s)
    most += int(t.chateauma_shield_vp.max())
    return most + _bonuses(s, t, c)
