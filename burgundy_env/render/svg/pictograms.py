"""What monasteries do, in pictures: at most three signs each, glyphs or short words."""

from __future__ import annotations

from ..fonts import width_of
from ..modules import DRAWINGS
from .glyphs import GLYPHS
from .marks import SMALLEST, glyph, text

# A number before a glyph is what it gives, in VP where it is scored at the end, or how far a die may be changed.
_BASE = {
    "m1": ("building", "=", "building"),
    "m2": ("mine", "worker"),
    "m3": ("sell", "2", "coin"),
    "m4": ("sell", "worker"),
    "m5": ("ship", "2", "crate"),
    "m6": ("2", "worker", "building"),
    "m7": ("livestock", "+1"),
    "m8": ("worker", "±2"),
    "m9": ("±1", "building"),
    "m10": ("±1", "ship", "livestock"),
    "m11": ("castle", "mine", "monastery"),
    "m12": ("±1", "take"),
    "m13": ("worker", "+", "coin"),
    "m14": ("4", "worker"),
    "m15": ("2", "crate", "≠"),
    "m16": ("4", "warehouse"),
    "m17": ("4", "watchtower"),
    "m18": ("4", "carpenter"),
    "m19": ("4", "church"),
    "m20": ("4", "market"),
    "m21": ("4", "boarding_house"),
    "m22": ("4", "bank"),
    "m23": ("4", "town_hall"),
    "m24": ("4", "livestock", "≠"),
    "m25": ("1", "crate"),
    "m26": ("3", "rosette"),
}
# By the rules of 2011 some do other things.
_OTHERWISE = {
    ("alea_2011", "m6"): ("take", "coin"),
    ("alea_2011", "m15"): ("3", "crate", "≠"),
    ("alea_2011", "m26"): ("2", "rosette"),
}
_OF_MODULES = {tile: signs for drawing in DRAWINGS.values() for tile, signs in drawing.pictograms.items()}
PICTOGRAMS = {**_BASE, **_OF_MODULES}


def pictogram(tile: str, ruleset: str, y: float, size: float, room: float, cls: str) -> str:
    """The signs of a tile in a row around the middle; none where they have no room."""
    signs = _OTHERWISE.get((ruleset, tile), PICTOGRAMS.get(tile, ()))
    wide = [size if sign in GLYPHS else width_of(sign, max(size * 0.85, SMALLEST), True) for sign in signs]
    gap = size * 0.08
    whole = sum(wide) + gap * (len(wide) - 1)
    at, marks = -whole / 2, []
    for sign, width in zip(signs, wide, strict=True):
        middle = at + width / 2
        at += width + gap
        marks.append(
            glyph(sign, middle, y, size, cls)
            if sign in GLYPHS
            else text(middle, y, sign, max(size * 0.85, SMALLEST), cls, bold=True)
        )
    drawn = "".join(marks)
    return drawn if whole <= room else f'<g transform="scale({room / whole:.2f} 1)">{drawn}</g>'
