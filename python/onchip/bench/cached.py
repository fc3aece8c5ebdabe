"""`onchip bench sim --what cached`: cores whose accesses and instructions hit in caches, compared
with cores that have data and code in their tiles.
"""

import statistics
from collections.abc import Callable

from onchip.base import scratch
from onchip.bench import kernels, rate
from onchip.build.compiler import Target
from onchip.chip import chips

SECONDS = 0.5
PLAIN, CACHED = "mesh4x4", "mesh4x4-cached"
DATA = "heap"


def measure(rounds: int, tick: Callable[[str], None]) -> dict:
    """Returns the speeds of a kernel with its data in DRAM, and of kernels with their code in DRAM,
    relative to the same kernels in a tile.
    """
    with scratch.folder() as folder:
        objects = {name: kernels.compile_kernel(name, folder) for name in (DATA, *kernels.KERNELS)}
        each = {
            name: _compare(
                kernel,
                Target(heap="dram") if name == DATA else Target(code="dram"),
                rounds,
                lambda name=name: tick(f"{name} through a cache"),
            )
            for name, kernel in objects.items()
        }
    code = (each[name]["ratio"] for name in kernels.KERNELS)
    return {
        "cached_data_vs_tile": each[DATA]["ratio"],
        "cached_code_vs_tile": statistics.geometric_mean(code),
        "cached": each,
    }


def _compare(kernel, target: Target, rounds: int, tick: Callable[[], None]) -> dict:
    plain = rate.busy(chips.load(PLAIN), kernels.link_for_chip(kernel), 1)
    elf = kernels.link_for_chip(kernel, target=target)
    cached = rate.busy(chips.load(CACHED), elf, 1)
    return rate.compare(cached, plain, rounds, tick, SECONDS)
