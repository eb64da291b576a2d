"""The server: pages and their parts, the lobby, and a WebSocket for each table.

Starlette says what is where, uvicorn speaks HTTP. What a page may fetch is a table made when the server starts: no
path of a request ever becomes a path of the machine.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from importlib.util import find_spec
from string import Template
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from burgundy_env import safe
from burgundy_env.modules.sizes import BOARDS
from burgundy_env.records import Record
from burgundy_env.render.fonts import FAMILY, FONTS
from burgundy_env.render.raster import png
from burgundy_env.render.replay import page
from burgundy_env.render.svg import picture
from burgundy_env.render.svg.glyphs import definitions
from burgundy_env.render.svg.palette import style
from burgundy_env.serve import learning, lobby
from burgundy_env.serve.alone import Film, House
from burgundy_env.serve.answering import answering, let_in, wish_of
from burgundy_env.serve.broadcast import Broadcast
from burgundy_env.serve.compiling import Compiling
from burgundy_env.serve.desk import Room
from burgundy_env.serve.guard import Guard
from burgundy_env.serve.keeping import Games
from burgundy_env.serve.live import live
from burgundy_env.serve.shelf import Shelf
from burgundy_env.serve.study_routes import study_routes
from burgundy_env.serve.table import Refused, Table, begun
from burgundy_env.serve.thinking import Thinkers
from burgundy_env.serve.watching import Watched
from burgundy_env.sitting.reel import Reel
from burgundy_env.sitting.seats import SeatError
from burgundy_env.sitting.sitting import Sitting
from burgundy_env.store import StoreError

_MOST_OPEN = 200  # tables in memory, beside those that somebody looks at
_KEY = "X-Burgundy-Key"
_PAGES = (  # one and the same file: it looks where it is
    "/game/{ident}", "/analyse", "/analyse/{ident}", "/setup",
    "/learn", "/learn/{what}", "/watch", "/watch/{number:int}", "/watch/{number:int}/{game:int}",
)  # fmt: skip


@dataclass
class Settings:
    """What the command line says."""

    port: int
    hosts: Sequence[str] = ()  # other names of this server
    any_address: bool = False  # whether it may be called by any address that it has
    token: str = ""  # for the lobby; empty: nobody else can reach it
    programs: Sequence[str] = ()  # agents that run code of others, allowed by name
    processes: int = 1  # to think in
    watched: Sequence[Watched] = ()  # tournaments and training runs


class Server:
    """Everything that is open."""

    def __init__(self, games: Games, settings: Settings) -> None:
        self.games, self.settings = games, settings
        self.workers = ThreadPoolExecutor(4, "burgundy")  # the engine's work, a millisecond or two each
        self.thinkers = Thinkers(settings.processes)
        self.compiling = Compiling()
        self.house = House(self.thinkers, self.workers, settings.token)
        self._tables: dict[str, Table] = {}
        self._opening = asyncio.Lock()
        self.offers = lobby.offers(settings.programs)
        names = (*lobby.AGENTS, *settings.programs)
        self.room = Room(Shelf(games.folder / "studies"), self.thinkers, self.run, names)

    async def table(self, ident: str) -> Table:
        """A table by its name, opened if need be."""
        async with self._opening:
            table = self._tables.get(ident)
            if table is None:
                table = await self.run(partial(self._open, ident))
                self._forget_some()
                self._tables[ident] = table
            return table

    def _open(self, ident: str) -> Table:
        try:
            kept = self.games.table(ident)
            if kept is None:
                raise Refused("there is no such game here")
            return Table.opened(self.games, kept, self.thinkers, self.workers)
        except Refused:
            raise
        except ValueError as error:
            raise Refused(safe.line(error)) from None

    def _forget_some(self) -> None:
        """Tables that nobody looks at are read again when somebody does."""
        idle = [ident for ident, table in self._tables.items() if not table.viewers]
        for ident in idle[: max(0, len(self._tables) - _MOST_OPEN)]:
            del self._tables[ident]

    async def run(self, work: Callable[[], Any]) -> Any:
        """Do something beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.workers, work)

    def close(self) -> None:
        """Let go of everything; all games are saved already."""
        self.compiling.close()
        self.thinkers.close()
        self.workers.shutdown(wait=True)
        for table in self._tables.values():
            table.sitting.settle()
        self.games.close()


