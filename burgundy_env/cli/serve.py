"""`burgundy serve`: the table in a browser."""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from burgundy_env import safe
from burgundy_env.cli import FINE, options
from burgundy_env.sitting.seats import SeatError, seat_of

if TYPE_CHECKING:
    from burgundy_env.serve.watching import Watched

_PORT = 8022
_NEEDED = {"starlette": "starlette", "uvicorn": "uvicorn", "websockets": "websockets"}
_EVERYWHERE = ("0.0.0.0", "::")


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("serve", help="play in a browser")
    parser.description = (
        "A table in the browser, for people, agents and the Châteauma. Only this machine can reach it, unless --host "
        "says otherwise; then the link has a token in it. Games are kept after every action and go on where they "
        "stood. Ctrl-C ends the server."
    )
    parser.add_argument("--port", type=int, metavar="N", default=_PORT, help=f"default: {_PORT}; 0: any that is free")
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="0.0.0.0 lets the local network in")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument("--games", metavar="DIR", help=f"where games are kept (default: {_default_folder()})")
    parser.add_argument(
        "--agent",
        metavar="A",
        action="append",
        default=[],
        help="an agent of yours that pages may choose, as stdio:cmd=./my_bot or my_bot.py:MyBot; may be repeated",
    )
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes that agents think in (default: all cores but one)"
    )
    parser.add_argument(
        "--watch",
        metavar="DIR",
        action="append",
        default=[],
        help="a tournament or training run that pages may look at while it goes on; may be repeated",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    missing = [package for module, package in _NEEDED.items() if find_spec(module) is None]
    if missing:
        raise options.InputError(
            f"{' and '.join(missing)} missing; install the extra: pip install 'burgundy-env[serve]'"
        )
    if not 0 <= args.port <= 65535:
        raise options.InputError(f"--port: a number from 0 to 65535, not {args.port}")
    if args.workers is not None and args.workers < 1:
        raise options.InputError(f"--workers: a number from 1, not {args.workers}")
    programs = _allowed(args.agent)
    watched = _watched(args.watch, [*args.agent, *programs])
    listening = _listening(args.host, args.port)
    with listening:
        return _serve(args, listening, programs, watched)


def _allowed(agents: list[str]) -> list[str]:
    try:
        return [seat_of(0, agent).name for agent in agents]
    except SeatError as error:
        raise options.InputError(f"--agent: {error}") from None


def _watched(folders: list[str], programs: list[str]) -> list[Watched]:
    from burgundy_env.serve.table import Refused
    from burgundy_env.serve.watching import Watched

    try:
        return [Watched(Path(folder), programs) for folder in folders]
    except Refused as error:
        raise options.InputError(f"--watch: {error}") from None


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    # Other programs' ports are not taken over; one that was closed a moment ago is free.
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        why = error.strerror or str(error)
        if isinstance(error, socket.gaierror):
            raise options.InputError(f"--host: {safe.line(host)} is no address of this machine") from None
        raise options.InputError(
            f"port {port} of {safe.line(host)} can't be had ({why}); another server may be running: take another "
            "with --port, or --port 0 for any that is free"
        ) from None
    return listening


def _serve(args: argparse.Namespace, listening: socket.socket, programs: list[str], watched: list[Watched]) -> int:
    import uvicorn

    from burgundy_env.serve.app import Settings, application, new_token
    from burgundy_env.serve.guard import MOST_BYTES
    from burgundy_env.serve.keeping import Games

    port = listening.getsockname()[1]
    local = args.host in ("127.0.0.1", "::1", "localhost")
    settings = Settings(
        port,
        hosts=() if local else tuple({args.host, socket.gethostname().lower()} - set(_EVERYWHERE)),
        any_address=args.host in _EVERYWHERE,
        token="" if local else new_token(),
        programs=programs,
        watched=watched,
        processes=args.workers or max(1, (os.cpu_count() or 2) - 1),
    )
    games = Games(args.games or _default_folder())
    config = uvicorn.Config(
        application(games, settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_ping_interval=20,
        timeout_graceful_shutdown=2,
        proxy_headers=False,
    )
    link = _link(args.host, port, settings.token)
    print(f"The table is at {link}\nGames are kept in {safe.line(games.folder)}. Ctrl-C ends the server.", flush=True)

    if args.open:
        webbrowser.open(link)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
    print("The server has ended; all games are kept.", file=sys.stderr)
    return FINE


def _link(host: str, port: int, token: str) -> str:
    name = _own_address() if host in _EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"#{token}" if token else "")


def _own_address() -> str:
    """The address by which others in the local network reach this machine; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _default_folder() -> Path:
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "burgundy" / "games"
