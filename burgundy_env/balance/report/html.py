"""The report as one page that needs nothing else: light and dark, on a desk and on a phone."""

# ruff: noqa: E501  lines of CSS

from __future__ import annotations

from ...arena.report import Table
from ...safe import json_lines, markup
from ..analysis.summary import Summary
from .plots import draw

_LIGHT = ("#1f5fa8", "#c4511d", "#0f7d5c", "#8a4f9e", "#b07c00", "#3a8fb7", "#a33a5a", "#5e7a1f", "#6b5b4d", "#4d5bb0",
          "#8c6d46", "#2f7f7f", "#905090", "#707070")  # fmt: skip
_DARK = ("#6ea8e6", "#ee8a57", "#4fc39c", "#c08fd4", "#dcae45", "#7cc4e4", "#e07f9c", "#a5c05f", "#b8a594", "#98a3ea",
         "#cfae80", "#6fc2c2", "#cf95cf", "#a8a8a8")  # fmt: skip


def _colours(palette: tuple[str, ...]) -> str:
    return "".join(f"--c{k}:{colour};" for k, colour in enumerate(palette))


def _classes() -> str:
    return "".join(
        f".f{k}{{fill:var(--c{k});background:var(--c{k})}}.s{k}{{stroke:var(--c{k});stroke-width:2}}"
        for k in range(len(_LIGHT))
    )


_STYLE = f"""
:root{{color-scheme:light dark;--paper:#fff;--ink:#1c1c1a;--soft:#5d5d58;--line:#dcdcd6;--faint:#f1f1ec;{_colours(_LIGHT)}}}
@media (prefers-color-scheme:dark){{:root{{--paper:#161614;--ink:#ecece6;--soft:#a9a9a0;--line:#3a3a36;--faint:#22221f;
{_colours(_DARK)}}}}}
body{{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}}
main{{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}}
h1{{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}} h2{{font-size:1.1rem;margin:2.5rem 0 .5rem}}
p,li{{max-width:46rem}} .soft,figcaption,.notes{{color:var(--soft);font-size:.875rem}}
figure{{margin:2rem 0}} figcaption{{margin:0 0 .5rem;color:var(--ink);font-weight:600;font-size:1rem}}
.plot{{display:flex;align-items:flex-start;gap:.5rem}} .plot svg{{flex:1 1 0;min-width:0;overflow:visible}}
.plot svg.names{{flex:0 0 auto}}
.labels{{flex:0 0 auto;max-width:38%;text-align:right;font-size:.8125rem;font-variant-numeric:tabular-nums}}
.labels div{{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}}
.legend{{display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.8125rem;margin:.25rem 0 .5rem;color:var(--soft)}}
.legend i{{display:inline-block;width:.7em;height:.7em;border-radius:2px;margin-right:.35em}}
svg text{{fill:var(--ink);font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums}}
svg .tick,svg .cell{{text-anchor:middle}} svg .tick,svg .unit{{fill:var(--soft)}} svg .unit,svg .end{{text-anchor:end}}
svg .left{{text-anchor:start}} svg .inside{{text-anchor:middle;fill:var(--paper);font-size:11px}}
.grid{{stroke:var(--line)}} .zero{{stroke:var(--soft);stroke-width:1.5}} .row{{stroke:var(--faint)}}
.edge{{stroke:var(--paper)}} .slope{{stroke:var(--c0);stroke-width:1.5;opacity:.55}}
.line:hover .slope{{opacity:1;stroke-width:3}}
.scroll{{overflow-x:auto}} table{{border-collapse:collapse;font-size:.8125rem;font-variant-numeric:tabular-nums}}
th,td{{padding:.2rem .6rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}}
thead th{{white-space:normal;vertical-align:bottom;color:var(--soft);font-weight:500;max-width:9rem}}
th:first-child,td:first-child{{text-align:left;padding-left:0}} tbody th{{font-weight:500}}
details{{margin:.75rem 0}} details .scroll{{margin:.5rem 0 1.5rem}} pre{{overflow-x:auto;background:var(--faint);padding:.75rem;font-size:.8125rem}}
summary{{cursor:pointer}}
{_classes()}
"""


def page(summary: Summary) -> str:
    """The whole page."""
    told = summary.manifest
    extent = (
        f"{told['games']:,} games in {told['blocks']:,} blocks; agents: {', '.join(map(str, told['agents']))}"
        if told
        else ""
    )
    findings = "".join(f"<li>{markup(finding)}</li>" for finding in summary.findings)
    figures = [
        f"<figure><figcaption>Figure {k}. {markup(plot.title)}</figcaption>{draw(plot)}</figure>"
        for k, plot in enumerate(summary.plots, 1)
    ]
    tables = "".join(map(_folded, summary.tables[1:]))
    notes = "".join(f"<li>{markup(note)}</li>" for note in summary.notes)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{markup(summary.title)}</title><style>{_STYLE}</style></head><body><main>"
        f'<h1>{markup(summary.title)}</h1><p class="soft">{markup(extent)}</p>'
        + (f"<h2>Findings</h2><ul>{findings}</ul>" if findings else "")
        + "".join(figures[:1])
        + "".join(_table(table) for table in summary.tables[:1])
        + "".join(figures[1:])
        + (f"<h2>Tables</h2>{tables}" if tables else "")
        + f'<h2>How to read this</h2><ul class="notes">{notes}</ul>'
        + f"<details><summary>Manifest</summary><pre>{markup(json_lines(dict(told)))}</pre></details>"
        + "</main></body></html>\n"
    )


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{markup(text)}</th>' for text in table.heads)
    rows = "".join(
        f'<tr><th scope="row">{markup(row[0])}</th>{"".join(f"<td>{markup(cell)}</td>" for cell in row[1:])}</tr>'
        for row in table.rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{markup(table.title)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _folded(table: Table) -> str:
    return f"<details><summary>{markup(table.title)}</summary>{_table(table)}</details>"
