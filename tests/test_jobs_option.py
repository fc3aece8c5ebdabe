"""`onchip run --jobs N`: the number of threads changes no cycle, statistic, energy or trace."""

import pytest

from conftest import ROOT

JOBS = (1, 2, 3, 8)
# Each tile executes a different number of iterations, so many that the simulator can execute
# several tiles ahead of the chip's clock at the same time.
ALONE = r"""
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    static volatile unsigned words[512];
    int rank, got = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int part = 0; part < 3; part++) {
        for (unsigned i = 0, at = rank; i < 10000u + 500u * rank; i++) {
            at = at * 1664525u + 1013904223u;
            words[at >> 23] += i;
        }
        MPI_Bcast(&got, 1, MPI_INT, part, MPI_COMM_WORLD);
    }
    printf("%d %u\n", rank, words[rank]);
    MPI_Finalize();
}
"""


def same(onchip, *words):
    """Runs with each number of threads, and compares everything but the time that it took."""
    runs = [onchip("run", "--jobs", jobs, "--json", *words).json for jobs in JOBS]
    for run in runs:
        assert run.pop("wall_seconds") >= 0
        assert run == runs[0]
    return runs[0]


@pytest.mark.parametrize("chip", ["mesh4x4", "quad2x2"])
def test_all_is_the_same(onchip, chip):
    onchip.write("alone.c", ALONE)
    program = onchip.folder / "alone"
    onchip("cc", "alone.c", "-o", program)
    charged = ("--set", "energy.cycle=38903", "--energy")
    first = same(onchip, "--chip", chip, "-n", 16, *charged, program)
    assert first["energy"]["total"] > 0 and first["cycles"] > 200_000
    plain = onchip("run", "--json", "--chip", chip, "-n", 16, program).json
    assert plain["cycles"] == first["cycles"]


def test_traces_are_the_same(onchip):
    traces = []
    for jobs in JOBS[:2]:
        file = onchip.folder / f"{jobs}.pftrace"
        words = ("--jobs", jobs, "-n", 4, "--trace", file)
        onchip("run", *words, ROOT / "examples/heat2d.c", 16, 16, 4)
        traces.append(file.read_bytes())
    assert traces[0] == traces[1]


@pytest.mark.long
@pytest.mark.parametrize("chip", ["mesh4x4", "mesh8x8", "quad2x2"])
@pytest.mark.parametrize("program", ["blur", "dot", "heat2d", "pi", "ring"])
def test_examples_are_the_same(onchip, program, chip):
    same(onchip, "--chip", chip, "-n", 16, ROOT / f"examples/{program}.c")
