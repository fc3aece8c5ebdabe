"""Tests the installed package, which must work without a clone of the repository: the wheel in an
environment with no other packages, man pages, completion of commands, examples.
"""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from conftest import ROOT
from onchip.base import project
from onchip.base.failures import Exit
from onchip.commands.cli import COMMANDS
from onchip.install import wheel


def run(*words, code=0, **options):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, **options)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder of commands of an environment that has only the wheel."""
    run("make", "-C", ROOT, "wheel")
    (package,) = (ROOT / "build" / "dist").glob("*.whl")
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", folder)
    run(folder / "bin" / "pip", "install", "-q", package)
    return folder / "bin"


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_wheel_runs_without_a_clone(installed, tmp_path):
    onchip = installed / "onchip"
    outside = {"cwd": tmp_path, "env": {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}}
    assert "ring.c" in run(onchip, "examples", **outside)
    ring = "onchip-examples/ring.c"
    lines = [f"round {one}: the token is {6 * one}" for one in (1, 2, 3)]
    variants = [(), ("--host",), ("--no-checks",), ("--heap", "dram")]
    variants += [("--transport", "ipc", "--chip", "mppa256"), ("--host", "--no-checks")]
    for words in variants:
        assert run(onchip, "run", "-n", 4, *words, ring, **outside).splitlines() == lines
    assert "pi is" in run(onchip, "run", "--threads", 4, "onchip-examples/pi.c", **outside)
    run(onchip, "cc", ring, "-o", "ring", **outside)
    run(onchip, "run", "-n", 4, "--self-trace", "x.pftrace", ring, **outside)
    assert "runtime" in run(onchip, "doctor", **outside)
    pages = Path(re.search(r"Pages are in (.*)", run(onchip, "--help", **outside))[1])
    assert pages.is_relative_to(installed.parent) and (pages / "exit-codes.md").is_file()
    # The installed package uses no file of the clone.
    code = "import onchip.base.project as p; print(p.root())"
    found = run(installed / "python", "-c", code, **outside).strip()
    assert found.startswith(str(installed.parent)) and found.endswith(project.INSIDE)

    without = outside | {"env": {"PATH": str(tmp_path / "none"), "HOME": str(tmp_path)}}
    assert run(onchip, "run", "-n", 4, "ring", **without).splitlines() == lines
    assert "accepted" in run(onchip, "noc", "--chip", "mesh4x4", **without)
    report = run(onchip, "doctor", code=Exit.MACHINE, **without)
    packages = "apt-get install -y gcc gcc-riscv64-unknown-elf libc6-dev"
    assert f"{packages} picolibc-riscv64-unknown-elf" in report
    assert "cargo" not in report and "make" not in report
    assert (installed.parent / "share" / "man" / "man1" / "onchip-run.1").is_file()


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_wheel_is_for_many_machines(installed):
    """The wheel's name allows every Python from 3.10 on, and every Linux with glibc 2.28 or later.
    The runtime's options contain no path of this machine.
    """
    (package,) = (ROOT / "build" / "dist").glob("*.whl")
    assert f"-cp310-abi3-{wheel.OLDEST}_" in package.name
    with zipfile.ZipFile(package) as files:
        flags = [name for name in files.namelist() if name.endswith(".flags")]
        assert any(name.endswith("build/chip/cc.flags") for name in flags)
        assert not any(str(ROOT).encode() in files.read(name) for name in flags)


def test_the_wheel_has_the_pages_that_are_named(onchip):
    """The wheel contains the pages that help, messages and comments name, and the help gives their
    location.
    """
    named = set()
    for folder, ends in (("python", ".py"), ("runtime", ".[ch]"), ("simulator/src", ".rs")):
        for path in (ROOT / folder).rglob(f"*{ends}"):
            named |= set(re.findall(r"docs/[\w/-]+\.\w+", path.read_text()))
    assert {"docs/exit-codes.md", "docs/sweep.md", "docs/register-map.md"} < named
    assert [page for page in sorted(named) if not (ROOT / page).is_file()] == []
    assert "docs" in wheel.FOLDERS
    folder = re.search(r"Pages are in (.*)", onchip("--help").out)[1]
    assert Path(folder, "exit-codes.md").is_file()


def test_examples_are_copied_once(onchip):
    onchip("examples", "mine")
    assert (onchip.folder / "mine/ring.c").read_bytes() == (ROOT / "examples/ring.c").read_bytes()
    done = onchip("examples", "mine", code=Exit.USAGE)
    assert "mine is there already" in done.err


def test_the_shell_completes_words(onchip):
    """The shell completes words by click's protocol, which `eval "$(_ONCHIP_COMPLETE=bash_source
    onchip)"` enables.
    """

    def completed(*words):
        onchip.environment = onchip.environment | {
            "_ONCHIP_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(("onchip", *words)),
            "COMP_CWORD": str(len(words)),
        }
        with onchip.start(stdout=subprocess.PIPE, text=True) as process:
            return [line.partition(",")[2] for line in process.communicate()[0].splitlines()]

    assert completed("s") == ["sweep"]
    assert completed("run", "--tran") == ["--transport"]
    assert completed("run", "--chip", "mesh2") == ["mesh2x2"]
    assert completed("run", "--set", "network.lev") == ["network.levels="]
    assert completed("run", "exam") == ["exam"]  # the shell completes the name of a file


def test_a_man_page_for_each_command(tmp_path, monkeypatch):
    wheel._man_pages(tmp_path / "man1")
    names = {page.name for page in (tmp_path / "man1").iterdir()}
    assert {f"onchip-{name}.1" for name in COMMANDS} < names
    assert "\\-\\-transport" in (tmp_path / "man1" / "onchip-run.1").read_text()
    for page in (tmp_path / "man1").iterdir():
        name = re.search(r"^\.SH NAME\n(.*)", page.read_text(), re.M)[1]
        assert len(name) > len(page.stem) + 3 and not name.endswith("..."), page.name
