"""Observations: everything visible, nothing hidden, within bounds, and described as they are."""

import itertools
import random
from functools import partial
from pathlib import Path

import gymnasium
import numpy as np
import policies
import pytest

from burgundy_env import Game
from burgundy_env.config import MODULES
from burgundy_env.data import load
from burgundy_env.engine.layout import (
    AFTER_STEPS,
    BIT,
    BUILDING_KINDS,
    COLOUR_END,
    COLOUR_FIRST,
    PENDING_KINDS,
    POST,
    ROUTE_SPACES,
    ROUTE_TILES,
    SPECIES,
    STAGE_TURN,
    STAGES,
    STATE,
)
from burgundy_env.engine.observe.planes import AXIAL, CELL
from burgundy_env.engine.observe.tokens import KINDS
from burgundy_env.engine.tables import ROUTE_BONUSES
from burgundy_env.observations import encoder, encoders

CONFIGS = [
    {"players": 2},
    {"players": 3, "ruleset": "alea_2011", "duchies": "random:1-30"},
    {"players": 4, "duchies": "sides"},
    {"players": 1, "chateauma": "hard+AD"},
    {"players": 3, "chateauma": "easy+BC", "duchies": "random:1-30"},
    {"players": 4, "modules": "all", "duchies": "random", "trade_route_order": "chosen"},
    {"players": 2, "modules": "all", "duchies": "random:11-30", "chateauma": "intermediate+ABCD"},
    {"players": 1, "modules": ["extra_tiles", "white_castles", "solo"], "duchies": [34], "solo_target": 20},
]
ALL_MODULES, WITH_CHATEAUMA, SOLO = CONFIGS[-3:]
DOCS = Path(__file__).parents[1] / "docs"

HIDDEN = {"rng", "unseen", "supply", "supply_left", "black_supply", "black_left", "pile", "deck"}
# What follows from other fields, was on the table only for a moment, or is history.
DERIVED = {
    "occupied", "reach", "monasteries", "stored", "source", "depth", "held_count", "settled_count", "inns",
    "route_laid",
}  # fmt: skip
MOMENTARY = {"card_done", "sells_due"}


def name_of(config):
    values = [value for key, value in config.items() if key != "modules"]
    return "-".join(map(str, [*values, *(["modules"] if "modules" in config else [])]))


def walk(config, seed, every=1):
    """The positions of a game played with some sense, so that it gets somewhere."""
    rng = random.Random(f"{config} {seed}")
    policy = rng.choice([policies.uniform, policies.greedy_builder, policies.collector])
    game = Game.new(config, seed=seed)
    step = 0
    while not game.is_over:
        if step % every == 0:
            yield game
        game.push(policy(game, rng))
        step += 1
    yield game


def seen(game):
    """All that all players see."""
    return [encoder(name, game.config).encode(game, p) for name in encoders() for p in range(game.config.players)]


@pytest.mark.parametrize("config", CONFIGS, ids=name_of)
def test_within_bounds_and_finite(config):
    for seed in range(3):
        for game in walk(config, seed):
            for name in encoders():
                made = encoder(name, config)
                for p in range(game.config.players):
                    observation = made.encode(game, p)
                    assert observation.dtype == np.float32
                    assert observation.shape == made.shape
                    assert ((made.low <= observation) & (observation <= made.high)).all()


def test_every_field_is_used_by_some_game():
    """A number that no game ever makes other than 0 would be a mistake in the table or in the kernel."""
    unused = {
        (name, field.name) for config in CONFIGS for name in encoders() for field in encoder(name, config).fields
    }
    # The seat that looks is never the Châteauma, and who has a target is alone.
    unused -= {(name, "self.automa") for name in encoders()} | {("planes", "rest")}
    unused -= {(name, f"expansions.seat{k}.target") for name in encoders() for k in (1, 2, 3)}
    for seed, config in itertools.product(range(8), CONFIGS):
        for game in walk(config, seed, every=3):
            for name, p in {(name, p) for name, _ in unused for p in range(game.config.players)}:
                made = encoder(name, config)
                row = made.encode(game, p).ravel()
                unused -= {(name, field.name) for field in made.fields if row[field.slice].any()}
    assert not unused


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
            for field in HIDDEN:
                other = game.copy()
                other._state[field] += 1
                assert all(map(np.array_equal, before, seen(other))), field


