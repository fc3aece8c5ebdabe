"""Finds the steps of a study that are more than noise. A step leads from a value of an axis to the
neighbouring one, all other inputs being equal.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from onchip.sweep import inputs, noise, plot
from onchip.sweep.study import Study
from onchip.sweep.table import Row, number

_SHOWN = 3  # the most steps that a line lists


@dataclass(frozen=True)
class Step:
    """A step from one value of an axis to the next, and the change of a metric in this step."""

    metric: str
    axis: str
    start: str
    end: str
    others: dict[str, str]  # the inputs that do not change
    shift: noise.Shift

    @property
    def words(self) -> str:
        """The step in words, without the names of its metric and its axis."""
        at = ", ".join(f"{name} = {value}" for name, value in self.others.items())
        return f"{self.start} → {self.end}" + (f" at {at}" if at else "")

    def as_json(self) -> dict[str, Any]:
        """The step as `--json` prints it."""
        shift = {"shift": self.shift.middle, "low": self.shift.low, "high": self.shift.high}
        place = {"metric": self.metric, "axis": self.axis, "from": self.start, "to": self.end}
        return place | {"at": self.others} | shift | {"noise": self.shift.is_noise}


def all_steps(study: Study, rows: Sequence[Row]) -> list[Step]:
    """The steps with enough repetitions at both ends."""
    axes = plot.varied(study)
    texts = {name: [str(inputs.shown(value)) for value in study.axes[name]] for name in axes}
    samples: dict[tuple, list[float]] = defaultdict(list)
    for row in rows:
        place = tuple(inputs.text(row[name]) for name in axes)
        for metric in study.metrics:
            value = number(row[metric])
            if value is not None:
                samples[metric, place].append(value)
    return [
        step
        for metric in study.metrics
        for at, axis in enumerate(axes)
        for step in _steps(samples, metric, axes, at, texts, axis)
    ]


def _steps(samples, metric, axes, at, texts, axis) -> Iterator[Step]:
    for place in itertools.product(*texts.values()):
        start = texts[axis].index(place[at])
        if start + 1 == len(texts[axis]):
            continue
        end = texts[axis][start + 1]
        there = (*place[:at], end, *place[at + 1 :])
        shift = noise.shift(samples[metric, place], samples[metric, there])
        if shift:
            others = {name: value for name, value in zip(axes, place, strict=True) if name != axis}
            yield Step(metric, axis, place[at], end, others, shift)


def say(study: Study, steps: Sequence[Step]) -> None:
    """Prints a line for each metric and axis: how many steps are within the noise, and which."""
    if not steps and study.spread:
        click.echo(f"noise: unknown; at least {noise.LEAST} repetitions tell it")
    for (metric, axis), group in itertools.groupby(steps, lambda one: (one.metric, one.axis)):
        found = list(group)
        within = [one.words for one in found if one.shift.is_noise]
        text = f"{metric} along {axis}: {len(within)} of {len(found)} steps are within the noise"
        if within:
            left = len(within[_SHOWN:])
            text += ": " + "; ".join(within[:_SHOWN]) + (f"; and {left} more" if left else "")
        click.echo(text)
