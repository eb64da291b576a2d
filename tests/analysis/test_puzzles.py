"""Problems looked for: one that is made can be solved, and a search goes on where it was, side by side or alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from burgundy_agents import make

from burgundy_env.analysis import AnalysisError
from burgundy_env.analysis.judge import Judge
from burgundy_env.analysis.puzzles import book, search
from burgundy_env.analysis.puzzles.make import STRONG, problem
from burgundy_env.analysis.puzzles.search import Progress
from burgundy_env.cli import main


def test_a_problem_that_is_made_can_be_set_up_played_and_solved() -> None:
    """The position of a problem that comes along is one for whoever looks at it anew."""
    known = book.shipped()[0]
    found = problem(known.game(), make(STRONG, seed=1), 1)
    assert found is not None
    made = book.Puzzle(json.loads(json.dumps(found)))
    assert made.check() == ""
    assert made.judge(known.document["answer"]["turn"]).solved
    assert found["judged"] == f"turn:futures=3000, net {Judge(8).fingerprint}"


def test_two_hundred_come_along_that_the_middle_levels_miss() -> None:
    known = book.shipped()
    assert len(known) == 200
    assert all(puzzle.missed >= 0.5 for puzzle in known)
    assert sum(puzzle.document["missed"]["level:6"] < 0.5 for puzzle in known) > 180


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games that were looked through; every third has two problems."""
    asked: list[int] = []

    def of_game(number: int, seed: int) -> Iterator[dict[str, Any] | None]:
        asked.append(number)
        for turn in range(4):
            yield {"id": f"{seed}-{number}-A{turn}-0"} if number % 3 == 2 and turn < 2 else None

    monkeypatch.setattr(search, "of_game", of_game)
    return asked


def test_a_search_stops_when_there_are_enough_and_goes_on_with_more(games: list[int], tmp_path: Path) -> None:
    told: list[Progress] = []
    found = search.search(tmp_path / "p", 3, 7, progress=told.append)
    assert [one["id"] for one in found] == ["7-2-A0-0", "7-2-A1-0", "7-5-A0-0", "7-5-A1-0"]
    assert games == [0, 1, 2, 3, 4, 5]
    assert [(one.found, one.games) for one in told] == [(0, 0), (0, 1), (0, 2), (2, 3), (2, 4), (2, 5), (4, 6)]
    assert told[2].seconds_left is None  # nobody knows how frequent they are
    assert told[4].seconds_left == pytest.approx(1 * 4 / 2 * told[4].seconds_a_game)
    assert told[-1].seconds_left == 0
    more = search.search(tmp_path / "p", 5, 7)
    assert games == [*range(9)]
    assert more[:4] == found
    assert len((tmp_path / "p" / "puzzles.jsonl").read_text().splitlines()) == len(more) == 6


def test_a_game_that_was_not_finished_is_looked_through_again(games: list[int], tmp_path: Path) -> None:
    """Killed between the problems of a game and the line that says it is done: nothing stands there twice."""
    found = search.search(tmp_path, 4, 7)
    kept = tmp_path / "games.jsonl"
    kept.write_text("".join(kept.read_text().splitlines(keepends=True)[:-1]))
    assert [*search.search(tmp_path, 5, 7)][:4] == found
    assert games[6] == 5
    ids = [json.loads(line)["id"] for line in (tmp_path / "puzzles.jsonl").read_text().splitlines()]
    assert len(ids) == len(set(ids)) == 6


def test_another_seed_takes_another_folder(games: list[int], tmp_path: Path) -> None:
    search.search(tmp_path, 1, 7)
    with pytest.raises(AnalysisError, match="holds problems of seed 7, not 8"):
        search.search(tmp_path, 1, 8)


def test_two_processes_find_what_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are over soon are looked through here and there."""
    asked: list[int] = []
    monkeypatch.setattr(search, "Processes", _counting(asked))
    monkeypatch.setattr(search, "_Looking", Pretending)
    found = search.search(tmp_path / "two", 6, 7, workers=2)
    assert asked == [2]
    alone = search.search(tmp_path / "one", 6, 7)
    assert sorted(one["id"] for one in alone) == sorted(one["id"] for one in found)[: len(alone)]


class Pretending:
    """Looks through games that nobody plays."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __call__(self, number: int) -> search.Looked:
        return 1, [{"id": f"{self.seed}-{number}"}]


def _counting(asked: list[int]) -> Any:
    processes = search.Processes

    def begin(hands: int) -> Any:
        asked.append(hands)
        return processes(hands)

    return begin


def test_the_command_looks_until_there_are_enough(
    games: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzles", "make", str(tmp_path / "p"), "--count", "2", "--seed", "9", "--workers", "0"]) == 0
    told = capsys.readouterr()
    assert told.out == f"{tmp_path / 'p'}/puzzles.jsonl\n"
    assert told.err.splitlines()[-1].startswith("2 of 2 problems, 3 games, about 0 s left")
    assert main(["puzzles", "make", str(tmp_path / "q"), "--workers", "-1"]) == 2
    assert "--workers: a number from 0, not -1" in capsys.readouterr().err
