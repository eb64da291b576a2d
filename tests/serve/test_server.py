"""What the server says to pages of its own and to hostile ones; every refusal is a sentence, the game unharmed."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from served import Page, Served
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from burgundy_env import Game
from burgundy_env.config import KEYS
from burgundy_env.modules import by_key
from burgundy_env.records import Record
from burgundy_env.serve import lobby
from burgundy_env.serve.keeping import Games
from burgundy_env.serve.showing import Memory
from burgundy_env.serve.table import Table, Viewer, begun
from burgundy_env.serve.thinking import Thinkers
from burgundy_env.sitting import sitting as sitting_module
from burgundy_env.sitting.sitting import Sitting

TWO: dict[str, Any] = {"players": 2, "duchies": [1, 3], "seats": [{"name": "Anna"}, {"name": "Ben"}]}
APART = {**TWO, "seats": [{"name": "Anna"}, {"name": "Ben", "elsewhere": True}]}


def a_sentence(words: str) -> bool:
    return " " in words and len(words) > 12 and "Traceback" not in words


def first(view: dict[str, Any]) -> str:
    return str(view["choices"][0]["action"])


# --- what is sent ---------------------------------------------------------------------------------------


def test_a_page_is_small_and_kept_in(served: Served) -> None:
    size = 0
    for path in ("/", "/app.js", "/app.css", "/looks.css", "/lato-regular.woff2", "/lato-bold.woff2", "/icon.svg"):
        status, body = served.ask(path)
        assert status == 200, path
        size += len(body)
        assert b"unsafe" not in body
    ident, key = served.begin(TWO)
    with served.sitting(ident, key) as page:
        size += len(json.dumps(page.hear()))
    assert size < 400_000
    command = ["curl", "-sI", f"{served.address}/"]
    headers = subprocess.run(command, capture_output=True, text=True).stdout.lower()
    policy = next(line for line in headers.splitlines() if line.startswith("content-security-policy"))
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    "path", ["/../../etc/passwd", "/game/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/built/app.js",
             "/web/app.css", "/api/games/..%2f..%2fx/record.jsonl"],
)  # fmt: skip
def test_no_path_leads_out(served: Served, path: str) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := line.recv(65536):
            answer += part
    assert b" 40" in answer.split(b"\r\n")[0]
    assert b"root:" not in answer


def test_foreign_names_and_pages_are_refused(served: Served) -> None:
    status, body = served.ask("/", Host="evil.example")
    assert status == 403
    assert a_sentence(body.decode())
    status, body = served.ask("/api/games", TWO, Origin="http://evil.example")
    assert status == 403
    ident, _ = served.begin(TWO)
    for origin in ("http://evil.example", None, "null"):
        with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{served.port}/live/{ident}", origin=origin):
            pass


def test_from_the_network_a_token_is_needed(folder: Path) -> None:
    served = Served(folder, "--host", "0.0.0.0")
    try:
        token, served.token = served.token, ""
        assert token
        assert served.ask("/")[0] == 200, "the page itself tells nothing"
        for path, wish in (("/api/lobby", None), ("/api/games", TWO), ("/api/clashes", {})):
            status, body = served.ask(path, wish)
            assert status == 403
            assert a_sentence(json.loads(body)["why"])
        served.token = token
        assert served.ask("/api/lobby")[0] == 200
    finally:
        served.kill()


# --- the command ---------------------------------------------------------------------------------------


def test_ctrl_c_ends_it_and_a_port_in_use_gets_a_sentence(folder: Path) -> None:
    served = Served(folder)
    command = [sys.executable, "-m", "burgundy_env", "serve", "--port", str(served.port), "--games", f"{folder}2"]
    second = subprocess.run(command, capture_output=True, text=True)
    assert second.returncode == 2
    assert a_sentence(second.stderr)
    assert "--port" in second.stderr
    command[-1] = str(folder)
    command[5] = "0"
    third = subprocess.run(command, capture_output=True, text=True)
    assert third.returncode == 2, "one server at a time has the games"
    assert "is writing here" in third.stderr
    said = served.end()
    assert served.process.returncode == 0
    assert "Traceback" not in said
    assert "all games are kept" in said


# --- wishes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wish",
    [
        [], 7, "x", None, {"players": 9, "seats": []}, {**TWO, "players": "two"}, {**TWO, "seats": "Anna"},
        {**TWO, "seats": [{"agent": "level:1"}, {"agent": "level:1"}]}, {**TWO, "modules": ["nothing"]},
        {**TWO, "modules": ["solo"]}, {**TWO, "modules": 3}, {**TWO, "duchies": [1, 99]},
        {**TWO, "file": "/etc/passwd"},
        {**TWO, "seats": [{"name": "A"}, {"agent": "stdio:cmd=touch /tmp/x"}]},
        {**TWO, "seats": [{"name": "A"}, {"agent": "my_bot.py:MyBot"}]},
        {**TWO, "seats": [{"name": "A"}, {"agent": "turn:ms=86400000"}]},
        {**TWO, "seats": [{"name": 5}, {"name": "B"}]},
        {**TWO, "chateauma": "hard"}, {**TWO, "modules": ["inns"], "chateauma": {"difficulty": "easy"}},
        {**TWO, "ruleset": ["x"]}, {**TWO, "solo_target": 10**30},
    ],
)  # fmt: skip
def test_a_wish_that_can_not_be_gets_a_sentence(served: Served, wish: object) -> None:
    status, body = served.ask("/api/games", body=json.dumps(wish).encode())
    assert status == 400, body
    assert a_sentence(json.loads(body)["why"])


def test_wishes_are_bounded(served: Served) -> None:
    for body in (b"[" * 10_000, b"{" + b" " * 20_000 + b"}", b"\xff\xfe", b'{"players": 2'):
        status, answer = served.ask("/api/games", body=body)
        assert status == 400
        assert a_sentence(json.loads(answer)["why"])


def test_clashes_are_told_with_their_reasons(served: Served) -> None:
    status, body = served.ask("/api/clashes", {"players": 2, "modules": ["inns"]})
    assert status == 200
    clashes = json.loads(body)
    assert {"solo", "team", "chateauma"} <= clashes.keys()
    assert "shields" not in clashes
    assert all(a_sentence(why) for why in clashes.values())


def test_the_keys_of_modules_are_offered_and_wished(served: Served) -> None:
    """All that a config may have besides, from the modules' own tables."""
    offered = {key["name"]: key for key in json.loads(served.ask("/api/lobby")[1])["keys"]}
    assert offered.keys() == {key.name for _, key in KEYS}
    for key in offered.values():
        others = [one for one in key.get("choices", [key.get("most")]) if one != key["usual"]]
        value = key["items"][:2] if "items" in key else others[0]
        alone = by_key(key["module"]).own_boards
        wish = {**TWO, "modules": [key["module"]], key["name"]: value}
        wish |= {"players": 1, "duchies": [33], "seats": [{"name": "Anna"}]} if alone else {}
        assert not [name for name in json.loads(served.ask("/api/clashes", wish)[1]) if "." in name]
        ident, sat = served.begin(wish)
        _, body = served.ask(f"/api/games/{ident}/record.jsonl", X_Burgundy_Key=sat)
        assert json.loads(body.splitlines()[0])["config"][key["name"]] == value


