"""Synthetic traffic on a chip's network, without cores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onchip.api import result
from onchip.api.chip import Chip, words
from onchip.base.arguments import plain
from onchip.base.failures import Exit, Failure
from onchip.chip import chips
from onchip.launch import inputs
from onchip.traffic import run as traffic

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Traffic:
    """Results at one rate or several. `points` has the figures of each rate, which docs/noc.md
    explains (latencies in cycles, rates in flits per node and cycle). `saturation` is the highest
    rate up to which the network sustains the load; None if there is none.
    """

    chip: str
    saturation: float | None
    points: Sequence[dict]

    def __getitem__(self, key: str) -> list:
        """One figure, such as "latency_mean", of every point."""
        return [point[key] for point in self.points]

    def frame(self) -> pandas.DataFrame:
        """A row for each point; needs pandas."""
        return result.pandas_or_failure().DataFrame(list(self.points))

    def _repr_html_(self) -> str:
        names = ("rate", "accepted", "latency_mean", "latency_p99", "saturated")
        heads = "".join(f"<th>{name}</th>" for name in names)
        rows = "".join(
            "<tr>" + "".join(f"<td>{_cell(point[name])}</td>" for name in names) + "</tr>"
            for point in self.points
        )
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def noc(
    chip: str | Path | Chip = "mesh8x8",
    *,
    rate: float | Sequence[float] = 0.1,
    set: Mapping[str, Any] | None = None,
    pattern: str = "uniform",
    packet: int = 4,
    seed: int = 1,
    warmup: int = 3000,
    measure: int = 10000,
    drain: int = 10000,
    to_self: bool = True,
    hotspots: Sequence[int] = (),
    hotspot_share: float = 0.2,
    priorities: Mapping[int, float] | None = None,
    circuits: Sequence[tuple[int, int, float | None]] = (),
    random_circuits: int = 0,
    random_circuits_rate: float | None = None,
    close_after: int | None = None,
) -> Traffic:
    """Sends synthetic traffic through a chip's network, at one rate or several (flits per node and
    cycle). The other options are those of `onchip noc`, with packets in flits and times in cycles.
    Fails if an option is wrong.
    """
    found = chips.load(*words(chip, set))
    rates = [plain(one) for one in (rate if isinstance(rate, Iterable) else [rate])]
    if not rates or not all(isinstance(one, int | float) for one in rates):
        raise Failure(Exit.USAGE, f"rate: {rate!r} is wrong; right: a number, or a list of them")
    seed, packet, warmup, measure, drain, hotspot_share, close_after = inputs.checked(
        "noc",
        seed=seed,
        packet=packet,
        warmup=warmup,
        measure=measure,
        drain=drain,
        hotspot_share=hotspot_share,
        close_after=close_after,
    )
    result = traffic.sweep(
        found,
        rates,
        lambda _: None,
        pattern=pattern,
        packet=packet,
        seed=seed,
        warmup=warmup,
        measure=measure,
        drain=drain,
        to_self=to_self,
        hotspots=list(hotspots),
        hotspot_share=hotspot_share,
        priorities=list((priorities or {}).items()),
        circuits=list(circuits),
        random_circuits=random_circuits,
        random_circuits_rate=random_circuits_rate,
        close_after=close_after,
    )
    return Traffic(**result)


def _cell(value) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)
