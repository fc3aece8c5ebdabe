"""Traces by the model of Lublin and Feitelson.

"The workload on parallel supercomputers: modeling the characteristics of rigid jobs", Journal of
Parallel and Distributed Computing 63(11), 2003; parameters of all jobs together, batch and
interactive.
"""

import math
import random
from dataclasses import dataclass

SERIAL, POWER_OF_TWO = 0.244, 0.576  # shares of jobs with one node, and with a power of two nodes
# Log2 of the smallest size; share of jobs in the lower stage of sizes.
SMALLEST, FIRST_STAGE = 0.8, 0.86
# Log2 of the largest size minus log2 of the stages' boundary; 1.5 to 3.5 in the paper.
MEDIUM_BELOW_LARGEST = 2.5
# The logarithm of the run time has one of two gamma distributions, the first one with probability
# SLOPE * nodes + INTERCEPT.
FIRST, SECOND = (4.2, 0.94), (312.0, 0.03)
SLOPE, INTERCEPT = -0.0054, 0.78
MOST = 12.0  # the highest logarithm of a run time
# Gamma distributions: of the logarithm of the time between two jobs at rush hour (BETWEEN), and of
# arrivals over the half hours of a day (DAILY).
BETWEEN = (10.2303 * 1.0225, 0.4871)
DAILY = (8.1737, 3.9631)
MOST_BETWEEN = 13.0
SLOTS, FIRST_SLOT, SLOT = 48, 11, 1800


@dataclass(frozen=True)
class Line:
    """A job of a trace, with times in seconds."""

    submit: int
    run: int
    nodes: int


def generate(count: int, nodes: int, seed: int) -> list[Line]:
    """Generates `count` jobs for a machine with `nodes` nodes."""
    chance = random.Random(seed)
    clock = _Arrivals(chance)
    lines = []
    for _ in range(count):
        size = _size(chance, nodes)
        lines.append(Line(round(clock.next()), _run_time(chance, size), size))
    return lines


def as_swf(lines: list[Line], nodes: int, seed: int) -> str:
    """The trace in the Standard Workload Format."""
    head = f"; Version: 2.2\n; Computer: model of Lublin and Feitelson, seed {seed}\n"
    head += f"; MaxJobs: {len(lines)}\n; MaxNodes: {nodes}\n"
    rows = (
        f"{number} {line.submit} -1 {line.run} {line.nodes} -1 -1 {line.nodes} {line.run} -1 1"
        + " -1" * 7
        for number, line in enumerate(lines, 1)
    )
    return head + "\n".join(rows) + "\n"


def _size(chance: random.Random, nodes: int) -> int:
    kind = chance.random()
    if kind <= SERIAL or nodes < 2:
        return 1
    largest = math.log2(nodes)
    medium = max(SMALLEST, largest - MEDIUM_BELOW_LARGEST)
    low, high = (SMALLEST, medium) if chance.random() <= FIRST_STAGE else (medium, largest)
    power = chance.uniform(low, high)
    if kind <= SERIAL + POWER_OF_TWO:
        power = math.floor(power + 0.5)
    return min(nodes, math.floor(2**power + 0.5))


def _run_time(chance: random.Random, nodes: int) -> int:
    first = min(max(SLOPE * nodes + INTERCEPT, 0.0), 1.0)
    while True:
        logarithm = chance.gammavariate(*(FIRST if chance.random() <= first else SECOND))
        if logarithm <= MOST:
            return max(1, int(math.exp(logarithm)))


def slot_weights() -> list[float]:
    """The number of arrivals in each half hour of the day, relative to the mean."""
    weights = [0.0] * SLOTS
    for slot in range(FIRST_SLOT, FIRST_SLOT + SLOTS):
        weights[(slot - 1) % SLOTS] = _gamma_cdf(slot + 0.5) - _gamma_cdf(slot - 0.5)
    mean = sum(weights) / SLOTS
    return [weight / mean for weight in weights]


def _gamma_cdf(x: float) -> float:
    """The cumulative distribution DAILY, by the series of the lower incomplete gamma function."""
    shape, scale = DAILY
    x /= scale
    term = total = 1 / shape
    n = shape
    while term > total * 1e-12:
        n += 1
        term *= x / n
        total += term
    return total * math.exp(-x + shape * math.log(x) - math.lgamma(shape))


class _Arrivals:
    """Times of submission, in seconds from midnight on. The time between two jobs is drawn for a
    half hour of mean weight. In each half hour that it covers, it is divided by the weight of that
    half hour (`slot_weights`), so more jobs arrive where the weight is higher.
    """

    def __init__(self, chance: random.Random):
        self._chance = chance
        self._weights = slot_weights()
        self._now = 0.0

    def next(self) -> float:
        """The next time, in seconds."""
        logarithm = math.inf
        while logarithm > MOST_BETWEEN:
            logarithm = self._chance.gammavariate(*BETWEEN)
        left = math.exp(logarithm)
        while True:
            slot = int(self._now // SLOT)
            weight = max(self._weights[slot % SLOTS], 1e-9)
            until_end = (slot + 1) * SLOT - self._now
            if left <= until_end * weight:
                self._now += left / weight
                return self._now
            left -= until_end * weight
            self._now = (slot + 1) * SLOT
