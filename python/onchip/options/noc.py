"""The options of `onchip noc`, each declared once: for the command, `onchip.noc` and studies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from onchip.base import project
from onchip.options import run
from onchip.options.declared import MOST, Form, again, option
from onchip.options.kinds import Choice, File, Number, Whole

MOST_POINTS = 1000
SMALLEST_SHARE, LARGEST_SHARE = 1e-6, 1e6


def read_priority(text: str) -> tuple[int, float]:
    """The level and share in `LEVEL:SHARE`."""
    level, share = _parts(text, "LEVEL:SHARE, such as 7:0.1", 2, 2)
    number = _number(text, share)
    if not SMALLEST_SHARE <= number <= LARGEST_SHARE:
        raise ValueError(f"'{text}': a share is above 0: {SMALLEST_SHARE:f} to {LARGEST_SHARE:.0f}")
    return _whole(text, level, "a level is 0, the lowest, to 7", 7), number


def read_circuit(text: str) -> tuple[int, int, float | None]:
    """The tiles and rate in `FROM:TO[:RATE]`."""
    start, end, *rate = _parts(text, "FROM:TO or FROM:TO:RATE, such as 0:9:0.5", 2, 3)
    tiles = (_whole(text, tile, "tiles are numbered from 0", 2**32) for tile in (start, end))
    return (*tiles, _rate(text, rate))


def read_circuits(text: str) -> tuple[int, float | None]:
    """The number and rate in `N[:RATE]`."""
    count, *rate = _parts(text, "N or N:RATE, such as 4:0.5", 1, 2)
    number = _whole(text, count, "a chip has 0 to 1024 circuits", 1024)
    return number, _rate(text, rate)


def _parts(text: str, form: str, least: int, most: int) -> list[str]:
    parts = text.split(":")
    if not least <= len(parts) <= most:
        raise ValueError(f"'{text}' is not {form}")
    return parts


def _whole(text: str, part: str, right: str, most: int) -> int:
    if not (part.isdecimal() and part.isascii() and len(part) <= 10 and int(part) <= most):
        raise ValueError(f"'{text}': {right}")
    return int(part)


def _number(text: str, part: str) -> float:
    try:
        return float(part)
    except ValueError:
        raise ValueError(f"'{text}': '{part}' is not a number") from None


def _rate(text: str, parts: list[str]) -> float | None:
    return _number(text, parts[0]) if parts else None


def rates(text: str) -> list[float]:
    """Parses the rates of `FIRST:LAST:STEP`, both ends included. ValueError says what is wrong."""
    parts = _parts(text, "FIRST:LAST:STEP, such as 0.02:0.5:0.02", 3, 3)
    first, last, step = map(float, parts)
    if not (0 < first <= last <= 1 and step > 0):
        raise ValueError(f"'{text}': 0 < FIRST <= LAST <= 1 and 0 < STEP are right")
    if (last - first) / step >= MOST_POINTS:
        raise ValueError(f"'{text}' has more than {MOST_POINTS} rates")
    # Rounding must not lose the last rate.
    count = int((last - first) / step + 1e-6) + 1
    return [round(first + number * step, 9) for number in range(count)]


def _cycles(word: str, least: int, default: int, help: str):
    return option(
        word,
        type=Whole(least, project.simulator().MOST_TRAFFIC_CYCLES),
        default=default,
        help=help,
        study=True,
    )


@dataclass(frozen=True)
class Options:
    """The traffic of a run, and what is measured."""

    chip: str = again(run.Options, "chip", default="mesh8x8")
    set: Sequence[str] = again(run.Options, "set")
    pattern: str = option(
        "--pattern",
        type=Choice(project.simulator().PATTERNS),
        default="uniform",
        help="Where each tile sends its packets.",
        study=True,
    )
    rate: float = option(
        "--rate",
        type=Number(0, 1, min_open=True),
        default=0.1,
        right="a rate above 0, at most 1",
        help="Load: flits per node and cycle.",
        study=True,
    )
    sweep: Sequence[float] | None = option(
        "--sweep",
        parse=rates,
        metavar="FIRST:LAST:STEP",
        help="Run once for each of these rates.",
        python=False,
    )
    packet: int = option(
        "--packet",
        type=Whole(1, 64),
        default=4,
        help="Flits of a packet.",
        study=True,
    )
    seed: int = option(
        "--seed",
        type=Whole(0, MOST),
        default=1,
        help="Seed of the random numbers.",
        study=True,
    )
    warmup: int = _cycles("--warmup", 0, 3000, "Cycles before the measurement.")
    measure: int = _cycles("--measure", 1, 10000, "Cycles of the measurement.")
    drain: int = _cycles("--drain", 0, 10000, "Longest wait for the measured packets, in cycles.")
    to_self: bool = option(
        "--to-self/--not-to-self",
        default=True,
        help="Whether a tile may choose itself as a random target.",
        study=True,
    )
    hotspots: Sequence[int] = option(
        "--hotspot",
        type=Whole(0),
        multiple=True,
        metavar="TILE",
        help="A hot tile, with --pattern hotspot. Repeatable. [default: the middle tile]",
        study=True,
        python=Form("Sequence[int]", list, ()),
    )
    hotspot_share: float = option(
        "--hotspot-share",
        type=Number(0, 1),
        default=0.2,
        right="0 to 1",
        help="Share of the packets that go to the hot tiles.",
        study=True,
    )
    priorities: Sequence[tuple[int, float]] = option(
        "--priority",
        parse=read_priority,
        multiple=True,
        metavar="LEVEL:SHARE",
        right='LEVEL:SHARE, such as "7:0.1"',
        help="Send packets of this priority, 0 to 7, in proportion to the other shares. "
        "Repeatable.",
        study=True,
        python=Form(
            "Mapping[int, float]",
            lambda given: list((given or {}).items()),
            help="{LEVEL: SHARE}: shares of the packets.",
        ),
    )
    circuits: Sequence[tuple[int, int, float | None]] = option(
        "--circuit",
        parse=read_circuit,
        multiple=True,
        metavar="FROM:TO[:RATE]",
        right='FROM:TO or FROM:TO:RATE, such as "0:9:0.5"',
        help="Open a circuit between two tiles, with packets of its own. Repeatable.",
        study=True,
        python=Form("Sequence[tuple[int, int, float | None]]", list, ()),
    )
    random_circuits: tuple[int, float | None] = option(
        "--circuits",
        parse=read_circuits,
        default="0",
        metavar="N[:RATE]",
        right='N or N:RATE, such as 4 or "4:0.5"',
        help="Open N circuits between random tiles.",
        study=True,
        python=Form("int", lambda count: (count, None), 0),
    )
    close_after: int | None = option(
        "--close-after",
        type=Whole(0),
        metavar="CYCLE",
        help="Close the circuits from this cycle on.",
        study=True,
    )
    replay: Path | None = option(
        "--replay",
        type=File(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Instead of a pattern, replay the packets that `onchip run --record-packets FILE` has "
        "recorded, or those of a trace of Netrace.",
        python=False,
    )
    replay_packets: int | None = option(
        "--replay-packets",
        type=Whole(1),
        metavar="N",
        help="Of a trace of Netrace, replay the first N packets.",
        python=False,
    )
    plot: Path | None = option(
        "--plot",
        type=File(dir_okay=False, path_type=Path),
        help="Draw latency against load, and the load of each link, into this file.",
        python=False,
    )

    def traffic(self) -> dict:
        """Returns the arguments of `onchip.traffic.run`."""
        names = ("pattern", "packet", "seed", "warmup", "measure", "drain", "to_self")
        names += ("hotspots", "hotspot_share", "priorities", "circuits", "close_after")
        count, rate = self.random_circuits
        circuits = {"random_circuits": count, "random_circuits_rate": rate}
        return {name: getattr(self, name) for name in names} | circuits


def of_study(given: Mapping) -> dict:
    """Returns keyword arguments of `onchip.noc` for the inputs of a point of a study, without the
    chip.
    """
    options = dict(given)
    if "priorities" in options:
        options["priorities"] = dict(map(read_priority, options["priorities"]))
    if "circuits" in options:
        options["circuits"] = list(map(read_circuit, options["circuits"]))
    if "random_circuits" in options:
        count, rate = read_circuits(str(options["random_circuits"]))
        options |= {"random_circuits": count, "random_circuits_rate": rate}
    return options
