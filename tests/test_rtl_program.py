"""`onchip rtl compare --program`: the packets of a program, and the work of network interfaces."""

import pytest
from click.testing import CliRunner

from conftest import ROOT
from modules import altered
from onchip.base.failures import Exit, Failure
from onchip.chip import chips
from onchip.commands import rtl
from onchip.rtl import hardware, interfaces, program

PROGRAM = ROOT / "tests/rtl/interface.c"
LEVELS = ("network.levels=8", "network.buffer_flits=1", "network.credit=3")
CIRCUITS = (
    "network.levels=4",
    'network.circuits="shared"',
    'network.circuit_conflict="refuse"',
    "ni.register=3",
)
QUEUE = (*CIRCUITS, 'network.circuit_conflict="queue"')
# Plausible mistakes. Each entry has settings of a chip that shows the mistake, the module, the
# right text, and a wrong one.
FAULTS = [
    (LEVELS, "network_interface", "level = offered ?", "level = sending ?"),
    (LEVELS, "network_interface", "inject_ready[FIRST];", "1'b1;"),
    (LEVELS, "qos_registers", "entries[4*e+3] <= is_priority", "entries[4*e+3] <= 1'b1"),
    (CIRCUITS, "qos_registers", "withdrawn ? DONE : REFUSED", "REFUSED"),
    (CIRCUITS, "qos_registers", "COUNT'(REGISTER - 1)", "'0"),
    (CIRCUITS, "qos_registers", "state == OPENED ||", "state != CLOSED ||"),
    (CIRCUITS, "qos_registers", "(state == OPENING && !closing && answered && !waits)", "1'b0"),
    (CIRCUITS, "qos_registers", "(kept && !needed)", "1'b0"),
    (CIRCUITS, "qos_registers", "!fresh && (is_needed || needed)", "1'b0"),
    (QUEUE, "qos_registers", "next_kept && written == wanted", "1'b0"),
    (QUEUE, "qos_registers", "next_waits = state == OPENING;", "next_waits = 1'b0;"),
    (QUEUE, "network_interface", "{1'b0, circuit_priority} : 4'd8", "4'd8 : 4'd8"),
    (CIRCUITS, "network_interface", "opens ? opening : 4'd9", "opens ? 4'd9 : opening"),
]


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """Settings → a chip, and the records of the program on it."""
    made = {}
    for settings in (LEVELS, CIRCUITS, QUEUE):
        chip = chips.load("mesh4x4", settings)
        folder = tmp_path_factory.mktemp("program")
        made[settings] = chip, program.records(chip, PROGRAM, 16, folder)
    return made


@pytest.mark.parametrize(
    "settings, reason",
    [
        (LEVELS, None),
        (CIRCUITS, None),
        ((*CIRCUITS, 'network.circuit_conflict="wait"'), "circuits are tried again"),
        (("network.networks=2",), "the chip has two networks"),
    ],
)
def test_which_interfaces_the_hardware_has(settings, reason):
    nothing = program.Records([""], "", "")
    found = interfaces.obstacle(chips.load("mesh4x4", settings), nothing)
    assert found is None if reason is None else found.startswith(reason)


@pytest.mark.long
@pytest.mark.parametrize("settings", [LEVELS, CIRCUITS, QUEUE], ids=["levels", "circuits", "queue"])
def test_interfaces_do_the_same_in_all_cycles(records, tmp_path, settings):
    chip, found = records[settings]
    assert interfaces.obstacle(chip, found) is None
    lines = found.interfaces.splitlines()
    count = {kind: sum(line.startswith(f"{kind} ") for line in lines) for kind in "wpas"}
    assert count["w"] > 1000
    if settings is LEVELS:
        assert count["p"] > 1000  # packets that wait for slots
    else:
        refused = sum(line.startswith("s ") and line.split()[3] == "2" for line in lines)
        assert count["a"] > 500 and (refused > 100 or settings is QUEUE)
    compiled = interfaces.compile_interfaces(chip, tmp_path)
    compared = interfaces.compare(found, compiled, tmp_path)
    assert (compared.difference, compared.cycles) == (None, found.cycles)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("settings, module, right, wrong", FAULTS)
def test_a_fault_of_an_interface_is_found(records, tmp_path, settings, module, right, wrong):
    chip, found = records[settings]
    modules = altered(tmp_path, hardware.modules(), (module, right, wrong))
    compiled = interfaces.compile_interfaces(chip, tmp_path, modules)
    difference = interfaces.compare(found, compiled, tmp_path).difference
    assert difference.startswith("cycle ") and "the interface of tile" in difference


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_difference_in_a_program_is_cut_down(monkeypatch, tmp_path):
    compile_network = hardware.compile_network

    def wrong(chip, folder):
        fault = ("endpoint", "credits != 0", "credits > 1")
        return compile_network(chip, folder, altered(folder, hardware.modules(), fault))

    monkeypatch.setattr(hardware, "compile_network", wrong)
    monkeypatch.chdir(tmp_path)
    words = ["compare", "--chip", "mesh2x2", "--program", str(PROGRAM), "-n", "4"]
    done = CliRunner().invoke(rtl.command, words)
    assert isinstance(done.exception, Failure), done.output
    assert done.exception.exit_code == Exit.DIFFERENCE
    text = done.exception.message
    assert "differ in network " in text and ", and also with " in text
    assert int(text.split(", and also with ")[1].split()[0]) <= 4
    for name in ("model.vcd", "hardware.vcd"):
        assert (tmp_path / "rtl-waves" / name).read_text().startswith("$timescale")
