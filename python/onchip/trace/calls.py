"""Calls of a core in the order in which they begin and end."""

from collections.abc import Iterator

import numpy

from onchip.trace.lanes import Regions


def in_order(regions: Regions) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """Returns three arrays with an item for every begin and every end of a call: the cycle, whether
    it is a begin, and the index of the name. Each call ends within the call that contains it.
    """
    count = len(regions)
    number = numpy.tile(numpy.arange(count), 2)
    cycles = numpy.concatenate((regions.begins, regions.ends))
    enters = numpy.arange(2 * count) < count
    # In a cycle, calls end before others begin, and the inner calls end first.
    order = numpy.lexsort((numpy.where(enters, number, -number), enters, cycles))
    cycles, enters, number = cycles[order], enters[order], number[order]
    # Calls nest if at each depth a call begins and ends before the next one begins.
    depth = numpy.cumsum(numpy.where(enters, 1, -1)) - enters
    by_depth = numpy.argsort(depth, kind="stable")
    each = number[by_depth]
    if numpy.array_equal(each[::2], each[1::2]) and enters[by_depth[::2]].all():
        return cycles, enters, regions.which[number]
    columns = numpy.array(list(_nested(regions)), numpy.int64).reshape(-1, 3)
    return columns[:, 0], columns[:, 1].astype(bool), columns[:, 2]


def _nested(regions: Regions) -> Iterator[tuple[int, bool, int]]:
    """Yields the items of `in_order` one by one, for calls that do not nest or take no time."""
    inside = []
    columns = (regions.begins, regions.ends, regions.which)
    for begin, end, which in zip(*(column.tolist() for column in columns), strict=True):
        while inside and inside[-1][0] <= begin:
            cycle, last = inside.pop()
            yield cycle, False, last
        # A call that was left by a jump ends with the call that contains it.
        inside.append((min(end, inside[-1][0]) if inside else end, which))
        yield begin, True, which
    while inside:
        cycle, which = inside.pop()
        yield cycle, False, which
