"""Records that version 0.1 wrote: they replay, whatever has been told otherwise since."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from burgundy_env import Record, RecordError
from burgundy_env.data import load

FOLDER = Path(__file__).parent / "0.1"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def lines(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", NAMES)
def test_it_replays(name: str) -> None:
    record = Record.load(FOLDER / f"{name}.jsonl")
    assert record.data == lines(name)[0]["data"] == load().hash, "0.1 wrote one hash for all"
    events = [line for line in lines(name)[1:] if "scores" not in line]
    told = [{key: event[key] for key in ("seat", "action") if key in event} or event for event in events]
    assert [event for event in record.events if "chateauma" not in event] == [
        event for event in told if "chateauma" not in event
    ]
    assert record.game().events == list(record.events)
    assert Record.parse("\n".join(record.lines())) == record


def test_they_are_of_all_kinds() -> None:
    assert NAMES == ["chateauma", "modules", "no_seed", "position", "solo"]
    told = [line["chateauma"] for line in lines("chateauma") if "chateauma" in line]
    assert told
    assert all(isinstance(words, str) for words in told)
    assert any("probabilities" in line for line in lines("chateauma"))
    assert lines("no_seed")[0]["seed"] is None
    assert "scores" in lines("solo")[-1]


def test_the_steps_of_the_chateauma_are_read_as_data() -> None:
    record = Record.load(FOLDER / "chateauma.jsonl")
    assert all(isinstance(event["chateauma"], dict) for event in record.events if "chateauma" in event)


def test_a_text_is_compared_with_nothing_but_must_be_a_step() -> None:
    told = lines("chateauma")
    step = next(i for i, line in enumerate(told) if "chateauma" in line)
    told[step]["chateauma"] = "does something"
    Record.parse("\n".join(map(json.dumps, told)))
    del told[step]
    with pytest.raises(RecordError, match="the replay has"):
        Record.parse("\n".join(map(json.dumps, told)))
