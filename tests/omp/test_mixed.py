"""MPI between ranks with OpenMP threads, on two to 64 cores."""

import re

import pytest

from conftest import ROOT, hal_flags
from onchip.base.failures import Exit

HAL = ROOT / "runtime/hal/hal.h"
# Ranks, threads and options: a rank in one tile, over several tiles, or several ranks in a tile.
PLACES = {
    "a tile a rank": (4, 4, "--chip", "quad2x2"),
    "two ranks a tile": (8, 2, "--chip", "quad2x2"),
    "a rank over tiles": (2, 2, "--chip", "sarc4"),
    "round the tiles": (3, 5, "--chip", "mesh4x4", "--map", "scatter"),
    "eight cores a tile": (4, 8, "--chip", "mesh2x2", "--set", "tile.cores=8"),
    "64 tiles": (16, 4, "--chip", "mesh8x8"),
    "64 threads": (1, 64, "--chip", "mesh8x8"),
    "host": (3, 2, "--host"),
}


@pytest.mark.parametrize("place", PLACES)
def test_ranks_share_out_rows_and_threads_too(onchip, place):
    ranks, threads, *options = PLACES[place]
    words = ("run", "-n", ranks, "--threads", threads, *options)
    printed = onchip(*words, ROOT / "examples/matrix.c").out
    assert printed == "32 x 32 numbers, 0 of them wrong\n"


COUNTS = """
    #include <omp.h>
    #include <stdio.h>
    #include "hal/hal.h"
    int main(void) {
        printf("%d %d %d ", omp_get_max_threads(), hal_counters(), hal_queues());
    }
"""


@pytest.mark.parametrize("host", [(), ("--host",)])
def test_threads_keep_devices_only_if_there_are_several(onchip, host):
    """hal.h says how many counters and queues OpenMP's threads keep for themselves."""
    onchip.write("counts.c", COUNTS)
    kept = [
        int(re.search(rf"define HAL_THREAD_{name} (\d+)", HAL.read_text())[1])
        for name in ("COUNTERS", "QUEUES")
    ]

    def counted(threads):
        words = ("run", "-n", 1, "--threads", threads, *host, *hal_flags(*host), "counts.c")
        given, *counts = map(int, onchip(*words).out.split())
        assert given == threads
        return counts

    alone = counted(1)
    assert counted(2) == [all - some for all, some in zip(alone, kept, strict=True)]


LEVELS = """
    #include <mpi.h>
    #include <stdio.h>
    #include <stdlib.h>
    int main(int argc, char **argv) {
        int given, asked = atoi(argv[1]);
        char level[32];
        int bytes = sizeof level, is_there;
        MPI_Session session;
        MPI_Info info;
        MPI_Init_thread(NULL, NULL, asked, &given);
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
        MPI_Session_get_info(session, &info);
        MPI_Info_get_string(info, "thread_level", &bytes, level, &is_there);
        printf("%d %s\\n", given, level);
        MPI_Info_free(&info);
        MPI_Session_finalize(&session);
        MPI_Finalize();
    }
"""


FUNNELED, SERIALIZED, MULTIPLE = 1024, 2048, 4096
# The levels that MPI_Init_thread gives for a requested level, with one thread and with two.
GIVEN = {
    (): {FUNNELED: (FUNNELED, FUNNELED), SERIALIZED: (SERIALIZED, FUNNELED),
         MULTIPLE: (SERIALIZED, FUNNELED)},
    ("--host",): {FUNNELED: (FUNNELED, FUNNELED), SERIALIZED: (SERIALIZED, MULTIPLE),
                  MULTIPLE: (MULTIPLE, MULTIPLE)},
}  # fmt: skip


@pytest.mark.parametrize("host", GIVEN)
def test_levels_of_thread_support(onchip, host):
    """A session that requests no level gets the highest one that needs no lock, or
    MPI_THREAD_MULTIPLE if threads take turns already.
    """
    onchip.write("levels.c", LEVELS)
    for asked, given in GIVEN[host].items():
        free = "MPI_THREAD_SERIALIZED", "MPI_THREAD_FUNNELED"
        for threads, level in enumerate(given):
            words = ("--threads", 2) if threads else ()
            done = onchip("run", "-n", 1, *words, *host, "levels.c", asked)
            session = "MPI_THREAD_MULTIPLE" if level == MULTIPLE else free[threads]
            assert done.out == f"{level} {session}\n"


def test_a_receive_and_a_barrier_that_wait_for_ever_are_both_named(onchip):
    file = onchip.write(
        "stuck.c",
        """
        #include <mpi.h>
        #include <omp.h>
        int main(int argc, char **argv) {
            int rank, heard = 0;
            MPI_Init(&argc, &argv);
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
            #pragma omp parallel
            {
                if (rank == 1 && omp_get_thread_num() == 0)
                    MPI_Recv(&heard, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                #pragma omp barrier
            }
            MPI_Finalize();
            return heard;
        }
        """,
    )
    words = ("run", "-n", 2, "--threads", 3, "--chip", "mesh4x4", file)
    done = onchip(*words, code=Exit.DEADLOCK)
    assert "MPI_Recv" in done.err and "GOMP_barrier" in done.err


FIRST_WAIT = """
    #include <mpi.h>
    #include <omp.h>
    #include <stdio.h>
    static void pause(void) {
        double start = MPI_Wtime();
        while (MPI_Wtime() - start < 2e-4)
            ;
    }
    int main(int argc, char **argv) {
        int rank, value = 0, index;
        MPI_Request request;
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        for (int i = 0; i < 2; i++) {
            if (rank == 1) {
                pause();
                MPI_Send(&rank, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
            } else {
                #pragma omp parallel
                {
                    if (omp_get_thread_num())
                        for (volatile int k = 0; k < 300; k++)
                            ;
                    #pragma omp barrier
                }
                if (i)
                    MPI_Probe(1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                MPI_Irecv(&value, 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request);
                MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
            }
        }
        printf("%d", value + rank);
        MPI_Finalize();
    }
"""


def test_a_message_wakes_a_thread_that_has_waited_for_threads(onchip):
    """Before the thread waits for a message, it has watched words of OpenMP. A write to these would
    still wake it.
    """
    file = onchip.write("first.c", FIRST_WAIT)
    assert onchip("run", "-n", 2, "--threads", 2, "--chip", "mesh2x2", file).out.split() == [
        "1",
        "1",
    ]
