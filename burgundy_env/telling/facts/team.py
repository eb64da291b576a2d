"""Where a new tile goes."""

from __future__ import annotations

from typing import Any

from ..language import say

FACTS: dict[str, Any] = {"storage": lambda at: say(f"stow.{at.object}")}
