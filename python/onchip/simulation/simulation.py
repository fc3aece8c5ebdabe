"""A run on the simulated chip."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

from onchip.base import project, timeouts
from onchip.base.failures import Exit, Failure
from onchip.base.interrupts import interrupts
from onchip.base.load import Load
from onchip.chip import energy
from onchip.chip.chips import ONE_ROUTE, ChipFile
from onchip.options.run import GDB_PIPE, Options
from onchip.outcome import constructs, deadlock, profile
from onchip.outcome.console import Console
from onchip.outcome.finding import Finding
from onchip.outcome.outcome import CLASSES, Outcome
from onchip.simulation import check, debugger, incoherence
from onchip.simulation.standard_input import StandardInput
from onchip.trace import probes
from onchip.trace import recorder as recorders

# A function that is called after the run. Its argument reads the ranks' memory: `(rank, address,
# length) -> bytes`.
Rest = Callable[[Callable[[int, int, int], bytes]], None]
SLICE_MS = 50  # milliseconds between two checks of the output and the clock
# Symbols of programs that use hardware which only some chips have. They show that the program has
# been linked for such a chip (multicast.flags, accumulators.flags, fpu-single.flags and
# fpu-double.flags in runtime/link).
MULTICASTS, ACCUMULATORS, SHARED_FPU = "oc_multicast", "oc_accumulators", "__oc_fpu_find"
# A symbol of programs whose heap, and perhaps variables, are in DRAM. Data caches may hold copies
# of this memory.
IN_DRAM = "hal_heap_in_dram"
STALE = (
    "data caches are not coherent, so a loop that waits for a store of another core may read an "
    "old copy for ever; --check-cache names such reads"
)


def _free_cores() -> int:
    """The number of threads that a run may use. With more threads than free cores, threads would
    wait for each other.
    """
    cores = len(os.sched_getaffinity(0))
    return 1 if os.getloadavg()[0] > cores else cores


def run(
    chip: ChipFile,
    loads: Sequence[Load],
    options: Options,
    console: Console,
    recorder: recorders.ChipRecorder | None = None,
    rest: Rest | None = None,
) -> Outcome:
    """Runs the programs until all have ended, or until a fault, a deadlock, Ctrl-C or the timeout.
    `recorder` records the activity of the chip. `rest` is called at the end with a function that
    reads the memory of ranks.
    """
    observed = recorder and probes.of_programs(loads)
    simulation = load(chip, loads, options, trace=observed)
    gone = None
    if simulation.gdb_port is not None:
        gone = debugger.invite(simulation.gdb_port, options.gdb)
    timeouts.lift()
    started = time.monotonic()
    stopped = None
    with interrupts() as interrupted:
        source = StandardInput(console, lambda: interrupted() or options.is_late)
        if options.standard_input:
            simulation.set_input(source.read)
        while stopped is None and (not simulation.run(SLICE_MS) or source.is_abandoned):
            if not source.is_abandoned:
                console.write(simulation.output())
            console.progress(simulation.cycles, simulation.instructions)
            if interrupted():
                stopped = "interrupted", _stopped("interrupted", simulation)
            elif gone and gone.is_set() and simulation.gdb_port is not None:
                stopped = "interrupted", "gdb has gone without sending a packet"
            elif options.is_late:
                stopped = "timeout", _stopped(timeouts.message(options.timeout), simulation)
        # The report ends unfinished lines of output, so it precedes the last read of the output.
        report = simulation.report()
        if recorder:
            recorder.end(simulation)
        if not source.is_abandoned:
            console.write(simulation.output())
        if rest:
            places = {rank["rank"]: place for place, rank in enumerate(report["ranks"])}
            rest(lambda rank, *span: simulation.memory(places[rank], *span))
    if options.record_packets:
        options.record_packets.write_text(simulation.recorded_packets())
    if report["kind"] == "running" and not stopped:
        stopped = "interrupted", "ended by gdb"
    kind, message = stopped or (report["kind"], _explained(report))
    if kind in ("timeout", "livelock") and _may_read_old_copies(chip, loads, options):
        message = f"{message}\n{STALE}"
    return outcome(
        (kind, message),
        report,
        chip,
        loads,
        started,
        energy=_energy(chip, report),
        profile=profile.lines_of(simulation) if options.profile else [],
        findings=_findings(simulation, options),
    )


def outcome(
    end: Sequence[str], report: dict, chip: ChipFile, loads: Sequence[Load], started: float, **more
) -> Outcome:
    """How a run has ended: the kind of the end with its message, and the simulator's report."""
    kind, message = end
    return Outcome(
        kind=kind,
        exit_code=int(CLASSES.get(kind, report["exit_code"])),
        message=message,
        wall_seconds=time.monotonic() - started,
        ranks=sum(load.ranks for load in loads),
        chip=chip.name,
        cycles=report["cycles"],
        instructions=report["instructions"],
        per_rank=report["ranks"],
        statistics=report["statistics"],
        **more,
    )


def _findings(simulation, options: Options) -> list[Finding]:
    found = incoherence.find(simulation) if options.check_cache else []
    if options.check_program:
        found += check.find(simulation, check.suppressions(options.suppress))
    return found


def _stopped(why: str, simulation) -> str:
    """Returns why the run was stopped, and where each rank is."""
    return constructs.with_names("\n".join([why, *simulation.whereabouts()]))


