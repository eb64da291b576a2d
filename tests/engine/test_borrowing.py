"""Parts that own no array don't count references; nothing is lost by it, and nothing is freed too early."""

import json
import os
import subprocess
import sys

import numba
import numpy as np
import pytest

from burgundy_env.engine.jit import kernel

pytestmark = [
    pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled"),
    pytest.mark.skipif("BURGUNDY_PLAIN_NUMBA" in os.environ, reason="no parts"),
]


@kernel
def _sum_of(numbers):
    total = 0
    for number in numbers[1:]:
        total += number
    return total


@kernel
def _tail(numbers):
    return numbers[2:]


@kernel
def _either(numbers, more):
    chosen = numbers
    if more > 0:
        chosen = np.full(more, 7)
    return _sum_of(chosen)


@kernel
def _handed_on(count):
    total = 0
    for i in range(count):
        numbers = np.arange(i % 9 + 3)
        total += _sum_of(_tail(numbers)) + _either(numbers, i % 2)
        numbers = _tail(np.full(4, i))  # the whole array lives on in its tail
        other = np.full(4, -1)
        total += _sum_of(numbers) + other[0]
    return total


COUNTS = """
import json
import numpy as np
from numba.core.runtime import rtsys
from burgundy_env import Game
from burgundy_env.engine import jit
from burgundy_env.players.games import new_batch, play_games
from burgundy_env.players.policies import number_of

def owned():
    stats = rtsys.get_allocation_stats()
    return stats.alloc - stats.free

left = {}
with jit.unannounced():
    for name in ("random", "greedy", "reflex", "heuristic", "turn:12", "net", "level:2"):
        for config in ({"players": 3}, {"players": 2, "modules": "all"}):
            game = Game.new(config, seed=3)
            numbers = [[number_of(name)] * game.config.players]
            batch = new_batch(game.view(1).tables, [5], [range(game.config.players)], numbers)
            play_games(batch)
            before = owned()
            batch = new_batch(game.view(1).tables, [6], [range(game.config.players)], numbers)
            made = rtsys.get_allocation_stats().alloc
            play_games(batch)
            left[f"{name} {game.config.modules}"] = [owned() - before, rtsys.get_allocation_stats().alloc - made]
print(json.dumps(left))
"""


def test_arrays_live_as_long_as_somebody_has_them() -> None:
    def expected(count: int) -> int:
        total = 0
        for i in range(count):
            numbers = list(range(i % 9 + 3))
            total += sum(numbers[2:][1:]) + sum(([7] if i % 2 else numbers)[1:])
            total += i - 1
        return total

    assert _handed_on(5000) == expected(5000)


def test_what_owns_nothing_does_not_count_and_what_makes_or_returns_an_array_does() -> None:
    _handed_on(1)
    code = {part.__name__: str(next(iter(part.overloads.values())).library._final_module) for part in (
        _sum_of.part, _tail.part, _either.part, _handed_on.part
    )}  # fmt: skip
    assert {name for name, text in code.items() if "call void @NRT_" in text} == {"_tail", "_either", "_handed_on"}


@kernel
def _median(numbers):
    return np.median(numbers)  # of a copy


@kernel
def _shifted(numbers):
    numbers[1:] = numbers[:-1]
    return numbers[2]


@kernel
def _of_rows(numbers):
    rows = numbers.reshape(2, 2)
    rows[0] = rows[1]
    return rows[0, 0]


@kernel
def _complaining(numbers):
    raise ValueError("not these", len(numbers))


@pytest.mark.parametrize(("function", "answer"), [(_median, 2.5), (_shifted, 3), (_of_rows, 2)])
def test_what_makes_arrays_within_goes_well(function, answer) -> None:
    assert function(np.array([4, 3, 2, 1])) == answer


def test_what_is_raised_may_hold_values() -> None:
    with pytest.raises(ValueError, match="not these") as caught:
        _complaining(np.array([4, 3]))
    assert caught.value.args[1] == 2


def test_games_leave_nothing_behind() -> None:
    """All arrays that players make are freed again."""
    run = subprocess.run(
        [sys.executable, "-c", COUNTS], env={**os.environ, "NUMBA_NRT_STATS": "1"}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr[-2000:]
    left = json.loads(run.stdout)
    assert {name: lost for name, (lost, _) in left.items() if lost} == {}
    assert left["turn:12 ()"][1] > 100  # so there was something to lose
