"""The words of `onchip run`: options, then the program, then the program's own."""

from pathlib import Path

import click

from onchip.base import outputs
from onchip.launch import world

PLAIN = Path("-")  # stdout, or for --stats the tables on stderr
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


def output(ctx, parameter, name):
    """The file of `--json=NAME` or `--stats=NAME`: `PLAIN` if no name is given, None without the
    option.
    """
    if name is None:
        return None
    if name.endswith(world.SOURCES):
        raise click.BadParameter(f"{name} is a source file, which this would overwrite")
    path = Path(name)
    if path != PLAIN:
        outputs.check_file(path)
    return path


def misplaced(ctx: click.Context, program: world.Program) -> str:
    """The first of a program's arguments that is an option of this command, and is not given
    before the program already; empty if none is.
    """
    default = click.core.ParameterSource.DEFAULT
    names = {
        name
        for parameter in ctx.command.params
        if ctx.get_parameter_source(parameter.name) == default
        and not (parameter.name == "ranks" and program.ranks)
        for name in parameter.opts
    }
    words = (word for word in program.arguments if word.startswith("-"))
    return next((word for word in words if word.split("=")[0] in names), "")
