"""Tests the MPI library's fast paths on models of existing cores. A call of MPI is executed step by
step on a chip. Then a core alone, and its RTL, execute it again from the same registers and memory.
"""

import re
import struct
import subprocess
from contextlib import contextmanager

import numpy as np
import pytest

from onchip.chip import chips
from onchip.rtl import cores
from test_debugger_protocol import Peer
from test_rtl_cores import slowly

# Rank 0 comes late to each call, so that what the other rank sends has arrived.
PROGRAM = """\
#include <mpi.h>
static void pause(int rank) {
    for (volatile int i = rank ? 0 : 500; i; i--)
        ;
}
int main(int argc, char **argv) {
    int rank, word = 5, other, sum;
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3; i++) {
        pause(rank);
        MPI_Send(&word, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
        pause(rank);
        MPI_Recv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&word, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
        pause(rank);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        pause(rank);
        MPI_Barrier(MPI_COMM_WORLD);
        pause(rank);
        MPI_Allreduce(&word, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
"""
# A barrier waits for a counter of hardware, which neither the bare core nor its RTL has.
CALLS = ("Send", "Recv", "Irecv", "Isend", "Waitall", "Allreduce")
WARM = 2  # calls of a function before the one that is compared
MEMORY_KB = 128
TILE, WINDOW, CODE = 0x8000_0000, 0x1000_0000, 0x1000
DEVICES = (0x2, 0x4)  # the upper four bits of the addresses of devices
MOST = 2000  # instructions of a call


class Stopped(Peer):
    """A client of the debugger whose commands concern the core of rank 0."""

    def __init__(self, port):
        super().__init__(port)
        self.ask(b"qSupported:multiprocess+")
        self.ask(b"Hgp1.1")

    def bytes(self, command):
        """The answer to a command as bytes; none if it is an error."""
        text = self.ask(command)
        if re.match(rb"E(\d\d|\.)", text):
            return None
        # The protocol encodes equal characters in a row as the character, `*`, and a count that is
        # itself coded as a character.
        text = re.sub(rb"(.)\*(.)", lambda run: run[1] * (run[2][0] - 28), text, flags=re.DOTALL)
        return bytes.fromhex(text.decode())

    def registers(self):
        """The registers x0 to x31, and the address of the next instruction."""
        return struct.unpack("<33I", self.bytes(b"g")[:132])

    def memory(self, start, size):
        """The bytes from an address on: at least `size`, or fewer where the memory ends before."""
        found = b""
        while len(found) < size and (part := self.bytes(b"m%x,400" % (start + len(found)))):
            found += part
        return found

    def step(self):
        self.ask(b"vCont;s:p1.1;c")

    def run_to(self, address, passes):
        """Lets the chip run until the core comes to an address for the last of `passes` times."""
        self.ask(b"Z0,%x,2" % address)
        while passes:
            stopped = self.ask(b"vCont;c")
            assert stopped.startswith(b"T"), stopped
            passes -= b"p1.1;" in stopped or b"p01.01;" in stopped
        self.ask(b"z0,%x,2" % address)
        self.ask(b"Hgp1.1")


@contextmanager
def stopped(onchip, core):
    """Starts the program on cores of this name, under the debugger. Yields the debugger's client
    and the linked program.
    """
    onchip.write("fast.c", PROGRAM)
    chip = ("--chip", "mesh2x2", "--set", f"tile.memory_kb={MEMORY_KB}", "--set", f"core={core}")
    onchip("cc", "-O2", *chip, "fast.c", "-o", "fast")
    # The heap gets only the memory that code, stack and shared block leave, so the stack is small.
    words = ("run", "--gdb", 0, "-n", 2, "--stack", 16, *chip, "fast")
    process = onchip.start(*words, stderr=subprocess.PIPE, text=True)
    try:
        line = ""
        while "localhost:" not in line:
            line = process.stderr.readline()
            assert line, "it does not wait for the debugger"
        yield Stopped(int(re.search(r"localhost:(\d+)", line)[1])), onchip.folder / "fast"
    finally:
        process.kill()


