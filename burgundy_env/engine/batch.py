"""The kernels that Python calls: on one game of an array, or on many.

All of them take the tables and the states as arrays, so a call hands over pointers only. They hold no
lock, so Python threads may run them on separate games.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .actions import ACTIONS
from .apply import apply, apply_and_tell
from .jit import count_bits, kernel, together
from .layout import SCORE_NAMES, SEATS, STAGE_OVER, STATE, new_tape
from .legal import MOST_LEGAL, legal_ids, write_mask
from .rng import below
from .rules.scoring import breakdown
from .rules.setup import set_up
from .tables import TABLES

ILLEGAL = -1


@kernel
def new_game(tables, states, i, tape, ids):
    """Set up game i, a record of zeros but for its generator; return how many actions are legal."""
    set_up(tables[0], states[i], tape)
    return legal_ids(tables[0], states[i], ids)


@kernel
def list_legal(tables, states, i, ids):
    """Write the ids of the legal actions of game i and return how many there are."""
    return legal_ids(tables[0], states[i], ids)


@kernel
def list_with_mask(tables, states, i, ids, mask):
    """The same, and as a mask."""
    n = legal_ids(tables[0], states[i], ids)
    write_mask(ids, n, mask)
    return n


@kernel
def step(tables, states, i, tape, action, ids):
    """Carry out an action in game i and list what is legal then; ILLEGAL if it can't be done, nothing changed."""
    t, s = tables[0], states[i]
    n = legal_ids(t, s, ids)
    for k in range(n):
        if ids[k] == action:
            apply_and_tell(t, s, tape, action, ids)
            return legal_ids(t, s, ids)
    return ILLEGAL


@kernel
def score(tables, states, i, seat, out):
    """Write where the points of a seat of game i come from (SCORE_NAMES) and return the total."""
    return breakdown(tables[0], states[i], seat, out)


@kernel
def rank(tables, states, i, ranking, totals):
    """Write the seats best first and their totals: by points, then fewest empty hexes, then furthest back; in the
    team game the teams, level ones in their order."""
    t, s = tables[0], states[i]
    out = np.zeros(64, np.int16)
    parties = int(t.parties)
    for p in range(parties):
        totals[p] = breakdown(t, s, p, out)
    for place in range(parties):
        # Going through the seats from the back of the track, a later one must be better to come first.
        best = -1
        for back in range(parties - 1, -1, -1):
            p = int(s.standing[back]) if t.teams == 0 else parties - 1 - back
            ranked = False
            for k in range(place):
                ranked = ranked or ranking[k] == p
            if ranked:
                continue
            if best < 0 or totals[p] > totals[best]:
                best = p
            elif totals[p] < totals[best] or best == t.chateauma:  # which wins ties
                continue
            elif p == t.chateauma or count_bits(int(s.occupied[p])) > count_bits(int(s.occupied[best])):
                best = p
        ranking[place] = best


@kernel
def play_randomly(tables, states, tape, ids, mask, decisions):
    """Play uniformly random legal actions in each game in turn, its mask written at every decision,
    until `decisions` are made in all or all games are over; return how many were made."""
    t = tables[0]
    made = 0
    for i in range(len(states)):
        s = states[i]
        while made < decisions and s.stage != STAGE_OVER:
            n = legal_ids(t, s, ids)
            write_mask(ids, n, mask)
            apply(t, s, tape, int(ids[below(s, n)]), ids)
            made += 1
    return made


@kernel
def play_random_games(tables, states, template, tape, ids, mask, decisions):
    """Like `play_randomly`, but a game that is over makes room for a new one: the throughput benchmark."""
    t = tables[0]
    made, games = 0, 0
    while made < decisions:
        for i in range(len(states)):
            s = states[i]
            if s.stage == STAGE_OVER or games < len(states):
                seed = s.rng
                states[i] = template[0]
                s.rng = seed
                set_up(t, s, tape)
                games += 1
            while s.stage != STAGE_OVER:
                n = legal_ids(t, s, ids)
                write_mask(ids, n, mask)
                apply(t, s, tape, int(ids[below(s, n)]), ids)
                made += 1
    return made


@kernel
def perft(tables, states, tape, levels, depth):
    """How many sequences of `depth` actions there are from states[0], chance going on from its generator.

    `states` and `levels`, the ids, have a row per level.
    """
    t = tables[0]
    nodes, level = 0, 0
    counts = np.zeros(depth + 1, np.int64)
    tried = np.zeros(depth + 1, np.int64)
    counts[0] = legal_ids(t, states[0], levels[0])
    if depth == 0:
        return 1
    while level >= 0:
        if level == depth - 1:
            nodes += counts[level]
            level -= 1
        elif tried[level] == counts[level]:
            level -= 1
        else:
            action = int(levels[level, tried[level]])
            tried[level] += 1
            level += 1
            states[level] = states[level - 1]
            apply(t, states[level], tape, action, levels[level])
            counts[level] = legal_ids(t, states[level], levels[level])
            tried[level] = 0
    return nodes


def id_buffer() -> np.ndarray:
    """Room for the legal ids of one position."""
    return np.zeros(MOST_LEGAL, np.int16)


def examples() -> dict[str, Any]:
    """Arguments of the types that Python gives to these kernels, by name."""
    tables, ids = np.zeros(1, TABLES), id_buffer()
    tables.flags.writeable = False
    states = np.zeros(1, STATE)
    return {
        "tables": tables,
        "t": tables[0],
        "states": states,
        "s": states[0],
        "template": np.zeros(1, STATE),
        "tape": new_tape(),
        "ids": ids,
        "levels": ids.reshape(1, -1),
        "mask": np.zeros(ACTIONS, np.int8),
        "out": np.zeros(len(SCORE_NAMES), np.int16),
        "ranking": np.zeros(SEATS, np.int8),
        "totals": np.zeros(SEATS, np.int16),
    }


together(
    new_game, list_legal, list_with_mask, step, score, rank, perft, play_randomly, play_random_games,
    examples=examples,
)  # fmt: skip
