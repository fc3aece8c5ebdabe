"""Runs micro-kernels, which allocate the cores of a chip to jobs. The jobs are programs (real-task
mode), or they end by timers (partial-simulation mode).
"""

import dataclasses
import random
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from onchip.base import scratch
from onchip.base.failures import Exit, Failure
from onchip.base.load import Load
from onchip.build import build, compiler
from onchip.chip import placement
from onchip.chip.chips import ChipFile
from onchip.jobs import real_task
from onchip.jobs.domains import NOBODY, Domains
from onchip.jobs.real_task import JobOutcome
from onchip.jobs.workload import Failing, Job
from onchip.launch.world import is_linked
from onchip.options.run import Options
from onchip.outcome.console import STDERR, STDOUT
from onchip.outcome.outcome import Outcome, for_linked
from onchip.simulation import simulation

# The order is that of enum oc_job_policy and oc_job_propagation (runtime/include/onchip_jobs.h).
POLICIES = ("cancel", "sequencer", "auto")
PROPAGATIONS = ("naive", "flood", "fixed", "adaptive")
MESSAGES = (
    "request", "response", "spawn", "cancel", "submit", "explore", "prefer", "decline", "lost",
    "tasks", "gone", "dead", "relay",
)  # fmt: skip
_HEAD = struct.Struct("<6i4Q")
_FAILURE = struct.Struct("<Q2i")  # struct oc_job_failure
_JOB = struct.Struct("<IIQIIQI4x")  # struct oc_job
_FEEDBACK = struct.Struct("<4I2Q")  # struct oc_job_feedback
_LATER = 2**63 - 1  # OC_JOB_LATER
MANY_HEARTBEATS = 100_000  # simulating this many heartbeats takes a few seconds of real time
MOST_BYTES = 2**31 - 1  # the most bytes between two processes that micro-kernels accept
PROGRAM, WORKLOAD = "jobs.c", "workload"


@dataclass(frozen=True)
class Protocol:
    """The ways in which micro-kernels agree with each other."""

    policy: str
    propagation: str
    heartbeat: int = 0  # cycles between two heartbeats; 0: none, because no micro-kernel dies
    backfill: bool = False


@dataclass(frozen=True)
class Share:
    """A job's use of one domain: the number of cores, and the times at which the job got them and
    gave them back, in cycles since the domain's micro-kernel began to count (`Run.begins`).
    """

    domain: int
    cores: int
    started: int
    ended: int
    is_lost: bool = False  # another micro-kernel that served the job has died


@dataclass(frozen=True)
class Traffic:
    """The sum of bytes × hops of a job, by its table of traffic, for two mappings of its tasks to
    its cores: row by row (`in_rows`), and the actual one (`mapped`).
    """

    in_rows: int
    mapped: int


@dataclass
class Placement:
    """The outcome of a job. `home` is the micro-kernel where it was submitted; `requests` is 0 if
    the micro-kernel's own domain had enough cores.
    """

    home: int
    submitted: int  # cycle; if the job waits for another, the cycle of that job's end
    shares: list[Share] = field(default_factory=list)
    requests: int = 0
    responses: int = 0
    ran: JobOutcome | None = None  # set if the job is a program
    traffic: Traffic | None = None  # set if the job is a program with a table of traffic

    def has_run(self, tasks: int) -> bool:
        """Whether the job got all its cores, and kept them to its end."""
        if self.ran:
            return self.ran.kind != real_task.STOPPED
        return sum(share.cores for share in self.shares if not share.is_lost) == tasks


@dataclass(frozen=True)
class Run:
    """How the run ended, the placement of each job, the number of messages of each kind, and the
    cycle of the chip from which each micro-kernel counts its times.
    """

    outcome: Outcome
    placements: Sequence[Placement]
    sent: dict[str, int]
    backfilled: int  # number of jobs that were started early
    begins: dict[int, int]


class _Printed:
    """Stands in for a console, and keeps what each rank prints on stdout."""

    def __init__(self, console):
        self._console = console
        self.texts = {}

    def write(self, pieces) -> None:
        _keep(self.texts, pieces)
        self._console.write([piece for piece in pieces if piece[1] == STDERR])

    def progress(self, cycles: int, instructions: int) -> None:
        self._console.progress(cycles, instructions)


def _keep(texts: dict[int, bytes], pieces) -> None:
    for rank, stream, data in pieces:
        if stream == STDOUT:
            texts[rank] = texts.get(rank, b"") + data


def heartbeat(domains: Domains) -> int:
    """The default period of heartbeats in cycles, longer than a micro-kernel needs to send to all
    others.
    """
    return 10_000 + 500 * len(domains.each)


