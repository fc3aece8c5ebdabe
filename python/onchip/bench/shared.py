"""Part of `onchip bench sim`: the simulation speed of tiles with several cores, and of messages,
relative to other speeds of the simulator.
"""

import dataclasses
from collections.abc import Callable
from pathlib import Path

from onchip.base import scratch
from onchip.bench import kernels, rate
from onchip.build import build
from onchip.build.compiler import CHIP
from onchip.chip import chips

KERNEL = "ordinary/hash"


def measure(rounds: int, tick: Callable[[str], None]) -> dict:
    """Returns each ratio together with its two rates."""
    with scratch.folder() as folder:
        kernel = kernels.compile_kernel(KERNEL, folder)
        alone = kernels.link_for_chip(kernel)
        exchange = kernels.link_for_chip(kernel, "exchange.c")
        all_to_all = kernels.link_for_chip(kernel, "alltoall.c")
        # A chip whose tiles have several cores needs programs that are linked for it.
        halos = {shares: _halo(folder, shares) for shares in (False, True)}
    names = ("quad2x2", "mesh4x4", "mesh8x8", "mesh32x32", "mppa256")
    quad, mesh, large, largest, mppa = map(chips.load, names)

    def halo(chip: chips.ChipFile, ranks: int) -> tuple:
        return chip, halos[chip.shares_tiles], ranks, b"ready"

    pairs = {
        "quad1_vs_mesh1": ((quad, alone, 1), (mesh, alone, 1)),
        "quad16_vs_mesh16": ((quad, alone, 16), (mesh, alone, 16)),
        "exchange64_vs_busy64": ((large, exchange, 64, b"ready"), (large, alone, 64)),
        "halo16_quad_vs_mesh": (halo(quad, 16), halo(mesh, 16)),
        "halo192_mppa256_vs_halo64": (halo(mppa, 192), halo(large, 64)),
        "halo1024_vs_halo16": (halo(largest, 1024), halo(mesh, 16)),
        "alltoall64_vs_busy64": ((large, all_to_all, 64, b"ready"), (large, alone, 64)),
    }
    return {
        name: rate.compare(rate.busy(*one), rate.busy(*other), rounds, lambda name=name: tick(name))
        for name, (one, other) in pairs.items()
    }


def _halo(folder: Path, shared_tiles: bool) -> bytes:
    target = dataclasses.replace(CHIP, shared_tiles=shared_tiles)
    return build.build([str(kernels.sources() / "halo.c")], target, [], folder).read_bytes()
