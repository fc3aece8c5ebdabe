"""Results of a paper's experiments as a table for the terminal, a plot, and parts of a page."""

import itertools
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from onchip.base import plot
from onchip.base.tables import headed
from onchip.paper.figure import Figure, Row, as_text
from onchip.paper.measured import number
from onchip.paper.verdict import HOLDS, UNDECIDED, UNDERDETERMINED, as_published, kind

LONG_LEGEND = 8  # entries; a longer legend is drawn beside the picture


def published(row: Row) -> str:
    """The published number, or its range."""
    return as_published(row.published)


def label(row: Row) -> str:
    """The row's name, with its unit if that differs from the figure's."""
    return row.name + (f" ({row.unit})" if row.unit else "")


def ratio(row: Row) -> str:
    """Our number divided by the published one, or their difference if they are in per cent."""
    if row.ratio is None:
        return ""
    if row.expected.percent:
        return f"{row.ours - row.middle:+.3g} points"
    return f"{row.ratio:.3f}"


def table(figure: Figure) -> Table:
    """A table of a figure's rows."""
    shown = headed(figure.unit, *headings(figure), "", left=[figure.unit, ""])
    for row in figure.tabled:
        shown.add_row(label(row), *cells(figure, row), _coloured(row.verdict))
    return shown


def statements(figure: Figure, columns: Sequence[str]) -> Table:
    """The paper's statements on a figure, and whether they hold. `columns`: the headings of our two
    columns, if there are two.
    """
    both = any(said.native for said in figure.sayings)
    ours = columns if both else ["ours"]
    shown = headed("the paper says", "published", *ours, "", left=["the paper says", ""])
    for said in figure.sayings:
        numbers = [said.ours, said.native] if both else [said.ours]
        found = _coloured(said.verdict, said.shown)
        shown.add_row(said.text, said.published, *numbers, found)
    return shown


def _coloured(verdict: str, text: str = "") -> Text:
    """Colours a verdict: yellow if it is open, no colour if the statement holds, else red."""
    colours = {HOLDS: "", UNDECIDED: "yellow", UNDERDETERMINED: "yellow"}
    return Text(text or verdict, style=colours.get(kind(verdict), "red") if verdict else "")


def headings(figure: Figure) -> list[str]:
    """The headings of the columns after a row's name."""
    return ["ours", *(["spread"] if figure.repeat > 1 else []), "published", "ratio"]


def cells(figure: Figure, row: Row) -> list[str]:
    """The cells of a row, one for each of `headings(figure)`."""
    spreads = [f"± {number(row.spread)}"] if figure.repeat > 1 else []
    return [as_text(row.value, spreads=False), *spreads, published(row), ratio(row)]


def picture(figure: Figure, path: Path) -> None:
    """Draws our numbers and the published ones: the rows with an x if there are any, otherwise all
    rows as bars.
    """
    plots = plot.pyplot()
    series = {row.series for row in figure.rows if row.x is not None}
    size = (10, 4.2) if len(series) > LONG_LEGEND / 2 else (7, 4.2)
    drawing, axes = plots.subplots(figsize=size, layout="constrained")
    if figure.bars:
        _grouped(axes, figure)
    elif figure.x:
        _curves(axes, figure)
    else:
        _bars(axes, figure)
    axes.set_title(figure.title)
    is_long = len(axes.get_legend_handles_labels()[0]) > LONG_LEGEND
    legend = {"loc": "upper left", "bbox_to_anchor": (1, 1)} if is_long else {}
    axes.legend(frameon=False, **legend)
    plot.save(drawing, path)
    plots.close(drawing)


def _curves(axes, figure: Figure) -> None:
    of_series = {}
    placed = [row for row in figure.rows if row.x is not None]
    for row in placed:
        of_series.setdefault(row.series, []).append(row)
    for colour, (name, rows) in enumerate(of_series.items()):
        xs = [row.x for row in rows]
        style = {"color": f"C{colour}", "marker": "o"}
        axes.plot(xs, [row.ours for row in rows], **style, label=f"{name}, ours")
        known = [(x, row.middle) for x, row in zip(xs, rows, strict=True) if row.range]
        if known:
            axes.plot(*zip(*known, strict=True), linestyle=":", **style, label=f"{name}, published")
    for value in figure.ideal:
        axes.axhline(value, color="grey", linewidth=0.8, linestyle="--", label=f"ideal, {value:g}")
    values = [each.ours for each in placed]
    values += [each.middle for each in placed if each.range]
    if min(values) > 0 and max(values) > 20 * min(values):
        axes.set_yscale("log")
        for axis in (axes.yaxis.set_major_formatter, axes.yaxis.set_minor_formatter):
            axis(_tick)
    else:
        axes.set_ylim(bottom=min(0, *values))
    ticks = sorted({row.x for row in placed})
    ratios = {b / a for a, b in itertools.pairwise(ticks) if a}
    if len(ticks) > 3 and min(ticks) > 0 and ratios <= {2, 4}:
        axes.set_xscale("log", base=2)
        axes.set_xticks(ticks, [number(tick) for tick in ticks])
    elif len(ticks) <= 8:
        axes.set_xticks(ticks, [number(tick) for tick in ticks])
    axes.set_xlabel(figure.x)
    axes.set_ylabel(figure.y or figure.unit)


def _tick(value: float, _position: int) -> str:
    """The label of a tick on a logarithmic axis, shown at 1, 2 and 5 times a power of ten."""
    return number(value) if f"{value:e}"[0] in "125" else ""


def _grouped(axes, figure: Figure) -> None:
    """Draws a group of bars for each x, with a bar for each series."""
    of_series = {}
    for row in figure.rows:
        if row.x is not None:
            of_series.setdefault(row.series, []).append(row)
    width = 0.8 / len(of_series)
    for at, (name, rows) in enumerate(of_series.items()):
        middles = [row.x - 0.4 + (at + 0.5) * width for row in rows]
        errors = [row.spread for row in rows]
        axes.bar(middles, [each.ours for each in rows], width, yerr=errors, label=name)
    _published_lines(axes, of_series)
    axes.axhline(0, color="grey", linewidth=0.8)
    ticks = sorted({row.x for rows in of_series.values() for row in rows})
    axes.set_xticks(ticks, [number(tick) for tick in ticks])
    axes.set_xlabel(figure.x)
    axes.set_ylabel(figure.y or figure.unit)


def _published_lines(axes, of_series: dict[str, list[Row]]) -> None:
    """Draws the published number, or range, as a line across each group of bars."""
    known = {row.x: row.range for rows in of_series.values() for row in rows if row.range}
    label = "published"
    for x, (low, high) in known.items():
        axes.hlines((low + high) / 2, x - 0.45, x + 0.45, color="black", label=label)
        axes.fill_between([x - 0.45, x + 0.45], low, high, color="black", alpha=0.2)
        label = None


def _bars(axes, figure: Figure) -> None:
    rows = [row for row in figure.rows if not row.unit]
    bars = range(len(rows))
    ours = [row.ours for row in rows]
    axes.barh([bar - 0.2 for bar in bars], ours, height=0.4, label="ours")
    known = [(bar + 0.2, each) for bar, each in enumerate(rows) if each.range]
    axes.barh(
        [bar for bar, _ in known],
        [each.middle for _, each in known],
        height=0.4,
        xerr=[(each.range[1] - each.range[0]) / 2 for _, each in known],
        label="published",
    )
    axes.set_yticks(list(bars), [row.name for row in rows])
    axes.invert_yaxis()
    axes.set_xlabel(figure.unit)
