"""Tournaments: fair schedules, all cores, results that are kept, tables with intervals.

>>> from burgundy_env.arena import Plan, Store, report, run, summarise
>>> store = Store.create("my-tournament", Plan.of(["heuristic", "random"], games=200))
>>> run(store)
>>> print(report(summarise(store.plan, store.in_order())))
"""

from .entrants import ArenaError, Entrant
from .plan import ON_ERROR, Plan
from .report import STYLES, report
from .result import Failure, Outcome, Result
from .runner import Run, run
from .store import Store, free_folder, write_csv
from .summary import summarise
from .timing import TimeLeft

__all__ = [
    "ON_ERROR",
    "STYLES",
    "ArenaError",
    "Entrant",
    "Failure",
    "Outcome",
    "Plan",
    "Result",
    "Run",
    "Store",
    "TimeLeft",
    "free_folder",
    "report",
    "run",
    "summarise",
    "write_csv",
]
