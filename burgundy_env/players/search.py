"""Search: the seat's own turn as a tree, its futures redetermined and played on by reflex for a round or so.

Within a turn nothing is left to chance, so the tree is exact there; behind its last decision dice, tiles
and opponents are different in every iteration. Visits of the same number see the same future below every
first action, so actions are compared under the same dice. What a future is worth the heuristic says, which
is far less left to chance than how the game would end.
"""

from __future__ import annotations

import numpy as np

from ..engine.actions import END
from ..engine.apply import apply
from ..engine.jit import kernel
from ..engine.layout import HEXES, PHASES, ROUNDS, SEATS, STAGE_OVER, STATE
from ..engine.legal import MOST_LEGAL, legal_ids
from ..engine.redeal import redeal_hidden
from ..engine.rng import below
from ..engine.rules.scoring import breakdown
from ..engine.seeds import seeded
from .heuristic.basics import rounds_before
from .heuristic.choice import choose_best, write_worths
from .heuristic.features import COUNT
from .heuristic.position import lead, position_worth, write_prices
from .heuristic.solo import solo_result
from .heuristic.values import VALUES
from .heuristic.weights import DEFAULT

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("first", "i4"),  # first child, 0: none yet
                ("next", "i4"),  # next sibling, 0: the last
                ("action", "i2"),
                ("visits", "i4"),
                ("value", "f8"),  # sum of the results
                ("prior", "f8"),
            ]
        ),
    )
)
ROOT = 1  # node 0 is nobody

EXPLORATION = 0.35  # how much a prior counts against results
TEMPERATURE = 2.5  # victory points of worth between priors that differ by a factor of e
FAVOURITE = 0.4  # the prior that is kept for what the heuristic would play
MARGIN = 30.0  # victory points won or lost from now on that count as all there is
LAST_ROUND = PHASES * ROUNDS - 1


def new_tree(nodes: int) -> np.ndarray:
    """An empty tree with room for so many nodes; `tree[0]["first"]` counts those in use."""
    tree = np.zeros(nodes, NODE)
    tree[0]["first"] = ROOT + 1
    return tree


@kernel
def search(tables, states, i, tree, streams, k, iterations, rounds, favourite, tape):
    """Run iterations from game i, which is not changed, with generator k of `streams`; more calls go on.

    A future is played until the ends of the turns so many rounds on; `favourite`: an action to look at first.
    """
    t, root = tables[0], states[i]
    work, ids, path = np.zeros(1, STATE), np.zeros(MOST_LEGAL, np.int16), np.zeros(128, np.int32)
    noise, worth, values = streams[k], np.empty(HEXES), np.zeros(SEATS)
    prices, x, out = np.empty(COUNT), np.empty(COUNT), np.zeros(64, np.int16)
    p, last = int(root.active), rounds_before(root) + int(rounds)
    if t.solo != 0:
        last = LAST_ROUND  # who plays alone has to cover all hexes, which shows at the end
    if tree[ROOT].first == 0:
        tree[0].visits = below(noise, 1 << 30)  # the tree's own futures; node 0 has room for them
        _expand(t, root, tree, ROOT, ids)
        _favour(tree, favourite)
    future = int(tree[0].visits) << 20
    write_prices(rounds_before(root), VALUES, prices)
    for seat in range(t.players):
        values[seat] = position_worth(t, root, seat, DEFAULT, prices, worth, x, out)
    before = lead(t, root, p, values, x, out)
    write_prices(min(last, LAST_ROUND), VALUES, prices)
    for _ in range(iterations):
        work[0] = root
        s = work[0]
        depth, node = 0, ROOT
        path[0] = ROOT
        first = True
        while tree[node].first != 0 and depth < 127:
            node = _best_child(tree, node)
            if first:
                # Common random numbers: the n-th visit of every first action meets the n-th future.
                redeal_hidden(t, s, seeded(future + int(tree[node].visits)))
                first = False
            depth += 1
            path[depth] = node
            stage, turn, phase, number = s.stage, s.turn, s.phase, s.round_number
            apply(t, s, tape, int(tree[node].action), ids)
            if s.active != p or s.stage != stage or s.turn != turn or s.phase != phase or s.round_number != number:
                break
            if tree[node].first == 0 and tree[node].visits > 0:
                _expand(t, s, tree, node, ids)
        to_come = int(t.players)
        while s.stage != STAGE_OVER:
            n = legal_ids(t, s, ids)
            action = choose_best(t, s, noise, ids, n)
            if action == END and rounds_before(s) == last and last < LAST_ROUND:
                values[int(s.active)] = position_worth(t, s, int(s.active), DEFAULT, prices, worth, x, out)
                to_come -= 1
                if to_come == 0:
                    break
            apply(t, s, tape, action, ids)
        if s.stage == STAGE_OVER:
            for seat in range(t.players):
                values[seat] = breakdown(t, s, seat, out)
        won = lead(t, s, p, values, x, out) - before
        result = solo_result(t, s) if t.solo != 0 else min(max(0.5 + 0.5 * won / MARGIN, 0.0), 1.0)
        for d in range(depth + 1):
            tree[path[d]].visits += 1
            tree[path[d]].value += result


@kernel
def _favour(tree, action):
    """Shift a part of the priors of the first actions to one of them."""
    child, known = int(tree[ROOT].first), False
    while child != 0:
        known = known or tree[child].action == action
        child = int(tree[child].next)
    child = int(tree[ROOT].first)
    while known and child != 0:
        tree[child].prior *= 1.0 - FAVOURITE
        if tree[child].action == action:
            tree[child].prior += FAVOURITE
        child = int(tree[child].next)


@kernel
def _expand(t, s, tree, node, ids):
    """Give a node a child for every legal action, the likelier the more the heuristic thinks of it."""
    n = legal_ids(t, s, ids)
    if int(tree[0].first) + n > len(tree):
        return
    worths = np.empty(n, np.float64)
    write_worths(t, s, ids, n, worths)
    best, total = -1e9, 0.0
    for k in range(n):
        best = max(best, worths[k])
    for k in range(n):
        worths[k] = np.exp((worths[k] - best) / TEMPERATURE)
        total += worths[k]
    before = 0
    for k in range(n):
        child = int(tree[0].first)
        tree[0].first = child + 1
        tree[child].action = ids[k]
        tree[child].prior = worths[k] / total
        tree[child].next = before
        before = child
    tree[node].first = before


@kernel
def _best_child(tree, node):
    """The child to look at next (PUCT); one not seen yet is thought a little worse than its parent."""
    parent = tree[node]
    mean = parent.value / parent.visits if parent.visits > 0 else 0.5
    best, best_score = 0, -1.0
    child = int(parent.first)
    root = np.sqrt(parent.visits + 1.0)
    while child != 0:
        c = tree[child]
        value = c.value / c.visits if c.visits > 0 else mean - 0.02
        score = value + EXPLORATION * c.prior * root / (1.0 + c.visits)
        if score > best_score:
            best, best_score = child, score
        child = int(c.next)
    return best


@kernel
def write_visits(tree, visits):
    """Add the visits of the first actions, by their ids."""
    child = int(tree[ROOT].first)
    while child != 0:
        visits[tree[child].action] += tree[child].visits
        child = int(tree[child].next)
