"""How much two samples differ: a confidence interval for the shift of one against the other.

The interval is that of the rank-sum test of Wilcoxon, Mann and Whitney (Hollander and Wolfe,
*Nonparametric Statistical Methods*, 4.3): it needs no assumption on how the values are distributed.
Why runs must be repeated with random delays: Alameldeen and Wood, *Variability in Architectural
Simulations of Multi-threaded Workloads*, HPCA 2003.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

CONFIDENCE = 0.95
LEAST = 4  # values in each sample; with fewer values, no interval has this confidence
_MOST_EXACT = 400  # the most pairs of values for which the distribution is counted, not estimated


@dataclass(frozen=True)
class Shift:
    """By how much the values of a second sample are larger than those of the first. `low` and
    `high` bound it with CONFIDENCE; `base` is the median of the first sample.
    """

    middle: float
    low: float
    high: float
    base: float

    @property
    def is_noise(self) -> bool:
        """Whether the shift may be 0."""
        return self.low <= 0 <= self.high

    @property
    def interval(self) -> str:
        """The interval in per cent of the first sample's median, or, if the median is 0, in the
        unit of the values.
        """
        ends = (self.low, self.high)
        if self.base:
            low, high = (f"{100 * end / abs(self.base):+.2f}" for end in ends)
            return f"{low} % to {high} %"
        low, high = (f"{end:+,g}" for end in ends)
        return f"{low} to {high}"


def shift(first: Sequence[float], second: Sequence[float]) -> Shift | None:
    """The shift of `second` against `first`; None if there are too few values."""
    if min(len(first), len(second)) < LEAST:
        return None
    pairs = sorted(b - a for a in first for b in second)
    left = critical(len(first), len(second))
    middle, base = statistics.median(pairs), statistics.median(first)
    return Shift(middle, pairs[left], pairs[-1 - left], base)


def critical(first: int, second: int) -> int:
    """The largest value of Mann and Whitney's U that is significant in a two-sided test."""
    tail = (1 - CONFIDENCE) / 2
    pairs = first * second
    if pairs > _MOST_EXACT:
        deviation = math.sqrt(pairs * (first + second + 1) / 12)
        return math.floor(pairs / 2 + statistics.NormalDist().inv_cdf(tail) * deviation) - 1
    counts = _counts(first, second)
    most, sum, u = tail * math.comb(first + second, first), 0, -1
    while sum + counts[u + 1] <= most:
        u += 1
        sum += counts[u]
    return u


def _counts(first: int, second: int) -> list[int]:
    """How many of the orders of two samples have U = 0, 1, and so on. These numbers are the
    coefficients of a Gaussian binomial, the product of (1 − qˢᵉᶜᵒⁿᵈ⁺ⁱ) / (1 − qⁱ) for i from 1
    to `first`.
    """
    counts = [1] + [0] * (first * second)
    for i in range(1, first + 1):
        for u in range(len(counts) - 1, second + i - 1, -1):
            counts[u] -= counts[u - second - i]
        for u in range(i, len(counts)):
            counts[u] += counts[u - i]
    return counts
