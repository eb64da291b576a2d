"""`burgundy doctor`: what is installed, whether it works here, and what to do where it does not."""

from __future__ import annotations

import argparse
import platform
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from burgundy_env import safe
from burgundy_env._version import __version__
from burgundy_env.cli import options
from burgundy_env.machine import cores, load, processor, version_of

NAME = "burgundy-env"
FORMAT = "burgundy-doctor/1"
PERFT, PERFT_COUNT = 8, 916_404  # of the first two-player game, seed 7
GAME_SEED, GAME_TOTALS = 7, (160, 189)  # reflex with itself
SLICES, SLICE = 10, 0.2  # seconds of processor time, of both measures in turn
SLOW = 40.0  # decisions in the time of a thousand steps of a loop in Python; usual are 150 to 250
_STEPS = 10_000
_REQUIREMENT = re.compile(
    r"(?P<name>[\w.-]+)(\[(?P<extras>[\w, -]+)\])?[^;]*(;.*extra == [\"'](?P<extra>[\w-]+)[\"'])?"
)


@dataclass(frozen=True)
class Finding:
    """Something that was looked at."""

    part: str
    said: str
    mend: str = ""  # what to do about it; nothing is wrong if this is empty


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("doctor", help="look whether everything works here, for reports of bugs, too")
    parser.description = (
        "Say what is installed and what it runs on, play known games, and measure speed, in some ten seconds; the "
        "first time the engine is compiled. What is wrong is said with what would mend it, and leaves with 1."
    )
    parser.add_argument("--json", action="store_true", help="print JSON, for a report of a bug")
    options.add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Look at everything and print what was found."""
    findings: list[Finding] = []
    for finding in _all(args.data):
        findings.append(finding)
        if not args.json:
            print(f"{'!!' if finding.mend else 'ok'}  {finding.part:<11} {safe.line(finding.said)}", flush=True)
            if finding.mend:
                print(f"    {'':<11} {safe.line(finding.mend)}", flush=True)
    wrong = [finding for finding in findings if finding.mend]
    if args.json:
        print(options.as_json({"format": FORMAT, "fine": not wrong, "findings": [asdict(one) for one in findings]}))
    else:
        print("All is well." if not wrong else f"{len(wrong)} of {len(findings)} things could be better.")
    return 1 if wrong else 0


def _all(data: str | None) -> Iterator[Finding]:
    yield from _versions()
    yield _machine()
    yield from _extras()
    yield _data(data)
    yield _cache()
    yield from _self_test()


def _versions() -> Iterator[Finding]:
    system = f"Python {platform.python_version()} ({sys.executable}), {platform.platform()}"
    yield Finding("burgundy", f"{__version__} in {Path(__file__).resolve().parents[1]}")
    yield Finding("python", system)
    needed = {name: version_of(name) for name in _required("")}
    missing = [name for name, version in needed.items() if version is None]
    said = ", ".join(f"{name} {version}" for name, version in needed.items() if version)
    mend = f"pip install {' '.join(missing)}" if missing else ""
    yield Finding("packages", said or f"{NAME} is not installed: it runs from its sources", mend)


def _required(extra: str) -> list[str]:
    """What the package asks for, or an extra of it, extras of extras included."""
    try:
        lines = requires(NAME) or []
    except PackageNotFoundError:
        return []
    names: list[str] = []
    for line in lines:
        found = _REQUIREMENT.match(line)
        if found is None or (found["extra"] or "") != extra:
            continue
        if found["name"] == NAME:
            names += [name for one in found["extras"].split(",") for name in _required(one.strip())]
        else:
            names.append(found["name"])
    return list(dict.fromkeys(names))


def _extras() -> Iterator[Finding]:
    try:
        lines = requires(NAME) or []
    except PackageNotFoundError:
        return
    extras = dict.fromkeys(found["extra"] for line in lines if (found := _REQUIREMENT.match(line)) and found["extra"])
    there: list[str] = []
    partly: list[str] = []
    absent: list[str] = []
    for extra in extras:
        names = _required(extra)
        missing = [name for name in names if version_of(name) is None]
        if not missing:
            there.append(extra)
        elif len(missing) == len(names):
            absent.append(extra)
        else:
            partly.append(f"{extra} (without {', '.join(missing)})")
    parts = {"installed": there, "in part": partly, "not installed": absent}
    yield Finding("extras", "; ".join(f"{what}: {', '.join(which)}" for what, which in parts.items() if which))


def _machine() -> Finding:
    busy, count = load(), cores()
    said = f"{processor()}, {count} core{'s' * (count != 1)}"
    if busy is not None:
        said += f", load {busy}" + (": others are busy, speeds will look lower" if busy > count else "")
    return Finding("machine", said)


def _data(directory: str | None) -> Finding:
    from burgundy_env import data as components

    try:
        data = components.load(directory)
    except components.DataError as error:
        return Finding("data", "what BURGUNDY_DATA or --data names can't be used", str(error))
    placeholders = sum(block.provenance == "reconstructed" for block in data.blocks)
    own = f", with your own files in {data.directory}" if data.directory else ""
    return Finding("data", f"{data.hash}{own}; {placeholders} of {len(data.blocks)} blocks are reconstructed")


def _cache() -> Finding:
    from burgundy_env.engine import cache, warmup

    if not warmup.compiles():
        return Finding(
            "cache", "the compiler is switched off", "unset NUMBA_DISABLE_JIT: without it all is 1,000 times slower"
        )
    folder = cache.folder()
    if folder is None:
        return Finding(
            "cache", "there is no home folder", "name a folder in BURGUNDY_CACHE, or all is compiled in each process"
        )
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.exists() else []
    size = sum(path.stat().st_size for path in files) / 1e6
    said = f"{len(files)} files, {size:.1f} MB in {folder}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return Finding(
            "cache", said, f"it can't be written ({error.strerror}): name another folder in BURGUNDY_CACHE"
        )
    return Finding("cache", said if files else f"{said}: the engine is compiled now, once")


def _self_test() -> Iterator[Finding]:
    from burgundy_agents import make

    from burgundy_env import Game

    count = Game.new(seed=GAME_SEED).perft(PERFT)
    yield Finding(
        "rules", f"{count:,} ways to play the first {PERFT} actions", _unless(count == PERFT_COUNT, PERFT_COUNT)
    )
    game, agent = Game.new(seed=GAME_SEED), make("reflex", seed=GAME_SEED)
    while not game.is_over:
        game.push(agent.act(game))
    totals = tuple(score["total"] for score in game.scores())
    yield Finding("a game", f"reflex with itself, {totals} VP", _unless(totals == GAME_TOTALS, GAME_TOTALS))
    yield _speed()


def _unless(right: bool, usual: object) -> str:
    """What mends a wrong result."""
    return "" if right else f"it should be {usual}: burgundy warmup --clean; if it stays so, please report it"


def _speed() -> Finding:
    """Decisions of random games, and what Python does meanwhile: their ratio is much the same on all machines."""
    from burgundy_env.bench.throughput import CONFIG, Measure, random_games

    measures = [Measure(random_games(CONFIG)), Measure(_count)]
    for _ in range(SLICES):
        for measure in measures:
            measure.run(SLICE)
    ours, python = (max(measure.rates) for measure in measures)
    ratio = 1000 * ours / python
    mend = "" if ratio > SLOW else "that is slow: burgundy bench throughput says more"
    said = f"{ours:,.0f} decisions/s, {ratio:.0f} in the time of 1,000 steps of a loop in Python"
    return Finding("speed", said, mend)


def _count() -> int:
    total = 0
    for number in range(_STEPS):
        total += number & 3
    return _STEPS
