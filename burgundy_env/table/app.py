"""Filling the terminal with the table, and giving it back."""

from __future__ import annotations

import os
from collections.abc import Callable

from burgundy_env.engine.jit import unannounced
from burgundy_env.sitting.seats import SeatError, let_agents_act
from burgundy_env.table.screen import TableApp, TableScreen


def show(screen: Callable[[], TableScreen], colour: bool) -> int:
    """Run the program until it is left; its exit code. SeatError tells what made it stop by itself."""
    # What has to be compiled is compiled here, where it can be told; all compiled players come with one of them.
    let_agents_act("heuristic")
    # Textual asks the environment about colour; an empty NO_COLOR, which it obeys, means nothing.
    os.environ.pop("NO_COLOR", None)
    if not colour:
        os.environ["NO_COLOR"] = "1"
    app = TableApp(screen)
    with unannounced():  # a search is compiled when somebody asks for it, and the screen must stay as it is
        code = app.run()
    if app.trouble:
        raise SeatError(app.trouble)
    return app.return_code or 0 if code is None else code
