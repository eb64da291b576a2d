"""`burgundy perft`: how many ways a game can go, a check of the rules that is a single number."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from burgundy_env.cli import options

if TYPE_CHECKING:
    from burgundy_env.game import Game


_DIGITS = 9
_DEEP = 3  # actions after the first from which on its count is made of several


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("perft", help="count the action sequences from a position")
    parser.description = (
        "Count the sequences of DEPTH actions from a position or a new game, chance fixed by the seed."
    )
    parser.add_argument(
        "position", metavar="POSITION", nargs="?", help="a file, - for standard input, or the JSON itself"
    )
    parser.add_argument("depth", metavar="DEPTH", type=_depth, help="how many actions")
    parser.add_argument("--divide", action="store_true", help="also the count after each first action")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    options.add_seed(parser, 0, "decides chance (default: 0)")
    options.add_config(parser)
    options.add_chateauma(parser)
    options.add_data(parser)
    parser.set_defaults(run=run)


def _depth(text: str) -> int:
    if text.isascii() and text.isdigit():
        return int(text[:_DIGITS])  # too many are too many either way
    raise argparse.ArgumentTypeError(f"{text!r} is no number of actions; POSITION and DEPTH stand side by side")


def run(args: argparse.Namespace) -> int:
    """Count and print."""
    from burgundy_env.game import DEEPEST, Game

    if args.depth > DEEPEST:
        raise options.InputError(f"DEPTH: {DEEPEST} actions at most")
    if args.position is None:
        game = Game.new(options.config(args), args.seed, data=args.data)
    else:
        options.refuse(args, ("chateauma", *options.OF_A_NEW_GAME), "is for a new game; a POSITION says it")
        game = options.position_game(args.position, args)
    game.perft(1)  # compiled, or loaded from the cache, before the clock starts
    start = time.perf_counter()
    piecewise = args.depth > 0 and (args.divide or sys.stderr.isatty())
    divided = _divided(game, args.depth) if piecewise else {}
    nodes = sum(divided.values()) if divided else options.interruptible(lambda: game.perft(args.depth))
    seconds = time.perf_counter() - start
    result: dict[str, Any] = {"depth": args.depth, "seed": args.seed, "nodes": nodes, "seconds": round(seconds, 6)}
    result["nodes_per_second"] = round(nodes / seconds) if seconds else None
    if args.json:
        print(options.as_json(result | ({"divide": divided} if args.divide else {})))
        return 0
    width = max(map(len, divided), default=0)
    for action, count in divided.items() if args.divide else ():
        print(f"{action:{width}}  {count:>15,}")
    print(f"depth {args.depth}: {nodes:,} nodes in {seconds:.3f} s ({result['nodes_per_second']:,} a second)")
    return 0


def _divided(game: Game, depth: int) -> dict[str, int]:
    """The count after each first action; a bar at a terminal tells how far it is, and how long it will take."""
    from tqdm import tqdm

    pieces = [piece for action, child in _children(game) for piece in _pieces(action, child, depth - 1)]
    counts: dict[str, int] = {}
    shape = "{l_bar}{bar}| {elapsed}, {remaining} left"
    for action, child, left in tqdm(pieces, disable=not sys.stderr.isatty(), leave=False, bar_format=shape, delay=1):
        counts[action] = counts.get(action, 0) + options.interruptible(partial(child.perft, left))
    return counts


def _pieces(action: str, child: Game, depth: int) -> Iterator[tuple[str, Game, int]]:
    """What is counted at a time of what follows a first action: few actions begin a game, so it is two of them."""
    if depth < _DEEP or child.is_over:
        yield action, child, depth
        return
    for _, second in _children(child):
        yield action, second, depth - 1


def _children(game: Game) -> Iterator[tuple[str, Game]]:
    for action in game.legal_actions():
        child = game.copy()
        child.push(action)
        yield action, child
