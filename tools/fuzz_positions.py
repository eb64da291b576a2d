"""A fuzzer for `Game.from_json`: damaged documents must be refused with a sentence, or be games that can be played.

`python tools/fuzz_positions.py --seconds 60 [--seed N]`; `fuzzing.py` tells how long runs are cut up.
"""

from __future__ import annotations

import copy
import json
import random
import sys
from functools import cache
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).resolve().parents[1] / place) for place in ("tests", "tests/support"))
import fuzzing
import policies
from checker import CONFIGS, check_decision, check_round_trip, check_scores, check_table, tiles_in_sight

from burgundy_env import Game, PositionError
from burgundy_env.modules.sizes import PENDING_DEPTH
from burgundy_env.position.bounds import MOST_WEALTH

SCALARS = (
    None, True, False, 0, 1, 2, 3, 6, 7, 8, -1, 31, 42, 43, 127, 128, 255, 256, 9999, 10000, 32767, 32768, 2**31,
    2**63, 2**64, 10**30, 0.5, 2.0, float("nan"), float("inf"), "", "1", "h1", "h37", "h38", "d1", "free", "castle",
    "ship", "m1", "m6", "m28", "inn", "black", "geese", "crane", "bank", "cow2", "building", "mine", "sides", "start",
    "turn", "over", "random:1-30", "sides:1-4", "alea_2011", "A", "E", "é", "\ud800", "x" * 300, [], {}, [[]],
    [0, 1], [1, 0], [1, 1], [[0, 1], [], [], [], [], [], []], {"kind": "castle"}, {"kind": "sell"}, {"kind": "ship"},
    {"kind": "pick", "hex": "h1", "by": "d1"}, {"kind": "ship2", "near": 1}, {"kind": "keep", "depot": 1},
    {"kind": "discard", "for": "mine"}, {"kind": "place"}, {"kind": "take", "colours": ["ship", "ship"]},
    {"kind": "crane"}, {"kind": "white_castle"}, {"kind": "black"}, {"kind": "points"}, {"kind": "swap"},
    {"kind": "pay", "left": 1}, {"kind": "clear"}, {"kind": "after", "hex": "h19", "steps": ["region", "effect"]},
    {"kind": "discard", "for": "inn"}, "routes", "random", "chosen", "white_castle", "m27", "m29", "post_large",
    "phase_end", {"h19": 18}, {"1": [4, 6], "3": [16]}, {"kind": "shield", "id": 17}, {"kind": "gather"},
    {"kind": "straight", "from": "depots"}, {"kind": "set", "tile": "ship"}, {"kind": "upkeep", "shields": [3, 17]},
    {"kind": "phase_end", "step": 14},
    "p1", "p13", "red", "orange+blue", "blue+orange", {"p1": "red+red"}, {"red": 5},
    {"kind": "discard", "for": "red+blue"},
    {"kind": "plant", "space": "p1", "by": "d1"}, {"kind": "double"}, {"kind": "take_black"}, {"kind": "vine"},
    {"kind": "bonuses", "left": ["free_action", "take_double"]}, {"kind": "set", "tile": "red+blue"},
    {"kind": "stow", "tile": "bank"}, "h38", "h58",
)  # fmt: skip
ENTRIES = [scalar for scalar in SCALARS if isinstance(scalar, dict) and "kind" in scalar]
WITH_CHATEAUMA = [
    {"players": players, "ruleset": ruleset, "duchies": "random:1-30", "chateauma": chateauma}
    for players, ruleset, chateauma in (
        (1, "special_edition", "easy"),
        (1, "alea_2011", "hard+ABCD"),
        (2, "special_edition", "intermediate+D"),
        (3, "alea_2011", "hard+AC"),
    )
]
WITH_MODULES = [
    {"players": 2, "duchies": "random", "modules": "all", "trade_route_order": "chosen"},
    {"players": 3, "ruleset": "alea_2011", "duchies": "random:11-18", "modules": ["castle_rule", "inns"]},
    {"players": 4, "duchies": "sides:23-30", "modules": ["border_posts", "extra_tiles", "trade_routes"]},
    {"players": 2, "duchies": "random", "modules": "all", "chateauma": "hard+ABCD"},
    {"players": 1, "modules": ["solo"]},
    {"players": 1, "modules": ["extra_tiles", "white_castles", "solo"], "duchies": [34], "solo_target": 15},
    {"players": 3, "modules": ["shields"]},
    {"players": 2, "modules": ["vineyards"]},
    {"players": 3, "modules": ["vineyards", "shields"], "vines_out": ["red"]},
    {"players": 4, "modules": ["team"]},
    {"players": 4, "modules": ["extra_tiles", "white_castles", "team"], "duchies": [32, 31]},
]
PLAYED_ON = (60, 60, 60, 60, 60, 400)  # random actions in an accepted game; the last is to the end of most


