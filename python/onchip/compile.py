"""C programs made into programs for the chip, or for this machine."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from onchip import project
from onchip.failures import Exit, Failure


def compiler(host: bool) -> str:
    """The compiler's command."""
    return "gcc" if host else "riscv64-unknown-elf-gcc"


def library(host: bool) -> Path:
    """The runtime's archive; fails with what to type if it has not been built."""
    top = project.root()
    archive = top / "build" / ("host" if host else "chip") / "libonchip.a"
    if not archive.is_file():
        raise Failure(
            Exit.MACHINE,
            f"the runtime is not built ({archive} is missing). Type: make -C {top} install",
        )
    return archive


def inputs(host: bool) -> list[Path]:
    """Every file of the runtime that goes into a program."""
    folder = library(host).parent
    files = (*folder.iterdir(), *(folder / "include").glob("*.h"))
    return sorted(file for file in files if file.is_file())


def command(host: bool, arguments: Sequence[str]) -> list[str]:
    """The compiler's whole command line; `arguments` are the user's."""
    folder = library(host).parent
    return [compiler(host), f"@{folder}/cc.flags", *arguments, f"@{folder}/libs.flags"]


def run(host: bool, arguments: Sequence[str], **options) -> subprocess.CompletedProcess:
    """Runs the compiler in the user's folder; `options` are those of `subprocess.run`."""
    try:
        return subprocess.run(command(host, arguments), stdin=subprocess.DEVNULL, **options)
    except FileNotFoundError as error:
        raise Failure(
            Exit.MACHINE, f"{compiler(host)} is not there; `onchip doctor` says how to get it"
        ) from error
