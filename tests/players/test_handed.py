"""Compiled players of users: what they are handed, what becomes of their answers, how their code is kept."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from burgundy_agents import parse
from burgundy_agents.compiled import explained

from burgundy_env import Game
from burgundy_env.engine import keys
from burgundy_env.engine.apply import apply
from burgundy_env.engine.layout import GOODS, STATE
from burgundy_env.engine.redeal import redeal_hidden
from burgundy_env.engine.rng import below
from burgundy_env.engine.seeds import STREAM
from burgundy_env.game import inside
from burgundy_env.players import kit
from burgundy_env.players.handed import DEAL, KEPT, TYPES, PlayerError, UserPlayer, UserPolicy, ask_in, handed
from burgundy_env.players.net.forward import NO_NET
from burgundy_env.players.playouts import Playouts
from burgundy_env.players.policies import POLICIES, Policy, decide

EXAMPLE = Path(__file__).parents[2] / "examples" / "compiled_bot.py"
CONFIGS = [{"players": 2}, {"players": 1, "chateauma": "hard+ABCD"}, {"players": 3, "modules": "all"}]


def at_random(t, s, stream, ids, count):
    return ids[below(stream, count)]


def curious(t, s, stream, ids, count):
    """Plays by what nobody can know."""
    secret = int(s.rng & np.uint64(1023)) + int(s.unseen[0]) + 7 * int(s.black_supply[5])
    for goods in range(GOODS):
        secret = 5 * secret + int(s.pile[goods])
    return ids[secret % count]


def cheat(t, s, stream, ids, count):
    """Writes into all it is handed."""
    answer = ids[0]
    s.vp[:] = 99
    s.rng = np.uint64(1)
    s.pile[:] = 0
    t.players, t.modules = 1, 0
    stream.rng = np.uint64(1)
    ids[:] = 3
    return answer


def of_no_use(t, s, stream, ids, count):
    return 999


def raising(t, s, stream, ids, count):
    if count > 0:
        raise ValueError("too hot")
    return ids[0]


def positions(config, seed=5):
    game, walker = Game.new(config, seed=seed), Policy("random", 9)
    while not game.is_over:
        yield game
        game.push(walker.choose(inside(game)))


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_what_is_hidden_changes_nothing(config):
    player, redealt = UserPlayer("curious", curious), set()
    for step, game in enumerate(positions(config)):
        other = game.copy()
        other.redetermine(1000 + step)
        first = UserPolicy(player, 3).choose(inside(game))
        assert first == UserPolicy(player, 3).choose(inside(other))
        redealt.add(first == UserPolicy(player, 4).choose(inside(game)))
    assert redealt == {True, False}, "it is dealt otherwise from another seed"


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_a_deal_is_kept_whole_until_something_is_drawn(config):
    """What is kept is all that dealing anew changes, so the second decision of a turn sees what the first saw."""
    for step, game in enumerate(positions(config)):
        state = inside(game).state.copy()
        redeal_hidden(inside(game).tables[0], state[0], np.uint64(step))
        changed = {name for name in STATE.names if (state[name] != inside(game).state[name]).any()}
        assert changed <= set(KEPT)
    policy = UserPolicy(UserPlayer("curious", curious), 3)
    game = Game.new(config, seed=1)
    assert policy.choose(inside(game)) == policy.choose(inside(game))


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_nothing_that_it_writes_comes_back(config):
    player = UserPlayer("cheat", cheat)
    for game in positions(config):
        play = inside(game)
        before = [array.tobytes() for array in (play.tables, play.state, play.ids, play.tape)]
        assert UserPolicy(player, 3).choose(play) == play.ids[0]
        assert [array.tobytes() for array in (play.tables, play.state, play.ids, play.tape)] == before


def test_answers_are_looked_up():
    play = inside(game := Game.new(seed=1))
    with pytest.raises(ValueError, match="not a legal action") as caught:
        UserPolicy(UserPlayer("of_no_use", of_no_use), 1).choose(play)
    assert "999" in str(explained(game, caught.value))
    with pytest.raises(ValueError, match="too hot") as caught:
        UserPolicy(UserPlayer("raising", raising), 1).choose(play)
    assert explained(game, caught.value) is caught.value


def half(t, s, stream, ids, count):
    return 0.5


def helped(t, s, stream, ids, count):
    return no_kernel(ids)


def nothing(t, s, stream, ids, count):
    pass


def no_kernel(ids):
    return ids[0]


def unknown(t, s, stream, ids, count):
    return nowhere  # noqa: F821


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("function", "message"),
    [
        (half, "half can't be compiled: answers float64, not an integer"),
        (helped, "helped can't be compiled: Untyped global name 'no_kernel'.* with @kernel of"),
        (nothing, "nothing can't be compiled: answers none, not an integer"),
        (unknown, "unknown can't be compiled: NameError: name 'nowhere' is not defined"),
    ],
)
def test_what_cannot_be_compiled_is_said(function, message):
    player = UserPlayer(function.__name__, function)
    for _ in range(2):
        with pytest.raises(PlayerError, match=message):
            player.address  # noqa: B018


def test_playouts_are_what_is_played_one_by_one():
    player = UserPlayer("at_random", at_random)
    view = Game.new(CONFIGS[2], seed=1).view(2)
    playouts = Playouts(["reflex", player, "random"], seed=3)
    alone = view.copy()
    playouts.play(view)
    assert view.count == 0
    streams, deals = np.zeros(3, STREAM), np.zeros(3, DEAL)
    again = Playouts(["reflex", player, "random"], seed=3)
    streams["rng"], rows = again._streams["rng"][:3], handed([player], alone.tables)
    while alone.count:
        seat = int(alone.state["active"][0])
        row = slice(seat, seat + 1)
        if seat == 1:
            action = ask_in(rows, alone.state, 0, streams[row], deals[row], alone.ids, alone.count)
        else:
            number = POLICIES.index("reflex" if seat == 0 else "random")
            action = decide(number, NO_NET, alone.tables, alone.state, 0, streams[row], alone.ids, alone.count)
        alone.step(int(action))
    assert alone.state.tobytes() == view.state.tobytes()


# --- kept code ---------------------------------------------------------------------------------------

BOT = """
from burgundy_env.players.kit import kernel, take
from helper import first
def choose(t, s, stream, ids, count, last: int = 0):
    if count > 9999:
        take(t, s, ids[0])
    return ids[count - 1] if last else first(ids)
