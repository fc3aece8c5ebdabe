"""Start and end of processes on this machine with `--host`."""

import contextlib
import os
import platform
import random
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from conftest import hal_flags
from onchip.base.failures import Exit
from onchip.build import compiler

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
    """Runs the program above on some places."""
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


# All ranks wait for a message. Besides, each has a thread that does what the argument says.
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
        if (turn % 2 == rank)
            MPI_Send(&word, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(&word, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    getrusage(RUSAGE_SELF, &after);
    if (rank == 0)
        printf("%f\\n", (after.ru_utime.tv_sec - before.ru_utime.tv_sec +
                         1e-6 * (after.ru_utime.tv_usec - before.ru_utime.tv_usec)) / TURNS);
    MPI_Finalize();
    return 0;
}
"""


def test_ranks_that_share_a_processor_sleep_at_once(onchip):
    """A rank that polls for its message for long keeps the processor from the sender.
    The time is the user's, which other programs do not prolong.
    """
    onchip.write("turns.c", TURNS)
    assert float(onchip("run", "--host", "-n", 2, "turns.c").out) < 20e-6


# Two ranks exchange messages while the others wait in a barrier. Prints how often rank 0 has left
# its processor in the batch in which it did so least.
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
            if (turn % 2 == rank)
                MPI_Send(&word, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD);
            else
                MPI_Recv(&word, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
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
    onchip.write("sleepers.c", OTHERS_SLEEP)
    assert int(onchip("run", "--host", "-n", ranks, "sleepers.c").out) < 20


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


# Counts the bytes that a rank copies from and to the memory of another one, without short copies,
# which are those of collectives. Long copies are written only by a sender that helps its receiver.
# In the middle of the piece PIECE that this sender writes, it kills the rank KILLS: itself or the
# receiver. A read of one byte, by which a rank measures the call, takes CALL microseconds.
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
    """Starts endless ranks, of which `kill` kills one, or one that says so, and checks what
    remains.
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


# Sends 4 MB until the sender has helped to copy, and prints which part of all bytes it has copied.
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


# Two ranks exchange messages of 32 kB. Prints which part of them their receivers have fetched.
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


# Long messages of lengths about those of pieces (hal/linux/transfer.c), some of them while several
# ranks read from one that waits.
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
    """Regions of threads that the program has started run at the same time as thread 0's, each with
    one thread.
    """
    onchip.write("regions.cpp", REGIONS_OF_THREADS)
    done = onchip("run", "--host", "-n", 1, "--threads", 3, "regions.cpp")
    each = 1000 * (sum(range(101)) + 10)
    assert done.out.split() == [str(1000 * 3 * 3), *3 * [str(each)]]


@pytest.mark.parametrize("program", ["tasks", "loops", "nested", "locks_of_gcc"])
def test_program_that_was_linked_with_libgomp(onchip, program):
    """The program gets onchip's library by the name of GCC's, with the versions of its symbols."""
    source = Path(__file__).parent / "omp" / f"{program}.c"
    subprocess.run(
        ["gcc", "-O2", "-w", "-fopenmp", source, "-o", onchip.folder / program], check=True
    )
    folder = compiler.folder(compiler.Target(host=True)) / "gomp"
    words = ("run", "--host", "-n", 1, "--threads", 4)
    done = onchip(*words, "--env", f"LD_LIBRARY_PATH={folder}", program)
    assert done.out == onchip(*words, source).out
    assert "version" not in done.err
