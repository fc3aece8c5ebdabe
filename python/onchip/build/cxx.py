"""Programs with parts in C++: how to recognise them, and the C++ library of the chip.

A clone builds the library when the first such program is compiled, from the compiler's sources,
which the distribution packages (runtime/c++/Makefile).
"""

import fcntl
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from onchip.base import machine, project
from onchip.base.failures import Exit, Failure

SUFFIXES = (".cc", ".cpp", ".cxx", ".c++", ".cp", ".C", ".CPP", ".ii")
# Libraries that makefiles for Linux name. We drop them, since they are linked anyway.
LIBRARIES = ("-lstdc++", "-lsupc++", "-lgcc", "-lgcc_s", "-lgcc_eh")
_ASKS = re.compile(r"-xc\+\+.*|-std=(?:c|gnu)\+\+.*")
# Symbols that objects of C++ refer to if they need the library.
_MARKS = (
    b"__gxx_personality_v0\0",
    b"\0_Zn",
    b"\0_Zd",
    b"\0_ZS",
    b"\0_ZNS",
    b"\0_ZNKS",
    b"\0__cxa_",
)
_MADE_OF = ("c++/Makefile", "c++/os_defines.h", "libc/include/pthread.h", "link/chip.specs")


def is_named(arguments: Sequence[str]) -> bool:
    """Whether the compiler's command line contains parts in C++."""
    before = ["", *arguments]
    for last, word in zip(before, arguments, strict=False):
        if last == "-o":
            continue
        if word.endswith(SUFFIXES) or word in LIBRARIES[:2] or _ASKS.fullmatch(word):
            return True
        if last == "-x" and word.startswith("c++"):
            return True
        if word.endswith((".o", ".a")) and _refers(word):
            return True
    return False


def _refers(file: str) -> bool:
    try:
        content = Path(file).read_bytes()
    except OSError:  # the linker reports the missing file
        return False
    return any(mark in content for mark in _MARKS)


def library() -> Path:
    """The folder of the chip's C++ library, which is built if it is not there."""
    top = project.root()
    folder = top / "build" / f"c++-{machine.compiler_version()}"
    if not _is_current(top, folder):
        _build(top, folder)
    return folder


def _is_current(top: Path, folder: Path) -> bool:
    built = folder / "libstdc++.a"
    if not built.is_file():
        return False
    sources = (top / "runtime" / name for name in _MADE_OF)
    return not project.is_clone(top) or all(
        source.stat().st_mtime <= built.stat().st_mtime for source in sources
    )


def _build(top: Path, folder: Path) -> None:
    if not project.is_clone(top):
        raise Failure(
            Exit.MACHINE,
            f"this package has no C++ library for GCC {machine.compiler_version()}: a clone builds "
            "it",
        )
    source = machine.compiler_source()
    if source is None:
        raise Failure(
            Exit.MACHINE,
            "the chip's C++ library is built of the compiler's sources, which are not there. "
            f"Type: {machine.install_line([machine.CXX])}",
        )
    words = [
        *("make", "-s", f"-j{os.cpu_count()}", "-C", str(top / "runtime" / "c++")),
        *(f"SOURCE={source}", f"VERSION={machine.compiler_version()}", f"FOLDER={folder}"),
    ]
    try:
        with (top / "build" / "c++.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if _is_current(top, folder):
                return
            print(f"building {folder}, once, in about a minute", file=sys.stderr)
            subprocess.run(
                words,
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[lock.fileno()],
            )
    except (OSError, subprocess.CalledProcessError) as error:
        raise Failure(
            Exit.MACHINE,
            f"the C++ library cannot be built in {folder}: {error}; {folder}.new/log has more",
        ) from error


def linking(runtime: Path, folder: Path) -> list[str]:
    """Options that link the C++ library, before those that link the C library."""
    return [
        f"-Wl,-T,{runtime / 'c++.ld'}",
        "-Wl,--wrap=__call_exitprocs",
        "-Wl,-u,_Unwind_Find_FDE",  # the chip's function, not libgcc's
        f"-L{folder}",
        "-lstdc++",
        "-lonchip-c++",
    ]
