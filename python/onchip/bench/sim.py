"""`onchip bench sim`: the simulator compared with QEMU, and many cores compared with one.

The two measurements of a ratio take turns in one run, so that other work of the machine hits both.
"""

import math
import statistics
from collections.abc import Callable
from pathlib import Path

from onchip.base import scratch
from onchip.bench import kernels, qemu, rate
from onchip.chip import chips

AIM_SECONDS = 1.5  # long enough that a faster simulator still runs for a measurable time
CHECK_REPETITIONS = 2


def measure(rounds: int, tick: Callable[[str], None]) -> dict:
    """All ratios for the four kernels; `tick` is called with the name of each measurement."""
    with scratch.folder() as folder:
        objects = {name: kernels.compile_kernel(name, folder) for name in kernels.KERNELS}
        versus_qemu = {
            name: _against_qemu(kernel, rounds, lambda name=name: tick(f"{name} against QEMU"))
            for name, kernel in objects.items()
        }
        busy = {
            name: _busy64(
                kernels.link_for_chip(kernel), rounds, lambda name=name: tick(f"64 {name}")
            )
            for name, kernel in objects.items()
        }
        exchange = _exchange64(objects["loop"], rounds, lambda: tick("64 exchanging"))
        idle = _idle1023(objects["loop"], rounds, lambda: tick("1,023 asleep"))
    return {
        "vs_qemu": statistics.geometric_mean(each["ratio"] for each in versus_qemu.values()),
        "busy64_vs_one_core": statistics.geometric_mean(each["ratio"] for each in busy.values()),
        "exchange64_vs_one_core": exchange["ratio"],
        "idle1023_vs_one_core": idle["ratio"],
        "kernels": {
            name: {"vs_qemu": versus_qemu[name], "busy64": busy[name]} for name in kernels.KERNELS
        },
        "exchange64": exchange,
        "idle1023": idle,
        "rounds": rounds,
    }


def _against_qemu(kernel: Path, rounds: int, tick: Callable[[], None]) -> dict:
    elf = kernels.link_for_chip(kernel)
    chip = chips.load("mesh4x4")
    _, theirs = qemu.run(kernels.link_for_qemu(kernel, CHECK_REPETITIONS))
    rate.check_result(chip, elf, kernel.stem, CHECK_REPETITIONS, theirs)
    repetitions = _calibrate(lambda count: rate.seconds_of(chip, elf, count)[0])
    on_qemu = _calibrate(lambda count: qemu.run(kernels.link_for_qemu(kernel, count))[0])
    image = kernels.link_for_qemu(kernel, on_qemu)
    pairs, shortest = [], math.inf
    for _ in range(rounds):
        seconds, instructions = rate.seconds_of(chip, elf, repetitions)
        qemu_seconds, _ = qemu.run(image)
        qemu_instructions = instructions / repetitions * on_qemu
        pairs.append((instructions / seconds, qemu_instructions / qemu_seconds))
        shortest = min(shortest, seconds, qemu_seconds)
        tick()
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    return {
        "ratio": statistics.median(first / second for first, second in pairs),
        "instructions_per_second": ours,
        "qemu_instructions_per_second": theirs,
        "shortest_seconds": shortest,
    }


def _calibrate(seconds_of: Callable[[int], float]) -> int:
    """An even number of repetitions that takes about AIM_SECONDS or longer."""
    count = 2
    while (seconds := seconds_of(count)) < 0.3:
        count *= 8
    return 2 * math.ceil(count * max(1, AIM_SECONDS / seconds) / 2)


def _busy64(elf: bytes, rounds: int, tick: Callable[[], None]) -> dict:
    chip = chips.load("mesh8x8")
    return _compare(rate.busy(chip, elf, 64), rate.busy(chip, elf, 1), rounds, tick)


def _exchange64(kernel: Path, rounds: int, tick: Callable[[], None]) -> dict:
    """Compares 64 cores that exchange messages with a core that sends messages to itself."""
    elf, chip = kernels.link_for_chip(kernel, "exchange.c"), chips.load("mesh8x8")
    many, one = (rate.busy(chip, elf, ranks, b"ready") for ranks in (64, 1))
    return _compare(many, one, rounds, tick)


def _idle1023(kernel: Path, rounds: int, tick: Callable[[], None]) -> dict:
    """Compares a busy core that has 1,023 neighbours asleep in MPI_Recv with a core that has no
    neighbours.
    """
    elf = kernels.link_for_chip(kernel, "sleepers.c")
    large = chips.load("mesh32x32")
    small = chips.load(str(kernels.sources() / "mesh1x1.toml"))
    many, one = rate.busy(large, elf, large.cores, b"ready"), rate.busy(small, elf, 1, b"ready")
    return _compare(many, one, rounds, tick)


def _compare(many: rate.Busy, one: rate.Busy, rounds: int, tick: Callable[[], None]) -> dict:
    return rate.compare(many, one, rounds, tick, other="one_core")
