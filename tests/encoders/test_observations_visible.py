"""Observations: everything visible, nothing hidden."""

import random

import numpy as np
import pytest
from observed import COMPLETE, CONFIGS, name_of, seen, walk

from burgundy_env import Game
from burgundy_env.data import load
from burgundy_env.engine.layout import BIT, COLOUR_OF, DOUBLE, PENDING_KINDS, STAGE_TURN, STAGES, STATE, TILE_COUNT
from burgundy_env.engine.rules.border_posts import POST
from burgundy_env.engine.rules.doubles import count_of, one_of
from burgundy_env.engine.rules.team import share
from burgundy_env.engine.rules.vineyards import RESERVE
from burgundy_env.game import inside
from burgundy_env.modules.shields import SHIELDS
from burgundy_env.modules.trade_routes import ROUTE_SPACES, ROUTE_TILES
from burgundy_env.modules.vineyards import DOUBLES, SPACES, VINES
from burgundy_env.observations import encoders

HIDDEN = {"rng", "unseen", "supply", "supply_left", "black_supply", "black_left", "pile", "deck", "doubles"}
# What follows from other fields, was on the table only for a moment, or is history.
DERIVED = {
    "occupied", "reach", "monasteries", "stored", "source", "depth", "held_count", "settled_count", "inns",
    "route_laid", "doubled", "team_stored",
}  # fmt: skip
# What only reads a position, and so may be shown one that can't be; to take an action in it may end anyhow.
READING = tuple(name for name in encoders() if name not in ("actions", "ahead"))
MOMENTARY = {"card_done", "sells_due", "doubles_due"}


@pytest.mark.parametrize("config", CONFIGS, ids=name_of)
def test_hidden_things_are_not_seen(config):
    """Dealing the hidden anew, and leaving it out of a position altogether, changes no observation."""
    for seed in range(4):
        for game in walk(config, seed, every=7):
            before = seen(game)
            other = game.copy()
            other.redetermine(seed + 1000)
            assert all(map(np.array_equal, before, seen(other)))
            visible = {key: value for key, value in game.to_json().items() if key != "hidden"}
            if visible["stage"] != "over":
                assert all(map(np.array_equal, before, seen(Game.from_json(visible, seed=seed))))
            before = seen(game, READING)
            for field in HIDDEN:
                other = game.copy()
                inside(other).state[field] += 1
                assert all(map(np.array_equal, before, seen(other, READING))), field


def another(rng, low, high, value):
    """A number from low to high other than the value."""
    return rng.choice([number for number in range(low, high + 1) if number != value])


def another_tile(rng, tile):
    """A tile of the same colour, or None if there is none."""
    alike = [other for other, colour in enumerate(COLOUR_OF) if colour == COLOUR_OF[tile] >= 0 and other != tile]
    return rng.choice(alike) if alike else None


def per_seat(field, low, high, own_size=()):
    """Change one number of a field that every player has."""

    def change(rng, game, s):
        place = (rng.randrange(game.config.players), *(rng.randrange(size) for size in own_size))
        s[field][place] = another(rng, low, high, int(s[field][place]))
        return True

    return change


def of_table(field, low, high):
    """Change one number of a field of the table."""

    def change(rng, game, s):
        if s[field].shape == ():
            s[field] = another(rng, low, high, int(s[field]))
        else:
            place = tuple(rng.randrange(size) for size in s[field].shape)
            s[field][place] = another(rng, low, high, int(s[field][place]))
        return True

    return change


def change_placed_tile(rng, game, s):
    p = rng.randrange(game.config.players)
    hexes = [h for h in range(37) if int(s["occupied"][p]) & int(BIT[h])]
    rng.shuffle(hexes)
    for h in hexes:
        tile = another_tile(rng, int(s["tiles"][p, h]))
        if tile:
            s["tiles"][p, h] = tile
            return True
    return False


def change_stored_tile(rng, game, s):
    seats = [p for p in range(game.config.players) if s["stored"][p]]
    if not seats:
        return False
    p = rng.choice(seats)
    tile = another_tile(rng, int(s["storage"][p, 0]))
    if tile:
        s["storage"][p, 0] = tile
    return tile is not None


def change_depot(field):
    def change(rng, game, s):
        slots = np.argwhere(s[field] > 0)
        if not len(slots):
            return False
        slot = tuple(rng.choice(slots.tolist()))
        s[field][slot] = another_tile(rng, int(s[field][slot])) or 0
        return True

    return change


