"""Jobs on several machines (`--hosts`), which are network namespaces here."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

import onchip as onchip_module
from networks import LAUNCHER, Network, Unavailable
from onchip.base.failures import Exit, Failure
from onchip.build import fabric
from onchip.host.machines import shares
from programs import found

# On the slow network, a program with two thousand reductions in sequence takes five minutes.
MOST_SECONDS = 900.0
END_SECONDS = 20.0  # a lost machine ends the job within 5 seconds, longer if this one is busy
ALL = [one for one in found("tests/mpi", "tests/runtime", "examples") if one.host]

# Rank 0 reports that all ranks have begun. Then they exchange messages for ever, or perform the
# action of the argument.
FOREVER = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int rank, size, sum, one = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!rank)
        puts("begun");
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 1 && !strcmp(argv[1], "abort") && rank == size - 1)
        MPI_Abort(MPI_COMM_WORLD, 9);
    if (argc > 1 && !strcmp(argv[1], "crash") && rank == size - 1)
        abort();
    if (argc > 1 && !strcmp(argv[1], "wait"))
        MPI_Recv(&one, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (;;)
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
"""

# Every rank sends messages of six lengths to every other rank, and adds 1 to a counter of each
# rank. In the end, a sum over all ranks shows whether anything was wrong.
CROSSING = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static const int SIZES[] = {0, 1, 50, 5000, 40000, 700001};
int main(int argc, char **argv) {
    int rank, size, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    unsigned char *out = malloc(700001), *in = malloc(700001);
    for (int step = 1; step < size; step++)
        for (int s = 0; s < 6; s++) {
            int to = (rank + step) % size, from = (rank + size - step) % size, bytes;
            MPI_Status status;
            for (int i = 0; i < SIZES[s]; i++)
                out[i] = (unsigned char)(i * 7 + rank * 31 + s);
            MPI_Sendrecv(out, SIZES[s], MPI_BYTE, to, s, in, 700001, MPI_BYTE, from, s,
                         MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_BYTE, &bytes);
            wrong += bytes != SIZES[s];
            for (int i = 0; i < bytes; i++)
                wrong += in[i] != (unsigned char)(i * 7 + from * 31 + s);
        }
    long *count, one = 1, sum = 0, mine = wrong;
    MPI_Win window;
    MPI_Win_allocate(sizeof *count, sizeof *count, MPI_INFO_NULL, MPI_COMM_WORLD, &count, &window);
    *count = 0;
    MPI_Win_fence(0, window);
    for (int to = 0; to < size; to++)
        MPI_Accumulate(&one, 1, MPI_LONG, to, 0, 1, MPI_LONG, MPI_SUM, window);
    MPI_Win_fence(0, window);
    mine += *count != size;
    MPI_Win_free(&window);
    MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (!rank)
        printf("%ld wrong on %d ranks\n", sum, size);
    MPI_Finalize();
}
"""


@pytest.fixture
def network(tmp_path):
    """Makes a network of namespaces, or skips the test with the reason why there are none."""
    made = []

    def make(*words, **more):
        try:
            fabric.files()
            made.append(Network(*words, **more).__enter__())
        except (Unavailable, Failure) as why:
            pytest.skip(str(why))
        return made[0]

    yield make
    for one in made:
        one.__exit__()


def on(network, *options):
    return ("--host", "--hosts", ",".join(network.names), "--launcher", LAUNCHER, *options)


def lines(done):
    return sorted(done.out.splitlines())


@pytest.mark.parametrize(
    "machines, delay, loss", [(2, 0, 0), (4, 0.01, 0.01)], ids=["2", "4, slow and lossy"]
)
def test_everything_crosses(onchip, network, machines, delay, loss):
    net = network(machines, delay, loss)
    onchip.write("crossing.c", CROSSING)
    done = onchip("run", *on(net, "-n", 4), "crossing.c")
    assert done.out == "0 wrong on 4 ranks\n"
    assert net.packets > 100 * machines  # all messages have crossed the emulated network
    assert not loss or net.lost


@pytest.mark.long
@pytest.mark.timeout(MOST_SECONDS + 200)
@pytest.mark.parametrize("machines, delay, loss", [(2, 0, 0), (4, 0.01, 0.01)], ids=str)
@pytest.mark.parametrize("program", ALL, ids=lambda program: program.name)
def test_programs_say_the_same_on_several_machines(onchip, network, program, machines, delay, loss):
    net = network(machines, delay, loss)
    words = ("-n", program.ranks)
    alone = onchip("run", "--host", *words, program.path, *program.arguments)
    done = onchip("run", *on(net, *words), program.path, *program.arguments, timeout=MOST_SECONDS)
    assert lines(done) == lines(alone)


@pytest.fixture
def begun(onchip, network):
    """Starts the program FOREVER on two machines. Returns the command and the network once all
    ranks have begun.
    """
    commands = []

    def begun(*words):
        net = network(2)
        onchip.write("forever.c", FOREVER)
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        command = onchip.start("run", *on(net, "-n", 4), "forever.c", *words, **pipes)
        commands.append(command)
        assert command.stdout.readline() == "begun\n"
        return command, net

    yield begun
    for command in commands:
        command.kill()


def end_of(command, net):
    """Returns the command's messages at its end, after which no process remains on any machine."""
    _, error = command.communicate(timeout=END_SECONDS)
    deadline = time.monotonic() + END_SECONDS
    while any(map(processes, net.names)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(map(processes, net.names))
    return error


def processes(name):
    done = subprocess.run(["ip", "netns", "pids", name], capture_output=True, text=True)
    return [*map(int, done.stdout.split())]


def test_a_lost_machine_ends_the_job(begun):
    command, net = begun()
    for process in processes(net.names[1]):
        os.kill(process, signal.SIGKILL)
    assert f"the machine {net.names[1]} " in end_of(command, net)
    assert command.returncode == Exit.SYSTEM


@pytest.mark.long
def test_a_cut_cable_ends_the_job(begun):
    """The launcher still reaches both machines, but they do not reach each other."""
    command, net = begun()
    net.cut(net.names[1])
    assert "another machine does not answer" in end_of(command, net)
    assert command.returncode == Exit.SYSTEM


@pytest.mark.long
def test_the_launcher_may_die(begun):
    command, net = begun()
    command.kill()
    end_of(command, net)


@pytest.mark.long
def test_a_rank_may_be_killed(begun):
    command, net = begun()
    (last,) = (one for one in processes(net.names[1]) if place_of(one) == "3")
    os.kill(last, signal.SIGKILL)
    assert "rank 3 was ended by the signal SIGKILL" in end_of(command, net)
    assert command.returncode == 128 + signal.SIGKILL


def place_of(process):
    words = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    return dict(word.decode().split("=", 1) for word in words if word).get("ONCHIP_PLACE")


@pytest.mark.parametrize(
    "what, code, words",
    [
        ("abort", 9, "rank 3 ended the job with exit code 9, at "),
        pytest.param(
            *("crash", 128 + signal.SIGABRT, "rank 3 was ended by the signal SIGABRT"),
            marks=pytest.mark.long,
        ),
    ],
)
def test_an_end_on_one_machine_ends_all(begun, what, code, words):
    command, net = begun(what)
    assert words in end_of(command, net)
    assert command.returncode == code


@pytest.mark.long
def test_deadlock_is_found(begun):
    command, net = begun("wait")
    error = end_of(command, net)
    assert "deadlock: 4 of 4 processes wait for ever" in error
    for rank in range(4):
        assert f"rank {rank} waits in MPI_Recv for any rank (tag 5)" in error
    assert command.returncode == Exit.DEADLOCK


def test_input_goes_to_rank_0_and_records_come_back(onchip, network):
    net = network(2)
    onchip.write(
        "input.c",
        """#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    int rank, bytes = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    while (getchar() != EOF)
        bytes++;
    printf("%d read %d\\n", rank, bytes);
    MPI_Request request;
    if (rank)
        MPI_Isend(&bytes, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request); /* nobody waits for it */
    else
        MPI_Recv(&bytes, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
""",
    )
    words = ("run", *on(net, "-n", 2, "--check-mpi"), "input.c")
    command = onchip.start(
        *words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    output, error = command.communicate("x" * 200_000, timeout=60)
    assert sorted(output.splitlines()) == ["0 read 200000", "1 read 0"]
    assert "MPI_Isend" in error and "rank 1" in error


@pytest.mark.parametrize(
    "words, code, message",
    [
        (("--hosts", "a,b"), Exit.USAGE, "--hosts is for --host"),
        (("--host", "--hosts", "a,,b"), Exit.USAGE, "names with commas between, such as a:4,b:4"),
        (("--host", "--hosts", "a:1,b:2"), Exit.RANKS, "has room for 3 ranks, and 4 are wanted"),
        (("--host", "--hosts", "a", "--kernel"), Exit.USAGE, "leave out --hosts"),
        (
            ("--host", "--hosts", "a", "--launcher", "no-such-command"),
            Exit.SYSTEM,
            "no-such-command does not start: No such file or directory; --launcher names it",
        ),
        (
            ("--host", "--hosts", "a", "--launcher", "false"),
            Exit.SYSTEM,
            "the machine a has ended its part of the job, or could not be reached",
        ),
        (
            ("--host", "--hosts", "a", "--launcher", "echo"),
            Exit.SYSTEM,
            "the machine a has ended its part of the job, or could not be reached",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_is_wrong_is_said(onchip, words, code, message):
    try:
        fabric.files()
    except Failure as why:
        pytest.skip(why.message)
    onchip.write("main.c", "int main(void) { return 0; }\n")
    assert message in onchip("run", "-n", 4, *words, "main.c", code=code).err


def test_python_says_what_is_wrong():
    with pytest.raises(Failure, match=r"hosts: a b; right: names .* such as a:4,b:4"):
        onchip_module.run("main.c", host=True, ranks=2, hosts=["a b"])


def test_nobody_else_is_listened_to(onchip, network):
    """A process that does not know the job's key gets no answer."""
    net = network(2)
    onchip.write(
        "key.c", FOREVER.replace("int rank,", 'setenv("ONCHIP_KEY", "1", 1);\n    int rank,')
    )
    done = onchip("run", "--timeout", 8, *on(net, "-n", 4), "key.c", code=Exit.TIMEOUT)
    assert "begun" not in done.out


def test_shares():
    assert shares([("a", None), ("b", None)], 5) == [0, 0, 0, 1, 1]
    assert shares([("a", None), ("b", None), ("c", None)], 2) == [0, 1]
    assert shares([("a", 1), ("b", 4)], 4) == [0, 1, 1, 1]
    assert shares([("a", 2), ("b", None)], 3) == [0, 0, 1]
