"""Seats that may not do everything: the list of legal actions keeps to it, and so does who thinks ahead."""

from __future__ import annotations

import numpy as np
import pytest

from burgundy_env import Game, GameConfig
from burgundy_env.arena import Plan
from burgundy_env.arena.play import Cast, game_of, play_batch
from burgundy_env.arena.schedule import Fixture, Terms
from burgundy_env.engine.restricted import RestrictionError, check, restrictions
from burgundy_env.game import inside


def fixtures(games: int, terms: tuple[Terms, ...], config: GameConfig | None = None) -> list[Fixture]:
    """Games of an agent against itself on these terms."""
    return [Fixture(n, n, n, config or GameConfig(), (0, 0), terms) for n in range(games)]


def lists_of(game: Game, seat: int) -> list[tuple[dict, list[str]]]:
    """Play at random; what one seat might do each time, with where it stood."""
    random, seen = np.random.default_rng(5), []
    while game.active is not None:
        legal = game.legal_actions()
        if game.active == seat:
            seen.append((game.to_json(), legal))
        game.push(legal[random.integers(len(legal))])
    return seen


def taken(document: dict, action: str) -> str | None:
    """The tile that an action takes or buys."""
    verb, _, place = action.rpartition(" ")
    if verb.endswith("take") and "." in place:
        depot, slot = place.split(".")
        tile: str | None = document["depots"][depot]["tiles"][int(slot) - 1]
        return tile
    if verb == "buy" and place.startswith("b"):
        return str(document["black_depot"][int(place[1:]) - 1])
    return None


@pytest.mark.parametrize(("without", "is_barred"), [
    ("ship", lambda tile, action: tile == "ship"),
    ("monastery", lambda tile, action: tile is not None and tile[0] == "m" and tile[1:].isdigit()),
    ("m5", lambda tile, action: tile == "m5"),
    ("workers", lambda tile, action: action.endswith(" workers")),
    ("sell", lambda tile, action: " sell " in action),
    ("black_depot", lambda tile, action: action.startswith("buy b")),
])  # fmt: skip
def test_what_is_barred_is_not_legal_for_that_seat_alone(without, is_barred):
    plan, (fixture,) = Plan.of(["random"], 1), fixtures(1, (Terms(without=(without,)), Terms()))
    free, barred = (
        [
            [is_barred(taken(document, action), action) for action in legal]
            for document, legal in lists_of(game_of(plan, fixture), seat)
        ]
        for seat in (1, 0)
    )
    assert not any(any(one) and not all(one) for one in barred)  # all: there is nothing else to do
    assert sum(map(all, barred)) < len(barred) / 8
    assert any(any(one) and not all(one) for one in free) or without == "m5"  # one tile may not come


def test_who_is_left_with_nothing_may_do_it_all_the_same():
    everything = tuple(name for name in restrictions() if len(name) > 3)
    for result in play_batch(Plan.of(["random"], 1), fixtures(20, (Terms(without=everything), Terms()))):
        assert result.decided_by != "error"


@pytest.mark.parametrize("agent", ["heuristic", "turn:futures=10"])
def test_who_thinks_ahead_knows_it(agent):
    """No ship is ever taken, so that hardly any goods come in: none but those of the start."""
    plan = Plan.of([agent], 1)
    results = play_batch(plan, fixtures(6, (Terms(without=("ship",)), Terms())))
    goods = [[row.get("goods", 0) for row in result.breakdown] for result in results]
    without, free = np.mean(goods, axis=0)
    assert without < free / 2


def test_it_is_the_same_in_batches_and_one_by_one():
    plan, terms = Plan.of(["heuristic"], 1), (Terms(vp=3, silver=2, without=("livestock",)), Terms(workers=1))
    batch = play_batch(plan, fixtures(3, terms))
    cast = Cast(plan)
    for fixture, result in zip(fixtures(3, terms), batch, strict=True):
        alone = cast.play(fixture)
        for key in ("totals", "breakdown", "decisions", "choices", "first", "leads", "ranking"):
            assert getattr(alone, key) == getattr(result, key), key


def test_tables_of_others_stay_as_they_are():
    plan, (fixture,) = Plan.of(["random"], 1), fixtures(1, (Terms(without=("ship",)), Terms()))
    assert inside(game_of(plan, fixture)).tables["restricted"][0] == 1
    assert inside(Game.new()).tables["restricted"][0] == 0


@pytest.mark.parametrize(
    ("given", "meant"), [("ships", "ship"), ("monasteries", "monastery"), ("workers", "workers")]
)
def test_names_may_stand_in_the_plural(given, meant):
    assert check(given) == meant


def test_an_unknown_name_is_told_what_there_is():
    with pytest.raises(RestrictionError, match=r"without 'shps' \(did you mean 'ship'\?\): .*monastery"):
        check("shps")
