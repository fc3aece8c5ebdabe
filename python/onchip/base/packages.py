"""Packages that only some functions need: their import is slow, or onchip works without them."""

import importlib
from types import ModuleType

from onchip.base.failures import Exit, Failure


def needed(name: str, remedy: str) -> ModuleType:
    """Imports the module; a Failure says what installs it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Failure(Exit.MACHINE, f"no {name} ({error}). {remedy}") from error
