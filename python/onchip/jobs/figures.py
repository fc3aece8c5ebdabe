"""Computes the figures of a run of jobs, for each job and for all."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass

from onchip.jobs.allocation import Placement, Protocol, Run
from onchip.jobs.domains import Domains
from onchip.jobs.real_task import JobOutcome
from onchip.jobs.workload import Job
from onchip.outcome.console import STDERR, STDOUT

SHORT = 10_000  # cycles; a bounded slowdown counts shorter run times as this long


@dataclass(frozen=True)
class JobFigures:
    """The figures of one job, with times in cycles. `wait` lasts from its submission until its last
    domain has given its cores, and `loading` from then to the first instruction of its program.
    `hops` is the mean distance between two of its cores. `bytes_hops` is the sum of bytes × hops by
    its table of traffic, and `bytes_hops_in_rows` would be this sum if its tasks were mapped row by
    row. `exit_code` and the following fields are for programs. A job is `lost` if a micro-kernel
    died that gave it cores or accepted its submission, or if too few cores were left. Figures of
    phases that the job did not reach are 0, and `message` gives the reason.
    """

    name: str
    home: int
    cores: int
    submitted: int
    wait: int
    ended: int
    domains: int
    messages: int
    cancellations: int
    hops: float
    bytes_hops: int | None
    bytes_hops_in_rows: int | None
    slowdown: float
    lost: bool
    loading: int
    exit_code: int | None
    message: str
    stdout: str
    stderr: str


def of_jobs(domains: Domains, jobs: Sequence[Job], protocol: Protocol, run: Run,
            dead: Collection[int] = ()):  # fmt: skip
    """The figures of each job; `dead` holds the micro-kernels that have died."""
    count = len(domains.each)
    # The number of messages to all micro-kernels, as in section 2.3.4 of Ramachandran's paper.
    # Flooding uses each link in both directions, except the way back to the source.
    to_all = count - 1
    if protocol.propagation == "flood":
        to_all = 2 * domains.links - (count - 1)
    figures = []
    for job, placement in zip(jobs, run.placements, strict=True):
        lost, submitted = not placement.has_run(job.tasks), placement.submitted
        started = max((share.started for share in placement.shares), default=submitted)
        ended = max((share.ended for share in placement.shares), default=submitted)
        messages = 2 * placement.requests * to_all + placement.responses
        duration, ran = job.duration or ended - started, placement.ran
        traffic, message = placement.traffic, ran.message if ran else ""
        run_time = max(duration, SHORT)
        figures.append(
            JobFigures(
                name=job.name,
                home=placement.home,
                cores=job.tasks,
                submitted=submitted,
                wait=started - submitted,
                ended=ended,
                domains=len(placement.shares),
                messages=messages,
                cancellations=max(placement.requests - 1, 0),
                hops=_hops([domains.position(tile) for tile in _tiles(domains, placement)]),
                bytes_hops=traffic.mapped if traffic else None,
                bytes_hops_in_rows=traffic.in_rows if traffic else None,
                slowdown=max(1.0, (started - submitted + duration) / run_time),
                lost=lost,
                loading=ran.started - ran.asked if ran and ran.started else 0,
                exit_code=ran.exit_code if ran else None,
                message=_why_lost(job, placement, domains, dead) if lost else message,
                stdout=_text(ran, STDOUT),
                stderr=_text(ran, STDERR),
            )
        )
    return figures


def of_all(domains: Domains, figures: Sequence[JobFigures], run: Run) -> dict:
    """The figures of the whole run."""
    shares = [share for placement in run.placements for share in placement.shares]
    makespan = max(one.ended for one in figures) - min(one.submitted for one in figures) or 1
    busy = sum(share.cores * (share.ended - share.started) for share in shares)
    finished = [one for one in figures if not one.lost]
    slowdowns = [one.slowdown for one in finished] or [1.0]
    waits = sorted(one.wait for one in finished) or [0]
    return {
        "jobs": len(figures),
        "lost": len(figures) - len(finished),
        "domains": len(domains.each),
        "cores": domains.cores,
        "makespan": makespan,
        "utilisation": busy / (domains.cores * makespan),
        "mean_wait": sum(waits) / len(waits),
        "median_wait": waits[len(waits) // 2],
        "longest_wait": waits[-1],
        "bounded_slowdown": sum(slowdowns) / len(slowdowns),
        "fairness": sum(slowdowns) ** 2 / (len(slowdowns) * sum(x * x for x in slowdowns)),
        "cancellations": sum(one.cancellations for one in figures),
        "backfilled": run.backfilled,
        "messages": sum(run.sent.values()),
    }


def as_json(jobs: Sequence[JobFigures], whole: dict, run: Run) -> dict:
    """The JSON object that `--json` prints (docs/json.md)."""
    listed = []
    for one, placement in zip(jobs, run.placements, strict=True):
        shares = [asdict(share) for share in placement.shares]
        texts = {name: _unicode(getattr(one, name)) for name in ("stdout", "stderr")}
        listed.append(asdict(one) | texts | {"shares": shares})
    return {
        "kind": run.outcome.kind,
        "cycles": run.outcome.cycles,
        "wall_seconds": run.outcome.wall_seconds,
        **whole,
        "sent": run.sent,
        "per_job": listed,
    }


def _unicode(text: str) -> str:
    return text.encode(errors="surrogateescape").decode(errors="replace")


def _why_lost(job: Job, placement: Placement, domains: Domains, dead: Collection[int]) -> str:
    of_dead = sorted({share.domain for share in placement.shares} & set(dead)) or sorted(dead)
    left = sum(len(one.cores) for number, one in enumerate(domains.each) if number not in dead)
    if placement.shares or placement.ran:
        numbers = ", ".join(map(str, of_dead))
        return f"lost: it had cores of micro-kernel {numbers}, which has died"
    if placement.home in dead:
        return f"lost: its home, micro-kernel {placement.home}, has died"
    if job.tasks > left:
        return f"lost: it needs {job.tasks:,} cores, and {left:,} are left"
    return f"lost: it was to have cores of micro-kernel {of_dead[0]}, which has died"


def _text(ran: JobOutcome | None, stream: int) -> str:
    return ran.output[stream].decode(errors="surrogateescape") if ran else ""


def _tiles(domains: Domains, placement: Placement) -> list[int]:
    """The tiles of a job's cores. A job without a program is assumed to have the first cores of
    each domain.
    """
    if placement.ran:
        return [domains.tile_of(core) for core in placement.ran.cores]
    return [
        tile
        for share in placement.shares
        for tile in domains.each[share.domain].cores[: share.cores]
    ]


def _hops(positions: Sequence[tuple[int, int]]) -> float:
    pairs = len(positions) * (len(positions) - 1) / 2
    whole = sum(_distances([position[i] for position in positions]) for i in (0, 1))
    return whole / pairs if pairs else 0.0


def _distances(values: list[int]) -> int:
    """The sum of the distances between all pairs of the values."""
    total = before = 0
    for number, value in enumerate(sorted(values)):
        total += value * number - before
        before += value
    return total
