"""`burgundy analyse`: the best turns of a position, or what every turn of a game cost and what luck brought."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgundy_env import safe
from burgundy_env.cli import options
from burgundy_env.machine import cores
from burgundy_env.store import try_to_write, write_whole

if TYPE_CHECKING:
    from burgundy_env.analysis import PositionAnalysis

_AGENT = "turn:futures=500"


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("analyse", help="judge a position, or a recorded game turn by turn")
    parser.description = (
        "Judge the best turns of a position, or every turn of a recorded game: what it cost against the best one, in "
        "points and chances to win, and what luck brought. What is found of a game is kept in a folder as "
        "soon as it is there, so that Ctrl-C loses nothing and the same command goes on."
    )
    parser.add_argument(
        "what", metavar="GAME|POSITION", help="a record, or a position as a file, as - or as the JSON itself"
    )
    parser.add_argument(
        "--agent",
        metavar="AGENT",
        default=_AGENT,
        help=f"who judges: turn, told its futures ({_AGENT})",
    )
    options.add_seed(parser, 1, "decides which futures (default: 1)")
    parser.add_argument("--repair", action="store_true", help="leave out an end of the record that was cut off")
    group = parser.add_argument_group("a game")
    group.add_argument("--workers", type=int, metavar="N", help="processes (default: one per core; 0: none)")
    group.add_argument(
        "--out", metavar="DIR", help="where what was found is kept (default: GAME.analysis; of - nowhere)"
    )
    group.add_argument("--html", metavar="FILE", help="write the replay page with all of it")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    options.add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge what was given."""
    options.check_workers(args)
    text = options.given_text(args.what, "record or position")
    if args.html:
        try_to_write(args.html)
    if _is_record(text):
        return _review(args, text)
    for name in ("html", "out", "workers"):
        if getattr(args, name) is not None:
            raise options.InputError(f"--{name} is for a recorded game, and this is a position")
    return _position(args, text)


def _is_record(text: str) -> bool:
    first = text.lstrip().partition("\n")[0]
    return '"burgundy-record/' in first


def _position(args: argparse.Namespace, text: str) -> int:
    from burgundy_env.analysis import PositionAnalysis

    game = options.game_of(text, args.what, args)
    shown = _Growing() if sys.stdout.isatty() and not args.json else None
    try:
        found = PositionAnalysis.of(game, args.agent, seed=args.seed, watch=shown)
    except KeyboardInterrupt:
        if shown is None or shown.last is None:
            raise
        return 0  # what was known by then stands there
    if args.json:
        print(options.as_json(found.to_json()))
    elif shown is None:
        print(found)
    return 0


class _Growing:
    """The table of lines at a terminal, written again in its place with ever more futures."""

    def __init__(self) -> None:
        self.last: PositionAnalysis | None = None
        self._lines = 0

    def __call__(self, found: PositionAnalysis) -> None:
        text = f"{found.lines[0]['futures']} futures (Ctrl-C: enough)\n{found}"
        if self._lines:
            print(f"\x1b[{self._lines}A\x1b[J", end="")
        print(text, flush=True)
        columns = shutil.get_terminal_size().columns  # 80 where a terminal says 0
        self._lines = sum(max(1, -(-len(line) // columns)) for line in text.split("\n"))
        self.last = found


def _review(args: argparse.Namespace, text: str) -> int:
    from burgundy_env.analysis import Analysis
    from burgundy_env.records import Record

    named = "standard input" if args.what == "-" else args.what
    record = Record.parse(text, named, repair=args.repair, data=args.data)
    folder = args.out
    if folder is None and args.what != "-" and not args.what.lstrip().startswith("{"):
        folder = f"{args.what.removesuffix('.jsonl')}.analysis"
    workers = cores() if args.workers is None else args.workers
    with _Bar() as bar:
        found = Analysis.of(
            record, args.agent, seed=args.seed, workers=workers, folder=folder, data=args.data, progress=bar
        )
    if args.html:
        write_whole(Path(args.html), found.page())
        print(f"{safe.line(args.html)}: the game with its analysis", file=sys.stderr)
    print(options.as_json(found.to_json()) if args.json else str(found))
    return 0


class _Bar:
    """How many turns have been judged, at a terminal."""

    def __init__(self) -> None:
        self._bar: Any = None

    def __enter__(self) -> _Bar:
        return self

    def __call__(self, done: int, count: int) -> None:
        from tqdm import tqdm

        if self._bar is None:
            self._bar = tqdm(total=count, initial=done, unit=" turns", disable=not sys.stderr.isatty(), leave=False)
        else:
            self._bar.update(1)

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()
