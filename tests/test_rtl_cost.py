"""The cost of hardware (`onchip rtl cost`, `onchip paper run clustered/2`)."""

import json
import signal
import subprocess
import sys

import pytest

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
    found = cost._synthesised(top, inputs, ())
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
    """Figure 2 then has all rows and statements except those about clocks."""

    numbers = {}

    def costs(network, part, modules, placement, inputs):
        made_of = f"{network} {part} {modules} {inputs}"
        luts = 1000.0 + numbers.setdefault(made_of, len(numbers))
        cells = {"luts": luts, "flip_flops": 7.0, "depth": 9.0}
        return cells | ({} if placement is None else {"clock": 100.0 + placement})

    def made(places):
        monkeypatch.setattr(cost, "places", lambda: places)
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
    assert row.ours > cost.SLOTS * (cost.DATA + cost.HEAD)  # flip-flops of its buffer, and more


def test_without_yosys_the_other_figures_are_made(onchip, monkeypatch, capsys):
    """All figures without syntheses run, and the one that is left out is named."""
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
