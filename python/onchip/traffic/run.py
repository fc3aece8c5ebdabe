"""Runs synthetic traffic, at one rate or over a sweep of rates."""

from collections.abc import Callable

from onchip.base import project
from onchip.base.failures import Exit, Failure
from onchip.chip.chips import ChipFile

# The names in `simulator/src/traffic/pattern.rs`.
PATTERNS = (
    "uniform",
    "transpose",
    "bit-complement",
    "bit-reverse",
    "shuffle",
    "tornado",
    "neighbour",
    "hotspot",
)
MOST_CYCLES = 10_000_000  # limit of each phase, from `simulator/src/traffic/options.rs`
MOST_POINTS = 1000


def traffic(chip: ChipFile, **options) -> dict:
    """Runs traffic at one rate; docs/noc.md explains the keys of `options` and of the result. Fails
    if an option is wrong.
    """
    _core = project.simulator()
    _check(**options)
    try:
        return _core.traffic(chip.checked, **options)
    except (ValueError, OverflowError) as error:
        raise Failure(Exit.USAGE, str(error)) from error


def _check(
    pattern="uniform", hotspots=(), circuits=(), random_circuits=0, close_after=None, **_
) -> None:
    """Fails if an option would have no effect."""
    if hotspots and pattern != "hotspot":
        raise Failure(Exit.USAGE, f"hot tiles are for the pattern hotspot, not {pattern}")
    if close_after is not None and not (circuits or random_circuits):
        raise Failure(Exit.USAGE, "there are no circuits to close; right: circuits, too")


def sweep(chip: ChipFile, rates: list[float], tick: Callable[[str], None], **options) -> dict:
    """Runs traffic at each rate. `saturation` is the highest rate up to which no run was saturated;
    None if the first run was.
    """
    points, highest = [], None
    for number, rate in enumerate(rates, 1):
        tick(f"{number} of {len(rates)}: {rate} flits a node and cycle")
        points.append(traffic(chip, rate=rate, **options))
        if not any(point["saturated"] for point in points):
            highest = rate
    return {"chip": chip.name, "saturation": highest, "points": points}


def rates(text: str) -> list[float]:
    """Parses the rates of `FIRST:LAST:STEP`, both ends included. ValueError says what is wrong."""
    parts = text.split(":")
    if len(parts) != 3:
        raise ValueError(f"'{text}' is not FIRST:LAST:STEP, such as 0.02:0.5:0.02")
    first, last, step = map(float, parts)
    if not (0 < first <= last <= 1 and step > 0):
        raise ValueError(f"'{text}': 0 < FIRST <= LAST <= 1 and 0 < STEP are right")
    if (last - first) / step >= MOST_POINTS:
        raise ValueError(f"'{text}' has more than {MOST_POINTS} rates")
    # Rounding must not lose the last rate.
    count = int((last - first) / step + 1e-6) + 1
    return [round(first + number * step, 9) for number in range(count)]
