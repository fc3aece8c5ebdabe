"""Start and end of processes on this machine with `--host`."""

import contextlib
import os
import random
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from conftest import hal_flags
from onchip.base.failures import Exit

HAL = (
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    '#include "hal/hal.h"\n'
    "static void wait_for_ever(void) {\n"
    "    for (;;) {\n"
    "        hal_arm(hal_shared(), 4);\n"
    "        hal_wait(HAL_NEVER);\n"
    "    }\n}\n"
    "int main(int argc, char **argv) {\n"
    "    int place = hal_place();\n"
    '    const char *what = argc > 1 ? argv[1] : "";\n'
    '    if (!strcmp(what, "code"))\n'
    "        return place ? atoi(argv[2]) + place : 0;\n"
    '    if (!strcmp(what, "program"))\n'
    '        printf("%d of %d: program %d\\n", place, hal_places(), hal_program_of(place));\n'
    '    if (!strcmp(what, "abort"))\n'
    "        place == 1 ? hal_abort(9) : wait_for_ever();\n"
    '    if (!strcmp(what, "crash"))\n'
    "        place == 1 ? raise(11) : wait_for_ever();\n"
    '    if (!strcmp(what, "left"))\n'
    "        place == 1 ? exit(0) : wait_for_ever();\n"
    '    if (!strcmp(what, "lines"))\n'
    "        for (int line = 0; line < 1000; line++) {\n"
    '            printf("%d:", place);\n'
    "            if (line % 100 == 0)\n"
    "                fflush(stdout);\n"
    '            printf("%d;\\n", line);\n'
    "        }\n"
    '    printf("%s", getenv("WORD") ? getenv("WORD") : "");\n'
    "    return 0;\n}\n"
)


@pytest.fixture
def hal(onchip):
    """Returns a function that runs the program HAL with a given number of processes."""
    onchip.write("hal.c", "#include <signal.h>\n" + HAL)

    def run(places, *words, code=0, options=()):
        flags = hal_flags("--host")
        return onchip("run", "--host", "-n", places, *flags, *options, "hal.c", *words, code=code)

    return run


def test_exit_code_of_the_lowest_rank_that_has_one(hal):
    hal(4, "code", 20, code=21)
    hal(1, "code", 20)


def test_places_and_programs(onchip, hal):
    done = hal(2, "program", ":", "-n", "3", "hal.c", "program")
    assert sorted(done.out.splitlines()) == [
        f"{place} of 5: program {int(place >= 2)}" for place in range(5)
    ]


def test_abort_ends_all(hal):
    assert "ended the job with exit code 9" in hal(3, "abort", code=9).err


def test_signal_ends_all(hal):
    assert re.search(r"rank 1\b.*SIGSEGV", hal(3, "crash", code=Exit.SIGNAL).err)


def test_deadlock_is_noticed(hal):
    message = hal(3, "left", code=Exit.DEADLOCK).err
    assert "deadlock: 2 of 3" in message
    assert re.findall(r"rank (\d) waits", message) == ["0", "2"]


def test_lines_stay_whole(hal):
    lines = hal(8, "lines").out.splitlines()
    assert sorted(lines) == sorted(f"{p}:{line};" for p in range(8) for line in range(1000))


def test_environment_and_prefix(hal):
    assert hal(1, options=("--env", "WORD=a=b", "--prefix")).out == "[0] a=b"


def test_nobody_is_left_behind(onchip, hal):

    hal(1)
    files = set(Path("/dev/shm").glob("onchip*"))
    words = ("run", "--host", "-n", "2", *hal_flags("--host"), "hal.c", "sleep-marker")
    onchip.write("hal.c", "#include <signal.h>\n" + HAL.replace('"left"', '"sleep-marker"'))
    process = onchip.start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.5)
    process.kill()
    process.communicate(timeout=20)
    time.sleep(0.5)
    left = subprocess.run(["pgrep", "-f", "sleep-marker"], capture_output=True, text=True).stdout
    assert not left
    assert set(Path("/dev/shm").glob("onchip*")) <= files


def test_program_without_shared_libraries(onchip):
    """The unwinder of a static program finds the calls before main, also after a fault."""
    onchip.write("static.c", "int main(void) {\n    __builtin_trap();\n}\n")
    done = onchip("run", "--host", "-n", 2, "--cflags=-static", "static.c", code=Exit.SIGNAL)
    assert re.search(r"SIGILL, at .*static\.c:2", done.err)


