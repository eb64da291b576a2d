"""A process of its own that plays some games and says what happened: what must not depend on process or compiler.

`python tests/support/trajectory.py games` prints a digest per game, `numbers` what the generator gives; `signatures`
how many compiled signatures each kernel of `burgundy_env.engine.batch` has, `players` each of `burgundy_env.players`.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from typing import Any

import numpy as np
from policies import eager

from burgundy_env import Game
from burgundy_env.engine import batch, rng
from burgundy_env.engine.actions import ACTIONS
from burgundy_env.engine.layout import STATE, new_tape
from burgundy_env.engine.tables import tables_for
from burgundy_env.game import inside

CONFIGS: list[dict[str, Any]] = [
    {"players": 2, "duchies": [1, 14]},
    {"players": 3, "ruleset": "alea_2011", "duchies": "random:1-30"},
    {"players": 4, "duchies": "sides"},
]


def digest(value: Any) -> str:
    """A short name for what the value holds."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def played(config: dict[str, Any], seed: int) -> Game:
    """A game of an eager player to the end, looked at in every way on the way."""
    game, choice = Game.new(config, seed=seed), random.Random(seed)
    while not game.is_over:
        game.action_mask()
        game.push(eager(game, choice))
    return game


def games() -> list[str]:
    """Digests of games: all events, the last position and the scores."""
    whole = [played(config, seed) for seed, config in enumerate(CONFIGS)]
    return [digest([game.events, game.to_json(), game.scores()]) for game in whole]


def played_in_the_kernel(config: dict[str, Any], seed: int, decisions: int = 10_000) -> np.ndarray:
    """A game of `play_randomly`, as its state."""
    game = Game.new(config, seed=seed)
    states, mask = inside(game).state.copy(), np.zeros(ACTIONS, np.int8)
    batch.play_randomly(inside(game).tables, states, new_tape(), batch.id_buffer(), mask, decisions)
    return states


def numbers() -> list[int]:
    """What `below` gives from one state for many limits."""
    state = np.zeros(1, STATE)
    state["rng"] = np.uint64(2**63 + 12345)
    limits = [1, 2, 3, 6, 7, 36, 1000, 2**31]
    return [int(rng.below(state[0], limit)) for _ in range(50) for limit in limits]


def signatures() -> dict[str, int]:
    """How many versions of each kernel that Python calls were compiled by all that a user may do."""
    for seed, config in enumerate(CONFIGS):
        game = played(config, seed)
        twin = game.copy()
        twin.redetermine(5)
        game.outcome()
        game.scores()
        start = Game.new(config, seed=seed)
        again = Game.new(config, chance=[event for event in start.events if "chance" in event])
        again.perft(2)
        again.explain(again.legal_ids()[0])
        again.push(again.legal_ids()[0])
        again.push(np.int64(again.legal_ids()[0]))
        document = again.to_json()
        del document["hidden"]
        Game.from_json(document, seed=1).push_scripted(again.legal_actions()[0], _events_of(again))
        view = game.view(3).copy()
        view.redeal(4)
        batch.rank(view.tables, view.state, 0, np.zeros(4, np.int8), np.zeros(4, np.int16))
        start.view(3).step(start.legal_ids()[0])
        played_in_the_kernel(config, seed)
    kernels = {name: getattr(batch, name) for name in dir(batch)}
    return {name: len(kernel.signatures) for name, kernel in kernels.items() if _belongs(kernel)}


def players() -> dict[str, int]:
    """The same of the kernels that have compiled players play and plan."""
    from burgundy_env import players
    from burgundy_env.arena import Plan
    from burgundy_env.arena.play import play_batch
    from burgundy_env.envs import BurgundyEnv, BurgundyVectorEnv
    from burgundy_env.players.playouts import Playouts
    from burgundy_env.players.policies import Policy
    from burgundy_env.players.turn.watched import WatchedSearch

    game = Game.new(seed=1)
    game.push(game.legal_ids()[0])
    for play in (inside(game), game.view(1)):
        Policy("greedy", 1).choose(play)
    while len(game.legal_ids()) == 1:
        game.push(game.legal_ids()[0])
    WatchedSearch(1, futures=2).choose(inside(game))
    Playouts(["random", "random"], 1).play(game.view(1))
    plan = Plan.of(["random"], 1)
    play_batch(plan, plan.fixtures)
    BurgundyEnv(opponents="random", seat=1).reset(seed=1)
    vector = BurgundyVectorEnv(2, on_illegal="random", opponents=[lambda game: game.legal_ids()[0]])
    vector.reset(seed=1)
    for _ in range(3):
        vector.step(vector.sample_actions())
    return {name: len(thing.signatures) for name, thing in vars(players).items() if hasattr(thing, "signatures")}


def _events_of(game: Game) -> list[dict[str, Any]]:
    """The chance of the first legal action."""
    twin, told = game.copy(), len(game.events)
    twin.push(twin.legal_actions()[0])
    return [event for event in twin.events[told:] if "chance" in event]


def _belongs(kernel: Any) -> bool:
    return hasattr(kernel, "signatures") and kernel.py_func.__module__ == batch.__name__


def tables_are_shared() -> bool:
    """Whether equal configs use one record of tables."""
    one, two = (Game.new({"players": 2, "duchies": [1, 2]}, seed=seed) for seed in (1, 2))
    return inside(one).tables is inside(two).tables is tables_for(one.config, one.data)


if __name__ == "__main__":
    print(
        json.dumps({"games": games, "numbers": numbers, "signatures": signatures, "players": players}[sys.argv[1]]())
    )
