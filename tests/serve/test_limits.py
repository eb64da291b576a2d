"""Everything that is counted has an end, half of what should be said harms nobody, and what is shown is text."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from browser import opened
from served import Page, Served
from websockets.exceptions import InvalidHandshake
from websockets.sync.client import connect

from burgundy_env import Game
from burgundy_env.records import Record
from burgundy_env.records.thoughts import Thought
from burgundy_env.serve import lobby
from burgundy_env.serve.desk import MOST_PAGES
from burgundy_env.serve.keeping import Games
from burgundy_env.serve.shelf import Shelf
from burgundy_env.serve.table import MOST_VIEWERS
from burgundy_env.store import StoreError

TWO: dict[str, Any] = {"players": 2, "duchies": [1, 3], "seats": [{"name": "Anna"}, {"name": "Ben"}]}
SCRIPT = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def a_game(actions: int = 6) -> Game:
    game = Game.new({"players": 2, "duchies": [1, 3]}, seed=5)
    for _ in range(actions):
        game.push(game.legal_actions()[0])
    return game


def text_of(game: Game) -> str:
    return "".join(f"{line}\n" for line in Record.of(game).lines())


# --- counts -----------------------------------------------------------------------------------------------


def test_so_many_pages_look_at_a_game(served: Served) -> None:
    ident, key = served.begin(TWO)
    with ExitStack() as open_pages:
        pages = [open_pages.enter_context(served.sitting(ident, key)) for _ in range(MOST_VIEWERS)]
        views = [page.hear() for page in pages]
        with served.sitting(ident, key) as one_more:
            assert f"{MOST_VIEWERS} pages look at this game" in one_more.hear("bye")["why"]
        pages[0].act(views[0], views[0]["choices"][0]["action"])
        assert pages[-1].hear()["done"]["number"] == 1
    with served.sitting(ident, key) as again:
        assert again.hear()["done"]["number"] == 1, "those that have gone make room"


def test_so_many_pages_look_at_a_study(served: Served) -> None:
    ident = json.loads(served.ask("/api/studies", {"text": text_of(a_game())})[1])["ident"]
    link = f"ws://127.0.0.1:{served.port}/study/{ident}"
    with ExitStack() as open_pages:
        for number in range(MOST_PAGES + 1):
            page = Page(open_pages.enter_context(connect(link, origin=served.address, max_size=None)))
            page.say({"do": "open"})
            if number < MOST_PAGES:
                page.hear()
        assert f"{MOST_PAGES} pages look at this study" in page.hear("bye")["why"]


def test_so_many_games_are_kept(tmp_path: Path) -> None:
    games = Games(tmp_path / "games", most=3)
    try:
        for _ in range(3):
            games.keep(lobby.read(TWO, ()).kept)
        with pytest.raises(StoreError, match="holds 3 games; move some"):
            games.keep(lobby.read(TWO, ()).kept)
        assert sum(1 for place in games.folder.iterdir() if place.is_dir()) == 3, "nothing is left of the fourth"
    finally:
        games.close()


def test_so_many_studies_are_kept(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "studies", most=2)
    for _ in range(2):
        shelf.begin(text_of(a_game()))
    with pytest.raises(StoreError, match="holds 2 studies; remove some"):
        shelf.begin(text_of(a_game()))
    assert len(list(shelf.folder.iterdir())) == 2


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Served]:
    """A server that has room for five connections."""
    server = Served(tmp_path / "games", patches="burgundy_env.serve.guard.MOST_CONNECTIONS = 5")
    yield server
    server.kill()


def test_so_many_connections_are_held(small: Served) -> None:
    ident, key = small.begin(TWO)
    with ExitStack() as open_pages:
        page = open_pages.enter_context(small.sitting(ident, key))
        view = page.hear()
        for _ in range(4):
            open_pages.enter_context(small.sitting(ident, key)).hear()
        with pytest.raises(InvalidHandshake), small.sitting(ident, key):
            pass
        status, why = small.ask("/")
        assert (status, why) == (503, b"5 connections are open; close some pages\n")
        page.act(view, view["choices"][0]["action"])
        assert page.hear()["done"]["number"] == 1, "those that are there play on"
    for _ in range(100):
        if small.ask("/")[0] == 200:
            return
        time.sleep(0.05)
    pytest.fail("there is room again")


# --- half of it ---------------------------------------------------------------------------------------------


def line_to(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=20)


def still_plays(served: Served) -> None:
    ident, key = served.begin(TWO)
    with served.sitting(ident, key) as page:
        view = page.hear()
        page.act(view, view["choices"][0]["action"])
        assert page.hear()["done"]["number"] == 1


@pytest.mark.parametrize(
    "half",
    [
        "GET / HT",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Half",
        'POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 500\r\n\r\n{{"players"',
        "POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n[",
    ],
)
def test_half_a_request_keeps_nobody_waiting(served: Served, half: str) -> None:
    with ExitStack() as lines:
        for _ in range(12):
            line = lines.enter_context(line_to(served))
            line.sendall(half.format(port=served.port).encode())
        still_plays(served)
    still_plays(served)


def test_half_a_frame_changes_nothing(served: Served) -> None:
    ident, key = served.begin(TWO)
    with served.sitting(ident, key) as page:
        view = page.hear()
        act = json.dumps({"do": "act", "at": view["at"], "action": view["choices"][0]["action"]}).encode()
        sit = json.dumps({"do": "sit", "key": key}).encode()
        for upto in (1, 3, 7, len(act) // 2):
            with line_to(served) as line:
                line.sendall(
                    f"GET /live/{ident} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nOrigin: {served.address}\r\n"
                    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
                )
                assert b" 101 " in line.recv(4096)
                line.sendall(frame(sit) + frame(act)[:upto])
                assert line.recv(64), "it sits at the table"
        page.act(view, view["choices"][0]["action"])
        assert page.hear()["done"]["number"] == 1, "the half that was said was not done"


def frame(text: bytes) -> bytes:
    """A text of less than 64 KB as a page sends it, masked with nothing."""
    size = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0x80 | 126]) + len(text).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + text


# --- what is shown is text ------------------------------------------------------------------------------------


def with_script(document: Any) -> Iterator[Any]:
    """A document as often as it has strings, in keys and in values: each time another one is a script."""
    if isinstance(document, str):
        yield SCRIPT
    elif isinstance(document, list):
        for number, item in enumerate(document):
            yield from ([*document[:number], changed, *document[number + 1 :]] for changed in with_script(item))
    elif isinstance(document, dict):
        for key, value in document.items():
            yield {(SCRIPT if name == key else name): item for name, item in document.items()}
            yield from ({**document, key: changed} for changed in with_script(value))


def hostile_texts() -> list[str]:
    """A record and a position, script in each of their strings in turn."""
    game = a_game(4)
    action = next(event["action"] for event in game.events if "action" in event)
    thought = Thought({action: 1.0}, 0.5)
    record = Record.of(game, ["human:Anna", "random"], [thought, *[None] * 3])
    lines = [json.loads(line) for line in record.lines()]
    different = {json.dumps(sorted(line)): number for number, line in enumerate(lines)}  # one of each kind
    texts = []
    for number in different.values():
        for changed in with_script(lines[number]):
            whole = [*lines[:number], changed, *lines[number + 1 :]]
            texts.append("".join(f"{json.dumps(line)}\n" for line in whole))
    position = game.to_json()
    return texts + [json.dumps(changed) for changed in with_script(position)]


def test_script_in_any_string_of_a_record_or_position_does_nothing(chromium: Any, served: Served) -> None:
    texts = hostile_texts()
    assert len(texts) > 60
    shown = []
    for text in texts:
        status, body = served.ask("/api/studies", {"text": text})
        told = json.loads(body)
        if status == 200:
            shown.append(told["ident"])
        else:
            assert status in (400, 403)
            assert " " in told["why"]
    assert 0 < len(shown) < 12, "most are refused with a sentence"
    with opened(chromium, f"{served.address}/analyse") as page:
        page.on("dialog", lambda _: pytest.fail("a script was run"))
        for ident in shown:
            page.goto(f"{served.address}/analyse/{ident}")
            page.wait_for_selector("svg[data-sheet]")
            page.keyboard.press("End")
            page.keyboard.press("k")
            page.wait_for_selector("dialog[open]")
            assert not page.query_selector("img, body script, iframe")
