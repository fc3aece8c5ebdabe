"""OpenMP: programs that work with any number of threads, and calls that the compiler generates."""

import re
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from onchip.build import mechanisms

FOLDER = ROOT / "tests/omp"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.c"))
CFLAGS = ("--cflags", "-Wall -Wextra -Werror")
# The threads have a tile each, share a tile, or form a tree of three levels.
PLACES = {
    "sarc4": ("--threads", 4, "--chip", "sarc4"),
    "one tile": ("--threads", 4, "--chip", "quad2x2"),
    "several tiles": ("--threads", 7, "--chip", "quad2x2"),
    "alone": ("--threads", 1, "--chip", "sarc4"),
    "host": ("--threads", 4, "--host"),
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_results_are_those_of_the_serial_program(onchip, program):
    file = FOLDER / f"{program}.c"
    assert onchip("run", "-n", 1, "--host", "--cflags", "-w", file).out == "done\n"
    onchip("cc", "-O2", "-fopenmp", "-Wall", "-Wextra", "-Werror", file, "-o", "chip")
    for place, options in PLACES.items():
        if place == "host":
            ran = onchip("run", "-n", 1, *options, *CFLAGS, file)
        else:
            ran = onchip("run", "-n", 1, *options, "chip")
        assert ran.out == "done\n", place


@pytest.mark.parametrize(
    "program, place", [("order", "sarc4"), ("exclusion", "several tiles"), ("library", "sarc4")]
)
def test_the_reference_mode_takes_the_same_cycles(onchip, program, place):
    words = ("run", "-n", 1, "--json", *PLACES[place], FOLDER / f"{program}.c")
    fast, slow = onchip(*words).json, onchip(*words[:1], "--reference", *words[1:]).json
    for report in (fast, slow):
        del report["wall_seconds"]
    assert fast == slow


@pytest.mark.parametrize("program, numbers", [("sort", 2), ("trees", 3)])
def test_programs_of_tasks_that_are_measured_run_on_the_host_too(onchip, program, numbers):
    # Each program checks its own results.
    file = ROOT / f"benchmarks/omp/{program}.c"
    assert len(onchip("run", "-n", 1, *PLACES["host"], *CFLAGS, file).out.splitlines()) == numbers


# The numbers are cycles of four threads, which docs/openmp.md shows. The limits are a few per cent
# above the shortest paths. They allow one or two additional instructions, but not a further round
# trip or a lost fast path.
LIMITS = {
    "overheads": {"parallel": 100, "barrier": 50, "reduction": 118, "critical": 29, "single": 54},
    "waits": {"task_depend": 225, "tasks_barrier": 250, "barrier_after_tasks": 83},
    "tasks": {"task": 47},
}


@pytest.mark.parametrize("program", LIMITS)
def test_constructs_take_no_more_cycles_than_their_shortest_paths(onchip, program):
    ran = onchip("run", "-n", 1, *PLACES["sarc4"], ROOT / f"benchmarks/omp/{program}.c")
    cycles = {name: float(number) for name, number in map(str.split, ran.out.splitlines())}
    limits = LIMITS[program]
    assert {name: cycles[name] for name in limits if cycles[name] > limits[name]} == {}


def test_many_threads_in_a_tree_of_three_levels(onchip):
    words = ("run", "-n", 1, "--threads", 64, "--chip", "mesh8x8")
    assert onchip(*words, FOLDER / "regions.c").out == "done\n"


def test_ranks_have_threads_of_their_own(onchip):
    file = onchip.write(
        "ranks.c",
        """
        #include <mpi.h>
        #include <omp.h>
        #include <stdio.h>
        int main(int argc, char **argv) {
            int rank, sum = 0, all;
            MPI_Init(&argc, &argv);
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
            for (int i = 0; i < 3; i++) {
                #pragma omp parallel reduction(+ : sum)
                sum += rank * 10 + 1;
                MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
                MPI_Barrier(MPI_COMM_WORLD);
            }
            printf("%d %d\\n", sum, all);
            MPI_Finalize();
        }
        """,
    )
    # With three ranks of n threads, each rank prints 3 n (1 + 10 rank), and all print the sum.
    for options in (("--chip", "mesh4x4"), ("--chip", "quad2x2", "--map", "scatter"), ("--host",)):
        out = onchip("run", "-n", 3, "--threads", 4, *options, file).out
        assert sorted(out.splitlines()) == ["12 396", "132 396", "252 396"], options


def test_a_program_with_groups_of_no_tasks_ends_them_with_their_teams(onchip):
    """The program is linked with the code by which waiting threads run tasks, but not with the code
    that makes a task.
    """
    file = onchip.write(
        "groups.c",
        """
        #include <stdio.h>
        int main(void) {
            int sum = 0;
            #pragma omp parallel num_threads(2) reduction(+ : sum)
            for (int i = 0; i < 3; i++) {
                #pragma omp parallel num_threads(2) reduction(+ : sum)
                {
                    #pragma omp taskgroup
                    sum++;
                    #pragma omp taskwait
                }
            }
            printf("%d\\n", sum);
        }
        """,
    )
    onchip("cc", "-fopenmp", file, "-o", "groups")
    listed = subprocess.run(["nm", "groups"], cwd=onchip.folder, capture_output=True, text=True)
    names = {line.split()[-1] for line in listed.stdout.splitlines()}
    assert "oc_tasks_end" in names and "oc_task_run_now" not in names
    words = ("--threads", 4, "--env", "OMP_MAX_ACTIVE_LEVELS=2", "--chip", "sarc4")
    assert onchip("run", "-n", 1, *words, "groups").out == "12\n"


def test_what_a_program_without_threads_is_told(onchip):
    file = onchip.write("plain.c", "int main(void) { return 0; }\n")
    program = onchip.folder / "plain"
    for where in ((), ("--host",)):
        onchip("cc", *where, file, "-o", program)
        words = ("run", *where, "-n", 1, "--threads", 2, program)
        assert "-fopenmp" in onchip(*words, code=None).err
    done = onchip("run", "-n", 5, "--threads", 4, file, code=Exit.RANKS)
    assert "5 ranks of 4 threads do not fit on mesh4x4: it has 16 cores" in done.err


@pytest.mark.parametrize("program", ["cancel", "cancel_tasks"])
def test_constructs_are_cancelled_where_the_environment_allows_it(onchip, program):
    for place, options in PLACES.items():
        words = ("run", "-n", 1, *options, *CFLAGS, "--env", "OMP_CANCELLATION=true")
        assert onchip(*words, FOLDER / f"{program}.c").out == "done\n", place


def test_priorities_are_heeded_where_the_environment_allows_them(onchip):
    for place in ("sarc4", "host"):
        words = ("run", "-n", 1, *PLACES[place], "--env", "OMP_MAX_TASK_PRIORITY=3")
        assert onchip(*words, FOLDER / "priority.c").out == "done\n", place


def test_the_directive_error_says_its_message_and_ends_the_job(onchip):
    text = """
        #include <stdio.h>
        int main(void) {
            #pragma omp error at(execution) severity(warning) message("mind this")
            puts("on");
            #pragma omp error at(execution) message("no more")
            puts("never");
        }
        """
    file = onchip.write("error.c", text)
    for where in ((), ("--host",)):
        done = onchip("run", "-n", 1, "--threads", 2, *where, file, code=1)
        assert done.out == "on\n"
        assert "OpenMP warning: mind this\n" in done.err
        assert "OpenMP error: no more\n" in done.err


def test_a_barrier_that_cannot_be_reached_is_a_deadlock(onchip):
    file = onchip.write(
        "stuck.c",
        """
        #include <omp.h>
        int main(void) {
            int passed = 0;
            #pragma omp parallel reduction(+ : passed)
            if (omp_get_thread_num() != 2) {
                #pragma omp barrier
                passed++;
            }
            return passed;
        }
        """,
    )
    done = onchip("run", "-n", 1, "--threads", 4, file, code=Exit.DEADLOCK)
    for who in ("process 0 (core 0)", "thread 1 of process 0", "thread 3 of process 0"):
        assert re.search(
            re.escape(who) + r".* in barrier \(GOMP_barrier\), at .*stuck\.c:7$", done.err, re.M
        ), who
    assert "\n  thread 2 of process 0 is idle\n" in done.err
    done = onchip("run", "-n", 1, "--threads", 4, "--host", file, code=Exit.DEADLOCK)
    for who in ("rank 0", "thread 1 of rank 0", "thread 3 of rank 0"):
        assert re.search(
            rf"^  {who} waits in barrier \(GOMP_barrier\), at .*stuck\.c:7$", done.err, re.M
        ), who
    assert "\n  thread 2 of rank 0 is idle\n" in done.err


@pytest.mark.parametrize("where", [(), ("--host",)], ids=["chip", "host"])
def test_threads_with_nothing_to_do_are_one_line_of_the_report(onchip, where):
    file = onchip.write(
        "first.c",
        """
        #include <omp.h>
        int main(void) {
            #pragma omp parallel
            if (omp_get_thread_num() == 3) {
                #pragma omp barrier
                asm("");
            }
            return 0;
        }
        """,
    )
    done = onchip("run", "-n", 1, "--threads", 8, *where, file, code=Exit.DEADLOCK)
    assert re.search(r"^  threads 1, 2, 4 to 7 of \w+ 0 are idle$", done.err, re.M)
    assert re.search(r"^  thread 3 of .* waits in barrier \(GOMP_barrier\), at ", done.err, re.M)


def test_copies_that_cannot_be_are_errors(onchip):
    file = onchip.write(
        "copies.c",
        """
        #include <omp.h>
        #include <onchip_copy.h>
        #include <stdio.h>
        static int global[4], first, second;
        static const int constant[4] = {1, 2, 3, 4};
        int main(void) {
            #pragma omp parallel
            if (omp_get_thread_num() == 3) {
                int own[4];
                first = onchip_copy_wait(onchip_copy_in(global, own, sizeof own));
                second = onchip_copy_wait(onchip_copy_in(own, constant, sizeof own));
            }
            printf("%d %d\\n", first, second);
        }
        """,
    )
    # The first number is ONCHIP_COPY_NOT_NEAR if thread 3 is not in the tile of the globals. The
    # second number is ONCHIP_COPY_NO_MEMORY, except on Linux.
    wanted = {"sarc4": "-1 -2\n", "one tile": "0 -2\n", "host": "0 0\n"}
    for place, printed in wanted.items():
        assert onchip("run", "-n", 1, *PLACES[place], file).out == printed, place


def test_locks_that_wait_for_each_other_are_a_deadlock(onchip):
    text = """
        #include <omp.h>
        int main(void) {
            static omp_lock_t lock[100];
            /* Locks that have queues, and, after so many, some that have none. */
            for (int i = 0; i < 100; i++)
                omp_test_lock(&lock[i]);
            for (int i = 0; i < 100; i++)
                omp_unset_lock(&lock[i]);
            int first = FIRST, last = first + 1;
            #pragma omp parallel num_threads(2)
            {
                int me = omp_get_thread_num();
                omp_set_lock(&lock[first + me]);
                #pragma omp barrier
                omp_set_lock(&lock[last - me]);
                omp_unset_lock(&lock[last - me]);
                omp_unset_lock(&lock[first + me]);
            }
            return 0;
        }
        """
    for first in (0, 98):
        file = onchip.write("locks.c", text.replace("FIRST", str(first)))
        done = onchip("run", "-n", 1, "--threads", 2, file, code=Exit.DEADLOCK)
        names = ("process 0 (core 0)", "thread 1 of process 0 (core 1)")
        for who, other in (names, names[::-1]):
            line = rf"^  {re.escape(who)} waits in a lock \(omp_set_lock\), at .*locks\.c:16"
            # If a lock has no queue, the message cannot name the holder.
            line += rf"; held by {re.escape(other)}, at .*locks\.c:14$" if first == 0 else "$"
            assert re.search(line, done.err, re.M), done.err
        done = onchip("run", "-n", 1, "--threads", 2, "--host", file, code=Exit.DEADLOCK)
        names = ("rank 0", "thread 1 of rank 0")
        for who, other in (names, names[::-1]):
            line = rf"^  {who} waits in a lock \(omp_set_lock\), at .*locks\.c:16"
            line += rf"; held by {other}, at .*locks\.c:14$" if first == 0 else "$"
            assert re.search(line, done.err, re.M), done.err


def test_a_deadlock_names_who_holds_a_critical_section(onchip):
    file = onchip.write(
        "held.c",
        """
        int passed;
        static void again(void) {
            #pragma omp critical
            passed++;
            passed++;
        }
        int main(void) {
            #pragma omp parallel
            {
                #pragma omp critical
                {
                    again();
                    passed++;
                }
            }
            return 0;
        }
        """,
    )
    chips = [("--chip", "sarc4"), ("--chip", "sarc4", "--reference"), ("--chip", "quad2x2")]
    for where in (*chips, ("--host",)):
        done = onchip("run", *where, "-n", 1, "--threads", 2, file, code=Exit.DEADLOCK)
        critical = r"waits in critical \(GOMP_critical_start\), at .*held\.c"
        found = re.findall(rf"{critical}:(\d+); held by (.*), at .*held\.c:(\d+)$", done.err, re.M)
        assert len(found) == 2, done.err
        assert {found[0][1:], found[1][1:]} == {found[0][1:]}
        assert sorted(line for line, _, _ in found) == ["11", "4"]
        assert found[0][2] == "11"


def test_faults_name_the_thread(onchip):
    file = onchip.write(
        "fault.c",
        """
        #include <omp.h>
        static int deep(int n) { volatile char a[4096]; a[0] = n; return n + deep(n + 1) + a[0]; }
        int main(int argc, char **argv) {
            #pragma omp parallel
            if (omp_get_thread_num() == 3)
                argc > 1 ? deep(1) : (*(volatile int *)4 = 1);
        }
        """,
    )
    done = onchip("run", "-n", 1, "--threads", 4, file, code=Exit.FAULT)
    assert "thread 3 of process 0 (core 3): store to address 0x00000004" in done.err
    done = onchip("run", "-n", 1, "--threads", 4, file, "deep", code=None)
    assert "thread 3 of process 0 (core 3): stack overflow" in done.err


# An action of a thread in line 10 → the chip's message, and the signal on Linux.
ENDS = {
    "abort();": (134, "ended the job with exit code 134, at {}", 134, "SIGABRT, at {}"),
    "__builtin_trap();": (Exit.FAULT, "ebreak.*main at {}", Exit.SIGNAL, "SIG(ILL|TRAP), at {}"),
    "*nobody = 1;": (Exit.FAULT, "null pointer.*main at {}", Exit.SIGNAL, "SIGSEGV, at {}"),
    "deep(1);": (None, "stack overflow.*called from main at {}", Exit.SIGNAL, "SIGSEGV, at .*c:4$"),
}


@pytest.mark.parametrize("what", ENDS)
def test_how_a_thread_ends_the_job_is_told_with_its_line(onchip, what):
    text = f"""
        #include <omp.h>
        #include <stdlib.h>
        static int deep(int n) {{ volatile char a[65536]; a[0] = n; return deep(n + 1) + a[0]; }}
        int main(int argc, char **argv) {{
            int *volatile nobody = 0;
            (void)nobody, (void)deep;
            #pragma omp parallel
            if (omp_get_thread_num() == 2)
                {what}
        }}
        """
    file = onchip.write("end.c", text)
    on_chip, says, on_linux, signal = ENDS[what]
    words = ("run", "-n", 1, "--threads", 3, "--cflags", "-w -fno-ipa-icf -O1", file)
    for where, code, message in (((), on_chip, says), (("--host",), on_linux, signal)):
        done = onchip(*words[:1], *where, *words[1:], code=code)
        pattern = "thread 2 of (process|rank) 0.*" + message.format(r"\S*end\.c:10")
        assert re.search(pattern, done.err, re.DOTALL), where


def test_directives_without_threads_are_mentioned(onchip):
    file = onchip.write("plain.c", "int main(void) {\n#pragma omp parallel\n    ;\n}\n")
    outcomes = {
        "": "they are ignored",
        "-fopenmp": "regions have one thread",
        "-fopenmp-simd": "all but simd are ignored",
    }
    for flags, what in outcomes.items():
        done = onchip("run", "-n", 1, "--cflags", flags, file)
        assert f"plain.c:2): without --threads {what}" in done.err
    for words in (("--threads", 1), ("--cflags", "-w")):
        assert not onchip("run", "-n", 1, *words, file).err


def test_any_thread_may_end_the_process(onchip):
    file = onchip.write(
        "leave.c",
        """
        #include <omp.h>
        #include <stdlib.h>
        int main(void) {
            #pragma omp parallel
            {
                if (omp_get_thread_num() == 2)
                    exit(7);
                for (;;)
                    __asm__ volatile("");
            }
        }
        """,
    )
    for options in (("--chip", "sarc4"), ("--chip", "quad2x2"), ("--host",)):
        onchip("run", "-n", 1, "--threads", 4, *options, file, code=7)


# Thread 1 does not take part in these loops, so iterations wait for those that it should have run.
WAITING = {
    "ordered": """
        #pragma omp parallel
        if (omp_get_thread_num() != 1) {
            #pragma omp for ordered schedule(static, 1) nowait
            for (int i = 0; i < 4; i++)
                #pragma omp ordered /* here */
                passed++;
        }""",
    "doacross": """
        #pragma omp parallel
        if (omp_get_thread_num() != 1) {
            #pragma omp for ordered(1) schedule(static, 1) nowait
            for (int i = 0; i < 4; i++) {
                #pragma omp ordered depend(sink: i - 1) /* here */
                passed++;
                #pragma omp ordered depend(source)
            }
        }""",
}


@pytest.mark.parametrize("kind", WAITING)
def test_an_iteration_that_waits_for_good_is_a_deadlock(onchip, kind):
    text = (
        "#include <omp.h>\nint main(void) {\n    volatile int passed = 0;"
        + WAITING[kind]
        + "\n    return passed;\n}\n"
    )
    file = onchip.write("stuck.c", text)
    line = next(i for i, each in enumerate(text.splitlines(), 1) if "here" in each)
    words = ("run", "-n", 1, "--threads", 4, "--cflags", "-w")
    done = onchip(*words, file, code=Exit.DEADLOCK)
    assert re.search(rf"thread 2 of process 0 .*, at .*stuck\.c:{line}$", done.err, re.MULTILINE)
    onchip(*words, "--host", file, code=Exit.DEADLOCK)


def test_places_and_affinity(onchip):
    file = onchip.write(
        "places.c",
        """
        #include <omp.h>
        #include <stdio.h>
        int main(void) {
            int places = omp_get_num_places(), at[8] = {0}, own[8] = {0}, id = -1;
            omp_get_partition_place_nums(own);
            omp_get_place_proc_ids(2, &id);
            #pragma omp parallel
            at[omp_get_thread_num()] = omp_get_place_num();
            printf("%d %d %d %d |", places, omp_get_partition_num_places(), id,
                   omp_get_place_num_procs(1) + 10 * omp_get_place_num_procs(places));
            for (int i = 0; i < places; i++)
                printf(" %d", at[i] * 10 + own[i]);
            printf("\\n");
            omp_display_affinity("thread %n of %N");
        }
        """,
    )
    for options in (("--chip", "sarc4"), ("--host",)):
        done = onchip("run", "-n", 1, "--threads", 4, *options, file)
        assert done.out == "4 4 2 1 | 0 11 22 33\n"
        assert done.err == "thread 0 of 1\n"


def test_the_compilers_header_declares_no_more():
    def names(text):
        return set(re.findall(r"\b(omp_\w+) ?\(", text)) | set(re.findall(r"\b(omp_\w+) =", text))

    where = ["gcc", "-print-file-name=include/omp.h"]
    theirs = subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip()
    ours = (ROOT / "runtime/include/omp.h").read_text()
    assert names(Path(theirs).read_text()) - names(ours) == set()


# Functions, or prefixes of functions, that the compiler's own library has and this one does not.
ABSENT = (FOLDER / "absent.txt").read_text().split()


# Functions of OpenMP 5.2 that the compiler's library has only in later versions.
LATER = {
    *("omp_target_is_accessible", "omp_get_mapped_ptr", "omp_control_tool"),
    *("omp_target_memcpy_async", "omp_target_memcpy_rect_async"),
    *(f"omp_get_interop_{what}" for what in ("int", "ptr", "str", "name", "type_desc", "rc_desc")),
    "omp_get_num_interop_properties",
}


def _symbols(*command) -> set[str]:
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names = re.findall(r" [TW] ((?:GOMP|omp)_\w+)", text)
    return {name for name in names if not name.endswith("_")}  # names that end with _ are Fortran's


def _ours(built) -> set[str]:
    libraries = mechanisms.libraries((), built.name).values()
    names = ("libonchip.a", *(f"lib{name[2:]}.a" for name in libraries))
    provided = re.findall(r"PROVIDE\((GOMP_\w+)", (built / "variants.ld").read_text())
    symbols = _symbols("nm", *(str(built / name) for name in names)) | set(provided)
    return {name for name in symbols if not re.search("_with(out)?_tasks$", name)}


def test_what_the_compilers_library_has_is_here_or_named():
    where = ["gcc", "-print-file-name=libgomp.so"]
    library = subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip()
    theirs = _symbols("nm", "-D", library)
    assert len(theirs) > 200
    for kind in ("chip", "host"):
        ours = _ours(ROOT / "build" / kind)
        assert sorted(theirs - ours) == ABSENT, kind
        assert ours - theirs == LATER, kind
