"""`burgundy position`: new, edit, show, check, words; files are changed as a whole or not at all."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from burgundy_env.cli import main
from burgundy_env.editing import changed, new_position

NEW = ("new", "--duchies", "1,5", "--phase", "C", "--seed", "7")
DOCUMENT = new_position({"players": 2, "duchies": [1, 5]}, 7, phase="C")


class Result(NamedTuple):
    """What a command left."""

    code: int
    out: str
    err: str


@pytest.fixture
def position(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run `burgundy position ...`, `stdin` typed in advance."""

    def run(*arguments: object, stdin: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        return Result(main(["position", *map(str, arguments)]), *capsys.readouterr())

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(DOCUMENT))
    return path


# --- new ------------------------------------------------------------------------------------------------


def test_new_goes_to_standard_output_or_a_file(position: Any, tmp_path: Path) -> None:
    result = position(*NEW)
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out) == DOCUMENT
    result = position(*NEW, "p1 silver 3", "-o", tmp_path / "p.json")
    assert (result.code, result.out) == (0, f"{tmp_path / 'p.json'}: 1 change\n")
    assert json.loads((tmp_path / "p.json").read_text()) == changed(DOCUMENT, "p1 silver 3")


def test_a_line_for_each_key_depot_and_seat(position: Any) -> None:
    """So that what changed is seen when versions are compared."""
    one, other = (position(*NEW, *changes).out.splitlines() for changes in ([], ["p1 silver 3", "3.2 none"]))
    assert len(one) == len(other)
    assert [mine[:6] for mine, theirs in zip(one, other, strict=True) if mine != theirs] == ['  "3":', '  {"vp']


def test_new_ones_of_other_games(position: Any) -> None:
    for options in (
        ["--chateauma", "hard+AD", "--players", "1"], ["--modules", "all"], ["--modules", "team"],
        ["--modules", "solo"], ["--start", "h19", "--phase", "b", "--round", "5"], ["--before-start"],
    ):  # fmt: skip
        result = position("new", *options)
        assert position("check", "-", stdin=result.out).code == 0, options
    assert json.loads(position("new", "--start", "h19").out)["players"][0]["placed"] == {"h19": "castle"}
    assert json.loads(position("new", "--before-start").out)["stage"] == "start"


# --- edit -----------------------------------------------------------------------------------------------


def test_a_file_is_changed_itself(position: Any, file: Path) -> None:
    result = position("edit", file, "p1 silver 3", "p0 bonus +mine_large")
    assert result == (0, f"p0 bonus +mine_large: with it bonus_tiles\n{file}: 2 changes\n", "")
    assert json.loads(file.read_text()) == changed(DOCUMENT, "p1 silver 3", "p0 bonus +mine_large")


def test_a_refused_change_leaves_the_file_as_it_was(position: Any, file: Path) -> None:
    before = file.read_bytes()
    result = position("edit", file, "p1 silver 3", "p0 place h12 m6", "p0 vp 3")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        'burgundy position: p0 place h12 m6: players[0].placed.h12: is "m6"; must be a building tile, as h12 of '
        "duchy 1 is a building hex\n"
    )
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_from_standard_input_and_to_it(position: Any, file: Path, tmp_path: Path) -> None:
    wanted = changed(DOCUMENT, "active 1")
    result = position("edit", "-", "active 1", stdin=file.read_text())
    assert json.loads(result.out) == wanted
    assert result.err == "active 1: with it players[0].used\n"
    assert json.loads(position("edit", file, "active 1", "-o", "-").out) == wanted
    assert json.loads(position("edit", file.read_text(), "active 1").out) == wanted
    assert json.loads(file.read_text()) == DOCUMENT
    other = tmp_path / "other.json"
    assert position("edit", file, "active 1", "--output", other).code == 0
    assert (json.loads(other.read_text()), json.loads(file.read_text())) == (wanted, DOCUMENT)


def test_changes_from_a_file(position: Any, file: Path, tmp_path: Path) -> None:
    script = tmp_path / "changes"
    script.write_text("# what the table looks like\np1 silver 3\n\np0 vp 12  # so far\n")
    assert position("edit", file, "p0 workers 2", "--changes", script).out == f"{file}: 3 changes\n"
    assert json.loads(file.read_text()) == changed(DOCUMENT, "p0 workers 2", "p1 silver 3", "p0 vp 12")
    assert position("edit", file, "--changes", "-", stdin="p0 vp 13").code == 0
    assert json.loads(file.read_text())["players"][0]["vp"] == 13
    script.write_bytes(b"\xff")
    assert "something that is no UTF-8 text" in position("edit", file, "--changes", script).err
    assert "either the position or the changes, not both" in position("edit", "-", "--changes", "-").err
    assert "no change is given, as 'p1 silver 3'" in position("edit", file).err


