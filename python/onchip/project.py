"""Where the files of the project are: chips, runtime, examples."""

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
    """The simulator's module; fails with the command that builds it if it has not been built."""
    try:
        from onchip import _core
    except ImportError as error:
        raise Failure(
            Exit.MACHINE, f"the simulator is not built ({error}). Type: make -C {root()} install"
        ) from error
    return _core
