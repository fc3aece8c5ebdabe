"""C programs made into programs for the chip, or for this machine."""

import contextlib
import os
import signal
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


def run(
    host: bool, arguments: Sequence[str], check: bool = False, **options
) -> subprocess.CompletedProcess:
    """Runs the compiler in the user's folder; `options` are those of `subprocess.Popen`.

    Whatever ends us ends the compiler with all that it has started.
    """
    words = command(host, arguments)
    try:
        compiling = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, start_new_session=True, **options
        )
    except FileNotFoundError as error:
        raise Failure(
            Exit.MACHINE, f"{compiler(host)} is not there; `onchip doctor` says how to get it"
        ) from error
    with compiling:
        try:
            out, err = compiling.communicate()
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(compiling.pid, signal.SIGTERM)
            raise
    done = subprocess.CompletedProcess(words, compiling.returncode, out, err)
    if check:
        done.check_returncode()
    return done
