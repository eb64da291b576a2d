"""Random games of the second opinion with shields, vineyards and teams: alone, together, with the Châteauma."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from .games import new_game
from .parts import BOARD, SCORING
from .random_games import play_at_random
from .refusals import SMALL

SHARED = ("castle_rule", "extra_tiles", "border_posts", "white_castles", "trade_routes")
GAMES = [
    *((modules, players, 0) for modules in (("shields",), ("vineyards",)) for players in (2, 3, 4)),
    *((("shields", "vineyards", name), 2 + i % 3, 0) for i, name in enumerate((*SHARED, "inns"))),
    *((("shields", "vineyards", *SHARED, "inns"), players, 0) for players in (2, 3, 4)),
    *((("shields",), players, 1) for players in (1, 2, 3)),
    *((("vineyards",), players, 1) for players in (1, 2, 3)),
    *((("shields", "vineyards", *SHARED), players, 1) for players in (1, 2, 3)),
    *((("team", *more), 4, 0) for more in ((), *((name,) for name in sorted(SMALL)), sorted(SMALL))),
]
OLD_DATA = len(SCORING["region"]) < 11


@pytest.mark.parametrize(("modules", "players", "automa"), GAMES, ids=str)
def test_random_games(modules: tuple[str, ...], players: int, automa: int) -> None:
    if OLD_DATA and {"shields", "inns"} <= set(modules):
        pytest.skip("the package's data end with regions of nine")
    rng = random.Random(f"{modules} {players} {automa}")
    if "team" in modules:
        boards = [rng.choice([31, 32]) for _ in range(2)]
    else:
        ruled = range(11, 19) if "castle_rule" in modules else sorted(set(BOARD) - {31, 32, 33, 34})
        boards = [rng.choice(ruled) for _ in range(players)]
    chateauma = {"difficulty": "hard", "modifiers": ["D"] * (players % 2)} if automa else None
    seen: Counter = Counter()
    doc = new_game(players, rng.choice(["special_edition", "alea_2011"]), boards, rng, modules, chateauma)
    table = play_at_random(doc, rng, seen)
    assert len(table.ranking()) == (2 if "team" in modules else players + automa)
    assert "shields" not in modules or seen["shield"]
    assert "vineyards" not in modules or seen["plant"]
    assert "team" not in modules or seen["stow"]
