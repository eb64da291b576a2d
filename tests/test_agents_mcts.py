"""The search stays where nothing is left to chance."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from burgundy_env import Game
from burgundy_env.engine.layout import new_tape
from burgundy_env.engine.search import ROOT, new_tree, search
from burgundy_env.engine.seeds import STREAM


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="the search needs the compiler")
@pytest.mark.parametrize("config", ["base2p", "chateauma_hard"])
def test_no_branch_goes_on_behind_a_start_castle(config: str) -> None:
    """The last one begins the first round, whose tiles and dice differ from future to future."""
    game = Game.new(config, seed=1)
    for _ in range(game.config.players - 1):
        game.push(game.legal_ids()[0])
    tree = new_tree(20_000)
    search(game._tables, game._state, 0, tree, np.zeros(1, STREAM), 0, 60, new_tape())
    child = int(tree[ROOT]["first"])
    assert child
    assert tree[ROOT]["visits"] == 60
    while child:
        assert tree[child]["first"] == 0
        child = int(tree[child]["next"])
