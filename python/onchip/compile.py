"""C programs made into programs for the chip, or for this machine."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from onchip import project
from onchip.failures import Exit, Failure


def compiler(host: bool) -> str:
    """The compiler's command."""
    return "gcc" if host else "riscv64-unknown-elf-gcc"


def folder(host: bool) -> Path:
    """Where the built runtime is; fails with what to type if it has not been built."""
    top = project.root()
    built = top / "build" / ("host" if host else "chip")
    if not (built / "libonchip.a").is_file():
        raise Failure(
            Exit.MACHINE,
            f"the runtime is not built: no {built}/libonchip.a. Type: make -C {top} install",
        )
    return built


def runtime(host: bool) -> list[Path]:
    """The files of the runtime that go into every program."""
    return sorted(file for file in folder(host).iterdir() if file.is_file())


def command(host: bool, arguments: Sequence[str]) -> list[str]:
    """The compiler's whole command line; `arguments` are the user's."""
    built = folder(host)
    return [compiler(host), f"@{built}/cc.flags", *arguments, f"@{built}/libs.flags"]


def run(host: bool, arguments: Sequence[str], **options) -> subprocess.CompletedProcess:
    """Runs the compiler in the user's folder; `options` are those of `subprocess.run`."""
    try:
        return subprocess.run(command(host, arguments), stdin=subprocess.DEVNULL, **options)
    except FileNotFoundError as error:
        raise Failure(
            Exit.MACHINE, f"{compiler(host)} is not there; `onchip doctor` says how to get it"
        ) from error
