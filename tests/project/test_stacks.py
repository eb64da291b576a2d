"""The examples of training libraries: short, strict, measured, each with a lane of its own. The lanes run them."""

import json
import runpy
from pathlib import Path

import pytest
import stacks

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
KEPT = json.loads((ROOT / "docs" / "stacks.json").read_text(encoding="utf-8"))
# How an illegal action is noticed where it does not raise.
OTHERWISE = {"torchrl": "an illegal action was taken", "rllib": "RowsModule"}  # the latter: tests/envs/test_rllib.py


@pytest.mark.parametrize("name", stacks.STACKS)
def test_an_example_is_short_strict_and_says_its_version(name):
    stack = stacks.STACKS[name]
    text = (EXAMPLES / stack.example).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 120
    assert OTHERWISE.get(name, 'on_illegal="raise"') in text.replace('"on_illegal": ', "on_illegal=")
    if name != "cleanrl":
        assert f"{KEPT[name]['versions'][stack.packages[0]]}" in text.partition('"""\n\nfrom')[0]


def test_every_library_was_measured_and_has_a_lane():
    lanes = runpy.run_path(str(ROOT / ".ci" / "full"))["LANES"]
    assert set(KEPT) == set(stacks.STACKS)
    for name, stack in stacks.STACKS.items():
        assert KEPT[name]["games"] == stacks.GAMES
        assert KEPT[name]["decisions"] >= stack.decisions
        assert f"tools/stacks.py {name}" in lanes[name].run


def test_what_an_example_says_is_read():
    told = "12,288 decisions, 2,068 a second of processor time\n"
    told += "won 3.5 % of 1,000 (2.5-4.8), 67.7 : 164.8 VP against reflex"
    found = stacks.figures_of(told)
    assert (found["decisions"], found["a_second"], found["won"], found["games"]) == (12_288, 2_068, 3.5, 1000)
    with pytest.raises(SystemExit, match="did not say what it learned from"):
        stacks.figures_of("Traceback")
