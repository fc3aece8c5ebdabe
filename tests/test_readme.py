"""The README's commands are typed, and print what it says.

In a block ```console, lines that begin with `$ ` are commands and the others what they print; a
line `…` stands for any lines.
"""

import os
import re
import subprocess

import pytest

from conftest import ONCHIP, ROOT

PAGES = ("README.md", "docs/tutorial.md")
NOT_TYPED = ("git clone", "cd ", "make test", "make clean")  # here already, or without end


def sessions():
    """Page, command and expected output of every command."""
    for page in PAGES:
        for block in re.findall(r"^```console\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S):
            for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, output = part.partition("\n")
                if not command.startswith(NOT_TYPED):
                    yield pytest.param(command, output, id=f"{page}: {command}")


def pattern(output: str) -> str:
    parts = re.split(r"^…\n", output, flags=re.M)
    return ".*".join(re.escape(part) for part in parts)


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


@pytest.mark.parametrize(("command", "output"), sessions())
def test_prints_what_the_page_says(desk, cache, command, output):
    path = f"{ONCHIP.parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT if command.startswith("make") else desk,
        env=os.environ | {"PATH": path, "XDG_CACHE_HOME": str(cache), "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert re.fullmatch(pattern(output), done.stdout, re.S), done.stdout
