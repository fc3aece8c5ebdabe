"""Converts arguments of Python callers to the form that the commands take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from onchip.base.failures import Exit, Failure


def plain(value: Any) -> Any:
    """Converts a scalar of NumPy or pandas to Python's own number; anything else stays as it is."""
    return value.item() if getattr(value, "shape", None) == () else value


def dictionary(name: str, value: Mapping | None, such_as: str) -> dict:
    """Returns a dictionary, empty for None; fails if the value is something else."""
    if not isinstance(value, Mapping | None):
        raise Failure(Exit.USAGE, f"{name}: {value!r} is wrong; right: {such_as}")
    return dict(value or {})
