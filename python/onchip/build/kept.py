"""Keeps linked programs, so that `onchip run` does not compile an unchanged source again.

The key of a program consists of its preprocessed sources, of the compiler's words, and of the
compiler. A kept program is used while all files that the linker read are unchanged. Programs that
may depend on other files, by `.incbin` or an option of the linker, are not kept; nor are programs
for which the compiler or onchip has printed a message, since the message must be repeated.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from onchip.build import compiler

MOST = 64  # programs that are kept
# Options that affect only the preprocessed text and the way in which it is compiled.
_PLAIN = re.compile(
    r"-(?:[DIU].+|[gw]|O\w*|std=.+|W(?![alp],).*|"
    r"f(?!auto-profile|callgraph|compare|diagnostics|dump|lto|opt-info|pch|plugin|profile|save|"
    r"stack-usage|test-coverage).+)"
)
_READS_FILES = re.compile(rb"incbin|\.include")
# Variables that change where gcc finds its parts and libraries.
_VARIABLES = ("COMPILER_PATH", "GCC_EXEC_PREFIX", "LIBRARY_PATH", "LD_RUN_PATH")


def find(
    target: compiler.Target, flags: Sequence[str], files: Sequence[str], folder: Path, env: dict
) -> Kept | None:
    """The file for the program that this compiles to; None if it must not be kept."""
    plain = all(map(_PLAIN.fullmatch, flags)) and all(file.endswith(".c") for file in files)
    if not plain or target.host or target.traced or any(map(os.environ.get, _VARIABLES)):
        return None
    words = [*flags, "-E", *files]
    done = compiler.run(target, words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
    text = done.stdout
    if done.returncode or done.stderr or _READS_FILES.search(re.sub(rb'"\s*"', b"", text)):
        return None
    tools = [shutil.which(compiler.tool(target, name)) for name in ("gcc", "as", "ld")]
    if None in tools:
        return None
    digest = hashlib.sha256(text)
    for part in (done.args, Path.cwd(), *map(_state, tools)):
        digest.update(f"\0{part}".encode(errors="surrogateescape"))
    try:
        top = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:  # this user has no home
        return None
    file = Path(top, "onchip", "programs", digest.hexdigest())
    return Kept(file, folder / "inputs", compiler.folder(target))


class Kept:
    """The file in which a linked program is kept, whether it is there yet or not. It has a line for
    each file that the linker has read, an empty line, and the program.
    """

    def __init__(self, file: Path, inputs: Path, runtime: Path):
        self._file = file
        self._inputs = inputs
        self._runtime = runtime

    @property
    def recording(self) -> list[str]:
        """Options that make the linker write down the files that it reads."""
        return [f"-Wl,--dependency-file={self._inputs}"]

    def take(self, program: Path) -> bool:
        """Copies the program, if a valid one is kept."""
        with contextlib.suppress(OSError):
            states, _, linked = self._file.read_bytes().partition(b"\n\n")
            lines = os.fsdecode(states).split("\n")
            if all(_state(line.split(" ", 2)[-1]) == line for line in lines):
                program.write_bytes(linked)
                os.utime(self._file)
                return True
        return False

    def keep(self, program: Path, folder: Path) -> None:
        """Keeps a program that has been linked with `recording`, if this machine allows it."""
        with contextlib.suppress(OSError):
            words = self._inputs.read_text(errors="surrogateescape").split(":", 1)[1]
            # The linker separates names by a backslash at the end of the line.
            names = words.split("\n\n")[0].replace("\\\n", "\n").split("\n")
            names = [name.strip() for name in names if name.strip()]
            # The linker names its script as the compiler does.
            files = [Path(name) if Path(name).exists() else self._runtime / name for name in names]
            files = [str(file) for file in files if not file.is_relative_to(folder)]
            states = "\n".join(map(_state, files)).encode(errors="surrogateescape")
            self._file.parent.mkdir(parents=True, exist_ok=True)
            number, made = tempfile.mkstemp(dir=self._file.parent)
            with os.fdopen(number, "wb") as file:
                file.write(states + b"\n\n" + program.read_bytes())
            Path(made).replace(self._file)
            kept = sorted(self._file.parent.iterdir(), key=lambda one: one.stat().st_mtime)
            for old in kept[:-MOST]:
                old.unlink()


def _state(name: str) -> str:
    """Size and time of a file, and its name."""
    state = Path(name).stat()
    return f"{state.st_size} {state.st_mtime_ns} {name}"
