"""`burgundy evaluate`: how strong an agent is, in a way that others can check."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgundy_env import safe
from burgundy_env.cli import FAILED, FINE, INTERRUPTED, options
from burgundy_env.cli.progress import Bar, tell_break

if TYPE_CHECKING:
    from burgundy_env.arena import Outcome, Run
    from burgundy_env.evaluation import Evaluation

_SUITES = ("v1", "v1-quick")
_LONG, _AFTER = 1200.0, 20.0  # seconds: of an evaluation for which there is a smaller one; until that is known


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser(
        "evaluate",
        help="say how strong an agent is, so that others can check it",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Play a fixed suite: seeds, boards (some never trained on), numbers of players, opponents that\n"
        "play the same in every release. One file, result.json in the folder, has all of it; docs/evaluate.md\n"
        "tells what is in the suite, how to cite it and what it does not tell.",
        epilog="exit codes: 0 fine; 1 the agent failed, or a file does not hold; 2 bad input; 130 Ctrl-C",
    )
    parser.add_argument("agent", metavar="AGENT", nargs="?", help="as in the arena: turn:futures=50, my_bot.py:MyBot")
    parser.add_argument(
        "--suite", choices=_SUITES, help="v1, what a paper cites (default), or v1-quick, a twelfth of it, for working"
    )
    options.add_seed(parser, None, "other games than everybody's: the same suite with a seed of your own")
    group = parser.add_argument_group("how it is played")
    options.add_workers(group)
    group.add_argument(
        "--on-error",
        choices=("stop", "forfeit"),
        help="when the agent fails: stop (default), or count the game as lost and go on",
    )
    group.add_argument("--out", metavar="DIR", help="a new folder (default: evaluation-1, evaluation-2 ...)")
    group.add_argument("--resume", metavar="DIR", help="go on with the evaluation in this folder")
    options.add_run_programs(parser)
    group = parser.add_argument_group("somebody's result")
    group.add_argument("--verify", metavar="FILE", help="find out what is true of a result.json")
    group.add_argument("--show", metavar="FILE", help="its table and, with --figure, its figure")
    group.add_argument(
        "--sample", type=int, metavar="N", help="with --verify: games whose players are asked again (default: 100)"
    )
    group.add_argument("--all", action="store_true", help="with --verify: ask them in every game")
    group.add_argument(
        "--agent", dest="theirs", metavar="FILE:CLASS", help="with --verify: the agent's own file, to be asked, too"
    )
    group = parser.add_argument_group("what is printed and written")
    group.add_argument("--figure", metavar="FILE", help="the figure there as well, .svg or .png")
    options.add_styles(group, "all but the games, or what --verify found,", "table")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, or look at what somebody played."""
    _check(args)
    if args.verify:
        return _verify(args)
    if args.show:
        from burgundy_env.evaluation import read_document, reckoned

        _print(args, reckoned(read_document(args.show)))
        return FINE
    evaluation = _resumed(args) if args.resume else _begun(args)
    outcome = _play(args, evaluation)
    document = evaluation.write()
    _print(args, document, evaluation.folder)
    return _verdict(evaluation, outcome)


def _check(args: argparse.Namespace) -> None:
    options.check_workers(args)
    if args.sample is not None and args.sample < 0:
        raise options.InputError(f"--sample: a number from 0, not {args.sample}")
    ways = [way for way in ("verify", "show", "resume") if getattr(args, way)]
    if len(ways) > 1:
        raise options.InputError(f"--{ways[0]} and --{ways[1]} are two things to do; one at a time")
    if not ways and args.agent is None:
        raise options.InputError("who is evaluated? name an agent, as in burgundy evaluate my_bot.py:MyBot")
    if ways:
        if args.agent is not None:
            raise options.InputError(f"{args.agent}: --{ways[0]} needs no agent; what it is about says who played")
        why = f"is for a new evaluation; with --{ways[0]} it is said already"
        options.refuse(args, ("suite", "seed", "on_error", "seconds", "out"), why)
    if not args.verify:
        for option, value in (("sample", args.sample), ("agent", args.theirs), ("all", args.all or None)):
            if value is not None:
                raise options.InputError(f"--{option} goes with --verify")
    if args.figure:
        from burgundy_env.store import try_to_write

        if Path(args.figure).suffix not in (".svg", ".png"):
            raise options.InputError(f"--figure {args.figure}: a file that ends in .svg or .png")
        if Path(args.figure).suffix == ".png":
            from burgundy_env.render.raster import check_installed

            check_installed()
        try_to_write(args.figure)


