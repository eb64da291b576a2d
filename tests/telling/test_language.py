"""How templates are filled."""

from burgundy_env.telling.language import Count, Several


def test_numbers_know_their_nouns() -> None:
    assert [f"{Count(n):worker|workers}" for n in (0, 1, 2)] == ["0 workers", "1 worker", "2 workers"]
    assert [f"{Count(n):the tile|all # tiles}" for n in (1, 3)] == ["the tile", "all 3 tiles"]
    assert f"{Count(7)} {Count(7):>3}" == "7   7"


def test_words_after_each_other() -> None:
    assert f"{Several('ab')} {Several('ab'):, } {Several('ab'): or }" == "a b a, b a or b"
