"""Judging for a page that studies: the best turns of the position it looks at, growing while it does, and what every
turn of the record cost. Both are off until asked for, go a piece at a time, and end when nobody wants them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import Any

from burgundy_env import safe
from burgundy_env.analysis import AnalysisError
from burgundy_env.analysis.pieces import Begun, compared, in_order, more
from burgundy_env.analysis.report import reasons, report
from burgundy_env.analysis.review import DRAWN, Entry, check
from burgundy_env.analysis.summary import is_mistake, mistakes, summarise, why
from burgundy_env.analysis.turns import Turn
from burgundy_env.game import Game
from burgundy_env.serve.finding import Array, Piece, Turned
from burgundy_env.serve.showing import Message, line_told, place_of
from burgundy_env.serve.studies import Node, Study
from burgundy_env.serve.thinking import Thinkers
from burgundy_env.sitting.seats import SeatError

SEARCH = "turn:futures=360"  # who looks for the best turns
MOST_FUTURES = 2160  # that each of them meets
SOON = 252  # after so many it shares the processor with the review
LONGEST = 30.0  # seconds that a position is thought about
REVIEW = "turn:futures=144"  # who judges the turns of a record

Tell = Callable[[Message], object]
Run = Callable[[Callable[[], Any]], Awaitable[Any]]


class Analyst:
    """What is found out for one page."""

    def __init__(self, study: Study, thinkers: Thinkers, run: Run, tell: Tell) -> None:
        self.study = study
        self._thinkers, self._run, self._tell = thinkers, run, tell
        self._judging: asyncio.Task[None] | None = None
        self._reviewing: asyncio.Task[None] | None = None
        self._free = asyncio.Event()  # the review waits until something is known of the position one looks at
        self._free.set()

    # --- the best turns of a position ---------------------------------------------------------------------

    def judge(self, node: Node | None) -> None:
        """Judge this position and no other; None: none at all."""
        if self._judging is not None:
            self._judging.cancel()
            self._judging = None
            self._free.set()
        if node is not None and node.game.active is not None:
            self._judging = asyncio.get_running_loop().create_task(self._judge(node))

    async def _judge(self, node: Node) -> None:
        self._free.clear()
        try:
            turn = _played(self.study, node)
            these, pieces, met, until = None, [], 0, monotonic() + LONGEST
            while met < MOST_FUTURES and (met == 0 or monotonic() < until):
                count = more(met, MOST_FUTURES)
                job = Piece(SEARCH, met, count, these, turn if these is None else ())
                these, rows = await self._thinkers.find(node.game, job, self._compiles)
                pieces.append(rows)
                met += count
                told = await self._run(partial(_lines, node.game, these, tuple(pieces)))
                if met >= SOON:
                    self._free.set()
                over = met >= MOST_FUTURES or monotonic() >= until
                self._tell({"is": "lines", "node": node.number, "futures": met, "over": over, **told})
        except (SeatError, AnalysisError) as error:
            self._tell({"is": "no", "why": safe.line(error)})
        finally:
            if asyncio.current_task() is self._judging:
                self._free.set()

    # --- what every turn cost -------------------------------------------------------------------------------

    def review(self, wanted: bool) -> None:
        """Judge the turns of the record, or let that be; what was found stays."""
        if not wanted:
            if self._reviewing is not None:
                self._reviewing.cancel()
                self._reviewing = None
            return
        if self._reviewing is None or self._reviewing.done():
            self._reviewing = asyncio.get_running_loop().create_task(self._review())

    async def _review(self) -> None:
        study, found = self.study, self.study.reviewed
        try:
            check(study.record)
            text = "\n".join(study.record.lines())
            self._tell_review(list(found.values()))
            for turn in study.turns:
                if turn.number not in found:
                    await self._free.wait()
                    job = Turned(text, REVIEW, turn.number)
                    found[turn.number] = await self._thinkers.find(turn.before, job, self._compiles)
                    self._tell_review([found[turn.number]])
        except (SeatError, AnalysisError) as error:
            self._tell({"is": "no", "why": safe.line(error)})

    def _tell_review(self, entries: Sequence[Entry]) -> None:
        study, turns = self.study, self.study.turns
        done = len(study.reviewed) == len(turns)
        everything = [study.reviewed[number] for number in sorted(study.reviewed)]
        self._tell({
            "is": "review",
            "entries": [told for entry in entries for told in _entry(entry, turns[entry["number"]])],
            "done": len(study.reviewed),
            "of": len(turns),
            "dearest": [one["number"] for one in mistakes(everything)],
            "report": report(summarise(study.record, everything)) if done else "",
        })  # fmt: skip

    # --- both -----------------------------------------------------------------------------------------------

    def _compiles(self) -> None:
        self._tell({"is": "compiles", "at": ""})

    def close(self) -> None:
        """Nobody looks any more."""
        self.judge(None)
        self.review(False)


def _played(study: Study, node: Node) -> Sequence[str]:
    """What is left of the turn of the record that a position lies in, if it was played to its end."""
    for turn in study.turns:
        if turn.first <= node.number < turn.first + len(turn.actions):
            return turn.actions[node.number - turn.first :] if turn.is_over else ()
    return ()


def _lines(game: Game, these: Begun, pieces: Sequence[Array]) -> Message:
    """Lines as pages show them, best first, and which of them was played."""
    found, taken = compared(game, these, pieces), these.taken
    order = in_order(found, game.config.solo)
    best = found.told(order[0])
    told = [_line(game, found.told(line), best, found.seat) for line in order]
    return {"seat": found.seat, "lines": told, "taken": None if taken is None else order.index(taken)}


def _line(game: Game, line: dict[str, Any], best: dict[str, Any], seat: int) -> Message:
    return {
        "turn": line["turn"],
        "told": line_told(game, line["turn"]),
        "spots": [place_of(action) for action in line["turn"]],
        "margin": line["margin"],
        "error": line["error"],
        "vp": line["vp"],
        "win": line["win"],
        "behind": round(best["margin"] - line["margin"], 2),
        "why": "" if line is best else reasons(why(best, line, seat), 4),
    }


def _entry(entry: Entry, turn: Turn) -> Iterator[Message]:
    """A judged turn in short, if it could be judged."""
    if "lines" not in entry:
        return
    taken, better = entry["lines"][entry["taken"]], entry["lines"][entry["better"]]
    mistake, luck = is_mistake(entry), entry["luck"].get("by", {})
    yield {
        "number": entry["number"],
        "node": entry["first"],
        "end": entry["first"] + len(entry["played"]),
        "seat": entry["seat"],
        "when": f"{entry['phase']}{entry['round']}",
        "vp": taken["vp"],
        "win": taken["win"],
        "cost": entry["cost"],
        "mistake": mistake,
        "played": line_told(turn.before, entry["played"]),
        "better": line_told(turn.before, better["turn"]) if mistake else [],
        "why": reasons(why(better, taken, entry["seat"])) if mistake else "",
        "dice": {seat: round(found["vp"][int(seat)], 2) for seat, found in luck.items() if seat != DRAWN},
    }
