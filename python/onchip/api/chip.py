"""A chip file as an object."""

from __future__ import annotations

import html
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from onchip.base import arguments, outputs
from onchip.chip import chips, picture
from onchip.chip.settings import SUCH_AS, settings
from onchip.rtl import area


class Chip:
    """A chip that has been read and checked: its keys and its shape. It never changes."""

    def __init__(self, path: str | Path, changes: Mapping[str, Any] | None = None):
        """`path` is a name that `onchip chip list` prints, or a .toml file. `changes` overrides
        keys of the file, as in {"network.levels": 4}. Fails with every error that was found.
        """
        self._changes = arguments.dictionary("set", changes, SUCH_AS)
        self._file = chips.load(str(path), settings(self._changes))
        self._given = str(path)

    @classmethod
    def load(cls, path: str | Path, set: Mapping[str, Any] | None = None) -> Chip:
        """Equivalent to `Chip(path, set)`."""
        return cls(path, set)

    def with_keys(self, changes: Mapping[str, Any]) -> Chip:
        """This chip with some keys changed, checked again."""
        return Chip(self._given, self._changes | dict(changes))

    def save(self, path: str | Path) -> None:
        """Writes the chip file with the changes, as TOML."""
        text = chips.text(self._file.path, settings(self._changes))
        outputs.write(Path(path), text.encode())

    @property
    def name(self) -> str:
        """The chip's name."""
        return self._file.name

    @property
    def config(self) -> dict:
        """All keys, defaults included, by table, as `onchip chip show --json` prints them."""
        return self._file.config

    @property
    def tiles(self) -> int:
        """The number of tiles."""
        return self._file.tiles

    @property
    def cores(self) -> int:
        """The number of cores of all tiles."""
        return self._file.cores

    def look_up_tables(self) -> int:
        """Returns the number of six-input look-up tables in the routers of all networks, as Yosys
        synthesises them (docs/rtl.md). Fails if `rtl/` has no hardware for such a network, or if
        Yosys is missing.
        """
        area.check()
        return area.look_up_tables(self._file)

    def __getitem__(self, key: str) -> Any:
        """The value of a key such as "network.levels"."""
        value: Any = self.config
        for part in key.split("."):
            if not isinstance(value, Mapping) or part not in value:
                raise KeyError(f"{self.name} has no key '{key}'")
            value = value[part]
        return value

    def __repr__(self) -> str:
        """The call that makes this chip."""
        changes = f", {self._changes}" if self._changes else ""
        return f"onchip.Chip({self._given!r}{changes})"

    def __str__(self) -> str:
        """The chip's picture, as `onchip chip show` draws it."""
        head = f"{self.name}: {self.config['description']}"
        return "\n".join([head, "", *(f"  {line}".rstrip() for line in picture.lines(self._file))])

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def merged(
    chip: str | Path | Chip, changes: Mapping[str, Any] | None = None
) -> tuple[str, dict[str, Any]]:
    """Returns the name or path of a chip, and its changed keys together with those in `changes`."""
    more = arguments.dictionary("set", changes, SUCH_AS)
    return (chip._given, chip._changes | more) if isinstance(chip, Chip) else (str(chip), more)


def words(
    chip: str | Path | Chip, changes: Mapping[str, Any] | None = None
) -> tuple[str, list[str]]:
    """The arguments of `chips.load` for a chip with further changes: a name or path, and
    settings.
    """
    name, found = merged(chip, changes)
    return name, settings(found)
