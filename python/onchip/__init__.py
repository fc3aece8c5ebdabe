"""Runs MPI programs in C on a simulated many-core RISC-V chip, exact to the cycle.

`run` runs a program, `compile` links one, `noc` sends synthetic traffic, and `Chip` is a chip file.
Errors are raised as `Failure`. docs/python.md has examples.
"""

import importlib
from typing import TYPE_CHECKING

from onchip.base import late

if TYPE_CHECKING:
    from onchip.api.chip import Chip
    from onchip.api.noc import Traffic, noc, replay
    from onchip.api.result import Link, Rank, Result, RunFailure
    from onchip.api.run import compile, run
    from onchip.api.trace import Trace
    from onchip.base.failures import Failure

__all__ = [
    "Chip",
    "Failure",
    "Link",
    "Rank",
    "Result",
    "RunFailure",
    "Trace",
    "Traffic",
    "compile",
    "noc",
    "replay",
    "run",
]

late.install()

# Modules are imported when they are first used, because the command starts often and needs few of
# them.
_MODULES = {
    **dict.fromkeys(("run", "compile"), "onchip.api.run"),
    **dict.fromkeys(("Result", "Rank", "Link", "RunFailure"), "onchip.api.result"),
    **dict.fromkeys(("noc", "replay", "Traffic"), "onchip.api.noc"),
    "Chip": "onchip.api.chip",
    "Trace": "onchip.api.trace",
    "Failure": "onchip.base.failures",
}


def __getattr__(name: str):
    if name not in _MODULES:
        raise AttributeError(f"module 'onchip' has no attribute '{name}'")
    return getattr(importlib.import_module(_MODULES[name]), name)


def __dir__():
    return sorted({*globals(), *__all__})
