"""A position as pages show it: drawn in sheets, told in words, with what may be done and what each of it brings.

A page keeps what it was sent; `Memory` is what the server knows of that, and `message` says what is new since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from burgundy_env.engine.layout import OF_TEAM, TILES
from burgundy_env.engine.rules.pending import top
from burgundy_env.engine.rules.shields import P_SET
from burgundy_env.game import Game, inside
from burgundy_env.records import Line
from burgundy_env.render.facts import tiles_in_view
from burgundy_env.render.regions import told_by_hex
from burgundy_env.render.svg import GROUNDS, Sheet, sheets, table_of
from burgundy_env.render.svg.table import Table as Drawn
from burgundy_env.sitting.sitting import Moment, Sitting
from burgundy_env.sitting.spots import channel, spot_of
from burgundy_env.telling import position as told_position
from burgundy_env.telling.chance import Event, sentences
from burgundy_env.telling.choices import choices
from burgundy_env.telling.facts.situation import Situation
from burgundy_env.telling.pending import capital
from burgundy_env.telling.scores import source_name, verdict
from burgundy_env.telling.seats import party_name
from burgundy_env.telling.steps import sentence
from burgundy_env.telling.tiles import colour_of, does, spoken

Message = dict[str, Any]
_PLACED = ("double", "shield", "route")  # what lies on the table under its verb and number


@dataclass
class Memory:
    """What a page has been sent."""

    ground: str = next(iter(GROUNDS))
    narrow: bool = False
    parts: dict[str, int] = field(default_factory=dict)
    hexes: dict[str, int] = field(default_factory=dict)
    log: list[object] = field(default_factory=list)

    def lay(self, ground: str, narrow: bool) -> None:
        """The page lays the table in another way: it has nothing of that."""
        self.ground, self.narrow = ground, narrow
        self.parts.clear()


@dataclass
class Standing:
    """A position by itself, with what has led to it, as far as that is to be told."""

    game: Game
    called: list[str]
    setup: tuple[Event, ...] = ()
    moments: list[Moment] = field(default_factory=list)


class Shown:
    """A position, worked out once for all who look at it."""

    def __init__(self, sitting: Sitting | Standing, before: Mapping[str, Any] | None) -> None:
        self.sitting, self.game = sitting, sitting.game
        self.document = self.game.to_json()
        self.names = list(sitting.called)
        self._before = before
        self._sheets: dict[tuple[str, bool], dict[str, Sheet]] = {}
        self.choices = list(_choices(self.game))
        self.common = self._common()

    @cached_property
    def drawn(self) -> Drawn:
        """The table as it is drawn."""
        return table_of(self.game, self.names, before=self._before)

    def sheets(self, ground: str, narrow: bool) -> dict[str, Sheet]:
        """The sheets of a way to lay the table."""
        if (ground, narrow) not in self._sheets:
            self._sheets[ground, narrow] = dict(sheets(self.drawn, narrow, ground))
        return self._sheets[ground, narrow]

    def message(self, memory: Memory, seats: Sequence[int], may: Mapping[str, bool]) -> Message:
        """What is new for a page that decides for these seats."""
        mine = self.game.active in seats
        return {
            **self.common,
            "seats": list(seats),
            "may": {name: allowed and mine for name, allowed in may.items()},
            "choices": self.choices if mine else [],
            "sheets": self._new_parts(memory),
            "hexes": self._new_hexes(memory),
            "log": self._new_log(memory),
        }

    # --- what is new --------------------------------------------------------------------------------------

    def _new_parts(self, memory: Memory) -> Message:
        """Sheets with where things lie, and those of their parts that the page does not have."""
        told: Message = {}
        for name, sheet in self.sheets(memory.ground, memory.narrow).items():
            parts = []
            for part, svg in sheet.parts.items():
                known, mark = f"{name}/{part}", hash(svg)
                if memory.parts.get(known) != mark:
                    memory.parts[known] = mark
                    x, y = sheet.places[part]
                    parts.append([part, round(x, 1), round(y, 1), svg])
            spots = {
                spot: [*(round(one, 1) for one in at[:4]), int(at.hexagonal)] for spot, at in sheet.spots.items()
            }
            told[name] = {
                "size": [round(sheet.width, 1), round(sheet.height, 1)],
                "focus": [round(one, 1) for one in sheet.focus or ()],
                "spots": spots,
                "parts": parts,
            }
        return told

    def _new_hexes(self, memory: Memory) -> Message:
        """What is to be said of hexes, where it is something else than before."""
        table, new = self.drawn, {}
        for seat in range(len(self.document["players"])):
            for hex_, told in told_by_hex(table.doc, table.data, seat).items():
                name, mark = f"seat{seat}.{hex_}", hash(told)
                if memory.hexes.get(name) != mark:
                    memory.hexes[name] = mark
                    new[name] = told
        return new

    def _new_log(self, memory: Memory) -> Message:
        """How many entries of the log stay, and those that come behind them."""
        entries: list[object] = [self.sitting.setup, *self.sitting.moments]
        kept = 0
        for old, new in zip(memory.log, entries, strict=False):
            if old is not new:
                break
            kept += 1
        memory.log = entries
        more = [self._setup() if i == 0 else _entry(self.sitting.moments[i - 1]) for i in range(kept, len(entries))]
        return {"keep": kept, "more": more}

    def _setup(self) -> Message:
        return {"seat": None, "told": sentences(self.sitting.setup, self.names)}

    # --- the same for everybody -----------------------------------------------------------------------------

    def _common(self) -> Message:
        doc, table, game = self.document, self.drawn, self.game
        who, what = told_position.decision(table.doc, table.outcome, table.name_of)
        scores = game.scores()
        return {
            "is": "table",
            "phase": doc["phase"],
            "round": doc["round"],
            "stage": doc["stage"],
            "active": doc["active"],
            "decision": [who, what],
            "summary": told_position.summary(table.doc, table.outcome, table.name_of),
            "players": [
                {"name": table.name_of(seat), "told": told, "vp": scores[seat % len(scores)]["vp"],
                 "total": scores[seat % len(scores)]["total"], "marker": table.letter_of(seat)}
                for seat, told in enumerate(told_position.seats(table.doc, table.name_of))
            ],
            "storage": {
                str(seat): [*player["storage"], *(f"team {tile}" for tile in player.get("team_storage", []))]
                for seat, player in enumerate(table.doc["players"])
            },
            "tiles": self._tiles(),
            "reach": self._reach(),
            "done": self._done(),
            "over": self._over(scores),
        }  # fmt: skip

    def _tiles(self) -> Message:
        """Where the tiles of the middle lie, for what is said and animated."""
        doc = self.document
        lying = {
            f"{depot}.{slot}": tile
            for depot, its in doc["depots"].items()
            for slot, tile in enumerate(its["tiles"], 1)
            if tile
        }
        return lying | {f"b{slot}": tile for slot, tile in enumerate(doc["black_depot"], 1) if tile}

    def _reach(self) -> Message:
        """By tile that lies in the middle: the free hexes of its colour that touch what the seat to decide has."""
        seat = self.document["active"]
        if seat is None:
            return {}
        player = self.drawn.doc["players"][seat]
        board, placed = self.game.data.duchies[player["duchy"]], player["placed"]
        touching: dict[str, list[str]] = {}
        for number, (colour, near) in enumerate(zip(board.colours, board.neighbours, strict=True), 1):
            if f"h{number}" not in placed and any(f"h{other}" in placed for other in near):
                touching.setdefault(colour, []).append(f"h{number}")
        return {tile: touching.get(colour_of(tile) or "", []) for tile in set(self._tiles().values())}

    def _done(self) -> Message | None:
        """What was done last, and the steps of the Châteauma that followed."""
        if not self.sitting.moments:
            return None
        last = self.sitting.moments[-1]
        steps = [
            {"told": capital(f"the Châteauma {sentence(step)}"), **_where(step)}
            for event in last.followed
            if (step := event.get("chateauma")) is not None
        ]
        return {"number": len(self.sitting.moments), "spot": place_of(last.action), **_entry(last), "steps": steps}

    def _over(self, scores: Sequence[Mapping[str, Any]]) -> Message | None:
        """How the game has ended, and where the points come from."""
        if not self.game.is_over:
            return None
        sources = dict.fromkeys(source for entry in scores for source, vp in entry["breakdown"].items() if vp)
        return {
            "verdict": verdict(self.game.outcome(), self.names),
            "parties": [party_name(entry, self.names) for entry in scores],
            "rows": [
                [source_name(source), [entry["breakdown"].get(source, 0) for entry in scores]] for source in sources
            ],
            "totals": [entry["total"] for entry in scores],
        }


def points_now(game: Game, names: Sequence[str]) -> Message:
    """What everybody would have were the game to end now, by source."""
    scores = game.scores()
    sources = dict.fromkeys(source for entry in scores for source, vp in entry["breakdown"].items() if vp)
    return {
        "parties": [party_name(entry, names) for entry in scores],
        "rows": [
            [source_name(source), [entry["breakdown"].get(source, 0) for entry in scores]] for source in sources
        ],
        "totals": [entry["total"] for entry in scores],
    }


def hinted(game: Game, lines: Sequence[Line], most: int = 3) -> list[Message]:
    """The best turns in words, each with what it is behind the best in points, where that is known."""
    best = lines[0].margin if lines else None
    return [
        {
            "turn": list(line.turn),
            "told": line_told(game, line.turn),
            "behind": None if line.margin is None or best is None else round(line.margin - best, 1),
        }
        for line in lines[:most]
    ]


def line_told(game: Game, turn: Sequence[str]) -> list[str]:
    """The actions of a turn in short; what would be drawn is dealt anew, so that nothing hidden is told."""
    told, play = [], game.copy()
    play.redetermine(0)
    for action in turn:
        if play.is_over or action not in play.legal_actions():
            break  # something was drawn otherwise: how it goes on is not known
        told.append(play.explain(action, short=True))
        play.push(action)
    return told


def key_of(game: Game) -> list[Message]:
    """Every kind of tile in view with what it does."""
    document, ruleset = game.to_json(), game.config.ruleset
    return [
        {"name": capital(spoken(tile)), "colour": colour_of(tile) or "none", "does": does(tile, ruleset)}
        for tile in tiles_in_view(document)
    ]


# --- what may be done ----------------------------------------------------------------------------------------


def place_of(action: str) -> str:
    """Where on a drawn table an action is chosen: as in the terminal, and at more things that only pictures have."""
    spot = spot_of(action)
    if not spot.startswith("="):
        return spot
    verb, _, thing = action.removeprefix(f"{channel(action)} ").partition(" ")
    if verb in _PLACED and thing.isdigit():
        return f"{verb}{thing}"
    if verb == "plant" and thing.startswith("p"):
        return thing
    if thing.startswith(("v", "b")) and thing[1:].isdigit():
        return thing
    return "workers" if verb == "workers" and not thing else spot


def _choices(game: Game) -> Iterator[Message]:
    """The legal actions as the list has them, each with its place, its price and its points."""
    if game.is_over:
        return
    play, points = inside(game), game.points_all()
    for choice in choices(game):
        at = Situation(play.state[0], play.tables[0], choice.action, points[choice.action])
        told: Message = {
            "action": choice.action,
            "spot": place_of(choice.action),
            "group": choice.group,
            "note": choice.note,
            "told": game.explain(choice.action),
            "vp": sum(points[choice.action].values()),
            "workers": _workers(at),
            "by": channel(choice.action),
            "shown": at.shown,
        }
        if at.name == "place" and at.object.startswith("h") and top(at.s) != P_SET:
            told["tiles"] = _tiles_meant(game, choice.action, at, told["vp"])
        yield told


def _workers(at: Situation) -> int:
    """How many workers change the die."""
    return 0 if at.shown is None or at.wanted in (None, at.shown) else int(at.workers)


def _tiles_meant(game: Game, action: str, at: Situation, vp: int) -> Message:
    """Which stored tiles a placement may mean, each with the points it brings."""
    names = [f"{'team ' * (name >= OF_TEAM)}{TILES[name % OF_TEAM]}" for name in at.fitting]
    if len(names) == 1:
        return {names[0]: vp}
    after = game.copy()
    after.push(action)
    points = after.points_all()
    return {name: sum(points.get(f"pick {name}", {}).values()) for name in names}


def _entry(done: Moment) -> Message:
    """An action in the log."""
    told = done.told
    return {
        "seat": done.seat,
        "action": done.action,
        "when": done.when,
        "explained": done.explanation,
        "note": done.note,
        "told": told.told,
        "heading": told.heading,
        "opening": told.opening,
    }


def _where(step: Mapping[str, Any]) -> Message:
    """Where a step of the Châteauma begins and where it ends, on the table."""
    told: Message = {}
    if "from" in step:
        told["from"] = str(step["from"])
    if "side" in step:
        told["card"] = str(step["side"])
    return told
