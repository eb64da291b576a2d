"""The tables of docs/results.md, from tournaments of the arena.

    python benchmarks/results.py results            write the tables from the tournaments in the folder `results`
    python benchmarks/results.py results --play     first play, or go on with, those that are not complete

Every tournament is an arena command, which the page shows above its table. The text around the tables is kept.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from burgundy_env.arena import Store, summarise
from burgundy_env.arena.statistics import wilson
from burgundy_env.cli import main as burgundy

PAGE = Path(__file__).resolve().parents[1] / "docs" / "results.md"
SETS = (
    "easy", "intermediate", "hard", "hard+A", "hard+B", "hard+C", "hard+D",
    "easy+ABCD", "intermediate+ABCD", "hard+ABCD",
)  # fmt: skip
BOARDS = "--ruleset alea_2011 --duchies random:1-10"
# What 20 ms a turn buy on the machine this was measured on: with two seats, and beside the Châteauma alone.
TURN, ALONE = "turn:futures=200", "turn:futures=360"
GAMES = {2: 100, 3: 60, 4: 40}
LADDER = {
    "turn_50": "turn:futures=50 heuristic --games 400",
    "turn_200": f"{TURN} heuristic --games 600",
    "turn_boards": f"{TURN} heuristic --duchies random --games 600",
    "turn_four": f"{TURN} heuristic heuristic heuristic --players 4 --duchies random --games 100",
}
AUTOMA = {
    "hard": f"{ALONE} chateauma:hard --games 600",
    "hard_boards": f"{ALONE} chateauma:hard --duchies random --games 600",
    "hard_sets": f"{ALONE} {' '.join(f'chateauma:hard+{one}' for one in 'ABCD')} chateauma:hard+ABCD --games 120",
}
TEN_TIMES = {
    "turn_2000": "turn:futures=2000 heuristic --games 40",
    "hard_3600": "turn:futures=3600 chateauma:hard --games 60",
}
LEVELS = {
    f"level{level}": f"level:{level} level:{level - 1} --duchies random --games {400 if level < 6 else 100}"
    for level in range(2, 8)
}
TOURNAMENTS = {
    "strength": "random greedy reflex heuristic --games 2000",
    **LADDER,
    **AUTOMA,
    **LEVELS,
    "chateauma": f"heuristic {' '.join(f'chateauma:{one}' for one in SETS)} --games 2000",
    "weak": "random chateauma:easy chateauma:intermediate chateauma:hard --games 2000",
    "alea2": f"heuristic {BOARDS} --games 1000",
    "alea3": f"heuristic --players 3 {BOARDS} --games 1000",
    "alea4": f"heuristic --players 4 {BOARDS} --games 1000",
    **{f"turn{seats}": f"{TURN} --players {seats} {BOARDS} --games {games}" for seats, games in GAMES.items()},
    "seats2": "reflex --games 10000",
    "seats3": "reflex --players 3 --games 10000",
    "seats4": "reflex --players 4 --games 10000",
    **TEN_TIMES,
}
PEOPLE = {"2": 184.6, "3": 201.7, "4": 218.2}  # mean points of people who play online, 2011 boards
MEANS = ("alea2", "alea3", "alea4", "turn2", "turn3", "turn4")
Rows = list[tuple[str, ...]]
Played = dict[str, Store]


def play(folder: Path) -> None:
    """Play what is missing."""
    for name, words in TOURNAMENTS.items():
        out = str(folder / name)
        new = not (folder / name / "tournament.json").exists()
        burgundy(["arena", *shlex.split(words), "--out", out] if new else ["arena", "--resume", out])


def played(folder: Path) -> Played:
    """The tournaments that are there."""
    there = {name: Store.open(folder / name) for name in TOURNAMENTS if (folder / name / "tournament.json").exists()}
    for name, store in there.items():
        agents = list(shlex.split(TOURNAMENTS[name].partition(" --")[0]))
        if list(store.plan.texts) != agents:
            raise SystemExit(f"{folder / name} has {', '.join(store.plan.texts)}, not {', '.join(agents)}")
    return there


def summary(store: Store) -> dict[str, Any]:
    """The arena's own summary."""
    return summarise(store.plan, store.in_order(), speeds=False)


