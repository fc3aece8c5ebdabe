"""Runs synthetic traffic, at one rate or over a sweep of rates."""

from collections.abc import Callable
from pathlib import Path

from onchip.base import project
from onchip.base.failures import Exit, Failure
from onchip.chip.chips import ChipFile
from onchip.traffic import netrace


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


def replay(chip: ChipFile, path: Path, most: int | None = None) -> dict:
    """Replays the packets of a file. If the file is a trace of Netrace, only the first `most` are
    replayed (None: all). docs/noc.md explains the keys of the result. Fails if the file has another
    format, or was recorded on a chip with other endpoints.
    """
    _core = project.simulator()
    try:
        if not netrace.is_trace(path):
            if most is not None:
                raise Failure(Exit.USAGE, "--replay-packets is for traces of Netrace")
            return _core.replay(chip.checked, path.read_text())
        packets = netrace.text(path, chip, _core.ends(chip.checked), most)
        return _core.replay(chip.checked, packets) | dict.fromkeys(netrace.NOT_RECORDED)
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise Failure(Exit.USAGE, f"{path}: {error}") from error
    except ValueError as error:
        line, message = error.args
        place = f"{path}:{line}" if line else path
        raise Failure(Exit.USAGE, f"{place}: {message}") from error


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
