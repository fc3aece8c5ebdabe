"""Jobs side by side on a chip, on given cores or started by micro-kernels. Each job ends on its
own, and this does not affect the others.
"""

import random
import re

import pytest

from conftest import ROOT
from jobs.test_ft import CLASS_S, FT
from onchip.base.failures import Exit
from onchip.base.load import Load
from onchip.chip import chips
from onchip.jobs.real_task import Job, Start, run
from onchip.options.run import Options
from onchip.outcome.console import STDOUT

ENDS = ROOT / "tests" / "jobs" / "ends.c"
REAL_TASK = ROOT / "papers" / "jobs" / "real_task.c"
ROUNDS = 5
DOMAINS = ("mesh.columns=6", "mesh.rows=6", "dram.routers=[0, 5, 30, 35]")
CENTRES = [[7], [10], [25], [28]]

# An argument of ends.c → how the job ends: the kind, the exit code, and a pattern of its report.
BAD = {
    "fault": ("fault", Exit.FAULT, r"rank \d+.*null pointer(.|\n)*step_on_null at \S*ends.c:\d+"),
    "abort": ("abort", 7, r"rank \d+ .*exit code 7, at \S*ends.c:\d+"),
    "exit": ("exit", 3, ""),
    "deadlock": ("deadlock", Exit.DEADLOCK, r"MPI_Recv for rank 0 \(tag 99\), at \S*ends.c:\d+"),
}


def _load(onchip, source, arguments=(), ranks=1):
    file = onchip.linked(source)
    return Load(file, file.read_bytes(), source.name, ranks, [str(word) for word in arguments])


def _check(outcome, how):
    """Checks that the job has ended as intended, regardless of the others."""
    if how == "well":
        ranks = len(outcome.cores)
        total = ROUNDS * (ROUNDS + 1) // 2 * ranks * (ranks + 1) // 2
        assert (outcome.kind, outcome.exit_code, outcome.message) == ("exit", 0, "")
        assert outcome.output[STDOUT].decode() == f"{ranks} ranks, sum {total}\n"
        return
    kind, code, words = BAD[how]
    assert (outcome.kind, outcome.exit_code) == (kind, code), outcome.message
    assert re.search(words, outcome.message), outcome.message
    if words:
        assert outcome.message.startswith(f"job {outcome.job} (ends.c): ")


def test_jobs_on_given_cores(onchip):
    hows = [*BAD, "well", "well"]
    jobs = [Job(_load(onchip, ENDS, [how])) for how in hows]
    starts = [Start(1000 * job, job, [2 * job, 2 * job + 1]) for job in range(len(jobs))]
    chip = chips.load("mesh4x4")
    results = [
        run(chip, jobs, Options(reference=reference), starts=starts).jobs
        for reference in (False, True)
    ]
    assert results[0] == results[1], "both schedulers"
    for outcome in results[0]:
        _check(outcome, hows[outcome.job])


def test_a_job_cannot_write_into_another(onchip):
    # The address is in the heap of the other job's first core.
    chip = chips.load("mesh4x4")
    address = 0x80000000 + (5 << (chip.config["tile"]["memory_kb"] * 1024 - 1).bit_length())
    words = ["elsewhere", hex(address + 0x20000)]
    jobs = [Job(_load(onchip, ENDS, words)), Job(_load(onchip, ENDS))]
    starts = [Start(0, 0, [1, 2]), Start(0, 1, [5, 6])]
    bad, good = sorted(run(chip, jobs, Options(), starts=starts).jobs, key=lambda done: done.job)
    assert bad.kind == "fault" and "write_elsewhere at" in bad.message, bad.message
    assert "belongs to another process or is not exposed" in bad.message
    _check(good, "well")


def _allocated(onchip, hows, policy, cores, seed):
    """Runs jobs that four micro-kernels start."""
    jobs = [Job(_load(onchip, ENDS, [how])) for how in hows]
    words = [policy, 2, 6, len(jobs), cores, seed, 1000]
    allocator = _load(onchip, REAL_TASK, words, ranks=len(CENTRES))
    chip = chips.load("tile64", DOMAINS)
    return run(chip, jobs, Options(map=CENTRES), [allocator])


@pytest.mark.parametrize("policy", ["cancel", "sequencer"])
def test_micro_kernels_start_jobs(onchip, policy):
    hows = ["well", *BAD, "well", "well"]
    result = _allocated(onchip, hows, policy, 12, 1)
    assert (result.ended.kind, result.ended.exit_code) == ("exit", 0), result.ended.message
    assert sorted(outcome.job for outcome in result.jobs) == list(range(len(hows)))
    taken = {core for centre in CENTRES for core in centre}
    for outcome in result.jobs:
        _check(outcome, hows[outcome.job])
        assert outcome.started > outcome.asked and not taken & set(outcome.cores)
    _check_disjoint(result.jobs)


def _check_disjoint(jobs):
    """Checks that no two jobs had a core at the same time."""
    for one in jobs:
        for other in jobs:
            if one.job < other.job and set(one.cores) & set(other.cores):
                assert one.ended < other.asked or other.ended < one.asked


@pytest.mark.long
def test_twenty_crashes_among_a_hundred_jobs(onchip):
    seed = random.randrange(1 << 16)
    print(f"seed {seed}")
    dice = random.Random(seed)
    hows = ["well"] * 80 + [dice.choice(list(BAD)) for _ in range(20)]
    dice.shuffle(hows)
    result = _allocated(onchip, hows, dice.choice(["cancel", "sequencer"]), 5, seed)
    assert result.ended.kind == "exit", result.ended.message
    assert sorted(outcome.job for outcome in result.jobs) == list(range(100))
    for outcome in result.jobs:
        _check(outcome, hows[outcome.job])
    _check_disjoint(result.jobs)


@pytest.mark.long
@pytest.mark.parametrize("policy", ["cancel", "sequencer"])
@pytest.mark.parametrize("count, cores", [(2, 16), (4, 32)])
def test_class_s_as_jobs(onchip, policy, count, cores):
    """The experiments of Ramachandran's figures 5.4 and 5.5, in full size."""
    jobs = [Job(_load(onchip, FT, [64, 6]))] * count
    words = [policy, 2, 6, count, cores, 1, 1000]
    allocator = _load(onchip, REAL_TASK, words, ranks=len(CENTRES))
    result = run(chips.load("tile64", DOMAINS), jobs, Options(map=CENTRES), [allocator])
    assert (result.ended.kind, len(result.jobs)) == ("exit", count), result.ended.message
    for outcome in result.jobs:
        lines = outcome.output[STDOUT].decode().splitlines()
        found = [tuple(map(float, line.split()[2:])) for line in lines]
        assert len(found) == len(CLASS_S)
        for ours, published in zip(found, CLASS_S, strict=True):
            assert ours == pytest.approx(published, rel=1e-12)
    _check_disjoint(result.jobs)
