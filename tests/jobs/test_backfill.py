"""Backfilling: nobody starts later than without it where durations are known (clocked.c)."""

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


def _waits(program, backfill, seed, each, least):
    """The wait of each job, and how many have gone first."""
    words = [int(backfill), COLUMNS, ROWS, seed, JOBS, each, least]
    run = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    *lines, last = run.stdout.splitlines()
    assert len(lines) == JOBS, run.stdout  # else it says what is wrong
    return [int(line.split()[0]) for line in lines], int(last.split()[1])


def _later(program, seeds, each, least):
    """How much later each job starts with backfilling; and how many have gone first."""
    later, filled = [], 0
    for seed in seeds:
        without, none = _waits(program, False, seed, each, least)
        with_it, some = _waits(program, True, seed, each, least)
        assert none == 0
        filled += some
        later += [one - other for one, other in zip(with_it, without, strict=True)]
    return later, filled


@pytest.mark.parametrize("each, seeds", [(1, range(8)), (4, range(8))])
def test_nobody_starts_later(clocked, each, seeds):
    """No job fits into its home: those that do start there at once, out of the order."""
    later, filled = _later(clocked, seeds, each, each + 1)
    assert max(later) <= 0
    assert filled > len(seeds) and sum(later) < 0


@pytest.mark.long
@pytest.mark.parametrize("each", [1, 2, 4])
def test_nobody_starts_later_in_many_workloads(clocked, each):
    later, _ = _later(clocked, range(1000, 1500), each, each + 1)
    assert max(later) <= 0


FAULTS = {
    "it does not end in time": (
        "now(allocator) + entry->job.duration + allocator->domains->backfill",
        "now(allocator)",
    ),
    "cores are lent twice": (
        "return end > lent ? end - (lent > before ? lent : before) : 0;",
        "return lender->shares[share].cores;",
    ),
    "lent cores are not kept for their job": (
        "lender->reserved += loan->cores;",
        "allocator->idle += loan->cores;",
    ),
    "others end at once": ("run->end = now(allocator) + job->duration;", "run->end = UINT64_MAX;"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(tmp_path, fault):
    program = _build(tmp_path, with_fault(tmp_path, *FAULTS[fault]))
    try:
        later, _ = _later(program, range(8), 1, 2)
    except AssertionError:
        return
    assert max(later) > 0
