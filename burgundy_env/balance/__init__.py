"""The balance laboratory: how much boards, modules, seats and strategies are worth, for whom, how sure.

>>> from burgundy_env.balance import Question, Store, run, summarise, write
>>> question = Question.of({"study": "boards", "boards": [1, 8], "agents": ["reflex"], "games": 200})
>>> store = Store.create("my-study", question)
>>> write(store.folder, summarise(store, run(store)))
"""

from .analysis import Summary, summarise
from .errors import BalanceError
from .laboratory import Run, run
from .question import STUDIES, Question
from .report import markdown, text, write, write_rows
from .store import Store

__all__ = [
    "STUDIES", "BalanceError", "Question", "Run", "Store", "Summary", "markdown", "run", "summarise", "text", "write",
    "write_rows",
]  # fmt: skip
