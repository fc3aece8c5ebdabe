"""The load of links and the activity of cores over time."""

import numpy

from onchip.chip import chips
from onchip.trace.lanes import Lane
from onchip.trace.recorder import Trace

NETWORKS = tuple(chips.NETWORKS.values())


def stalls(lane: Lane, cycles: int) -> numpy.ndarray:
    """Returns begins, ends, and indices into STATES of the times in which a core did not run."""
    begins, states = lane.states
    ends = numpy.append(begins[1:], cycles if lane.states_end is None else lane.states_end)
    found = numpy.stack((begins, ends[: len(begins)], states))
    return found[:, (states > 0) & (found[1] > begins)]


def of_networks(trace: Trace) -> dict[int, list[tuple[int, float, float]]]:
    """Returns, for each network, a row for each window: its begin, the flits of all links per 1,000
    cycles, and the share of cycles in which the busiest link carried a flit.
    """
    found = {}
    for network in sorted({network for network, _, _ in trace.links}):
        mine = [index for index, link in enumerate(trace.links) if link[0] == network]
        before, begin = [0] * len(trace.links), 0
        rows = found[network] = []
        for picture in trace.pictures:
            length = picture.cycle - begin
            moved = [picture.flits[index] - before[index] for index in mine]
            rows.append((begin, 1000 * sum(moved) / length, max(moved, default=0) / length))
            before, begin = picture.flits, picture.cycle
    return found
