"""The command line: `burgundy COMMAND ...`, one module of this package per command.

Exit codes: 0 fine; 1 the command ran and the answer is no; 2 bad input; 130 interrupted with Ctrl-C.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from errno import EBADF
from importlib import import_module

from burgundy_env import safe
from burgundy_env._version import __version__
from burgundy_env.cli.parser import Parser

COMMANDS = (
    "play", "serve", "watch", "legal", "position", "replay", "analyse", "puzzles", "perft", "data", "arena",
    "evaluate", "balance", "dataset", "train", "bench", "warmup", "doctor", "docs", "schema", "completion",
)  # fmt: skip
ABOUT = "The Castles of Burgundy: play it, look at it, measure it."
FIRST_STEPS = f"""{ABOUT} To begin with:
  burgundy serve --open                               a table in the browser, you against the program
  burgundy arena heuristic greedy random --games 200  a tournament
  burgundy watch heuristic reflex                     see two agents play
  burgundy doctor                                     whether all works here
  burgundy --help                                     all commands; burgundy COMMAND --help: one of them"""
FINE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code and never raises for what a user did."""
    _open_streams()
    arguments = list(sys.argv[1:] if argv is None else argv)
    command = arguments[0] if arguments and arguments[0] in COMMANDS else None
    try:
        code = _run(arguments, command)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of `burgundy ... | head` has seen enough. Python would complain once more when it
        # flushes at its end, so give it somewhere to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except Exception as error:
        if not isinstance(error, _users_errors()):
            raise
        print(f"burgundy {command}: {_sentence(error)}", file=sys.stderr)
        return BAD_INPUT


def _open_streams() -> None:
    """What can't be written as the terminal would have it is written otherwise: no result is lost for a letter. And
    where the shell has closed a stream, no file that is opened later takes its place.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, _Closed())
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


class _Closed(io.StringIO):
    """A standard stream that the shell has closed: what is written is gone, and nothing can be read."""

    def read(self, size: int | None = -1, /) -> str:
        raise OSError(EBADF, "standard input is closed; there is nothing to read")

    readline = read  # type: ignore[assignment]

    def write(self, text: str, /) -> int:
        return len(text)


def _run(arguments: list[str], command: str | None) -> int:
    parser = Parser(prog="burgundy", description=ABOUT)
    parser.add_argument("--version", action="version", version=f"burgundy {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    # A command loads its own module only; modules load the engine when they run, so that help is quick.
    for name in COMMANDS if command is None else (command,):
        import_module(f".{name}", __name__).add_parser(subparsers)
    try:
        args = parser.parse_args(arguments)
    except SystemExit as leaving:  # after --help, --version or a mistake that argparse has explained
        return leaving.code if isinstance(leaving.code, int) else FINE
    if not hasattr(args, "run"):
        print(FIRST_STEPS)
        return FINE
    code: int = args.run(args)
    return code


def _users_errors() -> tuple[type[Exception], ...]:
    """What a user can get wrong; imported when something is wrong, as it needs the engine."""
    from burgundy_env import ConfigError, IllegalAction, PositionError, RecordError
    from burgundy_env.cli.options import InputError
    from burgundy_env.data import DataError

    # Whoever hasn't loaded a part hasn't raised an error of its own.
    theirs = (
        ("burgundy_agents.protocol", "AgentError"),
        ("burgundy_env.analysis.errors", "AnalysisError"),
        ("burgundy_env.arena.entrants", "ArenaError"),
        ("burgundy_env.balance.errors", "BalanceError"),
        ("burgundy_env.crew.crew", "CrewError"),
        ("burgundy_env.dataset.store", "DatasetError"),
        ("burgundy_env.render.raster", "PicturesMissing"),
        ("burgundy_env.store.lease", "StoreError"),
        ("burgundy_env.sitting.seats", "SeatError"),
        ("burgundy_env.training", "NoTorchError"),
    )
    more = [getattr(sys.modules[module], name) for module, name in theirs if module in sys.modules]
    return (InputError, ConfigError, PositionError, RecordError, IllegalAction, DataError, OSError, *more)


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return safe.lines(f"{error.filename}: {error.strerror}" if error.filename else error.strerror)
    return safe.lines(error)
