"""Options that several commands share, and what they mean."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from burgundy_env import safe
from burgundy_env.config import KEYS, MODULES, RULESETS, ConfigError, GameConfig, board_of
from burgundy_env.modules import by_key
from burgundy_env.modules.descriptor import ConfigKey

if TYPE_CHECKING:
    from burgundy_env.crew import Crew
    from burgundy_env.game import Game

Parsers = argparse._SubParsersAction  # the only name argparse has for what add_subparsers returns
Group = Any  # what add_argument_group returns: argparse has no name for it that others may use
Result = TypeVar("Result")
# What says which game it is, by the names of the arguments.
OF_A_NEW_GAME = ("config", "players", "ruleset", "duchies", "modules", *(key.name for _, key in KEYS))


class InputError(ValueError):
    """What was given to a command can't be used; the message says why."""


def add_config(
    parser: argparse.ArgumentParser,
    seats: str = "2 to 4 (default: 2, or one for each duchy, or 1 in the solo game)",
) -> None:
    """The options of `OF_A_NEW_GAME`: its config."""
    group = parser.add_argument_group("a new game")
    group.add_argument(
        "--config",
        metavar="C",
        help="a config by name, as base2p or chateauma_hard, or a YAML file; the options below change it",
    )
    group.add_argument("--players", type=int, metavar="N", help=seats)
    group.add_argument("--ruleset", choices=RULESETS, help=f"default: {RULESETS[0]}")
    group.add_argument(
        "--duchies",
        metavar="D",
        help="a board for each player as in 1,5; or random; or sides, whose owner chooses the side; "
        "random:1-30 draws from all; 2011/4 is board 4 of the 2011 box (default: board 1 for everyone)",
    )
    group.add_argument(
        "--modules",
        metavar="M",
        help="expansions by name with commas between; all for everything that can be together, or none; there are "
        + ", ".join(MODULES),
    )
    for _, key in KEYS:
        values: dict[str, Any] = {"choices": key.choices} if key.choices else {"type": int, "metavar": key.unit}
        if key.items:
            values = {"metavar": "L"}
        option = f"--{key.name.replace('_', '-')}"
        example = f", as in {key.example}" if key.example else ""
        group.add_argument(option, **values, help=f"{key.meaning}{example} (default: {key.usual or 'random'})")


def add_chateauma(parser: argparse.ArgumentParser) -> None:
    """--chateauma, a part of the config that not every command has."""
    parser.add_argument(
        "--chateauma",
        metavar="D",
        help="the automa takes part: easy, intermediate or hard, and any modifiers, as in hard+AD",
    )


def add_seed(parser: argparse.ArgumentParser, default: int | None, means: str) -> None:
    """--seed, an integer."""
    parser.add_argument("--seed", type=int, metavar="N", default=default, help=means)


def add_data(parser: argparse.ArgumentParser) -> None:
    """--data, an owner's own component data."""
    parser.add_argument("--data", metavar="DIR", help="a directory of your own data files")


def add_workers(group: Group) -> None:
    """--workers and --seconds, for commands that play many games."""
    group.add_argument(
        "--workers", type=int, metavar="N", help="games at a time (default: one per core; 0: no processes)"
    )
    group.add_argument(
        "--seconds",
        type=float,
        metavar="N",
        help="for a decision of an agent of yours in Python (default: 300; none with --workers 0)",
    )


def add_on(group: Group, usual: Any = None) -> None:
    """--on, for commands whose work can be done elsewhere."""
    group.add_argument(
        "--on",
        metavar="PLACE",
        default=usual,
        help="ray: on the cores of a Ray cluster, that of RAY_ADDRESS or of this machine; ray=HOST:PORT: of that one",
    )


@contextlib.contextmanager
def crew(args: argparse.Namespace, tell: Callable[[str], None], workers: int | None) -> Iterator[Crew | None]:
    """Who plays, as --on says it; None: this machine. `workers`: how many at a time, at most."""
    if args.on is None:
        yield None
        return
    from burgundy_env.crew import crew_on

    found = crew_on(args.on, workers, tell)
    try:
        yield found
    finally:
        found.close()


def check_on(args: argparse.Namespace, workers: int | None, option: str = "--workers") -> None:
    """Refuse a place that there is not, before anything is begun."""
    if args.on is None:
        return
    from burgundy_env.crew.places import is_place

    if not is_place(args.on):
        raise InputError(f"--on: {args.on!r} is no place to play at; there are ray and ray=HOST:PORT")
    if workers == 0:
        raise InputError(f"{option} 0 plays in this process, --on {args.on} elsewhere; leave out one of them")


def check_workers(args: argparse.Namespace) -> None:
    """Refuse a number of workers that can't be."""
    if args.workers is not None and args.workers < 0:
        raise InputError(f"--workers: a number from 0, not {args.workers}")


def add_styles(group: Group, json: str, table: str) -> None:
    """--json, --markdown and --latex: what is printed, and how."""
    style = group.add_mutually_exclusive_group()
    style.add_argument("--json", action="store_true", help=f"print {json} as JSON")
    style.add_argument("--markdown", action="store_true", help=f"print the {table} as Markdown")
    style.add_argument("--latex", action="store_true", help=f"print the {table} as LaTeX (booktabs)")


