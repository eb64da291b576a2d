"""Plots as SVG in HTML. Places along the width are percentages, so that a plot fills what room there is, on a phone
as on a desk, while letters stay as large as they are."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from ...safe import markup
from ..analysis.summary import Forest, Matrix, Plot, Slope, Stacked

ROW, GAP = 22, 10  # pixels
_CELL = 34


def draw(plot: Plot) -> str:
    """The figure, without its caption."""
    return _DRAWN[type(plot)](plot)


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers between two, some five of them."""
    span = high - low
    if not span > 0:
        return [low]
    step = 10 ** math.floor(math.log10(span / about))
    step *= next(f for f in (1, 2, 5, 10) if span / (step * f) <= about + 1)
    first = math.ceil(low / step)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def _limits(values: Sequence[float], zero: bool) -> tuple[float, float]:
    known = [value for value in values if math.isfinite(value)] + ([0.0] if zero else [])
    if not known:
        return 0.0, 1.0
    low, high = min(known), max(known)
    room = (high - low or 1.0) * 0.04
    return low - room, high + room


def _percent(value: float, low: float, high: float) -> str:
    return f"{100 * (value - low) / (high - low):.2f}%"


def _text(value: float) -> str:
    return f"{value:g}" if value == 0 or abs(value) >= 1e-9 else "0"


def _axis(low: float, high: float, height: int, unit: str, zero: bool = False) -> str:
    """Vertical lines with numbers below."""
    parts = []
    for tick in ticks(low, high):
        x = _percent(tick, low, high)
        kind = "zero" if zero and abs(tick) < 1e-9 else "grid"
        parts.append(f'<line class="{kind}" x1="{x}" x2="{x}" y1="0" y2="{height}"/>')
        parts.append(f'<text class="tick" x="{x}" y="{height + 15}">{_text(tick)}</text>')
    return "".join(parts) + f'<text class="unit" x="100%" y="{height + 31}">{markup(unit)}</text>'


def _beside(labels: str, svg: str) -> str:
    return f'<div class="plot"><div class="labels">{labels}</div>{svg}</div>'


def _svg(body: str, height: int, label: str) -> str:
    return f'<svg role="img" aria-label="{markup(label)}" height="{height}" width="100%">{body}</svg>'


def _legend(names: Sequence[str]) -> str:
    entries = "".join(f'<span><i class="f{k}"></i>{markup(name)}</span>' for k, name in enumerate(names))
    return f'<p class="legend">{entries}</p>'


def _forest(plot: Forest) -> str:
    names = list(dict.fromkeys(bar.name for bar in plot.bars))
    groups = list(dict.fromkeys(bar.group for bar in plot.bars))
    low, high = _limits([end for bar in plot.bars for end in (bar.low, bar.high, bar.mean)], plot.zero)
    thick = max(ROW, 10 * len(groups) + 6)
    height = thick * len(names)
    marks, labels = [], []
    for k, name in enumerate(names):
        labels.append(f'<div style="height:{thick}px;line-height:{thick}px">{markup(name)}</div>')
        for bar in (bar for bar in plot.bars if bar.name == name):
            if not math.isfinite(bar.mean):
                continue
            g = groups.index(bar.group)
            y = thick * k + thick / 2 + 10 * (g - (len(groups) - 1) / 2)
            told, ends = f"{name}, {bar.group}: {bar.mean:.1f}", ""
            if math.isfinite(bar.low):
                told += f" ({bar.low:.1f} to {bar.high:.1f})"
                a, b = _percent(bar.low, low, high), _percent(bar.high, low, high)
                ends = f'<line class="s{g}" x1="{a}" x2="{b}" y1="{y}" y2="{y}"/>'
            dot = f'<circle class="f{g}" cx="{_percent(bar.mean, low, high)}" cy="{y}" r="4"/>'
            marks.append(f"<g><title>{markup(told)}</title>{ends}{dot}</g>")
    lines = "".join(
        f'<line class="row" x1="0" x2="100%" y1="{thick * k}" y2="{thick * k}"/>' for k in range(1, len(names))
    )
    body = lines + _axis(low, high, height, plot.unit, plot.zero) + "".join(marks)
    legend = _legend(groups) if len(groups) > 1 else ""
    return legend + _beside("".join(labels), _svg(body, height + 36, plot.title))


def _stacked(plot: Stacked) -> str:
    most = max((sum(max(v, 0.0) for v in values if math.isfinite(v)) for _, values in plot.rows), default=1.0) or 1.0
    thick = ROW + 2
    height = thick * len(plot.rows)
    marks, labels = [], []
    for k, (name, values) in enumerate(plot.rows):
        labels.append(f'<div style="height:{thick}px;line-height:{thick}px">{markup(name)}</div>')
        x = 0.0
        for part, value in enumerate(values):
            if not (math.isfinite(value) and value > 0):
                continue
            told = f"{name}, {plot.parts[part]}: {value:.1f}"
            rect = (
                f'<rect class="f{part} edge" x="{100 * x / most:.2f}%" width="{100 * value / most:.2f}%" '
                f'y="{thick * k + 2}" height="{thick - 4}"/>'
            )
            number = ""
            if value / most > 0.07:
                at = f'x="{100 * (x + value / 2) / most:.2f}%" y="{thick * k + thick / 2 + 4}"'
                number = f'<text class="inside" {at}>{value:.0f}</text>'
            marks.append(f"<g><title>{markup(told)}</title>{rect}{number}</g>")
            x += value
    body = _axis(0.0, most, height, plot.unit) + "".join(marks)
    return _legend(plot.parts) + _beside("".join(labels), _svg(body, height + 36, plot.title))


