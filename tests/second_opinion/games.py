"""Games for the second opinion alone: a first position for any config, and a dealer that makes its chance."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from .chateauma import CARDS, ChateaumaTable
from .game import Table
from .parts import (
    COLOURS,
    COMPONENTS,
    KINDS,
    ROUTES,
    ROUTES_PER_PLAYER,
    SHIELDS,
    SPECIES,
    START,
    VINES,
    VINEYARDS,
)
from .solo import SoloTable
from .team import TEAMS, TeamTable
from .vineyards import VineyardTable


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
            "duchy": duchies[seat % len(duchies)], "placed": {}, "bonus": [],
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
    if "shields" in modules:
        _add_shields(doc, rng)
    if "vineyards" in modules:
        _add_vineyards(doc, rng)
    if "team" in modules:
        _make_teams(doc)
    if "solo" in modules:
        del doc["track"], doc["bonus_tiles"]
        config["solo_target"] = 50
        seats[0].update(workers=2, target=50)


def _add_chateauma(doc: dict, rng: random.Random) -> None:
    number = len(doc["players"])
    doc["order"].append(number)
    doc["track"][0].append(number)
    doc["hidden"]["supply"]["castle"]["castle"] -= 1
    deck = [1, *range(10, 18)] if "vineyards" in doc["config"]["modules"] else list(range(1, 10))
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


def _add_shields(doc: dict, rng: random.Random) -> None:
    pool = [shield for shield in SHIELDS if not (shield == 2 and doc["config"]["chateauma"])]
    rng.shuffle(pool)
    counts = COMPONENTS["shields"]["per_depot"][str(len(doc["order"]))]
    doc["shields"] = {str(d): sorted(pool.pop() for _ in range(count)) for d, count in enumerate(counts, start=1)}
    for player in doc["players"]:
        player["shields"] = {}
    if "chateauma" in doc:
        doc["chateauma"]["shields"] = []


def _add_vineyards(doc: dict, rng: random.Random) -> None:
    seats, players = len(doc["order"]), doc["players"]
    out = sorted(rng.sample(VINES, 4 - seats), key=VINES.index)
    left = [vine for vine in VINES if vine not in out]
    counts = VINEYARDS["tiles"]
    doubles = {f"{a}+{b}": counts["mixed_each"] for i, a in enumerate(left) for b in left[i + 1 :]}
    doubles |= {f"{vine}+{vine}": counts["pure_each"] for vine in left}
    reserve = dict.fromkeys(left, VINEYARDS["vine_bonus_tiles"]["per_vine"])
    boards = rng.sample([board["id"] for board in VINEYARDS["boards"]], len(players))
    for player, board, vine in zip(players, boards, rng.sample(left, len(players)), strict=True):
        player["vineyard"] = {"board": board, "placed": {}, "bonus": {vine: 1}}
        reserve[vine] -= 1
    doc["vineyards"] = {
        "out": out,
        "depot": [None] * len(VINEYARDS["depot"][str(seats)]),
        "store": [None] * VINEYARDS["store_slots"][str(seats)],
        "reserve": reserve,
    }
    doc["hidden"]["doubles"] = doubles
    if "chateauma" in doc:
        doc["chateauma"]["doubles"] = []


def _make_teams(doc: dict) -> None:
    """What the first two seats were given goes to the teams; the goods of the others leave the game."""
    shared = ("vp", "workers", "silver", "goods", "sold", "storage", "duchy", "placed", "bonus")
    players, first = doc["players"], doc["order"][0] % TEAMS
    doc["teams"] = [
        {key: players[team][key] for key in shared} | {"workers": 3 if team == first else 5, "storage": []}
        for team in range(TEAMS)
    ]
    private = ("dice", "used", "bought", "recruited", "storage")
    doc["players"] = [{key: player[key] for key in private} for player in players]


def _castle_space(card: int) -> int | None:
    colours = [space["colour"] for space in CARDS[card]["spaces"]]
    return colours.index("castle") if "castle" in colours else None


def model_of(config: dict) -> type[Table]:
    """The class that plays a config."""
    if "solo" in config["modules"]:
        return SoloTable
    if "team" in config["modules"]:
        return TeamTable
    return ChateaumaTable if config["chateauma"] else VineyardTable


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
    """Seat 0 to move with dice 1 and 1, two seats on duchy 1 or four on board 31; keywords change seat 0 or the game.

    `lying` are the shields in the depots, `team` the team of seat 0, `vineyards` that key of the game.
    """
    top = {
        key: mine.pop(key)
        for key in list(mine)
        if key
        in (
            "stage",
            "ruleset",
            "pending",
            "depots",
            "modules",
            "duchies",
            "inns",
            "set_aside",
            "lying",
            "vineyards",
            "phase",
            "round",
            "team",
        )
    }
    modules = tuple(top.get("modules", ()))
    boards = {"solo": [33], "team": [31, 31]}
    duchies = top.get("duchies", next((boards[name] for name in boards if name in modules), [1, 1]))
    players = 4 if "team" in modules else len(duchies)
    doc = new_game(players, top.get("ruleset", "special_edition"), duchies, random.Random(1), modules)
    doc.update(stage=top.get("stage", "turn"), active=0, white_die=4, order=list(range(players)))
    doc.update(
        black_depot=["m7", "ship", "bank", *[None] * (2 * max(2, players) - 3)],
        round_goods=[2, 2, 6, 1],
        pending=top.get("pending", []),
    )
    doc.update({key: top[key] for key in ("inns", "set_aside", "phase", "round") if key in top})
    if "shields" in doc:
        doc["shields"] = top.get("lying", {})
    doc.get("vineyards", {}).update(top.get("vineyards", {}))
    if "track" in doc:
        doc["track"] = [list(doc["order"]), [], [], [], [], [], []]
    for d, depot in top.get("depots", {}).items():
        doc["depots"][d].update(depot)
    for player in doc["players"]:
        player.update(dice=[1, 1])
    for owner in doc.get("teams", doc["players"]):
        hex_ = START[owner["duchy"]][0] if "teams" in doc else 19
        owner.update(workers=0, silver=0, goods={}, placed={f"h{hex_}": "castle"})
    doc["players"][0].update(mine)
    doc.get("teams", [{}])[0].update(top.get("team", {}))
    return doc


def table_of(doc: dict) -> Any:
    return model_of(doc["config"]).from_json(doc)


def play(doc: dict, *actions: str) -> Any:
    table = table_of(doc)
    for action in actions:
        table.push(action, [])
    return table
