"""Runs the commands that pages show, and compares what they print.

In a block ```console, lines that begin with `$ ` are commands, and the other lines are their
output; a line `…` stands for any lines. Cycles are the same in every run of the same program, so a
page's numbers must equal those of a run, except for times of this machine. README.md names the
compiler of the programs. With another compiler, any number is accepted.

`make pages` runs the commands and writes their output into the pages.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from conftest import ONCHIP, ROOT
from onchip.base.machine import compiler_version

PAGES = (
    "README.md",
    "docs/tutorial.md",
    "docs/chip-file.md",
    "docs/noc.md",
    "docs/coming-from/booksim2.md",
    "docs/openmp.md",
    "docs/own-runtime.md",
    "docs/advice.md",
    "docs/kernel.md",
    "docs/energy.md",
    "docs/profile.md",
    "docs/costs.md",
    "docs/trace.md",
    "docs/debugger.md",
    "docs/jobs.md",
    "docs/sweep.md",
)
# commands that have been run already, or that never end
NOT_TYPED = ("git clone", "cd ", "make test", "make clean")
BLOCK = re.compile(r"^```console\n(.*?)^```", re.M | re.S)
NUMBER = re.compile(r"( *(?<!\w)[-+]?\d[\d,.]*)")
OF_THE_HOST = re.compile(r"^wall seconds")
# Lines that only some runs print. A sweep reports its progress if it takes over half a minute,
# which happens on a busy machine. `make` says that it builds the simulator if a file of the
# simulator is newer than its module.
PROGRESS = re.compile(r"^(onchip: [\d,]+ of [\d,]+ points|building the simulator) .*\n", re.M)
ANY_LINES = "…\n"
COUNT = re.compile(r"^\|\d+ of \d+\|", re.M)  # a first cell such as `3 of 4` in README's table
COMPILER = re.compile(r"(?<=riscv64-unknown-elf-gcc )[\d.]+")


def read(page: str) -> str:
    """The text of a page."""
    return (ROOT / page).read_text()


def same_compiler() -> bool:
    """Whether the pages' numbers come from this machine's compiler."""
    return COMPILER.search(read("README.md"))[0] == compiler_version()


def commands(block: str) -> list[tuple[str, str]]:
    """Each command of a block with its expected output."""
    parts = (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.M)[1:])
    return [(command, output) for command, _, output in parts]


def is_typed(command: str) -> bool:
    """Whether the tests run the command."""
    return not command.startswith(NOT_TYPED)


def pattern(output: str, any_number: bool) -> str:
    """A regular expression for an output, with a group for each part between lines `…`."""

    def line(text):
        if not (any_number or OF_THE_HOST.match(text)):
            return re.escape(text)
        pieces = enumerate(NUMBER.split(text))  # every second piece is a number
        return "".join(r" *[-+]?[\d,.]+" if i % 2 else re.escape(piece) for i, piece in pieces)

    parts = re.split(rf"^{ANY_LINES}", output, flags=re.M)
    return ".*?".join(f"({''.join(map(line, part.splitlines(True)))})" for part in parts)


def make_desk(folder: Path) -> None:
    """Copies into a folder the files that a reader has: the project's files, and the files that
    pages show.
    """
    for entry in ROOT.iterdir():
        (folder / entry.name).symlink_to(entry)
    for page in PAGES:
        for name, text in re.findall(r"^`([\w.]+)`:\n+```\w+\n(.*?)^```", read(page), re.M | re.S):
            (folder / name).write_text(text)


def typed(command: str, desk: Path) -> str:
    """Runs a command, and returns its output on stdout and stderr."""
    # If `make` runs the tests, its environment variables would make an inner `make` print more.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    printed = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT if command.startswith("make") else desk,
        env=environment | {"PATH": f"{ONCHIP.parent}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ).stdout
    return PROGRESS.sub("", printed)


def renewed(expected: str, printed: str) -> str:
    """Returns a page's output with the numbers of a new run. A line `…` still stands for the same
    lines of the output.
    """
    if re.fullmatch(pattern(expected, any_number=False), printed, re.S):
        return expected  # times of this machine stay as they are
    if not re.search(rf"^{ANY_LINES}", expected, re.M):
        return printed
    found = re.fullmatch(pattern(expected, any_number=True), printed, re.S)
    if not found:
        sys.exit(f"more than numbers has changed; edit the page:\n{expected}\nnow:\n{printed}")
    return ANY_LINES.join(found.groups())


def counts() -> list[str]:
    """Returns the first cells of two rows of README's table. They count results on other pages:
    verdicts that hold, and loads at which the delays agree with BookSim2's.
    """
    verdicts = [
        line
        for page in (ROOT / "docs" / "papers").glob("*.md")
        for line in page.read_text().splitlines()
        if line.startswith("| [") and "*not in the paper" not in line
    ]
    holding = [line for line in verdicts if line.endswith("*holds* |")]
    differing = re.search(r"at (\d+) loads? of (\d+)", read("docs/noc-booksim.md"))
    short, loads = map(int, differing.groups())
    return [f"{len(holding)} of {len(verdicts)}", f"{loads - short} of {loads}"]


def main() -> None:
    """Runs the pages' commands on this machine and writes their numbers into the pages, and then
    writes the pages' counts into README.
    """
    with tempfile.TemporaryDirectory() as name:
        desk = Path(name)
        make_desk(desk)
        for page in PAGES:

            def rewrite(found: re.Match) -> str:
                return "```console\n" + "".join(map(_renewed_command, commands(found[1]))) + "```"

            def _renewed_command(pair: tuple[str, str]) -> str:
                command, output = pair
                if is_typed(command):
                    output = renewed(output, typed(command, desk))
                return f"$ {command}\n{output}"

            text = BLOCK.sub(rewrite, read(page))
            (ROOT / page).write_text(COMPILER.sub(compiler_version(), text))
    numbers = iter(counts())
    text = COUNT.sub(lambda found: f"|{next(numbers)}|", read("README.md"))
    (ROOT / "README.md").write_text(text)


if __name__ == "__main__":
    main()
