"""Marks by which a test knows text of the rulebooks: `python tools/make_rulebooks.py FOLDER` reads it there.

The rulebooks belong to their publishers and are no part of this project, so the test can't look into them.
`tests/project/rulebooks.txt` has hashes of runs of eight words, every fourth by chance: no text can be made of them,
and a sentence that somebody has copied is known by some.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

FILE = Path(__file__).resolve().parents[1] / "tests" / "project" / "rulebooks.txt"
RUN, KEPT = 8, 4  # words of a run, and of how many runs one is kept
_WORD = re.compile(r"[^\W\d_]+")


def marks(text: str) -> Iterator[str]:
    """The hashes of the runs of words in a text that are kept."""
    words = [word.lower() for word in _WORD.findall(text)]
    for k in range(len(words) - RUN + 1):
        run = " ".join(words[k : k + RUN]).encode()
        if crc32(run) % KEPT == 0:
            yield hashlib.sha256(run).hexdigest()[:12]


if __name__ == "__main__":
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path(sys.argv[1]).glob("*.*"))]
    found = sorted({mark for text in texts for mark in marks(text)})
    FILE.write_text("\n".join(found) + "\n", encoding="utf-8")
    print(f"{len(found)} marks of {len(texts)} rulebooks")
