"""What modules change in the rules of the base game and of the Châteauma.

These hooks are called by the rules, so they may use none of them: a module's rules in `rules/` that stand behind
them import only what is common to all (points, pending, storage, duchy, offers, track, holdings).
"""

from __future__ import annotations

from importlib import import_module

from ...modules import MODULES
from ..checked import TILE, no_rule
from ..jit import INTEGER, NOTHING, PAIR, TRUTH, beyond_base, count_bits, kernel
from ..layout import CASTLE, FINAL_MONASTERIES, GOODS, SEATS, STORAGE, source
from ..rules.border_posts import POST, score_border_posts, score_post_of_card
from ..rules.castle_rule import hexes_by_castle_rule, set_castles_aside
from ..rules.extra_tiles import (
    CRANE,
    animals_with_geese,
    found_extra_monastery,
    has_crane,
    herd_with_geese,
    keep_on_top,
    name_a_building,
)
from ..rules.inns import INN_TILE, inn_covers, regions_with_inn
from ..rules.pending import push
from ..rules.shields import (
    DOUBLES_GOODS,
    DOUBLES_MINES,
    GATHERS,
    LARGER_REGIONS,
    ONE_PASTURE,
    P_GATHER,
    SILVER_PER_TILE,
    TOUCHES_NOTHING,
    begin_phase_end,
    borrow,
    gain_workers_too,
    holds,
    lay_shields,
    lend,
    monasteries_of_chateauma,
    score_shields,
    shield_of_card,
)
from ..rules.solo import clear_goods_later, colours_covered, remove_a_tile, set_steps_off, set_up_solo
from ..rules.team import set_up_teams
from ..rules.trade_routes import STAGE_ROUTES, deal_routes, goods_on_route, lay_goods, sale_of_chateauma
from ..rules.vineyards import (
    buys_from_store,
    refill_vineyards,
    score_vineyards,
    set_up_vineyards,
    symbol_covered,
    take_doubles_due,
)
from ..rules.white_castles import P_WHITE_CASTLE, WHITE_CASTLE, act_by_white_die, fetch_new_type

# By the keys of the descriptors: what a module writes into the tables of a config it is played in.
FILL_TABLES = {module.key: import_module(f"..rules.{module.key}", __package__).fill_tables for module in MODULES}
_M15, _MONASTERIES_END = source(f"m{FINAL_MONASTERIES[0]}"), source(f"m{FINAL_MONASTERIES[-1]}") + 1
ANYWHERE = -1  # all hexes, as a set

# --- from the box to the first round -----------------------------------------------------------------


@beyond_base(NOTHING)
def set_up_modules(t, s, tape):
    """Setup: players have their boards, goods, silver and workers; the Châteauma comes after."""
    if t.border_posts != 0:
        s.bonus_left[POST] = 2
    if t.solo != 0:
        set_up_solo(t, s)
    if t.routes != 0:
        deal_routes(t, s, tape)
    if t.shields != 0:
        lay_shields(t, s, tape)
    if t.vineyards != 0:
        set_up_vineyards(t, s, tape)
    if t.teams != 0:
        set_up_teams(s)


@kernel
def has_stage(t, stage):
    """Setup: whether the players decide in a stage between the sides of the boards and the start castles."""
    return stage == STAGE_ROUTES and t.routes_chosen != 0


# --- phases and rounds -------------------------------------------------------------------------------


@beyond_base(NOTHING)
def phase_begins(t, s, tape):
    """A phase begins: what was not taken in the one before still lies in the depots."""
    set_castles_aside(t, s)
    s.inn_stack += t.inns
    if t.vineyards != 0:
        refill_vineyards(t, s, tape)


@beyond_base(NOTHING)
def round_begins(t, s):
    """A round begins: the dice are rolled, and the white die has brought its goods tile."""
    if t.solo != 0:
        remove_a_tile(s)
    s.wild[:] = 0


