"""The types of options' values. They are converted to click's own types when click parses a command
line. Most runs need no click (onchip.options.plain), and loading it takes longer than a short run.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from onchip.options import number


class Unclear(Exception):
    """Raised if click must read the word; click may then print a message about it."""


@dataclass(frozen=True)
class Whole:
    """Whole numbers between two bounds."""

    min: int
    max: int | None = None

    @property
    def of_click(self) -> click.ParamType:
        """click's type."""
        return click.IntRange(self.min, self.max)

    def read(self, word: str) -> int:
        """Reads a plain word."""
        if not (word.isascii() and word.isdigit() and len(word) < 20):
            raise Unclear
        value = int(word)
        if not self.min <= value <= (value if self.max is None else self.max):
            raise Unclear
        return value


@dataclass(frozen=True)
class Number:
    """Numbers between two bounds, never `nan`."""

    min: float
    max: float | None = None
    min_open: bool = False

    @property
    def of_click(self) -> click.ParamType:
        """click's type."""
        return number.Number(self.min, self.max, min_open=self.min_open)

    def read(self, word: str) -> float:
        """Reads a plain word."""
        value = float(Whole(1, self.max and int(self.max)).read(word))
        if value < self.min:
            raise Unclear
        return value


@dataclass(frozen=True)
class Choice:
    """An option whose value is one of several words."""

    choices: Sequence[str]

    @property
    def of_click(self) -> click.ParamType:
        """click's type."""
        return click.Choice(self.choices)

    def read(self, word: str) -> str:
        """Reads a plain word."""
        if word not in self.choices:
            raise Unclear
        return word


@dataclass(frozen=True)
class File:
    """A path: of a file, of a folder that exists, or of either."""

    file_okay: bool = True
    dir_okay: bool = True
    exists: bool = False
    path_type: type | None = None

    @property
    def of_click(self) -> click.ParamType:
        """click's type."""
        return click.Path(
            exists=self.exists,
            file_okay=self.file_okay,
            dir_okay=self.dir_okay,
            path_type=self.path_type,
        )

    def read(self, word: str) -> Any:
        """Reads a plain word: the name of a new file, or a folder if it must be one."""
        path = Path(word)
        is_there = path.is_dir() and os.access(path, os.R_OK)
        is_right = is_there if self.exists else not path.exists()
        if not word or word == "-" or not is_right:
            raise Unclear
        return self.path_type(word) if self.path_type else word
