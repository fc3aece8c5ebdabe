"""The same table from processes here, behind a Dask scheduler, and by Slurm, whatever is killed."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import onchip as library
import slurm
from onchip.failures import Exit, Failure
from onchip.sweep.cluster import Slurm, Wanted, client
from test_sweep import PROGRAM, STUDY, rows

DASK = Path(sys.executable).with_name("dask")
POINTS = 60
AXES = f"[axes]\nranks = [1, 2, 4]\nseed = {list(range(20, 20 + POINTS // 3))}\n"


@pytest.fixture
def folder(onchip):
    onchip.write("prog.c", PROGRAM)
    onchip.write("study.toml", STUDY + AXES)
    return onchip.folder


@pytest.fixture
def expected(onchip, folder):
    """The table of one process here, in which nothing is killed."""
    onchip("sweep", "study.toml", "--workers", 1, "-o", "expected.csv", timeout=200)
    table = (folder / "expected.csv").read_bytes()
    assert table.count(b"\n") == POINTS + 1
    return table


@contextlib.contextmanager
def started(folder, *words):
    """A process that ends with the test; what it says goes into a file."""
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
    """A scheduler and workers over TCP: its address and its processes."""
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
    """All processes that a process has started, and those that they have."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    direct = [int(word) for task in tasks for word in task.read_text().split()]
    return [one for child in direct for one in (child, *children(child))]


def workers_of(pid):
    """Dask's processes below a sweep that run points: the children of the one that forks them."""
    below = children(pid)
    return [one for parent in below if is_forked(parent) for one in children(parent)]


def is_forked(pid):
    return b"forkserver" in cmdline(pid)


def cmdline(pid):
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
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
    """Jobs in a partition; one that Slurm cancels meanwhile is submitted again."""
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


def queued(environment):
    """Job and partition of all that Slurm runs or will run."""
    words = ["squeue", "-h", "-o", "%i %P", "-t", "PENDING,RUNNING"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]


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
    """A file system of 4 kB holds a few rows; with more room the same command goes on."""
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
    """On two processes at most 1.2 × the sum of the runs / 2: the runs by `onchip.run`, one after
    the other, in this process.
    """
    seeds = list(range(2_000_000, 2_000_500))  # a run takes some 40 ms
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
