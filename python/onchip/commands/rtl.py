"""`onchip rtl`: writes the network of a chip as hardware, and compares it with the model."""

import json
from dataclasses import asdict
from pathlib import Path
from statistics import fmean, stdev

import click

from onchip.base import outputs as folders
from onchip.base import scratch, tables
from onchip.base.failures import Exit, Failure
from onchip.chip import chips
from onchip.options import declared
from onchip.options.run import LONGEST, Options
from onchip.rtl import (
    area,
    comparison,
    cores,
    cost,
    emitted,
    hardware,
    interfaces,
    packages,
    random_program,
    tiles,
)
from onchip.rtl import program as programs


@click.group("rtl", short_help="Write a chip's network as hardware, and compare it.")
def command():
    """Write a chip's network as SystemVerilog, and compare it with the model."""


@command.command(short_help="Write the SystemVerilog of a chip's network.")
@declared.options(Options, "chip", "set")
@click.option(
    "-o",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default="rtl-out",
    show_default=True,
    help="Write into this folder.",
)
def emit(chip, set, folder):
    """Write the SystemVerilog of a chip's network: its parameters, the modules of `rtl/`, and test
    benches for Verilator, with a file list and descriptions for FuseSoC and Bender. Top modules
    have streams or AXI4 ports at the endpoints.
    """
    found = chips.load(chip, set)
    files = emitted.write(found, folder)
    click.echo(
        f"{folder}: {len(files)} files, and test benches in {folder / 'bench'}\n"
        f"top modules: {', '.join(packages.TOPS)}"
    )


@command.command(short_help="Compare model and hardware, cycle by cycle.")
@declared.options(Options, "chip", "set")
@click.option(
    "--cycles",
    type=click.IntRange(1, LONGEST),
    default=5000,
    show_default=True,
    help="Of traffic.",
)
@click.option("--load", type=click.IntRange(0, 1000), default=60, show_default=True,
              help="Packets that an endpoint begins in 1,000 cycles.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, declared.MOST), default=1, show_default=True,
              help="Seed of the random numbers.")  # fmt: skip
@click.option("--program", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="The packets of this C program, instead of random ones.")  # fmt: skip
@click.option("-n", "ranks", type=click.IntRange(1), help="Ranks of the program.")
@click.option("--waves", type=click.Path(file_okay=False, path_type=Path), default="rtl-waves",
              show_default=True, help="Where the waveforms of a difference go.")  # fmt: skip
@click.option("--core", type=click.Choice(sorted(cores.CORES)),
              help="Compare this core, not the network.")  # fmt: skip
@click.option("--count", type=click.IntRange(1), default=10, show_default=True,
              help="Random programs for --core, if no file is given.")  # fmt: skip
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def compare(chip, set, cycles, load, seed, program, ranks, waves, core, count, files):
    """Run random traffic, or the packets of a program, through the model and through the hardware
    under Verilator, and compare every flit on every link in every cycle.

    With --core, run FILES, each a C, assembler or linked program for a bare core, or random
    programs, and compare the cycles in which their instructions issue.
    """
    if core:
        _cores(cores.CORES[core], chips.load(chip, (f"core={core}", *set)), files, seed, count)
        return
    if files:
        raise click.UsageError("FILES are programs for --core; for a network, give --program FILE")
    if ranks and not program:
        raise click.UsageError("-n needs a program: give one by --program")
    found = chips.load(chip, set)
    if program:
        _replay(found, program, ranks, waves)
        return
    case = comparison.random_case(found, seed, cycles, load)
    with scratch.folder() as folder:
        simulation = hardware.compile_network(found, folder)
        compared = case.compare(simulation, folder)
        if compared.difference is None:
            click.echo(
                f"the same: {len(case.packets):,} packets, {compared.cycles:,} cycles, "
                f"{compared.cycles * simulation.routers:,} router-cycles"
            )
            return
        raise _difference(case.smallest(simulation, folder), simulation, folder, waves)


def _cores(core, chip, files, seed, count):
    """Compares the model of a core with its hardware for each program. Prints a table, and fails
    with the first difference.
    """
    table = tables.headed("program", "instructions", "model", "hardware", "error", "differ")
    errors, first = [], ""
    with scratch.folder() as folder:
        for name, elf in _programs(core, files, seed, count, folder):
            found = cores.compare(core, chip, elf, folder)
            if files:
                _row(table, name, found)
            errors.append(abs(found.error))
            first = first or _first(name, found)
    if files:
        tables.print_table(table)
    else:
        click.echo(
            f"{len(errors)} random programs: cycles differ by {100 * fmean(errors):.3f} % on "
            f"average, at most {100 * max(errors):.3f} %"
        )
    if first:
        raise Failure(Exit.DIFFERENCE, f"model and hardware differ first in {first}")


def _first(name, found):
    """Describes the first instruction whose cycles differ in model and hardware; empty if there is
    none.
    """
    at = found.first()
    return "" if at is None else f"{name}, instruction {at}:\n{found.neighbours(at)}"


