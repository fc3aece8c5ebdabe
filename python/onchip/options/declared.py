"""Declares an option once, as a field of a class: its words on the command line, its names in
Python and in a study, its type, range, default and help.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

import click

from onchip.base.arguments import plain
from onchip.base.failures import Exit, Failure
from onchip.options import groups
from onchip.options.kinds import Choice, File, Number, Whole

MOST = 2**64 - 1  # the highest value of numbers that have no other limit, such as cycles


@dataclass(frozen=True)
class Form:
    """The form of an option's value in Python, if it differs from the command line."""

    type: str
    convert: Callable[[Any], Any]
    default: Any = None
    # Replaces the option's help text if that explains the form of a command-line word.
    help: str = ""


@dataclass(frozen=True)
class Entry:
    """All facts about an option except its name and the type of its value."""

    words: tuple[str, ...]
    click: Mapping[str, Any]  # further arguments of click.option, with a type of `kinds`
    # Converts a word to a value; raises ValueError if the word is wrong.
    parse: Callable[[str], Any] | None = None
    collect: Callable[[Iterable], Any] = list  # joins the values of a repeatable option
    # Whether the command line may have the option several times, although it has one value in
    # Python and in a study.
    joined: bool = False
    right: str = ""  # what a value must be, if its type does not say so
    study: bool = False  # whether the option is a key of a study
    python: bool | Form = True  # whether it is a keyword argument in Python, and in which form
    links: bool = False  # whether it has an effect when a program is linked
    # The reason why it excludes --host; empty if obvious, None if it does not.
    chip_only: str | None = None
    without: tuple[str, ...] = ()  # options that cannot be given with it
    why: str = ""  # the reason why the options in `without` cannot be given with it
    group: str = ""  # the heading above it in the help

    @property
    def default(self) -> Any:
        """The value if the option is not given."""
        if self.click.get("multiple"):
            return ()
        default = self.click.get("default", False if self.is_flag else None)
        if not self.parse or default is None:
            return default
        made = self.parse(default)
        return tuple(made) if isinstance(made, list) else made

    @property
    def is_flag(self) -> bool:
        """Whether the option has no value."""
        return bool(self.click.get("is_flag") or "flag_value" in self.click)

    def decorator(self, name: str, **changes):
        """Makes click's decorator for the option, called `name`, with some arguments changed."""
        arguments = {**self.click, **changes}
        is_plain = isinstance(arguments.get("default"), str | int | float) and not self.parse
        arguments["show_default"] = is_plain and not self.is_boolean
        if "type" in arguments:
            arguments["type"] = arguments["type"].of_click
        if self.joined:
            arguments.update(multiple=True, default=())
        if self.parse:
            arguments["callback"] = callback(self.parse, self.collect)
        return click.option(*self.words, name, cls=groups.Option, group=self.group, **arguments)

    def of_python(self, name: str, value: Any) -> Any:
        """Converts a keyword's value to the option's value. If the value is wrong, the exception
        names what would be right.
        """
        if isinstance(self.python, Form):
            return self.python.convert(value)
        value = plain(value)
        if value is None or value is self.default:
            return self.default
        if right := self.wrong(value):
            raise Failure(Exit.USAGE, f"{name}: {value!r} is wrong; right: {right}")
        kind = self.click.get("type")
        if isinstance(kind, File):
            return kind.of_click.convert(value, None, None)
        return self.parse(str(value)) if self.parse else value

    def command_line(self, value: Any) -> list[str]:
        """Returns the command-line words that give the option this value of a study."""
        word = self.words[0]
        if self.is_boolean:
            # The negative form of an option that has two forms, such as `--to-self/--not-to-self`.
            no = word.rpartition("/")[2]
            return [no] if value != self.default else []
        values = value if isinstance(value, list) else [value]
        return [part for one in values for part in (word, str(one))]

    def wrong(self, value: Any) -> str:
        """Returns what would be right if a value from Python or from a study is wrong; an empty
        text if the value is right.
        """
        if not self.click.get("multiple"):
            return "" if self._is_right(value) else self._right
        if isinstance(value, list) and all(map(self._is_right, value)):
            return ""
        return f"a list, each of it {self._right}"

    @property
    def _right(self) -> str:
        kind = self.click.get("type")
        if self.right:
            return self.right
        if self.is_boolean:
            return "true or false"
        if isinstance(kind, Choice):
            return " or ".join(kind.choices)
        if isinstance(kind, Whole):
            most = f"to {kind.max:,}" if kind.max not in (None, MOST) else "on"
            return f"a whole number from {kind.min} {most}"
        return "a path" if isinstance(kind, File) else "a text"

    @property
    def is_boolean(self) -> bool:
        """Whether the option's value is a truth value."""
        return self.is_flag or any("/" in word for word in self.words)

    def _is_right(self, value: Any) -> bool:
        kind = self.click.get("type")
        if self.is_boolean:
            return isinstance(value, bool)
        if isinstance(value, bool):
            return False
        if isinstance(kind, Whole):
            most = MOST if kind.max is None else kind.max
            return isinstance(value, int) and kind.min <= value <= most
        if isinstance(kind, Number):
            number = isinstance(value, int | float) and abs(value) <= MOST
            return number and _is_in(value, kind)
        if isinstance(kind, Choice):
            return value in kind.choices
        if isinstance(kind, File):
            return isinstance(value, str | PathLike)
        return self._is_parsed(value) if self.parse else isinstance(value, str)

    def _is_parsed(self, value: Any) -> bool:
        try:
            return isinstance(value, str | int) and (self.parse(str(value)), True)[1]
        except (ValueError, click.UsageError, Failure):
            return False


