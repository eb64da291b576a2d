"""The table of docs/results.md, and the scale that comes from the same evaluations."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

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


def test_table_and_scale(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
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
    files = sorted(map(str, Path("mine").glob("*/result.json")))
    script("anchors", monkeypatch, *files).main()
    rated = dict(line.strip().split(" #")[0].split(": ") for line in capsys.readouterr().out.splitlines())
    assert rated["heuristic@1"] == "1000"
    assert float(rated["random@1"]) < float(rated["reflex@1"]) < 700
    assert float(rated["chateauma@1:easy"]) < 1000
