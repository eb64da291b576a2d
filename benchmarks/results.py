"""The tables of docs/results.md, from tournaments of the arena.

    python benchmarks/results.py results            write the tables from the tournaments in the folder `results`
    python benchmarks/results.py results --play     first play, or go on with, those that are not complete
    python benchmarks/results.py results --play hard solo_turn_33_50    only those, in this order

Every tournament is an arena command (`benchmarks/tournaments.py`), which the page shows above its table. One that
was stopped before its end counts with the games it has. The text around the tables is kept.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import re
import shlex
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from tournaments import (
    AUTOMA,
    CHATEAUMA,
    LADDER,
    LEVELS,
    MEANS,
    SEATS,
    SETS,
    SOLO,
    STRENGTH,
    TOURNAMENTS,
    WEAK,
    WITH_MODULES,
)

from burgundy_env.arena import Result, Store, summarise
from burgundy_env.arena.statistics import mean_interval, wilson
from burgundy_env.cli import main as burgundy

PAGE = Path(__file__).resolve().parents[1] / "docs" / "results.md"
PEOPLE = {2: 184.6, 3: 201.7, 4: 218.2}  # mean points of people who play online, 2011 boards
MODEL = {"easy": "175", "intermediate": "200", "hard": "225"}  # an independent model of the Châteauma, in VP
# What was to be reached: a share of games won by `turn`, or its mean VP in games with itself.
GOALS = (
    ("against the heuristic, board 1", 97, "turn_200"),
    ("against the heuristic, random boards", 95, "turn_boards"),
    ("against `chateauma:hard`, board 1", 90, "hard"),
    ("against `chateauma:hard`, random boards", 90, "hard_boards"),
    ("the same with ten times the futures, board 1", 95, "hard_3600"),
    ("against `chateauma:hard+A`", 80, "hard_A"),
    ("against `chateauma:hard+B`", 80, "hard_B"),
    ("against `chateauma:hard+C`", 80, "hard_C"),
    ("against `chateauma:hard+D`", 60, "hard_D"),
    ("first of four, the others heuristics", 70, "turn_four"),
    ("solo from 50, board 33", 50, "solo_turn_33_50"),
    ("solo from 50, board 34", 50, "solo_turn_34_50"),
    ("mean VP of two, 2011 boards", 220, "turn2"),
    ("mean VP of three, 2011 boards", 235, "turn3"),
    ("mean VP of four, 2011 boards", 245, "turn4"),
)
ENOUGH = 30  # games of a tournament that is still being played, or the page waits for more
Rows = list[tuple[str, ...]]
Played = dict[str, Store]


class Met(NamedTuple):
    """Games of an agent with others."""

    games: int
    wins: int
    own: float  # mean VP
    best: float  # mean VP of the best other; nobody: 0

    @classmethod
    def of(cls, agent: str, results: Iterable[Result]) -> Met:
        """The games the agent has one seat in."""
        met = [(result, result.seats.index(agent)) for result in results if agent in result.seats]
        others = [max((vp for k, vp in enumerate(one.totals) if k != seat), default=0) for one, seat in met]
        n = len(met)
        wins = sum(one.winners == [seat] for one, seat in met)
        return cls(n, wins, sum(one.totals[seat] for one, seat in met) / n, sum(others) / n)

    def cells(self) -> tuple[str, str, str]:
        """How many games, and the share of them won with its interval."""
        return (f"{self.games:,}", _share(self.wins, self.games), _interval(self.wins, self.games))


# --- what is played ------------------------------------------------------------------------------------


def play(folder: Path, names: Iterable[str], workers: str | None) -> None:
    """Play what is missing."""
    for name in names:
        out = str(folder / name)
        new = not (folder / name / "tournament.json").exists()
        words = [*shlex.split(TOURNAMENTS[name]), "--out", out] if new else ["--resume", out]
        if burgundy(["arena", *words, *(["--workers", workers] if workers else [])]) != 0:
            break  # Ctrl-C, too: the tables are written from what is there


def played(folder: Path) -> Played:
    """The tournaments that are there, and say something already."""
    there = {name: Store.open(folder / name) for name in TOURNAMENTS if (folder / name / "tournament.json").exists()}
    for name, store in there.items():
        agents = list(shlex.split(TOURNAMENTS[name].partition(" --")[0]))
        if list(store.plan.texts) != agents:
            raise SystemExit(f"{folder / name} has {', '.join(store.plan.texts)}, not {', '.join(agents)}")
    return {name: store for name, store in there.items() if _is_complete(store) or _says_something(store)}


def _is_complete(store: Store) -> bool:
    return len(store.results) == len(store.plan.fixtures)


def _says_something(store: Store) -> bool:
    """Where several meet, those who come last may not have met yet."""
    return len(store.plan.match_ups) == 1 and len(store.results) >= ENOUGH


def _games(store: Store) -> int:
    """Games of each match-up, as asked for or so far: fewer while they are being played."""
    return store.plan.games if _is_complete(store) else len(store.results)


# --- tables --------------------------------------------------------------------------------------------


def strength(there: Played) -> Rows:
    """Every agent against the one before, and the last of them against the first."""
    store = there["strength"]
    names = list(store.plan.texts)
    rows = [_HEADER]
    for weaker, stronger in dict.fromkeys([*itertools.pairwise(names), (names[0], names[-1])]):
        met = Met.of(stronger, [result for result in store.in_order() if {*result.seats} == {stronger, weaker}])
        rows.append((stronger, weaker, *met.cells(), f"{met.own:.1f}", f"{met.best:.1f}"))
    return rows


_HEADER = ("agent", "against", "games", "wins", "95 % interval", "its VP", "the best other's VP")


def against(*tournaments: dict[str, str]) -> Callable[[Played], Rows]:
    """The first agent of each tournament, in a row for each Châteauma it met, or for all others together."""
    names = [name for given in tournaments for name in given]
    return lambda there: [_HEADER, *(row for name in names if name in there for row in _rows_of_first(there[name]))]


def _rows_of_first(store: Store) -> Rows:
    first, *others = store.plan.texts
    met_alone = others if others[0].startswith("chateauma:") else [""]
    rows: Rows = []
    for other in met_alone:
        games = [result for result in store.in_order() if not other or other in result.seats]
        if games:
            met = Met.of(first, games)
            whom = other or (f"{len(others)} " * (len(others) > 1) + others[0])
            rows.append((first, whom + _where(store), *met.cells(), f"{met.own:.1f}", f"{met.best:.1f}"))
    return rows


def _where(store: Store) -> str:
    """What is said beside the opponent: modules, and boards that are not board 1 for all."""
    config = store.plan.config.to_dict()
    boards, modules = config["duchies"], " ".join(config["modules"])
    if isinstance(boards, str):
        where = boards.replace("random:1-10", "random boards").replace("random:", "random boards ")
    else:
        where = "" if {*boards} == {1} else f"boards {' and '.join(map(str, boards))}"
    return "".join(f", {part}" for part in (modules, where) if part)


def by_set(there: Played) -> Rows:
    """The heuristic against every Châteauma, and what both make."""
    rows: Rows = [("Châteauma", "board 1", "95 % interval", "VP", "random boards", "95 % interval", "VP")]
    for one in SETS:
        row = [f"chateauma:{one}"]
        for name in CHATEAUMA:
            results = there[name].in_order() if name in there else []
            met = [result for result in results if row[0] in result.seats]
            if met:
                found = Met.of(met[0].seats[0], met)
                row += [*found.cells()[1:], f"{found.own:.1f} : {found.best:.1f}"]
            else:
                row += ["", "", ""]
        rows.append(tuple(row))
    return rows


def weak(there: Played) -> Rows:
    """The Châteauma's points against one weak player, beside those of an independent model."""
    rows: Rows = [("Châteauma", "games", "its VP", "95 % interval", "slow model")]
    for row in sorted(_summary(there["weak"])["agents"], key=lambda row: row["vp"]):
        if row["name"].startswith("chateauma:"):
            low, high = row["vp_interval"]
            name = row["name"].removeprefix("chateauma:")
            rows.append((row["name"], f"{row['games']:,}", f"{row['vp']:.1f}", f"{low:.1f}-{high:.1f}", MODEL[name]))
    return rows


