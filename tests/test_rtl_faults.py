"""Faults are planted in the model: `onchip rtl compare` finds each, and reduces it to a small case.

The network's model is copied and compiled once with all faults, of which an argument selects one.
The project's own model contains none of this.
"""

import re
import shutil
import subprocess
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from conftest import ROOT
from onchip.base import project
from onchip.base.failures import Exit, Failure
from onchip.chip import chips
from onchip.commands import rtl
from onchip.rtl import comparison, hardware

SOURCES = ROOT / "simulator/src"
# The chip that shows the fault, the file, the right expression, and the wrong one.
FAULTS = [
    ("exclusive", "arbiter/round_robin.rs", "(input + last as u8) % 64", "input"),
    ("exclusive", "arbiter/priority.rs", "level > best", "level < best"),
    ("exclusive", "router/output.rs", "select_unpredictable(last, self.starters, bit)",
     "self.starters"),
    ("exclusive", "network/cycle.rs", "own.map_or(self.credit_delay, |&delay| delay.into())", "1"),
    ("exclusive", "network/cycle.rs", "self.now + delay, to", "self.now + delay - 1, to"),
    ("exclusive", "network/circuit_setup.rs", "holder != input", "holder == 99"),
    ("exclusive", "network/build.rs", "parameters.circuits == Circuits::Exclusive", "false"),
    ("exclusive", "network/build.rs", "credits: parameters.buffer_flits as u8",
     "credits: parameters.buffer_flits as u8 - 1"),
    ("exclusive", "virtual_channels.rs", "3 - parameters.levels.ilog2()", "1"),
    ("fixed", "arbiter/fixed.rs", "candidates.trailing_zeros()", "63 - candidates.leading_zeros()"),
    ("torus", "virtual_channels.rs", "levels - 1 - level", "level"),
    ("torus", "router/allocation.rs",
     "number % per_class <= self.served[number / per_class].into()", "false"),
    ("torus", "routing/torus.rs", "usize::from(!goes_around)", "1"),
    ("torus", "network/mod.rs",
     "(first..first + classes).find(|&buffer| self.buffers.all[buffer].length > 0)",
     "(first..first + classes).rev().find(|&buffer| self.buffers.all[buffer].length > 0)"),
    ("multicast", "routing/mesh.rs", "here < most && from != ports.up", "here < most"),
    ("multicast", "multicast.rs", "bits(front.branches).all(|port| front.left[port] > 0)",
     "bits(front.branches).any(|port| front.left[port] > 0)"),
    ("multicast", "network/copy.rs", "more && !last", "more"),
]  # fmt: skip
MAIN = """
#![allow(dead_code, unused_imports)]
pub mod noc;
pub mod rtl { mod flit; mod lines; mod record; mod watch; pub use record::*; pub use watch::*; }
pub mod traffic { pub mod random; }
pub mod planted {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    pub static FAULT: AtomicUsize = AtomicUsize::new(0);
    pub fn is(number: usize) -> bool { FAULT.load(Relaxed) == number }
}
use noc::*;
fn main() {
    let words: Vec<String> = std::env::args().collect();
    let number = |at: usize| words[at].parse::<u64>().unwrap();
    planted::FAULT.store(number(1) as usize, std::sync::atomic::Ordering::Relaxed);
    let parameters = match words[2].as_str() { CHIPS, _ => panic!("no such chip") };
    let mut text = String::new();
    std::io::Read::read_to_string(&mut std::io::stdin(), &mut text).unwrap();
    let packets: Vec<rtl::Packet> = text.lines().map(|line| {
        let of: Vec<u64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        rtl::Packet { due: of[0], source: of[1] as u16, target: of[2] as u16, flits: of[3] as u8,
                      level: of[4] as u8, on_circuit: of[5] == 1, to_many: of[6] == 1 }
    }).collect();
    print!("{}", rtl::record(&parameters, &packets, Some(number(3)), number(4)));
}
"""


def parameters(chip) -> str:
    """The parameters of a network as Rust code."""
    network, mesh = chip.config["network"], chip.config["mesh"]
    word = {key: "".join(part.title() for part in network[key].split("_"))
            for key in ("topology", "routing", "buffers", "arbiter", "circuits")}  # fmt: skip
    further = [
        router for dram in [chip.config.get("dram", {})] for router in dram.get("routers", [])
    ]
    return (
        f'"{chip.name}" => Parameters {{ shape: Shape::{word["topology"]} {{ '
        f"columns: {mesh['columns']}, rows: {mesh['rows']}, "
        f"order: DimensionOrder::{word['routing']} }}, links: vec![], further: vec!{further}, "
        f"router: {network['router']}, link: {network['link']}, credit: {network['credit']}, "
        f"delay: {chip.config['ni']['delay']}, buffer_flits: {network['buffer_flits']}, "
        f"levels: {network['levels']}, buffers: LevelBuffers::{word['buffers']}, channels: 0, "
        f"arbiter: ArbiterPolicy::{word['arbiter']}, circuits: Circuits::{word['circuits']}, "
        f"queue: {str(network['circuit_conflict'] == 'queue').lower()}, "
        f"multicast: {str(network['multicast'] != 'none').lower()}, networks: 1 }}"
    )


