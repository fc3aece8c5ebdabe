"""Runs several jobs on one simulated chip. They start on given cores at given cycles, or a program
on the chip, the allocator, starts them. A fault, an abort or a deadlock ends only the job that it
happens in.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from onchip.base import timeouts
from onchip.base.failures import Exit
from onchip.base.interrupts import interrupts
from onchip.base.load import Load
from onchip.chip.chips import ChipFile
from onchip.options.run import Options
from onchip.outcome import constructs
from onchip.outcome.console import STDERR, STDOUT
from onchip.outcome.outcome import CLASSES, Outcome
from onchip.simulation import simulation
from onchip.trace import probes
from onchip.trace import recorder as recorders

STOPPED = "stopped"


@dataclass(frozen=True)
class Job:
    """A job that can be started. Its cores determine the number of ranks, `load.threads` cores
    each; `load.ranks` is not used.
    """

    load: Load
    environment: Sequence[str] = ()


@dataclass(frozen=True)
class Start:
    """The start of the job with the index `job`, on `cores` in the order of its ranks."""

    cycle: int
    job: int
    cores: Sequence[int]


@dataclass
class JobOutcome:
    """The outcome of a job that was started. Cycles count from the beginning of the run."""

    job: int  # the index of the job
    name: str
    cores: list[int]
    asked: int  # the cycle in which the job had its cores, and its start was requested
    started: int | None  # the cycle of the job's first instruction
    ended: int | None
    # A kind of Outcome or one of three others: `load` (the job could not be loaded), `stopped` (its
    # allocator has ended it) or `running` (it has not ended).
    kind: str
    exit_code: int | None  # None for `stopped` and `running`
    message: str  # what went wrong: process, function, line, waits
    instructions: int
    number: int  # the number of the job on the chip; 0 if it could not be loaded
    # Maps a stream (STDOUT, STDERR) to its output.
    output: dict[int, bytes] = field(default_factory=dict)


@dataclass
class Run:
    """The outcomes of all jobs, in the order of their starts, and of the allocator that started
    them.
    """

    jobs: list[JobOutcome]
    ended: Outcome  # how the allocator ended; `exit` if there is no allocator
    pieces: list[tuple[int, int, bytes]]  # the allocator's output: rank, stream, data

    @property
    def output(self) -> dict[int, bytes]:
        """The allocator's output, by stream."""
        return joined(self.pieces)


def run(
    chip: ChipFile,
    jobs: Sequence[Job],
    options: Options,
    allocator: Sequence[Load] = (),
    starts: Sequence[Start] = (),
    progress: Callable[[int, int], None] = lambda cycles, instructions: None,
    recorder: recorders.ChipRecorder | None = None,
) -> Run:
    """Runs a workload to its end, to Ctrl-C or to the timeout; `options.map` places the allocator.

    `progress` is called with cycles and instructions from time to time; `recorder` gets what the
    chip does over time. Fails if the allocator or a job's program cannot be loaded on this chip.
    """
    observed = recorder and probes.of_programs([*allocator, *(job.load for job in jobs)])
    simulated = simulation.load(chip, allocator, options, _workload(jobs, starts), observed)
    timeouts.lift()
    begun = time.monotonic()
    stopped = None
    printed: dict[int, list[tuple[int, int, bytes]]] = {}
    with interrupts() as interrupted:
        while stopped is None and not simulated.run(simulation.SLICE_MS):
            _keep(printed, simulated.job_output())
            progress(simulated.cycles, simulated.instructions)
            if interrupted():
                stopped = "interrupted", "interrupted"
            elif options.is_late:
                stopped = "timeout", timeouts.message(options.timeout)
    report = simulated.report()
    if recorder:
        recorder.end(simulated)
    _keep(printed, simulated.job_output())
    end = stopped or (report["kind"], constructs.with_names(report["message"]))
    records = simulated.jobs()
    numbers = {record["number"] for record in records}
    own = [printed[number] for number in sorted(printed.keys() - numbers)]
    return Run(
        jobs=[_outcome(record, jobs[record["job"]], printed) for record in records],
        ended=simulation.outcome(end, report, chip, allocator, begun),
        pieces=own[0] if own else [],
    )


def _workload(jobs: Sequence[Job], starts: Sequence[Start]) -> dict:
    """The workload in the form that the simulator takes, in which each program appears once."""
    images: dict[tuple[str, bytes], int] = {}
    entries = []
    for job in jobs:
        load = job.load
        image = images.setdefault((load.name, load.elf), len(images))
        entries.append(
            {
                "image": image,
                "threads": load.threads,
                "args": list(load.arguments),
                "environment": list(job.environment),
            }
        )
    return {
        "images": [{"name": name, "elf": elf} for name, elf in images],
        "jobs": entries,
        "starts": [
            {"cycle": start.cycle, "job": start.job, "cores": list(start.cores)} for start in starts
        ],
    }


def _keep(printed: dict, pieces) -> None:
    for number, rank, stream, data in pieces:
        if stream in (STDOUT, STDERR):
            printed.setdefault(number, []).append((rank, stream, data))


def joined(pieces: Sequence[tuple[int, int, bytes]]) -> dict[int, bytes]:
    """Joins pieces of output, by stream."""
    return {
        stream: b"".join(data for _, where, data in pieces if where == stream)
        for stream in (STDOUT, STDERR)
    }


def _outcome(record: dict, job: Job, printed: dict) -> JobOutcome:
    classes = CLASSES | {"load": Exit.MEMORY}  # the program does not fit into the cores' memory
    code = classes.get(record["kind"], record["exit_code"])
    if record["kind"] == STOPPED:
        code = None
    message = constructs.with_names(record["message"] or "")
    return JobOutcome(
        job=record["job"],
        name=job.load.name,
        cores=record["cores"],
        asked=record["asked"],
        started=record["started"],
        ended=record["ended"],
        kind=record["kind"],
        exit_code=None if code is None else int(code),
        message=f"job {record['job']} ({job.load.name}): {message}" if message else "",
        instructions=record["instructions"],
        number=record["number"],
        output=joined(printed.get(record["number"], [])),
    )
