"""The golden playthroughs replay line by line, every configuration of the list has one, and they see the rules."""

from __future__ import annotations

from typing import Any

import pytest
from make_golden import FOLDER, GAMES, actions_in, difference, file_of, replayed

from burgundy_env.engine.actions import BLOCKS, IDS, block_of
from burgundy_env.engine.layout import BUILDING_KINDS, PENDING_KINDS

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
        (c["players"], c["ruleset"], c["duchies"] if isinstance(c["duchies"], str) else "given") for c, _, _ in GAMES
    }
    assert len(kinds) == 3 * 2 * 3


def test_the_games_play_actions_of_every_block_and_decisions_of_every_kind() -> None:
    """Playthroughs that never see a rule guard nothing."""
    lines = [
        line for path in sorted(FOLDER.glob("*-*.txt")) for line in path.read_text(encoding="utf-8").splitlines()
    ]
    played = {block_of(IDS[action]).name for action in actions_in(lines)}
    assert played >= {block.name for block in BLOCKS if block.first <= IDS["side 30"]}
    decided = {line.split(", pending ")[1].split(" / ")[-1].split()[0] for line in lines if ", pending " in line}
    assert decided >= set(PENDING_KINDS[:9])
    text = "\n".join(lines)
    assert [n for n in range(1, 27) if f"place the monastery {n} on" not in text] == []
    assert [kind for kind in BUILDING_KINDS[:8] if f"place the {kind.replace('_', ' ')} on" not in text] == []


def test_a_changed_line_is_found_and_named() -> None:
    config, seed, _ = GAMES[0]
    lines = file_of(config, seed).read_text(encoding="utf-8").splitlines()
    changed = [*lines]
    changed[40] += " and more"
    message = difference("this.txt", changed, replayed(config, seed, changed))
    assert "this.txt: the game differs from line 41 on" in message
    assert "make_golden.py" in message
    assert f"-{changed[40]}" in message
