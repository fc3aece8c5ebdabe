"""Messages and threads of processes on this machine with `--host`."""

import os
import platform
import random
import subprocess
from pathlib import Path

import pytest

from onchip.base.failures import Exit
from onchip.build import compiler
from test_host import COPIES

ANOTHER_THREAD = """
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int rank, size, faults;
static void *pass(void *unused) {
    for (int bytes = 1; bytes < 200000; bytes *= 7) {
        char *out = malloc(bytes), *in = malloc(bytes);
        out[bytes - 1] = rank;
        MPI_Sendrecv(out, bytes, MPI_CHAR, (rank + 1) % size, 0, in, bytes, MPI_CHAR,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        faults += in[bytes - 1] != (rank + size - 1) % size;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return unused;
}
int main(int argc, char **argv) {
    int level, sum;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn < 2; turn++) {
        pthread_t thread;
        pthread_create(&thread, NULL, pass, NULL);
        pthread_join(thread, NULL);
        pass(NULL);
    }
    MPI_Allreduce(&faults, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d %d\\n", level == MPI_THREAD_SERIALIZED, sum);
    MPI_Finalize();
    return 0;
}
"""


def test_threads_of_the_program_may_call_mpi_one_after_the_other(onchip):
    onchip.write("another.c", ANOTHER_THREAD)
    assert onchip("run", "--host", "-n", 3, "another.c").out.split() == ["1", "0"]


# All ranks wait for a message. In addition, each has a thread that performs the action that the
# argument names.
WAITS_OF_THREADS = """
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void receive(int tag) {
    MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void *act(void *what) {
    if (!strcmp(what, "receive"))
        receive(6);
    else if (!strcmp(what, "lock"))
        pthread_mutex_lock(&mutex);
    else {
        int rank;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        sleep(4);
        MPI_Send(NULL, 0, MPI_INT, rank, 5, MPI_COMM_WORLD);
    }
    return NULL;
}
int main(int argc, char **argv) {
    int level;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    pthread_mutex_lock(&mutex);
    if (argc > 1)
        pthread_create(&thread, NULL, act, argv[1]);
    receive(5);
    puts("received");
    pthread_join(thread, NULL);
    MPI_Finalize();
}
"""


MULTIPLE = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="MPI_THREAD_MULTIPLE is not offered"
)


@MULTIPLE
@pytest.mark.parametrize(
    "other, words",
    [
        ([], "rank 1 waits in MPI_Recv for any rank (tag 5), at "),
        (["lock"], "rank 1 waits in MPI_Recv for any rank (tag 5), at "),
        (["receive"], "thread 1 of rank 1 waits in MPI_Recv, at "),
    ],
    ids=["alone", "lock", "receive"],
)
def test_deadlock_of_threads_in_calls_is_found(onchip, other, words):
    onchip.write("waits.c", WAITS_OF_THREADS)
    run = ("run", "--host", "-n", 2, "--timeout", 60, "waits.c", *other)
    error = onchip(*run, code=Exit.DEADLOCK).err
    assert "deadlock: 2 of 2 processes wait for ever" in error and words in error


@MULTIPLE
def test_a_thread_may_sleep_before_it_sends(onchip):
    onchip.write("waits.c", WAITS_OF_THREADS)
    assert onchip("run", "--host", "-n", 2, "waits.c", "sleep").out == "received\n" * 2


SEND_OR_RECEIVE = """if (turn % 2 == rank)
                MPI_Send(&word, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD);
            else
                MPI_Recv(&word, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"""
TURNS = """#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
int main(int argc, char **argv) {
    enum { TURNS = 3000 };
    int rank, word = 0, first = 0;
    struct rusage before, after;
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    while (!CPU_ISSET(first, &set))
        first++;
    CPU_ZERO(&set);
    CPU_SET(first, &set);
    sched_setaffinity(0, sizeof set, &set);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    getrusage(RUSAGE_SELF, &before);
    for (int turn = 0; turn < TURNS; turn++)
        SEND_OR_RECEIVE
    getrusage(RUSAGE_SELF, &after);
    if (rank == 0)
        printf("%f\\n", (after.ru_utime.tv_sec - before.ru_utime.tv_sec +
                         1e-6 * (after.ru_utime.tv_usec - before.ru_utime.tv_usec)) / TURNS);
    MPI_Finalize();
    return 0;
}
"""


