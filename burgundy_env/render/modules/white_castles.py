"""A castle in white."""

from __future__ import annotations

from .drawing import Drawing

DRAWING = Drawing(alike={"white_castle": ("castle", "white")}, pictograms={"m29": ("4", "white_castle")})
