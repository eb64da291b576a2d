"""Where studies and positions that are set up are had over HTTP, and the WebSocket of a study."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from burgundy_env.analysis import Analysis
from burgundy_env.config import RULESETS
from burgundy_env.position.document import written
from burgundy_env.render.replay import page
from burgundy_env.serve import setting_up, shelf
from burgundy_env.serve.analysing import REVIEW
from burgundy_env.serve.answering import answering, let_in, wish_of
from burgundy_env.serve.desk import at_desk
from burgundy_env.serve.live import layout_of
from burgundy_env.serve.lobby import WishError
from burgundy_env.serve.studies import Study
from burgundy_env.serve.table import Refused, begun
from burgundy_env.sitting.sitting import Sitting

if TYPE_CHECKING:
    from burgundy_env.serve.app import Server

_KEY = "X-Burgundy-Key"


def study_routes(server: Server) -> list[BaseRoute]:
    """All of them, but for the pages."""
    return [
        Route("/api/studies", partial(_begin, server), methods=["POST"]),
        Route("/api/studies", partial(_listed, server)),
        Route("/api/studies/{ident}/{what}", partial(_share, server)),
        Route("/api/tiles/{ruleset}", partial(_tiles, server)),
        Route("/api/positions/new", partial(_new, server), methods=["POST"]),
        Route("/api/positions/change", partial(_change, server), methods=["POST"]),
        Route("/api/positions/play", partial(_play, server), methods=["POST"]),
        WebSocketRoute("/study/{ident}", partial(_study, server)),
    ]


async def _study(server: Server, socket: WebSocket) -> None:
    await at_desk(socket, server.room)


# --- studies ------------------------------------------------------------------------------------------------


@answering
async def _begin(server: Server, request: Request) -> Response:
    """A study of a game of this server, for those who sit at it, or of what was dropped."""
    wish = await _object(request, 2 * shelf.MOST_BYTES)
    game, text = wish.get("game"), wish.get("text")
    if isinstance(game, str):
        table = await server.table(game)
        table.seats_for(request.headers.get(_KEY))
        record = await server.run(lambda: server.games.record_file(game).read_text(encoding="utf-8"))
        make = partial(server.room.shelf.begin_of_game, table.kept.host, record)
    else:
        let_in(server, request)
        if not isinstance(text, str):
            raise WishError("text: a record, a position or a study; or game: the name of a game")
        if len(text) > shelf.MOST_BYTES:
            raise WishError(f"more than {shelf.MOST_BYTES} bytes are no record")
        make = partial(server.room.shelf.begin, text)
    async with server.room.reading:
        return JSONResponse({"ident": await server.run(make)})


@answering
async def _listed(server: Server, request: Request) -> Response:
    let_in(server, request)
    return JSONResponse({"studies": await server.run(lambda: list(server.room.shelf.listed()))})


@answering
async def _share(server: Server, request: Request) -> Response:
    """The study itself, or of one of its positions the record or the document."""
    study = await server.room.study(request.path_params["ident"])
    node, what = study.node(_number(request.query_params.get("node", "0"))), request.path_params["what"]
    if what == "study.json":
        return _file(json.dumps(await server.run(study.to_dict)) + "\n", "application/json")
    if what == "record.jsonl":
        return _file(await server.run(lambda: study.record_of(node)), "application/jsonl")
    if what == "position.json":
        document = {key: value for key, value in node.game.to_json().items() if key != "hidden"}
        return _file(written(document), "application/json")
    if what == "replay.html":
        return _file(await server.run(lambda: _replay(study)), "text/html")
    raise Refused("there are study.json, record.jsonl, position.json and replay.html of a study")


def _replay(study: Study) -> str:
    """The replay page, with the review if that is done."""
    if len(study.reviewed) < len(study.turns) or not study.reviewed:
        return page(study.record)
    return Analysis(study.record, REVIEW, [study.reviewed[turn.number] for turn in study.turns]).page()


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else -1


def _file(body: str, kind: str) -> Response:
    return Response(body, media_type=f"{kind}; charset=utf-8", headers={"Content-Disposition": "attachment"})


# --- positions that are set up ----------------------------------------------------------------------------------


@answering
async def _tiles(server: Server, request: Request) -> Response:
    ruleset = request.path_params["ruleset"]
    if ruleset not in RULESETS:
        raise Refused(f"there are the rules {', '.join(RULESETS)}")
    return JSONResponse(await server.run(lambda: setting_up.palette(ruleset)))


@answering
async def _new(server: Server, request: Request) -> Response:
    let_in(server, request)
    wish = await _object(request)
    ground = layout_of(wish)
    return JSONResponse(
        await server.run(lambda: setting_up.refusing(lambda: setting_up.shown(setting_up.begun(wish), *ground)))
    )


@answering
async def _change(server: Server, request: Request) -> Response:
    let_in(server, request)
    wish = await _object(request)
    ground = layout_of(wish)

    def change() -> Any:
        document, done = setting_up.changed(wish)
        return setting_up.shown(document, *ground, done)

    return JSONResponse(await server.run(lambda: setting_up.refusing(change)))


@answering
async def _play(server: Server, request: Request) -> Response:
    """A new game that begins at a position."""
    let_in(server, request)
    wish = await _object(request)

    def begin() -> Any:
        wished = setting_up.refusing(setting_up.played_on, wish, server.settings.programs)
        begun(server.games, wished.kept, Sitting(wished.game, [place.name for place in wished.kept.places], {}))
        return wished.kept

    kept = await server.run(begin)
    return JSONResponse({"ident": kept.ident, "key": kept.host})


async def _object(request: Request, most: int = setting_up.MOST_BYTES) -> dict[str, Any]:
    wish = await wish_of(request, most)
    if not isinstance(wish, dict):
        raise WishError("a wish is an object")
    return wish
