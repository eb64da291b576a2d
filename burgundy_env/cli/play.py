"""`burgundy play`: a game at the terminal, people and programs at one table."""

from __future__ import annotations

import argparse
import secrets
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING

from burgundy_env.cli import options
from burgundy_env.cli.seats import HUMAN, Seat, agents_of, read_seats, seat_of, split_seats

if TYPE_CHECKING:
    from burgundy_env.cli.session import Session
    from burgundy_env.game import Game

OPPONENT = "random"
_SEEDS = 1_000_000  # short enough for a file name


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("play", help="play a game at the terminal")
    parser.description = (
        "Play at the terminal: two to four people, or people and programs. The game is saved after every "
        "action. Type ? in the game for help."
    )
    parser.add_argument(
        "--seats",
        metavar="S",
        help="who plays, by seat: human, human:NAME or an agent as `burgundy arena --help` lists them, as in "
        "human:Anna,heuristic,mcts:ms=200 (default: human,random with 2 players)",
    )
    options.add_seed(parser, None, "decides chance (default: a random one, which is told)")
    options.add_config(parser)
    parser.add_argument("--save", metavar="FILE", help="where the record goes (default: burgundy-SEED.jsonl)")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game instead of a new one")
    options.add_colour(parser)
    options.add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Set the table and play."""
    session = _resumed(args) if args.resume else _new(args)
    return session.play()


def _new(args: argparse.Namespace) -> Session:
    from burgundy_env.game import Game

    if args.players is None and args.config is None and args.seats:
        args.players = len(split_seats(args.seats))
    config = options.config(args)
    seats = _seats(args.seats, config.players) or read_seats(",".join([HUMAN] + [OPPONENT] * (config.players - 1)))
    seed = secrets.randbelow(_SEEDS) if args.seed is None else args.seed
    while args.seed is None and args.save is None and _default_file(seed).exists():
        seed = secrets.randbelow(_SEEDS)
    file = _default_file(seed) if args.save is None else Path(args.save)
    if file.exists():
        raise options.InputError(f"{file} is there already; go on with it by --resume {file}, or --save another file")
    return _session(Game.new(config, seed, data=args.data), seats, file, args)


def _resumed(args: argparse.Namespace) -> Session:
    from burgundy_env.records import Record

    given = [name for name in ("seed", *options.OF_A_NEW_GAME) if getattr(args, name) is not None]
    if given:
        name = given[0].replace("_", "-")
        raise options.InputError(f"--{name} is for a new game; with --resume the record says it")
    record = Record.load(args.resume, repair=True, data=args.data)
    seats = _seats(args.seats, record.config.players) or list(starmap(seat_of, enumerate(record.players)))
    return _session(record.game(), seats, Path(args.save or args.resume), args)


def _session(game: Game, seats: list[Seat], file: Path, args: argparse.Namespace) -> Session:
    from burgundy_env.cli.session import Session

    names = [seat.name for seat in seats]
    return Session(game, names, agents_of(game, seats), file, options.coloured(args.colour))


def _seats(text: str | None, players: int) -> list[Seat] | None:
    if text is None:
        return None
    seats = read_seats(text)
    if len(seats) != players:
        raise options.InputError(f"--seats: {len(seats)} seats for {players} players; give one for each")
    return seats


def _default_file(seed: int) -> Path:
    return Path(f"burgundy-{seed}.jsonl")
