"""Draws a study: each metric over its axes, or the objectives of a search."""

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from onchip.base import outputs
from onchip.base import plot as pictures
from onchip.base.failures import Exit, Failure
from onchip.sweep import inputs, latex
from onchip.sweep.front import Measured
from onchip.sweep.study import AXES, Study
from onchip.sweep.table import Row, number

LINES = 2  # axes in a picture: the horizontal one, and one with a line for each value
MOST_PANELS = 16


def varied(study: Study) -> list[str]:
    """The axes with several values. Seeds are left out, because they appear as the spread. An axis
    of numbers comes first and becomes the horizontal axis.
    """
    spread = study.spread
    axes = [name for name, values in study.axes.items() if len(values) > 1 and name not in spread]
    return sorted(axes, key=lambda name: not inputs.are_numbers(study.axes[name]))


def check(study: Study, path: Path, search: bool) -> None:
    """Fails before anything runs if no picture is possible."""
    if path.suffix == latex.SUFFIX:
        outputs.check_file(path)
        if search:
            raise Failure(Exit.USAGE, f"--plot {path}: with --search; right: a picture")
        return
    pictures.check(path)
    axes = varied(study)
    if search:
        return
    if not axes:
        raise Failure(Exit.USAGE, f"{study.where(AXES)}: --plot needs an axis with several values")
    panels = math.prod(len(study.axes[name]) for name in axes[LINES:])
    if panels > MOST_PANELS:
        raise Failure(
            Exit.USAGE,
            f"{study.where(AXES)}: --plot would draw {panels} pictures of each metric, for "
            f"{', '.join(axes[LINES:])}; right: at most {MOST_PANELS}",
        )


def draw(study: Study, rows: Sequence[Row], front: list[Measured] | None, path: Path) -> None:
    """Writes the picture, or the table."""
    if path.suffix == latex.SUFFIX:
        outputs.write(path, latex.table(study, varied(study), rows).encode())
        return
    plots = pictures.pyplot()
    names = list(study.metrics) if front is None else [study.path.stem]
    panels = [()] if front is not None else _panels(study)
    wide, high = len(names), len(panels)
    figure, all_axes = plots.subplots(
        *(high, wide),
        figsize=pictures.size(plots, 1 + 4.5 * wide, 0.6 + 3.6 * high),
        layout="constrained",
        squeeze=False,
        sharey="col",
    )
    if front is not None:
        _objectives(all_axes[0][0], study, rows, front)
    else:
        for panel, across in zip(panels, all_axes, strict=True):
            for name, axes in zip(names, across, strict=True):
                own = [row for row in rows if all(inputs.text(row[k]) == v for k, v in panel)]
                _metric(axes, study, own, name)
                axes.set_title(", ".join(f"{key} = {value}" for key, value in panel))
        # The pictures of a metric share their scale, which is known only when all are drawn.
        for axes in all_axes[0]:
            axes.set_ylim(bottom=0)
    pictures.save(figure, path)
    plots.close(figure)


def _panels(study: Study) -> list[tuple[tuple[str, str], ...]]:
    """The pictures of a metric. There is one for each combination of values of the third axis and
    the further axes.
    """
    further = varied(study)[LINES:]
    texts = [[str(inputs.shown(value)) for value in study.axes[name]] for name in further]
    return [tuple(zip(further, values, strict=True)) for values in itertools.product(*texts)]


def _metric(axes, study: Study, rows: Sequence[Row], name: str) -> None:
    """Draws a line for each value of the second axis: the mean over seeds. A band behind it reaches
    from the lowest to the highest value.
    """
    across, *others = varied(study)[:LINES]
    texts = [str(inputs.shown(value)) for value in study.axes[across]]
    are_numbers = inputs.are_numbers(study.axes[across])
    places = [float(text) for text in texts] if are_numbers else list(range(len(texts)))
    lines: dict[str, dict[float, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        value = number(row[name])
        if value is not None and inputs.text(row[across]) in texts:
            label = ", ".join(f"{other} = {inputs.text(row[other])}" for other in others)
            lines[label][places[texts.index(inputs.text(row[across]))]].append(value)
    for label, points in lines.items():
        shown = sorted(points)
        means = [sum(points[place]) / len(points[place]) for place in shown]
        (line,) = axes.plot(shown, means, marker="o", markersize=3, label=label)
        lowest, highest = ([end(points[x]) for x in shown] for end in (min, max))
        axes.fill_between(shown, lowest, highest, color=line.get_color(), alpha=0.2, linewidth=0)
    if not are_numbers:
        axes.set_xticks(places, texts)
    elif all(isinstance(value, int) for value in study.axes[across]):
        axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel(across)
    axes.set_ylabel(name)
    if others:
        axes.legend(frameon=False)


def _objectives(axes, study: Study, rows: Sequence[Row], front: list[Measured]) -> None:
    """Draws two objectives against each other, or one over the points."""
    names = list(study.search.objectives)[:2]
    cells = [[number(row[name]) for name in names] for row in rows]
    points = [one for one in cells if None not in one]
    best = [[point.values[name] for name in names] for point in front]
    if len(names) == 1:
        axes.plot([value for (value,) in points], ".", color="grey")
        if best:
            axes.axhline(best[0][0], label="best")
        axes.set_xlabel("point")
    else:
        axes.plot(*zip(*points, strict=True), ".", color="grey", label="other points")
        axes.plot(*zip(*best, strict=True), "o-", drawstyle="steps-post", label="front")
        axes.set_xlabel(names[0])
    axes.set_ylabel(names[-1])
    axes.legend(frameon=False)