def _begun(args: argparse.Namespace) -> Evaluation:
    from burgundy_env.arena import free_folder
    from burgundy_env.evaluation import Evaluation, suite_of

    suite = suite_of(args.suite or "v1", args.seed)
    evaluation = Evaluation.create(
        free_folder("evaluation") if args.out is None else args.out,
        suite,
        args.agent,
        on_error=args.on_error or "stop",
        **({} if args.seconds is None else {"seconds": args.seconds}),
    )
    print(
        f"{suite.games:,} games in {len(suite.tournaments)} tournaments; results are kept in {evaluation.folder}",
        file=sys.stderr,
    )
    return evaluation


def _resumed(args: argparse.Namespace) -> Evaluation:
    from burgundy_env.evaluation import Evaluation

    evaluation = Evaluation.open(args.resume, trusts=partial(options.trusts, args, args.resume))
    left = evaluation.suite.games - evaluation.played
    print(f"{evaluation.played:,} games are there, {left:,} are left to play", file=sys.stderr)
    return evaluation


def _play(args: argparse.Namespace, evaluation: Evaluation) -> Run:
    """Play what is left, with a bar; who has to wait for long is told once how long."""
    stores = evaluation.stores
    first: list[int] = []
    sittings: list[list[int]] = []
    done: set[int] = set()
    people: dict[str, int] = {}
    for store in stores:
        first.append(len(sittings))
        for fixture in store.plan.fixtures:
            if fixture.number in store.results:
                done.add(len(sittings))
            texts = (store.plan.entrants[i].text if i else "" for i in fixture.seats)
            sittings.append([people.setdefault(text, len(people)) for text in texts])
    begin, told = time.monotonic(), evaluation.suite.name.endswith("-quick")
    with Bar(sittings, done) as bar:

        def progress(number: int, outcomes: Sequence[Outcome]) -> None:
            nonlocal told
            bar.advance([first[number] + outcome.game for outcome in outcomes])
            passed = time.monotonic() - begin
            if not told and passed > _AFTER:
                told = True
                left = bar.left.seconds
                if passed + left > _LONG:
                    bar.say(
                        f"At this rate it takes {_long(passed + left)}; --suite v1-quick takes a twelfth of that. "
                        "Ctrl-C loses nothing."
                    )

        return evaluation.run(args.workers, progress=progress, on_failure=bar.tell)


def _long(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def _print(args: argparse.Namespace, document: dict[str, Any], folder: Path | None = None) -> None:
    from burgundy_env.evaluation import table
    from burgundy_env.store import write_whole

    if document["tournaments"]:
        if folder is not None:
            write_whole(folder / "result.txt", table(document))
            write_whole(folder / "figure.svg", _figure(document))
        if args.figure:
            svg = _figure(document)
            if Path(args.figure).suffix == ".png":
                from burgundy_env.render.raster import png

                write_whole(args.figure, png(svg, 1800))
            else:
                write_whole(args.figure, svg)
    if args.json:
        print(options.as_json({key: value for key, value in document.items() if key != "games"}))
        return
    print(table(document, options.style_of(args)), end="")


def _figure(document: dict[str, Any]) -> str:
    from burgundy_env.render import evaluation_figure

    return evaluation_figure(document)


def _verify(args: argparse.Namespace) -> int:
    from tqdm import tqdm

    from burgundy_env.evaluation import read_document, verify
    from burgundy_env.evaluation.verify import SAMPLE

    document = read_document(args.verify)
    games = sum(len(rows) for rows in document["games"].values() if isinstance(rows, list))
    sample = None if args.all else SAMPLE if args.sample is None else args.sample
    with tqdm(total=games, unit=" games", leave=False, disable=not sys.stderr.isatty()) as bar:
        verdict = verify(document, agent=args.theirs, sample=sample, progress=bar.update)
    if args.json:
        print(options.as_json(verdict.to_json()))
    else:
        print(safe.lines(verdict.told()))
    if args.figure and verdict.holds:
        _print(args, document)
    return FINE if verdict.holds else FAILED


def _verdict(evaluation: Evaluation, outcome: Run) -> int:
    """What became of it, and the exit code."""
    played, planned = evaluation.played, evaluation.suite.games
    go_on = f"go on with: burgundy evaluate --resume {evaluation.folder}"
    if evaluation.stores[0].plan.programs:
        go_on += " --run-programs"
    tell_break(outcome, played, planned, go_on)
    if outcome.interrupted:
        return INTERRUPTED
    if outcome.crashes and not outcome.stopped:
        print(f"{len(outcome.crashes):,} games were lost by failing; crash-*.json tell how", file=sys.stderr)
    if not outcome.stopped:
        print(f"The file to keep and to publish: {evaluation.folder / 'result.json'}", file=sys.stderr)
    return FAILED if outcome.crashes else FINE
