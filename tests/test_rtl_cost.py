"""The cost of hardware (`onchip rtl cost`, `onchip paper run clustered/2`)."""

import json
import signal
import subprocess
import sys

import pytest

from conftest import ROOT
from onchip.base.failures import Exit, Failure
from onchip.chip import chips
from onchip.commands import paper
from onchip.paper import paper as papers
from onchip.rtl import area, cost, hardware, kept


@pytest.fixture(autouse=True)
def _nothing_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


# A look-up table computes any function of its inputs; an AND gate is a NAND and a NOT.
@pytest.mark.parametrize(
    "function, inputs, cells, depth",
    [("^bits", 6, 1, 1), ("^bits", 4, 2, 2), ("bits[0] & bits[1]", 0, 2, 2)],
)
def test_the_cost_of_a_function(function, inputs, cells, depth):
    top = (
        "module top(input clock, input [5:0] bits, output reg q);\n"
        f"always @(posedge clock) q <= {function};\nendmodule\n"
    )
    found = cost.synthesised(top, inputs, ())
    assert (found.luts, found.flip_flops, found.depth) == (cells, 1, depth)


def test_routers_at_the_edge_are_without_some_ports(tmp_path):
    """Verilator finds no wire without a driver, and none with two."""
    words = ["verilator", "--lint-only", "-sv", "-Wall", "-Wno-UNUSED", "-Wno-DECLFILENAME"]
    words += ["--top-module", "top", "top.v", *map(str, hardware.modules())]
    for top in set(area._modules(hardware.netlist(chips.load("mesh2x2"), cost.DATA)["text"])):
        (tmp_path / "top.v").write_text(top)
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


def test_what_has_been_measured_is_kept():
    times = []

    def measure():
        times.append(1)
        return len(times)

    assert [kept.value(of, measure) for of in (["a", "b"], ["a", "b"], ["ab"])] == [1, 1, 2]
    [file, _] = sorted(kept.folder().iterdir(), key=lambda path: path.read_text())
    file.write_text("{")
    assert kept.value(["a", "b"], measure) == 3


def test_a_killed_command_leaves_no_part_of_a_value():
    die = "Path.replace = lambda self, other: os.kill(os.getpid(), signal.SIGKILL)"
    code = f"import os, signal\nfrom pathlib import Path\nfrom onchip.rtl import kept\n{die}\n"
    words = [sys.executable, "-c", code + "kept.value(['a'], lambda: 1)"]
    assert subprocess.run(words).returncode == -signal.SIGKILL
    assert list(kept.folder().iterdir())
    assert kept.value(["b"], lambda: 2) == 2
    assert [file.read_text() for file in kept.folder().iterdir()] == ["2"]


def test_the_parts_of_a_chip(onchip):
    """Counts follow from the chip. Flip-flops of links and of endpoints' buffers follow from the
    sizes of flits. Routers have as many look-up tables as `Chip.look_up_tables` says.
    """
    chip = chips.load("mesh2x2")
    rows = onchip("rtl", "cost", "--chip", "mesh2x2", "--json").json
    of = {row["part"]: row for row in rows}
    forward = 1 + cost.DATA + 3 + 6  # bits: channel, data, one of five targets, rest of a head
    assert of["link, 1 cycle"]["flip_flops"] == forward and of["link, 1 cycle"]["luts"] == 0
    assert of["link, 0 cycles"]["flip_flops"] == of["link, 0 cycles"]["luts"] == 0
    # Eight links between routers and five to endpoints take a cycle; the link from an endpoint ends
    # in the buffer. There are two networks.
    counts = {name: row["count"] for name, row in of.items()}
    assert counts == {
        "router, 4 links": 2,
        "router, 3 links": 6,
        "interface, requests": 5,
        "interface, responses": 5,
        "link, 0 cycles": 10,
        "link, 1 cycle": 26,
    }
    stored = cost.SLOTS * (forward - 1)  # bits of a buffer
    assert of["interface, responses"]["flip_flops"] >= stored
    routers = [row for name, row in of.items() if name.startswith("router")]
    for row in routers:
        assert row["flip_flops"] >= int(row["part"].split()[1]) * stored
    assert sum(row["count"] * row["luts"] for row in routers) == area.look_up_tables(chip)
    table = onchip("rtl", "cost", "--chip", "mesh2x2").out.splitlines()
    total = sum(row["count"] * row["luts"] for row in rows)
    assert table[-1].startswith("the chip ") and f" {total:,} " in table[-1]


