"""`onchip run --gdb`: scripted sessions of gdb, forwards and backwards."""

import itertools
import json
import re
import socket
import subprocess
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from conftest import ROOT
from onchip.base.failures import Exit

RANKS = 4
ROUNDS = 3
# Each rank adds the value that its neighbour sends: the neighbour's number and the round.
RING = """\
#include <mpi.h>
#include <stdio.h>

static int total;

static void add(int value, double scale) {
    total += value;
    if (scale < 0)
        total = -1;
}

int main(int argc, char **argv) {
    int rank, size, got = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 3; i++) {
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        add(got + i, rank / 2.0);
    }
    printf("%d: %d\\n", rank, total);
    MPI_Finalize();
    FILE *file = rank ? NULL : fopen("log.txt", "a");
    if (file) {
        fprintf(file, "%d\\n", total);
        fclose(file);
    }
    return 0;
}
"""


def totals(rank):
    """The values of a rank's `total` after each round."""
    left = (rank - 1) % RANKS
    return [sum(left + i for i in range(round + 1)) for round in range(ROUNDS)]


@dataclass
class Session:
    """A session that has ended: the output of gdb, and the run."""

    said: str
    code: int
    out: str
    err: str

    def all(self, pattern):
        return re.findall(pattern, self.said, re.MULTILINE)


@contextmanager
def waiting(onchip, source, *words, ranks=RANKS):
    """Starts a run that waits for gdb; yields its process, and the port."""
    onchip.write("debugged.c", source)
    words = ("run", "--gdb", 0, "-n", ranks, "--cflags=-O0", *words, "debugged.c")
    process = onchip.start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        line = ""
        while "localhost:" not in line:
            line = process.stderr.readline()
            assert line, "it does not wait for gdb"
        yield process, int(re.search(r"localhost:(\d+)", line)[1])
    finally:
        process.kill()


@pytest.fixture
def session(onchip):
    """Runs a program under gdb with a script."""

    def run(script, source, *words, ranks=RANKS):
        with waiting(onchip, source, *words, ranks=ranks) as (process, port):
            onchip.write("script.gdb", "set pagination off\nset confirm off\n" + script)
            command = ["gdb-multiarch", "-nx", "-batch", "-ex", f"target remote localhost:{port}"]
            gdb = subprocess.run(
                [*command, "-x", "script.gdb"],
                cwd=onchip.folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=60,
            )
            out, err = process.communicate(timeout=60)
        assert "panicked" not in err and "internal-error" not in gdb.stdout, gdb.stdout + err
        print(gdb.stdout)
        return Session(gdb.stdout, process.returncode, out, err)

    return run


def test_every_thread_hits_every_breakpoint_and_the_cycles_stay(onchip, session):
    stops = "continue\nprint total\nprint $fa0.double\n" * (RANKS * ROUNDS)
    done = session("break add\n" + stops + "info breakpoints\ncontinue\n", RING, "--json=run.json")
    assert done.code == 0
    hits = done.all(r"^Thread (\d+) hit Breakpoint 1")
    assert sorted(hits) == sorted(str(rank + 1) for rank in range(RANKS) for _ in range(ROUNDS))
    assert "breakpoint already hit 12 times" in done.said
    values = done.all(r"^\$\d+ = (.*)$")
    for at, hit in enumerate(hits):
        rank = int(hit) - 1
        nth = hits[:at].count(hit)
        assert int(values[2 * at]) == ([0, *totals(rank)])[nth], f"total of rank {rank}"
        assert float(values[2 * at + 1]) == rank / 2
    plain = onchip("run", "-n", RANKS, "--cflags=-O0", "--json", "debugged.c").json
    debugged = json.loads((onchip.folder / "run.json").read_text())
    assert debugged["cycles"] == plain["cycles"]
    assert debugged["statistics"] == plain["statistics"]


def test_cores_are_threads_with_rank_and_place(session):
    done = session("info threads\nmonitor cycle\nmonitor network\n", RING, "--chip", "mesh2x2")
    for rank in range(RANKS):
        place = f"({rank % 2}, {rank // 2})"
        assert f"process {rank} (core {rank}), tile {place}: runs" in done.said
    assert "cycle 0\n" in done.said and "0 flits in flight" in done.said


