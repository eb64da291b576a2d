"""Dealing anew: nobody who plans on a redetermined game is helped by what was hidden."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
import trajectory
from second_opinion.parts import COMPONENTS

from burgundy_env import Game
from burgundy_env.config import GameConfig
from burgundy_env.data import load
from burgundy_env.engine.tables import tables_for
from burgundy_env.game import inside
from burgundy_env.records import Record

CONFIGS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 4, "ruleset": "alea_2011"},
    {"players": 1, "chateauma": "hard+A"},
    {"players": 3, "chateauma": "easy+ABCD"},
]


def walked(config: dict[str, Any], decisions: int, seed: int = 3) -> Game:
    """A game after so many random decisions, fewer if it ends before."""
    game, rng = Game.new(config, seed=seed), random.Random(seed)
    for _ in range(decisions):
        if game.is_over:
            break
        game.push(rng.choice(game.legal_ids()))
    return game


def visible(game: Game) -> dict[str, Any]:
    """All that lies on the table."""
    return {key: value for key, value in game.to_json().items() if key != "hidden"}


def hidden_otherwise(game: Game) -> Game:
    """A game with the same table and other hidden things, made without `redetermine`."""
    other = game.copy()
    s = inside(other).state[0]
    pile, goods = s.pile, _unseen_goods(game)
    box = {kind: goods[kind] - int(pile[kind]) for kind in range(6)}
    for kind in range(6):  # as many as can be of one type change places with those of another in the box
        for with_kind in range(6):
            moved = min(int(pile[kind]), box[with_kind]) if kind < with_kind else 0
            pile[kind] -= moved
            pile[with_kind] += moved
            box[kind] += moved
            box[with_kind] -= moved
    for i in range(len(s.unseen)):
        instead = next((tile for tile in range(len(s.black_supply)) if s.black_supply[tile] > 0), 0)
        if s.unseen[i] and instead:
            s.black_supply[instead] -= 1
            s.black_supply[s.unseen[i]] += 1
            s.unseen[i] = instead
    s.rng += 1
    return other


def _unseen_goods(game: Game) -> Counter[int]:
    document = game.to_json()
    seats = [*document["players"], *([document["chateauma"]] if document["config"]["chateauma"] else [])]
    goods = Counter(dict.fromkeys(range(6), COMPONENTS["goods"]["per_type"]))
    for counts in [seat[key] for seat in seats for key in ("goods", "sold")]:
        goods.subtract({int(kind) - 1: count for kind, count in counts.items()})
    for depot in document["depots"].values():
        goods.subtract({int(kind) - 1: count for kind, count in depot["goods"].items()})
    goods.subtract(kind - 1 for kind in document["round_goods"])
    return goods


@pytest.mark.parametrize("config", CONFIGS, ids=str)
@pytest.mark.parametrize("decisions", [0, 9, 60, 150])
def test_what_was_hidden_before_leaves_no_trace(config, decisions):
    game = walked(config, decisions)
    other = hidden_otherwise(game)
    assert visible(game) == visible(other)
    if decisions < 150 or "chateauma" not in config:
        assert game.to_json()["hidden"] != other.to_json()["hidden"], "nothing was hidden otherwise"
    for seed in range(5):
        one, two = game.copy(), other.copy()
        one.redetermine(seed)
        two.redetermine(seed)
        assert one == two
        assert (inside(one).state == inside(two).state).all()
        assert visible(one) == visible(game)


def test_goods_of_the_piles_are_dealt_from_all_that_are_not_in_view():
    game = walked({"players": 2}, 9)
    unseen, seen = _unseen_goods(game), Counter()
    deals = 2000
    for seed in range(deals):
        game.redetermine(seed)
        piles = {int(kind) - 1: count for kind, count in game.to_json()["hidden"]["goods"].items()}
        assert sum(piles.values()) == 20
        assert all(piles[kind] <= unseen[kind] for kind in piles)
        seen.update(piles)
    for kind in range(6):
        expected = 20 * unseen[kind] / sum(unseen.values())
        assert seen[kind] / deals == pytest.approx(expected, abs=0.1)


def test_tiles_of_modifier_a_change_places_with_the_black_supply():
    game = walked({"players": 1, "chateauma": "hard+A"}, 9)
    kept = _black_not_seen(game)
    found = set()
    for seed in range(50):
        game.redetermine(seed)
        assert _black_not_seen(game) == kept
        found.add(tuple(sorted(inside(game).state["unseen"][0].tolist())))
    assert len(found) > 40


def _black_not_seen(game: Game) -> Counter[int]:
    """Names of all black tiles that were never seen."""
    supply = dict(enumerate(inside(game).state["black_supply"][0].tolist()))
    return Counter(supply) + Counter(inside(game).state["unseen"][0].tolist())


def test_a_position_knows_what_modifier_a_may_have_taken():
    """Read back, its tiles are any that are neither in view nor in the supply; their number is known."""
    document = walked({"players": 2, "chateauma": "hard+A"}, 40).to_json()
    for seed in range(20):
        state = inside(Game.from_json(document, seed=seed)).state[0]
        unseen = Counter(tile for tile in state.unseen.tolist() if tile)
        assert unseen.total() == 5
        printed = tables_for(GameConfig.of(document["config"]), load())[0].black_supply
        for tile, count in unseen.items():
            lying = sum(1 for other in state.black_depot.tolist() if other == tile)
            assert count + lying + int(state.black_supply[tile]) <= printed[tile]


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_a_game_dealt_anew_is_still_a_game_that_can_be_replayed(config):
    game = walked(config, 30)
    from_position = Game.from_json(game.to_json(), seed=4)
    for case in (game, from_position):
        for seed in (5, 6):
            case.redetermine(seed)
            rng = random.Random(seed)
            while not case.is_over and rng.random() < 0.97:
                case.push(rng.choice(case.legal_ids()))
        record = Record.of(case, ["random"] * case.config.players)
        assert record.seed is None
        replayed = record.game()
        assert replayed.to_json() == case.to_json()
        assert replayed.events == case.events


def test_a_copy_dealt_anew_leaves_the_origin_alone():
    game = Game.from_json(walked({"players": 2}, 30).to_json(), seed=4)
    origin = trajectory.digest(game.origin)
    copy = game.copy()
    copy.redetermine(7)
    assert trajectory.digest(game.origin) == origin
    assert trajectory.digest(copy.origin) != origin
