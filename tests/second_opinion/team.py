"""The second opinion of the team game, from `rules.md` 6.7 and the notation alone.

Players have dice, purchases and two storage spaces of their own; the rest is their team's.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any

from .game import Table
from .parts import START

TEAMS = 2
SPACES = 2  # of each player and of each team
_PRIVATE = {"dice", "used", "bought", "recruited", "storage"}
_SHARED = {"vp", "workers", "silver", "goods", "sold", "storage", "duchy", "placed", "bonus", "m27"}
OF_TEAM = "team "  # before the name of a tile that both partners may use


class Partner(MutableMapping):
    """What a player has: its own things, and under all other keys those of its team."""

    def __init__(self, own: dict, shared: dict) -> None:
        self.own, self.shared = own, shared

    def _home(self, key: str) -> dict:
        return self.own if key in _PRIVATE else self.shared

    def __getitem__(self, key: str) -> Any:
        return self._home(key)[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self._home(key)[key] = value

    def __delitem__(self, key: str) -> None:
        del self._home(key)[key]

    def __iter__(self) -> Iterator[str]:
        return iter({**self.shared, **self.own})

    def __len__(self) -> int:
        return len({**self.shared, **self.own})


class TeamTable(Table):
    """One game of seats 0 and 2 against 1 and 3."""

    # ------------------------------------------------------------------------------ documents
    @classmethod
    def from_json(cls, doc: dict) -> Any:
        self = super().from_json(doc)
        self.teams = []
        assert len(doc["teams"]) == TEAMS
        for team in doc["teams"]:
            team = {"m27": None} | team
            assert set(team) == _SHARED, set(team) ^ _SHARED
            self.teams.append(super(TeamTable, self)._read_owner({**team, "storage": list(team["storage"])}))
        return self

    def _read_owner(self, owner: dict) -> dict:
        return owner

    def _write_owner(self, owner: dict) -> dict:
        return {**owner, "storage": sorted(owner["storage"])}

    def to_json(self) -> dict:
        doc = super().to_json()
        doc["teams"] = [super(TeamTable, self)._write_owner(team) for team in self.teams]
        for team in doc["teams"]:
            if team["m27"] is None:
                del team["m27"]
        return doc

    def top_keys(self) -> set[str]:
        return super().top_keys() | {"teams"}

    def player_keys(self) -> set[str]:
        return _PRIVATE

    # ------------------------------------------------------------------------- asking the table
    @property
    def me(self) -> Any:
        return Partner(self.players[self.active], self.team)

    @property
    def team(self) -> dict:
        return self.teams[self.active % TEAMS]

    @property
    def owners(self) -> list[dict]:
        return self.teams

    def start_hexes(self) -> list[int]:
        return START[self.team["duchy"]]

    def player_after(self, seat: int | None) -> int | None:
        """The first seat of each team puts its start castle; the first two of the order are of two teams."""
        deciding = [None, *self.order[:TEAMS], None]
        return deciding[deciding.index(seat) + 1]

    def stored(self) -> list[tuple[str, str]]:
        own = [(tile, tile) for tile in self.players[self.active]["storage"]]
        return own + [(OF_TEAM + tile, tile) for tile in self.team["storage"]]

    # ---------------------------------------------------------------------------------- actions
    def own_actions(self, entry: dict) -> list[str]:
        return ["stow own", "stow team"] if entry["kind"] == "stow" else super().own_actions(entry)

    def _apply(self, verb: str, thing: str = "", *rest: str) -> None:
        if verb == "stow":
            self._home(thing).append(self.pending.pop()["tile"])
        else:
            super()._apply(verb, thing, *rest)

    def _home(self, whose: str) -> list[str]:
        return (self.team if whose == "team" else self.players[self.active])["storage"]

    def _store(self, tile: str) -> None:
        """To the free space (after a discard that of the tile thrown away); of two kinds the player chooses."""
        homes = [self._home(whose) for whose in ("own", "team") if len(self._home(whose)) < SPACES]
        if len(homes) > 1:
            self.pending.append({"kind": "stow", "tile": tile})
        elif homes:
            homes[0].append(tile)
        else:
            self.pending.append({"kind": "discard", "for": tile})

    def _take_out(self, name: str) -> None:
        whose = "team" if name.startswith(OF_TEAM) else "own"
        self._home(whose).remove(name.removeprefix(OF_TEAM))

    # ------------------------------------------------------------------------- turn order track
    def _effect_step(self, hex_: int) -> None:
        if self.team["placed"][hex_] == "m27":
            self.team["m27"] = self.active
        super()._effect_step(hex_)

    def _sort_track(self) -> None:
        owners = {team["m27"] for team in self.teams}
        for stack in self.track:
            stack.sort(key=lambda seat: seat not in owners)

    # ---------------------------------------------------------------------------- final scoring
    def ranking(self) -> list[int]:
        """Teams, the best first; level ones in their order."""
        scores = self.scores()
        return sorted(range(TEAMS), key=lambda t: (-scores[t]["total"], -len(self.teams[t]["placed"])))

    def result(self) -> dict[str, Any]:
        """The winning team; both of them in a draw."""
        scores = self.scores()
        what = [(scores[t]["total"], len(self.teams[t]["placed"])) for t in range(TEAMS)]
        return {"winners": tuple(t for t in range(TEAMS) if what[t] == max(what))}
