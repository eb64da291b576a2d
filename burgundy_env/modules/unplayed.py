"""Modules of the box that this version does not play: asking for one is refused with a sentence."""

from __future__ import annotations

from .descriptor import Module

TEAM = Module(key="team", title="Team game", played=False, in_all=False)
SHIELDS = Module(key="shields", title="Shields", played=False, in_all=False)
VINEYARDS = Module(key="vineyards", title="Vineyards", played=False, in_all=False)
