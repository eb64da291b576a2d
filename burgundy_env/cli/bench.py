"""`burgundy bench`: how fast the engine is on this machine."""

from __future__ import annotations

import argparse
import math
import sys
from typing import Any

from burgundy_env.cli import options
from burgundy_env.config import GameConfig


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command, its benchmarks and their options."""
    parser = subparsers.add_parser("bench", help="measure how fast the engine is")
    parser.description = "Measure how fast the engine is on this machine."
    benchmarks = parser.add_subparsers(title="benchmarks", metavar="BENCHMARK", required=True)
    throughput = benchmarks.add_parser("throughput", help="decisions a second in random games")
    throughput.description = (
        "Play random games, by default the 2-player base game, on one core, in the batch kernel and through "
        "Game, and beside them open_spiel's backgammon where that is installed."
    )
    throughput.add_argument(
        "--seconds",
        type=_seconds,
        default=5.0,
        metavar="N",
        help="processor time for each of up to five rates (default: 5)",
    )
    throughput.add_argument("--json", action="store_true", help="print JSON for programs")
    options.add_config(throughput)
    throughput.set_defaults(run=run_throughput)
    vector = benchmarks.add_parser("vector", help="decisions a second through the environments")
    vector.description = (
        "Play random 2-player base games through the vector environments, stable-baselines3's among them, and one "
        "game at a time through Gymnasium and PettingZoo, beside PettingZoo's own connect four."
    )
    vector.add_argument(
        "--seconds",
        type=_seconds,
        default=3.0,
        metavar="N",
        help="processor time for each rate (default: 3)",
    )
    vector.add_argument(
        "--games", type=_games, default=1024, metavar="N", help="in a vector, up to 65536 (default: 1024)"
    )
    vector.add_argument("--json", action="store_true", help="print JSON for programs")
    vector.set_defaults(run=run_vector)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if 0 < seconds <= 3600:
        return seconds
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0 and up to 3600")


def _games(text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of games from 1 to 65536")


def run_throughput(args: argparse.Namespace) -> int:
    """Measure and print."""
    from burgundy_env.bench.throughput import throughput
    from burgundy_env.engine import warmup

    config = options.config(args)
    if not warmup.compiles():
        raise options.InputError("the compiler is switched off (NUMBA_DISABLE_JIT), so there is no speed to measure")
    if not args.json:
        print(f"Measuring five rates, {args.seconds:g} s each ...", file=sys.stderr, flush=True)
    result = throughput(args.seconds, config)
    print(options.as_json(result) if args.json else table(result))
    return 0


def run_vector(args: argparse.Namespace) -> int:
    """Measure and print."""
    from burgundy_env.bench.vector import vector_rates
    from burgundy_env.engine import warmup

    if not warmup.compiles():
        raise options.InputError("the compiler is switched off (NUMBA_DISABLE_JIT), so there is no speed to measure")
    if not args.json:
        print(
            f"Measuring {len(RATES)} rates, {args.seconds:g} s each, and their parts ...", file=sys.stderr, flush=True
        )
    result = vector_rates(args.seconds, args.games)
    print(options.as_json(result) if args.json else vector_table(result))
    return 0


RATES = {
    "self_play_flat": "self-play vector, flat",
    "self_play_copies": "  the same, copy=True",
    "self_play_planes": "  planes",
    "self_play_tokens": "  tokens",
    "self_play_compact": "  compact",
    "self_play_features": "  features",
    "self_play_actions": "  compact, and rows of actions",
    "versus_random": "versus vector against random",
    "versus_batched": "  against a `Batched` function",
    "versus_asked": "  against a function asked game by game",
    "sb3": "BurgundyVecEnv (stable-baselines3)",
    "burgundy_v0": "Burgundy-v0, one game",
    "pettingzoo_raw": "burgundy_v0.raw_env",
    "pettingzoo": "burgundy_v0.env",
    "connect_four_raw": "PettingZoo's connect four, raw_env",
    "connect_four": "PettingZoo's connect four, env",
}


def vector_table(result: dict[str, Any]) -> str:
    """The result for people."""
    rates, best, threads, machine = (
        result[key] for key in ("decisions_per_second", "best", "two_threads", "machine")
    )
    lines = [
        f"Random play, 2 players, {result['games']} games in a vector, one core, processor time",
        "",
        f"{'':38}{'decisions/s':>12}{'best':>12}{'wanted':>12}",
    ]
    for name, meaning in RATES.items():
        if name in rates:
            wanted = _rate(result["targets"][name]) if name in result["targets"] else ""
            lines.append(f"{meaning:38}{_rate(rates[name]):>12}{_rate(best[name]):>12}{wanted:>12}".rstrip())
        else:
            lines.append(f"{meaning:38}{'-':>12}  {result['missing'][name]}")
    shares = result["nanoseconds_per_decision"]
    lines += ["", f"{'a decision of the first':38}{'ns':>12}{'share':>12}"]
    lines += [f"{name:38}{ns:>12.0f}{ns / shares['whole step']:>12.0%}" for name, ns in shares.items()]
    lines += [
        "",
        f"{'two threads instead of one: faster':38}{threads['speed_up']:>12.2f}{threads['speed_up_best']:>12.2f}",
        f"{'                            costlier':38}{threads['processor_time_ratio']:>12.2f}",
        "",
        ", ".join(f"{name} {version}" for name, version in result["versions"].items() if version is not None),
        f"{machine['cpu']}, {machine['cores']} cores, load {machine['load']}",
    ]
    return "\n".join(lines)


def table(result: dict[str, Any]) -> str:
    """The result for people."""
    config = GameConfig.of(result["config"])
    versions, machine = result["versions"], result["machine"]
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
        f"Random play, {config}, one core, processor time",
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