def change_order(field):
    def change(rng, game, s):
        if game.config.seats == 1:
            return False
        i, k = rng.sample(range(game.config.seats), 2)
        s[field][i], s[field][k] = int(s[field][k]), int(s[field][i])
        return True

    return change


def change_round_goods(rng, game, s):
    coming = [i for i in range(5) if s["round_goods"][i]]
    if not coming:
        return False
    i = rng.choice(coming)
    s["round_goods"][i] = another(rng, 1, 6, int(s["round_goods"][i]))
    return True


def change_duchy(rng, game, s):
    p = rng.randrange(game.config.players)
    s["duchy"][p] = another(rng, 1, 30, int(s["duchy"][p]))
    return True


def change_bonus(rng, game, s):
    p, colour = rng.randrange(game.config.seats), rng.randrange(POST + ("border_posts" in game.config.modules))
    s["bonus"][p] = int(s["bonus"][p]) & ~(3 << 2 * colour) | (
        0 if int(s["bonus"][p]) >> 2 * colour & 3 else 1 << 2 * colour
    )
    return True


def change_bonus_left(rng, game, s):
    which = rng.randrange(POST + ("border_posts" in game.config.modules))
    s["bonus_left"][which] = another(rng, 0, 2, int(s["bonus_left"][which]))
    return True


def change_pending(rng, game, s):
    depth = int(s["depth"])
    if not depth:
        return False
    i = rng.randrange(depth)
    kind, a = PENDING_KINDS[int(s["pending"][i, 0])], int(s["pending"][i, 1])
    if kind in ("ship2", "keep"):  # the depot
        s["pending"][i, 1] = another(rng, 0, 5, a)
    elif kind == "take":  # the colours
        s["pending"][i, 1] = another(rng, 1, 63, a)
    elif kind == "pick":  # the hex, or what pays for it
        which = rng.choice([1, 2])
        s["pending"][i, which] = another(rng, 0, (0, 36, 2)[which], int(s["pending"][i, which]))
    elif kind == "discard":  # the tile that comes
        s["pending"][i, 1] = (another_tile(rng, a) if a < DOUBLE else 0) or (a + 1)
    elif kind == "pay":  # how many goods
        s["pending"][i, 1] = another(rng, 1, 5, a)
    elif kind == "after":  # the hex, or the steps; of those that wait for the same step the upper one is seen
        i = max(i for i in range(depth) if PENDING_KINDS[int(s["pending"][i, 0])] == "after")
        which = rng.choice([1, 2])
        s["pending"][i, which] = another(rng, (0, 0, 1)[which], (0, 36, 7)[which], int(s["pending"][i, which]))
    else:
        s["pending"][i, 0] = another(rng, 5, 6, PENDING_KINDS.index(kind))
    return True


def change_route(rng, game, s):
    """Another tile of a route, with something else on the spaces that are still free."""
    p = rng.randrange(game.config.players)
    at, laid = rng.randrange(5), int(s["route_laid"][p])
    free = slice(min(max(laid - ROUTE_SPACES * at, 0), ROUTE_SPACES), ROUTE_SPACES)
    printed = {tile["id"]: tile["spaces"] for tile in load().files["trade_routes"]["tiles"]}
    if not (tile := int(s["route"][p, at])):
        return False
    others = [other for other in printed if printed[other][free] != printed[tile][free]]
    s["route"][p, at] = rng.choice(others or [tile])
    return bool(others)


def change_route_goods(rng, game, s):
    p = rng.randrange(game.config.players)
    if not (laid := int(s["route_laid"][p])):
        return False
    at = rng.randrange(laid)
    s["route_goods"][p, at] = another(rng, 1, 6, int(s["route_goods"][p, at]))
    return True


def change_route_hand(rng, game, s):
    s["route_hand"][rng.randrange(game.config.players)] ^= 1 << rng.randrange(1, ROUTE_TILES)
    return True


def change_cards(rng, game, s):
    side = rng.randrange(2)
    s["card"][side] = another(rng, 1, 17, int(s["card"][side]))
    return True


def change_card_tile(rng, game, s):
    placed = np.argwhere(s["card_tiles"] > 0)
    if not len(placed):
        return False
    place = tuple(rng.choice(placed.tolist()))
    s["card_tiles"][place] = int(s["card_tiles"][place]) ^ 64  # turned over
    return True


