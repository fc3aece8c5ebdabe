"""Explains a deadlock: which processes wait in a circle, and what usually helps.

This module parses the text of the report, whose words are the same for the chip and for this
machine.
"""

import re
from collections.abc import Iterable, Iterator

_WHO = r"(?:thread \d+ of )?(?:rank|process) \d+"
_WAITS = rf"^  ({_WHO})(?: \(core \d+\))? waits"
_FOR = re.compile(rf"{_WAITS} in (\w+) for (.+?)(?=$|, at | \()")
_HELD = re.compile(rf"{_WAITS}.* in (.+?)(?=$|, at |;).*; held by ({_WHO})")
_TOGETHER = re.compile(rf"^  {_WHO}.* waits in (barrier|single copyprivate)\b")
_ENDED = re.compile(rf"{_WAITS} in (\w+) for (rank \d+), which has ended")
_IDLE = re.compile(r"^  threads? .* (is|are) idle$")
# Constructs in which a thread waits for all threads of its team.
_TEAM = re.compile(r" waits in (barrier|the end of a region)\b")
_MORE = re.compile(r"^  and \d+ more$")
_MISS = re.compile(r"^    a message of \d+ bytes is there, but (.*)")
_LOCK = "take the locks in the same order everywhere"
_OWN_LOCK = "the thread has the lock already; unset it first, or use a nestable lock"
_OWN_CRITICAL = "the thread is in this critical section already; give one of the two another name"
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
    if len(circle) == 1:
        yield f"{circle[0]} waits for itself"
    elif circle:
        yield "in a circle: " + ", which waits for ".join([*circle, circle[0]])
    misses = [m[1] for m in map(_MISS.match, lines) if m]
    if misses:
        yield f"what helps: {_for_a_miss(misses)}"
    elif circle and all(who in held for who in circle):
        yield f"what helps: {_for_locks([held[who][0] for who in circle])}"
    elif circle:
        yield from _for_a_circle([waits[who][0] for who in circle if who in waits])
    elif found := next((m for m in map(_ENDED.match, lines) if m), None):
        yield f"what helps: let {found[3]} do its part of {found[2]} before it ends"
    elif helps := _for_holders((whom for _, whom in held.values()), lines):
        yield f"what helps: {helps}"
    elif (found := next(filter(None, map(_TOGETHER.match, lines)), None)) and any(
        map(_IDLE.match, lines)
    ):
        yield f"what helps: all threads of the region must reach the same {found[1]}, or none"
    else:
        yield from _for_collectives({call for call, _ in waits.values()})


def _for_a_miss(misses: list[str]) -> str:
    if any("tag" in miss for miss in misses):
        return "send and receive with the same tag, or receive with MPI_ANY_TAG"
    if any("communicator" in miss for miss in misses):
        return "send and receive in the same communicator"
    return "receive from the rank that sends, or from MPI_ANY_SOURCE"


def _for_locks(constructs: list[str]) -> str:
    """What helps if each thread of a circle waits in one of these constructs for the next one."""
    if len(constructs) > 1:
        return _LOCK
    if constructs[0].startswith("critical (GOMP"):
        return _OWN_CRITICAL
    return _OWN_LOCK


def _for_holders(holders: Iterable[str], lines: list[str]) -> str:
    """What helps if the holder of a lock waits for its team, or has left the region; empty if none
    does.
    """
    for who in holders:
        own = [line for line in lines if re.match(rf"  {re.escape(who)}(?: \(core| waits)", line)]
        wait = next(filter(None, (_TEAM.search(line) for line in own)), None)
        has_left = own == [] and any(map(_IDLE.match, lines)) and not any(map(_MORE.match, lines))
        if wait or has_left:
            before = f"it waits in {wait[1]}" if wait else "the region ends"
            return f"let {who} leave critical, or unset the lock, before {before}"
    return ""


def _for_a_circle(calls: list[str]) -> Iterator[str]:
    if len(calls) == 1 and _RECEIVES.match(calls[0]):
        yield (
            "what helps: it receives from itself before it sends; use MPI_Sendrecv, or MPI_Irecv "
            "before the send"
        )
    elif all(map(_RECEIVES.match, calls)):
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
