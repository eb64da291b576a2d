"""What came after the first release: its places are in the block of the modules, and nothing else moves."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
import numpy as np
from burgundy_env.engine import layout
layout.PENDING_KINDS += ("sow", "reap")
layout.STAGES += ("harvest",)
from burgundy_env.encoders import expansions, table
from burgundy_env.encoders.fields import firsts

tables = np.rec.array([(0, 0, 0)], dtype=[("played", "i2"), ("shields", "i1"), ("vineyards", "i1")])[0]
state, kinds, stages = np.zeros(1, layout.STATE)[0], len(layout.PENDING_KINDS), len(layout.STAGES)
state.stage, state.depth, state.pending[:2, 0] = stages - 1, 2, (kinds - 1, kinds - 2)
shared, own = np.zeros(table.SHARED_SIZE), np.zeros(expansions.end_of(expansions.EXPANSIONS))
table.write_decision(state, shared, 0)
expansions.write_expansion_table(tables, state, own, 0)
at = firsts(expansions.EXPANSION_TABLE)
later = kinds - 2 - table.FIRST_KINDS
found = [own[at[f"expansions.{name}"] + later :][:2].tolist() for name in ("kind", "waiting")]
stage = own[at["expansions.stage"] + stages - 1 - table.FIRST_STAGES]
print([field.size for field in table.DECISION[:3]], shared.any(), stage, *found)
"""


def test_later_kinds_and_stages_are_told_with_the_modules() -> None:
    quiet = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=quiet, check=False)
    assert run.stdout == "[5, 17, 17] False 1.0 [1.0, 0.0] [0.0, 0.25]\n", run.stderr
