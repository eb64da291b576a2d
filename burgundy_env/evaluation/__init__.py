"""How strong an agent is, in a way that others can check: fixed suites of tournaments, one file, its verification.

>>> from burgundy_env.evaluation import Evaluation, suite_of
>>> evaluation = Evaluation.create("my-evaluation", suite_of("v1-quick"), "reflex")
>>> evaluation.run()
>>> print(evaluation.document()["score"])
"""

from .document import FORMAT, EvaluationError, read_document, reckoned, table, written
from .folder import Evaluation
from .suites import SUITES, Suite, Tournament, suite_of
from .verify import Verdict, verify

__all__ = [
    "FORMAT",
    "SUITES",
    "Evaluation",
    "EvaluationError",
    "Suite",
    "Tournament",
    "Verdict",
    "read_document",
    "reckoned",
    "suite_of",
    "table",
    "verify",
    "written",
]
