"""The plots of reports, as Vega-Lite made by Altair: few kinds, one look."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from gearlock.lab.extras import need
from gearlock.lab.intervals import Estimate

Spec = dict[str, Any]
INK, GREEN, RUST, SAND, GREY = "#23302b", "#2f6f5e", "#b4532a", "#d9b46c", "#8a948f"
PALETTE = (GREEN, RUST, "#3f5f8a", "#b08a2e", "#7a4b7d", "#557a3a", "#9c3d4e", GREY)
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
ROW = 30
"""Pixels for a row of a plot with names."""


def vega_lite_version() -> str:
    """The version that Altair writes, as the converter names it."""
    written: str = need("altair", "lab", "A report with plots").SCHEMA_VERSION
    version = ".".join(written.removeprefix("v").split(".")[:2])
    known: list[str] = need("vl_convert", "lab", "A report with plots").get_vegalite_versions()
    alike = [each for each in known if each.split(".")[0] == version.split(".")[0]]
    return version if version in known else (alike or known)[-1]


def intervals(
    rows: Sequence[tuple[str, Estimate]], title: str, middle: float | None = None, percent: bool = False
) -> Spec:
    """A dot with its interval for each name, in the order given; a line where nothing would be different."""
    alt = _altair()
    data = [{"name": name, "value": e.value, "low": e.low, "high": e.high} for name, e in rows]
    source = alt.Data(values=data)
    form = ".0%" if percent else ",.3~f"
    names = [name for name, _ in rows]
    y = alt.Y("name:N", sort=names, title=None, axis=alt.Axis(labelLimit=220, ticks=False, domain=False))
    scale = alt.Scale(domain=[0, 1]) if percent else alt.Scale(zero=False)
    x = alt.X("low:Q", title=title, axis=alt.Axis(format=form), scale=scale)
    tips = (
        [
            alt.Tooltip("name:N"),
            *(alt.Tooltip(f"{n}:Q", format=".1%" if percent else ".3g") for n in data[0] if n != "name"),
        ]
        if data
        else []
    )
    base = alt.Chart(source)
    bars = base.mark_rule(strokeWidth=6, opacity=0.35, color=GREEN, strokeCap="round").encode(
        x=x, x2="high:Q", y=y, tooltip=tips
    )
    dots = base.mark_point(filled=True, size=110, color=GREEN, opacity=1).encode(x="value:Q", y=y, tooltip=tips)
    layers = [bars, dots]
    if middle is not None:
        line = alt.Chart(alt.Data(values=[{"at": middle}])).mark_rule(strokeDash=[4, 4], color=RUST).encode(x="at:Q")
        layers.insert(0, line)
    return _finished(alt.layer(*layers).properties(height=max(90, ROW * len(rows))))


def heat(
    cells: Sequence[Mapping[str, Any]],
    titles: tuple[str, str, str],
    percent: bool = False,
    order: Sequence[str] = (),
) -> Spec:
    """A square for each row and column (`row`, `column`, `value`), with its number in it."""
    alt = _altair()
    row, column, what = titles
    columns = sorted({cell["column"] for cell in cells}, key=order.index) if order else _first_seen(cells, "column")
    rows = _first_seen(cells, "row")
    most = max((cell["value"] for cell in cells), default=0)
    scale = (
        alt.Scale(domain=[0, 0.5, 1], range=[RUST, "#f6f1e6", GREEN])
        if percent
        else alt.Scale(domain=[0, most], range=["#f3eee2", RUST])
    )
    base = alt.Chart(alt.Data(values=list(cells))).encode(
        x=alt.X("column:N", sort=columns, title=column, axis=alt.Axis(orient="top", labelAngle=-35, labelLimit=140)),
        y=alt.Y("row:N", sort=rows, title=row, axis=alt.Axis(labelLimit=160)),
        tooltip=[
            alt.Tooltip("row:N", title=row),
            alt.Tooltip("column:N", title=column),
            alt.Tooltip("value:Q", title=what, format=".1%" if percent else "d"),
        ],
    )
    squares = base.mark_rect(cornerRadius=3).encode(color=alt.Color("value:Q", scale=scale, legend=None))
    far = "abs(datum.value - 0.5) > 0.3" if percent else f"datum.value > {most * 0.6}"
    words = base.mark_text(fontSize=12).encode(
        text=alt.Text("value:Q", format=".0%" if percent else "d"),
        color=alt.condition(far, alt.value("white"), alt.value(INK)),
    )
    return _finished(alt.layer(squares, words).properties(height=max(110, 36 * len(rows))))


def lines(
    points: Sequence[Mapping[str, Any]],
    titles: tuple[str, str, str],
    percent: bool = False,
    ordered: bool = False,
    whole: bool = False,
) -> Spec:
    """Lines over `x`, one for each `line`, each with a `value` and perhaps a band from `low` to `high`.

    Where `x` counts something (`whole`), the axis has whole numbers alone.
    """
    alt = _altair()
    across, up, legend = titles
    names = list(dict.fromkeys(point["line"] for point in points))
    color = alt.Color(
        "line:N", sort=names, title=legend or None, scale=alt.Scale(domain=names, range=list(PALETTE)),
        legend=alt.Legend(orient="top", columns=3, labelLimit=200) if len(names) > 1 else None,
    )  # fmt: skip
    x = alt.X(
        "x:N" if ordered else "x:Q", sort=None, title=across, scale=alt.Undefined if ordered else alt.Scale(nice=False),
        axis=alt.Axis(format="d", tickMinStep=1) if whole else alt.Undefined,
    )  # fmt: skip
    form = ".0%" if percent else ",.3~f"
    base = alt.Chart(alt.Data(values=list(points)))
    value = alt.Y(
        "value:Q", title=up, axis=alt.Axis(format=form), scale=alt.Scale(domain=[0, 1]) if percent else alt.Undefined
    )
    tips = [alt.Tooltip("x:N" if ordered else "x:Q", title=across), alt.Tooltip("line:N", title=legend or "of")]
    tips.append(alt.Tooltip("value:Q", title=up, format=".2%" if percent else ".3f"))
    drawn = base.mark_line(
        strokeWidth=2.5, point=alt.OverlayMarkDef(filled=True, size=40) if len(points) < 200 else False
    )
    layers = [drawn.encode(x=x, y=value, color=color, tooltip=tips)]
    if any("low" in point for point in points):
        layers.insert(0, base.mark_area(opacity=0.18).encode(x=x, y=alt.Y("low:Q", title=up), y2="high:Q", color=color))
    return _finished(alt.layer(*layers).properties(height=280))


def bars(rows: Sequence[Mapping[str, Any]], titles: tuple[str, str], percent: bool = False) -> Spec:
    """Bars side by side: `name`, `value`, and `group` where several belong together."""
    alt = _altair()
    names = list(dict.fromkeys(row["name"] for row in rows))
    groups = list(dict.fromkeys(row.get("group", "") for row in rows))
    what, how = titles
    y = alt.Y("name:N", sort=names, title=what or None, axis=alt.Axis(labelLimit=200, ticks=False, domain=False))
    color = alt.Color(
        "group:N", sort=groups, title=None, scale=alt.Scale(domain=groups, range=list(PALETTE)),
        legend=alt.Legend(orient="top", labelLimit=220, columns=2) if len(groups) > 1 else None,
    )  # fmt: skip
    scale = alt.Scale(domain=[0, 1]) if percent else alt.Undefined
    chart = alt.Chart(alt.Data(values=list(rows))).mark_bar(cornerRadiusEnd=3)
    x = alt.X("value:Q", title=how, axis=alt.Axis(format=".0%" if percent else ",.3~f"), scale=scale)
    spread = {"yOffset": alt.YOffset("group:N", sort=groups)} if len(groups) > 1 else {}
    tips = [alt.Tooltip("name:N"), alt.Tooltip("group:N"), alt.Tooltip("value:Q", format=".1%" if percent else ".3g")]
    height = max(80, (ROW if len(groups) < 2 else 22 * len(groups)) * len(names))
    return _finished(chart.encode(x=x, y=y, color=color, tooltip=tips, **spread).properties(height=height))


def _first_seen(cells: Sequence[Mapping[str, Any]], what: str) -> list[str]:
    return list(dict.fromkeys(cell[what] for cell in cells))


def _altair() -> Any:
    return need("altair", "lab", "A report with plots")


def _finished(chart: Any) -> Spec:
    """The plot as wide as the page, in the look of all of them."""
    chart = chart.properties(width="container", autosize={"type": "fit-x", "contains": "padding"})
    chart = chart.configure(background="transparent", font=FONT).configure_view(stroke=None)
    chart = chart.configure_axis(
        labelColor=INK, titleColor=INK, gridColor="#e6dfd0", domainColor=GREY, tickColor=GREY, labelFontSize=12,
        titleFontSize=12, titleFontWeight="normal", titlePadding=10,
    )  # fmt: skip
    chart = chart.configure_legend(labelColor=INK, titleColor=INK, labelFontSize=12)
    spec: Spec = json.loads(chart.to_json(validate=False))
    return spec


def svg_of(spec: Spec, width: int = 720) -> str:
    """A plot as a picture."""
    convert: Any = need("vl_convert", "lab", "A plot")
    picture = {**spec, "width": width, "background": "white", "padding": 16}
    drawn: str = convert.vegalite_to_svg(picture, vl_version=vega_lite_version())
    return drawn
