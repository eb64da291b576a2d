"""Games for the second opinion alone: a first position for any config, and a dealer that makes its chance."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from .chateauma import CARDS, ChateaumaTable
from .game import Table
from .parts import COLOURS, COMPONENTS, KINDS, ROUTES, ROUTES_PER_PLAYER, SPECIES
from .solo import SoloTable


def new_game(
    players: int,
    ruleset: str,
    duchies: list[int],
    rng: random.Random,
    modules: tuple[str, ...] = (),
    chateauma: dict | None = None,
) -> dict:
    """The document that a fresh game would give, its routes laid: stage `start`."""
    supply, black = supplies(modules)
    goods = [t for t in range(1, 7) for _ in range(6 if chateauma else 7)]  # one of each is set aside for it
    rng.shuffle(goods)
    first = rng.randrange(players)
    order = [(first + i) % players for i in range(players)]
    seats = [
        {
            "vp": 0, "dice": [], "used": [False, False], "bought": False, "recruited": False,
            "workers": order.index(seat) + 1, "silver": 1, "sold": {}, "storage": [],
            "goods": {str(t): c for t, c in Counter(goods[25 + 3 * seat : 28 + 3 * seat]).items()},
            "duchy": duchies[seat], "placed": {}, "bonus": [],
        }
        for seat in range(players)
    ]  # fmt: skip
    doc = {
        "format": "burgundy-position/1",
        "config": {"players": players, "ruleset": ruleset, "modules": list(modules), "duchies": duchies,
                   "chateauma": chateauma},
        "phase": "A", "round": 1, "order": order, "active": order[0], "stage": "start",
        "white_die": None, "track": [list(order), [], [], [], [], [], []],
        "depots": {str(d): {"tiles": [None] * 4, "goods": {}} for d in range(1, 7)},
        "black_depot": [], "round_goods": [],
        "bonus_tiles": dict.fromkeys(COLOURS, 2),
        "players": seats, "pending": [],
        "hidden": {
            "supply": supply,
            "black": black,
            "goods": {str(t): c for t, c in Counter(goods[:25]).items()},
        },
    }  # fmt: skip
    _add_modules(doc, rng)
    return doc


def supplies(modules: tuple[str, ...] | list[str]) -> tuple[dict, dict]:
    """The coloured tiles of the box by colour, and the black ones."""
    supply, black = COMPONENTS["supply"], COMPONENTS["black_supply"]
    cattle: Counter = Counter()
    dark: Counter = Counter(dict.fromkeys(KINDS, 2))
    for species in SPECIES:
        cattle.update(f"{species}{n}" for n in supply["livestock"]["per_species_counts"])
        dark.update(f"{species}{n}" for n in black["livestock"]["per_species_counts"])
    dark.update({"ship": black["ship"], "castle": black["castle"], "mine": black["mine"]})
    dark.update(f"m{i}" for i in black["monastery"]["numbers"])
    buildings, monasteries = dict.fromkeys(KINDS, 5), list(supply["monastery"]["numbers"])
    if "extra_tiles" in modules:
        monasteries += [27, 28]
        dark.update(["crane", "geese"])
    if "white_castles" in modules:
        monasteries.append(29)
        buildings["white_castle"] = 6
        dark["white_castle"] = 2
    tiles = {
        "building": buildings,
        "monastery": {f"m{i}": 1 for i in monasteries},
        "ship": {"ship": 20}, "livestock": dict(cattle),
        "castle": {"castle": 14}, "mine": {"mine": 10},
    }  # fmt: skip
    return tiles, dict(dark)


def _add_modules(doc: dict, rng: random.Random) -> None:
    config, seats = doc["config"], doc["players"]
    modules = config["modules"]
    if config["chateauma"]:
        _add_chateauma(doc, rng)
    if "inns" in modules:
        doc["inns"] = 0
    if "castle_rule" in modules and config["ruleset"] == "special_edition":
        doc["set_aside"] = 0
    if "border_posts" in modules:
        doc["bonus_tiles"]["post"] = 2
    if "trade_routes" in modules:
        count = ROUTES_PER_PLAYER[str(len(doc["order"]))]
        tiles = rng.sample(sorted(ROUTES), count * len(seats))
        for seat, player in enumerate(seats):
            player.update(route=tiles[seat * count : (seat + 1) * count], route_goods=[])
    if "solo" in modules:
        del doc["track"], doc["bonus_tiles"]
        config["solo_target"] = 50
        seats[0].update(workers=2, target=50)


def _add_chateauma(doc: dict, rng: random.Random) -> None:
    number = len(doc["players"])
    doc["order"].append(number)
    doc["track"][0].append(number)
    doc["hidden"]["supply"]["castle"]["castle"] -= 1
    deck = list(range(1, 10))
    left = rng.choice([card for card in deck if _castle_space(card) is not None])
    deck.remove(left)
    right = deck.pop(rng.randrange(len(deck)))
    cards = [{"id": card, "tiles": [None] * len(CARDS[card]["spaces"])} for card in (left, right)]
    cards[0]["tiles"][_castle_space(left)] = "castle"
    doc["hidden"]["deck"] = deck
    doc["chateauma"] = {
        "vp": 0, "silver": 1, "die": None, "goods": {str(t): 1 for t in range(1, 7)}, "sold": {},
        "cards": cards, "inventory": {}, "jokers": [], "duchy": {}, "bonus": [], "discard": [],
    }  # fmt: skip
    if "border_posts" in doc["config"]["modules"]:
        doc["chateauma"]["posts"] = 0


def _castle_space(card: int) -> int | None:
    colours = [space["colour"] for space in CARDS[card]["spaces"]]
    return colours.index("castle") if "castle" in colours else None


def model_of(config: dict) -> type[Table]:
    """The class that plays a config."""
    if "solo" in config["modules"]:
        return SoloTable
    return ChateaumaTable if config["chateauma"] else Table


def dealer(doc: dict, rng: random.Random) -> Any:
    """A table that draws its own chance and writes it down, so that a plain one can be told the same."""
    model: Any = model_of(doc["config"])

    class Dealer(model):
        log: list[dict]

        def _note(self, key: tuple, result: Any) -> Any:
            self.log.append({"chance": key[0], "where": list(key[1:]), "result": result})
            return result

        def _draw(self, key: tuple, pool: Counter) -> Any:
            if not pool.total():
                return None
            result = rng.choice(sorted(pool.elements()))
            pool[result] -= 1
            return self._note(key, result)

        def _roll(self, key: tuple) -> int:
            return self._note(key, rng.randint(1, 6))

        def _next(self, key: tuple) -> Any:
            assert key[0] == "county_card"
            return self._note(key, rng.choice(self.deck))

    table = Dealer.from_json(doc)
    table.log = []
    return table


def position(**mine: Any) -> dict:
    """Two seats on duchy 1, seat 0 to move with dice 1 and 1; keywords change seat 0 or the game."""
    top = {
        key: mine.pop(key)
        for key in list(mine)
        if key in ("stage", "ruleset", "pending", "depots", "modules", "duchies", "inns", "set_aside")
    }
    modules = tuple(top.get("modules", ()))
    duchies = top.get("duchies", [33] if "solo" in modules else [1, 1])
    doc = new_game(len(duchies), top.get("ruleset", "special_edition"), duchies, random.Random(1), modules)
    doc.update(stage=top.get("stage", "turn"), active=0, white_die=4, order=list(range(len(duchies))))
    doc.update(
        black_depot=["m7", "ship", "bank", *[None] * (2 * max(2, len(duchies)) - 3)],
        round_goods=[2, 2, 6, 1],
        pending=top.get("pending", []),
    )
    doc.update({key: top[key] for key in ("inns", "set_aside") if key in top})
    if "track" in doc:
        doc["track"] = [list(doc["order"]), [], [], [], [], [], []]
    for d, depot in top.get("depots", {}).items():
        doc["depots"][d].update(depot)
    for player in doc["players"]:
        player.update(dice=[1, 1], workers=0, silver=0, goods={}, placed={"h19": "castle"})
    doc["players"][0].update(mine)
    return doc


def table_of(doc: dict) -> Any:
    return model_of(doc["config"]).from_json(doc)


def play(doc: dict, *actions: str) -> Any:
    table = table_of(doc)
    for action in actions:
        table.push(action, [])
    return table


# -------------------------------------------------------------------------------- random games
def tiles_in_play(doc: dict) -> int:
    """Hex tiles that have not left the game, those to come included."""
    hidden = doc["hidden"]
    held = sum(len(p["storage"]) + len(p["placed"]) for p in doc["players"])
    shown = [t for depot in doc["depots"].values() for t in depot["tiles"]] + doc["black_depot"]
    coming = sum(sum(c.values()) for c in hidden["supply"].values()) + sum(hidden["black"].values())
    waiting = sum(entry["kind"] in ("discard", "pay") for entry in doc["pending"])
    inns = 0
    if "inns" in doc:
        begun = 0 if doc["stage"] in ("routes", "start") else 1 + "ABCDE".index(doc["phase"])
        inns = doc["inns"] + 5 - begun
    total = held + sum(t is not None for t in shown) + coming + waiting + inns + doc.get("set_aside", 0)
    if "chateauma" in doc:
        auto = doc["chateauma"]
        piles = [*auto["inventory"].values(), *auto["duchy"].values(), *(c["tiles"] for c in auto["cards"])]
        total += len(auto["jokers"]) + sum(t is not None for pile in piles for t in pile)
    return total


def goods_in_play(doc: dict) -> int:
    """Goods tiles in the game, sold ones included."""
    seats = [*doc["players"], *([doc["chateauma"]] if "chateauma" in doc else [])]
    counts = [seat[pile] for seat in seats for pile in ("goods", "sold")]
    counts += [depot["goods"] for depot in doc["depots"].values()] + [doc["hidden"]["goods"]]
    laid = sum(len(player.get("route_goods", [])) for player in doc["players"])
    return sum(sum(c.values()) for c in counts) + len(doc["round_goods"]) + laid


def lively(actions: list[str], rng: random.Random) -> str:
    """Mostly place tiles and seldom take workers, so that many effects come up."""
    wanted = [a for a in actions if "workers" not in a and a not in ("skip", "end", "hire")]
    placing = [a for a in wanted if "place" in a or "pick" in a]
    pool = placing if placing and rng.random() < 0.6 else wanted or actions
    return rng.choice(pool if rng.random() < 0.9 else actions)


def play_at_random(doc: dict, rng: random.Random) -> Any:
    """A whole game, played twice in parallel and checked after every action; the table at the end."""
    model = model_of(doc["config"])
    made, told = dealer(doc, rng), model.from_json(doc)
    tiles, goods = tiles_in_play(doc), goods_in_play(doc)
    while made.stage != "over":
        actions = made.legal()
        assert actions
        assert len(actions) == len(set(actions))
        made.log = []
        action = lively(actions, rng)
        made.push(action, [])
        told.push(action, made.log)
        doc = told.to_json()
        assert doc == made.to_json()
        again = model.from_json(json.loads(json.dumps(doc)))
        assert again.to_json() == doc
        assert again.legal() == told.legal()
        check_counts(doc, tiles, goods)
        tiles, goods = tiles_in_play(doc), goods_in_play(doc)
    assert told.legal() == []
    assert told.active is None
    return told


def check_counts(doc: dict, tiles: int, goods: int) -> None:
    """Tiles only ever leave, goods stay (but not in the solo game), nobody holds more than fits."""
    solo = "solo" in doc["config"]["modules"]
    assert tiles_in_play(doc) <= tiles
    assert goods_in_play(doc) == goods or (solo and goods_in_play(doc) < goods)
    for player in doc["players"]:
        assert min(player["workers"], player["silver"], player["vp"]) >= 0
        assert len(player["storage"]) <= 3
        assert len(player["goods"]) <= (6 if solo else 3)
        assert not solo or (5 <= player["target"] and player["vp"] < player["target"])
