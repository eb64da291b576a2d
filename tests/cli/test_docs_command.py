"""`burgundy docs`: the site is built once, opened, and built anew only where something changed."""

from pathlib import Path

import pytest

from burgundy_env.cli import BAD_INPUT, FINE, docs, main

pytest.importorskip("furo", reason="the site is not built here: pip install 'burgundy-env[docs]'")


@pytest.fixture
def texts(tmp_path, monkeypatch):
    """Two pages, so that a build takes a second."""
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "conf.py").write_text('extensions = ["myst_parser"]\n')
    (folder / "index.md").write_text("# First\n\n```{toctree}\nsecond\n```\n")
    (folder / "second.md").write_text("# Second\n")
    monkeypatch.setattr(docs, "_texts", lambda: folder)
    return folder


@pytest.fixture
def opened(monkeypatch):
    addresses = []
    monkeypatch.setattr(docs.webbrowser, "open", lambda address: addresses.append(address) or True)
    return addresses


def test_builds_once_and_opens_the_page(texts, opened, tmp_path, capsys):
    out = tmp_path / "site"
    assert main(["docs", "--out", str(out)]) == FINE
    assert "building the pages once" in capsys.readouterr().err
    assert main(["docs", "second.md", "--out", str(out)]) == FINE
    assert "building" not in capsys.readouterr().err
    assert opened == [(out / "index.html").as_uri(), (out / "second.html").as_uri()]
    (texts / "second.md").write_text("# Second, mended\n")
    assert main(["docs", "--no-open", "--out", str(out)]) == FINE
    assert "building" in capsys.readouterr().err
    assert "mended" in (out / "second.html").read_text()
    assert len(opened) == 2


def test_a_page_that_is_not_there_is_answered_with_the_nearest(texts, capsys):
    assert main(["docs", "secnd"]) == BAD_INPUT
    assert "did you mean" in (said := capsys.readouterr().err)
    assert "second" in said


def test_a_folder_with_other_things_is_left_alone(texts, tmp_path, capsys):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("dear")
    assert main(["docs", "--out", str(mine)]) == BAD_INPUT
    assert "holds something else" in capsys.readouterr().err
    assert (mine / "thesis.txt").read_text() == "dear"


def test_without_the_generator_it_says_what_to_install_and_where_the_texts_lie(texts, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(docs, "find_spec", lambda name: None)
    assert main(["docs", "--out", str(tmp_path / "site")]) == BAD_INPUT
    said = capsys.readouterr().err
    assert "burgundy-env[docs]" in said
    assert str(texts) in said


def test_the_texts_are_those_of_this_project():
    assert docs._texts() == Path(__file__).parents[2] / "docs" or docs._texts().name == "texts"
    assert (docs._texts() / "conf.py").is_file()
