"""`onchip run`: compile if need be, run on the chip or on the host, report."""

import sys
from pathlib import Path

import click

from onchip.advice import report as advice_report
from onchip.base import outputs, run_options, timeouts
from onchip.base.failures import Failure
from onchip.build import compiler
from onchip.commands import completion, options, quality, settings, warnings
from onchip.launch import launch, request, world
from onchip.outcome import console as consoles
from onchip.outcome import outcome as outcomes
from onchip.outcome import profile as profiles
from onchip.outcome import statistics as tables
from onchip.simulation import debugger


@click.command("run", cls=options.RunCommand, context_settings={"allow_interspersed_args": False})
@click.option(
    "-n",
    "-np",
    "ranks",
    type=click.IntRange(1, world.MOST_RANKS),
    metavar="N",
    help="Number of ranks. [default: one for each core]",
)
@click.option(
    "--threads",
    type=click.IntRange(1, world.MOST_RANKS),
    metavar="T",
    help="Cores of each rank, for OpenMP; compiles with -fopenmp. [default: 1, without OpenMP]",
)
@click.option(
    "--chip",
    default="mesh4x4",
    show_default=True,
    metavar="CHIP",
    shell_complete=completion.chip,
    help="The chip: a name that `onchip chip list` shows, or a .toml file.",
)
@settings.option
@click.option(
    "--map",
    "mapping",
    default="compact",
    show_default=True,
    metavar="MAP",
    help="The cores of the ranks: `compact` fills one tile after the other, `scatter` goes round "
    "the tiles, FILE names each rank's core, `traffic:FILE` minimises bytes × hops.",
)
@click.option(
    "--traffic",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Count the bytes between ranks, and write them to FILE for --map traffic:FILE.",
)
@click.option(
    "--kernel",
    is_flag=True,
    help="Run a kernel on the last core of each tile used. [default: for programs that call it]",
)
@click.option("--host", is_flag=True, help="Run on this machine instead, a process for each rank.")
@settings.no_checks
@settings.transport
@settings.omp
@settings.heap
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False),
    default=".",
    help="The folder whose files the program may open. [default: this one]",
)
@click.option("--prefix", is_flag=True, help="Print the rank in front of each line of output.")
@click.option(
    "--env",
    "environment",
    multiple=True,
    metavar="K=V",
    help="Set a variable of the program's environment. Repeatable.",
)
@click.option("--cflags", default="", metavar="FLAGS", help="Options for gcc.")
@settings.stack
@quality.priority
@quality.annotate
@quality.advise
@quality.check_mpi
@click.option(
    "--reference",
    is_flag=True,
    help="Simulate in the slow reference mode; cycles and statistics are the same.",
)
@click.option("--energy", is_flag=True, help="Count energy, for --stats and --json.")
@click.option(
    "--power",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write power over time to FILE: a table (.csv) or a picture (.png, .svg, .pdf).",
)
@click.option(
    "--power-window",
    type=click.IntRange(1, settings.LONGEST),
    metavar="CYCLES",
    help="Length of a window of --power, in cycles. [default: less than 512 windows]",
)
@click.option("--profile", is_flag=True, help="Print the cycles of each function, on stderr.")
@click.option(
    "--callgrind",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the profile by line to FILE for callgrind_annotate and kcachegrind; with `%r` in "
    "its name to a file for each rank.",
)
@click.option(
    "--trace",
    "traces",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Record calls, messages and waiting over time, and write them to FILE: for "
    "ui.perfetto.dev (.pftrace), or in OTF2 (a folder, .otf2) for ViTE, Vampir and Scalasca. "
    "Repeatable.",
)
@click.option(
    "--self-trace",
    "self_traces",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the trace that the program keeps in its own memory, like --trace; a source is "
    "compiled with `onchip cc --trace`. Also with --host. Repeatable.",
)
@debugger.option
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page for a browser, FILE.html: the chip and the ranks over time, messages, "
    "waits; with --profile and --advise what they find.",
)
@click.option(
    "--stats",
    callback=options.output,
    metavar="[=FILE]",
    help="Print statistics at the end, on stderr; or write the object of --json to FILE.",
)
@click.option(
    "--summary/--quiet",
    default=None,
    help="Print a summary of the run on stderr, or do not. [default: on a terminal]",
)
@click.option(
    "--json",
    "json_file",
    callback=options.output,
    metavar="[=FILE]",
    help="Print one JSON object instead of the program's output, or write it to FILE.",
)
@click.option(
    "--livelock",
    type=click.IntRange(1, run_options.MOST),
    metavar="CYCLES",
    help="Stop after so many cycles in which no rank sends, stores elsewhere, or prints.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, run_options.MOST_JOBS),
    metavar="N",
    help="Simulate with at most N threads; cycles and statistics are the same. [default: one for "
    "each core of this machine, or 1 while it is busy]",
)
@settings.timeout
@click.argument(
    "program", nargs=-1, required=True, type=click.UNPROCESSED, shell_complete=completion.file
)
@click.pass_context
def command(
    ctx,
    program,
    ranks,
    threads,
    chip,
    settings,
    mapping,
    traffic,
    cflags,
    kernel,
    host,
    checks,
    transport,
    omp,
    heap,
    prefix,
    annotations,
    advise,
    check_mpi,
    energy,
    power,
    power_window,
    profile,
    callgrind,
    traces,
    self_traces,
    report,
    stats,
    summary,
    json_file,
    **other,
):
    """Run PROGRAM on the chip: a C file, several, or a program linked by `onchip cc`.

    Words after the program are its arguments. `onchip run -n 8 a.c : -n 8 b.c` runs two programs
    in one MPI world.
    """
    # A run that is repeated would find nothing the second time.
    reads = not advise and other["gdb"] != debugger.PIPE
    asked = request.Request(
        programs=world.parse(ranks, program),
        target=compiler.Target(host, checks, transport, omp, compiler.IN_TILE if host else heap),
        chip=chip,
        settings=settings,
        threads=threads,
        mapping=mapping,
        kernel=kernel,
        cflags=request.flags(cflags),
        annotations=annotations,
        advise=advise,
        check_mpi=check_mpi,
        traffic=traffic,
        energy=energy,
        power=power,
        power_window=power_window,
        profile=profile,
        callgrind=callgrind,
        traces=traces,
        self_traces=self_traces,
        report=report,
        options=run_options.Options(**other, standard_input=reads),
    )
    request.check(asked)
    warnings.misplaced_options(ctx, asked.programs)
    if not threads:
        warnings.directives(asked.programs, asked.cflags)
    quiet = json_file == options.PLAIN
    files = [path for path in (json_file, stats) if path not in (None, options.PLAIN)]
    keep = quiet or bool(files)
    console = consoles.Console(prefix, keep, progress=True, quiet=quiet)
    told = launch.Run()
    try:
        with timeouts.limited(asked.options.timeout):
            launch.run(asked, console, told)
    except Failure as failure:
        told.outcome = outcomes.Outcome.of_failure(failure, chip)
    finally:
        console.clear()
    if summary is None:
        summary = sys.stdout.isatty() and not quiet
    _print(told, console, summary, stats == options.PLAIN, profile)
    if keep:
        text = told.as_json(console)
        if quiet:
            click.echo(text)
        for path in files:
            outputs.write(path, f"{text}\n".encode())
    raise SystemExit(told.outcome.exit_code)


def _print(run, console, summary, statistics, profile):
    """Says on stderr what there is to say at the end of a run."""
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