@beyond_base(TRUTH)
def phase_ends(t, s):
    """All have had their last turn of a phase, and mines have yet to pay: whether somebody is to decide before."""
    return t.shields != 0 and begin_phase_end(t, s)


@beyond_base(INTEGER)
def silver_of_mines(s, p, mines):
    """A phase ends: how much silver a seat's mines bring."""
    return 2 * mines if holds(s, p, DOUBLES_MINES) else mines


@beyond_base(NOTHING)
def workers_gained(s, p):
    """A seat has gained workers."""
    gain_workers_too(s, p)


# --- placing a tile ----------------------------------------------------------------------------------


@kernel
def value_shown(s, kind):
    """An effect gives an action by a decision of this kind: the value it shows, 0 for any."""
    return int(s.white_die) if kind == P_WHITE_CASTLE else 0


@beyond_base(INTEGER)
def hexes_barred(t, s, p, tile):
    """Placement: the hexes, as a set, that are closed to a tile."""
    return regions_with_inn(t, s, p) if tile == INN_TILE else 0


@beyond_base(INTEGER)
def hexes_bound_to(t, s, p, colour):
    """Placement: the hexes, as a set, that tiles of a colour (-1: of none) are bound to; ANYWHERE."""
    if t.castle_rule[s.duchy[p]] == 0 or colour == CASTLE or holds(s, p, TOUCHES_NOTHING):
        return ANYWHERE
    return hexes_by_castle_rule(t, s.duchy[p], colour, int(s.occupied[p]) & ~int(s.inns[p]))


@beyond_base(NOTHING)
def tile_covers(s, p, h, tile):
    """A tile has come to hex h."""
    inn_covers(s, p, h, tile)


@beyond_base(TRUTH)
def put_off(t, s, h):
    """The tile on hex h is to score and take effect: whether a module sees to all of it later."""
    if t.solo != 0:
        set_steps_off(s, h)
    return t.solo != 0


@kernel
def larger_by(s, p, region):
    """A region is completed: by how much its size counts more than its hexes."""
    inn = 1 if region & int(s.inns[p]) != 0 else 0
    return inn + (1 if holds(s, p, LARGER_REGIONS) else 0)


@beyond_base(NOTHING)
def score_placement(t, s, p, h):
    """The tile on hex h has scored for region and colour, and has yet to take effect."""
    if t.border_posts != 0:
        score_border_posts(t, s, p, h)


# --- effects of tiles --------------------------------------------------------------------------------


@beyond_base(NOTHING)
def building_effect_of_module(t, s, p, kind):
    """A building that the base game has not takes effect, for seat p."""
    if kind == WHITE_CASTLE:
        act_by_white_die(s)
    elif kind == CRANE:
        name_a_building(s)
    else:
        no_rule(TILE, kind)


@beyond_base(NOTHING)
def monastery_founded(s, p, number):
    """A monastery has come into force."""
    found_extra_monastery(s, p, number)
    lend(s, p, number)


@beyond_base(INTEGER)
def pasture_that_scores(s, p, pasture):
    """A livestock tile scores: the hexes whose animals count."""
    return int(s.occupied[p]) if holds(s, p, ONE_PASTURE) else pasture


@beyond_base(PAIR)
def herd_that_scores(s, p, pasture, species, per_tile):
    """A livestock tile scores in a pasture: how many animals count and on how many tiles, each worth `per_tile`."""
    return herd_with_geese(s, p, pasture, species, per_tile)


# --- goods and the track -----------------------------------------------------------------------------


@beyond_base(TRUTH)
def ship_stays(t, s):
    """A ship's marker is to move: whether it does not."""
    if t.solo != 0:
        clear_goods_later(s)
    return t.solo != 0


@beyond_base(NOTHING)
def ship_fetches_more(s, p):
    """A ship's first depot was chosen: what it may fetch besides is decided after its goods, the deepest last."""
    if holds(s, p, GATHERS):
        push(s, P_GATHER, 0, 0)


