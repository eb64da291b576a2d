"""Positions of the solo game for the rules tests."""

from .positions import full_duchy, position

SOLO = ("solo",)
HOME = {"h7": "castle"}  # board 33: around it h3 h4 (a town), h6 livestock, h8 monastery, h10 ship, h11 a town of one
FULL = full_duchy(33)


def table(*, modules=SOLO, duchy=33, **keys):
    """A turn of the solo game, with no silver to buy points for if not said otherwise."""
    return position(1, modules=modules, duchy=duchy, **{"placed": HOME, **keys})


def all_but(*hexes, **more):
    """All of board 33 covered but for these hexes."""
    return {h: tile for h, tile in FULL.items() if h not in hexes} | more
