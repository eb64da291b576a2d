"""The cache of machine code: never stale, and no trouble with it stops a kernel."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

from burgundy_env.engine import cache
from burgundy_env.store import Lease

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
of_parts = pytest.mark.skipif("BURGUNDY_PLAIN_NUMBA" in os.environ, reason="no parts")

FACTS = """
import numpy as np
STEP = 3
TABLE = np.array([[5, 6], [7, 8]])
STATE = np.dtype([("a", "i1"), ("b", "i2")])
PAIR = (10, 20)
"""
KERNELS = """
import facts
import numpy as np
from typing import NamedTuple
from facts import PAIR, STATE, STEP, TABLE
from burgundy_env.engine.jit import kernel

class Seats(NamedTuple):
    first: int
    second: int

@kernel
def step(n):
    return n * STEP

@kernel
def table(n):
    return TABLE[n, 1] + PAIR[1] + facts.PAIR[0]

@kernel
def size(n):
    states = np.zeros(n, STATE)
    states[0].b = 300
    return len(states) + states[0].b

@kernel
def seat(seats):
    return seats.first

@kernel
def all_of(n, seats):
    return step(n) * 1000 + table(n) + size(n) + seat(seats)

@kernel
def is_even(n):
    return True if n == 0 else is_odd(n - 1)

@kernel
def is_odd(n):
    return False if n == 0 else is_even(n - 1)

@kernel
def apart(n):
    return n + 1
