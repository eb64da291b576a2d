"""What is true of somebody else's evaluation, as far as that can be found out.

Everything is reckoned anew from the games that the file lists, and each game is played again from its seed by its
actions. Of a sample it is found out, too, whether the opponents decide so; and the agent, where it can be had.
"""

from __future__ import annotations

import math
import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from burgundy_agents import AgentError
from burgundy_agents.registry import is_chateauma, parse, runs_program

from .. import data as component_data
from ..arena import Plan, Result
from ..arena.actions import unpacked
from ..arena.play import Cast, agents_of, is_compiled, play_batch, player_seed
from ..arena.schedule import Fixture
from ..data.cursor import shown
from ..engine.actions import STRINGS
from ..game import Game, IllegalAction, inside
from ..machine import cores
from ..players.handed import UserPolicy
from ..players.policies import Policy
from ..safe import line
from .document import document_of, results_in, suite_in
from .folder import files_of
from .manifest import sources_hash
from .suites import Suite

SAMPLE = 100
_RECKONED = (
    "suite", "complete", "games_played", "forfeits", "fingerprint", "score", "trained", "held_out", "rating", "parts",
    "tournaments",
)  # fmt: skip
_CLOSE = 1e-5  # as floats are rounded otherwise elsewhere
_MOST_TOLD = 20
_PIECE = 4  # games that a thread plays at a time
Progress = Callable[[int], None]  # games that were just looked at
Job = tuple[Plan, Fixture, Result]


