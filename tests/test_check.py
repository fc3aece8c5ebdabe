"""`onchip run --check` finds planted mistakes with their lines, and reports nothing in correct
programs.
"""

import re

import pytest

from check import crowd, right
from conftest import ROOT
from omp.random_programs.program import program as threads_program
from onchip.base.failures import Exit

FOLDER = ROOT / "tests/check"


def marks(program):
    """Returns the lines of a program that have comments with a mistake and a part: {mistake: {part:
    line}}.
    """
    found = {}
    for number, line in enumerate((FOLDER / program).read_text().splitlines(), 1):
        for mistake, part in re.findall(r"/\* (\w+): (\w+) \*/", line):
            found.setdefault(mistake, {})[part] = f"{program}:{number}"
    return found


MEMORY, RACES, MESSAGES = marks("memory.c"), marks("races.c"), marks("messages.c")
TASKS, WINDOWS, NAN = marks("tasks.c"), marks("windows.c"), marks("nan.c")
LIBRARY, OBJECTS, TEAMS = marks("library.c"), marks("objects.c"), marks("teams.c")
KERNEL, EPOCHS = marks("kernel.c"), marks("epochs.c")
# The kind of finding for each planted mistake with memory. All other mistakes are accesses outside
# of a block.
KINDS = {
    **dict.fromkeys(
        ("read_freed", "write_freed", "freed_list", "after_realloc", "move_freed"), "freed"
    ),
    **dict.fromkeys(("read_to_freed", "line_of_freed"), "freed"),
    **dict.fromkeys(("lost", "lost_by_assignment", "lost_with_its_list", "lost_text"), "leak"),
    **dict.fromkeys(("divided", "rest_of_division"), "division-by-zero"),
    **dict.fromkeys(("long_division", "long_rest"), "division-by-zero"),
    **dict.fromkeys(("freed_twice", "reallocated_freed"), "double-free"),
    **dict.fromkeys(("freed_inside", "freed_variable"), "bad-free"),
    **dict.fromkeys(
        ("undefined_branch", "undefined_address", "undefined_copy", "undefined_output"), "undefined"
    ),
    **dict.fromkeys(("undefined_rest", "undefined_text", "undefined_real"), "undefined"),
    **dict.fromkeys(("undefined_local", "undefined_member", "undefined_late"), "undefined"),
    "behind_a_local": "outside-local",
    "returned_local": "returned-local",
    "far_behind": "unallocated",
    "behind_a_variable": "outside-variable",
    "freed_receive": "freed",
}
END_THE_JOB = ("freed_twice", "freed_inside", "freed_variable", "reallocated_freed")
# In these functions, a function of the library writes past a variable on the stack, over the
# registers that the caller has saved. The program does not survive that.
IN_LOCALS = [one for one in LIBRARY if one.endswith("_local")]
THREADED = ("races.c", "tasks.c", "teams.c")
RANKS = {"messages.c": 2, "windows.c": 3, "objects.c": 2, "kernel.c": 2}
# Each rank of kernel.c is in a cluster of its own.
WHERE = {"kernel.c": ("--chip", "quad2x2", "--map", "scatter")}
found = {}


@pytest.fixture
def findings(onchip):
    """Returns the findings about a program, which runs once for all tests."""

    def run(program, *words, threads=4):
        key = (program, threads, *words)
        if key not in found:
            ranks = RANKS.get(program, 1)
            threads = ("--threads", threads) if program in THREADED else ()
            # Without optimisation, each access has the line at which the source makes it.
            options = ("--check", "--json", "--cflags", "-O0 -Wno-unused")
            where = WHERE.get(program, ())
            command = ("run", "-n", ranks, *where, *threads, *options, FOLDER / program)
            done = onchip(*command, *words, code=None if words else 0)
            found[key] = done.json["findings"]
        return found[key]

    return run


def is_at(line, one):
    return one["line"].endswith(f"/{line}") or one["line"] == line