@cache
def seeds_of_positions() -> tuple[dict[str, Any], ...]:
    """Valid documents of all kinds: early, late, over, with decisions pending."""
    documents, seen = [], set[str]()
    for number, config in enumerate(CONFIGS + WITH_CHATEAUMA + WITH_MODULES):
        rng, game = random.Random(number), Game.new(config, seed=number)
        while not game.is_over:
            document = game.to_json()
            kinds = {entry["kind"] for entry in document["pending"]}
            if rng.random() < 0.02 or (kinds and rng.random() < 0.1) or kinds - seen:
                documents.append(document)
                seen |= kinds
            play = policies.collector if number % 2 else policies.eager
            game.push((policies.explorer if config in WITH_MODULES else play)(game, rng))
        documents.append(game.to_json())
    return tuple(documents)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values inside a document, the document itself left out."""
    found = [path] if path else []
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            found += places(value[key], (*path, key))
    return found


def at(document: Any, path: tuple[Any, ...]) -> Any:
    """The value at a path."""
    for key in path:
        document = document[key]
    return document


def loaded(document: dict[str, Any], rng: random.Random) -> None:
    """Much of something that is limited: of what seats have, of decisions, of the Châteauma's tiles."""
    owners = [*document["players"], *([document["chateauma"]] if "chateauma" in document else [])]
    owner = rng.choice([owner for owner in owners if isinstance(owner, dict)])
    kind = rng.choice(("wealth", "wealth", "pending", "tiles", "goods"))
    if kind == "wealth":
        owner[rng.choice(("vp", "workers", "silver"))] = rng.choice((0, 1, 900, 7000, 9999, 15_000, 24_000, 32_000))
    elif kind == "pending" and isinstance(document["pending"], list):
        entries = [copy.deepcopy(rng.choice([*ENTRIES, *document["pending"]])) for _ in range(rng.randrange(1, 24))]
        document["pending"] = entries if rng.random() < 0.5 else [copy.deepcopy(entries[0]) for _ in entries]
    elif kind == "tiles" and "inventory" in owner:
        place = rng.choice(("inventory", "duchy"))
        owner[place] = {"mine": ["mine"] * rng.randrange(12), "castle": ["castle"] * rng.randrange(16),
                        "building": ["church", "market", "carpenter"] * rng.randrange(7)}  # fmt: skip
        owner["jokers"] = [rng.choice(("ship", "cow3", "bank")) for _ in range(rng.randrange(40))]
    elif kind == "goods" and isinstance(owner.get("goods"), dict):
        owner["goods"] = {str(goods): rng.randrange(8) for goods in range(1, 7)}


def damaged(rng: random.Random) -> Any:
    """A document, or a text, with one to four damages."""
    originals = seeds_of_positions()
    document = copy.deepcopy(rng.choice(originals))
    if rng.random() < 0.3:
        del document["hidden"]
    if rng.random() < 0.2:
        loaded(document, rng)
        return document
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        damage_one(document, rng, rng.choice(originals))
    if rng.random() < 0.1:
        return damaged_text(json.dumps(document), rng)
    return document


