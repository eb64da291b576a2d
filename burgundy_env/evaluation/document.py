"""The one file of an evaluation: what was played, what came of it, and every game's actions."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .. import data as component_data
from ..arena import ArenaError, Result
from ..arena.actions import unpacked
from ..arena.report import STYLES, Table
from ..arena.schedule import Fixture
from ..data.cursor import shown
from ..safe import line
from .scores import Played, played, scores
from .suites import Suite, Tournament, suite_of

FORMAT = "burgundy-evaluation/1"
_KEPT = ("game", "totals", "ranking", "winners", "decided_by", "decisions", "seconds", "thinking", "error", "actions")
_MOST_BYTES = 1 << 30


class EvaluationError(ArenaError):
    """An evaluation that can't be made or read; the message says why and what would be right."""


def document_of(
    suite: Suite, agent: Mapping[str, Any], results: Mapping[str, Sequence[Result]], manifest: Mapping[str, Any]
) -> dict[str, Any]:
    """The document, from the results by the names of their tournaments."""
    all_played = played_of(suite, results)
    found = sum(map(len, results.values()))
    return {
        "format": FORMAT,
        "agent": dict(agent),
        "suite": {
            "name": suite.name,
            "seed": suite.seed,
            "own_seed": suite.is_own_seed,
            "hash": suite.hash,
            "ratings": dict(suite.ratings),
        },
        "complete": found == suite.games,
        "games_played": found,
        "forfeits": sum(result.decided_by == "forfeit" for some in results.values() for result in some),
        "fingerprint": fingerprint(results),
        **scores(suite, all_played),
        "data": component_data.load().hash,
        "manifest": dict(manifest),
        "games": {name: [_row(result) for result in some] for name, some in results.items()},
    }


def played_of(suite: Suite, results: Mapping[str, Sequence[Result]]) -> list[Played]:
    """The results, told for scoring."""
    return [played(one, one.fixtures(), results.get(one.name, ())) for one in suite.tournaments]


def fingerprint(results: Mapping[str, Sequence[Result]]) -> str:
    """Names all games by their actions: what a paper quotes, so that the file it is about can be told."""
    hashed = hashlib.sha256()
    for name in sorted(results):
        for result in results[name]:
            ids = None if result.actions is None else unpacked(result.actions)
            hashed.update(json.dumps([name, result.game, ids, result.totals, result.winners]).encode())
    return hashed.hexdigest()[:16]


def _row(result: Result) -> dict[str, Any]:
    return {key: value for key, value in result.to_json().items() if key in _KEPT}


# --- the file ----------------------------------------------------------------------------------------


def written(document: Mapping[str, Any]) -> str:
    """The file: readable at its head, a game a line at its end."""
    head = {key: value for key, value in document.items() if key != "games"}
    text = json.dumps(head, indent=1, ensure_ascii=False)[: -len("\n}")]
    blocks = [
        f"  {json.dumps(name, ensure_ascii=False)}: [\n"
        + ",\n".join(f"   {json.dumps(row, ensure_ascii=False)}" for row in rows)
        + "\n  ]"
        for name, rows in document["games"].items()
    ]
    return f'{text},\n "games": {{\n' + ",\n".join(blocks) + "\n }\n}\n"


