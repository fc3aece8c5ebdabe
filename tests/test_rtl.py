"""`onchip rtl`: the network in hardware agrees with the model in every cycle."""

import contextlib
import os
import re
import subprocess
from pathlib import Path
from random import Random

import pytest

from conftest import ONCHIP, ROOT
from modules import altered
from onchip.base import project
from onchip.base.failures import Exit, Failure
from onchip.chip import chips
from onchip.rtl import comparison, cost, hardware

FOLDER = ROOT / "tests/rtl"
# Together, these chips vary every key that changes the network. No two have the same shape.
CHIPS = sorted(path.stem for path in FOLDER.glob("*.toml"))
# The routers of `ring` have three ports, and compile in a third of the time. The chip has four
# routers, and runs for 26,000 cycles.
QUICK = "ring"
# Plausible mistakes. Each entry has a chip that shows the mistake, a module, the right text in it,
# and a wrong one.
FAULTS = [
    ("exclusive", "round_robin", "<< first", "<< (first + 1'b1)"),
    ("exclusive", "arbiter", "if (!last) first <= served;", "if (last) first <= served;"),
    ("exclusive", "output_channel", "owner <= last ? '0 : chosen", "owner <= '0"),
    ("exclusive", "highest_level", "BITS] > levels", "BITS] < levels"),
    ("exclusive", "circuit", "held    <= will_hold && !refused", "held    <= will_hold"),
    ("exclusive", "output_port", "CIRCUITS == 1 && C > 0", "CIRCUITS == 2 && C > 0"),
    ("exclusive", "link", "CREDIT - 1", "CREDIT"),
    ("exclusive", "endpoint", "credits != 0", "credits > 1"),
    ("exclusive", "buffer", "SLOTS - 1", "SLOTS - 2"),
    ("exclusive", "circuit", "!told && keeps_off", "keeps_off"),
    ("exclusive", "circuit", "(told && !opens) || reports", "told || reports"),
    ("exclusive", "output_channel", "~starters & ~owner", "~starters"),
    ("exclusive", "router", "need = need || reported", "need = reported"),
    ("queue", "circuit", "needed && will_hold && !refused", "1'b0"),
    ("queue", "circuit", "will_hold && !opens &&", "will_hold &&"),
    ("queue", "input_channel", "oldest.field[2:0] != 0", "oldest.field[2]"),
    ("queue", "output_port", "!complete ||", "!held ||"),
    ("queue", "router", "noc::QUEUE == 0", "noc::QUEUE == 1"),
    ("multicast", "branches", "column < right", "column <= right"),
    ("multicast", "branches", "p == FROM ||", "0 != 0 ||"),
    ("multicast", "branches", "noc::MULTICAST == 1 ?", "noc::MULTICAST == 2 ?"),
    ("multicast", "copying_buffer", "(gone | passed | ~ports)", "(passed | ~ports)"),
    ("multicast", "copying_buffer", "!closed[p] && left", "left"),
    ("multicast", "copying_buffer", "left < present", "left == '0 && present != 0"),
    ("multicast", "copying_buffer", "slots[after(head, left)]", "slots[head]"),
    ("multicast", "copying_buffer", "left != length || PASSES == 0", "1'b1"),
    ("multicast", "multicast_router", "able[q] && chosen[q][p]", "chosen[q][p]"),
]


@pytest.mark.parametrize(
    "chip, cycles",
    [
        pytest.param(chip, 26_000 if chip == QUICK else 200_000, marks=marks)
        for chip in CHIPS
        for marks in [[] if chip == QUICK else [pytest.mark.long, pytest.mark.timeout(3000)]]
    ],
)
def test_same_flits_on_all_links_in_all_cycles(onchip, chip, cycles):
    words = ("--chip", FOLDER / f"{chip}.toml", "--cycles", cycles)
    done = onchip("rtl", "compare", *words, timeout=2900)
    assert done.out.startswith("the same: ")
    parts = done.out.removeprefix("the same: ").split(", ")
    packets, ran, routers = (int(part.split()[0].replace(",", "")) for part in parts)
    assert packets > cycles // 20 and ran >= cycles * 7 // 8 and routers >= 100_000


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    "name, module, right, wrong", FAULTS, ids=["-".join(names) for *names, _, _ in FAULTS]
)
def test_a_planted_fault_is_found_and_cut_down(tmp_path, name, module, right, wrong):
    modules = altered(tmp_path, hardware.sources(), (module, right, wrong))
    chip = chips.load(str(FOLDER / f"{name}.toml"))
    simulation = hardware.compile_network(chip, tmp_path, modules)
    case = comparison.random_case(chip, 1, 2000, 60)
    assert case.differs(simulation, tmp_path)
    small = case.smallest(simulation, tmp_path)
    assert len(small.packets) < len(case.packets) / 10
    assert small.compare(simulation, tmp_path).difference.startswith("cycle ")
    for name in ("model.vcd", "hardware.vcd"):
        assert (tmp_path / name).read_text().startswith("$timescale")


