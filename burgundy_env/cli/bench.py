"""`burgundy bench`: how fast the engine is on this machine."""

from __future__ import annotations

import argparse
import math
import sys
from typing import Any

from burgundy_env.cli import options


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command, its benchmarks and their options."""
    parser = subparsers.add_parser("bench", help="measure how fast the engine is")
    parser.description = "Measure how fast the engine is on this machine."
    benchmarks = parser.add_subparsers(title="benchmarks", metavar="BENCHMARK", required=True)
    throughput = benchmarks.add_parser("throughput", help="decisions a second in random games")
    throughput.description = (
        "Play random 2-player base games on one core, in the batch kernel and through Game, and beside "
        "them open_spiel's backgammon where that is installed."
    )
    throughput.add_argument(
        "--seconds",
        type=_seconds,
        default=5.0,
        metavar="N",
        help="processor time for each of up to five rates (default: 5)",
    )
    throughput.add_argument("--json", action="store_true", help="print JSON for programs")
    throughput.set_defaults(run=run_throughput)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if 0 < seconds <= 3600:
        return seconds
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0 and up to 3600")


def run_throughput(args: argparse.Namespace) -> int:
    """Measure and print."""
    from burgundy_env.bench import throughput
    from burgundy_env.engine import warmup

    if not warmup.compiles():
        raise options.InputError("the compiler is switched off (NUMBA_DISABLE_JIT), so there is no speed to measure")
    if not args.json:
        print(f"Measuring five rates, {args.seconds:g} s each ...", file=sys.stderr, flush=True)
    result = throughput(args.seconds)
    print(options.as_json(result) if args.json else table(result))
    return 0


def table(result: dict[str, Any]) -> str:
    """The result for people."""
    config, versions, machine = result["config"], result["versions"], result["machine"]
    rows = [
        ("batch kernel, masks written", _rate(result["decisions_per_second"]), _best(result)),
        ("Game: push and action_mask", _rate(result["push_and_mask_per_second"]), ""),
        ("Game: push and legal_actions", _rate(result["push_and_strings_per_second"]), ""),
        _reference(
            "backgammon from Python", result, "open_spiel_backgammon_per_second", "backgammon", "ratio_reason"
        ),
        _reference(
            "backgammon rollouts, C++", result, "open_spiel_rollouts_per_second", "rollouts", "rollouts_reason"
        ),
    ]
    lines = [
        f"Random play, {config['players']} players, {config['ruleset']} rules, one core, processor time",
        "",
    ]
    lines.append(f"{'':38}{'decisions/s':>12}")
    lines += [f"{name:38}{rate:>12}  {note}".rstrip() for name, rate, note in rows]
    lines += [
        "",
        f"{'a state':38}{result['state_bytes']:>12,}  bytes",
        f"{'import in a fresh Python':38}{result['import_seconds']:>12.3f}  s",
        f"{'its first Game.new, cache warm':38}{result['first_game_seconds']:>12.3f}  s",
        "",
        ", ".join(f"{name} {version}" for name, version in versions.items() if version is not None),
        f"{machine['cpu']}, {machine['cores']} cores, load {machine['load']}",
    ]
    return "\n".join(lines)


def _rate(rate: int | None) -> str:
    return "-" if rate is None else f"{rate:,}"


def _best(result: dict[str, Any]) -> str:
    return f"best {result['decisions_per_second_best']:,}; {result['ns_per_decision']} ns each"


def _reference(name: str, result: dict[str, Any], rate: str, what: str, reason: str) -> tuple[str, str, str]:
    ratio = result[f"ratio_to_open_spiel_{what}"]
    note = result[reason] if ratio is None else f"the kernel is {ratio} times as fast"
    return f"open_spiel: {name}", _rate(result[rate]), note