@pytest.fixture(scope="module")
def wrong_model(tmp_path_factory):
    """A program that contains all faults and writes records."""
    folder = tmp_path_factory.mktemp("model")
    shutil.copytree(SOURCES / "noc", folder / "noc")
    shutil.copytree(SOURCES / "rtl", folder / "rtl")
    (folder / "traffic").mkdir()
    shutil.copy(SOURCES / "traffic/random.rs", folder / "traffic")
    for number, (_, file, right, wrong) in enumerate(FAULTS, 1):
        path = folder / "noc" / file
        text = path.read_text()
        assert right in text, (file, right)
        key, colon, value = (
            right.rpartition(": ") if right.startswith("credits: ") else ("", "", right)
        )
        other = wrong.removeprefix(key + colon)
        comma = ", to" if value.endswith(", to") else ""
        value, other = value.removesuffix(comma), other.removesuffix(comma)
        chosen = f"(if crate::planted::is({number}) {{ {other} }} else {{ {value} }})"
        path.write_text(text.replace(right, key + colon + chosen + comma))
    # The copied model reads no chip files, so what reads them is removed from its source.
    path = folder / "noc/parameters.rs"
    text = re.sub(r"use serde::.*;|, Deserialize|, Serialize|#\[serde.*\]", "", path.read_text())
    path.write_text(text)
    names = sorted({chip for chip, *_ in FAULTS})
    cases = ", ".join(
        parameters(chips.load(str(ROOT / f"tests/rtl/{name}.toml"))) for name in names
    )
    (folder / "main.rs").write_text(MAIN.replace("CHIPS", cases))
    words = ["rustc", "--edition", "2021", "-O", "-o", folder / "model", folder / "main.rs"]
    built = subprocess.run(words, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return folder / "model"


@pytest.fixture(scope="module")
def simulations(tmp_path_factory):
    """Chip's name → the compiled hardware."""
    compiled = {}

    def of(chip, folder, modules=None):
        if chip.name not in compiled:
            folder = tmp_path_factory.mktemp("hardware")
            compiled[chip.name] = compile_network(chip, folder)
        return compiled[chip.name]

    compile_network = hardware.compile_network
    return of


def records_of(program, chip, fault):
    """A function like the simulator's `rtl_record`, which runs the copied model with a fault."""

    def record(checked, packets, seed, most):
        lines = "\n".join(" ".join(str(int(word)) for word in packet) for packet in packets)
        words = [program, str(fault), chip.name, str(seed), str(most)]
        done = subprocess.run(words, input=lines, capture_output=True, text=True)
        return done.stdout or "z 0\n"  # a check in the program has stopped the program

    return record


@pytest.mark.long
@pytest.mark.parametrize("name", sorted({chip for chip, *_ in FAULTS}))
def test_without_a_fault_the_copy_is_the_model(wrong_model, name):
    chip = chips.load(str(ROOT / f"tests/rtl/{name}.toml"))
    case = comparison.random_case(chip, 1, 2000, 60)
    record = records_of(wrong_model, chip, 0)(chip.checked, case.packets, 1, 100_000)
    assert record == project.simulator().rtl_record(chip.checked, case.packets, 1, 100_000)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("number", range(1, len(FAULTS) + 1))
def test_a_fault_of_the_model_is_found(wrong_model, simulations, monkeypatch, tmp_path, number):
    name = FAULTS[number - 1][0]
    path = str(ROOT / f"tests/rtl/{name}.toml")
    chip = chips.load(path)
    own = project.simulator()
    wrong = SimpleNamespace(
        **{key: getattr(own, key) for key in dir(own) if not key.startswith("__")}
        | {"rtl_record": records_of(wrong_model, chip, number)}
    )
    monkeypatch.setattr(comparison.project, "simulator", lambda: wrong)
    monkeypatch.setattr(hardware, "compile_network", simulations)
    monkeypatch.chdir(tmp_path)
    words = ["compare", "--chip", path, "--cycles", "1500"]
    done = CliRunner().invoke(rtl.command, words)
    assert isinstance(done.exception, Failure), done.output
    assert done.exception.exit_code == Exit.DIFFERENCE
    assert re.search(r"differ with \d+ packets: cycle \d+: ", str(done.exception))
    assert (tmp_path / "rtl-waves/model.vcd").exists()
