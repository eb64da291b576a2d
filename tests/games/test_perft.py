"""Node counts of named positions: a change anywhere in the rules of moving shows in one of these numbers."""

from __future__ import annotations

import pytest
from make_perft import FOLDER, Entry, divided, mismatch, read_suites
from second_opinion.games import table_of

from burgundy_env import Game

ENTRIES = read_suites()
NAMES = [entry.name for entry in ENTRIES]


@pytest.mark.parametrize("entry", ENTRIES, ids=NAMES)
def test_the_counts_are_those_of_the_suite(entry: Entry) -> None:
    message = mismatch(entry)
    assert not message, message


# It begins with the start castles, so it has nothing to say about choosing sides.
BEGUN = [entry for entry in ENTRIES if entry.game().to_json()["stage"] != "sides"]


@pytest.mark.parametrize("entry", BEGUN, ids=[entry.name for entry in BEGUN])
def test_the_second_opinion_counts_the_same_two_actions_deep(entry: Entry) -> None:
    game = entry.game()
    document = game.to_json()
    assert sorted(table_of(document).legal()) == sorted(game.legal_actions())
    nodes = 0
    for action in game.legal_actions():
        child, table = game.copy(), table_of(document)
        child.push(action)
        table.push(action, [event for event in child.events if "chance" in event])
        nodes += len(table.legal())
    assert entry.counts[:2] in ((len(game.legal_ids()), nodes), (0,))


def test_every_position_is_in_a_suite() -> None:
    assert len(ENTRIES) >= 40
    assert sorted(NAMES) == sorted(path.stem for path in (FOLDER / "positions").glob("*.json"))
    assert len(set(NAMES)) == len(NAMES)


def test_counts_add_up_over_first_actions() -> None:
    game = Game.new(seed=3)
    assert game.perft(0) == 1
    assert game.perft(1) == len(game.legal_ids())
    for depth in (1, 2, 3, 4):
        assert sum(divided(game, depth).values()) == game.perft(depth)


def test_counting_leaves_the_game_as_it_was() -> None:
    game = Game.new(seed=3)
    twin = game.copy()
    game.perft(4)
    assert game == twin
    assert game.events == twin.events


def test_a_mismatch_shows_the_position_and_the_counts_by_first_action() -> None:
    entry = next(entry for entry in ENTRIES if entry.name == "town_hall_with_pick")
    message = mismatch(Entry(entry.name, entry.seed, (entry.counts[0], entry.counts[1] + 1)))
    assert f"town_hall_with_pick, seed {entry.seed}, depth 2: {entry.counts[1]} nodes" in message
    for action in entry.game().legal_actions():
        assert action in message
    assert '"format": "burgundy-position/1"' in message
    assert mismatch(entry) == ""


def test_a_depth_is_a_number_of_actions() -> None:
    with pytest.raises(ValueError, match="depth"):
        Game.new(seed=1).perft(-1)
