"""Calls of a core in the order in which they begin and end."""

from collections.abc import Iterable, Iterator


def in_order(regions: Iterable[tuple[int, int, str]]) -> Iterator[tuple[int, bool, str]]:
    """Cycle, whether a call begins, its name; each call ends within the one around it. `regions`:
    begin, end, name, by their begin; of equal ones the longer first.
    """
    inside = []
    for begin, end, name in regions:
        while inside and inside[-1][0] <= begin:
            cycle, which = inside.pop()
            yield cycle, False, which
        # A call that was left by a jump ends with the one around it.
        inside.append((min(end, inside[-1][0]) if inside else end, name))
        yield begin, True, name
    while inside:
        cycle, which = inside.pop()
        yield cycle, False, which
