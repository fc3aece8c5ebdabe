"""Checks the protocol of job allocation exhaustively with the model checker Spin (protocol.pml;
deaths.pml: a micro-kernel dies; links.pml: a link is lost).
"""

import itertools
import re
import subprocess

import pytest

from conftest import ROOT

MODEL = ROOT / "tests" / "jobs" / "protocol.pml"
DEATHS = ROOT / "tests" / "jobs" / "deaths.pml"
LINKS = ROOT / "tests" / "jobs" / "links.pml"
FLOOD, ADAPTIVE = 0, 1
CANCEL, SEQUENCER, AUTO = 0, 1, 2


def _check(folder, seconds, optimise="-O0", model=MODEL, minutes=None, **values) -> str:
    """The output of Spin's verifier for the whole state space, with `values` of the model's macros.
    With `minutes`, the verifier searches for that time, and keeps only a bit for each state.
    """
    defines = [f"-D{name}={value}" for name, value in values.items()]
    subprocess.run(["spin", "-a", *defines, model], cwd=folder, check=True, capture_output=True)
    flags = [
        optimise,
        "-w",
        "-DSAFETY",
        "-DBITSTATE" if minutes else "-DCOLLAPSE",
        "-DVECTORSZ=2048",
        "-DMEMLIM=6000",
    ]
    subprocess.run(["gcc", *flags, "-o", "verifier", "pan.c"], cwd=folder, check=True)
    words = ["./verifier", "-m500000", "-n", *(("-w31", f"-Q{minutes}") if minutes else ())]
    run = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=seconds)
    assert "max search depth too small" not in run.stdout
    assert "out of memory" not in run.stdout and "memory limit" not in run.stdout
    return run.stdout


def _errors(output):
    return int(re.search(r"errors: (\d+)", output)[1])


SMALL = [
    {"KERNELS": 2},
    {"KERNELS": 3},
    {"KERNELS": 2, "CORES": 3, "NEED_0": 4, "NEED_1": 5},
    {"KERNELS": 3, "POLICY": SEQUENCER},
    {"KERNELS": 3, "POLICY": AUTO, "SEQUENCED": 2},
]
LARGER = [
    {"KERNELS": 4, "JOBS": 2},
    # One job fits into a domain, and two jobs need more than a domain.
    {"KERNELS": 3, "NEED_0": 3, "NEED_1": 1, "NEED_2": 3},
    {"KERNELS": 3, "POLICY": SEQUENCER, "NEED_0": 2, "NEED_1": 2, "NEED_2": 3},
    {"KERNELS": 4, "POLICY": SEQUENCER},
    *({"KERNELS": 3, "POLICY": AUTO, "SEQUENCED": jobs} for jobs in (1, 3, 5)),
    {"KERNELS": 4, "JOBS": 2, "POLICY": AUTO, "SEQUENCED": 2},
]
SMALL += [pytest.param(values, marks=pytest.mark.long) for values in LARGER]


@pytest.mark.parametrize("values", SMALL, ids=str)
def test_every_order_of_messages(tmp_path, values):
    assert _errors(_check(tmp_path, 300, **values)) == 0


@pytest.mark.parametrize("fault", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
def test_a_planted_fault_is_found(tmp_path, fault):
    assert _errors(_check(tmp_path, 300, KERNELS=3, FAULT=fault)) == 1


def test_a_sequencer_that_never_cancels_is_found(tmp_path):
    """With the policy auto and the model's fault 4, the sequencer keeps cores, and other jobs wait
    for these for ever.
    """
    values = {"KERNELS": 3, "POLICY": AUTO, "SEQUENCED": 4, "FAULT": 4}
    assert _errors(_check(tmp_path, 300, **values, NEED_0=3, NEED_1=1, NEED_2=3)) == 1


@pytest.mark.long
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("needs", list(itertools.product((2, 3), repeat=3)), ids=str)
@pytest.mark.parametrize("policy", [CANCEL, SEQUENCER])
def test_three_kernels_with_all_needs(tmp_path, policy, needs):
    values = {f"NEED_{job}": need for job, need in enumerate(needs)}
    assert _errors(_check(tmp_path, 1800, "-O2", KERNELS=3, POLICY=policy, **values)) == 0


def _deaths(folder, seconds, optimise="-O0", **values):
    return _errors(_check(folder, seconds, optimise, DEATHS, **values))


# The dead kernel is at either end of the line, where it relays nothing, or in the middle.
@pytest.mark.parametrize(
    "death, witness",
    [(0, 1), *(pytest.param(*pair, marks=pytest.mark.long) for pair in ((1, 2), (2, 0)))],
)
def test_a_micro_kernel_dies(tmp_path, death, witness):
    assert _deaths(tmp_path, 300, KERNELS=3, DEATH=death, WITNESS=witness) == 0


@pytest.mark.parametrize(
    "fault", [1, *(pytest.param(fault, marks=pytest.mark.long) for fault in (4, 5))]
)
def test_a_planted_fault_of_survivors_is_found(tmp_path, fault):
    assert _deaths(tmp_path, 300, KERNELS=3, DEATH=1, WITNESS=2, FAULT=fault) == 1


@pytest.mark.long
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("death, witness", [(0, 1), (1, 2), (3, 0)])
def test_one_of_four_micro_kernels_dies(tmp_path, death, witness):
    assert _deaths(tmp_path, 1800, "-O2", KERNELS=4, DEATH=death, WITNESS=witness) == 0


@pytest.mark.long
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("death, witness", [(0, 1), (1, 2), (2, 0)])
def test_a_micro_kernel_dies_among_three_jobs(tmp_path, death, witness):
    values = {"KERNELS": 3, "JOBS": 3, "NEED_1": 3}
    assert _deaths(tmp_path, 1800, "-O2", DEATH=death, WITNESS=witness, **values) == 0


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("propagation", [FLOOD, ADAPTIVE])
def test_a_link_is_lost(tmp_path, propagation):
    """All states of three kernels in a ring, with two jobs."""
    assert _errors(_check(tmp_path, 600, "-O2", LINKS, PROPAGATION=propagation)) == 0


@pytest.mark.parametrize(
    "propagation, fault",
    [(FLOOD, 1), (ADAPTIVE, 2), pytest.param(ADAPTIVE, 3, marks=pytest.mark.long)],
)
def test_a_planted_fault_of_lost_links_is_found(tmp_path, propagation, fault):
    values = {"PROPAGATION": propagation, "FAULT": fault}
    assert _errors(_check(tmp_path, 300, model=LINKS, **values)) == 1


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("fault", [0, 2])
@pytest.mark.parametrize("jobs", [3, 4])
def test_a_part_of_the_states_of_four_kernels(tmp_path, jobs, fault):
    """Spin visits about three million states, because visiting all states would take hours."""
    values = {"KERNELS": 4, "JOBS": jobs, "FAULT": fault}
    assert _errors(_check(tmp_path, 300, "-O2", minutes=1.5, **values)) == (fault > 0)
