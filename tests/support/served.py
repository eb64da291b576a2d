"""A server of `burgundy serve` in a process of its own, and what can be said to it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from burgundy_env.serve.guard import Allowance

PATIENCE = 60.0


class Served:
    """A running server."""

    def __init__(self, folder: Path, *options: str, port: int = 0, patches: str = "") -> None:
        """`patches`: what is set in it first, as `burgundy_env.serve.guard.MOST_CONNECTIONS = 5`."""
        self.folder, self.options, self.patches = folder, options, patches
        self.port, self.token = port, ""
        self.start()

    def start(self) -> None:
        """Start it, on the port it had before."""
        program = ["-m", "burgundy_env"]
        if self.patches:
            module = self.patches.partition(" = ")[0].rpartition(".")[0]
            main = f"import sys, {module}\n{self.patches}\nfrom burgundy_env.cli import main\nsys.exit(main())"
            program = ["-c", main]
        command = [sys.executable, *program, "serve", "--workers", "1", "--games", str(self.folder)]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), *self.options],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        found = re.search(r"http://[^:]+:(\d+)/(?:#(\S+))?", told)
        assert found, told + self.process.stdout.read()
        self.port, self.token = int(found[1]), found[2] or ""
        self.process.stdout.readline()

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()  # a process that thinks may be at it for a moment longer

    def end(self) -> str:
        """By Ctrl-C; what it has said until then."""
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=30)
        return said

    @property
    def address(self) -> str:
        """Its own name."""
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, wish: object = None, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        """An answer over HTTP: its status and what it says."""
        data = body if body is not None else None if wish is None else json.dumps(wish).encode()
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(f"{self.address}{path}", data, {"X-Burgundy-Token": self.token, **given})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def begin(self, wish: dict[str, Any]) -> tuple[str, str]:
        """A new game: its name and the host's key."""
        status, body = self.ask("/api/games", wish)
        assert status == 200, body
        begun = json.loads(body)
        return begun["ident"], begun["key"]

    def link(self, wish: dict[str, Any]) -> str:
        """The same as a page is opened."""
        ident, key = self.begin(wish)
        return f"{self.address}/game/{ident}#{key}"

    @contextmanager
    def sitting(self, ident: str, key: str, **hello: Any) -> Iterator[Page]:
        """A page at a table, without a browser."""
        with connect(
            f"ws://127.0.0.1:{self.port}/live/{ident}", origin=self.address, max_size=None, open_timeout=PATIENCE
        ) as socket:
            page = Page(socket)
            page.say({"do": "sit", "key": key, **hello})
            yield page


class Page:
    """What a page says and hears."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self._allowed = Allowance(at_once=40, a_second=15.0)

    def say(self, message: object) -> None:
        """Send a message, an object as JSON, no faster than a page may: on a fast machine a test is."""
        while not self._allowed.spend():
            time.sleep(0.02)
        self._send(message)

    def flood(self, message: object, most: int = 300) -> None:
        """Say it as fast as it goes, until nobody listens any more."""
        for _ in range(most):
            try:
                self._send(message)
            except ConnectionClosed:
                return

    def _send(self, message: object) -> None:
        self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def hear(self, kind: str = "table") -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
            self.heard.append(message)
            if message["is"] == kind:
                return message

    @property
    def links(self) -> dict[int, str]:
        """The keys by seat that it was handed when it sat down."""
        told = next(message["links"] for message in self.heard if message["is"] == "links")
        return {link["seat"]: link["key"] for link in told}

    def act(self, view: dict[str, Any], action: str) -> None:
        """Take an action at a position."""
        self.say({"do": "act", "at": view["at"], "action": action})
