"""The team game, which this version does not play: asking for it is refused with a sentence."""

from __future__ import annotations

from .descriptor import Facts, Module

MODULE = Module(
    key="team",
    title="Team game",
    played=False,
    in_all=False,
    data=(Facts("team_duchies", "duchies.json", lists={"team_duchies": "boards"}),),
)
