"""What must never move: action ids, tile ids, the width of the records and their fields."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from checker import CONFIGS, check_game
from policies import eager

from burgundy_env import modules
from burgundy_env.engine import actions, layout, legal
from burgundy_env.engine.layout import STATE, TILE_COUNT, TILE_IDS, TILES
from burgundy_env.engine.tables import TABLES
from burgundy_env.modules import order

GOLDEN = Path(__file__).parents[1] / "games" / "golden"


def frozen(name: str) -> list[str]:
    """The lines of a frozen list."""
    return (GOLDEN / name).read_text(encoding="utf-8").splitlines()


def test_action_ids_are_frozen() -> None:
    """A change here renumbers what agents have learnt: it needs a new environment version."""
    now = [f"{number} {string}" for number, string in enumerate(actions.STRINGS)]
    assert now[: len(frozen("actions.txt"))] == frozen("actions.txt")
    assert len(now) == len(frozen("actions.txt")), "new actions are appended: write them into golden/actions.txt, too"


def test_tile_ids_are_frozen() -> None:
    now = [f"{number} {TILES[number] or 'nothing'}" for number in range(TILE_COUNT)]
    assert now == frozen("tiles.txt")


def test_strings_are_unique_and_lead_back_to_their_ids() -> None:
    assert len(set(actions.STRINGS)) == actions.ACTIONS == len(actions.IDS)
    for number, string in enumerate(actions.STRINGS):
        assert actions.IDS[string] == number
        block = actions.block_of(number)
        assert block.first <= number < block.first + len(block.objects)
        assert string.startswith(block.verb)
        assert string == " ".join(string.split())


@pytest.mark.parametrize("number", [-1, actions.ACTIONS])
def test_ids_outside_the_table_have_no_block(number: int) -> None:
    with pytest.raises(ValueError, match=f"not {number}"):
        actions.block_of(number)


def test_blocks_follow_each_other_without_gaps() -> None:
    following = 0
    for block in actions.BLOCKS:
        assert block.first == following
        following += len(block.objects)
    assert following == actions.ACTIONS
    assert len({block.name for block in actions.BLOCKS}) == sum(":" not in name for name in order.ACTIONS)


def test_the_table_of_the_docs_has_a_row_for_every_block() -> None:
    rows = actions.table_markdown().splitlines()[2:]
    assert len(rows) == len(actions.BLOCKS)
    assert rows[0].startswith("| 0-36 | `start h1` .. `start h37` |")


def test_ids_fit_the_buffers_they_are_written_to() -> None:
    assert actions.ACTIONS <= np.iinfo(np.int16).max
    assert TILE_COUNT <= np.iinfo(np.int8).max
    seen = 0

    def count(game, action):
        nonlocal seen
        seen = max(seen, len(game.legal_ids()))

    check_game(CONFIGS[3], 1, hook=count, policy=eager)
    # Two dice, 24 slots and 37 hexes each, types, purchases from everywhere; 8 more are scratch space.
    most = 2 * (24 + 37 + 6 + 1) + 8 + 24 + 2
    assert 0 < seen <= most <= legal.MOST_LEGAL - 8


def test_the_environments_space_is_the_action_table() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from burgundy_env.envs import BurgundyEnv

    assert BurgundyEnv().action_space == gymnasium.spaces.Discrete(actions.ACTIONS)


def test_a_game_stays_small() -> None:
    """Searches copy states by the million; the Châteauma and the modules have their fields in every one."""
    assert STATE.itemsize <= 1536


@pytest.mark.parametrize("record", [STATE, TABLES], ids=["state", "tables"])
def test_no_field_hides_an_attribute_of_numpys_records(record: np.dtype) -> None:
    """Without the compiler kernels say `s.name`, and a NumPy attribute of that name would win."""
    assert [name for name in record.names or () if hasattr(np.record, name)] == []


def test_every_tile_but_two_has_a_colour() -> None:
    assert {TILES[tile] for tile in range(1, TILE_COUNT) if layout.COLOUR_OF[tile] < 0} == {"inn", "black"}
    assert len(TILE_IDS) == TILE_COUNT - 1


def test_livestock_knows_its_species_and_animals() -> None:
    for tile, name in enumerate(TILES):
        if name and name[:-1] in layout.SPECIES:
            assert layout.SPECIES[layout.SPECIES_OF[tile]] == name[:-1]
            assert layout.ANIMALS[tile] == int(name[-1])
        elif name != "geese":
            assert layout.SPECIES_OF[tile] == -1
            assert layout.ANIMALS[tile] == 0


def test_a_tile_that_came_later_is_picked_and_discarded_by_ids_further_on() -> None:
    """New tiles move no ids."""
    names, last = [name for name in order.ACTIONS if ":" not in name], order.TILES[-1]
    blocks = modules.action_blocks([*names, f"pick:{last}", f"discard:{last}"])
    pick, later = (block for block in blocks if block.name == "pick")
    assert (*pick.objects, *later.objects) == order.TILES
    assert [(block.verb, block.objects) for block in blocks[-2:]] == [("pick", (last,)), ("discard", (last,))]
    with pytest.raises(AssertionError, match="pick got later does not stand last"):
        modules.action_blocks([*names, f"pick:{last}", "pick:warehouse"])
