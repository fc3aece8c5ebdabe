"""`onchip run`: compile if need be, run on the chip or on the host, report."""

import contextlib
import dataclasses
import io
import math
import shlex
import sys
from pathlib import Path

import click

from onchip import debugger, world
from onchip.commands import mentions, quality, settings, words
from onchip.failures import Exit, Failure


@click.command("run", cls=words.RunCommand, context_settings={"allow_interspersed_args": False})
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
    type=click.Path(dir_okay=False, writable=True),
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
@click.option(
    "--stack",
    "stack_kb",
    type=click.IntRange(1, 1 << 20),
    metavar="KB",
    help="Size of the stack of each core. [default: 1/8 of the free memory, at least 32]",
)
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
    type=click.IntRange(1),
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
    callback=words.stats_stream,
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
    callback=words.json_stream,
    metavar="[=FILE]",
    help="Print one JSON object instead of the program's output, or write it to FILE.",
)
@click.option(
    "--livelock",
    type=click.IntRange(1),
    metavar="CYCLES",
    help="Stop after so many cycles in which no rank sends, stores elsewhere, or prints.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help="Stop after S seconds of real time.",
)
@click.argument("program", nargs=-1, required=True, type=click.UNPROCESSED)
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
    # Most runs are short, so modules for single options are imported only with these.
    from onchip import annotations as annotations_of
    from onchip import chips, compile, scratch
    from onchip import mapping as mapping_of
    from onchip.compile import Target
    from onchip.console import Console
    from onchip.outcome import Outcome
    from onchip.run_options import Options

    if energy or power:
        from onchip import energy as energies
    if profile or callgrind:
        from onchip import profile as profiles
    if traces or self_traces:
        from onchip.trace import files as trace_files
    if report:
        from onchip.report import page as report_page
    programs = world.parse(ranks, program)
    quality.check(programs, host, other["priorities"], annotations, advise, traffic, check_mpi)
    if host and (energy or power):
        raise click.UsageError("--energy and --power are for the chip")
    if host and (profile or callgrind):
        raise click.UsageError(
            "--profile and --callgrind are for the chip; on this machine use perf or valgrind"
        )
    if host and traces:
        raise click.UsageError("--trace is for the chip; right: --self-trace")
    for path in traces:
        trace_files.check(path, "--trace")
    for path in self_traces:
        trace_files.check(path, "--self-trace")
    if report:
        report_page.check(report, host)
    if host and other["livelock"]:
        raise click.UsageError("--livelock counts cycles of the chip; --host has --timeout")
    if (power or traces or report) and other["livelock"]:
        raise click.UsageError("--livelock goes with none of --power, --trace and --report")
    debugger.check(other["gdb"], host, power, traces or report, advise)
    if callgrind:
        from onchip import folder as folder_of

        folder_of.check(callgrind.parent)
    if power_window and not power:
        raise click.UsageError("--power-window is for --power FILE")
    for variable in other["environment"]:
        if "=" not in variable:
            raise click.UsageError(f"--env {variable}: expected K=V, such as OMP_DYNAMIC=true")
    if other["timeout"] is not None and math.isnan(other["timeout"]):
        raise click.UsageError("--timeout takes a number of seconds")
    if self_traces:
        taking = {"--advise": advise, "--traffic": traffic, "--check-mpi": check_mpi}
        quality.check_self_trace(programs, host, taking)
    target = Target(host, checks, transport, omp, compile.IN_TILE if host else heap)
    if target != Target(host) and not all(program.is_source for program in programs):
        raise click.UsageError(
            "--no-checks, --transport, --omp and --heap take effect when a program is linked, and "
            "this one is already; give them to `onchip cc`"
        )
    mentions.misplaced_options(ctx, programs)
    quiet = json_file is sys.stdout
    findings, watched = [], None
    linked = [program.name for program in programs if not program.is_source]
    check_mpi = check_mpi or any(map(quality.watches_mpi, linked))
    if check_mpi:
        from onchip.mpi_check.records import Recorder as Watched

        watched = Watched()
    counted = None
    if traffic:
        from onchip.advice.records import Recorder

        counted = Recorder()
    own = None  # takes the trace that the program keeps, once it is there
    recorder = watched or counted
    records = recorder and recorder.take
    if self_traces:

        def records(rank, data):
            own.take(rank, data)

    keep = json_file is not None or stats not in (None, sys.stderr)
    console = Console(prefix, keep, progress=True, quiet=quiet, records=records)
    flags, advice, note = _words(cflags), None, ""
    found = trace = None
    if threads:
        from onchip import openmp_environment

        flags = ["-fopenmp", *openmp_environment.link_flags(other["environment"]), *flags]
        other["stack_kb"] = other["stack_kb"] or openmp_environment.stack_kb(other["environment"])
    else:
        mentions.directives(programs, flags)
    cores = threads or 1
    try:
        found = chips.load(chip, settings)
        target = dataclasses.replace(
            target, shared_tiles=found.shares_tiles, traced=bool(self_traces)
        )
        ranks = sum(program.ranks or _most(found, cores, kernel) for program in programs)
        quality.check_ranks(annotations, ranks)
        mapped = mapping_of.choose(mapping, found, ranks, cores, bool(kernel))
        note = mapped.note
        if energy or power:
            energies.check(found, power)
        elif report:
            energy = "energy" in found.config
        # A run that is repeated would find nothing the second time.
        options = Options(
            **other,
            map=mapped.given,
            standard_input=not advise and other["gdb"] != debugger.PIPE,
            energy=energy or power is not None,
            power_window=(power_window or 0) if power else None,
            profile=profile or callgrind is not None,
        )

        def loads(folder, more=(), annotations=annotations):
            marks = annotations_of.arguments(target, annotations, folder)
            if check_mpi:
                marks += _entries(target, programs, cores > 1, folder)
            words = [*more, *marks, *flags]
            made = _loads(programs, found, cores, words, target, folder, kernel)
            if not host:
                return made
            # There is no chip that could be too small.
            return [_with_clusters(load, made, found, options.map) for load in made]

        with scratch.folder() as folder:
            made = loads(folder, compile.recording(target) if traffic else ())
            if not kernel and any(load.kernel for load in made):  # the program calls it
                ranks = sum(load.ranks for load in made)
                mapped = mapping_of.choose(mapping, found, ranks, cores, True)
                note = mapped.note
                options = dataclasses.replace(options, map=mapped.given)
            if self_traces:
                from onchip.trace import self_trace

                own = self_trace.Recorder(made, host)
            if host:
                from onchip import host_launch

                outcome = host_launch.run(made, options, console, records)
                findings = _findings(watched, made, outcome)
        if not host:
            from onchip import simulation

            traced = None
            if traces or report:
                from onchip.trace.recorder import Recorder as TraceRecorder

                traced = TraceRecorder()
            outcome = simulation.run(found, made, options, console, traced)
            findings = _findings(watched, made, outcome)
        if counted:
            mapping_of.write_traffic(counted.records(), ranks, traffic)
        if power:
            energies.write_power(outcome.energy, f"{programs[0].name} on {found.name}", power)
        if callgrind:
            profiles.write_callgrind(outcome.profile, " ".join(program), callgrind)
        if not host and traced:
            trace = traced.trace(found, " ".join(program), outcome.cycles, outcome.ranks)
            for path in traces:
                trace_files.write(trace, path)
        if own:
            kept = own.trace(found, " ".join(program), outcome.cycles, outcome.ranks)
            for path in self_traces:
                trace_files.write(kept, path)
        if advise:
            advice = _advise(outcome, loads, found, settings, target, options)
        if report:
            report_page.write(trace, outcome, advice, report)
    except Failure as failure:
        outcome = Outcome.of_failure(failure, chip)
    finally:
        console.clear()
    if summary is None:
        summary = sys.stdout.isatty() and not quiet
    if summary or json_file or stats:
        from onchip import summary as sentences
    told = summary and outcome.cycles and sentences.of_run(outcome, found, trace)
    if outcome.message or stats is sys.stderr or profile or advise or note or findings or told:
        console.end_line()
    for finding in findings:
        print(f"onchip: {finding}", file=sys.stderr)
    if note:
        print(f"onchip: {note}", file=sys.stderr)
    outcome.print_message()
    for line in told or ():
        print(line, file=sys.stderr)
    if stats is sys.stderr or outcome.kind in ("interrupted", "timeout"):
        from onchip.tables import print_statistics

        print_statistics(outcome)
    if profile:
        profiles.print_profile(outcome.profile)
    if advice:
        from onchip.advice import report, values

        report.print_advice(advice)
    files = [file for file in (json_file, stats) if file not in (None, sys.stderr)]
    if files:
        more = {"advice": values.as_json(advice)} if advice else {}
        if check_mpi:
            more["findings"] = [vars(finding) for finding in findings]
        more["summary"] = sentences.of_run(outcome, found, trace)
        for file in files:
            click.echo(outcome.as_json(console, **more), file)
    raise SystemExit(outcome.exit_code)


