"""The verdict on a paper's statement (`onchip.paper.verdict`), tested with planted numbers."""

import math

import pytest

from onchip.base.failures import Failure
from onchip.paper import Measured, Unpublished, increasing
from onchip.paper.verdict import Expected, as_published, kind, verdict


def ours(value):
    """Returns measured numbers: one number, a tuple of the numbers of several repetitions, or a
    list of such values.
    """
    if isinstance(value, Unpublished):
        return Unpublished("grain", {k: ours(of) for k, of in value.values.items()}, *LAST)
    if isinstance(value, list):
        return [ours(each) for each in value]
    return Measured(value if isinstance(value, tuple) else (value,))


LAST = (30, "the paper says so")


def by_grain(*values):
    """Returns a number that depends on the parameter `grain` (10, 20 or 30), which the paper does
    not publish. The last value is used.
    """
    return Unpublished("grain", dict(zip((10, 20, 30), values, strict=True)), *LAST)


GAIN = {"effect": True, "percent": True}


@pytest.mark.parametrize(
    ("value", "published", "options", "expected"),
    [
        # A single number may differ by a tenth of the published one.
        (110, 100, {}, "holds"),
        (111, 100, {}, "differs by 1.11×"),
        (90, 100, {}, "holds"),
        (80, 100, {}, "differs by 1.25×"),
        (-91, -100, {}, "holds"),
        (0, 100, {}, "differs by 100"),
        (3, 0, {}, "differs by 3"),
        (0, 0, {}, "holds"),
        # The distance to a range counts from its nearest end.
        (3.2, (3, 20), {}, "holds"),
        (2, (3, 20), {}, "differs by 1.5×"),
        (30, (3, 20), {}, "differs by 1.5×"),
        # A range may have only one end. An efficiency of more than 100 % contradicts its
        # definition.
        (1e9, (80, math.inf), {}, "holds"),
        (79, (80, math.inf), {}, "differs by 1.01×"),
        (-5, (-math.inf, 2), {}, "holds"),
        (4, (-math.inf, 2), {}, "differs by 2×"),
        (115, (80, 100), {"percent": True}, "differs by 15 points"),
        # Numbers in per cent are compared by points, also near zero, where a ratio is meaningless.
        (-4.15, -0.05, GAIN, "differs by 4.1 points"),
        (-1.0, -0.05, GAIN, "holds"),
        (0.5, -0.05, GAIN, "holds"),
        (0.02, -0.05, GAIN | {"points": 0}, "does not hold"),
        (-0.15, -0.05, GAIN | {"points": 0}, "differs by 0.1 points"),
        (-70.4, (-70, -65), GAIN, "holds"),
        (-72, (-70, -65), GAIN, "differs by 2 points"),
        (27, 15, GAIN, "differs by 12 points"),
        (36.5, 35, GAIN, "holds"),
        # The sign of an effect must agree.
        (-5, 15, GAIN, "does not hold"),
        (-2, 5, GAIN, "does not hold"),
        (-0.5, 5, GAIN, "differs by 5.5 points"),
        (-2, (0, 15), GAIN, "does not hold"),
        (-0.5, (0, 15), GAIN, "holds"),
        (5, (-40, -20), GAIN, "does not hold"),
        (-0.5, (-1, 3), GAIN, "holds"),
        (-5, 5, {}, "differs by 10"),
        # A fifth of the repetitions may have another sign than the mean. If the mean lies outside
        # the published range, a fifth of the repetitions may lie in it. If the mean lies in the
        # range, at least a fifth of the repetitions must lie in it.
        ((-1, 8, 8, 8, 8), 7, GAIN, "holds"),
        ((-1, -1, 9, 9, 19), 7, {"effect": True}, "undecided"),
        ((-9, -9, -9, -9, 1), 7, {"effect": True}, "does not hold"),
        ((100, 150, 150, 150, 150), 100, {}, "differs by 1.4×"),
        ((100, 100, 150, 150, 150), 100, {}, "undecided"),
        ((98, 99, 100, 80, 123), 100, {}, "holds"),
        ((50, 150), 100, {}, "undecided"),
        # If there are several numbers, such as those of all processors, all of them must be in the
        # published range.
        ([4, 12, 19], (3, 20), GAIN, "holds"),
        ([4, 12, 25], (3, 20), GAIN, "differs by 5 points"),
        ([12, 25, 30], (3, 20), GAIN, "differs by 10 points"),
        ([4, -12, 25], (3, 20), GAIN, "does not hold"),
        ([4, (2, 2, 2, 9, 9)], (3, 8), {}, "undecided"),
        # The number depends on a parameter that is not published.
        (by_grain(35, 36, 34), 35, GAIN, "holds"),
        (by_grain(65, 36, 34), 35, GAIN, "underdetermined: holds with grain 20, 30"),
        (by_grain(35, 3, -2), 35, GAIN, "underdetermined: holds with grain 10"),
        (by_grain(65, 3, -2), 35, GAIN, "underdetermined: grain decides the sign"),
        (by_grain(-0.1, 0.1, 0), 35, GAIN, "differs by 35 points"),
        (by_grain(65, 60, 50), 35, GAIN, "differs by 15 points"),
        (by_grain(65, 20, 10), 35, GAIN, "underdetermined: published between the values of grain"),
        (by_grain(-0.9, -2, -3), 35, GAIN, "does not hold"),
        (by_grain(-4, -2, -3), 35, GAIN, "does not hold"),
        (by_grain([1, 2], [1, 9], [1, 3]), (1, 3), {}, "underdetermined: holds with grain 10, 30"),
    ],
)
def test_verdicts_on_numbers(value, published, options, expected):
    assert verdict(ours(value), Expected(published, **options)) == expected


A, B, C = Measured([1, 1, 1, 1, 1]), Measured([2, 2, 2, 2, 0]), Measured([3, 3, 3, 0, 0])


@pytest.mark.parametrize(
    ("comparison", "expected"),
    [
        (A < B, "holds"),
        (A > B, "does not hold"),
        (A < C, "undecided"),
        (increasing(A, B, C), "undecided"),
        (increasing(1, 2, 3), "holds"),
        (increasing(1, 3, 2), "does not hold"),
        (increasing(1, 2, 2), "does not hold"),
        ((A < B) & (A < 0.5), "does not hold"),
        (by_grain(A < B, A < B, A < B), "holds"),
        (by_grain(A < B, A > B, A < B), "underdetermined: holds with grain 10, 30"),
        (by_grain(A < C, A < C, A > B), "underdetermined: grain decides the sign"),
        (by_grain(A < C, A < C, A < C), "undecided"),
        (by_grain(A > B, A > B, A > B), "does not hold"),
    ],
)
def test_verdicts_on_comparisons(comparison, expected):
    assert verdict(comparison) == expected


def test_the_kind_of_a_verdict():
    assert kind("holds") == "holds" and kind("differs by 3×") == "differs by"
    assert kind("underdetermined: holds with grain 10") == "underdetermined"


def test_a_chosen_value_is_one_of_the_values():
    with pytest.raises(Failure, match="grain has no value 5: there are 1, 2"):
        Unpublished("grain", {1: 1, 2: 2}, 5, "")


def test_how_a_published_number_prints():
    shown = [as_published(each, " %") for each in (4942, (3, 20), (80, math.inf), (-math.inf, 2))]
    assert shown == ["4,942 %", "3 … 20 %", "≥ 80 %", "≤ 2 %"]
