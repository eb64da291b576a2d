"""Whatever the descriptors name has its words, in the file of its module; no template is left over or open."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

import burgundy_env
from burgundy_env.modules import ACTIONS, BONUS_TILES, CHANCE, DESCRIPTORS, PENDING, SCORES, STEPS, TILES, owner
from burgundy_env.modules.shields import SHIELD_NAMES, STRAIGHT_FROM
from burgundy_env.modules.sizes import CHANNELS, COLOURS
from burgundy_env.modules.solo import AFTER_STEPS
from burgundy_env.modules.team import STOW
from burgundy_env.modules.trade_routes import ROUTE_BONUSES
from burgundy_env.modules.vineyards import BONUSES, PLACES, VINES
from burgundy_env.telling.facts import FACTS
from burgundy_env.telling.language import LANGUAGE, templates
from burgundy_env.telling.log import COUNTED
from burgundy_env.telling.tiles import code, colour_of, effect, spoken

WORDS = templates()
TILE_NAMES = [tile.name for tile in TILES]
PACKAGE = Path(burgundy_env.__file__).parent
# What asks for words; the languages themselves ask for nothing.
ASKING = "".join(
    path.read_text() for path in sorted(PACKAGE.rglob("*.py")) if PACKAGE / "telling" / LANGUAGE not in path.parents
)


def sentence_of(block: str) -> str:
    """The key of an action's sentence."""
    first, _, verb = block.partition("_")
    return f"explain.{verb if first in CHANNELS else block}"


# What has to be said: its key (or one of its keys), what the descriptors call it, and where.
NEEDED = [
    *((f"tile.{name}", "tiles", name, "name") for name in TILE_NAMES),
    *((f"tile.{name}.code", "tiles", name, "name") for name in TILE_NAMES),
    *((sentence_of(block.name), "actions", block.name, "name") for block in ACTIONS),
    *((f"pending.{pending.kind}", "pending", pending.kind, "kind") for pending in PENDING),
    *((f"chance.{chance.kind}", "chance", chance.kind, "kind") for chance in CHANCE if chance.kind != "white_die"),
    ("chance.white_die.each", "chance", "white_die", "kind"),
    *((f"step.{step.kind}", "steps", step.kind, "kind") for step in STEPS),
    *((f"score.{score.name}", "scores", score.name, "name") for score in SCORES if score.name not in TILE_NAMES),
]


@pytest.mark.parametrize(("key", "what", "name", "attribute"), NEEDED, ids=[need[0] for need in NEEDED])
def test_it_has_words_in_the_file_of_its_module(key: str, what: str, name: str, attribute: str) -> None:
    module = owner(what, name, attribute).key
    assert key in import_module(f"burgundy_env.telling.english.{module}").WORDS


def test_codes_are_short_and_no_two_alike() -> None:
    codes = [code(name) for name in TILE_NAMES]
    assert len(set(codes)) == len(codes)
    assert all(1 <= len(code) <= 4 for code in codes)


def test_tiles_say_what_they_do_unless_their_name_does() -> None:
    for tile in TILES:
        assert bool(effect(tile.name)) != (tile.species not in (None, "geese"))
        assert colour_of(tile.name) == tile.colour
    assert [effect(name) == effect(name, "alea_2011") for name in ("m6", "m15", "m26", "m25")] == [
        *(False, False, False),
        True,
    ]


def test_what_nobody_knows_is_called_by_its_name() -> None:
    assert (spoken("new_kind"), code("new_kind"), effect("new_kind")) == ("new kind", "NEW_", "")