def _entries(target, programs, openmp, folder):
    from onchip.mpi_check import entries

    files = [file for program in programs for file in program.files]
    return entries.arguments(target, files, openmp, folder)


def _findings(watched, loads, outcome):
    if not watched:
        return []
    from onchip.mpi_check import findings

    return findings.find(watched.records, loads, outcome.kind == "exit")


def _words(cflags):
    from onchip import compile

    try:
        words = shlex.split(cflags)
    except ValueError as error:
        raise click.UsageError(f"--cflags {cflags}: {str(error).lower()}") from error
    compile.check_end(words)
    return words


def _advise(outcome, loads, chip, settings, target, options):
    from onchip import scratch
    from onchip.advice import advise

    def build_again(flags, annotations):
        # The compiler has printed its messages.
        with scratch.folder() as folder, contextlib.redirect_stderr(io.StringIO()):
            return loads(folder, flags, annotations)

    program = advise.Program(build_again, target, chip, settings, options)
    return advise.advise(outcome, program, lambda what: print(f"onchip: {what}", file=sys.stderr))


def _most(chip, threads, kernel):
    """Ranks of so many threads that fit on a chip, but at least one."""
    return max(len(chip.program_cores(bool(kernel))) // threads, 1)


def _loads(programs, chip, threads, cflags, target, folder, kernel):
    """Compiles sources, and reads the programs for the chip. The last one is the kernel, if it is
    asked for or called.
    """
    from onchip import build, clusters, compile
    from onchip.run_options import Load

    files = []
    for program in programs:
        file = Path(program.name)
        if program.is_source:
            file = build.build(program.files, target, cflags, folder)
        files.append((program, file, _read(file, program.name)))
    kernel = kernel or any(compile.calls_kernel(elf) for _, _, elf in files)
    most = _most(chip, threads, kernel)
    loads = [
        Load(
            file=file,
            elf=b"" if target.host else elf,
            name=program.name,
            ranks=program.ranks or most,
            threads=threads,
            arguments=program.arguments,
        )
        for program, file, elf in files
    ]
    if kernel:
        loads.append(clusters.kernel(target, folder))
    return loads


def _with_clusters(load, loads, chip, mapping):
    from onchip import clusters

    if not load.kernel:
        return load
    ranks = sum(load.ranks for load in loads)
    return dataclasses.replace(load, clusters=clusters.on_host(chip, ranks, mapping))


def _read(file, name):
    try:
        return file.read_bytes()
    except OSError as error:
        raise Failure(Exit.ELF, f"{name} cannot be read: {error.strerror}") from error
