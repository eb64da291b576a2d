"""Two layers and a sum, from one array, which begins with how many numbers the layers have and when it is asked."""

from __future__ import annotations

import numpy as np

from ...engine.jit import kernel

LAYER = 256  # the widest
HEAD = 3  # numbers at the beginning
AFTER_ROUND = 2  # which of them says whether it is asked when all have replied to a turn (`turn.replies`)
NO_NET = np.zeros(0, np.float32)


@kernel
def correction(net, inputs, layers):
    """What a net adds to the worth of a position; `layers` is room for two.

    Most inputs are 0 and cost nothing: a layer is the sum of rows, one for each input that is not.
    """
    first, second = int(net[0]), int(net[1])
    at = _layer(net, HEAD, inputs, len(inputs), first, layers[0])
    at = _layer(net, at, layers[0], first, second, layers[1])
    value = net[at + second]
    for k in range(second):
        value += net[at + k] * layers[1, k]
    return float(value)


@kernel
def _layer(net, at, inputs, count, wide, out):
    """A layer of ReLUs from its rows and, behind them, its biases; returns where the next one begins."""
    biases = at + count * wide
    for k in range(wide):
        out[k] = net[biases + k]
    for i in range(count):
        x = inputs[i]
        if x != np.float32(0.0):
            row = at + i * wide
            for k in range(wide):
                out[k] += x * net[row + k]
    for k in range(wide):
        out[k] = max(out[k], np.float32(0.0))
    return biases + wide
