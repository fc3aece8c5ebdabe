"""Synthetic traffic on a chip's network, without cores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onchip.api.chip import Chip, words
from onchip.api.frame import frame
from onchip.base.arguments import plain
from onchip.base.failures import Exit, Failure
from onchip.chip import chips
from onchip.options import declared
from onchip.options.noc import Options
from onchip.traffic import run as traffic

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Traffic:
    """Results at one rate or several. `points` has the figures of each rate, which docs/noc.md
    explains (latencies in cycles, rates in flits per node and cycle). `saturation` is the highest
    rate up to which the network sustains the load; None if it sustains no rate.
    """

    chip: str
    saturation: float | None
    points: Sequence[dict]

    def __getitem__(self, key: str) -> list:
        """One figure, such as "latency_mean", of every point."""
        return [point[key] for point in self.points]

    def frame(self) -> pandas.DataFrame:
        """A row for each point; needs pandas."""
        return frame(self.points)

    def _repr_html_(self) -> str:
        names = ("rate", "accepted", "latency_mean", "latency_p99", "saturated")
        heads = "".join(f"<th>{name}</th>" for name in names)
        rows = "".join(
            "<tr>" + "".join(f"<td>{_cell(point[name])}</td>" for name in names) + "</tr>"
            for point in self.points
        )
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


@declared.in_python(
    Options,
    *(name for name, one in declared.entries(Options).items() if one.python and name != "chip"),
    rate="float | Sequence[float]",
)
def noc(
    chip: str | Path | Chip = Options.chip,
    *,
    random_circuits_rate: float | None = None,
    **given: Any,
) -> Traffic:
    """Sends synthetic traffic through a chip's network, at one rate or several (in flits per node
    and cycle). The other options are those of `onchip noc`: packets in flits, times in cycles.
    Fails if they make no sense.
    """
    found = chips.load(*words(chip, given.pop("set", None)))
    rate = given.pop("rate", Options.rate)
    rates = [plain(one) for one in (rate if isinstance(rate, Iterable) else [rate])]
    if not rates or not all(isinstance(one, int | float) for one in rates):
        raise Failure(Exit.USAGE, f"rate: {rate!r} is wrong; right: a number, or a list of them")
    asked = Options(**declared.of_python(Options, given))
    more = asked.traffic() | {"random_circuits_rate": random_circuits_rate}
    return Traffic(**traffic.sweep(found, rates, lambda _: None, **more))


def replay(
    chip: str | Path | Chip,
    file: str | Path,
    set: Mapping[str, Any] | None = None,
    packets: int | None = None,
) -> dict[str, Any]:
    """Replays recorded packets through a chip's network. `file` was written by a run with
    `record_packets`, or is a trace of Netrace, of which only the first `packets` are replayed
    (None: all). docs/noc.md explains the figures of the result. Fails if the file has another
    format, or was recorded on a chip with other endpoints.
    """
    found = chips.load(*words(chip, set))
    return {"chip": found.name} | traffic.replay(found, Path(file), packets)


def _cell(value) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)
