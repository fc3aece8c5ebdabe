"""Parses the programs of one run: `prog.c args : -n 8 other.c args`, as mpiexec does."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from onchip.build import compiler
from onchip.options.run import MOST_RANKS

FORTRAN = (".f", ".F", ".for", ".f77", ".f90", ".F90", ".f95", ".f03", ".f08")
EXECUTABLE, SHARED = 2, 3  # types of a linked ELF file: ET_EXEC, ET_DYN


@dataclass(frozen=True)
class Program:
    """One program of an MPI world: its files (sources, or one linked ELF file), ranks and
    arguments.
    """

    files: tuple[str, ...]
    arguments: tuple[str, ...]
    ranks: int | None
    separated: bool = False  # `--` stood between files and arguments

    @property
    def name(self) -> str:
        """The program's name in reports, which is that of its first file."""
        return self.files[0]

    @property
    def is_source(self) -> bool:
        """Whether the program has to be compiled."""
        return self.files[0].endswith(compiler.SOURCES) and not is_linked(self.files[0])


def parse(ranks: int | None, words: tuple[str, ...]) -> list[Program]:
    """Parses the programs in `words`; `ranks` is the value of the first `-n`. If the first word
    is `--`, the others are one program: its files, and its arguments.
    """
    if words[:1] == ("--",):
        count = max(_sources(words[1:]), 1)
        return [program(ranks, [*words[1 : count + 1], "--", *words[count + 1 :]])]
    segments: list[list[str]] = [[]]
    for word in words:
        if word == ":":
            segments.append([])
        else:
            segments[-1].append(word)
    programs = [program(ranks, segments[0])]
    for segment in segments[1:]:
        ranks = None
        if segment and re.fullmatch(r"-n\d+", segment[0]):
            segment = ["-n", segment[0][2:], *segment[1:]]
        if segment[:1] in (["-n"], ["-np"]):
            ranks, segment = _count(segment[1:2]), segment[2:]
        programs.append(program(ranks, segment))
    if len(programs) > 1 and any(program.ranks is None for program in programs):
        raise click.UsageError("every program of a command line with ':' needs its own -n")
    return programs


def _count(words: list[str]) -> int:
    if (
        not words
        or not words[0].isdecimal()
        or len(words[0]) > 20
        or not 1 <= int(words[0]) <= MOST_RANKS
    ):
        raise click.UsageError(f"-n needs a number, 1 to {MOST_RANKS}")
    return int(words[0])


def _sources(words: Sequence[str]) -> int:
    """The number of words at the front that name sources."""
    if not words or is_linked(words[0]):
        return 0
    others = (at for at, word in enumerate(words) if not word.endswith(compiler.SOURCES))
    return next(others, len(words))


def program(ranks: int | None, words: list[str]) -> Program:
    """Parses one program: its files, then its arguments. The first word that does not name a source
    ends the files. So does `--`, which is not passed on.
    """
    files = words[: max(_sources(words), 1)]
    arguments = words[len(files) :]
    if not files or files[0] in ("--", "-n", "-np"):
        raise click.UsageError("no program; give a C file, several, or a linked program")
    separated = arguments[:1] == ["--"]
    if separated:
        arguments = arguments[1:]
    if files[0] == "-":
        raise click.UsageError("a program on standard input: `onchip cc -xc - -o prog` compiles it")
    if files[0].startswith("-") and not Path(files[0]).is_file():
        raise click.UsageError(
            f"{files[0]} stands after ':', where only -n is allowed; other options come first"
        )
    for file in files:
        if not file or not Path(file).is_file():
            raise click.UsageError(_absent(file))
        if Path(file).suffix in FORTRAN and not is_linked(file):
            raise click.UsageError(
                f"{file} is Fortran: onchip compiles C and C++, and runs what is linked"
            )
    return Program(tuple(files), tuple(arguments), ranks, separated)


def _absent(file: str) -> str:
    """The reason why a word is not a program, and what the user may have meant."""
    if file and Path(file).is_dir():
        return f"{file} is a folder; give a C file, or a linked program"
    if Path(f"{file}.c").is_file():
        return f"no file {file}; did you mean {file}.c?"
    if file.endswith(".json"):
        return f"no file {file}; did you mean --json={file}?"
    return f"no file {file or '(an empty word)'}"


def is_linked(file: str) -> bool:
    """Whether a file is a linked program, whatever its name."""
    if not Path(file).is_file():  # reading a pipe, for example, would block
        return False
    try:
        with Path(file).open("rb") as opened:
            head = opened.read(18)
    except OSError:
        return False
    return head[:4] == b"\x7fELF" and int.from_bytes(head[16:18], "little") in (EXECUTABLE, SHARED)