def _slope(plot: Slope) -> str:
    """A line for each thing, its name at the right end; names that would cover each other are moved apart."""
    values = [v for _, line in plot.lines for v in line]
    low, high = _limits(values, zero=True)
    height = max(220, 16 * len(plot.lines) + 30)
    known = [(name, line) for name, line in plot.lines if all(map(math.isfinite, line))]

    def y(value: float) -> float:
        return 14 + (height - 28) * (high - value) / (high - low)

    n = len(plot.agents)
    marks = []
    for name, line in known:
        points = [(100 * (i + 0.5) / n, y(v)) for i, v in enumerate(line)]
        segments = "".join(
            f'<line class="slope" x1="{a[0]:.2f}%" y1="{a[1]:.1f}" x2="{b[0]:.2f}%" y2="{b[1]:.1f}"/>'
            for a, b in pairwise(points)
        )
        dots = "".join(f'<circle class="f0" cx="{px:.2f}%" cy="{py:.1f}" r="3"/>' for px, py in points)
        told = f"{name}: {', '.join(f'{v:.1f}' for v in line)}"
        marks.append(f'<g class="line"><title>{markup(told)}</title>{segments}{dots}</g>')
    agents = "".join(
        f'<text class="tick" x="{100 * (i + 0.5) / n:.2f}%" y="{height + 16}">{markup(agent)}</text>'
        for i, agent in enumerate(plot.agents)
    )
    grid = "".join(
        f'<line class="{"zero" if abs(t) < 1e-9 else "grid"}" x1="0" x2="100%" y1="{y(t):.1f}" y2="{y(t):.1f}"/>'
        f'<text class="tick left" x="0" y="{y(t) - 3:.1f}">{_text(t)}</text>'
        for t in ticks(low, high)
    )
    places = _apart([(y(line[-1]), name) for name, line in known], 15, height)
    names = "".join(f'<text x="4" y="{place + 4:.1f}">{markup(name)}</text>' for place, name in places)
    width = min(200, 8 * max((len(name) for name, _ in known), default=1) + 8)
    right = f'<svg aria-hidden="true" class="names" width="{width}" height="{height + 24}">{names}</svg>'
    return f'<div class="plot">{_svg(grid + "".join(marks) + agents, height + 24, plot.title)}{right}</div>'


def _apart(wanted: Sequence[tuple[float, str]], room: float, height: float) -> list[tuple[float, str]]:
    """Places as near to those wanted as there is room for."""
    placed = sorted(wanted)
    out: list[float] = []
    for place, _ in placed:
        out.append(max(place, out[-1] + room) if out else place)
    over = out[-1] - height if out else 0
    if over > 0:
        for k in range(len(out) - 1, -1, -1):
            out[k] = min(out[k], height - room * (len(out) - 1 - k))
    return [(place, name) for place, (_, name) in zip(out, placed, strict=True)]


def _matrix(plot: Matrix) -> str:
    n = len(plot.names)
    left = 12 + 8 * max((len(name) for name in plot.names), default=1)
    parts = []
    for k, name in enumerate(plot.names):
        parts.append(f'<text class="tick" x="{left + _CELL * k + _CELL / 2}" y="14">{markup(name)}</text>')
        parts.append(f'<text class="name end" x="{left - 6}" y="{20 + _CELL * k + 21}">{markup(name)}</text>')
        for m, value in enumerate(plot.values[k]):
            if not math.isfinite(value):
                continue
            # The further from even the stronger the colour; which colour says who.
            kind, share = ("f0", value - 50) if value >= 50 else ("f1", 50 - value)
            told = f"{name} before {plot.names[m]}: {value:.0f} %"
            x, y = left + _CELL * m, 20 + _CELL * k
            parts.append(
                f'<g><title>{markup(told)}</title><rect class="{kind}" fill-opacity="{0.04 + share / 50 * 0.7:.2f}" '
                f'x="{x + 1}" y="{y + 1}" width="{_CELL - 2}" height="{_CELL - 2}" rx="2"/>'
                f'<text class="cell" x="{x + _CELL / 2}" y="{y + 21}">{value:.0f}</text></g>'
            )
    width, height = left + _CELL * n + 2, 22 + _CELL * n
    return (
        f'<div class="scroll"><svg role="img" aria-label="{markup(plot.title)}" width="{width}" height="{height}">'
        f"{''.join(parts)}</svg></div>"
    )


_DRAWN: dict[type, Callable[..., str]] = {Forest: _forest, Stacked: _stacked, Slope: _slope, Matrix: _matrix}