BACK = """\
tbreak MPI_Finalize thread 3
continue
watch -l *(int *)((char *)&total + $window)
reverse-continue
monitor cycle
reverse-continue
monitor cycle
reverse-continue
monitor cycle
continue
monitor cycle
continue
monitor cycle
continue
monitor cycle
delete
reverse-continue
monitor cycle
continue
"""


def test_backwards_shows_the_same_values_as_forwards(session, onchip):
    done = session(BACK, RING)
    values = [0, *totals(2)]
    changes = [tuple(map(int, pair)) for pair in done.all(r"Old value = (.*)\nNew value = (.*)")]
    steps = [*itertools.pairwise(values)]
    assert changes == [(new, old) for old, new in reversed(steps)] + steps
    cycles = [int(cycle) for cycle in done.all(r"^cycle (\d+)")]
    # A watchpoint stops before the store on the way back, and after it on the way forward.
    assert [cycle + 1 for cycle in reversed(cycles[:3])] == cycles[3:6]
    assert cycles[6] == 0 and "No more reverse-execution history" in done.said
    # Effects outside the chip are not repeated.
    lines = {f"{rank}: {totals(rank)[-1]}" for rank in range(RANKS)}
    assert set(done.out.splitlines()) == lines
    assert (onchip.folder / "log.txt").read_text() == f"{totals(0)[-1]}\n"


def test_steps_back_undo_steps(session):
    state = "info registers\nmonitor cycle\nmonitor cores\n"
    there = "echo @\\n\n" + state + "stepi\nnext\nstepi\nstepi\n"
    back = "reverse-stepi\n" * 2 + "reverse-next\n" + "echo @\\n\n" + state
    done = session("break add\ncontinue\ncontinue\ndelete\n" + there + back + "echo @\\n\n", RING)
    _, before, after, _ = done.said.split("@\n")
    before = before[: before.rindex(" instructions")]
    assert before in after


LOCK = """\
break add
continue
delete
set scheduler-locking on
stepi
monitor cores
stepi
stepi
next
monitor cores
set scheduler-locking off
continue
"""


def test_scheduler_locking_holds_the_others(session):
    done = session(LOCK, RING)
    counts = [int(count) for count in done.all(r", (\d+) instructions")]
    first, second = counts[:RANKS], counts[RANKS:]
    moved = [rank for rank in range(RANKS) if first[rank] != second[rank]]
    assert len(moved) == 1
    assert sorted(done.out.splitlines()) == [f"{rank}: {totals(rank)[-1]}" for rank in range(RANKS)]


def test_changes_of_the_program_are_kept_on_the_way_back_and_forth(session):
    script = """\
break add
continue
set var value = 100
set $fa0 = -1.0
tbreak MPI_Finalize
continue
delete
monitor cycle
reverse-stepi
stepi
monitor cycle
continue
"""
    done = session(script, RING)
    assert sum("10" in line for line in done.out.splitlines()) == 1
    first, second = done.all(r"^cycle (\d+)")
    assert first == second


FAULTY = "int main(void) {\n    int *volatile nowhere = 0;\n    return *nowhere;\n}\n"


def test_a_fault_can_be_looked_at_and_left_backwards(session):
    done = session("continue\nbt\nreverse-stepi\nstepi\ncontinue\ncontinue\n", FAULTY, ranks=1)
    assert "received signal SIGSEGV" in done.said and "main () at debugged.c:3" in done.said
    assert "Program terminated with signal SIGSEGV" in done.said
    assert done.code == Exit.FAULT and "debugged.c:3" in done.err


STUCK = """\
#include <mpi.h>
int main(int argc, char **argv) {
    int rank, got;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Send(&rank, 1, MPI_INT, !rank, 7, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, !rank, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""


def test_a_deadlock_stops_and_shows_the_queues(session):
    done = session(
        "continue\nmonitor report\nmonitor queues\nthread apply all bt\n", STUCK, ranks=2
    )
    assert "received signal SIGSTOP" in done.said and "2 of 2 processes wait for ever" in done.said
    assert "rank 1 (core 1): a message from rank 0 with tag 7, 4 bytes" in done.said
    assert "rank 0 (core 0): a receive from rank 1 with tag 8, 4 bytes" in done.said
    assert done.said.count("MPI_Recv") >= 2


def test_kill_ends_the_run(session):
    done = session("break add\ncontinue\nkill\n", RING)
    assert done.code == Exit.INTERRUPTED and "ended by gdb" in done.err


PRINTING = """\
#include <mpi.h>
#include <stdio.h>

