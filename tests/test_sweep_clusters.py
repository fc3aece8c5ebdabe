"""A sweep gives the same table with processes on this machine, behind a Dask scheduler, and by
Slurm, whichever processes are killed.
"""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

# This import adds Dask's settings for clusters. It must not happen while a test has changed
# settings, because the end of that change would drop the added settings.
import dask.distributed
import pytest

import onchip as library
import slurm
from onchip.base.failures import Exit, Failure
from onchip.sweep import execution
from onchip.sweep.cluster import NO_WORKERS, Slurm, Wanted, client
from onchip.sweep.progress import Progress
from test_sweep import PROGRAM, STUDY, rows

DASK = Path(sys.executable).with_name("dask")
POINTS = 60
SLOW = 20_000_000  # the argument of a point that takes about a second
AXES = f"[axes]\nranks = [1, 2, 4]\nseed = {list(range(20, 20 + POINTS // 3))}\n"


@pytest.fixture
def folder(onchip):
    onchip.write("prog.c", PROGRAM)
    onchip.write("study.toml", STUDY + AXES)
    return onchip.folder


@pytest.fixture
def expected(onchip, folder):
    """The table of a sweep with one process, which is never killed, on this machine."""
    onchip("sweep", "study.toml", "--workers", 1, "-o", "expected.csv", timeout=200)
    table = (folder / "expected.csv").read_bytes()
    assert table.count(b"\n") == POINTS + 1
    return table


