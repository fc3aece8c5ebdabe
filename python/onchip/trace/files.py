"""Chooses the format of a trace by the name of its file."""

import importlib.util
from pathlib import Path

import click

from onchip.base import outputs
from onchip.base.failures import Exit, Failure
from onchip.trace import otf2_file, perfetto_file
from onchip.trace.recorder import Trace

PERFETTO, OTF2 = ".pftrace", ".otf2"
_WRITERS = {PERFETTO: (perfetto_file, "perfetto"), OTF2: (otf2_file, "otf2")}


def check(path: Path, option: str) -> None:
    """Raises an exception if a trace cannot be written to this file; call it before a run."""
    if path.suffix not in _WRITERS:
        raise click.UsageError(
            f"{option} {path}; right: a name that ends with {PERFETTO} or {OTF2}"
        )
    package = _WRITERS[path.suffix][1]
    if importlib.util.find_spec(package) is None:
        other = next(suffix for suffix in _WRITERS if suffix != path.suffix)
        raise Failure(
            Exit.SYSTEM,
            f"{option} {path} needs the Python package {package}, which has no build for this "
            f"Python or is not installed; a name that ends with {other} needs another one",
        )
    if path.suffix == OTF2 and path.exists() and not path.is_dir():
        raise click.UsageError(f"{option} {path}: there is a file of this name; right: a folder")
    if path.is_dir() and any(path.iterdir()) and not (path / "traces.otf2").exists():
        raise click.UsageError(
            f"{option} {path}: the folder has other files than a trace; right: a new name"
        )
    (outputs.check_name if path.suffix == OTF2 else outputs.check_file)(path)


def write(trace: Trace, path: Path) -> None:
    """Writes the trace in the format that the file's name stands for."""
    _WRITERS[path.suffix][0].write(trace, path)
