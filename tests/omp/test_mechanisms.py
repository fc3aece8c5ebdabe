"""The mechanisms behind OpenMP's constructs, and the programs that must run with each of them."""

import functools
import itertools
import operator
import re
import subprocess

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from onchip.build import mechanisms

FOLDER = ROOT / "tests/omp"
FEATURES = FOLDER / "features"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.c"))
# Mechanisms, and a short program that shows whether they work.
SHORT = [
    (("region=queue",), "regions"),
    (("end=flags",), "regions"),
    (("region=queue", "end=flags"), "nested"),
    (("barrier=mutex",), "order"),
    (("lock=mutex",), "exclusion"),
    (("lock=mutex", "atomic=lock"), "atomics"),
    (("lock=mutex", "atomic=lock"), "exclusion"),
    (("reduction=queue",), "sums"),
    (("region=queue", "end=flags", "barrier=mutex", "lock=mutex"), "tasks"),
    # A thread at the end of a region, or at a barrier, must run tasks of other threads.
    (("barrier=mutex",), "inside_task"),
    (("region=queue",), "priority"),
    (("region=queue", "barrier=mutex", "task=queues"), "cancel_tasks"),
    *itertools.product(
        (("task=queues",), ("task=central",), ("task=locked",)),
        ("tasks", "depend", "handed", "resized"),
    ),
    (("task=stealing",), "handed"),
    (("region=queue", "end=flags"), "resized"),
]
PLACES = {
    "sarc4": ("--threads", 4, "--chip", "sarc4"),
    "host": ("--threads", 4, "--host"),
}
# On this chip, the stores of many threads queue up at the link into a tile.
CROWDED = ("--threads", 16, "--chip", "quad2x2")
# On this chip, stores of thread 0 into the last tile's memory take longer than thread 12 needs to
# act on them.
FAR = ("--threads", 16, "--chip", "mesh4x4")


def options(choices):
    return [word for choice in choices for word in ("--omp", choice)]


@pytest.mark.parametrize("place", ["sarc4", pytest.param("host", marks=pytest.mark.long)])
@pytest.mark.parametrize("choices, program", SHORT)
def test_programs_with_other_mechanisms(onchip, choices, program, place):
    words = ("run", "-n", 1, *options(choices), *PLACES[place], FOLDER / f"{program}.c")
    assert onchip(*words).out == "done\n"


@pytest.mark.parametrize(
    "threads, level",
    [
        (7, "-O1"),
        *(pytest.param(*case, marks=pytest.mark.long) for case in ((6, "-O2"), (7, "-O3"))),
    ],
)
@pytest.mark.parametrize("task", mechanisms.MECHANISMS["task"])
def test_a_task_that_is_put_back_is_found(onchip, task, threads, level):
    """A thread may put back a task that it must not run. Meanwhile, the thread that may run the
    task is about to sleep. Single cycles decide whether this happens.
    """
    place = ("--threads", threads, "--chip", "quad2x2", "--cflags", level)
    words = ("run", "-n", 1, "--omp", f"task={task}", *place, FOLDER / "many_depend.c")
    assert onchip(*words).out == "done\n"


LOCKS = ("queue", pytest.param("mutex", marks=pytest.mark.long))


SLOW = ("early_tasks", "many_depend", "far_copies", "depend")  # these take a second or more


