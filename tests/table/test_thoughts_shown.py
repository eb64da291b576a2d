"""Thoughts in characters: bars, curves, hints."""

from __future__ import annotations

from burgundy_env.records import Thought
from burgundy_env.table.thinking import bars, curves, hint, side

THOUGHT = Thought(
    expected={"vp": [190.0, 180.0], "win": [0.7, 0.3]},
    lines=[
        {"turn": ["d1 workers", "end"], "margin": 10.0, "error": 0.5},
        {"turn": ["d2 workers", "end"], "margin": 8.0},
        {"turn": ["end"], "margin": -30.0},
        {"turn": ["d1 take 3.2"]},
    ],
)


def test_the_best_turn_has_the_longest_bar() -> None:
    told = [line for line in bars(THOUGHT, 40) if "█" in line]
    lengths = [line.count("█") for line in told]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] >= 1
    assert "+10.0 ±1.0" in told[0]


def test_a_hint_names_three_turns_and_what_they_are_behind() -> None:
    assert hint(THOUGHT) == ["1. d1 workers, end", "2. d2 workers, end  (-2.0 VP)", "3. end  (-40.0 VP)"]


def test_a_curve_goes_from_the_lowest_to_the_highest() -> None:
    thoughts = [Thought(expected={"vp": [100.0 + k, 150.0 - k]}) for k in range(51)]
    heading, rising, falling = curves([*thoughts, None], ["Anna", "Ben"], 60)
    assert heading == "Expected at the end, 100 to 150 VP"
    assert (rising.split()[1][0], rising[-1]) == ("▁", "█")
    assert (falling.split()[1][0], falling[-1]) == ("█", "▁")
    assert max(map(len, (rising, falling))) <= 60


def test_nothing_is_shown_of_those_who_say_nothing() -> None:
    assert side([None, None], ["Anna", "Ben"], 40) == []
    assert any("wins 70 %" in line for line in side([THOUGHT, None], ["Anna", "Ben"], 40))
