"""Compiled players: they call the rules and never repeat them.

All that has them plan or play from Python is compiled as one, as each would hold the rules and all players otherwise.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine import batch
from ..engine.jit import together
from .games import new_batch, play_games
from .handed import NOBODY
from .heuristic.weights import DEFAULT
from .net.forward import NO_NET
from .playouts import finish, play_on
from .policies import decide
from .turn.ends import END_OF_TURN
from .turn.judging import JUDGEMENT, judge_ends, judge_futures, judge_on, judgements_of
from .turn.search import CANDIDATES
from .turn.thinking import begin_futures, horizon, keep_plan, list_as_heuristic, list_candidates, next_planned


def _examples() -> dict[str, Any]:
    """Arguments of the types that Python gives to these kernels, by name."""
    of_batch = batch.examples()
    weights = DEFAULT.view()
    weights.flags.writeable = False  # as all constants are
    games = new_batch(of_batch["tables"], [0], [[0]], [[0]], NOBODY)
    return of_batch | {
        "batch": games,
        "policies": games.policies[0],
        "players": NOBODY,
        "streams": games.streams,
        "stream": games.streams[0],
        "w": weights,
        "deals": games.deals,
        "decisions": games.decisions[0],
        "ends": np.zeros(CANDIDATES, END_OF_TURN),
        "end_states": of_batch["states"],
        "root": of_batch["states"],
        "chosen": np.arange(1),
        "sums": np.zeros(1),
        "net": NO_NET,
        "spread": 1.0,
        "table": np.zeros((1, 1), JUDGEMENT),
        "rows": np.zeros(1, JUDGEMENT),
    }


together(
    play_games, finish, play_on, decide, begin_futures, next_planned, list_candidates, keep_plan, horizon,
    list_as_heuristic, judge_futures, judge_on, judge_ends, judgements_of,
    examples=_examples,
)  # fmt: skip
