"""White castles and monastery 29."""

WORDS = {
    "tile.white_castle": "white castle",
    "tile.white_castle.short": "white cast.",
    "tile.white_castle.code": "WCAS",
    "tile.white_castle.effect": "an action with the white die's value",
    "tile.white_castle.placing": "you may then take an action with the white die",
    "tile.m29": "monastery 29",
    "tile.m29.short": "monast. 29",
    "tile.m29.code": "M29",
    "tile.m29.effect": "end: 4 VP per white castle",
    "pending.white_castle": "white castle: one action with the white die's value (free take d.s, free place h, "
    "free sell t, free workers) or skip",
}
