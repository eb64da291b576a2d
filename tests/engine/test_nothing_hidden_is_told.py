"""What an agent is handed tells nothing of what is hidden, whichever way it is read.

Two games that look alike on the table and differ in everything else, how the goods came to their piles included, give
the same view for the same seed: then nothing in it can come from what differs.
"""

from __future__ import annotations

import json
import pickle
import random
import statistics
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from burgundy_agents.protocol import seen

from burgundy_env import Game, Record
from burgundy_env.game import inside

CONFIGS: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "four": {"players": 4, "ruleset": "alea_2011", "duchies": "random"},
    "all modules": {"players": 3, "modules": "all", "duchies": "random"},
    "modifier A": {"players": 1, "chateauma": "hard+ABD"},
    "solo": {"players": 1, "modules": ["solo"]},
    "team": {"players": 4, "modules": ["team", "extra_tiles"]},
}
WAYS: dict[str, Callable[[Game], Any]] = {
    "events": lambda view: view.events,
    "position": lambda view: view.to_json(),
    "origin": lambda view: view.origin,
    "seed": lambda view: view.seed,
    "repr": repr,
    "str": str,
    "pickle": pickle.dumps,
    "copy": lambda view: pickle.dumps(view.copy()),
    "record": lambda view: list(Record.of(view).lines()),
    "scores": lambda view: (view.scores(), view.outcome()),
    "arrays": lambda view: (view.view(1).state.tobytes(), view.view(1).tape.tobytes()),
    "inside": lambda view: (inside(view).state.tobytes(), inside(view).tape.tobytes(), inside(view).legal_ids()),
    "what comes": lambda view: played_on(view).events,
}


def played_on(game: Game, decisions: int = 40) -> Game:
    twin, rng = game.copy(), random.Random(1)
    for _ in range(decisions):
        if not twin.is_over:
            twin.push(rng.choice(twin.legal_ids()))
    return twin


def dealt_otherwise(game: Game, others: int = 3) -> Game:
    """The same game on the table, its hidden things others: replayed with other goods on the piles of the phases to
    come, dealt in another order, other tiles for modifier A, and another seed. `others`: how many goods, with 0 the
    same ones come in another order.
    """
    hidden, rng = game.to_json()["hidden"], random.Random(5)
    first = next(i for i, event in enumerate(game.events) if "action" in event)
    setup = [dict(event) for event in game.events[:first]]
    piles = [event for event in setup if event["chance"] == "pile_goods"]
    drawn = Counter(event["result"] for event in game.events if event.get("chance") == "round_goods")
    lying = Counter({int(kind): count for kind, count in hidden["goods"].items()})
    unseen = Counter(dict.fromkeys(range(1, 7), 7))
    unseen.subtract(event["result"] for event in setup if event["chance"] in ("pile_goods", "start_goods"))
    if game.config.chateauma:
        unseen.subtract(range(1, 7))
    box = list(unseen.elements())
    coming = sorted(lying.elements())
    for i in range(min(others, len(box), len(coming))):
        k = next((k for k in range(len(coming)) if coming[k] != box[i]), None)
        if k is not None:
            coming[k], box[i] = box[i], coming[k]
    results = [*drawn.elements(), *coming]
    rng.shuffle(results)
    for event, result in zip(piles, results, strict=True):
        event["result"] = result
    black = Counter(hidden["black"])
    for event in setup:
        if event["chance"] == "joker_tile" and others:
            other = next(tile for tile in sorted(black) if tile != event["result"] and black[tile] > 0)
            black[other] -= 1
            event["result"] = other
    twin = Game.new(game.config, seed=987654321, chance=[event for event in setup if "chance" in event])
    groups: list[list[dict[str, Any]]] = []
    for event in game.events[first:]:
        if "action" in event:
            groups.append([])
        groups[-1].append(event)
    for action, *followed in groups:
        twin.push_scripted(action["action"], [event for event in followed if "chance" in event])
    return twin


def visible(game: Game) -> dict[str, Any]:
    return {key: value for key, value in game.to_json().items() if key != "hidden"}


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize("decisions", [1, 60])
def test_the_views_of_games_that_look_alike_are_the_same(name: str, decisions: int) -> None:
    game = played_on(Game.new(CONFIGS[name], seed=11), decisions)
    other = dealt_otherwise(game)
    assert visible(game) == visible(other)
    assert game.events != other.events
    for seed in (1, 2):
        one, two = seen(game, seed), seen(other, seed)
        for way, read in WAYS.items():
            assert read(one) == read(two), way


@pytest.mark.parametrize("name", ["two", "modifier A"])
def test_so_are_those_of_positions_that_look_alike(name: str) -> None:
    document = played_on(Game.new(CONFIGS[name], seed=11), 30).to_json()
    twin = json.loads(json.dumps(document))
    lying = twin["hidden"]["goods"]
    kinds = [str(kind) for kind in range(1, 7)]
    more = next(kind for kind in kinds if lying.get(kind, 0) < 3)
    less = max((kind for kind in kinds if kind != more), key=lambda kind: lying.get(kind, 0))
    lying[more], lying[less] = lying.get(more, 0) + 1, lying[less] - 1
    one, two = played_on(Game.from_json(document, seed=3), 20), Game.from_json(twin, seed=3)
    for action, *followed in _groups(one):
        two.push_scripted(action, followed)
    assert visible(one) == visible(two)
    for way, read in WAYS.items():
        assert read(seen(one, 9)) == read(seen(two, 9)), way


def _groups(game: Game) -> list[list[Any]]:
    groups: list[list[Any]] = []
    for event in game.events:
        if "action" in event:
            groups.append([event["action"]])
        elif "chance" in event:
            groups[-1].append(event)
    return groups


def test_over_many_views_the_truth_is_no_likelier_than_another_deal() -> None:
    """Value by value: how often views agree with the true game, and with one that looks like it."""
    ahead = []
    for seed in range(40):
        game = played_on(Game.new({"players": 1, "chateauma": "hard+A"}, seed=seed), 25)
        true, other = _values(game), _values(dealt_otherwise(game, 0))
        views = [_values(seen(game, number)) for number in range(12)]
        keys = {key for values in (true, other, *views) for key in values}
        hidden = [key for key in keys if len({view.get(key) for view in views}) > 1]
        assert len(hidden) > 25
        ahead.append(sum((view.get(key) == true.get(key)) - (view.get(key) == other.get(key))
                         for view in views for key in hidden))  # fmt: skip
    error = statistics.stdev(ahead) / len(ahead) ** 0.5
    assert abs(statistics.mean(ahead)) < 3 * error, (statistics.mean(ahead), error)


def _values(game: Game) -> dict[str, Any]:
    found = {f"event {i}": json.dumps(event) for i, event in enumerate(game.events)}
    for group, counts in game.to_json()["hidden"].items():
        for name, count in counts.items() if isinstance(counts, dict) else ():
            found[f"{group} {name}"] = json.dumps(count)
    return found


def test_a_game_does_not_hand_out_where_it_began() -> None:
    game = Game.from_json(played_on(Game.new(seed=2)).to_json(), seed=1)
    origin = game.origin
    assert origin is not None
    origin["players"][0]["vp"] = 99
    origin["hidden"]["goods"].clear()
    assert game.origin != origin
    assert game.copy().origin == game.origin


def test_the_seed_tells_how_the_true_game_goes_on() -> None:
    """So who is shown another deal is not told it: not by the game, its words or its record."""
    game = Game.new({"players": 2}, seed=987_654)
    game.redetermine(5)
    assert game.seed is None
    assert "987654" not in repr(game) + str(list(Record.of(game).lines()))
