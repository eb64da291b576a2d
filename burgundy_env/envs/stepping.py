"""Many games side by side, as a vector environment plays them: the kernels on a range of games.

Games don't know of each other: each draws from streams of its own, so it does not matter how the range
is cut or which thread works on which piece.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..encoders import write_observation
from ..encoders.ahead import write_kind
from ..engine.actions import ACTIONS
from ..engine.apply import apply
from ..engine.jit import add_to, kernel
from ..engine.layout import SCORE_NAMES, SEATS, STAGE_OVER, STATE, new_tape
from ..engine.legal import MOST_LEGAL, legal_ids, write_mask
from ..engine.results import points, write_result
from ..engine.rng import below
from ..engine.rules.setup import set_up
from ..engine.seeds import STREAM, next_seed, seeded
from ..players import playouts
from ..players.handed import DEAL
from ..players.playouts import play_others
from ..players.policies import YOURS, choose
from .rewards import ILLEGAL_REWARD, is_draw, write_rewards

Array = np.ndarray[Any, Any]

NEXT_STEP, SAME_STEP, DISABLED = range(3)  # when a finished game makes room for a new one
ILLEGAL_RAISE, ILLEGAL_END, ILLEGAL_RANDOM = range(3)
KEEP, NEW, PLACED = range(3)  # what a reset does: nothing, a new game, go on from a position already there
RESET, BEGIN, REWARD, SHOW = 1, 2, 4, 8  # parts of a step or a reset; between them players in Python answer
WHOLE = BEGIN | REWARD | SHOW
EVERY_SEAT, ANY_SEAT = -2, -1  # `wanted`: you play all seats; one that is drawn anew for each game

SLOT = np.dtype(
    (
        np.record,  # what belongs to a place in the vector rather than to the game played there
        np.dtype(
            [
                ("stream", STREAM),  # of compiled players and of seats drawn
                ("seed", "i8"),  # of the game: Game.new(config, seed) is the same one
                ("paid", "i2", (SEATS,)),  # points the seats have had their reward for
                ("policy", "i4", (SEATS,)),  # who plays each seat
                ("opponents", "i4", (SEATS,)),  # policies of the seats after yours, going round
                ("deals", DEAL, (SEATS,)),  # to compiled players of users
                ("wanted", "i1"),  # your seat in the games to come
                ("seat", "i1"),  # your seat in this game, -1 if you play them all
                ("mover", "i1"),  # the seat of yours that acted last
                ("over", "i1"),  # the game has ended and waits for a reset
                ("to_move", "i1"),  # the seat to decide, -1 when over
                ("count", "i2"),  # of legal actions
            ],
            align=True,
        ),
    )
)


class Terms(NamedTuple):
    """What all games of a vector have in common."""

    players: int
    encoder: int
    reward: int
    autoreset: int
    on_illegal: int


class Games(NamedTuple):
    """The arrays of a vector of games; the first axis is the game, but for the four that come first."""

    tables: Any
    players: Any  # of users
    blank: Any  # a state before its setup
    tape: Any  # remembers nothing
    states: Any
    slots: Any
    episodes: Any  # streams of game seeds
    ids: Any  # legal ids, `counts` of them
    counts: Any
    observations: Any
    masks: Any
    seat_rewards: Any
    rewards: Any
    terminated: Any
    illegal: Any  # an illegal action ended the game
    to_move: Any
    movers: Any
    finals: Any  # observations at the end of games that were replaced at once
    draws: Any  # of teams
    totals: Any  # these three by seat, or by team
    ranking: Any
    sources: Any


def new_games(n: int, width: int, tables: np.ndarray, players: np.ndarray) -> Games:
    """Arrays for n games, observed as rows of a width; `players`: those of users, handed in."""
    seats, parties = int(tables["seats"][0]), int(tables["parties"][0])
    return Games(
        tables=tables,
        players=players,
        blank=np.zeros(1, STATE),
        tape=new_tape(),
        states=np.zeros(n, STATE),
        slots=np.zeros(n, SLOT),
        episodes=np.zeros(n, STREAM),
        ids=np.zeros((n, MOST_LEGAL), np.int16),
        counts=np.zeros(n, np.int32),
        observations=np.zeros((n, width), np.float32),
        masks=np.zeros((n, ACTIONS), np.int8),
        seat_rewards=np.zeros((n, seats)),
        rewards=np.zeros(n),
        terminated=np.zeros(n, np.bool_),
        illegal=np.zeros(n, np.bool_),
        to_move=np.zeros(n, np.int8),
        movers=np.zeros(n, np.int8),
        finals=np.zeros((n, width), np.float32),
        draws=np.zeros(n, np.bool_),
        totals=np.zeros((n, parties), np.int16),
        ranking=np.zeros((n, parties), np.int8),
        sources=np.zeros((n, parties, len(SCORE_NAMES)), np.int16),
    )


@kernel
def take_seats(slot, players):
    """Who plays which seat in the game that begins."""
    seat = int(slot.wanted)
    if seat == ANY_SEAT:
        seat = below(slot.stream, players)
    for p in range(SEATS):
        slot.policy[p] = YOURS
        slot.deals[p].truth = 0
    if seat == EVERY_SEAT:
        slot.seat = -1
        return
    slot.seat = seat
    for k in range(players - 1):
        slot.policy[(seat + 1 + k) % players] = slot.opponents[k]


@kernel
def next_episode(episodes, slots, i, players):
    """The seed of the next game in a place, whose players take their seats."""
    slots[i].seed = next_seed(episodes[i])
    take_seats(slots[i], players)
    return slots[i].seed


@kernel
def draw_below(slots, i, n):
    """A number below n from the stream of a place."""
    return below(slots[i].stream, n)


def play_on(
    tables: Array, states: Array, i: int, slots: Array, players: Array, tape: Array, ids: Array, room: int
) -> int:
    """Compiled players play on in game i until the tape has less than `room` left; how many legal actions then."""
    slot = slots[i : i + 1]
    policies, deals = slot["policy"][0], slot["deals"][0]
    return int(playouts.play_on(tables, states, i, policies, players, slot["stream"], deals, tape, ids, room))


# Helpers take a game's own records and rows, never the tuple of all arrays: passing that costs more than they do.


@kernel
def next_piece(progress, piece, rank, n, done):
    """The next games for a thread, from the first to before the last; `done` are those of its last piece.

    Each thread has a range of the n games, those that its cache knows, and takes pieces of the others' ranges
    once its own are taken. `progress` counts the games taken of each range, and last those done.
    """
    threads = len(progress) - 1
    if done > 0:
        add_to(progress, threads, done)
    for k in range(threads):
        whose = (rank + k) % threads
        end = (whose + 1) * n // threads
        first = whose * n // threads + add_to(progress, whose, piece)
        if first < end:
            return first, min(first + piece, end)
    return 0, 0


@kernel
def all_done(progress, n, patience):
    """Whether all threads are done with their games; they are waited for as many looks."""
    while add_to(progress, len(progress) - 1, 0) < n:
        if patience <= 0:
            return False
        patience -= 1
    return True


@kernel
def step_games(games, terms, actions, parts, piece, progress, rank, patience):
    """One action in each game and the others' answers, the next game where one has ended, what is seen then.

    `parts` are what is to be done of it; at RESET `actions` say what becomes of each game. One kernel for all, as
    whatever plays has the rules and all players in its machine code.
    Threads that share `progress` and have each its `rank` share the games, see `next_piece`. Returns whether
    those of the others are done as well.
    """
    tables, players, tape, blank = games.tables, games.players, games.tape, games.blank
    t = tables[0]
    states, slots, episodes, ids = games.states, games.slots, games.episodes, games.ids
    observations, masks, finals, seat_rewards = games.observations, games.masks, games.finals, games.seat_rewards
    totals, ranking, sources, draws = games.totals, games.ranking, games.sources, games.draws
    rewards, terminated, illegal = games.rewards, games.terminated, games.illegal
    movers, to_move, counts = games.movers, games.to_move, games.counts
    n = len(actions)
    first, end = next_piece(progress, piece, rank, n, 0)
    while first < end:
        for i in range(first, end):
            s, slot = states[i], slots[i]
            resets = parts & RESET != 0 and actions[i] != KEEP
            if (resets or parts & BEGIN != 0) and terminated[i]:
                _forget_result(totals[i], ranking[i], sources[i])
            if resets or (parts & BEGIN != 0 and slot.over != 0):
                if resets and actions[i] == PLACED:
                    _begin(t, s, slot, players, tape, ids[i])
                else:
                    states[i] = blank[0]
                    _new_game(t, s, slot, episodes[i], players, tape, ids[i], terms.players)
                seat_rewards[i] = 0.0
                movers[i], rewards[i], terminated[i], illegal[i] = -1, 0.0, False, False
            elif parts & BEGIN != 0:
                movers[i] = s.active
                illegal[i] = _act(t, s, slot, players, tape, ids[i], int(actions[i]), terms.on_illegal)
            if parts & REWARD != 0 and movers[i] >= 0:
                slot.over = 1 if illegal[i] or s.stage == STAGE_OVER else 0
                if slot.over != 0:
                    write_result(tables, states, i, totals[i], ranking[i], sources[i])
                    draws[i] = t.teams != 0 and not illegal[i] and is_draw(s, totals[i])
                _reward(s, slot, terms.reward, illegal[i], totals[i], ranking[i], seat_rewards[i])
                rewards[i], terminated[i] = seat_rewards[i, slot.mover], slot.over != 0
                if slot.over != 0 and terms.autoreset == SAME_STEP:
                    _see(terms.encoder, t, s, slot, finals[i])
                    states[i] = blank[0]
                    _new_game(t, s, slot, episodes[i], players, tape, ids[i], terms.players)
            if parts & SHOW != 0:
                _see(terms.encoder, t, s, slot, observations[i])
                _offer(t, s, slot, ids[i], masks[i])
                counts[i], to_move[i] = slot.count, slot.to_move
        first, end = next_piece(progress, piece, rank, n, end - first)
    return all_done(progress, n, patience)


@kernel
def write_action_rows(games, offsets, ahead, rows, piece, progress, rank, patience):
    """A row for each legal action of each game, those of game i from `offsets[i]` on; shared as in `step_games`."""
    t, states, ids, n = games.tables[0], games.states, games.ids, len(games.states)
    first, end = next_piece(progress, piece, rank, n, 0)
    while first < end:
        for i in range(first, end):
            if offsets[i] < offsets[i + 1]:
                count = offsets[i + 1] - offsets[i]
                write_kind(t, states[i], ids[i], count, ahead, rows[offsets[i] : offsets[i + 1]])
        first, end = next_piece(progress, piece, rank, n, end - first)
    return all_done(progress, n, patience)


@kernel
def write_answers(games, policies, actions, piece, progress, rank, patience):
    """What compiled players would do in each game, by their numbers; -1 where none is asked. Shared as above."""
    t, states, slots, ids, n = games.tables[0], games.states, games.slots, games.ids, len(games.states)
    first, end = next_piece(progress, piece, rank, n, 0)
    while first < end:
        for i in range(first, end):
            actions[i] = -1
            if policies[i] >= 0 and slots[i].over == 0:
                actions[i] = choose(int(policies[i]), t, states[i], slots[i].stream, ids[i], int(slots[i].count))
        first, end = next_piece(progress, piece, rank, n, end - first)
    return all_done(progress, n, patience)


@kernel
def show_some(games, which, encoder, seen, masks, seats):
    """What the seat to decide sees in some games, and what is legal there."""
    t, ids = games.tables[0], games.ids
    for k in range(len(which)):
        i = which[k]
        s = games.states[i]
        seats[k] = s.active
        write_observation(encoder, t, s, int(s.active), seen[k])
        write_mask(ids[i], legal_ids(t, s, ids[i]), masks[k])


@kernel
def answer_some(games, which, actions):
    """Carry out an action in each of some games, and what compiled players answer; the first whose action is not
    legal is returned, with all before it done, or -1."""
    t, states, slots, ids = games.tables[0], games.states, games.slots, games.ids
    for k in range(len(which)):
        i = which[k]
        s = states[i]
        if not _is_legal(ids[i], legal_ids(t, s, ids[i]), actions[k]):
            return k
        apply(t, s, games.tape, int(actions[k]), ids[i])
        slot = slots[i]
        play_others(t, s, slot.policy, games.players, slot.stream, slot.deals, games.tape, ids[i], 0)
    return -1


@kernel
def first_illegal(games, actions):
    """The first game whose action is not legal there, -1 if there is none."""
    slots, ids = games.slots, games.ids
    for i in range(len(actions)):
        if slots[i].over == 0 and not _is_legal(ids[i], slots[i].count, actions[i]):
            return i
    return -1


@kernel
def sample_actions(games, stream, actions):
    """A legal action for each game, all equally likely; 0 where a game is over."""
    counts, ids = games.counts, games.ids
    for i in range(len(actions)):
        actions[i] = ids[i, below(stream[0], counts[i])] if counts[i] > 0 else 0


@kernel
def _is_legal(ids, count, action):
    for k in range(count):
        if ids[k] == action:
            return True
    return False


@kernel
def _new_game(t, s, slot, episode, users, tape, ids, players):
    """The state is blank."""
    slot.seed = next_seed(episode)
    take_seats(slot, players)
    s.rng = seeded(slot.seed)
    set_up(t, s, tape)
    _begin(t, s, slot, users, tape, ids)


@kernel
def _begin(t, s, slot, players, tape, ids):
    slot.over = 0
    for p in range(SEATS):
        slot.paid[p] = points(s, p, t.solo != 0)
    play_others(t, s, slot.policy, players, slot.stream, slot.deals, tape, ids, 0)


@kernel
def _forget_result(totals, ranking, sources):
    totals[:] = 0
    ranking[:] = 0
    sources[:] = 0


@kernel
def _act(t, s, slot, players, tape, ids, action, on_illegal):
    """An action of yours and what compiled players answer; whether it ended the game by being illegal."""
    slot.mover = s.active
    if not _is_legal(ids, slot.count, action):
        if on_illegal == ILLEGAL_END:
            return True
        action = int(ids[below(slot.stream, slot.count)])
    apply(t, s, tape, action, ids)
    play_others(t, s, slot.policy, players, slot.stream, slot.deals, tape, ids, 0)
    return False


@kernel
def _reward(s, slot, reward, illegal, totals, ranking, rewards):
    if illegal:
        rewards[:] = 0.0
        parties = len(totals)
        for p in range(slot.mover % parties, len(rewards), parties):
            rewards[p] = ILLEGAL_REWARD  # partners share it
    else:
        write_rewards(s, reward, slot.paid, totals, ranking, rewards)


@kernel
def _see(encoder, t, s, slot, out):
    """What your seat sees; if you play them all, the seat to move, or at the end the last that did."""
    seat = int(slot.seat)
    if seat < 0:
        seat = int(slot.mover) if slot.over != 0 else int(s.active)
    write_observation(encoder, t, s, seat, out)


@kernel
def _offer(t, s, slot, ids, mask):
    """Who decides and what is legal; anything where a game is over."""
    if slot.over != 0:
        slot.to_move = -1
        slot.count = 0
        mask[:] = 1  # a mask of nothing would break a policy that looks at a finished game
        return
    slot.to_move = s.active
    slot.count = legal_ids(t, s, ids)
    write_mask(ids, slot.count, mask)