def change_top(field, count):
    """The top tile of the inventory, or the last one settled, becomes one of another colour."""

    def change(rng, game, s):
        if not s[count]:
            return False
        at = int(s[count]) - 1
        was = int(s[field][at])
        s[field][at] = another(rng, 1, 10, was) if was >= 11 else 40
        return True

    return change


def change_shield_hex(rng, game, s):
    held = [n for p in range(game.config.players) for n in range(1, SHIELDS + 1) if int(s["shields"][p]) >> n & 1]
    if not held:
        return False
    shield = rng.choice(held)
    s["shield_hex"][shield] = another(rng, 0, 36, int(s["shield_hex"][shield]))
    return True


def change_bit(field, players):
    """Put a shield somewhere, or take it away."""

    def change(rng, game, s):
        bit = 1 << rng.randint(1, SHIELDS)
        if s[field].shape == ():
            s[field] = int(s[field]) ^ bit
        else:
            p = rng.randrange(game.config.players if players else len(s[field]))
            s[field][p] = int(s[field][p]) ^ bit
        return True

    return change


def change_bag(field):
    """One more double tile of a name, or one less."""

    def change(rng, game, s):
        double, p = rng.randint(1, len(DOUBLES)), rng.randrange(game.config.players)
        alone = s[field].shape == ()
        bag = int(s[field] if alone else s[field][p])
        bag += one_of(double) if count_of(bag, double) == 0 else -one_of(double)
        if alone:
            s[field] = bag
        else:
            s[field][p] = bag
        return True

    return change


def change_vines(rng, game, s):
    """Another vine on a hex."""
    p, h = rng.randrange(game.config.players), rng.randrange(2 * SPACES)
    was = sum((int(s["vines"][p, bit]) >> h & 1) << bit for bit in range(3))
    now = another(rng, 1, 6, was)
    for bit in range(3):
        s["vines"][p, bit] = int(s["vines"][p, bit]) & ~(1 << h) | (now >> bit & 1) << h
    return True


def change_vine_tiles(rng, game, s):
    p, vine = rng.choice([*range(game.config.players), RESERVE]), rng.randrange(len(VINES))
    s["vine_tiles"][p, vine] = another(rng, 0, 4, int(s["vine_tiles"][p, vine]))
    return True


def change_discard(rng, game, s):
    s["card_discard"] = int(s["card_discard"]) ^ (1 << rng.randint(1, 17))
    return True


def change_team_storage(rng, game, s):
    seats = [p for p in range(4) if s["team_stored"][p]]
    if not seats:
        return False
    p = rng.choice(seats)
    tile = another_tile(rng, int(s["team_storage"][p, 0]))
    if tile:
        s["team_storage"][p, 0] = tile
        share(s, p)
    return tile is not None


def change_far_tile(rng, game, s):
    placed = [
        place for place in np.argwhere(s["far_tiles"]).tolist() if another_tile(rng, int(s["far_tiles"][*place]))
    ]
    if not placed:
        return False
    place = tuple(rng.choice(placed))
    s["far_tiles"][place] = another_tile(rng, int(s["far_tiles"][place]))
    return True


