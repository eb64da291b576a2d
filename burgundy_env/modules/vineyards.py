"""Vineyards, which this version does not play: asking for them is refused with a sentence."""

from __future__ import annotations

from .descriptor import Facts, Module

MODULE = Module(
    key="vineyards",
    title="Vineyards",
    played=False,
    in_all=False,
    data=(
        Facts("vineyards", lists={"boards": None}),
        Facts("vineyard_county_cards", "chateauma.json", lists={"vineyard_county_cards": "cards"}),
    ),
)
