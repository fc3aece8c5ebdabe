"""Finds object files whose atomics differ in kind from those of the program that they are linked
into.

An atomic instruction and an addition under a lock are not atomic with each other. GCC compiles the
same source to either, as OpenMP's mechanism `atomic` says (docs/openmp-mechanisms.md). On the chip,
an object file's attributes show which kind of atomics it has.
"""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from onchip.base.failures import Exit, Failure

TOOLS = "riscv64-unknown-elf-"
_INSTRUCTION = re.compile(r"\t(amo\w+|lr|sc)\.[wd]")
_ARCHITECTURE = re.compile(r'Tag_RISCV_arch: "(\w+)"')
_CALL = re.compile(r"\b(GOMP_atomic_start|__(atomic|sync)_\w+_4)\b")


def check(under_lock: bool, arguments: Sequence[str]) -> None:
    """Fails if an object or archive on the compiler's command line does not suit the program: in a
    program whose atomics take a lock (`under_lock`), no file may contain atomic instructions, and
    in any other program no file may have been compiled to take the lock. The first such file is
    reported.
    """
    for word in _objects(arguments):
        if under_lock and _INSTRUCTION.search(_shown("objdump", "-d", word)):
            raise Failure(
                Exit.COMPILE,
                f"{word} was compiled without --omp atomic=lock, so its atomics are not atomic "
                "with those under the lock; compile it with --omp atomic=lock too",
            )
        if not under_lock and _is_under_lock(word):
            raise Failure(
                Exit.COMPILE,
                f"{word} was compiled with --omp atomic=lock, or for cores without extension A, so "
                "its atomics are not atomic with instructions; compile and link the whole "
                "program with --omp atomic=lock, or for these cores",
            )


def _objects(arguments: Sequence[str]) -> list[str]:
    """The objects and archives among the arguments that are inputs of the link, not its output."""
    before = ["", *arguments]
    return [
        word
        for last, word in zip(before, arguments, strict=False)
        if last != "-o" and word.endswith((".o", ".a")) and Path(word).is_file()
    ]


def _is_under_lock(file: str) -> bool:
    architectures = _ARCHITECTURE.findall(_shown("readelf", "-A", file))
    without = [name for name in architectures if not re.search(r"_a\d+p\d+(_|$)", name)]
    return bool(without) and bool(_CALL.search(_shown("nm", "-u", file)))


def _shown(tool: str, *words: str) -> str:
    """The output of a tool of binutils; empty for an unknown file, which the linker reports
    itself.
    """
    done = subprocess.run([TOOLS + tool, *words], capture_output=True, text=True, errors="replace")
    return done.stdout