def read_document(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Somebody's file, so far as that it is one; `verify` says what is true of it."""
    source = Path(path)
    if source.stat().st_size > _MOST_BYTES:
        raise EvaluationError(f"{line(path)}: larger than any evaluation")
    try:
        document: Any = json.loads(source.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise EvaluationError(f"{line(path)}: no JSON: {error}") from None
    found = document.get("format") if isinstance(document, dict) else None
    if found != FORMAT:
        raise EvaluationError(f"{line(path)}: the format is {shown(found)}; {FORMAT!r} is needed")
    kinds: dict[str, type] = {"agent": dict, "suite": dict, "games": dict, "manifest": dict, "fingerprint": str}
    for key, kind in kinds.items():
        if not isinstance(document.get(key), kind):
            raise EvaluationError(f"{line(path)}: {key} is missing or of another kind")
    if not all(isinstance(document["agent"].get(key), str) for key in ("name", "agent")):
        raise EvaluationError(f"{line(path)}: agent has a name and what plays it, both texts")
    return dict(document)


def reckoned(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document as its games have it, whatever else it says."""
    suite = suite_in(document)
    return document_of(suite, document["agent"], results_in(document, suite), document["manifest"])


def suite_in(document: Mapping[str, Any]) -> Suite:
    """The suite that a document says it is of; refused where this version of the package has it otherwise."""
    said = document["suite"]
    if type(said.get("seed")) is not int:
        raise EvaluationError(f"suite: seed is an integer, not {shown(said.get('seed'))}")
    suite = suite_of(str(said.get("name")), said["seed"])
    if said.get("hash") != suite.hash:
        raise EvaluationError(
            f"suite: {suite.name} has the hash {suite.hash} here, not {shown(said.get('hash'))}: another suite was "
            "played, or by a version of the package before it was released"
        )
    return suite


def results_in(document: Mapping[str, Any], suite: Suite) -> dict[str, list[Result]]:
    """The games that a document lists; EvaluationError where one can't be."""
    by_name = {one.name: one for one in suite.tournaments}
    unknown = next((name for name in document["games"] if name not in by_name), None)
    if unknown is not None:
        raise EvaluationError(f"games: {shown(unknown)} is no tournament of {suite.name}")
    return {name: _results(by_name[name], rows) for name, rows in document["games"].items()}


def _results(tournament: Tournament, rows: object) -> list[Result]:
    fixtures, found = tournament.fixtures(), []
    if not isinstance(rows, list):
        raise EvaluationError(f"{tournament.name}: a list of games is needed")
    for row in rows:
        number = row.get("game") if isinstance(row, dict) else None
        if type(number) is not int or not 0 <= number < len(fixtures):
            raise EvaluationError(f"{tournament.name}: {shown(number)} is the number of no game")
        try:
            found.append(_result(row, fixtures[number]))
        except ValueError as error:
            raise EvaluationError(f"{tournament.name}, game {number}: {error}") from None
    if [result.game for result in found] != sorted({result.game for result in found}):
        raise EvaluationError(f"{tournament.name}: games are listed once, in the order of their numbers")
    return found


def _result(row: Mapping[str, Any], fixture: Fixture) -> Result:
    """A game as the arena would have kept it; what the document leaves out follows from its seed."""
    unknown = [key for key in row if key not in _KEPT]
    if unknown:
        raise ValueError(f"unknown keys {', '.join(map(shown, unknown))}")
    totals = row.get("totals")
    filled = {
        "block": fixture.block,
        "seed": fixture.seed,
        "seats": [str(entrant) for entrant in fixture.seats],
        "duchies": [],
        "breakdown": [{} for _ in totals] if isinstance(totals, list) else [],
        **row,
    }
    result = Result.from_json(filled, len(fixture.seats))
    if result.actions is not None:
        unpacked(result.actions)
    return result


# --- the table ---------------------------------------------------------------------------------------


def table(document: Mapping[str, Any], style: str = "text") -> str:
    """The document for people: the numbers to cite, and one row for each tournament."""
    rows = []
    part = None
    for one in document["tournaments"]:
        name = one["part"] + (" *" if one["held_out"] else "")
        rows.append(
            (
                "" if name == part else line(name),
                line(one["opponent"]),
                str(one["seats"]),
                f"{one['games']:,}",
                f"{100 * one['score']:.1f}",
                "-".join(f"{100 * end:.1f}" for end in one["interval"]),
                _number(one["vp"]),
                _number(one["lead"], sign=True),
            )
        )
        part = name
    heads = ("part", "against", "seats", "games", "won %", "95% interval", "VP", "lead")
    drawn = STYLES[style](Table("Each tournament", heads, tuple(rows), texts=2))
    head = "\n".join(heading(document))
    notes = (
        "* on boards or with modules that nothing was trained on. Equal players win one of two, three or four "
        "games.\n"
        "Intervals: Wilson's for a tournament, else by drawing the seeds anew 2,000 times."
    )
    if style == "latex":
        head, notes = (f"% {text}".replace("\n", "\n% ") for text in (head, notes))
    gap = "\n\n"
    return f"{head}{gap}{drawn}{gap}{notes}\n"


def heading(document: Mapping[str, Any]) -> list[str]:
    """The numbers to cite, a line each."""
    agent, suite, rating = document["agent"], document["suite"], document["rating"]
    seeds = "" if suite["own_seed"] else f", seed {suite['seed']} (not the suite's own)"
    whole = "" if document["complete"] else ", NOT COMPLETE"
    lines = [
        f"{line(agent['name'])}, suite {suite['name']}{seeds}: {document['games_played']:,} games{whole}, "
        f"fingerprint {line(document['fingerprint'])}",
        f"score {percent(document['score'])}; where training may be {percent(document['trained'])}, "
        f"held out {percent(document['held_out'])}",
    ]
    if rating["mean"] is not None:
        lines.append(
            f"rating {rating['mean']:.0f} ({rating['interval'][0]:.0f} to {rating['interval'][1]:.0f}); "
            f"heuristic@1 has 1000, going first is worth {rating['first']['mean']:+.0f}"
        )
    if agent.get("changed"):
        lines.append(f"files of the agent changed while it was played: {line(', '.join(map(str, agent['changed'])))}")
    if document["forfeits"]:
        lines.append(f"{document['forfeits']:,} games were lost by failing")
    return lines


def percent(found: Mapping[str, Any]) -> str:
    """`52.1 % (48.0-56.2)`."""
    if found["mean"] is None:
        return "-"
    low, high = found["interval"]
    return f"{100 * found['mean']:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def _number(found: Mapping[str, Any] | None, sign: bool = False) -> str:
    if found is None or math.isnan(found["mean"]):
        return "-"
    return f"{found['mean']:{'+' if sign else ''}.1f}"
