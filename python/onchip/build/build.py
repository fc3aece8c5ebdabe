"""Compiles the programs that a command runs. Programs that have not changed are kept (kept.py)."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from onchip.base import terminal
from onchip.build import compiler, diagnostics, hints, interposer, kept, loop_nests

FLAGS = ("-O2", "-g")  # the user's options follow these


def build(
    files: Sequence[str], target: compiler.Target, cflags: Sequence[str], folder: Path
) -> Path:
    """Links the program of `files` in a folder below `folder`; gcc's messages go to stderr."""
    program = Path(tempfile.mkdtemp(dir=folder), "program")
    flags, names = [*FLAGS, *cflags], [*map(_plain, files)]
    place = kept.find(target, flags, names, program.parent, _environment(folder))
    if place and place.take(program):
        return program
    recording = place.recording if place else []
    done, is_silent = _run(target, [*flags, *names, *recording, "-o", str(program)], folder)
    if place and is_silent and not done.returncode:
        place.keep(program, folder)
    if done.returncode:
        name = next((file for file in files if file.endswith(compiler.COMPILED)), files[-1])
        raise diagnostics.failure(name, done.stderr, folder)
    return program


def run(
    target: compiler.Target, arguments: Sequence[str], folder: Path, **options
) -> subprocess.CompletedProcess:
    """Runs the compiler, with its temporary files in `folder`; its messages go to stderr, in
    English.
    """
    return _run(target, arguments, folder, **options)[0]


def _environment(folder: Path) -> dict[str, str]:
    return os.environ | {"LC_ALL": "C.UTF-8", "TMPDIR": str(folder)}


def _run(
    target: compiler.Target, arguments: Sequence[str], folder: Path, **options
) -> tuple[subprocess.CompletedProcess, bool]:
    """Runs the compiler as `run` does; also returns whether it has printed no messages."""
    if target.traced and not compiler.COMPILES_ONLY.intersection(arguments):
        return _run_traced(target, arguments, folder, **options), False
    if sys.stderr.isatty():
        arguments = ["-fdiagnostics-color=always", *arguments]
    with terminal.during("compiling"):
        done = compiler.run(
            target,
            arguments,
            env=_environment(folder),
            stderr=subprocess.PIPE,
            text=True,
            errors="backslashreplace",
            **options,
        )
    terminal.write_compilers(done.stderr)
    said = hints.of(done.stderr, target.host)
    if not done.returncode:
        said += loop_nests.faults(target, arguments, folder)
    for sentence in said:
        print(f"onchip: {sentence}", file=sys.stderr)
    return done, not (said or done.stderr)


def _run_traced(
    target: compiler.Target, arguments: Sequence[str], folder: Path, **options
) -> subprocess.CompletedProcess:
    """Compiles twice: the second time with wrappers around the functions that the program calls."""
    untraced = dataclasses.replace(target, traced=False)
    first = Path(tempfile.mkdtemp(dir=folder), "program")
    done = run(untraced, [*arguments, "-o", str(first)], folder, **options)
    if done.returncode:
        return done
    words = interposer.arguments(target, first, folder)
    with contextlib.redirect_stderr(io.StringIO()) as again:
        done = run(untraced, [*words, *arguments], folder, **options)
    if done.returncode:
        sys.stderr.write(again.getvalue())
    return done


def _plain(file: str) -> str:
    """Returns a file's name in a form that gcc does not mistake for an option or a response file,
    because gcc treats `@` and `-` at the beginning specially.
    """
    return f"./{file}" if file.startswith(("@", "-")) else file
