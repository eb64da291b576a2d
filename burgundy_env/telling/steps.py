"""The Châteauma's steps in words, so that a person with the box can follow its turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Step = Mapping[str, Any]


def sentence(step: Step) -> str:
    """A step, as events have it, in words: what the Châteauma does."""
    return _SENTENCES[step["step"]](step)


def _uses_inventory(step: Step) -> str:
    why = f"by the {_tile(step['by'])}" if "by" in step else "finds no tile it needs in any depot and"
    return f"{why} places the {_tile(step['tile'])} of its inventory on {_space(step)}"


def _ships(step: Step) -> str:
    goods = (
        f"takes {step['tiles']} goods from depot {step['depot']}" if step["tiles"] else "finds no goods in any depot"
    )
    return f"{goods} for the ship, and its marker moves up"


_SENTENCES: dict[str, Callable[[Step], str]] = {
    "takes": lambda step: f"takes the {_tile(step['tile'])} of {_depot(step)} and places it on {_space(step)}",
    "uses_inventory": _uses_inventory,
    "uses_joker": lambda step: (
        "finds no tile it needs in any depot and places a joker "
        f"(a {_tile(step['tile'])}) face down on {_space(step)}"
    ),
    "takes_joker": lambda step: (
        f"finds no tile it needs and has no joker: the {_tile(step['tile'])} of {_black(step)} becomes one"
    ),
    "finds_nothing": lambda step: (
        f"finds no tile it needs, has no joker, and the black depot is empty: it gets {step['silver']} silver"
    ),
    "sells": lambda step: f"sells its {step['tiles']} goods of type {step['goods']} for 1 silver and {step['vp']} VP",
    "has_nothing_to_sell": lambda step: "would sell goods but has none",
    "gets_silver": lambda step: f"gets {step['silver']} silver for the {_tile(step['by'])}",
    "gets_vp": lambda step: f"gets {step['vp']} VP for the {_tile(step['by'])}",
    "fetches": lambda step: (
        f"puts the {_tile(step['tile'])} of {_depot(step)} into its inventory, by the {_tile(step['by'])}"
    ),
    "fetches_nothing": lambda step: f"finds nothing to do for the {_tile(step['by'])}",
    "ships": _ships,
    "finishes": lambda step: f"finishes its {_card(step)}: {step['vp']} VP; its tiles go to the duchy",
    "plays_again": lambda step: (
        "has covered an extra-turn space and chooses and places once more, from the white die's depot"
    ),
    "wins_bonus": lambda step: f"has covered all {step['colour']} spaces: {step['size']} bonus tile, {step['vp']} VP",
    "buys": lambda step: f"pays 2 silver for the {_tile(step['tile'])} of {_black(step)}, into its inventory",
    "mines": lambda step: f"gets {step['silver']} silver for its mines at the end of the phase",
    "links_posts": lambda step: f"has finished its second card with a border post: {step['vp']} VP",
    "wins_post": lambda step: (
        f"has finished its third card with a border post: {step['size']} post tile, {step['vp']} VP"
    ),
    "gets_route_vp": lambda step: f"gets {step['vp']} VP more for the sale, as there are trade routes",
}


def _tile(name: str) -> str:
    from ..render.words import spoken

    return spoken(name)


def _depot(step: Step) -> str:
    return f"depot {step['from'].partition('.')[0]}"


def _black(step: Step) -> str:
    return f"black-depot slot {step['from'].removeprefix('b')}"


def _space(step: Step) -> str:
    return f"space {step['space']} of its {_card(step)}"


def _card(step: Step) -> str:
    return f"{step['side']} card (county card {step['card']})"
