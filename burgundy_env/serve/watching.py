"""Tournaments and training runs that are looked at while they go on: their folders are read, never written.

The command line names the folders; a page knows their numbers. What has been read is kept, and only what has come
since is read; a folder that takes long to sum up is looked at less often, so that nobody is slowed down by it.
"""

from __future__ import annotations

import json
import re
import tempfile
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

from burgundy_env import safe
from burgundy_env.arena.actions import unpacked
from burgundy_env.arena.plan import Plan
from burgundy_env.arena.play import Cast, agents_of, game_of
from burgundy_env.arena.result import Result
from burgundy_env.arena.store import KIND as TOURNAMENT
from burgundy_env.arena.store import Store
from burgundy_env.arena.summary import summarise
from burgundy_env.game import Game
from burgundy_env.records import Record
from burgundy_env.serve.running import Running
from burgundy_env.serve.showing import Message
from burgundy_env.serve.table import Refused
from burgundy_env.store import Folder, Kind
from burgundy_env.training.kinds import PPO, TURN

MOST_GAMES = 400  # of a cell that a page is told: the clearest on either side
_MOST_CRASHES = 200
_LONGEST_CRASH = 4 << 20  # bytes
_REST = 20  # times as long as a look took, before the next
_LEAST_REST = 2.0  # seconds
_MATCH = re.compile(r"(?P<share>[\d.]+) % of (?P<games>[\d,]+) \((?P<low>[\d.]+)-(?P<high>[\d.]+)\), (?P<vp>.+)\Z")