def application(games: Games, settings: Settings) -> ASGIApp:
    """The whole server as an ASGI application."""
    server = Server(games, settings)

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        yield
        server.close()

    routes = [
        *(Route(path, partial(_sent, body, kind)) for path, (body, kind) in _contents().items()),
        *(Route(path, partial(_sent, *_contents()["/"])) for path in _PAGES),
        Route("/api/lobby", partial(_lobby, server)),
        Route("/api/compiling", partial(_compiling, server)),
        Route("/api/clashes", partial(_clashes, server), methods=["POST"]),
        Route("/api/games", partial(_begin, server), methods=["POST"]),
        Route("/api/board/{number:int}", partial(_board, server)),
        Route("/api/games/{ident}/{what}", partial(_share, server)),
        *study_routes(server),
        Route("/api/learn", partial(_learn, server)),
        Route("/api/watch", partial(_watch, server)),
        Route("/api/watch/{number:int}", partial(_watched, server)),
        Route("/api/watch/{number:int}/games", partial(_cell, server)),
        WebSocketRoute("/live/learn/{what}", partial(_live_lesson, server)),
        WebSocketRoute("/live/watch/{number:int}/{game:int}", partial(_live_film, server)),
        WebSocketRoute("/live/{ident}", partial(_live, server)),
    ]
    app = Starlette(routes=routes, lifespan=living)
    return Guard(app, settings.port, settings.hosts, settings.any_address)


def new_token() -> str:
    """What lets those into the lobby who have it."""
    return secrets.token_urlsafe(16)


# --- pages ------------------------------------------------------------------------------------------------


def _contents() -> dict[str, tuple[bytes, str]]:
    """All that never changes, by its path."""
    html = Template(_file("index.html")).substitute(glyphs=definitions()).encode()
    return {
        "/": (html, "text/html; charset=utf-8"),
        "/app.js": (_file("built/app.js").encode(), "text/javascript; charset=utf-8"),
        "/app.css": (_file("app.css").replace("$fonts", FONTS).encode(), "text/css; charset=utf-8"),
        "/looks.css": (_looks().encode(), "text/css; charset=utf-8"),
        **{f"/lato-{weight}.woff2": (_font(weight), "font/woff2") for weight in ("regular", "bold")},
        "/icon.svg": (_file("icon.svg").encode(), "image/svg+xml"),
    }


def _file(name: str) -> str:
    return files("burgundy_env.serve").joinpath("web", *name.split("/")).read_text(encoding="utf-8")


def _font(weight: str) -> bytes:
    return files("burgundy_env.render.fonts").joinpath(f"lato-{weight}.woff2").read_bytes()


def _looks() -> str:
    """What the drawing's classes look like, and its letters."""
    faces = "".join(
        f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};font-display:block;"
        f"src:url(/lato-{name}.woff2) format('woff2')}}"
        for name, weight in (("regular", 400), ("bold", 700))
    )
    return faces + "".join(style(theme, f"burgundy-{theme}") for theme in ("light", "dark"))


async def _sent(body: bytes, kind: str, request: Request) -> Response:
    return Response(body, media_type=kind, headers={"Cache-Control": "no-cache"})


# --- the lobby ----------------------------------------------------------------------------------------------


@answering
async def _lobby(server: Server, request: Request) -> Response:
    let_in(server, request)
    listed = await server.run(lambda: list(server.games.listed()))
    games = [
        {"ident": kept.ident, "key": kept.host, "about": safe.line(kept.about), "played": played, "over": over}
        for kept, played, over in listed
    ]
    return JSONResponse({**server.offers, "games": games, "watched": len(server.settings.watched)})


@answering
async def _clashes(server: Server, request: Request) -> Response:
    let_in(server, request)
    wish = await wish_of(request)
    if not isinstance(wish, dict):
        raise lobby.WishError("a wish is an object")
    return JSONResponse(await server.run(lambda: lobby.clashes(wish)))


@answering
async def _begin(server: Server, request: Request) -> Response:
    let_in(server, request)
    wish = await wish_of(request)

    def begin() -> Any:
        wished = lobby.read(wish, server.settings.programs)
        names = [place.name for place in wished.kept.places]
        begun(server.games, wished.kept, Sitting(wished.game, names, {}))
        return wished.kept

    kept = await server.run(begin)
    own = any(place.key and not place.elsewhere for place in kept.places)
    return JSONResponse({"ident": kept.ident, "key": kept.host, "own": own})


async def _compiling(server: Server, request: Request) -> Response:
    """Why an answer takes so long, for whoever waits."""
    return JSONResponse({"now": server.compiling.now})


@answering
async def _board(server: Server, request: Request) -> Response:
    number = request.path_params["number"]
    if number not in BOARDS:
        raise Refused(f"there is no board {number}")
    drawn = await server.run(lambda: lobby.board_picture(number))
    return JSONResponse(drawn, headers={"Cache-Control": "max-age=3600"})


