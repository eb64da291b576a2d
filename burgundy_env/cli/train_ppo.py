"""`burgundy train ppo`: a policy that scores each legal action, from games with itself."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any

from burgundy_env.cli import options
from burgundy_env.machine import cores
from burgundy_env.training.ppo.wanted import Wanted

_USUAL = Wanted()
_OF_A_RUN = ("minutes", "decisions", "games", "older", "compiled", "teacher", "plain", "seats", "seed")


def add_trainer(trainers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the trainer and its options."""
    parser = trainers.add_parser("ppo", help="a policy: fast, strong, and learned in minutes")
    parser.description = (
        "Learn a policy from games with itself, by PPO. It scores each legal action by what it changes and what the "
        "turn can come to after it (docs/training.md). Killed at any moment it goes on with --resume and loses at "
        "most a minute. The policy plays as ppo:DIR/policy.npz, wherever an agent is named; tensorboard --logdir DIR "
        "shows the curves."
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", metavar="DIR", type=Path, help="a new folder for the run")
    where.add_argument("--resume", metavar="DIR", type=Path, help="go on with a run, as it was begun")
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--minutes", type=_number, metavar="N", help=f"of playing and learning (default: {_USUAL.minutes:g})"
    )
    length.add_argument("--decisions", type=_positive, metavar="N", help="to learn from, instead of minutes")
    parser.add_argument("--games", type=_positive, metavar="N", help=f"side by side (default: {_USUAL.games})")
    parser.add_argument(
        "--older",
        type=_share,
        metavar="P",
        help=f"the share of games in which an older self takes a seat (default: {_USUAL.older})",
    )
    parser.add_argument(
        "--compiled",
        type=_share,
        metavar="P",
        help=f"the share in which the heuristic or the reflex takes one (default: {_USUAL.compiled})",
    )
    parser.add_argument(
        "--teacher",
        metavar="AGENT",
        help="a compiled agent that is imitated in the first seventh (default: none)",
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        default=None,
        help="without anything that rests on hand-made or fitted weights",
    )
    parser.add_argument(
        "--seats", metavar="L", help="several numbers of players in turn, as 2,3,4; the config's own is then left out"
    )
    parser.add_argument(
        "--threads",
        type=_positive,
        default=min(cores(), 2),
        metavar="N",
        help="2: it plays while it learns, 1: in turn, which comes to the same; more play (default: one a core, "
        "at most 2)",
    )
    options.add_seed(parser, None, f"of games and network (default: {_USUAL.seed})")
    parser.add_argument("--json", action="store_true", help="print what came of the run as JSON")
    options.add_config(parser)
    options.add_chateauma(parser)
    parser.set_defaults(run=run_ppo)


def _positive(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if 0 < number <= 100_000:
        return number
    raise argparse.ArgumentTypeError(f"{text!r} is no number of minutes above 0")


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = math.nan
    if 0 <= share <= 1:
        return share
    raise argparse.ArgumentTypeError(f"{text!r} is no share from 0 to 1")


def run_ppo(args: argparse.Namespace) -> int:
    """Train, and say where the policy is."""
    from burgundy_env.store import StoreError
    from burgundy_env.training import needs_torch

    needs_torch()
    from burgundy_env.training.ppo.run import PpoTraining

    given = {name: value for name in _OF_A_RUN if (value := getattr(args, name)) is not None}
    if args.resume is not None:
        game = [name for name in (*options.OF_A_NEW_GAME, "chateauma") if getattr(args, name, None) is not None]
        if given or game:
            asked = ", ".join(f"--{name.replace('_', '-')}" for name in (*given, *game))
            raise options.InputError(f"--resume goes on as the run was begun; leave out {asked}")
    try:
        if args.resume is not None:
            training = PpoTraining.resume(args.resume, args.threads)
        else:
            seats = given.pop("seats", None)
            given |= _teacher(args)
            training = PpoTraining.begin(args.out, Wanted(configs=_configs(args, seats), **given), args.threads)
    except StoreError as error:
        raise options.InputError(str(error)) from None
    try:
        _train(training)
    except KeyboardInterrupt:
        print(f"\nStopped; go on with: burgundy train ppo --resume {training.folder.path}", file=sys.stderr)
        raise
    finally:
        training.close()
    policy = training.folder.path / "policy.npz"
    print(options.as_json({"policy": str(policy), **training.document()}) if args.json else f"The policy: {policy}")
    return 0


def _configs(args: argparse.Namespace, seats: str | None) -> tuple[dict[str, Any], ...]:
    from burgundy_env.config.held_out import check_trained_on

    if seats is None:
        configs = [options.config(args)]
    else:
        configs = []
        for number in seats.split(","):
            if not number.strip().isdecimal():
                raise options.InputError(f"--seats: numbers of players with commas between, as 2,3,4, not {seats!r}")
            args.players = int(number)
            configs.append(options.config(args))
    for config in configs:
        if config.solo:
            raise options.InputError(
                "the solo game is about hexes, not about points: this trainer is of no use there"
            )
        check_trained_on(config)
    return tuple(config.to_dict() for config in configs)


def _teacher(args: argparse.Namespace) -> dict[str, str | None]:
    """Who is imitated at first, if that is said."""
    from burgundy_env.envs.opponents import compiled_number

    if args.teacher is None:
        return {}
    if args.teacher == "none":
        return {"teacher": None}
    if args.plain:
        raise options.InputError("--teacher: whoever learns with --plain learns from nobody")
    try:
        compiled_number(args.teacher)
    except ValueError as error:
        raise options.InputError(f"--teacher: {str(error).removeprefix('agents: ')}") from None
    return {"teacher": args.teacher}


def _train(training: Any) -> None:
    from tqdm import tqdm

    with tqdm(total=100, bar_format="{l_bar}{bar}| {elapsed}<{remaining}{postfix}", file=sys.stderr) as bar:

        def progress(done: float, text: str) -> None:
            bar.update(round(100 * done, 1) - bar.n)
            bar.set_postfix_str(text)

        training.train(lambda text: bar.write(text, file=sys.stderr), progress)
