"""Random AXI4 bursts of all endpoints to all memories, checked against a model. No burst may be
lost, answered wrongly, out of order or stuck, and each must come with the lock, cache, prot and qos
with which it was issued. The managers and the memories are those of cocotbext-axi. The environment
has SEED, TRANSACTIONS and ENDPOINTS.
"""

import logging
import os
from collections import defaultdict, deque
from random import Random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import (
    AxiBurstType,
    AxiBus,
    AxiLockType,
    AxiMaster,
    AxiProt,
    AxiResp,
    AxiSlave,
)
from cocotbext.axi.address_space import Region

ENDPOINTS = int(os.environ["ENDPOINTS"])
WINDOW = 31 - max(1, (ENDPOINTS - 1).bit_length())  # bits of an address within an endpoint
AREA = 1024  # bytes of each memory for an ID of a manager; bursts do not cross 4096 bytes
PRIORITY = 0x8001_0000  # address of the register with the priority of packets to endpoint 0
WORKERS = (0, 1, 6, 15)  # IDs in use
FAILS = 1 << 20  # from this offset on, memories answer with SLVERR
TIMEOUT = 40_000  # nanoseconds; a cycle takes two


class Memory(Region):
    """A memory whose bytes are 0 at first. Accesses from address FAILS on fail."""

    def __init__(self, number):
        super().__init__(1 << 32)
        self.number = number
        self.bytes = bytearray(AREA * 16 * ENDPOINTS)

    def _at(self, address):
        assert address >> WINDOW == self.number, f"{address:x} has come to endpoint {self.number}"
        offset = address & ((1 << WINDOW) - 1)
        if offset >= FAILS:
            raise ValueError("no such address")
        return offset

    async def _read(self, address, length, **_):
        at = self._at(address)
        return bytes(self.bytes[at : at + length])

    async def _write(self, address, data, **_):
        at = self._at(address)
        self.bytes[at : at + len(data)] = data


