"""Whether what `net` thinks comes true: one position from each of many games that no training had.

    nice python benchmarks/calibration.py FOLDER --games 10000      # killed, the same command goes on
    python benchmarks/calibration.py FOLDER --games 0               # the tables of what there is

`net` plays itself, half of the games on boards that it learned on, half on boards held out. At the beginning of one
turn of each game, drawn evenly, it is asked what it thinks: final points and chance to win of whoever plays the turn.
Told points are put into ten bins of equally many positions each, chances into tenths. 10,000 games take some 8
minutes of a core. `--also` plays a twentieth as many of each of some other kinds of games as well.

What `net` tells is mended by rounds left (`burgundy_env/players/net/outlook.py`). That was fitted to games of another
seed than those of `--seed 20261122`, which it is looked at by here.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from burgundy_agents import make

from burgundy_env import Game
from burgundy_env.arena import Plan
from burgundy_env.arena.actions import unpacked
from burgundy_env.arena.play import play_batch
from burgundy_env.arena.statistics import wilson
from burgundy_env.config import held_out
from burgundy_env.crew import Processes
from burgundy_env.engine.layout import STAGE_TURN
from burgundy_env.game import inside
from burgundy_env.players.heuristic.basics import LAST_ROUND
from burgundy_env.players.turn.thinking import rounds_so_far
from burgundy_env.store import Folder, Kind
from burgundy_env.training.turn.gather import BOARDS

KIND = Kind("calibration", "burgundy-calibration/1", ("positions.jsonl",))
_OTHERS = f"random:{','.join(map(str, held_out.BOARDS))}"
PARTS: dict[str, dict[str, object]] = {
    "boards it learned on": {"players": 2, "duchies": f"random:{','.join(map(str, BOARDS))}"},
    "boards held out": {"players": 2, "duchies": _OTHERS},
}
ALSO: dict[str, dict[str, object]] = {
    "3 seats": {"players": 3, "duchies": _OTHERS},
    "4 seats": {"players": 4, "duchies": _OTHERS},
    "modules": {"players": 2, "duchies": _OTHERS, "modules": ["white_castles", "inns"]},
    "chateauma:hard": {"players": 1, "duchies": _OTHERS, "chateauma": "hard"},
}
PIECE = 25  # games, some 2 s
BINS = 10
SEED = 20261122


@dataclass(frozen=True)
class Position:
    """What was told of one, and what came."""

    part: str
    game: int
    left: int  # rounds after this one
    vp: float
    came: int
    win: float
    won: float  # a shared victory is a part of one


def positions(piece: tuple[int, str, int]) -> list[Position]:
    """One of each of some games."""
    seed, part, first = piece
    number = [*PARTS, *ALSO].index(part)
    plan = Plan.of(["net"], PIECE, config=(PARTS | ALSO)[part], seed=seed + 1000 * first + number, keeps_actions=True)
    agent, found = make("net", seed=1), []
    for game, (fixture, result) in enumerate(zip(plan.fixtures, play_batch(plan, list(plan.fixtures)), strict=True)):
        turns, seen = [], Game.new(fixture.config, fixture.seed)
        for action in unpacked(result.actions):
            if _begins_turn(seen, turns):
                turns.append(seen.copy())
            seen.push(action)
        asked = turns[int(np.random.default_rng((seed, first + game, number)).integers(len(turns)))]
        seat, told = asked.active or 0, agent.think(asked).expected  # type: ignore[attr-defined]
        won = (seat in result.winners) / len(result.winners)
        left = LAST_ROUND - rounds_so_far(inside(asked).state)
        found.append(
            Position(part, first + game, left, told["vp"][seat], result.totals[seat], told["win"][seat], won)
        )
    return found


def _begins_turn(game: Game, turns: list[Game]) -> bool:
    """Whether somebody's turn begins, who has a choice in it."""
    if inside(game).state["stage"][0] != STAGE_TURN or len(game.legal_actions()) == 1:
        return False
    return not turns or _turn_of(game) != _turn_of(turns[-1])


