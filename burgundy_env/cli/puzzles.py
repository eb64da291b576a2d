"""`burgundy puzzles`: problems to solve in the terminal, and others made of games."""

from __future__ import annotations

import argparse
import shutil
import sys
from typing import TYPE_CHECKING, Any

from burgundy_env import safe
from burgundy_env.cli import FAILED, FINE, options
from burgundy_env.machine import cores

if TYPE_CHECKING:
    from burgundy_env.analysis.puzzles.book import Puzzle
    from burgundy_env.analysis.puzzles.search import Progress

_COUNT = 200


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its commands."""
    parser = subparsers.add_parser("puzzles", help="find the best turn: problems from strong games")
    parser.description = (
        "Positions of strong games in which the best turn is worth at least 6 VP more than what most find. "
        "Some come along, dedicated to the public domain (CC0 1.0)."
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    listed = _added(commands, "list", "say which there are", _list)
    listed.add_argument("--json", action="store_true", help="print the problems as JSON")
    show = _added(commands, "show", "draw one", _show, one=True)
    show.add_argument("--answer", action="store_true", help="say the best turn, and why it is best, too")
    show.add_argument("--json", action="store_true", help="print the problem as JSON")
    show.add_argument("--svg", metavar="FILE", help="draw it as SVG; with --answer the turn is drawn on it")
    solve = _added(commands, "solve", "solve one, action by action, or with its turn as arguments", _solve, one=True)
    solve.add_argument("turn", nargs="*", metavar="ACTION", help="the whole turn, as 'd1 take 3.2' 'd2 workers' end")
    solve.add_argument(
        "--futures", type=int, default=1000, metavar="N", help="that judge a turn nobody thought of (default: 1000)"
    )
    _added(commands, "check", "see whether all can be set up and played", _check)
    make = commands.add_parser("make", help="look for others in games of the search; goes on where it was stopped")
    make.add_argument("folder", metavar="DIR", help="where they are kept")
    make.add_argument("--count", type=int, default=_COUNT, metavar="N", help=f"how many (default: {_COUNT})")
    options.add_seed(make, 1, "decides which games are played (default: 1)")
    make.add_argument("--workers", type=int, metavar="N", help="processes (default: one per core; 0: none)")
    make.set_defaults(run=_make)


def _added(commands: Any, name: str, about: str, run: Any, one: bool = False) -> Any:
    """A command that reads problems."""
    parser = commands.add_parser(name, help=about)
    if one:
        parser.add_argument("puzzle", metavar="N", help="its number in the list, or its name")
        options.add_colour(parser)
    parser.add_argument("--file", metavar="FILE", help="other problems (default: those that come along)")
    parser.set_defaults(run=run)
    return parser


def _puzzles(args: argparse.Namespace) -> list[Puzzle]:
    from burgundy_env.analysis.puzzles import book

    return book.read(args.file) if args.file else list(book.shipped())


def _chosen(args: argparse.Namespace) -> Puzzle:
    there = _puzzles(args)
    named = [puzzle for puzzle in there if puzzle.id == args.puzzle]
    if named:
        return named[0]
    if args.puzzle.isdecimal() and 1 <= int(args.puzzle) <= len(there):
        return there[int(args.puzzle) - 1]
    raise options.InputError(f"there is no puzzle {args.puzzle!r}; the numbers go from 1 to {len(there)}")


def _list(args: argparse.Namespace) -> int:
    there = _puzzles(args)
    if args.json:
        print(options.as_json([puzzle.document for puzzle in there]))
        return FINE
    print(f"{'':>4}  {'name':12} {'phase':5}  {'worth':>8}  {'missed by':>9}  game")
    for number, puzzle in enumerate(there, 1):
        told = puzzle.document
        game = puzzle.game()
        position = game.to_json()
        when = f"{position['phase']}{position['round']}"
        print(
            f"{number:>4}  {safe.line(puzzle.id):12} {when:5}  {told['worth']:5.1f} VP  {100 * puzzle.missed:7.0f} %"
            f"  {game.config}"
        )
    return FINE


def _show(args: argparse.Namespace) -> int:
    from burgundy_env.analysis.report import reasons

    puzzle = _chosen(args)
    told = puzzle.document
    if args.svg:
        from burgundy_env.render import picture
        from burgundy_env.render.svg import turn_picture
        from burgundy_env.store import write_whole

        game = puzzle.game()
        write_whole(args.svg, turn_picture(game, told["answer"]["turn"]) if args.answer else picture(game))
        print(f"{safe.line(args.svg)}: the position")
    elif args.json:
        print(options.as_json(told))
    else:
        _draw(puzzle, options.coloured(args.colour))
    if args.answer and not args.json:
        print(f"Best    {', '.join(told['answer']['turn'])}\nUsual   {', '.join(told['usual']['turn'])}")
        print(f"Why     {reasons(told['why'])}")
        shares = ", ".join(f"{name} {100 * share:.0f} %" for name, share in told["missed"].items())
        print(f"Missed  {shares}")
    return FINE


def _draw(puzzle: Puzzle, colour: bool) -> None:
    from burgundy_env.render import draw

    width = max(60, shutil.get_terminal_size((100, 24)).columns)
    game = puzzle.game()
    print(draw(game.to_json(), colour=colour, width=width, data_dir=game.data.directory))
    worth = puzzle.document["worth"]
    print(f"\nSeat {game.active} is to play. The best turn is worth {worth:.1f} VP more than what most play.")


def _solve(args: argparse.Namespace) -> int:
    from burgundy_env.analysis.judge import FEWEST
    from burgundy_env.analysis.report import reasons

    if args.futures < FEWEST:
        raise options.InputError(f"--futures: at least {FEWEST}, not {args.futures}")
    puzzle = _chosen(args)
    turn = list(args.turn) or _asked(puzzle, options.coloured(args.colour))
    if not turn:
        return FAILED
    verdict, told = puzzle.judge(turn, args.futures), puzzle.document
    if verdict.solved:
        near = "" if verdict.cost < 0.05 else f" (the very best is {verdict.cost:.1f} VP better)"
        print(f"Solved{near}.")
    else:
        print(f"Not yet: {verdict.cost:.1f} VP are left on the table.")
        print(f"Best    {', '.join(told['answer']['turn'])}")
    print(f"Why     {reasons(told['why'])}  (against {', '.join(told['usual']['turn'])})")
    return FINE if verdict.solved else FAILED


def _asked(puzzle: Puzzle, colour: bool) -> list[str]:
    """A turn typed action by action; nothing if whoever typed gave up."""
    from burgundy_env.telling.choices import choices, listing

    _draw(puzzle, colour)
    print("Type a number of the list or an action; u takes one back, q gives up.")
    game, seat = puzzle.game(), puzzle.document["seat"]
    turn: list[str] = []
    before = [game.copy()]
    while not game.is_over and game.active == seat and (not turn or turn[-1] != "end"):
        listed = choices(game)
        print(listing(listed))
        try:
            answer = " ".join(input(f"seat {seat}> ").split())
        except EOFError:
            return []
        if answer == "q":
            return []
        if answer == "u" and turn:
            turn.pop()
            before.pop()
            game = before[-1].copy()
            continue
        if answer.isdecimal() and 1 <= int(answer) <= len(listed):
            answer = listed[int(answer) - 1].action
        if answer not in game.legal_actions():
            print(f"{answer!r} is not among the actions.")
            continue
        game.push(answer)
        turn.append(answer)
        before.append(game.copy())
    return turn


def _check(args: argparse.Namespace) -> int:
    there = _puzzles(args)
    wrong = [(puzzle, problem) for puzzle in there if (problem := puzzle.check())]
    for puzzle, problem in wrong:
        print(f"{safe.line(puzzle.id)}: {problem}")
    print(f"{len(there) - len(wrong)} of {len(there)} problems can be set up and played")
    return FAILED if wrong else FINE


def _make(args: argparse.Namespace) -> int:
    from burgundy_env.analysis.puzzles.search import search

    options.check_workers(args)
    if args.count < 1:
        raise options.InputError(f"--count: at least 1, not {args.count}")
    workers = cores() if args.workers is None else args.workers
    try:
        search(args.folder, args.count, args.seed, workers=workers, progress=_tell)
    finally:
        if sys.stderr.isatty():
            print(file=sys.stderr)
    print(f"{safe.line(args.folder)}/puzzles.jsonl")
    return FINE


def _tell(progress: Progress) -> None:
    """How far the search is: at a terminal in one line, written again in its place."""
    from burgundy_env.arena.timing import in_words

    left = progress.seconds_left
    words = f"{progress.found} of {progress.wanted} problems, {progress.games} games"
    words += "" if left is None else f", about {in_words(left)} left"
    begin, end = ("\r\x1b[K", "") if sys.stderr.isatty() else ("", "\n")
    print(f"{begin}{words}", end=end, file=sys.stderr, flush=True)
