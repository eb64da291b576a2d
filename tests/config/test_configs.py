"""Configs by name and as YAML."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from burgundy_env import ConfigError, Game, GameConfig
from burgundy_env.config import DIFFICULTIES
from burgundy_env.config.named import load, names


def test_every_named_config_can_be_played() -> None:
    assert len(names()) >= 30
    for name in names():
        config = load(name)
        assert config == GameConfig.of(name)
        assert Game.new(name, seed=1).config == config


@pytest.mark.parametrize("players", [2, 3, 4])
def test_names_say_what_they_are(players: int) -> None:
    assert load(f"base{players}p") == GameConfig(players=players)
    assert load(f"alea{players}p") == GameConfig(players=players, ruleset="alea_2011")
    assert load(f"duchies{players}p") == GameConfig(players=players, duchies="random:1-10")


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_names_of_the_chateauma(difficulty: str) -> None:
    assert load(f"chateauma_{difficulty}") == GameConfig.of({"players": 1, "chateauma": difficulty})
    assert load(f"chateauma_{difficulty}_ABCD") == GameConfig.of({"players": 1, "chateauma": f"{difficulty}+ABCD"})


def test_names_of_modules() -> None:
    for module in (
        "castle_rule",
        "extra_tiles",
        "border_posts",
        "white_castles",
        "inns",
        "trade_routes",
        "shields",
        "vineyards",
    ):
        made = load(f"{module}_2p")
        assert (made.players, made.modules, made.chateauma) == (2, (module,), None)
    assert load("castle_rule_2p").duchies == "random:11-18"
    assert load("border_posts_2p").duchies == "random:23-30"
    assert load("trade_routes_chosen_2p").chooses_routes
    assert not load("trade_routes_2p").chooses_routes
    for players in (2, 3, 4):
        assert load(f"all_modules_{players}p") == GameConfig(players=players, modules="all", duchies="random")
    for difficulty in DIFFICULTIES:
        made = GameConfig.of({"players": 1, "chateauma": difficulty, "modules": "all", "duchies": "random"})
        assert load(f"chateauma_{difficulty}_modules") == made
    assert load("solo") == GameConfig(players=1, modules=("solo",))
    expert = GameConfig(players=1, modules=("extra_tiles", "white_castles", "solo"), duchies=(34,))
    assert load("solo_expert") == expert
    assert load("team") == GameConfig(players=4, modules=("team",), duchies=(31, 31))
    small = ("extra_tiles", "white_castles", "team")
    assert load("team_advanced") == GameConfig(players=4, modules=small, duchies=(32, 32))


@pytest.mark.parametrize(
    "config",
    [
        GameConfig(),
        GameConfig(modules="all", trade_route_order="chosen"),
        GameConfig(players=1, modules=("solo",), solo_target=35),
        GameConfig(players=4, modules=("team",), duchies=(31, 32)),
        GameConfig(players=4, duchies=(1, 30, 7, 7)),
        GameConfig(modules=("vineyards",), vineyards=(4, 2), vines_out=("blue", "red")),
        GameConfig(duchies="sides:1-10,19-22", ruleset="alea_2011"),
        GameConfig.of({"players": 3, "chateauma": "hard+AD", "duchies": "random"}),
        GameConfig(data="0123456789abcdef"),
    ],
)
def test_yaml_there_and_back(config: GameConfig, tmp_path: Path) -> None:
    assert GameConfig.from_yaml(config.to_yaml()) == config
    assert "null" not in config.to_yaml()
    path = tmp_path / "mine.yaml"
    path.write_text(config.to_yaml())
    assert load(path) == GameConfig.of(str(path)) == config


def test_boards_of_the_2011_box_have_numbers_of_their_own() -> None:
    assert GameConfig(duchies=("2011/4", "2011/7")) == GameConfig(duchies=(44, 7))
    assert GameConfig(duchies="random:2011/8,1-2") == GameConfig(duchies="random:1-2,48")
    assert GameConfig(duchies=("2011/8", 4)).to_dict()["duchies"] == [48, 4]
    assert GameConfig(ruleset="alea_2011", duchies="sides").duchies == "sides:1-3,5-7,9-10,44,48"
    assert GameConfig(ruleset="alea_2011", modules=("border_posts",), duchies="random").duchies == "random:23-30"
    assert GameConfig(ruleset="alea_2011", duchies="random:1-10").pool == tuple(range(1, 11)), "named: as named"


@pytest.mark.parametrize(
    ("duchies", "message"),
    [
        (("2011/11", 1), "duchies: '2011/11' is no board; the box of 2011 has 1-10"),
        ("random:2011/0", "duchies: '2011/0' is no board"),
        ((31, 1), "duchies: there is no board 31; boards are numbered 1-30,44,48"),
        ("random:30-44", "must name boards of 1-30,44,48"),
        ("sides:44,48", "must name both sides of each board .* of the box of 2011 3 and 44, 7 and 48"),
        ("sides:3-4,44", "must name both sides"),
    ],
)
def test_boards_that_are_not_there(duchies: object, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        GameConfig.of({"duchies": duchies})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players: 9", "config: players: 9 can't play"),
        ("player: 2", "config: player: no such key in a config; there are players"),
        ("1: 2", "config: 1: no such key"),
        ("players: [2", "config: no YAML: "),
        ("- 2", "config: the keys of a config are needed"),
        ("", "config: the keys of a config are needed"),
        ("!!python/object/apply:os.getcwd []", "config: no YAML: could not determine a constructor"),
    ],
)
def test_yaml_that_is_no_config(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        GameConfig.from_yaml(text)


def test_files_that_are_no_config(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"absent.yaml: cannot be read \(No such file or directory\)"):
        load(tmp_path / "absent.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"players: \xff")
    with pytest.raises(ConfigError, match="no UTF-8 text"):
        load(tmp_path / "latin.yaml")
    with pytest.raises(ConfigError, match=r"no config is called 'base2' \(did you mean 'base2p'\?\)"):
        GameConfig.of("base2")


def test_the_package_does_not_load_yaml() -> None:
    code = "import sys, burgundy_env; sys.exit('yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
