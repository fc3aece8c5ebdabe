"""Cuts a mesh into rectangular domains, each with a micro-kernel on one of its tiles."""

from collections.abc import Sequence
from dataclasses import dataclass

from onchip.base.failures import Exit, Failure
from onchip.chip.chips import ChipFile

NOBODY = -1


@dataclass(frozen=True)
class Domain:
    """The tile and core of the micro-kernel, and the tiles and numbers of the cores that it gives
    to jobs.
    """

    tile: int
    kernel_core: int
    cores: tuple[int, ...]
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Domains:
    """All domains of a chip, row by row."""

    each: Sequence[Domain]
    columns: int  # domains in a row
    chip_columns: int

    @property
    def cores(self) -> int:
        """The number of cores for jobs."""
        return sum(len(domain.cores) for domain in self.each)

    @property
    def links(self) -> int:
        """The number of pairs of neighbouring domains."""
        return sum(other > NOBODY for one in range(len(self.each)) for other in self.near(one)) // 2

    def near(self, number: int) -> tuple[int, int, int, int]:
        """The neighbours of a domain in the order east, west, south, north; NOBODY where there is
        none.
        """
        count, column = len(self.each), number % self.columns
        return (
            number + 1 if column + 1 < self.columns else NOBODY,
            number - 1 if column > 0 else NOBODY,
            number + self.columns if number + self.columns < count else NOBODY,
            number - self.columns if number >= self.columns else NOBODY,
        )

    def tile_of(self, core: int) -> int:
        """The tile of one of the cores for jobs."""
        for domain in self.each:
            if core in domain.numbers:
                return domain.cores[domain.numbers.index(core)]
        raise KeyError(core)

    def position(self, tile: int) -> tuple[int, int]:
        """The column and row of a tile."""
        return tile % self.chip_columns, tile // self.chip_columns


def cut(chip: ChipFile, width: int, height: int, centre: tuple[int, int] | None,
        programs: bool) -> Domains:  # fmt: skip
    """Cuts a chip into domains of width × height tiles. Domains at the right and the lower edge may
    be smaller.

    A micro-kernel has a core of its own, except in a domain of one tile with one core: there, jobs
    share its core. This is possible only for jobs without programs (partial-simulation mode:
    chapter 4 of Ramachandran's paper, onchip_jobs.h), so the function fails if there is such a
    domain and jobs are `programs`.
    """
    if "drawn" in chip.config:
        raise Failure(
            Exit.USAGE, f"the chip {chip.name} is no mesh; `onchip jobs` cuts meshes into domains"
        )
    columns, rows = chip.config["mesh"]["columns"], chip.config["mesh"]["rows"]
    if width > columns or height > rows:
        raise Failure(
            Exit.USAGE, f"--domain {width}x{height}: {chip.name} has {columns}x{rows} tiles"
        )
    x, y = centre or (width // 2, height // 2)
    if x >= width or y >= height:
        raise Failure(
            Exit.USAGE, f"--centre {x},{y}: expected at most {width - 1},{height - 1} in the domain"
        )
    each = [
        _domain(chip, range(left, min(left + width, columns)), range(top, min(top + height, rows)),
                x, y)
        for top in range(0, rows, height)
        for left in range(0, columns, width)
    ]  # fmt: skip
    for domain in each if programs else ():
        if domain.kernel_core in domain.numbers:
            raise Failure(
                Exit.USAGE,
                f"--domain {width}x{height}: the domain at tile {domain.tile} has no core beside "
                f"its micro-kernel; right for programs: a size that divides {columns}x{rows}, and "
                "is not 1x1 where a tile has one core",
            )
    return Domains(each, -(-columns // width), columns)


def _domain(chip: ChipFile, columns: range, rows: range, x: int, y: int) -> Domain:
    across, tile_of = chip.config["mesh"]["columns"], chip.tile_of
    kernel = rows[min(y, len(rows) - 1)] * across + columns[min(x, len(columns) - 1)]
    kernel_core = tile_of.index(kernel)
    tiles = {row * across + column for row in rows for column in columns}
    numbers = [core for core, tile in enumerate(tile_of) if tile in tiles]
    if len(numbers) > 1:
        numbers.remove(kernel_core)
    return Domain(kernel, kernel_core, tuple(tile_of[core] for core in numbers), tuple(numbers))
