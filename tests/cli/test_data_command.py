"""`burgundy data`: what the data is and where from, and drawings of the duchies."""

from __future__ import annotations

import argparse
import json
import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from data_documents import OWN_ROWS, D, V, write

from burgundy_env import data
from burgundy_env.cli import data as command
from burgundy_env.data.provenance import FILES, PROVENANCES


def burgundy(*arguments: str) -> int:
    parser = argparse.ArgumentParser("burgundy")
    command.add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["data", *arguments])
    code = args.run(args)
    assert isinstance(code, int)
    return code


def test_listing(capsys: pytest.CaptureFixture[str]) -> None:
    assert burgundy() == 0
    out = capsys.readouterr().out
    assert re.search(r"^  duchies\.5 +transcribed$", out, re.MULTILINE)
    lines = [line for line in out.splitlines() if re.match(r"  \S+  ", line)]
    assert len(lines) == len(data.load().blocks)
    column = {re.match(r"  \S+ +", line).end() for line in lines}  # type: ignore[union-attr]
    assert len(column) == 1, "the sources are aligned"
    assert [line for line in out.splitlines() if line in FILES] == list(FILES)
    count = sum(block.provenance == "reconstructed" for block in data.load().blocks)
    assert f"{count} blocks are reconstructed: placeholders that fit the rulebook" in out
    assert "to be replaced by an owner's reading\nwith --data DIR or BURGUNDY_DATA" in out
    assert "trade_routes.json: tiles.4, tiles.5" in out
    assert "1 more in part, as the note says:\n  chateauma.json: county_cards" in out
    assert out.endswith(f"hash {data.load().hash}\n")
    of_modules = ["border_posts", "solo_duchies.33", "solo_duchies.34", "expansion_tiles.inns", "tiles.12"]
    for block in [*of_modules, "expansion_tiles.extra_tiles", "expansion_tiles.white_castles"]:
        source = re.search(rf"^  {re.escape(block)} +(\S+)", out, re.MULTILINE)
        assert source, block
        assert source[1] in PROVENANCES
    assert max(map(len, out.splitlines())) <= 110


def test_listing_says_when_little_is_reconstructed() -> None:
    one = data.Block(V, "boards", "reconstructed", "")
    assert "1 block is reconstructed: a placeholder" in "\n".join(command._reconstructed([one]))
    sure = data.Block(V, "tiles", "owner", "")
    assert list(command._reconstructed([sure])) == ["No block is reconstructed."]


def test_listing_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    write(tmp_path, D, {"duchies": [{"id": 5}]})
    assert burgundy("--json", "--data", str(tmp_path)) == 0
    out = json.loads(capsys.readouterr().out)
    assert out["directory"] == str(tmp_path)
    assert out["hash"] == data.load(tmp_path).hash
    assert {"file": D, "name": "duchies.5", "provenance": "owner", "note": ""} in out["blocks"]


def picture_cells(text: str) -> dict[int, str]:
    """Hex number to colour letter and die number, read back from a drawing: the label is right above."""
    lines = text.splitlines()
    cells = {}
    for above, line in pairwise(lines):
        for found in re.finditer(r"\\ ?h(\d+) ?/", line):
            top = above[found.start() : found.start() + 6]
            label = re.fullmatch(r"/ (\w\d) \\", top)
            if label:
                cells[int(found[1])] = label[1]
    return cells


