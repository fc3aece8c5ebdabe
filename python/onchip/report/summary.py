"""A run in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator

from onchip.chip import mesh
from onchip.chip.chips import NETWORKS, ChipFile
from onchip.outcome.outcome import Outcome
from onchip.trace import recorder


def sentences(outcome: Outcome, chip: ChipFile, mpi: float | None = None) -> list[str]:
    """Sentences on the cost of a run. `mpi` is the share of the ranks' cycles in calls of MPI, if
    it is known.
    """
    found = [*_whole(outcome, chip), *_cores(outcome, mpi), *_network(outcome, chip)]
    if outcome.energy:
        energy = outcome.energy
        found.append(
            f"Energy: {energy['total'] * 1e-9:,.1f} µJ, {energy['watts']:.3f} W in the mean."
        )
    return found


def of_run(outcome: Outcome, chip: ChipFile | None, trace: recorder.Trace | None) -> list[str]:
    """The summary of a run on the chip; empty for a run on this machine. The share of MPI comes
    from `trace`, if there is one.
    """
    if chip is None or not outcome.cycles:
        return []
    return sentences(outcome, chip, trace.mpi_share if trace else None)


def _whole(outcome: Outcome, chip: ChipFile) -> Iterator[str]:
    clock = chip.config["core"]["clock_mhz"]
    seconds = outcome.cycles / (clock * 1e6)
    yield (
        f"{outcome.cycles:,} cycles on {chip.name} ({_time(seconds)} at {clock:g} MHz), "
        f"{outcome.instructions:,} instructions by {outcome.ranks} "
        f"{'rank' if outcome.ranks == 1 else 'ranks'}."
    )


def _time(seconds: float) -> str:
    for unit, length in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= length:
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def cores(outcome: Outcome) -> list[dict]:
    """The figures of every core of every rank."""
    return [core for rank in outcome.per_rank for core in (rank, *rank.get("threads", ()))]


def _cores(outcome: Outcome, mpi: float | None) -> Iterator[str]:
    every = [core for core in cores(outcome) if "waiting" in core]
    whole = sum(max(core["ended"] - core["started"], 0) for core in every)
    if not whole:
        return
    asleep = sum(core["waiting"] for core in every) / whole
    stalled = sum(core["stalled"] for core in every) / whole
    calls = "" if mpi is None else f" Calls of MPI take {mpi:.1%} of the ranks' cycles."
    yield (
        f"Cores work {max(1 - asleep - stalled, 0):.1%} of their cycles, are stalled "
        f"{stalled:.1%}, and sleep {asleep:.1%}.{calls}"
    )


def link_name(router: int, port: int, network: str, chip: ChipFile) -> str:
    """The name of a link for users."""
    where = mesh.NAMES[port] if "mesh" in chip.config and port < len(mesh.NAMES) else f"port {port}"
    return f"router {router} {where} ({network})"


def _network(outcome: Outcome, chip: ChipFile) -> Iterator[str]:
    links = [
        (flits, router, port, name)
        for key, name in NETWORKS.items()
        for router, port, flits in outcome.statistics.get(key, {}).get("links", ())
    ]
    flits, router, port, name = max(links, default=(0, 0, 0, ""))
    if not flits:
        yield "No flit has passed through the network."
        return
    yield (
        f"Busiest link: {link_name(router, port, name, chip)}, {flits:,} flits, "
        f"{flits / outcome.cycles:.1%} of the cycles."
    )