@beyond_base(PAIR)
def sale_brings(s, p, tiles, vp):
    """A stack of goods is sold: the silver without monastery 3, and the points."""
    return tiles if holds(s, p, SILVER_PER_TILE) else 1, 2 * vp if holds(s, p, DOUBLES_GOODS) else vp


@beyond_base(NOTHING)
def marker_moved(s, p):
    """A seat's marker has moved, onto those already there."""
    keep_on_top(s, p)


@beyond_base(INTEGER)
def goods_types_that_fit(t):
    """A ship takes goods: how many types a seat may hold."""
    return GOODS if t.solo != 0 else STORAGE


@beyond_base(INTEGER)
def lay_sold_goods(t, s, p, goods, tiles):
    """A stack of goods was sold and has scored: how many of its tiles lie with the others sold."""
    return lay_goods(t, s, p, goods, tiles) if t.routes != 0 else tiles


@beyond_base(INTEGER)
def goods_laid(s, p, goods):
    """How many goods tiles of a type (0 .. 5) lie with a seat, neither held nor with the others sold: they count as
    sold, and nobody draws them from the bag."""
    return goods_on_route(s, p, goods)


# --- the final scoring -------------------------------------------------------------------------------


@kernel
def has_final_scoring(t):
    """The game is over: whether anything is counted then."""
    return t.solo == 0


@beyond_base(NOTHING)
def score_at_end(t, s, p, out):
    """The final scoring: monasteries have been counted."""
    if t.shields != 0:
        score_shields(t, s, p, _M15, _MONASTERIES_END, out)
    if t.vineyards != 0:
        score_vineyards(t, s, p, out)


@beyond_base(INTEGER)
def bonuses_won(t, s, p):
    """Monastery 26 counts: how many bonus tiles a seat has."""
    return colours_covered(t, s, p) if t.solo != 0 else count_bits(int(s.bonus[p]))


@beyond_base(TRUTH)
def any_building(t, s, p):
    """Monasteries count buildings: whether the seat has one that counts as whichever is best."""
    return has_crane(t, s, p)


# --- the Châteauma -----------------------------------------------------------------------------------


@kernel
def chateauma_covers(t, s, card, space):
    """The Châteauma covers a space of a county card."""
    symbol_covered(t, s, card, space)


@kernel
def chateauma_acts(tile):
    """The Châteauma placed a tile: whether it is to choose one more, as by a castle."""
    return tile == CRANE


@kernel
def chateauma_building(t, s, tape, c, kind):
    """The Châteauma placed a building that the base game has not."""
    if kind == WHITE_CASTLE:
        fetch_new_type(t, s, tape, c)
    else:
        no_rule(TILE, kind)


@kernel
def chateauma_livestock(s, tile):
    """The Châteauma placed a livestock tile: how many animals score."""
    return animals_with_geese(s, tile)


@kernel
def chateauma_sold(t, s, tape, c):
    """The Châteauma sold goods."""
    if t.routes != 0:
        sale_of_chateauma(s, tape, c)


@kernel
def chateauma_sold_what_is_due(t, s, tape):
    """The Châteauma has sold once for each sell symbol covered."""
    take_doubles_due(t, s, tape)


@kernel
def chateauma_finished(t, s, tape, c, card):
    """The Châteauma finished a county card, which has scored."""
    score_post_of_card(t, s, tape, c, card)
    shield_of_card(t, s, tape, card)


@kernel
def chateauma_buys(t, s, tape, c):
    """The Châteauma has silver for a purchase: whether it buys something that the black depot has not."""
    return t.vineyards != 0 and buys_from_store(t, s, tape, c)


@beyond_base(NOTHING)
def chateauma_played(t, s):
    """The Châteauma's turn is over."""
    for p in range(SEATS):
        if t.shields != 0 and s.lender[p] == t.chateauma + 1:
            borrow(s, p, monasteries_of_chateauma(s))
