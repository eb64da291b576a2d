"""`burgundy play`: a game at the terminal, people and programs at one table."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from collections.abc import Sequence
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING

from burgundy_env import safe
from burgundy_env.cli import options
from burgundy_env.sitting.seats import HUMAN, Seat, agents_of, programs_of, read_seats, seat_of, split_seats

if TYPE_CHECKING:
    from burgundy_agents import Agent

    from burgundy_env.config import GameConfig
    from burgundy_env.game import Game
    from burgundy_env.sitting.sitting import Sitting

OPPONENT = "heuristic"
_SEEDS = 1_000_000  # short enough for a file name
_CHATEAUMA = "chateauma"
_NEW_GAME = ("seed", "chateauma", *options.OF_A_NEW_GAME)


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("play", help="play a game at the terminal")
    parser.description = (
        "Play at the terminal: one to four people, programs and the Châteauma at one table. The game is saved "
        "after every action. The table fills the terminal (F1 in it for help); where there is none, or with "
        "--plain, everything goes line by line (? for help)."
    )
    parser.add_argument(
        "--seats",
        metavar="S",
        help="who plays, by seat: human, human:NAME or an agent as `burgundy arena --help` lists them, as in "
        f"human:Anna,heuristic,turn:ms=200 (default: {HUMAN},{OPPONENT} with 2 players)",
    )
    options.add_seed(parser, None, "decides chance (default: a random one, which is told)")
    options.add_config(parser)
    options.add_chateauma(parser)
    parser.add_argument("--save", metavar="FILE", help="where the record goes (default: burgundy-SEED.jsonl)")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game instead of a new one")
    parser.add_argument("--hints", metavar="AGENT", default=OPPONENT, help=f"who gives hints (default: {OPPONENT})")
    parser.add_argument(
        "--thoughts", action="store_true", help="keep in the record, and show with --plain, what programs think"
    )
    parser.add_argument(
        "--pace", metavar="S", type=float, default=0.4, help="seconds between actions of programs (default: 0.4)"
    )
    options.add_run_programs(parser)
    add_plain(parser)
    options.add_colour(parser)
    options.add_data(parser)
    parser.set_defaults(run=run)


def add_plain(parser: argparse.ArgumentParser) -> None:
    """--plain, the way without a full screen."""
    parser.add_argument(
        "--plain", action="store_true", help="line by line instead of filling the terminal (in pipes: always)"
    )


def run(args: argparse.Namespace) -> int:
    """Set the table and play."""
    full = fills_terminal(args)
    if args.pace < 0:
        raise options.InputError(f"--pace: seconds, 0 or more, not {args.pace:g}")
    _offer_unfinished(args, ask=full)
    sitting = _resumed(args) if args.resume else _new(args)
    try:
        if full:
            return _full_screen(sitting, args)
        from burgundy_env.cli.session import Session

        return Session(sitting, options.coloured(args.colour), partial(_adviser, args.hints)).play()
    finally:
        sitting.close()


def fills_terminal(args: argparse.Namespace) -> bool:
    """Whether there is a terminal that can be filled."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") not in (None, "", "dumb")
    return terminal and not args.plain


# --- the table -------------------------------------------------------------------------------------------


def _new(args: argparse.Namespace) -> Sitting:
    from burgundy_env.game import Game
    from burgundy_env.sitting.sitting import Sitting

    entries = with_chateauma(split_seats(args.seats), args) if args.seats else None
    config = config_for(entries, args)
    seats = _seats(entries, config.players) or read_seats(",".join([HUMAN] + [OPPONENT] * (config.players - 1)))
    seed = secrets.randbelow(_SEEDS) if args.seed is None else args.seed
    while args.seed is None and args.save is None and _default_file(seed).exists():
        seed = secrets.randbelow(_SEEDS)
    file = _default_file(seed) if args.save is None else Path(args.save)
    if file.exists():
        raise options.InputError(f"{file} is there already; go on with it by --resume {file}, or --save another file")
    game = Game.new(config, seed, data=args.data)
    sitting = Sitting(game, [seat.name for seat in seats], agents_of(game, seats, args.thoughts), file)
    sitting.save()
    return sitting


def _resumed(args: argparse.Namespace) -> Sitting:
    from burgundy_env.records import Record
    from burgundy_env.sitting.sitting import Sitting

    options.refuse(args, _NEW_GAME, "is for a new game; with --resume the record says it")
    record = Record.load(args.resume, repair=True, data=args.data)
    entries = split_seats(args.seats) if args.seats else None
    seats = _seats(entries, record.config.players)
    if seats is None:
        options.trusts(args, args.resume, programs_of(record.players))
        seats = list(starmap(seat_of, enumerate(record.players)))
    names = [seat.name for seat in seats]
    agents = agents_of(record.game(), seats, args.thoughts)
    sitting = Sitting.of(record, names, agents, Path(args.save or args.resume))
    sitting.save()
    return sitting


