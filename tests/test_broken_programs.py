"""Broken programs: the report names the cause and the line, on the chip and with --host."""

import re
from dataclasses import dataclass

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from onchip.outcome import constructs

MARK = "/* here */"
MPI = """\
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static int data[8192];
int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
"""
END = "    MPI_Finalize();\n    return 0;\n}\n"
W = "MPI_COMM_WORLD"
# One thread takes a lock, and reaches the end of the region, where another waits for the lock.
UNSET = f"""\
#include <omp.h>
int main(void) {{
    omp_lock_t lock;
    int passed = 0, is_set = 0, seen = 0;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(2) reduction(+ : passed) firstprivate(seen)
    {{
        if (omp_get_thread_num() == HOLDER) {{
            omp_set_lock(&lock);
#pragma omp atomic write
            is_set = 1;
        }} else {{
            while (!seen) {{
#pragma omp atomic read
                seen = is_set;
            }}
            omp_set_lock(&lock); {MARK}
        }}
        passed++;
    }}
    return passed;
}}
"""


def send(count, target, tag):
    return f"MPI_Send(data, {count}, MPI_INT, {target}, {tag}, {W});"


def recv(count, source, tag):
    return f"MPI_Recv(data, {count}, MPI_INT, {source}, {tag}, {W}, MPI_STATUS_IGNORE);"


@dataclass(frozen=True)
class Broken:
    """A broken program, how its run ends, and what the report says. The report also names the line
    that ends with MARK.
    """

    text: str
    code: int
    says: list[str]
    host: int | None = None  # exit code with --host; None: not run with --host
    host_says: list[str] | None = None  # what the report says with --host, if it differs
    words: tuple = ()  # options of the run
    ranks: int = 4


