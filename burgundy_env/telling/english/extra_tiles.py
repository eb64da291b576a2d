"""Monasteries 27 and 28, the crane and the geese."""

WORDS = {
    "species.geese": "geese",
    "tile.crane": "crane",
    "tile.crane.code": "CRAN",
    "tile.crane.effect": "the effect of any building kind",
    "tile.crane.placing": "you may then have the effect of any building",
    "tile.m27": "monastery 27",
    "tile.m27.short": "monast. 27",
    "tile.m27.code": "M27",
    "tile.m27.effect": "your marker is on top of its stack",
    "tile.m28": "monastery 28",
    "tile.m28.short": "monast. 28",
    "tile.m28.code": "M28",
    "tile.m28.effect": "any time: 2 workers for 1 silver",
    "tile.geese": "geese",
    "tile.geese.code": "GEES",
    "tile.geese.effect": "2 VP plus the score of one other species",
    "button.hire": "Hire 2 workers (1 silver)",
    "explain.hire": "Pay 1 silver for 2 workers, by monastery 28.",
    "explain.effect": "The crane does what a {tile} does{effect}.",
    "pending.crane": "crane: choose the building whose effect it copies (effect kind) or skip",
}
