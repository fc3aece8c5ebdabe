"""`onchip jobs`: workloads of jobs, to which micro-kernels allocate the cores of a chip."""

import contextlib
import json
import re
import sys
from pathlib import Path

import click

from onchip.base import plot, tables, terminal, timeouts
from onchip.chip import chips
from onchip.jobs import allocation, figures, lublin
from onchip.jobs import domains as domains_of
from onchip.jobs import gantt as chart
from onchip.jobs import trace as jobs_trace
from onchip.jobs import workload as workload_of
from onchip.options import declared, number
from onchip.options.run import Options
from onchip.outcome import console as consoles
from onchip.report import page
from onchip.trace import files
from onchip.trace import recorder as recorders

LOST = ("wait", "ended", "exit_code")  # fields that a lost job does not have
MANY = 200_000  # messages; more take minutes of real time
LISTED = 40  # jobs shown on the terminal; `--json` has all


def _pair(separator: str):
    def read(text: str) -> tuple[int, int]:
        found = re.fullmatch(rf"(\d{{1,4}}){separator}(\d{{1,4}})", text)
        if not found:
            raise ValueError(f"'{text}': expected two numbers, such as 3{separator}3")
        return int(found[1]), int(found[2])

    return read


def _domain(text: str) -> tuple[int, int]:
    width, height = _pair("x")(text)
    if not width or not height:
        raise ValueError(f"'{text}': a domain has tiles")
    return width, height


@click.group("jobs")
def command():
    """Allocate the cores of a chip to jobs, without a central manager."""


