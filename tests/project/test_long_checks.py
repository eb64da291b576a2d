"""The report of `.ci/full`: what was run in other checkouts stays told."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FULL = Path(__file__).parents[2] / ".ci" / "full"


@pytest.fixture(scope="module")
def full() -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("ci_full", str(FULL))
    spec = importlib.util.spec_from_loader("ci_full", loader)
    assert spec is not None
    sys.modules["ci_full"] = module = importlib.util.module_from_spec(spec)  # dataclasses look there
    loader.exec_module(module)
    return module


def ran(commit: str) -> dict[str, str]:
    return {
        "commit": commit, "date": "2026-11-20", "outcome": "passed", "minutes": "3", "closing": "7 passed",
        "versions": "numba 0.68.1",
    }  # fmt: skip


def test_a_report_keeps_what_another_checkout_has_run(full: ModuleType) -> None:
    first = full.report({"plain": ran("a" * 40)}, "a" * 40, {})
    second = full.report({"fuzz": ran("b" * 40)}, "b" * 40, full.told_before(first))
    third = full.report({}, "c" * 40, full.told_before(second))
    for page in (second, third):
        line = next(line for line in page.splitlines() if line.startswith("| plain |"))
        assert line.count("; not run for this commit") == 1
        assert "for aaaaaaaaaa;" in line
        assert line.endswith("| 3 | 7 passed | numba 0.68.1 |")
    assert "for bbbbbbbbbb;" in third
    assert third.count("| not run |") == len(full.LANES) - 2
