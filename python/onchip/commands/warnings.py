"""Warnings of `onchip run` before it runs, about usage that is allowed but rarely intended."""

import sys
from pathlib import Path

import click

from onchip.launch import openmp_environment


def _say(text):
    print(f"onchip: {text}", file=sys.stderr)


def directives(programs, flags):
    """Warns that OpenMP's directives have no effect without --threads."""
    files = [file for program in programs if program.is_source for file in program.files]
    if "-w" in flags or not (at := openmp_environment.idle_directive(files)):
        return
    if "-fopenmp" in flags:
        what = "regions have one thread"
    elif "-fopenmp-simd" in flags:
        what = "all but simd are ignored"
    else:
        what = "they are ignored"
    _say(f"OpenMP's directives ({at}): without --threads {what}")


def misplaced_options(ctx, programs):
    """Warns about an option after a program that may have been meant for onchip: it is not also
    given before the program, and nothing in the program looks for it.
    """
    for program in programs:
        option = "" if program.separated else _misplaced(ctx, program)
        if option and not _looks_for(program, option.partition("=")[0]):
            _say(
                f"{option} after {program.name} is passed to the program; options of onchip stand "
                f"before it (if it is meant: `{program.name} -- {option}`)"
            )


def _misplaced(ctx, program):
    """Returns the first argument of a program that is an option of this command and is not also
    given before the program; empty if there is none.
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


def _looks_for(program, option):
    """Whether the text of a program suggests that the program reads this option, by itself or
    through getopt.
    """
    name = option.encode()
    marks = [
        b"getopt(",
        b"getopt_long(",
        b"\0getopt\0",
        b"\0getopt_long\0",
        name + b'"',
        name + b"\0",
    ]
    if len(option) == 2:
        marks.append(b"'%c'" % name[1])  # for programs that compare characters, as in `case 'n'`
    texts = [Path(file).read_bytes() for file in program.files]
    return any(mark in text for mark in marks for text in texts)
