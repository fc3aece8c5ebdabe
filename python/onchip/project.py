"""Where the files of the project are: chips, runtime, examples; and the user's cache."""

import os
from pathlib import Path

from onchip.failures import Exit, Failure


def root() -> Path:
    """The project's top folder: `ONCHIP_HOME`, or where this package was installed from."""
    named = os.environ.get("ONCHIP_HOME")
    top = Path(named) if named else Path(__file__).resolve().parents[2]
    if not (top / "runtime" / "hal" / "hal.h").is_file():
        raise Failure(
            Exit.MACHINE,
            f"no onchip project at {top}: set ONCHIP_HOME to the folder that holds "
            "chips/ and runtime/",
        )
    return top


def simulator():
    """The simulator's module; fails with what to type if it has not been built."""
    try:
        from onchip import _core
    except ImportError as error:
        raise Failure(
            Exit.MACHINE, f"the simulator is not built ({error}). Type: make -C {root()} install"
        ) from error
    return _core


def cache() -> Path:
    """The folder for compiled programs: `onchip` in XDG_CACHE_HOME or ~/.cache; made if missing."""
    named = os.environ.get("XDG_CACHE_HOME")
    base = Path(named) if named else Path.home() / ".cache"
    folder = base / "onchip"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(
            Exit.MACHINE,
            f"no cache for compiled programs: {error}. XDG_CACHE_HOME can name another place",
        ) from error
    return folder
