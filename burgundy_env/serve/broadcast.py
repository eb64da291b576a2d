"""A game of a tournament that is just being played: whoever looks at its last position sees it go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from burgundy_env.records import Record
from burgundy_env.serve.alone import Film, House
from burgundy_env.serve.table import Refused, Viewer
from burgundy_env.serve.watching import Seen
from burgundy_env.sitting.reel import Reel

EVERY = 1.5  # seconds: those who play write once a second at most
_GOES_ON = "being played"
_OVER = "over"
_LOST = "over, but its end was not kept: burgundy arena --records DIR keeps it"
_TRIES = 4  # between a game's end and what is kept of it there is a moment


class Broadcast(Film):
    """A film that grows at its end."""

    def __init__(self, reel: Reel, house: House, seen: Seen, read: Callable[[], Seen]) -> None:
        """`seen`: the game as the reel has it; `read`: as it is then."""
        super().__init__(reel, house, number=reel.last, title=seen.title, trouble=seen.trouble)
        self.about["state"] = _GOES_ON
        self._read, self._tries = read, _TRIES
        self._following: asyncio.Task[None] | None = None

    async def welcome(self, viewer: Viewer) -> None:
        """A page comes, and is told of what follows as long as it stays."""
        await super().welcome(viewer)
        self._following = asyncio.get_running_loop().create_task(self._follow())

    def leave(self, viewer: Viewer) -> None:
        """A page has gone."""
        super().leave(viewer)
        if self._following is not None:
            self._following.cancel()

    async def _follow(self) -> None:
        while self.about["state"] == _GOES_ON:
            await asyncio.sleep(EVERY)
            known = self.reel.last
            state = await self._run(self._read_on)
            if self.reel.last > known or state != self.about["state"]:
                self.about["state"] = state
                await self.go(self.reel.last if self.number == known else self.number)

    def _read_on(self) -> str:
        """Add what has been played since; what is to be said of the game then."""
        try:
            seen = self._read()
        except (Refused, ValueError, OSError):
            self._tries -= 1
            return _GOES_ON if self._tries else _LOST
        if not isinstance(seen.record, Record):
            return _LOST
        self.reel.read_on(seen.record)
        self.about["trouble"] = seen.trouble
        return _GOES_ON if seen.is_played else _OVER
