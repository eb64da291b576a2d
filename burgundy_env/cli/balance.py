"""`burgundy balance`: how much boards, modules, seats and strategies are worth, for whom, how sure."""

from __future__ import annotations

import argparse
import shlex
import sys
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from burgundy_env.cli import FINE, options
from burgundy_env.cli.progress import free_folder, tell_stop
from burgundy_env.config import RULESETS

if TYPE_CHECKING:
    from burgundy_env.balance import Question, Run, Store

_PILOT = 50  # games of each thing, from which `--power` tells how many are needed
# The options of a study by the keys of its question: those of all, and what each has beside them.
_ALL = ("agents", "boards", "modules", "players", "ruleset", "games", "margin", "seed", "data", "inexact")
_STUDIES = {
    "boards": ("how much each duchy board is worth", ("precision", "design", "reference", "own_rules", "against")),
    "modules": ("what each module changes, paired by seed", ("precision",)),
    "seats": ("what it is worth to begin", ("precision",)),
    "players": ("what changes with the number of players", ("precision",)),
    "tiles": ("what it is worth to be given a tile", ("kinds",)),
    "economy": ("what silver, workers and points at the start are worth, and where points come from", ("precision",)),
    "strategies": ("what it costs to do without ships, monasteries, workers ...", ("precision", "without")),
    "handicap": ("what the better of two boards must give to make them even", ("precision", "unit")),
}


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command, its studies and their options."""
    parser = subparsers.add_parser(
        "balance",
        help="measure how much boards, modules and seats are worth",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Have agents play a study, and write what came of it: a row for every seat of every game\n"
        "(Parquet), numbers (JSON), tables (Markdown) and a page with plots (HTML). Every game is kept as soon as\n"
        "it is played, so that Ctrl-C loses nothing.",
    )
    parser.add_argument("--resume", metavar="DIR", help="go on with the study in this folder")
    _add_how(parser)
    parser.set_defaults(run=run, study=None)
    studies = parser.add_subparsers(title="studies", metavar="STUDY", dest="study")
    for name, (meaning, own) in _STUDIES.items():
        _add_study(studies.add_parser(name, help=meaning, description=f"{meaning[0].upper()}{meaning[1:]}."), own)
    file = studies.add_parser("run", help="a study that a YAML file describes")
    file.description = "The study that a YAML file describes (docs/balance.md), factorial ones among them."
    file.add_argument("file", metavar="FILE", help="study.yaml")
    file.add_argument("--out", metavar="DIR", help="a new folder for the study (default: balance-1, balance-2 ...)")
    _add_how(file, again=True)
    options.add_run_programs(file, again=True)
    file.set_defaults(run=run)


def _add_study(parser: argparse.ArgumentParser, own: tuple[str, ...]) -> None:
    parser.add_argument(
        "--agents", metavar="A", help="who plays, as reflex,heuristic,turn:futures=80 (default: heuristic)"
    )
    parser.add_argument(
        "--boards", "--duchies", dest="boards", metavar="B", help="as 1-10,44 (default: all for boards, else 1)"
    )
    parser.add_argument("--modules", metavar="M", help="by name with commas between, all or none")
    parser.add_argument("--players", metavar="N", help="2, 3 or 4 (default: 2; for the study players 2,3,4)")
    parser.add_argument("--ruleset", choices=RULESETS, help=f"default: {RULESETS[0]}")
    if "design" in own:
        parser.add_argument(
            "--design",
            choices=("mirror", "reference", "pairs", "next"),
            help="everybody on the same board (default), each against one board, each against each, "
            "those next of whose difference least is known",
        )
        parser.add_argument("--reference", metavar="BOARD", help="that one board (default: 1)")
        parser.add_argument(
            "--own-rules", action="store_true", default=None, help="boards of an expansion with its module"
        )
        parser.add_argument(
            "--against", metavar="human|CSV", help="set people's results beside it, or those of a file of yours"
        )
    if "without" in own:
        parser.add_argument(
            "--without", metavar="W", help="as ships,monasteries,black_depot,workers,sell,m5 (default: each in turn)"
        )
    if "kinds" in own:
        parser.add_argument(
            "--kinds",
            metavar="K",
            help="of tiles, with commas between, as monasteries,shields (default: all there are)",
        )
    if "unit" in own:
        parser.add_argument("--unit", choices=("vp", "silver", "workers"), help="of the handicap (default: vp)")
    parser.add_argument("--games", type=int, metavar="N", help="of each thing compared (default: 500)")
    if "precision" in own:
        parser.add_argument(
            "--precision", metavar="VP", help="play on until intervals are no wider than plus and minus this, as 1vp"
        )
    parser.add_argument(
        "--margin", metavar="VP", help="effects surely smaller than this are called equal to none (default: 2)"
    )
    parser.add_argument(
        "--power", type=float, metavar="VP", help="play a pilot only, and tell how many games show such an effect"
    )
    options.add_seed(parser, None, "decides all chance (default: 1)")
    options.add_data(parser)
    parser.add_argument(
        "--inexact", action="store_true", default=None, help="allow agents that think by the clock, as turn:ms=20"
    )
    parser.add_argument("--out", metavar="DIR", help="a new folder for the study (default: balance-1, balance-2 ...)")
    _add_how(parser, again=True)
    parser.set_defaults(run=run)


def _add_how(parser: argparse.ArgumentParser, again: bool = False) -> None:
    """Options of every study, new or not."""
    usual: Any = argparse.SUPPRESS if again else None
    parser.add_argument(
        "--workers", type=int, metavar="N", default=usual, help="games at a time (default: one per core)"
    )
    options.add_on(parser, usual)
    parser.add_argument("--json", action="store_true", default=usual, help="print the summary as JSON")
    parser.add_argument("--markdown", action="store_true", default=usual, help="print the tables as Markdown")
    if not again:
        options.add_run_programs(parser)


def run(args: argparse.Namespace) -> int:
    """Play, reckon and write."""
    _check_libraries()
    if args.workers is not None and args.workers < 0:
        raise options.InputError(f"--workers: a number from 0, not {args.workers}")
    options.check_on(args, args.workers)
    if (args.resume is None) == (args.study is None):
        raise options.InputError("name a study, as boards, or a folder to go on with by --resume DIR")
    from burgundy_env import balance

    store = _begun(args) if args.resume is None else _resumed(args)
    with _Bar() as bar, options.crew(args, bar.say, args.workers) as crew:
        played = balance.run(store, args.workers, bar.advance, crew)
    if not played.is_done:
        return _stopped(args, store, played)
    if getattr(args, "power", None) is not None:
        _tell_power(store, played, args.power)
        return FINE
    return _show(args, store, played)


def _check_libraries() -> None:
    missing = [name for name in ("polars", "scipy") if find_spec(name) is None]
    if missing:
        raise options.InputError(
            f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} needed: "
            "pip install 'burgundy-env[balance]'"
        )


def _begun(args: argparse.Namespace) -> Store:
    from burgundy_env.balance import Question, Store

    question = Question.of_yaml(args.file) if args.study == "run" else _question(args)
    if args.study == "run":  # its agents the file has named, not the command line
        options.trusts(args, args.file, question.programs)
    store = Store.create(free_folder("balance") if args.out is None else args.out, question)
    print(f"{len(store.layout.cells):,} things to play; results are kept in {store.folder}", file=sys.stderr)
    return store


def _question(args: argparse.Namespace) -> Question:
    from burgundy_env.balance import BalanceError, Question

    keys = (*_ALL, *_STUDIES[args.study][1])
    document: dict[str, Any] = {key: getattr(args, key) for key in keys}
    for key in ("agents", "boards", "without", "kinds"):
        if document.get(key):
            document[key] = document[key].split(",")
    if document["modules"] and document["modules"] not in ("all", "none"):
        document["modules"] = [document["modules"].split(",")]
    if document["players"]:
        words = document["players"].split(",")
        document["players"] = [int(word) if word.isdigit() else word for word in words]
    if args.power is not None:
        if not args.power > 0:
            raise BalanceError(f"--power: an effect in VP above 0, not {args.power:g}")
        document["games"] = _PILOT if args.games is None else args.games
    return Question.of({"study": args.study, **document}, args.study)


def _resumed(args: argparse.Namespace) -> Store:
    from burgundy_env.balance import Store

    return Store.open(args.resume, trusts=partial(options.trusts, args, args.resume))


def _stopped(args: argparse.Namespace, store: Store, played: Run) -> int:
    go_on = f"go on with: burgundy balance --resume {store.folder}"
    if args.on is not None:
        go_on += f" --on {args.on}"
    if store.question.programs:
        go_on += " --run-programs"
    return tell_stop(played.crash, played.games, go_on)


def _show(args: argparse.Namespace, store: Store, played: Run) -> int:
    from burgundy_env import balance

    summary = balance.summarise(store, played, _command(store))
    balance.write(store.folder, summary)
    balance.write_rows(store, played)
    if args.json:
        print(options.as_json(summary.to_json()))
    else:
        print(balance.markdown(summary) if args.markdown else balance.text(summary), end="")
    page = store.folder / "report.html"
    print(f"{page} has the plots; beside it are tables, numbers and rows", file=sys.stderr)
    return FINE


def _command(store: Store) -> str:
    """What plays this study again."""
    document = store.question.to_json()
    if document["study"] not in _STUDIES:
        return "burgundy balance run study.yaml"
    words = ["burgundy", "balance", document.pop("study")]
    for key, value in document.items():
        if key == "modules":
            value = value[0] if value[0] else ["none"]
        if value is True:
            words.append(f"--{key.replace('_', '-')}")
            continue
        words += [f"--{key}", ",".join(map(str, value)) if isinstance(value, list) else f"{value}"]
    return shlex.join(words)


def _tell_power(store: Store, played: Run, effect: float) -> None:
    from burgundy_env.arena.report import STYLES, Table
    from burgundy_env.balance.analysis.study import effects_power

    rows = tuple(
        (thing, agent, f"{spread:.1f}", f"{games:,}")
        for thing, agent, spread, games in effects_power(store, played, effect)
    )
    title = f"Games that show an effect of {effect:g} VP in 80 of 100 studies (5 % level)"
    heads = ("", "agent", "scatter by block (VP)", "games")
    print(STYLES["text"](Table(title, heads, rows, texts=2)))


class _Bar:
    """The progress bar at a terminal. How many games there will be is known up to the next look."""

    def __init__(self) -> None:
        from tqdm import tqdm

        shape = "{l_bar}{bar}| {n_fmt}/{total_fmt} games, {elapsed}, {remaining} left"
        self._bar = tqdm(disable=not sys.stderr.isatty(), bar_format=shape, total=0)

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.close()

    def say(self, words: str) -> None:
        """Something beside the bar."""
        self._bar.write(words, file=sys.stderr)

    def advance(self, done: int, planned: int) -> None:
        """So many games of so many are done."""
        if self._bar.total == 0:
            self._bar.initial = self._bar.n = done  # those of before took no time now
        self._bar.total = planned
        self._bar.n = done
        self._bar.refresh()
