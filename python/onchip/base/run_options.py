"""Options of a run, on the chip and on this machine."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

MOST_STACK_KB = 1 << 20
MOST_JOBS = 4096
MOST = 2**64 - 1  # limit of cycles and other numbers that have none of their own


@dataclass(frozen=True)
class Load:
    """A program to load. `elf` holds the file's contents if it is for the chip; `name` is for
    reports.
    """

    file: Path
    elf: bytes
    name: str
    ranks: int
    arguments: Sequence[str]
    threads: int = 1  # cores of each rank
    kernel: bool = False  # a kernel: one process in each cluster, and no ranks
    clusters: Sequence[int] = ()  # of a kernel on this machine: the cluster of each rank


@dataclass(frozen=True)
class Priority:
    """A priority level for all accesses of a process to the memory of another process's tile."""

    process: int
    memory: int
    level: int

    def __str__(self) -> str:
        """The value that `--priority` takes."""
        return f"{self.process}:{self.memory}={self.level}"


GUARANTEED = "guaranteed"


@dataclass(frozen=True)
class Annotation:
    """A priority level, or GUARANTEED, for the messages of one rank to another."""

    sender: int
    receiver: int
    what: str

    def __str__(self) -> str:
        """The value that `--annotate` takes."""
        return f"{self.sender}:{self.receiver}={self.what}"


@dataclass(frozen=True)
class Options:
    """How to run a program; `onchip run --help` explains each option."""

    map: str | Sequence[Sequence[int]] = "compact"  # a rule, a file, or each rank's cores
    root: str = "."
    environment: Sequence[str] = ()
    stack_kb: int | None = None
    reference: bool = False
    energy: bool = False  # count the energy that the chip uses
    profile: bool = False  # count the cycles of each function
    # length in cycles of a sample of `--power`; 0: chosen for the run
    power_window: int | None = None
    livelock: int | None = None  # cycles without progress that end the run
    jobs: int | None = None  # threads of the simulator; None: one for each core of this machine
    gdb: int | str | None = None  # port to wait for gdb on; 0: any free port; -: our own streams
    timeout: float | None = None  # seconds of real time since `begun`
    begun: float = field(default_factory=time.monotonic, compare=False)
    priorities: Sequence[Priority] = ()
    # the first rank reads the command's input; otherwise the input is empty
    standard_input: bool = True

    @property
    def is_late(self) -> bool:
        """Whether the timeout has passed."""
        return bool(self.timeout) and time.monotonic() - self.begun > self.timeout
