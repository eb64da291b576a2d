"""What an installation contains: every package folder, the data, both import names."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = {"burgundy_env": ROOT / "burgundy_env", "burgundy_agents": ROOT / "agents"}
CONFIGS = "burgundy_env.named_configs"  # a folder of YAML at the top of the project
TEXTS = "burgundy_env.texts"  # docs/, from which `burgundy docs` makes the site


@pytest.fixture(scope="module")
def setup() -> dict[str, object]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return project["tool"]["setuptools"]


def packages() -> list[str]:
    found = set()
    for name, folder in FOLDERS.items():
        for path in folder.rglob("*.py"):
            found.add(".".join([name, *path.relative_to(folder).parts[:-1]]))
    return sorted(found)


def test_every_package_folder_is_listed(setup: dict[str, object]) -> None:
    found = sorted([*packages(), CONFIGS, TEXTS])
    assert setup["packages"] == found, "packages in pyproject.toml: sorted, one per folder"


def test_every_package_has_an_init() -> None:
    for name in packages():
        first, *rest = name.split(".")
        assert FOLDERS[first].joinpath(*rest, "__init__.py").is_file(), name


def test_files_that_are_no_python_are_listed(setup: dict[str, object]) -> None:
    listed: dict[str, list[str]] = setup["package-data"]  # type: ignore[assignment]
    for name, folder in FOLDERS.items():
        for path in folder.rglob("*"):
            if path.is_dir() or path.suffix in (".py", ".pyc"):
                continue
            home = next(above for above in path.parents if (above / "__init__.py").exists())
            package = ".".join([name, *home.relative_to(folder).parts])
            assert any(path in home.glob(pattern) for pattern in listed.get(package, [])), path


def test_the_named_configs_are_installed(setup: dict[str, object]) -> None:
    assert setup["package-dir"] == {"burgundy_agents": "agents", CONFIGS: "configs", TEXTS: "docs"}
    listed: dict[str, list[str]] = setup["package-data"]  # type: ignore[assignment]
    files = sorted(path for path in (ROOT / "configs").rglob("*") if path.is_file())
    assert files
    found = {path for pattern in listed[CONFIGS] for path in (ROOT / "configs").glob(pattern)}
    assert found == set(files)


def test_every_page_and_picture_is_listed(setup: dict[str, object]) -> None:
    listed: dict[str, list[str]] = setup["package-data"]  # type: ignore[assignment]
    found = {path for pattern in listed[TEXTS] for path in (ROOT / "docs").glob(pattern)}
    aside = (".py", ".pyc", ".parquet")  # rows of published studies stay with the sources: they are too large
    files = {path for path in (ROOT / "docs").rglob("*") if path.is_file() and path.suffix not in aside}
    assert found == files


def test_the_agents_are_imported_by_their_other_name() -> None:
    import burgundy_agents

    installed, here = Path(burgundy_agents.__file__), FOLDERS["burgundy_agents"] / "__init__.py"
    assert installed.read_bytes() == here.read_bytes(), "an older version is installed: pip install . again"
