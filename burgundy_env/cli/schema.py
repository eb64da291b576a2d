"""`burgundy schema`: the JSON Schema of a format, for programs in any language."""

from __future__ import annotations

import argparse

from burgundy_env.cli import FINE, options
from burgundy_env.schemas import NAMES, path_of


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("schema", help="print the JSON Schema of positions or records")
    parser.description = "Print the JSON Schema (draft 2020-12) of burgundy-position/1 or burgundy-record/1."
    parser.add_argument("format", choices=NAMES, help="of a record the schema is one of the list of its lines")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print it as it stands in its file."""
    print(path_of(args.format).read_text(encoding="utf-8"), end="")
    return FINE
