"""Somebody else's file: what is wrong with it is found and said."""

from __future__ import annotations

import contextlib
import copy
import json
import random
import re
import shutil
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from burgundy_env.arena.actions import packed, unpacked
from burgundy_env.arena.plan import hash_of
from burgundy_env.engine.actions import IDS
from burgundy_env.evaluation import Evaluation, EvaluationError, read_document, reckoned, suite_of, table, verify
from burgundy_env.game import Game

GAMES = "board 1: reflex@1"


@pytest.fixture
def document(bot: str) -> dict[str, Any]:
    """Of a user's agent."""
    evaluation = Evaluation.create("e", suite_of("v1-quick"), bot)
    evaluation.run(0)
    return evaluation.write()


def test_a_file_that_holds(document: dict[str, Any], bot: str) -> None:
    verdict = verify(document, sample=None)
    assert (verdict.holds, verdict.replayed, verdict.opponents, verdict.agent) == (True, 24, 24, 0)
    assert "bot.py:Bot is not one of ours: whether it decides so nobody can tell without it" in verdict.told()
    verdict = verify(document, agent=bot, sample=5)
    assert (verdict.holds, verdict.replayed, verdict.opponents, verdict.agent) == (True, 24, 5, 5)
    assert not verdict.notes


def test_another_agent_is_found_out(document: dict[str, Any]) -> None:
    Path("other.py").write_text(
        Path("bot.py").read_text().replace("choice(", "choice(sorted(").replace("())", "()))")
    )
    verdict = verify(document, agent="other.py:Bot", sample=4)
    assert "other.py:Bot is another file than that which the evaluation names" in verdict.told()
    assert not verdict.holds
    assert len(verdict.problems) == 4
    assert "played again it goes on otherwise than the file says" in verdict.problems[0]


def others_action(document: dict[str, Any]) -> None:
    """An opponent is made to play something else that is legal: it goes first or second at the end of a turn."""
    row = document["games"][GAMES][0]
    fixture = suite_of("v1-quick").tournaments[0].fixtures()[0]
    ids, game = unpacked(row["actions"]), Game.new(fixture.config, fixture.seed)
    for number, action in enumerate(ids):
        if game.active != fixture.seats.index(0) and len(game.legal_ids()) > 1:
            ids[number] = next(one for one in game.legal_ids() if one != action)
            break
        game.push(action)
    row["actions"] = packed(ids)


def own_action(document: dict[str, Any]) -> None:
    """The agent ends a turn that has not begun."""
    row = document["games"][GAMES][0]
    fixture = suite_of("v1-quick").tournaments[0].fixtures()[0]
    ids, game = unpacked(row["actions"]), Game.new(fixture.config, fixture.seed)
    number = next(i for i, action in enumerate(ids) if _decides(game, fixture.seats.index(0), action))
    row["actions"] = packed([*ids[:number], IDS["end"], *ids[number + 1 :]])


def _decides(game: Game, seat: int, action: int) -> bool:
    decides = game.active == seat
    game.push(action)
    return decides


def winner(document: dict[str, Any]) -> None:
    row = document["games"][GAMES][0]
    row["ranking"].reverse()
    row["winners"] = row["ranking"][:1]


def points(document: dict[str, Any]) -> None:
    document["games"][GAMES][1]["totals"][0] += 1


def cut(document: dict[str, Any]) -> None:
    row = document["games"][GAMES][0]
    row["actions"] = packed(unpacked(row["actions"])[:-1])


def more(document: dict[str, Any]) -> None:
    row = document["games"][GAMES][0]
    row["actions"] = packed([*unpacked(row["actions"]), 2])


def forfeited(document: dict[str, Any]) -> None:
    """A game is said to be lost by the opponent's failure."""
    row = document["games"][GAMES][0]
    row.update(decided_by="forfeit", winners=[0], error={"seat": 1, "agent": "reflex@1", "message": "died"})


def unplayed(document: dict[str, Any]) -> None:
    del document["games"][GAMES][2]


def score(document: dict[str, Any]) -> None:
    document["score"]["mean"] += 0.01


def ratings(document: dict[str, Any]) -> None:
    document["suite"]["ratings"]["reflex@1"] = 900


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (others_action, "reflex@1 plays '.*' here, not"),
        (own_action, "game 0 .*, action [0-9]+: .* is not legal here"),
        (winner, "winners is .*, the file says"),
        (points, "totals is .*, the file says"),
        (cut, "is not over after its"),
        (more, "is over after .* actions, and the file has more"),
        (forfeited, "lost by somebody who is not the agent"),
        (unplayed, "complete: the file says True, its games False"),
        (score, "score: the file says"),
        (ratings, "suite: the file says"),
    ],
)
def test_what_is_not_as_the_file_says(
    document: dict[str, Any], broken: Callable[[dict[str, Any]], None], message: str
) -> None:
    theirs = copy.deepcopy(document)
    broken(theirs)
    verdict = verify(theirs, sample=None)
    assert not verdict.holds
    assert any(re.search(message, problem) for problem in verdict.problems), verdict.problems
    assert "fingerprint" in verdict.told() or broken in (score, ratings)


