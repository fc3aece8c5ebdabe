"""Numbers of repeated runs: arithmetic by repetition, comparisons of means, formatting."""

import itertools
import operator
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Comparison:
    """Whether a relation holds between means, and between the numbers of each repetition. The `&`
    of two comparisons holds if both hold.
    """

    of_means: bool
    of_repetitions: tuple[bool, ...]

    def __and__(self, other: "Comparison") -> "Comparison":
        """Whether both comparisons hold."""
        both = map(operator.and_, *_alike(self.of_repetitions, other.of_repetitions))
        return Comparison(self.of_means and other.of_means, tuple(both))

    def __bool__(self):
        """Raises an error, since it is not clear whether the means or every repetition should
        decide.
        """
        raise TypeError(
            "a comparison of measured numbers is neither true nor false by itself: write "
            "increasing(a, b, c) for a < b < c, and `&` for `and`"
        )


def _by_repetition(function: Callable[..., float]) -> Callable[..., "Measured"]:
    return lambda *operands: _each(function, *operands)


def _relation(relation: Callable[[float, float], bool]) -> Callable[..., Comparison]:
    return lambda left, right: _compared(relation, left, right)


class Measured:
    """A number that each repetition of a figure has measured. Arithmetic works by repetition,
    relations compare the means, and an f-string shows the mean.
    """

    def __init__(self, values: Iterable[float]):
        self.values = tuple(values)

    @property
    def mean(self) -> float:
        """The mean over the repetitions."""
        return statistics.fmean(self.values)

    @property
    def spread(self) -> float:
        """The standard deviation of the repetitions."""
        return statistics.stdev(self.values) if len(self.values) > 1 else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.spread / len(self.values) ** 0.5

    def __format__(self, spec: str) -> str:
        """Formats the mean."""
        return format(self.mean, spec) if spec else number(self.mean)

    def __repr__(self) -> str:
        """Shows the numbers, for debugging."""
        return f"Measured({list(self.values)})"

    __add__ = _by_repetition(operator.add)
    __radd__ = _by_repetition(lambda right, left: left + right)
    __sub__ = _by_repetition(operator.sub)
    __rsub__ = _by_repetition(lambda right, left: left - right)
    __mul__ = _by_repetition(operator.mul)
    __rmul__ = _by_repetition(lambda right, left: left * right)
    __truediv__ = _by_repetition(operator.truediv)
    __rtruediv__ = _by_repetition(lambda right, left: left / right)
    __neg__ = _by_repetition(operator.neg)
    __lt__ = _relation(operator.lt)
    __le__ = _relation(operator.le)
    __gt__ = _relation(operator.gt)
    __ge__ = _relation(operator.ge)
    __eq__ = _relation(operator.eq)


Value = Measured | float


def _alike(*sequences: Sequence) -> list[Sequence]:
    """Extends sequences to one length: a sequence with one entry stands for a number that does not
    depend on the repetition.
    """
    length = max(map(len, sequences))
    return [one * length if len(one) == 1 else one for one in sequences]


def _values(value: Value) -> tuple[float, ...]:
    return value.values if isinstance(value, Measured) else (float(value),)


def _each(function: Callable[..., float], *operands: Value) -> Measured:
    return Measured(map(function, *_alike(*map(_values, operands))))


def _mean(value: Value) -> float:
    return statistics.fmean(_values(value))


def _compared(relation: Callable[[float, float], bool], left: Value, right: Value) -> Comparison:
    each = map(relation, *_alike(_values(left), _values(right)))
    return Comparison(relation(_mean(left), _mean(right)), tuple(each))


def number(value: float) -> str:
    """Formats a number with its significant digits."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def listed(values: Iterable[Value], by: str = " / ") -> str:
    """Joins numbers in a row, such as 110 / 119 / 126."""
    return by.join(f"{value}" for value in values)


def increasing(*values: Value) -> Comparison:
    """Whether each value is less than the next."""
    first, *rest = (_compared(operator.lt, *pair) for pair in itertools.pairwise(values))
    for each in rest:
        first &= each
    return first


def mean(values: Iterable[Value]) -> Measured:
    """The mean of several numbers, in each repetition."""
    return _each(lambda *of: statistics.fmean(of), *values)


def highest(values: Iterable[Value]) -> Measured:
    """The highest of several numbers, in each repetition."""
    return _each(lambda *of: max(of), *values)


def lowest(values: Iterable[Value]) -> Measured:
    """The lowest of several numbers, in each repetition."""
    return _each(lambda *of: min(of), *values)


def faster(before: Value, after: Value) -> Measured:
    """Time saved, in per cent of the time before; negative: more time."""
    return _each(lambda b, a: 100 * (b - a) / b, before, after)


def more(base: Value, other: Value) -> Measured:
    """By how much `other` exceeds `base`, in per cent of `base`."""
    return _each(lambda b, o: 100 * o / b - 100, base, other)


def less(one: Value, other: Value) -> Measured:
    """1 if the first value is less than the second, else 0. A sum of such values is a count."""
    return _each(lambda a, b: float(a < b), one, other)


def queued(customers: int, think: Value, *services: Value) -> Measured:
    """The mean time that each of `customers` customers takes to pass once through a closed queueing
    network. A customer thinks and is then served by every server; each server has a queue. The
    method is mean value analysis (Reiser and Lavenberg, 1980).
    """

    def taken(think: float, *services: float) -> float:
        waiting = [0.0] * len(services)
        taken = 0.0
        for present in range(1, customers + 1):
            there = [
                service * (1 + queue) for service, queue in zip(services, waiting, strict=True)
            ]
            taken = think + sum(there)
            waiting = [present * each / taken for each in there]
        return taken

    return _each(taken, think, *services)
