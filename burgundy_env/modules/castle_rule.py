"""Duchies 11-18: tiles keep in touch with a castle, and castles set aside can be retrieved."""

from __future__ import annotations

from .descriptor import Array, Block, Field, Key, Module, Score
from .sizes import DUCHIES, HEX_NAMES

MODULE = Module(
    key="castle_rule",
    title="Duchies 11-18 and their castle rule",
    boards=tuple(range(11, 19)),
    state=(Array("set_aside", "i1", (), "castles that nobody took"),),
    tables=(
        Array("castle_rule", "i1", (DUCHIES,), "boards whose owners are bound by it"),
        Array("retrieval", "i1", (), "what a retrieved castle comes to: nothing, storage, a hex"),
    ),
    actions=(
        Block("retrieve", "retrieve", ("",), "both dice and 5 VP: a castle set aside, to storage (castle_rule)"),
        Block(
            "retrieve_to",
            "retrieve",
            HEX_NAMES,
            "both dice and 5 VP: a stored castle onto this hex (castle_rule, 2011 rules)",
        ),
    ),
    scores=(Score("retrievals"),),
    position=(Key("table", "set_aside", "count", most="castles", only=("ruleset", "special_edition")),),
    table_fields=(Field("set_aside", (), "castles set aside / 8", high=3, state="set_aside", per=8),),
)
