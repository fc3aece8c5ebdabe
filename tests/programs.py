"""Finds the C programs that tests run on chips and on this machine."""

import re
from dataclasses import dataclass
from pathlib import Path

from conftest import ROOT

RANKS = 4  # number of ranks of a program that does not say how many it needs


@dataclass(frozen=True)
class Program:
    """A C program with the ranks and arguments to run it with.

    A line `Run: -n 5 word word` in the comment at the top of the program overrides the defaults. If
    this comment contains the words `Chip only`, the program is not run on this machine, where its
    output may differ. If it contains `Relies on buffering`, the program would wait for ever if
    every send waited for its receive.
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
    assert words or not run, f"{path}: the arguments must stand on the line of `Run:`"
    text = re.sub(r"[\s*]+", " ", comment)  # in one line, however the comment is wrapped
    ranks = RANKS
    if words[:1] == ["-n"]:
        ranks, words = int(words[1]), words[2:]
    return Program(
        path,
        ranks,
        tuple(words),
        host="Chip only" not in text,
        buffered="Relies on buffering" in text,
    )


def found(*folders: str) -> list[Program]:
    """The programs in folders of the project."""
    files = [file for folder in folders for file in sorted((ROOT / folder).glob("*.c"))]
    return [_read(file) for file in files]
