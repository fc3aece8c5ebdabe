"""Options that several commands share."""

import math

import click

from onchip.base import run_options
from onchip.build import compiler, mechanisms
from onchip.commands import completion

# This option changes keys of the chip file.
option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    shell_complete=completion.key,
    help="Change a key of the chip file, such as network.levels=8. Repeatable.",
)

no_checks = click.option(
    "--no-checks",
    "checks",
    flag_value=False,
    default=True,
    help="Link the MPI library that does not check arguments.",
)

transport = click.option(
    "--transport",
    type=click.Choice(compiler.TRANSPORTS),
    default=compiler.NATIVE,
    show_default=True,
    help="Which protocol carries MPI messages.",
)

heap = click.option(
    "--heap",
    type=click.Choice(compiler.HEAPS),
    default=compiler.IN_TILE,
    show_default=True,
    help="Where malloc gets memory on the chip; no effect with --host.",
)


LONGEST = 2**63 - 1  # cycles


class Above0(click.FloatRange):
    """Accepts numbers above 0 up to `most`; without `most` also `inf`. It never accepts `nan`,
    which is not comparable.
    """

    def __init__(self, most: int | None = None):
        super().__init__(0, most, min_open=True)

    def convert(self, value, param, ctx):
        """Converts and checks the number."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number


timeout = click.option(
    "--timeout",
    type=Above0(),
    metavar="S",
    help="Stop after S seconds of real time, those of compiling included.",
)


def read(form):
    """A callback that parses one word, or each of several, with `form`."""

    def read(context, parameter, given):
        try:
            if isinstance(given, tuple):
                return [form(text) for text in given]
            return None if given is None else form(given)
        except ValueError as error:
            raise click.BadParameter(str(error)) from error

    return read


def _mechanisms(context, parameter, given):
    return mechanisms.chosen(read(mechanisms.read)(context, parameter, given))


omp = click.option(
    "--omp",
    "omp",
    multiple=True,
    metavar="KEY=VALUE",
    callback=_mechanisms,
    help="Choose the mechanism of an OpenMP construct, such as barrier=mutex. Repeatable.",
)


stack = click.option(
    "--stack",
    "stack_kb",
    type=click.IntRange(1, run_options.MOST_STACK_KB),
    metavar="KB",
    help="Size of the stack of each core. [default: 1/8 of the free memory, at least 32]",
)
