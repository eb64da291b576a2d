"""Without the compiler an id, a kind or a tile that no rule knows is an error; nothing falls into another's branch.

Compiled kernels ignore it, so these tests run with NUMBA_DISABLE_JIT=1, as `test_rules_interpreted` runs this folder.
"""

from __future__ import annotations

import numba
import numpy as np
import pytest

from burgundy_env.config import GameConfig
from burgundy_env.data import load
from burgundy_env.engine import actions, batch
from burgundy_env.engine.apply import apply
from burgundy_env.engine.hooks.changes import building_effect_of_module, chateauma_building
from burgundy_env.engine.hooks.decisions import (
    apply_of_module,
    can_use,
    carry_out,
    offer_base_actions,
    offer_in_stage,
)
from burgundy_env.engine.layout import PENDING_KINDS, STAGE_TURN, STATE, TILE_COUNT, new_tape
from burgundy_env.engine.tables import tables_for

pytestmark = pytest.mark.skipif(
    not numba.config.DISABLE_JIT, reason="run by test_rules_interpreted: compiled kernels don't check"
)
UNKNOWN = len(PENDING_KINDS)


@pytest.fixture
def game():
    """Tables and state of a game just begun."""
    tables, states = tables_for(GameConfig(), load()), np.zeros(1, STATE)
    states["rng"] = np.uint64(1)
    batch.new_game(tables, states, 0, new_tape(), batch.id_buffer())
    return tables[0], states[0]


@pytest.mark.parametrize("action", [-1, actions.ACTIONS])
def test_an_id_outside_the_table(game, action):
    with pytest.raises(LookupError, match=f"no rule for action {action}"):
        apply(*game, new_tape(), action, batch.id_buffer())


def test_a_block_that_no_rule_knows(game):
    with pytest.raises(LookupError, match="no rule for action"):
        apply_of_module(*game, 0, len(actions.BLOCKS), 0)


def test_a_pending_kind_that_no_rule_knows(game):
    with pytest.raises(LookupError, match="no rule for pending decision"):
        offer_base_actions(*game, 0, UNKNOWN, batch.id_buffer(), 0)
    with pytest.raises(LookupError, match="no rule for pending decision"):
        can_use(*game, 0, UNKNOWN)
    with pytest.raises(LookupError, match="no rule for pending decision"):
        carry_out(*game, 0, UNKNOWN)


def test_a_stage_that_no_rule_knows(game):
    _, s = game
    s.stage = STAGE_TURN
    with pytest.raises(LookupError, match="no rule for stage"):
        offer_in_stage(s, 0, batch.id_buffer())


def test_a_building_that_no_rule_knows(game):
    t, s = game
    with pytest.raises(LookupError, match="no rule for effect of tile"):
        building_effect_of_module(t, s, 0, TILE_COUNT)
    with pytest.raises(LookupError, match="no rule for effect of tile"):
        chateauma_building(t, s, new_tape(), 1, TILE_COUNT)
