"""The turn search: it never sees what is hidden, plays the same always, thinks once a turn, and plays everything."""

from __future__ import annotations

import signal
import time

import numpy as np
import pytest
from burgundy_agents import AgentError, make, parse

from burgundy_env import Game, GameConfig
from burgundy_env.data import load
from burgundy_env.engine.tables import tables_for
from burgundy_env.game import inside
from burgundy_env.players.games import new_batch, play_games
from burgundy_env.players.keys import key_of
from burgundy_env.players.policies import HEURISTIC, POLICIES, Policy, number_of, policy_of
from burgundy_env.players.turn.futures import throw_in_turn
from burgundy_env.players.turn.watched import WatchedSearch

CONFIGS = [
    {"players": 2},
    {"players": 4, "duchies": "random", "modules": "all"},
    {"players": 3, "ruleset": "alea_2011", "duchies": "sides", "modules": ["castle_rule", "trade_routes"],
     "trade_route_order": "chosen"},
    {"players": 1, "chateauma": "hard+ABCD", "modules": "all"},
    {"players": 1, "modules": ["solo"]},
]  # fmt: skip


def action_of(player: Policy, game: Game) -> int:
    return player.choose(inside(game))


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: str(GameConfig.of(config)))
def test_plays_every_game_to_its_end(config: dict[str, object]) -> None:
    game = Game.new(config, seed=3)
    players = [Policy("turn:2", seat) for seat in range(game.config.players)]
    while game.active is not None:
        game.push(action_of(players[game.active], game))  # raises if it is not legal
    assert game.is_over


@pytest.mark.parametrize("config", CONFIGS[:4], ids=lambda config: str(GameConfig.of(config)))
def test_what_is_hidden_makes_no_difference(config: dict[str, object]) -> None:
    game = Game.new(config, seed=5)
    for _ in range(40):
        dealt_anew = game.copy()
        dealt_anew.redetermine(99)
        action = action_of(Policy("turn:10", 1), game)
        assert action == action_of(Policy("turn:10", 1), dealt_anew)
        game.push(action)


def test_plays_the_same_alone_and_in_a_batch() -> None:
    config = GameConfig(players=2)
    tables = tables_for(config, load())
    numbers = [number_of("turn:12"), HEURISTIC]
    batch = new_batch(tables, [41], [[7, 8]], [numbers])
    play_games(batch)
    game = Game.new(config, seed=41)
    agents = [make("turn:futures=12", seed=7), make("heuristic", seed=8)]
    while game.active is not None:
        game.push(agents[game.active].act(game))
    assert batch.totals[0].tolist() == [score["total"] for score in game.scores()]


def test_watched_it_plays_the_same() -> None:
    game, alone, watched = Game.new({"players": 2}, seed=4), Policy("turn:12", 7), WatchedSearch(7, futures=12)
    for _ in range(60):
        action = action_of(alone, game)
        assert watched.choose(inside(game)) == action
        game.push(action)


def test_thinks_once_a_turn() -> None:
    """Its generator is drawn from once for every turn, however many decisions that has."""
    game, player = Game.new({"players": 2}, seed=2), Policy("turn:6", 1)
    thoughts, turns, when = 0, 0, None
    other = Policy("reflex", 2)
    while game.active is not None:
        if game.active == 1:
            game.push(action_of(other, game))
            continue
        before = player.drawn_from()
        now = (game.to_json()["phase"], game.to_json()["round"], game.to_json()["stage"])
        turns, when = turns + (now != when), now
        game.push(action_of(player, game))
        thoughts += player.drawn_from() != before
    assert turns == 26  # the start castle, then 25 rounds
    assert thoughts <= turns


def test_thinks_again_if_the_turn_goes_otherwise() -> None:
    game, player = Game.new({"players": 2, "duchies": [1, 1]}, seed=2), Policy("turn:6", 1)
    while game.to_json()["stage"] != "turn":
        game.push(action_of(Policy("reflex", 2), game))
    first = action_of(player, game)
    instead = next(number for number in game.legal_ids() if number != first)
    game.push(instead)
    while not game.is_over and game.to_json()["round"] == 1:
        game.push(action_of(player, game))  # whatever it had in mind, what it plays is legal


