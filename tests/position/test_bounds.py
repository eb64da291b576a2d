"""What a document may say, a game can be played to its end from, and written and read on the way."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from position_documents import document

from burgundy_env import Game, GameConfig, PositionError
from burgundy_env.data import data_of, load
from burgundy_env.data.earlier import EARLIER
from burgundy_env.engine.hooks.changes import chateauma_acts
from burgundy_env.engine.layout import HELD, SETTLED, TILE_COUNT, tile_id
from burgundy_env.engine.tables import tables_for
from burgundy_env.game import inside
from burgundy_env.modules import TILES
from burgundy_env.modules.sizes import PENDING_DEPTH
from burgundy_env.position import bounds
from burgundy_env.position.bounds import MOST_WEALTH

Document = dict[str, Any]
MADE: dict[str, Document] = {
    "solo": {"players": 1, "modules": ["solo"]},
    "team": {"players": 4, "modules": ["team", "extra_tiles"]},
    "its_posts": {"players": 1, "chateauma": "hard", "modules": ["border_posts"], "duchies": "random:23-30"},
}


def document_of(name: str) -> Document:
    """A position by name, in the middle of a turn with nothing pending."""
    if name not in MADE:
        return document(name)
    game, rng = Game.new(MADE[name], seed=5), random.Random(5)
    while len(game.events) < 160 or game.to_json()["pending"] or "end" in game.legal_actions():
        game.push(rng.choice(game.legal_ids()))
    return game.to_json()


def played_through(start: Document, seed: int) -> Game:
    """To the end, read back at every turn."""
    game, rng = Game.from_json(copy.deepcopy(start), seed=seed), random.Random(seed)
    while not game.is_over:
        now = game.to_json()
        owners = [*now["players"], *([now["chateauma"]] if "chateauma" in now else [])]
        assert all(owner.get(key, 0) >= 0 for owner in owners for key in ("vp", "workers", "silver"))
        assert Game.from_json(now, seed=seed).legal_actions() == game.legal_actions()
        game.push(rng.choice(game.legal_ids()))
    return game


def limit(position: Document, key: str, owner: Document) -> int:
    """The largest number that is accepted there."""
    low, high = 0, MOST_WEALTH + 1
    while high - low > 1:
        owner[key] = (low + high) // 2
        try:
            Game.from_json(copy.deepcopy(position), seed=1)
        except PositionError:
            high = owner[key]
        else:
            low = owner[key]
    owner[key] = low
    return low


@pytest.mark.parametrize("name", ["full_storage", "first_turn_4p", "its_posts", "solo", "team"])
@pytest.mark.parametrize("key", ["workers", "silver"])
def test_from_the_most_that_may_be_said_a_game_goes_on_to_its_end(name: str, key: str) -> None:
    position = document_of(name)
    assert limit(position, key, position.get("teams", position["players"])[0]) > 1000
    played_through(position, 3)
    if "chateauma" in position:
        position["players"][0][key] = 0
        assert limit(position, "silver", position["chateauma"]) > 1000
        played_through(position, 3)


@pytest.mark.parametrize("key", ["vp", "workers", "silver"])
def test_too_much_is_a_sentence_that_says_how_much_can_be(key: str) -> None:
    position = document_of("full_storage")
    position["players"][1][key] = 31_000
    with pytest.raises(
        PositionError, match=r"players\[1\]: VP, workers and twice the silver .* can be [\d,]+ at most"
    ):
        Game.from_json(position)


def test_a_real_game_stays_far_below() -> None:
    for config in ({"players": 4, "modules": "all", "duchies": "random"}, {"players": 3, "chateauma": "hard+ABCD"},
                   {"players": 3, "chateauma": "hard+ABCD", "modules": "all", "duchies": "random"},
                   {"players": 4, "modules": ["extra_tiles", "team"]}):  # fmt: skip
        game, rng = Game.new(config, seed=1), random.Random(1)
        while not game.is_over:
            play = inside(game)
            bounds.check(game.config, play.state[0], play.tables[0])
            game.push(rng.choice(game.legal_ids()))


def test_the_rows_of_the_chateauma_are_as_long_as_the_longest_game_needs() -> None:
    """With every module and modifier and the data of 0.1, whose duchy 36 had more extra turns, at the setup: nothing
    more can come than there is room for."""
    config = GameConfig.of({"players": 3, "modules": "all", "chateauma": "hard+ABCD", "duchies": "random"})
    game = Game.new(config, seed=1)
    s, t = inside(game).state[0], tables_for(config, data_of(EARLIER["0.1"]["hash"], load()))[0]
    placements = bounds._placements_to_come(s, t, 3)
    assert SETTLED - 5 <= s.settled_count + 1 + placements <= SETTLED
    assert 5 * t.black_slots + bounds._unplaced(s, t, bounds._FETCHING) <= HELD


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"inventory": {"mine": ["mine"] * 5, "building": ["church", "bank"] * 5}, "jokers": ["ship"] * 3}, None),
        ({"posts": 30}, r"chateauma\.posts"),
        ({"posts": 20}, r"by now there can be \d+"),
    ],
)  # fmt: skip
def test_tiles_and_posts_of_the_chateauma(change: Document, words: str | None) -> None:
    position = document_of("its_posts")
    position.pop("hidden")
    position["chateauma"].update(change)
    if words is None:
        played_through(position, 2)
        return
    with pytest.raises(PositionError, match=words):
        Game.from_json(position)


def test_its_rows_may_not_be_full() -> None:
    position = document_of("its_posts")
    position.pop("hidden")
    counts = {"castle": 13, "mine": 10, "ship": 22}
    position["chateauma"]["duchy"] = {name: [name] * count for name, count in counts.items()}
    position["depots"] = {number: {**depot, "tiles": [None] * 4} for number, depot in position["depots"].items()}
    with pytest.raises(PositionError, match=r"chateauma\.duchy: 45 tiles; .* a whole game brings 72 at most"):
        Game.from_json(position)


@pytest.mark.parametrize("kind", ["castle", "sell", "place", "ship"])
def test_many_pending_decisions(kind: str) -> None:
    """What is accepted never fills the stack; 22 castles did."""
    accepted = 0
    for count in range(1, PENDING_DEPTH + 4):
        position = document_of("full_storage")
        position["pending"] = [{"kind": kind}] * count
        position.pop("hidden")
        try:
            Game.from_json(copy.deepcopy(position), seed=1)
        except PositionError:
            break
        accepted = count
    assert 10 <= accepted < PENDING_DEPTH - 6
    position["pending"] = [{"kind": kind}] * accepted
    for seed in range(3):
        played_through(position, seed)


# --- the solo game -------------------------------------------------------------------------------------


def test_points_need_silver_also_after_a_purchase() -> None:
    position = document_of("solo")
    position["players"][0].update(silver=2, bought=False, used=[False, False], storage=[])
    position["pending"] = [{"kind": "points"}]
    position["black_depot"] = ["ship", None, None, None]
    position.pop("hidden")
    game = Game.from_json(position, seed=1)
    assert "points" in game.legal_actions()
    game.push("buy b1")
    assert game.to_json()["players"][0]["silver"] == 0
    assert "points" not in game.legal_actions()
    assert game.to_json()["pending"] == []


@pytest.mark.parametrize(
    ("entry", "change"),
    [("swap", {"goods": {"1": 4}}), ("swap", {"goods": {}}), ("points", {"silver": 0})],
)
def test_nothing_is_offered_that_can_not_be_paid(entry: str, change: Document) -> None:
    position = document_of("solo")
    position["players"][0].update(change)
    position["pending"] = [{"kind": entry}]
    position.pop("hidden")
    with pytest.raises(PositionError, match=rf"pending\[0\]: {entry}, but nothing is there to pay or to get"):
        Game.from_json(position, seed=1)
    position["pending"] = [{"kind": entry}, {"kind": "sell"}]
    position["players"][0]["goods"] = {"1": 4}
    assert played_through(position, 1).is_over


# --- the checked mode ----------------------------------------------------------------------------------


def test_without_the_compiler_a_full_row_is_an_error() -> None:
    """The rules tests run so; compiled code has nothing to check, as what is accepted never fills a row."""
    import subprocess
    import sys

    code = (
        "import numpy as np\n"
        "from burgundy_env.engine.layout import STATE, PENDING_DEPTH, HELD, SETTLED\n"
        "from burgundy_env.engine.rules import pending, holdings\n"
        "s = np.zeros(1, STATE)[0]\n"
        "for field, size, write in (('depth', PENDING_DEPTH, lambda: pending.push(s, 1, 0, 0)),\n"
        "    ('held_count', HELD, lambda: holdings.into_inventory(s, 1)),\n"
        "    ('settled_count', SETTLED, lambda: holdings.into_duchy(s, 1)), ('depth', 0, lambda: pending.pop(s))):\n"
        "    s[field] = size\n"
        "    try: write()\n"
        "    except IndexError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={"NUMBA_DISABLE_JIT": "1"}
    )
    assert done.stdout.splitlines() == [
        "place 48 of a row of 48", "place 84 of a row of 84", "place 72 of a row of 72", "place -1 of a row of 48"
    ], done.stderr  # fmt: skip


def test_what_acts_for_the_chateauma_is_told_once() -> None:
    """The bounds read the descriptors, the rules have a hook: both mean the same tiles."""
    told = [tile_id(tile.name) for tile in TILES if tile.places]
    assert told == [tile for tile in range(1, TILE_COUNT) if chateauma_acts(tile)]
