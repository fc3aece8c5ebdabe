"""Suggests the name that a mistyped word may stand for."""

import difflib
from collections.abc import Iterable


def suggestion(word: str, known: Iterable[str]) -> str:
    """Returns a line that asks for the name most like `word`, or nothing if none is like it."""
    found = difflib.get_close_matches(word, known, 1)
    return f"\nDid you mean {found[0]}?" if found else ""
