"""What our agents think, as `Thought`s: the best turns with what is expected of each.

`think(game)` comes before `act(game)` for the same position, where somebody wants to know. It changes nothing in what
is played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from burgundy_env import Game
    from burgundy_env.players.turn.thinking import Line
    from burgundy_env.players.turn.watched import WatchedSearch
    from burgundy_env.records import Thought

_SHOWN_DEAL = 1  # what is hidden is dealt so where nothing depends on it


def thought_of_lines(lines: Sequence[Line], game: Game) -> Thought:
    """What a search or a judge found, as it is told: the best few, rounded."""
    from burgundy_env.engine.actions import STRINGS
    from burgundy_env.records import Line as Told
    from burgundy_env.records import Thought
    from burgundy_env.records.thoughts import SHOWN

    if not lines:
        return Thought()
    seat, solo = game.active or 0, game.config.solo

    def told(line: Line) -> Told:
        turn = tuple(STRINGS[action] for action in line.actions)
        share, error = (round(line.share, 3), round(line.error, 2)) if line.futures else (None, None)
        if solo:  # points decide nothing there
            return Told(turn, share=share)
        return Told(turn, round(line.margin, 2), round(line.vp[seat], 1), share, error)

    expected = {"win": [round(chance, 3) for chance in lines[0].win]}
    if not solo:
        expected = {"vp": [round(points, 1) for points in lines[0].vp], **expected}
    return Thought(expected=expected, lines=[told(line) for line in lines[:SHOWN]])


class SearchThoughts:
    """The thoughts of a player that searches once a turn, decision by decision."""

    def __init__(self, search: WatchedSearch) -> None:
        self._search = search
        self._last: Thought | None = None
        self._path: tuple[int, ...] = ()  # of the turn that the last thought decided for

    def think(self, game: Game) -> Thought:
        """The best turns; in the middle of one, those of the search at its beginning that begin as it was begun."""
        from burgundy_env.engine.actions import STRINGS
        from burgundy_env.records import Thought

        view = game.view(_SHOWN_DEAL)
        planned = self._search.planned(view)
        if planned:
            if self._last is None or planned != self._path[: len(planned)]:
                return Thought()
            return rest_of(self._last, [STRINGS[action] for action in planned[: self._search.taken]])
        found = self._search.think(view)
        if found is None:
            return Thought()
        lines = found.lines()
        self._path, self._last = lines[0].actions, thought_of_lines(lines, game)
        return self._last


def rest_of(thought: Thought, taken: Sequence[str]) -> Thought:
    """A thought after the first actions of a turn: what is left of the lines that begin with them."""
    done = len(taken)
    lines = [line for line in thought.lines if list(line.turn[:done]) == list(taken) and len(line.turn) > done]
    return replace(thought, lines=tuple(replace(line, turn=line.turn[done:]) for line in lines))


def searched(game: Game, seconds: float, stop: Callable[[], bool]) -> Thought:
    """The best turns as the search sees them after so long, or as far as it has come when it is to stop."""
    import numpy as np

    from burgundy_env.engine.seeds import STREAM
    from burgundy_env.players.net.weights import IN_SEARCH
    from burgundy_env.players.policies import new_stream
    from burgundy_env.players.turn.thinking import Deliberation

    stream = np.zeros(1, STREAM)
    new_stream(stream, _SHOWN_DEAL)
    search = Deliberation(game.view(_SHOWN_DEAL), stream, IN_SEARCH, 0)
    for _ in search.steps(perf_counter() + seconds):
        if stop():
            break
    return thought_of_lines(search.lines(), game)


def judged(game: Game, net: Any, *, heuristic: bool = False) -> Thought:
    """The best turns as a judge of positions sees their ends, without any future."""
    from burgundy_env.players.turn.thinking import judged_lines

    return thought_of_lines(judged_lines(game.view(_SHOWN_DEAL), net, heuristic=heuristic), game)
