"""Measures how many instructions per second the simulator executes, for several chips in turn."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from onchip.base import project
from onchip.base.failures import Exit, Failure
from onchip.chip import chips

ENDLESS = 1 << 31  # more repetitions than a program can make during a measurement
WARM_UP_LIMIT = 300.0  # seconds within which a program must report that it is ready


@dataclass
class Busy:
    """A simulation of a busy program, which runs for a slice of time when it is its turn."""

    simulation: object

    def slice_rate(self, seconds: float) -> float:
        """Instructions per second over the next `seconds`."""
        before = self.simulation.instructions
        started = time.perf_counter()
        ended = self.simulation.run(round(seconds * 1000))
        passed = time.perf_counter() - started
        self.simulation.output()
        if ended:
            report = self.simulation.report()
            raise Failure(Exit.INTERNAL, f"a measured program has ended: {report['message']}")
        return (self.simulation.instructions - before) / passed


def load(
    chip: chips.ChipFile,
    elf: bytes,
    ranks: int,
    arguments: Sequence[str],
    host_threads: int = 1,
):
    """A simulation of one program by `host_threads` threads of this machine. Ranks have one core
    each.
    """
    program = {
        "elf": elf,
        "name": "benchmark",
        "ranks": ranks,
        "threads": 1,
        "args": list(arguments),
    }
    return project.simulator().Simulation(chip.checked, programs=[program], jobs=host_threads)


def busy(
    chip: chips.ChipFile, elf: bytes, ranks: int, wait_for: bytes = b"", host_threads: int = 1
) -> Busy:
    """A simulation of an endless program that has already printed `wait_for`."""
    simulation = load(chip, elf, ranks, [str(ENDLESS)], host_threads=host_threads)
    seen = b""
    deadline = time.monotonic() + WARM_UP_LIMIT
    while True:
        ended = simulation.run(100)
        seen += b"".join(text for _, _, text in simulation.output())
        if wait_for in seen and not ended:
            return Busy(simulation)
        if ended or time.monotonic() > deadline:
            message = simulation.report()["message"]
            raise Failure(Exit.INTERNAL, f"a measured program did not get ready: {message}")


def finished(chip: chips.ChipFile, elf: bytes, arguments: Sequence[str], clock=time.perf_counter):
    """Runs a program on one core to its end. Returns the simulation, and the seconds that it took
    by `clock`, without loading.
    """
    simulation = load(chip, elf, 1, arguments)
    started = clock()
    while not simulation.run(10_000):
        pass
    return simulation, clock() - started


def seconds_of(
    chip: chips.ChipFile, elf: bytes, repetitions: int, clock=time.perf_counter
) -> tuple[float, int]:
    """Seconds that one busy core takes, without loading, and the instructions that it executes."""
    simulation, seconds = finished(chip, elf, [str(repetitions)], clock)
    return seconds, simulation.instructions


def check_result(chip: chips.ChipFile, elf: bytes, name: str, repetitions: int, qemu: int) -> None:
    """Fails unless the chip computes the result that QEMU has computed."""
    simulation, _ = finished(chip, elf, [str(repetitions)])
    ours = int(b"".join(text for _, stream, text in simulation.output() if stream == 1) or b"-1")
    if ours != qemu:
        raise Failure(Exit.INTERNAL, f"{name}: the chip computes {ours}, QEMU {qemu}")


def compare(
    many: Busy,
    one: Busy,
    rounds: int,
    tick: Callable[[], None],
    seconds: float = 1.0,
    other: str = "other",
) -> dict[str, float]:
    """Returns the median of the ratio `many` ÷ `one` over neighbouring slices of time, and the
    median rate of each. `other` is the name of `one` in the result.
    """
    pairs = []
    for number in range(rounds):
        # `many` and `one` take turns in being first, so that a slow phase of the machine affects
        # both.
        if number % 2:
            second = one.slice_rate(seconds)
            pairs.append((many.slice_rate(seconds), second))
        else:
            pairs.append((many.slice_rate(seconds), one.slice_rate(seconds)))
        tick()
    rate_many, rate_one = (statistics.median(column) for column in zip(*pairs, strict=True))
    return {
        "ratio": statistics.median(first / second for first, second in pairs),
        "instructions_per_second": rate_many,
        f"{other}_instructions_per_second": rate_one,
    }