@dataclass
class Verdict:
    """What was found."""

    listed: int = 0  # games in the file
    replayed: int = 0  # of them, played again by their actions
    opponents: int = 0  # of them, with the opponents asked again
    agent: int = 0  # of them, with the agent asked again
    without_actions: int = 0
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether nothing was found that is not as the file says."""
        return not self.problems

    def told(self) -> str:
        """For people."""
        lines = [
            f"{self.listed:,} games: all numbers reckoned anew from them; {self.replayed:,} played again from their "
            f"seeds by their actions, in {self.opponents:,} the opponents asked again, in {self.agent:,} the agent, "
            "too",
            *self.notes,
        ]
        if self.without_actions:
            lines.append(f"{self.without_actions:,} games have no actions, so that nobody can check them")
        lines += [f"WRONG: {problem}" for problem in self.problems[:_MOST_TOLD]]
        if len(self.problems) > _MOST_TOLD:
            lines.append(f"... and {len(self.problems) - _MOST_TOLD:,} more")
        lines.append("All that was looked at is as the file says." if self.holds else "The file does not hold.")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {"holds": self.holds, **vars(self)}


def verify(
    document: Mapping[str, Any],
    *,
    agent: str | None = None,
    sample: int | None = SAMPLE,
    progress: Progress | None = None,
) -> Verdict:
    """Look at a document. `agent`: what plays as it, if it is none of ours (its code runs); `sample`: how many games
    are played again with their players, None for all. Which ones is drawn anew each time.
    """
    suite = suite_in(document)
    results = results_in(document, suite)
    verdict = Verdict(listed=sum(map(len, results.values())))
    _reckon(document, suite, results, verdict)
    plays = _playing(document, agent, verdict)
    chosen = _chosen(results, sample)
    again: list[Job] = []
    for one in suite.tournaments:
        plan = one.plan(plays or "random@1")
        for result in results.get(one.name, ()):
            job = plan, plan.fixtures[result.game], result
            if result.actions is None:
                verdict.without_actions += 1
            elif (one.name, result.game) in chosen and plays is not None and result.is_complete:
                again.append(job)
                continue
            else:
                asked = (one.name, result.game) in chosen
                verdict.problems += _replayed(job, asked)
                verdict.replayed += 1
                verdict.opponents += asked
            if progress is not None:
                progress(1)
    for problems in _played(again):
        verdict.problems += problems
        verdict.replayed += 1
        verdict.opponents += 1
        verdict.agent += 1
        if progress is not None:
            progress(1)
    return verdict


def _chosen(results: Mapping[str, Sequence[Result]], sample: int | None) -> set[tuple[str, int]]:
    """The games whose players are asked again: nobody can know them who has written the file."""
    everything = [(name, result.game) for name, some in results.items() for result in some]
    if sample is None or sample >= len(everything):
        return set(everything)
    return set(random.Random(secrets.randbits(64)).sample(everything, sample))


def _reckon(
    document: Mapping[str, Any], suite: Suite, results: Mapping[str, Sequence[Result]], verdict: Verdict
) -> None:
    """All that follows from the games."""
    anew = document_of(suite, document["agent"], results, document["manifest"])
    for key in _RECKONED:
        if not _same(document.get(key), anew[key]):
            verdict.problems.append(
                f"{key}: the file says {_short(document.get(key))}, its games {_short(anew[key])}"
            )
    here = component_data.load().hash
    if document.get("data") != here:
        verdict.problems.append(
            f"data: {shown(document.get('data'))}, here {here}: other component data, other games"
        )
    if document["manifest"].get("sources") != sources_hash():
        verdict.notes.append(
            f"made with other sources of the package ({line(document['manifest'].get('burgundy_env'))}, "
            f"{line(document['manifest'].get('sources'))}) than these ({sources_hash()})"
        )
    if document["agent"].get("changed"):
        verdict.notes.append(f"files of the agent changed while it was played: {line(document['agent']['changed'])}")
    if not suite.is_own_seed:
        verdict.notes.append(f"not with the suite's own seed but with {suite.seed}")
    if not anew["complete"]:
        verdict.notes.append(f"not complete: {anew['games_played']:,} of {suite.games:,} games")


def _same(said: Any, reckoned: Any) -> bool:
    """Whether two parts of a document are the same but for the rounding of floats."""
    if isinstance(reckoned, dict):
        return (
            isinstance(said, dict)
            and said.keys() == reckoned.keys()
            and all(_same(said[k], reckoned[k]) for k in said)
        )
    if isinstance(reckoned, list):
        return isinstance(said, list) and len(said) == len(reckoned) and all(map(_same, said, reckoned))
    if isinstance(reckoned, float) and isinstance(said, int | float) and not isinstance(said, bool):
        return math.isclose(said, reckoned, rel_tol=_CLOSE, abs_tol=_CLOSE) or (
            abs(said - reckoned) < 0.11 and abs(reckoned) > 100
        )
    return type(said) is type(reckoned) and said == reckoned


def _short(value: Any) -> str:
    text = line(value)
    return text if len(text) <= 100 else f"{text[:100]} ..."


def _playing(document: Mapping[str, Any], agent: str | None, verdict: Verdict) -> str | None:
    """What the agent's part can be played with; None if by nothing that is here."""
    said: str = document["agent"]["agent"]
    if agent is not None:
        if files_of(Plan.of([agent, "random@1"], 1)) != document["agent"].get("files"):
            verdict.notes.append(f"{line(agent)} is another file than that which the evaluation names")
        return agent
    if runs_program(said) or is_chateauma(said):
        verdict.notes.append(
            f"{line(said)} is not one of ours: whether it decides so nobody can tell without it (--agent FILE:CLASS)"
        )
        return None
    try:
        plays = str(parse(said))
    except AgentError as error:
        verdict.problems.append(f"agent: {line(error)}")
        return None
    try:
        files = files_of(Plan.of([plays, "random@1"], 1))
    except AgentError as error:  # its numbers, which whoever made the file has
        verdict.notes.append(f"{line(said)} can't be asked here (--agent says where its file is): {line(error)}")
        return None
    if files and files != document["agent"].get("files"):
        verdict.notes.append(
            f"{line(said)} is another file here than that which the evaluation names (--agent says where that is)"
        )
        return None
    return plays


# --- games -------------------------------------------------------------------------------------------