# --- changing what is visible ------------------------------------------------------------------------


def another(rng, low, high, value):
    """A number from low to high other than the value."""
    return rng.choice([number for number in range(low, high + 1) if number != value])


def another_tile(rng, tile):
    """A tile of the same colour, or None if there is none."""
    for first, end in zip(COLOUR_FIRST.tolist(), COLOUR_END.tolist(), strict=True):
        if first <= tile < end and end - first > 1:
            return another(rng, first, end - 1, tile)
    return None


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
        s["pending"][i, 1] = another_tile(rng, a) or (a + 1)
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
    printed = {tile["id"]: tile["spaces"] for tile in load().trade_routes["tiles"]}
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


def change_discard(rng, game, s):
    s["card_discard"] = int(s["card_discard"]) ^ (1 << rng.randint(1, 17))
    return True


VISIBLE = {
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
}
CHATEAUMA = {"card", "card_tiles", "card_discard", "held", "settled", "chateauma_die"}
# What lies on the table with a module alone.
OF_MODULE = {
    "route": "trade_routes",
    "route_goods": "trade_routes",
    "route_hand": "trade_routes",
    "inn_stack": "inns",
    "set_aside": "castle_rule",
    "target": "solo",
    "posts": "border_posts",
}


def absent(config):
    """The fields that games of a config do without."""
    missing = {field for field, module in OF_MODULE.items() if module not in config.modules}
    missing |= {"active"} if config.players == 1 else set()
    missing |= {"order", "standing", "turn"} if config.seats == 1 else set()
    return missing | (CHATEAUMA | {"posts"} if config.chateauma is None else set())


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
            before = seen(game)
            for field, change in VISIBLE.items():
                if field in absent(game.config):
                    continue
                other = game.copy()
                if change(rng, game, other._state[0]):
                    changed[field] += 1
                    for one, two in zip(before, seen(other), strict=True):
                        assert not np.array_equal(one, two), (field, one.shape, game.to_json())
    assert {field for field, times in changed.items() if not times} == absent(game.config)


# --- the seat's own side -----------------------------------------------------------------------------


def test_self_comes_first_and_the_others_as_they_move():
    game = Game.new({"players": 4}, seed=5)
    for p, vp in enumerate((10, 20, 30, 40)):
        game._state["vp"][0, p] = vp
    order = [2, 0, 3, 1]
    game._state["order"][0] = order
    flat = encoder("flat")
    for i, p in enumerate(order):
        observation = flat.encode(game, p)
        blocks = ["self", "opponent1", "opponent2", "opponent3"]
        found = [round(100 * float(flat.view(observation, f"{block}.vp"))) for block in blocks]
        assert found == [10 * (order[(i + k) % 4] + 1) for k in range(4)]


def test_absent_seats_are_zeros():
    game = Game.new({"players": 2}, seed=5)
    for name in ("flat", "planes"):
        made = encoder(name)
        observation = made.encode(game)
        for block in ("opponent2", "opponent3"):
            assert not made.view(observation, block).any()
        assert made.view(observation, "opponent1.present") == 1
    tokens = encoder("tokens")
    rows = tokens.encode(game)
    assert not tokens.view(rows, "opponent2.hexes").any()
    laid_out_yet = 2 * 37 + 6 + 2 + 2  # hexes, depots for goods, seats, round and decision
    assert rows[:, 0].sum() == laid_out_yet


def test_flat_fields_say_what_the_position_says():
    game = next(g for g in walk({"players": 2}, 3, every=40) if g.to_json()["phase"] == "B" and g.active is not None)
    document = game.to_json()
    seat = game.active
    player = document["players"][seat]
    flat = encoder("flat")
    observation = flat.encode(game)
    view = lambda name: flat.view(observation, name)  # noqa: E731
    assert view("self.active") == 1
    assert round(float(view("self.vp")) * 100) == player["vp"]
    workers = float(view("self.workers"))
    assert round(4 * workers / (1 - workers)) == player["workers"]
    for type_ in range(6):
        assert view("self.goods")[type_] * 4 == player["goods"].get(str(type_ + 1), 0)
        assert view("self.sold")[type_] * 4 == player["sold"].get(str(type_ + 1), 0)
    assert [int(die.argmax()) + 1 for die in view("self.dice")] == player["dice"]
    assert view("self.used").tolist() == [float(used) for used in player["used"]]
    empty = view("self.empty").sum(0)
    assert [f"h{h + 1}" for h in range(37) if not empty[h]] == sorted(player["placed"], key=lambda h: int(h[1:]))
    for depot in range(6):
        tiles = document["depots"][str(depot + 1)]["tiles"]
        assert [bool(face.any()) for face in view("table.depots")[depot]] == [tile is not None for tile in tiles]
    assert view("table.phase").tolist() == [0, 1, 0, 0, 0]
    assert int(view("table.white_die").argmax()) + 1 == document["white_die"]


