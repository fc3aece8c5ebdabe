"""Completes words in the shell after an option or as an argument."""

from click.shell_completion import CompletionItem

from onchip.base import project
from onchip.chip import chips


def chip(context, parameter, incomplete):
    """Completes the names of chips that come with onchip, and files."""
    return _begin(chips.names(), incomplete) or file(context, parameter, incomplete)


def file(context, parameter, incomplete):
    """Leaves file names to the shell."""
    return [CompletionItem(incomplete, type="file")]


def key(context, parameter, incomplete):
    """Completes keys of the chip file, followed by `=` where a value must follow."""
    end = "=" if parameter.name == "set" else ""
    return _begin([name + end for name, *_ in project.simulator().chip_keys()], incomplete)


def _begin(names, incomplete):
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
