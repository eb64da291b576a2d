"""`burgundy watch`: programs at play, or a recorded game, on the full-screen table."""

from __future__ import annotations

import argparse
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING

from burgundy_env.cli import options, replay
from burgundy_env.cli.play import add_plain, config_for, fills_terminal, with_chateauma
from burgundy_env.sitting.seats import agents_of, seat_of

if TYPE_CHECKING:
    from burgundy_env.sitting.sitting import Sitting


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("watch", help="watch agents play, or a recorded game")
    parser.description = (
        "Watch a game on a table that fills the terminal, at any speed, to and fro (F1 in it for help). In a "
        "pipe, or with --plain, it is told line by line."
    )
    parser.add_argument(
        "what",
        metavar="AGENT|RECORD",
        nargs="+",
        help="an agent for each seat, as in heuristic turn:ms=50 chateauma:hard, or a record (- for standard input)",
    )
    parser.add_argument("--speed", type=float, metavar="N", default=2.0, help="actions a second (default: 2)")
    parser.add_argument("--stopped", action="store_true", help="begin with the film stopped")
    options.add_seed(parser, None, "decides chance in a game of agents (default: a random one)")
    options.add_config(parser)
    options.add_chateauma(parser)
    parser.add_argument("--save", metavar="FILE", help="where the record of a game of agents goes (default: nowhere)")
    parser.add_argument(
        "--thoughts",
        action="store_true",
        help="show what the agents think, and keep it in the record (of a record, what it has is shown anyway)",
    )
    add_plain(parser)
    options.add_colour(parser)
    options.add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show what was asked for."""
    if not args.speed > 0:
        raise options.InputError(f"--speed: actions a second, more than 0, not {args.speed:g}")
    if len(args.what) == 1 and _is_record(args.what[0]):
        return _watch_record(args)
    return _watch_agents(args)


def _is_record(text: str) -> bool:
    return text == "-" or text.endswith(".jsonl") or Path(text).is_file()


def _watch_record(args: argparse.Namespace) -> int:
    if not fills_terminal(args) or args.what[0] == "-":
        return _tell_record(args)
    from burgundy_env.records import Record
    from burgundy_env.sitting.reel import Reel
    from burgundy_env.table.app import show
    from burgundy_env.table.watch import WatchScreen

    reel = Reel.of(Record.load(args.what[0], repair=True, data=args.data))
    return show(lambda: WatchScreen(reel, args.speed, not args.stopped), options.coloured(args.colour))


def _tell_record(args: argparse.Namespace) -> int:
    """The record in lines, as `burgundy replay` tells it."""
    parser = argparse.ArgumentParser()
    replay.add_parser(parser.add_subparsers())
    told = parser.parse_args(["replay", "--repair", f"--colour={args.colour}", "--", args.what[0]])
    told.data = args.data
    return replay.run(told)


def _watch_agents(args: argparse.Namespace) -> int:
    sitting = _sitting(args)
    try:
        if not fills_terminal(args):
            from burgundy_env.cli.session import Session

            return Session(sitting, options.coloured(args.colour)).play()
        from burgundy_env.sitting.reel import Reel
        from burgundy_env.table.app import show
        from burgundy_env.table.watch import WatchScreen

        return show(lambda: WatchScreen(Reel(sitting), args.speed, not args.stopped), options.coloured(args.colour))
    finally:
        sitting.close()


def _sitting(args: argparse.Namespace) -> Sitting:
    from burgundy_env.game import Game
    from burgundy_env.sitting.sitting import Sitting

    entries = with_chateauma(args.what, args)
    config = config_for(entries, args)
    if len(entries) != config.players:
        raise options.InputError(f"{len(entries)} agents for {config.players} players; give one for each")
    seats = list(starmap(seat_of, enumerate(entries)))
    people = [seat.name for seat in seats if seat.agent is None]
    if people:
        raise options.InputError(f"{people[0]} can't be watched; people play by: burgundy play --seats ...")
    file = None if args.save is None else Path(args.save)
    if file is not None and file.exists():
        raise options.InputError(f"{file} is there already; --save another file")
    game = Game.new(config, args.seed, data=args.data)
    sitting = Sitting(game, [seat.name for seat in seats], agents_of(game, seats, args.thoughts), file)
    sitting.save()
    return sitting
