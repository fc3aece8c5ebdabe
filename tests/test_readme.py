"""The README's commands are typed, and print what it says.

In a block ```console, lines that begin with `$ ` are commands and the others what they print; a
line `…` stands for any lines. In ```console varying, any number stands for any other: of cycles
and seconds, which change with every improvement.
"""

import os
import re
import subprocess

import pytest

from conftest import ONCHIP, ROOT

PAGES = ("README.md", "docs/tutorial.md", "docs/noc.md", "docs/openmp.md")
NOT_TYPED = ("git clone", "cd ", "make test", "make clean")  # here already, or without end


def session(page):
    """Command and pattern of its output, for every command of a page."""
    text = (ROOT / page).read_text()
    for varying, block in re.findall(r"^```console( varying)?\n(.*?)^```", text, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            if not command.startswith(NOT_TYPED):
                yield command, pattern(output, bool(varying))


NUMBER = re.compile(r"( *\d[\d,.]*)")


def pattern(output: str, varying: bool) -> str:
    def fixed(text):
        if not varying:
            return re.escape(text)
        # Every second piece is a number.
        pieces = enumerate(NUMBER.split(text))
        return "".join(r" *[\d,.]+" if index % 2 else re.escape(piece) for index, piece in pieces)

    return ".*".join(fixed(part) for part in re.split(r"^…\n", output, flags=re.M))


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """Where a reader would type: the project's files, and what they write themselves."""
    folder = tmp_path_factory.mktemp("desk")
    for entry in ROOT.iterdir():
        (folder / entry.name).symlink_to(entry)
    for page in PAGES:
        written = re.findall(
            r"^`([\w.]+)`:\n+```\w+\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S
        )
        for name, text in written:
            (folder / name).write_text(text)
    return folder


# A page at a time: what one command writes, a later one reads.
@pytest.mark.parametrize("page", PAGES)
def test_prints_what_the_page_says(desk, shared, page):
    # A reader's shell has no make around it, which would make the inner one talkative.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    environment |= {"PATH": f"{ONCHIP.parent}:{os.environ['PATH']}", "XDG_CACHE_HOME": str(shared)}
    for command, expected in session(page):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=ROOT if command.startswith("make") else desk,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert re.fullmatch(expected, done.stdout, re.S), f"$ {command}\n{done.stdout}"
