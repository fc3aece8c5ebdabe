"""MPI on chips with multicasts."""

import pytest

from conftest import ROOT
from onchip.base.failures import Exit

MULTICAST = ("--set", "network.multicast=rectangle")
PROGRAMS = ROOT / "tests" / "mpi"

MEASURED = r"""
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

#define TIMES 10
#define BARRIER MPI_Barrier(MPI_COMM_WORLD)
#define FIVE_BARRIERS BARRIER, BARRIER, BARRIER, BARRIER, BARRIER
static char data[4096];

/* The cycle of the chip, which all cores have. */
static uint32_t cycle(void) {
    uint32_t now;
    __asm__ volatile("rdcycle %0" : "=r"(now)::"memory");
    return now;
}

/* Cycles from the first rank's call to the last one's return, in the mean. */
static uint32_t bcast(int bytes) {
    uint32_t first, last, start, end, sum = 0;
    /* The first ones set up what the later ones use. */
    for (int i = -4; i < TIMES; i++) {
        BARRIER;
        start = cycle();
        MPI_Bcast(data, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        end = cycle();
        MPI_Reduce(&start, &first, 1, MPI_UINT32_T, MPI_MIN, 0, MPI_COMM_WORLD);
        MPI_Reduce(&end, &last, 1, MPI_UINT32_T, MPI_MAX, 0, MPI_COMM_WORLD);
        if (i >= 0)
            sum += last - first;
    }
    return sum / TIMES;
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    FIVE_BARRIERS;
    uint32_t start = cycle();
    FIVE_BARRIERS;
    FIVE_BARRIERS;
    uint32_t barrier = (cycle() - start) / TIMES, few = bcast(8), many = bcast(sizeof data);
    if (!rank)
        printf("%u %u %u\n", barrier, few, many);
    MPI_Finalize();
}
"""


def test_programs_of_chips_without_multicasts_are_right_too(onchip):
    """A program that was linked without the option for this chip works, because it uses only
    features that every chip has.
    """
    onchip("cc", PROGRAMS / "multicast.c", "-o", "linked")
    assert (
        "ok multicast: world"
        in onchip("run", "-n", 16, "--chip", "mesh4x4", *MULTICAST, "linked").out
    )


@pytest.mark.parametrize("access", ["return *targets;", "*targets = 0;"])
def test_counters_have_targets_on_chips_with_multicasts_only(onchip, access):
    onchip.write(
        "targets.c",
        "int main(void) { volatile unsigned *targets = (volatile unsigned *)0x40060030;\n"
        f"{access} }}\n",
    )
    words = ("run", "-n", 1, "--chip", "mesh2x2")
    assert onchip(*words, *MULTICAST, "targets.c").out == ""
    for mode in ((), ("--reference",)):
        failed = onchip(*words, *mode, "targets.c", code=Exit.FAULT)
        assert "address 0x40060030 (counter 0 of process 0 (core 0))" in failed.err


def test_64_ranks_take_less_time(onchip):
    """A broadcast of 4 kB by multicast takes at most 3/5 of the cycles that it takes without
    multicast, where its pieces travel around a ring. A barrier takes at most 100 cycles. The page
    shows the programs' cycles.
    """
    onchip.write("measured.c", MEASURED)
    rows, measured = [], []
    for name, slots in (("none", 4), ("rectangle", 4), ("rectangle", 18)):
        keys = ("--set", f"network.multicast={name}", "--set", f"network.buffer_flits={slots}")
        run = onchip("run", "-n", 64, "--chip", "mesh8x8", *keys, "measured.c")
        measured.append([int(cycles) for cycles in run.out.split()])
        cells = "|".join(f"{cycles:,}" for cycles in measured[-1])
        rows.append(f'|`"{name}"`|{slots}|{cells}|')
    plain, multicast, _ = measured
    assert multicast[0] <= 100 < plain[0] and multicast[1] < plain[1]
    assert 5 * multicast[2] <= 3 * plain[2]
    assert "\n".join(rows) in (ROOT / "docs" / "noc.md").read_text()


def test_packets_are_not_recorded(onchip):
    words = ("run", "-n", 4, *MULTICAST, "--record-packets", "file", ROOT / "examples/hello.c")
    failed = onchip(*words, code=2)
    assert "has multicasts" in failed.err


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_the_hardware_moves_the_packets_of_a_program_in_the_same_cycles(onchip):
    onchip.write("measured.c", MEASURED)
    words = ("--chip", "mesh4x4", *MULTICAST, "--program", "measured.c", "-n", 16)
    done = onchip("rtl", "compare", *words, timeout=1100)
    assert done.out.startswith("the same: 2 networks and 16 interfaces, ")
