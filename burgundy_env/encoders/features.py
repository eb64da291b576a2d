"""The features observation: what the heuristic judges positions by, of every seat, as a network takes it.

The same numbers for every config. They are reckoned, not copied, so that a row costs some ten times as much as a
compact one.
"""

from __future__ import annotations

import numpy as np

from ..engine.jit import kernel
from ..engine.layout import KIND, MOST_HEXES, PENDING_DEPTH, PHASES, ROUNDS, SCORE_NAMES, SEATS, STAGE_TURN, STATE
from ..engine.rules.scoring import breakdown
from ..players.heuristic import chateauma
from ..players.heuristic.basics import LAST_ROUND, rounds_before, rounds_left
from ..players.heuristic.chateauma import chateauma_worth
from ..players.heuristic.features import COUNT, FEATURES, write_features
from ..players.heuristic.position import position_worth, write_usual_prices
from ..players.heuristic.weights import DEFAULT
from ..players.heuristic.worth import write_hex_worth
from .compact import CONFIG, KIND_PLACES, STAGE_PLACES, write_config
from .feature_meanings import SCALES, meaning_of
from .fields import Field, end_of, firsts, lay_out, under
from .seats import seat_after

_F = np.float32
FAR = 8.0  # no number is further from 0
_SCORES = len(SCORE_NAMES)
HAND_MADE = ("stored_worth", "partner_worth", "partner_places")  # features in which tuned weights speak


def _scaled(per: float) -> str:
    return "" if per == 1 else f" / {per:g}"


SEAT = lay_out(
    [
        Field("present", (), "1 if somebody sits here; all else is 0 where nobody does"),
        Field("points", (), "victory points if the game ended now / 100", -FAR, FAR),
        Field("scored", (), "those of them that it has been given already / 100", -FAR, FAR),
        Field("expected", (), "victory points that the heuristic expects at the end / 100", -FAR, FAR),
        Field("turn", (), f"place in the order of this round / {SEATS - 1}"),
        Field("done", (), "1 if its turn of this round is over"),
        *(
            Field(name, (), meaning_of(name) + _scaled(SCALES[name]), -FAR, FAR, per=SCALES[name])
            for name in FEATURES
        ),
    ]
)
SEAT_SIZE = end_of(SEAT)
SHARED = [
    *under(
        "time",
        [
            Field("left", (), f"rounds still to come / {LAST_ROUND}"),
            Field("phase", (PHASES,), "the phase as one of five"),
            Field("round", (ROUNDS,), "the round as one of five"),
        ],
    ),
    *under(
        "decision",
        [
            Field("active", (), "1 if the seat that looks has to decide"),
            Field("dice", (2, 6), "its dice as one of six each, none once it has been used"),
            Field("bought", (), "1 if it has bought this turn"),
            Field("stage", (STAGE_PLACES,), "the stage as one of so many, as in `compact`"),
            Field("kind", (KIND_PLACES,), "what is decided now, if an effect asks, as in `compact`"),
            Field("waiting", (), "decisions waiting below it / 4", high=PENDING_DEPTH / 4),
        ],
    ),
    *under("config", CONFIG),
    *under(
        "chateauma",
        [
            Field("points", (), "the Châteauma's victory points if the game ended now / 100", -FAR, FAR),
            Field("expected", (), "and those that the heuristic expects at the end / 100", -FAR, FAR),
            *(
                Field(name, (), f"{name.replace('_', ' ')}, as the heuristic reckons it / 10", -FAR, FAR, per=10)
                for name in chateauma.FEATURES
            ),
        ],
    ),
]
_NAMES = ("self", *(f"opponent{k}" for k in range(1, SEATS)))
CONTEXT = lay_out([*(field for name in _NAMES for field in under(name, SEAT)), *SHARED])
CONTEXT_SIZE = end_of(CONTEXT)
BY_HAND = frozenset(f"{name}.{what}" for name in (*_NAMES, "chateauma") for what in ("expected", *HAND_MADE))