static void add(int round) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("%d: %d\\n", rank, round);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 3; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        add(i);
    }
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("change", ["", "set var round = round\n"])
def test_no_line_is_printed_again_after_going_back(session, change):
    script = "break add\n" + "continue\n" * 8 + "reverse-continue\n" * 4
    # The other cores are held while this core steps alone. This changes the run, which may continue
    # differently from here on.
    script += f"{change}set scheduler-locking on\nstepi\nset scheduler-locking off\n"
    done = session(f"{script}delete\ncontinue\n", PRINTING)
    wanted = [f"{rank}: {round}" for rank in range(RANKS) for round in range(3)]
    assert sorted(done.out.splitlines()) == sorted(wanted)


STORES, PUTS = 400, 3
COLLIDING = """\
#include <mpi.h>

static volatile int word;

int main(int argc, char **argv) {
    int rank;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create((void *)&word, sizeof word, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) /* a store in every cycle */
        __asm__ volatile(".rept 200\\n sw %1, %0\\n sw zero, %0\\n .endr" : "=m"(word) : "r"(1));
    for (int i = 1; rank == 2 && i <= 3; i++) {
        MPI_Put(&i, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        MPI_Win_flush(1, window);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
"""


def test_no_write_is_missed_while_a_core_steps_over_another(session):
    """gdb removes its watchpoints while it steps a core over an access."""
    # When rank 2 is about to write, gdb stops once more, in rank 2's thread, before the word
    # changes.
    script = "watch word\n" + "continue\n" * (STORES + 2 * PUTS + 1)
    done = session(script, COLLIDING)
    assert done.code == 0
    hits = Counter(done.all(r"^Thread (\d+) .*hit Hardware watchpoint 1"))
    assert hits["1"] == STORES and hits["2"] == PUTS


THREADS = ("--threads", 4)
PARALLEL = """\
#include <omp.h>
static int sum;
static void add(int thread) {
    #pragma omp critical
    sum += thread + 1;
}
int main(void) {
    #pragma omp parallel
    add(omp_get_thread_num());
    return sum != 1 + 2 + 3 + 4;
}
"""


def test_openmp_forwards_and_backwards(session):
    stops = "break add\n" + "continue\nprint thread\n" * 4 + "delete\n"
    back = "reverse-continue\nmonitor cycle\nwatch sum\n" + "continue\n" * 4 + "reverse-continue\n"
    done = session(f"info threads\n{stops}{back}delete\ncontinue\n", PARALLEL, *THREADS, ranks=1)
    assert done.code == 0
    assert all(f"thread {number} of process 0" in done.said for number in range(1, 4))
    assert sorted(map(int, done.all(r"^\$\d+ = (\d)$"))) == [0, 1, 2, 3]
    assert "cycle 0\n" in done.said
    changes = [tuple(map(int, pair)) for pair in done.all(r"Old value = (.*)\nNew value = (.*)")]
    # The threads add their numbers plus one in some order, and the last addition is undone.
    added = [new - old for old, new in changes]
    assert sorted(added[:4]) == [1, 2, 3, 4] and changes[3][1] == 10
    assert changes[4:] == [changes[3][::-1]]


CALLED = """\
#include <mpi.h>
#include <stdio.h>
struct pair { double a; int b; } pair = {1.5, 2};
struct big { int v[8]; };
static int count;
static int rank = -1;
int add(int a, int b) { return a + b; }
double half(double x) { return x / 2; }
struct pair swap(struct pair p) { struct pair r = {p.b, (int)(p.a * 2)}; return r; }
struct big big(int n) { struct big r; for (int i = 0; i < 8; i++) r.v[i] = n * i; return r; }
int down(int n) { return n ? 1 + down(n - 1) : 0; }
int who(void) { count++; return rank; }
static void here(void) { count += add(1, 1); }

int main(int argc, char **argv) {
    int got = 0, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 5)
        pair = swap((struct pair){half(big(down(argc)).v[1]), who()});
    if (rank == 0) {
        for (volatile int i = 0; i < 10000; i++)
            ;
        here();
    }
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d: %d %d\\n", rank, got, count);
    MPI_Finalize();
    return 0;
}
"""