def test_ranks_that_share_a_processor_sleep_at_once(onchip):
    """If a rank polls for its message for a long time, the sender cannot use the processor. The
    test measures user CPU time, which other programs do not prolong.
    """
    onchip.write("turns.c", TURNS.replace("SEND_OR_RECEIVE", SEND_OR_RECEIVE))
    assert float(onchip("run", "--host", "-n", 2, "turns.c").out) < 20e-6


# Two ranks exchange messages in batches, while the others wait in a barrier. Prints how often rank
# 0 has given up its processor, in the batch in which it has done so least often.
OTHERS_SLEEP = """
#include <mpi.h>
#include <stdio.h>
#include <sys/resource.h>
int main(void) {
    enum { BATCHES = 100, TURNS = 200 };
    int rank, word = 0;
    long least = TURNS;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int batch = 0; batch < BATCHES && rank < 2; batch++) {
        struct rusage before, after;
        getrusage(RUSAGE_SELF, &before);
        for (int turn = 0; turn < TURNS; turn++)
            SEND_OR_RECEIVE
        getrusage(RUSAGE_SELF, &after);
        long left = after.ru_nvcsw - before.ru_nvcsw + after.ru_nivcsw - before.ru_nivcsw;
        least = left < least ? left : least;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (!rank)
        printf("%ld\\n", least);
    MPI_Finalize();
}
"""


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="both ranks need a processor")
@pytest.mark.long  # the ranks need the processors for themselves
def test_ranks_look_for_messages_while_others_sleep(onchip):
    ranks = len(os.sched_getaffinity(0)) + 2
    onchip.write("sleepers.c", OTHERS_SLEEP.replace("SEND_OR_RECEIVE", SEND_OR_RECEIVE))
    assert int(onchip("run", "--host", "-n", ranks, "sleepers.c").out) < 20