def check(planted, lines, findings):
    kind = KINDS.get(planted, "outside-block")
    (one,) = [one for one in findings if is_at(lines["access"], one) and one["kind"] == kind]
    for part in ("allocated", "freed"):
        if part in lines and kind != "leak":
            assert re.search(rf"{re.escape(lines[part])}\b", one["what"]), one["what"]
    assert one["rank"] in (0, 1)


@pytest.mark.parametrize("planted", [one for one in MEMORY if one not in END_THE_JOB])
def test_memory(findings, planted):
    check(planted, MEMORY[planted], findings("memory.c"))


@pytest.mark.parametrize("planted", END_THE_JOB)
def test_wrong_calls_of_free(findings, planted):
    check(planted, MEMORY[planted], findings("memory.c", planted))


@pytest.mark.parametrize("planted", [one for one in LIBRARY if one not in IN_LOCALS])
def test_functions_of_the_library(findings, planted):
    check(planted, LIBRARY[planted], findings("library.c"))


@pytest.mark.parametrize("planted", IN_LOCALS)
def test_functions_of_the_library_on_the_stack(findings, planted):
    (one,) = [one for one in findings("library.c", planted) if one["kind"] == "outside-local"]
    assert is_at(LIBRARY[planted]["access"], one)


@pytest.mark.parametrize("planted", OBJECTS)
def test_objects_of_mpi_that_are_not_freed(findings, planted):
    (one, *_) = [one for one in findings("objects.c") if is_at(OBJECTS[planted]["access"], one)]
    assert one["kind"] == "leak" and "before MPI_Finalize" in one["right"]


@pytest.mark.parametrize("planted", MESSAGES)
def test_messages(findings, planted):
    check(planted, MESSAGES[planted], findings("messages.c"))


def test_nothing_about_the_library_s_heap_in_the_tile(onchip):
    onchip.write(
        "blocks.c",
        """#include <mpi.h>
static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
    *(void **)out = in;
    return !(*flag = 1);
}
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 4; i++) {
        MPI_Comm split, same;
        int key, value;
        MPI_Comm_split(MPI_COMM_WORLD, i & 1, -i, &split);
        MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
        MPI_Comm_set_attr(split, key, &value);
        MPI_Comm_dup(split, &same);
        MPI_Comm_free_keyval(&key);
        MPI_Comm_free(&same);
        MPI_Comm_free(&split);
    }
    MPI_Finalize();
    return 0;
}
""",
    )
    words = ("run", "-n", 2, "--heap", "dram", "--check", "--check-mpi", "--json", "blocks.c")
    assert onchip(*words).json["findings"] == []


@pytest.mark.parametrize("checks", [("--check", "--check-mpi"), ("--check",)])
def test_buffers_of_messages(onchip, checks):
    """--check and --check-mpi together find accesses to the buffer of a message in progress. One of
    them alone does not.
    """
    words = ("run", "-n", 2, "--json", "--cflags", "-O0", *checks, FOLDER / "buffers.c")
    found = [one for one in onchip(*words).json["findings"] if one["kind"] == "message-buffer"]
    kinds = {one["kind"] for one in onchip(*words).json["findings"]}
    assert "undefined" not in kinds and "race" not in kinds
    planted = [] if len(checks) == 1 else list(marks("buffers.c").values())
    assert len(found) == len(planted)
    for lines in planted:
        (one,) = [one for one in found if is_at(lines["access"], one)]
        assert re.search(rf"{re.escape(lines['begun'])}\b", one["what"])


@pytest.mark.parametrize("planted", WINDOWS)
def test_races_in_windows(findings, planted):
    assert has_race(findings("windows.c"), WINDOWS[planted])


@pytest.mark.parametrize("planted", KERNEL)
def test_uses_of_what_the_kernel_has_closed(findings, planted):
    lines = KERNEL[planted]
    (one,) = [one for one in findings("kernel.c") if is_at(lines["access"], one)]
    assert one["kind"] == "closed"
    assert re.search(rf"closed at {re.escape(lines['closed'])}\b", one["what"])


