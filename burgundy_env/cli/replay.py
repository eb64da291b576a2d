"""`burgundy replay`: a recorded game once more, step by step or at its end."""

from __future__ import annotations

import argparse
import shutil
import sys
from typing import TYPE_CHECKING

from burgundy_env.cli import options, pictures
from burgundy_env.telling.chance import sentences
from burgundy_env.telling.log import aftermath, when
from burgundy_env.telling.seats import seat_name

if TYPE_CHECKING:
    from burgundy_env.game import Game
    from burgundy_env.records import Record


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("replay", help="go through a recorded game")
    parser.description = (
        "Go through a recorded game in words, where at a terminal Enter shows the next action; or draw it."
    )
    parser.add_argument("record", metavar="RECORD", help="a file of burgundy-record/1, or - for standard input")
    parser.add_argument("--until", type=int, metavar="N", help="stop after N actions")
    parser.add_argument("--final", action="store_true", help="only the board and the scores at the end")
    parser.add_argument("--json", action="store_true", help="only the position at the end, as JSON")
    parser.add_argument("--repair", action="store_true", help="leave out an end that was cut off")
    pictures.add_options(parser)
    options.add_colour(parser)
    options.add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Load the record, which checks it, and show it."""
    from burgundy_env.records import Record

    if args.record == "-":
        record = Record.parse(sys.stdin.read(), "standard input", repair=args.repair, data=args.data)
    else:
        record = Record.load(args.record, repair=args.repair, data=args.data)
    if args.until is not None and not 0 <= args.until <= len(record):
        raise options.InputError(f"--until {args.until}: the record has {len(record)} actions")
    if pictures.wanted(args):
        pictures.write(record, args)
        return 0
    if args.json:
        print(options.as_json(record.game(args.until).to_json()))
        return 0
    if args.final or _narrate(record, len(record) if args.until is None else args.until):
        _show_end(record.game(args.until), record, options.coloured(args.colour))
    return 0


def _narrate(record: Record, until: int) -> bool:
    """Print the actions in words; False when the reader had enough before the end."""
    waits = _waits()
    players = ", ".join(seat_name(seat, record.players) for seat in range(len(record.players)))
    seed = "chance as recorded" if record.seed is None else f"seed {record.seed}"
    print(f"{record.config}: {players}; {seed}, {len(record)} actions")
    for sentence in sentences(record.setup, record.players):
        print(f"      {sentence}")
    for number, step in enumerate(record.steps(), 1):
        if number > until:
            break
        if waits and not _goes_on():
            return False
        before = step.game.to_json()
        if number == 1:
            print(f"\n{when(before)}")
        who = seat_name(step.game.active or 0, record.players)
        print(f"{number:>4}  {who}: {step.action}    {step.game.explain(step.action)}")
        after = aftermath(before, step.after.to_json(), step.events, record.players)
        lines = [*after.told, *([f"\n{after.heading}"] if after.heading else []), *after.opening]
        for line in lines:
            print(line if line.startswith("\n") else f"      {line}")
    print()
    return True


def _waits() -> bool:
    """Whether somebody sits there to press Enter."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _goes_on() -> bool:
    try:
        return input("").strip().lower() not in ("q", "quit")
    except EOFError:
        return False


def _show_end(game: Game, record: Record, colour: bool) -> None:
    from burgundy_env.render import draw
    from burgundy_env.telling.score_table import table

    width = max(60, shutil.get_terminal_size((100, 24)).columns)
    print(draw(game.to_json(), colour=colour, width=width, data_dir=game.data.directory), end="\n\n")
    print(table(game, record.players))