"""
PLAY = "print(all_of(1, Seats(1, 2)), apart(1), *(k.stats.cache_hits.total() for k in (all_of, apart)))"
RIGHT = 3 * 1000 + 8 + 20 + 10 + 1 + 300 + 1


class Place:
    """A folder with two modules of kernels, a cache, and a way to run them in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"
        self.write(FACTS, KERNELS)

    def write(self, facts: str, kernels: str) -> None:
        (self.folder / "facts.py").write_text(facts)
        (self.folder / "kernels.py").write_text(kernels)

    def start(self, before: str = "", after: str = "", **environment: str) -> subprocess.Popen:
        program = f"{before}\nfrom kernels import *\n{after}\n{PLAY}"
        variables = os.environ | {"BURGUNDY_CACHE": str(self.cache), "PYTHONPYCACHEPREFIX": str(self.folder / "pyc")}
        return subprocess.Popen(
            [sys.executable, "-W", "error", "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env={name: value for name, value in (variables | environment).items() if value},
        )

    def run(self, before: str = "", after: str = "", **environment: str) -> tuple[list[int], str]:
        """What the kernels say and how many of the two were loaded from the cache, and what is on stderr."""
        process = self.start(before, after, **environment)
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        return [int(word) for word in out.split()], err

    def files(self) -> list[Path]:
        return [path for path in self.cache.glob("kernels-*/*") if path.is_file()]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_the_second_process_loads(place: Place) -> None:
    assert place.run() == ([RIGHT, 2, 0, 0], "")
    assert place.run() == ([RIGHT, 2, 1, 1], "")
    assert place.run(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="") == ([RIGHT, 2, 0, 0], "")
    assert len(list(place.cache.glob("kernels-*"))) == 2, "each processor has a folder of its own"
    assert not list(place.folder.rglob("*.nb?"))


@pytest.mark.parametrize(
    ("old", "new", "more"),
    [
        ("STEP = 3", "STEP = 4", 1000),
        ("[7, 8]", "[7, 9]", 1),
        ("(10, 20)", "(11, 20)", 1),
        ("(10, 20)", "(10, 21)", 1),
        ('("b", "i2")', '("b", "i1")', -256),
        ("return n * STEP", "return n * STEP + 1", 1000),
        ("    first: int\n    second: int", "    second: int\n    first: int", 1),
        ("@kernel\ndef step(n):\n    return n * STEP", "STEP2 = 5\ndef made(k):\n    @kernel\n    def step(n):\n"
         "        return n * k\n    return step\nstep = made(STEP2)", 2000),
    ],
)  # fmt: skip
def test_nothing_is_stale_and_nothing_else_is_compiled(place: Place, old: str, new: str, more: int) -> None:
    place.run()
    assert (old in FACTS) != (old in KERNELS)
    place.write(FACTS.replace(old, new), KERNELS.replace(old, new))
    assert place.run() == ([RIGHT + more, 2, 0, 1], "")


def test_where_a_kernel_stands_and_what_is_said_of_it_is_not_compiled(place: Place) -> None:
    place.run()
    place.write(FACTS, "\n" + KERNELS.replace("def step(n):", 'def step(n):\n    "A docstring."  # A comment.'))
    assert place.run() == ([RIGHT, 2, 1, 1], "")


DAMAGES = {
    "empty": lambda code: b"",
    "cut": lambda code: code[:-9],
    "garbage": lambda code: code[:50] + bytes([code[50] ^ 1]) + code[51:],
}


@of_parts
@pytest.mark.parametrize("kind", ["part", "whole"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_made_anew(place: Place, kind: str, damage: str) -> None:
    place.run()
    sound = {path: path.read_bytes() for path in place.files()}
    for path, code in sound.items():
        if path.name.endswith(kind):
            path.write_bytes(DAMAGES[damage](code))
        elif path.suffix == ".whole":
            path.unlink()  # or else nobody asks for the parts
    assert place.run() == ([RIGHT, 2, 0, 0], "")
    assert place.run() == ([RIGHT, 2, 1, 1], "")
    assert sound.keys() == set(place.files())


@of_parts
def test_a_lost_part_is_made_anew(place: Place) -> None:
    place.run()
    for path in place.files():
        if path.suffix == ".whole" or "step" in path.name:
            path.unlink()
    assert place.run() == ([RIGHT, 2, 0, 0], "")


NOBODY = """
import pwd
def getpwuid(number): raise KeyError(number)
pwd.getpwuid = getpwuid
"""
FULL = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
"""


@pytest.mark.parametrize(
    ("before", "environment"),
    [
        (NOBODY, {"BURGUNDY_CACHE": "", "HOME": "", "XDG_CACHE_HOME": "", "NUMBA_CACHE_DIR": ""}),
        ("", {"BURGUNDY_CACHE": "facts.py/within"}),
        (FULL, {}),
    ],
    ids=["nobody's home", "a file in the way", "disk full"],
)
def test_without_a_cache_kernels_work_and_one_line_says_so(place: Place, before: str, environment: dict) -> None:
    if before == FULL:
        pytest.importorskip("resource")
        environment = environment | {"PYTHONDONTWRITEBYTECODE": "1"}
    said, err = place.run(before, **environment)
    assert said == [RIGHT, 2, 0, 0]
    assert err.count("\n") == 1
    assert err.startswith("burgundy: compiled code can't be kept")
    assert not place.files()
    assert not list(place.folder.rglob("*.nb?"))


@of_parts
def test_of_two_processes_at_once_one_compiles_and_the_other_loads(place: Place) -> None:
    processes, loaded = [place.start() for _ in range(2)], 0
    for process in processes:
        out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, "")
        *answers, first, second = map(int, out.split())
        assert answers == [RIGHT, 2]
        loaded += first + second
    assert loaded == 2
    assert place.run() == ([RIGHT, 2, 1, 1], "")
    assert not list(place.cache.rglob("*.turn"))


def test_nobody_waits_for_ever_for_who_compiles_the_same(place: Place) -> None:
    place.run()
    kept = place.files()
    for path in kept:
        path.unlink()
    taken = [Lease(path.with_name(f".{path.name}.turn")) for path in kept if path.suffix == ".whole"]
    for lease in taken:
        lease.take()
    impatient = "from burgundy_env.engine import cache; cache._PATIENCE = 0.2"
    assert place.run(impatient) == ([RIGHT, 2, 0, 0], "")
    assert {path for path in place.files() if path.suffix != ".turn"} == set(kept)


def test_a_constant_that_was_changed_before_compiling_is_not_kept(place: Place) -> None:
    change = (
        "import facts, kernels\napart(1); from burgundy_env.engine import keys; keys.key_of(step)\nkernels.STEP = 4"
    )
    assert place.run(after=f"{change}\nstep(1)")[0][0] == RIGHT + 1000
    assert place.run()[0][0] == RIGHT


PRIVATE = {
    "asked for": "import os; os.environ['BURGUNDY_PLAIN_NUMBA'] = '1'",
    "a class is gone": "import numba, numba.core.codegen as codegen; del codegen.JITCodeLibrary",
    "a method is gone": "from burgundy_env.engine import parts; parts._EXPECTED[object] = ('gone',)",
}


@pytest.mark.parametrize("why", PRIVATE)
def test_plain_numba_does_as_well(place: Place, why: str) -> None:
    before = PRIVATE[why]
    assert place.run(before) == ([RIGHT, 2, 0, 0], "")
    assert {path.suffix for path in place.files()} == {".plain"}
    assert place.run(before) == ([RIGHT, 2, 1, 1], "")
    place.write(FACTS.replace("STEP = 3", "STEP = 4"), KERNELS)
    assert place.run(before) == ([RIGHT + 1000, 2, 0, 1], "")


@pytest.mark.parametrize("before", ["", PRIVATE["asked for"]])
def test_kernels_that_call_one_another_work_in_a_second_process(place: Place, before: str) -> None:
    for _ in range(2):
        assert place.run(before, after="assert is_even(10) and not is_odd(10)")[0][0] == RIGHT


def test_what_nobody_uses_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, old = tmp_path / f"kernels-numba9-py3.99-{16 * '0'}", tmp_path / "kernels-0123456789abcdef"
    days = {own / "new": 1, own / "unused": 31, old / "sub" / "file": 40, tmp_path / "other" / "file": 99}
    for path, age in days.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(10))
        os.utime(path, 2 * (time.time() - age * 24 * 3600,))
    assert set(cache.tidy(tmp_path)) == {own / "unused", old / "sub" / "file"}
    assert sorted(path.name for path in tmp_path.iterdir()) == [own.name, "other"]
    (own / "newest").write_bytes(bytes(10))
    monkeypatch.setattr(cache, "MOST_BYTES", 15)
    assert cache.tidy(tmp_path) == [own / "new"]
