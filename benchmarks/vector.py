"""Decisions a second through the environments, and what the time goes into: the same as `burgundy bench vector`.

python benchmarks/vector.py --seconds 3
"""

from __future__ import annotations

import sys

from burgundy_env.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", "vector", *sys.argv[1:]]))
