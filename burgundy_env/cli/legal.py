"""`burgundy legal`: what can be done in a position."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from burgundy_env.cli import options
from burgundy_env.telling.points import in_short


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("legal", help="list the legal actions of a position")
    parser.description = (
        "List the legal actions of a position, in the order of their ids, and what each scores at once."
    )
    parser.add_argument("position", metavar="POSITION", help="a file, - for standard input, or the JSON itself")
    parser.add_argument("--ids", action="store_true", help="with the action's id")
    parser.add_argument("--explain", action="store_true", help="with a sentence about what the action does")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    options.add_data(parser)
    # What is legal doesn't depend on what is hidden, so any seed will do for dealing it.
    parser.set_defaults(run=run, seed=0)


def run(args: argparse.Namespace) -> int:
    """Print the actions."""
    game = options.position_game(args.position, args)
    actions: list[dict[str, Any]] = [
        {"action": action, "id": number, "points": points}
        for (action, points), number in zip(game.points_all().items(), game.legal_ids(), strict=True)
    ]
    if args.explain:
        for entry in actions:
            entry["explanation"] = game.explain(entry["action"])
    if args.json:
        print(options.as_json({"active": game.active, "actions": actions}))
        return 0
    if game.is_over:
        print("The game is over.", file=sys.stderr)
    width = max((len(entry["action"]) for entry in actions), default=0)
    for entry in actions:
        start = f"{entry['id']:>4}  " if args.ids else ""
        told = entry.get("explanation") or in_short(entry["points"])
        print(f"{start}{entry['action']:{width}}  {told}".rstrip())
    return 0
