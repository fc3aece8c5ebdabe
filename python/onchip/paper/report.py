"""Results of a paper's experiments: a table for the terminal, a plot, a page."""

import itertools
from pathlib import Path

from rich.table import Table
from rich.text import Text

from onchip.paper.experiment import Outcome, Result
from onchip.paper.formula import number
from onchip.traffic import plot

LONG_LEGEND = 8  # entries; more stand beside the picture


def published(result: Result) -> str:
    """The published number, or its range."""
    if result.published is None:
        return ""
    low, high = result.published
    return number(low) if low == high else f"{number(low)} … {number(high)}"


def label(result: Result) -> str:
    """The row's name, with its unit if that is not the figure's."""
    return result.row.name + (f" ({result.row.unit})" if result.row.unit else "")


def spread(result: Result) -> str:
    """How far repetitions lie from each other."""
    return f"± {number(result.spread)}"


def ratio(result: Result) -> str:
    """Ours by the published one."""
    return "" if result.ratio is None else f"{result.ratio:.3f}"


def table(outcome: Outcome) -> Table:
    """A figure's rows."""
    figure = outcome.figure
    shown = Table(box=None, header_style="bold", pad_edge=False)
    shown.add_column(figure.unit)
    for heading in headings(outcome):
        shown.add_column(heading, justify="right")
    shown.add_column("")
    for result in outcome.tabled:
        note = "" if result.agrees else Text("other direction", style="red")
        shown.add_row(label(result), *cells(outcome, result), note)
    return shown


def headings(outcome: Outcome) -> list[str]:
    """Of the columns after a row's name."""
    return ["ours", *(["spread"] if outcome.repeat > 1 else []), "published", "ratio"]


def cells(outcome: Outcome, result: Result) -> list[str]:
    """What stands under these."""
    spreads = [spread(result)] if outcome.repeat > 1 else []
    return [number(result.ours), *spreads, published(result), ratio(result)]


def picture(outcome: Outcome, path: Path) -> None:
    """Ours and the published numbers: those with a place on the figure's axis, if it has one; else
    all, as bars.
    """
    plots = plot.pyplot()
    series = {result.row.series for result in outcome.results if result.row.x is not None}
    size = (10, 4.2) if len(series) > LONG_LEGEND / 2 else (7, 4.2)
    figure, axes = plots.subplots(figsize=size, layout="constrained")
    if outcome.figure.bars:
        _grouped(axes, outcome)
    elif outcome.figure.x:
        _curves(axes, outcome)
    else:
        _bars(axes, outcome)
    axes.set_title(outcome.figure.title)
    is_long = len(axes.get_legend_handles_labels()[0]) > LONG_LEGEND
    legend = {"loc": "upper left", "bbox_to_anchor": (1, 1)} if is_long else {}
    axes.legend(frameon=False, **legend)
    plot.save(figure, path)
    plots.close(figure)


def _curves(axes, outcome: Outcome) -> None:
    of_series = {}
    placed = [result for result in outcome.results if result.row.x is not None]
    for result in placed:
        of_series.setdefault(result.row.series, []).append(result)
    for colour, (name, results) in enumerate(of_series.items()):
        xs = [result.row.x for result in results]
        style = {"color": f"C{colour}", "marker": "o"}
        axes.plot(xs, [result.ours for result in results], **style, label=f"{name}, ours")
        known = [
            (x, result.middle) for x, result in zip(xs, results, strict=True) if result.published
        ]
        if known:
            axes.plot(*zip(*known, strict=True), linestyle=":", **style, label=f"{name}, published")
    for value in outcome.figure.ideal:
        axes.axhline(value, color="grey", linewidth=0.8, linestyle="--", label=f"ideal, {value:g}")
    values = [each.ours for each in placed]
    values += [each.middle for each in placed if each.published]
    if min(values) > 0 and max(values) > 20 * min(values):
        axes.set_yscale("log")
        for axis in (axes.yaxis.set_major_formatter, axes.yaxis.set_minor_formatter):
            axis(_tick)
    else:
        axes.set_ylim(bottom=min(0, *values))
    ticks = sorted({result.row.x for result in placed})
    ratios = {b / a for a, b in itertools.pairwise(ticks) if a}
    if len(ticks) > 3 and min(ticks) > 0 and ratios <= {2, 4}:
        axes.set_xscale("log", base=2)
        axes.set_xticks(ticks, [number(tick) for tick in ticks])
    elif len(ticks) <= 8:
        axes.set_xticks(ticks, [number(tick) for tick in ticks])
    axes.set_xlabel(outcome.figure.x)
    axes.set_ylabel(outcome.figure.y or outcome.figure.unit)


def _tick(value: float, _position: int) -> str:
    """Of a logarithmic axis: 1, 2 and 5 times a power of ten."""
    return number(value) if f"{value:e}"[0] in "125" else ""


def _grouped(axes, outcome: Outcome) -> None:
    """A group of bars for each x, a bar for each series."""
    of_series = {}
    for result in outcome.results:
        if result.row.x is not None:
            of_series.setdefault(result.row.series, []).append(result)
    width = 0.8 / len(of_series)
    for at, (name, results) in enumerate(of_series.items()):
        middles = [result.row.x - 0.4 + (at + 0.5) * width for result in results]
        errors = [result.spread for result in results]
        axes.bar(middles, [each.ours for each in results], width, yerr=errors, label=name)
    _published_lines(axes, of_series)
    axes.axhline(0, color="grey", linewidth=0.8)
    ticks = sorted({result.row.x for results in of_series.values() for result in results})
    axes.set_xticks(ticks, [number(tick) for tick in ticks])
    axes.set_xlabel(outcome.figure.x)
    axes.set_ylabel(outcome.figure.y or outcome.figure.unit)


def _published_lines(axes, of_series: dict[str, list[Result]]) -> None:
    """Across each group of bars: the published number, or from the lowest to the highest."""
    known = {
        result.row.x: result.published
        for results in of_series.values()
        for result in results
        if result.published
    }
    label = "published"
    for x, (low, high) in known.items():
        axes.hlines((low + high) / 2, x - 0.45, x + 0.45, color="black", label=label)
        axes.fill_between([x - 0.45, x + 0.45], low, high, color="black", alpha=0.2)
        label = None


def _bars(axes, outcome: Outcome) -> None:
    results = [result for result in outcome.results if not result.row.unit]
    bars = range(len(results))
    ours = [result.ours for result in results]
    axes.barh([bar - 0.2 for bar in bars], ours, height=0.4, label="ours")
    known = [(bar + 0.2, each) for bar, each in enumerate(results) if each.published]
    axes.barh(
        [bar for bar, _ in known],
        [each.middle for _, each in known],
        height=0.4,
        xerr=[(each.published[1] - each.published[0]) / 2 for _, each in known],
        label="published",
    )
    axes.set_yticks(list(bars), [result.row.name for result in results])
    axes.invert_yaxis()
    axes.set_xlabel(outcome.figure.unit)
