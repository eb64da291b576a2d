"""Where random games of the differential test begin besides the start: rich positions and late ones."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

from second_opinion.games import model_of, supplies
from second_opinion.parts import BOARD, NEAR, ROUTES, colour_of, region
from second_opinion.vineyards import turned

from burgundy_env import Game, PositionError

_BUILDINGS = ("white_castle", "town_hall", "warehouse")
_MONASTERIES = ("m1", "m5", "m6", "m8", "m9", "m16", "m20", "m26", "m27", "m28", "m29")
_BLACK = ("crane", "geese", "white_castle", "m7", "m24")


def rich(game: Game, rng: random.Random) -> Game:
    """The first turn, with tiles of the modules swapped into the depots, and players who can afford things."""
    doc = _first_turn(game, rng)
    for owner in _owners(doc):
        _endow(owner, rng)
    _hand_out_shields(doc, 1, rng)
    _grow_vineyards(doc, doc["hidden"].get("doubles", {}), 2, rng)
    _swap_in(doc["black_depot"], doc["hidden"]["black"], _BLACK, rng)
    for depot in doc["depots"].values():
        for colour, wanted in (("building", _BUILDINGS), ("monastery", _MONASTERIES)):
            slots = [i for i, tile in enumerate(depot["tiles"]) if tile and colour_of(tile) == colour]
            picked = [depot["tiles"][i] for i in slots]
            _swap_in(picked, doc["hidden"]["supply"][colour], wanted, rng)
            for i, tile in zip(slots, picked, strict=True):
                depot["tiles"][i] = tile
    return Game.from_json(doc, seed=rng.randrange(2**32))


def late(game: Game, rng: random.Random) -> Game:
    """The first turn moved to a late phase, the duchies all but full; what is hidden is dealt anew."""
    first = _first_turn(game, rng)
    unseen = first.pop("hidden")
    for attempt in range(40):
        doc = copy.deepcopy(first)
        doc["phase"] = rng.choice("CDE" if len(doc["players"]) == 1 else "E")
        _fill_duchies(doc, rng.uniform(0.4, 1.0 - attempt / 70), rng)
        _hand_out_shields(doc, 3, rng)
        _grow_vineyards(doc, dict(unseen.get("doubles", {})), 9, rng)
        for owner in _owners(doc):
            _endow(owner, rng)
        for player in doc["players"]:
            laid = 3 * len(player.get("route", []))
            if laid:
                player["route_goods"] = _some_goods(rng.randrange(laid // 2 + 1), player["route"], rng)
        owners = set()  # of monastery 27; in a team a partner placed it
        for index, owner in enumerate(_owners(doc)):
            if "m27" in owner["placed"].values():
                seat = index + 2 * rng.randrange(2) if "teams" in doc else index
                owner.update({"m27": seat} if "teams" in doc else {})
                owners.add(seat)
        for stack in doc.get("track", []):
            stack.sort(key=lambda seat: seat not in owners)  # where monastery 27 has put its owner's marker
        try:
            return Game.from_json(doc, seed=rng.randrange(2**32))
        except PositionError:
            continue  # more tiles or goods of a kind than can have come into the game
    return Game.from_json(first, seed=rng.randrange(2**32))


def _first_turn(game: Game, rng: random.Random) -> dict[str, Any]:
    while game.to_json()["stage"] != "turn":
        game.push(rng.choice(game.legal_actions()))
    return game.to_json()


def _endow(player: dict[str, Any], rng: random.Random) -> None:
    player["workers"] += rng.choice([0, 2, 6])
    player["silver"] += rng.choice([0, 2, 8])
    if "target" in player:
        player["vp"] = rng.randrange(player["target"])
    else:
        player["vp"] += rng.choice([0, 5, 12])


def _owners(doc: dict[str, Any]) -> list[dict[str, Any]]:
    """Those who have a duchy: players, or teams."""
    return doc.get("teams", doc["players"])


def _hand_out_shields(doc: dict[str, Any], most: int, rng: random.Random) -> None:
    """Shields from the depots onto castles."""
    for player in doc["players"] if "shields" in doc else []:
        for castle in [h for h, tile in player["placed"].items() if tile == "castle"][:most]:
            depots = [d for d, ids in doc["shields"].items() if ids]
            if depots and rng.random() < 0.7:
                ids = doc["shields"][rng.choice(depots)]
                player["shields"][castle] = ids.pop(rng.randrange(len(ids)))
        doc["shields"] = {d: ids for d, ids in doc["shields"].items() if ids}


def _grow_vineyards(doc: dict[str, Any], unseen: dict[str, int], most: int, rng: random.Random) -> None:
    """Lay double tiles that nobody has seen, as far as each vineyard lets them; one may lie in storage."""
    for player in doc["players"] if "vineyards" in doc else []:
        table = model_of(doc["config"]).from_json(doc | {"hidden": doc.get("hidden", _NOTHING_HIDDEN | _deck(doc))})
        for count in range(rng.randint(0, most)):
            table.active = doc["players"].index(player)
            table.me["vineyard"] = player["vineyard"]
            spaces = table.open_spaces()
            names = [name for name, left in unseen.items() if left]
            if not spaces or not names:
                break
            name = rng.choice(names)
            unseen[name] -= 1
            if not unseen[name]:
                del unseen[name]
            if count == 0 and len(player["storage"]) <= 1:
                player["storage"].append(name)
            else:
                player["vineyard"]["placed"][rng.choice(spaces)] = rng.choice([name, turned(name)])


_NOTHING_HIDDEN: dict[str, Any] = {"supply": {}, "black": {}, "goods": {}, "doubles": {}}


def _deck(doc: dict[str, Any]) -> dict[str, Any]:
    return {"deck": []} if "chateauma" in doc else {}


def _swap_in(shown: list[Any], hidden: dict[str, int], wanted: tuple[str, ...], rng: random.Random) -> None:
    """Exchange tiles that are shown for wanted ones still hidden: as if other tiles had been drawn."""
    for i, tile in enumerate(shown):
        there = [name for name in wanted if hidden.get(name)]
        if tile and there and rng.random() < 0.5:
            new = rng.choice(there)
            hidden[new] -= 1
            if not hidden[new]:
                del hidden[new]
            hidden[tile] = hidden.get(tile, 0) + 1
            shown[i] = new


def _some_goods(count: int, route: list[int], rng: random.Random) -> list[int]:
    """Goods laid on a route; every other one matched its space."""
    numbers = [space["number"] for tile in route for space in ROUTES[tile]]
    return [rng.choice([numbers[i], rng.randint(1, 6)]) for i in range(count)]


def _fill_duchies(doc: dict[str, Any], share: float, rng: random.Random) -> None:
    """Cover about this share of every duchy, from the start castle on, with what else is in the box."""
    left = _not_in_view(doc)
    for player in _owners(doc):
        placed, near = player["placed"], NEAR[player["duchy"]]
        hexes = list(BOARD[player["duchy"]])
        for _ in range(min(round(share * len(hexes)), len(hexes) - 2)):
            border = [h for h in hexes if f"h{h}" not in placed and any(f"h{n}" in placed for n in near[h])]
            h = rng.choice(border)
            town = {placed.get(f"h{near}") for near in region(player["duchy"], h)}
            fitting = [tile for tile in left if left[tile] and colour_of(tile) == BOARD[player["duchy"]][h]]
            fitting = [tile for tile in fitting if tile not in town or colour_of(tile) != "building"]
            if fitting:
                placed[f"h{h}"] = rng.choice(fitting)
                left[placed[f"h{h}"]] -= 1


def _not_in_view(doc: dict[str, Any]) -> Counter[str]:
    """The tiles of the box that lie neither in a depot nor in a duchy."""
    supply, black = supplies(doc["config"]["modules"])
    box = sum(map(Counter, supply.values()), Counter(black))
    seen = [tile for depot in doc["depots"].values() for tile in depot["tiles"]] + doc["black_depot"]
    placed = [tile for player in _owners(doc) for tile in player["placed"].values()]
    return box - Counter(tile for tile in seen + placed if tile)
