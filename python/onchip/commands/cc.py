"""`onchip cc`: calls the compiler with the chip's flags, like mpicc."""

import dataclasses
import itertools
import shlex

import click

from onchip.base import scratch
from onchip.base.failures import Exit, Failure
from onchip.build import build, compiler, diagnostics
from onchip.chip import chips
from onchip.options import completion, declared
from onchip.options.run import Options


def make(name, help, language="C"):
    """The command that calls a compiler: `onchip cc`, or `onchip c++`."""

    @click.command(
        name,
        help=help,
        context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]},
        add_help_option=True,
    )
    @declared.options(
        Options,
        *("host", "checks", "transport", "omp", "heap", "data", "code", "chip", "set", "check_mpi"),
        host={"help": "Compile for this machine, for `onchip run --host`."},
        chip={
            "default": None,
            "help": "Compile and link for this chip: for the instruction set of its cores; where "
            "tiles have several cores, cores copy long MPI messages inside a tile. [default: any "
            "chip: rv32imafdc, and DMA copies them]",
        },
        check_mpi={
            "help": "Check MPI calls in each run of the program, as `onchip run --check-mpi` does."
        },
    )
    @click.option(
        "--trace",
        is_flag=True,
        help="Let the program keep a trace of its MPI calls, OpenMP regions, and regions of its "
        "own (onchip_trace.h), for `onchip run --self-trace`.",
    )
    @click.option(
        "--show",
        "-show",
        "--showme",
        "-showme",
        is_flag=True,
        help="Print the compiler's command line and do nothing.",
    )
    @click.argument(
        "arguments",
        nargs=-1,
        metavar="ARGUMENTS...",
        type=click.UNPROCESSED,
        shell_complete=completion.file,
    )
    @click.pass_context
    def command(context, chip, check_mpi, trace, show, arguments, **linking):
        if not arguments and not show:
            raise click.MissingParameter(ctx=context, param=context.command.params[-1])
        compiler.check_end(arguments)
        arguments = (*build.FLAGS, *arguments)
        given = Options(**linking).target
        if linking["set"] and chip is None:
            raise click.UsageError("--set changes keys of the chip of --chip")
        target = dataclasses.replace(
            given if chip is None else given.of(chips.load(chip, linking["set"])),
            traced=trace,
            cxx=language == "C++",
        )
        if show:
            click.echo(shlex.join(compiler.command(target, arguments)))
            return
        if check_mpi and not compiler.COMPILES_ONLY.intersection(arguments):
            arguments = (compiler.linking(target, "check-mpi"), *arguments)
        with scratch.folder() as folder:
            done = build.run(target, arguments, folder, stdin=None)
            if done.returncode and (what := diagnostics.refused(done.stderr, folder)):
                raise Failure(
                    Exit.SYSTEM, f"this machine refuses to write {_output(arguments)}: {what}"
                )
        raise SystemExit(Exit.COMPILE if done.returncode else 0)

    return command


def _output(arguments):
    """Returns the file that gcc would write."""
    after = [following for word, following in itertools.pairwise(arguments)
             if word == "-o"]  # fmt: skip
    joined = [word[2:] for word in arguments if word.startswith("-o") and word != "-o"]
    return (*after, *joined, "a.out")[0]


command = make(
    "cc",
    """Compile and link a program for the chip.

    ARGUMENTS are those of gcc, after `-O2 -g`, with which `onchip run` compiles too: `onchip cc
    prog.c -o prog`, then `onchip run -n 16 prog`. A later `-O0` replaces `-O2`. Sources in C++ are
    known by their names; `onchip c++` is for makefiles that want a compiler of its own for them.
    """,
)