def _programs(core, files, seed, count, folder):
    """The name of each program, and its linked file."""
    for file in files:
        linked = file.suffix.lower() not in (".c", ".s")
        yield file.name, file if linked else cores.link(core, [file], folder)
    for number in range(seed, seed + count if not files else seed):
        text = folder / "random.S"
        text.write_text(random_program.text(number))
        yield f"random program {number}", cores.link(core, [text], folder)


def _difference(small, simulation, folder, waves, before=""):
    sentence = small.compare(simulation, folder).difference
    _keep(folder, waves)
    return Failure(
        Exit.DIFFERENCE,
        f"model and hardware differ{before} with {len(small.packets)} packets: {sentence}\n"
        f"{waves} has the waveforms model.vcd and hardware.vcd",
    )


def _replay(chip, file, ranks, waves):
    with scratch.folder() as folder:
        records = programs.records(chip, file, ranks, folder)
        if records.ending:
            click.echo(f"compared up to where {file} fails: {records.ending}", err=True)
        simulation = hardware.compile_network(chip, folder)
        differing = programs.differing(records, simulation, folder)
        if differing is None:
            ends = _interfaces(chip, records, folder)
            click.echo(
                f"the same: {len(records.networks)} networks{ends}, {records.cycles:,} cycles, "
                f"{records.flits:,} flits on links"
            )
            return
        number, found = differing
        _keep(folder, waves)
        record = records.networks[number]
        small = programs.small_case(chip, record, found.cycles, simulation, folder)
        place = f" in network {number} ({found.difference})"
        if small is not None:
            raise _difference(small, simulation, folder, waves, f"{place}, and also")
    raise Failure(
        Exit.DIFFERENCE,
        f"model and hardware differ{place}; its packets alone show nothing\n"
        f"{waves} has the waveforms model.vcd and hardware.vcd of the whole run",
    )


def _interfaces(chip, records, folder):
    """Compares the network interfaces too, if the hardware has the modules that they need. Returns
    the result in words.
    """
    reason = interfaces.obstacle(chip, records)
    if reason is not None:
        click.echo(f"interfaces are not compared: {reason}", err=True)
        return ""
    program = interfaces.compile_interfaces(chip, folder)
    compared = interfaces.compare(records, program, folder)
    if compared.difference is not None:
        raise Failure(Exit.DIFFERENCE, f"model and hardware differ: {compared.difference}")
    return f" and {chip.tiles} interfaces"


def _keep(folder, waves):
    folders.made(waves)
    for name in ("model.vcd", "hardware.vcd", "record.txt"):
        folders.write(waves / name, (folder / name).read_bytes())