"""
HELPER = """
from burgundy_env.players.kit import kernel
@kernel
def first(ids):
    return ids[0]
"""
PROGRAM = """
from burgundy_agents import parse
from burgundy_env import Game
from burgundy_env.game import inside
from burgundy_env.players.handed import UserPolicy
play = inside(Game.new(seed=1))
for text in ("my_bot.py:choose", "my_bot.py:choose:last=1"):
    player = parse(text).player
    assert not player._entry.signatures, "nothing is compiled before it is asked"
    print(play.ids[: play.count].tolist().index(UserPolicy(player, 1).choose(play)))
    print(player._entry.stats.cache_hits.total())
print(play.count)
"""


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_its_code_is_kept_until_something_in_it_changes(tmp_path):
    def run():
        variables = os.environ | {"BURGUNDY_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        program = [sys.executable, "-W", "error", "-c", PROGRAM]
        done = subprocess.run(program, cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        assert all(line.startswith("burgundy: compiling") for line in done.stderr.splitlines()), done.stderr
        return [int(word) for word in done.stdout.split()]

    (tmp_path / "my_bot.py").write_text(BOT)
    (tmp_path / "helper.py").write_text(HELPER)
    *told, count = run()
    assert told == [0, 0, count - 1, 0]
    assert run() == [0, 1, count - 1, 1, count]
    (tmp_path / "my_bot.py").write_text(BOT.replace("count - 1", "count - 2"))
    assert run() == [0, 0, count - 2, 0, count]
    (tmp_path / "helper.py").write_text(HELPER.replace("ids[0]", "ids[1]"))
    assert run() == [1, 0, count - 2, 0, count]
    assert run() == [1, 1, count - 2, 1, count]


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_a_rule_that_changes_makes_another_key(monkeypatch):
    def key():
        keys.key_of.cache_clear()
        keys._own.cache_clear()
        return keys.key_of_call(parse(f"{EXAMPLE}:choose").player._entry, TYPES)

    before = key()
    assert key() == before
    monkeypatch.setitem(apply.py_func.__globals__, "NO_BLOCK", -77)
    assert key() != before
    monkeypatch.undo()
    assert key() == before


def test_the_page_names_the_kit():
    page = (EXAMPLE.parents[1] / "docs" / "compiled-players.md").read_text(encoding="utf-8")
    for name in kit.__all__:
        assert f"`{name}" in page
        assert hasattr(kit, name)
