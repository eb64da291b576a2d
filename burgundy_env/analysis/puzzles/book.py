"""The problems that come along, and files of others: to be listed, shown and solved."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from ...data.cursor import Node, shown
from ...engine.actions import IDS
from ...engine.layout import SCORE_NAMES, SEATS
from ...game import Game, IllegalAction, inside
from ...players.turn.thinking import horizon, seats_of
from ..errors import AnalysisError
from ..judge import Compared, Judge, with_played
from ..summary import OTHERS, TO_COME
from .make import AS_GOOD, ASKED, FORMAT, MIDDLE, WORTH

SHIPPED = "puzzles.jsonl"
_NEEDED = ("id", "seat", "worth", "missed", "answer", "answers", "usual", "why", "lines", "position")
_BESIDE = ("format", "licence", "judged")


class Verdict(NamedTuple):
    """What became of an attempt."""

    solved: bool
    cost: float  # VP that the turn is worse than the best
    known: bool  # whether the problem knows the turn; otherwise it was judged now


class Puzzle:
    """A position, and the best turn in it."""

    def __init__(self, document: dict[str, Any]) -> None:
        if document.get("format") != FORMAT:
            raise AnalysisError(f"a puzzle has the format {FORMAT!r}, not {shown(document.get('format'))}")
        _check(Node("puzzle", "", document).record(_NEEDED, _BESIDE))
        self.document = document

    @property
    def id(self) -> str:
        """What it is called."""
        return str(self.document["id"])

    @property
    def missed(self) -> float:
        """How often the middle levels miss it: how hard it is."""
        return sum(float(self.document["missed"][level]) for level in MIDDLE) / len(MIDDLE)

    def game(self) -> Game:
        """The position, what is hidden dealt anew."""
        return Game.from_json(self.document["position"], seed=1)

    def judge(self, turn: Sequence[str], futures: int = 1000) -> Verdict:
        """Whether a turn solves it: any that ends in the position of an answer, or comes as near to the best."""
        verdict = self.known(turn)
        if verdict is not None:
            return verdict
        cost = self._judged(*played_turn(self.game(), turn), futures)
        return Verdict(cost <= AS_GOOD, max(cost, 0.0), False)

    def known(self, turn: Sequence[str]) -> Verdict | None:
        """The same of a turn that the problem knows; None of others."""
        game = self.game()
        end = played_turn(game, turn)
        best = self.document["answer"]["margin"]
        for line in (self.document["answer"], *self.document["lines"]):
            if same_end(game, end, line["turn"]):
                cost = max(best - line["margin"], 0.0)
                return Verdict(cost <= AS_GOOD, cost, True)
        return None

    def _judged(self, state: Any, ids: tuple[int, ...], futures: int) -> float:
        """What a turn that nobody thought of costs against the answer."""
        game, judge = self.game(), Judge(futures)
        play = inside(game)
        best_state, best_ids = played_turn(game, self.document["answer"]["turn"])
        ends = judge.search(play, 0)[1]
        ends, best = with_played(ends, best_state, best_ids)
        ends, place = with_played(ends, state, ids)
        last = int(horizon(play.tables, play.state))
        rows = judge.rows(play, ends, last, judge.first_future(0, 1), futures)
        found = Compared.of(rows, ends.paths, game.active or 0, seats_of(play), game.config.teams)
        own = found.leads[:, :, found.seat].mean(0)
        return float(own[best] - own[place])

    def check(self) -> str:
        """What is wrong with it; nothing if it can be set up, its turns can be played and its numbers agree."""
        try:
            game = self.game()
            for turn in (*self.document["answers"], self.document["usual"]["turn"]):
                played_turn(game, turn)
        except ValueError as error:
            return str(error)
        if game.active != self.document["seat"]:
            return f"seat {game.active} is to decide, not {self.document['seat']}"
        gap = self.document["answer"]["margin"] - self.document["usual"]["margin"]
        if self.document["worth"] < WORTH or gap < WORTH / 2:
            return f"the best turn is worth {self.document['worth']} VP more than usual ones; {WORTH:g} are needed"
        return ""


def _check(keys: Mapping[str, Node]) -> None:
    """Refuse what can't be shown; whether the position can be set up is found out when it is."""
    keys["id"].text()
    keys["seat"].integer(0, SEATS - 1)
    keys["worth"].number()
    for share in keys["missed"].record(MIDDLE, ASKED).values():
        if not 0 <= share.number() <= 1:
            raise share.wrong("a number from 0 to 1")
    for points in keys["why"].record((), (*SCORE_NAMES, TO_COME, OTHERS)).values():
        points.number()
    for line in (keys["answer"], keys["usual"], *keys["lines"].elements()):
        told = line.mapping()
        for key in ("turn", "margin"):
            if key not in told:
                raise line.error(f"key {key!r} is missing")
        told["margin"].number()
        _check_turn(told["turn"])
    for turn in keys["answers"].elements(1):
        _check_turn(turn)
    keys["position"].mapping()


def _check_turn(turn: Node) -> None:
    for action in turn.elements(1):
        if action.text() not in IDS:
            raise action.wrong("an action")


def played_turn(game: Game, turn: Sequence[str]) -> tuple[Any, tuple[int, ...]]:
    """The state before a turn's last action, and its actions; AnalysisError if it is not one whole turn."""
    game = game.copy()
    seat, state = game.active, inside(game).state
    for number, action in enumerate(turn):
        if game.is_over or game.active != seat:
            raise AnalysisError(f"{action}: the turn was over before")
        state = inside(game).state.copy()
        try:
            game.push(action)
        except IllegalAction as error:
            raise AnalysisError(f"action {number + 1}, {error}") from None
    if not turn or (game.active == seat and turn[-1] != "end" and not game.is_over):
        raise AnalysisError("the turn is not over yet; it ends with: end")
    return state, tuple(IDS[action] for action in turn)


def same_end(game: Game, one: tuple[Any, tuple[int, ...]], turn: Sequence[str]) -> bool:
    """Whether two turns come to the same position."""
    from .make import of_one

    return len(with_played(of_one(one), *played_turn(game, turn))[0].paths) == 1


def read(path: str | Path) -> list[Puzzle]:
    """The problems in a file, one in each line, or in a folder that `burgundy puzzles make` filled."""
    file = Path(path)
    return _parsed((file / SHIPPED if file.is_dir() else file).read_text(encoding="utf-8"), str(path))


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The problems that come along."""
    return tuple(_parsed(files(__package__).joinpath(SHIPPED).read_text(encoding="utf-8"), SHIPPED))


def _parsed(text: str, source: str) -> list[Puzzle]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            document = json.loads(line)
            if not isinstance(document, dict):
                raise ValueError("not a JSON object")
            found.append(Puzzle(document))
        except (ValueError, RecursionError) as error:
            raise AnalysisError(f"{source}, line {number}: {error}") from None
    return found
