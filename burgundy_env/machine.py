"""The machine this runs on, and the versions of what it runs with."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def version_of(package: str) -> str | None:
    """Of a package as it is installed; None where it is not."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def processor() -> str:
    """What the processor is called: as Linux says it, else as Python does."""
    try:
        listing = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        listing = ""
    names = (line.partition(":")[2].strip() for line in listing.splitlines() if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine()


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def load() -> float | None:
    """How many programs wanted a core in the last minute, where the system says so."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
