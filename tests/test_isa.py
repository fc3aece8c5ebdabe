"""`core.isa`: programs for cores that lack atomics, floating point or compressed instructions."""

import random
import re

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from onchip.build import compiler
from onchip.chip import chips
from onchip.rtl import cores

FOLDER = ROOT / "tests/isa"
# Ibex and CV32E40P share a library. Only the long tests build the libraries of other cores.
PICORV32, RV32IMA, RV32IMAFC = (
    pytest.param(core, marks=pytest.mark.long) for core in ("picorv32", "rv32ima", "rv32imafc")
)
PRESETS = (PICORV32, "ibex", "cv32e40p")
BUILDING = 600  # seconds that building a library may take while other tests run
# A program, its ranks, and further words.
PROGRAMS = {
    "hello": (ROOT / "examples/hello.c", 4),
    "ping_pong": (FOLDER / "ping_pong.c", 2),
    "heat2d": (ROOT / "examples/heat2d.c", 4),
}


def on(core):
    """Returns the options for a chip with these cores. `core` is the name of a preset or an
    instruction set.
    """
    key = "core" if core in cores.CORES else "core.isa"
    return ("--chip", "mesh2x2", "--set", f"{key}={core}")


@pytest.mark.parametrize("core", PRESETS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_messages_of_cores_that_exist_are_those_of_the_reference(onchip, core, program):
    file, ranks = PROGRAMS[program]
    words = ("run", "-n", ranks, "--prefix")
    expected = onchip(*words, "--chip", "mesh2x2", file).out
    assert sorted(onchip(*words, *on(core), file, timeout=BUILDING).out.splitlines()) == sorted(
        expected.splitlines()
    )


@pytest.mark.parametrize("core", [*PRESETS, RV32IMA, RV32IMAFC])
def test_atomics_by_several_threads_lose_nothing(onchip, core):
    file = FOLDER / "atomics.c"
    for lock in ((), ("--omp", "lock=mutex"), ("--omp", "atomic=lock")):
        ran = onchip("run", "-n", 1, "--threads", 4, *lock, *on(core), file, timeout=BUILDING)
        assert ran.out == "4 threads: right\n"


@pytest.mark.parametrize("core", PRESETS)
def test_atomics_outside_of_openmp_lose_nothing(onchip, core):
    threads = onchip(
        "run", "-n", 1, "--threads", 4, *on(core), FOLDER / "threads.c", timeout=BUILDING
    )
    assert threads.out == "0 0 0 0 0\n"
    ranks = onchip("run", "-n", 4, *on(core), FOLDER / "fetch_and_op.c", timeout=BUILDING)
    assert ranks.out == "4 ranks: 0 wrong\n"


@pytest.mark.parametrize("core", PRESETS)
def test_fast_and_reference_mode_take_the_same_cycles(onchip, core):
    words = ("run", "-n", 1, "--threads", 4, "--json", *on(core), FOLDER / "atomics.c")
    fast = onchip(*words, timeout=BUILDING).json
    slow = onchip(*words[:1], "--reference", *words[1:]).json
    for report in (fast, slow):
        del report["wall_seconds"]
    assert fast == slow


@pytest.mark.parametrize("core", ["ibex", RV32IMAFC])
def test_fused_multiplications_round_once(onchip, core):
    seed = random.randrange(1 << 30)
    print("seed", seed)
    words = ("run", "-n", 1, "--cflags=-ffp-contract=off")
    program = (ROOT / "tests/runtime/math/fma.c", seed)
    expected = onchip(*words, "--host", *program).out
    assert onchip(*words, *on(core), *program, timeout=BUILDING).out == expected


def test_a_preset_has_the_instruction_set_of_its_hardware():
    for name, core in cores.CORES.items():
        assert chips.load("mesh2x2", [f"core={name}"]).isa == core.isa
    assert chips.load("mesh2x2").isa == compiler.ISA


# Each entry has an instruction set, a C program whose compiled code contains an instruction that
# the set lacks, and the name and the extension of this instruction.
LACKING = [
    ("ibex", "before = __atomic_fetch_add(&counter, 1, 0);", r"amoadd\.w", "A"),
    ("rv32imac", "before = (int)(*(volatile float *)&counter * 2);", "flw", "F"),
    ("rv32imafc", "before = (int)(*(volatile double *)&counter * 2);", "compressed fld", "D"),
]


@pytest.mark.parametrize("core, line, name, extension", LACKING)
def test_a_program_for_other_cores_is_refused_with_its_line(onchip, core, line, name, extension):
    body = f"    int before;\n    {line}\n    *(volatile int *)&counter = before;\n"
    onchip.write("bare.c", f"int counter;\nvoid _start(void) {{\n{body}}}\n")
    words = ("-O1", "-g", "-nostdlib", "-Wl,-e,_start")
    onchip("cc", *words, "bare.c", "-o", "bare")
    refused = onchip("run", "-n", 1, *on(core), "bare", code=Exit.ELF).err
    assert re.search(rf"_start at bare\.c:4 has the instruction {name} ", refused), refused
    assert f"of the extension {extension}," in refused
    assert "onchip cc" in refused


def test_an_instruction_that_the_core_lacks_traps(onchip):
    # `hidden` is not a function, so it is not checked before it executes.
    text = (
        'asm(".pushsection .text\\nhidden: .4byte 0x00b5202f\\nret\\n.popsection");\n'
        'int main(void) { asm volatile("mv a0, sp\\njal hidden" ::: "a0", "ra", "memory");'
        " return 0; }\n"
    )
    onchip.write("hidden.c", text)
    assert onchip("run", "-n", 1, "hidden.c").out == ""
    failed = onchip("run", "-n", 1, *on("ibex"), "hidden.c", code=Exit.FAULT)
    assert "illegal instruction 0x00b5202f" in failed.err