@answering
async def _share(server: Server, request: Request) -> Response:
    """The record, the replay page or a picture of a game, for those who sit at it."""
    table = await server.table(request.path_params["ident"])
    table.seats_for(request.headers.get(_KEY))
    made = _SHARED.get(request.path_params["what"])
    if made is None or (made is _as_png and find_spec("resvg_py") is None):
        raise Refused(f"there are {', '.join(_SHARED)} of a game (a PNG where the extra `pictures` is installed)")
    make: Callable[[Sitting], tuple[str | bytes, str]] = made
    body, kind = await table.compute(lambda: make(table.sitting))
    return Response(body, media_type=kind)


def _as_record(sitting: Sitting) -> tuple[str | bytes, str]:
    lines = Record.of(sitting.game, sitting.names).lines()
    return "".join(f"{line}\n" for line in lines), "application/jsonl; charset=utf-8"


def _as_page(sitting: Sitting) -> tuple[str | bytes, str]:
    return page(Record.of(sitting.game, sitting.names)), "text/html; charset=utf-8"


def _as_svg(sitting: Sitting) -> tuple[str | bytes, str]:
    return picture(sitting.game, names=sitting.called), "image/svg+xml"


def _as_png(sitting: Sitting) -> tuple[str | bytes, str]:
    return png(picture(sitting.game, names=sitting.called, fonts=False)), "image/png"


_SHARED = {"record.jsonl": _as_record, "replay.html": _as_page, "picture.svg": _as_svg, "picture.png": _as_png}


async def _live(server: Server, socket: WebSocket) -> None:
    await live(socket, lambda _: server.table(socket.path_params["ident"]))


# --- learning and watching ------------------------------------------------------------------------------------


@answering
async def _learn(server: Server, request: Request) -> Response:
    let_in(server, request)
    return JSONResponse({"problems": await server.run(learning.listed)})


async def _live_lesson(server: Server, socket: WebSocket) -> None:
    what = socket.path_params["what"]

    def made() -> Table:
        if what == "first-game":
            return learning.Lesson(server.house)
        puzzle = learning.problems().get(what)
        if puzzle is None:
            raise Refused("there is no such problem here")
        return learning.Problem(puzzle, server.house)

    async def opened(key: object) -> Table:
        server.house.let_in(key)
        table: Table = await server.run(made)
        return table

    await live(socket, opened)


def _folder(server: Server, number: int) -> Watched:
    if not 0 <= number < len(server.settings.watched):
        raise Refused("nothing of this number is watched; burgundy serve --watch DIR names a folder")
    return server.settings.watched[number]


@answering
async def _watch(server: Server, request: Request) -> Response:
    let_in(server, request)
    return JSONResponse({"watched": [{"name": one.name, "kind": one.kind.name} for one in server.settings.watched]})


@answering
async def _watched(server: Server, request: Request) -> Response:
    """What there is to tell of a folder; nothing if that is what the page has."""
    let_in(server, request)
    told = await server.run(_folder(server, request.path_params["number"]).look)
    return JSONResponse({"same": True} if request.query_params.get("mark") == told["mark"] else told)


@answering
async def _cell(server: Server, request: Request) -> Response:
    let_in(server, request)
    folder = _folder(server, request.path_params["number"])
    wanted = [request.query_params.get(name, "") for name in ("first", "second")]
    if not all(one.isascii() and one.isdecimal() and len(one) < 6 for one in wanted):
        raise lobby.WishError("first, second: numbers of agents")
    return JSONResponse(await server.run(lambda: folder.games(*map(int, wanted))))


async def _live_film(server: Server, socket: WebSocket) -> None:
    """A game of a folder, at any of its positions."""

    async def opened(key: object) -> Table:
        server.house.let_in(key)
        folder, game = _folder(server, socket.path_params["number"]), socket.path_params["game"]
        try:
            seen = await server.run(lambda: folder.kept(game))
            record = seen.record
            if isinstance(record, tuple):
                start, again = record
                record = Record.parse(await server.thinkers.find(start, again, lambda: None), "the game")
            reel = await server.run(lambda: Reel.of(record))
            if seen.is_played:
                return Broadcast(reel, server.house, seen, lambda: folder.kept(game))
            return Film(reel, server.house, title=seen.title, trouble=seen.trouble)
        except (Refused, SeatError, StoreError, OSError, ValueError) as error:
            raise Refused(safe.line(error)) from None

    await live(socket, opened)
