"""Notes of `onchip run` on stderr before it runs: on usage that is allowed, but seldom meant."""

import sys

from onchip.commands import words


def _say(text):
    print(f"onchip: {text}", file=sys.stderr)


def directives(programs, flags):
    """Says that OpenMP's directives do nothing without --threads."""
    from onchip import openmp_environment

    files = [file for program in programs if program.is_source for file in program.files]
    if "-w" in flags or not (at := openmp_environment.idle_directive(files)):
        return
    what = "regions have one thread" if "-fopenmp" in flags else "they are ignored"
    _say(f"OpenMP's directives ({at}): without --threads {what}")


def misplaced_options(ctx, programs):
    """Says that an option after a program is the program's."""
    for program in programs:
        option = "" if program.separated else words.misplaced(ctx, program.arguments)
        if option:
            _say(
                f"{option} after {program.name} is passed to the program; options of onchip stand "
                f"before it (if it is meant: `{program.name} -- {option}`)"
            )
