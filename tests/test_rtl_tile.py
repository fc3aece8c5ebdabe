"""`onchip rtl tile`: compares programs on whole tiles in hardware with the simulator."""

import re
import subprocess

import pytest
from click.testing import CliRunner

from conftest import ROOT
from modules import altered
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
    wrong = ("core.load=4", "ni.wakeup=3", "tile.banks=2", "network.networks=2")
    for setting in (*wrong, "perturb.seed=7", "trickbox.hosts=[0]"):
        chip = chips.load(str(tiles.own_chip()), (setting,))
        with pytest.raises(Failure, match=re.escape(setting.replace("=", ": "))) as failure:
            tiles.sizes(chip)
        assert failure.value.exit_code == Exit.CHIP


def run(*words):
    return CliRunner().invoke(rtl.command, ["tile", *map(str, words)])


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("settings", [(), ("ni.delay=3", "network.buffer_flits=1")])
def test_an_mpi_program_takes_the_cycles_of_the_simulator(settings):
    """The hardware prints the program's usual output. Every instruction of every tile issues in the
    same cycle as in the simulator.
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


CROWDED = ("network.buffer_flits=1", "ni.delay=3")
SLOW = ("network.buffer_flits=1", "network.credit=16")  # stores come faster than they leave
ACCESSES = ROOT / "tests/rtl/accesses.c"
PROCESSES = 4


def ran(folder, settings, macros, modules=None, program=ACCESSES):
    """Runs a program, such as the random accesses, on the tiles of a chip with these settings."""
    chip = chips.load(str(tiles.own_chip()), settings)
    compiled = tiles.compile_tiles(chip, folder, modules)
    elf = tiles.build_program(chip, program, folder, macros)
    return tiles.run(compiled, elf, PROCESSES, folder)


def right(found):
    """Whether each process has found the values that it expects."""
    return found.printed == [f"process {number}: right\n".encode() for number in range(PROCESSES)]


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("settings", [(), CROWDED, SLOW])
@pytest.mark.parametrize("seed", range(1, 11))
def test_random_accesses_find_what_they_must(tmp_path, settings, seed):
    """Stores and loads of one tile to another tile keep their order, and fences wait. No access is
    lost if the network does not accept it at once. Counters and flags get the values that follow
    from what all processes have added and set. One instruction in a hundred may issue in a
    different cycle than in the simulator, for the reasons in docs/cores.md.
    """
    crowd = int(settings == CROWDED)
    macros = (f"SEED={seed}", "STEPS=300", f"CROWD={crowd}", "EXACT=0")
    found = ran(tmp_path, settings, macros)
    assert right(found), found.printed
    if settings != SLOW:
        for compared in found.compared():
            assert compared.differing <= 0.01 * compared.addresses.size
            assert abs(compared.error) <= 0.001


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("settings", [(), CROWDED])
@pytest.mark.parametrize("seed", range(1, 11))
def test_random_stores_take_the_cycles_of_the_simulator(tmp_path, settings, seed):
    """Hardware and simulator take the same cycles, if the accesses for which docs/cores.md names a
    difference are left out.
    """
    crowd = int(settings == CROWDED)
    macros = (f"SEED={seed}", "STEPS=300", f"CROWD={crowd}", "EXACT=1")
    found = ran(tmp_path, settings, macros)
    assert right(found), found.printed
    assert [compared.differing for compared in found.compared()] == [0] * PROCESSES


@pytest.mark.long
@pytest.mark.timeout(900)
def test_registers_of_parts_that_are_absent_are_zero(tmp_path):
    found = ran(tmp_path, (), (), program=ROOT / "tests/rtl/absent.c")
    zeros = [f"process {number}: 0\n".encode() for number in range(PROCESSES)]
    assert found.expected == found.printed == zeros


@pytest.mark.long
@pytest.mark.timeout(900)
def test_no_notification_is_lost_silently(tmp_path):
    with pytest.raises(Failure, match="a notification is pending more than 255 times"):
        ran(tmp_path, SLOW, (), program=ROOT / "tests/rtl/pending.c")


# Answers leave in every 32nd cycle only.
RARE_REPLIES = [
    ("tile", ".send_valid(reply_valid), .send_ready(reply_ready),",
     ".send_valid(replies), .send_ready(reply_ready && may_leave),"),
    ("tile", "  logic stores, stores_word,", "  logic replies, may_leave;\n"
     "  assign may_leave = registers.now[4:0] == 0;\n"
     "  assign reply_valid = replies && may_leave;\n  logic stores, stores_word,"),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.timeout(900)
def test_requests_wait_for_room_for_their_answers(tmp_path):
    modules = altered(tmp_path, tiles.modules(), *RARE_REPLIES)
    for seed in range(1, 6):
        macros = (f"SEED={seed}", "STEPS=300", "CROWD=1", "EXACT=0")
        assert right(ran(tmp_path, (), macros, modules))


# Plausible mistakes. Each entry has the settings that show the mistake, whether only cycles show
# it, a module, the right text in it, and a wrong one.
FAULTS = {
    "lost strobes": ((), False, "served_access", "'1 : asked;", "'1 : {4{asked != 0}};"),
    "a fence that is forgotten": ((), True, "tile", "mem_valid && mem_instr && mem_ready)",
                                  "mem_valid && mem_instr)"),
    "a fence that does not wait": ((), True, "remote_access",
                                   "stores == UNANSWERED'(acknowledged)", "1'b1"),
    "too many replies": ((), False, "served_access",
                         "(waiting != COUNT'(SLOTS) && !(", "!(("),
    "too many requests": (SLOW, False, "remote_access",
                          "waiting != COUNT'(SLOTS) && stores", "stores"),
    "a port for two": ((), False, "tile", "wants && !stores_word && !loads_word;", "wants;"),
    "a load at a store's address": ((), False, "tile", "= loads_word && !stores_word;",
                                    "= loads_word;"),
    "a word that nobody keeps": (SLOW, False, "served_access", "comes ? word : kept", "word"),
    "a store that wakes nobody": ((), False, "core_registers", "stored && watched_bytes != 0",
                                  "stored && watched_bytes > 4"),
    "a pause that ends too soon": ((), True, "core_registers", "deadline + 64'(LATE)", "deadline"),
    "a lost flag": ((), False, "sync_module", "after_core | network_written",
                    "flags | network_written"),
    "notifications that count": ((), False, "remote_access", " && !receive_data[1];", ";"),
    "a counter that tells nobody": ((), False, "counters", "is_there[n] <= written != 0;",
                                    "is_there[n] <= written == 0;"),
    "a load that is sent twice": ((), False, "tile", "on_remote && !asked", "on_remote"),
    "a store that comes too soon": ((), True, "served_access", ".CYCLES(LATE)",
                                    ".CYCLES(LATE - 1)"),
    "a device of another tile": ((), False, "tile", "is_own = target == number;",
                                 "is_own = target == number || is_device;"),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(tmp_path, fault):
    settings, by_cycles, module, correct, wrong = FAULTS[fault]
    rare = RARE_REPLIES if "replies" in fault else ()
    modules = altered(tmp_path, tiles.modules(), *rare, (module, correct, wrong))
    macros = ("STEPS=300", "CROWD=1", f"EXACT={int(by_cycles)}")
    for seed in range(1, 6):
        try:
            found = ran(tmp_path, settings, (f"SEED={seed}", *macros), modules)
        except Failure as failure:
            assert failure.exit_code == Exit.DIFFERENCE
            return
        if not right(found) or (by_cycles and any(one.differing for one in found.compared())):
            return
    pytest.fail("nobody has noticed")


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_area_of_a_tile():
    """The number of flip-flops follows from the registers: flags and mask, and two counters, each
    with a value, a reload value and four notifications. A notification has an address, a word, the
    number of times that it is pending, whether it exists, and whether it stays in the tile.
    """
    chip = chips.load(str(tiles.own_chip()), ())
    found = {part.name: part.cost for part in tiles.parts(chip)}
    assert all(part.luts > 0 and part.flip_flops > 0 for part in found.values())
    assert found["tile: synchronisation module"].flip_flops == 2 * 32
    notification = 32 + 32 + 8 + 2
    assert found["tile: counters"].flip_flops == 2 * (32 + 32 + 4 * notification)
    assert found["tile: core"].flip_flops > 32 * 32
    assert found["tile: rest"].luts < 0.1 * sum(part.luts for part in found.values())
