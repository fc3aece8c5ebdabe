"""`onchip rtl emit`: the files can be read by a designer's tools."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from conftest import ROOT
from onchip.rtl import packages

FOLDER = ROOT / "tests/rtl"
OWN = [FOLDER / f"{path.stem}.toml" for path in sorted(FOLDER.glob("*.toml"))]
SLOW = ("torus", "drawn", "exclusive")  # chips with many virtual channels
CHIPS = [
    pytest.param(chip, id=chip.stem, marks=[pytest.mark.long] * (chip.stem in SLOW)) for chip in OWN
]
LARGE = [pytest.param(name, marks=pytest.mark.long) for name in ("mesh4x4", "qm3x3", "mesh8x8")]


@pytest.fixture
def emitted(onchip):
    def emit(chip):
        onchip("rtl", "emit", "--chip", chip, "-o", "out")
        return onchip.folder / "out"

    return emit


def done(command, folder):
    """The errors that a command prints. The command must succeed."""
    ran = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    return ran.stderr


@pytest.mark.timeout(900)
@pytest.mark.parametrize("chip", [*CHIPS, *LARGE])
def test_what_is_written_has_no_warning(emitted, chip):
    """Verilator and Yosys read each top module by the commands of the page without a warning. Yosys
    finds no wire without a driver, and none with two drivers.
    """
    out = emitted(chip)
    page = (out / "README.md").read_text()
    check, synthesise = re.findall(r"^(?:Check|Synthesise): `(.*)`$", page, re.M)
    pins = f"{check} bench/axi_pins.sv".replace("network_axi", "axi_pins")
    assert done(pins, out) == ""
    for top in packages.TOPS:
        assert done(check.replace("network_axi", top), out) == ""
        # Synthesis would take minutes, and a warning about an array of wires is expected.
        whole = synthesise.replace(
            "synth -top network_axi", f"hierarchy -check -top {top}; proc; check -assert"
        )
        assert whole != synthesise
        assert done(f"{whole} -w 'Replacing memory'", out) == ""


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("chip", ["torus", "multicast"])
def test_no_bit_depends_on_itself(emitted, chip):
    """Where `ni.delay` is 0, flits pass the buffers at endpoints' ports in one cycle."""
    out = emitted(FOLDER / f"{chip}.toml")
    whole = "hierarchy -check -top network; proc; flatten; opt_clean; check -assert"
    command = f"yosys -p 'read_verilog -sv noc.sv rtl/*.sv; {whole}' -w 'Replacing memory'"
    assert done(command, out) == ""


@pytest.mark.long
@pytest.mark.timeout(900)
def test_yosys_synthesises_the_whole_network(emitted):
    """The page's command for synthesis runs without an error on a whole network."""
    out = emitted("mesh2x2")
    [command] = re.findall(r"^Synthesise: `(.*)`$", (out / "README.md").read_text(), re.M)
    assert done(f"{command} -w 'Replacing memory'", out) == ""


def test_all_modules_have_one_clock_and_reset(emitted):
    """Registers use the rising edge of `clock`; `reset` is an input of all modules that have
    registers.
    """
    out = emitted(OWN[0])
    clocked = 0
    for file in (out / "rtl").glob("*.sv"):
        text = re.sub(r"//.*", "", file.read_text())
        edges = re.findall(r"always_ff +@\((.*?)\)", text)
        assert set(edges) <= {"posedge clock"} and "always @" not in text
        assert text.count("edge ") == len(edges)
        clocked += len(edges)
        if edges:
            assert re.search(r"input +logic +clock\b", text), file
            assert re.search(r"input +logic +reset\b", text), file
    assert clocked > 10


def test_descriptions_name_all_files(emitted):
    """The file list, the FuseSoC core and the Bender package name each file once, the package of
    parameters first.
    """
    out = emitted(OWN[0])
    hardware = ["noc.sv", *sorted(f"rtl/{path.name}" for path in (out / "rtl").iterdir())]
    benches = sorted(f"bench/{path.name}" for path in (out / "bench").glob("*.sv"))
    name = OWN[0].stem
    assert (out / f"{name}.f").read_text().splitlines() == hardware
    head, body = (out / f"{name}.core").read_text().split("\n", 1)
    core = yaml.safe_load(body)
    assert head == "CAPI=2:"
    assert re.fullmatch(rf"onchip:noc:{name}:\d+\.\d+\.\d+", core["name"])
    assert [core["filesets"][part]["files"] for part in ("rtl", "bench")] == [hardware, benches]
    modules = {Path(file).stem for file in hardware + benches}
    for target in core["targets"].values():
        assert target["toplevel"] in modules and set(target["filesets"]) <= {"rtl", "bench"}
    bender = yaml.safe_load((out / "Bender.yml").read_text())
    assert bender["package"]["name"] == f"onchip_noc_{name}"
    *sources, simulation = bender["sources"]
    assert sources == hardware
    assert simulation == {"target": "simulation", "files": benches}


@pytest.mark.parametrize("name", ["8x8", 'a"b: c', "x.y z"])
def test_a_chip_of_any_name_is_described(name):
    made = packages.texts(name, ["noc.sv"], ["bench/a.sv"])
    lists, core, bender = made
    assert re.fullmatch(r"\w+\.f", lists) and re.fullmatch(r"\w+\.core", core)
    assert yaml.safe_load(made[core].split("\n", 1)[1])["name"].startswith("onchip:noc:")
    assert re.fullmatch(r"\w+", yaml.safe_load(made[bender])["package"]["name"])


@pytest.mark.parametrize(
    "target", ["lint_network", pytest.param("test_network_stream", marks=pytest.mark.long)]
)
def test_fusesoc_runs_a_target(emitted, target):
    out = emitted(FOLDER / "ring.toml")
    fusesoc = Path(sys.executable).parent / "fusesoc"
    words = [fusesoc, "--cores-root", ".", "run", f"--target={target}", "onchip:noc:ring"]
    ran = subprocess.run(words, cwd=out, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    assert target.startswith("lint") or "passed: " in ran.stdout + ran.stderr
