"""One game, played at the page, at the terminal and with the library: the same record."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from served import Served

from burgundy_env import Game
from burgundy_env.cli import main
from burgundy_env.records import Record

NAMES = ["human:Anna", "human:Ben"]


def test_the_page_the_terminal_and_the_library_write_the_same(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish: dict[str, Any] = {"players": 2, "duchies": [1, 3], "modules": ["inns", "trade_routes"],
                            "seats": [{"name": "Anna"}, {"name": "Ben"}]}  # fmt: skip
    ident, key = served.begin(wish)
    actions = at_the_page(served, ident, key, 30)
    of_page = (served.folder / ident / "record.jsonl").read_bytes()
    seed = json.loads(of_page.splitlines()[0])["seed"]

    terminal = tmp_path / "terminal.jsonl"
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{action}\n" for action in actions)))
    command = ["play", "--plain", "--players", "2", "--duchies", "1,3", "--modules", "inns,trade_routes"]
    main([*command, "--seats", ",".join(NAMES), "--seed", str(seed), "--save", str(terminal)])

    game = Game.new({key: value for key, value in wish.items() if key != "seats"}, seed)
    for action in actions:
        game.push(action)
    Record.of(game, NAMES).save(tmp_path / "library.jsonl")

    assert len(Record.parse(of_page.decode())) == len(actions)
    assert terminal.read_bytes() == of_page
    assert (tmp_path / "library.jsonl").read_bytes() == of_page


def at_the_page(served: Served, ident: str, key: str, most: int) -> list[str]:
    """So many actions, one of them undone and done again on the way; all that were done."""
    actions: list[str] = []
    with served.sitting(ident, key) as page:
        view = page.hear()
        for number in range(most):
            action = view["choices"][number % len(view["choices"])]["action"]
            page.act(view, action)
            actions.append(action)
            view = page.hear()
            if number == most - 1 or not view["may"]["undo"]:
                continue
            for do in ("undo", "redo"):
                page.say({"do": do, "at": view["at"]})
                view = page.hear()
    return actions
