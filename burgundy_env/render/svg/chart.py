"""A chart of the points: a bar for each seat, made of the sources they came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...safe import markup
from ...telling.pending import capital
from ...telling.scores import by_group, groups
from ...telling.seats import team_name
from ..fonts import FONTS, face, width_of
from .marks import group, num, rect, text
from .palette import source_looks, style

if TYPE_CHECKING:
    from ...game import Game

_WIDTH, _BAR, _STEP, _LEFT = 900, 34, 50, 150


def points_chart(game: Game, names: Sequence[str] = (), theme: str = "light", width: int = _WIDTH) -> str:
    """What everybody would have were the game to end now, and from where, as SVG.

    >>> from burgundy_env import Game
    >>> points_chart(Game.new(seed=7), names=["Anna", "Ben"])[:4]
    '<svg'
    """
    scores = game.scores()
    bars = [by_group(score) for score in scores]
    labels = [_name(score, names, game.config.players) for score in scores]
    totals = {source: sum(bar.get(source, 0) for bar in bars) for bar in bars for source in bar}
    sources = [label for label in groups().values() if label in totals]
    # What was taken away, as by a target reached alone, is told but has no part of a bar.
    unit = (_WIDTH - _LEFT - 70) / max(1, *(sum(max(0, points) for points in bar.values()) for bar in bars))
    marks = [
        group(0, 20 + seat * _STEP, _bar(label, bar, sources, unit, score["total"]))
        for seat, (label, bar, score) in enumerate(zip(labels, bars, scores, strict=True))
    ]
    legend, height = _legend(sources, 36 + len(scores) * _STEP)
    told = "; ".join(
        f"{label} {score['total']} points: "
        + ", ".join(f"{source} {bar[source]}" for source in sources if source in bar)
        for label, bar, score in zip(labels, bars, scores, strict=True)
    )
    scope = f"burgundy-chart-{theme}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{num(height * width / _WIDTH)}" '
        f'viewBox="0 0 {_WIDTH} {num(height)}" style="max-width:100%;height:auto" class="{scope}" role="img" '
        f'aria-label="{markup(told)}" font-family="{FONTS}">'
        f"<style>{face()}{style(theme, scope)}{_fills(scope)}</style>"
        f"{rect(0, 0, _WIDTH, height, 'panel')}{''.join(marks)}{legend}</svg>"
    )


def _name(score: Mapping[str, Any], names: Sequence[str], players: int) -> str:
    if "team" in score:
        return capital(team_name(score["team"], names))
    seat: int = score["seat"]
    if seat == players:
        return "Châteauma"
    return names[seat] if seat < len(names) else f"Seat {seat}"


def _bar(label: str, bar: dict[str, int], sources: Sequence[str], unit: float, total: int) -> str:
    marks = [text(_LEFT - 12, _BAR / 2, label, min(16, 16 * (_LEFT - 20) / width_of(label, 16)), anchor="end")]
    x = float(_LEFT)
    for source in sources:
        wide = max(0, bar.get(source, 0)) * unit
        if wide:
            number = text(wide / 2, _BAR / 2, bar[source], 13, f"ink-{_class(source)}") if wide > 20 else ""
            segment = rect(0, 0, wide, _BAR, _class(source))
            marks.append(group(x, 0, segment, number, title=f"{source}: {bar[source]}"))
            x += wide
    marks.append(text(x + 10, _BAR / 2, total, 20, anchor="start", bold=True))
    return "".join(marks)


def _legend(sources: Sequence[str], y: float) -> tuple[str, float]:
    """The sources in rows, and where they end."""
    marks, x = [], 24.0
    for source in sources:
        wide = 34 + width_of(source, 14)
        if x + wide > _WIDTH - 16:
            x, y = 24.0, y + 26
        marks.append(group(x, y, rect(0, -8, 16, 16, _class(source), 3), text(23, 0, source, 14, anchor="start")))
        x += wide + 8
    return "".join(marks), y + 26


def _class(source: str) -> str:
    """The class of a source, by what it is called."""
    return f"source-{source.replace(' ', '-')}"


def _fills(scope: str) -> str:
    looks = source_looks()
    return "".join(
        f".{scope} .{_class(label)}{{fill:{looks[group][0]}}}.{scope} .ink-{_class(label)}{{fill:{looks[group][1]}}}"
        for group, label in groups().items()
    )
