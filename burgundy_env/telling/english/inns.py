"""Inns."""

WORDS = {
    "tile.inn": "inn",
    "tile.inn.code": "INN",
    "tile.inn.effect": "any colour, its region counts one larger",
    "tile.inn.placing": "its region counts one larger",
    "explain.buy_inn": "Pay 2 silver for the {tile}{room}.",
}
