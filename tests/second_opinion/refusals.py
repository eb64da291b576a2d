"""What can't be played together, and why, from `rules.md`: the last sentences of its modules."""

from __future__ import annotations

from typing import Any

from .parts import BOARD, START, VINES

MODULES = {
    "castle_rule", "extra_tiles", "border_posts", "white_castles", "inns", "trade_routes", "team", "solo",
    "shields", "vineyards",
}  # fmt: skip
SMALL = {"extra_tiles", "white_castles"}  # what goes with the games for one player and for two teams
SOLO_BOARDS = {33, 34}
WITH_CHATEAUMA = {
    "inns": "its county cards have no place for inns",
    "team": "it plays against players, not against teams",
    "solo": "the solo game is played against the board",
}
ALONE = {
    "solo": "the solo game has one player, a track of points to reach and no phase end of others",
    "team": "a team shares duchy and storage, for which the other modules have no rule",
}


def refusal(config: dict[str, Any]) -> str | None:
    """Why a config can't be played; None if it can."""
    modules, players = set(config["modules"]), config["players"]
    if not modules <= MODULES:
        return f"no such module: {sorted(modules - MODULES)}"
    if config["ruleset"] not in ("special_edition", "alea_2011"):
        return f"no such ruleset: {config['ruleset']}"
    for name, why in WITH_CHATEAUMA.items():
        if config.get("chateauma") and name in modules:
            return f"{name} can't be played with the Châteauma: {why}"
    for name, why in ALONE.items():
        if name in modules and not modules <= SMALL | {name}:
            return f"{name} goes with {sorted(SMALL)} only, not with {sorted(modules - SMALL - {name})}: {why}"
    seats = players + bool(config.get("chateauma"))
    if "solo" in modules:
        return _wrong_number(players, (1,), "the solo game") or _wrong_boards(config, SOLO_BOARDS, 1)
    if "team" in modules:
        return _wrong_number(players, (4,), "the team game") or _wrong_boards(config, set(START), 2)
    wrong = _wrong_number(seats, (2, 3, 4), "a game, the Châteauma counted,")
    return wrong or _wrong_boards(config, set(BOARD) - SOLO_BOARDS - set(START), players) or _vineyards(config, seats)


def _wrong_number(count: int, allowed: tuple[int, ...], what: str) -> str | None:
    return None if count in allowed else f"{what} has {' or '.join(map(str, allowed))} seats, not {count}"


def _wrong_boards(config: dict[str, Any], allowed: set[int], count: int) -> str | None:
    boards = config["duchies"]
    if isinstance(boards, str):  # drawn, or chosen later: the players say which they have
        return None
    if len(boards) != count or not set(boards) <= allowed:
        return f"duchies are {count} of {sorted(allowed)}, not {boards}"
    return None


def _vineyards(config: dict[str, Any], seats: int) -> str | None:
    """The two keys of the vineyards: boards by name, and the vines that leave the game."""
    boards, out = config.get("vineyards") or "random", config.get("vines_out")
    if "vineyards" not in config["modules"]:
        return None if boards == "random" and not out else "vineyards and vines_out belong to the module vineyards"
    if boards != "random" and (len(boards) != config["players"] or len(set(boards)) != len(boards)):
        return f"vineyards: as many boards as players, all different, not {boards}"
    if boards != "random" and not set(boards) <= {1, 2, 3, 4}:
        return f"vineyards: boards are 1 to 4, not {boards}"
    if out is not None and (not set(out) <= set(VINES) or len(set(out)) != 4 - seats or len(out) != 4 - seats):
        return f"vines_out: {4 - seats} different vines leave the game with {seats} seats, not {out}"
    return None
