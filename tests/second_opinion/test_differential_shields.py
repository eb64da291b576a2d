"""Every table of the second opinion's own tests of the shields, played beside the engine.

The tests are those of `test_second_opinion_shields`; here both play each of its `play`. Positions that can't
lie so on a table, which the model does not mind, are left to it.
"""

import contextlib

import pytest
from differential import together

from burgundy_env.position.values import PositionError

from . import test_second_opinion_shields as sentences
from .test_second_opinion_shields import *  # noqa: F403  the tests themselves


@pytest.fixture(autouse=True)
def _beside_the_engine(monkeypatch):
    alone, table = sentences.play, sentences.table_of

    def by_both(doc, *actions):
        if "vineyards" not in doc["config"]["modules"]:
            with contextlib.suppress(PositionError):
                together(doc, *actions)
        return alone(doc, *actions)

    def shown_to_both(doc):
        if "vineyards" not in doc["config"]["modules"]:
            with contextlib.suppress(PositionError):
                together(doc)
        return table(doc)

    monkeypatch.setattr(sentences, "play", by_both)
    monkeypatch.setattr(sentences, "table_of", shown_to_both)
