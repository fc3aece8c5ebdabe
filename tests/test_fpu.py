"""The floating-point unit that the cores of several tiles share."""

import random
import re

import pytest

from conftest import ROOT, hal_flags
from onchip.base.failures import Exit

PROGRAMS = ROOT / "tests" / "runtime" / "fpu"
MODES = ((), ("--reference",), ("--jobs", 2))
SEED = random.randrange(1 << 32)


def _chip(onchip, kind, tables="", size=(3, 3), isa="rv32imc"):
    """Writes a chip file with a floating-point unit at router 0, and returns the option that names
    the file.
    """
    columns, rows = size
    memory = f'[[memory]]\nname = "fpu"\nrouter = 0\nsize_kb = 1\nfpu = "{kind}"\n'
    file = f"{kind}-{isa}.toml"
    onchip.write(
        file,
        f'[core]\nisa = "{isa}"\n[mesh]\ncolumns = {columns}\nrows = {rows}\n'
        f"[tile]\ncores = 1\nmemory_kb = 256\n{tables}\n{memory}",
    )
    return "--chip", file


def _same(onchip, *words):
    """Runs a program in all modes, which must agree in everything, and returns the result."""
    results = [onchip("run", "--json", *mode, *words, timeout=600).json for mode in MODES]
    for result in results:
        del result["wall_seconds"]
    assert results[0] == results[1] == results[2]
    return results[0]


def _operations(result):
    return [sum(result["statistics"][key]) for key in ("fpu_operations", "fpu_waiting")]


FUSED = 4  # the line of equal.c with the results of fma()


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("isa", ["rv32imc", pytest.param("rv32imafc", marks=pytest.mark.long)])
def test_results_are_those_of_other_units(onchip, isa, number):
    """Compares this machine, a core's own unit, and the compiler's software functions."""
    print(f"seed {SEED}")
    seed = (SEED + number) % (1 << 32)
    words = ("-n", 1, PROGRAMS / "equal.c", seed)
    host, own, software = (
        onchip("run", *where, *words, timeout=600).out.splitlines()
        for where in (
            ("--host",),
            _chip(onchip, "none", isa="rv32imafdc"),
            _chip(onchip, "none", isa=isa),
        )
    )
    assert host == own
    # The C library's fma() in software rounds twice.
    assert [*software[:FUSED], *software[FUSED + 1 :]] == [*host[:FUSED], *host[FUSED + 1 :]]
    for kind in ("serial", "pipelined"):
        shared = onchip("run", "--json", *_chip(onchip, kind, isa=isa), *words, timeout=600).json
        assert shared["stdout"].splitlines() == host
        assert _operations(shared)[0] > 500


# The keys of `[fpu]` in the order of the registers.
KEYS = ("add", "add", "multiply", "divide", "root", "fused", *["compare"] * 3, *["convert"] * 5)
COSTS = {"add": 3, "multiply": 5, "fused": 8, "divide": 19, "root": 28, "compare": 2, "convert": 7}


def test_registers_give_what_instructions_give_in_the_time_of_the_formula(onchip):
    print(f"seed {SEED}")
    table = "[fpu]\n" + "".join(f"{key} = {cycles}\n" for key, cycles in COSTS.items())
    chip = _chip(onchip, "serial", table, isa="rv32imafdc")
    words = ("-n", 1, *chip, *hal_flags(), PROGRAMS / "registers.c", SEED)
    *lines, last = _same(onchip, *words)["stdout"].splitlines()
    assert last == "0 wrong"
    # A load from a unit (docs/register-map.md): register + T(2) + latency + T(2) + 1, where
    # ni.register is 2 and T(2) over no link is 4; and 1 to read the counter of cycles.
    expected = [f"{k} {12 + COSTS[key]} {12 + COSTS[key]}" for k, key in enumerate(KEYS)]
    assert lines == expected


WIDE = "[network]\nlink_bits = 128\n"


@pytest.mark.parametrize("kind", ["serial", "pipelined"])
def test_eight_cores_contend(onchip, kind):
    """A serial unit is busy for the latency of each operation, a pipelined unit for one cycle. Each
    request is one flit, so requests come to the unit in consecutive cycles.
    """
    count, latency = 40, 200
    chip = _chip(onchip, kind, f"{WIDE}[fpu]\ndivide = {latency}\nmultiply = {latency}")
    alone = _same(onchip, "-n", 1, *chip, PROGRAMS / "busy.c", count)
    assert _operations(alone) == [count, 0]
    together = _same(onchip, "-n", 8, *chip, PROGRAMS / "busy.c", count)
    operations, waited = _operations(together)
    assert operations == 8 * count
    cycles = [int(cycles) for cycles in re.findall(r"right 1 1 cycles (\d+)", together["stdout"])]
    assert len(cycles) == 8
    if kind == "serial":
        assert max(cycles) > (8 * count - 8) * latency and waited > operations * latency
    else:
        assert max(cycles) < 2 * count * latency and waited == 0