def placed(burst, length, random):
    """The offsets, within an area, of the bytes of a burst. The burst has whole words, and may wrap
    around or stay at one address.
    """
    # No burst takes the area's last place, so that the byte behind a burst is in the same page.
    start = length * random.randrange(AREA // length - 1)
    first = 4 * random.randrange(length // 4)
    if burst == AxiBurstType.FIXED:
        return [start + byte for byte in range(4)] * (length // 4)
    return [start + (first + byte) % length for byte in range(length)]


class Bench:
    """The network with a manager and a memory at each endpoint."""

    def __init__(self, dut):
        self.random = Random(int(os.environ["SEED"]))
        self.left = int(os.environ["TRANSACTIONS"])
        self.done = 0
        self.memories = [Memory(endpoint) for endpoint in range(ENDPOINTS)]
        # For each memory, direction ("aw" or "ar") and ID at the memory: the attributes of each
        # burst that has been issued, and the address behind its last byte.
        self.issued = defaultdict(deque)
        self.managers, self.slaves = [], []
        for endpoint, memory in enumerate(self.memories):
            bus = AxiBus.from_prefix(dut, f"m{endpoint}")
            self.managers.append(AxiMaster(bus, dut.clock, dut.reset))
            bus = AxiBus.from_prefix(dut, f"s{endpoint}")
            slave = AxiSlave(bus, dut.clock, dut.reset, target=memory)
            self.slaves.append(slave)
            self.watch(endpoint, "aw", slave.write_if.aw_channel)
            self.watch(endpoint, "ar", slave.read_if.ar_channel)

    def attributes(self):
        """Random attributes of a burst. The memories do not monitor exclusive accesses, so an
        exclusive burst has the effect of any other burst.
        """
        return {
            "lock": AxiLockType(self.random.randrange(2)),
            "cache": self.random.randrange(16),
            "prot": AxiProt(self.random.randrange(8)),
            "qos": self.random.randrange(16),
        }

    def watch(self, endpoint, name, channel):
        """Compares the attributes of the bursts that come to a memory with the attributes of the
        accesses that were issued. A manager may divide a long access into several bursts.
        """
        receive = channel.recv

        async def compared():
            burst = await receive()
            address, number, size, kind, beats = (
                int(getattr(burst, name + key)) for key in ("addr", "id", "size", "burst", "len")
            )
            expected, end = self.issued[endpoint, name, number][0]
            come = {key: int(getattr(burst, name + key)) for key in expected}
            if come != expected:
                # When the test ends, cocotb does not report the error of a task for which no other
                # task waits.
                print(f"failed: {name} at {address:#x}: {come}, not {expected}", flush=True)
                raise AssertionError
            if kind != AxiBurstType.INCR or (address >> size) + beats + 1 << size >= end:
                self.issued[endpoint, name, number].popleft()
            return burst

        channel.recv = compared

    def pause(self):
        """Makes some channels wait at random."""
        for of in (*self.managers, *self.slaves):
            for half, names in ((of.write_if, ("aw", "w", "b")), (of.read_if, ("ar", "r"))):
                for name in names:
                    if self.random.randrange(6) == 0:
                        getattr(half, f"{name}_channel").set_pause_generator(self.pauses())

    def pauses(self):
        """Random bits: runs of 1 to 5 equal bits."""
        while True:
            for waits in (False, True):
                for _ in range(self.random.randrange(1, 6)):
                    yield waits

    def length(self):
        """A random number of bytes: mostly a few words, sometimes many."""
        [most] = self.random.choices((4, 16, 64, AREA), (50, 40, 9, 1))
        return self.random.randrange(1, most + 1)

    async def traffic(self):
        """Runs all transactions, and compares the memories at the end."""
        total = self.left
        tasks = [
            cocotb.start_soon(self.work(source, number))
            for source in range(ENDPOINTS)
            for number in WORKERS
        ]
        for task in tasks:
            base, model = await task
            for memory, expected in zip(self.memories, model, strict=True):
                assert memory.bytes[base : base + AREA] == expected, f"memory at {base:#x} differs"
        assert self.done == total
        assert not any(self.issued.values()), "bursts have not come"

    async def work(self, source, number):
        """Issues several bursts with one ID before the first is answered, and checks them."""
        manager, random = self.managers[source], self.random
        base = AREA * (16 * source + number)
        model = [bytearray(AREA) for _ in range(ENDPOINTS)]
        while self.left > 0:
            issued = []
            # Reads and writes with one ID are not ordered with each other, so a sequence contains
            # only reads or only writes.
            writes = random.randrange(2)
            for _ in range(min(self.left, random.randrange(1, 6))):
                self.left -= 1
                kind = random.randrange(16)
                length = self.length()
                target = random.randrange(ENDPOINTS)
                place = random.randrange(AREA - length + 1)
                size = random.choice((None, None, None, 0, 1))
                expected, data = AxiResp.OKAY, None
                address = (target << WINDOW) + base + place
                if kind == 0 and ENDPOINTS & (ENDPOINTS - 1):
                    address |= ((1 << ENDPOINTS.bit_length()) - 1) << WINDOW
                    address &= 0x7FFFFFFF
                    expected = AxiResp.DECERR
                elif kind == 1:
                    address += FAILS
                    expected = AxiResp.SLVERR
                elif kind == 2:
                    # No register exists at these addresses, and a register has one word only.
                    address, length = 0x8000_0000 + 4 * random.randrange(1024, 2048), 8
                    expected = AxiResp.SLVERR
                elif kind == 3:
                    # Sets the priority of packets to a target, so that bursts take several routes.
                    address, length, size = PRIORITY + 4 * random.randrange(ENDPOINTS), 4, None
                    expected = None
                # offsets of the bytes, in the order of the beats
                places = range(place, place + length)
                burst = AxiBurstType.INCR
                if kind in (4, 5):
                    burst = (AxiBurstType.FIXED, AxiBurstType.WRAP)[kind - 4]
                    size, length = None, 4 * random.choice((2, 4, 8, 16))
                    places = placed(burst, length, random)
                    address = (target << WINDOW) + base + places[0]
                attributes = self.attributes()
                options = {"size": size, "burst": burst, **attributes}
                if expected in (AxiResp.OKAY, AxiResp.SLVERR) and kind != 2:
                    name, owner = "aw" if writes else "ar", 16 * source + number
                    self.issued[target, name, owner].append((attributes, address + length))
                if writes:
                    data = random.randbytes(length)
                    if expected is None:
                        data = bytes((random.randrange(8), 0, 0, 0))
                    if expected == AxiResp.OKAY:
                        for at, byte in zip(places, data, strict=True):
                            model[target][at] = byte
                    event = manager.init_write(address, data, awid=number, **options)
                else:
                    if expected == AxiResp.OKAY:
                        data = bytes(model[target][at] for at in places)
                    event = manager.init_read(address, length, arid=number, **options)
                issued.append((event, address, length, expected, data))
            for event, address, length, expected, data in issued:
                await with_timeout(event.wait(), TIMEOUT, "ns")
                what = f"{'write' if writes else 'read'} of {length} bytes at {address:#x}"
                assert event.data.resp == (expected or AxiResp.OKAY), f"{what}: {event.data.resp!r}"
                if not writes and data is not None:
                    assert event.data.data == data, f"{what}: wrong data"
                self.done += 1
        return base, model


@cocotb.test()
async def traffic(dut):
    """Runs this many transactions, and compares the memories at the end."""
    for name in ("cocotb", "gpi"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    cocotb.start_soon(Clock(dut.clock, 2, "ns").start())
    dut.reset.value = 1
    bench = Bench(dut)
    await ClockCycles(dut.clock, 4)
    dut.reset.value = 0
    await ClockCycles(dut.clock, 2)
    bench.pause()
    try:
        await bench.traffic()
    except Exception as error:
        print(f"failed: {error!r} after {bench.done} transactions", flush=True)
        raise
    print(f"passed: {bench.done} transactions in {get_sim_time('ns') / 2:.0f} cycles", flush=True)
