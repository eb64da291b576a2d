"""Tables that one page has for itself: a recorded game to look at. Nothing of them is kept, and whoever comes again
begins again.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from burgundy_env.serve import guard
from burgundy_env.serve.keeping import Kept, Place
from burgundy_env.serve.showing import Message, Shown
from burgundy_env.serve.table import Refused, Table, Viewer
from burgundy_env.serve.thinking import Thinkers
from burgundy_env.sitting.reel import Reel
from burgundy_env.sitting.sitting import Sitting


@dataclass(frozen=True)
class House:
    """What such tables need of the server."""

    thinkers: Thinkers
    workers: Executor
    token: str = ""  # of whoever may come; empty: nobody else can reach the server

    def let_in(self, key: object) -> None:
        """Refuse whoever has no token."""
        if self.token and not guard.same(key, self.token):
            raise Refused("open this page by the link that burgundy serve has told: it has a token in it")


class Alone(Table):
    """A table of one page, at which nobody is asked anything."""

    def __init__(self, sitting: Sitting, seats: Sequence[int], house: House) -> None:
        places = tuple(Place(name, "own" if seat in seats else "") for seat, name in enumerate(sitting.names))
        super().__init__(Kept("", "", places, ""), sitting, house.thinkers, house.workers)
        self._seats = tuple(seats)

    def seats_for(self, key: object) -> tuple[int, ...]:
        """Those that it was made for; whoever has come here was let in."""
        return self._seats

    def links(self, viewer: Viewer) -> list[Message]:
        """Nobody else is to come."""
        return []

    def agent_decides(self) -> bool:
        """Never."""
        return False

    def message_for(self, shown: Shown, viewer: Viewer) -> Message:
        """As at every table, but nobody thinks."""
        return {**super().message_for(shown, viewer), "thinks": ""}


class Film(Alone):
    """A recorded game, at any of its positions."""

    def __init__(
        self, reel: Reel, house: House, seats: Sequence[int] = (), number: int = 0, title: str = "", trouble: str = ""
    ) -> None:
        self.reel, self.number = reel, number
        self.about = {"title": title, "trouble": trouble, "state": ""}
        super().__init__(self._at(number), seats, house)

    def _at(self, number: int) -> Sitting:
        """The game as it stood after so many actions."""
        whole = self.reel.sitting
        sitting = Sitting(self.reel.games[number], whole.names, {}, called=whole.called)
        sitting.setup, sitting.moments = whole.setup, whole.moments[:number]
        return sitting

    async def go(self, number: int) -> None:
        """Show the position after so many actions."""
        before = self.reel.games[number - 1].to_json() if number == self.number + 1 else None
        self.number = number
        await self.put(self._at(number), before)

    async def act(self, viewer: Viewer, at: object, action: str) -> None:
        """What was played was played."""
        raise Refused("this game was played; it can only be looked at")

    async def do(self, viewer: Viewer, message: Message) -> None:
        """Go to a position."""
        if message.get("do") != "go":
            await super().do(viewer, message)
        number: Any = message.get("number")
        if type(number) is not int or not 0 <= number <= self.reel.last:
            raise Refused(f"number: of a position, from 0 to {self.reel.last}")
        await self.go(number)

    def message_for(self, shown: Shown, viewer: Viewer) -> Message:
        """With where in the game it is."""
        film = {**self.about, "number": self.number, "last": self.reel.last, "rounds": self.reel.rounds()}
        return {**super().message_for(shown, viewer), "film": film}
