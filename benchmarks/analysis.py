"""Whether the analysis is right, in large: intervals cover, choice and luck add up, planted mistakes are found.

    nice python benchmarks/analysis.py intervals --count 500 --out intervals.jsonl
    nice python benchmarks/analysis.py sums --count 200 --out sums.jsonl
    nice python benchmarks/analysis.py planted --count 50 --out planted.jsonl

Each line of the file is one position or game; {} where there was nothing to compare, which does not count. With the
same file it goes on where it was stopped, and what is there is told at the end.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from burgundy_agents import make

from burgundy_env import Game, Record
from burgundy_env.analysis.judge import Compared, Ends, Judge
from burgundy_env.analysis.review import Reviewer
from burgundy_env.analysis.summary import is_mistake, summarise
from burgundy_env.game import inside

CONFIG = {"players": 2, "duchies": "random"}


def game_of(seed: int, agents: tuple[str, str], planted: int = 0) -> tuple[Record, list[int]]:
    """A game, and which of its actions were drawn at random instead."""
    game, draw = Game.new(CONFIG, seed=seed), random.Random(seed)
    seats = [make(agent, seed=2 * seed + k) for k, agent in enumerate(agents)]
    chosen = set(draw.sample(range(8, 170), planted))
    at, actions = 0, []
    while game.active is not None:
        action = seats[game.active].act(game)
        legal = [one for one in game.legal_actions() if one != action]
        if at in chosen and legal:
            actions.append(at)
            action = draw.choice(legal)
        game.push(action)
        at += 1
    return Record.of(game, agents), actions


def interval(number: int, judge: Judge, long: int) -> dict[str, Any]:
    """The two best lines of a position of a game at few futures and at many others."""
    draw = random.Random(number)
    game, agents = Game.new(CONFIG, seed=50_000 + number), [make("level:4", seed=number + k) for k in (0, 1)]
    for _ in range(draw.randrange(6, 190)):
        if game.active is None or game.copy().is_over:
            break
        game.push(agents[game.active].act(game))
        if game.is_over:
            return {}
    play = inside(game)
    search, ends = judge.search(play, 0)
    if len(ends.paths) < 2:
        return {}
    pair = Ends(ends.ends[:2], ends.states[:2], ends.paths[:2], 0)
    short = Compared.of(
        judge.rows(play, pair, search.last, judge.first_future(0, 1), judge.futures),
        pair.paths,
        game.active or 0,
        2,
        0,
    )
    rows = np.concatenate(
        [
            judge.rows(play, pair, search.last, judge.first_future(1, 1) + k, min(2000, long - k))
            for k in range(0, long, 2000)
        ]
    )
    true = Compared.of(rows, pair.paths, game.active or 0, 2, 0)

    def told(found: Compared) -> list[float]:
        own = found.leads[:, :, found.seat]
        columns = [own[:, 0], own[:, 1], own[:, 0] - own[:, 1]]
        return [
            round(float(x), 5) for column in columns for x in (column.mean(), column.std(ddof=1) / len(column) ** 0.5)
        ]

    return {"short": told(short), "long": told(true)}


def tell_intervals(found: list[dict[str, Any]]) -> None:
    rows = [(one["short"], one["long"]) for one in found]
    for k, name in enumerate(("best line", "second line", "their difference")):
        inside_ = [abs(s[2 * k] - t[2 * k]) <= 1.96 * s[2 * k + 1] + 1e-9 for s, t in rows if s[2 * k + 1] > 0]
        print(f"{name}: {100 * np.mean(inside_):.1f} % of {len(inside_)} intervals have the long judgement in them")


def sums(number: int, judge: Judge) -> dict[str, Any]:
    """Choices, luck and what is left of one game."""
    record, _ = game_of(60_000 + number, ("turn:futures=40", "turn:futures=40"))
    reviewer = Reviewer(record, judge)
    found = [reviewer.entry(k) for k in range(len(reviewer))]
    chances = [[entry["lines"][entry["taken"]]["win"][0], entry["number"]] for entry in found if "cost" in entry]
    totals = [score["total"] for score in record.game().scores()]
    return {"seats": summarise(record, found)["seats"], "win": chances, "totals": totals}


def tell_sums(found: list[dict[str, Any]]) -> None:
    def line(name: str, values: list[float]) -> None:
        error = np.std(values, ddof=1) / len(values) ** 0.5
        print(f"{name}: {np.mean(values):+.2f} ±{1.96 * error:.2f}, spread {np.std(values):.1f}, n {len(values)}")

    first = [one["seats"][0] for one in found]
    wrong = [
        s
        for one in found
        for s in one["seats"]
        if abs(s["start"] + s["choices"] + s["others_choices"] + s["dice"] + s["others_dice"] + s["drawn"] + s["left"]
               - s["final"]) > 0.06
    ]  # fmt: skip
    real = [abs(one["seats"][0]["final"] - (one["totals"][0] - one["totals"][1])) for one in found]
    print(
        f"{len(found)} games; {len(wrong)} seats whose parts do not add up; final lead off by at most {max(real):.2f}"
    )
    for key in ("start", "choices", "dice", "others_dice", "drawn", "left", "final"):
        line(f"{key} of seat 0", [one[key] for one in first])
    line("dice of any seat", [seat["dice"] for one in found for seat in one["seats"]])
    line("all luck of seat 0", [s["dice"] + s["others_dice"] + s["drawn"] for s in first])
    told = np.array([win for one in found for win, _ in one["win"]])
    came = np.array([float(one["totals"][0] > one["totals"][1]) for one in found for _ in one["win"]])
    for k in range(10):
        inside_ = (told >= k / 10) & (told < (k + 1) / 10 + (k == 9))
        if inside_.any():
            print(f"  won: told {told[inside_].mean():.3f}, came {came[inside_].mean():.3f}, n {inside_.sum()}")


def planted(number: int, judge: Judge, long: int) -> dict[str, Any]:
    """A game with five random actions in it: which turns a review names, and what a long search says of them."""
    record, actions = game_of(70_000 + number, ("turn:futures=360", "turn:futures=360"), 5)
    reviewer, longer = Reviewer(record, judge), Reviewer(record, Judge(long, seed=2))
    told = []
    for turn in reviewer.turns:
        spoiled = any(turn.first <= action < turn.first + len(turn.actions) for action in actions)
        entry = reviewer.entry(turn.number)
        if "cost" not in entry:
            continue
        named = is_mistake(entry)
        cost = longer.entry(turn.number)["cost"]["vp"] if spoiled or named else None
        told.append(
            {"turn": turn.number, "planted": spoiled, "named": named, "cost": entry["cost"]["vp"], "long": cost}
        )
    return {"turns": told}


def tell_planted(found: list[dict[str, Any]]) -> None:
    turns = [turn for one in found for turn in one["turns"]]
    dear = [turn for turn in turns if turn["planted"] and turn["long"] > 5]
    print(f"{len(found)} games, {len(turns)} turns, {sum(t['planted'] for t in turns)} with a random action in them")
    print(f"over 5 VP by the long search: {len(dear)}, named {sum(turn['named'] for turn in dear)}")
    named = [turn for turn in turns if turn["named"]]
    alarms = [turn for turn in named if turn["long"] < 0.5]
    own = [turn for turn in named if not turn["planted"]]
    print(
        f"named in all: {len(named)}, {len(own)} of them the agent's own; by the long search {len(alarms)} of those "
        f"named cost under 0.5 VP (false alarms: {100 * len(alarms) / max(len(turns), 1):.1f} % of all turns)"
    )


def gone_on(out: Path, count: int, work: Callable[[int], dict[str, Any]]) -> list[dict[str, Any]]:
    """What was found until so many numbers gave something; a position that can't be asked about gives {}."""
    found = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    with out.open("a") as file:
        while sum(map(bool, found)) < count:
            found.append(work(len(found)))
            file.write(json.dumps(found[-1]) + "\n")
            file.flush()
    return [one for one in found if one]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("intervals", "sums", "planted"))
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--futures", type=int, default=200, help="of the judgement that is tried")
    parser.add_argument("--long", type=int, default=20_000, help="of the one it is compared with")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    judge = Judge(args.futures)
    work: Callable[[int], dict[str, Any]] = {
        "intervals": lambda number: interval(number, judge, args.long),
        "sums": lambda number: sums(number, judge),
        "planted": lambda number: planted(number, judge, args.long),
    }[args.what]
    found = gone_on(args.out, args.count, work)
    {"intervals": tell_intervals, "sums": tell_sums, "planted": tell_planted}[args.what](found)


if __name__ == "__main__":
    main()
