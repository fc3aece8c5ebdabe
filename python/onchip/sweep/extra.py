"""Packages that studies need, and the extra of the package that installs them."""

import importlib
from types import ModuleType

from onchip.base.failures import Exit, Failure

EXTRA = "sweep"


def needed(name: str) -> ModuleType:
    """Imports the package; a Failure says how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Failure(
            Exit.MACHINE,
            f"no {name} ({error}): onchip's extra '{EXTRA}' has it. "
            f"Type: pip install 'onchip[{EXTRA}]'",
        ) from error