def epochs(onchip, *words):
    """The findings about one rank's operations on windows."""
    checks = ("--check", "--check-mpi", "--json", "--cflags", "-O0")
    return onchip("run", "-n", 3, *checks, FOLDER / "epochs.c", *words).json["findings"]


def test_operations_of_a_rank_that_meet_in_an_epoch(onchip):
    found = epochs(onchip)
    for planted, lines in EPOCHS.items():
        kind = "window" if "one" in lines else "message-buffer"
        here, there = [lines.get(one) or lines[other] for one, other in _PARTS]
        (one,) = [one for one in found if one["kind"] == kind and is_at(here, one)]
        assert re.search(rf"{re.escape(there)}\b", one["what"]), planted
        found.remove(one)
    # A wrong change of an operation's data is also reported for the line of the operation's call.
    begun = [lines["begun"] for lines in EPOCHS.values() if "begun" in lines]
    assert all(one["kind"] == "buffer" and any(is_at(at, one) for at in begun) for one in found)


# The parts of a planted mistake (see `marks`) that give the line of the finding, and the other line
# that the finding names. In each pair, the first part is used for two operations that conflict, and
# the second for an operation and a memory access.
_PARTS = (("other", "access"), ("one", "begun"))


def test_ordered_operations_of_a_rank_do_not_meet(onchip):
    assert epochs(onchip, "right") == []


def has_race(findings, lines):
    """Returns whether the findings contain a race between these two lines."""
    one, other = lines["one"], lines.get("other", lines["one"])

    def is_pair(race, first, second):
        return is_at(first, race) and re.search(rf"{re.escape(second)}\b", race["what"])

    races = [race for race in findings if race["kind"] == "race"]
    return any(is_pair(race, one, other) or is_pair(race, other, one) for race in races)


@pytest.mark.parametrize("planted", RACES)
def test_races(findings, planted):
    assert has_race(findings("races.c"), RACES[planted])


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("planted", TEAMS)
def test_races_of_teams(findings, planted, threads):
    if threads > 1 or planted != "further_threads":
        assert has_race(findings("teams.c", threads=threads), TEAMS[planted])


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("planted", TASKS)
def test_races_of_tasks(findings, planted, threads):
    assert has_race(findings("tasks.c", threads=threads), TASKS[planted])


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_task_is_called_by_its_construct(findings, threads):
    """The report names the task's construct, whichever thread executes the task."""
    access = TASKS["variable_of_the_creator"]["one"]
    file, line = access.split(":")
    construct = f"called at {file}:{int(line) - 1}"
    (one,) = [one for one in findings("tasks.c", threads=threads) if is_at(access, one)]
    assert f"({construct})" in one["what"] and one["what"].endswith(f"; {construct}")


@pytest.mark.parametrize(
    "program, threads",
    [
        *(("memory.c", 1), ("races.c", 4), ("messages.c", 1), ("windows.c", 1)),
        *(("library.c", 1), ("objects.c", 1), ("teams.c", 1), ("teams.c", 4), ("kernel.c", 1)),
        *(("tasks.c", one) for one in (1, 2, 4)),
    ],
)
def test_nothing_else_is_found(findings, program, threads):
    lines = [line for parts in marks(program).values() for line in parts.values()]
    for one in findings(program, threads=threads):
        assert any(is_at(line, one) for line in lines), one


@pytest.mark.parametrize("threads", [1, 4])
def test_nothing_about_many_tasks_of_a_function(onchip, threads):
    """While the library makes a task of a function, it reads records of other tasks of the same
    function.
    """
    words = ("run", "-n", 1, "--threads", threads, "--check", "--json", "--cflags", "-O2")
    done = onchip(*words, FOLDER / "tasks.c", "right_recursion_with_depends")
    assert done.json["findings"] == []