def strength(there: Played) -> Rows:
    """Every agent against the one before, and the last of them against the first."""
    rows: Rows = [("agent", "against", "games", "wins", "95 % interval", "its VP", "the other's VP")]
    found = summary(there["strength"])
    names = list(there["strength"].plan.texts)
    for weaker, stronger in dict.fromkeys([*itertools.pairwise(names), (names[0], names[-1])]):
        met = [result for result in there["strength"].in_order() if {stronger, weaker} == {*result.seats}]
        vp = [sum(r.totals[r.seats.index(name)] for r in met) / len(met) for name in (stronger, weaker)]
        rows.append(_pair(found, stronger, weaker, (f"{vp[0]:.1f}", f"{vp[1]:.1f}")))
    return rows


def ladder(there: Played) -> Rows:
    """The search against the heuristic and against the Châteauma: by futures, boards, seats, difficulty."""
    rows: Rows = [("agent", "against", "games", "wins", "95 % interval", "its VP", "the best other's VP")]
    for name in (*LADDER, *AUTOMA, *TEN_TIMES):
        if name in there:
            rows += _rows_of_first(there[name], TOURNAMENTS[name])
    return rows


def levels(there: Played) -> Rows:
    """Each level for people against the one below."""
    rows: Rows = [("agent", "against", "games", "wins", "95 % interval", "its VP", "the other's VP")]
    for name in LEVELS:
        if name in there:
            rows += _rows_of_first(there[name], TOURNAMENTS[name])
    return rows


def _rows_of_first(store: Store, words: str) -> Rows:
    """The first agent's games, a row for each Châteauma that it met."""
    first, *others = store.plan.texts
    where = ", random boards" if "--duchies random" in words else ""
    results = store.in_order()
    met = others if others[0].startswith("chateauma:") else [""]
    rows: Rows = []
    for other in met:
        games = [result for result in results if not other or other in result.seats]
        mine = [result.seats.index(first) for result in games]
        wins = sum(result.winners == [seat] for result, seat in zip(games, mine, strict=True))
        own = sum(result.totals[seat] for result, seat in zip(games, mine, strict=True)) / len(games)
        best = sum(
            max(total for k, total in enumerate(result.totals) if k != seat)
            for result, seat in zip(games, mine, strict=True)
        ) / len(games)
        against = other or (f"{len(others)} " * (len(others) > 1) + others[0])
        rows.append((first, against + where, f"{len(games):,}", _share(wins, len(games)),
                     _interval(wins, len(games)), f"{own:.1f}", f"{best:.1f}"))  # fmt: skip
    return rows


def _pair(found: dict[str, Any], first: str, second: str, vp: tuple[str, str]) -> tuple[str, ...]:
    for pair in found["pairs"]:
        if {pair["first"], pair["second"]} == {first, second}:
            wins = pair["first_ahead"] if pair["first"] == first else pair["games"] - pair["first_ahead"]
            return (
                first,
                second,
                f"{pair['games']:,}",
                _share(wins, pair["games"]),
                _interval(wins, pair["games"]),
                *vp,
            )
    raise ValueError(f"{first} and {second} have not met")


def chateauma(there: Played) -> Rows:
    """The heuristic against every Châteauma, and what both make."""
    rows: Rows = [("Châteauma", "games", "heuristic wins", "95 % interval", "heuristic's VP", "Châteauma's VP")]
    for one in there["chateauma"].plan.texts[1:]:
        games = [result for result in there["chateauma"].in_order() if one in result.seats]
        wins = sum(result.winners == [0] for result in games)
        vp = [sum(result.totals[seat] for result in games) / len(games) for seat in (0, 1)]
        rows.append((one, f"{len(games):,}", _share(wins, len(games)), _interval(wins, len(games)),
                     f"{vp[0]:.1f}", f"{vp[1]:.1f}"))  # fmt: skip
    return rows


