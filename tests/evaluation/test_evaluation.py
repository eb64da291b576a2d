"""Evaluations: made, gone on with, looked at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from burgundy_agents.ppo import SHIPPED

from burgundy_env.arena import ArenaError
from burgundy_env.arena.actions import MOST, packed, unpacked
from burgundy_env.arena.plan import hash_of
from burgundy_env.config import GameConfig
from burgundy_env.evaluation import Evaluation, read_document, suite_of, table, verify
from burgundy_env.evaluation.scores import Played, fitted, scores
from burgundy_env.evaluation.suites import Tournament
from burgundy_env.render import evaluation_figure


def evaluated(agent: str, folder: str = "e", **options: Any) -> dict[str, Any]:
    evaluation = Evaluation.create(folder, suite_of("v1-quick"), agent, **options)
    evaluation.run(1)
    evaluation.write()
    return read_document(Path(folder) / "result.json")


def test_an_evaluation_and_what_its_file_says() -> None:
    document = evaluated("heuristic")
    assert document["agent"]["agent"] == "heuristic@1"
    assert document["complete"] is True
    assert document["games_played"] == sum(map(len, document["games"].values())) == 4 * 6
    assert [row["opponent"] for row in document["tournaments"]] == [
        "reflex@1", "heuristic@1", "reflex@1", "chateauma@1:easy"
    ]  # fmt: skip
    against_reflex = document["tournaments"][0]
    assert against_reflex["score"] == against_reflex["wins"] / against_reflex["games"] == 1
    assert document["score"]["mean"] == pytest.approx(np.mean([row["score"] for row in document["tournaments"]]))
    assert document["held_out"]["mean"] == document["tournaments"][2]["score"]
    assert document["rating"]["interval"][0] <= document["rating"]["mean"] <= document["rating"]["interval"][1]
    assert document["manifest"]["numba"]
    assert verify(document).told().endswith("All that was looked at is as the file says.")
    assert "heuristic@1, suite v1-quick: 24 games" in table(document)


def test_the_same_games_however_they_are_played(bot: str) -> None:
    """In a batch and one by one, at once and with a break."""
    at_once = evaluated(bot)
    evaluation = Evaluation.create("broken", suite_of("v1-quick"), bot)

    def stops(number: int, outcomes: Any) -> None:
        if number == 1:
            raise KeyboardInterrupt

    assert evaluation.run(0, progress=stops).interrupted
    again = Evaluation.open("broken", trusts=lambda programs: True)
    assert 6 < again.played < 24
    assert again.document()["complete"] is False
    again.run(0)
    document = again.document()
    assert document["fingerprint"] == at_once["fingerprint"]
    assert document["rating"] == at_once["rating"]


def test_folders_that_cannot_be_gone_on_with(bot: str) -> None:
    Evaluation.create("e", suite_of("v1-quick"), bot)
    with pytest.raises(ArenaError, match=r"names agents that run programs: bot.py:Bot"):
        Evaluation.open("e")
    Path("bot.py").write_text(Path("bot.py").read_text() + "\n# better\n")
    with pytest.raises(ArenaError, match=r"bot.py is not what it was when the tournament was begun"):
        Evaluation.open("e", trusts=lambda programs: True)


def test_weights_are_named_by_their_content_and_must_not_change(bot: str) -> None:
    text = Path("bot.py").read_text().replace("depth: int = 1", 'depth: int = 1, model: str = ""')
    Path("bot.py").write_text(text)
    Path("net.bin").write_bytes(b"1")
    evaluation = Evaluation.create("e", suite_of("v1-quick"), "bot.py:Bot:model=net.bin")
    assert evaluation.agent["files"].keys() == {"bot.py", "net.bin"}
    assert evaluation.agent["changed"] == []
    Path("net.bin").write_bytes(b"2")
    evaluation.run(0)
    document = evaluation.write()
    assert "files of the agent changed while it was played: net.bin" in table(document)
    assert "files of the agent changed while it was played" in verify(document, sample=0).told()


def test_the_policy_that_comes_along_is_named_by_its_content() -> None:
    """It has no version."""
    agent = Evaluation.create("e", suite_of("v1-quick"), "ppo").agent
    assert (agent["kind"], agent["files"]) == ("ours", {"policy.npz": hash_of(SHIPPED)})


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        ("turn:ms=5", "turn:ms=5: its budget is in time.*give it one in futures, as turn:futures=200"),
        ("chateauma:hard", "the Châteauma decides nothing"),
        ("nobody", "no agent 'nobody'"),
    ],
)
def test_who_cannot_be_evaluated(agent: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Evaluation.create("e", suite_of("v1-quick"), agent)
    assert not Path("e").exists()


def test_an_agent_that_fails_stops_it_or_loses(bot: str) -> None:
    evaluation = Evaluation.create("stopped", suite_of("v1-quick"), "bot.py:Fails")
    assert evaluation.run(0).stopped
    assert evaluation.played == 0
    document = evaluated("bot.py:Fails", "lost", on_error="forfeit")
    assert document["forfeits"] == document["games_played"] == 24
    assert document["score"]["mean"] == 0
    assert "24 games were lost by failing" in table(document)
    assert verify(document).holds


def test_actions_as_a_text() -> None:
    ids = [0, 5, 2000, 131, 5]
    assert unpacked(packed(ids)) == ids
    assert unpacked(packed([])) == []
    for wrong in ("", "x", None, packed(ids)[:-3], packed([1] * (MOST + 1))):
        with pytest.raises(ValueError, match="actions: "):
            unpacked(wrong)


# --- the rating --------------------------------------------------------------------------------------


def test_the_rating_is_that_from_which_games_come() -> None:
    """As many games as a known rating and a known advantage of the first would give, in every kind of tournament."""
    ratings = {"heuristic@1": 1000.0, "reflex@1": 700.0, "chateauma@1:hard": 1200.0}
    tournaments = [
        Tournament("a", opponent, GameConfig(seats), 1000, 1)
        for opponent, seats in (("heuristic@1", 2), ("reflex@1", 2), ("heuristic@1", 4), ("chateauma@1:hard", 2))
    ]
    r, f, elo = 1130.0, 25.0, 400 / np.log(10)
    games = np.full((1, 4, 2), 100_000.0)
    won = np.zeros_like(games)
    for t, one in enumerate(tournaments):
        plain = one.opponent.startswith("chateauma")
        for begins in (0, 1):
            mine = np.exp((r + f * begins * (not plain)) / elo)
            others = [np.exp(ratings[one.opponent] / elo)] * (one.config.seats - 1)
            if not begins and not plain:
                others[0] *= np.exp(f / elo)
            won[0, t, begins] = games[0, t, begins] * mine / (mine + sum(others))
    found, first = fitted(tournaments, ratings, games, won)
    assert found[0] == pytest.approx(r, abs=0.5)
    assert first[0] == pytest.approx(f, abs=0.5)


def test_who_wins_everything_or_nothing_has_a_rating() -> None:
    one = Tournament("a", "heuristic@1", GameConfig(2), 100, 1)
    games = np.full((2, 1, 2), 50.0)
    found, _ = fitted([one], {"heuristic@1": 1000.0}, games, np.stack([games[0], np.zeros((1, 2))]))
    assert 1500 < found[0] < 2500
    assert -500 < found[1] < 500


def test_who_loses_everything_has_an_interval() -> None:
    """Whatever is drawn from games that were all lost is lost, and yet nobody knows it so surely."""
    document = evaluated("random")
    lost = next(part for part in document["parts"] if part["mean"] == 0)
    assert lost["interval"][0] == 0 < lost["interval"][1]
    only = [one for one in suite_of("v1-quick").tournaments if one.part == "board 1"]
    games = np.full((1, 2), 3.0)
    some = [Played(one, games, np.zeros((1, 2)), ((1.0,),), ((-1.0,),)) for one in only]
    found = scores(suite_of("v1-quick"), some)
    assert found["score"]["mean"] == 0
    assert 0.1 < found["score"]["interval"][1] < 0.4
    low, high = found["rating"]["interval"]
    assert low <= found["rating"]["mean"] < high - 100


# --- the figure --------------------------------------------------------------------------------------


def test_the_figure_shows_every_tournament_and_trusts_no_name() -> None:
    document = evaluated("reflex:name=<b>&me")
    svg = evaluation_figure(document)
    ElementTree.fromstring(svg)
    assert "<b>" not in svg
    words = " ".join(element.text or "" for element in ElementTree.fromstring(svg).iter())
    for row in document["tournaments"]:
        assert f"{100 * row['score']:.1f} %" in words
    assert document["fingerprint"] in words
    assert words.count("held out") == 0, "one row has no room for a second line"
    assert json.dumps(document)


COMPILED = """
from burgundy_env.players.kit import kernel

@kernel
def choose(t, s, stream, ids, count, place: int = 0):
    return ids[min(place, count - 1)]
"""


def test_compiled_players_of_users_are_evaluated_and_verified() -> None:
    Path("player.py").write_text(COMPILED)
    document = evaluated("player.py:choose:place=1")
    assert document["agent"]["kind"] == "compiled user"
    assert set(document["agent"]["files"]) == {"player.py"}
    verdict = verify(document, agent="player.py:choose:place=1", sample=3)
    assert (verdict.holds, verdict.agent) == (True, 3)
    assert not verify(document, agent="player.py:choose:place=2", sample=3).holds
