"""Compiled programs, kept by the contents of everything that they were made from.

A program is looked up in two steps: its sources' paths and flags lead to the list of files that
they included last time, and the contents of all of these to the program. So a change in a header
is noticed, and going back to an earlier text finds the earlier program. The runtime and the
compiler are many megabytes, and change only when they are built or installed: there the date and
size of each file say whether it is the same.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from onchip import compile, project
from onchip.failures import Exit, Failure

KEPT = 500  # programs; those that were not used for the longest time go first
FLAGS = ("-O2", "-g")  # of a program that `run` compiles; --cflags come after them


def build(files: Sequence[str], target: compile.Target, cflags: Sequence[str] = ()) -> Path:
    """The linked program of `files`, compiled now if need be; gcc's messages go to stderr."""
    arguments = [*FLAGS, *cflags, *files]
    request = _digest(
        [
            *(str(Path.cwd()), *compile.command(target, arguments)),
            *map(_identity, (*compile.runtime(target), _compiler_file(target))),
        ]
    )
    folder = project.cache()
    record = folder / f"{request}.json"
    program = _known(record, request)
    if program is None:
        program = _compile(arguments, files, target, request, record)
        _prune(folder)
    else:
        os.utime(program)
        os.utime(record)
    sys.stderr.write(program.with_suffix(".messages").read_text(errors="replace"))
    return program


def _known(record: Path, request: str) -> Path | None:
    try:
        included = json.loads(record.read_text())
        program = record.with_name(_digest([request], map(Path, included)) + ".program")
    except (OSError, ValueError):
        return None
    complete = program.is_file() and program.with_suffix(".messages").is_file()
    return program if complete else None


def _compile(
    arguments: list[str],
    files: Sequence[str],
    target: compile.Target,
    request: str,
    record: Path,
) -> Path:
    with tempfile.TemporaryDirectory(dir=record.parent) as work:
        output, includes = Path(work, "program"), Path(work, "includes")
        # gcc adds to this file a rule for every source, with the headers that it included.
        environment = os.environ | {"DEPENDENCIES_OUTPUT": str(includes), "LC_ALL": "C.UTF-8"}
        if sys.stderr.isatty():
            arguments = ["-fdiagnostics-color=always", *arguments]
        done = compile.run(
            target,
            [*arguments, "-o", str(output)],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        if done.returncode != 0:
            sys.stderr.write(done.stderr)
            name = next((file for file in files if file.endswith(".c")), files[-1])
            what = "link" if "ld returned" in done.stderr else "compile"
            raise Failure(Exit.COMPILE, f"{name} does not {what}")
        included = _included(includes, arguments)
        name = _digest([request], map(Path, included))
        program = record.with_name(f"{name}.program")
        Path(work, "messages").write_text(done.stderr)
        Path(work, "record").write_text(json.dumps(included))
        # The program last: whoever finds it finds the rest.
        Path(work, "messages").replace(program.with_suffix(".messages"))
        Path(work, "record").replace(record)
        output.replace(program)
        return program


def _included(rules: Path, arguments: Sequence[str]) -> list[str]:
    """Every file that went into the program: those of make's rules, and the objects."""
    text = rules.read_text() if rules.is_file() else ""
    words = text.replace("\\\n", " ").split()
    files = {word for word in words if not word.endswith(":")}
    files |= {word for word in arguments if Path(word).is_file()}
    return sorted(str(Path(file).absolute()) for file in files)


def _compiler_file(target: compile.Target) -> Path:
    found = shutil.which(compile.compiler(target))
    if found is None:
        raise Failure(
            Exit.MACHINE,
            f"{compile.compiler(target)} is not there; `onchip doctor` says how to get it",
        )
    return Path(found)


def _identity(file: Path) -> str:
    """Another text after every change of the file: its ctime is nobody's to set."""
    now = file.stat()
    return f"{file} {now.st_dev} {now.st_ino} {now.st_size} {now.st_mtime_ns} {now.st_ctime_ns}"


def _digest(words, files=()) -> str:
    digest = hashlib.sha256()
    for word in words:
        digest.update(word.encode() + b"\0")
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:32]


def _prune(folder: Path) -> None:
    """Removes what was not used for the longest time; others may be doing the same."""
    for kind, also in ((".program", ".messages"), (".json", None), (".c", None)):
        ages = []
        for file in folder.glob(f"*{kind}"):
            with contextlib.suppress(FileNotFoundError):
                ages.append((file.stat().st_mtime, file))
        for _, file in sorted(ages)[:-KEPT]:
            file.unlink(missing_ok=True)
            if also:
                file.with_suffix(also).unlink(missing_ok=True)