def test_die_reach_tells_what_workers_can_make_of_a_die():
    """A hex within reach of a die, of the right colour for a stored tile, is a legal placement, and no other."""
    flat, checked = encoder("flat"), 0
    for seed in range(8):
        for game in walk({"players": 2}, seed, every=3):
            document = game.to_json()
            if document["stage"] != "turn" or document["pending"]:
                continue
            player = document["players"][game.active]
            stored = {name: name for name in player["storage"]}
            colours = {"ship": 2, "castle": 4, "mine": 5}
            observation = flat.encode(game)
            empty, reach = flat.view(observation, "self.empty"), flat.view(observation, "self.die_reach")
            for die in (0, 1):
                legal = {a.split()[2] for a in game.legal_actions() if a.startswith(f"d{die + 1} place")}
                for tile in stored:
                    if tile in colours:
                        fits = {f"h{h + 1}" for h in range(37) if empty[colours[tile], h] and reach[die, h] > 0}
                        assert fits <= legal
                        checked += len(fits)
                        if set(stored) == {tile}:
                            assert fits == legal
    assert checked > 20


def test_what_a_duchy_may_still_take():
    """Worth of regions, buildings open to towns, and herds, against the boards themselves."""
    data, flat = load(), encoder("flat")
    region_vp, phase_bonus = data.components["scoring"]["region"], (10, 8, 6, 4, 2)
    kinds = BUILDING_KINDS
    for seed in range(6):
        for there in walk({"players": 2, "duchies": "random:1-30"}, seed, every=11):
            game = there.copy()
            document, observation = game.to_json(), flat.encode(game, 0)
            player = document["players"][0]
            placed = {int(hex_[1:]): tile for hex_, tile in player["placed"].items()}
            worth, open_to, herd = np.zeros(37), dict.fromkeys(kinds, 0), dict.fromkeys(SPECIES, 0)
            duchy = data.duchies[player["duchy"]]
            for region in duchy.regions:
                left, tiles = [h for h in region if h not in placed], [placed[h] for h in region if h in placed]
                colour = duchy.colours[region[0] - 1]
                for h in left:
                    vp = region_vp[len(region)] + phase_bonus["ABCDE".index(document["phase"])]
                    worth[h - 1] = min(vp / len(left) / 60, 1)
                for kind in kinds if colour == "building" else ():
                    open_to[kind] += len(left) if kind not in tiles or "m1" in placed.values() else 0
                for species in SPECIES if colour == "livestock" and left else ():
                    animals = sum(int(tile[-1]) for tile in tiles if tile[:-1] == species)
                    herd[species] = max(herd[species], animals)
            game._state["monasteries"][0, 0] |= 1 << 1
            everywhere = flat.view(flat.encode(game, 0), "self.open_to") * 12
            assert everywhere == pytest.approx([12 - sum(duchy.colours[h - 1] == "building" for h in placed)] * 10)
            assert flat.view(observation, "self.region_worth") == pytest.approx(worth)
            assert flat.view(observation, "self.open_to") * 12 == pytest.approx(list(open_to.values()), abs=1e-4)
            assert flat.view(observation, "self.herd") * 12 == pytest.approx(list(herd.values()), abs=1e-4)


def test_planes_stand_on_the_grid_of_the_boards():
    positions = load().duchies[1].positions
    assert [(q + r / 2) for q, r in AXIAL.tolist()] == pytest.approx([x for x, _ in positions])
    assert len(set(CELL.tolist())) == 37
    game = next(g for g in walk({"players": 2}, 1, every=50) if g.to_json()["phase"] == "B")
    planes, flat = encoder("planes"), encoder("flat")
    on_grid = planes.view(planes.encode(game, 0), "hexes.self.empty").reshape(6, 49)[:, CELL]
    assert np.array_equal(on_grid, flat.view(flat.encode(game, 0), "self.empty"))


