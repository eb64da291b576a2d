"""The options that several commands share: which config they describe, and what they refuse."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from burgundy_env import ConfigError, GameConfig
from burgundy_env.cli import main, options
from burgundy_env.config import MODULES


def config(*words: str) -> GameConfig:
    parser = argparse.ArgumentParser()
    options.add_config(parser)
    return options.config(parser.parse_args(words))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("", "2p special_edition duchies=1-1"),
        ("--modules none", "2p special_edition duchies=1-1"),
        ("--modules inns", "2p special_edition duchies=1-1 inns"),
        ("--modules inns,castle_rule --duchies random", "2p special_edition duchies=random:11-18 castle_rule inns"),
        ("--players 3 --modules trade_routes", "3p special_edition duchies=1-1-1 trade_routes"),
        (
            "--modules trade_routes --trade-route-order chosen",
            "2p special_edition duchies=1-1 trade_routes trade_route_order=chosen",
        ),
        ("--modules trade_routes --trade-route-order random", "2p special_edition duchies=1-1 trade_routes"),
        ("--modules solo", "1p special_edition duchies=33 solo"),
        (
            "--modules white_castles,solo --duchies 34 --solo-target 30",
            "1p special_edition duchies=34 white_castles solo solo_target=30",
        ),
        (
            "--modules vineyards --vineyards 4,2 --vines-out red,blue",
            "2p special_edition duchies=1-1 vineyards vineyards=4-2 vines_out=red-blue",
        ),
        ("--modules vineyards --vineyards random", "2p special_edition duchies=1-1 vineyards"),
        ("--config base3p --modules solo", "1p special_edition duchies=33 solo"),
        ("--config base3p --modules inns", "3p special_edition duchies=1-1-1 inns"),
        ("--config inns_2p --modules none", "2p special_edition duchies=1-1"),
        ("--config inns_2p --players 4", "4p special_edition duchies=1-1-1-1 inns"),
        ("--config solo --solo-target 45", "1p special_edition duchies=33 solo solo_target=45"),
        ("--config chateauma_hard --modules extra_tiles", "1p special_edition duchies=1 extra_tiles chateauma=hard"),
    ],
)
def test_the_config_that_options_describe(words: str, text: str) -> None:
    assert str(config(*words.split())) == text


def test_all_modules_are_those_that_can_be_together() -> None:
    all_of_them = [module for module in MODULES if module not in ("solo", "team")]
    assert list(config("--modules", "all").modules) == all_of_them
    all_of_them.remove("inns")
    assert list(config("--config", "chateauma_easy", "--modules", "all").modules) == all_of_them


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--modules moon", "modules: 'moon' is unknown; the game's modules are castle_rule, extra_tiles"),
        ("--modules inns,", "modules: '' is unknown"),
        ("--modules inns,inns", "modules: 'inns' is there twice"),
        ("--modules team,inns", "modules: team goes with extra_tiles and white_castles only, not with inns"),
        ("--vineyards 1,2", "vineyards: [1, 2], but module vineyards is not played"),
        ("--modules vineyards --vineyards 1,x", "vineyards: there is no board 'x'"),
        ("--modules vineyards --vines-out red", "vines_out: red; with 2 seats 2 leave the game"),
        ("--modules solo,inns", "modules: solo goes with extra_tiles and white_castles only, not with inns"),
        ("--modules solo --players 2", "players: 2 can't play the solo game; it is for 1"),
        ("--config chateauma_easy --modules inns", "modules: 'inns' is not compatible with the Châteauma"),
        ("--trade-route-order chosen", "trade_route_order: chosen, but module trade_routes is not played"),
        ("--solo-target 40", "solo_target: 40, but module solo is not played"),
        ("--modules solo --solo-target 4", "solo_target: a number from 5 to 999, not 4"),
    ],
)
def test_options_that_are_no_config(words: str, message: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        config(*words.split())
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize("command", ["arena", "play", "perft 1", "bench throughput"])
def test_commands_take_modules(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All commands that begin games; each refuses what is no game before it does anything else."""
    words = [*command.split(), *(["random"] if command == "arena" else [])]
    no_game = ["--modules", "solo,trade_routes", "--trade-route-order", "chosen", "--solo-target", "9"]
    assert main([*words, *no_game]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"burgundy {words[0]}: modules: solo goes with extra_tiles and white_castles only")
    assert main([*words, "--trade-route-order", "reversed"]) == 2
    assert "'reversed' is unknown; there are random, chosen" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["arena", "play"])
@pytest.mark.parametrize("option", ["--modules=inns", "--trade-route-order=chosen", "--solo-target=5"])
def test_a_resumed_game_has_its_modules(
    command: str, option: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([command, "--resume", str(tmp_path), option]) == 2
    assert f"{option.partition('=')[0]} is for a new " in capsys.readouterr().err
