"""Finds the C programs that tests run on chips and on this machine."""

import re
from dataclasses import dataclass
from pathlib import Path

from conftest import ROOT

RANKS = 4  # ranks of a program that names no number


@dataclass(frozen=True)
class Program:
    """A C program with the ranks and arguments to run it with.

    A line `Run: -n 5 word word` in the comment at its top overrides the defaults. A program with
    the words `Chip only` there is not run on this machine, where its output would differ for a good
    reason. One with the words `Relies on buffering` waits for ever if every send waits for its
    receive.
    """

    path: Path
    ranks: int
    arguments: tuple[str, ...]
    host: bool
    buffered: bool

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}"


def _read(path: Path) -> Program:
    comment = path.read_text().partition("*/")[0]
    run = re.search(r"\bRun:(.*)", comment)
    words = run[1].split() if run else []
    ranks = RANKS
    if words[:1] == ["-n"]:
        ranks, words = int(words[1]), words[2:]
    return Program(
        path,
        ranks,
        tuple(words),
        host="Chip only" not in comment,
        buffered="Relies on buffering" in comment,
    )


def found(*folders: str) -> list[Program]:
    """The programs in folders of the project."""
    files = [file for folder in folders for file in sorted((ROOT / folder).glob("*.c"))]
    return [_read(file) for file in files]
