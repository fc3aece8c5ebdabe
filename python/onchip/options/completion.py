"""Completes words in the shell after an option or as an argument."""

import click.shell_completion

from onchip.base import project
from onchip.chip import chips


def chip(context, parameter, incomplete):
    """Completes the names of chips that come with onchip, and files."""
    return _begin(chips.names(), incomplete) or file(context, parameter, incomplete)


def file(context, parameter, incomplete):
    """Leaves file names to the shell."""
    return [click.shell_completion.CompletionItem(incomplete, type="file")]


def key(context, parameter, incomplete):
    """Completes keys of the chip file, followed by `=` where a value must follow."""
    end = "=" if parameter.name == "set" else ""
    return _begin([name + end for name, *_ in project.simulator().chip_keys()], incomplete)


def _begin(names, incomplete):
    begun = (name for name in names if name.startswith(incomplete))
    return [click.shell_completion.CompletionItem(name) for name in begun]
