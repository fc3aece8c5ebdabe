"""Results and cycles do not depend on the caller's floating-point environment, which the simulator
restores. The program also runs on this machine, which gives the expected results.

This file also serves as the program that calls the simulator. It runs in its own process, because a
process decides only once when code is compiled.
"""

import ctypes
import json
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import onchip as library
from onchip import _core
from onchip.chip import chips

# bits of the exception flags in the result of the library's `get`
FLAGS = 0x3F
RANKS = 16
# The sums, products, quotients and conversions have subnormal, rounded or exceptional results.
PROGRAM = """\
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t hash = 17;

static void add(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    hash = hash * 31 + (uint32_t)bits + (uint32_t)(bits >> 32);
}

static void compute(volatile double one, volatile double tiny, volatile float small) {
    double smaller = tiny - tiny * 1.1;
    add(smaller);
    add(smaller * 4503599627370496.0);
    add(smaller == 0);
    add(small - small * 1.2f);
    add((float)(tiny * 1e300));
    add(one / 3);
    add(-one / 7);
    add((float)(one / 5));
    add(one / (tiny * 1e-300));
    add(1e300 * one * 1e300);
    add(0 * (one / 0.0) == 0);
    one += tiny;
    add(one);
}

int main(int argc, char **argv) {
    char line[8] = "";
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1 && rank == 0)
        fgets(line, sizeof line, stdin);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 150; i++)
            compute(1 + i, 1e-308, 1e-38f);
        for (int i = 0; i < 10; i++) {
            uint32_t got;
            MPI_Sendrecv(&hash, 1, MPI_UINT32_T, (rank + 1) % size, 0, &got, 1, MPI_UINT32_T,
                         (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            compute(got, 1e-308, 1e-38f);
        }
    }
    printf("%d: %08x\\n", rank, (unsigned)hash);
    MPI_Finalize();
}
"""
# The library sets an environment and returns the current one, with the flags in the lowest bits.
LIBRARY = """\
#define _GNU_SOURCE
#include <fenv.h>
#include <stdint.h>

uint64_t get(void) {
#ifdef __x86_64__
    return __builtin_ia32_stmxcsr();
#else
    return __builtin_aarch64_get_fpcr64();
#endif
}

static void flush(void) {
#ifdef __x86_64__
    __builtin_ia32_ldmxcsr(get() | 0x8040);
#else
    __builtin_aarch64_set_fpcr64(get() | 1 << 24);
#endif
}

void set(int environment) {
    const int roundings[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    fesetenv(FE_DFL_ENV);
    if (environment < 4)
        fesetround(roundings[environment]);
    else if (environment == 4)
        flush();
    else
        feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW);
}
"""
ENVIRONMENTS = ("default", "upward", "downward", "towards zero", "flushed", "trapping")


class Caller:
    """Calls the simulator by each of its interfaces. Used only in the process that executes this
    file.
    """

    def __init__(self, program: str, library: str):
        self.library = ctypes.CDLL(library)
        self.library.get.restype = ctypes.c_uint64
        self.program = program

    def run(self):
        result = library.run(self.program, ranks=RANKS, jobs=2)
        return result.cycles, sorted(result.stdout.splitlines())

    def simulation(self, words=(), ranks=RANKS, **options):
        elf = Path(self.program).read_bytes()
        program = {"elf": elf, "name": "p", "ranks": ranks, "args": ["p", *words]}
        return _core.Simulation(chips.load("mesh4x4").checked, programs=[program], **options)

    def end(self, simulation):
        while not simulation.run(5):
            simulation.memory(0, 0x1000, 1)
        report = simulation.report()
        lines = sorted(bytes(line).decode().strip() for _, _, line in simulation.output())
        return report["cycles"], lines

    def step(self, **options):
        """Runs the simulation in slices; each report between them rolls cores back."""
        return self.end(self.simulation(**options))

    def read(self, environment):
        """Reads standard input from a function that changes the environment."""
        simulation = self.simulation(["read"], jobs=3)

        def read(_bytes, _output):
            self.library.set(environment)
            return b""

        simulation.set_input(read)
        return self.end(simulation)

    def debug(self):
        """Runs one rank under a debugger that inspects every cycle."""
        simulation = self.simulation(ranks=1, gdb=0)
        port = simulation.gdb_port

        def converse():
            with socket.create_connection(("localhost", port)) as gdb:
                gdb.sendall(b"+$c#63")
                received = b""
                while b"$W" not in received:
                    received += gdb.recv(100)
                gdb.sendall(b"+")

        thread = threading.Thread(target=converse)
        thread.start()
        ended = self.end(simulation)
        thread.join()
        return ended

    def traffic(self):
        circuits = [(0, 15, 0.3), (12, 3, None)]
        options = {"measure": 2000, "priorities": {0: 0.7, 3: 0.3}, "circuits": circuits}
        changes = {"network.levels": 4, "network.circuits": "shared"}
        found = library.noc("mesh4x4", set=changes, rate=[0.07, 0.3], **options)
        return [point | {"wall_seconds": 0} for point in found.points]

    def entries(self, environment):
        yield "run", self.run
        yield "reference", lambda: self.step(reference=True)
        yield "slices", self.step
        yield "threads", lambda: self.step(jobs=3)
        yield "trace", lambda: self.step(trace=[])
        yield "input", lambda: self.read(environment)
        yield "debugger", self.debug
        yield "traffic", self.traffic

    def all(self):
        """Yields the result of each call in each environment, and whether the simulator has
        restored the environment after it.
        """
        for environment, name in enumerate(ENVIRONMENTS):
            for entry, call in self.entries(environment):
                if entry == "reference" and environment:
                    continue
                self.library.set(environment)
                before = self.library.get()
                answer = call()
                after = self.library.get()
                self.library.set(0)
                yield entry, name, answer, after & ~FLAGS == before & ~FLAGS


@pytest.fixture(scope="module")
def setter(tmp_path_factory):
    """The library that sets an environment."""
    folder = tmp_path_factory.mktemp("environment")
    source, library = folder / "environment.c", folder / "environment.so"
    source.write_text(LIBRARY)
    flags = ("-O2", "-frounding-math", "-shared", "-fPIC")
    subprocess.run(["gcc", *flags, source, "-o", library, "-lm"], check=True)
    return library


@pytest.mark.parametrize("compile", ["never", "first"])
def test_results_do_not_depend_on_the_callers_environment(onchip, setter, compile):
    source = onchip.write("prog.c", PROGRAM)
    flags = ("-O2", "-ffp-contract=off")
    onchip("cc", *flags, source, "-o", "prog")
    host = onchip("run", "--host", "-n", RANKS, "--cflags", " ".join(flags), source)
    done = subprocess.run(
        [sys.executable, __file__, "prog", setter],
        cwd=onchip.folder,
        env=onchip.environment | {"ONCHIP_COMPILE": compile},
        stdout=subprocess.PIPE,
        check=True,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    right = {entry: answer for entry, name, answer, _ in rows if name == "default"}
    for entry in ("slices", "threads", "trace"):
        assert right[entry] == right["reference"], entry
    assert right["run"][1] == right["input"][1] == sorted(host.out.splitlines())
    assert right["debugger"][1] == onchip("run", "-n", 1, "prog").out.splitlines()
    assert len(rows) == len(ENVIRONMENTS) * (len(right) - 1) + 1
    for entry, name, answer, is_back in rows:
        assert answer == right[entry], f"{entry}, {name}"
        assert is_back, f"{entry}, {name}"


if __name__ == "__main__":
    for row in Caller(*sys.argv[1:]).all():
        print(json.dumps(row), flush=True)
