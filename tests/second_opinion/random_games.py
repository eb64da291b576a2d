"""Random games of the second opinion beside themselves, and what must always hold in them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from .games import dealer, model_of


def is_single(tile: str | None) -> bool:
    return tile is not None and "+" not in tile


def owners(doc: dict) -> list[dict]:
    """Those who have a duchy: players, or teams."""
    return doc.get("teams", doc["players"])


def waiting_tiles(doc: dict) -> Iterator[str]:
    """Tiles that are on their way, while a player decides what becomes of them."""
    for entry in doc["pending"]:
        if entry["kind"] == "discard":
            yield entry["for"]
        elif entry["kind"] in ("set", "stow"):
            yield entry["tile"]
        elif entry["kind"] == "pay":
            yield "black"


def tiles_in_play(doc: dict) -> int:
    """Hex tiles that have not left the game, those to come included; double tiles are counted by themselves."""
    hidden = doc["hidden"]
    tiles = [tile for holder in (*doc["players"], *doc.get("teams", [])) for tile in holder["storage"]]
    tiles += [tile for owner in owners(doc) for tile in owner["placed"].values()]
    tiles += [tile for depot in doc["depots"].values() for tile in depot["tiles"]]
    tiles += [*doc["black_depot"], *waiting_tiles(doc)]
    if "chateauma" in doc:
        auto = doc["chateauma"]
        tiles += [
            *auto["jokers"],
            *(t for pile in (*auto["inventory"].values(), *auto["duchy"].values()) for t in pile),
        ]
        tiles += [tile for card in auto["cards"] for tile in card["tiles"]]
    inns = 0
    if "inns" in doc:
        begun = 0 if doc["stage"] in ("routes", "start") else 1 + "ABCDE".index(doc["phase"])
        inns = doc["inns"] + 5 - begun
    coming = sum(sum(counts.values()) for counts in hidden["supply"].values()) + sum(hidden["black"].values())
    return sum(map(is_single, tiles)) + coming + inns + doc.get("set_aside", 0)


def goods_in_play(doc: dict) -> int:
    """Goods tiles in the game, sold ones included."""
    seats = [*owners(doc), *([doc["chateauma"]] if "chateauma" in doc else [])]
    counts = [seat[pile] for seat in seats for pile in ("goods", "sold")]
    counts += [depot["goods"] for depot in doc["depots"].values()] + [doc["hidden"]["goods"]]
    laid = sum(len(player.get("route_goods", [])) for player in doc["players"])
    return sum(sum(c.values()) for c in counts) + len(doc["round_goods"]) + laid


def doubles_in_play(doc: dict) -> Counter:
    """Double tiles by the two vines they show, however they lie."""
    if "vineyards" not in doc:
        return Counter()
    yard = doc["vineyards"]
    tiles: list[str | None] = [*yard["depot"], *yard["store"], *waiting_tiles(doc)]
    tiles += doc.get("chateauma", {}).get("doubles", [])
    for player in doc["players"]:
        tiles += [*player["storage"], *player["vineyard"]["placed"].values()]
    names = ["+".join(sorted(tile.split("+"))) for tile in tiles if tile and "+" in tile]
    bag = {"+".join(sorted(name.split("+"))): count for name, count in doc["hidden"]["doubles"].items()}
    return Counter(names) + Counter(bag)


def vine_bonuses(doc: dict) -> int:
    counts = [doc["vineyards"]["reserve"], *(player["vineyard"]["bonus"] for player in doc["players"])]
    return sum(sum(count.values()) for count in counts)


def shields_in_play(doc: dict) -> list[int]:
    found = [shield for ids in doc["shields"].values() for shield in ids]
    found += [shield for player in doc["players"] for shield in player["shields"].values()]
    found += doc.get("chateauma", {}).get("shields", [])
    return sorted(found + [entry["id"] for entry in doc["pending"] if entry["kind"] == "shield"])


def filled(storage: list[str]) -> int:
    return sum(2 if "+" in tile else 1 for tile in storage)


def lively(actions: list[str], rng: random.Random) -> str:
    """Mostly place tiles and seldom take workers or lose shields, so that many effects come up."""
    wanted = [a for a in actions if "workers" not in a and a not in ("skip", "end", "hire", "lose")]
    placing = [a for a in wanted if any(word in a for word in ("place", "pick", "plant", "shield"))]
    pool = placing if placing and rng.random() < 0.6 else wanted or actions
    return rng.choice(pool if rng.random() < 0.9 else actions)


def play_at_random(doc: dict, rng: random.Random, seen: Counter | None = None) -> Any:
    """A whole game, played twice in parallel and checked after every action; the table at the end."""
    model = model_of(doc["config"])
    made, told = dealer(doc, rng), model.from_json(doc)
    while made.stage != "over":
        actions = made.legal()
        assert actions
        assert len(actions) == len(set(actions))
        made.log = []
        action = lively(actions, rng)
        made.push(action, [])
        told.push(action, made.log)
        before, doc = doc, told.to_json()
        assert doc == made.to_json()
        again = model.from_json(json.loads(json.dumps(doc)))
        assert again.to_json() == doc
        assert again.legal() == told.legal()
        check_step(before, action, doc)
        if seen is not None:
            seen[" ".join(word for word in action.split() if word.isalpha())] += 1
            seen.update(entry["kind"] for entry in doc["pending"][-1:])
    assert told.legal() == []
    assert told.active is None
    for score in told.scores():
        parts = {key: value for key, value in score.items() if key != "total"}
        if "solo" not in doc["config"]["modules"]:
            assert score["total"] == sum(sum(p.values()) if isinstance(p, dict) else p for p in parts.values())
    return told


def check_step(before: dict, action: str, after: dict) -> None:
    """Nothing comes from nowhere; tiles leave by a discard, with a phase, or in the solo game."""
    solo = "solo" in after["config"]["modules"]
    leaving = solo or action.startswith("discard") or after["phase"] != before["phase"]
    check_amount(tiles_in_play(before), tiles_in_play(after), leaving)
    check_amount(goods_in_play(before), goods_in_play(after), solo)
    gone = doubles_in_play(before)
    gone.subtract(doubles_in_play(after))
    assert all(count == 0 or (leaving and count > 0) for count in gone.values())
    if "vineyards" in after:
        assert vine_bonuses(after) == vine_bonuses(before)
    if "shields" in after:
        check_shields(before, action, after)
    for owner in owners(after):
        assert min(owner["workers"], owner["silver"], owner["vp"]) >= 0
        assert len(owner["goods"]) <= (6 if solo else 3)
        assert not solo or (5 <= owner["target"] and owner["vp"] < owner["target"])
    for old, player in zip(before["players"], after["players"], strict=True):
        spaces = 2 if "team" in after["config"]["modules"] else 3
        unlimited = 4 in player.get("shields", {}).values()
        assert filled(player["storage"]) <= spaces or unlimited or filled(player["storage"]) <= filled(old["storage"])
    for team in after.get("teams", []):
        assert len(team["storage"]) <= 2


def check_amount(before: int, after: int, leaving: bool) -> None:
    assert after == before or (leaving and after < before), f"{before} tiles, then {after}"


def check_shields(before: dict, action: str, after: dict) -> None:
    """Each is there once, on castles only; they leave by being replaced or by upkeep."""
    old, new = shields_in_play(before), shields_in_play(after)
    assert len(new) == len(set(new))
    assert set(new) <= set(old)
    assert new == old or action == "lose" or action.startswith("shield h")
    for player in after["players"]:
        assert all(player["placed"].get(h) == "castle" for h in player["shields"])
        assert 6 in player["shields"].values() or "copied" not in player