def test_functions_are_called_in_each_rank(session):
    """gdb can call functions in ranks that wait for a message or for the end of other ranks. These
    ranks still get the message, or end.
    """
    script = "break here\ncontinue\ndelete\nset scheduler-locking on\n"
    calls = "print who()\nprint add(20, down(3))\nprint half(3)\nprint swap(pair)\nprint big(3)\n"
    script += "".join(f"thread {rank + 1}\n{calls}" for rank in range(RANKS))
    done = session(f"{script}set scheduler-locking off\ncontinue\n", CALLED)
    assert done.code == 0
    assert done.all(r"^\$\d+ = (.*)$") == [
        value
        for rank in range(RANKS)
        for value in (
            str(rank),
            "23",
            "1.5",
            "{a = 2, b = 3}",
            "{v = {0, 3, 6, 9, 12, 15, 18, 21}}",
        )
    ]
    # Rank 1 waits for rank 0; the others have already printed, and wait for the end.
    counts = [3, 1, 0, 0]
    wanted = [f"{rank}: {(rank - 1) % RANKS} {counts[rank]}" for rank in range(RANKS)]
    assert sorted(done.out.splitlines()) == wanted


def test_calls_do_not_get_in_the_way_of_steps_back(session):
    """If a step back begins after a call of a function, it leads to the time before the call. If
    another core is in a call when time goes back, this call keeps its result, although its later
    effects are undone.
    """
    where = "print $pc\nprint count\n"
    script = f"break here\ncontinue\ndelete\nset scheduler-locking on\nstepi\nstepi\n{where}"
    script += f"stepi\nprint who()\nreverse-stepi\n{where}set scheduler-locking off\n"
    # While the second rank executes a call, the first rank continues. Then the first rank is
    # stepped back to a time during that call.
    script += "thread 2\nprint down(9)\nthread 1\nreverse-stepi\nprint add(4, 5)\nstepi\n"
    done = session(f"{script}print down(7)\ncontinue\n", CALLED)
    values = done.all(r"^\$\d+ = (.*)$")
    assert values[2] == "0" and values[3:5] == values[:2]
    assert values[5:] == ["9", "9", "7"] and done.code == 0
    # The increment by `who` has been undone.
    wanted = [f"{rank}: {(rank - 1) % RANKS} {2 if rank == 0 else 0}" for rank in range(RANKS)]
    assert sorted(done.out.splitlines()) == wanted


def test_nothing_is_called_where_the_run_has_ended(session):
    call = "python\ntry:\n gdb.execute('print main()')\nexcept gdb.error as no:\n print(no)\nend\n"
    done = session(f"continue\n{call}bt\ncontinue\n", FAULTY, ranks=1)
    assert "Cannot access memory" in done.said and "#0  0x" in done.said
    assert "Program terminated with signal SIGSEGV" in done.said and done.code == Exit.FAULT


OTHERS = [("--host",), ("--power", "p.csv"), ("--advise",)]


@pytest.mark.parametrize("words", OTHERS)
def test_what_does_not_go_with_a_debugger(onchip, words):
    onchip.write("ring.c", RING)
    done = onchip("run", "--gdb", 0, *words, "-n", 2, "ring.c", code=Exit.USAGE)
    assert "--gdb" in done.err


def test_a_port_that_is_taken(onchip):
    onchip.write("ring.c", RING)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        done = onchip("run", "--gdb", port, "-n", 2, "ring.c", code=Exit.USAGE)
    assert f"--gdb {port}: " in done.err and "in use" in done.err


# ---- Visual Studio Code -------------------------------------------------------------------------

# VS Code's problem matcher `$gcc` for tasks, as in its source (problemMatcher.ts, `gcc`).
GCC = {
    "regexp": r"^(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error):\s+(.*)$",
    "file": 1,
    "line": 2,
    "message": 5,
}
LONELY = """\
#include <mpi.h>
int main(int argc, char **argv) {
    int heard;
    MPI_Init(&argc, &argv);
    MPI_Recv(&heard, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
"""
CHIP = "[mesh]\ncolumns = 0\nrows = 1\n[tile]\ncores = 1\nmemory_kb = 1000\n"
OPEN = {  # a file that is open → the task that is run, and the lines at which problems are shown
    "wrong.c": ("build", "int main(void) {\n    return y;\n}\n", {2}),
    "refused.c": ("run", "int main(void) {\n    return y;\n}\n", {2}),
    "crash.c": ("run", "int main(void) {\n    return *(volatile int *)4;\n}\n", {2}),
    "stuck.c": ("run", LONELY, {5}),
    "small.toml": ("check chip", CHIP, {2, 6}),
}