VISIBLE = {
    "far_tiles": change_far_tile,
    "team_storage": change_team_storage,
    "bonus": change_bonus,
    "duchy": change_duchy,
    "tiles": change_placed_tile,
    "vp": per_seat("vp", 0, 300),
    "workers": per_seat("workers", 0, 60),
    "silver": per_seat("silver", 0, 60),
    "goods": per_seat("goods", 0, 7, (6,)),
    "sold": per_seat("sold", 0, 7, (6,)),
    "storage": change_stored_tile,
    "dice": per_seat("dice", 1, 6, (2,)),
    "used": per_seat("used", 0, 1, (2,)),
    "bought": per_seat("bought", 0, 1),
    "recruited": per_seat("recruited", 0, 1),
    "depot": change_depot("depot"),
    "depot_goods": of_table("depot_goods", 0, 7),
    "black_depot": change_depot("black_depot"),
    "round_goods": change_round_goods,
    "bonus_left": change_bonus_left,
    "white_die": of_table("white_die", 1, 6),
    "card": change_cards,
    "card_tiles": change_card_tile,
    "card_discard": change_discard,
    "held": change_top("held", "held_count"),
    "settled": change_top("settled", "settled_count"),
    "chateauma_die": of_table("chateauma_die", 1, 6),
    "track": per_seat("track", 0, 6),
    "standing": change_order("standing"),
    "order": change_order("order"),
    "turn": lambda rng, game, s: (
        game.config.seats > 1
        and s["stage"] == STAGE_TURN
        and of_table("turn", 0, game.config.seats - 1)(rng, game, s)
    ),
    "active": lambda rng, game, s: (
        game.config.players > 1 and of_table("active", 0, game.config.players - 1)(rng, game, s)
    ),
    "phase": of_table("phase", 0, 4),
    "round_number": of_table("round_number", 0, 4),
    "stage": of_table("stage", 0, len(STAGES) - 1),
    "pending": change_pending,
    "route": change_route,
    "route_goods": change_route_goods,
    "route_hand": change_route_hand,
    "inn_stack": of_table("inn_stack", 0, 5),
    "set_aside": of_table("set_aside", 0, 16),
    "target": of_table("target", 5, 60),
    "posts": of_table("posts", 0, 5),
    "depot_shields": change_bit("depot_shields", False),
    "shields": change_bit("shields", True),
    "chateauma_shields": change_bit("chateauma_shields", False),
    "shield_hex": change_shield_hex,
    "lender": per_seat("lender", 0, 2),
    "wild": per_seat("wild", 0, 2),
    "heap": lambda rng, game, s: s["heap"].__setitem__(rng.randint(1, TILE_COUNT - 1), 9) or True,
    "heaped": per_seat("heaped", 0, 9),
    "stored_doubles": change_bag("stored_doubles"),
    "chateauma_doubles": change_bag("chateauma_doubles"),
    "vines": change_vines,
    "double_depot": of_table("double_depot", 0, len(DOUBLES)),
    "double_store": of_table("double_store", 0, len(DOUBLES)),
    "vineyard": per_seat("vineyard", 1, 4),
    "vine_tiles": change_vine_tiles,
    "vines_out": of_table("vines_out", 0, 63),
}
CHATEAUMA = {"card", "card_tiles", "card_discard", "held", "settled", "chateauma_die"}
OF_CHATEAUMA_AND_MODULE = {"posts", "chateauma_shields", "chateauma_doubles"}
# What lies on the table with a module alone.
OF_MODULE = {
    "team_storage": "team",
    "far_tiles": "team",
    "route": "trade_routes",
    "route_goods": "trade_routes",
    "route_hand": "trade_routes",
    "inn_stack": "inns",
    "set_aside": "castle_rule",
    "target": "solo",
    "posts": "border_posts",
    **dict.fromkeys(
        ("depot_shields", "shields", "chateauma_shields", "shield_hex", "lender", "wild", "heap", "heaped"), "shields"
    ),
    **dict.fromkeys(
        ("stored_doubles", "chateauma_doubles", "vines", "double_depot", "double_store", "vineyard", "vine_tiles"),
        "vineyards",
    ),
    "vines_out": "vineyards",
}


def absent(config):
    """The fields that games of a config do without."""
    missing = {field for field, module in OF_MODULE.items() if module not in config.modules}
    missing |= {"active"} if config.players == 1 else set()
    missing |= {"order", "standing", "turn"} if config.seats == 1 else set()
    return missing | (CHATEAUMA | OF_CHATEAUMA_AND_MODULE if config.chateauma is None else set())


def test_every_field_of_the_state_is_visible_hidden_or_derived():
    assert sorted(STATE.names) == sorted({*VISIBLE, *HIDDEN, *DERIVED, *MOMENTARY})
    assert len(STATE.names) == len(VISIBLE) + len(HIDDEN) + len(DERIVED) + len(MOMENTARY)


@pytest.mark.parametrize("config", CONFIGS, ids=name_of)
def test_visible_things_are_seen_by_everybody(config):
    rng = random.Random(f"{config}")
    changed = dict.fromkeys(VISIBLE, 0)
    for seed in range(6):
        for game in walk(config, seed, every=5):
            if game.is_over:
                continue
            before = seen(game, COMPLETE)
            for field, change in VISIBLE.items():
                if field in absent(game.config):
                    continue
                other = game.copy()
                if change(rng, game, inside(other).state[0]):
                    changed[field] += 1
                    for one, two in zip(before, seen(other, COMPLETE), strict=True):
                        assert not np.array_equal(one, two), (field, one.shape, game.to_json())
    assert {field for field, times in changed.items() if not times} == absent(game.config)
