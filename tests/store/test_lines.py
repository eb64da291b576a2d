"""Lines are whole or not there, and none is counted twice: cut, killed, on a full disk."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from burgundy_env.store import Lease, Lines, StoreError

from .numbered import Number, numbers_in


def entries(first: int, last: int) -> list[Number]:
    return [{"number": number, "text": "Böhmen\n\udcff" * (number % 4)} for number in range(first, last + 1)]


def written(lines: Lines[Number]) -> list[Number]:
    """What stands in the file, line by line."""
    raw = lines.path.read_bytes()
    assert raw.endswith(b"\n")
    return [json.loads(line) for line in raw.splitlines()]


def test_what_is_added_is_read(tmp_path: Path, lease: Lease) -> None:
    lines = numbers_in(tmp_path, lease)
    assert lines.add(entries(1, 3)) == entries(1, 3)
    assert lines.add(entries(2, 5)) == entries(4, 5)
    assert lines.add([{"number": 6, "text": "first"}, {"number": 6, "text": "second"}]) == [
        {"number": 6, "text": "first"}
    ]
    assert lines.add([]) == []
    again = numbers_in(tmp_path)
    assert list(again.read()) == written(lines) == [*entries(1, 5), {"number": 6, "text": "first"}]
    assert len(lines) == len(again) == 6
    assert 6 in again
    assert 7 not in again


def test_of_two_lines_with_a_key_the_first_counts(tmp_path: Path) -> None:
    lines = numbers_in(tmp_path)
    lines.path.write_text('{"number": 1, "text": "first"}\n{"number": 2}\n{"number": 1, "text": "second"}\n')
    assert list(lines.read()) == [{"number": 1, "text": "first"}, {"number": 2}]


def test_reading_goes_on_while_another_writes(tmp_path: Path, lease: Lease) -> None:
    writer, reader = numbers_in(tmp_path, lease), numbers_in(tmp_path)
    assert list(reader.read()) == []
    writer.add(entries(1, 2))
    assert list(reader.read()) == entries(1, 2)
    writer.add(entries(3, 3))
    with open(writer.path, "ab") as file:
        file.write(b'{"number": 4')
    assert list(reader.read()) == entries(3, 3)
    assert list(reader.read()) == []
    with open(writer.path, "ab") as file:
        file.write(b"}\n")
    assert list(reader.read()) == [{"number": 4}]


def test_entries_may_be_added_while_they_are_read(tmp_path: Path, lease: Lease) -> None:
    lines = numbers_in(tmp_path, lease)
    lines.add(entries(1, 3))
    lines = numbers_in(tmp_path, lease)
    reading = lines.read()
    assert next(reading) == entries(1, 1)[0]
    assert lines.add(entries(2, 4)) == entries(4, 4)
    assert list(reading) == []
    assert lines.add(entries(5, 5)) == entries(5, 5)
    assert written(lines) == entries(1, 5)
    with open(lines.path, "ab") as file:
        file.write(b"nonsense\n")
    with pytest.raises(StoreError, match="line 6: "):
        list(lines.read())


def test_a_file_cut_at_any_byte(tmp_path: Path, lease: Lease) -> None:
    lines = numbers_in(tmp_path, lease)
    lines.add(entries(1, 4))
    raw = lines.path.read_bytes()
    for length in range(len(raw) + 1):
        lines.path.write_bytes(raw[:length])
        whole = raw[:length].count(b"\n")
        again = numbers_in(tmp_path, lease)
        assert list(again.read()) == entries(1, whole)
        assert lines.path.read_bytes() == raw[:length]  # who only reads leaves it alone
        assert again.add(entries(1, 5)) == entries(whole + 1, 5)
        assert written(again) == entries(1, 5)


def test_what_others_have_added_before_the_lease_was_taken_counts(tmp_path: Path) -> None:
    first, second = Lease(tmp_path / "writer.lock"), Lease(tmp_path / "writer.lock")
    late = numbers_in(tmp_path, second)
    assert list(late.read()) == []
    first.take()
    numbers_in(tmp_path, first).add(entries(1, 3))
    first.release()
    second.take()
    assert late.add(entries(2, 4)) == entries(4, 4)
    assert written(late) == entries(1, 4)
    second.release()


def test_who_has_no_lease_adds_nothing(tmp_path: Path) -> None:
    lines = numbers_in(tmp_path)
    with pytest.raises(StoreError, match=r"whoever adds lines takes .*writer\.lock first"):
        lines.add(entries(1, 1))
    assert not lines.path.exists()


@pytest.mark.parametrize("line", ["{", "[]", "\0\0\0", "nonsense", "[" * 100_000, "9" * 5000, "\xff"])
def test_a_line_that_is_none_is_named(tmp_path: Path, line: str) -> None:
    lines = numbers_in(tmp_path)
    lines.path.write_bytes(b'{"number": 1}\n' + line.encode("latin-1") + b'\n{"number": 2}\n')
    with pytest.raises(StoreError, match=r"numbers\.jsonl, line 2: no JSON object, so something else"):
        list(lines.read())


def test_what_a_line_should_say_is_for_its_reader_to_tell(tmp_path: Path) -> None:
    def load(line: Number) -> Number:
        raise ValueError(f"{line['number']} is no prime")

    lines = Lines(tmp_path / "primes.jsonl", Lease(tmp_path / "lock"), load=load, dump=dict, key=repr)
    lines.path.write_text('{"number": 4}\n')
    with pytest.raises(StoreError, match=r"primes\.jsonl, line 1: 4 is no prime"):
        list(lines.read())


def test_a_file_that_was_cut_shorter_or_removed_in_the_middle(tmp_path: Path, lease: Lease) -> None:
    lines = numbers_in(tmp_path, lease)
    lines.add(entries(1, 3))
    lines.path.write_bytes(lines.path.read_bytes()[:20])
    with pytest.raises(StoreError, match="has become shorter while it was in use"):
        lines.add(entries(4, 4))
    lines.path.unlink()
    with pytest.raises(FileNotFoundError):
        lines.add(entries(4, 4))
    with pytest.raises(FileNotFoundError):
        list(lines.read())
    assert not lines.path.exists()


def test_the_disk_is_waited_for_once_a_second_and_at_the_end(
    tmp_path: Path, lease: Lease, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, waited = [100.0], []
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(os, "fsync", waited.append)
    lines = numbers_in(tmp_path, lease)

    def waits(seconds: float, first: int) -> int:
        clock[0] += seconds
        lines.add(entries(first, first))
        return len(waited)

    assert [waits(0, 1), waits(0.5, 2), waits(0.6, 3), waits(0.1, 4)] == [1, 1, 2, 2]
    lines.sync()
    lines.sync()
    assert len(waited) == 3


def fill(lines: Lines[Number], told: list[Number]) -> None:
    """Add eight entries by two, and note what is told as added."""
    for first in range(1, 9, 2):
        told += lines.add(entries(first, first + 1))


def test_a_full_disk(
    tmp_path: Path, lease: Lease, disk_full_at: Callable[[int], AbstractContextManager[None]]
) -> None:
    whole = numbers_in(tmp_path, lease)
    whole.add(entries(1, 8))
    raw = whole.path.read_bytes()
    for size in range(len(raw)):
        whole.path.unlink()
        lines = numbers_in(tmp_path, lease)
        told: list[Number] = []
        with disk_full_at(size), pytest.raises(OSError, match=r"numbers\.jsonl"):
            fill(lines, told)
        found = list(numbers_in(tmp_path).read())
        assert found[: len(told)] == told
        # Once there is room it goes on, whether the program was ended or not.
        lines = lines if size % 2 else numbers_in(tmp_path, lease)
        lines.add(entries(1, 8))
        assert written(lines) == entries(1, 8)


WRITER = """
import random, sys
from pathlib import Path
from burgundy_env.store import Lease, Lines
folder = Path(sys.argv[1])
lease = Lease(folder / "writer.lock")
lease.take()
lines = Lines(folder / "numbers.jsonl", lease, load=dict, dump=dict, key=lambda entry: entry["number"])
following = 1 + max((entry["number"] for entry in lines.read()), default=0)
while True:
    numbers = range(following, following + random.randrange(1, 40))
    batch = [{"number": number, "text": "x" * random.randrange(20_000)} for number in numbers]
    # Some come twice, as from workers whose work was given to others.
    lines.add([*batch, *batch[:2]])
    following += len(batch)
    print(following - 1, flush=True)
"""


def test_killed_twenty_times(tmp_path: Path) -> None:
    chance = random.Random(1)
    told = 0
    for _ in range(20):
        command = [sys.executable, "-c", WRITER, str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(chance.uniform(0, 0.05))
            writer.send_signal(signal.SIGKILL)
            numbers = [int(line) for line in writer.stdout if line.endswith("\n")]
        assert numbers == sorted(numbers)
        told = max([told, *numbers])
        found = Counter(entry["number"] for entry in numbers_in(tmp_path).read())
        assert set(range(1, told + 1)) <= set(found), "told as added"
    lease = Lease(tmp_path / "writer.lock")
    lease.take()
    lines = numbers_in(tmp_path, lease)
    lines.add([{"number": 0}])
    count = Counter(entry["number"] for entry in written(lines))
    assert set(count.values()) == {1}
    assert sorted(count) == list(range(len(count)))
    assert len(count) > told
    lease.release()
