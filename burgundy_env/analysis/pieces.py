"""The best turns of a position, judged piece by piece: whoever watches asks for the next futures or lets it be.

Nothing is kept between two pieces but what is handed back, so that each may be worked out in another process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..engine.actions import IDS
from ..game import Game, inside
from ..players.turn.futures import PAIRS
from ..players.turn.thinking import seats_of
from .judge import Compared, Ends, Judge, with_played

Array = np.ndarray[Any, Any]
_MOST_AT_ONCE = 10 * PAIRS


@dataclass(frozen=True)
class Begun:
    """What a search has found: the ends of turns that futures tell apart."""

    ends: Ends
    last: int
    taken: int | None  # the place of the turn that was played, where there was one


def begun(judge: Judge, game: Game, played: Sequence[str] = ()) -> Begun:
    """Look for the best turns; `played`: one that is judged with them."""
    seen = game.copy()
    seen.redetermine(judge.seed)
    found, ends = judge.search(inside(seen), 0)
    if not played:
        return Begun(ends, found.last, None)
    for action in played[:-1]:
        seen.push(action)
    ends, taken = with_played(ends, inside(seen).state, tuple(IDS[action] for action in played))
    return Begun(ends, found.last, taken)


def more(met: int, most: int) -> int:
    """How many futures come next, after so many: few at first, so that something is known soon."""
    return min(met + PAIRS, _MOST_AT_ONCE, most - met)


def piece(judge: Judge, game: Game, these: Begun, met: int, count: int) -> Array:
    """What the next futures say of each end."""
    return judge.rows(game.view(judge.seed), these.ends, these.last, judge.first_future(0, 1) + met, count)


def compared(game: Game, these: Begun, pieces: Sequence[Array]) -> Compared:
    """What all of them say together."""
    assert game.active is not None
    seats = seats_of(inside(game))
    return Compared.of(np.concatenate(pieces), these.ends.paths, game.active, seats, game.config.teams)


def in_order(found: Compared, solo: bool) -> list[int]:
    """The lines, best first: by their lead, in the solo game by the chance to win."""
    if solo:
        return np.argsort(-found.win[:, :, found.seat].mean(0), kind="stable").tolist()  # type: ignore[no-any-return]
    return found.order()


def watched_lines(judge: Judge, game: Game) -> Iterator[Compared]:
    """The best lines of a position with ever more futures, up to the judge's number."""
    these, pieces, met = begun(judge, game), list[Array](), 0
    while met < judge.futures:
        count = more(met, judge.futures)
        pieces.append(piece(judge, game, these, met, count))
        met += count
        yield compared(game, these, pieces)
