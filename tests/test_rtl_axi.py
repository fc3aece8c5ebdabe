"""AXI4 at both ends of the network in hardware: random bursts of cocotbext-axi against memories."""

import re
import subprocess
import sys

import pytest

from conftest import ROOT

FOLDER = ROOT / "tests/rtl"
# Plausible mistakes. Each entry has a chip that shows the mistake, a module, the right text in it,
# and a wrong one.
FAULTS = {
    "a lost strobe": ("ring", "axi_manager", "{receive_data[35:0],", "{receive_data[35:4], 4'hf,"),
    "wrong last of a write": ("ring", "axi_manager", "receive_last};", "1'b0};"),
    "wrong last of a read": ("ring", "axi_port", "come.resp, come.last}", "come.resp, 1'b1}"),
    "wrong ID": ("ring", "axi_manager", "{aw_id, aw} <= {head.source, head.id,",
                 "{aw_id, aw} <= {head.source, ~head.id,"),
    "swapped order": ("ring", "axi_order", "places[id*PLACE+:PLACE] == place", "1'b1"),
    "an error that overtakes": ("ring", "axi_port",
                                "is_here ? (writes ? write_idle : read_idle)", "is_here ? 1'b1"),
    "the wrong error": ("drawn", "axi_port", "DECODE_ERROR = 2'b11", "DECODE_ERROR = 2'b10"),
    "a lost response": ("ring", "axi_manager", "send_valid = b_valid || r_valid",
                        "send_valid = b_valid ? b_id[0] : r_valid"),
    "a narrow burst": ("ring", "axi_manager", "head.len, head.size,", "head.len, 3'd2,"),
    "another type of burst": ("ring", "axi_manager", "head.burst, second", "2'd1, second"),
    "a lost lock": ("ring", "axi_port", "second = {burst.lock,", "second = {1'b0,"),
    "another cache": ("ring", "axi_manager", "second.cache,", "~second.cache,"),
    "another protection": ("ring", "axi_manager", "second.prot, head", "second.prot & 3'd5, head"),
    "the quality of another burst": ("ring", "axi_port", "burst.burst, burst.qos}",
                                     "burst.burst, read.qos}"),
    "packets of two classes": ("drawn", "network_axi", "#(.WHOLE(1))", "#(.WHOLE(0))"),
}  # fmt: skip


def traffic(folder, transactions, seed):
    """Runs the test bench in this folder; returns its exit code and its output."""
    words = [sys.executable, "bench/run_axi.py", str(transactions), str(seed)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    return done.returncode, (done.stdout + done.stderr).strip()


def passed(folder, transactions, seed):
    code, printed = traffic(folder, transactions, seed)
    assert re.match(rf"passed: {transactions} transactions in \d+ cycles$", printed), printed
    assert code == 0


# The number of transactions that is enough to find each of the faults on the ring.
FEW = 800


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "chip, transactions",
    [
        ("ring", FEW),
        *(
            pytest.param(chip, 3000, marks=pytest.mark.long)
            for chip in ("ring", "drawn", "queue", "fixed")
        ),
    ],
)
def test_no_burst_is_lost_reordered_or_stuck(onchip, chip, transactions):
    onchip("rtl", "emit", "--chip", FOLDER / f"{chip}.toml", "-o", "out")
    passed(onchip.folder / "out", transactions, 1)


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("seed", range(101, 111))
def test_a_million_bursts(onchip, seed):
    """Each seed sends 100,000 transactions, a tenth of a million."""
    onchip("rtl", "emit", "--chip", FOLDER / "ring.toml", "-o", "out")
    passed(onchip.folder / "out", 100_000, seed)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(onchip, fault):
    chip, module, right, wrong = FAULTS[fault]
    onchip("rtl", "emit", "--chip", FOLDER / f"{chip}.toml", "-o", "out")
    file = onchip.folder / f"out/rtl/{module}.sv"
    text = file.read_text()
    assert text.count(right) == 1
    file.write_text(text.replace(right, wrong))
    transactions = FEW if chip == "ring" else 3000
    code, printed = traffic(onchip.folder / "out", transactions, 1)
    assert code == 1 and "passed" not in printed
