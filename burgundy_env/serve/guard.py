"""Whom the server talks to, and how much they may say."""

from __future__ import annotations

import hmac
import ipaddress
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Nothing but what this server sends, nothing inline, in nobody's frame. No exceptions.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
MOST_BYTES = 16_384  # of anything that a page sends
MOST_CONNECTIONS = 512  # that are served at a time, a page's WebSocket among them
_LOCAL = ("localhost", "127.0.0.1", "[::1]")


def same(given: object, secret: str) -> bool:
    """Whether a secret was given, in a time that does not tell how much of it."""
    return isinstance(given, str) and hmac.compare_digest(given.encode(errors="replace"), secret.encode())


class Guard:
    """Refuses foreign names of this server and foreign pages, and sends the headers that keep pages in."""

    def __init__(self, app: ASGIApp, port: int, hosts: Iterable[str] = (), any_address: bool = False) -> None:
        self.app, self.port, self.any_address = app, port, any_address
        self._served = 0
        self.hosts = {f"{host}:{port}" for host in (*_LOCAL, *hosts)} | ({*_LOCAL, *hosts} if port == 80 else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        problem = self._problem(Headers(scope=scope), scope["type"])
        if problem is None and self._served >= MOST_CONNECTIONS:
            await self._refuse(
                scope, receive, send, f"{MOST_CONNECTIONS} connections are open; close some pages", 503
            )
        elif problem is None:
            self._served += 1
            try:
                await self.app(scope, receive, _with_headers(send))
            finally:
                self._served -= 1
        else:
            await self._refuse(scope, receive, send, problem, 403)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, why: str, status: int) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": why[:120]})
        else:
            await PlainTextResponse(f"{why}\n", status)(scope, receive, _with_headers(send))

    def _problem(self, headers: Headers, kind: str) -> str | None:
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._is_ours(host):
            return f"This server is not called {host[:60]!a}; use the address that burgundy serve has told."
        # A page sends its origin with every WebSocket and every POST; what sends none is no page.
        if origin is not None and not (urlsplit(origin).scheme == "http" and urlsplit(origin).netloc == host):
            return f"A page of {origin[:60]!a} may not use this server."
        if kind == "websocket" and origin is None:
            return "A WebSocket must say what page it comes from."
        return None

    def _is_ours(self, host: str) -> bool:
        if host in self.hosts:
            return True
        name, _, port = host.rpartition(":")
        # Rebinding needs a name; to an address nobody's name can be bound.
        return self.any_address and port == str(self.port) and _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending


class Allowance:
    """So many messages at once, and so many a second for long."""

    def __init__(self, at_once: int = 60, a_second: float = 20.0) -> None:
        self._left, self._most, self._rate, self._since = float(at_once), at_once, a_second, time.monotonic()

    def spend(self) -> bool:
        """Whether one more is allowed."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
