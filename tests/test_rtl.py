"""`onchip rtl`: the network in hardware does what the model does, in every cycle."""

import subprocess

import pytest

from conftest import ROOT
from onchip import chips, project
from onchip.failures import Exit
from onchip.rtl import comparison, cost, hardware

FOLDER = ROOT / "tests/rtl"
# Together the keys that change the network; each is also of another shape.
CHIPS = sorted(path.stem for path in FOLDER.glob("*.toml"))
# Routers of three ports, which compile in a third of the time; 25,000 cycles of four routers.
QUICK = "ring"
# What people get wrong: the file, what stands there, and what would be wrong.
FAULTS = [
    ("round_robin", "<< first", "<< (first + 1'b1)"),
    ("arbiter", "if (!last) first <= served;", "if (last) first <= served;"),
    ("output_channel", "owner <= last ? '0 : chosen", "owner <= '0"),
    ("highest_level", "(any >> l) == 1", "any[l]"),
    ("circuit", "held    <= will_hold && !refused", "held    <= will_hold"),
    ("output_port", "CIRCUITS == 1 && c > 0", "CIRCUITS == 2 && c > 0"),
    ("link", "CREDIT - 1", "CREDIT"),
    ("buffer", "SLOTS - 1", "SLOTS - 2"),
]


@pytest.mark.parametrize(
    "chip, cycles",
    [
        pytest.param(chip, 25_000 if chip == QUICK else 200_000, marks=marks)
        for chip in CHIPS
        for marks in [[] if chip == QUICK else [pytest.mark.long, pytest.mark.timeout(3000)]]
    ],
)
def test_same_flits_on_all_links_in_all_cycles(onchip, chip, cycles):
    words = ("--chip", FOLDER / f"{chip}.toml", "--cycles", cycles)
    done = onchip("rtl", "compare", *words, timeout=2900)
    packets = int(done.out.split("packets")[0].split(":")[1].replace(",", ""))
    assert done.out.startswith("the same: ") and packets > cycles // 20


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("module, right, wrong", FAULTS, ids=[name for name, *_ in FAULTS])
def test_a_planted_fault_is_found_and_cut_down(tmp_path, module, right, wrong):
    modules = []
    for path in hardware.sources():
        text = path.read_text()
        if path.stem == module:
            assert right in text
            text = text.replace(right, wrong)
        modules.append(tmp_path / path.name)
        modules[-1].write_text(text)
    chip = chips.load(str(FOLDER / "exclusive.toml"))
    simulation = hardware.compile_network(chip, tmp_path, modules)
    case = comparison.random_case(chip, 1, 2000, 60)
    assert case.difference(simulation, tmp_path)
    small = case.smallest(simulation, tmp_path)
    assert len(small.packets) < len(case.packets) / 10
    assert small.difference(simulation, tmp_path).startswith("cycle ")
    for name in ("model.vcd", "hardware.vcd"):
        assert (tmp_path / name).read_text().startswith("$timescale")


@pytest.mark.long
def test_a_fault_of_the_model_is_found(tmp_path):
    """A record in which a flit leaves a cycle later than it did."""
    chip = chips.load(str(FOLDER / "mesh.toml"))
    simulation = hardware.compile_network(chip, tmp_path)
    record = project.simulator().rtl_record(chip.checked, [(5, 0, 3, 1, 0, False)], 1, 100)
    assert simulation.compare(record, tmp_path) is None
    lines = record.splitlines()
    moved = next(at for at, line in enumerate(lines) if line.startswith("l "))
    lines.insert(moved + 1, lines.pop(moved))
    assert "the model has nothing" in simulation.compare("\n".join(lines), tmp_path)


@pytest.mark.parametrize(
    "chip", [FOLDER / "drawn.toml", pytest.param("mesh4x4", marks=pytest.mark.long)]
)
def test_what_is_written_has_no_warning(onchip, chip):
    done = onchip("rtl", "emit", "--chip", chip, "-o", "out")
    top = done.out.split()[-1]
    files = sorted(map(str, (onchip.folder / "out").glob("*.sv")))
    words = ["verilator", "--lint-only", "-Wall", "--top-module", top, *files]
    linted = subprocess.run(words, capture_output=True, text=True)
    assert (linted.returncode, linted.stderr) == (0, "")


@pytest.mark.long
def test_levels_cost_area_and_clock():
    """The signs of CL, fig. 2."""
    for fixed in (True, False):
        plain, all_levels = (cost.router(cost.Variant(n, fixed=fixed)) for n in (1, 8))
        assert all_levels.luts > plain.luts and all_levels.depth > plain.depth
        assert all_levels.flip_flops == plain.flip_flops  # "no extra buffering is required"


def test_without_verilator_the_line_to_type_is_printed(onchip):
    path = onchip.folder / "empty"
    path.mkdir()
    onchip.environment = onchip.environment | {"PATH": str(path)}
    done = onchip("rtl", "compare", code=Exit.MACHINE)
    assert "apt-get install -y verilator" in done.err
