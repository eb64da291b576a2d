"""Scores of legal actions by a policy of two layers, from the rows of what they change and what the table shows."""

from __future__ import annotations

import numpy as np

from ...engine.jit import kernel


@kernel
def score_rows(seen, rows, context, row, first_bias, second, second_bias, last, direct, scores):
    """What a policy thinks of each action. Most numbers of a row are 0 and cost nothing, which no product of matrices
    would know, and no thread is woken for so little."""
    wide, narrow = len(first_bias), len(second_bias)
    shared, hidden, inner = first_bias.copy(), np.empty(wide, np.float32), np.empty(narrow, np.float32)
    for i in range(len(seen)):
        if seen[i] != np.float32(0.0):
            _add(shared, seen[i], context, i)
    for n in range(len(rows)):
        for k in range(wide):
            hidden[k] = shared[k]
        score = np.float32(0.0)
        for i in range(rows.shape[1]):
            if rows[n, i] != np.float32(0.0):
                _add(hidden, rows[n, i], row, i)
                score += rows[n, i] * direct[i]
        for k in range(narrow):
            inner[k] = second_bias[k]
        for k in range(wide):
            if hidden[k] > np.float32(0.0):
                _add(inner, hidden[k], second, k)
        for k in range(narrow):
            score += max(inner[k], np.float32(0.0)) * last[k]
        scores[n] = score


@kernel
def _add(sums, factor, weights, i):
    for k in range(len(sums)):
        sums[k] += factor * weights[i, k]
