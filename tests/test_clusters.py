"""Clusters of several ranks, on the chip of the lightweight MPI paper and on others."""

import signal

import pytest

from conftest import ROOT, hal_flags
from onchip.base.failures import Exit
from onchip.chip import chips

# Each rank changes its own globals, heap and stack, and passes them on to the next rank.
GLOBALS = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int counter = 5, table[100];
static char text[64];
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, sum, right;
    char *heap = calloc(1, 256), got[64], wanted[64];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn < 3; turn++) {
        counter += rank;
        for (int i = 0; i < 100; i++)
            table[i] += i * counter;
        sprintf(text, "rank %d", rank);
        strcat(heap, text);
        int before = (rank + size - 1) % size;
        MPI_Allreduce(&table[99], &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Sendrecv(text, 64, MPI_CHAR, (rank + 1) % size, 1, got, 64, MPI_CHAR, before, 1,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sprintf(wanted, "rank %d", before);
        right = strcmp(got, wanted) == 0 && counter == 5 + (turn + 1) * rank;
        MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    }
    printf("%d %d %d %s\\n", right, table[99], sum, heap);
    MPI_Finalize();
    return 0;
}
"""
# Rank 1 stores to the heap of rank 0, in its own tile, while all others wait for it.
INTRUDER = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, *private = malloc(64);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&private, 4, MPI_BYTE, 0, MPI_COMM_WORLD);
    printf("rank %d waits\\n", rank);
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        *private = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d goes on\\n", rank);
    MPI_Finalize();
    return 0;
}
"""
KERNELS = """
#include "hal/store.h"
#include <mpi.h>
#include <onchip/kernel.h>
#include <stdio.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    if (hal_place() == 0)
        for (int kernel = 0; kernel < knode_count(); kernel++)
            printf("%d\\n", hal_core_of(hal_places() + kernel));
    MPI_Finalize();
    return 0;
}
"""
# Rank 0 sends a message from its heap. Rank 1 reads this memory before and after it receives the
# message. If there is an argument, rank 1 also writes to it before.
LENT = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, count = 1024;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *data = malloc(count * sizeof *data), *others = data;
    for (int i = 0; i < count; i++)
        data[i] = (rank + 1) * i;
    MPI_Bcast(&others, 4, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Request request;
    if (rank == 0) {
        MPI_Isend(data, count, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        printf("lent: %d\\n", others[7]);
        fflush(stdout);
        if (argc > 1)
            others[7] = 5;
        MPI_Recv(data, count, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("received: %d\\n", data[count - 1]);
        fflush(stdout);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        printf("taken back: %d\\n", others[7]);
    MPI_Finalize();
    return 0;
}
"""
# Prints the cycles of receiving a 16 kB message into a buffer, which begins a given number of bytes
# after the start of a word.
SHIFTED = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, bytes = 16384, behind = atoi(argv[1]);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char *data = malloc(bytes + 4);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    if (rank == 0) {
        MPI_Send(data, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(data + behind, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%.0f\\n", (MPI_Wtime() - begin) / MPI_Wtick());
    }
    MPI_Finalize();
    return 0;
}
"""
# All ranks except the first ones add to counters of the first ones. MPI does not use these
# counters. The program prints the number of additions, and their cycles.
ADDS = """
#include "hal/store.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, adds = atoi(argv[1]), owners = atoi(argv[2]), last = hal_counters() - 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime() / MPI_Wtick(), end, first, latest;
    for (int i = 0; rank >= owners && i < adds; i++)
        hal_counter_add(hal_counter_of(rank % owners, last), 1);
    hal_fence();
    end = MPI_Wtime() / MPI_Wtick();
    MPI_Reduce(&begin, &first, 1, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Reduce(&end, &latest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    int sum = 0, own = rank < owners ? hal_counter_value(hal_counter_of(rank, last)) : 0;
    MPI_Reduce(&own, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d %.0f\\n", sum, latest - first);
    MPI_Finalize();
    return 0;
}
"""
ALL_TO_ALL = [ROOT / "papers/lwmpi" / name for name in ("all_to_all.c", "over_mpi.c")]
COMPUTE = [tile for tile in range(20) if tile % 5 != 4]


@pytest.fixture(scope="module")
def mppa256():
    return chips.load("mppa256")


def tiles(report, chip):
    """The tile of each rank."""
    return [chip.tile_of[rank["core"]] for rank in report["per_rank"]]


def test_the_chip_has_the_paper_s_cores(mppa256):
    assert mppa256.cores == 288
    assert len(mppa256.program_cores(kernel=False)) == 256
    assert mppa256.program_cores(kernel=True) == mppa256.program_cores(kernel=False)


@pytest.mark.parametrize("rule", ["compact", "scatter", "12 a cluster"])
def test_192_ranks(onchip, mppa256, rule):
    options = ["--map", rule]
    if rule == "12 a cluster":
        options = ["--set", "tile.resource_managers=5"]
    onchip.write("globals.c", GLOBALS)
    words = ("run", "-n", 192, "--chip", "mppa256", *options, "--json", "globals.c")
    report = onchip(*words).json
    lines = sorted(report["stdout"].splitlines())
    table = [99 * (15 + 6 * rank) for rank in range(192)]
    heap = [f"rank {rank}" * 3 for rank in range(192)]
    assert lines == sorted(f"1 {table[r]} {sum(table)} {heap[r]}" for r in range(192))
    found = tiles(report, mppa256)
    if rule == "compact":
        assert found == [tile for tile in COMPUTE[:12] for _ in range(16)]
    else:
        assert sorted(found) == [tile for tile in COMPUTE for _ in range(12)]


@pytest.mark.parametrize("chip", ["mppa256", "quad2x2"])
def test_globals_are_a_rank_s_own(onchip, chip):
    """The results do not depend on whether ranks share a cluster."""
    onchip.write("globals.c", GLOBALS)
    ranks = 16 if chip == "mppa256" else 4
    apart, together = (
        onchip("run", "-n", ranks, "--chip", chip, "--map", rule, "--json", "globals.c").json
        for rule in ("scatter", "compact")
    )
    numbers = chips.load(chip)
    assert len(set(tiles(apart, numbers))) == ranks and len(set(tiles(together, numbers))) == 1
    assert sorted(apart["stdout"].splitlines()) == sorted(together["stdout"].splitlines())


@pytest.mark.parametrize("transport", ["native", "ipc"])
@pytest.mark.parametrize("chip", ["mppa256", "quad2x2"])
def test_a_rank_that_writes_into_another_s_memory_ends_the_job(onchip, chip, transport):
    """All other ranks, in the same cluster and in another one, wait for rank 1 and are ended with
    it.
    """
    onchip.write("intruder.c", INTRUDER)
    words = ("run", "-n", 20 if chip == "mppa256" else 5, "--chip", chip, "--transport", transport)
    report = onchip(*words, "--json", "intruder.c", code=Exit.FAULT).json
    assert (report["kind"], report["exit_code"]) == ("fault", Exit.FAULT)
    first, where = report["message"].split("\n")
    assert "rank 1 (core 1): store" in first and "belongs to another process" in first
    # No rank has ended by itself, or run on after the cycle of the fault.
    assert {rank["exit_code"] for rank in report["per_rank"]} == {None}
    assert where.endswith(f"cycle {report['cycles'] - 1}")
    told = sorted(report["stdout"].splitlines())
    assert told == sorted(f"rank {rank} waits" for rank in range(report["ranks"]))


def test_on_the_host_a_rank_that_faults_ends_the_others(onchip):
    onchip.write("intruder.c", INTRUDER.replace("*private = 1", "*(volatile int *)8 = 1"))
    report = onchip("run", "--host", "-n", 3, "--json", "intruder.c", code=Exit.SIGNAL).json
    codes = [-signal.SIGKILL, -signal.SIGSEGV, -signal.SIGKILL]
    assert [rank["exit_code"] for rank in report["per_rank"]] == codes
    assert "rank 1 was ended by the signal SIGSEGV" in report["message"]
    assert "goes on" not in report["stdout"]


def test_memory_is_lent_until_its_message_has_been_received(onchip):
    onchip.write("lent.c", LENT)
    done = onchip("run", "-n", 2, "--chip", "quad2x2", "lent.c", code=Exit.FAULT)
    assert done.out.splitlines() == ["lent: 7", "received: 1023"]
    assert "rank 1 (core 1): load" in done.err and "belongs to another process" in done.err


@pytest.mark.parametrize("transport", ["native", "ipc-local"])
def test_words_are_shifted_into_a_buffer_that_begins_between_two(onchip, transport):
    """A round of the copy moves 8 bytes. It takes 2 loads, 2 stores, 6 instructions that join
    words, 2 that count, and a branch of 2 or 3 cycles. A copy of single bytes takes 10 cycles for
    each byte.
    """
    onchip.write("shifted.c", SHIFTED)
    words = ("run", "-n", 2, "--chip", "quad2x2", "--transport", transport, "shifted.c")
    at_a_word, *between = (int(onchip(*words, behind).out) for behind in range(4))
    assert max(between) <= at_a_word + 16384 / 8 * 15


@pytest.mark.parametrize(("chip", "lends"), [("quad2x2", True), ("mesh4x4", False), (None, False)])
def test_only_programs_for_tiles_with_several_cores_can_lend(onchip, chip, lends):
    onchip.write("lent.c", LENT)
    onchip("cc", *(["--chip", chip] if chip else []), "lent.c", "-o", "lent")
    assert (b"\0oc_native_put_lending\0" in (onchip.folder / "lent").read_bytes()) == lends


@pytest.mark.parametrize("rule", ["compact", pytest.param("scatter", marks=pytest.mark.long)])
def test_native_is_never_slower_than_ipc_local(onchip, rule):
    """The comparison is an all-to-all of 12 ranks with 128 bytes to 32 kB."""
    words = ("run", "-n", 12, "--chip", "mppa256", "--set", "tile.resource_managers=5")
    native, ipc_local = (
        dict(
            line.split()
            for line in onchip(
                *words, "--stack", 12, "--map", rule, "--transport", transport, *ALL_TO_ALL, 12, 9
            ).out.splitlines()
        )
        for transport in ("native", "ipc-local")
    )
    assert len(native) == 9 and native.keys() == ipc_local.keys()
    assert [size for size in native if float(native[size]) > float(ipc_local[size])] == []


def test_kernels_run_on_the_resource_managers(onchip, mppa256):
    onchip.write("kernels.c", KERNELS)
    words = ("run", "-n", 32, "--chip", "mppa256", "--map", "scatter", "--kernel")
    cores = [int(line) for line in onchip(*words, *hal_flags(), "kernels.c").out.split()]
    assert cores == [mppa256.tile_of.index(tile) + 16 for tile in COMPUTE]


def test_a_map_names_any_core(onchip, mppa256):
    onchip.write("globals.c", GLOBALS)
    onchip.write("map", "4.0\n0.16\n0.3\n")
    words = ("run", "-n", 3, "--chip", "mppa256", "--map", "map", "--json", "globals.c")
    found = [rank["core"] for rank in onchip(*words).json["per_rank"]]
    start = mppa256.tile_of.index
    assert found == [start(4), 16, 3]
    onchip.write("map", "4.4\n")
    done = onchip("run", "-n", 1, "--chip", "mppa256", "--map", "map", "globals.c", code=Exit.USAGE)
    assert "those of tile 4 are 0 to 3" in done.err


@pytest.mark.parametrize(("interfaces", "owners"), [(1, 1), (4, 1), (4, 4)])
def test_interfaces_of_an_io_cluster(onchip, interfaces, owners):
    """An addition to a counter of an I/O cluster takes three flits, whichever of the cluster's
    cores has the counter. One interface takes a flit per cycle. With four interfaces, half of the
    additions arrive over one link: those from rows 2 and 3, which reach row 0 around the torus. On
    their way, packets of 16 clusters wait for each other.
    """
    onchip.write("adds.c", ADDS)
    text = (ROOT / "chips/mppa256.toml").read_text()
    onchip.write("chip.toml", text.replace("interfaces = 4 ", f"interfaces = {interfaces} "))
    cores = [f"4.{core}" for core in range(owners)]
    cores += [f"{tile}.{core}" for core in range(4) for tile in COMPUTE]
    onchip.write("map", "\n".join(cores) + "\n")
    words = ("run", "-n", owners + 64, "--chip", "chip.toml", "--map", "map", *hal_flags())
    adds, cycles = map(int, onchip(*words, "adds.c", 200, owners).out.split())
    assert adds == 200 * 64
    flits = 3 * adds if interfaces == 1 else 3 * adds / 2
    assert flits <= cycles <= 1.4 * flits


def test_traffic_keeps_off_the_resource_managers(onchip, mppa256):
    onchip.write("globals.c", GLOBALS)
    rows = [" ".join("9" if (a + 1) % 40 == b else "0" for b in range(40)) for a in range(40)]
    onchip.write("table", "\n".join(rows) + "\n")
    words = ("run", "-n", 40, "--chip", "mppa256", "--map", "traffic:table", "--json", "globals.c")
    found = {rank["core"] for rank in onchip(*words).json["per_rank"]}
    assert len(found) == 40 and found <= set(mppa256.program_cores(kernel=False))


@pytest.mark.parametrize("more", [("--kernel",), ("--transport", "ipc")])
def test_traffic_keeps_off_kernels(onchip, more):
    """The kernels' cores are also avoided if kernels run only because the program calls them."""
    onchip.write("globals.c", GLOBALS)
    onchip.write("table", "".join(" ".join(["9"] * 8) + "\n" for _ in range(8)))
    words = ("run", "-n", 8, "--chip", "quad2x2", "--map", "traffic:table", "--json", *more)
    report = onchip(*words, "globals.c").json
    found = {rank["core"] for rank in report["per_rank"]}
    assert len(found) == 8 and not any(core % 4 == 3 for core in found)


def test_the_reference_mode_gives_the_same(onchip):
    onchip.write("globals.c", GLOBALS)
    words = ("run", "-n", 70, "--chip", "mppa256", "--map", "scatter", "--json")
    fast, reference = (onchip(*words, *mode, "globals.c").json for mode in ((), ("--reference",)))
    for report in (fast, reference):
        del report["wall_seconds"]
    assert fast == reference
