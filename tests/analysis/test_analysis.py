"""Analyses as objects: tables, pictures, pages, and what notebooks show."""

from __future__ import annotations

import json
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from burgundy_agents import make

import burgundy_env
from burgundy_env import Game, Record
from burgundy_env.analysis import Analysis, PositionAnalysis, analysis
from burgundy_env.render.svg import turn_picture


@pytest.fixture(scope="module")
def reviewed() -> Analysis:
    game, player = Game.new({"players": 2}, seed=4), make("reflex", seed=1)
    while game.to_json()["phase"] == "A":
        game.push(player.act(game))
    found = burgundy_env.analyse(Record.of(game, ["Anna", "reflex"]), "turn:futures=20")
    assert isinstance(found, Analysis)
    return found


def test_a_row_for_each_turn(reviewed: Analysis) -> None:
    rows = reviewed.rows()
    assert [row["turn"] for row in rows] == list(range(len(rows)))
    assert rows[2]["action"] == 3  # after the two start castles; counted from 1, as pages do
    assert len(reviewed.table()) == len(rows)
    assert {"cost", "win_lost", "dice_after", "best", "played"} <= rows[0].keys()


def test_without_libraries_a_table_is_a_list(reviewed: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "find_spec", lambda name: None)
    assert reviewed.table() == reviewed.rows()
    with pytest.raises(burgundy_env.AnalysisError, match="matplotlib, which is not installed"):
        reviewed.curves()


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `notebook` is missing")
def test_curves_have_a_point_for_each_turn(reviewed: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    points, chances = reviewed.curves().axes
    assert [text.get_text() for text in points.get_legend().get_texts()] == ["seat 0 (Anna)", "seat 1 (reflex)"]
    rows = reviewed.rows()
    for axes, key, scale in ((points, "vp", 1), (chances, "win", 100)):
        drawn = [dict(zip(*line.get_data(), strict=True)) for line in axes.lines]
        assert len(drawn) == 2
        for row in rows:
            assert drawn[row["seat"]][row["action"]] == pytest.approx(scale * row[key])


def test_what_a_notebook_shows(reviewed: Analysis) -> None:
    html = reviewed._repr_html_()
    assert "Where the lead over the best other comes from" in html
    assert "<img" in html  # the dearest mistake, with the better turn on it
    assert "reflex" in html


def test_the_words_name_choices_luck_and_mistakes(reviewed: Analysis) -> None:
    told = str(reviewed)
    for part in ("own choices", "own dice", "what was drawn", "what is left", "phase A", "better", "why"):
        assert part in told


def test_the_page_has_all_of_it(reviewed: Analysis) -> None:
    page = reviewed.page()
    data = json.loads(page.split('<script type="application/json" id="data">')[1].split("</script>")[0])
    assert len(data["review"]["turns"]) == len(reviewed.rows())
    assert data["review"]["told"] == str(reviewed)


def test_a_position_has_its_best_turns_with_errors() -> None:
    game, player = Game.new({"players": 2}, seed=4), make("reflex", seed=1)
    for _ in range(30):
        game.push(player.act(game))
    seen: list[int] = []
    found = burgundy_env.analyse(game, "turn:futures=100", watch=lambda one: seen.append(one.lines[0]["futures"]))
    assert isinstance(found, PositionAnalysis)
    assert seen == sorted(seen)
    assert seen[-1] == 100
    leads = [line["margin"] for line in found.lines]
    assert leads == sorted(leads, reverse=True)
    assert all(line["error"] > 0 for line in found.lines)
    assert found.best[0] in game.legal_actions()
    assert "±" in str(found)
    assert "<img" in found._repr_html_()
    again = burgundy_env.analyse(game.to_json(), "turn:futures=100")
    assert again.to_json()["lines"][0].keys() == found.lines[0].keys()


def test_a_turn_is_drawn_where_its_things_are() -> None:
    game, player = Game.new({"players": 2}, seed=4), make("reflex", seed=1)
    while not any(action.startswith("d1 take") for action in game.legal_actions()):
        game.push(player.act(game))
    take = next(action for action in game.legal_actions() if action.startswith("d1 take"))
    drawn = turn_picture(game, [take, "d2 workers", "end"])
    plain = turn_picture(game, ["end"])
    assert drawn.count("<polygon") == plain.count("<polygon") + 1  # an arrow to the storage
    assert f"<title>{take}</title>" in drawn
    assert "<title>d2 workers</title>" in drawn


# --- the measurement in large ---------------------------------------------------------------------------


def test_positions_with_nothing_to_compare_do_not_count(tmp_path: Path) -> None:
    """`benchmarks/analysis.py --count 3` compares three, whatever it meets, and goes on with its file."""
    spec = spec_from_file_location("analysis_script", Path(__file__).parents[2] / "benchmarks" / "analysis.py")
    assert spec is not None
    assert spec.loader is not None
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    asked: list[int] = []

    def work(number: int) -> dict[str, Any]:
        asked.append(number)
        return {"number": number} if number % 2 else {}

    file = tmp_path / "found.jsonl"
    assert script.gone_on(file, 1, work) == [{"number": 1}]
    assert script.gone_on(file, 3, work) == [{"number": 1}, {"number": 3}, {"number": 5}]
    assert asked == [*range(6)]
