"""An evaluation being made: a folder with one tournament of the arena for each opponent of each part."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from burgundy_agents import AgentSpec
from burgundy_agents.registry import is_chateauma
from burgundy_agents.user_file import in_folder

from ..arena import Failure, Outcome, Plan, Run, Store, run
from ..arena.plan import SECONDS, hash_of
from ..store import Folder, Kind, StoreError, write_whole
from .document import FORMAT, EvaluationError, document_of, written
from .manifest import manifest
from .suites import Suite, Tournament, suite_of

KIND = Kind("evaluation", f"{FORMAT}-folder", ())
ON_ERROR = ("stop", "forfeit")
RESULT = "result.json"


class Evaluation:
    """A folder that can be played on from where it stands."""

    def __init__(self, folder: Folder, suite: Suite, stores: Sequence[Store]) -> None:
        self._folder, self.folder, self.suite, self.stores = folder, folder.path, suite, tuple(stores)

    @classmethod
    def create(
        cls,
        folder: str | os.PathLike[str],
        suite: Suite,
        agent: str,
        *,
        on_error: str = "stop",
        seconds: float = SECONDS,
    ) -> Evaluation:
        """Begin one. `on_error`: "stop", or "forfeit" for games that the agent's failures lose it."""
        if on_error not in ON_ERROR:
            raise EvaluationError(f"on_error: {on_error!r} is unknown; there are {', '.join(ON_ERROR)}")
        if is_chateauma(agent):
            raise EvaluationError(f"{agent}: the Châteauma decides nothing; it is one of the opponents of the suite")
        plans = [one.plan(agent, on_error=on_error, seconds=seconds) for one in suite.tournaments]
        _check(plans[0].entrants[0].agents[0])
        header = {
            "agent": agent, "suite": suite.name, "seed": suite.seed, "hash": suite.hash,
            "begun": _now(), "manifest": manifest(), "files": files_of(plans[0]),
        }  # fmt: skip
        made = Folder.create(folder, KIND, header)
        try:
            stores = [_create(made.path, one, plan) for one, plan in zip(suite.tournaments, plans, strict=True)]
        finally:
            made.close()
        return cls(made, suite, stores)

    @classmethod
    def open(
        cls, folder: str | os.PathLike[str], *, trusts: Callable[[Sequence[str]], bool] | None = None
    ) -> Evaluation:
        """One that was begun earlier. `trusts` is asked about programs that it would have run, as the arena does."""
        found = Folder.open(folder, KIND)
        try:
            suite = suite_of(found.document["suite"], found.document["seed"])
            hashed = found.document["hash"]
        except (KeyError, TypeError) as error:
            raise EvaluationError(f"{found.path / KIND.header}: {error} is missing or of another kind") from None
        if hashed != suite.hash:
            raise EvaluationError(f"{found.path}: begun with another {suite.name}; begin anew")
        # Once is enough: it is the same agent in all.
        asked: dict[Sequence[str], bool] = {}

        def remembered(programs: Sequence[str]) -> bool:
            if programs not in asked:
                asked[programs] = trusts is not None and trusts(programs)
            return asked[programs]

        stores = [_open(found.path, one, remembered) for one in suite.tournaments]
        return cls(found, suite, stores)

    @property
    def played(self) -> int:
        """How many games are there."""
        return sum(len(store.results) for store in self.stores)

    @property
    def agent(self) -> dict[str, Any]:
        """Who is evaluated, as the document says it."""
        agent, begun = _agent(self.stores[0].plan), self._folder.document.get("files")
        then = begun if isinstance(begun, dict) else {}
        return {**agent, "changed": [name for name, hashed in agent["files"].items() if then.get(name) != hashed]}

    def run(
        self,
        workers: int | None = None,
        *,
        progress: Callable[[int, Sequence[Outcome]], None] | None = None,
        on_failure: Callable[[Failure, Path], None] | None = None,
    ) -> Run:
        """Play what is not played yet; `progress` hears the number of the tournament and the games just done."""
        self._folder.take()
        whole = Run()
        try:
            for number, store in enumerate(self.stores):
                if len(store.results) == len(store.plan.fixtures):
                    continue
                told = None if progress is None else partial(progress, number)
                part = run(store, workers, progress=told, on_failure=on_failure)
                whole.crashes += part.crashes
                whole.interrupted, whole.stopped = part.interrupted, part.stopped
                if part.interrupted or part.stopped:
                    break
        except KeyboardInterrupt:  # between two tournaments
            whole.interrupted = True
        finally:
            self._folder.close()
        return whole

    def document(self) -> dict[str, Any]:
        """The one document, of all games that are there."""
        header = self._folder.document
        told = {**header.get("manifest", {}), "begun": header.get("begun"), "written": _now()}
        results = {one.name: store.in_order() for one, store in zip(self.suite.tournaments, self.stores, strict=True)}
        return document_of(self.suite, self.agent, results, told)

    def write(self) -> dict[str, Any]:
        """The document, kept in the folder as well."""
        document = self.document()
        write_whole(self.folder / RESULT, written(document))
        return document


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _create(folder: Path, tournament: Tournament, plan: Plan) -> Store:
    store = Store.create(folder / tournament.folder, plan)
    store.close()
    return store


def _open(folder: Path, tournament: Tournament, trusts: Callable[[Sequence[str]], bool]) -> Store:
    store = Store.open(folder / tournament.folder, trusts=trusts)
    plan = store.plan
    said = plan.seed, plan.games, plan.config, plan.texts[1:], plan.keeps_actions
    others = (tournament.opponent,) * (tournament.config.seats - 1)
    if said != (tournament.seed, tournament.games, tournament.config, others, True):
        raise StoreError(f"{store.folder}: not the tournament {tournament.name} of the suite")
    return store


def _check(agent: AgentSpec) -> None:
    """Refuse whom nobody could let play the same games again, whatever was kept."""
    if agent.depends_on_time:
        raise EvaluationError(
            f"{agent}: its budget is in time, so that it plays otherwise on each machine and nobody can check it; "
            "give it one in futures, as turn:futures=200"
        )


def files_of(plan: Plan) -> dict[str, str]:
    """The files that decide what the agent plays: its own, and those that its string names, weights say; where it is
    told none and has no version, those of this package. By their names alone: whole paths tell who somebody is.
    """
    (agent,) = plan.entrants[0].agents
    told = (in_folder(value, plan.folder) for _, value in agent.values if isinstance(value, str))
    paths = [*agent.files, *(str(path) for path in told if path.is_file())]
    if agent.comes_along is not None:
        paths.append(agent.comes_along)
    return {Path(path).name: hash_of(path) for path in paths}


def _kind(agent: AgentSpec) -> str:
    """Whose code decides; ours may be told numbers from a file, which is named beside."""
    if not agent.runs_program:
        return "ours"
    return "user" if agent.is_user_class else "compiled user" if agent.is_handed_in else "program"


def _agent(plan: Plan) -> dict[str, Any]:
    entrant = plan.entrants[0]
    (spec,) = entrant.agents
    return {
        "name": entrant.name if entrant.name != entrant.text else entrant.versioned,
        "agent": entrant.versioned,
        "kind": _kind(spec),
        "files": files_of(plan),
        "on_error": plan.on_error,
        "seconds": plan.seconds,
    }
