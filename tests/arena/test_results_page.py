"""docs/results.md: its tables are written from tournaments, and every table has a place there."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SMALL = {
    "strength": "random greedy --games 2",
    "turn_50": "greedy random --games 2",
    "turn_four": "greedy random random random --players 4 --duchies random --games 2",
    "hard": "random chateauma:hard --games 2",
    "easier": "greedy chateauma:easy chateauma:intermediate --games 2",
    "module_inns": "greedy random --modules inns --duchies random:1-30 --games 2",
    "module_team": "greedy random --modules team --duchies 31,32 --games 2",
    "chateauma": "random chateauma:easy chateauma:hard+ABCD --games 1",
    "weak": "random chateauma:easy chateauma:intermediate --games 2",
    "alea2": "random --games 2",
    "seats2": "random --games 4",
    "solo_33_50": "random --config solo --duchies 33 --solo-target 50 --games 2",
}


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The script, with tournaments that take no time and a page of its own."""
    spec = importlib.util.spec_from_file_location("results_script", ROOT / "benchmarks" / "results.py")
    assert spec is not None
    assert spec.loader is not None
    monkeypatch.syspath_prepend(ROOT / "benchmarks")  # where a script finds those beside it
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = tmp_path / "results.md"
    page.write_text((ROOT / "docs" / "results.md").read_text())
    monkeypatch.setattr(module, "TOURNAMENTS", SMALL)
    monkeypatch.setattr(module, "PAGE", page)
    monkeypatch.setattr(sys, "argv", ["results.py", str(tmp_path / "results"), "--play"])
    return module


def test_the_tables_are_written_from_the_tournaments(results: ModuleType) -> None:
    before = results.PAGE.read_text()
    results.main()
    text = results.PAGE.read_text()
    for name, words in SMALL.items():
        assert f"burgundy arena {words}\n" in text, name
    rows = {table: _rows(text, table) for table in results.TABLES}
    assert [row[:3] for row in rows["strength"]] == [["greedy", "random", "2"]]
    assert [row[:2] for row in rows["ladder"]] == [
        ["greedy", "random"], ["greedy", "3 random, random boards"],
        ["greedy", "random, inns, random boards 1-30"], ["greedy", "random, team, boards 31 and 32"],
    ]  # fmt: skip
    assert [row[:2] for row in rows["automa"]] == [
        ["random", "chateauma:hard"], ["greedy", "chateauma:easy"], ["greedy", "chateauma:intermediate"],
    ]  # fmt: skip
    assert [row[:3] for row in rows["goals"]] == [
        ["against `chateauma:hard`, board 1", "90 %", "0.0 %"],
        ["first of four, the others heuristics", "70 %", "25.0 %"],
    ]
    assert [row[:4] for row in rows["solo"]] == [["random", "33", "50", "2"]]
    assert [row[0] for row in rows["chateauma"] if row[1]] == ["chateauma:easy", "chateauma:hard+ABCD"]
    assert [row[0] for row in rows["weak"]] == ["chateauma:easy", "chateauma:intermediate"]
    assert [row[:3] for row in rows["means"]] == [["random", "2", "2"]]
    assert [row[3] for row in rows["seats"]] == ["0", "1"]
    shares = [float(row[4].removesuffix(" %")) for row in rows["seats"]]
    assert sum(shares) == pytest.approx(100)
    # Done already: nothing is played again, and the page stays as it is.
    results.main()
    assert results.PAGE.read_text() == text
    assert re.sub(r"(?s)(<!-- table: \w+ -->).*?(<!-- end -->)", r"\1\2", text) == re.sub(
        r"(?s)(<!-- table: \w+ -->).*?(<!-- end -->)", r"\1\2", before
    )


def test_a_tournament_that_was_stopped_counts_with_the_games_it_has(
    results: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    several = {"hard": "random chateauma:hard --games 3", "easier": "random chateauma:easy chateauma:hard --games 3"}
    monkeypatch.setattr(results, "TOURNAMENTS", several)
    results.main()
    for name in several:
        games = tmp_path / "results" / name / "games.jsonl"
        games.write_text("".join(games.read_text().splitlines(keepends=True)[:2]))
    assert not results.played(tmp_path / "results")  # too few to say anything
    monkeypatch.setattr(results, "ENOUGH", 2)
    there = results.played(tmp_path / "results")
    assert list(there) == ["hard"]  # of the other one nobody knows whether everybody has met
    assert "--games 2\n" in results.block("automa", there)


def test_who_interrupts_a_tournament_interrupts_all(results: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(results, "burgundy", lambda words: asked.append(words) or 130)
    monkeypatch.setattr(sys, "argv", [*sys.argv, "hard", "weak", "--workers", "1"])
    before = results.PAGE.read_text()
    results.main()
    assert [words[:3] + words[-2:] for words in asked] == [["arena", "random", "chateauma:hard", "--workers", "1"]]
    assert results.PAGE.read_text() == before  # nothing has been played


def _rows(text: str, table: str) -> list[list[str]]:
    block = text.partition(f"<!-- table: {table} -->")[2].partition("<!-- end -->")[0]
    lines = [line for line in block.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_every_table_has_its_place_and_its_tournaments(results: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    page = (ROOT / "docs" / "results.md").read_text()
    assert re.findall(r"<!-- table: (\w+) -->", page) == list(results.TABLES)
    shown = [source for sources, _ in results.TABLES.values() for source in sources]
    assert sorted(shown) == sorted(results.TOURNAMENTS)
