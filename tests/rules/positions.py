"""Positions for the rules tests, made through the public API alone, so that a test reads like its rule."""

import json
from functools import lru_cache

from burgundy_env import Game
from burgundy_env.data import load

BOTH = ("special_edition", "alea_2011")
# County card -> the colours of its spaces, in reading order.
CARD_SPACES = {
    card["id"]: [space["colour"] for space in card["spaces"]] for card in load().chateauma["county_cards"]["cards"]
}
GOODS_TO_COME = [6, 5, 4, 3]  # so that a test that cares about low types may use all seven of them


@lru_cache
def _bare_table(players, ruleset, duchies, chateauma):
    """The first turn of a game, as text, with nothing on the table and a start castle in each duchy."""
    config = {"players": players, "ruleset": ruleset, "duchies": list(duchies), "chateauma": chateauma}
    game = Game.new(config, seed=0)
    while legal(game, "start"):
        game.push("start h19" if "start h19" in game.legal_actions() else game.legal_actions()[0])
    document = game.to_json()
    del document["hidden"]
    document["black_depot"] = [None] * len(document["black_depot"])
    for depot in document["depots"].values():
        depot.update(tiles=[None] * 4, goods={})
    for player in document["players"]:
        player.update(dice=[1, 1], workers=0, silver=0, goods={})
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
    **mine,
):
    """A game in the middle of a turn of seat `active`; what is not said is empty or at its beginning.

    `duchy`: one board for all or a list; `depots`: slot -> tile, as in `take 3.2`; `depot_goods`: depot ->
    type -> count; `black`: tiles from b1 on; `mine`: keys of the active player (placed, storage, dice,
    workers ...); `rivals`: seat -> keys of that player; `chateauma`: as in a config, then `its`: keys of the
    Châteauma. Bonus tiles held are gone from the table.
    """
    boards = tuple([duchy] * players if isinstance(duchy, int) else duchy)
    document = json.loads(_bare_table(players, ruleset, boards, chateauma))
    order = list(range(players + (chateauma is not None))) if order is None else order
    document.update(phase=phase, round=round, white_die=white_die, order=order, active=active, pending=list(pending))
    document["round_goods"] = GOODS_TO_COME[: 5 - round] if round_goods is None else list(round_goods)
    document["track"] = [order, [], [], [], [], [], []] if track is None else track
    for slot, tile in dict(depots).items():
        document["depots"][slot[0]]["tiles"][int(slot[2]) - 1] = tile
    for depot, goods in dict(depot_goods).items():
        document["depots"][str(depot)]["goods"] = {str(kind): count for kind, count in goods.items()}
    document["black_depot"][: len(black)] = black
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
    if chateauma is not None:
        document["chateauma"].update(_nothing_of_its_own(document), **dict(its))
    for player in [*document["players"], document.get("chateauma", {"bonus": []})]:
        for tile in player["bonus"]:
            document["bonus_tiles"][tile.split("_")[0]] -= 1
    document["bonus_tiles"] = {colour: left for colour, left in document["bonus_tiles"].items() if left}
    if hidden is not None:
        document["hidden"] = hidden
    return Game.from_json(document, seed=seed)


def _nothing_of_its_own(document):
    """The keys of a Châteauma that has nothing but empty cards and the tiles of modifier A."""
    unseen = {
        colour: [tile for tile in tiles if tile == "black"]
        for colour, tiles in document["chateauma"]["duchy"].items()
    }
    return {
        "vp": 0, "silver": 0, "die": None, "goods": {}, "sold": {}, "cards": [card(2), card(5)], "inventory": {},
        "jokers": [], "duchy": {colour: tiles for colour, tiles in unseen.items() if tiles}, "bonus": [],
        "discard": [],
    }  # fmt: skip


def card(number, tiles=()):
    """A county card; `tiles`: space (from 1, in reading order) -> tile."""
    spaces = [None] * len(CARD_SPACES[number])
    for space, tile in dict(tiles).items():
        spaces[space - 1] = tile
    return {"id": number, "tiles": spaces}


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
