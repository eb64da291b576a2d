"""Where and with what something was measured."""

from __future__ import annotations

import hashlib
import platform
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from .._version import __version__
from ..machine import cores, processor, version_of

_PACKAGES = ("numba", "llvmlite", "numpy")
_SOURCES = (".py", ".json", ".npz", ".yaml")


def manifest() -> dict[str, Any]:
    """All that others need to know who want to do the same."""
    return {
        "command": " ".join([Path(sys.argv[0]).name, *sys.argv[1:]]),
        "burgundy_env": __version__,
        "commit": _commit(),
        "sources": sources_hash(),
        "python": platform.python_version(),
        **{name: version_of(name) for name in _PACKAGES},
        "system": platform.platform(),
        "processor": processor(),
        "cores": cores(),
    }


@cache
def sources_hash() -> str:
    """Names the sources of this package, whatever its version says."""
    hashed = hashlib.sha256()
    for package in ("burgundy_env", "burgundy_agents"):
        (folder,) = import_module(package).__path__
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in _SOURCES:
                hashed.update(f"{package}/{path.relative_to(folder).as_posix()}\n".encode())
                hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]


def _commit() -> str | None:
    """Of the project's own repository, with a + where files differ from it; None where it is installed."""
    top = Path(__file__).resolve().parents[2]
    if not (top / ".git").exists():
        return None
    try:
        commit = _git(top, "rev-parse", "HEAD")
        return commit + ("+" if _git(top, "status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.SubprocessError):
        return None


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, timeout=10, check=True)
    return done.stdout.strip()
