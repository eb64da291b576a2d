"""Thoughts: the same every time and in every thread, of a player that plays as if nobody had asked."""

from __future__ import annotations

from threading import Thread
from typing import Any

import numpy as np
import pytest
from burgundy_agents import make
from burgundy_agents.protocol import thought_by

from burgundy_env import Game, GameConfig
from burgundy_env.game import inside
from burgundy_env.players.heuristic.basics import LAST_ROUND
from burgundy_env.players.net.forward import NO_NET
from burgundy_env.players.net.outlook import still_to_come
from burgundy_env.players.net.weights import ALONE, IN_SEARCH
from burgundy_env.players.turn import thinking
from burgundy_env.players.turn.judging import JUDGEMENT, judge_on
from burgundy_env.players.turn.thinking import judged_lines
from burgundy_env.players.turn.winning import spread_after
from burgundy_env.records import Thought

CONFIGS = [
    {"players": 2},
    {"players": 3, "duchies": "random", "modules": "all"},
    {"players": 1, "chateauma": "hard+ABCD"},
    {"players": 1, "modules": ["solo"]},
    {"modules": ["team"], "players": 4},
]


def named(config: dict[str, object]) -> str:
    return str(GameConfig.of(config))


def later(config: dict[str, object], actions: int = 40, seed: int = 3) -> Game:
    """A game after some actions of a quick player, at the beginning of a turn."""
    game, quick = Game.new(config, seed=seed), make("reflex", seed=1)
    while actions > 0 or game.to_json()["stage"] != "turn" or any(game.to_json()["players"][game.active]["used"]):
        game.push(quick.act(game))
        actions -= 1
    return game


@pytest.mark.parametrize("config", CONFIGS[:4], ids=named)
def test_who_is_asked_what_it_thinks_plays_the_same(config: dict[str, object]) -> None:
    game = Game.new(config, seed=5)
    silent, asked = make("turn:futures=24", seed=7), make("turn:futures=24", seed=7)
    for _ in range(40):
        thought = thought_by(asked, game)
        action = silent.act(game)
        assert asked.act(game) == action
        if thought and thought.lines:
            assert thought.lines[0].turn[0] == action
        game.push(action)


@pytest.mark.parametrize("name", ["turn:futures=24", "net", "heuristic"])
@pytest.mark.parametrize("config", CONFIGS, ids=named)
def test_thoughts_can_be_kept_of_every_game(config: dict[str, object], name: str) -> None:
    """`thought_by` refuses what a record would refuse."""
    game, agent = later(config), make(name, seed=1)
    thought = thought_by(agent, game)
    assert thought is not None
    assert thought.lines
    win = thought.expected["win"]
    if game.config.solo:
        assert "vp" not in thought.expected
    elif not game.config.teams:
        assert sum(win) == pytest.approx(1, abs=0.01)
    else:
        assert win[0] + win[1] == pytest.approx(1, abs=0.01)
        assert (win[2], win[3]) == (win[0], win[1])


def test_thoughts_are_the_same_on_one_thread_and_two() -> None:
    games = [later({"players": 2}, actions) for actions in (20, 60)]
    alone = [make("turn:futures=200", seed=9).think(game) for game in games]
    found: dict[int, Thought] = {}
    threads = [
        Thread(target=lambda k=k: found.update({k: make("turn:futures=200", seed=9).think(games[k])}))  # type: ignore[misc]
        for k in (0, 1)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[0], found[1]] == alone
    assert [make("turn:futures=200", seed=9).think(game) for game in games] == alone


def test_in_the_middle_of_a_turn_the_lines_go_on_from_there() -> None:
    game, agent = later({"players": 2}), make("turn:futures=60", seed=2)
    whole = agent.think(game)
    best = whole.lines[0].turn
    assert len(best) > 1
    assert agent.act(game) == best[0]
    game.push(best[0])
    rest = agent.think(game)
    assert rest.lines[0].turn == best[1:]
    assert rest.lines[0].margin == whole.lines[0].margin
    assert all((best[0], *line.turn) in [one.turn for one in whole.lines] for line in rest.lines)


