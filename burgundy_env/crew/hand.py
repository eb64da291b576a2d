"""What a core of a cluster does: an actor of Ray."""

from __future__ import annotations

import pickle
from typing import Any

from ..engine import jit
from .alike import Machine
from .crew import begin, close


class Hand:
    """Does one piece after the other. It may be looked at meanwhile, from a second thread."""

    def __init__(self) -> None:
        self._work: Any = None

    def arrive(self) -> Machine:
        """Where it is."""
        return Machine.here()

    def begin(self, content: bytes) -> None:
        """From now on it does other work."""
        close(self._work)
        self._work = pickle.loads(content)
        begin(self._work)

    def do(self, piece: Any) -> Any:
        """What is found."""
        return self._work(piece)

    def compiling(self) -> tuple[int, int] | None:
        """How many kernels are compiled of those that are needed now; None if it does not compile."""
        return jit.how_far()
