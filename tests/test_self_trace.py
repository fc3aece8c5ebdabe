"""Compares traces that programs record themselves with the simulator's trace of the run, with
formulas, and with the output of programs.
"""

from collections import Counter

import pytest

from onchip.base.failures import Exit
from test_trace import HEAT, MESSAGES, PARALLEL, of_otf2

FLUSH = "trace flush"
REGIONS = """#include <mpi.h>
#include <onchip_trace.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 500; i++) {
        onchip_trace_begin("outer");
        onchip_trace_begin("inner");
        onchip_trace_end("inner");
        onchip_trace_end("outer");
    }
    MPI_Finalize();
}
"""
TASKS = """#include <omp.h>
int sum;
int main(void) {
    #pragma omp parallel num_threads(4)
    #pragma omp single
    for (int i = 0; i < 100; i++) {
        _Alignas(64) char text[100] = {i};
        #pragma omp task firstprivate(text)
        {
            #pragma omp atomic
            sum += text[0] + ((unsigned long)&text % 64 != 0) * 100000;
        }
    }
    #pragma omp parallel for schedule(dynamic) num_threads(4)
    for (int i = 0; i < 10; i++)
        #pragma omp critical
        sum++;
    return sum != 99 * 100 / 2 + 10;
}
"""


def calls_of(folder):
    """Returns the messages sent and received, and the number of calls by name. Leaves out flushes,
    and merges the names of one function.
    """
    sent, received, calls = of_otf2(folder)
    shared = Counter()
    for name, count in calls.items():
        if name != FLUSH:
            shared[name.replace("_nonmonotonic", "")] += count
    return sent, received, shared


@pytest.mark.parametrize(
    "words",
    [
        ("-n", "16", str(HEAT), "40", "30"),
        ("-n", "6", str(MESSAGES)),
        ("-n", "6", "--transport", "rendezvous", str(MESSAGES)),
        ("-n", "1", "--threads", "4", "parallel.c"),
        ("-n", "1", "--threads", "4", "tasks.c"),
    ],
)
def test_as_the_simulator_sees_it(onchip, words):
    onchip.write("parallel.c", PARALLEL)
    onchip.write("tasks.c", TASKS)
    onchip("run", "--self-trace", "own.otf2", "--trace", "seen.otf2", *words)
    assert calls_of(onchip.folder / "own.otf2") == calls_of(onchip.folder / "seen.otf2")


@pytest.mark.parametrize("host", [(), ("--host",)])
def test_messages_of_every_kind(onchip, host):
    run = onchip("run", *host, "-n", "6", "--self-trace", "all.otf2", str(MESSAGES))
    told = Counter(tuple(map(int, line.split())) for line in run.out.splitlines())
    sent, received, _ = of_otf2(onchip.folder / "all.otf2")
    assert sent == received == told and told


@pytest.mark.parametrize("host", [(), ("--host",)])
def test_tasks_and_regions_of_threads(onchip, host):
    onchip.write("tasks.c", TASKS)
    words = ("-n", "1", "--threads", "4", "--self-trace", "tasks.otf2", "tasks.c")
    onchip("run", *host, *words)
    _, _, calls = calls_of(onchip.folder / "tasks.otf2")
    assert calls["main._omp_fn.1"] == 100  # the tasks
    assert calls["GOMP_critical_start"] == 10 and calls["GOMP_task"] == 100
    assert calls["GOMP_parallel"] >= 1


@pytest.mark.parametrize("host", [(), ("--host",)])
def test_regions_of_the_program(onchip, host):
    onchip.write("regions.c", REGIONS)
    onchip("cc", *host, "--trace", "-O2", "regions.c", "-o", "traced")
    onchip("run", *host, "-n", "2", "--self-trace", "own.otf2", "traced")
    _, _, calls = of_otf2(onchip.folder / "own.otf2")
    flushed = calls.pop(FLUSH)
    assert calls == {"outer": 1000, "inner": 1000, "MPI_Init": 2, "MPI_Finalize": 2}
    # A buffer has 1,024 words, and an event of these regions takes four.
    assert flushed >= 2 * (4 * 500 * 4 // 1024)
    # In a program that was linked without --trace, the calls do nothing.
    onchip("run", *host, "-n", "2", "regions.c")


def test_a_trace_that_nobody_takes(onchip):
    onchip.write("regions.c", REGIONS)
    onchip("cc", "--trace", "-c", "regions.c", "-o", "regions.o")
    onchip("cc", "--trace", "regions.o", "-o", "traced")
    assert not onchip("run", "-n", "2", "traced").out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--self-trace", "a.txt"), "--self-trace a.txt; right: a name that ends with"),
        (("--self-trace", "a.otf2", "plain"), "link it with `onchip cc --trace`"),
        (("--host", "--trace", "a.otf2"), "right: --self-trace"),
    ],
)
def test_wrong_use(onchip, words, message):
    onchip.write("empty.c", "int main(void) { return 0; }")
    onchip("cc", "empty.c", "-o", "plain")
    run = onchip("run", "-n", "1", *words, "empty.c", code=Exit.USAGE)
    assert message in run.err


def test_a_program_without_events(onchip):
    onchip.write("stop.c", "#include <unistd.h>\nint main(void) { _exit(0); }")
    run = onchip("run", "-n", "1", "--self-trace", "a.otf2", "stop.c", code=Exit.USAGE)
    assert "handed over no trace" in run.err


ENDS = """#include <mpi.h>
#include <onchip_trace.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int rank, word = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 700; i++) {
        onchip_trace_begin("work");
        onchip_trace_end("work");
    }
    if (rank == 1 && **++argv == 'd')
        MPI_Recv(&word, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1 && **argv == 'f')
        *(volatile int *)16 = 1;
    if (rank == 1 && **argv == 'e')
        _exit(3);
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
"""


@pytest.mark.parametrize(
    ("host", "how", "code"),
    [
        ((), "deadlock", Exit.DEADLOCK),
        ((), "fault", Exit.FAULT),
        ((), "exit", Exit.DEADLOCK),
        (("--host",), "deadlock", Exit.DEADLOCK),
        (("--host",), "fault", Exit.SIGNAL),
    ],
)
def test_runs_that_something_else_ends(onchip, host, how, code):
    onchip.write("ends.c", ENDS)
    words = ("-n", "2", "--self-trace", "own.otf2", "ends.c", how)
    onchip("run", *host, *words, code=code)
    _, _, calls = of_otf2(onchip.folder / "own.otf2")
    assert calls["work"] == 2 * 700 and calls["MPI_Init"] == calls["MPI_Comm_rank"] == 2
    assert calls["MPI_Recv"] == (how == "deadlock")


KERNEL = """#include <onchip/kernel.h>
int main(void) {
    int own = kmailbox_create(0), to = kmailbox_open(knode_get_num(), 0);
    char message[KMAILBOX_MESSAGE_SIZE] = {1};
    for (int i = 0; i < 3; i++) {
        kmailbox_write(to, message, sizeof message);
        kmailbox_read(own, message, sizeof message);
    }
    return kmailbox_close(to) + kmailbox_unlink(own);
}
"""


def test_calls_of_the_kernel(onchip):
    onchip.write("kernel.c", KERNEL)
    words = ("-n", "1", "--self-trace", "own.otf2", "--trace", "seen.otf2", "kernel.c")
    onchip("run", "--chip", "quad2x2", *words)
    own, seen = (of_otf2(onchip.folder / f"{name}.otf2")[2] for name in ("own", "seen"))
    assert own == {name: seen[name] for name in own} and own["kmailbox_write"] == 3
