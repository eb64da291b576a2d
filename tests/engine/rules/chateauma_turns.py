"""Single turns of the Châteauma for the rules tests: a table, a roll, and what it tells of it."""

from burgundy_env.telling.steps import sentence

from .positions import CARD_SPACES, card, position

# Its player, as seat 0, has ended both dice; its own seat is 1. The player's marker is far ahead, so that it
# moves last in the next round, too, unless several ships are placed.
PLAYER_AHEAD = [[1], [], [], [], [0], [], []]
# Each card its own, as there is one of each: for its first space and for a later one.
_MONASTERIES = {
    1: ("", "m1"),
    2: ("", "m2"),
    4: ("", "m4"),
    5: ("m5", "m6"),
    6: ("", "m8"),
    9: ("", "m13"),
}
_TABLE = (
    "players", "ruleset", "phase", "round", "order", "track", "depots", "depot_goods", "black",
    "round_goods", "rivals", "hidden", "seed", "modules", "set_aside", "lying",
)  # fmt: skip


def before(left=None, right=None, *, chateauma="intermediate", white_die=1, player=(), **keys):
    """A table on which seat 0 may end its turn and the Châteauma plays next.

    `left`, `right`: its cards (2 and 5, empty, if not given); `player`: keys of the player; others are those of
    `position`, or of the Châteauma.
    """
    table = {key: keys.pop(key) for key in list(keys) if key in _TABLE}
    if table.setdefault("players", 1) == 1:
        table.setdefault("track", PLAYER_AHEAD)
    left = left or card(2 if right is None or right["id"] != 2 else 9)
    right = right or card(5 if left["id"] != 5 else 1)
    its = {"cards": [left, right], **keys}
    for key in ("goods", "sold"):
        its[key] = {str(kind): count for kind, count in its.get(key, {}).items()}
    return position(chateauma=chateauma, white_die=white_die, used=[True, True], its=its, **table, **dict(player))


def turn(game, die=1, *drawn):
    """The player ends the turn, the Châteauma rolls `die` and draws these (side, card); its steps in words.

    Exactly this must happen by chance, and then what begins the next round, if it is the last seat of this one.
    """
    chance = [("chateauma_die", [], die), *(("county_card", [side], number) for side, number in drawn)]
    order = game.to_json()["order"]
    if order[-1] == game.config.players:
        chance += [("die", [p, i], 1) for p in sorted(order[:-1], key=_next_order(game).index) for i in (1, 2)]
        chance.append(("white_die", [], 6))
    told = len(game.events)
    game.push_scripted("end", [{"chance": kind, "where": where, "result": n} for kind, where, n in chance])
    return [sentence(event["chateauma"]) for event in game.events[told:] if "chateauma" in event]


def _next_order(game):
    """Who rolls first in the next round, if nobody's marker moves before it."""
    return [p for stack in reversed(game.to_json()["track"]) for p in stack]


def its(game):
    """What the position says of the Châteauma."""
    return game.to_json()["chateauma"]


def tiles_on(game, side):
    """Space (from 1) -> tile of a card: 0 the left, 1 the right one."""
    return {i: tile for i, tile in enumerate(its(game)["cards"][side]["tiles"], 1) if tile is not None}


def full_but(number, *spaces, **colours):
    """A county card on which only these spaces are empty; `colours`: the tile on spaces of a colour."""
    usual = {"building": "bank", "livestock": "cow3", "ship": "ship", "castle": "castle", "mine": "mine"}
    tiles = {}
    for space, colour in enumerate(CARD_SPACES[number], 1):
        if space not in spaces:
            monastery = _MONASTERIES[number][space > 1] if colour == "monastery" else None
            tiles[space] = (usual | colours).get(colour, monastery)
    return card(number, tiles)
