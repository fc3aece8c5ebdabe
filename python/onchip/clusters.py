"""Clusters: the tiles of a chip in which a kernel runs beside ranks (docs/kernel.md)."""

from collections.abc import Sequence
from pathlib import Path

from onchip import build, compile
from onchip.chips import ChipFile
from onchip.run_options import Load


def kernel(target: compile.Target, folder: Path) -> Load:
    """The program of the kernels, built in `folder`."""
    plain = compile.Target(target.host)
    file = build.build([str(compile.kernel_source(plain))], plain, [], folder)
    elf = b"" if target.host else file.read_bytes()
    return Load(file, elf, "kernel", ranks=0, arguments=(), kernel=True)


def cores(chip: ChipFile) -> int:
    """Cores of the chip that ranks can have beside kernels: all but the last of each tile."""
    return chip.cores - chip.tiles


def on_host(chip: ChipFile, ranks: int, mapping: str | Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The cluster of each rank where there are no tiles: as on the chip, which need not have room
    for all of them.
    """
    beside = max(chip.config["tile"]["cores"] - 1, 1)
    if not isinstance(mapping, str):
        tiles = [cores[0] // chip.config["tile"]["cores"] for cores in mapping]
        used = sorted(set(tiles))
        return tuple(used.index(tile) for tile in tiles)
    if mapping == "scatter":
        return tuple(rank % chip.tiles for rank in range(ranks))
    return tuple(rank // beside for rank in range(ranks))