def loaded_address(instruction, registers):
    """Returns the address that an instruction loads from, and the destination register. Returns
    None if the instruction is not one of the loads by which the library reads devices.
    """
    if instruction & 0x7F == 0x03:
        base, target = instruction >> 15 & 31, instruction >> 7 & 31
        return registers[base] + (instruction >> 20 ^ 0x800) - 0x800 & 0xFFFF_FFFF, target
    if instruction & 0xE003 == 0x4000:  # c.lw
        offset = (instruction >> 7 & 0x38) | (instruction >> 4 & 4) | (instruction << 1 & 0x40)
        base, target = 8 + (instruction >> 7 & 7), 8 + (instruction >> 2 & 7)
        return registers[base] + offset & 0xFFFF_FFFF, target
    return None


def symbol(elf, name):
    """The address of a function."""
    lines = subprocess.run(
        ["riscv64-unknown-elf-nm", str(elf)], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return next(int(line.split()[0], 16) for line in lines if line.split()[2] == name)


def call(peer, elf, name):
    """Steps through a call. Returns the registers before it, the memory before it (start address →
    bytes), the last word that it loads from each device register, and the addresses of its
    instructions.
    """
    start = symbol(elf, name)
    peer.run_to(start, WARM + 1)
    code = peer.memory(CODE, MEMORY_KB * 1024)
    before = {
        CODE: code,
        WINDOW: peer.memory(WINDOW, MEMORY_KB * 1024),
        TILE: peer.memory(TILE, MEMORY_KB * 1024),
    }
    first = now = peer.registers()
    devices, path = {}, []
    while now[32] != first[1] or now[2] != first[2]:
        assert len(path) < MOST, f"{name} has not returned after {MOST} instructions"
        path.append(now[32])
        (word,) = struct.unpack_from("<I", code, now[32] - CODE)
        load = loaded_address(word, now)
        peer.step()
        now = peer.registers()
        if load and load[0] >> 28 in DEVICES:
            devices[load[0]] = now[load[1]]
    return first, before, devices, path


def relinked(first, before, devices, folder):
    """A program for a bare core that begins with these registers and this memory, and ends when the
    call returns.
    """
    lines = ['.section .start, "ax"', ".globl _start", "_start:", ".option norvc"]
    lines += ["j 1f", "done:", "ebreak", "1:", "la x1, done"]
    lines += [f"li x{number}, {first[number]:#x}" for number in range(2, 32)]
    lines += ["j target"]
    places = {"start": 0x80}
    for address, content in before.items():
        (folder / f"{address:x}.bin").write_bytes(content)
        kind = "ax" if address == CODE else "aw"
        lines += [f'.section .at{address:x}, "{kind}"', f'.incbin "{folder}/{address:x}.bin"']
        places[f"at{address:x}"] = address
    for address, value in devices.items():
        lines += [f'.section .at{address:x}, "aw"', f".word {value:#x}"]
        places[f"at{address:x}"] = address
    source, elf = folder / "snapshot.S", folder / "snapshot.elf"
    source.write_text("\n".join(lines) + "\n")
    words = [
        "riscv64-unknown-elf-gcc",
        "-march=rv32im",
        "-mabi=ilp32",
        "-nostdlib",
        "-nostartfiles",
    ]
    words += [f"-Wl,--section-start=.{name}={at:#x}" for name, at in places.items()]
    words += ["-Wl,--no-warn-rwx-segments,--no-relax", f"-Wl,--defsym=target={first[32]:#x}"]
    subprocess.run([*words, str(source), "-o", str(elf)], check=True)
    return elf


@pytest.mark.parametrize("core", [slowly(core) for core in cores.CORES])
@pytest.mark.parametrize("name", CALLS)
def test_a_call_takes_the_cycles_of_the_rtl(onchip, core, name, tmp_path):
    with stopped(onchip, core) as (peer, elf):
        first, before, devices, path = call(peer, elf, f"PMPI_{name}")
    folder = tmp_path / "bare"
    folder.mkdir()
    chip = chips.load("mesh2x2", (f"core={core}",))
    program = relinked(first, before, devices, folder)
    found = cores.compare(cores.CORES[core], chip, program, folder)
    lead = int(np.flatnonzero(found.addresses == first[32])[0])
    # In the program for one core, a device returns its last word at the first load, so loops that
    # poll a device end sooner.
    own = found.addresses[lead:].tolist()
    assert set(own) <= set(path) and path[-1] in own
    model, real = np.stack(found.steps)[:, lead:].sum(axis=1)
    assert model == real, len(own)
