"""Whole games with the Châteauma, and what must hold of every position on the way."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from typing import Any

import pytest
from checker import check_all_points_told, doubles_in_game, doubles_in_sight, printed_tiles, same_state
from policies import POLICIES
from second_opinion.parts import COMPONENTS

from burgundy_env import Game
from burgundy_env.game import inside

CONFIGS = [
    {"players": players, "chateauma": chateauma, "duchies": "random:1-30"}
    for players in (1, 2, 3)
    for chateauma in ("easy", "intermediate+AC", "hard+BD", "hard+ABCD")
]
CONFIGS += [
    {"players": players, "chateauma": chateauma, "duchies": "random:1-30", "modules": modules}
    for players, chateauma, modules in (
        (1, "hard+ABCD", ["extra_tiles", "border_posts"]),
        (2, "easy", ["castle_rule", "trade_routes"]),
        (2, "hard+AD", "all"),
        (3, "intermediate", "all"),
    )
]


@pytest.mark.parametrize(("config", "policy"), list(zip(CONFIGS, itertools.cycle(POLICIES), strict=False)), ids=str)
def test_every_position_adds_up_and_reads_back(config: dict[str, Any], policy: str) -> None:
    game, rng = Game.new(config, seed=17), random.Random(17)
    while not game.is_over:
        document = game.to_json()
        check_counts(document)
        if rng.random() < 0.1:
            check_round_trip(game, document)
            check_hidden_left_out(document)
            check_redetermined(game, document)
        game.push(POLICIES[policy](game, rng))
    check_counts(game.to_json())
    check_round_trip(game, game.to_json())
    check_all_points_told(game)
    totals = [score["total"] for score in game.scores()]
    assert [sum(score["breakdown"].values()) for score in game.scores()] == totals
    assert sorted(totals, reverse=True) == [totals[seat] for seat in game.outcome().ranking]  # type: ignore[union-attr]


def check_counts(document: dict[str, Any]) -> None:
    """No tile, goods tile or card is there twice, nothing is below zero."""
    its = document["chateauma"]
    assert min(its["vp"], its["silver"], *its["goods"].values(), *its["sold"].values(), 0) == 0
    modules = document["config"]["modules"]
    doubles = doubles_in_game(document)
    assert not tiles_in(document) + doubles_in_sight(document) - printed_tiles(modules) - doubles
    goods = Counter(document["hidden"]["goods"]) + Counter(map(str, document["round_goods"]))
    for holder in [*document["players"], its, *document["depots"].values()]:
        goods.update(holder["goods"])
        goods.update(holder.get("sold", {}))
        goods.update(map(str, holder.get("route_goods", [])))
    assert not goods - Counter({str(kind): COMPONENTS["goods"]["per_type"] for kind in range(1, 7)})
    # All but what was left over when the players had theirs: nothing gets lost.
    assert goods.total() == 25 + 3 * len(document["players"]) + 6
    cards = [card["id"] for card in its["cards"]] + its["discard"] + document["hidden"]["deck"]
    assert sorted(cards) == ([1, *range(10, 18)] if "vineyards" in document else list(range(1, 10)))
    assert all(None in card["tiles"] for card in its["cards"])


def tiles_in(document: dict[str, Any]) -> Counter[str]:
    """All tiles whose names the document says."""
    its, hidden = document["chateauma"], document["hidden"]
    tiles: Counter[str] = Counter(hidden["black"]) + Counter(castle=document.get("set_aside", 0))
    for supply in hidden["supply"].values():
        tiles.update(supply)
    places = [document["black_depot"], its["jokers"], *its["inventory"].values(), *its["duchy"].values()]
    places += [card["tiles"] for card in its["cards"]] + [depot["tiles"] for depot in document["depots"].values()]
    for player in document["players"]:
        places += [player["storage"], player["placed"].values()]
    for place in places:
        tiles.update(tile.removeprefix("black:") for tile in place if tile not in (None, "black"))
    return tiles


def check_round_trip(game: Game, document: dict[str, Any]) -> None:
    """A position written and read back is the same position; with the same generator the same game."""
    back = Game.from_json(json.dumps(document), seed=1)
    assert back.to_json() == document
    inside(back).state["rng"] = inside(game).state["rng"]
    assert back == game
    assert back.legal_ids() == game.legal_ids()


def check_hidden_left_out(document: dict[str, Any]) -> None:
    """What a document doesn't say is dealt: as much of everything, and so that it can be written and read again."""
    seen = {key: value for key, value in document.items() if key != "hidden"}
    dealt = Game.from_json(seen, seed=2).to_json()
    assert {key: value for key, value in dealt.items() if key != "hidden"} == seen
    assert Game.from_json(dealt).to_json() == dealt
    hidden, anew = document["hidden"], dealt["hidden"]
    assert anew["deck"] == hidden["deck"]
    for key in ("black", "goods"):
        assert sum(anew[key].values()) == sum(hidden[key].values())
    for colour, supply in hidden["supply"].items():
        assert sum(anew["supply"][colour].values()) == sum(supply.values())


def check_redetermined(game: Game, document: dict[str, Any]) -> None:
    """Another future, the same table: and the Châteauma's own dice and cards come out differently in it."""
    twin = game.copy()
    twin.redetermine(99)
    again = twin.to_json()
    assert {**again, "hidden": None} == {**document, "hidden": None}
    assert again["hidden"]["supply"] == document["hidden"]["supply"]
    assert again["hidden"]["deck"] == document["hidden"]["deck"]
    assert not same_state(twin, game)


def test_dealing_anew_gives_the_chateauma_another_future() -> None:
    game = Game.new({"players": 1, "chateauma": "easy"}, seed=3)
    game.push(game.legal_ids()[0])
    rolls = set()
    for seed in range(12):
        twin = game.copy()
        twin.redetermine(seed)
        while twin.to_json()["round"] == 1:
            twin.push(twin.legal_ids()[-1])
        rolls.add(next(event["result"] for event in twin.events if event.get("chance") == "chateauma_die"))
    assert len(rolls) > 2


def test_a_game_replays_from_its_chance_events() -> None:
    """Without its seed: the Châteauma's rolls and cards are among the events, its steps follow from them."""
    game, rng = Game.new({"players": 2, "chateauma": "hard+ABCD"}, seed=5), random.Random(5)
    setup = len(game.events)
    other = Game.new(game.config, seed=6, chance=game.events)
    assert other.to_json() == game.to_json()
    told = setup
    while not game.is_over:
        action = rng.choice(game.legal_actions())
        game.push(action)
        since = game.events[told:]
        other.push_scripted(action, [event for event in since if "chance" in event])
        assert other.events[told:] == since
        told = len(game.events)
    assert other.to_json() == game.to_json()
