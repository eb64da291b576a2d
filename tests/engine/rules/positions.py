"""Positions for the rules tests, made through the public API alone, so that a test reads like its rule."""

import json
from functools import lru_cache

from burgundy_env import Game
from burgundy_env.data import load

BOTH = ("special_edition", "alea_2011")
# County card -> the colours of its spaces, in reading order.
CARD_SPACES = {
    card["id"]: [space["colour"] for space in card["spaces"]]
    for deck in ("county_cards", "vineyard_county_cards")
    for card in load().chateauma[deck]["cards"]
}
# Trade-route tile -> its three spaces, left to right: number and bonus.
ROUTE_TILES = {
    tile["id"]: [(space["number"], space["bonus"]) for space in tile["spaces"]]
    for tile in load().files["trade_routes"]["tiles"]
}
GOODS_TO_COME = [6, 5, 4, 3]  # so that a test that cares about low types may use all seven of them


def _clear_vineyards(document):
    """Nothing lies in depot and store, nobody has a vine bonus tile."""
    for place in ("depot", "store") if "vineyards" in document else ():
        document["vineyards"][place] = [None] * len(document["vineyards"][place])
    for player in document["players"] if "vineyards" in document else ():
        for vine in player["vineyard"].pop("bonus"):
            document["vineyards"]["reserve"][vine] += 1
        player["vineyard"]["bonus"] = {}


@lru_cache
def _bare_table(players, ruleset, duchies, chateauma, modules, options):
    """The first turn of a game, as text, with nothing on the table and a start castle in each duchy."""
    config = {"players": players, "ruleset": ruleset, "duchies": list(duchies), "chateauma": chateauma}
    game = Game.new({**config, "modules": list(modules), **dict(options)}, seed=0)
    while game.to_json()["stage"] != "turn":
        game.push("start h19" if "start h19" in game.legal_actions() else game.legal_actions()[0])
    document = game.to_json()
    del document["hidden"]
    document["black_depot"] = [None] * len(document["black_depot"])
    for depot in document["depots"].values():
        depot.update(tiles=[None] * 4, goods={})
    if "shields" in document:
        document["shields"] = {}
    for player in document["players"]:
        player.update(dice=[1, 1], workers=0, silver=0, goods={})
    _clear_vineyards(document)
    return json.dumps(document)


def position(
    players=2,
    *,
    ruleset="special_edition",
    duchy=1,
    phase="A",
    round=1,
    order=None,
    active=0,
    track=None,
    white_die=1,
    depots=(),
    depot_goods=(),
    black=(),
    round_goods=None,
    pending=(),
    rivals=(),
    hidden=None,
    seed=1,
    chateauma=None,
    its=(),
    modules=(),
    options=(),
    inns=0,
    set_aside=0,
    double_depot=(),
    store=(),
    lying=(),
    **mine,
):
    """A game in the middle of a turn of seat `active`; what is not said is empty or at its beginning.

    `duchy`: one board for all or a list; `depots`: slot -> tile, as in `take 3.2`; `depot_goods`: depot ->
    type -> count; `black`: tiles from b1 on; `mine`: keys of the active player (placed, storage, dice,
    workers ...); `rivals`: seat -> keys of that player; `chateauma`: as in a config, then `its`: keys of the
    Châteauma. Bonus tiles held are gone from the table. `modules`; `options`: other keys of the config; `inns`:
    the stack beside the black depot; `set_aside`: castles; `double_depot`, `store`: double tiles; `lying`: depot ->
    shields. A `route` is filled up with tiles that do not matter.
    """
    boards = tuple([duchy] * players if isinstance(duchy, int) else duchy)
    config = (tuple(modules), tuple(sorted(dict(options).items())))
    document = json.loads(_bare_table(players, ruleset, boards, chateauma, *config))
    order = list(range(players + (chateauma is not None))) if order is None else order
    document.update(phase=phase, round=round, white_die=white_die, order=order, active=active, pending=list(pending))
    document["round_goods"] = GOODS_TO_COME[: 5 - round] if round_goods is None else list(round_goods)
    if "track" in document:
        document["track"] = [order, [], [], [], [], [], []] if track is None else track
    for key, value in (("inns", inns), ("set_aside", set_aside)):
        assert key in document or not value, f"no {key} without its module"
        document |= {key: value} if key in document else {}
    for depot, shields in dict(lying).items():
        document["shields"][str(depot)] = sorted(shields)
    for slot, tile in dict(depots).items():
        document["depots"][slot[0]]["tiles"][int(slot[2]) - 1] = tile
    for depot, goods in dict(depot_goods).items():
        document["depots"][str(depot)]["goods"] = {str(kind): count for kind, count in goods.items()}
    document["black_depot"][: len(black)] = black
    for place, doubles in (("depot", double_depot), ("store", store)):
        assert not doubles or "vineyards" in document, f"no {place} of double tiles without its module"
        if doubles:
            document["vineyards"][place][: len(doubles)] = doubles
    for p in order[: order.index(active)]:
        if p < players:
            document["players"][p]["used"] = [True, True]
    for p, keys in {**dict(rivals), active: mine}.items():
        unknown = set(keys) - set(document["players"][p])
        assert not unknown, f"no such key of a player: {unknown}"
        for key in ("goods", "sold"):
            if key in keys:
                keys = {**keys, key: {str(kind): count for kind, count in keys[key].items()}}
        document["players"][p].update(keys)
    for player in document["players"] if "vineyards" in document else ():
        for vine, tiles in player["vineyard"]["bonus"].items():
            document["vineyards"]["reserve"][vine] -= tiles
    if "trade_routes" in modules:
        _fill_up_routes(document["players"], {active: mine.get("route", []), **_routes_of(rivals)}, len(order))
    if chateauma is not None:
        document["chateauma"].update(_nothing_of_its_own(document), **dict(its))
    for player in [*document["players"], document.get("chateauma", {"bonus": []})]:
        for tile in player["bonus"]:
            document["bonus_tiles"][tile.split("_")[0]] -= 1
    if "bonus_tiles" in document:
        document["bonus_tiles"] = {colour: left for colour, left in document["bonus_tiles"].items() if left}
    if hidden is not None:
        document["hidden"] = hidden
    return Game.from_json(document, seed=seed)


