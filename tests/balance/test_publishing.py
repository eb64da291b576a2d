"""A study that was played, put into the pages."""

from __future__ import annotations

import json
from pathlib import Path

import publish_study
import pytest

from burgundy_env.cli import main

DOCS = Path(__file__).parents[2] / "docs"
ASKED = "study: boards\nboards: [1, 5]\nagents: [random]\ngames: 4\n"


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, Path]:
    """A study's folder, and its file among pages."""
    file = tmp_path / "docs" / "studies" / "two.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(ASKED)
    (tmp_path / "docs" / "balance.md").write_text((DOCS / "balance.md").read_text())
    assert main(["balance", "run", str(file), "--out", str(tmp_path / "s"), "--workers", "1"]) == 0
    return tmp_path / "s", file


def test_it_is_copied_and_the_page_leads_there(
    played: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file = played
    assert publish_study.main([str(folder), str(file)]) == 0
    home = file.parent / "two"
    names = {"manifest.json", "summary.json", "report.md", "report.html", "games.parquet"}
    assert {path.name for path in home.iterdir()} == names
    assert all((home / name).read_bytes() == (folder / name).read_bytes() for name in names)
    page = (file.parents[1] / "balance.md").read_text()
    assert "- [two](studies/two/report.html), 8 games of `random@1`: [report.md](studies/two/report.md)" in page
    assert "None yet" not in page
    monkeypatch.setattr(publish_study, "MOST_ROWS", 100)
    assert publish_study.main([str(folder), str(file)]) == 0
    assert {path.name for path in home.iterdir()} == names - {"games.parquet"}


def test_another_study_and_one_that_is_not_done_are_refused(
    played: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file = played
    file.write_text(ASKED.replace("4", "5"))
    assert publish_study.main([str(folder), str(file)]) == 2
    assert "asks something else" in capsys.readouterr().err
    (folder / "manifest.json").unlink()
    assert publish_study.main([str(folder), str(file)]) == 2
    assert "has no manifest.json" in capsys.readouterr().err
    assert not (file.parent / "two").exists()


def test_the_page_has_a_line_for_each_study_that_is_published() -> None:
    text = (DOCS / "balance.md").read_text(encoding="utf-8")
    found = publish_study.LISTED.search(text)
    assert found is not None
    assert found[0] == publish_study.listed(DOCS / "studies"), "run python tools/publish_study.py"


def test_what_is_published_came_of_the_file_beside_it() -> None:
    for home in (path for path in (DOCS / "studies").iterdir() if path.is_dir()):
        manifest = json.loads((home / "manifest.json").read_text())
        asked = publish_study.Question.of_yaml(home.with_suffix(".yaml"))
        assert publish_study.Question.of(manifest["question"]) == asked, home.name
