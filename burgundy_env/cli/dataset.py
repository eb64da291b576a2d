"""`burgundy dataset`: games of agents, kept as data to learn from."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from burgundy_env.cli import FINE, options
from burgundy_env.cli.progress import free_folder, tell_stop
from burgundy_env.nearest import nearest

if TYPE_CHECKING:
    from burgundy_env.dataset import Run, Store

_GAMES, _SEED = 1000, 1
KINDS = "flat, compact, features, planes, tokens, actions or ahead"
_PLANNING = ("games", "seed", "data", *options.OF_A_NEW_GAME)


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser(
        "dataset",
        help="write games of agents as data to learn from",
        description="Have agents play, and write their games as Parquet: seeds, actions by id, results. What the "
        "players saw is made from these on loading, or written where it is asked for. Every game is kept as soon as "
        "it is played, so that Ctrl-C loses nothing.",
    )
    parser.add_argument(
        "agents", metavar="AGENT", nargs="*", help="who plays (default: heuristic); several take their seats in turn"
    )
    parser.add_argument("--games", type=int, metavar="N", help=f"how many (default: {_GAMES:,})")
    options.add_seed(parser, None, f"decides all chance (default: {_SEED})")
    options.add_config(parser, seats="2 to 4, the Châteauma counted (default: 2, or one for each duchy)")
    options.add_data(parser)
    parser.add_argument("--out", metavar="DIR", help="a new folder (default: dataset-1, dataset-2 ...)")
    parser.add_argument("--resume", metavar="DIR", help="go on with the dataset in this folder, or write more of it")
    parser.add_argument(
        "--workers", type=int, metavar="N", help="games at a time (default: one per core; 0: all in one thread)"
    )
    parser.add_argument("--observations", metavar="KIND", help=f"write each decision, too, as {KINDS}")
    parser.add_argument("--minari", metavar="ID", help="make a Minari dataset of it, too, as burgundy/heuristic-v0")
    parser.add_argument("--minari-games", type=int, metavar="N", help="of the first N games only (default: of all)")
    parser.add_argument(
        "--reward", choices=("win", "margin", "vp"), default="win", help="of each decision (default: win)"
    )
    options.add_run_programs(parser)
    parser.add_argument("--json", action="store_true", help="print what was written as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and write."""
    _check(args)
    from burgundy_env import dataset

    store = _begun(args) if args.resume is None else _resumed(args)
    with _Bar("games", store.plan.games, len(store.results)) as bar:
        played = dataset.play(store, args.workers, bar.advance)
    if not played.is_done:
        return _stopped(store, played)
    written = [_written("games", [dataset.write(store)])]
    games = dataset.Dataset(store.folder)
    if args.observations is not None:
        with _Bar("games with observations", len(games), 0) as bar:
            paths = dataset.write_decisions(games, args.observations, args.reward, bar.advance)
        written.append(_written("decisions", paths))
    if args.minari is not None:
        from burgundy_env.dataset import minari

        count = len(games) if args.minari_games is None else min(args.minari_games, len(games))
        with _Bar("games for Minari", count, 0) as bar:
            made = minari.write(games, args.minari, args.observations or "compact", args.reward, count, bar.advance)
        folder = Path(made.storage.data_path)
        what = f"{made.total_episodes:,} episodes for Minari, {args.minari},"
        written.append(_written(what, sorted(folder.iterdir()), folder))
    _tell(args, store, written)
    return FINE


def _check(args: argparse.Namespace) -> None:
    options.check_workers(args)
    wanted = {"polars": True, "minari": args.minari is not None, "h5py": args.minari is not None}
    missing = [name for name, needed in wanted.items() if needed and find_spec(name) is None]
    if missing:
        raise options.InputError(f"{' and '.join(missing)} needed: pip install 'burgundy-env[dataset]'")
    if args.observations is not None:
        from burgundy_env.encoders import ENCODERS

        if (kind := args.observations) not in ENCODERS:
            known = ", ".join(ENCODERS)
            raise options.InputError(
                f"--observations: {kind!r} is unknown{nearest(kind, ENCODERS)}; there are {known}"
            )
    if args.minari is not None:
        from burgundy_env.dataset.minari import check

        check(args.minari)  # before anything is played
    if args.minari_games is not None and (args.minari is None or args.minari_games < 1):
        raise options.InputError("--minari-games: a number from 1, with --minari")


def _begun(args: argparse.Namespace) -> Store:
    from burgundy_env.dataset import Store

    store = Store.create(
        free_folder("dataset") if args.out is None else args.out,
        args.agents or ["heuristic"],
        _GAMES if args.games is None else args.games,
        config=options.config(args),
        seed=_SEED if args.seed is None else args.seed,
        data=args.data,
    )
    print(f"{store.plan.games:,} games; they are kept in {store.folder}", file=sys.stderr)
    return store


def _resumed(args: argparse.Namespace) -> Store:
    from burgundy_env.dataset import Store

    why = "is for a new dataset; with --resume its folder says it"
    if args.agents:
        raise options.InputError(f"AGENT {why}")
    options.refuse(args, _PLANNING, why)
    store = Store.open(args.resume, trusts=partial(options.trusts, args, args.resume))
    left = store.plan.games - len(store.results)
    print(f"{len(store.results):,} games are there, {left:,} are left to play", file=sys.stderr)
    return store


def _stopped(store: Store, played: Run) -> int:
    go_on = f"go on with: burgundy dataset --resume {store.folder}"
    if store.plan.programs:
        go_on += " --run-programs"
    return tell_stop(played.crash, len(store.results), go_on)


class _Written(NamedTuple):
    """What was written: where, and how large it is."""

    what: str
    where: str
    files: int
    bytes: int


def _written(what: str, files: list[Path], folder: Path | None = None) -> _Written:
    where = folder or (files[0] if len(files) == 1 else f"{files[0]} to {files[-1].name}")
    return _Written(what, str(where), len(files), sum(path.stat().st_size for path in files))


def _tell(args: argparse.Namespace, store: Store, written: list[_Written]) -> None:
    if args.json:
        told = {"folder": str(store.folder), "games": store.plan.games, "seed": store.plan.seed}
        print(options.as_json({**told, "written": [one._asdict() for one in written]}))
        return
    for one in written:
        print(f"{one.what}: {one.where}, {one.bytes / 1e6:,.1f} MB")


class _Bar:
    """The progress bar at a terminal."""

    def __init__(self, what: str, total: int, done: int) -> None:
        from tqdm import tqdm

        self._bar = tqdm(total=total, initial=done, unit="", desc=what, disable=not sys.stderr.isatty())

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.close()

    def advance(self, done: int) -> None:
        """So many are done."""
        self._bar.update(done - self._bar.n)
