"""Properties of the modules of `rtl/` that Yosys proves with its SAT solver."""

import subprocess

import pytest

from conftest import ROOT
from onchip.rtl import hardware

FOLDER = ROOT / "tests/rtl/proofs"
# Each property holds for any input after reset, for a number of cycles or for ever (by induction).
# Each property comes with a fault that breaks it: the module, the right text, and a wrong text.
FOR_EVER = None
PROOFS = [
    ("one_grant", FOR_EVER, "round_robin", "among & (~among + 1'b1)", "among"),
    ("circuit_held", FOR_EVER, "circuit", "end else if (closes) will",
     "end else if (passing != 0) will"),
    ("told_once", FOR_EVER, "circuit", "!told && keeps_off", "keeps_off"),
    ("never_overflows", FOR_EVER, "output_channel", "candidates != 0 && credits != 0",
     "candidates != 0"),
    ("passes_once", FOR_EVER, "input_channel", "port == noc::PORT'(p)", "port >= noc::PORT'(p)"),
    ("no_flit_lost", 16, "output_channel", "candidates != 0 && credits != 0", "candidates != 0"),
]  # fmt: skip
CHANNEL = "port.gen_channel[0].virtual_channel"
# Registers of a proof, and the registers inside the modules that are proved to be equal to them.
# Induction needs these equalities.
INSIDE = {
    "waiting_open_served": {
        "first": f"{CHANNEL}.arbiter.gen_round_robin.first",
        "owner": f"{CHANNEL}.owner",
        "credits": f"{CHANNEL}.credits",
    }
}
# Faults by which packets that wait to open circuits starve, or are served in a wrong order.
UNFAIR = [
    ("round_robin", "later != 0 ?", "later != 0 && first == 0 ?"),
    ("highest_level", "high != 0 ? high : candidates", "candidates"),
    ("output_port", "held ? holder : {INPUTS{1'b1}}", "held ? holder : ~holder"),
]


def proved(tmp_path, name, cycles, *fault):
    modules = {path.stem: path.read_text() for path in hardware.sources()}
    if fault:
        module, right, wrong = fault
        assert right in modules[module]
        modules[module] = modules[module].replace(right, wrong)
    needed = modules.keys() - {"network", "endpoint"}
    files = [tmp_path / f"{module}.sv" for module in sorted(needed)]
    for file in files:
        file.write_text(modules[file.stem])
    # The file of the proof also contains the package `noc`.
    read = " ".join(map(str, [f"-I{ROOT / 'rtl'}", FOLDER / f"{name}.sv", *files]))
    induction = "-tempinduct-def -maxsteps 4 -seq 1" if cycles is FOR_EVER else f"-seq {cycles}"
    inside = " ".join(f"-prove {ours} {its}" for ours, its in INSIDE.get(name, {}).items())
    script = (
        f"read_verilog -sv -formal {read}; prep -flatten -top {name}; memory_map; opt; "
        f"sat -prove-asserts {inside} {induction} -set-def-inputs -set-at 1 reset 1"
    )
    done = subprocess.run(["yosys", "-p", script], capture_output=True, text=True, check=True)
    if cycles is FOR_EVER:
        holds = "Induction step proven: SUCCESS!" in done.stdout
        assert holds or "FAIL!" in done.stdout or "proof failed" in done.stdout
    else:
        holds = "SAT proof finished - no model found: SUCCESS!" in done.stdout
        assert holds or "SAT proof finished - model found: FAIL!" in done.stdout
    return holds


@pytest.mark.long
@pytest.mark.parametrize("name, cycles, module, right, wrong", PROOFS, ids=[p[0] for p in PROOFS])
def test_what_is_proved(tmp_path, name, cycles, module, right, wrong):
    assert proved(tmp_path, name, cycles)
    assert not proved(tmp_path, name, cycles, module, right, wrong)


def test_circuits_that_wait_are_served(tmp_path):
    assert proved(tmp_path, "waiting_open_served", FOR_EVER)


@pytest.mark.parametrize("fault", UNFAIR, ids=[module for module, *_ in UNFAIR])
def test_circuits_that_starve_are_noticed(tmp_path, fault):
    assert not proved(tmp_path, "waiting_open_served", FOR_EVER, *fault)


def same_highest(tmp_path, inputs, levels, *fault):
    ours = (ROOT / "rtl/highest_level.sv").read_text()
    if fault:
        assert fault[0] in ours
        ours = ours.replace(*fault)
    decoded = (ROOT / "papers/clustered/highest_level.sv").read_text()
    decoded = decoded.replace("module highest_level", "module decoded")
    (tmp_path / "both.sv").write_text(ours + decoded)
    script = (
        f"read_verilog -sv -formal {tmp_path}/both.sv {FOLDER}/same_highest.sv; "
        f"chparam -set INPUTS {inputs} -set LEVELS {levels} same_highest; "
        "prep -flatten -top same_highest; sat -prove-asserts -set-def-inputs"
    )
    done = subprocess.run(["yosys", "-p", script], capture_output=True, text=True, check=True)
    holds = "SAT proof finished - no model found: SUCCESS!" in done.stdout
    assert holds or "SAT proof finished - model found: FAIL!" in done.stdout
    return holds


def test_levels_compared_are_levels_decoded(tmp_path):
    assert same_highest(tmp_path, 5, 8)


# With shared circuits, an arbiter compares ten levels. The inputs of a torus have two channels
# each.
@pytest.mark.long
@pytest.mark.parametrize("inputs, levels", [(5, 2), (5, 3), (5, 4), (5, 5), (5, 10), (10, 8)])
def test_levels_compared_are_levels_decoded_in_all_sizes(tmp_path, inputs, levels):
    assert same_highest(tmp_path, inputs, levels)
    wrong = ("high : candidates", "high : '0") if levels == 2 else ("BITS] >", "BITS] >=")
    assert not same_highest(tmp_path, inputs, levels, *wrong)
