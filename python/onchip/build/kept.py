"""Keeps linked programs, so that `onchip run` does not compile an unchanged source again.

The key of a program consists of its preprocessed sources, the compiler options, and the compiler. A
kept program is used while all files that the linker read are unchanged. Two kinds of programs are
not kept: those that may depend on other files, by `.incbin` or a linker option, and those for which
the compiler or onchip has printed a message, since the message must be repeated.

If sources include only headers of the libraries (`#include <...>`), their key is kept as well. They
are not preprocessed again while they and these headers are unchanged.
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

MOST = 64  # most programs that are kept, and most keys of sources
# Options that affect only the preprocessed text and the way in which it is compiled.
_PLAIN = re.compile(
    r"-(?:[DIU].+|[gw]|O\w*|std=.+|W(?![alp],).*|"
    r"f(?!auto-profile|callgraph|compare|diagnostics|dump|lto|opt-info|pch|plugin|profile|save|"
    r"stack-usage|test-coverage).+)"
)
_READS_FILES = re.compile(rb"incbin|\.include")
# Variables that change where gcc finds its parts, libraries and headers.
_VARIABLES = ("COMPILER_PATH", "GCC_EXEC_PREFIX", "LIBRARY_PATH", "LD_RUN_PATH")
_HEADER_VARIABLES = ("CPATH", "C_INCLUDE_PATH")
# Patterns of a line that names any header, of a line that names a header of a library, and of text
# that may hide such lines or that differs from one compilation to another.
_NAMES_HEADER = re.compile(rb"include|import|embed")
_NAMES_LIBRARY = re.compile(rb"\s*#\s*include\s*<")
_VARIES = re.compile(rb"__DATE__|__TIME|##|\?\?")
# The line by which gcc says from which file the next lines come. Two sorts of names do not match:
# gcc's own, such as <built-in>, and the name of the current folder, which ends in //.
_LINE_MARK = re.compile(rb'^# \d+ "([^"<\n]+(?<!//))"', re.MULTILINE)
_WORDS = (".flags", ".specs")  # suffixes of files that contain further compiler options


def find(
    target: compiler.Target, flags: Sequence[str], files: Sequence[str], folder: Path, env: dict
) -> Kept | None:
    """The file in which the linked program is kept; None if the program must not be kept."""
    plain = all(map(_PLAIN.fullmatch, flags)) and all(file.endswith(".c") for file in files)
    if not plain or target.host or target.traced or any(map(os.environ.get, _VARIABLES)):
        return None
    tools = [shutil.which(compiler.tool(target, name)) for name in ("gcc", "as", "ld")]
    if None in tools:
        return None
    try:
        top = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "onchip")
    except RuntimeError:  # this user has no home directory
        return None
    compilers = [Path.cwd(), *map(_state, tools)]
    words = [*flags, "-E", *files]
    source = _source(target, words, files, top / "sources", compilers)
    key = source.read() if source else None
    if not key:
        done = compiler.run(target, words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
        text = done.stdout
        if done.returncode or done.stderr or _READS_FILES.search(re.sub(rb'"\s*"', b"", text)):
            return None
        key = _digest(text, done.args, *compilers)
        if source:
            source.write(_headers(target, text, done.args, files), key)
    return Kept(top / "programs" / os.fsdecode(key), folder / "inputs", compiler.folder(target))


def _digest(text: bytes, *parts) -> bytes:
    digest = hashlib.sha256(text)
    for part in parts:
        digest.update(f"\0{part}".encode(errors="surrogateescape"))
    return digest.hexdigest().encode()


def _source(
    target: compiler.Target, words: list[str], files: Sequence[str], top: Path, compilers: list
) -> _File | None:
    """The file that keeps the key of a program whose sources are `files`, so that they need not be
    preprocessed; None if the sources may include headers other than those of the libraries.
    """
    if any(word.startswith("-I") for word in words) or any(map(os.environ.get, _HEADER_VARIABLES)):
        return None
    try:
        texts = [Path(file).read_bytes() for file in files]
    except OSError:  # gcc reports the error
        return None
    text = b"\0".join([*texts, *map(os.fsencode, words)])
    lines = re.sub(rb"\\\s*\n", b"", text).split(b"\n")
    naming = filter(_NAMES_HEADER.search, lines)
    if _VARIES.search(text) or not all(map(_NAMES_LIBRARY.match, naming)):
        return None
    return _File(top / os.fsdecode(_digest(text, compiler.command(target, words), *compilers)))


def _headers(
    target: compiler.Target, text: bytes, command: list[str], files: Sequence[str]
) -> list[str]:
    """The headers in a preprocessed text, the folders that the compiler searches for headers, and
    the files that may contain further compiler options.
    """
    headers = set(map(os.fsdecode, _LINE_MARK.findall(text))) - set(files)
    folders = [word.removeprefix("-I").removeprefix("-idirafter") for word in command]
    found = {folder for folder, word in zip(folders, command, strict=True) if folder != word}
    parents = {str(Path(header).parent) for header in headers}
    further = {str(file) for file in compiler.runtime(target) if file.suffix in _WORDS}
    return sorted(headers | found | parents | further)


class _File:
    """A file whose content is valid as long as certain other files are unchanged. It has a line
    for each of these files, then an empty line, then the content.
    """

    def __init__(self, file: Path):
        self._file = file

    def read(self) -> bytes | None:
        """The content, if the file is there and valid."""
        with contextlib.suppress(OSError):
            states, _, content = self._file.read_bytes().partition(b"\n\n")
            lines = os.fsdecode(states).split("\n")
            if all(_state(line.split(" ", 2)[-1]) == line for line in lines):
                os.utime(self._file)
                return content
        return None

    def write(self, others: Sequence[str], content: bytes) -> None:
        """Writes the file, if this machine allows it, and removes the oldest files beside it."""
        with contextlib.suppress(OSError):
            states = "\n".join(map(_state, others)).encode(errors="surrogateescape")
            self._file.parent.mkdir(parents=True, exist_ok=True)
            number, made = tempfile.mkstemp(dir=self._file.parent)
            with os.fdopen(number, "wb") as file:
                file.write(states + b"\n\n" + content)
            Path(made).replace(self._file)
            kept = sorted(self._file.parent.iterdir(), key=lambda one: one.stat().st_mtime)
            for old in kept[:-MOST]:
                old.unlink()


class Kept:
    """The file in which a linked program is kept, whether it is there yet or not."""

    def __init__(self, file: Path, inputs: Path, runtime: Path):
        self._file = _File(file)
        self._inputs = inputs
        self._runtime = runtime

    @property
    def recording(self) -> list[str]:
        """Options that make the linker write down the files that it reads."""
        return [f"-Wl,--dependency-file={self._inputs}"]

    def take(self, program: Path) -> bool:
        """Copies the kept program to `program` if it is valid, and returns whether it is."""
        with contextlib.suppress(OSError):
            linked = self._file.read()
            if linked is not None:
                program.write_bytes(linked)
                return True
        return False

    def keep(self, program: Path, folder: Path) -> None:
        """Keeps a program that has been linked with the options `recording`, if this machine allows
        it.
        """
        with contextlib.suppress(OSError):
            words = self._inputs.read_text(errors="surrogateescape").split(":", 1)[1]
            # The linker separates names by a backslash at the end of the line.
            names = words.split("\n\n")[0].replace("\\\n", "\n").split("\n")
            names = [name.strip() for name in names if name.strip()]
            # The linker names its script without the folder, which is the runtime's.
            files = [Path(name) if Path(name).exists() else self._runtime / name for name in names]
            inputs = [str(file) for file in files if not file.is_relative_to(folder)]
            self._file.write(inputs, program.read_bytes())


def _state(name: str) -> str:
    """Size and time of a file, and its name."""
    state = Path(name).stat()
    return f"{state.st_size} {state.st_mtime_ns} {name}"
