"""`onchip rtl compare --core`: compares the cycles of models of existing cores with those of their
RTL.
"""

import pytest
from click.testing import CliRunner

from conftest import ROOT
from onchip.base.failures import Exit, Failure
from onchip.chip import chips
from onchip.commands import rtl
from onchip.rtl import cores, random_program

ORDINARY = sorted((ROOT / "benchmarks/sim/ordinary").glob("*.c"))


def compared(core, folder, text, settings=()):
    """Compares a program of assembler text on the model of a core and on the core's RTL."""
    source = folder / "program.S"
    source.write_text(text)
    chip = chips.load("mesh2x2", (f"core={core}", *settings))
    it = cores.CORES[core]
    return cores.compare(it, chip, cores.link(it, [source], folder), folder)


def exact(core, seeds, folder):
    """Fails with the seed and the first differing instruction if a random program takes a different
    number of cycles on the model than on the RTL. Only CV32E40P may differ, by 2 %.
    """
    for seed in seeds:
        found = compared(core, folder, random_program.text(seed))
        if core == "cv32e40p":
            assert abs(found.error) <= 0.02, f"seed {seed}: {found.error}"
        elif found.first() is not None:
            pytest.fail(f"seed {seed}\n{found.neighbours(found.first())}")


def slowly(core, *others):
    """Parameters of a test. The test is long for cores whose compilation by Verilator is slow."""
    marks = [] if core in ("picorv32", "ibex") else [pytest.mark.long, pytest.mark.timeout(3000)]
    return pytest.param(core, *others, marks=marks)


@pytest.mark.parametrize("core", [slowly(core) for core in cores.CORES])
def test_random_programs_take_the_cycles_of_the_rtl(core, tmp_path):
    exact(core, range(1, 4), tmp_path)


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("core", cores.CORES)
def test_a_thousand_random_programs_take_the_cycles_of_the_rtl(core, tmp_path):
    exact(core, range(1, 1001), tmp_path)


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("core", cores.CORES)
def test_ordinary_programs_take_the_cycles_of_the_rtl(core, tmp_path):
    chip = chips.load("mesh2x2", (f"core={core}",))
    it = cores.CORES[core]
    errors = {}
    for source in ORDINARY:
        found = cores.compare(it, chip, cores.link(it, [source], tmp_path), tmp_path)
        errors[source.stem] = found.error
        if core != "cv32e40p":
            assert found.first() is None, f"{source}\n{found.neighbours(found.first())}"
    assert max(map(abs, errors.values())) <= 0.02, errors
    assert sum(map(abs, errors.values())) / len(errors) <= 0.005, errors


# A core, a wrong cost in its model, and the instructions that have this cost: the first difference
# must be at one of them.
FAULTS = [
    ("picorv32", "jump_register=5", ("jr", "jalr", "ret")),
    ("picorv32", "shifter=ones", ("sll", "srl", "sra")),
    ("picorv32", "store=4", ("sb", "sh", "sw")),
    ("picorv32", "multiply_high=40", ("mulh",)),
    ("ibex", "divide_by_zero=37", ("div", "rem")),
    ("ibex", "load_use=1", ("lb", "lh", "lw")),
    ("ibex", "misaligned_target=0", ("b", "j", "ret")),
    ("cv32e40p", "divide_step=0", ("div", "rem")),
]


@pytest.mark.parametrize("core, setting, kinds", [slowly(*fault) for fault in FAULTS])
def test_a_wrong_cost_is_found_at_its_instruction(core, setting, kinds, tmp_path):
    for seed in range(1, 20):
        found = compared(core, tmp_path, random_program.text(seed), (f"core.{setting}",))
        if found.first() is not None:
            break
    lines = found.neighbours(found.first()).splitlines()
    marked = next(line for line in lines if line.startswith("→"))
    assert marked.split()[4].startswith(kinds), "\n".join(lines)


def test_the_command_prints_a_table(tmp_path):
    source = tmp_path / "hello.c"
    source.write_text('#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n')
    done = CliRunner().invoke(rtl.command, ["compare", "--core", "picorv32", str(source)])
    assert done.exit_code == 0, done.output
    row = next(line for line in done.output.splitlines() if "hello.c" in line)
    assert "+0.00 %" in row and row.rstrip().endswith("0")


def test_a_program_that_the_core_cannot_execute_is_refused(tmp_path):
    text = ".globl main\nmain:\n{}\nret\n"
    with pytest.raises(Failure, match="the model stops at") as failure:
        compared("picorv32", tmp_path, text.format(".insn 4, 0x0000000b"))
    assert failure.value.exit_code == Exit.FAULT
    with pytest.raises(Failure, match=r"has no instruction `fmv\.w\.x ft0,zero`") as failure:
        compared("ibex", tmp_path, text.format(".option arch, +f\nfmv.w.x ft0, zero"))
    assert failure.value.exit_code == Exit.ELF


def test_files_need_a_core():
    done = CliRunner().invoke(rtl.command, ["compare", __file__])
    assert done.exit_code == 2 and "--core" in done.output