class Watched:
    """A folder that is looked at."""

    def __init__(self, folder: Path, programs: Collection[str] = ()) -> None:
        """`programs`: agents that run code of others, which may be loaded."""
        self.folder, self.name, self.kind = folder, safe.line(folder.resolve().name), _kind_of(folder)
        self._programs = programs
        self._store: Store | None = None
        self._one_at_a_time = threading.Lock()
        self._told: Message = {}
        self._seen: tuple[int, ...] = ()  # as the files were then
        self._running: Running | None = None
        self._not_before = 0.0

    def look(self) -> Message:
        """What there is to tell by now."""
        with self._one_at_a_time:
            if monotonic() < self._not_before:
                return self._told
            seen = self._stamp()
            if seen != self._seen or not self._told:
                began = monotonic()
                told = self._tournament() if self.kind is TOURNAMENT else self._training()
                self._told, self._seen = {**told, "name": self.name, "mark": str(hash(seen))}, seen
                self._not_before = monotonic() + max(_LEAST_REST, _REST * (monotonic() - began))
            return self._told

    def _stamp(self) -> tuple[int, ...]:
        """What changes when something is added."""
        files = [self.folder / name for name in self.kind.files]
        sizes = (file.stat().st_size if file.exists() else 0 for file in files)
        if self.kind is not TOURNAMENT:
            return tuple(sizes)
        return (*sizes, len(list(self.folder.glob("crash-*.json"))), *Running.stamp(self.folder))

    # --- tournaments ------------------------------------------------------------------------------------------

    def store(self) -> Store:
        """The tournament, with the games that are in it by now."""
        if self.kind is not TOURNAMENT:
            raise Refused("a training run has no games to look at")
        if self._store is None:
            self._store = Store.open(self.folder, trusts=lambda asked: set(asked) <= set(self._programs))
        else:
            self._store.read_on()
        return self._store

    def _tournament(self) -> Message:
        store = self.store()
        results = store.in_order()
        summary = summarise(store.plan, results, speeds=False)
        agents = [
            {
                "name": safe.line(row["name"]),
                "games": row["games"],
                "wins": row["win_rate"],
                "wins_interval": row["win_rate_interval"],
                "vp": row["vp"],
                "vp_interval": row["vp_interval"],
                "rating": row["rating"] and [row["rating"]["mu"], round(1.96 * row["rating"]["sigma"], 3)],
                "failures": row["failures"],
            }
            for row in summary["agents"]
        ]
        numbers = {row["name"]: number for number, row in enumerate(summary["agents"])}
        return {
            "kind": "tournament",
            "about": safe.line(summary["config_text"]),
            "games": summary["games"],
            "agents": agents,
            "pairs": [
                [numbers[pair["first"]], numbers[pair["second"]], pair["rate"], *pair["interval"], pair["games"]]
                for pair in summary["pairs"]
            ],
            "playing": self._playing(store),
            "latest": [self._row(result, None) for result in list(store.results.values())[-12:][::-1]],
            "crashes": self._crashes(store),
        }

    def _playing(self, store: Store) -> Message:
        """The games that are just being played, or why none is shown."""
        self._running = self._running or Running(self.folder, store.plan)
        games = self._running.look(set(store.results))
        over = len(store.results) >= len(store.plan.fixtures)
        return {"games": [one.told() for one in games], "why": "" if games or over else self._running.why_none}

    def _crashes(self, store: Store) -> list[Message]:
        """The games in which an agent failed."""
        failed = [result for result in store.in_order() if result.error is not None][:_MOST_CRASHES]
        told = [
            {
                "game": result.game,
                "agent": safe.line(str(result.error["agent"])),
                "message": safe.line(result.error["message"])[:300],
            }
            for result in failed
            if result.error is not None
        ]
        there = {crash["game"] for crash in told}
        for file in sorted(self.folder.glob("crash-*.json"))[:_MOST_CRASHES]:
            number = file.stem.removeprefix("crash-")
            if number.isdecimal() and int(number) not in there:
                crash = self._crash(int(number))
                told.append(
                    {
                        "game": int(number),
                        "agent": safe.line(str(crash.get("agent"))),
                        "message": safe.line(str(crash.get("error")))[:300],
                    }
                )
        return told

    def _crash(self, number: int) -> dict[str, Any]:
        """What is kept of a crash; nothing if that can't be read."""
        file = self.folder / f"crash-{number:06}.json"
        try:
            if file.stat().st_size > _LONGEST_CRASH:
                return {}
            document = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return document if isinstance(document, dict) else {}

    def games(self, first: int, second: int) -> Message:
        """The games of a cell of the table, the largest margin of the first over the second foremost; with itself:
        over the best of the others.
        """
        self.look()
        with self._one_at_a_time:
            names = [agent["name"] for agent in self._told.get("agents", ())]
            if not (0 <= first < len(names) and 0 <= second < len(names)):
                raise Refused(f"first, second: numbers of agents, from 0 to {len(names) - 1}")
            one, other = names[first], names[second] if second != first else None
            rows = [
                self._row(result, margin)
                for result in self.store().results.values()
                if result.is_complete and (margin := _margin(result, one, other)) is not None
            ]
        rows.sort(key=lambda row: -row["margin"])
        half = MOST_GAMES // 2
        return {"first": one, "second": other, "count": len(rows),
                "games": rows if len(rows) <= MOST_GAMES else rows[:half] + rows[-half:]}  # fmt: skip

    def _row(self, result: Result, margin: int | None) -> Message:
        return {
            "game": result.game,
            "seats": [safe.line(name) for name in result.seats],
            "totals": result.totals,
            "margin": margin,
            "winners": result.winners if result.counts else [],
            "failed": result.error is not None,
        }

    # --- one game ---------------------------------------------------------------------------------------------

    def kept(self, number: int) -> Seen:
        """A game, as far as the folder has it: its record, its actions, or a way to play it again."""
        with self._one_at_a_time:
            store = self.store()
            result, crash = store.results.get(number), self._crash(number)
            plan = store.plan
            if result is None and not crash and (now := Running(self.folder, plan).game(number)) is not None:
                return Seen(f"Game {number}: {', '.join(now.names)}", "", now.record, is_played=True)
        if result is None and not crash:
            raise Refused(f"there is no game {number} yet")
        title = f"Game {number}" + ("" if result is None else f": {', '.join(map(safe.line, result.seats))}")
        trouble = safe.lines(str(crash.get("traceback") or crash.get("error") or ""))[-4000:]
        file = None if plan.records is None else Path(plan.records) / f"game-{number:06}.jsonl"
        if file is not None and file.is_file():
            return Seen(title, trouble, Record.load(file, repair=True, data=plan.data))
        if result is not None and result.actions is not None:
            fixture = plan.fixtures[number]
            game = game_of(plan, fixture)
            for action in unpacked(result.actions):
                game.push(action)
            return Seen(title, trouble, Record.of(game, _players(result, game)))
        if result is not None and result.is_complete and _can_be_played(store, number):
            again = Again(replace(plan), number, tuple(result.totals))
            return Seen(title, trouble, (game_of(plan, plan.fixtures[number]), again))
        if isinstance(crash.get("position"), dict):
            return Seen(title, trouble, Record.of(Game.from_json(crash["position"], seed=1, data=plan.data)))
        raise Refused(
            f"game {number} was not kept: --records DIR keeps records of games that are not played by our compiled "
            "agents alone"
        )

    # --- training ---------------------------------------------------------------------------------------------

    def _training(self) -> Message:
        folder = Folder.open(self.folder, self.kind)
        rows = list(folder.lines(self.kind.files[0], load=dict, dump=dict, key=lambda row: row.get("number")).read())
        series: dict[str, list[Message]] = {}
        for row in rows:
            by_turn = self.kind is TURN
            matches = {"the one before": row["against_old"], **row["ladder"]} if by_turn else row["matches"]
            for name, told in matches.items():
                point = _match(str(told))
                if point is not None:
                    x = row["number"] if by_turn else row["decisions"]
                    series.setdefault(safe.line(name), []).append({"x": x, **point})
        wanted = folder.document.get("wanted", {})
        return {
            "kind": "training",
            "about": "A net for turn search" if self.kind is TURN else "A policy by PPO",
            "along": "round" if self.kind is TURN else "decisions",
            "wanted": [[safe.line(str(key)), safe.line(str(value))] for key, value in dict(wanted).items()],
            "points": len(rows),
            "series": [{"name": name, "points": points} for name, points in series.items()],
        }


