"""Traces that programs keep themselves: against the simulator's own view of the same run, formulas,
and what programs print.
"""

from collections import Counter

import pytest

from onchip.failures import Exit
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
    """What is called how often, without what only one of the two has: flushes, and the calls for
    the next chunk of a loop. A function of several names has one.
    """
    sent, received, calls = of_otf2(folder)
    shared = Counter()
    for name, count in calls.items():
        if name != FLUSH and not name.endswith("_next"):
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
    # A buffer has 1,024 words; an event of these regions has four of them.
    assert flushed >= 2 * (4 * 500 * 4 // 1024)
    # In a program that is linked without --trace the calls do nothing.
    onchip("run", *host, "-n", "2", "regions.c")


def test_a_trace_that_nobody_takes(onchip):
    onchip.write("regions.c", REGIONS)
    onchip("cc", "--trace", "-c", "regions.c", "-o", "regions.o")
    onchip("cc", "--trace", "regions.o", "-o", "traced")
    assert not onchip("run", "-n", "2", "traced").out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--self-trace", "a.otf2", "--check-mpi"), "--self-trace and --check-mpi"),
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


def test_a_program_that_comes_to_no_end(onchip):
    onchip.write("stop.c", "#include <unistd.h>\nint main(void) { _exit(0); }")
    run = onchip("run", "-n", "1", "--self-trace", "a.otf2", "stop.c", code=Exit.USAGE)
    assert "handed over no trace" in run.err
