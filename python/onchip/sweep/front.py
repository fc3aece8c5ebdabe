"""The Pareto front: the points that no other point beats in every objective."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from onchip.base.tables import print_table
from onchip.sweep import inputs
from onchip.sweep.study import MAXIMISE, Study


@dataclass(frozen=True)
class Measured:
    """A point of the space: its values on the axes that vary, and its objectives, which are means
    over the seeds.
    """

    given: Mapping[str, Any]
    values: Mapping[str, float]


def front(points: Sequence[Measured], objectives: Mapping[str, str]) -> list[Measured]:
    """The points that are not dominated, in the order of the first objective."""
    costs = [cost(point.values, objectives) for point in points]
    kept = [
        point
        for point, own in zip(points, costs, strict=True)
        if not any(_dominates(other, own) for other in costs)
    ]
    return sorted(kept, key=lambda point: cost(point.values, objectives))


def cost(values: Mapping[str, float], objectives: Mapping[str, str]) -> list[float]:
    """The objectives, converted so that less is better."""
    return [
        -values[name] if direction == MAXIMISE else values[name]
        for name, direction in objectives.items()
    ]


def _dominates(one: Sequence[float], other: Sequence[float]) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def print_front(study: Study, points: Sequence[Measured]) -> None:
    """Prints the front as a table."""
    table = Table(box=None, pad_edge=False)
    objectives = study.search.objectives
    axes = [name for name in (points[0].given if points else ()) if name not in objectives]
    for name in axes:
        table.add_column(name)
    for name, direction in objectives.items():
        table.add_column(f"{name} ({direction}d)", justify="right")
    for point in points:
        cells = [str(inputs.shown(point.given[name])) for name in axes]
        table.add_row(*cells, *(f"{point.values[name]:,.6g}" for name in objectives))
    print_table(table)