def test_all_encoders_agree_about_the_duchy():
    game = next(g for g in walk({"players": 2}, 2, every=50) if g.to_json()["phase"] == "C")
    flat, tokens, planes = (encoder(name) for name in ("flat", "tokens", "planes"))
    rows = tokens.view(tokens.encode(game, 0), "self.hexes")
    columns = {field.name: field for field in KINDS["hex"]}
    vector, grid = flat.encode(game, 0), planes.encode(game, 0)
    assert np.array_equal(rows[:, columns["reach"].slice].ravel(), flat.view(vector, "self.reach"))
    assert np.array_equal(rows[:, columns["die_reach"].slice].T, flat.view(vector, "self.die_reach"))
    assert np.array_equal(rows[:, columns["region_worth"].slice].ravel(), flat.view(vector, "self.region_worth"))
    assert np.array_equal(
        rows[:, columns["tile"].slice].T, planes.view(grid, "hexes.self.tiles").reshape(-1, 49)[:, CELL]
    )


# --- what modules lay on the table -------------------------------------------------------------------


def numbers_of_modules(name, game, seat):
    """How the observation of a seat shows modules: a function for the table's fields, one for those of seat k."""
    made = encoder(name, game.config)
    row = made.encode(game, seat)
    if name != "tokens":
        return (
            lambda field: made.view(row, f"expansions.{field}"),
            lambda k, field: made.view(row, f"expansions.seat{k}.{field}"),
        )
    table, seats = made.view(row, "expansions.table")[0], made.view(row, "expansions.seats")
    columns = {kind: {field.name: field for field in KINDS[kind]} for kind in ("expansions", "expansion_seat")}

    def column(of, kind, field):
        found = columns[kind][field]
        return of[found.slice].reshape(found.shape)

    return (
        lambda field: column(table, "expansions", f"expansions.{field}"),
        lambda k, field: column(seats[k], "expansion_seat", field),
    )


def check_table_of_modules(view, document):
    waiting = {step: f"h{h}" for step, h in zip(AFTER_STEPS, (37 * view("steps")).round().astype(int), strict=True)}
    found = {
        "played": [module for module, flag in zip(MODULES, view("played"), strict=True) if flag],
        "post": 2 * view("posts_left"),
        "inns": round(5 * float(view("inns")), 3),
        "set_aside": 8 * view("set_aside"),
        "to_pay": round(5 * float(view("to_pay")), 3),
        "steps": {step: h for step, h in waiting.items() if h != "h0"},
    }
    pending = document["pending"]
    assert found == {
        "played": document["config"]["modules"],
        "post": document.get("bonus_tiles", {}).get("post", 0),
        "inns": document.get("inns", 0),
        "set_aside": document.get("set_aside", 0),
        "to_pay": next((entry["left"] for entry in pending if entry["kind"] == "pay"), 0),
        "steps": {step: entry["hex"] for entry in pending if entry["kind"] == "after" for step in entry["steps"]},
    }


def check_seat_of_modules(view, owner):
    """`owner` is a player of a position, or the Châteauma."""
    spaces = {tile["id"]: tile["spaces"] for tile in load().trade_routes["tiles"]}
    laid = owner.get("route_goods", [])
    free = [space for tile in owner.get("route", []) for space in spaces[tile]][len(laid) :]
    blank = [0] * (len(view("route_numbers")) - len(laid) - len(free))
    numbers = [0] * len(laid) + [space["number"] for space in free] + blank
    bonuses = [0] * len(laid) + [ROUTE_BONUSES.index(space["bonus"]) + 1 for space in free] + blank
    posts = [name for name in owner["bonus"] if name.startswith("post")]
    assert view("post") == {"post_large": 1, "post_small": 0.5, None: 0}[posts[0] if posts else None]
    assert (6 * view("route_numbers")).round(3).tolist() == numbers
    assert (7 * view("route_bonuses")).round(3).tolist() == bonuses
    assert (4 * view("route_goods")).tolist() == [laid.count(goods) for goods in range(1, 7)]
    assert [tile for tile, flag in enumerate(view("route_hand"), 1) if flag] == owner.get("route_hand", [])
    assert round(50 * float(view("target"))) == owner.get("target", 0)


