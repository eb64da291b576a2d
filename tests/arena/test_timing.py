"""What a tournament still takes, and what its agents are called."""

from __future__ import annotations

from typing import Any

import pytest

from burgundy_env.arena import ArenaError, Plan, TimeLeft
from burgundy_env.arena.entrants import read_entrants

COSTS = {0: 0.1, 1: 4.0, 2: 0.5}


def seconds(fixture: Any) -> float:
    return sum(COSTS[seat] for seat in fixture.seats)


def test_those_who_think_longer_weigh_more() -> None:
    plan = Plan.of(["random", "greedy", "reflex"], games=40)
    # As the arena plays them: first those among the quick, so that all of the slow are left.
    order = sorted(plan.fixtures, key=lambda fixture: 1 in fixture.seats)
    left = TimeLeft([fixture.seats for fixture in plan.fixtures], ())
    assert str(left) == ""
    for i, fixture in enumerate(order[:60]):
        left.took([fixture.number], seconds(fixture))
        if i < 10:
            assert str(left).startswith("more than "), "nobody has seen how long the slow one takes"
    rest = sum(map(seconds, order[60:]))
    assert left.seconds == pytest.approx(rest, rel=0.05)
    assert str(left) == f"about {rest / 60:.0f} min left"


def test_games_that_were_there_before_are_not_left() -> None:
    plan = Plan.of(["random", "greedy"], games=10)
    left = TimeLeft([fixture.seats for fixture in plan.fixtures], range(8))
    left.took([8], 2.0)
    assert left.seconds == pytest.approx(2.0, rel=0.05)


def test_agents_are_called_as_they_are_asked_to_be() -> None:
    texts = [
        "turn:futures=50,name=fast",
        "heuristic:name=old",
        "heuristic",
        "heuristic",
        "chateauma:hard,name=automa",
    ]
    entrants = read_entrants(texts)
    assert [entrant.name for entrant in entrants] == ["fast", "old", "heuristic", "heuristic#2", "automa"]
    assert [entrant.text for entrant in entrants[:3]] == ["turn:futures=50", "heuristic", "heuristic"]
    assert Plan.from_json(Plan.of(texts[:2], games=2).to_json()).entrants[0].name == "fast"


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["heuristic:name=a", "greedy:name=a"], "name=a: another one is called so already"),
        (["heuristic", "greedy:name=heuristic"], "name=heuristic: another one is called so already"),
        (["heuristic:name="], "name= needs a name, as in heuristic:name=mine"),
    ],
)
def test_two_are_not_called_alike(texts: list[str], message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        read_entrants(texts)