def with_chateauma(entries: Sequence[str], args: argparse.Namespace) -> list[str]:
    """The seats without the Châteauma, which comes with the config: `chateauma:hard` counts as --chateauma hard."""
    named = [entry for entry in entries if entry.partition(":")[0] == _CHATEAUMA]
    if named and (len(named) > 1 or args.chateauma is not None):
        raise options.InputError("the Châteauma can take part only once")
    if named:
        args.chateauma = named[0].partition(":")[2] or "intermediate"
    return [entry for entry in entries if entry not in named]


def config_for(entries: Sequence[str] | None, args: argparse.Namespace) -> GameConfig:
    """The config that the options ask for; where they name no number of players, one for each seat."""
    if args.players is None and args.config is None and entries:
        args.players = len(entries)
    return options.config(args)


def _seats(entries: Sequence[str] | None, players: int) -> list[Seat] | None:
    if entries is None:
        return None
    if len(entries) != players:
        raise options.InputError(f"--seats: {len(entries)} seats for {players} players; give one for each")
    return list(starmap(seat_of, enumerate(entries)))


def _default_file(seed: int) -> Path:
    return Path(f"burgundy-{seed}.jsonl")


# --- games that were not finished ------------------------------------------------------------------------


def _offer_unfinished(args: argparse.Namespace, ask: bool) -> None:
    """Where no game is described, tell of one that was not finished, and at a terminal ask whether to go on."""
    described = any(getattr(args, name) is not None for name in (*_NEW_GAME, "seats", "save", "resume"))
    files = [] if described else unfinished(Path())
    if not files:
        return
    who, actions = _summary(files[0])
    file = safe.line(files[0])
    print(f"{file} is a game that was not finished ({who}; {actions} actions).")
    if not ask:
        print(f"Go on with it by: burgundy play --resume {file}")
    elif input("Go on with it? [Y/n] ").strip().lower() in ("", "y", "yes"):
        args.resume = str(files[0])


def unfinished(folder: Path) -> list[Path]:
    """Records of `burgundy play` in a folder that have no result yet, the latest first."""
    files = [file for file in folder.glob("burgundy-*.jsonl") if file.is_file() and _is_unfinished(file)]
    return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)


def _is_unfinished(file: Path) -> bool:
    """Whether it is a record without a result; what else is wrong with it is told to whoever goes on with it."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        header = json.loads(lines[0])
    except (OSError, ValueError, IndexError, RecursionError):
        return False
    return (
        isinstance(header, dict)
        and header.get("format") == "burgundy-record/1"
        and isinstance(header.get("players"), list)
        and not lines[-1].startswith('{"scores"')
    )


def _summary(file: Path) -> tuple[str, int]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return ", ".join(safe.line(name) for name in json.loads(lines[0])["players"]), sum(
        '"action"' in line for line in lines
    )


# --- the full screen -------------------------------------------------------------------------------------


def _full_screen(sitting: Sitting, args: argparse.Namespace) -> int:
    from burgundy_env.table.app import show
    from burgundy_env.table.play import Manner, PlayScreen

    manner = Manner(args.pace, args.hints, _advisers(args.hints), _adviser)
    if any(seat not in sitting.agents for seat in range(len(sitting.names))):
        _adviser(args.hints, sitting.game)  # a name that nobody has is refused now, not in the middle of the game
    try:
        code = show(lambda: PlayScreen(sitting, manner), options.coloured(args.colour))
    finally:
        sitting.keep()  # it may have been left between an action and its saving
    if sitting.trouble:
        raise options.InputError(f"{sitting.trouble}; the game is not saved as it stands")
    if sitting.game.is_over:
        print(f"The record is in {sitting.file}; see it again with: burgundy watch {sitting.file}")
    else:
        print(f"Saved in {sitting.file}. Go on with: {sitting.go_on}")
    return code


def _adviser(text: str, game: Game) -> Agent:
    """An agent that is asked what it would do, whoever's turn it is."""
    seat = seat_of(game.active or 0, text)
    if seat.agent is None:
        raise options.InputError(f"--hints: an agent such as {OPPONENT}, not {text!r}")
    seats = [Seat(HUMAN)] * game.config.players
    seats[game.active or 0] = seat
    return agents_of(game, seats, thoughts=True)[game.active or 0]


def _advisers(asked: str) -> list[tuple[str, str]]:
    """The agents that hints can come from: those that need no parameters, and the one asked for."""
    from burgundy_agents import ENTRIES

    known = {name: entry.meaning for name, entry in ENTRIES.items() if not entry.asks}
    return list(({asked: "as asked for"} | known).items())
