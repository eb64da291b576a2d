"""Makes the fonts that pictures and pages carry along: `python tools/make_fonts.py`.

`fonttools[woff]` must be installed. Lato is cut down to the letters of western languages and written to
`burgundy_env/render/fonts` with the widths of its letters, by which drawings are laid out. Lato's licence keeps its
name for the whole font, so the part has another.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

PLACE = Path(__file__).resolve().parents[1] / "burgundy_env" / "render" / "fonts"
FAMILY = "Burgundy Sans"
FACES = {"regular": "Lato-Regular.ttf", "bold": "Lato-Bold.ttf"}
# Printable ASCII and Latin-1, and what sentences are set with: dashes, quotes, an ellipsis, signs.
_OTHERS = (0x152, 0x153, 0x160, 0x161, 0x178, 0x17D, 0x17E, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x201E)
_SIGNS = (0x2026, 0x2212, 0x2260, 0x2264, 0x2265)
LETTERS = [*range(0x20, 0x7F), *range(0xA1, 0x100), *_OTHERS, *_SIGNS]


def main() -> None:
    """Write both faces and the widths of their letters, in parts of the font's size."""
    spec = find_spec("font_lato")
    assert spec is not None
    assert spec.origin is not None
    files = Path(spec.origin).parent / "files"
    widths = {}
    for name, file in FACES.items():
        font = TTFont(files / file)
        known = font.getBestCmap()
        there = [letter for letter in LETTERS if letter in known]
        per_em = font["head"].unitsPerEm
        widths[name] = {chr(letter): round(font["hmtx"][known[letter]][0] / per_em, 3) for letter in there}
        options = Options()
        options.flavor, options.hinting, options.layout_features = "woff2", False, []
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=there)
        subsetter.subset(font)
        for record in font["name"].names:
            if record.nameID in (1, 3, 4, 6, 16):
                record.string = f"{FAMILY} {name}".replace(" ", "-" if record.nameID == 6 else " ")
        font.flavor = "woff2"
        font.save(PLACE / f"lato-{name}.woff2")
    (PLACE / "widths.json").write_text(json.dumps(widths, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
