"""The words of `onchip run`: options, then the program, then the program's own."""

import sys
from pathlib import Path

import click

from onchip import world

_WITHOUT_VALUE = "--json", "--stats"


class RunCommand(click.Command):
    """Takes `--json` without a value, and `--json=FILE`; the next word is never its value. The same
    of `--stats`.
    """

    def parse_args(self, ctx, args):
        """Completes them where they are options of ours."""
        args = list(args)
        for index in self._options(args):
            if args[index] in _WITHOUT_VALUE:
                args[index] += "=-"
        return super().parse_args(ctx, args)

    def _options(self, args):
        """Indices of the options before the program."""
        takes_value = {
            name: not getattr(parameter, "is_flag", False) and name not in _WITHOUT_VALUE
            for parameter in self.params
            for name in parameter.opts
        }
        index = 0
        while index < len(args) and args[index].startswith("-") and args[index] != "--":
            yield index
            index += 2 if takes_value.get(args[index]) else 1


def json_stream(ctx, parameter, name):
    """Where the object of `--json=NAME` goes, `-` being stdout; None without `--json`."""
    return _stream(ctx, name, sys.stdout)


def stats_stream(ctx, parameter, name):
    """Where that of `--stats=NAME` goes; stderr stands for the tables of `--stats`."""
    return _stream(ctx, name, sys.stderr)


def _stream(ctx, name, plain):
    if name in (None, "-"):
        return name and plain
    if name.endswith(world.SOURCES):
        raise click.BadParameter(f"{name} is a source file, which this would overwrite")
    try:
        return ctx.with_resource(Path(name).open("w"))
    except OSError as error:
        raise click.BadParameter(f"'{name}': {error.strerror}") from error


def misplaced(ctx: click.Context, arguments) -> str:
    """The first of a program's arguments that is an option of this command; empty if none is."""
    names = {name for parameter in ctx.command.params for name in parameter.opts}
    words = (word for word in arguments if word.startswith("-"))
    return next((word for word in words if word.split("=")[0] in names), "")