@command.command("run", short_help="Run a workload: a .toml file of jobs, or a trace.")
@declared.options(Options, *("chip", "set", "stack_kb"), chip={"default": "mesh8x8"})
@click.option(
    "--domain",
    callback=declared.callback(_domain),
    metavar="WxH",
    help="Tiles of a domain; each has a micro-kernel. "
    "[default: 1x1; 2x2 for programs where a tile has one core]",
)
@click.option(
    "--centre",
    callback=declared.callback(_pair(",")),
    metavar="X,Y",
    help="The micro-kernel's tile in its domain. [default: the middle]",
)
@click.option(
    "--policy",
    type=click.Choice(allocation.POLICIES),
    default="cancel",
    show_default=True,
    help="How conflicts between requests are resolved.",
)
@click.option(
    "--propagation",
    type=click.Choice(allocation.PROPAGATIONS),
    default="fixed",
    show_default=True,
    help="How a request reaches all micro-kernels.",
)
@click.option(
    "--backfill",
    is_flag=True,
    help="With the policy sequencer, start a job early if its duration delays no other job.",
)
@click.option(
    "--heartbeat",
    type=click.IntRange(1_000, 2**40),
    metavar="CYCLES",
    help="Micro-kernels watch each other, with a heartbeat every CYCLES cycles. "
    "[default: none; 10,000, and 500 for each micro-kernel, if one fails in WORKLOAD]",
)
@click.option(
    "--second",
    type=number.Number(0, 10**12, min_open=True),
    default=1000,
    show_default=True,
    metavar="CYCLES",
    help="Cycles that a second of a trace lasts.",
)
@click.option("--most", type=click.IntRange(1), metavar="N", help="Run the first N jobs only.")
@click.option(
    "--seed",
    type=click.IntRange(0, declared.MOST),
    default=1,
    show_default=True,
    help="Chooses the homes of jobs that name none.",
)
@click.option(
    "--gantt",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the cores over time into FILE (.png, .svg, .pdf).",
)
@declared.options(
    Options,
    *("trace", "report", "timeout"),
    trace={
        "help": "Write what jobs and micro-kernels do over time, as `onchip run --trace`. "
        "Repeatable."
    },
    report={"help": "Write a page about the run (.html)."},
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.argument("workload", type=click.Path(dir_okay=False, path_type=Path))
def run(chip, set, stack_kb, domain, centre, policy, propagation, backfill, heartbeat, second,
        most, seed, gantt, trace, report, as_json, timeout, workload):  # fmt: skip
    """Run WORKLOAD, a .toml file of jobs or a trace in the Standard Workload Format.

    Micro-kernels run on the simulated chip. Jobs are programs, which run there too, or end by
    timers. The exit code is that of the first job that ended badly.
    """
    if gantt:
        plot.check(gantt)
    recorder = _recorder(trace, report)
    console = consoles.Console(False, False, progress=True)
    with timeouts.limited(timeout), contextlib.ExitStack() as end:
        end.callback(console.clear)
        read = workload_of.read(workload, second)
        jobs = read.jobs[:most]
        if read.left_out:
            click.echo(
                f"onchip: {workload}: left out, as they have not run: {read.left_out:,} jobs "
                "without processors or a time, or cancelled before",
                err=True,
            )
        found = chips.load(chip, set)
        programs = bool(jobs[0].program)
        if not domain:
            one_core = found.config["tile"]["cores"] == 1
            domain = (2, 2) if programs and one_core else (1, 1)
        domains = domains_of.cut(found, *domain, centre, programs)
        protocol = allocation.Protocol(policy, propagation, heartbeat or 0, backfill)
        _announce(len(jobs), len(domains.each), domain)
        done = allocation.run(
            found,
            domains,
            jobs,
            protocol,
            seed,
            timeout,
            console,
            read.failures,
            recorder,
            stack_kb,
        )
    if recorder:
        _write(recorder, found, workload.name, jobs, done, trace, report)
    if done.outcome.exit_code:
        done.outcome.print_message()
        raise SystemExit(done.outcome.exit_code)
    dead = {failure.kernel for failure in read.failures if failure.other is None}
    of_jobs = figures.of_jobs(domains, jobs, protocol, done, dead)
    whole = figures.of_all(domains, of_jobs, done)
    if gantt:
        chart.draw(domains, [job.name for job in jobs], done.placements, gantt)
    if as_json:
        click.echo(json.dumps(figures.as_json(of_jobs, whole, done)))
    else:
        _print_output(of_jobs)
        _print(of_jobs, whole)
    raise SystemExit(next((job.exit_code for job in of_jobs if job.exit_code), 0))


def _announce(jobs, kernels, domain):
    """Says that a run with many messages will take long, and what would need fewer."""
    messages = 3 * jobs * (kernels - 1)
    if messages > MANY:
        width, height = (2 * side for side in domain)
        click.echo(
            f"onchip: {jobs:,} jobs may take {messages:,} messages or more, as each of {kernels:,} "
            "micro-kernels hears of each job and answers; larger domains take fewer: "
            f"--domain {width}x{height} a quarter",
            err=True,
        )


def _recorder(traces, report):
    if not traces and not report:
        return None
    for path in traces:
        files.check(path, "--trace")
    if report:
        page.check(report)
    return recorders.ChipRecorder()


def _write(recorder, chip, name, jobs, done, traces, report):
    """Writes the recorded run to the requested files."""
    outcome = done.outcome
    trace = recorder.trace(chip, name, outcome.cycles, outcome.ranks)
    trace = jobs_trace.with_jobs(trace, jobs, done)
    for path in traces:
        files.write(trace, path)
    if report:
        page.write(trace, outcome, None, report)


def _print_output(jobs):
    """Prints what the programs have printed, with the job's name before each line, and why they
    ended.
    """
    for job in jobs:
        name = terminal.printable(job.name)
        for text, stream in ((job.stdout, sys.stdout), (job.stderr, sys.stderr)):
            for line in text.removesuffix("\n").split("\n") if text else ():
                stream.buffer.write(f"{name}: {line}\n".encode(errors="surrogateescape"))
            stream.buffer.flush()
        for line in job.message.splitlines():
            click.echo(f"{name}: {line}", err=True)
    if any(job.stdout for job in jobs):
        click.echo()


def _print(jobs, whole):
    columns = ["cores", "domains", "submitted", "wait", "ended", "messages", "cancellations"]
    if any(job.exit_code is not None for job in jobs):
        columns.insert(columns.index("ended"), "loading")
        columns.append("exit_code")
    table = tables.headed("job", *(one.replace("_", " ") for one in (*columns, "hops")))
    for job in jobs[:LISTED]:
        values = ["lost" if job.lost and column in LOST else f"{getattr(job, column):,}"
                  for column in columns]  # fmt: skip
        table.add_row(job.name, *values, f"{job.hops:.1f}")
    tables.print_table(table)
    for job in jobs:
        if job.bytes_hops_in_rows:
            gain = job.bytes_hops / job.bytes_hops_in_rows - 1
            click.echo(
                f"{job.name}: {job.bytes_hops:,} bytes × hops by its traffic, {gain:+.1%} against "
                f"row order ({job.bytes_hops_in_rows:,})"
            )
    if len(jobs) > LISTED:
        click.echo(f"and {len(jobs) - LISTED} more jobs; --json has them all")
    click.echo()
    if whole["lost"]:
        click.echo(f"lost              {whole['lost']:,} of {whole['jobs']:,} jobs")
    click.echo(f"makespan          {whole['makespan']:,} cycles")
    click.echo(f"utilisation       {whole['utilisation']:.1%} of {whole['cores']:,} cores")
    click.echo(f"mean wait         {whole['mean_wait']:,.0f} cycles")
    click.echo(f"bounded slowdown  {whole['bounded_slowdown']:.2f}")
    click.echo(f"fairness (Jain)   {whole['fairness']:.3f}")
    if whole["backfilled"]:
        click.echo(f"backfilled        {whole['backfilled']:,} jobs")
    click.echo(f"messages          {whole['messages']:,}")


@command.command("generate", short_help="Print a random trace.")
@click.option("--jobs", "count", type=click.IntRange(1, 1_000_000), default=100, show_default=True,
              help="Number of jobs.")  # fmt: skip
@click.option("--nodes", type=click.IntRange(1, 65536), default=64, show_default=True,
              help="Size of the largest job.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, declared.MOST), default=1, show_default=True,
              help="Seed of the random numbers.")  # fmt: skip
def generate(count, nodes, seed):
    """Print a trace in the Standard Workload Format, by the model of Lublin and Feitelson (2003).

    Times are in seconds.
    """
    click.echo(lublin.as_swf(lublin.generate(count, nodes, seed), nodes, seed), nl=False)
