"""The part of a sweep that runs in a process of the cluster: it runs points."""

import contextlib
import functools
import hashlib
import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from multiprocessing import util
from pathlib import Path
from typing import Any

from onchip.api import noc
from onchip.api import run as api
from onchip.base import scratch
from onchip.base.failures import Exit, Failure
from onchip.launch import clusters
from onchip.sweep import metrics

_KEPT = 64  # most programs that a process keeps


def run_all(
    kind: str,
    points: Sequence[tuple[Mapping[str, Any], Sequence[str]]],
    programs: Mapping[str, bytes],
    measured: Mapping[str, str],
) -> tuple[list[dict[str, Any]], float]:
    """Runs points. Each point is given as options with the digests of its program and of its
    kernel, if it has one. Returns the end of each point, and the seconds that all points took.
    """
    begun = time.monotonic()
    ends = [
        run(kind, options, [programs[digest] for digest in digests], measured)
        for options, digests in points
    ]
    return ends, time.monotonic() - begun


def run(
    kind: str, options: Mapping[str, Any], elfs: Sequence[bytes], measured: Mapping[str, str]
) -> dict[str, Any]:
    """Runs a point; returns its metrics, and how it ended. A run that fails has a message."""
    try:
        return _traffic(options, measured) if kind == "noc" else _program(options, elfs, measured)
    except Failure as failure:
        return failed(failure.exit_code, failure.message)
    except Exception as error:
        return failed(Exit.INTERNAL, f"{type(error).__name__}: {error}")


def failed(code: Exit, message: str) -> dict[str, Any]:
    """The cells for a point that has no result."""
    return _ended(code.kind, int(code), message)


def _ended(kind: str, code: int, message: str) -> dict[str, Any]:
    return {"kind": kind, "exit_code": code, "message": message}


def _traffic(options: Mapping[str, Any], measured: Mapping[str, str]) -> dict[str, Any]:
    point = noc.noc(**options).points[0]
    return {name: point[name] for name in measured} | _ended("exit", 0, "")


def _program(
    options: Mapping[str, Any], elfs: Sequence[bytes], measured: Mapping[str, str]
) -> dict[str, Any]:
    options = dict(options)
    words, name = options.pop("arguments"), options.pop("name")
    file, *kernel = map(_file, elfs)
    if kernel:
        clusters.use(bool(options.get("host")), kernel[0])
    if not options.get("host"):
        options.setdefault("jobs", 1)  # each core of this machine already has a worker
    result = api.run(file, *words, **options, check=False)
    ended = _ended(result.kind, result.exit_code, result.message.replace(str(file), name))
    if result.kind != "exit":
        return ended
    return metrics.of_result(result, measured) | ended


@functools.lru_cache(1)
def _folder() -> Path:
    """A folder that this process removes when it ends. If the process is killed, the next command
    removes the folder.
    """
    ending = contextlib.ExitStack()
    util.Finalize(None, ending.close, exitpriority=0)  # forked processes run no other exit handlers
    return ending.enter_context(scratch.folder())


@functools.lru_cache(_KEPT)
def _file(elf: bytes) -> Path:
    """Writes the program to a file of this process."""
    file = _folder() / hashlib.sha256(elf).hexdigest()
    if not file.exists():
        descriptor, name = tempfile.mkstemp(dir=_folder())
        new = Path(name)
        # Linux refuses to run a program that is open for writing
        with os.fdopen(descriptor, "wb") as made:
            made.write(elf)
        new.chmod(0o755)
        new.replace(file)
    return file
