"""The first game leads from step to step by the rules, and problems are judged and answered."""

from __future__ import annotations

import json
from typing import Any

import pytest
from served import Page, Served
from websockets.exceptions import InvalidStatus

from burgundy_env.serve.learning import OWN, first_game, problems, steps


@pytest.fixture
def game(served: Served) -> Any:
    with served.sitting("learn/first-game", "") as page:
        yield page


def to(page: Page, number: int) -> dict[str, Any]:
    page.say({"do": "step", "number": number})
    return page.hear()


# --- the first game -------------------------------------------------------------------------------------------


def test_the_first_game_teaches_ten_moves() -> None:
    reel = first_game()
    own = [done.action for done in reel.sitting.moments if done.seat == OWN]
    assert own == [step.do for step in steps() if step.do is not None]
    assert sum(action.startswith(("d1 ", "d2 ")) for action in own) == 10
    for verb in ("take", "place", "sell", "workers"):
        assert any(action.split()[1:2] == [verb] for action in own), verb
    assert any(action.startswith("buy") for action in own)
    points = [event.get("points", {}) for event in reel.games[-1].events if event.get("seat") == OWN]
    assert {"regions", "phase_bonuses", "goods", "livestock"} <= {source for one in points for source in one}
    last = reel.games[-1].to_json()
    assert (last["phase"], last["players"][OWN]["silver"]) == ("B", 1), "the mine has paid"
    told = json.dumps([step.text for step in steps()[:3]])
    assert "very end" in told, "final scoring is told early"


def test_the_first_game_goes_on_by_what_is_lit(game: Page) -> None:
    view = game.hear()
    for number, step in enumerate(steps()):
        while not view["step"]["title"]:
            view = game.hear()  # what the others do, action by action
        assert (view["step"]["number"], view["step"]["title"]) == (number, step.title)
        if step.do is None:
            assert not view["choices"]
            view = to(game, number + 1) if number + 1 < len(steps()) else view
            continue
        assert [choice["action"] for choice in view["choices"]] == [step.do]
        game.act(view, step.do)
        view = game.hear()
    assert view["phase"] == "B"


@pytest.mark.parametrize(
    "message",
    [{"do": "act", "action": "d1 workers"}, {"do": "act", "at": "x", "action": "d1 take 3.2"}, {"do": "undo"},
     {"do": "step", "number": 99}, {"do": "step", "number": -1}, {"do": "step", "number": True}, {"do": "step"},
     {"do": "go", "number": "2"}, {"do": "answer"}, {"do": []}],
)  # fmt: skip
def test_the_first_game_takes_nothing_else(game: Page, message: dict[str, Any]) -> None:
    game.hear()
    view = to(game, 3)
    game.say({"at": view["at"], **message})
    assert " " in game.hear("no")["why"]
    assert to(game, 3)["at"] == view["at"]


# --- problems -------------------------------------------------------------------------------------------------


def test_problems_are_listed_by_how_often_they_are_missed(served: Served) -> None:
    listed = json.loads(served.ask("/api/learn")[1])["problems"]
    assert len(listed) == len(problems())
    assert [one["missed"] for one in listed] == sorted(one["missed"] for one in listed)
    assert all(0 < one["missed"] <= 1 and one["worth"] >= 6 for one in listed)


def play(page: Page, view: dict[str, Any], turn: list[str]) -> dict[str, Any]:
    for action in turn:
        page.act(view, action)
        view = page.hear()
    return view


def verdict(page: Page) -> dict[str, Any]:
    while (told := page.hear("verdict"))["state"] != "over":
        pass
    return told


def test_the_answer_solves_a_problem_and_what_most_play_does_not(served: Served) -> None:
    puzzle = next(iter(problems().values()))
    with served.sitting(f"learn/{puzzle.id}", "") as page:
        view = page.hear()
        assert view["problem"]["state"] == "turn"
        assert view["choices"]
        view = play(page, view, puzzle.document["answer"]["turn"])
        assert verdict(page) | {"is": "verdict"} == {
            "is": "verdict", "state": "over", "solved": True, "cost": 0.0, "known": True,
        }  # fmt: skip
        page.say({"do": "undo", "at": view["at"]})
        assert "over" in page.hear("no")["why"]
        page.say({"do": "again"})
        view = play(page, page.hear(), puzzle.document["usual"]["turn"])
        told = verdict(page)
        assert not told["solved"]
        assert told["cost"] > 3
        page.say({"do": "answer"})
        answer = page.hear("answer")
        assert answer["lines"][1]["behind"] == 0
        assert answer["lines"][0]["behind"] < -3
        assert answer["why"]
        page.say({"do": "show", "line": 1})
        shown = [page.hear() for _ in puzzle.document["answer"]["turn"]]
        assert [one["done"]["action"] for one in shown[1:]] == puzzle.document["answer"]["turn"][:-1]
        assert not any(one["choices"] for one in shown)


def test_what_a_problem_is_asked_wrongly_gets_a_sentence(served: Served) -> None:
    name = next(iter(problems()))
    with served.sitting(f"learn/{name}", "") as page:
        view = page.hear()
        for message in ({"do": "show", "line": 99}, {"do": "show", "line": "1"}, {"do": "hint"},
                        {"do": "go", "number": 1}, {"do": "act", "action": "end"},
                        {"do": "act", "action": "d1 take 9.9"}):  # fmt: skip
            page.say({"at": view["at"], **message})
            assert " " in page.hear("no")["why"]
        page.say({"do": "again"})
        assert page.hear()["at"] == view["at"]
    with served.sitting("learn/nothing", "") as page:
        assert "no such problem" in page.hear("bye")["why"]
    with pytest.raises(InvalidStatus), served.sitting("learn/..%2f..%2fetc%2fpasswd", ""):
        pass