def test_a_key_that_can_not_be_is_told_beside_it(served: Served) -> None:
    wish = {"players": 2, "modules": ["vineyards", "trade_routes"], "vineyards": [1], "trade_route_order": "x"}
    clashes = json.loads(served.ask("/api/clashes", wish)[1])
    assert "1 boards for 2 players" in clashes["vineyards.vineyards"]
    assert a_sentence(clashes["trade_routes.trade_route_order"])
    assert "shields" not in clashes, "modules are not blamed for it"
    status, body = served.ask("/api/games", {**TWO, **wish})
    assert status == 400
    assert a_sentence(json.loads(body)["why"])


@pytest.mark.parametrize(
    ("seats", "called"), [([{}, {"agent": "random"}], ["Player", "Random"]), ([{}, {}], ["Player 1", "Player 2"])]
)
def test_people_without_a_name(served: Served, seats: list[dict[str, str]], called: list[str]) -> None:
    ident, key = served.begin({**TWO, "seats": seats})
    with served.sitting(ident, key) as page:
        assert [player["name"] for player in page.hear()["players"]] == called


def test_names_are_text(served: Served) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    ident, key = served.begin({**TWO, "seats": [{"name": hostile}, {"name": "\x1b[31m‮Ben"}]})
    with served.sitting(ident, key) as page:
        told = json.dumps(page.hear())
    assert "<img" not in told
    assert "\\u001b" not in told
    assert "\\u202e" not in told


