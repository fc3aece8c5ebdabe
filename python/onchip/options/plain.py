"""Reads plain command lines as click does, without click: known options, each with a value of the
usual form. Any other command line is left to click, which also prints the errors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from onchip.options.declared import Entry, entries
from onchip.options.kinds import Unclear


def read(
    declared: type, words: Sequence[str], alone: Mapping[str, str]
) -> tuple[dict[str, Any], list[str]]:
    """Returns the values of the options that a class declares, and the remaining words, which begin
    with the first word that is not an option.

    `alone` maps options that may be given without a value to the value that they then have. Raises
    Unclear if click must read the words.
    """
    known = {}
    for name, entry in entries(declared).items():
        for form in entry.words:
            yes, _, no = form.partition("/")
            known[yes] = name, entry, True
            if no:
                known[no] = name, entry, False
    given: dict[str, list[Any]] = {}
    rest = list(words)
    while rest and rest[0].startswith("-") and rest[0] not in ("-", "--"):
        option, equals, value = rest.pop(0).partition("=")
        if option not in known or (equals and not option.startswith("--")):
            raise Unclear
        name, entry, is_on = known[option]
        if entry.is_boolean:
            if equals:
                raise Unclear
            value = entry.click.get("flag_value", is_on)
        elif option in alone and not equals:
            value = alone[option]
        elif not equals:
            if not rest or rest[0].startswith("-"):
                raise Unclear
            value = rest.pop(0)
        given.setdefault(name, []).append(value)
    values = {name: _value(one, given.get(name, [])) for name, one in entries(declared).items()}
    return values, rest


def _value(entry: Entry, given: Sequence[Any]) -> Any:
    kind = entry.click.get("type")
    read = [kind.read(value) if kind else value for value in given]
    if entry.parse:
        read = [_parsed(entry, value) for value in read]
    if not entry.click.get("multiple"):
        default = entry.click.get("default")
        if not read and entry.parse and default is not None:
            return entry.parse(default)
        return read[-1] if read else entry.default
    if not entry.parse:
        return tuple(read)
    try:
        return entry.collect(read)
    except ValueError as error:
        raise Unclear from error


def _parsed(entry: Entry, value: str) -> Any:
    try:
        return entry.parse(value)
    except Exception as error:
        raise Unclear from error