@pytest.mark.parametrize(
    "count, wrong", [(2, {1}), (40, {7}), (40, {3, 31}), (40, {0, 1, 39}), (40, {5, 17, 18, 29})]
)
def test_a_case_is_cut_down_to_the_packets_that_it_needs(monkeypatch, count, wrong):
    """A replacement of hardware and model makes a case differ if it contains all packets of a
    certain set. The reduced case must contain only these packets.
    """
    monkeypatch.setattr(comparison.Case, "differs", lambda case, *_: wrong <= set(case.packets))
    case = comparison.Case(None, tuple(range(count)), None)
    assert case.smallest(None, None).packets == tuple(sorted(wrong))


@pytest.mark.long
def test_registers_give_packets_the_fields_of_the_model(tmp_path):
    random = Random(1)
    endpoints, count = 18, 50_000
    accesses = [
        (
            random.choice((0, 0, 0, 1, 2, 3, *[4] * 4)),
            random.randrange(endpoints),
            random.randrange(8),
        )
        for _ in range(count)
    ]
    fields = iter(project.simulator().rtl_fields(endpoints, accesses))
    lines = [
        f"{next(fields) if kind == 4 else 0:02x}{kind:02x}{target:02x}{level:02x}"
        for kind, target, level in accesses
    ]
    (tmp_path / "accesses.hex").write_text("\n".join(lines))
    words = ["verilator", "--binary", "-Wno-fatal", "--top-module", "registers_bench"]
    words += [f"-GCOUNT={count}", "-MAKEFLAGS", hardware.OPTIMISE]
    words += [f"-I{ROOT / 'rtl'}", FOLDER / "registers_bench.sv", ROOT / "rtl/qos_registers.sv"]
    subprocess.run(words, check=True, capture_output=True, cwd=tmp_path)
    words = [tmp_path / "obj_dir/Vregisters_bench"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.startswith("the same")


def _accumulator_accesses(random: Random, columns: int, rows: int, count: int):
    """Yields accesses to an accumulator: first a tile and a rectangle, which usually contains the
    tile; then words, most of them for one operation. Results leave the accumulator after some of
    the words.
    """
    made = []
    while len(made) < count:
        tile = random.randrange(columns * rows)
        column, row = tile % columns, tile // columns
        made.append((0, tile, 0))
        for _ in range(random.randrange(4)):
            first = random.randint(0, row) * columns + random.randint(0, column)
            last = random.randint(row, rows - 1) * columns + random.randint(column, columns - 1)
            if random.random() < 0.1:
                first, last = random.randrange(columns * rows + 2), random.randrange(300)
            made += [(1, 0x00, first | last << 16), (1, 0x04, random.choice((0, 8, 8, 8, 8)))]
            operation = random.randrange(8)
            for _ in range(random.randrange(60)):
                if random.random() < 0.1:
                    operation = random.randrange(8)
                if random.random() < 0.01:
                    made.append((1, 4 * random.randrange(16), random.getrandbits(32)))
                word = random.choice((random.getrandbits(32), 0, 2**31, 2**31 - 1, 2**32 - 1))
                made.append((1, 0x20 + 4 * operation, word))
                if random.random() < 0.5:
                    made.append((2, 0, 0))
    return made[:count]


def _run_accumulators(folder: Path, columns: int, rows: int, count: int, module: Path) -> str:
    accesses = _accumulator_accesses(Random(columns), columns, rows, count)
    states = project.simulator().rtl_reductions(columns, rows, accesses)
    lines, tile, is_set_up = [], 0, False
    for (kind, first, second), (fault, leaving, following) in zip(accesses, states, strict=True):
        if kind == 0:
            tile, is_set_up = first, False
        if kind == 1 and first == 0x04 and not fault:
            is_set_up = second != 0
        place = tile % columns | tile // columns << 4
        root = (2 | (following is None)) if is_set_up else 0
        following = 0 if following is None else following % columns | following // columns << 4
        operation, word = leaving or (0, 0)
        lines.append(
            f"{place:02x}{kind:x}{first if kind == 1 else 0:02x}{second:08x}{int(fault):x}"
            f"{int(leaving is not None):x}{root:x}{following:02x}{operation:x}{word:08x}"
        )
    (folder / "accesses.hex").write_text("\n".join(lines))
    words = ["verilator", "--binary", "-Wno-fatal", "--top-module", "accumulator_bench"]
    words += [f"-GCOUNT={count}", f"-GCOLUMNS={columns}", f"-GROWS={rows}"]
    words += ["-MAKEFLAGS", hardware.OPTIMISE, FOLDER / "accumulator_bench.sv", module]
    subprocess.run(words, check=True, capture_output=True, cwd=folder)
    words = [folder / "obj_dir/Vaccumulator_bench"]
    return subprocess.run(words, capture_output=True, text=True, cwd=folder).stdout


ACCUMULATOR = ROOT / "rtl/tile/accumulator.sv"


@pytest.mark.long
@pytest.mark.parametrize("columns, rows", [(4, 4), (5, 3), (1, 16), (16, 16)])
def test_accumulators_do_what_those_of_the_model_do(tmp_path, columns, rows):
    done = _run_accumulators(tmp_path, columns, rows, 250_000, ACCUMULATOR)
    assert done.startswith("the same")


@pytest.mark.long
@pytest.mark.parametrize(
    "right, wrong",
    [
        ("distance & (distance - 4'd1)", "distance - 4'd1"),
        ("$signed(value) > $signed(written)", "value > written"),
        ("(last_word && leaves)", "(last_word && 1'b0)"),
        ("of_words != address[4:2]", "1'b0"),
        ("!distance[b] && ", ""),
    ],
)
def test_a_planted_fault_of_an_accumulator_is_found(tmp_path, right, wrong):
    [module] = altered(tmp_path, [ACCUMULATOR], ("accumulator", right, wrong))
    assert _run_accumulators(tmp_path, 16, 16, 50_000, module).startswith("access ")


@pytest.mark.long
def test_levels_cost_area_and_clock():
    """Area and clock change in the directions of figure 2 of CL (docs/papers.md)."""
    for fixed in (True, False):
        plain, all_levels = (cost.router(cost.Variant(n, fixed=fixed)) for n in (1, 8))
        assert all_levels.luts > plain.luts and all_levels.depth > plain.depth
        assert all_levels.flip_flops == plain.flip_flops  # "no extra buffering is required"


def test_a_long_comparison_says_where_it_is(monkeypatch):
    """The progress that the test bench prints is shown to the user, and is not part of an error
    message.
    """
    shown = []

    @contextlib.contextmanager
    def during(what, done):
        yield
        shown.append(f"{what}: {done()}")

    monkeypatch.setattr(hardware.terminal, "during", during)
    bench = "echo at 4096 of 20000 >&2; echo at 8192 of 20000 >&2; "
    compared = hardware.compared(["sh", "-c", bench + "echo same 20000"])
    assert (compared.difference, compared.cycles) == (None, 20000)
    assert shown == ["the hardware runs: 8,192 of 20,000 cycles"]
    with pytest.raises(Failure, match=r"^sh: no$") as failure:
        hardware.compared(["sh", "-c", bench + "printf no >&2; exit 2"])
    assert failure.value.exit_code == Exit.INTERNAL


def test_ranks_without_a_program_are_refused(onchip):
    done = onchip("rtl", "compare", "-n", 4, code=Exit.USAGE)
    assert "--program" in done.err


def test_without_verilator_the_line_to_type_is_printed(onchip):
    path = onchip.folder / "empty"
    path.mkdir()
    onchip.environment = onchip.environment | {"PATH": str(path)}
    done = onchip("rtl", "compare", code=Exit.MACHINE)
    assert "apt-get install -y verilator" in done.err


@pytest.mark.long
@pytest.mark.timeout(1500)
def test_the_packets_of_a_program_replayed(onchip):
    """All networks of the chip are compared, from the first cycle to the last."""
    words = ("--chip", "mesh4x4", "--program", ROOT / "examples/heat2d.c", "-n", 16)
    done = onchip("rtl", "compare", *words, timeout=1400)
    ran = onchip("run", "--chip", "mesh4x4", "-n", 16, "--json", ROOT / "examples/heat2d.c")
    assert done.out.startswith("the same: 2 networks and 16 interfaces, ")
    cycles, flits = (int(part.split()[0].replace(",", "")) for part in done.out.split(", ")[1:])
    statistics = ran.json["statistics"]
    networks = (statistics["requests"], statistics["responses"])
    links = sum(flits for network in networks for _, _, flits in network["links"])
    assert (cycles + 1, flits) == (ran.json["cycles"], links)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("port", ["stream", "axi"])
@pytest.mark.parametrize("chip", ["ring", "drawn", "multicast"])
def test_emitted_benches_pass(onchip, chip, port):
    onchip("rtl", "emit", "--chip", FOLDER / f"{chip}.toml", "-o", "out")
    out = onchip.folder / "out"
    first = (out / f"bench/{port}_bench.sv").read_text().splitlines()[0]
    command = f"{first.removeprefix('// Type: ')} -MAKEFLAGS '{hardware.OPTIMISE}'"
    subprocess.run(command, shell=True, check=True, capture_output=True, cwd=out)
    done = subprocess.run([out / f"obj_dir/V{port}_bench"], capture_output=True, text=True)
    assert done.stdout.startswith("passed: ")


@pytest.mark.long
def test_the_page_connects_a_design(tmp_path):
    """The test bench in docs/rtl.md passes the design on the page, and fails a faulty one."""
    text = (ROOT / "docs/rtl.md").read_text()
    design = re.search(r"^`own.sv`:\n+```systemverilog\n(.*?)^```", text, re.M | re.S)[1]
    commands = re.search(r"^```sh\n(.*?)^```", text, re.M | re.S)[1].strip()
    passed = re.search(r"It prints `(.*?)`", text)[1]
    for name, own in (
        ("right", design),
        ("wrong", design.replace("100 * previous", "99 * previous")),
    ):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "own.sv").write_text(own)
        done = subprocess.run(
            ["bash", "-e"],
            input=commands,
            cwd=folder,
            env=os.environ | {"PATH": f"{ONCHIP.parent}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert (passed in done.stdout) == (name == "right")
