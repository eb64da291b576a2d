"""A second process that compiles parts: which, for what types, and that nothing depends on it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest

pytestmark = [
    pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled"),
    pytest.mark.skipif("BURGUNDY_PLAIN_NUMBA" in os.environ, reason="no parts"),
]

HOUSE = """
import numpy as np
from burgundy_env.engine.jit import kernel, together

@kernel
def low(tape, p):
    return tape[0] + p

@kernel
def strange(price):
    return price * 2

@kernel
def high(tape, p):
    return low(tape, p) + strange(0.5)

@kernel
def roof(tape, n):
    return high(tape, n) + low(tape, 1)

together(roof, examples=lambda: {"tape": np.zeros(1, np.int16)})
"""
WHOLE = "import numpy as np, house; print(house.roof(np.full(1, 5, np.int16), 3))"
HELPED = "from burgundy_env.engine import ahead; ahead._WORTH_IT = 1; ahead.cores = lambda: 2; "
MADE = (
    "from burgundy_env.engine import parts; made = parts.Part._compiled_anew; names = []; "
    "parts.Part._compiled_anew = lambda part, *types: (names.append(part.__name__), made(part, *types))[1]; "
)


def run(folder: Path, *arguments: str, **options: Any) -> str:
    """What a process prints that finds the house and keeps its parts beside it."""
    environment = {**os.environ, "BURGUNDY_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, **options).stdout


def kept(folder: Path) -> set[str]:
    """The kernels of which there are parts in the cache."""
    return {path.name.split("-")[0].removeprefix("house.") for path in (folder / "cache").glob("*/*.part")}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / "house.py").write_text(HOUSE)
    return tmp_path


def test_names_tell_what_is_compiled_and_what_is_left_to_callers(house: Path) -> None:
    code = (
        "import house; from burgundy_env.engine import ahead, parts; "
        "print([(kernel.__name__, *map(str, types)) for kernel, types in ahead.foreseen(house.roof, parts.kinds())])"
    )
    tape, number = "array(int16, 1d, C)", "int64"
    assert run(house, "-c", code).strip() == str([(name, tape, number) for name in ("low", "high", "roof")])


def test_the_second_process_makes_what_the_first_one_takes(house: Path) -> None:
    ours, theirs = os.pipe()  # it waits for ours to end
    with open(ours, "rb") as waited_for, open(theirs, "wb"):
        run(house, "-m", "burgundy_env.engine.ahead", "house", "roof", stdin=waited_for)
    assert kept(house) == {"low", "strange", "high", "roof"}
    assert run(house, "-c", f"{MADE}{WHOLE}; print(names)") == "15.0\n[]\n"


def test_it_stops_where_nobody_waits_for_it(house: Path) -> None:
    run(house, "-m", "burgundy_env.engine.ahead", "house", "roof", stdin=subprocess.DEVNULL)
    assert len(kept(house)) < 4


def test_both_together_make_every_part_once(house: Path) -> None:
    begun = (
        "import subprocess; old = subprocess.Popen; "
        "ahead.subprocess.Popen = lambda command, **others: print(command[-2:]) or old(command, **others); "
    )
    assert run(house, "-c", f"{HELPED}{begun}{WHOLE}") == "['house', 'roof']\n15.0\n"
    assert len(list((house / "cache").glob("*/*.part"))) == 4
    assert not list((house / "cache").glob("*/.*")), "no turn is left behind"


def test_a_second_process_that_fails_is_no_trouble(house: Path) -> None:
    assert run(house, "-c", f"{HELPED}ahead.__name__ = 'no.such'; {WHOLE}") == "15.0\n"


def test_what_names_tell_of_the_engine_is_right() -> None:
    """A part for other types would be compiled for nobody: then the name is to go, in the kernel or in `ahead`."""
    code = (
        "from burgundy_env.engine import ahead, jit, parts; from burgundy_env.players.games import play_games\n"
        "with jit.unannounced():\n"
        "    for kernel, types in play_games.family.calls: kernel.part.compiled(types).library.reached()\n"
        "told = ahead.foreseen(play_games, parts.kinds())\n"
        "print(len(told), [kernel.__qualname__ for kernel, types in told if types not in kernel.part.overloads])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    number, _, wrong = told.strip().partition(" ")
    assert int(number) > 250
    assert wrong == "[]"