SIGNALLED = """
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
/* The next signal may come before this one's line has left a buffer, so there is none. */
static void handle(int number) {
    dprintf(1, "%s signal %d\\n", getenv("ONCHIP_PLACE"), number);
    if (number == SIGTERM || number == SIGINT)
        _exit(3);
}
int main(void) {
    char line[80] = "";
    signal(SIGUSR1, handle);
    signal(SIGUSR2, handle);
    signal(SIGTERM, handle);
    signal(SIGINT, handle);
    char *got = fgets(line, sizeof line, stdin), folder[4096];
    getcwd(folder, sizeof folder);
    printf("%s in %s: %s, %s", getenv("ONCHIP_PLACE"), folder, getenv("WORD"),
           got ? line : "nothing\\n");
    for (;;)
        pause();
}
"""


def states(process):
    """The states of a process and of its children."""
    number = str(process.pid)
    words = ["ps", "-o", "stat=", "-p", number, "--ppid", number]
    return {line[0] for line in subprocess.check_output(words, text=True).split()}


def wait_for(condition):
    """Waits until a condition holds."""
    until = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.parametrize("last", [signal.SIGINT, signal.SIGTERM])
def test_signals_input_folder_and_environment_as_with_mpiexec(onchip, last):
    onchip.write("signalled.c", SIGNALLED)
    onchip("cc", "--host", "signalled.c", "-o", "signalled")
    inner = onchip.folder / "inner"
    inner.mkdir()
    onchip.environment["WORD"] = "from outside"
    run = onchip.start(
        *("run", "--host", "-n", 2, "-x", "WORD", "-wdir", "inner", "./signalled"),
        **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE),
        text=True,
    )
    run.stdin.write("a line\n")
    run.stdin.flush()

    def lines():
        return sorted(run.stdout.readline() for _ in range(2))

    where = f"in {inner.resolve()}: from outside"
    assert lines() == [f"0 {where}, a line\n", f"1 {where}, nothing\n"]
    for number in (signal.SIGUSR1, signal.SIGUSR2):
        run.send_signal(number)
        assert lines() == [f"{place} signal {int(number)}\n" for place in range(2)]
    run.send_signal(signal.SIGTSTP)
    wait_for(lambda: states(run) == {"T"})
    run.send_signal(signal.SIGCONT)
    wait_for(lambda: "T" not in states(run))
    run.send_signal(last)
    out, _ = run.communicate(timeout=20)
    assert sorted(out.splitlines()) == [f"{place} signal {int(last)}" for place in range(2)]
    assert run.returncode == Exit.INTERRUPTED


def test_program_that_ignores_an_interrupt_is_ended(onchip):
    onchip.write(
        "deaf.c",
        "#include <signal.h>\n#include <stdio.h>\n#include <unistd.h>\n"
        "int main(void) {\n    signal(SIGTERM, SIG_IGN);\n"
        '    puts("ready");\n    fflush(stdout);\n    for (;;)\n        pause();\n}\n',
    )
    onchip("cc", "--host", "deaf.c", "-o", "deaf")
    run = onchip.start("run", "--host", "-n", 2, "deaf", stdout=-1, stderr=-1)
    assert run.stdout.readline() == b"ready\n"
    run.terminate()
    run.communicate(timeout=10)
    assert run.returncode == Exit.INTERRUPTED


