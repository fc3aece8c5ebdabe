"""`onchip bench`: our own measurements."""

import functools
import json

import click

from onchip.base import scratch, tables, terminal
from onchip.bench import (
    cached,
    cliffs,
    cluster,
    footprint,
    host,
    jobs,
    mpi,
    noc,
    ordinary,
    rtl,
    shared,
    sim,
    steps,
    threads,
)
from onchip.bench import omp as openmp
from onchip.chip import chips
from onchip.options import declared
from onchip.options.run import Options


@click.group("bench", short_help="Measure the simulator and the libraries.")
def command():
    """Measure the simulator and the libraries."""


def _json(measure):
    """Makes a command of a function that first yields what it has measured, and then prints the
    result as text. With `--json`, the command prints the yielded object instead.
    """

    @click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
    @functools.wraps(measure)
    def measured(as_json, **given):
        steps = measure(**given)
        result = next(steps)
        terminal.show("")
        if as_json:
            click.echo(json.dumps(result))
        else:
            next(steps, None)

    return measured


def _rounds(default):
    return click.option(
        "--rounds", type=click.IntRange(1), default=default, show_default=True, help="Repetitions."
    )


def _rates(*more):
    """A table of ratios."""
    return tables.headed("", "ratio", "million instructions/s", "compared with", *more)


def _show_ordinary(result):
    table = _rates("0.3 s : 2 s")
    for name, one in result["ordinary"].items():
        rates = (one["instructions_per_second"], one["qemu_instructions_per_second"])
        rates = (f"{rate / 1e6:.1f}" for rate in rates)
        table.add_row(name, f"{one['ratio']:.3f}", *rates, f"{one['short_vs_long']:.3f}")
    means = (f"{result[key]:.3f}" for key in ("ordinary_vs_qemu_user", "short_vs_long"))
    whole = (next(means), "", "", next(means))
    table.add_row("ordinary_vs_qemu_user", *whole, style="bold")
    tables.print_table(table)


def _show_cliffs(result):
    table = tables.headed("", "", "million instructions/s", "times slower than its neighbours")
    for group, each in result["groups"].items():
        for label, one in each.items():
            table.add_row(
                group, label, f"{one['instructions_per_second'] / 1e6:.0f}", f"{one['slower']:.2f}"
            )
    table.add_row("slowest_vs_neighbours", "", "", f"{result['slowest_vs_neighbours']:.2f}")
    tables.print_table(table)


def _show_cached(result):
    table = _rates()
    for name, values in result["cached"].items():
        _row(table, name, values, "other")
    for name in ("cached_data_vs_tile", "cached_code_vs_tile"):
        table.add_row(name, f"{result[name]:.3f}", "", "", style="bold")
    tables.print_table(table)


def _show_shared(result):
    table = _rates()
    for name, values in result.items():
        _row(table, name, values, "other")
    tables.print_table(table)


def _show_threads(result):
    table = _rates()
    for name, values in result["ratios"].items():
        _row(table, name, values, "other")
    table.add_row("busy64_two_threads", f"{result['busy64_two_threads']:.3f}", style="bold")
    tables.print_table(table)
    click.echo(f"on {result['cores']} cores, load {result['load']:.1f}")


def _show_kernels(result):
    table = _rates()
    for name, both in result["kernels"].items():
        _row(table, f"{name}, one core : QEMU", both["vs_qemu"], "qemu")
    table.add_row("vs_qemu", f"{result['vs_qemu']:.3f}", style="bold")
    for name, both in result["kernels"].items():
        _row(table, f"{name}, 64 cores : one", both["busy64"])
    table.add_row("busy64_vs_one_core", f"{result['busy64_vs_one_core']:.3f}", style="bold")
    _row(table, "exchange, 64 cores : one", result["exchange64"])
    _row(table, "idle1023_vs_one_core", result["idle1023"])
    tables.print_table(table)


# The measurements of `onchip bench sim`, each with the function that prints its result.
_OF_SIMULATOR = {
    "kernels": (sim, _show_kernels),
    "ordinary": (ordinary, _show_ordinary),
    "cliffs": (cliffs, _show_cliffs),
    "shared": (shared, _show_shared),
    "cached": (cached, _show_cached),
    "jobs": (threads, _show_threads),
}