HELP = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
enum { BYTES = 4 << 20, MOST = 3000 };
extern long bytes_read, bytes_written;
int main(void) {
    int rank, rounds = 0, helped = 0;
    long all;
    char *data = calloc(1, BYTES);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (; !helped && rounds < MOST; rounds++) {
        if (rank)
            MPI_Recv(data, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else
            MPI_Send(data, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        helped = bytes_written > 0;
        MPI_Bcast(&helped, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    all = bytes_read + bytes_written;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (!rank)
        printf("helped %d, each byte %g times\\n", helped, (double)all / BYTES / rounds);
    MPI_Finalize();
}
"""


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="ranks that sleep do not help to copy")
def test_a_sender_helps_to_copy(onchip):
    onchip.write("help.c", HELP)
    onchip.write("copies.c", COPIES)
    done = onchip("run", "--host", "-n", 2, "--cflags=-O2", "help.c", "copies.c")
    assert done.out == "helped 1, each byte 1 times\n"


# Two ranks exchange messages of 32 kB. Prints the part of the bytes that receivers have fetched
# from the sender's memory themselves.
FETCHED = """
#include <mpi.h>
#include <stdio.h>
#include <string.h>
enum { BYTES = 32 << 10, TURNS = 1000 };
extern long bytes_read;
int main(void) {
    static char out[BYTES], in[BYTES];
    int rank;
    long all;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; turn < TURNS; turn++) {
        memset(out, turn, BYTES);
        if (turn % 2 == rank)
            MPI_Send(out, BYTES, MPI_BYTE, !rank, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(in, BYTES, MPI_BYTE, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (turn % 2 != rank && memcmp(in, out, BYTES))
            printf("wrong in turn %d\\n", turn);
    }
    MPI_Reduce(&bytes_read, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (!rank)
        printf("%g\\n", (double)all / BYTES / TURNS);
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("call, least, most", [(1000, 0, 0), (0, 0.5, 0.97)])
def test_messages_are_fetched_if_calls_are_quick(onchip, call, least, most):
    onchip.write("fetched.c", FETCHED)
    onchip.write("copies.c", COPIES)
    words = ("run", "--host", "-n", 2, "--env", f"CALL={call}", "fetched.c", "copies.c")
    assert least <= float(onchip(*words).out) <= most


# Long messages whose lengths are close to multiples of a piece (hal/linux/transfer.c). Some are
# sent while several ranks read from one rank that waits.
LONG_MESSAGES = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#define MOST ((2 << 20) + 64)
static unsigned char byte_of(int from, int round, int i) {
    return (unsigned char)(from * 41 + round * 13 + i + (i >> 7) * 3 + (i >> 15) * 5);
}
static void fill(unsigned char *data, int bytes, int from, int round) {
    for (int i = 0; i < bytes; i++)
        data[i] = byte_of(from, round, i);
}
static void check(unsigned char *data, int bytes, int from, int round) {
    for (int i = MOST - 1; i >= 0; i--) /* the last piece may come last */
        if (data[i] != (i < bytes ? byte_of(from, round, i) : 0))
            printf("round %d: byte %d of %d from %d\\n", round, i, bytes, from), exit(1);
    for (int i = 0; i < bytes; i++)
        data[i] = 0;
}
int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    unsigned char *out = calloc(MOST, 1), *in = calloc(MOST, 1);
    MPI_Request *requests = calloc(size, sizeof *requests);
    srand(atoi(argv[1]));
    for (int round = 0; round < 30; round++) {
        int bytes = (4 + rand() % 12) * (128 << 10) + rand() % 5 - 2, root = rand() % size;
        int left = (rank + size - 1) % size;
        fill(out, bytes, rank, round);
        MPI_Sendrecv(out, bytes, MPI_BYTE, (rank + 1) % size, 0, in, bytes, MPI_BYTE, left, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(in, bytes, left, round);
        if (rank == root) {
            for (int i = 0; i < size; i++)
                MPI_Isend(out, bytes, MPI_BYTE, i, 1, MPI_COMM_WORLD, &requests[i]);
            MPI_Recv(in, bytes, MPI_BYTE, root, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Waitall(size, requests, MPI_STATUSES_IGNORE);
        } else {
            MPI_Recv(in, bytes, MPI_BYTE, root, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        check(in, bytes, root, round);
    }
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("ranks", [2, 3, 5])
def test_long_messages_are_copied_in_pieces(onchip, ranks):
    seed = random.randrange(1 << 31)
    print("seed", seed)
    onchip.write("long.c", LONG_MESSAGES)
    assert onchip("run", "--host", "-n", ranks, "long.c", seed).out == ""


REGIONS_OF_THREADS = """
#include <omp.h>
#include <cstdio>
#include <thread>
#include <vector>
int main() {
    int sums[3] = {}, own = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++)
        threads.emplace_back([&, i] {
            for (int turn = 0; turn < 1000; turn++) {
                int sum = 0;
#pragma omp parallel for reduction(+ : sum)
                for (int k = 0; k <= 100; k++)
                    sum += k;
#pragma omp parallel
#pragma omp single
                for (int k = 0; k < 10; k++)
#pragma omp task shared(sum)
                {
#pragma omp atomic
                    sum++;
                }
                sums[i] += sum;
            }
        });
    for (int turn = 0; turn < 1000; turn++) {
#pragma omp parallel reduction(+ : own)
        own += omp_get_num_threads();
    }
    for (auto &thread : threads)
        thread.join();
    printf("%d %d %d %d\\n", own, sums[0], sums[1], sums[2]);
}
"""


def test_threads_of_the_program_may_have_regions(onchip):
    """Threads that the program has started run regions of one thread at the same time as thread 0
    runs its region.
    """
    onchip.write("regions.cpp", REGIONS_OF_THREADS)
    done = onchip("run", "--host", "-n", 1, "--threads", 3, "regions.cpp")
    each = 1000 * (sum(range(101)) + 10)
    assert done.out.split() == [str(1000 * 3 * 3), *3 * [str(each)]]


@pytest.mark.parametrize("program", ["tasks", "loops", "nested", "locks_of_gcc"])
def test_program_that_was_linked_with_libgomp(onchip, program):
    """onchip's library for Linux has the file name of GCC's libgomp and the same symbol versions,
    so a program that was linked with libgomp runs with it.
    """
    source = Path(__file__).parent / "omp" / f"{program}.c"
    subprocess.run(
        ["gcc", "-O2", "-w", "-fopenmp", source, "-o", onchip.folder / program], check=True
    )
    folder = compiler.folder(compiler.Target(host=True)) / "gomp"
    words = ("run", "--host", "-n", 1, "--threads", 4)
    done = onchip(*words, "--env", f"LD_LIBRARY_PATH={folder}", program)
    assert done.out == onchip(*words, source).out
    assert "version" not in done.err