def _routes_of(rivals):
    return {p: keys.get("route", []) for p, keys in dict(rivals).items()}


def _fill_up_routes(players, given, seats):
    """Routes as given from the left; what they lack are the highest numbers that nobody was given."""
    left = sorted(set(ROUTE_TILES).difference(*given.values()))
    length = load().files["trade_routes"]["per_player"][str(seats)]
    for p, player in enumerate(players):
        player["route"] = list(given.get(p, []))
        while len(player["route"]) < length:
            player["route"].append(left.pop())


_OF_MODULES = (("posts", 0), ("shields", []), ("doubles", []))


def _nothing_of_its_own(document):
    """The keys of a Châteauma that has nothing but empty cards and the tiles of modifier A."""
    unseen = {
        colour: [tile for tile in tiles if tile == "black"]
        for colour, tiles in document["chateauma"]["duchy"].items()
    }
    cards = [card(10), card(14)] if "vineyards" in document["config"]["modules"] else [card(2), card(5)]
    return {
        "vp": 0, "silver": 0, "die": None, "goods": {}, "sold": {}, "cards": cards, "inventory": {},
        "jokers": [], "duchy": {colour: tiles for colour, tiles in unseen.items() if tiles}, "bonus": [],
        "discard": [],
        **{key: empty for key, empty in _OF_MODULES if key in document["chateauma"]},
    }  # fmt: skip


def card(number, tiles=()):
    """A county card; `tiles`: space (from 1, in reading order) -> tile."""
    spaces = [None] * len(CARD_SPACES[number])
    for space, tile in dict(tiles).items():
        spaces[space - 1] = tile
    return {"id": number, "tiles": spaces}


def full_duchy(board):
    """A tile for every hex of a board, all legal together: no building twice in a town, no monastery twice."""
    duchy = load().duchies[board]
    kinds = load().components["supply"]["building"]["kinds"]
    herd, numbers = iter(["cow2", "cow3", "pig2", "pig3", "sheep2", "sheep3"]), iter(range(16, 22))
    tiles = {}
    for region in duchy.regions:
        for i, h in enumerate(region):
            colour = duchy.colours[h - 1]
            more = {"building": kinds[i], "monastery": None, "livestock": None}
            tile = more.get(colour, colour) or (f"m{next(numbers)}" if colour == "monastery" else next(herd))
            tiles[f"h{h}"] = tile
    return tiles


def at_the_end(seats=(), players=2, *, order=None, **table):
    """A game that is just over; `seats`: seat -> keys of that player."""
    order = list(range(players)) if order is None else order
    rivals = dict(seats)
    mine = {"used": [True, True], **rivals.pop(order[-1], {})}
    table.update(phase="E", round=5, order=order, active=order[-1], rivals=rivals)
    return play(position(players, **table, **mine), "end")


def play(game, *actions):
    """Take these actions one after another; the game is returned."""
    for action in actions:
        game.push(action)
    return game


def legal(game, prefix=""):
    """The legal actions that begin with this."""
    return [action for action in game.legal_actions() if action.startswith(prefix)]


def seat(game, p=0):
    """What the position says of a player."""
    return game.to_json()["players"][p]


def pending(game):
    """The kinds of the pending decisions, the one to be made now last."""
    return [entry["kind"] for entry in game.to_json()["pending"]]


def source(game, name, p=0):
    """The points of a seat from one source, were the game to end now."""
    return game.scores()[p]["breakdown"][name]


def tile_in(game, slot):
    """The tile in a slot of a numbered depot (`3.2`)."""
    return game.to_json()["depots"][slot[0]]["tiles"][int(slot[2]) - 1]


def goods_in(game, depot):
    """The goods of a depot, type -> count."""
    return {int(kind): count for kind, count in game.to_json()["depots"][str(depot)]["goods"].items()}


def goods_of(game, p=0):
    """The goods of a player, type -> count."""
    return {int(kind): count for kind, count in seat(game, p)["goods"].items()}
