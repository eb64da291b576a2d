"""Who meets whom: seats, seeds and duchies are shared out fairly, whoever takes part."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from burgundy_env.arena import ArenaError, Plan
from burgundy_env.arena.entrants import read_entrants
from burgundy_env.arena.schedule import Fixture, derived_seed
from burgundy_env.config import ConfigError, GameConfig

AGENTS = ["random", "turn:ms=5", "turn:ms=6", "turn:ms=7", "random"]


def plans(agents: int, seats: int, games: int, seed: int = 1) -> Plan:
    return Plan(tuple(AGENTS[:agents]), games, GameConfig(players=seats), seed)


def by_match_up(plan: Plan) -> dict[tuple[int, ...], list[Fixture]]:
    games = defaultdict(list)
    for fixture in plan.fixtures:
        games[tuple(sorted(fixture.seats))].append(fixture)
    return games


@settings(max_examples=60, deadline=None)
@given(agents=st.integers(1, 5), seats=st.integers(2, 4), games=st.integers(1, 50), seed=st.integers(0, 9))
def test_a_schedule_is_fair(agents: int, seats: int, games: int, seed: int) -> None:
    plan = plans(agents, seats, games, seed)
    met = by_match_up(plan)
    if agents >= seats:
        assert set(met) == set(combinations(range(agents), seats))
    else:
        assert all(set(players) == set(range(agents)) for players in met)
    assert [fixture.number for fixture in plan.fixtures] == list(range(len(plan.fixtures)))
    for players, fixtures in met.items():
        assert games <= len(fixtures) < games + seats
        # Everybody has every seat equally often, in every block and so in all.
        blocks = defaultdict(list)
        for fixture in fixtures:
            blocks[fixture.block].append(fixture)
        assert set(blocks) == set(range(len(blocks)))
        for block in blocks.values():
            assert len({fixture.seed for fixture in block}) == 1
            assert len({fixture.seats for fixture in block}) == len(block)
            times = {seat: Counter(fixture.seats[seat] for fixture in block) for seat in range(seats)}
            assert all(count == times[0] for count in times.values())
            assert all(times[0][who] * seats == players.count(who) * len(block) for who in set(players))
        assert len({block[0].seed for block in blocks.values()}) == len(blocks)
    # The same set-ups for all match-ups.
    seeds = defaultdict(set)
    for fixture in plan.fixtures:
        seeds[fixture.block].add(fixture.seed)
    assert all(len(found) == 1 for found in seeds.values())
    assert plans(agents, seats, games, seed).fixtures == plan.fixtures


@pytest.mark.parametrize(("seats", "orders"), [(3, 2), (4, 6)])
def test_the_order_round_the_table_changes_from_block_to_block(seats: int, orders: int) -> None:
    plan = plans(seats, seats, seats * orders)
    assert len({fixture.seats for fixture in plan.fixtures}) == seats * orders
    follows = Counter(
        (fixture.seats[seat], fixture.seats[(seat + 1) % seats]) for fixture in plan.fixtures for seat in range(seats)
    )
    assert len(set(follows.values())) == 1
    assert len(follows) == seats * (seats - 1)


def test_an_interrupted_tournament_has_met_evenly() -> None:
    begun = plans(4, 2, 50).fixtures[:120]
    assert set(Counter(tuple(sorted(fixture.seats)) for fixture in begun).values()) == {20}


def test_the_chateauma_takes_the_last_seat_of_tables_of_its_own() -> None:
    plan = Plan.of(["random", "chateauma:hard+DA", "greedy"], 10, config={"players": 2})
    assert [entrant.text for entrant in plan.entrants] == ["random", "chateauma:hard+AD", "greedy"]
    met = by_match_up(plan)
    assert set(met) == {(0, 2), (0, 1), (1, 2)}
    for players, fixtures in met.items():
        for fixture in fixtures:
            assert fixture.config.seats == 2
            if 1 in players:
                assert fixture.seats[-1] == 1
                assert str(fixture.config.chateauma) == "hard+AD"
            else:
                assert fixture.config.chateauma is None
    # A game each: there are no seats to exchange, and the seeds are those of the other tables.
    assert len(met[0, 1]) == 10
    assert [fixture.seed for fixture in met[0, 1]][:5] == [fixture.seed for fixture in met[0, 2]][::2]


def test_two_chateaumas_never_meet_and_players_rotate_against_one() -> None:
    plan = Plan.of(["random", "greedy", "chateauma:easy", "chateauma:hard"], 4, config={"players": 3})
    met = by_match_up(plan)
    assert set(met) == {(0, 1, 2), (0, 1, 3)}
    for (_, _, automa), fixtures in met.items():
        assert [fixture.seats for fixture in fixtures] == [(0, 1, automa), (1, 0, automa)] * 2


def test_against_the_chateauma_every_given_board_is_played() -> None:
    plan = Plan.of(["random", "chateauma:easy"], 10, config={"players": 2, "duchies": [1, 5]})
    assert Counter(fixture.config.duchies for fixture in plan.fixtures) == {(1,): 5, (5,): 5}


def test_a_config_with_the_chateauma_has_it_in_every_game() -> None:
    plan = Plan.of(["random", "greedy"], 3, config="chateauma_hard")
    assert set(by_match_up(plan)) == {(0, 2), (1, 2)}
    assert {fixture.config for fixture in plan.fixtures} == {GameConfig.of("chateauma_hard")}


def test_one_agent_plays_itself_and_few_fill_the_table() -> None:
    assert set(by_match_up(plans(1, 4, 1))) == {(0, 0, 0, 0)}
    assert set(by_match_up(plans(2, 4, 1))) == {(0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1)}
    # With the Châteauma about nobody wants to see that.
    assert set(by_match_up(Plan.of(["random", "chateauma"], 2))) == {(0, 1)}


def test_equal_agents_are_numbered() -> None:
    names = [entrant.name for entrant in read_entrants(["random", "turn:ms=5", "random", "turn:ms=5.0", "random"])]
    assert names == ["random", "turn:ms=5", "random#2", "turn:ms=5#2", "random#3"]


def test_seeds_are_spread_and_fit_every_json() -> None:
    seeds = {derived_seed(seed, what, i) for seed in range(20) for what in ("game", "player") for i in range(50)}
    assert len(seeds) == 2000
    assert 2**52 < max(seeds) < 2**53
    assert derived_seed(1, "game", 0) == 3666228157138259  # may never change: it would change all tournaments


@pytest.mark.parametrize(
    ("agents", "config", "message"),
    [
        ([], None, "who plays"),
        (["chateauma:hard"], None, "needs somebody to play against"),
        (["random", "chateauma:easy"], "chateauma_hard", r"has the Châteauma \(hard\) already"),
        (["randm"], None, "no agent 'randm'"),
        (["turn:ms=5,futures=5"], None, "futures or ms, not both"),
        (["random", "chateauma:hrd"], None, "chateauma.difficulty: 'hrd' is unknown"),
        (["random"], "base5p", "no config is called 'base5p'"),
    ],
)
def test_what_can_not_be_played_is_refused(agents: list[str], config: str | None, message: str) -> None:
    with pytest.raises((ArenaError, ConfigError, ValueError), match=message):
        Plan.of(agents, 10, config=config)


@pytest.mark.parametrize("games", [0, -1, 1.5, True])
def test_a_number_of_games_is_needed(games: object) -> None:
    with pytest.raises(ArenaError, match="games: a number from 1"):
        Plan.of(["random"], games)  # type: ignore[arg-type]
