"""How the server answers over HTTP: who may ask, what was sent, and every refusal a sentence."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from burgundy_env import safe
from burgundy_env.serve import lobby
from burgundy_env.serve.guard import MOST_BYTES
from burgundy_env.serve.table import Refused
from burgundy_env.store import StoreError

if TYPE_CHECKING:
    from burgundy_env.serve.app import Server

PATIENCE = 20.0  # seconds for all of a wish
_TOKEN = "X-Burgundy-Token"


def let_in(server: Server, request: Request) -> None:
    """Refuse who does not come by the link that the server has told."""
    server.house.let_in(request.headers.get(_TOKEN))


def answering(answer: Callable[[Server, Request], Any]) -> Callable[[Server, Request], Any]:
    """What is refused becomes an answer with the sentence."""

    async def answered(server: Server, request: Request) -> Response:
        try:
            found: Response = await answer(server, request)
            return found
        except (Refused, lobby.WishError, StoreError, OSError) as error:
            return JSONResponse({"why": safe.line(error)}, 403 if isinstance(error, Refused) else 400)
        except asyncio.CancelledError:
            return JSONResponse({"why": "the server has ended"}, 503)

    return answered


async def wish_of(request: Request, most: int = MOST_BYTES) -> Any:
    """What a page has sent, at most so much of it."""
    try:
        body = await asyncio.wait_for(_body(request, most), PATIENCE)
    except ClientDisconnect:
        raise lobby.WishError("whoever wished that has gone") from None
    except TimeoutError:
        raise lobby.WishError("the rest of a wish did not come in time") from None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise lobby.WishError("a wish is a JSON object") from None


async def _body(request: Request, most: int) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise lobby.WishError(f"more than {most} bytes are no wish")
    return body