# Programs whose atomics of integers use a lock instead of instructions give the same results.
@pytest.mark.parametrize(
    "place",
    [
        pytest.param(("--threads", 7, "--chip", "quad2x2"), id="chip"),
        pytest.param(PLACES["host"], id="host", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize(
    "program",
    [
        pytest.param(program, marks=pytest.mark.long) if program in SLOW else program
        for program in PROGRAMS
    ],
)
def test_atomics_under_a_lock(onchip, program, lock, place):
    text = (FOLDER / f"{program}.c").read_text()
    if not re.search("atomic|reduction", text):
        pytest.skip("has neither")
    words = options(("atomic=lock", f"lock={lock}"))
    assert onchip("run", "-n", 1, *words, *place, FOLDER / f"{program}.c").out == "done\n"


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("program", sorted(path.stem for path in FEATURES.glob("*.c")))
def test_features_with_atomics_under_a_lock(onchip, program, lock):
    file = FEATURES / f"{program}.c"
    expected = onchip("run", "-n", 1, "--host", "--cflags", "-w", file).out
    words = options(("atomic=lock", f"lock={lock}"))
    assert onchip("run", "-n", 1, *words, *PLACES["sarc4"], file).out == expected


@pytest.mark.parametrize("lock", LOCKS)
def test_atomics_of_c_under_a_lock(onchip, lock):
    file = FOLDER.parent / "runtime/atomics.c"
    words = options(("atomic=lock", f"lock={lock}"))
    there = onchip("run", "-n", 1, "--host", file).out
    assert onchip("run", "-n", 1, "--threads", 2, *words, file).out == there


def test_atomics_of_two_kinds_are_not_linked(onchip):
    main = onchip.write(
        "main.c",
        "int count;\nvoid other(void);\nint main(void) {\n#pragma omp parallel\n    other();\n"
        "#pragma omp atomic\n    count++;\n    return count;\n}\n",
    )
    update = "void other(void) {\n#pragma omp atomic\n    count++;\n}\n"
    other = onchip.write("other.c", "extern int count;\n" + update)
    harmless = onchip.write("harmless.c", "int twice(int x) { return 2 * x; }\n")
    under_lock = ("--omp", "atomic=lock")

    def linked(how, how_other, code=0):
        objects = [onchip.folder / name for name in ("other.o", "harmless.o")]
        for source, built in zip((other, harmless), objects, strict=True):
            onchip("cc", *how_other, "-fopenmp", "-c", source, "-o", built)
        program = onchip.folder / "program"
        words = ("cc", *how, "-fopenmp", main, *objects, "-o", program)
        complaint = onchip(*words, code=code).err
        if not code:
            # The program's exit code counts main and four threads.
            onchip("run", "-n", 1, "--threads", 4, program, code=5)
        return complaint

    assert linked((), ()) == linked(under_lock, under_lock) == ""
    assert "other.o was compiled without" in linked(under_lock, (), Exit.COMPILE)
    assert "other.o was compiled with --omp atomic=lock" in linked((), under_lock, Exit.COMPILE)
    archive = onchip.folder / "libother.a"
    onchip("cc", "-c", harmless, "-o", onchip.folder / "harmless.o")
    onchip("cc", "-fopenmp", "-c", other, "-o", onchip.folder / "other.o")
    for names, code in ((("harmless.o",), 0), (("harmless.o", "other.o"), Exit.COMPILE)):
        archive.unlink(missing_ok=True)
        files = [onchip.folder / name for name in names]
        subprocess.run(["riscv64-unknown-elf-ar", "rcs", archive, *files], check=True)
        plain = onchip.write("plain.c", "int main(void) { return 0; }\n")
        words = ("cc", *under_lock, "-fopenmp", plain, archive, "-o", onchip.folder / "program")
        onchip(*words, code=code)


@pytest.mark.parametrize("choices", [(), ("region=queue", "end=flags")])
def test_what_was_stored_has_arrived(onchip, choices):
    done = onchip("run", "-n", 1, *options(choices), *CROWDED, FOLDER / "arrival.c")
    assert done.out == "done\n"


@pytest.mark.parametrize("task", mechanisms.MECHANISMS["task"])
def test_a_thread_heeds_the_priorities_of_its_own_tasks(onchip, task):
    words = ("--omp", f"task={task}", "--env", "OMP_MAX_TASK_PRIORITY=3", FOLDER / "priority.c")
    for place in PLACES.values():
        assert onchip("run", "-n", 1, *place, *words, "--", "own").out == "done\n"


@pytest.mark.parametrize("reduction", mechanisms.MECHANISMS["reduction"])
def test_sums_of_whole_groups_and_others(onchip, reduction):
    # With 9 threads, the last group of four threads has only one; 16 threads form a group of four
    # groups.
    for threads in (9, 16):
        words = ("--omp", f"reduction={reduction}", "--threads", threads, "--chip", "quad2x2")
        assert onchip("run", "-n", 1, *words, FOLDER / "sums.c").out == "done\n"


def test_sums_of_up_to_64_threads(onchip):
    for reduction in mechanisms.MECHANISMS["reduction"]:
        words = ("--omp", f"reduction={reduction}", "--threads", 64, "--chip", "mesh8x8")
        assert onchip("run", "-n", 1, *words, FOLDER / "sums.c").out == "done\n", reduction


def in_groups(values):
    """The sum of a team's values, added in groups of four, in the order of the threads."""
    while len(values) > 1:
        groups = [values[first : first + 4] for first in range(0, len(values), 4)]
        values = [functools.reduce(operator.add, group) for group in groups]
    return values[0]


def test_sums_are_made_in_the_order_of_the_threads(onchip):
    file = onchip.write(
        "order.c",
        """
        #include <omp.h>
        #include <onchip_omp.h>
        #include <stdio.h>
        int main(void) {
            for (int asked = 1; asked <= omp_get_max_threads(); asked++)
                for (int round = 0; round < 3; round++)
                    #pragma omp parallel num_threads(asked)
                    {
                        int me = omp_get_thread_num();
                        for (volatile int i = 0; i < (me * 7 + round * 5) % 11 * 10; i++)
                            ;
                        double sum = onchip_sum_double(1.0 / (me * 3 + 1));
                        if (me == 0)
                            printf("%d %a\\n", asked, sum);
                    }
        }
        """,
    )
    for place in (("--threads", 21, "--chip", "mesh8x8"), ("--threads", 9, "--host")):
        lines = onchip("run", "-n", 1, *place, file).out.splitlines()
        assert len(lines) == 3 * place[1]
        for size, printed in map(str.split, lines):
            expected = in_groups([1.0 / (thread * 3 + 1) for thread in range(int(size))])
            assert float.fromhex(printed) == expected, size


def test_sums_after_a_region_that_was_cancelled(onchip):
    # Values of some threads have been sent, or are in the queue, and have not been received.
    file = onchip.write(
        "cancelled.c",
        """
        #include <omp.h>
        #include <onchip_omp.h>
        #include <stdio.h>
        static int wrong;
        static void cancelled(int round, int threads) {
            #pragma omp parallel num_threads(threads)
            {
                int me = omp_get_thread_num();
                if (me % 4 && me % 3 != round % 3)
                    onchip_sum_int(1000);
                #pragma omp barrier
                if (me == round % 4) {
                    #pragma omp cancel parallel
                }
                #pragma omp barrier
            }
            #pragma omp parallel num_threads(threads)
            for (int i = 0; i < 3; i++) {
                int me = omp_get_thread_num(), all = omp_get_num_threads();
                int sum = onchip_sum_int(me + i);
                if (me == 0)
                    wrong += sum != all * (all - 1) / 2 + all * i;
            }
        }
        int main(void) {
            for (int round = 0; round < 8; round++)
                cancelled(round, omp_get_max_threads());
            omp_set_max_active_levels(2);
            #pragma omp parallel num_threads(2)
            if (omp_get_thread_num() == 0)
                for (int round = 0; round < 8; round++)
                    cancelled(round, 3);
            printf("%d\\n", wrong);
        }
        """,
    )
    places = (PLACES["sarc4"], PLACES["host"], CROWDED)
    for reduction, place in itertools.product(mechanisms.MECHANISMS["reduction"], places):
        words = ("--omp", f"reduction={reduction}", "--env", "OMP_CANCELLATION=true", *place)
        assert onchip("run", "-n", 1, *words, file).out == "0\n", (reduction, place)


def test_what_tasks_have_stored_has_arrived(onchip):
    done = onchip("run", "-n", 1, *FAR, FOLDER / "task_arrival.c")
    assert done.out == "done\n"


def combinations(tasks=mechanisms.MECHANISMS["task"]):
    """Yields all combinations of the mechanisms, but each combination with only one of the
    mechanisms for tasks, because all of these would take four times as long. The choice rotates, so
    that every pair of mechanisms occurs.
    """
    *others, _ = mechanisms.MECHANISMS.values()
    for number, values in enumerate(itertools.product(*others)):
        task = tasks[(number + number // len(tasks)) % len(tasks)]
        yield tuple(map("=".join, zip(mechanisms.MECHANISMS, (*values, task), strict=True)))


def test_combinations_have_every_pair():
    constructs = [[f"{key}={value}" for value in of] for key, of in mechanisms.MECHANISMS.items()]
    pairs = {
        pair
        for one, other in itertools.combinations(constructs, 2)
        for pair in itertools.product(one, other)
    }
    tried = {pair for choices in combinations() for pair in itertools.combinations(choices, 2)}
    assert tried == pairs


@pytest.mark.long
@pytest.mark.parametrize("program", PROGRAMS)
def test_every_combination(onchip, program):
    expected = onchip("run", "-n", 1, "--host", "--cflags", "-w", FOLDER / f"{program}.c").out
    tasks = mechanisms.MECHANISMS["task"]
    if program == "records":
        # The program must use up all records. With the other mechanisms, a task that finds no room
        # at another thread may run at once instead.
        tasks = tasks[:1]
    for choices in combinations(tasks):
        words = options(choices)
        done = onchip("run", "-n", 1, *words, *PLACES["sarc4"], FOLDER / f"{program}.c")
        assert done.out == expected, words


def test_mechanisms_that_there_are_not(onchip):
    def complaint(choice):
        return onchip("run", "--omp", choice, "-n", 1, "a.c", code=Exit.USAGE).err

    assert "no mechanism 'barier'" in complaint("barier=mutex")
    assert "there are region, end, barrier, lock, atomic, reduction, task" in complaint(
        "barier=mutex"
    )
    assert "barrier is counter or mutex" in complaint("barrier=queue")
    assert "barrier is counter or mutex" in complaint("barrier")
    words = ("cc", "--show", "--omp", "barrier=mutex", "--omp", "barrier=counter", "a.c")
    assert "omp-barrier-counter" in onchip(*words).out


STUCK = {
    "a sum": (
        (),
        """
        if (me != 2)
            onchip_sum_int(me); // here
        passed++;""",
    ),
    "barrier": (
        ("--omp", "barrier=mutex"),
        """
        if (me != 2) {
            #pragma omp barrier // here
            passed++;
        }""",
    ),
    "critical": (
        ("--omp", "lock=mutex"),
        """
        #pragma omp critical
        if (me >= 0)
            again(); // here
        """,
    ),
    "a lock": (
        ("--omp", "lock=mutex"),
        """
        omp_set_lock(&lock[me]);
        #pragma omp barrier
        omp_set_lock(&lock[(me + 1) % 4]); // here
        passed++;""",
    ),
    # Thread 0 holds locks 0 and 8. A thread notes the locks that it holds in eight entries. These
    # two locks belong in the same entry, so one of them is held without a note.
    "(a lock)": (
        ("--omp", "lock=mutex"),
        """
        if (me == 0)
            for (int i = 0; i < 9; i++) {
                omp_set_lock(&lock[i]);
                if (i % 8)
                    omp_unset_lock(&lock[i]);
            }
        if (me == 0)
            omp_unset_lock(&lock[0]), omp_set_lock(&lock[0]);
        #pragma omp barrier
        if (me == 1)
            omp_set_lock(&lock[1]);
        #pragma omp barrier
        if (me < 2)
            omp_set_lock(&lock[me ? 8 : 1]); // here
        passed++;""",
    ),
    "a loop or sections": (
        (),
        """
        if (me == 1) {
            #pragma omp barrier
        }
        for (int i = 0; i < 20; i++)
            #pragma omp for schedule(dynamic) nowait // here
            for (int j = 0; j < 4; j++)
                passed++;""",
    ),
}


@pytest.mark.parametrize("construct", STUCK)
def test_what_polls_and_waits_for_ever_is_a_deadlock(onchip, construct):
    options, body = STUCK[construct]
    text = (
        "#include <omp.h>\n#include <onchip_omp.h>\nvolatile int passed;\nomp_lock_t lock[9];\n"
        "static void again(void) {\n#pragma omp critical\n    passed++;\n}\n"
        f"int main(int argc, char **argv) {{\n    if (argc > 1)\n        again();\n"
        f"#pragma omp parallel\n    {{\n    int me = omp_get_thread_num();{body}\n    }}\n}}\n"
    )
    file = onchip.write("stuck.c", text)
    words = ("run", "-n", 1, *options, "--threads", 4, "--cflags", "-w -fno-inline")
    for place in (("--chip", "sarc4"), ("--host",)):
        done = onchip(*words, *place, file, code=Exit.DEADLOCK)
        assert re.search(rf"waits .*{construct}.*, at .*stuck\.c:\d+$", done.err, re.M), place


def test_who_has_slept_in_what_polls_goes_on(onchip):
    file = onchip.write(
        "late.c",
        """
        #include <omp.h>
        #include <stdio.h>
        static void work(void) {
            for (volatile int i = 0; i < 30000; i++)
                ;
        }
        int main(void) {
            int sum = 0, early = 0, all = 0;
            #pragma omp parallel reduction(+ : early, all)
            {
                int me = omp_get_thread_num(), threads = omp_get_num_threads();
                all++;
                for (int round = 0; round < 2; round++) {
                    if (me == round)
                        work();
                    #pragma omp critical
                    {
                        if (me < 2)
                            work();
                        sum++;
                    }
                    #pragma omp barrier
                    early += sum < (round + 1) * threads;
                    #pragma omp barrier
                }
                if (me == 1)
                    work();
                for (int i = 0; i < 20; i++)
                    #pragma omp for schedule(dynamic) nowait
                    for (int j = 0; j < 4; j++) {
                        #pragma omp atomic
                        sum++;
                    }
            }
            printf("%d %d\\n", sum - 2 * all, early);
        }
        """,
    )
    words = ("run", "-n", 1, "--omp", "barrier=mutex", "--omp", "lock=mutex")
    for place in PLACES.values():
        assert onchip(*words, *place, file).out == "80 0\n", place


def test_mutexes_that_there_are_not(onchip):
    words = ("--omp", "barrier=mutex", "--threads", 4, "--chip", "sarc4")
    done = onchip("run", "-n", 1, *words, "--set", "dram.mutexes=2", FOLDER / "order.c", code=None)
    assert "each process needs 3 hardware mutexes, and has 2" in done.err