def test_what_a_line_says_agrees_with_itself() -> None:
    game, agent = later({"players": 2}), make("turn:futures=300", seed=2)
    thought = agent.think(game)
    seat, best = game.active, thought.lines[0]
    vp = thought.expected["vp"]
    assert best.margin == pytest.approx(vp[seat] - vp[1 - seat], abs=0.15)
    assert best.vp == pytest.approx(vp[seat], abs=0.06)
    assert sum(line.share for line in thought.lines) <= 1
    assert 0 < best.error < 5


def test_the_heuristic_plays_the_line_it_thinks_best() -> None:
    game, agent, same = Game.new({"players": 2}, seed=8), make("heuristic", seed=1), 0
    begun = 0
    while not game.is_over:
        if game.to_json()["stage"] == "turn" and len(game.legal_actions()) > 1:
            begun += 1
            same += agent.think(game).lines[0].turn[0] == agent.act(game)
        game.push(agent.act(game))
    assert same >= 0.97 * begun, f"{same} of {begun}"  # lines that come to the same may begin otherwise


def test_the_end_is_certain_and_early_rounds_are_not() -> None:
    assert spread_after(0) < spread_after(1) < spread_after(10) < spread_after(24)
    game, quick = Game.new({"players": 2}, seed=2), make("heuristic", seed=1)
    while not (
        game.to_json()["phase"] == "E" and game.to_json()["round"] == 5 and game.to_json()["order"][-1] == game.active
    ):
        game.push(quick.act(game))
    agent = make("turn:futures=60", seed=1)
    thought = agent.think(game)
    if thought.lines:
        assert set(thought.expected["win"]) <= {0.0, 0.5, 1.0}
        assert thought.lines[0].error == 0


def test_only_dice_that_are_thrown_anew_change_what_is_judged() -> None:
    game = later({"players": 2})
    play, seat = inside(game), int(game.active or 0)
    judged = {}
    for thrown in (0, 1 << seat, 2 << seat):
        judged[thrown] = np.zeros(36, JUDGEMENT)
        judge_on(play.tables, play.state, NO_NET, 10, 0, thrown, 5.0, judged[thrown])
    again = np.zeros(36, JUDGEMENT)
    judge_on(play.tables, play.state, NO_NET, 10, 0, 0, 5.0, again)
    assert again.tobytes() == judged[0].tobytes()
    assert judged[1 << seat].tobytes() != judged[0].tobytes()
    assert (play.state["dice"] == inside(game).state["dice"]).all()


def test_there_are_no_lines_before_the_first_turn_without_futures() -> None:
    assert judged_lines(Game.new({"players": 2}, seed=1).view(1), NO_NET) == []


@pytest.mark.parametrize(("net", "least"), [(IN_SEARCH, 5), (ALONE, 1)], ids=["at once", "after the round"])
@pytest.mark.parametrize("config", CONFIGS, ids=named)
def test_net_tells_more_points_than_its_judge_expects_and_the_same_lead(
    config: dict[str, object], net: Any, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of every player that a net has a say for; the Châteauma's points are known well enough."""
    game = later(config)
    view, players = game.view(1), game.config.players
    told = judged_lines(view, net)
    more = still_to_come(net, LAST_ROUND - thinking.rounds_so_far(view.state))
    monkeypatch.setattr(thinking, "still_to_come", lambda net, left: 0.0)
    corrected = config.get("modules") not in (["solo"], ["team"])
    for line, plain in zip(told, judged_lines(view, net), strict=True):
        assert (line.actions, line.margin, line.win) == (plain.actions, plain.margin, plain.win)
        assert line.vp == pytest.approx([vp + more * (corrected and p < players) for p, vp in enumerate(plain.vp)])
    assert more > least
    assert still_to_come(net, 0) == 0


def test_a_policy_tells_how_it_would_divide_its_choice() -> None:
    game, agent = later({"players": 2}), make("ppo")
    while not game.is_over:
        thought, legal = thought_by(agent, game), game.legal_actions()
        assert thought is not None
        assert set(thought.probabilities) == set(legal)
        assert sum(thought.probabilities.values()) == pytest.approx(1, abs=0.0001 * len(legal))
        likeliest = max(thought.probabilities.values())
        action = agent.act(game)
        assert thought.probabilities[action] == likeliest
        game.push(action)
    with pytest.raises(ValueError, match="the game is over"):
        agent.think(game)