@pytest.mark.parametrize("number", range(4))
def test_handlers_and_programs_have_the_unit_in_turn(onchip, number):
    draw = random.Random(f"{SEED} {number}")
    print(f"seed {SEED}")
    chip = _chip(onchip, draw.choice(["serial", "pipelined"]))
    # The handlers of nine cores that contend for the unit must end before the next tick.
    words = (PROGRAMS / "busy.c", 200, draw.randrange(3000, 9000))
    result = _same(onchip, "-n", draw.choice([1, 4, 9]), *chip, *words)
    assert all(" right 1 1 " in line for line in result["stdout"].splitlines())


def test_programs_with_doubles_are_faster_than_in_software(onchip):
    program = ROOT / "examples" / "pi.c"
    software, shared = (
        onchip("run", "--json", "-n", 4, *_chip(onchip, kind), program, 10_000, timeout=600).json
        for kind in ("none", "pipelined")
    )
    assert software["stdout"] == shared["stdout"]
    assert shared["cycles"] < software["cycles"]


def test_operations_take_energy(onchip):
    """Each operation takes the energy that it takes in a core's own unit."""
    prices = {"float": 1, "float_multiply": 100, "float_fused": 10_000, "float_divide": 1_000_000}
    used = []
    for are_free in (True, False):
        energy = "".join(f"{key} = {0 if are_free else price}\n" for key, price in prices.items())
        chip = _chip(onchip, "serial", f"[energy]\n{energy}", isa="rv32imafdc")
        words = ("--energy", "-n", 1, *chip, *hal_flags(), PROGRAMS / "registers.c", SEED)
        used.append(onchip("run", "--json", *words).json["energy"]["memory"])
    # The program carries out each operation 150 times. Square roots are counted as quotients.
    others = len(KEYS) - 4
    assert used[1] - used[0] == 150 * (others + 100 + 10_000 + 2 * 1_000_000)


def test_a_process_finds_nothing_of_the_one_before(onchip):
    """Two jobs have the same core, one after the other."""
    memory = "[dram]\nrouters = [3]\nsize_mb = 32"
    _, chip = _chip(onchip, "serial", memory, size=(2, 2))
    onchip.write("jobs.toml", 2 * f"[[job]]\nprogram = '{PROGRAMS / 'fresh.c'}'\ntasks = 3\n")
    result = onchip("jobs", "run", "jobs.toml", "--chip", chip, "--json").json
    found = "".join(f"{rank}: 0 0 0 0 then 1 3ff80000 80\n" for rank in range(3))
    for job in result["per_job"]:
        assert "".join(sorted(job["stdout"].splitlines(True))) == found
    first, second = (job["shares"] for job in result["per_job"])
    assert max(share["ended"] for share in first) <= min(share["started"] for share in second)


def test_statistics_show_operations_and_waiting(onchip):
    words = ("--stats", "-n", 1, *_chip(onchip, "serial"), PROGRAMS / "busy.c", 30)
    lines = [line.split() for line in onchip("run", *words).err.splitlines()]
    assert ["operations", "of", "shared", "FPUs", "30"] in lines
    assert ["cycles", "that", "they", "waited", "0"] in lines


@pytest.mark.parametrize(
    "table, words",
    [
        ("[fpu]\nadd = 0", ":10: fpu.add: 0 is out of range; it is 1 to 1000"),
        ("[fpu]\nroots = 5", "fpu.roots"),
    ],
)
def test_wrong_latencies_are_reported_with_their_line(onchip, table, words):
    _, file = _chip(onchip, "serial", table)
    done = onchip("chip", "check", file, code=Exit.CHIP)
    assert words in done.err + done.out


def test_a_wrong_kind_is_reported_with_its_line(onchip):
    _, file = _chip(onchip, "seriel")
    done = onchip("chip", "check", file, code=Exit.CHIP)
    assert re.search(
        r'seriel-rv32imc\.toml:\d+: .*fpu.*"seriel" is unknown; did you mean "serial"\?',
        done.err + done.out,
    )


def test_tiles_without_a_unit_compute_in_software(onchip):
    """If some tiles may not use the unit, programs compute in software on all tiles."""
    _, file = _chip(onchip, "serial")
    text = (onchip.folder / file).read_text()
    onchip.write("some.toml", text + "tiles = [0, 1]\n")
    result = onchip("run", "--json", "-n", 4, "--chip", "some.toml", PROGRAMS / "busy.c", 20).json
    assert _operations(result) == [0, 0]


def test_a_program_linked_for_a_unit_needs_it(onchip):
    """On a chip where no tile or only some tiles have a unit, the program is refused before it
    runs.
    """
    onchip.write(
        "product.c",
        "#include <stdio.h>\nint main(void) "
        '{ volatile double x = 3; printf("%d\\n", (int)(x * 5)); return 0; }\n',
    )
    shared = _chip(onchip, "serial")
    onchip("cc", *shared, "product.c", "-o", "linked")
    assert onchip("run", "-n", 1, *shared, "linked").out == "15\n"
    option, without = _chip(onchip, "none")
    text = (onchip.folder / without).read_text()
    onchip.write("some.toml", text.replace('"none"', '"serial"\ntiles = [1, 2]'))
    for chip in (without, "some.toml", "mesh2x2"):
        failed = onchip("run", "-n", 1, option, chip, "linked", code=Exit.USAGE)
        assert "linked has been linked for a chip with a shared floating-point unit" in failed.err
        assert f"{chip.removesuffix('.toml')} has none that all its tiles reach" in failed.err
