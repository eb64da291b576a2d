"""Who plays the games of the tests. Every policy picks from the legal list with a seeded generator."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from burgundy_env import Game

Policy = Callable[[Game, random.Random], str]

# What fills duchies and storages fastest. Such games see the rules that random ones miss.
_EAGER = ("pick", "free place", "d1 place", "d2 place", "recruit", "buy", "free take", "goods")


def uniform(game: Game, rng: random.Random) -> str:
    """Any legal action, each as likely as the others."""
    return rng.choice(game.legal_actions())


def eager(game: Game, rng: random.Random) -> str:
    """Mostly place, else buy, else take: colours get completed."""
    return _preferring(game.legal_actions(), _EAGER, rng, 0.8)


def greedy_builder(game: Game, rng: random.Random) -> str:
    """Place whenever possible, take rather than rest, never decline: the fullest duchies."""
    wishes = (
        "pick",
        "free place",
        "d1 place",
        "d2 place",
        "recruit",
        "free take",
        "d1 take",
        "d2 take",
        "buy",
        "goods",
    )
    return _preferring(game.legal_actions(), wishes, rng, 0.95)


def collector(game: Game, rng: random.Random) -> str:
    """Buy, take and ship more than fits: storages overflow, goods have to be chosen."""
    legal = game.legal_actions()
    ships = [
        a
        for a in legal
        if a.startswith(("d1 take", "d2 take")) and _tile(game, a) in ("ship", "m5", "m6", "town_hall")
    ]
    if ships and rng.random() < 0.7:
        return rng.choice(ships)
    full = [f"goods {depot}" for depot in _fullest(game)]
    if legal[0].startswith("goods") and rng.random() < 0.8:
        return next(action for action in full if action in legal)
    return _preferring(
        legal, ("keep", "discard", "free place", "d1 place", "d2 place", "buy", "d1 take", "d2 take"), rng, 0.7
    )


_OF_MODULES = {"inn", "crane", "geese", "white_castle", *(f"m{number}" for number in range(15, 30))}


def explorer(game: Game, rng: random.Random) -> str:
    """Whatever modules add, as often as it comes; else it builds and sells."""
    legal = game.legal_actions()
    document = game.to_json()
    wanted = _OF_MODULES | ({"ship"} if game.config.solo else set())  # goods to swap
    fetch = [action for action in legal if _fetched(document, action) in wanted]
    if fetch and rng.random() < 0.8:
        return rng.choice(fetch)
    if legal[0].startswith("goods"):
        return next(action for action in map("goods {}".format, _fullest(game)) if action in legal)
    wishes = ("retrieve", "swap", "pay", "effect", "points", "hire", "pick", "free place", "d1 place", "d2 place")
    if "shields" in game.config.modules:
        wishes = ("copy", "any", "shield", "free shield", "gather", *wishes)
    if "vineyards" in game.config.modules:
        wishes = ("vine", "plant", "free plant", "d1 plant", "d2 plant", "free double", "d1 double", *wishes)
    wishes += () if game.config.solo else ("free sell", "d1 sell", "d2 sell")
    wishes += ("recruit", "free take", "buy", "d1 take", "d2 take")
    return _preferring(legal, wishes, rng, 0.8)


def _fetched(document: dict[str, Any], action: str) -> str | None:
    """The tile that a purchase or a take brings."""
    verb, _, place = action.rpartition(" ")
    if verb in ("buy", "free take") and place == "inn":
        return place
    if verb in ("buy", "free take") and place[0] == "b":
        bought: str | None = document["black_depot"][int(place[1:]) - 1]
        return bought
    if place[0] == "v":
        return None
    if verb == "buy" or verb.endswith((" take", "recruit")):
        taken: str | None = document["depots"][place[0]]["tiles"][int(place[2]) - 1]
        return taken
    return None


def _preferring(legal: Sequence[str], wishes: Sequence[str], rng: random.Random, strength: float) -> str:
    for wish in wishes:
        wanted = [action for action in legal if action.startswith(wish)]
        if wanted and rng.random() < strength:
            return rng.choice(wanted)
    return rng.choice(legal)


def _tile(game: Game, take: str) -> str | None:
    depot, slot = take.split()[-1].split(".")
    tile: str | None = game.to_json()["depots"][depot]["tiles"][int(slot) - 1]
    return tile


def _fullest(game: Game) -> list[str]:
    depots = game.to_json()["depots"]
    return sorted(depots, key=lambda depot: (-len(depots[depot]["goods"]), depot))


POLICIES: dict[str, Policy] = {policy.__name__: policy for policy in (uniform, eager, greedy_builder, collector)}
# With the one who seeks out what modules bring.
ALL_POLICIES = POLICIES | {"explorer": explorer}
