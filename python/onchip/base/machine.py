"""The requirements of onchip on this machine, and the line that installs missing packages.

This module uses the standard library only, because `make demo` runs it before anything else is
installed.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

# The line that runs the demo in a container. It is for users of a clone who may not install
# packages (Containerfile).
CONTAINER = "podman build -t onchip . && podman run --rm -it onchip"
# The lines that unpack the chip's compiler and C library into a folder of the user. Of the unpacked
# files, only picolibc's specs contain the name of the original folder.
UNPACK = (
    "mkdir -p ~/.local/onchip && cd ~/.local/onchip",
    "apt-get download {binutils,gcc,picolibc}-riscv64-unknown-elf",
    "for package in *.deb; do dpkg -x $package .; done",
    'sed "s,/usr/lib,$PWD/usr/lib,g" usr/lib/picolibc/*/picolibc.specs '
    ">$(echo usr/lib/gcc/riscv64-unknown-elf/*)/picolibc.specs",
    "export PATH=~/.local/onchip/usr/bin:$PATH && cd -",
)
RUSTUP = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"


@dataclass(frozen=True)
class Need:
    """A requirement of onchip: a program called `name`, or whatever `test` looks for. `package`
    names the Debian packages, and is empty if no Debian package suffices. `{}` in `package` stands
    for the major version of the chip's compiler.
    """

    name: str
    purpose: str
    package: str
    test: Callable[[], bool] | None = None
    tests_only: bool = False
    otherwise: str = ""  # the shell command that installs the requirement if no package has it
    builds: bool = False  # needed to build a clone, but not to use a package built elsewhere

    def present(self) -> bool:
        """Whether this machine has it."""
        return self.test() if self.test else shutil.which(self.name) is not None


def instead_of(platform: str) -> str:
    """Advice for a system other than Linux; `platform` is Python's name of the system."""
    name = {"darwin": "macOS", "win32": "Windows"}.get(platform, platform)
    linux = " or in WSL, which is a Linux" if platform == "win32" else ""
    what = f"onchip needs Linux, and this is {name}"
    return f"{what}; in a clone, make a container{linux}:\n  {CONTAINER}"


def _succeeds(*command: str) -> bool:
    try:
        return (
            subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0
        )
    except OSError:
        return False


def _cargo() -> bool:
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    return shutil.which("cargo") is not None or (home / "bin" / "cargo").exists()


def _host_compiler() -> bool:
    # Without libc6-dev, gcc exists but cannot compile a program that includes a header.
    source = "printf '#include <stdio.h>' | gcc -fsyntax-only -xc -"
    return _succeeds("sh", "-c", source)


