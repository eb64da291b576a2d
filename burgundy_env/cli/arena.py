"""`burgundy arena`: a tournament, and the tables it gives."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgundy_env.cli import FAILED, FINE, INTERRUPTED, options
from burgundy_env.cli.progress import Bar, tell_break

if TYPE_CHECKING:
    from burgundy_env.arena import Outcome, Run, Store

_PLANNING = ("games", "seed", *options.OF_A_NEW_GAME, "out", "on_error", "data", "seconds", "thoughts")
_GAMES, _SEED = 100, 1


class _Help(argparse.Action):
    """--help with the list of agents, which only help needs to load."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(nargs=0, default=argparse.SUPPRESS, **kwargs)

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> None:
        """Print it and leave."""
        from burgundy_agents.registry import table_text

        parser.epilog = f"agents:\n{table_text()}"
        parser.print_help()
        parser.exit()


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser(
        "arena",
        help="play a tournament",
        add_help=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Let agents meet in every combination, from every seat, and print how strong they are. Every\n"
        "game is kept in a folder as soon as it is played, so that Ctrl-C loses nothing.",
    )
    parser.add_argument("-h", "--help", action=_Help, help="show this and the agents, and leave")
    parser.add_argument("agents", metavar="AGENT", nargs="*", help="who takes part; see below")
    parser.add_argument(
        "--agent", metavar="FILE:CLASS", action="append", default=[], help="one more: a class in a file of yours"
    )
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        help=f"of each match-up, at least (default: {_GAMES}); whole sets of seatings",
    )
    options.add_seed(parser, None, f"decides all chance (default: {_SEED})")
    options.add_config(parser, seats="2 to 4, the Châteauma counted (default: 2, or one for each duchy)")
    group = parser.add_argument_group("how it is played")
    options.add_workers(group)
    options.add_on(group)
    group.add_argument(
        "--on-error",
        choices=("stop", "skip", "forfeit"),
        help="when an agent fails: stop (default), leave the game out, or count it as lost",
    )
    options.add_data(parser)
    group = parser.add_argument_group("results")
    group.add_argument("--out", metavar="DIR", help="a new folder for the tournament (default: arena-1, arena-2 ...)")
    group.add_argument("--resume", metavar="DIR", help="go on with the tournament in this folder")
    options.add_run_programs(parser)
    group.add_argument(
        "--records", metavar="DIR", help="write the record of every game there (with --resume: it may)"
    )
    group.add_argument(
        "--thoughts",
        action="store_true",
        default=None,
        help="keep in the records what the agents think (with --records; games are then played one by one)",
    )
    group.add_argument("--csv", metavar="FILE", help="write a row for every seat of every game")
    options.add_styles(group, "the summary", "tables")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and print."""
    from burgundy_env import arena
    from burgundy_env.store import try_to_write

    options.check_workers(args)
    options.check_on(args, args.workers)
    if args.csv:
        try_to_write(args.csv)
    store = _resumed(args) if args.resume else _begun(args)
    sittings = [fixture.seats for fixture in store.plan.fixtures]
    with Bar(sittings, store.results.keys()) as bar, options.crew(args, bar.say, args.workers) as crew:

        def progress(outcomes: Sequence[Outcome]) -> None:
            bar.advance([outcome.game for outcome in outcomes])

        outcome = arena.run(store, args.workers, progress=progress, on_failure=bar.tell, crew=crew)
    results = store.in_order()
    if results:
        _show(args, store)
    if args.csv:
        arena.write_csv(Path(args.csv), results)
    return _verdict(args, store, outcome)


def _begun(args: argparse.Namespace) -> Store:
    from burgundy_agents.registry import is_chateauma

    from burgundy_env.arena import Plan, Store, free_folder
    from burgundy_env.arena.report import extent
    from burgundy_env.config import all_modules

    agents = [*args.agents, *args.agent]
    if args.modules == "all" and any(map(is_chateauma, agents)):
        args.modules = ",".join(all_modules(chateauma=True))  # the same ones in every game
    plan = Plan.of(
        agents,
        _GAMES if args.games is None else args.games,
        config=options.config(args),
        seed=_SEED if args.seed is None else args.seed,
        on_error=args.on_error or "stop",
        records=None if args.records is None else str(Path(args.records).resolve()),
        data=args.data,
        thoughts=bool(args.thoughts),
        **({} if args.seconds is None else {"seconds": args.seconds}),
    )
    store = Store.create(free_folder() if args.out is None else args.out, plan)
    games = extent(f"{len(plan.fixtures):,}", len(plan.fixtures), len(plan.match_ups))
    print(f"{games}; results are kept in {store.folder}", file=sys.stderr)
    return store


def _resumed(args: argparse.Namespace) -> Store:
    from burgundy_env.arena import Store

    why = "is for a new tournament; with --resume its folder says it"
    if args.agents or args.agent:
        raise options.InputError(f"--agent {why}")
    options.refuse(args, _PLANNING, why)
    store = Store.open(args.resume, trusts=partial(options.trusts, args, args.resume), records=args.records)
    store.take()
    left = len(store.plan.fixtures) - len(store.results)
    print(f"{len(store.results):,} games are there, {left:,} are left to play", file=sys.stderr)
    return store


def _show(args: argparse.Namespace, store: Store) -> None:
    from burgundy_env import arena
    from burgundy_env.store import write_whole

    summary = arena.summarise(store.plan, store.in_order())
    write_whole(store.folder / "summary.json", options.as_json(summary) + "\n")
    write_whole(store.folder / "summary.txt", arena.report(summary))
    if args.json:
        print(options.as_json(summary))
        return
    print(arena.report(summary, options.style_of(args)), end="")


def _verdict(args: argparse.Namespace, store: Store, outcome: Run) -> int:
    """What became of the tournament, and the exit code."""
    played, planned = len(store.results), len(store.plan.fixtures)
    go_on = f"go on with: burgundy arena --resume {store.folder}"
    if args.on is not None:
        go_on += f" --on {args.on}"
    if store.plan.programs:
        go_on += " --run-programs"
    if store.plan.records is not None:
        go_on += f" --records {store.plan.records}"
    tell_break(outcome, played, planned, go_on)
    if outcome.interrupted:
        return INTERRUPTED
    if outcome.crashes and not outcome.stopped:
        files = f"{store.folder / 'crash-*.json'}"
        print(f"{len(outcome.crashes):,} games failed; {files} tell how", file=sys.stderr)
    return FAILED if outcome.crashes else FINE
