"""`onchip run`: compile if need be, run on the chip or on the host, report."""

import math
import re
import shlex
import sys
from pathlib import Path

import click

from onchip import world
from onchip.commands import settings
from onchip.failures import Failure


@click.command("run", context_settings={"allow_interspersed_args": False})
@click.option(
    "-n",
    "ranks",
    type=click.IntRange(1, world.MOST_RANKS),
    metavar="N",
    help="Ranks. [default: one for each core]",
)
@click.option(
    "--chip",
    default="mesh4x4",
    show_default=True,
    metavar="CHIP",
    help="A name, or a .toml file.",
)
@settings.option
@click.option(
    "--map",
    type=click.Choice(["compact", "scatter"]),
    default="compact",
    show_default=True,
    help="Fill the tiles one after the other, or go round them.",
)
@click.option("--host", is_flag=True, help="Run on this machine instead: a process for each rank.")
@settings.no_checks
@settings.transport
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False),
    default=".",
    help="The folder whose files the program can open. [default: this one]",
)
@click.option("--prefix", is_flag=True, help="Put the rank before each line.")
@click.option("--env", "environment", multiple=True, metavar="K=V", help="For the program.")
@click.option("--cflags", default="", metavar="FLAGS", help="More options for gcc.")
@click.option(
    "--stack",
    "stack_kb",
    type=click.IntRange(1, 1 << 20),
    metavar="KB",
    help="Stack of a rank. [default: 32]",
)
@click.option(
    "--priority",
    "priorities",
    multiple=True,
    metavar="S:T=LEVEL",
    help="From the start on, of all between rank S and the memory of rank T: 0 to 7. Several.",
)
@click.option(
    "--annotate",
    "annotations",
    multiple=True,
    metavar="S:T=LEVEL",
    help="As if messages from rank S to T had a tag with this level, or 'guaranteed'. Several.",
)
@click.option(
    "--advise",
    is_flag=True,
    help="Say where it waits, try what may help against that, say what it gains.",
)
@click.option("--reference", is_flag=True, help="The slow mode that checks the fast one.")
@click.option("--stats", is_flag=True, help="Print statistics at the end, on stderr.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object on stdout.")
@click.option(
    "--timeout", type=click.FloatRange(0, min_open=True), metavar="S", help="Stop after S seconds."
)
@click.argument("program", nargs=-1, required=True, type=click.UNPROCESSED)
def command(
    program,
    ranks,
    chip,
    settings,
    cflags,
    host,
    checks,
    transport,
    prefix,
    annotations,
    advise,
    stats,
    as_json,
    **other,
):
    """Run PROGRAM on the chip: a C file, several, or a program linked by `onchip cc`.

    Words after the program are its arguments. `onchip run -n 8 a.c : -n 8 b.c` runs two programs
    in one MPI world.
    """
    from onchip import annotations as annotations_of
    from onchip import chips
    from onchip.compile import Target
    from onchip.console import Console
    from onchip.outcome import Outcome
    from onchip.run_options import Options

    programs = world.parse(ranks, program)
    other["priorities"] = [_priority(words) for words in other["priorities"]]
    annotated = [_annotation(words) for words in annotations]
    quality = {"--advise": advise, "--annotate": annotated, "--priority": other["priorities"]}
    _check_quality([option for option, given in quality.items() if given], programs, host)
    for variable in other["environment"]:
        if "=" not in variable:
            raise click.UsageError(f"--env {variable}: it takes K=V")
    if other["timeout"] is not None and math.isnan(other["timeout"]):
        raise click.UsageError("--timeout takes a number of seconds")
    target = Target(host, checks, transport)
    if target != Target(host) and not all(program.is_source for program in programs):
        raise click.UsageError(
            "--no-checks and --transport are for what is compiled now; `onchip cc` has them too"
        )
    console = Console(prefix, keep=as_json, progress=True)
    options, flags, advice = Options(**other), _words(cflags), None
    try:
        flags = [*annotations_of.arguments(target, annotated), *flags]
        found = chips.load(chip, settings)
        outcome = _run(programs, found, flags, target, console, options)
        if advise:
            from onchip.advice import advise as advisor

            advice = advisor.advise(
                outcome,
                advisor.Program(
                    lambda more: _loads(programs, found, [*more, *flags], target),
                    target,
                    found,
                    settings,
                    options,
                ),
                lambda what: print(f"onchip: {what}", file=sys.stderr),
            )
    except Failure as failure:
        outcome = Outcome.of_failure(failure, chip)
    finally:
        console.close()
    outcome.print_message()
    if stats or outcome.kind in ("interrupted", "timeout"):
        from onchip.tables import print_statistics

        print_statistics(outcome)
    if advice:
        from onchip.advice import report, values

        report.print_advice(advice)
    if as_json:
        more = {"advice": values.as_json(advice)} if advice else {}
        click.echo(outcome.as_json(console, **more))
    raise SystemExit(outcome.exit_code)


def _words(cflags):
    try:
        return shlex.split(cflags)
    except ValueError as error:
        raise click.UsageError(f"--cflags {cflags}: {str(error).lower()}") from error


def _priority(words):
    from onchip.run_options import Priority

    match = re.fullmatch(r"(\d+):(\d+)=(\d+)", words)
    if not match:
        raise click.UsageError(f"--priority {words}: it takes S:T=LEVEL, such as 0:3=7")
    return Priority(*map(int, match.groups()))


def _annotation(words):
    from onchip.run_options import GUARANTEED, Annotation

    match = re.fullmatch(rf"(\d+):(\d+)=([0-7]|{GUARANTEED})", words)
    if not match:
        raise click.UsageError(
            f"--annotate {words}: it takes S:T=LEVEL, such as 0:3=7, or 0:3={GUARANTEED}"
        )
    return Annotation(int(match[1]), int(match[2]), match[3])


def _check_quality(given, programs, host):
    """Whether options of quality of service, those `given`, go with the rest."""
    if host and given:
        raise click.UsageError(
            f"{given[0]} is for the chip: on this machine there is no network to wait for"
        )
    if given[:2] == ["--advise", "--annotate"]:
        raise click.UsageError("--advise tries annotations itself; it does not go with --annotate")
    linked = [program.name for program in programs if not program.is_source]
    if linked and given[:1] in (["--advise"], ["--annotate"]):
        raise click.UsageError(
            f"{given[0]} links something into the program, so it takes sources, and {linked[0]} is "
            "linked already"
        )


def _loads(programs, chip, cflags, target):
    """Compiles what is not compiled."""
    from onchip import build_cache
    from onchip.run_options import Load

    return [
        Load(
            file=build_cache.build(program.files, target, cflags)
            if program.is_source
            else Path(program.name),
            name=program.name,
            ranks=program.ranks or chip.cores,
            arguments=program.arguments,
        )
        for program in programs
    ]


def _run(programs, chip, cflags, target, console, options):
    """Runs them where the user wants it."""
    loads = _loads(programs, chip, cflags, target)
    if target.host:
        from onchip import host_launch

        return host_launch.run(loads, options, console)
    from onchip import simulation

    return simulation.run(chip, loads, options, console)
