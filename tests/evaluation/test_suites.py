"""The suites that papers cite: what is in them does not move."""

from __future__ import annotations

import pytest
from burgundy_agents.registry import is_chateauma, parse

from burgundy_env.arena import ArenaError
from burgundy_env.config.held_out import BOARDS, MODULES, check_trained_on
from burgundy_env.config.named import suite as suite_file
from burgundy_env.evaluation import suites
from burgundy_env.evaluation.suites import first_seat, suite_of
from burgundy_env.game import Game

# Of suites that a release has had these never change: a better suite is v2.
HASHES = {"v1": "cdf98e34b6f55b52", "v1-quick": "a6d375d2c37edc4c"}


@pytest.fixture(autouse=True)
def _real(_small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suites, "suite_file", suite_file)


@pytest.mark.parametrize("name", HASHES)
def test_what_is_played_does_not_move(name: str) -> None:
    assert suite_of(name).hash == HASHES[name]


def test_every_opponent_has_a_version_a_budget_in_futures_and_a_rating() -> None:
    suite = suite_of("v1")
    for one in suite.tournaments:
        assert "@" in one.opponent
        assert one.opponent in suite.ratings
        assert is_chateauma(one.opponent) or not parse(one.opponent).depends_on_time
    assert suite.ratings["heuristic@1"] == 1000


def test_the_quick_suite_is_the_beginning_of_the_whole_one() -> None:
    for quick, whole in zip(suite_of("v1-quick").tournaments, suite_of("v1").tournaments, strict=True):
        games = quick.fixtures()
        assert len(games) == quick.games == 24
        assert games == whole.fixtures()[:24]


def test_the_agent_sits_everywhere_alone_and_begins_as_often_as_the_others() -> None:
    for one in suite_of("v1").tournaments:
        games = one.fixtures()
        assert len(games) == one.games == 300
        assert all(fixture.seats.count(0) == 1 for fixture in games)
        if not is_chateauma(one.opponent):
            begins = sum(first_seat(game.config, game.seed) == game.seats.index(0) for game in games)
            assert begins == 300 / one.config.seats


def test_games_do_not_share_seeds_with_each_other() -> None:
    seeds = list(suite_of("v1").seeds())
    assert len(seeds) == len(set(seeds)) > 4000
    assert not set(seeds) & set(suite_of("v1", seed=2).seeds())
    assert min(seeds) > 10**12  # trainers count on from a million, a hundred million or a billion times their own


def test_what_is_held_out_is_told_apart() -> None:
    for one in suite_of("v1").tournaments:
        config = one.fixtures()[0].config
        if one.held_out:
            with pytest.raises(ValueError, match="held out of all training"):
                check_trained_on(config)
        else:
            check_trained_on(config)
    held_out = [one for one in suite_of("v1").tournaments if one.held_out]
    assert {board for one in held_out for board in one.config.pool} >= set(BOARDS)
    assert {module for one in held_out for module in one.config.modules} >= set(MODULES)


def test_who_begins_is_who_decides_first() -> None:
    for seed in range(20):
        game = Game.new({"players": 3}, seed=seed)
        assert first_seat(game.config, seed) == game.active


def test_an_unknown_suite() -> None:
    with pytest.raises(ArenaError, match="suite: 'v3' is unknown; there are v1, v1-quick"):
        suite_of("v3")
