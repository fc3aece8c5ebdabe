"""Micro-kernels over MPI, in partial-simulation mode (papers/jobs/partial_simulation.c)."""

import itertools

import pytest

from conftest import ROOT

PROGRAM = ROOT / "papers" / "jobs" / "partial_simulation.c"
COLUMNS, KERNELS, JOBS = 3, 9, 5
SIDES = {"chip": ("--chip", "mesh3x3"), "host": ("--host",)}


def _run(onchip, side, policy, propagation, domains, cycles, seed=1):
    words = (policy, propagation, COLUMNS, JOBS, domains, cycles, seed)
    output = onchip("run", "-n", KERNELS, *SIDES[side], PROGRAM, *words).out
    return {name: int(value) for name, value in map(str.split, output.splitlines())}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("policy", ["cancel", "sequencer", "auto"])
@pytest.mark.parametrize("propagation", ["naive", "flood", "fixed", "adaptive"])
def test_all_jobs_run(onchip, side, policy, propagation):
    links = 2 * COLUMNS * (COLUMNS - 1)
    each = KERNELS - 1 if propagation != "flood" else 2 * links - (KERNELS - 1)
    for seed in (1, 2):
        run = _run(onchip, side, policy, propagation, KERNELS, 1000, seed)
        assert run["requests"] == each * (JOBS + run["cancelled"])
        assert policy != "sequencer" or run["cancelled"] == 0


@pytest.mark.parametrize("policy", ["cancel", "sequencer"])
def test_jobs_that_need_everything_run_one_after_the_other(onchip, policy):
    long = 100_000
    run = _run(onchip, "chip", policy, "fixed", KERNELS, long)
    waits = [run[f"job_{i + 1}"] for i in range(JOBS)]
    assert all(later >= earlier + long for earlier, later in itertools.pairwise(waits))


def test_jobs_that_do_not_meet_run_side_by_side(onchip):
    long = 1_000_000
    run = _run(onchip, "chip", "cancel", "fixed", 2, long)
    # Four jobs of two domains have room on nine; the fifth waits for one of them.
    waits = [run[f"job_{i + 1}"] for i in range(JOBS)]
    assert waits[3] < long <= waits[4]


@pytest.mark.parametrize("domains", [3, 24])
def test_auto_is_close_to_the_better_policy(onchip, domains):
    """Of four jobs in the corners of 7×7, figures 5.1a and c of the paper."""
    chip = ("--chip", "tile64", "--set", "mesh.columns=7", "--set", "mesh.rows=7")
    sums = dict.fromkeys(("cancel", "sequencer", "auto"), 0)
    for policy, seed in itertools.product(sums, (1, 2, 3)):
        words = (policy, "fixed", 7, 4, domains, 2000, seed)
        output = onchip("run", "-n", 49, *chip, "--set", "dram.switches=[0]", PROGRAM, *words).out
        sums[policy] += int(dict(map(str.split, output.splitlines()))["mean"])
    assert sums["auto"] <= 1.05 * min(sums.values())
