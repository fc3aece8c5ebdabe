"""`onchip cc`: the compiler with the chip's flags, like mpicc."""

import click

from onchip import build, compile, diagnostics
from onchip.commands import settings
from onchip.failures import Exit, Failure


@click.command(
    "cc",
    context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]},
    add_help_option=True,
)
@click.option("--host", is_flag=True, help="Compile for this machine, for `onchip run --host`.")
@settings.no_checks
@settings.transport
@settings.omp
@settings.heap
@click.option("--show", is_flag=True, help="Print gcc's command line and do nothing.")
@click.argument("arguments", nargs=-1, required=True, type=click.UNPROCESSED)
def command(host, checks, transport, omp, heap, show, arguments):
    """Compile and link a C program for the chip.

    Every ARGUMENT is gcc's: `onchip cc -O2 prog.c -o prog`. The program is run with
    `onchip run -n 16 prog`.
    """
    compile.check_end(arguments)
    target = compile.Target(host, checks, transport, omp, heap)
    if show:
        import shlex

        click.echo(shlex.join(compile.command(target, arguments)))
        return
    with build.folder() as folder:
        done = build.run(target, arguments, folder, stdin=None)
        if done.returncode and (what := diagnostics.refused(done.stderr, folder)):
            raise Failure(Exit.SYSTEM, f"this machine refuses to compile: {what}")
    raise SystemExit(Exit.COMPILE if done.returncode else 0)
