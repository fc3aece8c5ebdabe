"""Runs of synthetic traffic: one rate, or a sweep over rates."""

from collections.abc import Callable

from onchip.base import project
from onchip.base.failures import Exit, Failure
from onchip.chip.chips import ChipFile

# As `simulator/src/traffic/pattern.rs` has them.
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
MOST_CYCLES = 10_000_000  # of each phase, as `simulator/src/traffic/options.rs` has it
MOST_POINTS = 1000


def traffic(chip: ChipFile, **options) -> dict:
    """One run; keys of `options` and of the result: docs/noc.md. Wrong ones are a Failure."""
    _core = project.simulator()
    _check(**options)
    try:
        return _core.traffic(chip.checked, **options)
    except (ValueError, OverflowError) as error:
        raise Failure(Exit.USAGE, str(error)) from error


def _check(
    pattern="uniform", hotspots=(), circuits=(), random_circuits=0, close_after=None, **_
) -> None:
    """Fails if an option would change nothing."""
    if hotspots and pattern != "hotspot":
        raise Failure(Exit.USAGE, f"hot tiles are for the pattern hotspot, not {pattern}")
    if close_after is not None and not (circuits or random_circuits):
        raise Failure(Exit.USAGE, "there are no circuits to close; right: circuits, too")


def sweep(chip: ChipFile, rates: list[float], tick: Callable[[str], None], **options) -> dict:
    """A run for each rate. `saturation` is the highest below which, itself included, none was
    saturated; None if the first one was.
    """
    points, highest = [], None
    for number, rate in enumerate(rates, 1):
        tick(f"{number} of {len(rates)}: {rate} flits a node and cycle")
        points.append(traffic(chip, rate=rate, **options))
        if not any(point["saturated"] for point in points):
            highest = rate
    return {"chip": chip.name, "saturation": highest, "points": points}


def rates(text: str) -> list[float]:
    """The rates of `FIRST:LAST:STEP`, both ends included. ValueError says what is wrong."""
    parts = text.split(":")
    if len(parts) != 3:
        raise ValueError(f"'{text}' is not FIRST:LAST:STEP, such as 0.02:0.5:0.02")
    first, last, step = map(float, parts)
    if not (0 < first <= last <= 1 and step > 0):
        raise ValueError(f"'{text}': 0 < FIRST <= LAST <= 1 and 0 < STEP are right")
    if (last - first) / step >= MOST_POINTS:
        raise ValueError(f"'{text}' has more than {MOST_POINTS} rates")
    # The last one despite rounding.
    count = int((last - first) / step + 1e-6) + 1
    return [round(first + number * step, 9) for number in range(count)]
