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
static char data[4096];

static uint32_t cycle(void) {
    uint32_t now;
    __asm__ volatile("rdcycle %0" : "=r"(now)::"memory");
    return now;
}

int main(int argc, char **argv) {
    uint32_t spent[3], most[3];
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int part = 0; part < 3; part++) {
        uint32_t start = 0;
        /* The first ones set up what the later ones use. */
        for (int i = -4; i < TIMES; i++) {
            if (i == 0)
                start = cycle();
            if (part)
                MPI_Bcast(data, part == 1 ? 8 : sizeof data, MPI_BYTE, 0, MPI_COMM_WORLD);
            MPI_Barrier(MPI_COMM_WORLD);
        }
        spent[part] = (cycle() - start) / TIMES;
    }
    MPI_Reduce(spent, most, 3, MPI_UINT32_T, MPI_MAX, 0, MPI_COMM_WORLD);
    if (!rank)
        printf("%u %u %u\n", most[0], most[1], most[2]);
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("ranks", [16, 12, 5])
@pytest.mark.parametrize("program", ["multicast", "collectives", "few_words"])
def test_collectives_are_right(onchip, program, ranks):
    """16 and 12 ranks fill a rectangle, 5 do not."""
    onchip("run", "-n", ranks, "--chip", "mesh4x4", *MULTICAST, PROGRAMS / f"{program}.c")


def test_both_modes_agree(onchip):
    words = ("run", "-n", 4, "--chip", "mesh2x2", *MULTICAST, "--json")
    path = PROGRAMS / "multicast.c"
    fast, reference = (onchip(*words, *mode, path).json for mode in ((), ("--reference",)))
    assert "ok multicast: barriers" in fast["stdout"]
    del fast["wall_seconds"], reference["wall_seconds"]
    assert fast == reference


def test_programs_of_chips_without_multicasts_are_right_too(onchip):
    """A program that has been linked for another chip uses what every chip has."""
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
    """A broadcast of 4 kB takes at most a third of the cycles, a barrier fewer."""
    onchip.write("measured.c", MEASURED)
    plain, multicast = (
        [
            int(cycles)
            for cycles in onchip(
                "run", "-n", 64, "--chip", "mesh8x8", *keys, "measured.c"
            ).out.split()
        ]
        for keys in ((), MULTICAST)
    )
    print(plain, multicast)
    assert multicast[0] < plain[0] and multicast[1] < plain[1]
    assert 3 * (multicast[2] - multicast[0]) <= plain[2] - plain[0]


def test_packets_are_not_recorded(onchip):
    words = ("run", "-n", 4, *MULTICAST, "--record-packets", "file", ROOT / "examples/hello.c")
    failed = onchip(*words, code=2)
    assert "has multicasts" in failed.err


def test_the_hardware_has_none(onchip):
    failed = onchip("rtl", "emit", "--chip", "mesh2x2", *MULTICAST, code=None)
    assert failed.code and "network.multicast" in failed.err