@pytest.mark.parametrize(
    "name", ["right_conjunction", "right_product_of_sections", "right_singles_in_loop"]
)
def test_nothing_about_what_the_compiler_has_moved(onchip, name):
    """With optimisation, the compiler attributes code of a construct to lines of its neighbours, or
    merges it with their code.
    """
    words = ("run", "-n", 1, "--threads", 4, "--check", "--json", "--cflags", "-O2")
    assert onchip(*words, FOLDER / "races.c", name).json["findings"] == []


CROWDS = [5, 8, 11, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(12, 40))]


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("seed", CROWDS)
def test_more_tasks_than_are_queued(onchip, seed, threads):
    """While the library makes tasks, it may run others, and tasks that depend on these."""
    words = ("run", "-n", 1, "--threads", threads, "--check", "--json")
    words += ("--cflags", f"-O{seed % 2}", "crowd.c")
    onchip.write("crowd.c", crowd.program(seed))
    assert onchip(*words).json["findings"] == [], f"seed {seed}"
    text = crowd.program(seed, forgets=True)
    onchip.write("crowd.c", text)
    (line,) = [at for at, one in enumerate(text.split("\n"), 1) if crowd.FORGOTTEN in one]
    races = onchip(*words).json["findings"]
    assert any(re.search(rf"crowd.c:{line}\b", one["line"] + " " + one["what"]) for one in races)


PROGRAMS = ("memory.c", "races.c", "messages.c", "tasks.c", "windows.c")


@pytest.mark.parametrize("program", [*PROGRAMS, "library.c", "objects.c", "teams.c", "kernel.c"])
def test_findings_do_not_depend_on_the_mode(onchip, program):
    ranks = RANKS.get(program, 1)
    threads = ("--threads", 4) if program in THREADED else ()
    words = ("run", "-n", ranks, *WHERE.get(program, ()), *threads, "--json")
    plain = onchip(*words, FOLDER / program).json
    fast, slow, few = (
        onchip(*words, "--check", *more, FOLDER / program).json
        for more in ((), ("--reference",), ("--jobs", 3))
    )
    assert fast["findings"] == slow["findings"] == few["findings"]
    assert fast["findings"] and "findings" not in plain
    assert plain["cycles"] == fast["cycles"] == slow["cycles"]


def test_first_nan(onchip):
    """The check finds each line in which a NaN arises, but no line that only passes a NaN on.
    --check alone does not search for NaNs.
    """
    words, program = ("run", "-n", 1, "--json", "--cflags", "-O0"), FOLDER / "nan.c"
    found = onchip(*words, "--check-nan", program).json
    lines = {lines["access"] for lines in NAN.values()}
    assert {one["kind"] for one in found["findings"]} == {"nan"}
    assert {one["line"].rpartition("/")[2] for one in found["findings"]} == lines
    assert len(found["findings"]) == len(lines)
    checked, plain = (onchip(*words, *more, program).json for more in (("--check",), ()))
    assert checked["findings"] == []
    assert found["cycles"] == checked["cycles"] == plain["cycles"]


def test_depth_of_the_stack(onchip):
    """The reported depth of the stack agrees with the lowest stack pointer, which the program
    prints.
    """
    runs = [
        onchip("run", "-n", 1, "--check", "--json", "--stats", FOLDER / "depth.c", calls)
        for calls in (100, 107, 300)
    ]
    depths = [run.json["per_rank"][0]["stack_bytes"] for run in runs]
    lowest = [int(run.json["stdout"]) for run in runs]
    assert len({depth + low for depth, low in zip(depths, lowest, strict=True)}) == 1
    assert depths[0] < depths[1] < depths[2]
    assert re.search(r" stack\n", runs[0].err) and f" {depths[0]:,}\n" in runs[0].err
    assert (
        "stack_bytes"
        not in onchip("run", "-n", 1, "--json", FOLDER / "depth.c").json["per_rank"][0]
    )


