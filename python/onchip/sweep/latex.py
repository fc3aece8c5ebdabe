"""Writes a study as a table for LaTeX."""

import statistics
from collections.abc import Iterable, Sequence

from onchip.sweep import inputs
from onchip.sweep.study import Study
from onchip.sweep.table import Row, number

SUFFIX = ".tex"
_ESCAPED = {
    **{each: f"\\{each}" for each in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def table(study: Study, axes: Sequence[str], rows: Iterable[Row]) -> str:
    """A `tabular` for the package booktabs: a row for each point, with the mean of each metric, and
    its standard deviation if there are several seeds.
    """
    points: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        points.setdefault(tuple(inputs.text(row[name]) for name in axes), []).append(row)
    metrics = list(study.metrics)
    body = [
        _line([*given, *(_cell(own, name) for name in metrics)]) for given, own in points.items()
    ]
    head = [r"\toprule", _line([*axes, *metrics]), r"\midrule"]
    columns = "l" * len(axes) + "r" * len(metrics)
    lines = [rf"\begin{{tabular}}{{{columns}}}", *head, *body, r"\bottomrule", r"\end{tabular}"]
    return "\n".join(lines) + "\n"


def _line(cells: Iterable[str]) -> str:
    return " & ".join("".join(_ESCAPED.get(each, each) for each in cell) for cell in cells) + r" \\"


def _cell(rows: Iterable[Row], name: str) -> str:
    values = [value for row in rows if (value := number(row[name])) is not None]
    if not values:
        return ""
    mean = f"{statistics.fmean(values):,.6g}" if len(values) > 1 else f"{values[0]:,}"
    return mean if len(values) == 1 else f"{mean} ± {statistics.stdev(values):,.3g}"