# --- hostile pages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    ['{"do": "act"', "", "[]", "7", "null", b"\x00\x01", "[" * 5000, {"do": "nothing"}, {"do": ["act"]},
     {"do": "act"},
     {"do": "act", "action": 7, "at": None}, {"do": "act", "action": "x" * 1000}, {"do": "lay", "ground": "../x"},
     {"do": "lay", "ground": {}}, {"do": "undo", "at": {}}, {"do": "redo"}, {"do": "act", "action": "d9 take 9.9"}],
)  # fmt: skip
def test_what_can_not_be_understood_gets_a_sentence(served: Served, message: object) -> None:
    ident, key = served.begin(TWO)
    with served.sitting(ident, key) as page:
        view = page.hear()
        page.say(message)
        assert a_sentence(page.hear("no")["why"])
        page.act(view, first(view))
        assert page.hear()["done"]["number"] == 1, "the game goes on"


@pytest.mark.parametrize(
    "hello", ["{", "[]", {"do": "act"}, {"do": "sit"}, {"do": "sit", "key": 7}, {"do": "sit", "key": "x"}]
)
def test_nobody_sits_down_without_a_key(served: Served, hello: object) -> None:
    ident, _ = served.begin(TWO)
    with connect(f"ws://127.0.0.1:{served.port}/live/{ident}", origin=served.address) as line:
        page = Page(line)
        page.say(hello)
        assert a_sentence(page.hear("bye")["why"])
    with served.sitting("0" * 12, "x") as page:
        assert a_sentence(page.hear("bye")["why"])