ENDLESS = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
enum { MOST = 4 << 20 };
int main(int argc, char **argv) {
    int rank, size, sum, bytes = 8;
    char *out = calloc(1, MOST), *in = malloc(MOST);
    printf("%ld\\n", (long)getpid());
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (;; bytes = bytes < MOST ? 2 * bytes : 8) {
        MPI_Sendrecv(out, bytes, MPI_BYTE, (rank + 1) % size, 0, in, bytes, MPI_BYTE,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}
"""


# These functions replace the system calls by which a rank copies from and to the memory of another
# rank, and count the bytes. They do not count short copies, which are those of collectives. Only a
# sender that helps its receiver writes long copies. In the middle of the piece PIECE that this
# sender writes, they kill the rank KILLS, which is the sender or the receiver. A read of one byte,
# by which a rank measures the call, takes CALL microseconds.
COPIES = """
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
enum { LEAST = 4096 };
long bytes_read, bytes_written;
static ssize_t move(long *count, long call, pid_t process, const struct iovec *here,
                    const struct iovec *there) {
    ssize_t bytes = syscall(call, process, here, 1, there, 1, 0);
    *count += bytes >= LEAST ? bytes : 0;
    return bytes;
}
ssize_t process_vm_readv(pid_t process, const struct iovec *here, unsigned long parts_here,
                         const struct iovec *there, unsigned long parts, unsigned long flags) {
    if (here->iov_len == 1 && getenv("CALL"))
        return atoi(getenv("CALL")) && usleep(atoi(getenv("CALL"))) ? -1 : 1;
    return move(&bytes_read, SYS_process_vm_readv, process, here, there);
}
ssize_t process_vm_writev(pid_t process, const struct iovec *here, unsigned long parts_here,
                          const struct iovec *there, unsigned long parts, unsigned long flags) {
    static int piece;
    if (here->iov_len >= LEAST && getenv("PIECE") && ++piece == atoi(getenv("PIECE"))) {
        struct iovec from = {here->iov_base, here->iov_len / 2};
        struct iovec to = {there->iov_base, there->iov_len / 2};
        move(&bytes_written, SYS_process_vm_writev, process, &from, &to);
        dprintf(1, "kills\\n");
        kill(getenv("KILLS")[0] == 's' ? getpid() : process, SIGKILL);
    }
    return move(&bytes_written, SYS_process_vm_writev, process, here, there);
}
"""


@contextlib.contextmanager
def ended(run):
    """Kills a command and the processes that it has started, unless it has ended by itself."""
    try:
        yield
    finally:
        if run.poll() is None:
            children = Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()
            for process in [run.pid, *map(int, children)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            run.communicate()


@pytest.fixture
def endless(onchip, tmp_path):
    """Returns a function that starts ranks which run endlessly, and checks that nothing remains of
    the run after a rank has been killed. The argument `kill` is a function that gets the ranks'
    process numbers and kills one of them. Without it, a rank prints "kills" and then kills one.
    """
    onchip.write("endless.c", ENDLESS)
    onchip.write("copies.c", COPIES)
    onchip("cc", "--host", "-O2", "endless.c", "copies.c", "-o", "endless")
    folder = tmp_path / "temporary"
    folder.mkdir()
    onchip.environment["TMPDIR"] = str(folder)
    before = set(Path("/dev/shm").glob("onchip*"))

    def endless(ranks, *options, kill=None):
        words = ("run", "--host", "-n", ranks, *options, "endless")
        run = onchip.start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with ended(run):
            lines = [run.stdout.readline() for _ in range(ranks + (kill is None))]
            processes = [int(line) for line in lines if line != "kills\n"]
            if kill:
                kill(processes)
            started = time.monotonic()
            _, err = run.communicate(timeout=60)
        assert time.monotonic() - started < 2
        assert run.returncode == 128 + signal.SIGKILL
        assert "was ended by the signal SIGKILL" in err
        for process in processes:
            with pytest.raises(ProcessLookupError):
                os.kill(process, 0)
        assert not list(folder.iterdir())

    yield endless
    assert set(Path("/dev/shm").glob("onchip*")) <= before


@pytest.fixture
def draw():
    """Random numbers."""
    seed = random.randrange(1 << 32)
    print("seed", seed)
    return random.Random(seed)


@pytest.mark.parametrize("ranks", [2, 3])
@pytest.mark.parametrize("moments", [10, pytest.param(200, marks=pytest.mark.long)])
def test_a_killed_rank_ends_the_others_and_leaves_nothing(endless, draw, ranks, moments):
    def kill(processes):
        time.sleep(draw.random() * 0.2)
        os.kill(draw.choice(processes), signal.SIGKILL)

    for _ in range(moments):
        endless(ranks, kill=kill)


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="ranks that sleep do not help to copy")
@pytest.mark.parametrize("killed", ["sender", "receiver"])
@pytest.mark.parametrize("moments", [3, pytest.param(50, marks=pytest.mark.long)])
def test_a_rank_is_killed_while_another_one_helps_to_copy(endless, draw, killed, moments):
    for _ in range(moments):
        endless(2, "--env", f"PIECE={draw.randrange(1, 100)}", "--env", f"KILLS={killed}")


# Sends 4 MB repeatedly until the sender has helped the receiver to copy. Prints the part of all
# bytes that the sender has copied.
