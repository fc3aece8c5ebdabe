"""What hardware costs (`onchip rtl cost`, `onchip paper run clustered/2`)."""

import json

import pytest

from onchip.commands import paper
from onchip.failures import Exit, Failure
from onchip.paper import description, experiment
from onchip.rtl import cost, kept


@pytest.fixture(autouse=True)
def _nothing_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


# A table has any function of its inputs; an and is a NAND and a NOT.
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


def test_what_has_been_measured_is_kept():
    times = []

    def measure():
        times.append(1)
        return len(times)

    assert [kept.value(of, measure) for of in (["a", "b"], ["a", "b"], ["ab"])] == [1, 1, 2]
    [file, _] = sorted(kept.folder().iterdir(), key=lambda path: path.read_text())
    file.write_text("{")
    assert kept.value(["a", "b"], measure) == 3


def test_without_nextpnr_there_are_no_clocks():
    figure = description.load("clustered").figure("2")
    left = experiment._without_clocks(figure)
    assert [row for row in figure.rows if "clock" not in row.name] == left.rows
    assert [each for each in figure.says if "clock" not in each.text] == left.says


def test_a_synthesis_of_ones_own(tmp_path):
    (tmp_path / "paper.toml").write_text(
        'title = "T"\nauthors = "A"\ntext = ""\n[[figure]]\nid = "1"\ntitle = "F"\nunit = "bits"\n'
        'repeat = 2\nrun = [{ id = "a", synthesis = "interface without registers", '
        'chip = "mesh4x4" }]\nrow = [{ name = "r", ours = "a.flip_flops" }]\n',
    )
    paper = description.load(f"{tmp_path}/")
    [result] = experiment.run(paper, paper.figures[0], lambda _: None).results
    assert result.spread == 0
    assert result.ours > cost.SLOTS * (cost.DATA + cost.HEAD)  # those of its buffer, and others


def test_without_yosys_the_other_figures_are_made(onchip, monkeypatch, capsys):
    """All figures but those with syntheses are run, and the one that is left out is named."""
    synthesis = '{ id = "a", synthesis = "router", chip = "mesh4x4" }'
    program = '{ id = "a", program = "p.c", chip = "mesh2x2" }'
    figures = [
        f'[[figure]]\nid = "{name}"\ntitle = "F"\nunit = "one"\nrun = [{run}]\n'
        f'row = [{{ name = "r", ours = "a.{number}" }}]\n'
        for name, run, number in (("s", synthesis, "luts"), ("p", program, "x"))
    ]
    onchip.write("paper.toml", 'title = "T"\nauthors = "A"\ntext = ""\n' + "".join(figures))
    onchip.write("p.c", '#include <stdio.h>\nint main(void) { puts("x 3"); return 0; }\n')
    monkeypatch.setattr(cost, "synthesises", lambda: False)
    name = f"{onchip.folder}/"
    paper.command.main(["run", name, "--json"], standalone_mode=False)
    said = capsys.readouterr()
    assert json.loads(said.out)["p"]["rows"]["r"]["ours"] == 3
    assert "yosys is missing: no figure s. For it, type: apt-get" in said.err
    for words in (["run", f"{name}/s"], ["page", name, str(onchip.folder / "pages")]):
        with pytest.raises(Failure, match="yosys is missing") as failure:
            paper.command.main(words, standalone_mode=False)
        assert failure.value.code == Exit.MACHINE
