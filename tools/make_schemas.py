"""Writes the JSON Schemas of positions and records: python tools/make_schemas.py [--check]."""

import json
import sys
from typing import Any

from burgundy_env.position.schema import position_schema
from burgundy_env.records.schema import record_schema
from burgundy_env.schemas import path_of


def texts() -> dict[str, str]:
    """The files by name."""
    made: dict[str, dict[str, Any]] = {"position": position_schema(), "record": record_schema()}
    return {name: json.dumps(document, indent=1) + "\n" for name, document in made.items()}


def main() -> int:
    """Write them, or with --check say which are not as they should be."""
    check, wrong = "--check" in sys.argv, []
    for name, text in texts().items():
        path = path_of(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.append(path.name)
            if not check:
                path.write_text(text, encoding="utf-8")
    print("\n".join(wrong) or "all as it should be")
    return int(check and bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
