"""The golden playthroughs replay line by line, every configuration of the list has one, and they see the rules."""

from __future__ import annotations

import re
from typing import Any

import pytest
from make_golden import FOLDER, GAMES, actions_in, difference, file_of, replayed

from burgundy_env import GameConfig
from burgundy_env.config import MODULES
from burgundy_env.engine.actions import BLOCKS, IDS, block_of
from burgundy_env.engine.layout import BUILDING_KINDS, MODULE_SCORES, PENDING_KINDS

# One beginning of a sentence for each kind of step that golden games can be made to show.
STEPS = (
    "takes tile=",
    "uses_inventory .* by=town_hall ",
    r"uses_inventory tile=\S+ side=",
    "uses_joker ",
    "takes_joker ",
    "sells ",
    "has_nothing_to_sell$",
    "gets_silver silver=2 by=bank",
    "gets_vp vp=2 by=boarding_house",
    "fetches ",
    "fetches_nothing by=",
    r"ships tiles=\d depot=",
    "finishes side=right ",
    "plays_again$",
    "wins_bonus .* size=large",
    "buys ",
    "mines silver=",
)
MODULE_STEPS = ("gets_route_vp vp=1", "links_posts ", "takes_shield ", "takes_double ", "buys_double ")
NAMES = [file_of(config, seed).stem for config, seed, _ in GAMES]


@pytest.mark.parametrize(("config", "seed", "policy"), GAMES, ids=NAMES)
def test_the_game_replays_as_it_is_written(config: dict[str, Any], seed: int, policy: str) -> None:
    path = file_of(config, seed)
    lines = path.read_text(encoding="utf-8").splitlines()
    message = difference(path.name, lines, replayed(config, seed, lines))
    assert not message, message


def test_every_game_of_the_list_has_its_file_and_no_other_is_there() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*-*.txt")) == sorted(NAMES)


def test_there_are_games_for_every_number_of_players_ruleset_and_kind_of_duchies() -> None:
    kinds = {
        (c["players"], c["ruleset"], c["duchies"] if isinstance(c["duchies"], str) else "given")
        for c, _, _ in GAMES
        if "chateauma" not in c and "modules" not in c
    }
    assert len(kinds) == 3 * 2 * 3


def test_the_games_play_actions_of_every_block_and_decisions_of_every_kind() -> None:
    """Playthroughs that never see a rule guard nothing."""
    lines = [
        line for path in sorted(FOLDER.glob("*-*.txt")) for line in path.read_text(encoding="utf-8").splitlines()
    ]
    played = {block_of(IDS[action]).name for action in actions_in(lines)}
    assert played == {block.name for block in BLOCKS}
    decided = {line.split(", pending ")[1].split(" / ")[-1].split()[0] for line in lines if ", pending " in line}
    assert decided == set(PENDING_KINDS) - {"after", "clear", "phase_end"}  # those wait below what is decided
    waiting = {
        entry.split()[0]
        for line in lines
        if ", pending " in line
        for entry in line.split(" pending ")[1].split(" / ")
    }
    assert waiting == set(PENDING_KINDS)
    text = "\n".join(lines)
    assert [n for n in range(1, 30) if f"place the monastery {n} on" not in text] == []
    assert [kind for kind in BUILDING_KINDS if f"place the {kind.replace('_', ' ')} on" not in text] == []


def test_there_are_games_with_modules() -> None:
    configs = [GameConfig.of(config) for config, _, _ in GAMES if "modules" in config]
    assert {module for config in configs for module in config.modules} == set(MODULES)
    assert {config.ruleset for config in configs} == {"special_edition", "alea_2011"}
    assert {config.players for config in configs} == {1, 2, 3, 4}
    assert {config.duchies for config in configs if config.solo} == {(33,), (34,)}
    assert {config.trade_route_order for config in configs} == {"random", "chosen"}
    assert any(config.chateauma for config in configs)
    text = "".join(file_of(c, seed).read_text(encoding="utf-8") for c, seed, _ in GAMES if "modules" in c)
    for source in MODULE_SCORES:
        assert re.search(rf"^seat \d: .*\b{source} -?\d", text, re.MULTILINE), source
    assert "set_aside 0 -> " in text
    assert "lost, rounds 25, empty " in text
    for step in MODULE_STEPS:
        assert re.search(f"^  Châteauma {step}", text, re.MULTILINE), step


def test_there_are_games_with_the_chateauma_for_all_it_may_be_and_with_every_step() -> None:
    configs = [config for config, _, _ in GAMES if "chateauma" in config]
    assert {config["players"] for config in configs} == {1, 2, 3}
    assert {config["ruleset"] for config in configs} == {"special_edition", "alea_2011"}
    assert {config["chateauma"].partition("+")[0] for config in configs} == {"easy", "intermediate", "hard"}
    assert {letter for config in configs for letter in config["chateauma"].partition("+")[2]} == set("ABCD")
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*-chateauma_*.txt")))
    for step in STEPS:
        assert re.search(f"^  Châteauma {step}", text, re.MULTILINE), step


def test_a_changed_line_is_found_and_named() -> None:
    config, seed, _ = GAMES[0]
    lines = file_of(config, seed).read_text(encoding="utf-8").splitlines()
    changed = [*lines]
    changed[40] += " and more"
    message = difference("this.txt", changed, replayed(config, seed, changed))
    assert "this.txt: the game differs from line 41 on" in message
    assert "make_golden.py" in message
    assert f"-{changed[40]}" in message
