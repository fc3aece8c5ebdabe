"""What callers in Python give, made what the command takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from onchip.base.failures import Exit, Failure


def plain(value: Any) -> Any:
    """A number of NumPy or pandas as Python's; everything else as it is."""
    return value.item() if getattr(value, "shape", None) == () else value


def dictionary(name: str, value: Mapping | None, such_as: str) -> dict:
    """A dictionary, empty for None; fails if it is something else."""
    if not isinstance(value, Mapping | None):
        raise Failure(Exit.USAGE, f"{name}: {value!r} is wrong; right: {such_as}")
    return dict(value or {})
