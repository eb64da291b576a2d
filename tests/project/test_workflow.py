"""What a forge is given: its workflow runs what `.ci` runs, its form asks for the doctor; the citation agrees."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from burgundy_env import __version__
from burgundy_env.cli import COMMANDS

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
JOBS: dict[str, Any] = WORKFLOW["jobs"]


def commands(job: str) -> list[str]:
    """What a job runs."""
    return [step["run"] for step in JOBS[job]["steps"] if "run" in step]


def test_all_systems_and_versions_are_in_the_matrix() -> None:
    matrix = JOBS["test"]["strategy"]["matrix"]
    classified = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if ":: Python :: 3." in line]
    assert matrix["python"] == classified
    assert [name.partition("-")[0] for name in matrix["os"]] == ["ubuntu", "ubuntu", "macos", "windows"]
    assert any(name.endswith("-arm") for name in matrix["os"])
    assert f">={matrix['python'][0]}" == PROJECT["requires-python"]


def test_the_jobs_run_what_the_checks_here_run() -> None:
    assert {"lint", "test", "lowest", "release"} == JOBS.keys()
    here = (ROOT / ".ci" / "run").read_text(encoding="utf-8").replace('"', "")
    for check in ("ruff check", "ruff format --check", "mypy"):
        assert any(check in line for line in commands("lint")), check
        assert check in here
    assert "python .ci/full lowest" in commands("lowest")
    assert any(line.startswith("python tools/make_release.py dist") for line in commands("release"))
    assert any("twine check --strict dist/*" in line for line in commands("release"))


@pytest.mark.parametrize("job", JOBS)
def test_a_job_has_its_tools_and_an_end(job: str) -> None:
    assert JOBS[job]["timeout-minutes"] <= 60
    used = [step["uses"] for step in JOBS[job]["steps"] if "uses" in step]
    assert used[0].startswith("actions/checkout@v")
    for line in commands(job):
        for extras in re.findall(r'"?\.\[([\w,]+)\]', line):
            assert {*extras.split(",")} <= PROJECT["optional-dependencies"].keys()
        for name in re.findall(r"(?:^|&& )burgundy (\w+)", line):
            assert name in COMMANDS


def test_nobody_is_given_more_than_reading() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert not any("permissions" in job for job in JOBS.values())


def test_whoever_reports_a_bug_is_asked_for_the_doctor() -> None:
    folder = ROOT / ".github" / "ISSUE_TEMPLATE"
    form = yaml.safe_load((folder / "bug.yml").read_text(encoding="utf-8"))
    assert form["name"]
    assert form["description"]
    asked = {field["id"]: field for field in form["body"]}
    assert all(field["type"] == "textarea" and field["validations"]["required"] for field in asked.values())
    assert "`burgundy doctor --json`" in asked["doctor"]["attributes"]["label"]
    assert asked["doctor"]["attributes"]["render"] == "json"
    assert isinstance(
        yaml.safe_load((folder / "config.yml").read_text(encoding="utf-8"))["blank_issues_enabled"], bool
    )


def test_who_cites_names_this_version_its_day_and_its_licences() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    newest = re.search(r"(?m)^## (\S+) \((\S+)\)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert newest is not None
    assert (str(cited["version"]), str(cited["date-released"])) == newest.groups()
    assert cited["version"] == __version__
    assert " AND ".join(cited["license"]) == PROJECT["license"]
    assert cited["title"].startswith(f"{PROJECT['name'].replace('-', '_')}:")
