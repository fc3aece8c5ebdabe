"""Shrinks a random program that fails, and prints the rest.

python -m random_programs.reduce SEED WORDS LEVEL OPTION…     (in tests/omp, with onchip's Python)

SEED is the program's seed, or a file with a program. WORDS is a text that the failing program
prints, such as "deadlock", or "" for any result that differs from the result without OpenMP. The
other words are those that random_programs.compare reports, such as -O1 --chip sarc4 --threads 4.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from . import compare
from .program import program

KEPT = ("#include", "#define", "int main")


def blocks(lines: list[str]) -> list[tuple[int, int]]:
    """Yields the first line and the end of each part that may be removed. A part is a line, or a
    line with the following statement in braces. Larger parts come first.
    """
    found = set()
    for begin in range(len(lines)):
        if lines[begin].startswith(KEPT):
            continue
        depth = 0
        for end in range(begin, len(lines)):
            depth += lines[end].count("{") - lines[end].count("}")
            if depth < 0:
                break
            if depth == 0:
                found.add((begin, end + 1))
                if end > begin:
                    break
    return sorted(found, key=lambda block: block[0] - block[1])


def smaller(lines: list[str], begin: int, end: int) -> list[list[str]]:
    """The program without these lines, and the program that lacks only their braces."""
    tried = [lines[:begin] + lines[end:]]
    if lines[begin] == "{" and lines[end - 1] == "}":
        tried.append(lines[:begin] + lines[begin + 1 : end - 1] + lines[end:])
    return tried


def reduced(lines: list[str], fails: Callable[[list[str]], bool]) -> list[str]:
    """Returns the program without all parts that can be removed while it still fails."""
    place = 0
    while place < len(parts := blocks(lines)):
        begin, end = parts[place]
        fewer = next((each for each in smaller(lines, begin, end) if fails(each)), None)
        if fewer is None:
            place += 1
            continue
        # Larger parts could not be removed before, and in most cases still cannot.
        lines = fewer
        parts = blocks(lines)
        place = next((i for i, (b, e) in enumerate(parts) if e - b <= end - begin), len(parts))
    return lines


def main() -> None:
    seed, words, level, *options = sys.argv[1:]
    text = program(int(seed)) if seed.isdigit() else Path(seed).read_text()
    folder = Path(tempfile.mkdtemp())

    def fails(lines: list[str]) -> bool:
        (folder / "p.c").write_text("\n".join(lines) + "\n")
        check = ["gcc", "-fopenmp", "-fsyntax-only", f"-I{compare.HERE}", "-w", "p.c"]
        if subprocess.run(check, cwd=folder, capture_output=True).returncode:
            return False
        printed = compare.with_onchip(folder, level, options)
        if words or printed is None:
            return printed is not None and words in printed
        try:
            return printed != compare.expected(folder, "\n".join(lines) + "\n")
        except subprocess.SubprocessError:
            return False

    lines = [line for line in text.splitlines() if line]
    if not fails(lines):
        sys.exit("the program does not fail so")
    while len(fewer := reduced(lines, fails)) < len(lines):
        lines = fewer
    print("\n".join(lines))


if __name__ == "__main__":
    main()