PROGRAMS = {
    "all receive first": Broken(
        MPI + f"    {recv(1, '(rank + 1) % size', 0)} {MARK}\n"
        f"    {send(1, '(rank + size - 1) % size', 0)}\n" + END,
        Exit.DEADLOCK,
        [
            "in a circle: rank 0, which waits for rank 1, which waits for rank 2, which waits for "
            "rank 3, which waits for rank 0",
            "each receives before it sends",
        ],
        Exit.DEADLOCK,
    ),
    "all send long messages first": Broken(
        MPI + f"    {send(20000, 'rank ^ 1', 0)} {MARK}\n    {recv(20000, 'rank ^ 1', 0)}\n" + END,
        Exit.DEADLOCK,
        [
            "in a circle: rank 0, which waits for rank 1, which waits for rank 0",
            "each sends before it receives",
        ],
        Exit.DEADLOCK,
    ),
    "wrong tag": Broken(
        MPI + f"    if (rank == 0)\n        {send(3, '1', 5)}\n"
        f"    if (rank == 1)\n        {recv(3, '0', 6)} {MARK}\n" + END,
        Exit.DEADLOCK,
        [
            "a message of 12 bytes is there, but its tag is 5, not 6",
            "send and receive with the same tag",
        ],
        Exit.DEADLOCK,
    ),
    "wrong source": Broken(
        MPI + f"    if (rank == 2)\n        {send(1, '1', 0)}\n"
        f"    if (rank == 1)\n        {recv(1, '0', 0)} {MARK}\n" + END,
        Exit.DEADLOCK,
        ["is there, but it is from rank 2, not 0", "MPI_ANY_SOURCE"],
        Exit.DEADLOCK,
    ),
    "wrong source, any tag": Broken(
        MPI + f"    if (rank == 2)\n        {send(1, '1', 5)}\n"
        f"    if (rank == 1)\n        {recv(1, '0', 'MPI_ANY_TAG')} {MARK}\n" + END,
        Exit.DEADLOCK,
        ["a message of 4 bytes is there, but it is from rank 2, not 0", "MPI_ANY_SOURCE"],
        Exit.DEADLOCK,
    ),
    "wrong communicator": Broken(
        MPI + f"    MPI_Comm other;\n    MPI_Comm_dup({W}, &other);\n"
        f"    if (rank == 0)\n        MPI_Send(data, 1, MPI_INT, 1, 0, other);\n"
        f"    if (rank == 1)\n        {recv(1, '0', 0)} {MARK}\n" + END,
        Exit.DEADLOCK,
        ["is there, but it was sent in another communicator", "in the same communicator"],
        Exit.DEADLOCK,
    ),
    "wrong size": Broken(
        MPI + f"    if (rank == 0)\n        {send(8, '1', 0)}\n"
        f"    if (rank == 1)\n        {recv(4, '0', 0)} {MARK}\n" + END,
        1,
        ["MPI_Recv: message of 32 bytes met a buffer of 16; right: a longer one"],
        1,
    ),
    "missing finalise": Broken(
        MPI
        + f"    if (rank == 1)\n        return 0;\n    MPI_Finalize(); {MARK}\n    return 0;\n}}\n",
        Exit.DEADLOCK,
        ["1 has ended", "rank 1, which has ended", "let rank 1 do its part of MPI_Finalize"],
        Exit.DEADLOCK,
    ),
    "a rank that leaves a collective out": Broken(
        MPI + f"    if (rank != 2)\n        MPI_Barrier({W}); {MARK}\n" + END,
        Exit.DEADLOCK,
        ["waits in MPI_Barrier for", "waits in MPI_Finalize for", "the same collective calls"],
        Exit.DEADLOCK,
    ),
    "a generalized request that nobody completes": Broken(
        MPI + "    MPI_Request request;\n"
        "    MPI_Grequest_start((MPI_Grequest_query_function *)main,\n"
        "                       (MPI_Grequest_free_function *)main,\n"
        "                       (MPI_Grequest_cancel_function *)main, data, &request);\n"
        f"    MPI_Wait(&request, MPI_STATUS_IGNORE); {MARK}\n" + END,
        Exit.DEADLOCK,
        ["waits in MPI_Wait for"],
        Exit.DEADLOCK,
    ),
    "lost flag": Broken(
        MPI + "    static volatile int flag;\n    if (rank == 1)\n"
        f"        while (!flag) {MARK}\n            ;\n" + END,
        Exit.LIVELOCK,
        [
            "livelock",
            "no progress for 100000 cycles (--livelock)",
            "rank 1 (core 1) runs in main at",
        ],
        words=("--livelock", 100_000),
    ),
    "a lock whose holder waits": Broken(
        "#include <fcntl.h>\n" + MPI + '    int file = open("lock", O_RDWR | O_CREAT, 0600);\n'
        "    struct flock lock = {.l_type = F_WRLCK};\n"
        f"    if (!rank)\n        fcntl(file, F_SETLKW, &lock);\n    MPI_Barrier({W});\n"
        f"    if (rank)\n        fcntl(file, F_SETLKW, &lock); {MARK}\n    MPI_Barrier({W});\n"
        + END,
        Exit.LIVELOCK,
        ["no progress for 100000 cycles (--livelock)", "no call of the host but for a lock"],
        words=("--livelock", 100_000),
    ),
    "lost flag and a time limit": Broken(
        MPI + "    static volatile int flag;\n    if (rank == 1)\n"
        f"        while (!flag) {MARK}\n            ;\n" + END,
        Exit.TIMEOUT,
        ["stopped after 3 seconds (--timeout)", "rank 1 (core 1) runs in main at"],
        words=("--timeout", 3),
    ),
    "stack overflow": Broken(
        # The stack ends at the call or at an access, so both are on one line.
        "static int deeper(int n) { volatile char room[1000]; room[0] = (char)n; "
        f"return deeper(n + 1) + room[0]; }} {MARK}\n"
        "int main(void) {\n    return deeper(0);\n}\n",
        Exit.STACK,
        ["stack overflow", "--stack", "deeper"],
        Exit.SIGNAL,
        ["SIGSEGV"],
        ranks=1,
    ),
    "access outside": Broken(
        f"int main(void) {{\n    int *volatile nowhere = 0;\n    return nowhere[3]; {MARK}\n}}\n",
        Exit.FAULT,
        ["load from address 0x0000000c: a null pointer, or close to one"],
        Exit.SIGNAL,
        ["SIGSEGV"],
        ranks=1,
    ),
    "locks in a circle": Broken(
        "#include <omp.h>\nstatic volatile int has[2];\nint main(void) {\n    omp_lock_t lock[2];\n"
        "    omp_init_lock(&lock[0]);\n    omp_init_lock(&lock[1]);\n"
        "#pragma omp parallel num_threads(2)\n    {\n        int own = omp_get_thread_num();\n"
        "        omp_set_lock(&lock[own]);\n        has[own] = 1;\n        while (!has[!own])\n"
        f"            ;\n        omp_set_lock(&lock[!own]); {MARK}\n        has[own] = 2;\n    }}\n"
        "    return 0;\n}\n",
        Exit.DEADLOCK,
        ["in a circle: ", "which waits for thread 1 of", "take the locks in the same order"],
        Exit.DEADLOCK,
        words=("--threads", 2),
        ranks=1,
    ),
    "a lock that its thread has already": Broken(
        "#include <omp.h>\nint main(void) {\n    omp_lock_t lock;\n    omp_init_lock(&lock);\n"
        "#pragma omp parallel num_threads(2)\n    if (omp_get_thread_num()) {\n"
        f"        omp_set_lock(&lock);\n        omp_set_lock(&lock); {MARK}\n"
        "        omp_unset_lock(&lock);\n    }\n    return 0;\n}\n",
        Exit.DEADLOCK,
        ["waits in a lock (omp_set_lock)", "waits for itself", "unset it first, or use a nestable"],
        Exit.DEADLOCK,
        words=("--threads", 2),
        ranks=1,
    ),
    "a critical section in itself": Broken(
        "int main(void) {\n    int count = 0;\n#pragma omp parallel num_threads(2)\n    {\n"
        "        void add(void) {\n"
        f"#pragma omp critical(name) {MARK}\n            count++;\n        }}\n"
        "#pragma omp critical(name)\n        add();\n    }\n    return count;\n}\n",
        Exit.DEADLOCK,
        [
            "waits in critical (GOMP_critical_name_start)",
            "waits for itself",
            "give one of the two another name",
        ],
        Exit.DEADLOCK,
        words=("--threads", 2),
        ranks=1,
    ),
    "a barrier in a critical section": Broken(
        "static void meet(void) {\n    int passed = 0;\n"
        f"#pragma omp barrier {MARK}\n    passed++;\n    (void)passed;\n}}\n"
        "int main(void) {\n#pragma omp parallel num_threads(4)\n    {\n#pragma omp critical\n"
        "        meet();\n    }\n    return 0;\n}\n",
        Exit.DEADLOCK,
        ["leave critical, or unset the lock, before it waits in barrier"],
        Exit.DEADLOCK,
        words=("--threads", 4),
        ranks=1,
    ),
    "a lock that thread 0 never unsets": Broken(
        UNSET.replace("HOLDER", "0"),
        Exit.DEADLOCK,
        ["or unset the lock, before it waits in the end of a region"],
        Exit.DEADLOCK,
        words=("--threads", 2),
        ranks=1,
    ),
    "a lock that thread 1 never unsets": Broken(
        UNSET.replace("HOLDER", "1"),
        Exit.DEADLOCK,
        ["or unset the lock, before the region ends"],
        Exit.DEADLOCK,
        words=("--threads", 2),
        ranks=1,
    ),
    "a copy that not all threads get": Broken(
        "#include <omp.h>\nint main(void) {\n    int copied = 0;\n"
        "#pragma omp parallel num_threads(4) firstprivate(copied)\n"
        "    if (omp_get_thread_num() != 3) {\n"
        f"#pragma omp single copyprivate(copied) {MARK}\n        copied = 1;\n"
        "        copied++;\n    }\n    return 0;\n}\n",
        Exit.DEADLOCK,
        ["waits in single copyprivate", "must reach the same single copyprivate, or none"],
        Exit.DEADLOCK,
        words=("--threads", 4),
        ranks=1,
    ),
    "an event that nobody fulfils": Broken(
        "#include <omp.h>\n#include <stdio.h>\nint main(void) {\n"
        "#pragma omp parallel num_threads(4)\n#pragma omp single\n    {\n"
        "        omp_event_handle_t event;\n#pragma omp task detach(event)\n"
        '        puts("waits for its event");\n'
        f'#pragma omp taskwait {MARK}\n        puts("never");\n    }}\n    return 0;\n}}\n',
        Exit.DEADLOCK,
        ["waits in taskwait (GOMP_taskwait)", "threads 1 to 3 of"],
        Exit.DEADLOCK,
        words=("--threads", 4),
        ranks=1,
    ),
    "a receive from itself": Broken(
        MPI + f"    if (rank == 1) {{\n        {recv(1, 'rank', 0)} {MARK}\n"
        f"        {send(1, 'rank', 0)}\n    }}\n" + END,
        Exit.DEADLOCK,
        ["rank 1 waits for itself", "receives from itself before it sends"],
        Exit.DEADLOCK,
    ),
    "mutexes in a circle": Broken(
        "#include <pthread.h>\n#include <unistd.h>\n"
        "static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;\n"
        "static void *other(void *unused) {\n    pthread_mutex_lock(&two);\n    usleep(1000);\n"
        "    pthread_mutex_lock(&one);\n    return unused;\n}\nint main(void) {\n"
        "    pthread_t thread;\n    pthread_mutex_lock(&one);\n"
        "    pthread_create(&thread, NULL, other, NULL);\n    usleep(1000);\n"
        f"    pthread_mutex_lock(&two); {MARK}\n    return pthread_join(thread, NULL);\n}}\n",
        Exit.DEADLOCK,
        ["waits in pthread_mutex_lock", "thread 1 of", "2, 3 of process 0 are idle"],
        words=("--threads", 4),
        ranks=1,
    ),
    "a condition that nobody signals": Broken(
        "#include <pthread.h>\nstatic pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;\n"
        "static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;\n"
        "static void *wait(void *unused) {\n    pthread_mutex_lock(&mutex);\n"
        "    pthread_cond_wait(&condition, &mutex);\n    return unused;\n}\nint main(void) {\n"
        "    pthread_t thread;\n    pthread_create(&thread, NULL, wait, NULL);\n"
        f"    return pthread_join(thread, NULL); {MARK}\n}}\n",
        Exit.DEADLOCK,
        ["waits in the end of a thread", "waits in a condition variable"],
        words=("--threads", 2),
        ranks=1,
    ),
    "a barrier that not all threads reach": Broken(
        "#include <omp.h>\nint main(void) {\n    int passed = 0;\n"
        "#pragma omp parallel num_threads(4) reduction(+ : passed)\n"
        "    if (omp_get_thread_num() < 2) {\n"
        f"#pragma omp barrier {MARK}\n        passed++;\n    }}\n    return passed;\n}}\n",
        Exit.DEADLOCK,
        ["waits in barrier", "must reach the same barrier"],
        Exit.DEADLOCK,
        words=("--threads", 4),
        ranks=1,
    ),
}


