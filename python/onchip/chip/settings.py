"""Converts changes of chip keys to arguments of `--set`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from onchip.base import arguments

SUCH_AS = 'keys and values, such as {"network.levels": 4}'


def settings(changes: Mapping[str, Any] | None) -> list[str]:
    """The arguments of `--set` for keys and values such as {"network.levels": 4}."""
    given = arguments.dictionary("set", changes, SUCH_AS)
    return [f"{key}={_word(arguments.plain(value))}" for key, value in given.items()]


def _word(value: Any) -> str:
    """A value in TOML's notation; a string stays as it is, as on the command line."""
    return value if isinstance(value, str) else json.dumps(value)
