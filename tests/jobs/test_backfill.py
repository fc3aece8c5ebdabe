"""Backfilling. If the durations of jobs are known, no job waits for cores that it has lent. If also
all messages take the same time (clocked.c), no job starts later than without backfilling.
"""

import random
import subprocess

import pytest

from conftest import ROOT
from jobs.test_allocator import SOURCES, with_fault

CLOCKED = ROOT / "tests" / "jobs" / "clocked.c"
COLUMNS, ROWS, JOBS = 3, 3, 40


def _build(folder, sources):
    include = [f"-I{ROOT / 'runtime'}", f"-I{ROOT / 'runtime' / 'include'}"]
    flags = ["-std=c11", "-O1", "-g", "-fsanitize=address,undefined", *include]
    subprocess.run(["gcc", *flags, "-o", folder / "clocked", CLOCKED, *sources], check=True)
    return folder / "clocked"


@pytest.fixture(scope="module")
def clocked(tmp_path_factory):
    return _build(tmp_path_factory.mktemp("clocked"), SOURCES)


def _waits(program, backfill, seed, each, own, longest):
    """The wait of each job, and the number of jobs that were started early."""
    words = [int(backfill), COLUMNS, ROWS, seed, JOBS, each, each + 1, own, longest]
    run = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    *lines, last = run.stdout.splitlines()
    assert len(lines) == JOBS, run.stdout  # otherwise the program reports an error
    return [int(line.split()[0]) for line in lines], int(last.split()[1])


def _later(program, seeds, each, own=0, longest=1):
    """For each workload, returns how much later each job starts with backfilling than without it,
    and the number of jobs that were started early.

    A domain has `each` cores, and each job needs more than that, because a job that fits into its
    home's domain starts there at once, out of order. `own` is the number of cores of the
    sequencer's domain, which is the only domain to which the sequencer sends no messages.
    """
    later, filled = [], 0
    for seed in seeds:
        without, none = _waits(program, False, seed, each, own, longest)
        with_it, some = _waits(program, True, seed, each, own, longest)
        assert none == 0
        filled += some
        later.append([one - other for one, other in zip(with_it, without, strict=True)])
    return later, filled


@pytest.mark.parametrize("each", [1, 4])
def test_nobody_starts_later(clocked, each):
    later, filled = _later(clocked, range(8), each)
    assert max(map(max, later)) <= 0
    assert filled > len(later) and sum(map(sum, later)) < 0


@pytest.mark.long
@pytest.mark.parametrize("each", [1, 2, 4])
def test_nobody_starts_later_in_many_workloads(clocked, each):
    later, _ = _later(clocked, range(1000, 1500), each)
    assert max(map(max, later)) <= 0


@pytest.mark.long
@pytest.mark.parametrize("each", [1, 2, 4])
def test_cores_of_the_sequencer(clocked, each):
    """The sequencer's own cores start, and become free, one message earlier than other cores. A job
    that starts earlier may take such cores from another job. The other job then starts two messages
    later, and so do the jobs that wait for its cores.
    """
    later, _ = _later(clocked, range(1000, 1500), each, own=each)
    for jobs in later:
        assert all(cycles <= 2 * before for before, cycles in enumerate(jobs, 1))
    assert sum(max(jobs) > 0 for jobs in later) < 0.02 * len(later)


@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(500), marks=pytest.mark.long)])
def test_nobody_waits_for_lent_cores(clocked, seeds):
    """clocked.c reports a job that waits for cores that it has lent. The latency of messages
    differs between pairs of micro-kernels.
    """
    for each in 1, 4:
        later, filled = _later(clocked, seeds, each, own=each, longest=20)
        assert filled > len(later) and sum(map(sum, later)) < 0


FAULTS = {
    "it does not end in time": (
        "time + entry->job.duration + spawn > backfill->until",
        "false",
    ),
    "cores are lent twice": (
        "return end > lent ? end - (lent > before ? lent : before) : 0;",
        "return shares[share].cores;",
    ),
    "lent cores are not kept for their job": (
        "lender->reserved += loan->cores;",
        "allocator->idle += loan->cores;",
    ),
    "others end late": ("run->end = now(allocator) + job->duration;", "run->end = UINT64_MAX;"),
}


@pytest.mark.parametrize(
    "fault",
    [*list(FAULTS)[:2], *(pytest.param(one, marks=pytest.mark.long) for one in list(FAULTS)[2:])],
)
def test_a_planted_fault_is_found(tmp_path, fault):
    program = _build(tmp_path, with_fault(tmp_path, *FAULTS[fault]))
    try:
        later, _ = _later(program, range(8), 1)
    except AssertionError:
        return
    assert max(map(max, later)) > 0


@pytest.mark.parametrize("seeds", [[1], pytest.param(range(2, 21), marks=pytest.mark.long)])
def test_it_pays_on_the_chip(onchip, tmp_path, seeds):
    """Backfilling costs cycles of micro-kernels, most of all cycles of a micro-kernel that makes
    the requests for all jobs. It must save more than that.
    """
    for seed in seeds:
        any_of, time, text = random.Random(seed), 0, ""
        for _ in range(30):
            time += any_of.randrange(2_000, 60_000)
            tasks = any_of.randrange(2, any_of.choice([4, 16]) + 1)
            duration = any_of.randrange(1_000, any_of.choice([40_000, 400_000]))
            home = any_of.randrange(16)
            text += f"[[job]]\ntasks = {tasks}\nduration = {duration}\n"
            text += f"time = {time}\nhome = {home}\n"
        (tmp_path / "jobs.toml").write_text(text)
        words = ["jobs", "run", tmp_path / "jobs.toml", "--chip", "mesh4x4"]
        words += ["--policy", "sequencer", "--json"]
        without, with_it = (onchip(*words, *more).json for more in ((), ("--backfill",)))
        assert with_it["mean_wait"] < without["mean_wait"]
