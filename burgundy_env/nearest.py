"""The name that somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str:
    """` (did you mean 'x'?)` for a misspelt name, or nothing; `alike`: by how much of it, up to 1."""
    import difflib  # only ever needed on the way to an error

    found = difflib.get_close_matches(word, list(known), n=1, cutoff=alike)
    return f" (did you mean {found[0]!r}?)" if found else ""
