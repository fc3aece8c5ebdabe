"""A workload of jobs over time: the life of each job, the activity of its ranks, and the
micro-kernels.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from onchip.jobs.allocation import Placement, Run
from onchip.jobs.workload import Job
from onchip.trace import messages
from onchip.trace.lanes import Lane, Regions
from onchip.trace.messages import Records
from onchip.trace.recorder import Trace

WAITS, LOADS, RUNS = "waits for cores", "is loaded", "runs"
_OWNER = "jobs"


def with_jobs(trace: Trace, jobs: Sequence[Job], run: Run) -> Trace:
    """The trace of a run of jobs, with the life of each job; ranks are numbered over all jobs."""
    names = {
        one.ran.number: job.name
        for job, one in zip(jobs, run.placements, strict=True)
        if one.ran and one.ran.number
    }
    lanes, tables, first = [], [], 0
    for number in sorted({lane.job for lane in trace.lanes}):
        own = [lane for lane in trace.lanes if lane.job == number]
        called = f"{names[number]} rank" if number in names else "micro-kernel"
        tables.append(messages.records(own).moved(first))
        ranks = [lane.rank for lane in own if lane.rank is not None]
        lanes += [
            lane
            if lane.rank is None
            else replace(lane, rank=first + lane.rank, process=f"{called} {lane.rank}")
            for lane in own
        ]
        first += max(ranks, default=-1) + 1
    lanes += [
        Lane(None, number, None, Regions.of(_life(job, one, run)), process=_OWNER, title=job.name)
        for number, (job, one) in enumerate(zip(jobs, run.placements, strict=True))
    ]
    whole = replace(trace, ranks=first, lanes=lanes)
    whole.records = Records.joined(tables)
    return whole


def _life(job: Job, placement: Placement, run: Run) -> Iterator[tuple[int, int, str]]:
    """The phases of a job's life from its submission on."""
    ran = placement.ran
    shares = [(run.begins[one.domain], one) for one in placement.shares]
    if ran:
        placed = ran.asked
    elif shares:
        placed = max(begin + share.started for begin, share in shares)
    else:
        return
    yield run.begins[placement.home] + placement.submitted, placed, WAITS
    if not ran:
        yield placed, max(begin + share.ended for begin, share in shares), RUNS
    elif ran.started is not None:
        yield placed, ran.started, LOADS
        how = ran.kind if ran.kind != "exit" else f"exit code {ran.exit_code}"
        well = ran.kind == "exit" and not ran.exit_code
        if ran.ended is not None:
            yield ran.started, ran.ended, RUNS if well else f"{RUNS}, ends by {how}"