def test_the_last_turn_of_a_game_is_played_exactly() -> None:
    """Nothing comes after it, so no line of the heuristic may end with a greater lead."""
    for seed in range(6):
        game, players = Game.new({"players": 2}, seed=seed), [Policy("heuristic", 1), Policy("heuristic", 2)]
        while True:
            document = game.to_json()
            last = document["phase"] == "E" and document["round"] == 5 and game.active == document["order"][-1]
            if last:
                break
            game.push(action_of(players[game.active], game))
        seat, leads = game.active, []
        for player in (Policy("turn:20", 1), Policy("heuristic", 1)):
            ended = game.copy()
            while not ended.is_over:
                ended.push(action_of(player, ended))
            totals = [score["total"] for score in ended.scores()]
            leads.append(totals[seat] - totals[1 - seat])
        assert leads[0] >= leads[1], f"seed {seed}"


def test_beats_the_heuristic() -> None:
    config = GameConfig(players=2, duchies="random")
    turn, seeds = number_of("turn:20"), list(range(900, 915))
    won = 0
    for seat in (0, 1):
        numbers = [HEURISTIC, HEURISTIC]
        numbers[seat] = turn
        batch = new_batch(
            tables_for(config, load()), seeds, [[2 * s, 2 * s + 1] for s in seeds], [numbers] * len(seeds)
        )
        play_games(batch)
        won += int((batch.ranking[:, 0] == seat).sum())
    assert won >= 20, f"{won} of 30"


def test_a_time_is_kept_and_the_game_played_on() -> None:
    game, agent = Game.new({"players": 2}, seed=1), make("turn:ms=3", seed=1)
    for _ in range(60):
        action = agent.act(game)
        assert action in game.legal_actions()
        game.push(action)


@pytest.mark.parametrize("budget", ["futures=1000000", "ms=60000"])
def test_a_long_thought_can_be_interrupted(budget: str) -> None:
    """Within a future of one candidate; the game is as it was."""
    game, agent = Game.new({"players": 2}, seed=1), make(f"turn:{budget}", seed=1)
    make("turn:ms=1", seed=1).act(game)  # so that nothing has to be compiled meanwhile

    def enough(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, enough)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    began = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            agent.act(game)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.perf_counter() - began < 3
    assert game == Game.new({"players": 2}, seed=1)


@pytest.mark.parametrize("text", ["turn", "turn:futures=500"])
def test_is_a_compiled_player(text: str) -> None:
    policy = parse(text).policy
    assert policy is not None
    assert policy_of(number_of(policy)) == (policy if ":" in policy else "turn:360")


def test_with_a_clock_it_plays_one_game_at_a_time() -> None:
    assert parse("turn:ms=20").policy is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [("turn:futures=0", "at least 1"), ("turn:futures=99999999", "at most"), ("turn:ms=0", "more than 0")],
)
def test_budgets_that_make_no_sense_are_refused(text: str, problem: str) -> None:
    with pytest.raises(AgentError, match=problem):
        parse(text)


def test_both_budgets_are_one_too_many() -> None:
    with pytest.raises(AgentError, match="not both"):
        make("turn:futures=5,ms=5")


def test_names_of_players_and_their_numbers() -> None:
    assert [policy_of(number_of(name)) for name in POLICIES if name != "turn"] == [
        name for name in POLICIES if name != "turn"
    ]


def test_a_key_tells_positions_apart_but_not_their_futures() -> None:
    game = Game.new({"players": 2}, seed=1)
    twin = game.copy()
    twin.redetermine(5)
    state = inside(game).state
    again = state.copy()
    again["rng"] = np.uint64(1)
    assert key_of(state[0]) == key_of(again[0])
    again["vp"][0, 0] += 1
    assert key_of(state[0]) != key_of(again[0])


def test_own_dice_are_spread_evenly_over_futures() -> None:
    """Of 36 futures in a row each shows another pair, in each round another order, and blocks differ."""
    state = inside(Game.new({"players": 2}, seed=1)).state

    def pairs(begin: int, rounds_on: int) -> list[tuple[int, ...]]:
        shown = []
        for future in range(begin, begin + 36):
            throw_in_turn(state[0], 1, future, rounds_on)
            shown.append(tuple(state[0]["dice"][1].tolist()))
        return shown

    orders = [pairs(1008, rounds_on) for rounds_on in range(5)]
    assert all(len(set(order)) == 36 for order in orders)
    assert len({tuple(order) for order in orders}) == 5
    assert pairs(1008, 1) != pairs(1044, 1)
    assert all(1 <= value <= 6 for order in orders for pair in order for value in pair)
