"""What the fuzzers share: cases made from a seed and a number each, tried in pieces, so that a long run can be cut up
and any failure be made again.

    python tools/fuzz_positions.py --count 100000 --seconds 1200 --kept positions.json   # again and again until done
    python tools/fuzz_positions.py --seed 7 --only 2545
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

Make = Callable[[random.Random], Any]
Try = Callable[[Any, int], str]  # what came of a case; an exception is a finding
Tell = Callable[[Any], str]


def fuzz(
    make: Make, attempt: Try, tell: Tell, *, seed: int, seconds: float, first: int = 0, count: int | None = None
) -> tuple[int, Counter[str]]:
    """Try cases from the first on; the number to go on with, and what came of them."""
    outcomes: Counter[str] = Counter()
    end, number = time.monotonic() + seconds, first
    while time.monotonic() < end and (count is None or number < count):
        case = make(random.Random(f"{seed} {number}"))
        try:
            outcomes[attempt(case, number)] += 1
        except BaseException:
            print(f"case {number} of seed {seed}:", tell(case), sep="\n")
            raise
        number += 1
    return number, outcomes


def main(about: str, make: Make, attempt: Try, tell: Tell, arguments: list[str] | None = None) -> None:
    """The command line of a fuzzer."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--seconds", type=float, default=60, help="for this piece (default: 60)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, metavar="N", help="cases in all")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what is done so far; the next piece goes on there")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="try this one case and print it")
    args = parser.parse_args(arguments)
    if args.only is not None:
        case = make(random.Random(f"{args.seed} {args.only}"))
        print(tell(case))
        print(attempt(case, args.only))
        return
    kept: dict[str, Any] = {"seed": args.seed, "next": 0, "outcomes": {}}
    if args.kept is not None and args.kept.exists():
        kept = json.loads(args.kept.read_text(encoding="utf-8"))
    number, outcomes = fuzz(
        make, attempt, tell, seed=kept["seed"], seconds=args.seconds, first=kept["next"], count=args.count
    )
    kept |= {"next": number, "outcomes": dict(Counter(kept["outcomes"]) + outcomes)}
    if args.kept is not None:
        args.kept.write_text(json.dumps(kept) + "\n", encoding="utf-8")
    print(json.dumps(kept))