def test_changes_that_are_checked_together(position: Any, file: Path) -> None:
    far, near = f"p0 place h{10} cow3", "p0 clear h2; p0 place h5 pig2"
    assert position("edit", file, "round 2", "round_goods 1 2 3").code == 0
    back = ("round 1", "round_goods 1 2 3 4")
    assert "round_goods: has 3 entries; must have 4" in position("edit", file, *back).err
    assert position("edit", file, "--together", *back).out == f"{file}: 1 change\n"
    assert position("edit", file, far).code == position("edit", file, near).code == 2


def test_edit_for_programs(position: Any, file: Path) -> None:
    result = position("edit", file, "active 1", "--json")
    wanted = changed(DOCUMENT, "active 1")
    told = [{"change": "active 1", "also": ["players[0].used"]}]
    assert json.loads(result.out) == {"changes": told, "position": wanted}
    assert json.loads(file.read_text()) == wanted


def test_what_can_not_be_edited(position: Any, tmp_path: Path) -> None:
    assert position("edit", tmp_path / "none.json", "p0 vp 1").err.endswith("none.json: No such file or directory\n")
    (tmp_path / "p.json").write_text('{"format": "burgundy-position/1"}')
    assert position("edit", tmp_path / "p.json", "p0 vp 1").err == (
        f"burgundy position: {tmp_path / 'p.json'}: position: key 'config' is missing\n"
    )
    assert "standard input: the text is no JSON" in position("edit", "-", "p0 vp 1", stdin="x").err
    assert "/nowhere" in position(*NEW, "-o", "/nowhere/p.json").err


# --- words, check, show ---------------------------------------------------------------------------------


def test_words_say_the_whole_position(position: Any, file: Path) -> None:
    edited = changed(DOCUMENT, "p1 silver 3", "p0 goods 2 2 6", "pending castle", "p0 track 3")
    result = position("words", json.dumps(edited))
    assert "p0 goods 2 2 6\n" in result.out
    assert position("edit", file, "--changes", "-", "--together", stdin=result.out).code == 0
    assert json.loads(file.read_text()) == edited
    assert json.loads(position("words", file, "--json").out) == result.out.splitlines()


def test_check_says_yes_or_why_not(position: Any, file: Path) -> None:
    result = position("check", file)
    number = re.fullmatch(
        r"2 players, special edition, duchies 1 and 5: Phase C, round 1, seat 0 to decide, (\d+) legal actions\n",
        result.out,
    )
    assert number
    assert result.code == 0
    asked = {"position": True, "active": 0, "actions": int(number[1])}
    assert json.loads(position("check", file, "--json").out) == asked
    over = json.dumps(changed(DOCUMENT, "stage over"))
    assert position("check", over).out.endswith("duchies 1 and 5: the game is over\n")
    file.write_text(json.dumps({**DOCUMENT, "round": 9}))
    why = f"{file}: round: is 9; must be an integer from 1 to 5"
    assert position("check", file) == (1, f"{why}\n", "")
    assert position("check", file, "--json").code == 1
    assert json.loads(position("check", file, "--json").out) == {"position": False, "why": why}
    assert position("check", "nowhere.json").code == 2


def test_show_draws(position: Any, file: Path, tmp_path: Path) -> None:
    out = position("show", file).out
    assert "Phase C  round 1 of 5  seat 0 to decide" in out
    assert "\x1b" not in out
    assert "\x1b" in position("show", file, "--colour", "always").out
    svg, png = tmp_path / "p.svg", tmp_path / "p.png"
    result = position("show", file, "--svg", svg, "--hex-names", "--theme", "dark", "--width", 420)
    assert (result.code, result.out) == (0, f"{svg}: the position\n")
    assert ">h12<" in svg.read_text()
    pytest.importorskip("resvg_py")
    assert position("show", file, "--png", png).code == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "--width 10: from 200 to 4000" in position("show", file, "--png", png, "--width", 10).err
    assert "pixels can't follow the viewer" in position("show", file, "--png", png, "--theme", "auto").err


def test_help_is_enough_to_work_with(position: Any) -> None:
    """Every example in it is understood."""
    assert position().code == 2
    document = changed(DOCUMENT, "p0 goods 5", "p0 storage none")
    for command in ("--help", "new --help", "edit --help"):
        shown = position(*command.split()).out
        examples = re.findall(
            r"^  (?! )(\S.*?)  +\S", shown.partition("one argument:\n")[2].partition("`burgundy")[0], re.M
        )
        assert len(examples) >= 12
        for example in examples:
            for change in re.split(r", (?=round)", example):
                words = position("edit", "-", change, stdin=json.dumps(document)).err
                assert not re.search("is no key|is said|not understood", words) or "chateauma" in change, words
