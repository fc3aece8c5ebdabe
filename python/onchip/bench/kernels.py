"""Compiles the kernels of benchmarks/sim once, and links them for the chip and for QEMU."""

import subprocess
from pathlib import Path

from onchip.base import project, scratch
from onchip.base.failures import Exit, Failure
from onchip.build import build, compiler
from onchip.build.compiler import CHIP

KERNELS = ("calls", "sort", "matrix", "loop")
FLAGS = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Werror"]


def sources() -> Path:
    """The folder of the benchmark's C files."""
    return project.root() / "benchmarks" / "sim"


def compile_kernel(name: str, folder: Path) -> Path:
    """The object file of a kernel, which the chip and QEMU share."""
    target = folder / f"{Path(name).name}.o"
    done = compiler.run(CHIP, [*FLAGS, "-c", str(sources() / f"{name}.c"), "-o", str(target)])
    if done.returncode:
        raise Failure(Exit.COMPILE, f"the kernel {name} does not compile")
    return target


def link_for_chip(kernel: Path, main: str = "main.c", target: compiler.Target = CHIP) -> bytes:
    """The kernel as a program for the chip; its argument is the number of repetitions."""
    flags = [f"-I{sources()}"]
    with scratch.folder() as folder:
        return build.build([str(sources() / main), str(kernel)], target, flags, folder).read_bytes()


def link_for_qemu(kernel: Path, repetitions: int) -> Path:
    """The kernel as an image for QEMU's machine `virt`, with a fixed number of repetitions."""
    # Code and data are in one segment, which QEMU accepts.
    flags = ["-Wl,--no-warn-rwx-segments", f"-T{sources() / 'virt.ld'}"]
    return _link(kernel, repetitions, "virt", flags)


def link_for_qemu_user(kernel: Path, repetitions: int) -> Path:
    """The kernel as a Linux program for QEMU's user mode."""
    return _link(kernel, repetitions, "user", [])


def _link(kernel: Path, repetitions: int, start: str, flags: list[str]) -> Path:
    target = kernel.with_suffix(f".{start}")
    command = [compiler.compiler(CHIP), "-march=rv32gc", "-mabi=ilp32d", "-nostartfiles"]
    command += ["--specs=picolibc.specs", "-static", f"-DREPETITIONS={repetitions}", *flags]
    command += [str(sources() / name) for name in (f"{start}.S", "measured.S")]
    command += [str(kernel), "-o", str(target)]
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
        raise Failure(Exit.COMPILE, f"the kernel {kernel.stem} does not link for QEMU")
    return target
