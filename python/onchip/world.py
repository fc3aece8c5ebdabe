"""The programs of one run: `prog.c args : -n 8 other.c args`, as mpiexec has it."""

import re
from dataclasses import dataclass
from pathlib import Path

import click

MOST_RANKS = 1 << 16
SOURCES = (".c", ".s", ".S", ".o", ".a")


@dataclass(frozen=True)
class Program:
    """One program of the world: its files (C sources, or one linked ELF), ranks and arguments."""

    files: tuple[str, ...]
    arguments: tuple[str, ...]
    ranks: int | None

    @property
    def name(self) -> str:
        """What reports call it: its first file."""
        return self.files[0]

    @property
    def is_source(self) -> bool:
        """Whether it has to be compiled."""
        return self.files[0].endswith(SOURCES)


def parse(ranks: int | None, words: tuple[str, ...]) -> list[Program]:
    """The programs that `words` name; `ranks` is the first one's `-n`."""
    segments: list[list[str]] = [[]]
    for word in words:
        if word == ":":
            segments.append([])
        else:
            segments[-1].append(word)
    programs = [_program(ranks, segments[0])]
    for segment in segments[1:]:
        ranks = None
        if segment and re.fullmatch(r"-n\d+", segment[0]):
            segment = ["-n", segment[0][2:], *segment[1:]]
        if segment[:1] == ["-n"]:
            ranks, segment = _count(segment[1:2]), segment[2:]
        programs.append(_program(ranks, segment))
    if len(programs) > 1 and any(program.ranks is None for program in programs):
        raise click.UsageError("with ':' every program needs its own -n")
    return programs


def _count(words: list[str]) -> int:
    if not words or not words[0].isdecimal() or not 1 <= int(words[0]) <= MOST_RANKS:
        raise click.UsageError(f"-n needs a number, 1 to {MOST_RANKS}")
    return int(words[0])


def _program(ranks: int | None, words: list[str]) -> Program:
    # The files end at the first word that is not one; `--` ends them too, and is not passed on.
    count = 0
    while count < len(words) and words[count].endswith(SOURCES):
        count += 1
    files = words[: max(count, 1)]
    arguments = words[len(files) :]
    if not files or files[0] in ("--", "-n"):
        raise click.UsageError("which program? Give a C file, several, or a linked program")
    if arguments[:1] == ["--"]:
        arguments = arguments[1:]
    if files[0].startswith("-") and not Path(files[0]).is_file():
        raise click.UsageError(f"{files[0]} stands after ':'; only -n may, others come before")
    for file in files:
        if Path(file).is_dir():
            raise click.UsageError(f"{file} is a folder; give a C file, or a linked program")
        if not Path(file).is_file():
            raise click.UsageError(f"no file {file}")
    return Program(tuple(files), tuple(arguments), ranks)
