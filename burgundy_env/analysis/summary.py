"""What a review comes to: choices, luck and what is left of every seat, its dearest mistakes, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..records import Record
from .review import DRAWN, Entry

SOUND = 1.0  # VP: a choice that costs less is as good as the best
DEAREST = 10  # mistakes that are told of a seat
SURE = 2.0  # standard errors by which a mistake must stand out
TO_COME, OTHERS = "to_come", "others"  # beside the sources of points, in what a mistake is made of


def summarise(record: Record, entries: Sequence[Entry]) -> dict[str, Any]:
    """The figures of a review, as JSON has them."""
    judged = [entry for entry in entries if "cost" in entry]
    players = record.config.players
    return {
        "players": list(record.players),
        "over": bool(judged) and "final" in judged[-1],
        "seats": [_seat(seat, judged, record.config.seats) for seat in range(players)],
        "mistakes": [mistakes(judged, seat)[:DEAREST] for seat in range(players)],
        "accuracy": [accuracy(judged, seat) for seat in range(players)],
    }


def _seat(seat: int, judged: Sequence[Entry], seats: int) -> dict[str, Any]:
    """Where the lead of a seat at the end comes from; the parts add up to it."""
    if not judged:
        return {}
    start = judged[0]["before"][seat]
    end = ended(judged[-1])[seat]
    choices, choices_error, lost = np.zeros(seats), 0.0, 0.0
    luck: dict[str, float] = {}
    error: dict[str, float] = {}
    for entry in judged:
        choices[entry["seat"]] += entry["choice"][seat]
        if entry["seat"] == seat:
            choices_error += entry["cost"]["error"] ** 2
            lost += entry["cost"]["win"]
        for name, found in entry["luck"].get("by", {}).items():
            luck[name] = luck.get(name, 0.0) + found["vp"][seat]
            error[name] = error.get(name, 0.0) + found["error"][seat] ** 2
    own = float(choices[seat])
    told = start + float(choices.sum()) + sum(luck.values())
    return {
        "seat": seat,
        "start": round(start, 2),
        "choices": round(own, 2),
        "choices_error": round(choices_error**0.5, 2),
        "win_lost": round(lost, 4),
        "others_choices": round(float(choices.sum()) - own, 2),
        "dice": round(luck.get(str(seat), 0.0), 2),
        "dice_error": round(error.get(str(seat), 0.0) ** 0.5, 2),
        "others_dice": round(sum(luck.values()) - luck.get(str(seat), 0.0) - luck.get(DRAWN, 0.0), 2),
        "drawn": round(luck.get(DRAWN, 0.0), 2),
        "drawn_error": round(error.get(DRAWN, 0.0) ** 0.5, 2),
        "left": round(end - told, 2),
        "final": round(end, 2),
    }


def ended(entry: Entry) -> list[float]:
    """The leads after a turn: the real ones after the last of a game, else what is expected with what is known
    then."""
    leads: list[float] = entry["final"] if "final" in entry else entry["luck"].get("known", entry["after"])
    return leads


def is_mistake(entry: Entry) -> bool:
    """Whether the choice was worse than the best line by more than the futures may err."""
    if "cost" not in entry or entry["better"] == entry["taken"]:
        return False
    cost = entry["cost"]
    return bool(cost["vp"] >= SOUND and cost["vp"] > SURE * cost["error"])


def mistakes(entries: Sequence[Entry], seat: int | None = None) -> list[dict[str, Any]]:
    """The mistakes of a seat, or of all, the dearest first."""
    made = [entry for entry in entries if is_mistake(entry) and seat in (None, entry["seat"])]
    made.sort(key=lambda entry: (-entry["cost"]["vp"], entry["number"]))
    return [_mistake(entry) for entry in made]


def _mistake(entry: Entry) -> dict[str, Any]:
    better, taken = entry["lines"][entry["better"]], entry["lines"][entry["taken"]]
    return {
        **{key: entry[key] for key in ("number", "first", "seat", "phase", "round", "played", "cost")},
        "better": better["turn"],
        "why": why(better, taken, entry["seat"]),
    }


def why(better: dict[str, Any], taken: dict[str, Any], seat: int) -> dict[str, float]:
    """By which points one line is better than another: by source, what is still to come, and what others make less.

    They add up to the difference of what is expected.
    """
    names = dict.fromkeys([*better["points"], *taken["points"]])
    found = {name: better["points"].get(name, 0.0) - taken["points"].get(name, 0.0) for name in names}
    found[TO_COME] = better["to_come"] - taken["to_come"]
    own = better["vp"][seat] - taken["vp"][seat]
    found[OTHERS] = better["margin"] - taken["margin"] - own
    return {name: round(points, 2) for name, points in found.items() if abs(points) >= 0.05}


def accuracy(entries: Sequence[Entry], seat: int) -> dict[str, dict[str, float]]:
    """How well a seat chose, by phase and in all: turns, what they cost, and the share of those as good as the
    best."""
    found: dict[str, dict[str, float]] = {}
    own = [entry for entry in entries if entry["seat"] == seat and "cost" in entry]
    for phase in (*dict.fromkeys(entry["phase"] for entry in own), "all"):
        costs = [entry["cost"]["vp"] for entry in own if phase in ("all", entry["phase"])]
        if costs:
            found[phase] = {
                "turns": len(costs),
                "cost": round(float(np.sum(costs)), 2),
                "sound": round(float(np.mean(np.array(costs) < SOUND)), 4),
            }
    return found
