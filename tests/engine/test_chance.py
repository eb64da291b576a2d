"""Chance: fair dice and draws, scripts that take its place, and a future that can be dealt anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import policies
import pytest
import trajectory
from second_opinion.parts import COMPONENTS, KINDS

from burgundy_env import Game
from burgundy_env.engine.layout import STATE
from burgundy_env.engine.rng import below
from burgundy_env.game import ChanceMismatch, inside

# Chi-square beyond which a fair source falls once in 100,000 times, by degrees of freedom.
LIMIT = {1: 19.5, 2: 23.0, 3: 25.9, 4: 28.5, 5: 30.9, 7: 35.3, 8: 37.3, 9: 39.3, 19: 57.4, 35: 82.6}
OPENINGS = 3000


def chi_square(counts: Mapping[Any, int], expected: Mapping[Any, float]) -> float:
    """How far counts are from what was expected; things that can't come must not."""
    assert set(counts) <= set(expected)
    total, weight = sum(counts.values()), sum(expected.values())
    return sum((counts.get(x, 0) - total * w / weight) ** 2 / (total * w / weight) for x, w in expected.items())


def assert_fair(seen: Iterable[Any], expected: Mapping[Any, float]) -> None:
    """The things seen come as often as expected."""
    assert chi_square(Counter(seen), expected) < LIMIT[len(expected) - 1]


def alike(things: Iterable[Any]) -> dict[Any, float]:
    """All things equally likely."""
    return dict.fromkeys(things, 1.0)


@cache
def openings() -> list[list[dict[str, Any]]]:
    """The events of many games up to the first turn, seeds in a row."""
    found = []
    for seed in range(OPENINGS):
        game = Game.new({"players": 2}, seed=seed)
        for _ in range(2):
            game.push(game.legal_ids()[0])
        found.append([event for event in game.events if "chance" in event])
    return found


def results(kind: str, where: list[Any] | None = None, games: Iterable[list[dict[str, Any]]] = ()) -> list[Any]:
    """What chance gave for a kind of event, at a place if one is named."""
    return [
        event["result"]
        for events in games or openings()
        for event in events
        if event["chance"] == kind and where in (None, event["where"])
    ]


# --- distributions ---


def test_the_check_of_fairness_finds_a_loaded_die() -> None:
    loaded = [1 + i % 6 for i in range(5000)] + [6] * 200
    with pytest.raises(AssertionError):
        assert_fair(loaded, alike(range(1, 7)))
    with pytest.raises(AssertionError):
        assert_fair([7], alike(range(1, 7)))


@pytest.mark.parametrize("where", [[0, 1], [0, 2], [1, 1], [1, 2]])
def test_every_die_is_fair(where: list[int]) -> None:
    assert_fair(results("die", where), alike(range(1, 7)))


def test_the_white_die_is_fair() -> None:
    assert_fair(results("white_die"), alike(range(1, 7)))


def test_two_dice_of_a_seat_are_independent() -> None:
    pairs = zip(results("die", [0, 1]), results("die", [0, 2]), strict=True)
    assert_fair(pairs, alike((a, b) for a in range(1, 7) for b in range(1, 7)))


def test_dice_of_neighbouring_seeds_are_independent() -> None:
    rolls = results("die", [0, 1])
    assert_fair(pairwise(rolls), alike((a, b) for a in range(1, 7) for b in range(1, 7)))


