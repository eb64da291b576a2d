"""`burgundy replay` with pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from burgundy_agents import make
from PIL import Image

from burgundy_env import Game
from burgundy_env.cli import BAD_INPUT, FINE, main
from burgundy_env.records import Record
from burgundy_env.render import picture, raster


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> tuple[Record, str]:
    game, agent = Game.new({"players": 2}, seed=2), make("random", seed=1)
    for _ in range(12):
        game.push(agent.act(game))
    one = Record.of(game, ["human:Anna", "random"])
    file = tmp_path_factory.mktemp("record") / "game.jsonl"
    one.save(file)
    return one, str(file)


def test_svg_and_png(record: tuple[Record, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    args = ["--svg", str(svg), "--png", str(png), "--until", "5", "--width", "300", "--theme", "dark", "--hex-names"]
    assert main(["replay", record[1], *args]) == FINE
    expected = picture(record[0].game(5), "dark", 300, names=["Anna", "random"], hex_names=True)
    assert svg.read_text(encoding="utf-8") == expected
    with Image.open(png) as image:
        assert image.size[0] == 300
    assert capsys.readouterr().out == f"{svg}: the position after 5 actions\n{png}: the position after 5 actions\n"


def test_gif(record: tuple[Record, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gif = tmp_path / "a.gif"
    args = ["--gif", str(gif), "--every", "4", "--until", "6", "--fps", "10", "--width", "240"]
    assert main(["replay", record[1], *args]) == FINE
    with Image.open(gif) as image:
        assert (image.n_frames, image.size[0], image.info["duration"]) == (3, 240, 100)
    assert capsys.readouterr().out == f"{gif}: a film of 3 pictures\n"


def test_html(record: tuple[Record, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html = tmp_path / "a.html"
    assert main(["replay", record[1], "--html", str(html)]) == FINE
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert capsys.readouterr().out == f"{html}: a page of 12 actions; open it in any browser\n"


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["--svg", "x", "--width", "10"], "--width 10: from 200 to 4000 pixels"),
        (["--gif", "x", "--every", "0"], "--every 0: at least 1"),
        (["--gif", "x", "--fps", "0"], "--fps 0: above 0 and at most 50"),
        (["--gif", "x", "--fps", "nan"], "--fps nan: above 0 and at most 50"),
        (["--png", "x", "--theme", "auto"], "--theme auto: pixels can't follow the viewer"),
        (["--html", "x", "--until", "3"], "--until: the page shows the whole game"),
        (["--svg", "no/such/folder/x"], "no/such/folder/x: No such file or directory"),
        (["--gif", "no/such/folder/x"], "no/such/folder/x: No such file or directory"),
    ],
)
def test_bad_input(
    record: tuple[Record, str], args: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", record[1], *args]) == BAD_INPUT
    assert problem in capsys.readouterr().err
    assert not Path("x").exists()


def test_without_the_extra(
    record: tuple[Record, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raster._fonts.cache_clear()
    monkeypatch.setattr(raster, "find_spec", lambda module: None)
    assert main(["replay", record[1], "--png", "x"]) == BAD_INPUT
    raster._fonts.cache_clear()
    error = capsys.readouterr().err
    assert error.startswith("burgundy replay: pictures in pixels need resvg-py and Pillow and font-lato; ")
    assert error.count("\n") == 1
