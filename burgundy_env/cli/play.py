"""`burgundy play`: a game at the terminal, people and programs at one table."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from burgundy_env.cli import options

if TYPE_CHECKING:
    from burgundy_agents import Agent

    from burgundy_env.cli.session import Session
    from burgundy_env.game import Game

HUMAN, RANDOM = "human", "random"
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
        help="who plays, by seat: human, human:NAME or random (default: human,random with 2 players)",
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
        args.players = len(args.seats.split(","))
    config = options.config(args)
    names = _names(args.seats, config.players) or [HUMAN] + [RANDOM] * (config.players - 1)
    seed = secrets.randbelow(_SEEDS) if args.seed is None else args.seed
    while args.seed is None and args.save is None and _default_file(seed).exists():
        seed = secrets.randbelow(_SEEDS)
    file = _default_file(seed) if args.save is None else Path(args.save)
    if file.exists():
        raise options.InputError(f"{file} is there already; go on with it by --resume {file}, or --save another file")
    return _session(Game.new(config, seed, data=args.data), names, file, args)


def _resumed(args: argparse.Namespace) -> Session:
    from burgundy_env.records import Record

    given = [name for name in ("seed", "config", "players", "ruleset", "duchies") if getattr(args, name) is not None]
    if given:
        raise options.InputError(f"--{given[0]} is for a new game; with --resume the record says it")
    record = Record.load(args.resume, repair=True, data=args.data)
    names = _names(args.seats, record.config.players) or list(record.players)
    return _session(record.game(), names, Path(args.save or args.resume), args)


def _session(game: Game, names: list[str], file: Path, args: argparse.Namespace) -> Session:
    from burgundy_env.cli.session import Session

    agents = {seat: _agent(game, seat) for seat, name in enumerate(names) if name == RANDOM}
    for name in names:
        if name != RANDOM and name.partition(":")[0] != HUMAN:
            raise options.InputError(
                f"seat {names.index(name)}: nobody here is called {name!r}; say who plays with --seats, "
                f"as in --seats {HUMAN},{RANDOM} or --seats {HUMAN}:Anna,{HUMAN}:Ben"
            )
    return Session(game, names, agents, file, options.coloured(args.colour))


def _agent(game: Game, seat: int) -> Agent:
    try:
        from burgundy_agents import RandomAgent
    except ModuleNotFoundError:
        raise options.InputError(
            "the agents are not installed; run `pip install .` (or `pip install -e .`) in the project's folder"
        ) from None
    # What has happened belongs to the seed: a resumed game shall not repeat the first choices of the old one.
    return RandomAgent(f"{game.seed} {seat} {len(game.events)}")


def _names(text: str | None, players: int) -> list[str] | None:
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    if len(names) != players:
        raise options.InputError(f"--seats: {len(names)} seats for {players} players; give one for each")
    return names


def _default_file(seed: int) -> Path:
    return Path(f"burgundy-{seed}.jsonl")
