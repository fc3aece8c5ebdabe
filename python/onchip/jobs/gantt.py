"""A Gantt chart: cores over time, a colour for each job."""

import heapq
from collections.abc import Sequence
from pathlib import Path

from onchip.base import plot
from onchip.jobs.allocation import Placement
from onchip.jobs.domains import Domains

NAMED = 40  # jobs; with more, the names would cover each other


def bars(domains: Domains, placements: Sequence[Placement]) -> list[tuple[int, int, int, int, int]]:
    """Returns, for each core that a job has had, the job's number, row, start, end, and the number
    of cores in adjacent rows.

    A job without a program gets no particular cores of its domain, so this function chooses the
    first free ones.
    """
    first, firsts = 0, []
    for domain in domains.each:
        firsts.append(first)
        first += len(domain.cores)
    if placements[0].ran:
        return _of_programs(domains, placements)
    shares = sorted(
        (share.started, share.ended, share.domain, number, share.cores)
        for number, placement in enumerate(placements)
        for share in placement.shares
    )
    free = [list(range(len(domain.cores))) for domain in domains.each]
    busy = [[] for _ in domains.each]
    drawn = []
    for started, ended, domain, number, cores in shares:
        while busy[domain] and busy[domain][0][0] <= started:
            for core in heapq.heappop(busy[domain])[1]:
                heapq.heappush(free[domain], core)
        taken = [heapq.heappop(free[domain]) for _ in range(cores)]
        heapq.heappush(busy[domain], (ended, taken))
        drawn += [
            (number, firsts[domain] + core, started, ended, length) for core, length in _rows(taken)
        ]
    return drawn


def _of_programs(domains: Domains, placements: Sequence[Placement]):
    numbers = [number for domain in domains.each for number in domain.numbers]
    row_of = {number: row for row, number in enumerate(numbers)}
    drawn = []
    for number, placement in enumerate(placements):
        if placement.ran:
            started = max(share.started for share in placement.shares)
            ended = max(share.ended for share in placement.shares)
            rows = _rows(sorted(row_of[core] for core in placement.ran.cores))
            drawn += [(number, row, started, ended, length) for row, length in rows]
    return drawn


def _rows(cores: list[int]) -> list[tuple[int, int]]:
    rows = []
    for core in cores:
        if rows and core == sum(rows[-1]):
            rows[-1] = (rows[-1][0], rows[-1][1] + 1)
        else:
            rows.append((core, 1))
    return rows


def draw(domains: Domains, names: Sequence[str], placements: Sequence[Placement], path: Path):
    """Writes the picture."""
    plots = plot.pyplot()
    figure, axes = plots.subplots(figsize=(9, 4.5), layout="constrained")
    colours = plots.get_cmap("tab20").colors
    drawn = {}
    for number, row, started, ended, length in bars(domains, placements):
        colour = colours[number % len(colours)]
        axes.broken_barh([(started, ended - started)], (row, length), color=colour, linewidth=0)
        drawn.setdefault(number, []).append((row + length / 2, (started + ended) / 2))
    for number, middles in drawn.items() if len(names) <= NAMED else ():
        row, time = sorted(middles)[len(middles) // 2]
        axes.text(time, row, names[number], fontsize=8, ha="center", va="center")
    axes.set_xlim(left=0)
    axes.set_ylim(0, domains.cores)
    axes.set_xlabel("cycles")
    axes.set_ylabel("cores, by domain")
    plot.save(figure, path)
    plots.close(figure)