def line_of(text):
    (line,) = (number for number, line in enumerate(text.splitlines(), 1) if MARK in line)
    return line


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("on", ["chip", "host"])
def test_the_report_names_cause_and_line(onchip, name, on):
    broken = PROGRAMS[name]
    code = broken.code if on == "chip" else broken.host
    if code is None:
        pytest.skip("not with --host")
    onchip.write("broken.c", broken.text)
    where = ("--host",) if on == "host" else ()
    words = ("-n", broken.ranks, "--cflags=-O0", *broken.words, "broken.c")
    done = onchip("run", *where, *words, code=code)
    says = broken.says if on == "chip" else broken.host_says or broken.says
    for words in [*says, f"broken.c:{line_of(broken.text)}"]:
        assert words in done.err, f"'{words}' is missing in:\n{done.err}"
    assert len(re.findall("what helps", done.err)) <= 1


@pytest.mark.parametrize(
    ("threads", "said"),
    [
        ([3], "thread 3 of rank 1 is"),
        ([1, 2], "threads 1, 2 of rank 1 are"),
        ([1, 2, 3, 5], "threads 1 to 3, 5 of rank 1 are"),
    ],
)
def test_idle_threads_are_named(threads, said):
    assert constructs.idle(threads, "rank 1") == f"{said} idle"


def test_data_larger_than_their_part_of_the_memory_map(onchip):
    onchip.write(
        "large.c", "char large[256u << 20];\nint main(void) { return large[1] = large[2]; }\n"
    )
    said = onchip("run", "-n", "1", "large.c", code=66).err
    assert "does not fit: its global data take 26843" in said and "268435456" in said
    assert "onchip_dram()" in said and "link it with" not in said


@pytest.mark.parametrize("pattern", constructs.FUNCTIONS.values(), ids=constructs.FUNCTIONS)
def test_constructs_are_named_by_functions_that_exist(pattern):
    """Each alternative of the pattern matches a name in the runtime's sources."""
    sources = (path for path in (ROOT / "runtime").rglob("*.[ch]"))
    names = set(re.findall(r"\w+", "\n".join(path.read_text() for path in sources)))
    for alternative in re.split(r"\|(?![^(]*\))", pattern):
        assert any(re.fullmatch(alternative, name) for name in names), alternative
