"""Packages that studies need, and the pip extra of onchip that installs them."""

from types import ModuleType

from onchip.base import packages

EXTRA = "sweep"


def needed(name: str) -> ModuleType:
    """Imports the module; a Failure says how to install it."""
    remedy = f"onchip's extra '{EXTRA}' has it. Type: pip install 'onchip[{EXTRA}]'"
    return packages.needed(name, remedy)