def test_suppressions(onchip):
    program = (FOLDER / "memory.c", "read_behind")
    words = ("run", "-n", 1, "--check", "--json")
    (one,) = onchip(*words, *program).json["findings"]
    for line in ("* read_behind", "outside-block memory.c:*  # known", f"outside-* {one['line']}"):
        onchip.write("known", f"# what is known\n\n{line}\n")
        assert onchip(*words, "--suppress", "known", *program).json["findings"] == []
    for line in ("race *", "outside-block other.c:*"):
        onchip.write("known", f"{line}\n")
        assert onchip(*words, "--suppress", "known", *program).json["findings"] == [one]
    onchip.write("known", "a_race sum.c:12\n")
    done = onchip(*words, "--suppress", "known", *program, code=Exit.USAGE)
    assert "known, line 1: expected KIND PATTERN, such as `race sum.c:12`" in done.err
    done = onchip("run", "--suppress", "known", FOLDER / "memory.c", code=Exit.USAGE)
    assert "--suppress is for the findings of --check" in done.err
    done = onchip("run", "--host", "--check", FOLDER / "memory.c", code=Exit.USAGE)
    assert "--check is for the chip" in done.err


def test_the_page_has_the_findings(onchip):
    onchip("run", "-n", 1, "--check", "--report", "page.html", FOLDER / "memory.c", "lost")
    page = (onchip.folder / "page.html").read_text()
    assert "Findings" in page and "char *a = malloc(77);" in page


EXAMPLES = ("hello", "pi", "ring", "heat2d", "dot")


@pytest.mark.parametrize("example", EXAMPLES)
def test_nothing_about_examples(onchip, example):
    words = ("run", "-n", 4, "--check", "--json", ROOT / f"examples/{example}.c")
    assert onchip(*words).json["findings"] == []


def test_a_register_set_from_a_counter_is_no_saved_one(onchip):
    """A function sets a register of the kind that functions save on the stack, and stores it in a
    variable that the threads of its region read. This store does not save the register.
    """
    words = ("run", "-n", 1, "--threads", 4, "--check", "--json")
    assert onchip(*words, ROOT / "papers/openmp/region.c").json["findings"] == []


TAIL = """#include <stdlib.h>
__attribute__((noinline)) void drop(int *p) {
    free(p);
}
__attribute__((noinline)) void *make(int n) {
    return malloc(n);
}
int main(int argc, char **argv) {
    int *p = make(10 * argc);
    if (argc > 1)
        drop(p + 1);
    return p == NULL;
}
"""


def test_a_call_at_the_end_of_a_function(onchip):
    """The compiler turns a call at the end of a function into a jump, so the stack has no return
    address in this function.
    """
    onchip.write("tail.c", TAIL)
    words = ("run", "-n", 1, "--check", "--json", "--cflags", "-O2", "tail.c")
    (lost,) = onchip(*words).json["findings"]
    assert (lost["kind"], lost["call"], lost["line"]) == ("leak", "make", "tail.c:6")
    bad, *_ = onchip(*words, "drop", code=None).json["findings"]
    assert (bad["kind"], bad["call"], bad["line"]) == ("bad-free", "drop", "tail.c:3")


EXCEPTIONS = """
#include <stdexcept>
struct Local { ~Local() { count++; } static inline int count; };
__attribute__((noinline)) int deep(int n) {
    Local local;
    if (n == 0) throw std::runtime_error("at the end");
    return deep(n - 1) + 1;
}
int main() {
    try { deep(5); } catch (const std::exception &) { return Local::count != 6; }
}
"""


@pytest.mark.timeout(1500)
@pytest.mark.parametrize("level", [0, 2])
def test_nothing_about_exceptions(onchip, level):
    """Handling an exception reads registers that functions have saved, which is no mistake."""
    onchip.write("right.cpp", EXCEPTIONS)
    words = ("run", "-n", 1, "--check", "--json", "--cflags", f"-O{level}", "right.cpp")
    done = onchip(*words)
    assert done.json["findings"] == []


