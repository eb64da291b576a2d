"""Draws the full-screen table for docs/play.md: `python tools/make_table.py`; look at it in a browser."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / place) for place in ("tests/support", "tests/table"))
from table_pictured import KEPT, drawn

if __name__ == "__main__":
    KEPT.write_text(drawn(), encoding="utf-8")
    print(f"{KEPT}: {KEPT.stat().st_size // 1024} KB")
