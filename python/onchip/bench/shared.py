"""Part of `onchip bench sim`: rates of tiles with several cores and of messages, relative to other
rates of the simulator.
"""

from collections.abc import Callable

from onchip.base import scratch
from onchip.bench import kernels, rate
from onchip.chip import chips

LEAST_SECONDS = 1.0
KERNEL = "ordinary/hash"


def measure(rounds: int, tick: Callable[[str], None]) -> dict:
    """Each ratio, and the two rates that it is made of."""
    with scratch.folder() as folder:
        kernel = kernels.compile_kernel(KERNEL, folder)
        alone = kernels.link_for_chip(kernel)
        exchange = kernels.link_for_chip(kernel, "exchange.c")
        all_to_all = kernels.link_for_chip(kernel, "alltoall.c")
    quad, mesh, large = (chips.load(name) for name in ("quad2x2", "mesh4x4", "mesh8x8"))
    pairs = {
        "quad1_vs_mesh1": ((quad, alone, 1), (mesh, alone, 1)),
        "quad16_vs_mesh16": ((quad, alone, 16), (mesh, alone, 16)),
        "exchange64_vs_busy64": ((large, exchange, 64, b"ready"), (large, alone, 64)),
        "alltoall64_vs_busy64": ((large, all_to_all, 64, b"ready"), (large, alone, 64)),
    }
    return {
        name: _ratio(*pair, rounds, lambda name=name: tick(name)) for name, pair in pairs.items()
    }


def _ratio(one: tuple, other: tuple, rounds: int, tick: Callable[[], None]) -> dict:
    first, second = (rate.busy(*what) for what in (one, other))
    ratio, rate_one, rate_other = rate.ratio(first, second, LEAST_SECONDS, rounds, tick)
    return {
        "ratio": ratio,
        "instructions_per_second": rate_one,
        "other_instructions_per_second": rate_other,
    }