STREAMS = """
#include <iostream>
#include <thread>
int main() {
    std::thread other([] {
        for (int i = 0; i < 3; i++)
            std::cout << "one\\n";
    });
    for (int i = 0; i < 3; i++)
        std::cout << "two\\n";
    other.join();
}
"""


def test_nothing_about_threads_that_write_to_a_standard_stream(onchip):
    """Output by several threads is no data race (C++17, 30.4.1)."""
    onchip.write("streams.cpp", STREAMS)
    done = onchip("run", "-n", 1, "--threads", 2, "--check", "--json", "streams.cpp")
    assert done.json["findings"] == []


# First the programs in which several functions share variables on the stack, and programs whose
# threads wait for each other. All others are long tests, except `records`, which relies on tasks
# that the library runs at once.
QUICK = ("nested", "order", "task_reduction", "priority", "waiting", "handed")
ALL = sorted({path.stem for path in (ROOT / "tests/omp").glob("*.c")} - {*QUICK, "records"})


@pytest.mark.parametrize(
    "program", [*QUICK, *(pytest.param(one, marks=pytest.mark.long) for one in ALL)]
)
def test_nothing_about_threads(onchip, program):
    words = ("run", "-n", 1, "--threads", 4, "--check", "--json", ROOT / f"tests/omp/{program}.c")
    assert onchip(*words).json["findings"] == []


# First the programs that copy undefined bytes before the library reads registers of the core, and
# programs that once used undefined values.
QUICK_RANKS = ("language", "nonblocking_collectives", "reductions", "sessions", "storm")
SLOW_RANKS = sorted({path.stem for path in (ROOT / "tests/mpi").glob("*.c")} - {*QUICK_RANKS})


@pytest.mark.parametrize(
    "program", [*QUICK_RANKS, *(pytest.param(one, marks=pytest.mark.long) for one in SLOW_RANKS)]
)
def test_nothing_about_ranks(onchip, program):
    words = ("run", "-n", 4, "--chip", "mesh2x2", "--check", "--json")
    assert onchip(*words, ROOT / f"tests/mpi/{program}.c").json["findings"] == []


# Correct programs, which check their results themselves. `make test` runs some of them.
SEEDS = [1, 2, 3, 4, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(5, 107))]


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_about_random_ranks(onchip, seed):
    onchip.write("right.c", right.program(seed))
    options = f"-O{2 * (seed % 2)} -I{FOLDER}"
    done = onchip("run", "-n", 4, "--check", "--json", "--cflags", options, "right.c")
    assert (done.json["findings"], done.json["stdout"]) == ([], ""), f"seed {seed}"


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_about_random_threads(onchip, seed):
    onchip.write("right.c", threads_program(seed))
    options = f"-O1 -w -std=gnu17 -I{ROOT}/tests/omp/random_programs"
    words = ("run", "-n", 1, "--threads", 4, "--chip", "sarc4", "--stack", 64, "--check", "--json")
    done = onchip(*words, "--cflags", options, "right.c", code=None)
    if "internal compiler error" in done.err:
        pytest.skip("GCC has a fault of its own")
    assert (done.json["exit_code"], done.json["findings"]) == (0, []), f"seed {seed}"


@pytest.mark.parametrize("where", [(), ("--host",)])
def test_values_that_c_leaves_undefined(onchip, where):
    """The chip's library reports errors for the same lines as GCC's own library does on this
    machine.
    """
    options = ("--cflags", "-O0 -w -fsanitize=undefined,float-cast-overflow")
    done = onchip("run", "-n", 1, *where, *options, FOLDER / "values.c")
    places = re.findall(r"(\w+\.c:\d+):\d+: runtime error: ", done.err)
    expected = [lines["access"] for lines in marks("values.c").values()]
    assert list(dict.fromkeys(places)) == expected
    assert done.out == "done\n"
