"""Studies and positions set up, over HTTP and WebSocket: what they tell, and what hostile pages are told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from served import PATIENCE, Page, Served
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from burgundy_env import Game, GameConfig
from burgundy_env.editing import new_position
from burgundy_env.observations import encoder
from burgundy_env.records import Record
from burgundy_env.serve import studies
from burgundy_env.serve.analysing import MOST_FUTURES
from burgundy_env.serve.studies import Study

SCRIPT = '"><script>alert(1)</script><img src=x onerror=alert(1)>'


def played(actions: int = 14) -> Game:
    game = Game.new({"players": 2, "duchies": [1, 3]}, seed=5)
    for _ in range(actions):
        game.push(game.legal_actions()[0])
    return game


def text_of(game: Game, *names: str) -> str:
    return "".join(f"{line}\n" for line in Record.of(game, names or None).lines())


def study_of(served: Served, text: str) -> str:
    status, body = served.ask("/api/studies", {"text": text})
    assert status == 200, body
    return str(json.loads(body)["ident"])


@contextmanager
def at_desk(served: Served, ident: str, **hello: Any) -> Iterator[Page]:
    link = f"ws://127.0.0.1:{served.port}/study/{ident}"
    with connect(link, origin=served.address, max_size=None, open_timeout=PATIENCE) as socket:
        page = Page(socket)
        page.say({"do": "open", **hello})
        yield page


def a_sentence(words: str) -> bool:
    return " " in words and len(words) > 12 and "Traceback" not in words


# --- the tree -----------------------------------------------------------------------------------------------


def test_a_study_written_and_read_has_the_same_positions() -> None:
    study = Study.read(text_of(played()))
    start = study.node(6)
    branch = study.play(start, [start.game.legal_actions()[-1]])
    changed = study.change(start, "p0 silver 4; p1 silver 5")
    beyond = study.act(changed, changed.game.legal_actions()[0])
    again = Study.read(json.dumps(study.to_dict()))
    assert (again.lost, len(again.nodes)) == (0, len(study.nodes))
    for node in (branch, changed, beyond):
        assert again.node(node.number).game == node.game
    assert changed.game.to_json()["players"][0]["silver"] == 4
    assert Record.parse(study.record_of(beyond)).game().to_json() == beyond.game.to_json()


def test_what_was_played_is_there_already_and_other_luck_is_not() -> None:
    game = played()
    study = Study.read(text_of(game))
    actions = [event["action"] for event in game.events if "action" in event]
    last = next(number for number in range(len(actions)) if study.node(number + 1).done.followed)  # type: ignore[union-attr]
    node = study.node(last)
    assert study.act(node, actions[last]).number == last + 1
    others = [study.act(node, actions[last], again=True) for _ in range(4)]
    assert len({json.dumps(other.game.to_json()) for other in others}) > 1, "dice are rolled anew"
    assert study.cut(others[0]) == last
    with pytest.raises(ValueError, match="what was played"):
        study.cut(study.node(1))


def test_a_tree_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "MOST_BRANCHES", 5)
    study = Study.read(json.dumps(Game.new({"players": 2, "duchies": [1, 3]}, seed=1).to_json()))
    action = study.node(0).game.legal_actions()[0]
    for _ in range(5):
        study.act(study.node(0), action, again=True)
    with pytest.raises(ValueError, match="are the most"):
        study.act(study.node(0), action, again=True)


# --- looking and judging --------------------------------------------------------------------------------------


def test_a_record_is_gone_through_and_branches_are_kept(served: Served) -> None:
    game = played()
    ident = study_of(served, text_of(game))
    with at_desk(served, ident) as page:
        tree = page.hear("study")
        assert tree["trunk"] == 15
        view = page.hear()
        page.say({"do": "go", "node": 9})
        view = page.hear()
        assert (view["at"], view["choices"][0]["action"]) == (
            "9",
            Record.parse(text_of(game)).game(9).legal_actions()[0],
        )
        action = view["choices"][-1]["action"]
        page.say({"do": "act", "node": 9, "turn": [action]})
        assert page.hear("study")["nodes"][-1]["step"] == action
        page.say({"do": "change", "node": 9, "step": "white_die 1"})
        assert page.hear("study")["nodes"][-1]["seat"] is None
        number = int(page.hear()["at"])
    kept = Study.read((served.folder / "studies" / f"{ident}.json").read_text())
    assert len(list(kept.branches())) == 2, "it is on the disk before anybody is told"
    with at_desk(served, ident, node=number) as page:
        assert len(page.hear("study")["nodes"]) == 17
        assert page.hear()["at"] == str(number)
        page.say({"do": "cut", "node": number})
        assert len(page.hear("study")["nodes"]) == 16
        assert page.hear()["at"] == "9"
    for what in ("study.json", "record.jsonl", "position.json", "replay.html"):
        status, body = served.ask(f"/api/studies/{ident}/{what}?node=15")
        assert status == 200
        if what == "record.jsonl":
            assert len(Record.parse(body.decode())) == 10
        if what == "position.json":
            Game.from_json(json.loads(body))
        if what == "study.json":
            assert Study.read(body.decode()).lost == 0


def test_judgements_grow_and_are_called_off(served: Served) -> None:
    ident = study_of(served, text_of(played(15)))
    with at_desk(served, ident) as page:
        page.hear()
        page.say({"do": "go", "node": 4})
        page.hear()
        assert not [one for one in page.heard if one["is"] == "lines"], "nothing is judged until somebody asks"
        page.say({"do": "judge", "on": True})
        first, second = page.hear("lines"), page.hear("lines")
        assert first["futures"] < second["futures"] < MOST_FUTURES
        assert first["taken"] is not None, "the turn that was played is among them"
        best = second["lines"][0]
        assert set(best) >= {"turn", "told", "margin", "error", "vp", "win", "behind"}
        page.say({"do": "go", "node": 2})
        page.hear()
        page.heard.clear()
        assert page.hear("lines")["node"] == 2
        page.say({"do": "judge", "on": False})
        page.say({"do": "review", "on": True})
        entries: list[dict[str, Any]] = []
        while len(entries) < 2:
            entries += page.hear("review")["entries"]
        assert {"cost", "vp", "win", "mistake", "played"} <= set(entries[0])
        page.say({"do": "review", "on": False})
        page.say({"do": "compare", "agents": ["heuristic", "net"]})
        assert page.hear("opinion")["action"]
        page.say({"do": "fields"})
        assert any(field["name"] == "self.tiles" for field in page.hear("fields")["fields"])


def test_fields_of_opponents_tell_whose_they_are(served: Served) -> None:
    game = Game.new({"players": 3, "duchies": [1, 3, 5]}, seed=5)
    while game.to_json()["stage"] != "turn":
        game.push(game.legal_actions()[0])
    with at_desk(served, study_of(served, text_of(game))) as page:
        page.hear()
        page.say({"do": "go", "node": sum("action" in event for event in game.events)})
        page.hear()
        page.say({"do": "fields"})
        told = page.hear("fields")
    fields = {field["name"]: field for field in told["fields"]}
    document, flat = game.to_json(), encoder("flat", game.config)
    assert told["seat"] == game.active
    order = document["order"][document["order"].index(game.active) :] + document["order"]
    blocks = ["self", "opponent1", "opponent2"]
    for block, seat in zip(blocks, order, strict=False):
        field = fields[f"{block}.tiles"]
        assert field["seat"] == seat
        castle = int(next(iter(document["players"][seat]["placed"])).removeprefix("h"))
        assert [hex_ for hex_, value in enumerate(field["values"], 1) if value] == [castle]
    assert fields["opponent3.tiles"]["seat"] is None, "nobody sits there"
    assert flat.size == sum(len(field["values"]) for field in told["fields"])


def test_a_game_of_this_server_has_one_study(served: Served) -> None:
    ident, key = served.begin({"players": 2, "duchies": [1, 3], "seats": [{"name": "Anna"}, {"name": "Ben"}]})
    first = json.loads(served.ask("/api/studies", {"game": ident}, X_Burgundy_Key=key)[1])
    assert first == json.loads(served.ask("/api/studies", {"game": ident}, X_Burgundy_Key=key)[1])
    status, body = served.ask("/api/studies", {"game": ident}, X_Burgundy_Key="guessed")
    assert status == 403
    assert a_sentence(json.loads(body)["why"])
    assert any(one["ident"] == first["ident"] for one in json.loads(served.ask("/api/studies")[1])["studies"])


# --- positions ------------------------------------------------------------------------------------------------


def test_a_position_is_changed_as_the_command_changes_it_and_played_on(served: Served) -> None:
    status, body = served.ask("/api/positions/new", {"players": 2, "duchies": [1, 3], "phase": "C", "round": 2})
    assert status == 200
    position = json.loads(body)["position"]
    assert (position["phase"], position["round"]) == ("C", 2)
    # Of that one other goods may lie open, so that these are not left to be given.
    position = dict(new_position(GameConfig.of({"players": 2, "duchies": [1, 3]}), 1, phase="C", round=2))
    wish = {"position": position, "steps": ["p0 silver 7", "p0 goods 2 5 5"]}
    changed = json.loads(served.ask("/api/positions/change", wish)[1])
    assert changed["position"]["players"][0]["goods"] == {"2": 1, "5": 2}
    assert "p0 silver 7" in changed["words"]
    assert changed["sheets"]["seat0"]["spots"]["h1"]
    status, body = served.ask("/api/positions/change", {"position": position, "steps": ["p0 dice 9 1"]})
    assert status == 400
    assert "p0 dice 9 1" in json.loads(body)["why"]
    wish = {"position": changed["position"], "seats": [{"name": "Anna"}, {"agent": "random"}]}
    begun = json.loads(served.ask("/api/positions/play", wish)[1])
    with served.sitting(begun["ident"], begun["key"]) as page:
        assert page.hear()["phase"] == "C"
    assert Record.load(served.folder / begun["ident"] / "record.jsonl").game().to_json()["players"][0]["silver"] == 7


# --- hostile pages --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wish",
    [
        [],
        {},
        {"text": 3},
        {"text": ""},
        {"text": "{"},
        {"text": "[" * 100_000},
        {"text": '{"format": "burgundy-study/1"}'},
        {"text": '{"format": "burgundy-study/1", "record": [3], "branches": []}'},
        {"text": '{"format": "burgundy-position/1"}'},
        {"text": "/etc/passwd"},
        {"game": "../../etc/passwd"},
        {"game": "0123456789ab"},
        {"text": "x" * (5 << 20)},
    ],
)
def test_what_can_not_be_studied_gets_a_sentence(served: Served, wish: Any) -> None:
    status, body = served.ask("/api/studies", wish)
    assert status in (400, 403)
    assert a_sentence(json.loads(body)["why"])
    assert b"root:" not in body


def test_a_study_with_hostile_branches_loses_them() -> None:
    study = Study.read(text_of(played()))
    node = study.node(3)
    study.act(node, node.game.legal_actions()[-1])
    document = study.to_dict()
    for branch in [
        3,
        {},
        {"node": 99, "from": 10**9, "action": "end", "deal": 1},
        {"node": 98, "from": 3, "change": SCRIPT, "deal": 1},
        {"node": 97, "from": 3, "action": ["end"], "deal": "x"},
        {"from": 3, "action": "x", "deal": -1},
    ]:
        document["branches"].append(branch)
    again = Study.read(json.dumps(document))
    assert (again.lost, len(list(again.branches()))) == (6, 1)


def test_every_wrong_message_gets_a_sentence_and_changes_nothing(served: Served) -> None:
    ident = study_of(served, text_of(played(), SCRIPT, "random"))
    wrong: list[Any] = [
        "nonsense",
        "[]",
        "{}",
        {"do": "open"},
        {"do": 3},
        {"do": ["go"]},
        {"do": "go"},
        {"do": "go", "node": "0"},
        {"do": "go", "node": -1},
        {"do": "go", "node": True},
        {"do": "go", "node": 1e9},
        {"do": "act", "node": 0},
        {"do": "act", "node": 0, "turn": "end"},
        {"do": "act", "node": 0, "turn": ["fly"]},
        {"do": "act", "node": 0, "turn": []},
        {"do": "act", "node": 0, "turn": ["x" * 900]},
        {"do": "act", "node": 0, "turn": ["end"] * 900},
        {"do": "change", "node": 0},
        {"do": "change", "node": 0, "step": SCRIPT},
        {"do": "change", "node": 0, "step": "x" * 5000},
        {"do": "change", "node": 0, "step": "players[0].vp {}"},
        {"do": "cut", "node": 0},
        {"do": "compare", "agents": "turn"},
        {"do": "compare", "agents": ["stdio:cmd=touch /tmp/x"]},
        {"do": "compare", "agents": ["net"] * 3},
        {"do": "compare", "agents": ["./bot.py:Bot"]},
        {"do": "lay", "ground": "../.."},
    ]
    with at_desk(served, ident) as page:
        tree = page.hear("study")
        assert "<script>" not in json.dumps(page.hear()["sheets"])
        for message in wrong:
            page.say(message)
            assert a_sentence(page.hear("no")["why"]), message
        page.say({"do": "go", "node": 0})
        assert page.hear()["at"] == "0"
    with at_desk(served, ident) as page:
        assert page.hear("study")["nodes"] == tree["nodes"]


def test_floods_unknown_studies_and_too_many_pages_are_sent_away(served: Served) -> None:
    ident = study_of(served, text_of(played(2)))
    for name in ("x", "0" * 24, "%2e%2e"):
        with at_desk(served, name) as page:
            assert a_sentence(page.hear("bye")["why"])
    with at_desk(served, ident) as page:
        page.hear()
        page.flood({"do": "key"})
        assert "too much" in page.hear("bye")["why"]
    with at_desk(served, ident) as page:
        page.hear()
        page.say(json.dumps({"do": "change", "node": 0, "step": "x" * 20_000}))
        with pytest.raises((ConnectionClosed, AssertionError)):
            assert page.hear("bye") is None


@pytest.mark.parametrize("path", ["new", "change", "play"])
@pytest.mark.parametrize(
    "wish",
    [
        [],
        {"players": 99},
        {"players": "two"},
        {"position": 3},
        {"position": {}},
        {"position": {"format": "burgundy-position/1"}, "steps": 3},
        {"position": {"config": {"players": 2}}, "steps": ["x" * 900]},
        {"position": [], "steps": ["a"] * 99},
        {"modules": ["x"] * 900},
        {
            "position": {"format": "burgundy-position/1", "config": {"data": "/etc/passwd"}},
            "seats": [{"agent": "stdio:cmd=id"}],
        },
    ],
)
def test_what_is_no_position_gets_a_sentence(served: Served, path: str, wish: Any) -> None:
    status, body = served.ask(f"/api/positions/{path}", wish)
    if path == "new" and isinstance(wish, dict) and "position" in wish:
        assert status == 200, "it asks for the usual game"
        return
    assert status in (400, 403)
    assert a_sentence(json.loads(body)["why"])


def test_from_the_network_the_token_is_needed_here_too(folder: Any) -> None:
    served = Served(folder, "--host", "0.0.0.0")
    try:
        served.token = ""
        for path, wish in (
            ("/api/studies", {"text": "x"}),
            ("/api/studies", None),
            ("/api/positions/new", {}),
            ("/api/positions/change", {}),
            ("/api/positions/play", {}),
        ):
            status, body = served.ask(path, wish)
            assert status == 403, path
            assert "token" in json.loads(body)["why"]
    finally:
        served.kill()