def compiler_version() -> str:
    """The version of the chip's compiler; empty if the compiler is not installed."""
    try:
        words = ["riscv64-unknown-elf-gcc", "-dumpfullversion"]
        return subprocess.run(words, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def compiler_source() -> Path | None:
    """The sources of the chip's compiler, as the distribution packages them; None if they are not
    installed.
    """
    version = compiler_version()
    folder = Path(f"/usr/src/gcc-{version.partition('.')[0]}")
    return next(iter(sorted(folder.glob(f"gcc-{version}*.tar.*"))), None)


CXX = Need(
    "compiler's sources",
    "the chip's C++ library is built of them when a program needs it",
    "gcc-{}-source",
    lambda: compiler_source() is not None,
    tests_only=True,
)

FABRIC = Need(
    "libfabric",
    "carries messages between machines (--hosts)",
    "libfabric-dev iproute2",
    lambda: _succeeds("gcc", "-include", "rdma/fabric.h", "-fsyntax-only", "-xc", "/dev/null"),
    tests_only=True,
)

NEEDS = [
    Need("gcc", "programs with --host, the runtime for it", "gcc libc6-dev", _host_compiler),
    Need("make", "builds the runtime", "make", builds=True),
    Need("riscv64-unknown-elf-gcc", "compiles programs for the chip", "gcc-riscv64-unknown-elf"),
    Need(
        "picolibc",
        "the C library of the chip",
        "picolibc-riscv64-unknown-elf",
        lambda: _succeeds(
            *("riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-E", "-xc", "/dev/null")
        ),
    ),
    Need(
        "venv",
        "the environment that onchip is installed in",
        "python3-venv",
        lambda: _succeeds(sys.executable, "-c", "import venv, ensurepip"),
        builds=True,
    ),
    Need("cargo", "builds the simulator", "", _cargo, otherwise=RUSTUP, builds=True),
    Need("cmake", "builds its floating point", "cmake g++", builds=True),
    Need(
        "qemu-system-riscv32",
        "what the cores are compared with",
        "qemu-system-misc",
        tests_only=True,
    ),
    Need("qemu-riscv32", "what ordinary programs are compared with", "qemu-user", tests_only=True),
    Need(
        "aarch64-linux-gnu-gcc",
        "compiles programs that call AArch64 code in QEMU",
        "gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
        lambda: _succeeds("aarch64-linux-gnu-gcc", "-include", "stdio.h", "-E", "-xc", "/dev/null"),
        tests_only=True,
    ),
    CXX,
    Need("callgrind_annotate", "reads profiles", "valgrind", tests_only=True),
    Need("chromium", "opens reports", "chromium", tests_only=True),
    Need("otf2-print", "reads traces", "otf2-tools", tests_only=True),
    Need("verilator", "simulates the network in hardware", "verilator", tests_only=True),
    Need("yosys", "synthesises routers, and proves", "yosys", tests_only=True),
    Need("nextpnr-ice40", "places routers", "nextpnr-ice40", tests_only=True),
    Need("gdb-multiarch", "debugs programs", "gdb-multiarch", tests_only=True),
    Need("spin", "checks the protocol of job allocation", "spin", tests_only=True),
    Need("sbatch", "runs sweeps in jobs", "slurmctld slurmd slurm-client munge", tests_only=True),
    FABRIC,
    Need("clang-format", "checks the C sources", "clang-format", tests_only=True),
]


def missing(tests: bool) -> list[Need]:
    """The missing requirements; with `tests`, also those of the tests."""
    return [need for need in NEEDS if (tests or not need.tests_only) and not need.present()]


def install_line(needs: list[Need]) -> str:
    """The line that a user types as root to install the packages of `needs`; empty if there are
    none.
    """
    names = {name for need in needs for name in need.package.split()}
    major = compiler_version().partition(".")[0] if any("{}" in name for name in names) else ""
    packages = sorted(name.format(major or "12") for name in names)
    sudo = "" if os.geteuid() == 0 else "sudo "
    return f"{sudo}apt-get install -y {' '.join(packages)}" if packages else ""


def remedies(needs: list[Need]) -> list[str]:
    """The lines that a user types to install everything in `needs`."""
    lines = [install_line(needs)] + [need.otherwise for need in needs]
    return [line for line in lines if line]


def without_root(needs: list[Need]) -> list[str]:
    """The lines to type for a user who may not install packages; empty if the user may, or if no
    package is missing.
    """
    names = {need.name for need in needs}
    if os.geteuid() == 0 or not install_line(needs):
        return []
    lines = ["", "Without the right to install packages, use a container:", f"    {CONTAINER}"]
    if names & {"riscv64-unknown-elf-gcc", "picolibc"}:
        lines.append("or unpack the chip's compiler (bash):")
        lines += [f"    {line}" for line in UNPACK]
        lines.append("and use a package that `make wheel` has made elsewhere, if more is missing.")
    return lines


def _install(needs: list[Need]) -> None:
    packages = install_line(needs)
    if not packages or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    print(f"+ {packages}", flush=True)
    command = packages.replace("install -y", "install -y -q --no-install-recommends").split()
    for attempt in range(2):
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL)
        if done.returncode == 0 or attempt:
            return
        # A fresh machine has no list of packages yet, or an outdated one.
        print("+ apt-get update", flush=True)
        subprocess.run(["apt-get", "update", "-q"], env=environment, stdin=subprocess.DEVNULL)


def main() -> int:
    """Installs missing packages. Without the right to do so, it prints the line to type."""
    tests = "--tests" in sys.argv[1:]
    _install(missing(tests))
    left = missing(tests)
    if left:
        print(f"missing: {', '.join(need.name for need in left)}. Type:")
        for line in remedies(left):
            print(f"    {line}")
        for line in without_root(left):
            print(line)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
