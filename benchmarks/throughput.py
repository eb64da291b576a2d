"""Decisions a second in random games, beside open_spiel's backgammon: the same as `burgundy bench throughput`.

python benchmarks/throughput.py --seconds 10
"""

from __future__ import annotations

import sys

from burgundy_env.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", "throughput", *sys.argv[1:]]))
