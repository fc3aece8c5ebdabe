"""What is run, and how: the same for the chip and for the host."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Load:
    """A program to be loaded: a linked file, its name for reports, its ranks and arguments."""

    file: Path
    name: str
    ranks: int
    arguments: Sequence[str]


@dataclass(frozen=True)
class Options:
    """How to run: see `onchip run --help`."""

    map: str = "compact"
    root: str = "."
    environment: Sequence[str] = ()
    stack_kb: int | None = None
    reference: bool = False
    timeout: float | None = None