def means(there: Played) -> Rows:
    """Points in games with oneself, of the heuristic and of the search, beside those of people."""
    rows: Rows = [("agent", "players", "games", "mean VP", "95 % interval", "winner's VP", "people online")]
    for name in MEANS:
        if name in there:
            store = there[name]
            mean, low, high = _mean(store)
            best = sum(max(result.totals) for result in store.in_order()) / len(store.results)
            seats = store.plan.config.seats
            rows.append((store.plan.texts[0], f"{seats}", f"{len(store.results):,}", f"{mean:.1f}",
                         f"{low:.1f}-{high:.1f}", f"{best:.1f}", f"{PEOPLE[seats]}"))  # fmt: skip
    return rows


def seats(there: Played) -> Rows:
    """How often each seat wins where all are played by the same agent."""
    rows: Rows = [("players", "agent", "games", "seat", "wins", "95 % interval", "mean VP")]
    for store in (there[name] for name in SEATS if name in there):
        results = store.in_order()
        for seat in range(store.plan.config.seats):
            wins = sum(result.winners == [seat] for result in results)
            vp = sum(result.totals[seat] for result in results) / len(results)
            rows.append((f"{store.plan.config.seats}", store.plan.texts[0], f"{len(results):,}", f"{seat}",
                         _share(wins, len(results)), _interval(wins, len(results)), f"{vp:.1f}"))  # fmt: skip
    return rows