@command.command("sim")
@_rounds(5)
@click.option(
    "--what",
    type=click.Choice([*_OF_SIMULATOR]),
    default="kernels",
    show_default=True,
    help="kernels: four kernels, compared with QEMU, on 64 cores, and beside 1,023 sleeping cores;"
    " ordinary: small programs, compared with QEMU's user mode, and short runs; cliffs: generated"
    " loops, compared with similar ones; shared: tiles of several cores, and messages; cached:"
    " data and code in DRAM, through caches; jobs: several threads of this machine, compared with"
    " one.",
)
@_json
def measure_simulator(rounds, what):
    """Measure the simulator's speed.

    This takes two to four minutes; run it on a quiet machine.
    """
    module, show = _OF_SIMULATOR[what]
    result = module.measure(rounds, terminal.show)
    yield result
    show(result)


@command.command("noc")
@_rounds(15)
@_json
def measure_network(rounds):
    """Measure the speed of the network's simulation.

    The network is idle, has uniform traffic, other routes or channels, or is large. Run it on a
    quiet machine.
    """
    result = noc.measure(rounds, terminal.show)
    yield result
    small, large = result["mesh8x8_flit_hop_ns"], result["mesh32x32_flit_hop_ns"]
    for load in sorted((noc.LOAD, *noc.OTHER_LOADS)):
        rate = result[noc.key(load)] / 1e6
        words = f"8×8, {load} flits a node and cycle"
        click.echo(f"{words:33}{rate:.0f} million router-cycles/s")
    for name in noc.NETWORKS:
        ratio = result[f"mesh8x8_{name}_vs_xy"]
        click.echo(f"{f'{name}, of 8×8 at {noc.LOAD}':33}{ratio:.2f}")
    click.echo(
        f"a flit through a router          {small:.1f} ns on 8×8, {large:.1f} ns on 32×32,",
        nl=False,
    )
    click.echo(f" ratio {result['flit_hop_32x32_vs_8x8']:.2f}")
    click.echo(f"an idle cycle of 32×32           {result['idle_cycle_ns']:.2f} ns")


@command.command("rtl")
@declared.options(Options, "chip", chip={"default": "mesh8x8"})
@click.option("--cycles", type=click.IntRange(2), default=2000, show_default=True,
              help="Cycles of traffic, 0.2 flits per endpoint and cycle.")  # fmt: skip
@click.option("--whole", is_flag=True,
              help="Compile the network as a whole, for minutes, to be faster.")  # fmt: skip
@_rounds(5)
@_json
def measure_hardware(chip, cycles, whole, rounds):
    """Measure the model of a network against its hardware under Verilator.

    Both have the same packets; times are those of the processor. Compiling takes minutes.
    """
    case = rtl.uniform(chips.load(chip), 0.2, cycles)
    with scratch.folder() as folder:
        result = rtl.measure(case, rounds, whole, folder, terminal.show)
    yield result
    click.echo(f"{result['routers']} routers, {result['packets']:,} packets of 4 flits, "
               f"{result['cycles']:,} cycles, all the same")  # fmt: skip
    for name in ("model", "verilator"):
        click.echo(f"{name:10}{result[f'{name}_cycles_per_second']:>12,.0f} cycles/s")
    click.echo(f"the model is {result['ratio']:.0f} times as fast; Verilator has compiled for "
               f"{result['compile_seconds']:.0f} s before")  # fmt: skip


@command.command("mpi")
@click.option("--steps", "path", type=click.Choice([*steps.PATHS]),
              help="Print the cycles of each source line of a path instead.")  # fmt: skip
@declared.options(Options, "checks", "transport", "heap")
@_json
def measure_mpi(path, **linking):
    """Measure MPI calls on mesh4x4, in cycles.

    Bandwidths are shares of what a link can carry.
    """
    target = Options(**linking).target
    if path:
        sides = steps.measure(path, target)
        yield sides
        for title, lines in sides.items():
            click.echo(f"{title}: {sum(step['cycles'] for step in lines):,} cycles awake")
            for step in lines:
                where = f"{step['file']}:{step['line']}"
                click.echo(f"{step['cycles']:4}  {where:44}  {steps.text_of(step)}".rstrip())
        return
    result = mpi.measure(terminal.show, target)
    yield result
    for name, value in result.items():
        text = f"{value:8.3f} of a link" if name in mpi.SHARES else f"{value:8,} cycles"
        click.echo(f"{name:24}{text}")


@command.command("omp")
@declared.options(Options, "omp")
@_json
def measure_openmp(omp):
    """Measure overheads of OpenMP constructs, in cycles.

    The constructs run on 2, 4, 16 and 64 cores.
    """
    yield from _by_threads(openmp.CONSTRUCTS, omp, ".1f")