@pytest.mark.parametrize("words", [("--chip", "mesh2x2", "--place"), ("--set", "ni.delay=2")])
def test_options_that_do_not_go_together(onchip, words):
    assert "--chip" in onchip("rtl", "cost", *words, code=Exit.USAGE).err


def test_links_have_the_registers_of_their_cycles():
    """The torus has credits that take three cycles, and interfaces without delay."""
    chip = chips.load(str(ROOT / "tests/rtl/torus.toml"))
    sizes = area._numbers(hardware.netlist(chip, cost.DATA)["text"])
    channels = sizes["CLASSES"] * sizes["CHANNELS"]
    forward, back = channels + cost.DATA + 4 + 6, channels + 2
    router, link, credit = (chip.config["network"][key] for key in ("router", "link", "credit"))
    # A flit takes no cycle on the link from an endpoint and on the link to an endpoint, so the only
    # cycle is the router's.
    assert router == 1 and area._link_cycles(chip) == {router + link: 4 * 12, 0: 2 * 12}
    for cycles in (0, router + link):
        found = cost.synthesised(area._link(sizes, cycles), 6, ())
        assert (found.luts, found.flip_flops) == (0, cycles * forward + (credit - 1) * back)


PAPER = """from onchip.paper import Paper

paper = Paper(title="T", authors="A")


@paper.figure("s", "F", unit="bits", repeat=2)
def synthesis(figure):
    interface = figure.synthesis("interface without registers", chip="mesh4x4")
    figure.row("r", interface["flip_flops"])


@paper.figure("p", "F", unit="one")
def program(figure):
    figure.row("r", figure.run("p.c", chip="mesh2x2")["x"])
"""


def test_without_nextpnr_there_are_no_clocks(monkeypatch):
    """Without nextpnr, figure 2 of CL (docs/papers.md) has all rows and statements except those
    about clocks.
    """

    numbers = {}

    def costs(network, part, modules, placement, inputs):
        made_of = f"{network} {part} {modules} {inputs}"
        luts = 1000.0 + numbers.setdefault(made_of, len(numbers))
        cells = {"luts": luts, "flip_flops": 7.0, "depth": 9.0}
        return cells | ({} if placement is None else {"clock": 100.0 + placement})

    def made(places):
        monkeypatch.setattr(cost, "can_place_and_route", lambda: places)
        monkeypatch.setattr(cost, "numbers", costs)
        return papers.load("clustered").run("2")

    whole, left = made(True), made(False)
    names = [row.name for row in whole.rows if "clock" not in row.name]
    assert names == [row.name for row in left.rows]
    assert [each for each in whole.sayings if "clock" not in each.text] == left.sayings
    assert not whole.notes and "nextpnr-ice40 is missing: no clocks" in left.notes[0]


def test_a_synthesis_of_ones_own(tmp_path):
    (tmp_path / "paper.py").write_text(PAPER)
    [row] = papers.load(f"{tmp_path}/").run("s").rows
    assert row.spread == 0
    # The router has the flip-flops of its buffer, and more.
    assert row.ours > cost.SLOTS * (cost.DATA + cost.HEAD)


def test_without_yosys_the_other_figures_are_made(onchip, monkeypatch, capsys):
    """Without yosys, all figures that need no synthesis run, and a message names the figure that is
    left out.
    """
    onchip.write("paper.py", PAPER)
    onchip.write("p.c", '#include <stdio.h>\nint main(void) { puts("x 3"); return 0; }\n')
    monkeypatch.setattr(cost, "synthesises", lambda: False)
    name = f"{onchip.folder}/"
    paper.command.main(["run", name, "--json"], standalone_mode=False)
    said = capsys.readouterr()
    assert json.loads(said.out)["p"]["rows"]["r"]["ours"] == 3
    assert "no figure s: yosys is missing. Type: apt-get" in said.err
    for words in (["run", f"{name}/s"], ["page", name, str(onchip.folder / "pages")]):
        with pytest.raises(Failure, match="yosys is missing") as failure:
            paper.command.main(words, standalone_mode=False)
        assert failure.value.exit_code == Exit.MACHINE
