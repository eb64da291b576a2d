"""The Châteauma, the official automa: a seat without decisions."""

from __future__ import annotations

from .descriptor import Array, Chance, Fact, Facts, Key, Module, Score, Step
from .sizes import COLOURS, MOST

CARDS = 18  # county cards by their number, 0 unused
CARD_SPACES = 5
LEFT_CARD_UP_TO = 4  # on the white die; higher ones choose the right card
HELD = 84  # inventory and jokers: 40 of black depots, one by each of 29 buildings; position/bounds.py counts
SETTLED = 72  # tiles in its duchy: 8 by modifiers, one a turn and by each castle, town hall, crane and extra turn
UNSEEN_TILES = 5  # of modifier A
DIFFICULTIES = ("easy", "intermediate", "hard")
MODIFIERS = ("A", "B", "C", "D")
_COLOURS = (len(COLOURS),)

_TILE = Fact("tile", "tile", "result")
_CAUSE = Fact("by", "tile", "more")  # the tile whose effect it is
_SPACE = (Fact("side", "side_of_space", "b"), Fact("space", "space", "b"), Fact("card", "number", "more"))
_VP = Fact("vp", "number", "result")
_SILVER = Fact("silver", "number", "result")

CHATEAUMA = Module(
    key="chateauma",
    title="Châteauma",
    players=(1, 2, 3),
    in_all=False,
    state=(
        Array("unseen", "i1", (UNSEEN_TILES,), "what modifier A's tiles are; nobody will ever know"),
        Array("card", "i1", (2,), "numbers of the left and the right county card"),
        Array("card_tiles", "i1", (2, CARD_SPACES), "tiles on them, FACE_DOWN added for jokers"),
        Array("card_done", "i1", (2,), "finished, to be replaced"),
        Array("deck", "i4", (), "bit i: card i is in the deck"),
        Array("card_discard", "i4", (), "bit i: card i is in the discard pile"),
        Array("held", "i1", (HELD,), "inventory by type, then jokers (FACE_DOWN added); top ones last"),
        Array("held_count", "i1", (), "how many"),
        Array("settled", "i1", (SETTLED,), "tiles of its duchy by colour, in order of arrival"),
        Array("settled_count", "i1", (), "how many"),
        Array("sells_due", "i1", (), "sell symbols covered and not yet carried out"),
        Array("chateauma_die", "i1", (), "its last roll, 0 before the first"),
    ),
    tables=(
        Array("chateauma", "i1", (), "its seat, -1: none"),
        Array("card_spaces", "i1", (CARDS, CARD_SPACES), "colours in reading order, -1: none"),
        Array("card_size", "i1", (CARDS,), "how many"),
        Array("card_sell", "i1", (CARDS,), "bit i: space i has a sell symbol"),
        Array("card_points", "i1", (CARDS,), "at the difficulty played"),
        Array("inventory_order", "i1", _COLOURS, "colours, leftmost pile first"),
        Array("deck", "i4", (), "bit i: card i is played with"),
        Array("castle_cards", "i4", (), "those with a castle space"),
        Array("chateauma_duchy", "i1", (), "number of its board"),
        Array("duchy_spaces", "i1", _COLOURS, "spaces of its duchy by colour"),
        Array("extra_turns", "i2", _COLOURS, "modifier D: bit n: the n-th space covered"),
        Array("unseen_tiles", "i1", _COLOURS, "modifier A"),
        Array("preset_tiles", "i1", _COLOURS, "modifier B"),
        Array("chateauma_first", "i1", (), "modifier C"),
    ),
    chance=(
        Chance("county_card", ("side",)),
        Chance("joker_tile", ("colour", "number"), "tile"),
        Chance("preset_tile", ("colour", "number"), "tile"),
        Chance("chateauma_die"),
    ),
    steps=(
        Step("takes", (_TILE, Fact("from", "slot", "a"), *_SPACE)),
        Step("uses_inventory", (_TILE, Fact("by", "tile", "a"), *_SPACE)),
        Step("uses_joker", (_TILE, *_SPACE)),
        Step("takes_joker", (_TILE, Fact("from", "black_slot", "a"))),
        Step("finds_nothing", (_SILVER,)),
        Step("sells", (Fact("goods", "number", "a"), Fact("tiles", "number", "b"), _VP), scores="goods"),
        Step("has_nothing_to_sell"),
        Step("gets_silver", (_SILVER, _CAUSE)),
        Step("gets_vp", (_VP, _CAUSE), scores="a"),
        Step("fetches", (_TILE, Fact("from", "slot", "a"), _CAUSE)),
        Step("fetches_nothing", (_CAUSE,)),
        Step("ships", (Fact("tiles", "number", "result"), Fact("depot", "depot", "a"))),
        Step("finishes", (Fact("side", "side", "a"), Fact("card", "number", "more"), _VP), scores="county_cards"),
        Step("plays_again"),
        Step("wins_bonus", (Fact("colour", "colour", "a"), Fact("size", "size", "b"), _VP), scores="colour_bonuses"),
        Step("buys", (_TILE, Fact("from", "black_slot", "a"))),
        Step("mines", (_SILVER,)),
    ),
    scores=(
        Score("county_cards", "cards", player=False, chateauma=True),
        Score("boarding_houses", "buildings", player=False, chateauma=True),
        Score("monasteries", "monasteries", final=True, player=False, chateauma=True),
        Score("inventory", "left over", final=True, player=False, chateauma=True),
        Score("unfinished_cards", "cards", final=True, player=False, chateauma=True),
    ),
    position=(
        Key("chateauma", "vp", "count", most=MOST),
        Key("chateauma", "silver", "count", most=MOST),
        Key("chateauma", "die", "die", "chateauma_die"),
        Key("chateauma", "goods", "goods", most="goods"),
        Key("chateauma", "sold", "goods", most="goods"),
        Key("chateauma", "cards"),
        Key("chateauma", "inventory"),
        Key("chateauma", "jokers"),
        Key("chateauma", "duchy"),
        Key("chateauma", "bonus", "bonus"),
        Key("chateauma", "discard", field="card_discard"),
        Key("hidden", "deck"),
    ),
    data=(Facts("chateauma", lists={"county_cards": "cards"}),),
)
