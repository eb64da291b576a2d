"""Seats of a game at the terminal: who sits where, and what the programs among them may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from burgundy_env import Game
from burgundy_env.sitting import seats as table_seats
from burgundy_env.sitting.seats import Seat, SeatError, agents_of, read_seats, split_seats

BOT = """
class Bot:
    def __init__(self, depth: int = 1, note: str = "", seed: int | None = None):
        self.note = note

    def act(self, game):
        if self.note == "fail":
            raise RuntimeError("no idea")
        if self.note == "cheat":
            return "d1 take 9.9"
        Bot.saw = game.to_json()["hidden"], game.seed
        return game.legal_actions()[0]
"""


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("human", ["human"]),
        ("human:Anna, human:Ben", ["human:Anna", "human:Ben"]),
        ("human,heuristic,turn:ms=200", ["human", "heuristic", "turn:ms=200"]),
        ("turn:ms=200,futures=2,random", ["turn:ms=200,futures=2", "random"]),
        ("turn:ms=5,turn:ms=9, futures=9,human", ["turn:ms=5", "turn:ms=9, futures=9", "human"]),
        ("stdio:cmd=./bot a,b,seconds=5,greedy", ["stdio:cmd=./bot a,b,seconds=5", "greedy"]),
        ("stdio:cmd=./bot,stdio:cmd=./bot", ["stdio:cmd=./bot", "stdio:cmd=./bot"]),
        ("bot.py:Bot:depth=3,note=a,b,random", ["bot.py:Bot:depth=3,note=a,b", "random"]),
        ("random,depth=3", ["random", "depth=3"]),
        ("human:Anna,heurstic", ["human:Anna", "heurstic"]),
        ("human,,random", ["human", "", "random"]),
    ],
)
def test_commas_divide_seats_and_parameters(text, seats):
    assert split_seats(text) == seats


def test_people_need_no_agents_installed(monkeypatch: pytest.MonkeyPatch):
    def missing():
        raise AssertionError

    monkeypatch.setattr(table_seats, "_registry", missing)
    assert read_seats("human:Anna, human,human:Ben") == [Seat("human:Anna"), Seat("human"), Seat("human:Ben")]


def test_seats_have_canonical_names():
    assert read_seats("human:Anna,stdio:seconds=50.0, cmd=./bot,random") == [
        Seat("human:Anna"),
        read_seats("stdio:cmd=./bot,seconds=50")[0],
        read_seats("random")[0],
    ]
    assert [seat.name for seat in read_seats("stdio:seconds=50.0,cmd=./bot,random")] == [
        "stdio:cmd=./bot,seconds=50",
        "random",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("human,heurstic", "seat 1: nobody here is called 'heurstic'.*did you mean 'heuristic'"),
        ("human,", "seat 1: nobody here is called ''"),
        ("turn:mss=5,human", "seat 0: .*no parameter 'mss'"),
        ("turn:ms=5,futures=5", "futures or ms, not both"),
        ("human,chateauma:hard", "seat 1: the Châteauma has a seat of its own.*--config chateauma_hard"),
        ("nothing.py:Bot", "there is no such file"),
    ],
)
def test_seats_that_can_not_be_filled_are_named(text, words):
    with pytest.raises(SeatError, match=words):
        read_seats(text)


def test_a_program_sees_the_table_and_not_what_is_hidden(tmp_path: Path):
    (tmp_path / "bot.py").write_text(BOT)
    game = Game.new({"players": 2}, seed=3)
    agent = agents_of(game, read_seats(f"{tmp_path}/bot.py:Bot,human"))[0]
    before = game.copy()
    assert agent.act(game) == game.legal_actions()[0]
    assert game == before
    hidden, seed = agent._agent.saw  # type: ignore[attr-defined]
    assert seed is None
    assert hidden["goods"] != game.to_json()["hidden"]["goods"]


@pytest.mark.parametrize(
    ("note", "words"), [("fail", "RuntimeError: no idea"), ("cheat", "'d1 take 9.9'.*not legal")]
)
def test_a_program_that_fails_is_named(tmp_path: Path, note, words):
    (tmp_path / "bot.py").write_text(BOT)
    game = Game.new({"players": 2}, seed=3)
    agents = agents_of(game, read_seats(f"human,{tmp_path}/bot.py:Bot:note={note}"))
    assert list(agents) == [1]
    with pytest.raises(SeatError, match=rf"seat 1 .*{words}"):
        agents[1].act(game)


def test_programs_play_repeatably_but_not_the_same_after_a_pause():
    game = Game.new({"players": 2}, seed=3)
    seats = read_seats("random,random")
    first = [agents_of(game, seats)[0].act(game) for _ in range(3)]
    assert len(set(first)) == 1
    later = game.copy()
    seen = set()
    for _ in range(8):
        later.push(later.legal_ids()[0])
        seen.add(agents_of(later, seats)[0]._seed)  # type: ignore[attr-defined]
    assert len(seen) == 8
