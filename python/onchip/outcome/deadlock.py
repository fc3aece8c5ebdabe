"""Explains a deadlock: which processes wait in a circle, and what usually helps.

This module parses the text of the report, whose words are the same for the chip and for this
machine.
"""

import re
from collections.abc import Iterator

_WHO = r"(?:thread \d+ of )?(?:rank|process) \d+"
_WAITS = rf"^  ({_WHO})(?: \(core \d+\))? waits"
_FOR = re.compile(rf"{_WAITS} in (\w+) for (.+?)(?=$|, at | \()")
_HELD = re.compile(rf"{_WAITS}.* in (.+?)(?=$|, at |;).*; held by ({_WHO})")
_BARRIER = re.compile(rf"^  {_WHO}.* waits in barrier \(")
_ENDED = re.compile(rf"{_WAITS} in (\w+) for (rank \d+), which has ended")
_IDLE = re.compile(r"^  threads? .* no region to run$")
_MISS = re.compile(r"^    a message of \d+ bytes is there, but (.*)")
_LOCK = "take the locks in the same order everywhere"
_SENDS = re.compile(r"MPI_[SR]?send$", re.IGNORECASE)
_RECEIVES = re.compile(r"MPI_(Mrecv|Recv|Probe|Mprobe)$")
_PAIRS = re.compile(r"MPI_([SR]?send|M?recv|M?probe|Sendrecv|Wait)", re.IGNORECASE)


def explained(report: str) -> str:
    """Adds to the report the circle of waits and what usually helps, where these are known."""
    lines = report.splitlines()
    return "\n".join([*lines, *(f"  {line}" for line in _explanations(lines))])


def _explanations(lines: list[str]) -> Iterator[str]:
    waits = {m[1]: (m[2], m[3]) for m in map(_FOR.match, lines) if m}
    held = {m[1]: (m[2], m[3]) for m in map(_HELD.match, lines) if m}
    # Only calls between two ranks count: in a collective, a rank may wait for a rank other than the
    # one that is missing.
    pairs = {who: wait for who, wait in waits.items() if _PAIRS.match(wait[0])}
    circle = _circle({who: whom for who, (_, whom) in (pairs | held).items()})
    if circle:
        yield "in a circle: " + ", which waits for ".join([*circle, circle[0]])
    misses = [m[1] for m in map(_MISS.match, lines) if m]
    if misses:
        yield f"what helps: {_for_a_miss(misses)}"
    elif circle and all(who in held for who in circle):
        yield f"what helps: {_LOCK}"
    elif circle:
        yield from _for_a_circle({waits[who][0] for who in circle if who in waits})
    elif found := next((m for m in map(_ENDED.match, lines) if m), None):
        yield f"what helps: let {found[3]} do its part of {found[2]} before it ends"
    elif any(map(_BARRIER.match, lines)) and any(map(_IDLE.match, lines)):
        yield "what helps: all threads of the region must reach the same barrier, or none"
    else:
        yield from _for_collectives({call for call, _ in waits.values()})


def _for_a_miss(misses: list[str]) -> str:
    if any("tag" in miss for miss in misses):
        return "send and receive with the same tag, or receive with MPI_ANY_TAG"
    if any("communicator" in miss for miss in misses):
        return "send and receive in the same communicator"
    return "receive from the rank that sends, or from MPI_ANY_SOURCE"


def _for_a_circle(calls: set[str]) -> Iterator[str]:
    if all(map(_RECEIVES.match, calls)):
        yield (
            "what helps: each receives before it sends; let one send first, or use MPI_Sendrecv, "
            "or MPI_Irecv before the sends"
        )
    elif all(map(_SENDS.match, calls)):
        yield (
            "what helps: each sends before it receives, and a long message waits for its receive; "
            "use MPI_Sendrecv, or MPI_Isend before the receives"
        )


def _for_collectives(calls: set[str]) -> Iterator[str]:
    if len(calls) > 1:
        yield (
            f"what helps: ranks wait in different calls ({', '.join(sorted(calls))}); all ranks of "
            "a communicator must make the same collective calls, in the same order, and "
            "MPI_Finalize last"
        )


def _circle(waits: dict[str, str]) -> list[str]:
    """The names of the processes that wait for each other, the smallest first; empty if there is no
    circle.
    """
    for start in waits:
        path = [start]
        while (following := waits.get(path[-1])) and following not in path:
            path.append(following)
        if following:
            circle = path[path.index(following) :]
            least = circle.index(min(circle, key=_numbers))
            return [*circle[least:], *circle[:least]]
    return []


def _numbers(who: str) -> list[int]:
    return [int(number) for number in reversed(re.findall(r"\d+", who))]
