"""A program to load."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Load:
    """A program to load. `elf` holds the file's contents if the program is for the chip. Reports
    call the program `name`.
    """

    file: Path
    elf: bytes
    name: str
    ranks: int
    arguments: Sequence[str]
    threads: int = 1  # cores of each rank
    kernel: bool = False  # whether it is a kernel, which has a process in each cluster and no ranks
    # for a kernel on this machine: the cluster of each rank of the programs
    clusters: Sequence[int] = ()