@pytest.mark.parametrize("config", [ALL_MODULES, WITH_CHATEAUMA, SOLO], ids=name_of)
def test_fields_of_modules_say_what_the_position_says(config):
    seen_of_pending = set()
    for game in (game for seed in range(4) for game in walk(config, seed, every=2)):
        document, order = game.to_json(), game.to_json()["order"]
        owners = [*document["players"], *([document["chateauma"]] if "chateauma" in document else [])]
        seen_of_pending |= {entry["kind"] for entry in document["pending"]}
        for name, seat in itertools.product(encoders(), range(game.config.players)):
            table, seats = numbers_of_modules(name, game, seat)
            check_table_of_modules(table, document)
            for k in range(game.config.seats):
                p = order[(order.index(seat) + k) % len(order)]
                check_seat_of_modules(partial(seats, k), owners[p])
    if config is SOLO:
        assert {"after", "pay", "points"} <= seen_of_pending


# --- the encoder as an object ------------------------------------------------------------------------


@pytest.mark.parametrize("name", encoders())
def test_fields_follow_each_other_and_cover_everything(name):
    for config in CONFIGS:
        made = encoder(name, config)
        first = 0
        for field in made.fields:
            assert field.first == first, field.name
            first += field.size
        assert first == made.size
        assert len({field.name for field in made.fields}) == len(made.fields)
        assert made.space.shape == made.shape


def test_a_row_of_the_base_game_is_how_every_row_begins():
    for name in encoders():
        rows = [{}, {"chateauma": "easy"}, {"modules": "all"}, {"chateauma": "easy", "modules": "all"}]
        plain, chateauma, modules, both = (
            [field for field in encoder(name, config).fields if field.name != "rest"] for config in rows
        )
        assert chateauma[: len(plain)] == modules[: len(plain)] == plain
        assert both[: len(chateauma)] == chateauma
        assert [field.name for field in both[len(chateauma) :]] == [field.name for field in modules[len(plain) :]]
        with_inns = encoder(name, {"modules": ["inns"]})
        row = with_inns.encode(Game.new({"modules": ["inns"]}, seed=3)).ravel()
        end = plain[-1].slice.stop
        assert np.array_equal(row[:end], encoder(name).encode(Game.new(seed=3)).ravel()[:end])


def test_views_are_views_and_keep_batches():
    flat = encoder("flat")
    batch = np.zeros((5, *flat.shape), np.float32)
    flat.view(batch, "self.storage")[3, 1, 2] = 7
    assert batch.sum() == 7
    assert flat.view(batch, "self.storage").shape == (5, 3, 14)
    assert flat.view(batch[0], "self").shape == (flat.view(batch, "self").shape[1],)
    assert np.shares_memory(flat.view(batch, "config"), batch)


def test_refusals_are_sentences():
    game, flat = Game.new(seed=1), encoder("flat")
    with pytest.raises(ValueError, match="'round' is unknown; there are flat, planes, tokens"):
        encoder("round")
    with pytest.raises(KeyError, match=r"'self\.gold' is no field"):
        flat.view(flat.encode(game), "self.gold")
    with pytest.raises(ValueError, match="has the shape"):
        flat.view(np.zeros(7, np.float32), "self")
    with pytest.raises(ValueError, match="seats that look are 0 to 1, not 2"):
        flat.encode(game, 2)
    with pytest.raises(ValueError, match="seats that look are 0 to 1, not 'first'"):
        flat.encode(game, "first")
    with pytest.raises(ValueError, match="an array of float32"):
        flat.encode(game, 0, np.zeros(flat.shape))
    for config in ({"chateauma": "easy"}, {"modules": ["inns"]}):
        with pytest.raises(ValueError, match="needs an encoder made for it"):
            flat.encode(Game.new(config, seed=1), 0)


def test_spaces_draw_each_from_its_own_seed():
    spaces = [gymnasium.make("Burgundy-v0").observation_space for _ in range(2)]
    for space in spaces:
        space.seed(1)
    assert np.array_equal(*(space.sample() for space in spaces))


def test_encode_fills_a_buffer():
    game, flat = Game.new(seed=1), encoder("flat")
    out = np.full(flat.shape, 9, np.float32)
    assert flat.encode(game, 0, out) is out
    assert np.array_equal(out, flat.encode(game, 0))
