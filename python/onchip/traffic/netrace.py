"""Traces in the format of Netrace (Hestness, Grot and Keckler 2010, "Netrace: dependency-driven
trace-based network-on-chip simulation"): packets of caches and memory controllers. Each packet has
a list of the packets that wait until it has arrived.
"""

import bz2
import struct
from collections.abc import Iterator
from itertools import islice
from os import SEEK_CUR
from pathlib import Path

from onchip.chip.chips import ChipFile

MAGIC = b"\x55\x54\x4a\x48"
BZIP2 = b"BZh"
# The header has: magic number, version, benchmark, nodes, cycles, packets, length of the notes,
# regions.
HEADER = struct.Struct("<4sf30sBxQQII8x")
REGION_BYTES = 24
# A packet has: cycle, number, address, type, source, target, types of source and target, number of
# dependents.
PACKET = struct.Struct("<QIIBBBBB")
# Bytes of a packet, by type. Packets of the other types have no data.
BYTES = 8
DATA_BYTES = 72
WITH_DATA = {2, 3, 4, 6, 16, 30}
# Packet types of answers, which travel in the network for answers.
ANSWERS = {2, 3, 5, 14, 16, 28, 30}
# Keys of a replay's result that have no value for a trace, which says when packets left, but not
# when they arrived.
NOT_RECORDED = ("moved", "recorded_end", "recorded_latency_mean")


def is_trace(path: Path) -> bool:
    """Whether a file begins as a trace does, compressed by bzip2 or not."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)).startswith((MAGIC, BZIP2))


def text(path: Path, chip: ChipFile, ends: tuple[int, int, int], most: int | None = None) -> str:
    """Converts the packets of a trace to the text that the simulator replays. `ends` are the chip's
    number of endpoints, number of networks, and bits of a link. `most` limits the number of packets
    (None: all). Fails with a `ValueError` if the file is not a trace or has no packets, or if the
    chip has fewer tiles than the trace has nodes.
    """
    endpoints, networks, link_bits = ends
    lines = [f"onchip-packets 1 {chip.name} {endpoints} {networks} {link_bits}"]
    waited: dict[int, list[int]] = {}
    for number, packet in enumerate(islice(_packets(path, chip.tiles), most)):
        cycle, name, _, kind, source, target, _, dependents = packet
        flits = -(-(DATA_BYTES if kind in WITH_DATA else BYTES) * 8 // link_bits)
        events = ",".join(map(str, waited.pop(name, []))) or "-"
        network = networks // 2 if kind in ANSWERS else 0
        lines.append(f"{network} {source} {target} {flits} 0 @{cycle} {events} - - {cycle} {cycle}")
        for dependent in dependents:
            waited.setdefault(dependent, []).append(number)
    if len(lines) == 1:
        raise ValueError(None, "a trace without packets; right: a whole one")
    return "\n".join(lines) + "\n"


def _packets(path: Path, tiles: int) -> Iterator[tuple]:
    """The fields of each packet, with the list of its dependents."""
    with path.open("rb") as file:
        is_packed = file.read(len(BZIP2)) == BZIP2
    with bz2.open(path) if is_packed else path.open("rb") as file:

        def read(size: int) -> bytes:
            found = file.read(size)
            if len(found) != size:
                raise ValueError(None, "the trace is cut off; right: a whole one")
            return found

        magic, version, _, nodes, _, _, notes, regions = HEADER.unpack(read(HEADER.size))
        if (magic, version) != (MAGIC, 1.0):
            raise ValueError(None, "no trace; right: one of Netrace's version 1.0")
        if nodes > tiles:
            raise ValueError(None, f"a trace of {nodes} nodes; right: a chip with as many tiles")
        file.seek(notes + regions * REGION_BYTES, SEEK_CUR)
        while head := file.read(1):
            fields = PACKET.unpack(head + read(PACKET.size - 1))
            dependents = struct.unpack(f"<{fields[-1]}I", read(4 * fields[-1]))
            _, name, _, _, source, target, *_ = fields
            if max(source, target) >= nodes:
                wrong = f"packet {name} goes from node {source} to {target}"
                raise ValueError(None, f"{wrong}; right: 0 to {nodes - 1}")
            yield (*fields[:-1], dependents)
