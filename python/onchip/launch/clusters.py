"""Clusters: the tiles of a chip in which a kernel runs beside the ranks (docs/kernel.md)."""

from collections.abc import Sequence
from pathlib import Path

from onchip.base.load import Load
from onchip.build import build, compiler
from onchip.chip.chips import ChipFile

_linked: dict[bool, Path] = {}  # maps `host` to the kernels' linked program


def use(host: bool, file: Path) -> None:
    """Sets the file of the kernels' program, so that this process does not build it."""
    _linked[host] = file


def kernel(target: compiler.Target, folder: Path) -> Load:
    """Loads the kernels' program; it is built in `folder` unless there is one already."""
    plain = target.plain
    file = _linked.get(target.host) or build.build(
        [str(compiler.kernel_source(plain))], plain, [], folder
    )
    elf = b"" if target.host else file.read_bytes()
    return Load(file, elf, "kernel", ranks=0, arguments=(), kernel=True)


def on_host(chip: ChipFile, ranks: int, mapping: str | Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The cluster of each rank on this machine. Ranks are distributed as on the chip, but they need
    not all fit on the chip.
    """
    if not isinstance(mapping, str):
        tiles = [chip.tile_of[cores[0]] for cores in mapping]
        used = sorted(set(tiles))
        return tuple(used.index(tile) for tile in tiles)
    tiles = [chip.tile_of[core] for core in chip.program_cores(kernel=True)]
    clusters = sorted(set(tiles))
    if mapping == "scatter":
        return tuple(rank % max(len(clusters), 1) for rank in range(ranks))
    beside = max(tiles.count(clusters[0]), 1) if clusters else 1
    return tuple(rank // beside for rank in range(ranks))
