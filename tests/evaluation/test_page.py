"""The table of docs/results.md, and the scale that comes from the same evaluations."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from burgundy_env.evaluation import Evaluation, read_document, suites

ROOT = Path(__file__).resolve().parents[2]


def script(name: str, monkeypatch: pytest.MonkeyPatch, *words: str) -> ModuleType:
    """A program of `benchmarks`, with its command line."""
    spec = importlib.util.spec_from_file_location(f"{name}_script", ROOT / "benchmarks" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(sys, "argv", [name, *words])
    return module


def test_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("mine", "--play", "--suite", "v1-quick", "--workers", "1", "--agents", "heuristic", "reflex", "random")
    evaluated = script("evaluated", monkeypatch, *words)
    page = Path("results.md")
    page.write_text((ROOT / "docs" / "results.md").read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(evaluated, "PAGE", page)
    evaluated.main()
    table = page.read_text(encoding="utf-8").partition("<!-- evaluated -->")[2].partition("<!-- end of")[0]
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| `")]
    assert [row[0] for row in rows] == ["| `random@1`", "| `reflex@1`", "| `heuristic@1`"]
    assert {row[1] for row in rows} == {"24"}


def test_the_scale_is_written_and_evaluations_go_on_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    suite = Path("v1.yaml")
    suite.write_text(yaml.safe_dump(suites.suite_file("v1"), sort_keys=False), encoding="utf-8")
    monkeypatch.setattr(suites, "suite_file", lambda name: yaml.safe_load(suite.read_text(encoding="utf-8")))
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    words = ("mine", "--play", "--write", "--suite", "v1-quick", "--workers", "1")
    for agent in ("reflex", "heuristic"):  # as if it had been stopped between two agents
        anchors = script("anchors", monkeypatch, *words)
        monkeypatch.setattr(anchors, "SUITE", suite)
        monkeypatch.setattr(anchors, "AGENTS", ("reflex", "heuristic") if agent == "heuristic" else (agent,))
        anchors.main()
    rated = suites.suite_of("v1-quick").ratings
    assert rated["heuristic@1"] == 1000
    assert rated["reflex@1"] < 700
    assert rated["chateauma@1:easy"] < 1000
    for name in ("reflex", "heuristic"):
        evaluation = Evaluation.open(Path("mine") / name)
        assert evaluation.played == evaluation.suite.games
        assert read_document(Path("mine") / name / "result.json")["suite"]["hash"] == evaluation.suite.hash
