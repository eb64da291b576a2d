"""What is played for docs/results.md: arena commands by name, in the order of the page's tables.

Games of searches take a core-second or more each, those of rules of thumb a hundredth.
"""

from __future__ import annotations

from collections.abc import Iterable

# What 20 ms a turn buy on one core of the machine of these games: with two seats, and beside the Châteauma alone.
TURN, ALONE = "turn:futures=200", "turn:futures=360"
RANDOM_BOARDS = "--duchies random"
ALEA = "--ruleset alea_2011 --duchies random:1-10"
DIFFICULTIES = ("easy", "intermediate", "hard")
# Beside the Châteauma's modifiers one by one all of them together.
SETS = (*DIFFICULTIES, *(f"hard+{one}" for one in "ABCD"), *(f"{one}+ABCD" for one in DIFFICULTIES))
LEVELS_GAMES = {2: 400, 3: 400, 4: 400, 5: 400, 6: 200, 7: 120}
SOLO_BOARDS, SOLO_TARGETS = (33, 34), (50, 40, 30, 20, 10, 5)
# By module, how it is played; "all" are those that can be together.
MODULES = {
    "castle_rule": "--duchies random:11-18",
    "extra_tiles": "--duchies random:1-30",
    "border_posts": "--duchies random:1-30",
    "white_castles": "--duchies random:1-30",
    "inns": "--duchies random:1-30",
    "trade_routes": "--duchies random:1-30",
    "shields": "--duchies random:1-30",
    "vineyards": "--duchies random:1-30",
    "all": "--duchies random:1-30",
    "team": "--duchies 31,32",
}


def _named(sets: Iterable[str]) -> str:
    return " ".join(f"chateauma:{one}" for one in sets)


STRENGTH = {"strength": "random greedy reflex heuristic --games 2000"}
LADDER = {
    "turn_50": "turn:futures=50 heuristic --games 500",
    "turn_50_boards": f"turn:futures=50 heuristic {RANDOM_BOARDS} --games 500",
    "turn_200": f"{TURN} heuristic --games 1000",
    "turn_boards": f"{TURN} heuristic {RANDOM_BOARDS} --games 1000",
    "turn_2000": "turn:futures=2000 heuristic --games 100",
    "turn_three": f"{TURN} heuristic heuristic --players 3 {RANDOM_BOARDS} --games 300",
    "turn_four": f"{TURN} heuristic heuristic heuristic --players 4 {RANDOM_BOARDS} --games 500",
}
LEVELS = {
    f"level{level}": f"level:{level} level:{level - 1} {RANDOM_BOARDS} --games {games}"
    for level, games in LEVELS_GAMES.items()
}
AUTOMA = {
    "hard": f"{ALONE} chateauma:hard --games 1000",
    "hard_boards": f"{ALONE} chateauma:hard {RANDOM_BOARDS} --games 1000",
    **{f"hard_{one}": f"{ALONE} chateauma:hard+{one} --games 500" for one in "ABCD"},
    "hard_ABCD": f"{ALONE} chateauma:hard+ABCD --games 300",
    "easier": f"{ALONE} {_named(one for one in SETS if 'hard' not in one)} --games 100",
    "sets_boards": f"{ALONE} {_named(one for one in SETS if one != 'hard')} {RANDOM_BOARDS} --games 100",
    "hard_50": "turn:futures=50 chateauma:hard --games 500",
    "hard_3600": "turn:futures=3600 chateauma:hard --games 500",
}
CHATEAUMA = {
    "chateauma": f"heuristic {_named(SETS)} --games 2000",
    "chateauma_boards": f"heuristic {_named(SETS)} {RANDOM_BOARDS} --games 2000",
}
WEAK = {"weak": f"random {_named(DIFFICULTIES)} --games 2000"}
MEANS = {
    **{f"alea{players}": f"heuristic --players {players} {ALEA} --games 1000" for players in (2, 3, 4)},
    **{f"turn{players}": f"{TURN} --players {players} {ALEA} --games {games}"
       for players, games in {2: 100, 3: 60, 4: 40}.items()},
}  # fmt: skip
SEATS = {f"seats{players}": f"reflex --players {players} --games 10000" for players in (2, 3, 4)}
SOLO = {
    **{f"solo_{board}_{target}": f"heuristic --config solo --duchies {board} --solo-target {target} --games 300"
       for board in SOLO_BOARDS for target in SOLO_TARGETS},
    **{f"solo_turn_{board}_{target}":
       f"{ALONE} --config solo --duchies {board} --solo-target {target} --games {150 if target == 50 else 50}"
       for board in SOLO_BOARDS for target in SOLO_TARGETS[:3]},
}  # fmt: skip
WITH_MODULES = {
    f"module_{name}": f"{TURN} heuristic --modules {name} {boards} --games 100" for name, boards in MODULES.items()
}
TOURNAMENTS = {
    **STRENGTH, **LADDER, **LEVELS, **AUTOMA, **CHATEAUMA, **WEAK, **MEANS, **SEATS, **SOLO, **WITH_MODULES,
}  # fmt: skip
