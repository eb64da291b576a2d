"""The files that `burgundy replay` writes: pictures of a position, a film, a page to go through the game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgundy_env import safe
from burgundy_env.cli import options
from burgundy_env.store import try_to_write, write_whole
from burgundy_env.telling.seats import person

if TYPE_CHECKING:
    from burgundy_env.game import Game
    from burgundy_env.records import Record

KINDS = ("svg", "png", "gif", "html")
_WIDTHS = {"svg": 1200, "png": 1200, "gif": 800}


def add_options(parser: argparse.ArgumentParser) -> None:
    """--svg, --png, --gif, --html, and how they are drawn."""
    group = parser.add_argument_group("pictures, instead of words")
    add_drawing(group, "draw the position at the end, or after --until actions", "default: 1200, in a film 800")
    group.add_argument("--gif", metavar="FILE", help="the whole game as a film")
    group.add_argument("--html", metavar="FILE", help="a page to go through the game in a browser, in one file")
    group.add_argument("--every", type=int, metavar="N", default=1, help="a film of every Nth action (default: 1)")
    group.add_argument("--fps", type=float, metavar="N", default=2.0, help="pictures a second (default: 2)")


def add_drawing(group: Any, of: str, width: str = "default: 1200") -> None:
    """--svg and --png of one position, and how it is drawn."""
    group.add_argument("--svg", metavar="FILE", help=of)
    group.add_argument("--png", metavar="FILE", help="the same in pixels")
    group.add_argument(
        "--theme", choices=("light", "dark", "auto"), help="default: light (auto: as the viewer likes)"
    )
    group.add_argument("--width", type=int, metavar="PIXELS", help=f"{width}; below 700, as for a phone")
    group.add_argument("--hex-names", action="store_true", help="write h1, h2 ... into the empty hexes (svg, png)")


def wanted(args: argparse.Namespace) -> bool:
    """Whether any file was asked for."""
    return any(getattr(args, kind, None) is not None for kind in KINDS)


def write(record: Record, args: argparse.Namespace) -> None:
    """Write the files that were asked for and say so."""
    _check(args)
    if args.every < 1:
        raise options.InputError(f"--every {args.every}: at least 1")
    if not 0 < args.fps <= 50:
        raise options.InputError(f"--fps {args.fps:g}: above 0 and at most 50")
    if args.html and args.until is not None:
        raise options.InputError("--until: the page shows the whole game; leave it out with --html")
    _try_to_write(args)  # a film takes a while
    for kind in KINDS:
        target = getattr(args, kind)
        if target is not None:
            told = {"svg": _svg, "png": _png, "gif": _gif, "html": _html}[kind](record, Path(target), args)
            print(f"{safe.line(target)}: {told}")


def _check(args: argparse.Namespace) -> None:
    if args.width is not None and not 200 <= args.width <= 4000:
        raise options.InputError(f"--width {args.width}: from 200 to 4000 pixels")
    if args.theme == "auto" and (args.png or getattr(args, "gif", None)):
        raise options.InputError(
            "--theme auto: pixels can't follow the viewer; say light or dark for --png and --gif"
        )


def _try_to_write(args: argparse.Namespace) -> None:
    for kind in KINDS:
        if (target := getattr(args, kind, None)) is not None:
            try_to_write(target)


def write_position(game: Game, args: argparse.Namespace) -> None:
    """Draw one position into the files that were asked for and say so."""
    from burgundy_env.render import picture, png

    _check(args)
    _try_to_write(args)
    for kind in ("svg", "png"):
        if (target := getattr(args, kind)) is not None:
            svg = picture(game, args.theme or "light", _width(kind, args), hex_names=args.hex_names)
            write_whole(Path(target), svg if kind == "svg" else png(svg))
            print(f"{safe.line(target)}: the position")


def _width(kind: str, args: argparse.Namespace) -> int:
    return _WIDTHS[kind] if args.width is None else int(args.width)


def _drawn(record: Record, kind: str, args: argparse.Namespace) -> str:
    from burgundy_env.render import picture

    names = [person(name) for name in record.players]
    width, theme = _width(kind, args), args.theme or "light"
    return picture(record.game(args.until), theme, width, names=names, hex_names=args.hex_names)


def _svg(record: Record, target: Path, args: argparse.Namespace) -> str:
    write_whole(target, _drawn(record, "svg", args))
    return _where(record, args)


def _png(record: Record, target: Path, args: argparse.Namespace) -> str:
    from burgundy_env.render import png

    write_whole(target, png(_drawn(record, "png", args)))
    return _where(record, args)


def _where(record: Record, args: argparse.Namespace) -> str:
    return f"the position after {len(record) if args.until is None else args.until} actions"


def _gif(record: Record, target: Path, args: argparse.Namespace) -> str:
    from burgundy_env.render import film

    def watch(frames: Iterable[int]) -> Iterable[int]:
        return _bar(frames, "film")

    frames = film(
        record,
        target,
        every=args.every,
        fps=args.fps,
        width=_width("gif", args),
        theme=args.theme or "light",
        until=args.until,
        watch=watch,
    )
    return f"a film of {frames} pictures"


def _bar(numbers: Iterable[int], what: str) -> Iterable[int]:
    from tqdm import tqdm

    bar: Iterable[int] = tqdm(numbers, desc=what, unit=" pictures", leave=False, disable=not sys.stderr.isatty())
    return bar


def _html(record: Record, target: Path, args: argparse.Namespace) -> str:
    from burgundy_env.render.replay import page

    def watch(steps: Iterable[int]) -> Iterable[int]:
        return _bar(steps, "page")

    write_whole(target, page(record, watch=watch))
    return f"a page of {len(record)} actions; open it in any browser"
