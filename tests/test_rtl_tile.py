"""`onchip rtl tile`: programs on whole tiles in hardware, beside the simulator."""

import subprocess

import pytest
from click.testing import CliRunner

from conftest import ROOT
from onchip.base.failures import Exit, Failure
from onchip.chip import chips
from onchip.commands import rtl
from onchip.rtl import cores, cost, hardware, tiles


def sources(folder):
    """The files of the hardware with the package of the tiles' chip, and those of PicoRV32."""
    package = folder / hardware.PACKAGE
    package.write_text(hardware.netlist(chips.load(str(tiles.own_chip()), ()), cost.DATA)["text"])
    core = cores.CORES["picorv32"]
    place = cores.sources_folder(core)
    return [package, *tiles.modules()], [place / source for source in core.sources]


def quiet(words, *expected):
    """Runs a command, which must succeed and print only lines with one of these texts."""
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    lines = done.stderr.splitlines()
    assert not [line for line in lines if not any(text in line for text in expected)], done.stderr


def test_verilator_and_yosys_read_the_tiles_without_a_warning(tmp_path):
    own, core = sources(tmp_path)
    waiver = tmp_path / "core.vlt"
    waiver.write_text('`verilator_config\nlint_off -file "*picorv32.v"\n')
    words = ["verilator", "--lint-only", "-Wall", "--timescale", "1ns/1ps"]
    quiet([*words, "--top-module", "tile_chip", waiver, *own, *core])
    files = " ".join(map(str, [*own, *core]))
    script = f"read_verilog -sv {files}; hierarchy -check -top tile_chip; proc; check -assert"
    quiet(["yosys", "-q", "-p", script], "Replacing memory", "picorv32.v")


def test_a_chip_of_other_tiles_is_refused():
    for setting in ("core.load=4", "ni.wakeup=3", "tile.banks=2", "network.networks=2"):
        chip = chips.load(str(tiles.own_chip()), (setting,))
        with pytest.raises(Failure, match=setting.replace("=", ": ")) as failure:
            tiles.sizes(chip)
        assert failure.value.exit_code == Exit.CHIP


def run(*words):
    return CliRunner().invoke(rtl.command, ["tile", *map(str, words)])


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("settings", [(), ("ni.delay=3", "network.buffer_flits=1")])
def test_an_mpi_program_takes_the_cycles_of_the_simulator(settings):
    """The hardware prints what the program prints elsewhere, and every instruction of every tile
    issues in the cycle of the simulator.
    """
    words = [word for setting in settings for word in ("--set", setting)]
    done = run(*words, ROOT / "examples/ring.c")
    assert done.exit_code == 0, done.output
    # Each round adds the ranks: 0 + 1 + 2 + 3.
    rounds = [f"round {number}: the token is {6 * number}" for number in (1, 2, 3)]
    heading, *rows = done.output.splitlines()[len(rounds) :]
    assert done.output.splitlines()[: len(rounds)] == rounds
    assert heading.split()[-1] == "differ" and len(rows) == 4
    assert all(row.split()[-1] == "0" for row in rows), done.output
