"""`onchip bench rtl`: the speed of the model of a network, and of its hardware under Verilator."""

import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from onchip.base import project
from onchip.base.failures import Exit, Failure
from onchip.chip.chips import ChipFile
from onchip.rtl import hardware
from onchip.rtl.comparison import Case

FLITS = 4  # flits of a packet, as in `onchip bench noc`


def uniform(chip: ChipFile, rate: float, cycles: int) -> Case:
    """Random packets between all endpoints; `rate` is in flits per endpoint and cycle."""
    numbers = random.Random(1)
    endpoints = hardware.netlist(chip)["ENDPOINTS"]
    packets = [
        (due, source, numbers.randrange(endpoints), FLITS, 0, False, False)
        for due in range(1, cycles)
        for source in range(endpoints)
        if numbers.random() < rate / FLITS
    ]
    return Case(chip, tuple(packets), None)


def measure(
    case: Case, rounds: int, whole: bool, folder: Path, tick: Callable[[str], None]
) -> dict:
    """Returns medians over `rounds`, in which model and hardware take turns. Both get the same
    packets and run on one core of this machine. A comparison shows that their results agree.
    """
    started = time.perf_counter()
    tick("Verilator compiles")
    simulation = hardware.compile_network(case.chip, folder, fast=True, whole=whole)
    compiled = time.perf_counter() - started
    record = case.record()
    compared = simulation.compare(record, folder)
    if compared.difference is not None:
        raise Failure(Exit.DIFFERENCE, f"model and hardware differ: {compared.difference}")
    model, verilator = [], []
    for number in range(rounds):
        tick(f"round {number + 1} of {rounds}")
        model.append(_model_seconds(case, compared.cycles))
        verilator.append(simulation.seconds(record, folder))
    ratios = [slow / fast for fast, slow in zip(model, verilator, strict=True)]
    return {
        "routers": simulation.routers,
        "packets": len(case.packets),
        "cycles": compared.cycles,
        "model_cycles_per_second": compared.cycles / statistics.median(model),
        "verilator_cycles_per_second": compared.cycles / statistics.median(verilator),
        "ratio": statistics.median(ratios),
        "compile_seconds": compiled,
        "rounds": rounds,
    }


def _model_seconds(case: Case, cycles: int) -> float:
    """The processor time of one run of the model, in seconds."""
    before = time.process_time()
    project.simulator().rtl_replay(case.chip.checked, case.packets, case.seed, cycles + 1)
    return time.process_time() - before