def test_no_template_is_left_over() -> None:
    """Each is that of a thing of the descriptors, or asked for by name."""
    families = {
        *(key for key, *_ in NEEDED),
        *(
            f"tile.{name}.{more}"
            for name in TILE_NAMES
            for more in ("one", "short", "effect", "effect.alea_2011", "placing")
        ),
        *(f"button.{block.name}" for block in ACTIONS),
        *(f"stage.{stage}" for module in DESCRIPTORS for stage in module.stages),
        *(f"chance.{chance.kind}.each{shared}" for chance in CHANCE for shared in ("", ".shared")),
        *(f"step.{step.kind}.without_{fact.key}" for step in STEPS for fact in step.facts),
        *(f"colour.{colour}" for colour in COLOURS),
        *(f"colour.{colour}.{more}" for colour in COLOURS for more in ("letter", "one")),
        *(f"placing.{colour}" for colour in COLOURS),
        *(f"bonus.{kind}" for kind in BONUS_TILES),
        *(f"size.{size}" for size in ("large", "small")),
        *(f"side.{side}" for side in ("left", "right")),
        *(f"channel.{channel}" for channel in CHANNELS),
        *(f"after.{step}" for step in AFTER_STEPS),
        *(f"route.bonus.{bonus}" for bonus in ROUTE_BONUSES),
        *(f"shield.{number}" for number in SHIELD_NAMES),
        *(f"source.{source}" for source in STRAIGHT_FROM),
        *(f"vine.{vine}" for vine in VINES),
        *(f"vine.{vine}.code" for vine in VINES),
        *(f"yard.{bonus}" for bonus in BONUSES),
        *(f"place.{place}" for place in PLACES),
        "explain.plant.several",
        *(f"{what}{where}" for what in ("stow.", "button.stow_") for where in STOW),
        *(f"decided_by.{how}" for how in ("empty_hexes", "turn_order", "chateauma")),
        "score.left_over",
        *(f"game.{ruleset}" for ruleset in ("special_edition", "alea_2011")),
        *(f"game.duchies.{way}" for way in ("random", "sides")),
        *(f"verdict.rounds.{result}" for result in ("won", "lost")),
        "explain.place.several",
        *(f"points.{score.name}" for score in SCORES),
        *(f"species.{name.rstrip('234')}" for name in TILE_NAMES if colour_of(name) == "livestock"),
        *(f"by.effect.{pending.kind}" for pending in PENDING),
        *(f"by.effect.take.{colour}" for colour in (*COLOURS, "any")),
        *(f"changes.{key}" for key in COUNTED),
    }
    assert [key for key in WORDS if key not in families and f'"{key}"' not in ASKING] == []


def test_every_stage_before_the_first_turn_has_words() -> None:
    stages = {stage for module in DESCRIPTORS for stage in module.stages} - {"turn", "over"}
    assert {f"stage.{stage}" for stage in stages} <= WORDS.keys()


def test_the_fields_of_templates_are_filled() -> None:
    """Those whose facts come from tables; the others are filled where they are asked for."""
    filled = {f"pending.{pending.kind}": {argument.key for argument in pending.arguments} for pending in PENDING}
    filled |= {f"step.{step.kind}": {fact.key for fact in step.facts} | {"on", "side"} for step in STEPS}
    for key, template in WORDS.items():
        fields = {re.split(r"[.\[]", field)[0] for _, field, _, _ in Formatter().parse(template) if field is not None}
        if key.startswith("explain."):
            assert fields <= FACTS.keys(), key
        elif key.startswith("chance."):
            assert fields <= ({"place", "results"} if ".each" in key else {"count", "results", "each", "seat"})
        elif key.startswith(("pending.", "step.")) and key != "step.on":
            assert fields <= filled[re.sub(r"\.without_\w+", "", key)], key
        elif key.startswith(("tile.", "score.", "colour.", "stage.")) and key != "score.of_tile":
            assert not fields, key


def test_every_fact_is_asked_for() -> None:
    made = [template for key, template in WORDS.items() if key.startswith(("explain.", "points."))]
    asked = {field for template in made for _, field, _, _ in Formatter().parse(template)}
    assert FACTS.keys() <= asked


def test_help_need_not_wait_for_numpy() -> None:
    import subprocess
    import sys

    told = "import burgundy_env.telling.chance, burgundy_env.telling.scores, sys; print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True).stdout == "False\n"