def damage_one(document: dict[str, Any], rng: random.Random, donor: dict[str, Any]) -> None:
    everywhere = places(document)
    if not everywhere:
        return
    # As many attempts at what stands high up as deep down: most paths are deep in supplies and duchies.
    depth = rng.choice(sorted({len(path) for path in everywhere}))
    path = rng.choice([path for path in everywhere if len(path) == depth])
    parent, key, value = at(document, path[:-1]), path[-1], at(document, path)
    kind = rng.choice(
        ("replace", "replace", "delete", "duplicate", "number", "number", "splice", "swap", "text", "key")
    )
    if kind == "replace":
        parent[key] = copy.deepcopy(rng.choice(SCALARS))
    elif kind == "delete":
        del parent[key]
    elif kind == "duplicate" and isinstance(parent, list):
        parent.insert(rng.randrange(len(parent) + 1), copy.deepcopy(value))
    elif kind == "number" and type(value) is int:
        parent[key] = value + rng.choice((-2, -1, 1, 1, 2, 5))
    elif kind == "splice":
        same = [other for other in places(donor) if other[-1] == key and len(other) == len(path)]
        if same:
            parent[key] = copy.deepcopy(at(donor, rng.choice(same)))
    elif kind == "swap":
        other = rng.choice([path for path in everywhere if len(path) == depth])
        if at(document, other[:-1]) is not value:
            there, at(document, other[:-1])[other[-1]] = at(document, other), value
            parent[key] = there
    elif kind == "text" and isinstance(value, str):
        i = rng.randrange(len(value) + 1)
        parent[key] = rng.choice(
            (value[:i], value[i:], value[:i] + rng.choice("0123456789hmé ") + value[i + 1 :], value * 2)
        )
    elif kind == "key" and isinstance(parent, dict):
        names = [
            key
            for holder in (document, donor)
            for path in places(holder)
            for key in path[-1:]
            if isinstance(key, str)
        ]
        parent[rng.choice([*names, str(key) + "x"])] = parent.pop(key)


def damaged_text(text: str, rng: random.Random) -> str:
    i, j = rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)
    return rng.choice(
        (
            text[:i],
            text[i:],
            text[:i] + rng.choice('{}[],:"\\0-e.x\x00é') + text[i + 1 :],
            text[:i] + text[j : j + 40] + text[i:],
            text.replace("1", "1" * 5000, 1),
            text.replace("null", "[" * rng.choice((10, 2000, 100_000)), 1),
        )
    )


def try_document(document: Any, seed: int) -> str:
    """Whether the document was accepted or refused. Anything but a refusal or a playable game is an error."""
    original = copy.deepcopy(document)
    try:
        game = Game.from_json(document, seed=seed)
    except PositionError as refusal:
        if str(refusal).count(" ") < 2 or not same(document, original):
            raise AssertionError("the refusal is no sentence, or reading changed the document") from refusal
        return "refused"
    rng = random.Random(seed)
    for number in range(rng.choice(PLAYED_ON)):
        if number % 10 == 0 or game.is_over:
            check_position(game, seed)
        if game.is_over:
            break
        check_decision(game, game.to_json())
        game.push(rng.choice(game.legal_actions()))
    check_position(game, seed)
    return "accepted"


def check_position(game: Game, seed: int) -> None:
    """What must hold of any position, however strange."""
    position = game.to_json()
    check_table(position)
    check_scores(game.scores(), position)
    owners = [*position["players"], *position.get("teams", []), position.get("chateauma", {})]
    assert all(0 <= owner.get(key, 0) <= MOST_WEALTH for owner in owners for key in ("vp", "workers", "silver"))
    assert len(position["pending"]) < PENDING_DEPTH, "one more would be written past the row"
    check_round_trip(game, position, seed)
    assert min(tiles_in_sight(position).values()) >= 0


def as_text(document: Any) -> str:
    """The document as a file would hold it."""
    return document if isinstance(document, str) else json.dumps(document)


def same(one: Any, other: Any) -> bool:
    """Equality that lets not-a-number be itself."""
    return repr(one) == repr(other)


def main() -> None:
    """The command line."""
    seeds_of_positions()
    fuzzing.main(__doc__.splitlines()[0], damaged, try_document, as_text)


if __name__ == "__main__":
    sys.exit(main())
