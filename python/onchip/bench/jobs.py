"""`onchip bench jobs`: cycles from a job's submission to the start on its last core."""

import math
import statistics
from collections.abc import Callable

from onchip.chip import chips
from onchip.jobs import allocation, domains, figures
from onchip.jobs.workload import Job
from onchip.outcome.console import Console

# Columns of the square meshes; each tile has a micro-kernel.
COLUMNS = (7, 16, 32)
DURATION = 1000
PROTOCOL = allocation.Protocol("cancel", "fixed")


def measure(tick: Callable[[str], None]) -> dict:
    """Returns, for each number of micro-kernels and each kind of job, the median wait for the
    start, and the number of messages for each job up to its start.

    Exponents show how the wait and the messages grow with the number of micro-kernels.
    """
    result = {}
    for columns in COLUMNS:
        kernels = columns**2
        for kind, jobs in workloads(kernels).items():
            tick(f"{kind} jobs, {kernels} micro-kernels")
            result[f"{kind}_{kernels}"] = _measure(columns, jobs)
    for kind in workloads(COLUMNS[0] ** 2):
        first, last = (result[f"{kind}_{columns**2}"] for columns in (COLUMNS[0], COLUMNS[-1]))
        result[f"{kind}_growth"] = {
            what: _exponent(first[what], last[what]) for what in ("cycles", "messages")
        }
    return result


def workloads(kernels: int) -> dict[str, list[Job]]:
    """Jobs that are submitted at once: one job that fits into the domain where it is submitted,
    four jobs that each need a sixteenth of all domains, and one job that needs all domains.
    """
    columns = round(kernels**0.5)
    corners = (0, columns - 1, kernels - columns, kernels - 1)
    return {
        "local": [Job("local", 1, DURATION, home=kernels // 2)],
        "sparse": [Job("sparse", kernels // 16, DURATION, home=corner) for corner in corners],
        "dense": [Job("dense", kernels, DURATION, home=0)],
    }


def _measure(columns: int, jobs: list[Job]) -> dict:
    chip = chips.load(
        "mesh32x32", [f"mesh.columns={columns}", f"mesh.rows={columns}", "dram.routers=[0]"]
    )
    cut = domains.cut(chip, 1, 1, None, programs=False)
    run = allocation.run(chip, cut, jobs, PROTOCOL, 1, None, Console(False, False, progress=False))
    of_jobs = figures.of_jobs(cut, jobs, PROTOCOL, run)
    return {
        "cycles": round(statistics.median(job.wait for job in of_jobs)),
        "messages": round(statistics.median(job.messages for job in of_jobs)),
    }


def _exponent(first: int, last: int) -> float:
    if not first or not last:
        return 0.0
    return math.log(last / first) / math.log(COLUMNS[-1] ** 2 / COLUMNS[0] ** 2)