@dataclass(frozen=True)
class Again:
    """A game of compiled agents, played once more: every decision falls as it did. To be done where agents think."""

    plan: Plan
    number: int
    totals: tuple[int, ...]

    def done(self, _: Game) -> str:
        """Its record, as text; ValueError if it ends otherwise."""
        with tempfile.TemporaryDirectory() as folder:
            plan = replace(self.plan, records=folder)
            outcome = Cast(plan).play(plan.fixtures[self.number])
            if not isinstance(outcome, Result) or tuple(outcome.totals) != self.totals:
                raise ValueError(f"game {self.number} was not kept, and played again it goes otherwise")
            return (Path(folder) / f"game-{self.number:06}.jsonl").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Seen:
    """A game of a tournament: its record, or how to come by it from where it began; and what an agent fell over."""

    title: str
    trouble: str
    record: Record | tuple[Game, Again]
    is_played: bool = False  # at this moment: there will be more of it


def _kind_of(folder: Path) -> Kind:
    """What a folder is; Refused if it is none of these."""
    for kind in (TOURNAMENT, TURN, PPO):
        header = folder / kind.header
        if not header.is_file():
            continue
        try:
            if json.loads(header.read_text(encoding="utf-8")).get("format") == kind.format:
                return kind
        except (OSError, ValueError, RecursionError, AttributeError):
            continue
    raise Refused(
        f"{safe.line(folder)} is no folder of burgundy arena or burgundy train: there is no {TOURNAMENT.header} and "
        f"no {TURN.header} in it that this version reads"
    )


def _can_be_played(store: Store, number: int) -> bool:
    """Whether a game falls the same way when it is played again: ours decided, by seeds alone."""
    return all(agent.policy is not None for agent in agents_of(store.plan, store.plan.fixtures[number]))


def _margin(result: Result, one: str, other: str | None) -> int | None:
    """By how much one was ahead of another, its best seat against the other's best; None if they did not meet."""
    names = [safe.line(name) for name in result.seats]
    ours = [points for name, points in zip(names, result.totals, strict=True) if name == one]
    wanted: Callable[[str], bool] = (lambda name: name == other) if other is not None else (lambda name: name != one)
    theirs = [points for name, points in zip(names, result.totals, strict=True) if wanted(name)]
    return max(ours) - max(theirs) if ours and theirs else None


def _players(result: Result, game: Game) -> Sequence[str]:
    parties = len(result.seats)
    return [result.seats[seat % parties] for seat in range(game.config.players)]


def _match(told: str) -> Message | None:
    """The figures of a match as a run has written it."""
    found = _MATCH.match(told)
    if found is None:
        return None
    return {
        "share": float(found["share"]),
        "low": float(found["low"]),
        "high": float(found["high"]),
        "told": safe.line(told),
    }
