"""docs/rulings.md names the tests that pin each ruling; they must exist, and each ruling must name one."""

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8")
RULINGS = [line for line in PAGE.splitlines() if line.startswith("**")]
NAMED = re.findall(r"`(test_\w+\.py)::(test_\w+)`", PAGE)


def test_every_ruling_names_a_test():
    assert len(RULINGS) > 20
    for ruling in RULINGS:
        assert "`test_" in ruling, ruling


def test_every_test_named_exists():
    for file, name in NAMED:
        assert f"def {name}(" in (HERE / file).read_text(encoding="utf-8"), f"{file}::{name}"


def test_every_test_of_a_ruling_is_named():
    for file in HERE.glob("test_*.py"):
        for name in re.findall(r"def (test_ruling_\w+)\(", file.read_text(encoding="utf-8")):
            assert (file.name, name) in NAMED, f"docs/rulings.md doesn't name {file.name}::{name}"
