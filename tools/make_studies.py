"""Write the numbers of the tests' small studies anew: python tools/make_studies.py."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "balance"), str(ROOT / "tests" / "support")]

from test_studies import GOLDEN, SMALL, question  # noqa: E402

from burgundy_env.balance import Question, Store, run, summarise  # noqa: E402

if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name in SMALL:
        with tempfile.TemporaryDirectory() as folder:
            store = Store.create(Path(folder) / "study", Question.of(question(name)))
            found = summarise(store, run(store, 1)).to_json()
        kept = {key: found[key] for key in ("findings", "numbers", "tables")}
        (GOLDEN / f"{name}.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
