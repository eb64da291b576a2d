"""The game for one."""

WORDS = {
    "tile.black": "face down",
    "tile.black.one": "face-down tile",
    "tile.black.code": "BLCK",
    "tile.black.effect": "face down, fits any colour",
    "tile.black.placing": "it covers the hex and does nothing else",
    "by.effect.black": "For the colour completed: ",
    "explain.points": "Pay 1 silver for 1 VP.",
    "explain.swap": "Give 5 goods for the {tile}, which comes face down{room}.",
    "explain.pay": "Give a goods tile of type {object}, one of the five.",
    "explain.black_place": "{by}place the {tile} of the black depot on {hex}{effect}.",
    "pending.black": "colour completed: place a tile of the black depot straight into the duchy (free place bS h) or "
    "skip",
    "pending.points": "buy victory points, 1 silver each (points) or skip",
    "pending.swap": "ship: 5 goods for a tile of the black depot (swap bS) or skip",
    "pending.pay": "pay for the swap: {left} more goods to give (pay t)",
    "pending.after": "after that: the other steps of the tile on {hex} ({steps:, })",
    "pending.clear": "after that: the goods left in the depots are removed",
    "after.region": "region",
    "after.colour": "colour",
    "after.effect": "effect",
    "score.monasteries_at_once": "monasteries at once",
    "score.bought_points": "bought points",
    "score.targets": "targets",
    "verdict.rounds.won": "Won in {rounds:round|rounds}: every hex is covered.",
    "verdict.rounds.lost": "Not won: {hexes:hex is|hexes are} empty after {rounds:round|rounds}.",
}
