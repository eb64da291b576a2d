"""Vineyards, which this version does not play: asking for them is refused with a sentence."""

from __future__ import annotations

from .descriptor import Module

MODULE = Module(key="vineyards", title="Vineyards", played=False, in_all=False)
