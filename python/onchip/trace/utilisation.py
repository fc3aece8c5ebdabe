"""What links carry and cores do, over time."""

from collections.abc import Iterator

from onchip.trace.events import Lane
from onchip.trace.recorder import Trace


def stalls(lane: Lane, cycles: int) -> Iterator[tuple[int, int, int]]:
    """Begin, end, and index in STATES, of the times in which a core did not run."""
    since, state = 0, 0
    for cycle, which in lane.states:
        if state and cycle > since:
            yield since, cycle, state
        since, state = cycle, which
    end = cycles if lane.states_end is None else lane.states_end
    if state and end > since:
        yield since, end, state


def of_networks(trace: Trace) -> dict[int, list[tuple[int, float, float]]]:
    """Of each network, for each window: its begin, flits of all links per 1,000 cycles, and the
    share of the cycles in which the busiest link carried one.
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