def solo(there: Played) -> Rows:
    """Solo games by board and first target."""
    rows: Rows = [("agent", "board", "first target", "games", "won", "95 % interval")]
    for store in (there[name] for name in SOLO if name in there):
        config = store.plan.config
        met = Met.of(store.plan.texts[0], store.in_order())
        rows.append((store.plan.texts[0], f"{config.duchies[0]}", f"{config.solo_target}", *met.cells()))
    return rows


def goals(there: Played) -> Rows:
    """What `turn` was to reach, and what it reaches."""
    rows: Rows = [("`turn`", "goal", "reached", "95 % interval", "games", "futures a turn")]
    for what, goal, name in GOALS:
        if name not in there:
            continue
        store = there[name]
        futures = store.plan.texts[0].partition("=")[2]
        if name in MEANS:
            mean, low, high = _mean(store)
            cells = (f"{goal} VP", f"{mean:.1f} VP", f"{low:.1f}-{high:.1f} VP", f"{len(store.results):,}")
        else:
            games, share, interval = Met.of(store.plan.texts[0], store.in_order()).cells()
            cells = (f"{goal} %", share, interval, games)
        rows.append((what, *cells, futures))
    return rows


TABLES: dict[str, tuple[tuple[str, ...], Callable[[Played], Rows]]] = {
    "goals": ((), goals),
    "strength": (tuple(STRENGTH), strength),
    "ladder": ((*LADDER, *WITH_MODULES), against(LADDER, WITH_MODULES)),
    "automa": (tuple(AUTOMA), against(AUTOMA)),
    "levels": (tuple(LEVELS), against(LEVELS)),
    "chateauma": (tuple(CHATEAUMA), by_set),
    "weak": (tuple(WEAK), weak),
    "means": (tuple(MEANS), means),
    "seats": (tuple(SEATS), seats),
    "solo": (tuple(SOLO), solo),
}


def _summary(store: Store) -> dict[str, Any]:
    """The arena's own summary."""
    return summarise(store.plan, store.in_order(), speeds=False)


def _mean(store: Store) -> tuple[float, float, float]:
    """The mean VP of all seats and its interval."""
    found = mean_interval(result.totals for result in store.in_order())
    assert found is not None
    return found


def _share(wins: float, games: int) -> str:
    return f"{100 * wins / games:.1f} %"


def _interval(wins: float, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{100 * low:.1f}-{100 * high:.1f} %"


# --- the page ------------------------------------------------------------------------------------------


def block(name: str, there: Played) -> str:
    """A table with the commands that gave it; one made of other tables has none of its own."""
    sources, rows_of = TABLES[name]
    used = [source for source in sources if source in there]
    if not used:
        return _table(rows_of(there))
    commands = "".join(f"burgundy arena {_command(source, there[source])}\n" for source in used)
    days = [datetime.date.fromtimestamp((there[source].folder / "games.jsonl").stat().st_mtime) for source in used]
    version = there[used[0]].version
    return f"```sh\n{commands}```\n\n{_table(rows_of(there))}\nburgundy-env {version}, {max(days).isoformat()}.\n"


def _command(name: str, store: Store) -> str:
    """The command, with the games that were played."""
    return re.sub("--games [0-9]+", f"--games {_games(store)}", TOURNAMENTS[name])


def _table(rows: Rows) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + " --- |" * len(rows[0]))
    return "".join(f"{line}\n" for line in lines)


def write(there: Played) -> None:
    """Write the tables that have games."""
    text = PAGE.read_text(encoding="utf-8")
    for name, (sources, _) in TABLES.items():
        if any(source in there for source in sources or (tournament for *_, tournament in GOALS)):
            pattern = re.compile(rf"(<!-- table: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
            written = block(name, there)
            text = pattern.sub(lambda match, written=written: match[1] + written + match[2], text)
    PAGE.write_text(text, encoding="utf-8")


def main() -> None:
    """Play if asked, and write the tables that can be written."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--play", nargs="*", metavar="NAME", choices=TOURNAMENTS)
    parser.add_argument("--workers", help="games at a time, as in the arena")
    options = parser.parse_args()
    if options.play is not None:
        options.folder.mkdir(exist_ok=True)
        play(options.folder, options.play or TOURNAMENTS, options.workers)
    write(played(options.folder))


if __name__ == "__main__":
    main()
