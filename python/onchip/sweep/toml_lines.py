"""Finds the lines of the keys in a TOML file, for messages. tomli gives lines for syntax errors
only.
"""

import re
from collections.abc import Sequence

_PART = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
_KEY = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = re.compile(rf"\s*\[\[?\s*({_KEY})\s*\]\]?\s*(?:#.*)?$")
_VALUE = re.compile(rf"\s*({_KEY})\s*=(.*)$")
_TEXT = re.compile(r""""(?:\\.|[^"\\])*"|'[^']*'|#.*""")

Path = tuple[str, ...]


def lines(text: str) -> dict[Path, int]:
    """The line, from 1 on, of each key and table, except keys of inline tables."""
    found: dict[Path, int] = {}
    table: Path = ()
    depth = 0  # the number of open brackets, if a value takes several lines
    for number, line in enumerate(text.splitlines(), 1):
        if depth == 0 and (head := _TABLE.match(line)):
            table = _parts(head[1])
            found.setdefault(table, number)
            continue
        rest = line
        if depth == 0 and (value := _VALUE.match(line)):
            path = (*table, *_parts(value[1]))
            for length in range(len(table) + 1, len(path) + 1):
                found.setdefault(path[:length], number)
            rest = value[2]
        plain = _TEXT.sub("", rest)
        depth += sum(plain.count(mark) for mark in "[{") - sum(plain.count(mark) for mark in "]}")
    return found


def line(found: dict[Path, int], names: Sequence[str]) -> int:
    """The line of a key, or of the innermost table around it; 1 if there is none. The names of the
    key and its tables may be dotted.
    """
    path = tuple(part for name in names for part in name.split("."))
    lengths = range(len(path), 0, -1)
    return next((found[path[:length]] for length in lengths if path[:length] in found), 1)


def _parts(key: str) -> Path:
    return tuple(part.strip("\"'") for part in re.findall(_PART, key))
