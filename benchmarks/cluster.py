"""How far a cluster carries, on paper: what pieces cost is measured here, what 64 cores would do is reckoned from it.

    nice -n -10 python benchmarks/cluster.py            # the tables of docs/scaling.md, in some minutes

Those who play cost processor time for each game; so does the one who hands out, takes back and keeps. While there are
fewer cores than the second goes into the first, each brings as much as the first one did; from there on none brings
anything. A round of `train turn` also has parts that one core does alone: the fit, and the matches of the new net.
"""

from __future__ import annotations

import math
import pickle
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch

from burgundy_env.arena import Plan, Store
from burgundy_env.arena.elsewhere import LARGEST, SECONDS, Playing
from burgundy_env.config import GameConfig
from burgundy_env.crew import crew_on
from burgundy_env.machine import cores
from burgundy_env.players.net.weights import ALONE
from burgundy_env.training.turn.fit import EPOCHS_ON, fit
from burgundy_env.training.turn.gather import Gathering
from burgundy_env.training.turn.matches import match
from burgundy_env.training.turn.run import KEPT_ROUNDS, LADDER, PIECE
from burgundy_env.training.turn.wanted import Wanted

CORES = (1, 2, 4, 8, 16, 32, 64)
ROUND_TRIP = 0.0015  # seconds of processor time that Ray takes for a piece where it is handed out (200 empty ones)
AGENTS = {"turn:futures=200": 4, "heuristic": 200, "reflex": 2000}  # games that are measured
TURN_GAMES, EPOCHS, FUTURES = 40, 2, (4, 32)


class Costs(NamedTuple):
    """Of a game, in seconds of processor time and bytes."""

    playing: float
    handing: float  # where it is handed out and kept
    sent: float
    back: float


def main() -> None:
    torch.set_num_threads(1)  # as processor time is measured
    heads = ["agent", "a game", "its result, kept", "bytes a game", *map(str, CORES), "saturates at", "network"]
    print(f"| {' | '.join(heads)} |")
    print("|---|" + "--:|" * (len(heads) - 1))
    for agent, games in AGENTS.items():
        print(arena_row(agent, arena_costs(agent, games)))
    print()
    turn_table()
    print()
    actors_table()


def timed(work: Callable[[], object]) -> float:
    """Processor time."""
    start = time.process_time()
    work()
    return time.process_time() - start


def arena_costs(agent: str, games: int) -> Costs:
    """Of a tournament of an agent with `random`."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store.create(Path(folder) / "arena", Plan.of([agent, agent], games))
        store.take()
        playing = Playing(store.plan)
        playing.begin()
        piece = list(store.plan.fixtures[:games])
        playing(piece[:2])
        seconds = min(timed(lambda: playing(piece)) for _ in range(3))
        played = playing(piece)
        sent, back = pickle.dumps(piece), pickle.dumps(played)

        def hand_out() -> None:
            pickle.dumps(piece)
            store.add(pickle.loads(back).outcomes)

        handing = timed(hand_out) / games
        store.close()
    in_piece = min(LARGEST, max(1, int(SECONDS / (seconds / games))))
    return Costs(seconds / games, handing + ROUND_TRIP / in_piece, len(sent) / games, len(back) / games)


def arena_row(agent: str, costs: Costs) -> str:
    saturated = costs.playing / costs.handing
    speeds = [min(n / costs.playing, 1 / costs.handing) for n in CORES]
    network = speeds[-1] * (costs.sent + costs.back) / 1000
    return (
        f"| `{agent}` | {1000 * costs.playing:.2f} ms | {1000 * costs.handing:.3f} ms | "
        f"{costs.sent + costs.back:.0f} | " + " | ".join(f"{speed:,.0f}/s" for speed in speeds) + " | "
        f"{saturated:,.0f} cores | {network:,.0f} KB/s |"
    )


def turn_table() -> None:
    """A usual round of `train turn`: games by all cores, then a fit and matches by one."""
    wanted = Wanted()
    measured = {futures: gathered(futures) for futures in FUTURES}
    fitting, judging = fit_seconds(measured[wanted.futures][1]), match_seconds()
    alone = fitting + judging
    print(f"The net: {ALONE.nbytes / 1e6:.2f} MB, to each node once a round. By one core: the fit {fitting:,.0f} s,")
    print(f"the matches {judging:,.0f} s.\n")
    heads = ["futures", f"{PIECE} games", "come back as", "all games", *map(str, CORES), "network"]
    print(f"| {' | '.join(heads)} |")
    print("|" + "--:|" * len(heads))
    for futures, (seconds, contents) in measured.items():
        size, pieces = float(np.mean([len(one) for one in contents])), wanted.games / PIECE
        playing = [math.ceil(pieces / n) * seconds for n in CORES]
        times = [f"{(playing[0] + alone) / (one + alone):.2f}" for one in playing]
        print(
            f"| {futures} | {seconds:.1f} s | {size / 1e6:.2f} MB | {playing[0]:,.0f} s | {' | '.join(times)} | "
            f"{pieces * size / playing[-1] / 1e6:.1f} MB/s |"
        )


def gathered(futures: int) -> tuple[float, list[bytes]]:
    """The processor time of a piece, and the files of some."""
    gathering, contents = Gathering(ALONE, futures, PIECE), list[bytes]()
    Gathering(ALONE, 1, 1)(1)
    firsts = range(1000, 1000 + TURN_GAMES, PIECE)
    seconds = timed(lambda: contents.extend(map(gathering, firsts)))
    return seconds / len(firsts), contents


def actors_table() -> None:
    """Games to learn from a second, really played, by one actor of a cluster on this machine, by two, and so on."""
    print("| actors | games a second |")
    print("|--:|--:|")
    for actors in range(1, cores() + 1):
        crew = crew_on("ray", actors, tell=lambda text: None)
        try:
            list(crew.do(Gathering(ALONE, 4, 1), range(actors)))  # everybody is there and has loaded what is needed
            start = time.perf_counter()
            games = sum(PIECE for _ in crew.do(Gathering(ALONE, 4, PIECE), range(1000, 1000 + 8 * PIECE, PIECE)))
            print(f"| {actors} | {games / (time.perf_counter() - start):.2f} |")
        finally:
            crew.close()


def fit_seconds(contents: list[bytes]) -> float:
    """Of the fit of a round, to the games of all rounds that are kept."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.npz" for number in range(len(contents))]
        for path, content in zip(paths, contents, strict=True):
            path.write_bytes(content)
        fit(paths, epochs=1)  # torch imports much when it learns for the first time
        an_epoch = timed(lambda: fit(paths, epochs=EPOCHS)) / EPOCHS
    return an_epoch * EPOCHS_ON * KEPT_ROUNDS * Wanted().games / TURN_GAMES


def match_seconds() -> float:
    """Of the matches of a new net."""
    match(ALONE, "heuristic", GameConfig(2), 2, 1)
    return timed(lambda: match(ALONE, ALONE, GameConfig(2), 100, 1)) / 100 * (Wanted().gate + 3 * LADDER)


if __name__ == "__main__":
    main()
