"""The ordinary programs of `onchip bench sim`, tuned neither for the simulator nor for QEMU.

Times are processor times, including QEMU's start-up, so other work on the machine does not count.
"""

import math
import os
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from onchip.base import scratch
from onchip.base.failures import Exit, Failure
from onchip.bench import kernels, rate
from onchip.chip import chips

PROGRAMS = (
    *("list", "integers", "states", "crc", "heap_sort"),
    *("hash", "tokens", "interpreter", "tree", "text"),
    *("blocks", "exact", "lookups", "bytes", "control"),
)
QEMU = "qemu-riscv32"
LONG_SECONDS = 2.0
SHORT_SECONDS = 0.3
CHECK_REPETITIONS = 20


def measure(rounds: int, tick: Callable[[str], None]) -> dict:
    """Compares each program with `qemu-riscv32` in user mode, and short runs with long ones."""
    if shutil.which(QEMU) is None:
        raise Failure(Exit.MACHINE, f"{QEMU} is not there; `onchip doctor` says how to get it")
    with scratch.folder() as folder:
        each = {
            name: _compare(name, folder, rounds, lambda name=name: tick(f"{name} against {QEMU}"))
            for name in PROGRAMS
        }
    return {
        "ordinary_vs_qemu_user": _mean(each, "ratio"),
        "short_vs_long": _mean(each, "short_vs_long"),
        "ordinary": each,
    }


def _mean(each: dict, key: str) -> float:
    return statistics.geometric_mean(values[key] for values in each.values())


def _compare(name: str, folder: Path, rounds: int, tick: Callable[[], None]) -> dict:
    kernel = kernels.compile_kernel(f"ordinary/{name}", folder)
    elf, chip = kernels.link_for_chip(kernel), chips.load("mesh4x4")
    _, theirs = _qemu(kernels.link_for_qemu_user(kernel, CHECK_REPETITIONS))
    rate.check_result(chip, elf, kernel.stem, CHECK_REPETITIONS, theirs)

    def seconds_of(count: int) -> tuple[float, int]:
        return rate.seconds_of(chip, elf, count, time.process_time)

    count = _calibrate(lambda count: seconds_of(count)[0])
    short = max(1, round(count * SHORT_SECONDS / LONG_SECONDS))
    on_qemu = _calibrate(lambda count: _qemu(kernels.link_for_qemu_user(kernel, count))[0])
    image = kernels.link_for_qemu_user(kernel, on_qemu)
    rows = []
    for _ in range(rounds):
        seconds, instructions = seconds_of(count)
        short_seconds, short_instructions = seconds_of(short)
        qemu_seconds, _ = _qemu(image)
        theirs = instructions / count * on_qemu / qemu_seconds
        ours = instructions / seconds
        rows.append((ours, theirs, ours / theirs, short_instructions / short_seconds / ours))
        tick()
    ours, theirs, ratio, short_vs_long = map(statistics.median, zip(*rows, strict=True))
    return {
        "ratio": ratio,
        "instructions_per_second": ours,
        "qemu_instructions_per_second": theirs,
        "short_vs_long": short_vs_long,
    }


def _qemu(image: Path) -> tuple[float, int]:
    """Seconds of a whole run under QEMU, and the kernel's result."""
    with subprocess.Popen([QEMU, str(image)], stdout=subprocess.PIPE) as process:
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or not text.startswith(b"BE"):
        raise Failure(Exit.INTERNAL, f"{QEMU} did not run {image.name}")
    return usage.ru_utime + usage.ru_stime, int(text[2:], 16)


def _calibrate(seconds_of: Callable[[int], float]) -> int:
    """The number of repetitions that takes about LONG_SECONDS."""
    count = 4
    while (seconds := seconds_of(count)) < SHORT_SECONDS:
        count *= 8
    return math.ceil(count * LONG_SECONDS / seconds)
