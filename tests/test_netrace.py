"""Traces in Netrace's format: the packets leave when the trace and its dependences say."""

import bz2
import random
import struct
from dataclasses import dataclass

import pytest

from onchip.base.failures import Exit

# Bytes of a packet by its type (Netrace's nt_packet_sizes; types that are not in traces left out).
SIZES = {1: 8, 2: 72, 3: 72, 4: 72, 5: 8, 6: 72, 13: 8, 14: 8, 15: 8, 16: 72, 27: 8, 28: 8, 29: 8,
         30: 72}  # fmt: skip


@dataclass
class Packet:
    cycle: int
    kind: int
    source: int
    target: int
    waits: list[int]


def trace(packets: list[Packet], nodes: int = 64, regions: int = 2, notes: bytes = b"notes\0"):
    """The bytes of a trace. Packets have numbers from 100 on, in steps of 3."""
    head = struct.pack("<If30sBB", 0x484A5455, 1.0, b"example", nodes, 0)
    head += struct.pack("<QQII8x", 10**6, len(packets), len(notes), regions)
    data = head + notes + struct.pack("<QQQ", 0, 10**6, len(packets)) * regions
    name = [100 + 3 * number for number in range(len(packets))]
    for number, packet in enumerate(packets):
        later = [name[n] for n, other in enumerate(packets) if number in other.waits]
        data += struct.pack("<QII", packet.cycle, name[number], 0x1000)
        data += struct.pack("<BBBBB", packet.kind, packet.source, packet.target, 0x23, len(later))
        data += struct.pack(f"<{len(later)}I", *later)
    return data


def latency(packet: Packet, config: dict) -> int:
    """Cycles of a packet in an empty network on a mesh of 8 columns."""
    (row, column), (to_row, to_column) = divmod(packet.source, 8), divmod(packet.target, 8)
    hops = abs(row - to_row) + abs(column - to_column)
    network = config["network"]
    flits = SIZES[packet.kind] * 8 // network["link_bits"]
    along = network["router"] + network["link"]
    return 2 * config["ni"]["delay"] + network["router"] + hops * along + flits - 1


def expected(packets: list[Packet], config: dict):
    """Returns the cycle of the last arrival, and the mean latency in cycles, if packets never wait
    for each other in the network.
    """
    taken, latencies = [], []
    for packet in packets:
        sent = max([packet.cycle, *(taken[other] for other in packet.waits)])
        latencies.append(latency(packet, config))
        taken.append(sent + latencies[-1])
    return max(taken), sum(latencies) / len(latencies)


def chain(seed: int, count: int = 200) -> list[Packet]:
    """Packets of which each waits for the one before it."""
    chance = random.Random(seed)
    cycles = sorted(chance.randrange(6000) for _ in range(count))
    kinds = list(SIZES)
    ends = [(chance.randrange(64), chance.randrange(64)) for _ in cycles]
    return [
        Packet(cycle, chance.choice(kinds), *end, [number - 1] * (number > 0))
        for number, (cycle, end) in enumerate(zip(cycles, ends, strict=True))
    ]


# Packet 2 waits for packet 1, which leaves late. Packet 3 comes from the source of packet 2, and
# does not wait. The last two packets, a request and an answer, leave together, in different
# networks.
OVERTAKING = [
    Packet(5, 1, 0, 63, []),
    Packet(1000, 4, 9, 0, []),
    Packet(30, 1, 0, 1, [1]),
    Packet(31, 1, 0, 7, [0]),
    Packet(940, 2, 7, 63, [3]),
    Packet(1001, 15, 63, 7, [4]),
    Packet(1002, 16, 7, 56, [5]),
    Packet(2000, 15, 20, 30, []),
    Packet(2000, 16, 20, 30, []),
]


@pytest.fixture
def config(onchip):
    return onchip("chip", "show", "mesh8x8", "--json").json


@pytest.mark.parametrize("packets", [OVERTAKING, chain(1), chain(2)], ids=["overtaking", "1", "2"])
def test_packets_leave_when_the_trace_says(onchip, config, packets):
    for name, data in (("t.tra", trace(packets)), ("t.tra.bz2", bz2.compress(trace(packets)))):
        (onchip.folder / name).write_bytes(data)
        result = onchip("noc", "--chip", "mesh8x8", "--replay", name, "--json").json
        end, mean = expected(packets, config)
        assert (result["end"], result["latency_mean"]) == (end, pytest.approx(mean))
        assert result["packets"] == len(packets) and result["moved"] is None
    most = len(packets) // 2
    words = ("noc", "--chip", "mesh8x8", "--replay", "t.tra", "--replay-packets", most)
    first = onchip(*words, "--json").json
    assert first["end"] == expected(packets[:most], config)[0] and first["packets"] == most
    assert f"{most:,} packets of" in onchip(*words).out


def test_traces_that_are_refused(onchip):
    def refused(data: bytes, *words, chip=("mesh8x8",)) -> str:
        (onchip.folder / "t.tra").write_bytes(data)
        words = ("noc", "--chip", *chip, "--replay", "t.tra", *words)
        return onchip(*words, code=Exit.USAGE).err

    whole = trace(OVERTAKING)
    assert "a trace of 64 nodes; right:" in refused(whole, chip=("mesh4x4",))
    # 63 tiles and four memory controllers
    smaller = ("mesh.columns=9", "mesh.rows=7", "dram.routers=[0,8,54,62]")
    smaller = ("mesh8x8", *(word for one in smaller for word in ("--set", one)))
    assert "a trace of 64 nodes; right:" in refused(whole, chip=smaller)
    assert "the trace is cut off; right:" in refused(whole[:-1])
    assert "the trace is cut off; right:" in refused(whole[:50])
    assert "a trace without packets; right:" in refused(whole[:100])
    assert "version 1.0" in refused(whole[:4] + b"\0\0\0\0" + whole[8:])
    assert "t.tra" in refused(bz2.compress(whole)[:-9])
    assert "node 0 to 99; right: 0 to 63" in refused(trace([Packet(0, 1, 0, 99, [])]))
    assert "traces of Netrace" in refused(b"onchip-packets 1 a 1 1 1\n", "--replay-packets", 3)
    words = ("noc", "--replay-packets", 3)
    assert "--replay FILE" in onchip(*words, code=Exit.USAGE).err