def test_games_that_cannot_be_checked_are_counted(document: dict[str, Any]) -> None:
    del document["games"][GAMES][0]["actions"]
    assert "1 games have no actions, so that nobody can check them" in verify(document, sample=0).told()


def test_one_of_ours_is_played_again(document: dict[str, Any]) -> None:
    """Who claims to be the heuristic is asked as the heuristic."""
    document["agent"]["agent"] = "heuristic@1"
    verdict = verify(document, sample=3)
    assert len(verdict.problems) == 3
    document["agent"]["agent"] = "heuristic@7"
    assert "there is no such version" in verify(document, sample=0).told()
    document["agent"]["agent"] = "stdio:cmd=touch here"
    verify(document, sample=None)
    assert not Path("here").exists(), "nothing of a file is run"


def test_one_of_ours_with_a_file_that_is_not_here(document: dict[str, Any]) -> None:
    """All but what the agent itself would do is looked at; with the file, that too."""
    document["agent"] |= {"agent": "net:mine.npz", "files": {"mine.npz": "0123456789abcdef"}}
    verdict = verify(document, sample=3)
    assert (verdict.holds, verdict.replayed, verdict.opponents, verdict.agent) == (True, 24, 3, 0)
    assert "net:mine.npz can't be asked here (--agent says where its file is)" in verdict.told()
    shutil.copy(files("burgundy_env") / "players/net/weights-1.npz", "mine.npz")
    assert "net:mine.npz is another file here than" in verify(document, sample=3).told()
    document["agent"]["files"] = {"mine.npz": hash_of("mine.npz")}
    verdict = verify(document, sample=3)
    assert len(verdict.problems) == 3, "it was somebody else who played"
    assert verdict.agent == 3


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"format": "burgundy-arena/1"}, "the format is \"burgundy-arena/1\"; 'burgundy-evaluation/1' is needed"),
        ({"games": []}, "games is missing or of another kind"),
        ({"suite": {"name": "v1-quick", "seed": 1, "hash": "0"}}, "v1-quick has the hash"),
        ({"suite": {"name": "v9", "seed": 1}}, "suite: 'v9' is unknown"),
        ({"suite": {"name": "v1", "seed": "1"}}, 'seed is an integer, not "1"'),
        ({"games": {"nowhere": []}}, '"nowhere" is no tournament of v1-quick'),
        ({"games": {GAMES: [{"game": 99}]}}, "99 is the number of no game"),
        ({"games": {GAMES: [{"game": 0, "totals": "many"}]}}, f"{GAMES}, game 0: "),
        ({"games": {GAMES: [7]}}, "null is the number of no game"),
    ],
)
def test_what_is_no_evaluation(document: dict[str, Any], changed: dict[str, Any], message: str) -> None:
    Path("theirs.json").write_text(json.dumps({**document, **changed}))
    with pytest.raises(ValueError, match=message):
        verify(read_document("theirs.json"))


def test_a_file_of_anything_is_refused_or_looked_at(document: dict[str, Any], tmp_path: Path) -> None:
    """Whatever stands in it: a sentence, or a verdict."""
    chance = random.Random(5)
    odd: list[Any] = [None, True, -1, 1e300, float("nan"), "x" * 50, "\x1b[31m", [], {}, [[]], {"a": 1}]
    held = 0
    for _ in range(150):
        theirs = copy.deepcopy(document)
        place: Any = theirs
        while True:
            key = chance.choice(list(place) if isinstance(place, dict) else list(range(len(place))))
            if not isinstance(place[key], dict | list) or not place[key] or chance.random() < 0.2:
                break
            place = place[key]
        place[key] = chance.choice(odd)
        Path("odd.json").write_text(json.dumps(theirs))
        with contextlib.suppress(ValueError):
            verdict = verify(read_document("odd.json"), sample=0)
            held += verdict.holds
            assert "\x1b" not in verdict.told()
            assert "\x1b" not in table(reckoned(read_document("odd.json")))
    assert held < 40, "what was changed is not looked at"


def test_files_that_are_none(tmp_path: Path) -> None:
    for text in ("", "[", "[]", "{}", "[" * 100_000):
        Path("none.json").write_text(text)
        with pytest.raises(EvaluationError, match=r"none.json: "):
            read_document("none.json")
