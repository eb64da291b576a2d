"""The panel of the Châteauma."""

from __future__ import annotations

from ..svg.chateauma import chateauma_height, draw_chateauma
from .drawing import Drawing, Seat

DRAWING = Drawing(seat=Seat(chateauma_height, draw_chateauma))
