"""Two against two: partners share a duchy of 58 hexes and nearly all that they have."""

from __future__ import annotations

from .base import BASE
from .descriptor import Argument, Array, Block, Facts, Field, Key, Module, Pending
from .extra_tiles import MODULE as EXTRA_TILES
from .order import TILES
from .sizes import HEXES, MOST_HEXES, SEATS
from .white_castles import MODULE as WHITE_CASTLES

TEAMS = 2  # the team of seat p is p % TEAMS
SPACES = 2  # for tiles, of each player and of each team
PRIVATE = ("dice", "used", "bought", "recruited", "storage")  # keys of a player that a team doesn't share
STOW = ("own", "team")
_PLAYED = {tile.name for module in (BASE, EXTRA_TILES, WHITE_CASTLES) for tile in module.tiles}
STORED = tuple(name for name in TILES if name in _PLAYED)  # what a team may have in storage

MODULE = Module(
    key="team",
    title="Team game",
    only_with=("extra_tiles", "white_castles"),
    with_chateauma=False,
    players=(4,),
    in_all=False,
    boards=(31, 32),
    own_boards=True,
    teams=TEAMS,
    state=(
        Array("far_tiles", "i1", (TEAMS, MOST_HEXES - HEXES), "the tile on each hex that only a team's duchy has"),
        # What partners share stands else with both of them, like this:
        Array("team_storage", "i1", (SEATS, SPACES), "stored tiles that both partners may use, sorted"),
        Array("team_stored", "i1", (SEATS,), "how many"),
    ),
    tables=(Array("teams", "i1", (), "how many teams, 0 if it is not played"),),
    actions=(
        Block("pick_team", "pick team", STORED, "the stored tile meant by the placement is this one of the team"),
        Block("discard_team", "discard team", STORED, "this stored tile of the team is thrown away to make room"),
        Block("stow", "stow", STOW, "the new tile goes to a space of one's own or of the team"),
    ),
    pending=(Pending("stow", (Argument("tile", "tile"),), any=False),),
    position=(Key("team", "storage"), Key("team", "m27", optional=True)),
    seat_fields=(Field("own_team", (), "1 if it is of the team of the seat that looks"),),
    data=(Facts("team_duchies", "duchies.json", lists={"team_duchies": "boards"}),),
)