def settings(name, file):
    """A file of settings that the page shows, with the variables for an open file replaced."""
    text = (ROOT / "docs/vscode.md").read_text()
    block = re.search(rf"^`.vscode/{name}`:\n+```json\n(.*?)^```", text, re.M | re.S)[1]
    values = {"relativeFile": file, "fileBasenameNoExtension": Path(file).stem}
    for variable, value in (values | {"workspaceFolder": "."}).items():
        block = block.replace(f"${{{variable}}}", value)
    return json.loads(block)


WRONG = """\
#include <stdlib.h>
int main(void) {
    int *all = malloc(10 * sizeof *all);
    for (int i = 0; i <= 10; i++)
        all[i] = i; /* the last one is wrong */
    free(all);
    return 0;
}
"""


def test_a_finding_stops_the_run(session):
    """The core stops after the access, and time can go back to before the access."""
    script = "continue\nprint i\nmonitor findings\nreverse-stepi\nprint all[10] == 10\ncontinue\n"
    done = session(script + "continue\n", WRONG, "--check", ranks=1)
    assert "$1 = 10" in done.said
    assert done.all(r": outside-block at debugged\.c:5$")
    assert "$2 = 0" in done.said and len(done.all("received signal SIGTRAP")) == 2
    assert done.all("exited normally")
    assert done.code == 0 and "debugged.c:5" in done.err


@pytest.mark.parametrize("file", OPEN)
def test_the_editor_finds_the_lines_of_problems(onchip, file):
    name, text, lines = OPEN[file]
    onchip.write(file, text)
    tasks = {task["label"]: task for task in settings("tasks.json", file)["tasks"]}
    task = tasks[f"onchip: {name}"]
    done = onchip(*task["args"], code=None)
    matchers = task["problemMatcher"]
    found = set()
    for matcher in matchers if isinstance(matchers, list) else [matchers]:
        pattern = GCC if matcher == "$gcc" else matcher["pattern"]
        for line in (done.out + done.err).splitlines():
            if match := re.match(pattern["regexp"], line):
                assert match[pattern["file"]] == file and match[pattern["message"]]
                found.add(int(match[pattern["line"]]))
    assert found == lines, done.out + done.err


def test_the_editor_starts_a_session(onchip):
    """The page's settings start a session with gdb's machine interface, as the extension does."""
    onchip.write("ring.c", RING)
    (told,) = settings("launch.json", "ring.c")["configurations"]
    tasks = {task["label"]: task for task in settings("tasks.json", "ring.c")["tasks"]}
    onchip(*tasks[told["preLaunchTask"]]["args"])
    words = told["debugServerArgs"].replace("3333", "0").split()
    with onchip.start(*words, stderr=subprocess.PIPE, text=True) as server:
        line = server.stderr.readline()
        assert re.search(told["serverStarted"], line)
        address = told["miDebuggerServerAddress"].replace("3333", re.search(r":(\d+)'", line)[1])
        commands = [
            f"-file-exec-and-symbols {told['program']}",
            "-break-insert add",
            f"-target-select remote {address}",
            "-exec-continue",
            "-thread-info",
            "-gdb-exit",
        ]
        gdb = [told["miDebuggerPath"], "-nx", "-q", "--interpreter=mi"]
        with subprocess.Popen(
            gdb, cwd=onchip.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as session:
            said = ""
            for command in commands:
                session.stdin.write(command + "\n")
                session.stdin.flush()
                awaited = (
                    r"\*stopped" if command == "-exec-continue" else r"\^(done|connected|exit)"
                )
                for line in session.stdout:
                    said += line
                    if re.match(awaited, line):
                        break
                    assert not line.startswith("^error"), said
        server.kill()
    assert 'reason="breakpoint-hit"' in said and 'func="add"' in said
    assert len(set(re.findall(r'{id="(\d+)"', said))) == RANKS


def test_a_core_that_is_reset_comes_to_its_breakpoint_again(session):
    """The run stops at the breakpoint each time when it runs forwards, and also when it runs
    backwards over the reset.
    """
    source = (ROOT / "tests/runtime/trickbox/edges.c").read_text()
    script = "break work\ncontinue\ncontinue\ncontinue\nreverse-continue\ndelete\ncontinue\n"
    run = session(script, source, "--set", "trickbox.hosts=[0]", ranks=2)
    assert run.said.count("hit Breakpoint 1, work") == 4
    assert "finished 2\n" in run.out
