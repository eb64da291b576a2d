"""`burgundy train turn`: a net for turn search, from games of the search with itself."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path

from burgundy_env.cli import options
from burgundy_env.training.turn.wanted import Wanted

_USUAL = asdict(Wanted())


def add_trainer(trainers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the trainer and its options."""
    parser = trainers.add_parser("turn", help="a net for turn search: games, a fit, a match with the net before")
    parser.description = (
        "Play games of the search with itself, fit a net to what its futures said of every turn, and keep the net if "
        "it beats the one before; again and again, each time with the best net so far. Killed, it goes on where it "
        "was with --resume. The net plays as net:DIR/net.npz, and in the search as turn:net=DIR/net.npz."
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", metavar="DIR", type=Path, help="a new folder for the run")
    where.add_argument("--resume", metavar="DIR", type=Path, help="go on with a run, as it was begun")
    parser.add_argument("--rounds", type=_positive, metavar="N", help=f"default: {_USUAL['rounds']}")
    parser.add_argument("--games", type=_positive, metavar="N", help=f"of each round (default: {_USUAL['games']})")
    parser.add_argument(
        "--futures", type=_positive, metavar="N", help=f"for each end of a turn (default: {_USUAL['futures']})"
    )
    parser.add_argument(
        "--gate",
        type=_positive,
        metavar="N",
        help=f"games that a new net plays against the one before (default: {_USUAL['gate']})",
    )
    parser.add_argument("--seed", type=int, metavar="N", help=f"default: {_USUAL['seed']}")
    parser.add_argument(
        "--processes", type=_positive, metavar="N", help="games at a time (default: one for each core)"
    )
    options.add_on(parser)
    parser.add_argument("--json", action="store_true", help="print what came of the rounds as JSON")
    parser.set_defaults(run=run_turn)


def _positive(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def run_turn(args: argparse.Namespace) -> int:
    """Train, and say where the net is."""
    from burgundy_env.crew import Processes
    from burgundy_env.machine import cores
    from burgundy_env.store import StoreError
    from burgundy_env.training import needs_torch

    needs_torch()
    from burgundy_env.training.turn.run import TurnTraining

    options.check_on(args, args.processes, "--processes")
    given = {name: value for name in _USUAL if (value := getattr(args, name)) is not None}
    if args.resume is not None and given:
        raise options.InputError(
            f"--resume goes on as the run was begun; leave out {', '.join(f'--{n}' for n in given)}"
        )
    try:
        training = TurnTraining.resume(args.resume) if args.resume else TurnTraining.begin(args.out, Wanted(**given))
    except StoreError as error:
        raise options.InputError(str(error)) from None
    try:
        with options.crew(args, _tell, args.processes) as crew:
            training.train(crew or Processes(args.processes or cores()), _tell)
        net = training.finish()
    except KeyboardInterrupt:
        on = "" if args.on is None else f" --on {args.on}"
        print(f"\nStopped; go on with: burgundy train turn --resume {training.folder.path}{on}", file=sys.stderr)
        raise
    finally:
        training.close()
    if args.json:
        print(options.as_json({"net": net and str(net), **training.document()}))
    elif net is None:
        print("No round brought a net that is better than what was there; more games would.")
    else:
        print(f"The net: {net}. It plays as net:{net}, and in the search as turn:net={net}.")
    return 0 if net is not None else 1
