"""What all tests share: a plain environment, how Hypothesis searches, who is quick, the programs that some drive."""

from __future__ import annotations

import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import programs
import pytest
from hypothesis import HealthCheck, settings

# A shell without job control starts its background jobs with Ctrl-C ignored, and children inherit that;
# the tests that press Ctrl-C would then wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What whoever runs the tests has chosen for his own games.
for name in ("BURGUNDY_DATA", "NO_COLOR"):
    os.environ.pop(name, None)

# `ci` finds the same examples every time; `search` looks further: HYPOTHESIS_PROFILE=search pytest ...
settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# `pytest -m quick`: what most changes break, in less than 90 s on two cores once the kernels are compiled.
QUICK = (
    "config", "data/test_data_override.py", "engine/rules", "engine/test_layout.py", "games/test_golden.py",
    "games/test_perft.py", "position/test_bad_chateauma_positions.py", "position/test_bad_module_positions.py",
    "position/test_bad_positions.py", "project/test_layers.py", "project/test_underscores.py", "records", "telling",
)  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """The marker is given by folder, below."""
    config.addinivalue_line("markers", "quick: for working (less than 90 s); tests/conftest.py says which they are")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the quick ones before `-m` chooses."""
    here = item.path.relative_to(Path(__file__).parent).as_posix()
    if any(here == place or here.startswith(f"{place}/") for place in QUICK):
        item.add_marker("quick")


@pytest.fixture(scope="session", autouse=True)
def unannounced() -> Iterator[None]:
    """What a test happens to compile is not among what it prints."""
    from burgundy_env.engine import jit

    with jit.unannounced():
        yield


@pytest.fixture(scope="session")
def chromium_file() -> str:
    return programs.file_of("chromium")


@pytest.fixture(scope="session")
def tmux_file() -> str:
    return programs.file_of("tmux")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Have the programs installed that the chosen tests ask for."""
    missing = programs.missing(name for item in session.items for name in getattr(item, "fixturenames", ()))
    by = programs.installer() if missing and not session.config.option.collectonly else None
    if by:
        with session.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
            print(f"installing {' and '.join(missing)} with {' '.join(by)} ...", file=sys.__stderr__, flush=True)
        programs.install(missing, by)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name every test that was not run, and what would have it run."""
    by_reason = defaultdict(list)
    for report in terminalreporter.stats.get("skipped", ()):
        by_reason[str(report.longrepr[2]).removeprefix("Skipped: ")].append(report.nodeid)
    if by_reason:
        terminalreporter.section("not run")
    for reason, names in sorted(by_reason.items()):
        terminalreporter.line(f"{reason}:")
        for name in sorted(names):
            terminalreporter.line(f"  {name}")
    lacking = [program for program in programs.NAMES if any(r.startswith(f"{program} is missing") for r in by_reason)]
    if lacking:
        terminalreporter.line(f"To have them run: sudo apt-get install {' '.join(lacking)}")
