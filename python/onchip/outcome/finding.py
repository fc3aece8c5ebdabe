"""A mistake of a program that a run has found, with its line."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Finding:
    """An error of a program: the rank, the call or the function, its line, what is wrong, and what
    would be right.
    """

    kind: str
    rank: int
    call: str
    line: str  # `file:line`, or empty
    what: str
    right: str
    times: int = 1

    def __str__(self) -> str:
        """The finding as a sentence."""
        call = f" {self.call}{self.line and f', at {self.line}'}:" if self.call else ""
        times = f" ({self.times} times)" if self.times > 1 else ""
        return f"rank {self.rank}:{call} {self.what}{times}; right: {self.right}"


def source_line(line: str) -> str:
    """Returns the text of a line `file:line`, not indented; empty if it cannot be read."""
    file, _, number = line.rpartition(":")
    try:
        return Path(file).read_text(errors="replace").splitlines()[int(number) - 1].strip()
    except (OSError, ValueError, IndexError):
        return ""


def name_of(access) -> str:
    """The rank of an access, and its thread if that is not the first one."""
    rank = f"rank {access.rank}" if access.rank is not None else f"core {access.core}"
    return f"{rank}, thread {access.thread}," if access.thread else rank