def callback(parse: Callable[[str], Any], collect: Callable[[Iterable], Any] = list):
    """Makes a callback of click that converts a word, or each of several words. A ValueError of
    `parse` becomes click's message.
    """

    def read(context, parameter, given):
        try:
            if isinstance(given, tuple):
                return collect(map(parse, given))
            return None if given is None else parse(given)
        except ValueError as error:
            raise click.BadParameter(str(error)) from error

    return read


def _is_in(value: float, kind: Number) -> bool:
    above = kind.min is None or value > kind.min or (value == kind.min and not kind.min_open)
    return above and (kind.max is None or value <= kind.max)


def option(*words: str, **given: Any) -> Any:
    """Makes a field that is an option. `given` has fields of `Entry`, and click's arguments."""
    own = {one.name: given.pop(one.name) for one in dataclasses.fields(Entry) if one.name in given}
    return _field(Entry(words, given, **own))


def _field(entry: Entry) -> Any:
    return dataclasses.field(default=entry.default, metadata={"entry": entry})


def whole(least: int, most: int) -> Entry:
    """Describes a whole number that is not an option."""
    return Entry((), {"type": Whole(least, most)})


def again(declared: type, name: str, **changes: Any) -> Any:
    """Makes a field with the option `name` of another class, in which some arguments of click are
    changed.
    """
    entry = entries(declared)[name]
    return _field(dataclasses.replace(entry, click={**entry.click, **changes}))


def entries(declared: type) -> dict[str, Entry]:
    """Returns the options that a class declares, by the names of their fields."""
    fields = dataclasses.fields(declared)
    return {one.name: one.metadata["entry"] for one in fields if "entry" in one.metadata}


def options(declared: type, *names: str, **changes: Mapping[str, Any]):
    """Decorates a command with the named options, or with all options. For some of them, `changes`
    overrides arguments of click.
    """
    found = entries(declared)

    def decorate(command):
        for name in reversed(names or tuple(found)):
            command = found[name].decorator(name, **changes.get(name, {}))(command)
        return command

    return decorate


def of_python(declared: type, given: Mapping[str, Any]) -> dict[str, Any]:
    """Converts keyword arguments of a Python function to values of the class's fields."""
    found = entries(declared)
    return {name: found[name].of_python(name, value) for name, value in given.items()}


def in_python(declared: type, *names: str, **types: str):
    """Decorates a function that takes options of a class as `**options`. The function's signature
    and help then list these options.

    The function takes all options, or the named ones. `types` has the types of options that differ
    in this function.
    """

    def decorate(function):
        own = inspect.signature(function)
        found = {name: one for name, one in entries(declared).items() if one.python}
        found = {name: found[name] for name in names or found}
        fields = {one.name: one for one in dataclasses.fields(declared)}
        keywords, lines = [], []
        for name, entry in found.items():
            kind, default, help = fields[name].type, entry.default, entry.click["help"]
            if isinstance(form := entry.python, Form):
                kind, default, help = form.type, form.default, form.help or help
            elif entry.parse:  # a word, as on the command line
                kind, default = "str", entry.click.get("default")
            optional = " | None" * (default is None and "None" not in kind)
            annotation = types.get(name, kind + optional)
            keywords.append(
                inspect.Parameter(
                    name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
                )
            )
            lines += textwrap.wrap(
                f"{name}: {help}", 100, initial_indent=" " * 8, subsequent_indent=" " * 12
            )
        first = [one for one in own.parameters.values() if one.kind != one.VAR_KEYWORD]
        positional = [one for one in first if one.kind != one.KEYWORD_ONLY]
        last = [one for one in first if one.kind == one.KEYWORD_ONLY]
        signature = own.replace(parameters=[*positional, *keywords, *last])

        @functools.wraps(function)
        def checked(*arguments, **keywords):
            signature.bind(*arguments, **keywords)  # raises TypeError for an unknown keyword
            return function(*arguments, **keywords)

        checked.__signature__ = signature
        checked.__doc__ += "\n".join(["", "    Options:", *lines, "    "])
        return checked

    return decorate
