"""Options of a run, the same for the chip and for the host."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

MOST_STACK_KB = 1 << 20
MOST_JOBS = 4096
MOST = 2**64 - 1  # of cycles and other numbers without a limit of their own


@dataclass(frozen=True)
class Load:
    """A program to be loaded: a linked file, its contents if it is for the chip, its name for
    reports, its ranks and arguments.
    """

    file: Path
    elf: bytes
    name: str
    ranks: int
    arguments: Sequence[str]
    threads: int = 1  # cores of each rank
    kernel: bool = False  # it has no ranks, but a process in each cluster
    clusters: Sequence[int] = ()  # of a kernel on the host: the cluster of each rank


@dataclass(frozen=True)
class Priority:
    """Of all that a process reads and writes in the memory of another one's tile."""

    process: int
    memory: int
    level: int

    def __str__(self) -> str:
        """As `--priority` takes it."""
        return f"{self.process}:{self.memory}={self.level}"


GUARANTEED = "guaranteed"


@dataclass(frozen=True)
class Annotation:
    """Of the messages of a rank to another one: a level, or GUARANTEED."""

    sender: int
    receiver: int
    what: str

    def __str__(self) -> str:
        """As `--annotate` takes it."""
        return f"{self.sender}:{self.receiver}={self.what}"


@dataclass(frozen=True)
class Options:
    """How to run: see `onchip run --help`."""

    map: str | Sequence[Sequence[int]] = "compact"  # or each rank's cores
    root: str = "."
    environment: Sequence[str] = ()
    stack_kb: int | None = None
    reference: bool = False
    energy: bool = False  # count what the chip takes
    profile: bool = False  # count where the cycles go
    power_window: int | None = None  # cycles of the windows of power over time; 0: chosen
    livelock: int | None = None  # cycles without progress that end the run
    jobs: int | None = None  # threads of the host; None: as many as it has cores
    gdb: int | str | None = None  # port on which a debugger may come; 0: any; -: our own streams
    timeout: float | None = None  # seconds of real time since `begun`
    begun: float = field(default_factory=time.monotonic, compare=False)
    priorities: Sequence[Priority] = ()
    standard_input: bool = True  # that of the command is the first rank's; else it is empty

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return bool(self.timeout) and time.monotonic() - self.begun > self.timeout
