"""MPI on chips with accumulators, which combine words of all tiles of a rectangle."""

import pytest

from conftest import ROOT

MULTICAST = ("--set", "network.multicast=rectangle")
ACCUMULATORS = (*MULTICAST, "--set", "ni.accumulators=4")
PROGRAMS = ROOT / "tests" / "mpi"

MEASURED = r"""
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

#define TIMES 20

/* The cycle of the chip, which all cores have. */
static uint32_t cycle(void) {
    uint32_t now;
    __asm__ volatile("rdcycle %0" : "=r"(now)::"memory");
    return now;
}

int main(int argc, char **argv) {
    int rank, word, sum = 0;
    uint32_t start = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    word = rank;
    /* The first ones set up what the later ones use. */
    for (int i = -4; i < TIMES; i++) {
        if (i == 0)
            start = cycle();
        MPI_Allreduce(&word, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    uint32_t each = (cycle() - start) / TIMES;
    if (!rank)
        printf("%d %u\n", sum, each);
    MPI_Finalize();
}
"""


def test_programs_of_chips_without_accumulators_are_right_too(onchip):
    for keys in ((), MULTICAST):
        onchip("cc", "--chip", "mesh4x4", *keys, PROGRAMS / "accumulators.c", "-o", "linked")
        words = ("run", "-n", 16, "--chip", "mesh4x4", *ACCUMULATORS, "linked")
        assert "ok accumulators: world" in onchip(*words).out


def test_programs_for_accumulators_run_on_chips_without(onchip):
    path = PROGRAMS / "accumulators.c"
    onchip("cc", "--chip", "mesh4x4", *ACCUMULATORS, path, "-o", "linked")
    for keys in ((), MULTICAST):
        words = ("run", "-n", 16, "--chip", "mesh4x4", *keys, "linked")
        assert "ok accumulators: world" in onchip(*words).out


@pytest.mark.parametrize("chip, ranks", [("mesh4x4", 16), ("mesh8x8", 64)])
def test_an_allreduce_of_a_word_takes_half_of_the_cycles(onchip, chip, ranks):
    onchip.write("measured.c", MEASURED)
    cycles = []
    for keys in (MULTICAST, ACCUMULATORS):
        ran = onchip("run", "-n", ranks, "--chip", chip, *keys, "measured.c")
        total, each = map(int, ran.out.split())
        assert total == ranks * (ranks - 1) // 2
        cycles.append(each)
    print(cycles)
    assert 2 * cycles[1] <= cycles[0]


def test_the_check_for_races_knows_the_order(onchip):
    """MPI_Allreduce orders a rank's puts before it, and the target's accesses after it."""
    words = ("run", "-n", 12, "--chip", "mesh4x4", *ACCUMULATORS, "--check")
    assert onchip(*words, PROGRAMS / "accumulators.c").err == ""
