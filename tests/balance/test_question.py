"""What can be asked, and a sentence for what can't."""

from __future__ import annotations

import contextlib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from burgundy_env.balance import BalanceError, Question
from burgundy_env.balance.cells import Layout
from burgundy_env.balance.designs import cells_of
from burgundy_env.cli.balance import _STUDIES


@pytest.mark.parametrize(("document", "said"), [
    ({}, "study: is missing"),
    ({"study": "bords"}, r"did you mean 'boards'\?"),
    ({"study": "boards", "bords": 1}, "\"bords\" is no key of a study .did you mean 'boards'"),
    ({"study": "boards", "agents": []}, "name one at least"),
    ({"study": "boards", "agents": ["random", "random"]}, "named twice"),
    ({"study": "boards", "agents": ["chateauma:hard"]}, "decides nothing"),
    ({"study": "boards", "agents": ["turn:ms=20"]}, "thinks by the clock.*--inexact"),
    ({"study": "boards", "boards": [99]}, "there is no board 99"),
    ({"study": "boards", "boards": [5]}, "two at least"),
    ({"study": "boards", "boards": "1,5"}, 'there is no board "1,5"'),
    ({"study": "boards", "players": 5}, "players: 5"),
    ({"study": "boards", "players": [2, 3]}, "the study boards takes one"),
    ({"study": "boards", "games": 0}, "games: a number from 1"),
    ({"study": "boards", "games": True}, "games: a number from 1"),
    ({"study": "boards", "precision": "1km"}, "a number of VP above 0"),
    ({"study": "boards", "precision": -1}, "a number of VP above 0"),
    ({"study": "boards", "margin": "nan"}, "a number of VP above 0"),
    ({"study": "boards", "seed": "x"}, "seed: an integer"),
    ({"study": "boards", "modules": ["inn"]}, '"inn" is unknown'),
    ({"study": "boards", "ruleset": "2012"}, 'ruleset: "2012" is unknown'),
    ({"study": "boards", "against": "nobody.csv"}, "nobody.csv: cannot be read"),
    ({"study": "seats", "against": "human"}, "see boards"),
    ({"study": "seats", "design": "pairs"}, "one of the study boards"),
    ({"study": "handicap", "boards": [1]}, "between two boards"),
    ({"study": "handicap", "boards": [1, 5], "players": 3}, "found for 2"),
    ({"study": "strategies", "without": ["shps"]}, "did you mean 'ship'"),
    ({"study": "seats", "own_rules": True}, "in the study boards alone"),
    ({"study": "seats", "inexact": "yes"}, "true or false"),
])  # fmt: skip
def test_what_can_not_be_asked(document: dict[str, Any], said: str) -> None:
    with pytest.raises((BalanceError, ValueError), match=said):
        Question.of(document)


ANYTHING = [None, 5, -1, 1.5, True, "x", "", [], [None], [[]], [5], {}, {"a": 1}, [{"a": 1}], ["\x1b"]]


@pytest.mark.parametrize("value", ANYTHING)
@pytest.mark.parametrize("key", [field.name for field in fields(Question)])
def test_any_value_is_taken_or_gets_a_sentence(key: str, value: object) -> None:
    with contextlib.suppress(ValueError, OSError):  # BalanceError, AgentError, ConfigError; nothing else may come
        Question.of({"study": "boards", **{key: value}})


def test_boards_may_be_written_in_several_ways() -> None:
    asked = Question.of({"study": "boards", "boards": ["1-3", "2011/4", 20]})
    assert asked.boards == (1, 2, 3, 44, 20)


def test_what_is_as_usual_is_not_written_and_all_else_is_read_again() -> None:
    asked = Question.of({"study": "modules", "agents": ["reflex", "turn:futures=10"], "precision": "1.5 vp",
                         "modules": "all", "players": [4], "seed": 9})  # fmt: skip
    document = asked.to_json()
    assert "design" not in document
    assert document["precision"] == 1.5
    assert Question.of(document) == asked


def test_random_play_is_set_beside_people() -> None:
    assert Question.of({"study": "boards", "against": "human"}).agents == ("random", "heuristic")
    assert Question.of({"study": "boards", "against": "human", "agents": ["random"]}).agents == ("random",)


def test_agents_by_the_clock_are_allowed_where_somebody_says_so() -> None:
    assert Question.of({"study": "seats", "agents": ["turn:ms=5"], "inexact": True}).agents == ("turn:ms=5",)


def test_a_yaml_file(tmp_path: Path) -> None:
    file = tmp_path / "study.yaml"
    file.write_text("study: factors\nboards: [1-2, 5]\nmodules: [[], [inns], all]\nplayers: [2, 4]\n"
                    "agents: [random, reflex]\ngames: 10\n")  # fmt: skip
    asked = Question.of_yaml(file)
    cells = [cell for cell in cells_of(asked, None) if not cell.factor("strength")]
    assert len(cells) == 3 * 3 * 2 * 2
    for text, said in (("- a", "keys of a study"), ("study: [", "no YAML"), ("study: x", 'study.yaml: study: "x"')):
        file.write_text(text)
        with pytest.raises(BalanceError, match=said):
            Question.of_yaml(file)
    with pytest.raises(BalanceError, match="cannot be read"):
        Question.of_yaml(tmp_path / "none.yaml")


@pytest.mark.parametrize("document", [
    {"study": "boards", "design": "pairs", "boards": [1, 5, 8], "players": 3, "agents": ["random", "reflex"]},
    {"study": "strategies", "players": 4},
    {"study": "modules", "modules": ["castle_rule"]},
])  # fmt: skip
def test_every_game_has_a_number_of_its_own(document: dict[str, Any]) -> None:
    layout = Layout(cells_of(Question.of(document), None), 1)
    numbers = []
    for block in range(3):
        for cell in range(len(layout.cells)):
            for turn, fixture in enumerate(layout.fixtures(cell, block)):
                numbers.append(fixture.number)
                assert layout.place_of(fixture.number) == (cell, block, turn)
                assert layout.expected(fixture.number) == (block, fixture.seed, fixture.seats)
    assert sorted(numbers) == list(range(3 * layout.width))


def test_places_go_round_the_table() -> None:
    """Who does without sits on every seat, with the ban; nobody else has it."""
    layout = Layout(cells_of(Question.of({"study": "strategies", "players": 3, "without": ["ship"]}), None), 1)
    bans = [tuple(bool(terms.without) for terms in fixture.terms) for fixture in layout.fixtures(0, 0)]
    assert bans == [(True, False, False), (False, True, False), (False, False, True)]


def test_the_command_has_every_study_but_those_of_files() -> None:
    from burgundy_env.balance import STUDIES

    assert {*_STUDIES, "factors"} == set(STUDIES)