@pytest.mark.parametrize("ident", range(1, 35))
def test_drawing_has_every_hex(ident: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert burgundy("duchy", str(ident)) == 0
    out = capsys.readouterr().out
    duchy = data.load().duchies[ident]
    wanted = {
        hex_: f"{command.LETTER_OF[colour]}{number}"
        for hex_, (colour, number) in enumerate(zip(duchy.colours, duchy.numbers, strict=True), start=1)
    }
    assert picture_cells(out) == wanted
    assert out.startswith(f"Duchy {ident} ({duchy.set}), {duchy.provenance}\n")
    assert "\x1b" not in out


def test_drawing_keeps_hexes_apart_that_lie_too_close() -> None:
    duchy = data.load().duchies[33]
    crowded = data.Duchy(**{**vars(duchy), "positions": (duchy.positions[1], *duchy.positions[1:])})
    assert len(picture_cells("\n".join(command.picture(crowded, False)))) == 37


def test_drawing_text(capsys: pytest.CaptureFixture[str]) -> None:
    burgundy("duchy", "5")
    out = capsys.readouterr().out
    assert "\n   / t5 \\/ r4 \\/ y3 \\/ b1 \\/ b2 \\/ b3 \\\n   \\h10 /" in out
    assert " t building   12 hexes, regions 3 3 3 2 1\n" in out
    assert "Border posts: h4, h16, h35/h36" in out
    burgundy("duchy", "33")
    out = capsys.readouterr().out
    assert "Beginner side." in out
    assert "River links: h1-h31, h10-h16" in out
    assert "Border posts" not in out
    burgundy("duchy", "32")
    out = capsys.readouterr().out
    assert "Start castle: h58 or h22" in out
    assert "Border posts" not in out


def test_colour(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    burgundy("duchy", "5")
    plain = capsys.readouterr().out
    burgundy("duchy", "5", "--colour", "always")
    painted = capsys.readouterr().out
    assert "\x1b[48;5;" in painted
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == plain
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    for environment, choice, coloured in [
        (None, "auto", True),
        ("", "auto", True),
        ("1", "auto", False),
        ("1", "always", True),
        (None, "never", False),
    ]:
        if environment is not None:
            monkeypatch.setenv("NO_COLOR", environment)
        else:
            monkeypatch.delenv("NO_COLOR", raising=False)
        burgundy("duchy", "5", "--colour", choice)
        assert ("\x1b" in capsys.readouterr().out) is coloured


@pytest.mark.parametrize("order", [["--json", "duchy", "5"], ["duchy", "5", "--json"], ["duchy", "--json", "5"]])
def test_duchy_json_in_any_order(order: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert burgundy(*order) == 0
    out = json.loads(capsys.readouterr().out)
    duchy = data.load().duchies[5]
    assert (out["id"], tuple(out["colours"]), out["start_castle"]) == (5, duchy.colours, None)


@pytest.mark.parametrize("before", [True, False])
def test_duchy_of_an_override(before: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    option = ["--data", str(write(tmp_path, D, {"duchies": [{"id": 5, "rows": OWN_ROWS}]}))]
    assert burgundy(*(option if before else []), "duchy", "5", *([] if before else option)) == 0
    assert capsys.readouterr().out.startswith("Duchy 5 (base), owner\n")


def test_the_chateauma_s_duchies(capsys: pytest.CaptureFixture[str]) -> None:
    assert burgundy("duchy", "35") == 0
    out = capsys.readouterr().out
    assert out.startswith("Duchy 35 (Châteauma), transcribed-single\n")
    assert "t building  12 spaces" in out
    assert "Modifier" not in out
    assert burgundy("duchy", "36") == 0
    out = capsys.readouterr().out
    assert "Modifier A: 2 building, 1 monastery, 1 ship, 1 livestock" in out
    assert "extra turn on space: building 6, ship 3, livestock 3\n" in out
    assert burgundy("duchy", "36", "--json") == 0
    assert json.loads(capsys.readouterr().out)["modifier_d_spaces"]["ship"] == [3]


@pytest.mark.parametrize("ident", ["44", "2011/4"])
def test_a_board_of_the_2011_box(ident: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert burgundy("duchy", ident) == 0
    assert capsys.readouterr().out.startswith("Duchy 44 (2011/4), transcribed-single\n")


@pytest.mark.parametrize("ident", ["0", "37", "43", "-1"])
def test_unknown_duchy(ident: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert burgundy("duchy", ident) == 2
    streams = capsys.readouterr()
    assert streams.err == f"burgundy data: there is no duchy {ident}; the duchies are 1 to 36, 44 and 48\n"
    assert streams.out == ""


@pytest.mark.parametrize("arguments", [[], ["duchy", "5"]])
def test_bad_data_is_a_sentence(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert burgundy(*arguments, "--data", str(tmp_path / "nowhere")) == 2
    streams = capsys.readouterr()
    assert streams.err.startswith("burgundy data: ")
    assert "does not exist" in streams.err
    assert streams.out == ""


def test_a_vineyard_by_its_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert burgundy("vineyard", "2") == 0
    out = capsys.readouterr().out
    (board,) = (board for board in data.load().files["vineyards"]["boards"] if board["id"] == 2)
    lines = [line for line in out.splitlines() if line.startswith("  p")]
    told = {line.split()[0]: int(line.split()[2]) for line in lines}
    assert told == {f"p{i}": space["number"] for i, space in enumerate(board["spaces"], 1)}
    assert out.index("row 4") < out.index("row 1")
    assert "reconstructed" in out.splitlines()[0], "what is a placeholder says so"
    assert burgundy("vineyard", "2", "--json") == 0
    assert json.loads(capsys.readouterr().out) == board


def test_a_vineyard_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert burgundy("vineyard", "9") == 2
    assert "there is no vineyard 9; the vineyards are 1, 2, 3, 4" in capsys.readouterr().err
