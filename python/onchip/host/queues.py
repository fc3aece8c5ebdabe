"""Reads the matching queues of MPI in a stuck process on this machine, from outside.

The report has the wording of `simulator/src/observe/message_queues.rs`, which reports on the chip.
"""

import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from onchip.base import project
from onchip.build import compiler
from onchip.host.stacks import loaded

# Offset and layout of members in runtime/mpi/core/request.h and match.h, with 64-bit pointers.
REQUEST = {"next": (0, "<Q"), "tag": (36, "<i"), "sender": (64, "<I"), "sender_bits": (68, "<I")}
ARRIVAL = {"next": (0, "<Q"), "sender": (8, "<I"), "tag": (12, "<i"), "bytes": (16, "<Q")}


@dataclass(frozen=True)
class _Envelope:
    context: int
    source: int | None  # rank in the communicator; None for any
    tag: int | None
    bytes: int = 0


def near_miss(process: int) -> str:
    """Why no unexpected message matches the first posted receive; empty if either is missing."""
    try:
        program, base = loaded(Path(f"/proc/{process}"))
        symbols = compiler.symbols(compiler.Target(host=True), program)
        with Path(f"/proc/{process}/mem").open("rb", buffering=0) as memory:
            posted = [*_posted(memory, base + symbols["oc_posted"])]
            messages = [*_unexpected(memory, base + symbols["oc_unexpected"])]
    except (OSError, ValueError, KeyError, StopIteration, struct.error, subprocess.SubprocessError):
        return ""
    return _described(posted[0], messages) if posted and messages else ""


def _described(receive: _Envelope, messages: list[_Envelope]) -> str:
    def misses(message: _Envelope) -> list[str]:
        wrong = []
        if receive.tag not in (None, message.tag):
            wrong.append(f"its tag is {message.tag}, not {receive.tag}")
        if receive.source not in (None, message.source):
            wrong.append(f"it is from rank {message.source}, not {receive.source}")
        if receive.context != message.context:
            wrong.append("it was sent in another communicator")
        return wrong

    nearest = min(messages, key=lambda message: len(misses(message)))
    wrong = ", and ".join(misses(nearest))
    return f"a message of {nearest.bytes} bytes is there, but {wrong}"


def _posted(memory, head: int) -> Iterator[_Envelope]:
    any_tag = project.simulator().ANY_TAG
    for at in _list(memory, head):
        sender, tag = _member(memory, at, REQUEST["sender"]), _member(memory, at, REQUEST["tag"])
        exact = _member(memory, at, REQUEST["sender_bits"]) & 0xFFFF
        if (sender >> 16) % project.simulator().CONTEXTS == 0:
            source = sender & 0xFFFF if exact else None
            yield _Envelope(sender >> 16, source, None if tag == any_tag else tag)


def _unexpected(memory, head: int) -> Iterator[_Envelope]:
    for at in _list(memory, head):
        sender = _member(memory, at, ARRIVAL["sender"])
        if (sender >> 16) % project.simulator().CONTEXTS == 0:
            tag, size = (_member(memory, at, ARRIVAL[name]) for name in ("tag", "bytes"))
            yield _Envelope(sender >> 16, sender & 0xFFFF, tag, size)


def _list(memory, head: int) -> Iterator[int]:
    at = _member(memory, head, (0, "<Q"))
    for _ in range(project.simulator().MOST_QUEUE_ENTRIES):
        if not at:
            return
        yield at
        at = _member(memory, at, (0, "<Q"))


def _member(memory, start: int, member: tuple[int, str]) -> int:
    offset, layout = member
    memory.seek(start + offset)
    return struct.unpack(layout, memory.read(struct.calcsize(layout)))[0]
