"""Finds the files of the project: chips, runtime, examples."""

import os
from pathlib import Path

from onchip.base.failures import Exit, Failure

_MARK = Path("runtime", "hal", "hal.h")


# A folder of this package. If the package was installed from a wheel, the folder holds the
# project's files (onchip/install/wheel.py).
INSIDE = "home"


def root() -> Path:
    """The project's top folder: `ONCHIP_HOME`, or the clone or wheel that this package was
    installed from.
    """
    named = os.environ.get("ONCHIP_HOME")
    top = Path(named) if named else _found()
    if not (top / _MARK).is_file():
        raise Failure(
            Exit.MACHINE,
            f"no onchip project at {top}: set ONCHIP_HOME to the folder that holds "
            "chips/ and runtime/",
        )
    return top


def is_clone(top: Path) -> bool:
    """Whether the folder is a clone, which can be built. A wheel holds what was already built."""
    return (top / "runtime" / "Makefile").is_file()


def _found() -> Path:
    package = Path(__file__).resolve().parents[1]
    inside = package / INSIDE
    return inside if (inside / _MARK).is_file() else package.parents[1]


def simulator():
    """The simulator's module. If it has not been built, the failure names the command that builds
    it.
    """
    try:
        from onchip import _core  # imported here, because the command also starts without it
    except ImportError as error:
        raise Failure(
            Exit.MACHINE, f"the simulator is not built ({error}). Type: make -C {root()} install"
        ) from error
    return _core