@contextlib.contextmanager
def started(folder, *words):
    """Starts a process that ends with the test. Its output goes to a file."""
    with (folder / f"{Path(words[0]).name}-{time.monotonic_ns()}.log").open("wb") as log:
        process = subprocess.Popen(
            [*map(str, words)], cwd=folder, stdout=log, stderr=log, start_new_session=True
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextlib.contextmanager
def cluster(folder, workers=2):
    """A scheduler and workers over TCP: the address, and the processes."""
    with contextlib.ExitStack() as ending:
        port = free_port()
        words = ("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
        processes = [ending.enter_context(started(folder, DASK, *words))]
        address = f"tcp://127.0.0.1:{port}"
        for _ in range(workers):
            words = ("worker", address, "--nthreads", 1, "--no-dashboard")
            processes.append(ending.enter_context(started(folder, DASK, *words)))
        until(lambda: listens(port), 60)
        yield address, processes


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def listens(port):
    with socket.socket() as found:
        return found.connect_ex(("127.0.0.1", port)) == 0


def until(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def count(path):
    return path.read_bytes().count(b"\n") - 1 if path.exists() else 0


def children(pid):
    """All descendants of a process."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    direct = [int(word) for task in tasks for word in task.read_text().split()]
    return [one for child in direct for one in (child, *children(child))]


def workers_of(pid):
    """Dask's processes of a sweep that run points: the children of the forkserver."""
    below = children(pid)
    return [one for parent in below if is_forked(parent) for one in children(parent)]


def is_forked(pid):
    return b"forkserver" in read(f"/proc/{pid}/cmdline")


def read(file):
    with contextlib.suppress(OSError):
        return Path(file).read_bytes()
    return b""


def sweep(onchip, *words):
    """Starts a sweep in a session of its own."""
    log = (onchip.folder / "sweep.log").open("wb")
    return onchip.start("sweep", "study.toml", *words, stderr=log, start_new_session=True)


@pytest.mark.long
def test_the_same_table_over_tcp(onchip, folder, expected):
    with cluster(folder) as (address, _):
        onchip("sweep", "study.toml", "--scheduler", address)
    assert (folder / "study.csv").read_bytes() == expected


@pytest.mark.long
def test_the_same_table_by_slurm(onchip, folder, expected):
    """The jobs run in a partition, and one that Slurm cancels is submitted again."""
    table = folder / "study.csv"
    words = ("--slurm", "--partition", "other", "--nodes", 2, "--time", "00:20:00")
    words += ("--memory", "1GB", "--logs", folder / "logs")
    with slurm.running(folder / "slurm") as environment:
        onchip.environment = onchip.environment | environment
        wrong = onchip("sweep", "study.toml", "--slurm", "--partition", "x", code=Exit.MACHINE)
        assert "Slurm takes no jobs here: " in wrong.err and "artition" in wrong.err
        process = sweep(onchip, *words)
        until(lambda: count(table) >= 5)
        jobs = queued(onchip.environment)
        assert {partition for _, partition in jobs} == {"other"} and len(jobs) <= 2
        subprocess.run(["scancel", jobs[0][0]], env=onchip.environment, check=True)
        assert process.wait(200) == 0
        assert table.read_bytes() == expected
        until(lambda: not queued(onchip.environment), 30)


# Another user of this machine tries each address, with no certificate and with a certificate of his
# own. The script imports its modules first, because that user may not be allowed to read them.
STRANGER = """
import asyncio, os, sys
from distributed import rpc
from distributed.security import Security
own = Security.temporary().get_connection_args("client")
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
async def answers(address, arguments):
    try:
        async with rpc(address, connection_args=arguments, timeout=5) as server:
            return bool(await asyncio.wait_for(server.identity(), 5))
    except Exception:
        return False
async def main():
    tried = [(f"tcp://{one}", {}) for one in sys.argv[1:]]
    tried += [(f"tls://{one}", own) for one in sys.argv[1:]]
    answered = await asyncio.gather(*(answers(*one) for one in tried))
    print(*(address for (address, _), one in zip(tried, answered) if one))
asyncio.run(main())
"""


@pytest.mark.parametrize("where", ["here", pytest.param("slurm", marks=pytest.mark.long)])
def test_nobody_else_reaches_the_processes(tmp_path, monkeypatch, where):
    """Only Dask's ports listen, and each requires the certificate of this sweep."""
    monkeypatch.chdir(tmp_path)
    with contextlib.ExitStack() as ending:
        mark = str(tmp_path / "slurm").encode()
        wanted = Wanted(workers=2)
        if where == "slurm":
            wanted = Wanted(slurm=Slurm(cores=2))
            for name, value in ending.enter_context(slurm.running(tmp_path / "slurm")).items():
                monkeypatch.setenv(name, value)
        before = listening(mark)
        (tmp_path / "study").mkdir()
        monkeypatch.chdir(tmp_path / "study")
        found = ending.enter_context(client(wanted))
        found.wait_for_workers(2)
        assert found.submit(abs, -3).result() == 3
        opened = listening(mark) - before
        assert len(opened) == 1 + 2 * 2  # the scheduler, and each worker with its nanny
        hosts = {address.rpartition(":")[0] for address in opened}
        assert hosts == {"127.0.0.1"} if where == "here" else not hosts & {"0.0.0.0", "[::]", "*"}
        words = [sys.executable, "-c", STRANGER, *opened]
        tried = subprocess.run(words, cwd="/", capture_output=True, text=True, timeout=60)
        assert tried.returncode == 0, tried.stderr
        assert tried.stdout.split() == []
        secrets = [one for one in Path.cwd().rglob("*") if one.is_file() and is_key(one)]
        assert len(secrets) == (where == "slurm")
        for one in secrets:
            assert one.stat().st_mode & 0o77 == one.parent.stat().st_mode & 0o77 == 0
    assert list(Path.cwd().iterdir()) == []


def is_key(file):
    return b"PRIVATE KEY" in file.read_bytes()


def listening(mark):
    """The addresses on which this process, its descendants, and all processes with the mark in
    their environment listen.
    """
    done = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True, check=True)
    ours = {os.getpid(), *children(os.getpid())}
    found = set()
    for line in done.stdout.splitlines():
        for pid in map(int, re.findall(r"pid=(\d+)", line)):
            if pid in ours or mark in read(f"/proc/{pid}/environ"):
                found.add(line.split()[3])
    return found


def queued(environment):
    """The job and partition of everything that Slurm runs or will run."""
    words = ["squeue", "-h", "-o", "%i %P", "-t", "PENDING,RUNNING"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]


@pytest.mark.parametrize("ca", ["", os.devnull, "/no/such.pem"])
def test_a_scheduler_with_tls_wants_a_certificate(ca):
    files = {"distributed.comm.tls.ca-file": ca, "distributed.comm.tls.client.cert": ca}
    refused = pytest.raises(Failure, match=r"no certificate for it .*ca-file")
    with dask.config.set(files), refused, client(Wanted(scheduler="tls://127.0.0.1:1")):
        pass


def test_a_sweep_without_processes_ends(onchip, folder):
    """A sweep ends if no process for its points appears in time. The time limit is a setting of
    Dask.
    """
    onchip.environment |= {
        "DASK_DISTRIBUTED__WORKER__PRELOAD": "no.such.module",
        "DASK_DISTRIBUTED__SCHEDULER__NO_WORKERS_TIMEOUT": "1s",
    }
    assert sweep(onchip).wait(60) == Exit.SYSTEM
    said = (folder / "sweep.log").read_text()
    assert "no process to run points for 1 seconds" in said
    assert "a process on this machine to start" in said
    assert count(folder / "study.csv") == 0


def test_a_time_that_is_none_is_refused():
    refused = pytest.raises(Failure, match="'soon' is no time; right: seconds")
    with dask.config.set({NO_WORKERS: "soon"}), refused:
        print(Wanted().patience)


AWAITED = [
    (Wanted(), "process on this machine"),
    (Wanted(scheduler="tcp://x:1"), "worker of the scheduler at tcp://x:1"),
    (Wanted(slurm=Slurm()), "job of Slurm to start (`squeue --me`"),
]


@pytest.mark.parametrize(("wanted", "named"), AWAITED)
def test_a_sweep_that_waits_for_processes_says_so(monkeypatch, capsys, wanted, named):
    """The sweep continues as soon as there are processes. `there` lists the numbers that Dask
    reports.
    """
    there = iter([0] * 100 + [2])
    dask_client = SimpleNamespace(loop=object(), nthreads=lambda: {"all": next(there)})
    monkeypatch.setattr(execution, "COUNTED", 0.05)
    with dask.config.set({NO_WORKERS: "1h"}):
        waiting = execution.Execution(dask_client, "run", {"cycles": ""}, wanted, Progress(1, 0))
        assert waiting.processes() == 2
    said = capsys.readouterr().err
    assert said.count("waiting for a ") == 1 and named in said


@pytest.mark.long
def test_a_sweep_leaves_no_temporary_files(onchip, folder, tmp_path_factory):
    """No file is left when a sweep ends, even after an error or a signal. The next sweep removes
    the files that SIGKILL has left.
    """
    temporary = tmp_path_factory.mktemp("temporary")
    onchip.environment |= {"TMPDIR": str(temporary)}
    onchip.write("study.toml", STUDY + f"[axes]\nseed = [{SLOW}, 20, 21, {SLOW + 1}]\n")
    for number in (signal.SIGTERM, signal.SIGKILL):
        table = folder / f"{int(number)}.csv"
        process = sweep(onchip, "-o", table)
        until(lambda table=table: count(table) >= 1)
        below = children(process.pid)
        assert list(temporary.iterdir())
        process.send_signal(number)
        ended = process.wait(60)
        assert (ended == Exit.INTERRUPTED) == (not list(temporary.iterdir()))
        assert ended in (Exit.INTERRUPTED, -signal.SIGKILL)
    until(lambda: not any(map(is_forked, below)), 30)
    assert list(temporary.iterdir())
    onchip("sweep", "study.toml", "-o", "no/folder.csv", code=Exit.SYSTEM)
    assert list(temporary.iterdir()) == []
    onchip.write("study.toml", STUDY + "[axes]\nseed = [20, 21]\n")
    onchip("sweep", "study.toml")
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("address", ["nowhere", "tcp://127.0.0.1:1", "tcp://127.0.0.1:99999"])
def test_no_scheduler_answers(address):
    refused = pytest.raises(Failure, match=f"{address}: no scheduler answers")
    with refused, client(Wanted(scheduler=address)):
        pass


def test_slurm_does_not_answer(monkeypatch):
    monkeypatch.setenv("SLURM_CONF", os.devnull)
    refused = pytest.raises(Failure, match="--slurm: Slurm takes no jobs here: ")
    with refused, client(Wanted(slurm=Slurm())):
        pass


@pytest.mark.long
@pytest.mark.parametrize("at", [1, 20, 45])
def test_a_killed_sweep_goes_on(onchip, folder, expected, at):
    table = folder / "study.csv"
    process = sweep(onchip)
    until(lambda: count(table) >= at)
    started_here = children(process.pid)
    process.kill()
    process.wait()
    kept = rows(table)
    assert at <= len(kept) < POINTS
    until(lambda: not any(map(is_forked, started_here)), 30)
    onchip("sweep", "study.toml")
    assert table.read_bytes() == expected


@pytest.mark.long
def test_an_interrupted_sweep_goes_on(onchip, folder, expected):
    table = folder / "study.csv"
    process = sweep(onchip)
    until(lambda: count(table) >= 5)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(60) == Exit.INTERRUPTED
    said = (folder / "sweep.log").read_text()
    assert "the same command goes on" in said and "Traceback" not in said
    onchip("sweep", "study.toml")
    assert table.read_bytes() == expected


@pytest.mark.long
def test_killed_workers_lose_nothing(onchip, folder, expected):
    table = folder / "study.csv"
    process = sweep(onchip)
    for at in (3, 15, 30):
        until(lambda at=at: count(table) >= at)
        os.kill(workers_of(process.pid)[-1], signal.SIGKILL)
    assert process.wait(200) == 0
    assert table.read_bytes() == expected


@pytest.mark.long
def test_a_killed_scheduler_loses_nothing(onchip, folder, expected):
    table = folder / "study.csv"
    with cluster(folder) as (address, processes):
        process = sweep(onchip, "--scheduler", address)
        until(lambda: count(table) >= 10)
        processes[0].kill()
        assert process.wait(120) == Exit.SYSTEM
    assert "the scheduler is gone" in (folder / "sweep.log").read_text()
    kept = rows(table)
    assert 10 <= len(kept) < POINTS
    with cluster(folder) as (address, _):
        onchip("sweep", "study.toml", "--scheduler", address)
    assert table.read_bytes() == expected


@pytest.mark.long
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_full_disk_loses_nothing(onchip, folder, expected, form):
    """A file system of 4 kB holds a few rows. With more room, the same command continues."""
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "none", disk], check=True)
    try:
        table = disk / f"study.{form}"
        done = onchip("sweep", "study.toml", "-o", table, code=Exit.SYSTEM)
        assert "rows are whole" in done.err and "No space left" in done.err
        file = next(disk.glob("study.*"))
        kept = file.read_bytes()
        assert 0 < count(file) < POINTS and kept.endswith(b"\n")
        subprocess.run(["mount", "-o", "remount,size=1m", disk], check=True)
        onchip("sweep", "study.toml", "-o", table)
        if form == "csv":
            assert table.read_bytes() == expected
        else:
            from pyarrow import parquet

            found = parquet.read_table(table).to_pylist()
            texts = [{k: "" if v is None else str(v) for k, v in one.items()} for one in found]
            assert texts == rows(folder / "expected.csv")
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_thousand_points_cost_little_more_than_their_runs(onchip, folder):
    """On two processes, a sweep may take 1.2 × half of the sum of the runs, which are measured by
    `onchip.run` in this process.
    """
    seeds = list(range(2_000_000, 2_000_500))  # a run takes about 40 ms
    onchip.write("study.toml", STUDY + f"[axes]\nranks = [1, 2]\nseed = {seeds}\n")
    program = library.compile(folder / "prog.c", folder / "prog", cflags="-O2")
    begun = time.monotonic()
    for seed in seeds:
        for ranks in (1, 2):
            library.run(program, str(seed), ranks=ranks, chip="mesh2x2")
    runs = time.monotonic() - begun
    begun = time.monotonic()
    onchip("sweep", "study.toml", "--workers", 2, timeout=600)
    took = time.monotonic() - begun
    print(f"1,000 runs {runs:.1f} s; the sweep {took:.1f} s: {took / (runs / 2):.2f}")
    assert count(folder / "study.csv") == 1000
    assert took <= 1.2 * runs / 2
