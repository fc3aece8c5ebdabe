"""The verdict on what a paper says. One function, `verdict`, decides for rows, for statements, and
for the page's first table. docs/papers.md has the rule for readers.
"""

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from onchip.base.failures import Exit, Failure
from onchip.paper.measured import Comparison, Measured, number

CLOSE = 0.1  # Our number may differ by this share from a published number without a range.
POINTS = 1.0  # A number in per cent may differ by this many percentage points.
SURE = 0.8  # share of the repetitions that must agree with what the mean says

HOLDS, UNDECIDED, FAILS = "holds", "undecided", "does not hold"
DIFFERS, UNDERDETERMINED = "differs by", "underdetermined"
# Verdicts from best to worst. If several numbers belong to one published range, they have the worst
# of their verdicts.
ORDER = (HOLDS, UNDECIDED, UNDERDETERMINED, DIFFERS, FAILS)

Published = float | tuple[float, float]  # one number, or the lowest and the highest


@dataclass(frozen=True)
class Unpublished:
    """Measurements for several values of a parameter that the paper does not give. They are numbers
    or comparisons. `because` says why the paper suggests the chosen value.
    """

    parameter: str
    values: Mapping[object, object]
    chosen: object
    because: str

    def __post_init__(self):
        """Checks that the chosen value is among the values."""
        if self.chosen not in self.values:
            known = ", ".join(f"{value}" for value in self.values)
            raise Failure(
                Exit.USAGE, f"{self.parameter} has no value {self.chosen}: there are {known}"
            )

    @property
    def of_chosen(self) -> object:
        """The measurement for the chosen value."""
        return self.values[self.chosen]


# The measurements that a verdict can be about. Several numbers, such as those of all processors,
# must all be in the published range.
Decided = Measured | Comparison | Sequence[Measured] | Unpublished


@dataclass(frozen=True)
class Expected:
    """A published number or range.

    `effect`: the number is a gain or a loss, whose sign must agree. `percent`: the numbers are in
    per cent, and are compared in percentage points; a difference of up to `points` of them counts
    as none.
    """

    published: Published
    effect: bool = False
    percent: bool = False
    points: float = POINTS

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest published number."""
        return self.published if isinstance(self.published, tuple) else (self.published,) * 2

    def sign(self, ours: float) -> int:
        """The published direction of an effect. It is 0 if there is none, or if the published
        effect or our effect is so small that it may be zero.
        """
        low, high = self.range
        least = min(abs(ours), max(abs(low), abs(high)))
        is_zero = self.percent and least <= self.points
        if not self.effect or is_zero or low < 0 < high:
            return 0
        return (high > 0) - (low < 0)

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds for our number: the published range, or the range that counts as close to a
        single published number.
        """
        low, high = self.range
        margin = max(CLOSE * abs(low) if low == high else 0.0, self.points if self.percent else 0.0)
        return low - margin, high + margin

    def has(self, ours: float) -> bool:
        """Whether our number is within the bounds."""
        low, high = self.bounds
        return low <= ours <= high

    def nearest(self, ours: float) -> float:
        """The published number that is nearest to ours."""
        low, high = self.range
        return min(max(ours, low), high)

    def difference(self, ours: float) -> str:
        """How far our number is from the nearest published one."""
        nearest = self.nearest(ours)
        apart = abs(ours - nearest)
        if self.percent:
            return f"{number(apart)} point{'' if number(apart) == '1' else 's'}"
        if ours * nearest <= 0:
            return number(apart)
        return f"{number(max(ours / nearest, nearest / ours))}×"


def verdict(ours: Decided, expected: Expected | None = None) -> str:
    """The verdict on our numbers, compared with the expected ones, or on a comparison."""
    if isinstance(ours, Unpublished):
        return _over_values(ours, expected)
    if isinstance(ours, Comparison):
        return _decided(ours.of_means, ours.of_repetitions, FAILS)
    if isinstance(ours, Measured):
        return _of_number(ours, expected)

    def badness(each: Measured) -> tuple[int, float]:
        apart = abs(each.mean - expected.nearest(each.mean))
        return ORDER.index(kind(verdict(each, expected))), apart

    return verdict(max(ours, key=badness), expected)


def kind(found: str) -> str:
    """The kind of a verdict, one of ORDER."""
    return next(each for each in ORDER if found.startswith(each))


def _of_number(ours: Measured, expected: Expected) -> str:
    if sign := expected.sign(ours.mean):
        signs = [value * sign > 0 for value in ours.values]
        found = _decided(ours.mean * sign > 0, signs, FAILS)
        if found != HOLDS:
            return found
    inside = [expected.has(value) for value in ours.values]
    if expected.has(ours.mean):
        # The published number is a mean as well, so single repetitions may be outside.
        return HOLDS if statistics.fmean(inside) >= 1 - SURE else UNDECIDED
    return _decided(False, inside, f"{DIFFERS} {expected.difference(ours.mean)}")


def _decided(of_means: bool, of_repetitions: Sequence[bool], otherwise: str) -> str:
    """The verdict of the means, if enough repetitions agree with it; UNDECIDED if not."""
    share = statistics.fmean(each == of_means for each in of_repetitions)
    return UNDECIDED if share < SURE else HOLDS if of_means else otherwise


def _over_values(ours: Unpublished, expected: Expected | None) -> str:
    """The verdict on the chosen value, if the other values do not contradict it."""
    found = {value: verdict(of, expected) for value, of in ours.values.items()}
    kinds = {kind(each) for each in found.values()}
    holding = [value for value, each in found.items() if each == HOLDS]
    if len(kinds) > 1 and holding:
        return f"{UNDERDETERMINED}: holds with {ours.parameter} {shown(holding)}"
    if len(kinds) > 1 and FAILS in kinds and _has_both_signs(ours, expected):
        return f"{UNDERDETERMINED}: {ours.parameter} decides the sign"
    means = _means(ours)
    if not holding and expected and means:
        low, high = expected.range
        if min(means) < low and max(means) > high:
            return f"{UNDERDETERMINED}: published between the values of {ours.parameter}"
    return found[ours.chosen]


def _means(ours: Unpublished) -> list[float]:
    return [each.mean for each in ours.values.values() if isinstance(each, Measured)]


def _has_both_signs(ours: Unpublished, expected: Expected | None) -> bool:
    """Whether our numbers for the values of a parameter include both gains and losses. A number
    that is too small to have a sign is neither. The result is true, too, for comparisons and for
    several numbers for each value, because their verdicts differ.
    """
    means = _means(ours)
    least = expected.points if expected and expected.percent else 0.0
    return not means or (min(means) < -least and max(means) > least)


def shown(values: Sequence) -> str:
    """The values of a parameter as text, separated by commas."""
    return ", ".join(
        number(each) if isinstance(each, int | float) else str(each) for each in values
    )


def as_published(published: Published | None, unit: str = "") -> str:
    """A published number, range or bound, as text."""
    if published is None:
        return ""
    low, high = Expected(published).range
    if low == high:
        return f"{number(low)}{unit}"
    if math.isinf(high):
        return f"≥ {number(low)}{unit}"
    if math.isinf(low):
        return f"≤ {number(high)}{unit}"
    return f"{number(low)} … {number(high)}{unit}"
