"""Games are handed out in pieces of half a second, however long players think."""

from __future__ import annotations

from burgundy_env import GameConfig
from burgundy_env.arena.entrants import read_entrants
from burgundy_env.arena.pieces import Pieces
from burgundy_env.arena.schedule import Fixture, match_ups, schedule


def fixtures(games: int) -> list[Fixture]:
    return list(schedule(match_ups(read_entrants(["random", "greedy"]), GameConfig()), games, 1))


def test_all_games_are_handed_out_once_and_in_order() -> None:
    pieces, taken = Pieces(fixtures(50)), []
    for seconds in (0.001, 4.0, 0.1, 0.2, 0.01, 0.001, 0.001):
        piece = pieces.take()
        taken += piece
        pieces.took(max(len(piece), 1), seconds)
    taken += pieces.take()
    assert [fixture.number for fixture in taken] == list(range(50))
    assert pieces.take() == []


def test_a_piece_takes_half_a_second() -> None:
    pieces = Pieces(fixtures(2000))
    assert len(pieces.take()) == 4
    pieces.took(4, 2.0)  # half a second a game
    assert len(pieces.take()) == 1
    pieces.took(1, 0.01)
    assert len(pieces.take()) == 50
    pieces.took(50, 0.01)
    assert len(pieces.take()) == 256
    pieces.took(256, 900.0)  # slower than one in half a second: one at a time
    assert len(pieces.take()) == 1
