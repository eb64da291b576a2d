"""Mistyped words of a command line get one sentence with the nearest right one; nothing runs."""

from __future__ import annotations

import pytest

from burgundy_env.cli import BAD_INPUT, COMMANDS, FINE, main

MISTYPED = {
    "arna": "burgundy: COMMAND: 'arna' is unknown (did you mean 'arena'?); there are play, ",
    "--vershun": "burgundy: there is no option --vershun (did you mean '--version'?)",
    "arena heuristic --gmes=3": "burgundy arena: there is no option --gmes (did you mean '--games'?)",
    "arena heuristic --game 3": "burgundy arena: there is no option --game (did you mean '--games'?)",
    "train turn --out x --round=3": "burgundy train turn: there is no option --round (did you mean '--rounds'?)",
    "--vers": "burgundy: there is no option --vers (did you mean '--version'?)",
    "arena heuristic --zzz": "burgundy arena: there is no option --zzz (burgundy arena --help says more)",
    "arena heuristic --ruleset alea": "burgundy arena: --ruleset: 'alea' is unknown (did you mean 'alea_2011'?)",
    "arena heuristic --games x": "burgundy arena: --games: a whole number, not 'x'",
    "arena heuristic --seconds x": "burgundy arena: --seconds: a number, not 'x'",
    "balance bords": "burgundy balance: STUDY: 'bords' is unknown (did you mean 'boards'?)",
    "train turn --out x --ronds 3": "burgundy train turn: there is no option --ronds (did you mean '--rounds'?)",
    "warmup now": "burgundy warmup: 'now' is one word too many",
    "perft": "burgundy perft: the following arguments are required: DEPTH",
}


@pytest.mark.parametrize("line", MISTYPED)
def test_the_nearest_right_word_is_named(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert MISTYPED[line] in err
    assert err.count("\n") == 1, "one sentence, without the whole usage"


def test_alone_it_says_how_to_begin(capsys: pytest.CaptureFixture[str]) -> None:
    """Five examples, of commands that there are."""
    assert main([]) == FINE
    _, *lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert {line.split()[1] for line in lines[:-1]} <= {*COMMANDS}
