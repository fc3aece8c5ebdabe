"""Part of `onchip bench sim`: the simulator's speed with two host threads, and with a thread for
each core of this machine, relative to its speed with one thread.
"""

import os
import statistics
from collections.abc import Callable

from onchip.base import scratch
from onchip.bench import kernels, rate
from onchip.chip import chips

ORDINARY = "ordinary/hash"


def measure(rounds: int, tick: Callable[[str], None]) -> dict:
    """Each ratio with its two rates; `load` is the machine's load before the measurement."""
    with scratch.folder() as folder:
        objects = {name: kernels.compile_kernel(name, folder) for name in kernels.KERNELS}
        busy = {name: kernels.link_for_chip(kernel) for name, kernel in objects.items()}
        ordinary = kernels.compile_kernel(ORDINARY, folder)
        alone = kernels.link_for_chip(ordinary)
        exchange = kernels.link_for_chip(ordinary, "exchange.c")
    quad, large = chips.load("quad2x2"), chips.load("mesh8x8")
    programs = {f"{name}64": (large, elf, 64) for name, elf in busy.items()} | {
        "hash64": (large, alone, 64),
        "hash4": (large, alone, 4),
        "hash1": (large, alone, 1),
        "quad16": (quad, alone, 16),
        "exchange64": (large, exchange, 64, b"ready"),
    }
    cores = len(os.sched_getaffinity(0))
    load = os.getloadavg()[0]
    ratios = {}
    for name, program in programs.items():
        for jobs in sorted({2, cores} - {1}):
            key = f"{name}, {jobs} threads"
            several, one = rate.busy(*program, host_threads=jobs), rate.busy(*program)
            ratios[key] = rate.compare(several, one, rounds, lambda key=key: tick(key))
    return {
        "busy64_two_threads": statistics.geometric_mean(
            ratios[f"{name}64, 2 threads"]["ratio"] for name in busy
        ),
        "ratios": ratios,
        "cores": cores,
        "load": load,
    }