@command.command(short_help="Run a program on whole tiles in hardware.")
@declared.options(Options, "chip", "set", chip={"default": None})
@click.option("-n", "ranks", type=click.IntRange(1), help="Ranks of the program; all tiles.")
@click.argument("program", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def tile(chip, set, ranks, program):
    """Run an MPI program in C on tiles in hardware under Verilator – PicoRV32 with a memory and a
    network interface – and on the simulator, print what it prints, and compare the cycles in which
    the instructions of each tile issue. Messages travel by --transport rendezvous-words.

    The chip has 2 × 2 tiles; another one must describe the same tiles.
    """
    found = chips.load(chip or str(tiles.own_chip()), set)
    ranks = ranks or found.tiles
    if ranks > found.tiles:
        raise click.UsageError(f"-n: {found.name} has {found.tiles} tiles")
    with scratch.folder() as folder:
        hardware_tiles = tiles.compile_tiles(found, folder)
        elf = tiles.build_program(found, program, folder)
        ran = tiles.run(hardware_tiles, elf, ranks, folder)
        for text in ran.printed:
            click.echo(text, nl=False)
        table = tables.headed("tile", "instructions", "model", "hardware", "error", "differ")
        first = ""
        for number, compared in enumerate(ran.compared()):
            _row(table, str(number), compared)
            first = first or _first(f"tile {number}", compared)
        tables.print_table(table)
        if first:
            raise Failure(Exit.DIFFERENCE, f"model and hardware differ first in {first}")


def _row(table, name, found):
    """Adds the instructions and the cycles of a program to a table."""
    model, real = found.cycles
    table.add_row(name, f"{found.addresses.size:,}", f"{model:,}", f"{real:,}",
                  f"{100 * found.error:+.2f} %", f"{found.differing:,}")  # fmt: skip


@command.command("cost", short_help="Synthesise routers, or the network of a chip.")
@declared.options(Options, "chip", "set", chip={"default": None})
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.option("--tiles", "of_tiles", is_flag=True, help="Also the parts of the tiles in hardware.")
@click.option("--gates", is_flag=True, help="For gates of two inputs (NAND, NOR, NOT).")
@click.option("--place", is_flag=True, help="Place and route, for a clock in MHz.")
@click.option("--seeds", type=click.IntRange(min=1), default=1, show_default=True,
              help="Random placements of each, with --place.")  # fmt: skip
def measure_cost(chip, set, as_json, of_tiles, gates, place, seeds):
    """Synthesise routers of five ports by Yosys for look-up tables of six inputs: a router without
    priority levels, and routers with levels, circuits or a buffer for each level (CL, fig. 2). The
    clock is estimated as the inverse of the depth, the number of look-up tables on the longest
    path. With --place, nextpnr reports the clock on an iCE40 HX8K, which takes a minute for each
    router. Results are kept.

    With --chip, synthesise the parts of a chip's networks instead: routers, interfaces and links.
    With --tiles, also synthesise the parts of the tiles of `onchip rtl tile`.
    """
    inputs = 0 if gates else cost.INPUTS
    if chip or of_tiles:
        if place:
            raise click.UsageError("--place is for single routers, without --chip and --tiles")
        found = chips.load(chip or str(tiles.own_chip()), set)
        _parts(found, inputs, as_json, of_tiles)
        return
    if set:
        raise click.UsageError("--set needs a chip: give one by --chip")
    variants = cost.variants()
    if place:
        _place(variants, seeds, as_json)
        return
    costs = [cost.router(variant, inputs) for variant in variants]
    if as_json:
        rows = [asdict(v) | asdict(c) for v, c in zip(variants, costs, strict=True)]
        click.echo(json.dumps(rows))
        return
    what = "gates" if gates else "LUTs"
    table = tables.headed(
        *("router", what, "more", "published", "flip-flops", "depth", "clock", "published")
    )
    base = {variant.fixed: result for variant, result in zip(variants, costs, strict=True)
            if variant == cost.Variant(fixed=variant.fixed)}  # fmt: skip
    for variant, result in zip(variants, costs, strict=True):
        without = base[variant.fixed]
        plain = variant.circuits == 0 and not variant.per_level
        published, clock = (
            cost.PUBLISHED.get(variant.levels, (None, None)) if plain else (None, None)
        )
        table.add_row(
            _name(variant),
            f"{result.luts:,}",
            f"{100 * result.luts / without.luts - 100:+.0f} %",
            f"+{published[0]}–{published[1]} %" if published else "",
            f"{result.flip_flops:,}",
            str(result.depth),
            f"{100 * without.depth / result.depth - 100:+.0f} %",
            f"-{clock[0]}–{clock[1]} %" if clock else "",
        )
    plain, marked = cost.interface(0, inputs), cost.interface(cost.ENDPOINTS, inputs)
    more = 100 * marked.luts / plain.luts - 100
    table.add_row("interface", f"{plain.luts:,}", "", "", f"{plain.flip_flops:,}", str(plain.depth))
    table.add_row("interface, QoS", f"{marked.luts:,}", f"{more:+.0f} %", "+10–15 %",
                  f"{marked.flip_flops:,}", str(marked.depth))  # fmt: skip
    tables.print_table(table)


def _parts(chip, inputs, as_json, of_tiles):
    found = area.parts(chip, inputs)
    if of_tiles:
        found = [*tiles.parts(chip, inputs), *found]
    if as_json:
        click.echo(json.dumps([{"part": p.name, "count": p.count} | asdict(p.cost) for p in found]))
        return
    what = "LUTs" if inputs else "gates"
    table = tables.headed(
        "part", "count", what, "flip-flops", "depth", f"all {what}", "all flip-flops"
    )
    for part in found:
        one = part.cost
        all_of = (part.count * one.luts, part.count * one.flip_flops)
        table.add_row(part.name, f"{part.count:,}", f"{one.luts:,}", f"{one.flip_flops:,}",
                      str(one.depth), *(f"{number:,}" for number in all_of))  # fmt: skip
    luts, flip_flops = (
        sum(part.count * getattr(part.cost, name) for part in found)
        for name in ("luts", "flip_flops")
    )
    depth = max(part.cost.depth for part in found)
    table.add_row("the chip", "", "", "", str(depth), f"{luts:,}", f"{flip_flops:,}")
    tables.print_table(table)


def _place(variants, seeds, as_json):
    rows = []
    for variant in variants:
        clocks = [cost.clock(variant, seed) for seed in range(1, seeds + 1)]
        rows.append(asdict(variant) | {"clocks": clocks})
        if not as_json:
            spread = f" ± {stdev(clocks):.1f}" if seeds > 1 else ""
            click.echo(f"{_name(variant)}: {fmean(clocks):.1f}{spread} MHz")
    if as_json:
        click.echo(json.dumps(rows))


def _name(variant):
    words = [f"{variant.levels} level{'s' * (variant.levels > 1)}"]
    words.append("fixed" if variant.fixed else "round robin")
    words += ["a buffer each"] * variant.per_level
    words += [f"{('', 'exclusive', 'shared')[variant.circuits]} circuits"] * bool(variant.circuits)
    words += ["no buffers for circuits"] * variant.one_class
    words += ["queue"] * variant.queue
    words += ["multicasts"] * variant.multicast
    return ", ".join(words)
