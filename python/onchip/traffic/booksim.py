"""Compares onchip's curves with BookSim2's.

`python -m onchip.traffic.booksim_page` writes docs/noc-booksim.md. Nothing is fitted: onchip runs
`mesh8x8` with the buffers and packets of each curve.
"""

import csv
from dataclasses import dataclass

from onchip.base import project
from onchip.chip import chips
from onchip.traffic import run

CYCLES = {"warmup": 5000, "measure": 20000}
SEEDS = range(1, 9)
HOP = 4  # cycles for a hop with BookSim's delays
CLOSE_CYCLES = 2
CLOSE_SHARE = 0.1
PATTERNS = {"uniform": "uniform", "transpose": "transpose", "neighbor": "neighbour"}


@dataclass(frozen=True)
class Curve:
    """A curve of BookSim2: its traffic, buffers and packets."""

    traffic: str
    buffer: int
    packet: int


@dataclass
class Point:
    """Queueing delays at one load, in cycles: latency minus the simulator's own zero-load
    latency.
    """

    load: float
    theirs: float
    ours: float
    longer: float  # onchip's delay with an equal number of packets, each one flit longer


@dataclass
class Comparison:
    """The results of a curve; `their_*` belong to BookSim2."""

    curve: Curve
    points: list[Point]
    their_sustained: float
    their_saturated: float | None
    our_sustained: float

    @property
    def half(self) -> float:
        """Half of the first load at which BookSim2 is saturated, or of the highest load that it
        ran.
        """
        return (self.their_saturated or self.their_sustained) / 2

    def compared(self) -> list[Point]:
        """The points below half of saturation."""
        return [point for point in self.points if point.load < self.half - 1e-9]


def close(theirs: float, ours: float) -> bool:
    """Whether two delays are within two cycles or 10 %."""
    return abs(theirs - ours) <= max(CLOSE_CYCLES, CLOSE_SHARE * theirs)


def reference() -> dict[Curve, list[dict]]:
    """BookSim2's lines by curve, loads ascending."""
    path = project.root() / "docs/reference/booksim2-mesh8x8.csv"
    curves = {}
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            key = Curve(row["traffic"], int(row["buffer_flits"]), int(row["packet_flits"]))
            curves.setdefault(key, []).append(row)
    return curves


def their_zero_load(hops: float, packet: int) -> float:
    """BookSim2's zero-load latency: 4 cycles a hop, 3 in the last router, 3 to inject and eject,
    and one for each flit after the first.
    """
    return HOP * hops + 6 + packet - 1


def delay(curve: Curve, load: float, packet: int, seed: int = 1) -> tuple[float, dict]:
    """Our queueing delay at a load, and the whole result of the run."""
    chip = chips.load("mesh8x8", [f"network.buffer_flits={curve.buffer}"])
    pattern = PATTERNS[curve.traffic]
    result = run.traffic(chip, pattern=pattern, rate=load, packet=packet, seed=seed, **CYCLES)
    return result["latency_mean"] - result["latency_zero_load"], result


def longer(curve: Curve, load: float, seed: int = 1) -> float:
    """Our queueing delay for an equal number of packets that are one flit longer."""
    more = curve.packet + 1
    return delay(curve, load / curve.packet * more, more, seed)[0]


def spread(curve: Curve, load: float) -> tuple[list[float], list[float]]:
    """Our queueing delays with each of SEEDS, for the packets of the curve and for those one flit
    longer.
    """
    ours = [delay(curve, load, curve.packet, seed)[0] for seed in SEEDS]
    return ours, [longer(curve, load, seed) for seed in SEEDS]


def compare(curve: Curve, rows: list[dict]) -> Comparison:
    """Runs onchip at BookSim2's loads."""
    points, our_sustained, sustained = [], 0.0, True
    for row in rows:
        load, stable = float(row["offered_flits_per_node_cycle"]), row["state"] == "stable"
        if not (stable or sustained):
            break
        ours, result = delay(curve, load, curve.packet)
        sustained = sustained and not result["saturated"]
        our_sustained = load if sustained else our_sustained
        if stable:
            theirs = float(row["latency"]) - their_zero_load(result["hops"], curve.packet)
            points.append(Point(load, theirs, ours, longer(curve, load)))
    saturated = [row for row in rows if row["state"] == "saturated"]
    return Comparison(
        curve,
        points,
        their_sustained=points[-1].load,
        their_saturated=float(saturated[0]["offered_flits_per_node_cycle"]) if saturated else None,
        our_sustained=our_sustained,
    )


def compare_all() -> list[Comparison]:
    """The comparisons of all curves."""
    return [compare(curve, rows) for curve, rows in reference().items()]
