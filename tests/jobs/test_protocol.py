"""The protocol of job allocation, exhaustively, by the model checker Spin (protocol.pml)."""

import itertools
import re
import subprocess

import pytest

from conftest import ROOT

MODEL = ROOT / "tests" / "jobs" / "protocol.pml"
CANCEL, SEQUENCER, AUTO = 0, 1, 2


def _check(folder, seconds, optimise="-O0", **values) -> str:
    """What Spin's verifier prints of the whole state space, with `values` of the model's macros."""
    defines = [f"-D{name}={value}" for name, value in values.items()]
    subprocess.run(["spin", "-a", *defines, MODEL], cwd=folder, check=True, capture_output=True)
    flags = [optimise, "-w", "-DSAFETY", "-DCOLLAPSE", "-DVECTORSZ=2048", "-DMEMLIM=6000"]
    subprocess.run(["gcc", *flags, "-o", "verifier", "pan.c"], cwd=folder, check=True)
    words = ["./verifier", "-m500000", "-n"]
    run = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=seconds)
    assert "max search depth too small" not in run.stdout
    assert "out of memory" not in run.stdout
    return run.stdout


def _errors(output):
    return int(re.search(r"errors: (\d+)", output)[1])


SMALL = [
    {"KERNELS": 2},
    {"KERNELS": 3},
    {"KERNELS": 4, "JOBS": 2},
    # A job of a domain's own size, and two that need more.
    {"KERNELS": 3, "NEED_0": 3, "NEED_1": 1, "NEED_2": 3},
    {"KERNELS": 2, "CORES": 3, "NEED_0": 4, "NEED_1": 5},
    {"KERNELS": 3, "POLICY": SEQUENCER},
    {"KERNELS": 3, "POLICY": SEQUENCER, "NEED_0": 2, "NEED_1": 2, "NEED_2": 3},
    {"KERNELS": 4, "POLICY": SEQUENCER},
    *({"KERNELS": 3, "POLICY": AUTO, "SEQUENCED": jobs} for jobs in (1, 2, 3, 5)),
    {"KERNELS": 4, "JOBS": 2, "POLICY": AUTO, "SEQUENCED": 2},
]


@pytest.mark.parametrize("values", SMALL, ids=str)
def test_every_order_of_messages(tmp_path, values):
    assert _errors(_check(tmp_path, 300, **values)) == 0


@pytest.mark.parametrize("fault", [1, 2, 3])
def test_a_planted_fault_is_found(tmp_path, fault):
    assert _errors(_check(tmp_path, 300, KERNELS=3, FAULT=fault)) == 1


def test_a_sequencer_that_never_cancels_is_found(tmp_path):
    """With auto, others wait for what it has reserved."""
    values = {"KERNELS": 3, "POLICY": AUTO, "SEQUENCED": 4, "FAULT": 4}
    assert _errors(_check(tmp_path, 300, **values, NEED_0=3, NEED_1=1, NEED_2=3)) == 1


@pytest.mark.long
@pytest.mark.parametrize("needs", list(itertools.product((2, 3), repeat=3)), ids=str)
@pytest.mark.parametrize("policy", [CANCEL, SEQUENCER])
def test_three_kernels_with_all_needs(tmp_path, policy, needs):
    values = {f"NEED_{job}": need for job, need in enumerate(needs)}
    assert _errors(_check(tmp_path, 1800, "-O2", KERNELS=3, POLICY=policy, **values)) == 0
