"""Records that version 0.1 wrote: they replay, whatever has been told otherwise since."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from burgundy_env import Record, RecordError
from burgundy_env.data import data_of, load
from burgundy_env.data.earlier import EARLIER

FOLDER = Path(__file__).parent / "0.1"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def lines(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", NAMES)
def test_it_replays(name: str) -> None:
    record = Record.load(FOLDER / f"{name}.jsonl")
    assert record.data == lines(name)[0]["data"] == EARLIER["0.1"]["hash"], "0.1 wrote one hash for all"
    events = [line for line in lines(name)[1:] if "scores" not in line]
    told = [{key: event[key] for key in ("seat", "action") if key in event} or event for event in events]
    # Points, and what the final scoring gave, are told anew.
    kept = [event for event in record.events if not {"chateauma", "final"} & event.keys()]
    assert [{key: value for key, value in event.items() if key != "points"} for event in kept] == [
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


class TestDataOfThen:
    """0.1 had more extra turns on duchy 36, two boards and a region size less."""

    def test_a_game_is_played_with_the_extra_turns_it_had(self) -> None:
        game = Record.load(FOLDER / "chateauma.jsonl").game()
        assert game.data.chateauma["duchy_36"]["modifier_d_spaces"]["castle"] == [2]
        assert load().chateauma["duchy_36"]["modifier_d_spaces"]["castle"] == []
        assert pickle.loads(pickle.dumps(game)) == game
        assert pickle.loads(pickle.dumps(game)).data.hash == game.data.hash

    @pytest.mark.parametrize("name", NAMES)
    def test_the_hash_of_each_block_tells_it_too(self, name: str) -> None:
        game = Record.load(FOLDER / f"{name}.jsonl").game()
        again = Record.of(game)
        assert EARLIER["0.1"]["blocks"].items() & again.data.items()
        assert Record.parse("\n".join(again.lines())) == again

    def test_blocks_that_no_version_had_are_refused(self) -> None:
        again = Record.of(Record.load(FOLDER / "chateauma.jsonl").game())
        other = replace(again, data={**again.data, "chateauma": "0123456789abcdef"})
        with pytest.raises(RecordError, match=r"data\.chateauma: the game was played with 0123456789abcdef"):
            Record.parse("\n".join(other.lines()))

    def test_what_an_owner_laid_over_todays_data_lies_over_those_too(self, tmp_path: Path) -> None:
        (tmp_path / "chateauma.json").write_text('{"inventory_order": ["mine", "castle", "ship", "livestock", '
                                                 '"monastery", "building"]}')  # fmt: skip
        (tmp_path / "components.json").write_text('{"turn_order_track": {"spaces": 8}}')
        mine = load(tmp_path)
        then = data_of({"chateauma": EARLIER["0.1"]["blocks"]["chateauma"]}, mine)
        assert then.chateauma["inventory_order"][0] == "mine"
        assert then.chateauma["duchy_36"]["modifier_d_spaces"]["castle"] == [2]
        assert then.hashes["components"] == mine.hashes["components"] != EARLIER["0.1"]["blocks"]["components"]
        assert then.hashes["duchies"] == EARLIER["0.1"]["blocks"]["duchies"]

    def test_data_that_fit_are_those_in_use(self) -> None:
        assert data_of(load().hashes, load()) is load()
        assert data_of(load().hash, load()) is load()