_seat, _at = firsts(SEAT), firsts(CONTEXT)
_POINTS, _SCORED, _EXPECTED, _TURN, _DONE, _FEATURES = (
    _seat[name] for name in ("points", "scored", "expected", "turn", "done", FEATURES[0])
)
_LEFT, _PHASE, _ROUND = (_at[f"time.{name}"] for name in ("left", "phase", "round"))
_ACTIVE, _DICE, _BOUGHT, _STAGE, _KIND, _WAITING = (
    _at[f"decision.{name}"] for name in ("active", "dice", "bought", "stage", "kind", "waiting")
)
_CONFIG, _CHATEAUMA = _at["config.seats"], _at["chateauma.points"]
_SCALE = np.array([1 / SCALES[name] for name in FEATURES], _F)


@kernel
def within(number):
    """A number that a network may be given."""
    return _F(min(max(number, -FAR), FAR))


@kernel
def write_prices_of_round(t, s, prices):
    """What features are worth now, as fitted; of a game that is over, in its last round."""
    write_usual_prices(t, min(rounds_before(s), LAST_ROUND), prices)


@kernel
def judge_seat(t, s, p, prices, hexes, x, points):
    """What a seat's position is worth to the heuristic; its features are in `x` then."""
    worth = position_worth(t, s, p, DEFAULT, prices, hexes, x, points)
    if t.solo != 0 or rounds_left(s) == 0:  # then it reckons with others
        write_hex_worth(t, s, p, DEFAULT, hexes)
        write_features(t, s, p, DEFAULT, hexes, x)
    return worth


@kernel
def write_feature_row(t, s, seat, out):
    """Fill the first numbers of a row with what a seat sees."""
    out[:CONTEXT_SIZE] = _F(0)
    work, hexes, x = np.empty(1, STATE), np.empty(MOST_HEXES), np.empty(COUNT)
    prices, points = np.empty(COUNT), np.zeros(_SCORES, np.int16)
    work[0] = s  # the last round is reckoned by doing for a moment what is to come
    write_prices_of_round(t, s, prices)
    for k in range(t.seats):
        p = seat_after(t, s, seat, k)
        if p == t.chateauma:
            _write_chateauma(t, work[0], p, x, points, out)
            j = k * SEAT_SIZE
            out[j], out[j + _POINTS], out[j + _EXPECTED] = _F(1), out[_CHATEAUMA], out[_CHATEAUMA + 1]
        else:
            _write_seat(t, work[0], p, prices, hexes, x, points, out, k * SEAT_SIZE)
        _write_turn(t, s, p, out, k * SEAT_SIZE)
    _write_time(s, out)
    _write_decision(s, seat, out)
    write_config(t, out, _CONFIG)


@kernel
def _write_seat(t, s, p, prices, hexes, x, points, out, j):
    out[j] = _F(1)
    out[j + _EXPECTED] = within(judge_seat(t, s, p, prices, hexes, x, points) * 0.01)
    out[j + _POINTS] = within(breakdown(t, s, p, points) * 0.01)
    out[j + _SCORED] = within(s.vp[p] * 0.01)
    for k in range(COUNT):
        out[j + _FEATURES + k] = within(x[k] * _SCALE[k])


@kernel
def _write_chateauma(t, s, p, x, points, out):
    out[_CHATEAUMA + 1] = within(chateauma_worth(t, s, x, points) * 0.01)
    out[_CHATEAUMA] = within(breakdown(t, s, p, points) * 0.01)
    for k in range(chateauma.COUNT):
        out[_CHATEAUMA + 2 + k] = within(x[k] * 0.1)


@kernel
def _write_turn(t, s, p, out, j):
    turn = 0
    while s.order[turn] != p:
        turn += 1
    out[j + _TURN] = _F(turn / (SEATS - 1))
    out[j + _DONE] = _F(s.stage == STAGE_TURN and turn < s.turn)


@kernel
def _write_time(s, out):
    out[_LEFT] = _F(rounds_left(s) / LAST_ROUND)
    out[_PHASE + int(s.phase)] = _F(1)
    out[_ROUND + int(s.round_number)] = _F(1)


@kernel
def _write_decision(s, p, out):
    out[_ACTIVE] = _F(s.active == p)
    for die in range(2):
        if s.dice[p, die] > 0 and s.used[p, die] == 0:
            out[_DICE + 6 * die + int(s.dice[p, die]) - 1] = _F(1)
    out[_BOUGHT] = _F(s.bought[p])
    out[_STAGE + int(s.stage)] = _F(1)
    top = int(s.depth) - 1
    if top >= 0:
        out[_KIND + int(s.pending[top, KIND])] = _F(1)
        out[_WAITING] = _F(top * 0.25)
