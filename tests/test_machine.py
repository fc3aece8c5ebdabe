"""The packages that a machine lacks, and the lines that install them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT
from onchip.base import machine
from onchip.base.failures import Exit


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A machine on which no requirement is found."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CARGO_HOME", str(tmp_path))


def test_a_bare_machine_lacks_all_programs(bare):
    names = {need.name for need in machine.missing(tests=True)}
    programs = {"gcc", "make", "riscv64-unknown-elf-gcc", "picolibc", "cargo", "clang-format"}
    assert programs <= names
    assert "qemu-system-riscv32" in names
    assert "qemu-system-riscv32" not in {need.name for need in machine.missing(tests=False)}


def test_one_line_installs_all_packages(bare, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    first, *others = machine.remedies(machine.missing(tests=False))
    assert first.startswith("sudo apt-get install -y ")
    assert {"gcc-riscv64-unknown-elf", "picolibc-riscv64-unknown-elf"} <= set(first.split())
    assert others == [machine.RUSTUP]


@pytest.mark.parametrize("platform, name", [("darwin", "macOS"), ("win32", "Windows")])
def test_other_systems_are_told_how(platform, name):
    code = f"import sys; sys.platform = {platform!r}; from onchip.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == Exit.MACHINE
    assert f"needs Linux, and this is {name}" in done.stderr and machine.CONTAINER in done.stderr


def test_a_user_is_told_and_nothing_is_installed(bare, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr("sys.argv", ["machine"])
    assert machine.main() == 1
    said = capsys.readouterr().out
    assert "sudo apt-get install -y" in said
    assert machine.CONTAINER in said and "make wheel" in said
    assert all(line in said for line in machine.UNPACK)


@pytest.mark.long
def test_a_user_unpacks_the_compiler(onchip, tmp_path):
    if not shutil.which("apt-get"):
        pytest.skip("there is no apt-get")
    script = " && ".join((*machine.UNPACK, "echo $PATH && riscv64-unknown-elf-gcc -v"))
    environment = os.environ | {"HOME": str(tmp_path)}
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    own = tmp_path / ".local/onchip/usr"
    path = done.stdout.splitlines()[-1]
    assert path.startswith(f"{own}/bin:")
    onchip.environment |= {"PATH": path}
    onchip.write("a.c", '#include <stdio.h>\nint main(void) { puts("unpacked"); return 0; }\n')
    assert f"{own}/lib/picolibc" in onchip("cc", "-M", "a.c").out
    assert onchip("run", "-n", 1, "a.c").out == "unpacked\n"


def test_root_installs_after_an_update(bare, monkeypatch, tmp_path, capfd):
    """A fresh machine has no list of packages, so the list is updated, and the installation
    repeated.
    """
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr("sys.argv", ["machine"])
    log = tmp_path / "log"
    apt = tmp_path / "apt-get"
    apt.write_text(
        f'#!/bin/sh\necho "$1 $DEBIAN_FRONTEND" >>{log}\n'
        f'[ "$1" = update ] && : >{tmp_path}/updated; [ -e {tmp_path}/updated ]\n'
    )
    apt.chmod(0o755)
    assert machine.main() == 1  # this apt-get installs nothing
    calls = ["install noninteractive", "update noninteractive", "install noninteractive"]
    assert log.read_text().splitlines() == calls


def test_the_dev_container_is_a_stage_of_the_container():
    recipe = (ROOT / "Containerfile").read_text()
    told = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
    place = ROOT / ".devcontainer"
    assert (place / told["build"]["dockerfile"]).resolve() == ROOT / "Containerfile"
    assert (place / told["build"]["context"]).resolve() == ROOT
    assert f" AS {told['build']['target']}\n" in recipe
    # The development container and the container of Containerfile have onchip in the same folder,
    # and its commands are on the path of both.
    assert told["workspaceFolder"] == re.search(r"^WORKDIR (.*)", recipe, re.M)[1]
    assert f"{told['workspaceFolder']}/.venv/bin" in re.search(r"^ENV PATH=(.*)", recipe, re.M)[1]
    assert told["postCreateCommand"].endswith("make demo") and "\nRUN make demo\n" in recipe


def test_a_container_gets_nothing_that_this_machine_has_built():
    ignored = (ROOT / ".gitignore").read_text().split()
    assert {"/target/", "/build/", "/.venv/"} <= set(ignored)
    left_out = (ROOT / ".dockerignore").read_text().split()
    assert {"/target/", "/build/", "/.venv/", "**/*.so"} <= set(left_out)


def test_doctor(onchip):
    report = onchip("doctor", "--json").json
    assert report["ok"] and report["install"] == []
    assert {"simulator", "runtime"} <= {need["name"] for need in report["needs"]}
    assert "Nothing is missing" in onchip("doctor").out


def test_doctor_of_a_bare_machine(onchip, tmp_path):
    onchip.environment |= {"PATH": str(tmp_path), "CARGO_HOME": str(tmp_path)}
    done = onchip("doctor", code=Exit.MACHINE)
    assert "MISSING  riscv64-unknown-elf-gcc" in done.out and "apt-get install" in done.out
    onchip.write("a.c", "int main(void) { return 0; }\n")
    for words in (["run", "-n", "1", "a.c"], ["cc", "a.c"]):
        assert "onchip doctor" in onchip(*words, code=Exit.MACHINE).err


def test_this_machine_has_what_the_tests_need():
    assert machine.missing(tests=True) == []


def test_doctor_does_without_what_only_tests_need(onchip, tmp_path):
    """The path has all programs except those that only tests need. `onchip doctor` must report only
    these. It also checks that `make` and the compilers work.
    """
    folder = tmp_path / "bin"
    folder.mkdir()
    tests_only = (
        *("qemu", "clang-format", "spin", "callgrind", "chromium", "otf2-print", "verilator"),
        *("gdb", "sbatch", "yosys", "nextpnr", "aarch64"),
    )
    for directory in filter(Path.is_dir, map(Path, os.environ["PATH"].split(os.pathsep))):
        for program in directory.iterdir():
            link = folder / program.name
            if not link.name.startswith(tests_only) and not link.is_symlink():
                link.symlink_to(program)
    onchip.environment["PATH"] = str(folder)
    report = onchip("doctor", "--json").json
    assert report["ok"] and report["install"] == []
    missing = {need["name"] for need in report["needs"] if not need["ok"]}
    tests_only = {need.name for need in machine.NEEDS if need.tests_only}
    hidden = tests_only - {machine.CXX.name, machine.FABRIC.name}  # PATH hides programs only
    assert missing == hidden
    out = onchip("doctor").out
    assert "Nothing is missing." in out and "For `make test`, type:" in out
    assert "clang-format" in out.splitlines()[-1] and "qemu-system-misc" in out.splitlines()[-1]