def spawn_time(domains: Domains) -> int:
    """An upper bound of the cycles that a spawn message takes to reach all micro-kernels."""
    rows = -(-len(domains.each) // domains.columns)
    return 5_000 + 1_000 * (domains.columns + rows)


def check(jobs: Sequence[Job], domains: Domains, failures: Sequence[Failing] = ()) -> None:
    """Fails if a job cannot run on this chip, or if one of `failures` cannot happen on it."""
    for failure in failures:
        _check_failure(failure, domains)
    for job in jobs:
        if job.tasks > domains.cores:
            raise Failure(
                Exit.RANKS,
                f"{job.where}: {job.name} needs {job.tasks:,} cores, and there are "
                f"{domains.cores:,} for jobs in {len(domains.each):,} domains",
            )
        if job.home is not None and job.home >= len(domains.each):
            raise Failure(
                Exit.USAGE,
                f"{job.where}: {job.name} has the home {job.home}; micro-kernels are 0 to "
                f"{len(domains.each) - 1}",
            )


def _check_failure(failure: Failing, domains: Domains) -> None:
    last, kernel, other = len(domains.each) - 1, failure.kernel, failure.other
    if max(kernel, other or 0) > last:
        raise Failure(Exit.USAGE, f"{failure.where}: micro-kernels are 0 to {last}")
    if other is not None and other not in domains.near(kernel):
        raise Failure(
            Exit.USAGE,
            f"{failure.where}: link = [{kernel}, {other}]: they are not neighbours; those of "
            f"{kernel}: {', '.join(str(one) for one in domains.near(kernel) if one > NOBODY)}",
        )


def _tell_of_heartbeats(jobs, domains: Domains, period: int, console) -> None:
    """Prints a message if nothing but heartbeats happens for long, because heartbeats take time to
    simulate.
    """
    cycles = max(job.time + job.duration for job in jobs)
    beats = cycles // period * len(domains.each)
    if beats > MANY_HEARTBEATS:
        console.note(
            f"{beats:,} heartbeats in {cycles:,} cycles take a while to simulate; --heartbeat with "
            f"more than {period:,} cycles makes them fewer, and --timeout ends the run"
        )


def run(chip: ChipFile, domains: Domains, jobs: Sequence[Job], protocol: Protocol, seed: int,
        timeout: float | None, console, failures: Sequence[Failing] = (),
        recorder=None, stack_kb: int | None = None) -> Run:  # fmt: skip
    """Runs jobs in the order of their submission. A job without a home is submitted at a random
    micro-kernel, which `seed` determines. `recorder` is passed to `simulation.run`; `stack_kb` is
    for micro-kernels and programs.
    """
    check(jobs, domains, failures)
    deaths = [failure for failure in failures if failure.other is None]
    if deaths and not protocol.heartbeat:
        protocol = dataclasses.replace(protocol, heartbeat=heartbeat(domains))
    if protocol.heartbeat:
        _tell_of_heartbeats(jobs, domains, protocol.heartbeat, console)
    if protocol.backfill and jobs[0].program:
        raise Failure(
            Exit.USAGE,
            "--backfill: the length of programs is not known; right: jobs with 'duration'",
        )
    if protocol.backfill and (protocol.policy != "sequencer" or protocol.heartbeat):
        raise Failure(
            Exit.USAGE,
            "--backfill; right: with --policy sequencer, without failures or --heartbeat",
        )
    if protocol.heartbeat and any(job.after for job in jobs):
        follower = next(job for job in jobs if job.after)
        raise Failure(
            Exit.USAGE,
            f"--heartbeat: {follower.where}: {follower.name} waits for the end of "
            f"{follower.after}; right: without --heartbeat",
        )
    chance = random.Random(seed)
    homes = [chance.randrange(len(domains.each)) if job.home is None else job.home for job in jobs]
    options = Options(
        map=[[domain.kernel_core] for domain in domains.each],
        timeout=timeout,
        standard_input=False,
        stack_kb=stack_kb,
    )
    workload = _written(chip, domains, jobs, homes, protocol, failures)
    with scratch.folder() as folder:
        target = compiler.Target(isa=chip.isa)
        source = compiler.folder(target) / PROGRAM
        program = build.build([str(source)], target, [], folder)
        load = Load(program, program.read_bytes(), PROGRAM, len(domains.each), (WORKLOAD,))
        if jobs[0].program:
            done = _run_programs(
                chip, jobs, homes, options, load, workload, folder, console, recorder
            )
            return dataclasses.replace(done, outcome=_ended(done.outcome, domains, protocol))
        (folder / WORKLOAD).write_bytes(workload)
        printed = _Printed(console)
        options = dataclasses.replace(options, root=str(folder), directory=None)
        outcome = simulation.run(chip, [load], options, printed, recorder)
    return Run(_ended(outcome, domains, protocol), *_read(printed.texts, homes, jobs))


# This matches the simulator's report of a full heap.
_HEAP_FULL = re.compile(
    r"the heap of rank (\d+) was full.*: it has (\d+) bytes, .*What helps: (.*)"
)
_LARGER = re.compile(r"--set tile\.memory_kb=\d+")


def _ended(outcome: Outcome, domains: Domains, protocol: Protocol) -> Outcome:
    """Handles the end of the micro-kernels. If a micro-kernel ran out of memory, the run fails,
    because other micro-kernels would wait for cores that it had promised.
    """
    full = _HEAP_FULL.search(outcome.message)
    if not outcome.exit_code or not full:
        return outcome
    helps = [*_LARGER.findall(full[3]), "larger domains (--domain)"]
    if protocol.policy != "sequencer":
        helps.append("fewer messages (--policy sequencer)")
    message = (
        f"micro-kernel {full[1]} of {len(domains.each):,} has no memory left for jobs that wait "
        f"and messages that it has not read: its heap has {int(full[2]):,} bytes. "
        f"What helps: {', '.join(helps)}, a smaller stack (--stack), fewer jobs (--most)"
    )
    return dataclasses.replace(
        outcome, kind=Exit.MEMORY.kind, exit_code=int(Exit.MEMORY), message=message
    )


def _run_programs(chip, jobs, homes, options, load, workload, folder, console, recorder) -> Run:
    tasks = [real_task.Job(one) for one in _loads(chip, jobs, folder)]
    try:
        # Programs can open only the files below the current folder, so the allocator's file is
        # written there.
        with scratch.folder(Path()) as beside:
            (beside / WORKLOAD).write_bytes(workload)
            load = dataclasses.replace(load, arguments=(f"{beside.name}/{WORKLOAD}",))
            progress = console.progress
            done = real_task.run(chip, tasks, options, [load], progress=progress, recorder=recorder)
    except OSError as error:
        raise Failure(
            Exit.SYSTEM, f"no file for the workload in the current folder: {error.strerror}"
        ) from error
    texts = {}
    _keep(texts, done.pieces)
    placements, *rest = _read(texts, homes, jobs)
    for outcome in done.jobs:
        placement = placements[outcome.job]
        # `onchip jobs` has no options for the place of code and heap, so its messages name those
        # of `onchip cc`.
        outcome.message = for_linked(outcome.message)
        placement.ran = outcome
        # The job ended before the allocator noticed the death of a micro-kernel.
        if outcome.kind != real_task.STOPPED:
            placement.shares = [dataclasses.replace(one, is_lost=False) for one in placement.shares]
        placement.traffic = _traffic_of(chip, jobs[outcome.job], outcome.cores)
    return Run(done.ended, placements, *rest)


def _traffic_of(chip: ChipFile, job: Job, cores: Sequence[int]) -> Traffic | None:
    if not job.traffic:
        return None
    sent, hops = job.bytes_between, placement.hops_between(chip)
    in_rows, mapped = (
        placement.bytes_times_hops(sent, hops, each) for each in (sorted(cores), cores)
    )
    return Traffic(int(in_rows), int(mapped))


def _loads(chip: ChipFile, jobs: Sequence[Job], folder: Path) -> Iterator[Load]:
    """The programs of jobs; each is linked once."""
    linked = {}
    target = compiler.Target(isa=chip.isa)
    for job in jobs:
        flags = ("-fopenmp",) if job.threads else ()
        key = job.program, flags
        if is_linked(str(job.program)):
            linked[key] = job.program
        elif key not in linked:
            try:
                linked[key] = build.build([str(job.program)], target, flags, folder)
            except Failure as failure:
                raise Failure(failure.exit_code, f"{job.where}: {failure.message}") from failure
        file = linked[key]
        threads = max(job.threads, 1)
        yield Load(file, file.read_bytes(), job.program.name, 1, job.arguments, threads)


def _written(chip: ChipFile, domains: Domains, jobs: Sequence[Job], homes: Sequence[int],
             protocol: Protocol, failures: Sequence[Failing]) -> bytes:  # fmt: skip
    """The contents of the file that the micro-kernels read (runtime/link/jobs.c)."""
    parts = _parts(domains, jobs, homes, failures)
    begin = _HEAD.size + len(parts)
    traffic = _traffic(chip, jobs, begin)
    count = len(domains.each)
    sequencer = count // 2 + (domains.columns // 2 if (count // domains.columns) % 2 == 0 else 0)
    data = [
        _HEAD.pack(
            count,
            POLICIES.index(protocol.policy),
            PROPAGATIONS.index(protocol.propagation),
            min(sequencer, count - 1),
            int(bool(jobs[0].program)),
            len(failures),
            protocol.heartbeat,
            spawn_time(domains) if protocol.backfill else 0,
            begin if traffic else 0,
            sum(job.after is not None for job in jobs),
        ),
        parts,
        traffic,
    ]
    return b"".join(data)


def _traffic(chip: ChipFile, jobs: Sequence[Job], begin: int) -> bytes:
    """Encodes the positions of cores, and the bytes between the processes of jobs; empty if no job
    has a table of traffic. `begin` is the offset of this part in the file.
    """
    if not any(job.traffic for job in jobs):
        return b""
    mesh = chip.config["mesh"]
    is_torus = chip.config["network"]["topology"] == "torus"
    around = (mesh["columns"], mesh["rows"]) if is_torus else (0, 0)
    head = struct.pack("<3I", *around, chip.cores)
    head += b"".join(
        struct.pack("<2H", tile % mesh["columns"], tile // mesh["columns"]) for tile in chip.tile_of
    )
    at, offsets, tables = begin + len(head) + 4 * (1 + len(jobs)), [], []
    for job in jobs:
        table = _table(job)
        offsets.append(at if table else 0)
        tables.append(table)
        at += len(table)
    return b"".join([head, struct.pack(f"<{1 + len(jobs)}I", len(jobs), *offsets), *tables])


def _table(job: Job) -> bytes:
    if not job.traffic:
        return b""
    sent = job.bytes_between
    scale = max(1, -(-int(sent.max()) // MOST_BYTES))  # the mapping needs only orders of magnitude
    return (sent // scale).astype("<u4").tobytes()


def _parts(domains: Domains, jobs: Sequence[Job], homes: Sequence[int],
           failures: Sequence[Failing]) -> bytes:  # fmt: skip
    count, data = len(domains.each), []
    for one in sorted(failures, key=lambda failure: failure.time):
        data.append(_FAILURE.pack(one.time, one.kernel, NOBODY if one.other is None else one.other))
    data += _feedback(jobs, homes)
    times = [job.time if job.after is None else _LATER for job in jobs]
    by_home = sorted(range(len(jobs)), key=lambda number: (homes[number], times[number]))
    before = 0
    for home in range(count):
        data.append(struct.pack("<I", before))
        before += homes.count(home)
    data.append(struct.pack("<I", before))
    data += [struct.pack("<4i", *domains.near(number)) for number in range(count)]
    data += [struct.pack("<I", len(domain.cores)) for domain in domains.each]
    if jobs[0].program:
        data += [struct.pack(f"<{len(one.numbers)}I", *one.numbers) for one in domains.each]
    for number in by_home:
        job = jobs[number]
        data.append(
            _JOB.pack(
                job.priority, homes[number], times[number], number, job.tasks, job.duration, number
            )
        )
    return b"".join(data)


def _feedback(jobs: Sequence[Job], homes: Sequence[int]) -> list[bytes]:
    """Encodes which job waits for the end of which other job, sorted by the job that is awaited."""
    numbers = {job.name: number for number, job in enumerate(jobs)}
    waits = [
        (numbers[job.after], jobs[numbers[job.after]].tasks, number, homes[number], job.think,
         job.time)
        for number, job in enumerate(jobs)
        if job.after is not None
    ]  # fmt: skip
    return [_FEEDBACK.pack(*one) for one in sorted(waits)]


def _read(texts: dict[int, bytes], homes: Sequence[int], jobs: Sequence[Job]):
    placements = [Placement(home, job.time) for home, job in zip(homes, jobs, strict=True)]
    sent, backfilled = {}, 0
    begins = {}
    for rank, text in sorted(texts.items()):
        for line in text.decode().splitlines():
            what, *words = line.split()
            numbers = [int(word) for word in words]
            if what == "run":
                number, cores, started, ended, is_lost = numbers
                share = Share(rank, cores, started, ended, bool(is_lost))
                placements[number].shares.append(share)
            elif what == "placed":
                number, submitted, requests, responses = numbers
                placement = placements[number]
                placement.submitted = submitted
                placement.requests, placement.responses = requests, responses
            elif what == "began":
                begins[rank] = numbers[0]
            elif what == "filled":
                backfilled = numbers[0]
            else:
                sent[MESSAGES[numbers[0]]] = numbers[1]
    return placements, sent, backfilled, begins
