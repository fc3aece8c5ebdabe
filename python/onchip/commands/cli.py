"""The command `onchip`: imports the subcommand, and turns failures into exit codes (`ending`)."""

import contextlib
import importlib
from pathlib import Path

import click

from onchip.base import project
from onchip.base.failures import Failure
from onchip.commands import ending

# Maps each subcommand to its line in `onchip --help`. The subcommand is the function `command` in
# commands/NAME.py (cxx.py for `c++`), which is imported only when used, so that the help and the
# shell's completion are quick.
COMMANDS = {
    "cc": "Compile and link a program for the chip, like mpicc.",
    "c++": "Compile and link a C++ program for the chip, like mpicxx.",
    "run": "Run a program in C or C++, or several, on the chip.",
    "chip": "List, show and check chip files, and explain their keys.",
    "jobs": "Allocate the cores of a chip to jobs, without a central manager.",
    "noc": "Run synthetic traffic on the network, without cores.",
    "sweep": "Run a study of many points, on this machine or a cluster.",
    "compare": "Say whether two programs, chips or settings differ by more than chance.",
    "rtl": "Write a chip's network as hardware, and compare it with the model.",
    "paper": "Repeat published experiments, our numbers beside theirs.",
    "bench": "Measure the simulator and the libraries.",
    "examples": "Copy the example programs into a folder.",
    "doctor": "Report what is missing on this machine.",
}


def load(name):
    """The subcommand called `name`."""
    return importlib.import_module(f"onchip.commands.{name.replace('+', 'x')}").command


class LazyGroup(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx):
        """The names of the commands in the order of the help."""
        return list(COMMANDS)

    def resolve_command(self, ctx, args):
        """Finds the command that the first word names; if the word is a file, `run`."""
        word = args[0]
        if word not in COMMANDS:
            if Path(word).is_file():
                return "run", self.get_command(ctx, "run"), args
            raise click.exceptions.NoSuchCommand(word, possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx, name):
        """Imports the command called `name`; None if there is none."""
        return load(name) if name in COMMANDS else None

    def format_commands(self, ctx, formatter):
        """Lists the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_epilog(self, ctx, formatter):
        """Adds the folder of the pages that help texts and messages refer to."""
        super().format_epilog(ctx, formatter)
        with contextlib.suppress(Failure):
            pages = project.root() / "docs"
            formatter.write(f"\nPages are in {pages}\n")

    def make_context(self, *arguments, **options):
        """Parses the command line; `--help` is answered here."""
        with ending.flushed():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx):
        """Runs the subcommand; a failure becomes a message and an exit code."""
        with ending.guarded():
            return super().invoke(ctx)


@click.command(
    cls=LazyGroup,
    # click would remove colours on a pipe; our streams escape them there, like all control
    # characters.
    context_settings={"help_option_names": ["-h", "--help"], "color": True},
    epilog="The exit code is the program's own, or one of those in docs/exit-codes.md.",
)
@click.version_option(package_name="onchip", message="%(prog)s %(version)s")
def main():
    """Run MPI and OpenMP programs in C on a simulated many-core chip, cycle by cycle."""