def test_a_message_too_long_closes_the_line_and_harms_nothing(served: Served) -> None:
    ident, key = served.begin(TWO)
    with served.sitting(ident, key) as page:
        page.hear()
        page.say("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            page.hear("nothing")
    with served.sitting(ident, key) as page:
        assert page.hear()["done"] is None


def test_a_flood_is_sent_away(served: Served) -> None:
    ident, key = served.begin(TWO)
    with served.sitting(ident, key) as page:
        page.hear()
        page.flood({"do": "undo", "at": "x"})
        assert "too much" in page.hear("bye")["why"]
    with served.sitting(ident, key) as page:
        assert page.hear()["done"] is None


def test_another_s_seat_is_not_played(served: Served) -> None:
    ident, key = served.begin(APART)
    with served.sitting(ident, key) as host:
        view = host.hear()
        with served.sitting(ident, host.links[1]) as guest:
            theirs = guest.hear()
            assert (view["seats"], theirs["seats"]) == ([0], [1])
            assert guest.links == {}, "keys are handed out by the host alone"
            wrong, seat = (guest, 0) if view["active"] == 0 else (host, 1)
            action = (view if seat == 0 else theirs)["choices"][0]["action"]
            wrong.act(view, action)
            assert "decides now" in wrong.hear("no")["why"]
            assert not (theirs if seat == 0 else view)["choices"]


def test_two_tabs_at_once(served: Served) -> None:
    ident, key = served.begin(TWO)
    with served.sitting(ident, key) as one, served.sitting(ident, key) as other:
        view, same = one.hear(), other.hear()
        assert view["at"] == same["at"]
        one.act(view, first(view))
        other.act(view, view["choices"][1]["action"])
        assert [one.hear()["done"]["number"], other.hear()["done"]["number"]] == [1, 1]
        late = next((page for page in (one, other) if _refused(page)), None)
        assert late is not None, "the second of them was stale"


def _refused(page: Page) -> bool:
    try:
        message = json.loads(page.socket.recv(timeout=1))
    except TimeoutError:
        return False
    return message["is"] == "no" and "gone on" in message["why"]


# --- hints ------------------------------------------------------------------------------------------------


def test_hints_are_the_best_turns_for_who_decides(served: Served) -> None:
    ident, key = served.begin(APART)
    with served.sitting(ident, key) as host:
        view = host.hear()
        with served.sitting(ident, host.links[1]) as guest:
            theirs = guest.hear()
            mover, other = (host, guest) if view["choices"] else (guest, host)
            view = view if mover is host else theirs
            other.say({"do": "hint", "at": view["at"]})
            assert "decides now" in other.hear("no")["why"]
            mover.say({"do": "hint", "at": "x"})
            assert "gone on" in mover.hear("no")["why"]
            mover.say({"do": "hint", "at": view["at"]})
            lines = mover.hear("hint")["lines"]
            legal = {choice["action"] for choice in view["choices"]}
            assert 1 < len(lines) <= 3
            assert {line["turn"][0] for line in lines} <= legal
            assert all(line["told"] and len(line["told"]) <= len(line["turn"]) for line in lines)
            assert lines[0]["behind"] == 0
            mover.say({"do": "hint", "at": view["at"]})
            mover.act(view, first(view))
            number = len(mover.heard)
            mover.hear()
            assert all(heard.get("at") == view["at"] for heard in mover.heard[number:] if heard["is"] == "hint")


def test_a_hint_that_nobody_wants_any_more_is_called_off() -> None:
    """Without that the next question would wait an hour."""

    async def asked() -> str:
        thinkers, game = Thinkers(1, hint=3600.0), Game.new(seed=1)
        try:
            hint = asyncio.ensure_future(thinkers.hint(game, 0, lambda: None))
            await asyncio.sleep(4)
            hint.cancel()
            return await thinkers.decide(game, game.active or 0, "random", lambda: None)
        finally:
            thinkers.close()

    assert asyncio.run(asyncio.wait_for(asked(), 240))


COMPILES = """
import time

import numba

def doubled(number):
    return 2 * number

doubled.__module__ = "burgundy_env.engine.of_a_test"

class Bot:
    def act(self, game):
        numba.njit(doubled)(1)
        time.sleep(1)
        return game.legal_actions()[0]
"""


def test_a_page_hears_that_the_engine_is_compiled(folder: Path, tmp_path: Path) -> None:
    """Where a player of the engine's is compiled first, those who wait are told, and so are those who come."""
    (tmp_path / "bot.py").write_text(COMPILES)
    agent = f"{tmp_path}/bot.py:Bot"
    served = Served(folder, "--agent", agent)
    try:
        name = json.loads(served.ask("/api/lobby")[1])["agents"][-1]["name"]
        ident, key = served.begin({**TWO, "seats": [{"name": "Anna"}, {"agent": name}]})
        with served.sitting(ident, key) as page:
            view = page.hear()
            while view["active"] == 0:
                page.act(view, first(view))
                view = page.hear()
            assert view["thinks"] == "thinks"
            assert page.hear("compiles")["at"] == view["at"]
            with served.sitting(ident, key) as other:
                assert other.hear()["thinks"] == "compiles"
            view = page.hear()
            assert view["thinks"] != "compiles"
    finally:
        served.kill()


# --- a game ----------------------------------------------------------------------------------------------


def to_the_first_turn(page: Page) -> dict[str, Any]:
    view = page.hear()
    while view["stage"] != "turn":
        page.act(view, first(view))
        view = page.hear()
    return view


def test_undo_and_redo_go_back_to_the_last_roll(served: Served) -> None:
    ident, key = served.begin(TWO)
    with served.sitting(ident, key) as page:
        begun = to_the_first_turn(page)
        assert not begun["may"]["undo"], "dice have been rolled"
        seat, views = begun["active"], [begun]
        for action in ("d1 workers", "d2 workers"):
            page.act(views[-1], action)
            views.append(page.hear())
        page.say({"do": "undo", "at": views[2]["at"]})
        back = page.hear()
        assert back["at"] == views[1]["at"]
        assert back["may"] == {"undo": True, "redo": True}
        page.say({"do": "redo", "at": back["at"]})
        assert page.hear()["at"] == views[2]["at"]
        page.say({"do": "reset", "at": views[2]["at"]})
        back = page.hear()
        assert back["at"] == begun["at"]
        page.act(back, "d2 workers")
        assert not page.hear()["may"]["redo"], "something else was done"
        page.say({"do": "undo", "at": "x"})
        assert "gone on" in page.hear("no")["why"]
        view = page.heard[-2]
        page.act(view, "d1 workers")
        view = page.hear()
        page.act(view, "end")
        view = page.hear()
        assert view["active"] != seat
        page.say({"do": "undo", "at": view["at"]})
        assert "own actions" in page.hear("no")["why"], "a turn that was ended is over"


def test_prices_and_points_are_told_before(served: Served) -> None:
    """Every choice has its place, its workers and its points, and they are what then happens."""
    ident, key = served.begin({**TWO, "modules": ["inns", "trade_routes"]})
    dice = random.Random(3)
    with served.sitting(ident, key) as page:
        view, compared = page.hear(), 0
        for _ in range(60):
            choice = dice.choice(view["choices"])
            page.act(view, choice["action"])
            after = page.hear()
            seat = view["active"]
            if after["active"] == seat and "free" not in choice["by"] and "tiles" not in choice:
                assert after["players"][seat]["vp"] - view["players"][seat]["vp"] == choice["vp"]
                compared += 1
            view = after
        assert compared > 10


def test_what_pages_share_is_what_the_library_reads(served: Served, tmp_path: Path) -> None:
    ident, key = served.begin({**TWO, "seats": [{"name": "Anna"}, {"agent": "level:1"}]})
    with served.sitting(ident, key) as page:
        view = page.hear()
        for _ in range(8):
            while view["active"] != 0:
                view = page.hear()
            page.act(view, first(view))
            view = page.hear()
        while view["active"] != 0:
            view = page.hear()
        _, body = served.ask(f"/api/games/{ident}/record.jsonl", X_Burgundy_Key=key)
        file = tmp_path / "game.jsonl"
        file.write_bytes(body)
        game = Record.load(file).game()
        assert sum("action" in event for event in game.events) == view["done"]["number"]
        assert (served.folder / ident / "record.jsonl").read_bytes() == body
    _, html = served.ask(f"/api/games/{ident}/replay.html", X_Burgundy_Key=key)
    assert html.startswith(b"<!doctype html>")
    _, svg = served.ask(f"/api/games/{ident}/picture.svg", X_Burgundy_Key=key)
    assert svg.startswith(b"<svg")
    assert served.ask(f"/api/games/{ident}/record.jsonl", X_Burgundy_Key="x")[0] == 403
    assert served.ask(f"/api/games/{ident}/table.json", X_Burgundy_Key=key)[0] == 403


def actions_of(game: Game) -> list[str]:
    return [event["action"] for event in game.events if "action" in event]


@pytest.mark.timeout(900)
def test_killed_in_the_middle_of_moves_nothing_is_lost_and_nothing_done_twice(folder: Path) -> None:
    served = Served(folder)
    dice = random.Random(5)
    try:
        ident, key = served.begin(TWO)
        sure: list[str] = []  # what the server has said is done
        asked = ""  # and what it may have done
        for _ in range(20):
            with served.sitting(ident, key) as page:
                view = page.hear()
                found = actions_of(Record.load(folder / ident / "record.jsonl").game())
                assert found in (sure, [*sure, asked]), "what was told stays, what was asked is done once or not"
                assert (view["done"] or {"number": 0})["number"] == len(found), "the page is told what is kept"
                sure = found
                for _ in range(dice.randrange(3)):
                    action = dice.choice(view["choices"])["action"]
                    page.act(view, action)
                    view = page.hear()
                    sure.append(action)
                asked = dice.choice(view["choices"])["action"]
                page.act(view, asked)
                time.sleep(dice.random() * 0.05)
                served.kill()
            served.start()
        game = Record.load(folder / ident / "record.jsonl").game()
        assert actions_of(game) in (sure, [*sure, asked])
        assert len(sure) >= 10
    finally:
        served.kill()


def test_the_disk_is_waited_for_behind_the_answer(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a second at most a power cut leaves what was done; who plays never waits for that."""
    waited: list[str] = []
    monkeypatch.setattr(sitting_module, "wait_for_disk", lambda file: waited.append(file.read_text()))

    async def played() -> float:
        games, workers = Games(folder), ThreadPoolExecutor(1)
        wished = lobby.read(TWO, ())
        begun(games, wished.kept, Sitting(wished.game, [place.name for place in wished.kept.places], {}))
        assert len(waited) == 1, "a new game is on the disk before anybody is told"
        table = Table.opened(games, wished.kept, None, workers)  # type: ignore[arg-type]
        viewer, begin = Viewer((0, 1), Memory()), time.monotonic()
        await table.welcome(viewer)
        for _ in range(8):
            await table.act(viewer, table.at, table.sitting.game.legal_actions()[0])
        while not table.sitting.is_settled:
            await asyncio.sleep(0.1)
        games.close()
        return time.monotonic() - begin

    seconds = asyncio.run(asyncio.wait_for(played(), 60))
    assert len(actions_of(Record.parse(waited[-1]).game())) == 8
    assert len(waited) <= 2 + seconds
