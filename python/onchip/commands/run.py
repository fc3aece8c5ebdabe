"""`onchip run`: compiles sources, runs programs on the chip or on the host, and reports."""

import sys

import click

from onchip.advice import report as advice_report
from onchip.base import outputs, timeouts
from onchip.base.failures import Failure
from onchip.commands import warnings
from onchip.launch import launch, request, world
from onchip.options import completion, declared
from onchip.options.run import GDB_PIPE, PLAIN, Options
from onchip.outcome import console as consoles
from onchip.outcome import outcome as outcomes
from onchip.outcome import profile as profiles
from onchip.outcome import statistics as tables

_WITHOUT_VALUE = "--json", "--stats"


class _Run(declared.Grouped):
    """Accepts `--json` and `--stats` alone or as `--json=FILE`; the next word is never the
    value.
    """

    def parse_args(self, ctx, args):
        """Completes these options if they come before the program."""
        args = list(args)
        for index in self._options(args):
            if args[index] in _WITHOUT_VALUE:
                args[index] += f"={PLAIN}"
        return super().parse_args(ctx, args)

    def _options(self, args):
        """Returns the indices of the options before the program."""
        takes_value = {
            name: not getattr(parameter, "is_flag", False) and name not in _WITHOUT_VALUE
            for parameter in self.params
            for name in parameter.opts
        }
        index = 0
        while index < len(args) and args[index].startswith("-") and args[index] != "--":
            yield index
            index += 2 if takes_value.get(args[index]) else 1


@click.command("run", cls=_Run, context_settings={"allow_interspersed_args": False})
@declared.options(Options)
@click.argument(
    "program", nargs=-1, required=True, type=click.UNPROCESSED, shell_complete=completion.file
)
@click.pass_context
def command(ctx, program, **given):
    """Run PROGRAM on the chip: a C file, several, or a program linked by `onchip cc`.

    Words after the program are its arguments; `onchip PROGRAM` is `onchip run PROGRAM`.

    \b
    onchip run -n 16 prog.c input.txt        16 ranks; `input.txt` is an argument
    onchip run -n 1 --threads 4 loops.c      OpenMP on four cores
    onchip run --report page.html prog.c     where the time went, for a browser
    onchip run -n 8 a.c : -n 8 b.c           two programs in one MPI world
    """
    asked = request.Request(
        **given,
        programs=world.parse(given["ranks"], program),
        # Some options repeat the run, which would then find no more input.
        standard_input=not given["advise"] and given["gdb"] != GDB_PIPE,
    )
    request.check(asked)
    warnings.misplaced_options(ctx, asked.programs)
    if not asked.threads:
        warnings.directives(asked.programs, asked.cflags)
    quiet = asked.json == PLAIN
    files = [path for path in (asked.json, asked.stats) if path not in (None, PLAIN)]
    keep = quiet or bool(files)
    console = consoles.Console(asked.prefix, keep, progress=True, quiet=quiet)
    told = launch.Run()
    try:
        with timeouts.limited(asked.timeout):
            launch.run(asked, console, told)
    except Failure as failure:
        told.outcome = outcomes.Outcome.of_failure(failure, asked.chip)
    finally:
        console.clear()
    summary = asked.summary
    if summary is None:
        summary = sys.stdout.isatty() and not quiet
    _print(told, console, summary, asked.stats == PLAIN, asked.profile)
    if keep:
        text = told.as_json(console)
        if quiet:
            click.echo(text)
        for path in files:
            outputs.write(path, f"{text}\n".encode())
    raise SystemExit(told.outcome.exit_code)


def _print(run, console, summary, statistics, profile):
    """Prints the results of a run on standard error."""
    outcome = run.outcome
    sentences = run.summary if summary and outcome.cycles else []
    if any((outcome.message, statistics, profile, run.advice, run.note, run.findings, sentences)):
        console.end_line()
    for sentence in (*run.findings, *filter(None, [run.note])):
        print(f"onchip: {sentence}", file=sys.stderr)
    outcome.print_message()
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    if statistics or outcome.kind in ("interrupted", "timeout"):
        tables.print_statistics(outcome)
    if profile:
        profiles.print_profile(outcome.profile)
    if run.advice:
        advice_report.print_advice(run.advice)