@command.command("tasks")
@declared.options(Options, "omp")
@_json
def measure_tasks(omp):
    """Measure programs of OpenMP tasks, in cycles.

    The programs run on one to four cores.
    """
    yield from _by_threads(openmp.TASKS, omp, ",.0f")


@command.command("cluster", short_help="Measure the kernel and its messages, in cycles.")
@click.option(
    "--rounds",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="Repetitions of busy256; 0 leaves it out.",
)
@_json
def measure_clusters(rounds):
    """Measure the kernel's calls, and MPI messages in and between clusters, in cycles.

    With --json also the simulator's speed: busy256_vs_one_core compares 256 busy cores in 16
    clusters with one core, in instructions a second.
    """
    result = cluster.measure(terminal.show)
    if rounds and click.get_current_context().params["as_json"]:
        result["busy256_vs_one_core"] = cluster.measure_speed(rounds, terminal.show)
    yield result
    for name, value in result.items():
        unit = f"{value:8,} cycles" if isinstance(value, int) else f"{value:8.2f}"
        click.echo(f"{name:30}{unit}")


@command.command("jobs", short_help="Measure the allocation of cores to jobs.")
@_json
def measure_jobs():
    """Measure the allocation of cores to jobs, in cycles and messages.

    A job fits its home's domain (local), needs a sixteenth of all domains (sparse), or all (dense).
    There are 49, 256 and 1,024 micro-kernels. This takes about a minute.
    """
    result = jobs.measure(terminal.show)
    yield result
    for name, values in result.items():
        if name.endswith("_growth"):
            cycles, messages = values["cycles"], values["messages"]
            click.echo(f"{name:16}n^{cycles:.2f} cycles, n^{messages:.2f} messages")
        else:
            click.echo(f"{name:16}{values['cycles']:10,} cycles{values['messages']:8,} messages")


@command.command("host", short_help="Measure MPI and OpenMP on this machine.")
@_rounds(5)
@click.option(
    "--ranks", "-n", type=click.IntRange(2), default=2, show_default=True, help="Ranks of MPI."
)
@click.option(
    "--batches", type=click.IntRange(1), default=40, show_default=True, help="Batches of a run."
)
@_json
def measure_host(rounds, ranks, batches):
    """Measure MPI and OpenMP on this machine, beside MPICH, Open MPI and GCC's libgomp.

    The libraries take turns, and the best round of each counts. A library that is not installed,
    or whose run takes more than two minutes, is left out. Run it on a quiet machine.
    """
    result = host.measure(rounds, ranks, batches, terminal.show)
    yield result
    for kind, ratios in result["ratios"].items():
        libraries = result[kind]
        table = tables.headed("", *libraries, "ratio")
        for name in libraries[host.ONCHIP]:
            values = (f"{numbers[name]:.3f}" for numbers in libraries.values())
            ratio = ratios.get(name)
            table.add_row(name, *values, "" if ratio is None else f"{ratio:.2f}")
        tables.print_table(table)
    click.echo(
        "times in µs, bandwidth in GB/s, rate in million messages/s; ratio to the better one"
    )
    for name, packages in result["missing"].items():
        click.echo(f"{name} is not installed: apt-get install -y {packages}")
    for name in result["too_slow"]:
        click.echo(f"{name} is left out: a run has not ended in {host.SECONDS} s")
    before, after = result["load"]
    click.echo(f"{result['processors']} processors, load {before:.1f} to {after:.1f}")


@command.command("footprint")
@declared.options(Options, "checks")
@_json
def measure_footprint(checks):
    """Measure the bytes of the library in programs.

    It counts code with constants, and the static data of a rank.
    """
    result = footprint.measure(checks)
    yield result
    for name in (*footprint.CONFIGURATIONS, footprint.EVERYTHING):
        data = result[f"{name}_data"]
        click.echo(f"{name:16}{result[name]:8,} bytes of code, {data:8,} of data per rank")


def _row(table, name, values, other="one_core"):
    rates = (values["instructions_per_second"], values[f"{other}_instructions_per_second"])
    table.add_row(name, f"{values['ratio']:.3f}", *(f"{rate / 1e6:.1f}" for rate in rates))


def _by_threads(what, omp, form):
    """Measures, and prints a table with a row for each number of threads. `form` is the format of
    numbers.
    """
    result = openmp.measure(*what, terminal.show, Options(omp=omp).target)
    yield result
    table = tables.headed("threads", *result)
    for name in next(iter(result.values())):
        table.add_row(name, *(format(numbers[name], form) for numbers in result.values()))
    tables.print_table(table)