def test_dice_of_a_whole_game_are_fair() -> None:
    game = trajectory.played(trajectory.CONFIGS[2], 1)
    rolls = [event["result"] for event in game.events if event.get("chance") == "die"]
    assert len(rolls) == 25 * 4 * 2
    assert_fair(rolls, alike(range(1, 7)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_begins_equally_often(players: int) -> None:
    firsts = [Game.new({"players": players}, seed=seed).active for seed in range(OPENINGS)]
    assert_fair(firsts, alike(range(players)))


def test_buildings_come_by_how_many_are_left() -> None:
    """The first of all draws: every kind has five tiles."""
    assert_fair(results("depot_tile", [1, 1]), alike(KINDS))


def test_monasteries_and_livestock_come_equally_often() -> None:
    assert_fair(results("depot_tile", [2, 1]), alike(f"m{n}" for n in COMPONENTS["supply"]["monastery"]["numbers"]))
    animals = Counter(tile[:-1] for tile in results("depot_tile", [3, 1]))
    assert_fair(animals.elements(), alike(COMPONENTS["supply"]["livestock"]["species"]))


def test_the_black_depot_is_drawn_from_its_own_supply() -> None:
    black = COMPONENTS["black_supply"]
    expected = dict.fromkeys(KINDS, float(black["building"]["per_kind"]))
    expected |= {name: float(black[name]) for name in ("ship", "castle", "mine")}
    monasteries = [f"m{number}" for number in black["monastery"]["numbers"]]
    livestock = len(COMPONENTS["supply"]["livestock"]["species"]) * len(black["livestock"]["per_species_counts"])
    expected |= {"monastery": float(len(monasteries)), "livestock": float(livestock)}
    lumped: Counter[str] = Counter()
    for name, weight in expected.items():
        lumped[_lump(name)] += weight
    seen = [_lump(tile) for tile in results("black_tile", [1])]
    assert_fair(seen, lumped)


def _lump(tile: str) -> str:
    if tile in KINDS:
        return f"building {KINDS.index(tile) // 2}"
    if tile in ("ship", "castle", "mine", "monastery", "livestock"):
        return tile
    return "monastery" if tile[1:].isdigit() else "livestock"


def test_a_second_tile_of_a_name_is_rarer() -> None:
    """Drawn without putting back: two ships in the black depot are less likely than with it."""
    pairs = list(zip(results("black_tile", [1]), results("black_tile", [2]), strict=True))
    ships, total = COMPONENTS["black_supply"]["ship"], 40
    twice = ships / total * (ships - 1) / (total - 1)
    assert_fair([pair == ("ship", "ship") for pair in pairs], {True: twice, False: 1 - twice})


def test_goods_of_the_piles_and_of_the_players_are_fair() -> None:
    assert_fair(results("pile_goods", [25]), alike(range(1, 7)))
    assert_fair(results("start_goods", [1, 3]), alike(range(1, 7)))
    assert_fair(results("round_goods", [1]), alike(range(1, 7)))


def test_random_duchies_are_sides_of_a_box_with_equal_boards() -> None:
    games = [Game.new({"players": 4, "duchies": "random:1-10"}, seed=seed).events for seed in range(OPENINGS)]
    assert_fair(results("duchy", [3], games), alike(range(1, 11)))
    boards = zip(results("duchy", [0], games), results("duchy", [1], games), strict=True)
    same_board = [(one + 1) // 2 == (other + 1) // 2 for one, other in boards]
    assert_fair(same_board, {True: 3 / 19, False: 16 / 19})


def test_the_generator_is_fair_for_numbers_that_are_no_power_of_two() -> None:
    state = np.zeros(1, STATE)
    state["rng"] = 1
    assert_fair([int(below(state[0], 10)) for _ in range(20_000)], alike(range(10)))
    assert_fair([int(below(state[0], 3)) for _ in range(20_000)], alike(range(3)))
    assert {int(below(state[0], 1)) for _ in range(100)} == {0}


# --- another future ---


def middle(seed: int = 4) -> Game:
    """A game in the middle."""
    game, rng = Game.new({"players": 3, "duchies": "random"}, seed=seed), random.Random(seed)
    for _ in range(120):
        game.push(policies.eager(game, rng))
    return game


def finished(game: Game) -> Game:
    """The game played on in the simplest way."""
    game = game.copy()
    while not game.is_over:
        game.push(game.legal_actions()[-1])
    return game


def test_redetermining_changes_the_future_and_nothing_else() -> None:
    game = middle()
    twin = game.copy()
    twin.redetermine(1)
    before, after = game.to_json(), twin.to_json()
    assert before.pop("hidden")["goods"] != after.pop("hidden")["goods"]
    assert after == before
    assert twin.legal_ids() == game.legal_ids()
    assert twin.scores() == game.scores()
    assert [event for event in twin.events if "action" in event or event["chance"] != "pile_goods"] == [
        event for event in game.events if "action" in event or event["chance"] != "pile_goods"
    ]
    assert twin != game
    futures = []
    for seed in (1, 1, 2, 3):
        other = game.copy()
        other.redetermine(seed)
        futures.append(trajectory.digest(finished(other).events[len(game.events) :]))
    assert futures[0] == futures[1]
    assert len(set(futures)) == 3
    assert trajectory.digest(finished(game).events[len(game.events) :]) not in futures


def test_redetermining_draws_from_the_same_supplies() -> None:
    """What can still come is what the counts say: the tiles of a later phase are among those not seen."""
    game = middle()
    hidden = game.to_json()["hidden"]
    for seed in range(5):
        other = game.copy()
        other.redetermine(seed)
        last = finished(other)
        drawn = Counter(
            event["result"] for event in last.events[len(game.events) :] if event.get("chance") == "black_tile"
        )
        assert drawn <= Counter(hidden["black"])
        assert Counter(hidden["black"]) - drawn == Counter(last.to_json()["hidden"]["black"])


def test_a_position_read_with_another_seed_has_another_future() -> None:
    document = middle().to_json()
    futures = {trajectory.digest(finished(Game.from_json(document, seed)).events) for seed in (1, 1, 2, 3)}
    assert len(futures) == 3


def test_hidden_tiles_left_out_are_dealt_differently_and_consistently() -> None:
    document = middle().to_json()
    hidden = document.pop("hidden")
    deals = [Game.from_json(document, seed).to_json()["hidden"] for seed in range(200)]
    assert len({trajectory.digest(deal) for deal in deals}) > 190
    sizes = {trajectory.digest(_sizes(deal)) for deal in deals}
    assert sizes == {trajectory.digest(_sizes(hidden))}


def _sizes(hidden: dict[str, Any]) -> list[int]:
    groups = [*hidden["supply"].values(), hidden["black"], hidden["goods"]]
    return [sum(group.values()) for group in groups]


def test_backs_of_tiles_in_sight_are_dealt_by_how_many_were_drawn() -> None:
    """While nobody buys, all black tiles drawn lie in the black depot, and no other tile has a black back."""
    game, rng = Game.new({"players": 2}, seed=5), random.Random(5)
    while game.to_json()["round"] < 4:
        game.push(rng.choice([action for action in game.legal_actions() if not action.startswith("buy")]))
    document = game.to_json()
    hidden = document.pop("hidden")
    stored = Counter(tile for player in document["players"] for tile in player["storage"])
    assert stored.keys() & Counter(hidden["black"]).keys()
    for seed in range(50):
        assert Game.from_json(document, seed).to_json()["hidden"]["black"] == hidden["black"]


# --- chance by script ---


def scripted_twin(game: Game) -> Game:
    """The same game made from its events, with no word of its seed."""
    events = game.events
    first = next((i for i, event in enumerate(events) if "action" in event), len(events))
    twin = Game.new(game.config, seed=987, chance=events[:first])
    while first < len(events):
        action = events[first]["action"]
        following = next((i for i in range(first + 1, len(events)) if "action" in events[i]), len(events))
        twin.push_scripted(action, events[first + 1 : following])
        first = following
    return twin


@pytest.mark.parametrize("config", trajectory.CONFIGS, ids=str)
def test_a_game_replays_from_its_events_alone(config: dict[str, Any]) -> None:
    game = trajectory.played(config, 3)
    twin = scripted_twin(game)
    assert twin.to_json() == game.to_json()
    assert twin.events == game.events
    assert twin.scores() == game.scores()


def test_a_script_decides_what_the_seed_would_have() -> None:
    game = Game.new({"players": 2}, seed=5)
    while game.legal_actions()[-1] != "end" or not _last(game):
        game.push(game.legal_actions()[-1])
    dice = [{"chance": "die", "where": [p, i], "result": 3} for p in _next_order(game) for i in (1, 2)]
    game.push_scripted("end", [*dice, {"chance": "white_die", "where": [], "result": 6}])
    document = game.to_json()
    assert [player["dice"] for player in document["players"]] == [[3, 3], [3, 3]]
    assert document["white_die"] == 6
    assert game.events[-5:] == [*dice, {"chance": "white_die", "where": [], "result": 6}]


def _last(game: Game) -> bool:
    document = game.to_json()
    return bool(document["active"] == document["order"][-1])


def _next_order(game: Game) -> list[int]:
    return [seat for space in reversed(game.to_json()["track"]) for seat in space]


def opening_script() -> list[dict[str, Any]]:
    """The chance of a setup."""
    return [event for event in Game.new({"players": 2}, seed=5).events if "chance" in event]


def refused(config: dict[str, Any], chance: list[dict[str, Any]], words: str) -> None:
    """The setup can't go so."""
    with pytest.raises(ChanceMismatch, match=words):
        Game.new(config, seed=1, chance=chance)


def test_setups_by_script_refuse_what_can_not_be() -> None:
    script, config = opening_script(), {"players": 2}
    assert Game.new(config, seed=1, chance=script).to_json() == Game.new(config, seed=5).to_json()
    refused(config, script[:-1], "too few")
    refused(config, [*script, script[-1]], "left over")
    refused(config, [script[1], script[0], *script[2:]], "can't happen here")
    refused(config, [{"chance": "first_player", "where": [], "result": 2}, *script[1:]], "can't happen here")
    goods = [event | {"result": 1} if event["chance"] == "pile_goods" else event for event in script]
    refused(config, goods, r"can't happen here")  # an eighth tile of type 1
    refused(
        config, [event | {"result": 9} if event["chance"] == "pile_goods" else event for event in script], "can't"
    )
    refused({"players": 3}, script, "too few|can't happen here")


def test_dice_and_tiles_by_script_must_be_there() -> None:
    game = Game.new({"players": 2, "duchies": [1, 1]}, seed=5)
    game.push(game.legal_actions()[0])
    action, told = game.legal_actions()[0], len(game.events)
    twin = game.copy()
    twin.push(action)
    script = [event for event in twin.events[told:] if "chance" in event]
    before = inside(game).state.tobytes()
    for kind, result in (
        ("die", 7),
        ("die", 0),
        ("depot_tile", "crane"),
        ("depot_tile", "mine"),
        ("black_tile", "m1"),
    ):
        index = next(i for i, event in enumerate(script) if event["chance"] == kind)
        changed = [*script[:index], script[index] | {"result": result}, *script[index + 1 :]]
        with pytest.raises(ChanceMismatch):
            game.push_scripted(action, changed)
        assert inside(game).state.tobytes() == before
    game.push_scripted(action, script)
    assert game.to_json() == twin.to_json()