def style_of(args: argparse.Namespace) -> str:
    """How tables are drawn, by its name in the arena."""
    return "markdown" if args.markdown else "latex" if args.latex else "text"


def add_colour(parser: argparse.ArgumentParser) -> None:
    """--colour, for pictures."""
    choices = ("auto", "always", "never")
    parser.add_argument("--colour", choices=choices, default="auto", help="in pictures (default: auto)")


def add_run_programs(parser: argparse.ArgumentParser, again: bool = False) -> None:
    """--run-programs, for files that name agents; `again`: of a command whose parent has it, too."""
    parser.add_argument(
        "--run-programs",
        action="store_true",
        default=argparse.SUPPRESS if again else False,
        help="start the programs and agents' files that the file that is read names (otherwise you are asked)",
    )


def trusts(args: argparse.Namespace, where: object, programs: Sequence[str]) -> bool:
    """Whether the programs that a file names may run, as the command line says or whoever sits at the terminal."""
    if args.run_programs or not programs:
        return True
    named = "".join(f"\n  {safe.line(program)}" for program in programs)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise InputError(
            f"{where} would have programs run that the command line does not name:{named}\n"
            "Nobody is there to be asked; --run-programs allows it"
        )
    print(f"{safe.line(where)} would have run on this computer:{named}\nRun that? [y/N] ", end="", file=sys.stderr)
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() in ("y", "yes"):
        return True
    raise InputError(f"{where}: its programs were not wanted, so nothing was started")


def coloured(choice: str) -> bool:
    """Whether to use colour: `auto` does at a terminal that doesn't forbid it."""
    # https://no-color.org: an empty NO_COLOR counts as unset.
    return choice == "always" or (choice == "auto" and sys.stdout.isatty() and not os.environ.get("NO_COLOR"))


def config(args: argparse.Namespace) -> GameConfig:
    """The config that the options of a new game describe."""
    document = {} if args.config is None else GameConfig.of(args.config).to_dict()
    modules, duchies = _modules(args.modules), _duchies(args.duchies)
    players = args.players
    alone = [by_key(name) for name in modules or () if name in MODULES and by_key(name).own_boards]
    if players is None and isinstance(modules, list) and alone:
        players = alone[0].players[0]
    elif players is None and isinstance(duchies, list):
        players = len(duchies)
    if players not in (None, document.get("players")) and isinstance(document.get("duchies"), list):
        del document["duchies"]  # those of the named config are for another number
    given = {"players": players, "ruleset": args.ruleset, "duchies": duchies, "modules": modules}
    given |= {key.name: _given(key, getattr(args, key.name)) for _, key in KEYS}
    given["chateauma"] = getattr(args, "chateauma", None)
    return GameConfig.of({**document, **{key: value for key, value in given.items() if value is not None}})


def refuse(args: argparse.Namespace, names: Sequence[str], why: str) -> None:
    """Raise if one of the options has been given, which something else makes meaningless."""
    for name in names:
        if getattr(args, name, None) is not None:
            raise InputError(f"--{name.replace('_', '-')} {why}")


def _modules(text: str | None) -> list[str] | str | None:
    if text is None or text == "all":
        return text
    return [] if text == "none" else text.split(",")


def _given(key: ConfigKey, value: Any) -> Any:
    """What was given for a key of a module; a list of its items is written with commas."""
    if not key.items or value is None or value == key.usual:
        return value
    items = {str(item): item for item in key.items}
    return [items.get(word, word) for word in value.split(",")]


def _duchies(text: str | None) -> list[int] | str | None:
    if text is None or not text[:1].isdigit():
        return text
    try:
        return [int(str(board_of(board))) for board in text.split(",")]
    except ValueError:
        raise ConfigError(f"duchies: {text!r} is no list of board numbers such as 1,5") from None


def position_game(text: str, args: argparse.Namespace) -> Game:
    """The game at a position given as a path, as `-` for standard input or as JSON."""
    return game_of(given_text(text, "position"), text, args)


def game_of(document: str, given: str, args: argparse.Namespace) -> Game:
    """The game at a position that has been read; `given` is how it was given, for what is wrong with it."""
    from burgundy_env.game import Game
    from burgundy_env.position.values import PositionError

    try:
        return Game.from_json(document, seed=args.seed, data=args.data)
    except PositionError as error:
        where = "" if given.lstrip().startswith("{") else "standard input: " if given == "-" else f"{given}: "
        raise PositionError(f"{where}{error}") from None


def given_text(text: str, kind: str) -> str:
    """The text itself if it is JSON, else what stands in the file it names (`-`: standard input)."""
    if text.lstrip().startswith("{"):
        return text
    try:
        return sys.stdin.read() if text == "-" else Path(text).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{text}: not a {kind} but something that is no UTF-8 text") from None


def as_json(value: Any) -> str:
    """JSON as commands print it."""
    return safe.json_lines(value)


def interruptible(work: Callable[[], Result]) -> Result:
    """What `work` returns; Ctrl-C ends the wait at once, while a kernel would hear of it only at its end."""
    outcome: list[Result | BaseException] = []

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:  # to be raised where it is awaited
            outcome.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]