def weak(there: Played) -> Rows:
    """The Châteauma's points against one weak player, beside those of an independent model."""
    rows: Rows = [("Châteauma", "games", "its VP", "95 % interval", "slow model")]
    model = {"easy": "175", "intermediate": "200", "hard": "225"}
    for row in sorted(summary(there["weak"])["agents"], key=lambda row: row["vp"]):
        if row["name"].startswith("chateauma:"):
            low, high = row["vp_interval"]
            name = row["name"].removeprefix("chateauma:")
            rows.append((row["name"], f"{row['games']:,}", f"{row['vp']:.1f}", f"{low:.1f}-{high:.1f}", model[name]))
    return rows


def means(there: Played) -> Rows:
    """Points in games with oneself, of the heuristic and of the search, beside those of people."""
    rows: Rows = [("agent", "players", "games", "mean VP", "95 % interval", "winner's VP", "people online")]
    for name in MEANS:
        if name in there:
            people = PEOPLE[name[-1]]
            store = there[name]
            (row,) = summary(store)["agents"]
            low, high = row["vp_interval"]
            results = store.in_order()
            best = sum(max(result.totals) for result in results) / len(results)
            rows.append((row["name"], name[-1], f"{len(results):,}", f"{row['vp']:.1f}", f"{low:.1f}-{high:.1f}",
                         f"{best:.1f}", f"{people}"))  # fmt: skip
    return rows


def seats(there: Played) -> Rows:
    """How often each seat wins where all are played by the same agent."""
    rows: Rows = [("players", "agent", "games", "seat", "wins", "95 % interval", "mean VP")]
    for name in ("seats2", "seats3", "seats4"):
        if name not in there:
            continue
        results = there[name].in_order()
        for seat in range(int(name[-1])):
            wins = sum(result.winners == [seat] for result in results)
            vp = sum(result.totals[seat] for result in results) / len(results)
            rows.append((name[-1], there[name].plan.texts[0], f"{len(results):,}", str(seat),
                         _share(wins, len(results)), _interval(wins, len(results)), f"{vp:.1f}"))  # fmt: skip
    return rows


TABLES: dict[str, tuple[tuple[str, ...], Callable[[Played], Rows]]] = {
    "strength": (("strength",), strength),
    "ladder": ((*LADDER, *AUTOMA, *TEN_TIMES), ladder),
    "levels": (tuple(LEVELS), levels),
    "chateauma": (("chateauma",), chateauma),
    "weak": (("weak",), weak),
    "means": (MEANS, means),
    "seats": (("seats2", "seats3", "seats4"), seats),
}


def _share(wins: float, games: int) -> str:
    return f"{100 * wins / games:.1f} %"


def _interval(wins: float, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{100 * low:.1f}-{100 * high:.1f} %"


def block(name: str, there: Played) -> str:
    """A table with the commands that gave it."""
    sources, rows_of = TABLES[name]
    used = [source for source in sources if source in there]
    commands = "".join(
        f"burgundy arena {re.sub('--games [0-9]+', f'--games {there[source].plan.games}', TOURNAMENTS[source])}\n"
        for source in used
    )
    day = max(datetime.date.fromtimestamp((there[source].folder / "games.jsonl").stat().st_mtime) for source in used)
    version = there[used[0]].version
    return f"```sh\n{commands}```\n\n{_table(rows_of(there))}\nburgundy-env {version}, {day.isoformat()}.\n"


def _table(rows: Rows) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + " --- |" * len(rows[0]))
    return "".join(f"{line}\n" for line in lines)


def main() -> None:
    """Play if asked, and write the tables that can be written."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--play", action="store_true")
    options = parser.parse_args()
    if options.play:
        options.folder.mkdir(exist_ok=True)
        play(options.folder)
    there, text = played(options.folder), PAGE.read_text(encoding="utf-8")
    for name, (sources, _) in TABLES.items():
        if any(source in there for source in sources):
            pattern = re.compile(rf"(<!-- table: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
            written = block(name, there)
            text = pattern.sub(lambda match, written=written: match[1] + written + match[2], text)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