def _turn_of(game: Game) -> tuple[int, int | None]:
    return rounds_so_far(inside(game).state), game.active


def points_table(found: list[Position]) -> list[str]:
    """Told and reached points by bins, with the bias and its 95 % interval."""
    rows = ["| told, VP | came | bias | 95 % interval | n |", "|--:|--:|--:|---|--:|"]
    ordered = sorted(found, key=lambda one: one.vp)
    bins = [ordered[len(found) * k // BINS : len(found) * (k + 1) // BINS] for k in range(BINS)]
    return rows + [_row("", one) for one in bins if one] + [_row("*all*", found)]


def rounds_table(found: list[Position]) -> list[str]:
    """The same by how much is left to play."""
    rows = ["| rounds left | came | bias | 95 % interval | n |", "|--:|--:|--:|---|--:|"]
    for least in range(0, LAST_ROUND + 1, 3):
        there = [one for one in found if least <= one.left < least + 3]
        if there:
            rows.append(_row(f"{least}-{least + 2}", there))
    return rows


def _row(name: str, found: list[Position]) -> str:
    told, came = (np.array([getattr(one, key) for one in found], float) for key in ("vp", "came"))
    bias, half = float((told - came).mean()), 1.96 * float((told - came).std()) / math.sqrt(len(told))
    interval = f"{bias - half:+.1f} to {bias + half:+.1f}"
    return f"| {name or f'{told.mean():.1f}'} | {came.mean():.1f} | {bias:+.1f} | {interval} | {len(told):,} |"


def chances_table(found: list[Position]) -> list[str]:
    """Told chances and the share that was won, by tenths."""
    rows = ["| told | came true | 95 % interval | n |", "|--:|--:|---|--:|"]
    for k in range(BINS):
        tenth = [one for one in found if min(int(one.win * BINS), BINS - 1) == k]
        if tenth:
            won, low_high = sum(one.won for one in tenth), wilson(sum(one.won for one in tenth), len(tenth))
            told = sum(one.win for one in tenth) / len(tenth)
            low, high = (f"{100 * share:.1f}" for share in low_high)
            rows.append(f"| {100 * told:.1f} % | {100 * won / len(tenth):.1f} % | {low}-{high} | {len(tenth):,} |")
    return rows


def tables(found: Iterable[Position]) -> str:
    """All tables, part by part and for all."""
    known = list(found)
    lines = []
    for parts in (*((part,) for part in PARTS), tuple(PARTS), *((part,) for part in ALSO)):
        chosen = [one for one in known if one.part in parts]
        if chosen:
            shown = points_table(chosen), rounds_table(chosen), chances_table(chosen)
            lines += [f"{' and '.join(parts)}:", "", *(line for table in shown for line in (*table, ""))]
    return "\n".join(lines)


def main() -> None:
    """Play what is missing and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10_000, help="of both parts (default: 10,000)")
    parser.add_argument("--also", action="store_true", help="other kinds of games, too")
    parser.add_argument("--seed", type=int, default=SEED, help="of a new folder")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    known = args.folder / KIND.header
    folder = (
        Folder.open(args.folder, KIND) if known.exists() else Folder.create(args.folder, KIND, {"seed": args.seed})
    )
    folder.take()
    seed = folder.document["seed"]
    with folder:
        lines = folder.lines(
            "positions.jsonl", load=lambda one: Position(**one), dump=asdict, key=lambda one: (one.part, one.game)
        )
        found = list(lines.read())
        there = {(one.part, one.game) for one in found}
        pieces = [(part, first) for first in range(0, args.games // 2, PIECE) for part in PARTS]
        if args.also:
            pieces += [(part, first) for first in range(0, args.games // 20, PIECE) for part in ALSO]
            pieces.sort(key=lambda one: one[1] * (10 if one[0] in ALSO else 1))  # stopped early, some of each
        missing = [(seed, *one) for one in pieces if one not in there]
        for _, more in Processes(args.processes).do(positions, missing):
            found += lines.add(more)
            print(f"{len(found):,} positions", flush=True)
    print(tables(found))


if __name__ == "__main__":
    main()
