"""Tests all options that observe a run: any two of them observe the same run, or a message gives
the reason why they cannot.
"""

import itertools

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from test_trace import of_otf2

PROGRAM = ROOT / "tests" / "advice" / "late_sender.c"
TABLE = "# line r, from 0 on: bytes that rank r has sent to ranks 0, 1, …\n0 0\n20 0\n"
# Options that do not affect the program. Each has the file that it writes, or its key in the object
# of --json.
BESIDE = {
    "--advise": "advice",
    "--traffic=table": "table",
    "--trace=seen.pftrace": "seen.pftrace",
    "--report=page.html": "page.html",
    "--profile": "profile",
    "--power=power.csv": "power.csv",
    "--livelock=1000000": "cycles",
    "--check": "findings",
    "--stats=stats.json": "stats.json",
}
# Options that add code to the program → the file or the key, and the option of `onchip cc`.
INSIDE = {
    "--check-mpi": ("findings", "--check-mpi"),
    "--self-trace=own.pftrace": ("own.pftrace", "--trace"),
}


PAIRS = [*itertools.combinations((*BESIDE, *INSIDE), 2)]
cycles = {}  # cycles without observers, by the code that is linked into the program


@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_two_observers(onchip, pair):
    inside = tuple(INSIDE[one][1] for one in pair if one in INSIDE)
    linked = onchip.linked(PROGRAM, *inside)
    if inside not in cycles:
        cycles[inside] = onchip("run", "--json", "-n", 2, linked).json["cycles"]
    told = onchip("run", *pair, "--json", "-n", 2, linked).json
    assert told["cycles"] == cycles[inside]
    for one in pair:
        left = BESIDE.get(one) or INSIDE[one][0]
        assert left in told or (onchip.folder / left).stat().st_size, one
    if "--traffic=table" in pair:
        assert (onchip.folder / "table").read_text() == TABLE
    if "--advise" in pair:
        assert told["advice"]["tasks"]["0"]["late_sender"]


UNMATCHED = """#include <mpi.h>
int main(void) {
    int rank;
    MPI_Init(0, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!rank)
        MPI_Send(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("host", [(), ("--host",)])
def test_both_observers_in_a_program_tell_what_each_tells_alone(onchip, host):
    onchip.write("unmatched.c", UNMATCHED)
    words = (*host, "-n", 2, "unmatched.c")
    alone = onchip("run", "--check-mpi", "--json", *words).json["findings"]
    assert [(one["call"], one["line"]) for one in alone] == [("MPI_Send", "unmatched.c:7")]
    onchip("run", "--self-trace", "alone.otf2", *words)
    done = onchip("run", "--check-mpi", "--self-trace", "both.otf2", "--json", *words)
    assert done.json["findings"] == alone
    first, second = (of_otf2(onchip.folder / f"{name}.otf2") for name in ("alone", "both"))
    assert first == second and first[0] == {(0, 1, 1, 4): 1}


@pytest.mark.parametrize("one", ["--advise", "--trace=seen.pftrace", "--power=power.csv"])
def test_a_livelock_is_seen_while_the_run_is_recorded(onchip, one):
    onchip.write("loop.c", 'int main(void) { for (;;) __asm__ volatile(""); }')
    words = ("--livelock", 100_000, one, "-n", 1, "loop.c")
    assert "no progress for 100000 cycles" in onchip("run", *words, code=Exit.LIVELOCK).err


@pytest.mark.parametrize("one", [*BESIDE][:-1])
def test_on_this_machine_there_is_no_chip_to_look_at(onchip, one):
    done = onchip("run", "--host", "-n", 2, one, PROGRAM, code=Exit.USAGE)
    assert one.partition("=")[0] in done.err and "chip" in done.err


@pytest.mark.parametrize("one", [*BESIDE][:4])
def test_gdb_goes_back_in_time(onchip, one):
    done = onchip("run", "--gdb", 0, "-n", 2, one, PROGRAM, code=Exit.USAGE)
    assert f"{one.partition('=')[0]}" in done.err and "back in time" in done.err