def _explained(report: dict) -> str:
    message = constructs.with_names(report["message"])
    if report["kind"] != "deadlock":
        return message
    return deadlock.explained(message)


def _energy(chip: ChipFile, report: dict) -> dict:
    if "energy" not in report:
        return {}
    clock = chip.config["core"]["clock_mhz"]
    return energy.with_watts(report["energy"], report["cycles"], clock)


def _using(loads: Sequence[Load], symbol: str) -> tuple[list[str], list[str]]:
    """The names of the programs that have a symbol, and of those that do not."""
    has = [f"\0{symbol}\0".encode() in load.elf for load in loads]
    return tuple(
        [load.name for load, found in zip(loads, has, strict=True) if found == which]
        for which in (True, False)
    )


def _may_read_old_copies(chip: ChipFile, loads: Sequence[Load], options: Options) -> bool:
    """Whether cores may read stale copies of shared data in their caches, and --check-cache does
    not look for that.
    """
    cores = sum(load.ranks * load.threads for load in loads)
    has_caches = chip.config["data_cache"]["size_kb"] and _using(loads, IN_DRAM)[0]
    return bool(has_caches) and cores > 1 and not options.check_cache


def _check_links(chip: ChipFile, loads: Sequence[Load]) -> None:
    """Fails if programs have been linked for chips with units that this one lacks, because they
    would not work on it.
    """
    sharing, _ = _using(loads, SHARED_FPU)
    if sharing and not chip.shares_fpu:
        raise Failure(
            Exit.USAGE,
            f"{sharing[0]} has been linked for a chip with a shared floating-point unit, and "
            f"{chip.name} has none that all its tiles reach (memory.fpu): link the program for "
            "this chip (onchip cc --chip)",
        )
    for units, symbol, are_there in (
        ("multicasts", MULTICASTS, chip.has_multicasts),
        ("accumulators", ACCUMULATORS, chip.has_accumulators),
    ):
        with_units, without = _using(loads, symbol)
        if are_there and with_units and without:
            raise Failure(
                Exit.USAGE,
                f"{without[0]} has been linked for chips without {units}, {with_units[0]} for "
                "one with them, and their collectives differ: link all for one chip "
                "(onchip cc --chip)",
            )


def load(
    chip: ChipFile,
    loads: Sequence[Load],
    options: Options,
    workload: dict | None = None,
    trace: Sequence[tuple] | None = None,
):
    """Loads the programs on a chip.

    `workload` holds the programs that the loaded programs may start (onchip.jobs.real_task). With
    `trace`, which lists functions (onchip.trace.probes), events are recorded, and also the calls of
    these functions.
    """
    if not chip.keeps_order:
        network = chip.config["network"]
        key, value, right = "channels", network.get("channels"), "0"
        if network.get("routing", "xy") not in ONE_ROUTE:
            key, value = "routing", f'"{network["routing"]}"'
            right = ", ".join(f'"{word}"' for word in ONE_ROUTE)
        raise Failure(
            Exit.CHIP,
            f"{chip.path}: network.{key}: {value} lets stores of a core to one tile overtake each "
            f"other, and programs need their order; {right}, or `onchip noc`, which runs no "
            "programs",
        )
    _core = project.simulator()
    programs = [
        {
            "elf": load.elf,
            "name": load.name,
            "ranks": load.ranks,
            "threads": load.threads,
            "args": list(load.arguments),
            "kernel": load.kernel,
        }
        for load in loads
    ]
    _check_links(chip, loads)
    if options.record_packets and chip.config["network"]["circuits"] != "none":
        raise Failure(
            Exit.USAGE,
            f"--record-packets: {chip.name} has circuits, and packets on them are not recorded; "
            "--set network.circuits=none",
        )
    if options.record_packets and chip.config["network"]["multicast"] != "none":
        raise Failure(
            Exit.USAGE,
            f"--record-packets: {chip.name} has multicasts, which are not recorded; "
            "--set network.multicast=none",
        )
    root, directory = options.folders
    try:
        simulation = _core.Simulation(
            chip.checked,
            programs=programs,
            map=options.map,
            root=root,
            directory=directory,
            environment=list(options.environment),
            stack_kb=options.stack_kb,
            reference=options.reference,
            energy=options.energy,
            power_window=options.power_window,
            profile=options.profile,
            check_cache=options.check_cache,
            check=options.check_program,
            check_nan=options.check_nan,
            trace=trace,
            workload=workload,
            gdb=0 if options.gdb == GDB_PIPE else options.gdb,
            livelock=options.livelock,
            jobs=options.jobs or _free_cores(),
        )
    except _core.LoadError as error:
        kind, message = error.args
        raise Failure(CLASSES[kind], message) from error
    except ConnectionError as error:
        raise Failure(Exit.USAGE, f"--gdb {options.gdb}: {error}") from error
    except UnicodeEncodeError as error:
        raise Failure(Exit.USAGE, "an argument or a variable is not text in UTF-8") from error
    except OSError as error:
        raise Failure(Exit.USAGE, f"--root {root}: {error}") from error
    for priority in options.priority:
        try:
            simulation.set_priority(priority.process, priority.memory, priority.level)
        except ValueError as error:
            raise Failure(Exit.USAGE, f"--priority {priority}: {error}") from error
    if options.record_packets:
        simulation.record_packets()
    return simulation
