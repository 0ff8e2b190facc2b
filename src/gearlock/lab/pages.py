"""A report as one HTML file: words, tables and plots, with everything it needs inside. It works without a network."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from gearlock import __version__
from gearlock.lab.export import cannot_write
from gearlock.lab.extras import need
from gearlock.lab.plots import Spec, vega_lite_version


class Fact(msgspec.Struct, frozen=True):
    """A number worth a glance: how it is called, what it is, and how sure."""

    label: str
    value: str
    note: str = ""


class Rows(msgspec.Struct, frozen=True):
    """A table: titles, and rows of words. The first column is text, the others are numbers."""

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Section(msgspec.Struct, frozen=True):
    """A part of a page: what it is about, in a sentence or two; a plot, a table, or both."""

    title: str
    text: str = ""
    plot: Spec | None = None
    table: Rows | None = None


class Page(msgspec.Struct, frozen=True):
    """A whole report. The verdict is a sentence somebody can repeat."""

    title: str
    about: str
    verdict: str
    facts: tuple[Fact, ...]
    sections: tuple[Section, ...]
    command: str = ""


def write_page(path: Path, page: Page) -> None:
    """The report in a file."""
    text = page_html(page)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise cannot_write(path, error) from error


def page_html(page: Page) -> str:
    """The report as text; nothing in it is fetched from anywhere."""
    plots = [section.plot for section in page.sections if section.plot is not None]
    body = "".join(_section(section, plots) for section in page.sections)
    facts = "".join(map(_fact, page.facts))
    style = (files("gearlock.lab") / "data" / "report.css").read_text(encoding="utf-8")
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{_safe(page.title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light">\n'
        f"<style>{style}</style></head><body>\n"
        f'<header><p class="brand">Gearlock laboratory</p><h1>{_safe(page.title)}</h1>'
        f"<p>{_safe(page.about)}</p></header>\n"
        f'<main><p class="verdict">{_safe(page.verdict)}</p><dl class="facts">{facts}</dl>\n{body}</main>\n'
        f"<footer>{_footer(page)}</footer>\n{_script(plots)}</body></html>\n"
    )


def _fact(fact: Fact) -> str:
    note = f"<small>{_safe(fact.note)}</small>" if fact.note else ""
    return f"<div><dt>{_safe(fact.label)}</dt><dd>{_safe(fact.value)}{note}</dd></div>"


def _section(section: Section, plots: Sequence[Spec]) -> str:
    place = next((at for at, plot in enumerate(plots) if plot is section.plot), -1)
    title = _safe(section.title)
    text = f"<p>{_safe(section.text)}</p>" if section.text else ""
    plot = f'<div class="plot" id="plot-{place}" role="img" aria-label="{title}"></div>' if place >= 0 else ""
    table = _table(section.table) if section.table is not None else ""
    return f"<section><h2>{title}</h2>{text}{plot}{table}</section>\n"


def _table(table: Rows) -> str:
    head = "".join(f'<th scope="col">{_safe(title)}</th>' for title in table.titles)
    rows = "".join(
        f'<tr><th scope="row">{_safe(row[0])}</th>{"".join(f"<td>{_safe(cell)}</td>" for cell in row[1:])}</tr>'
        for row in table.rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _footer(page: Page) -> str:
    again = f"<p>Once more: <code>{_safe(page.command)}</code></p>" if page.command else ""
    return f"{again}<p>Gearlock {__version__}. Intervals hold the true value in 95 of 100 cases.</p>"


def _script(plots: Sequence[Spec]) -> str:
    """The plotting code and the plots; what could end a script early is written by its number."""
    if not plots:
        return ""
    convert: Any = need("vl_convert", "lab", "A report with plots")
    snippet = "window.vegaEmbed = vegaEmbed;"
    bundle = str(convert.javascript_bundle(snippet, vl_version=vega_lite_version()))
    drawn = json.dumps(list(plots), ensure_ascii=True).replace("<", "\\u003c")
    start = (
        f"const plots = {drawn};\n"
        "plots.forEach((plot, at) => window.vegaEmbed(`#plot-${at}`, plot, {actions: false, renderer: 'svg'}));"
    )
    whole = bundle.replace("</script", "<\\/script")
    return f'<script type="module">{whole}\n{start}</script>\n'


def _safe(text: str) -> str:
    return html.escape(text, quote=True)
