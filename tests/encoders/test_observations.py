"""Observations: within bounds, from the own side, and described as they are."""

import itertools
from functools import partial

import gymnasium
import numpy as np
import pytest
from observed import ALL_MODULES, COMPLETE, CONFIGS, SOLO, WITH_CHATEAUMA, name_of, walk
from rules.positions import play, position

from burgundy_env import Game
from burgundy_env.config import MODULES
from burgundy_env.data import load
from burgundy_env.encoders.planes import AXIAL, CELL
from burgundy_env.encoders.tokens import IN_PIECES, KINDS
from burgundy_env.engine.layout import BUILDING_KINDS, SPECIES, TILE_IDS
from burgundy_env.game import inside
from burgundy_env.modules.solo import AFTER_STEPS
from burgundy_env.modules.trade_routes import ROUTE_BONUSES
from burgundy_env.observations import encoder, encoders
from burgundy_env.players.heuristic.features import FEATURES

SEATS = ("self", "opponent1", "opponent2", "opponent3")


@pytest.mark.parametrize("config", CONFIGS, ids=name_of)
def test_within_bounds_and_finite(config):
    for seed in range(3):
        for game in walk(config, seed):
            for name in encoders():
                made = encoder(name, config)
                for p in range(game.config.players):
                    observation = made.encode(game, p)
                    assert observation.dtype == made.dtype
                    assert observation.shape == made.shape
                    assert ((made.low <= observation) & (observation <= made.high)).all()


def test_every_field_is_used_by_some_game():
    """A number that no game ever makes other than 0 would be a mistake in the table or in the kernel."""
    unused = {  # rows of actions have a test of their own
        (name, field.name)
        for config in CONFIGS
        for name in encoders()
        if name not in ("actions", "ahead")
        for field in encoder(name, config).fields
    }
    # The seat that looks is never the Châteauma, and who has a target is alone.
    unused -= {(name, "self.automa") for name in encoders()} | {("planes", "rest"), ("compact", "rest")}
    unused -= {(name, f"expansions.seat{k}.target") for name in encoders() for k in (1, 2, 3)}
    unused -= {(name, "expansions.workers_pay") for name in encoders()}  # rare, and tested below
    # Rare monasteries and regions, each for every seat: they are told as the heuristic has them (test_compact.py).
    unused -= {("features", f"{who}.{feature}") for who in SEATS for feature in FEATURES}
    for seed, config in itertools.product(range(8), CONFIGS):
        made_for = {name: encoder(name, config) for name in encoders()}
        here = {(name, field) for name, field in unused if field in {one.name for one in made_for[name].fields}}
        if not here:
            continue
        for game in walk(config, seed, every=3):
            for name, p in {(name, p) for name, _ in here & unused for p in range(game.config.players)}:
                made = made_for[name]
                row = made.encode(game, p).ravel()
                unused -= {(name, field.name) for field in made.fields if row[field.slice].any()}
    assert not unused


# --- the seat's own side -----------------------------------------------------------------------------


def test_self_comes_first_and_the_others_as_they_move():
    game = Game.new({"players": 4}, seed=5)
    for p, vp in enumerate((10, 20, 30, 40)):
        inside(game).state["vp"][0, p] = vp
    order = [2, 0, 3, 1]
    inside(game).state["order"][0] = order
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
    kinds = BUILDING_KINDS[:10]  # later ones are no part of it
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
            inside(game).state["monasteries"][0, 0] |= 1 << 1
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
    columns = {kind: {field.name: field for field in fields} for kind, fields in IN_PIECES.items()}

    def column(rows, kind, field):
        pieces, numbers = KINDS[kind]
        assert not rows.any() or (rows[:, pieces.slice].argmax(1) == range(len(rows))).all()
        found = columns[kind][field]
        return rows[:, numbers.slice].ravel()[found.slice].reshape(found.shape)

    seats = made.view(row, "expansions.seats")
    seats = seats.reshape(4, -1, seats.shape[-1])
    return (
        lambda field: column(made.view(row, "expansions.table"), "expansions", f"expansions.{field}"),
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
    spaces = {tile["id"]: tile["spaces"] for tile in load().files["trade_routes"]["tiles"]}
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
        for name, seat in itertools.product(COMPLETE, range(game.config.players)):
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
    for name in COMPLETE:
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
    with pytest.raises(
        ValueError, match="'round' is unknown; there are flat, planes, tokens, compact, features, actions"
    ):
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


# --- shields -----------------------------------------------------------------------------------------


def told(game):
    """Fields of the block of modules by name, as seat 0 sees them."""
    flat = encoder("flat", game.config)
    return lambda name: flat.view(flat.encode(game, 0), f"expansions.{name}")


def test_shields_are_seen_in_depots_and_on_castles():
    placed = {"h19": "castle", "h7": "castle", "h12": "bank"}
    rivals = {1: {"placed": placed, "shields": {"h7": 4}, "storage": ["bank"] * 2 + ["mine", "ship", "ship"]}}
    mine = {"placed": placed, "shields": {"h19": 6}, "copied": 2, "wild": 1}
    see = told(position(3, modules=("shields",), lying={3: [1, 18]}, rivals=rivals, **mine))
    assert see("depot_shields")[2].nonzero()[0].tolist() == [0, 17]
    assert see("depot_shields").sum() == 2
    assert see("seat0.shields")[5] == np.float32(19 / 37)
    assert see("seat1.shields")[3] == np.float32(7 / 37)
    assert see("seat0.lender").tolist() == [0, 0, 1, 0]
    assert see("seat0.wild").tolist() == [0, 1]
    assert see("seat1.heaped") == np.float32(0.2)
    assert see("heap")[TILE_IDS["ship"] - 1] == 0.25
    assert see("heap")[TILE_IDS["mine"] - 1] == 0.25


def test_what_is_decided_about_shields_is_seen():
    mine = {"placed": {"h19": "castle", "h7": "castle"}, "shields": {"h19": 3, "h7": 17}, "workers": 1}
    game = position(modules=("shields",), round=5, order=[1, 0], used=[True, True], **mine)
    see = told(play(game, "end"))
    assert (see("deciding_shields").nonzero()[0].tolist(), see("workers_pay")) == ([2, 16], 0)
    play(game, "lose")
    assert (see("deciding_shields").nonzero()[0].tolist(), see("workers_pay")) == ([16], 1)
    see = told(position(modules=("shields",), pending=[{"kind": "shield", "id": 9}]))
    assert see("deciding_shields").nonzero()[0].tolist() == [8]


@pytest.mark.parametrize(
    ("config", "shapes"),
    [
        ({"players": 2}, {"flat": (1286,), "planes": (104, 7, 7), "tokens": (204, 87)}),
        ({"players": 2, "chateauma": "hard"}, {"flat": (1470,), "planes": (108, 7, 7), "tokens": (216, 87)}),
    ],
)
def test_modules_leave_other_games_as_they_are(config, shapes):
    """Networks for games without modules go on to fit, whatever modules come."""
    assert {name: encoder(name, config).shape for name in shapes} == shapes
