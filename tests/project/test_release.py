"""What is published: the same bytes from the same commit, what should be in it and nothing else, and that it runs.

It needs `burgundy-env[release]`, and for the last test a package index; the lane `release` of `.ci/full` runs it.
"""

from __future__ import annotations

import email
import os
import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from pathlib import Path

import pytest
from make_rulebooks import FILE, marks

from burgundy_env import __version__

pytestmark = pytest.mark.timeout(1800)  # it builds three times and fills an environment from an index
pytest.importorskip("twine", reason="what builds a release is missing: pip install 'burgundy-env[release]'")

from make_release import released  # noqa: E402 (who lacks setuptools 77 is not to read it)

ROOT = Path(__file__).parents[2]
NAME = f"burgundy_env-{__version__}"
URL = "https://forge.example/owner/burgundy_env"
WHERE = {
    "burgundy_env/": "burgundy_env/",
    "agents/": "burgundy_agents/",
    "configs/": "burgundy_env/named_configs/",
    "docs/": "burgundy_env/texts/",
}
# Beside the package, in a wheel and in an sdist.
TOLD = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "top_level.txt", "licenses/LICENSE"}
TOLD |= {"licenses/burgundy_env/render/fonts/OFL.txt"}
MADE = {"PKG-INFO", "setup.cfg"} | {
    f"burgundy_env.egg-info/{name}"
    for name in (
        "PKG-INFO",
        "SOURCES.txt",
        "dependency_links.txt",
        "entry_points.txt",
        "requires.txt",
        "top_level.txt",
    )
}
OF_THE_FORGE = (".github/", ".gitignore", ".pre-commit-config.yaml")


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-tree", "-r", "--name-only", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a checkout: what is published is a commit")
    return listed.stdout.splitlines()


@pytest.fixture(scope="module")
def built(tracked: list[str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return released(tmp_path_factory.mktemp("dist"))


def told(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        return email.message_from_bytes(archive.read(f"{NAME}.dist-info/METADATA"))


def test_a_second_build_gives_the_same_bytes(
    built: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    before = os.umask(0o077)
    try:
        again = released(tmp_path / "again")
    finally:
        os.umask(before)
    for first, second in zip(built, again, strict=True):
        assert first.name == second.name
        assert first.read_bytes() == second.read_bytes(), first.name


def test_the_wheel_has_the_packages_and_nothing_else(built: tuple[Path, Path], tracked: list[str]) -> None:
    with zipfile.ZipFile(built[1]) as archive:
        found = set(archive.namelist())
    wanted = {
        place + name.removeprefix(folder)
        for name in tracked
        for folder, place in WHERE.items()
        if name.startswith(folder) and not name.endswith(".parquet")  # rows of studies
    }
    assert found == wanted | {f"{NAME}.dist-info/{name}" for name in TOLD}
    assert {"burgundy_env/py.typed", "burgundy_agents/py.typed"} <= found
    assert built[1].stat().st_size < 3_300_000, "3 MB, and the net of version 1, which stays"


def test_the_sdist_has_what_git_has_and_nothing_else(built: tuple[Path, Path], tracked: list[str]) -> None:
    with tarfile.open(built[0]) as archive:
        members = archive.getmembers()
    found = {one.name.removeprefix(f"{NAME}/") for one in members if one.isfile()}
    assert found == {name for name in tracked if not name.startswith(OF_THE_FORGE)} | MADE
    assert {(one.uid, one.gid, one.uname, one.gname) for one in members} == {(0, 0, "", "")}
    assert all(one.name.split("/")[0] == NAME and not one.issym() for one in members)


def test_nothing_in_the_wheel_has_words_of_the_rulebooks(built: tuple[Path, Path]) -> None:
    known = set(FILE.read_text(encoding="utf-8").split())
    with zipfile.ZipFile(built[1]) as archive:
        for name in archive.namelist():
            text = archive.read(name).decode("utf-8", "ignore")
            assert not known & set(marks(text)), name


def test_the_index_can_show_it(built: tuple[Path, Path]) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *map(str, built)], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    metadata = told(built[1])
    assert metadata["Version"] == __version__
    assert metadata["License-Expression"] == "MIT AND OFL-1.1 AND CC0-1.0"
    assert metadata["Requires-Python"] == ">=3.11"
    classifiers = metadata.get_all("Classifier", [])
    assert "Typing :: Typed" in classifiers
    assert all(f"Programming Language :: Python :: 3.{minor}" in classifiers for minor in (11, 12, 13))


def test_with_an_address_the_readme_leads_there(tracked: list[str], tmp_path: Path) -> None:
    metadata = told(released(tmp_path, url=URL)[1])
    text = metadata.get_payload()
    assert f"({URL}/raw/v{__version__}/docs/images/table.png)" in text
    assert (
        f"({URL}/blob/v{__version__}/docs/arena.md" in text or f"({URL}/blob/v{__version__}/docs/evaluate.md" in text
    )
    assert "](docs/" not in text
    assert f"Source, {URL}" in metadata.get_all("Project-URL", [])


def test_it_runs_from_the_wheel_in_an_empty_environment(built: tuple[Path, Path], tmp_path: Path) -> None:
    """`uvx --from burgundy-env burgundy arena ...`, with nothing of this machine's caches."""
    away = {"PYTHONPATH", "VIRTUAL_ENV", "UV_CACHE_DIR"}
    environment = {name: value for name, value in os.environ.items() if name not in away}
    environment |= {"HOME": str(tmp_path), "BURGUNDY_CACHE": str(tmp_path / "cache"), "UV_NO_CONFIG": "1"}
    command = [sys.executable, "-m", "uv", "tool", "run", "--python", sys.executable, "--from", str(built[1])]
    done = subprocess.run(
        [*command, "burgundy", "arena", "heuristic", "greedy", "random", "--games", "20", "--workers", "0"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert f"burgundy-env {__version__}" in done.stdout
