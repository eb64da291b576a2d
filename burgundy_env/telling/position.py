"""A position document in words: who decides what, how it ended, and all of it for those who listen.

`called` gives the names of seats, as the picture beside it calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .language import Several, say
from .pending import capital, plainly, stage_plainly
from .scores import ending
from .seats import by_seat
from .tiles import spoken

Document = Mapping[str, Any]
Called = Callable[[int], str]

_PRICE = 2  # silver, for a tile of the black depot


def decision(doc: Document, outcome: Any, called: Called) -> tuple[str, str]:
    """Who decides, and what; when the game is over, who has won."""
    if doc.get("active") is None:
        return say("over"), _ending(doc, outcome, called)
    return say("decides", name=called(doc["active"])), _to_do(doc)


def _to_do(doc: Document) -> str:
    if doc["pending"]:
        more = len(doc["pending"]) - 1
        return capital(plainly(doc["pending"][-1])) + (say("decides.waiting", more=more) if more else "")
    if doc["stage"] != "turn":
        return capital(stage_plainly(doc["stage"]) or "")
    player = doc["players"][doc["active"]]
    dice = enumerate(zip(player["dice"], player["used"], strict=True), 1)
    left = [say("to_do.die", number=number, shown=shown) for number, (shown, used) in dice if not used]
    buy = say("to_do.buy") if may_buy(doc) else ""
    return say("to_do.dice" if left else "to_do.end", dice=Several(left), buy=buy)


def may_buy(doc: Document) -> bool:
    """Whether the seat to decide may buy from the black depot."""
    player = doc["players"][doc["active"]]
    return not player.get("bought") and player["silver"] >= _PRICE and any(doc["black_depot"])


def _ending(doc: Document, outcome: Any, called: Called) -> str:
    """Who has won; of a document it isn't known what the final scoring gave."""
    if outcome is not None:
        return ending(outcome, called)
    seats = [*by_seat(doc)["players"], *([doc["chateauma"]] if doc.get("chateauma") else [])]
    return say("over.before_scoring", totals=Several(f"{called(i)} {seat['vp']}" for i, seat in enumerate(seats)))


def summary(doc: Document, outcome: Any, called: Called) -> str:
    """The position in a few sentences, for those who listen to it."""
    who, what = decision(doc, outcome, called)
    white = say("summary.white_die", value=doc["white_die"]) if doc.get("white_die") else ""
    told = [say("summary.when", when=say("when", doc), white=white, who=who, what=what), *seats(doc, called)]
    for number, depot in sorted(doc["depots"].items()):
        told.append(say("summary.depot", depot=number, tiles=_tiles(depot["tiles"])))
    return " ".join([*told, say("summary.black_depot", tiles=_tiles(doc["black_depot"]))])


def seats(doc: Document, called: Called) -> list[str]:
    """What each seat has, in a sentence."""
    told = []
    for seat, player in enumerate(by_seat(doc)["players"]):
        facts = {
            "name": called(seat),
            "hexes": len(player["placed"]),
            "storage": _tiles([*player["storage"], *player.get("team_storage", [])]),
        }
        told.append(say("summary.seat", {**player, **facts, "goods": _goods(player["goods"])}))
    if doc.get("chateauma"):
        its = doc["chateauma"]
        told.append(say("summary.chateauma", {**its, "goods": _goods(its["goods"])}))
    return told


def _tiles(names: Iterable[str | None]) -> Several:
    return Several([spoken(name) for name in names if name] or [say("summary.nothing")])


def _goods(counts: Mapping[str, int]) -> Several:
    there = [say("goods.there", count=count, type=kind) for kind, count in sorted(counts.items())]
    return Several(there or [say("summary.no_goods")])
