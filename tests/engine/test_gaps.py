"""Machine code of the base game goes without what only other games need, and nobody notices."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest

from burgundy_env import Game
from burgundy_env.engine import jit, keys
from burgundy_env.players.games import new_batch, play_games
from burgundy_env.players.policies import number_of

pytestmark = [
    pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled"),
    pytest.mark.skipif("BURGUNDY_PLAIN_NUMBA" in os.environ, reason="no parts"),
]

# The base game in all its kinds: seats, rulesets, boards, what is dealt anew, observations, all players but searches.
BASE = """
import json, sys
from pathlib import Path
import gymnasium, numpy as np
from burgundy_env import Game
from burgundy_env.engine import cache, jit
from burgundy_env.players.games import new_batch, play_games
from burgundy_env.players.policies import number_of

with jit.unannounced():
    totals = []
    for players in (2, 3, 4):
        for ruleset in ("special_edition", "alea_2011"):
            for name in ("random", "greedy", "reflex", "heuristic", "level:3"):
                boards = {"ruleset": ruleset, "duchies": "sides" if ruleset == "alea_2011" else "random"}
                game = Game.new({"players": players, **boards}, seed=3)
                number = number_of(name)
                batch = new_batch(game.view(1).tables, [5], [range(players)], [[number] * players])
                play_games(batch)
                totals.append(batch.totals[0, :players].tolist())
    game = Game.new(seed=7)
    while not game.is_over:
        ids = game.legal_actions()
        game.push(ids[len(game.events) % len(ids)])
        if len(game.events) % 9 == 0:
            game = Game.from_json(game.to_json(), seed=5)
            game.redetermine(3)
    totals.append([scores["total"] for scores in game.scores()])
    for observation in ("flat", "planes", "tokens", "compact", "features"):
        env = gymnasium.make("Burgundy-v0", observation=observation, opponents=["heuristic"])
        env.reset(seed=3)
        for _ in range(5):
            env.step(int(np.flatnonzero(env.unwrapped.action_masks())[0]))
    there = cache.folder()
    names = sorted({path.name.partition("-")[0] for path in there.glob("*.part")})
    gaps = play_games.has_gaps
    modules = Game.new({"players": 2, "modules": ["vineyards", "shields"]}, seed=7)
    for _ in range(60):
        modules.push(modules.legal_actions()[0])
    batch = new_batch(modules.view(1).tables, [5], [range(2)], [[number_of("heuristic")] * 2])
    play_games(batch)
    print(json.dumps({
        "totals": totals, "parts": names, "gaps": gaps, "gaps later": play_games.has_gaps,
        "modules": modules.to_json(), "played": batch.totals[0, :2].tolist(),
    }))
"""
UNKNOWN = """
from burgundy_env import Game
game = Game.new(seed=7)
game.legal_actions()
tables = game._play.tables.copy()
tables["modules"] = 1
game._play.tables = tables
game.push(game.legal_actions()[0])
"""


def ran(code: str, cache: Path) -> subprocess.CompletedProcess[str]:
    """A process of its own, with this cache."""
    environment = {**os.environ, "BURGUNDY_CACHE": str(cache)}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)


def played(game: Game, name: str) -> list[int]:
    """What a player makes in each seat of a game of this kind."""
    seats = game.config.players
    batch = new_batch(game.view(1).tables, [5], [range(seats)], [[number_of(name)] * seats])
    play_games(batch)
    totals: list[int] = batch.totals[0, :seats].tolist()
    return totals


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a process with an empty cache tells of games of the base box, and then of others."""
    run = ran(BASE, tmp_path_factory.mktemp("gaps"))
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(run.stdout)


@pytest.mark.timeout(600)
def test_the_base_game_is_compiled_without_modules_automa_solo_and_search(told: dict[str, Any]) -> None:
    assert told["gaps"]
    rooms = {name.removeprefix("burgundy_env.").rpartition(".")[0] for name in told["parts"]}
    beyond = ("vineyards_steps", "shields_steps", "solo_steps", "trade_routes", "county_cards", "chateauma")
    assert not rooms & {f"engine.rules.{room}" for room in beyond}
    assert not rooms & {"players.heuristic.vineyards", "players.heuristic.module_choice", "players.turn.search"}
    assert {"engine.rules.placement", "players.heuristic.turn"} <= rooms


def test_a_game_that_needs_more_gets_it_in_the_same_process(told: dict[str, Any]) -> None:
    assert not told["gaps later"]
    game = Game.new({"players": 2, "modules": ["vineyards", "shields"]}, seed=7)
    for _ in range(60):
        game.push(game.legal_actions()[0])
    assert game.to_json() == told["modules"]
    assert played(game, "heuristic") == told["played"]


def test_games_are_the_same_with_gaps_and_without(told: dict[str, Any]) -> None:
    jit.needs_all()
    found = []
    for players in (2, 3, 4):
        for ruleset in ("special_edition", "alea_2011"):
            for name in ("random", "greedy", "reflex", "heuristic", "level:3"):
                boards = {"ruleset": ruleset, "duchies": "sides" if ruleset == "alea_2011" else "random"}
                game = Game.new({"players": players, **boards}, seed=3)
                found.append(played(game, name))
    assert found == told["totals"][:-1]


def test_tables_made_elsewhere_end_the_process_with_a_sentence(tmp_path: Path) -> None:
    run = ran(UNKNOWN, tmp_path)
    assert run.returncode != 0
    assert "goes beyond the base box, with tables that tables_for has not made in this process" in run.stderr


@jit.beyond_base(jit.INTEGER)
def _halved(number):
    return number / 2


@jit.kernel
def _asks(number):
    return _halved(number) + 1


def test_a_kernel_that_answers_otherwise_than_declared_is_refused() -> None:
    with pytest.raises(TypeError, match="_halved answers float64, not int64"):
        _asks(4)


def test_what_is_declared_is_part_of_the_key() -> None:
    """Callers are compiled by it, so other callers are kept when it changes."""
    function = _halved.py_func
    declared = [jit.beyond_base(answer)(function) for answer in (jit.INTEGER, jit.NUMBER)]
    assert keys.key_of(declared[0]) != keys.key_of(declared[1])


def test_all_that_is_declared_is_true() -> None:
    """Each kernel beyond the base game answers as its callers are told, or compiling it raises."""
    for kernel, types in play_games.family.calls:
        kernel.part.compiled(types).library.reached()
