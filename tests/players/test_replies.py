"""Nets that are asked after the others' replies: what is played out, what stays hidden, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from burgundy_agents import parse
from nets import kept

from burgundy_env import Game, GameConfig
from burgundy_env.engine.actions import END
from burgundy_env.engine.batch import step
from burgundy_env.engine.jit import kernel
from burgundy_env.engine.layout import STAGE_TURN, STATE, new_tape
from burgundy_env.engine.rng import below
from burgundy_env.game import inside
from burgundy_env.players.net import weights
from burgundy_env.players.net.forward import AFTER_ROUND, NO_NET
from burgundy_env.players.policies import Policy
from burgundy_env.players.turn.ends import new_room
from burgundy_env.players.turn.replies import DICE, are_awaited, numbers_of, play_replies, small_search
from burgundy_env.training.turn.matches import match

CONFIGS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "ruleset": "alea_2011", "duchies": "random"},
    {"players": 4, "duchies": "random", "modules": "all"},
    {"players": 1, "chateauma": "hard+ABCD"},
    {"players": 2, "chateauma": "hard+C"},
    {"players": 3, "chateauma": "hard", "modules": ["shields", "vineyards"]},
]
WHEN = ("phase", "round_number", "stage")
AT_ONCE = weights.read(weights.file_of(1))
AFTER = AT_ONCE.copy()
AFTER[AFTER_ROUND] = 1


def named(config: dict[str, Any]) -> str:
    return str(GameConfig.of(config))


@kernel
def shown(states, word):
    """What a die shows after a word of the generator."""
    states[0].rng = word
    return 1 + below(states[0], 6)


@kernel
def replied(tables, states, number):
    """The position at the end of the round, if the turn ends now."""
    work = np.empty(1, STATE)
    work[0] = states[0]
    play_replies(tables[0], work, END, number, new_room(1, np.zeros(0, np.float32)), small_search())
    return work


@kernel
def awaited(tables, states, net):
    """Whether replies come, and on how many numbers of a die they depend."""
    return numbers_of(tables[0], states[0]) if are_awaited(tables[0], states[0], net) else 0


def ends_of(config: dict[str, Any], decisions: int = 160) -> Iterator[Game]:
    """Positions in which a turn may end."""
    return (game for game in played(config, decisions) if "end" in game.legal_actions())


def beginnings_of(config: dict[str, Any], decisions: int = 160) -> Iterator[Game]:
    """Positions in which a turn begins."""
    return (game for game in played(config, decisions) if not any(inside(game).state["used"][0][game.active]))


def played(config: dict[str, Any], decisions: int) -> Iterator[Game]:
    """Positions of a game, after the start castles."""
    game, player = Game.new(config, seed=6), Policy("heuristic", 1)
    for _ in range(decisions):
        if game.is_over:
            return
        if inside(game).state["stage"][0] == STAGE_TURN:
            yield game.copy()
        game.push(player.choose(inside(game)))


def test_the_words_show_every_number_of_a_die() -> None:
    assert [shown(np.zeros(1, STATE), word) for word in DICE] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("config", CONFIGS, ids=named)
def test_everybody_has_had_a_turn_in_this_round(config: dict[str, Any]) -> None:
    seen = 0
    for game in ends_of(config):
        play, p = inside(game), game.active
        before, after = play.state[0], replied(play.tables, play.state, 2)[0]
        players = {int(seat) for seat in before["order"][: int(play.tables["seats"][0])]}
        later = [int(seat) for seat in before["order"][int(before["turn"]) + 1 : len(players)]]
        assert [after[name] for name in WHEN] == [before[name] for name in WHEN]
        assert after["tiles"][p].tolist() == before["tiles"][p].tolist()
        for seat in set(later) - {int(play.tables["chateauma"][0])}:
            seen += 1
            assert after["used"][seat].all() or after["workers"][seat] != before["workers"][seat], "it has played"
        if int(play.tables["chateauma"][0]) in later:
            assert after["chateauma_die"] == 3
        assert before == inside(game).state[0], "the game itself stands where it stood"
    assert seen or config["players"] == 1


def what_it_has(state: Any, c: int) -> list[Any]:
    """The Châteauma's: on its cards, in its inventory and its duchy, goods and points."""
    return [state[name].tolist() for name in ("card_tiles", "held", "settled")] + [
        state[name][c].tolist() for name in ("goods", "sold", "vp")
    ]


def test_the_chateauma_replies_as_it_plays() -> None:
    """The engine's own next step, with the same number of its die; at the end of a phase its mines pay, too."""
    for game in ends_of({"players": 1, "chateauma": "hard+BCD"}):  # with A, more is hidden, and dealt anew
        play = inside(game)
        c = int(play.tables["chateauma"][0])
        if play.state["order"][0][1] != c:
            continue
        for number in range(6):
            played = play.state.copy()
            played["rng"] = DICE[number]
            step(play.tables, played, 0, new_tape(), END, play.ids.copy())
            expected = replied(play.tables, play.state, number)
            assert expected["chateauma_die"][0] == number + 1
            assert what_it_has(expected[0], c) == what_it_has(played[0], c)


@pytest.mark.parametrize("config", CONFIGS, ids=named)
def test_what_is_hidden_makes_no_difference(config: dict[str, Any]) -> None:
    for number, game in enumerate(beginnings_of(config, 40)):
        dealt_anew = game.copy()
        dealt_anew.redetermine(number)
        chosen = [Policy("net", 1, AFTER).choose(inside(one)) for one in (game, dealt_anew)]
        assert chosen[0] == chosen[1]


def test_a_net_that_is_asked_after_the_round_plays_otherwise_first_and_last_in_it() -> None:
    """First it sees the replies, last what it has spoiled for the others' next turns."""
    differs = [0, 0]
    for game in beginnings_of({"players": 2}):
        play = inside(game)
        is_last = int(play.state["turn"][0]) == 1
        assert awaited(play.tables, play.state, AFTER) == 1
        assert awaited(play.tables, play.state, AT_ONCE) == awaited(play.tables, play.state, NO_NET) == 0
        chosen = [Policy("net", 1, net).choose(play) for net in (AFTER, AT_ONCE)]
        differs[is_last] += chosen[0] != chosen[1]
    assert min(differs) > 0


def test_the_chateauma_has_six_numbers() -> None:
    for game in ends_of({"players": 2, "chateauma": "hard"}, 60):
        play = inside(game)
        later = play.state["order"][0][int(play.state["turn"][0]) + 1 : 3].tolist()
        assert awaited(play.tables, play.state, AFTER) == (6 if 2 in later else 1)


@pytest.mark.parametrize("config", CONFIGS[:5], ids=named)
def test_what_it_thinks_is_what_it_plays(config: dict[str, Any], tmp_path: Any) -> None:
    path = kept(AFTER, tmp_path / "net.npz")
    for game in list(beginnings_of(config, 60))[::4]:
        agent = parse(f"net:{path}").make(1)
        thought, played = agent.think(game), agent.act(game)
        assert thought.lines[0].turn[0] == played


def test_replies_are_worth_much() -> None:
    """One net, asked after the replies and at once."""
    assert match(AFTER, AT_ONCE, GameConfig(players=2), 100, 3).share > 0.55
