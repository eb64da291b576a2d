"""The tables of a tournament as text, Markdown or LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..modules import SCORE_GROUPS
from ..safe import line, lines

Summary = Mapping[str, Any]
_NOTHING = "-"


@dataclass(frozen=True)
class Table:
    """A table whose first columns are texts and the others numbers."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    texts: int = 1  # columns of text


def report(summary: Summary, style: str = "text") -> str:
    """All tables, in `text`, `markdown` or `latex`."""
    draw = STYLES[style]
    # Numbers in place of names where entrants head columns: names may be long.
    tables = [_strengths(summary), _points(summary)]
    if summary["pairs"] and len(summary["agents"]) > 1:
        tables.append(_matrix(summary))
    heading, notes = _heading(summary), _notes(summary)
    if style == "latex":  # where they would be set as text
        heading, notes = (f"% {text}".replace("\n", "\n% ") for text in (heading, notes))
    return "\n\n".join([lines(heading), *(draw(_shown(table)) for table in tables), notes]) + "\n"


def _shown(table: Table) -> Table:
    """Names of agents may have been written by anybody."""
    return replace(
        table, rows=tuple(tuple(map(line, row)) for row in table.rows), heads=tuple(map(line, table.heads))
    )


# --- what stands in the tables ------------------------------------------------------------------------


def _heading(summary: Summary) -> str:
    games = summary["games"]
    ups = summary["match_ups"]
    done = (
        f"{games['played']:,} of {games['planned']:,}"
        if games["played"] < games["planned"]
        else f"{games['played']:,}"
    )
    lines = [
        f"The Castles of Burgundy: {summary['config_text']}",
        f"{extent(done, games['planned'], ups)}, seed {summary['seed']}, "
        f"burgundy-env {summary['version']}, data {summary['data']}",
    ]
    for what, sentence in (
        ("failed", "failed and are not counted"),
        ("forfeited", "were lost by an agent's failure; their points are not counted"),
    ):
        if games[what]:
            lines.append(f"{games[what]:,} of them {sentence}")
    return "\n".join(lines)


def extent(done: str, planned: int, match_ups: int) -> str:
    """`30 games in 3 match-ups`."""
    return f"{done} game{'' if planned == 1 else 's'} in {match_ups} match-up{'' if match_ups == 1 else 's'}"


def _strengths(summary: Summary) -> Table:
    heads = ("", "agent", "games", "wins %", "95% interval", "VP", "95% interval", "rating", "+-", "decisions/s")
    rows = []
    for i, agent in enumerate(summary["agents"], 1):
        rating = agent["rating"]
        rows.append(
            (
                str(i),
                agent["name"],
                f"{agent['games']:,}",
                _percent(agent["win_rate"]),
                _interval(agent["win_rate_interval"], _percent) if agent["games"] else _NOTHING,
                _number(agent["vp"]),
                _interval(agent["vp_interval"], _number),
                _number(rating and rating["mu"], 2),
                _number(rating and 1.96 * rating["sigma"], 2),
                _rate(agent["decisions_per_second"]),
            )
        )
    return Table("Strength", heads, tuple(rows), texts=2)


def _points(summary: Summary) -> Table:
    groups = [group for group in SCORE_GROUPS if any(agent["points"][group] for agent in summary["agents"])]
    rows = tuple(
        (str(i), agent["name"], *(_number(agent["points"][group]) for group in groups), _number(agent["vp"]))
        for i, agent in enumerate(summary["agents"], 1)
    )
    return Table("Where the points came from (mean VP per game)", ("", "agent", *groups, "total"), rows, texts=2)


def _matrix(summary: Summary) -> Table:
    cells: dict[tuple[str, str], tuple[float, float, float]] = {}
    for pair in summary["pairs"]:
        share, (low, high) = pair["rate"], pair["interval"]
        cells[pair["first"], pair["second"]] = share, low, high
        cells[pair["second"], pair["first"]] = 1 - share, 1 - high, 1 - low
    names = [agent["name"] for agent in summary["agents"]]
    rows = tuple(
        (str(i), name, *(_cell(cells.get((name, other))) for other in names)) for i, name in enumerate(names, 1)
    )
    heads = ("", "agent", *(str(i) for i in range(1, len(names) + 1)))
    return Table("Games in which the row came in before the column (%, with 95% interval)", heads, rows, texts=2)


def _notes(summary: Summary) -> str:
    notes = [
        "Wins: Wilson's interval; a shared win counts as its part.",
        "VP: interval of the mean, games with equal seeds taken together.",
        "Rating: OpenSkill (Plackett-Luce), begun at 25, with 1.96 sigma.",
        "Decisions/s: of compiled agents measured alone, all seats; of others while they thought.",
    ]
    shares = {agent["expected_win_rate"] for agent in summary["agents"] if agent["games"]}
    if len(shares) == 1:
        notes.append(f"Equal agents would win {100 * shares.pop():.1f} %.")
    if any(agent["agent"].startswith("chateauma") for agent in summary["agents"]):
        notes.append("The Châteauma has a seat of its own: against it seats can't be exchanged.")
    return "\n".join(notes)


def _percent(share: float | None) -> str:
    return _NOTHING if share is None else f"{100 * share:.1f}"


def _number(value: float | None, digits: int = 1) -> str:
    return _NOTHING if value is None else f"{value:.{digits}f}"


def _interval(ends: Sequence[float | None] | None, written: Callable[[float | None], str]) -> str:
    if ends is None or ends[0] is None:
        return _NOTHING
    return f"{written(ends[0])}-{written(ends[1])}"


def _rate(value: float | None) -> str:
    if value is None:
        return _NOTHING
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _cell(cell: tuple[float, float, float] | None) -> str:
    return _NOTHING if cell is None else f"{_percent(cell[0])} [{_interval(cell[1:], _percent)}]"


# --- how tables are drawn -----------------------------------------------------------------------------


def _text(table: Table) -> str:
    widths = [max(len(row[i]) for row in (table.heads, *table.rows)) for i in range(len(table.heads))]

    def line(cells: Sequence[str]) -> str:
        aligned = [
            cell.ljust(width) if i < table.texts else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return "  ".join(aligned).rstrip()

    rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
    return "\n".join([table.title, rule, line(table.heads), rule, *map(line, table.rows), rule])


def _markdown(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"

    rule = ["---" if i < table.texts else "---:" for i in range(len(table.heads))]
    rows = [tuple(cell.replace("+-", "±") for cell in row) for row in (table.heads, *table.rows)]
    return "\n".join([f"**{table.title}**", "", line(rows[0]), line(rule), *map(line, rows[1:])])


def _latex(table: Table) -> str:
    """A `tabular` with the rules of the package booktabs."""

    def line(cells: Sequence[str]) -> str:
        return " & ".join(_escaped(cell) for cell in cells) + r" \\"

    columns = "l" * table.texts + "r" * (len(table.heads) - table.texts)
    return "\n".join(
        [f"% {table.title}", rf"\begin{{tabular}}{{{columns}}}", r"\toprule", line(table.heads), r"\midrule",
         *map(line, table.rows), r"\bottomrule", r"\end{tabular}"]
    )  # fmt: skip


def _escaped(cell: str) -> str:
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    special.update({character: "\\" + character for character in "&%$#_{}"})
    escaped = "".join(special.get(character, character) for character in cell)
    return escaped.replace("+-", r"$\pm$")


STYLES: dict[str, Callable[[Table], str]] = {"text": _text, "markdown": _markdown, "latex": _latex}