def _replayed(job: Job, asked: bool) -> list[str]:
    """What is wrong with a game, played by its actions; `asked`: the opponents, what they would do."""
    plan, fixture, result = job
    where = f"{line(plan.texts[1])}, game {fixture.number} (seed {fixture.seed})"
    game = Game.new(fixture.config, fixture.seed)
    specs = agents_of(plan, fixture)
    ours: dict[int, Policy | UserPolicy] = {}
    if asked:
        for p, spec in enumerate(specs):
            if fixture.entrant_of(p) != 0 and spec.is_ours:
                ours[p] = spec.seated(player_seed(plan, fixture, p))
    decisions = [0] * fixture.config.seats
    for number, action in enumerate(unpacked(result.actions)):
        seat = game.active
        if seat is None:
            return [f"{where}: is over after {number} actions, and the file has more"]
        wanted = ours[seat].choose(inside(game)) if seat in ours else action
        if wanted != action:
            there = STRINGS[action] if 0 <= action < len(STRINGS) else action
            return [f"{where}, action {number}: {specs[seat]} plays {STRINGS[wanted]!r} here, not {there!r}"]
        try:
            game.push(action)
        except IllegalAction as error:
            return [f"{where}, action {number}: {line(error)}"]
        decisions[seat] += 1
    return _differing(where, game, result, decisions)


def _differing(where: str, game: Game, result: Result, decisions: list[int]) -> list[str]:
    """What the file says otherwise about how a game ended."""
    outcome = game.outcome()
    if not result.is_complete:
        agents = result.error is not None and result.error["seat"] is not None
        lost = agents and result.seats[result.error["seat"]] == "0"  # type: ignore[index]
        return [] if lost or result.decided_by == "error" else [f"{where}: lost by somebody who is not the agent"]
    if outcome is None:
        return [f"{where}: is not over after its {sum(decisions)} actions"]
    anew = {
        "totals": [entry["total"] for entry in game.scores()],
        "ranking": list(outcome.ranking),
        "winners": list(outcome.winners),
        "decided_by": outcome.decided_by,
        "decisions": decisions,
    }
    return [
        f"{where}: {key} is {value}, the file says {getattr(result, key)}"
        for key, value in anew.items()
        if value != getattr(result, key)
    ]


def _played(jobs: Sequence[Job]) -> Iterator[list[str]]:
    """What is wrong with games, all of whose players are here."""
    compiled = [
        job for job in jobs if is_compiled(job[0], job[1]) and all(a.is_ours for a in agents_of(job[0], job[1]))
    ]
    others = [job for job in jobs if job not in compiled]
    pieces: list[list[Job]] = []
    for job in compiled:
        last = pieces[-1] if pieces else []
        if last and last[0][0] is job[0] and last[0][1].config == job[1].config and len(last) < _PIECE:
            last.append(job)
        else:
            pieces.append([job])
    with ThreadPoolExecutor(cores()) as pool:
        for problems in pool.map(_batch, pieces):
            yield from problems
    casts: dict[int, Cast] = {}
    try:
        for job in others:
            outcome = casts.setdefault(id(job[0]), Cast(job[0])).play(job[1])
            if isinstance(outcome, Result):
                yield _otherwise(job, outcome)
            else:
                yield [f"{line(job[0].texts[1])}, game {job[1].number}: {line(outcome.error)}"]
    finally:
        for cast in casts.values():
            cast.close()


def _batch(piece: Sequence[Job]) -> list[list[str]]:
    found = play_batch(piece[0][0], [job[1] for job in piece])
    return [_otherwise(job, result) for job, result in zip(piece, found, strict=True)]


def _otherwise(job: Job, anew: Result) -> list[str]:
    """What a game that was played again has otherwise than the file."""
    plan, fixture, said = job
    where = f"{line(plan.texts[1])}, game {fixture.number} (seed {fixture.seed})"
    theirs, ours = unpacked(said.actions), unpacked(anew.actions)
    if theirs != ours:
        first = next(
            (i for i, (a, b) in enumerate(zip(theirs, ours, strict=False)) if a != b), min(len(theirs), len(ours))
        )
        return [f"{where}, action {first}: played again it goes on otherwise than the file says"]
    keys = ("totals", "ranking", "winners", "decided_by", "decisions")
    return [
        f"{where}: {key} is {getattr(anew, key)}, the file says {getattr(said, key)}"
        for key in keys
        if getattr(anew, key) != getattr(said, key)
    ]
