"""`burgundy train`: players that learn from games with themselves, a file of this package for each trainer."""

from __future__ import annotations

import argparse
from importlib import import_module

from burgundy_env.cli import options

TRAINERS = ("ppo", "turn")


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its trainers."""
    parser = subparsers.add_parser("train", help="train a player")
    parser.description = "Train a player from games with itself. Needs torch: pip install 'burgundy-env[train]'."
    trainers = parser.add_subparsers(title="trainers", metavar="TRAINER", required=True)
    for name in TRAINERS:
        import_module(f".train_{name}", __package__).add_trainer(trainers)
