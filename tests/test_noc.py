"""`onchip noc`: the command, its figures compared with formulas, and BookSim2's curves."""

import re
import signal
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from conftest import ROOT
from onchip.base import outputs, plot, project
from onchip.base.failures import Exit, Failure
from onchip.options.noc import rates, read_circuit, read_circuits, read_priority
from onchip.traffic import booksim, booksim_page, run, table

KEYS = {
    *("chip", "pattern", "rate", "packet", "seed", "hops", "bound", "offered", "accepted"),
    *("latency_mean", "latency_p50", "latency_p99", "latency_max", "latency_zero_load"),
    *("saturated", "generated", "arrived", "shares", "ejection", "links"),
    *("circuit_links", "levels", "circuits", "cycles", "flit_hops", "wall_seconds"),
}
LEVEL_KEYS = {
    *("level", "latency_mean", "latency_p50", "latency_p99", "latency_max"),
    *("offered", "accepted", "saturated"),
}
CIRCUIT_KEYS = {
    *("from", "to", "rate", "hops", "state", "attempts", "open_cycles", "close_cycles", "packets"),
    *("latency_min", "latency_mean", "latency_p50", "latency_p99", "latency_max", "latency_alone"),
    "throughput",
}
SHARED = ("--set", "network.circuits=shared")
PER_LEVEL = ("--set", "network.levels=8", "--set", "network.buffers=per_level")


def test_one_rate(onchip):
    result = onchip("noc", "--rate", 0.1, "--json").json
    assert set(result) == KEYS
    # The mean distance between two of k places in a row is (k² - 1) / 3k. The other formulas are in
    # docs/chip-file.md.
    assert result["hops"] == pytest.approx(2 * 63 / 24)
    assert result["latency_zero_load"] == pytest.approx(2 + 6.25 + 5.25 + 3)
    assert result["bound"] == pytest.approx(0.5)
    assert result["latency_zero_load"] < result["latency_mean"] < result["latency_p99"]
    assert result["latency_p50"] <= result["latency_p99"] <= result["latency_max"]
    assert result["accepted"] == pytest.approx(0.1, rel=0.05)
    assert not result["saturated"]
    # Each pair of neighbours has a link in both directions.
    assert len({(start, end) for start, end, _ in result["links"]}) == 2 * 2 * 8 * 7
    # Every flit uses as many links as its route has hops.
    carried = sum(load for _, _, load in result["links"])
    assert carried == pytest.approx(64 * result["accepted"] * result["hops"], rel=0.02)


def test_both_orders_of_dimensions(onchip):
    """In the transpose, the packets of the seven other tiles of the first row cross the link beside
    the diagonal. If half of the sources go along columns first, at most four packets cross a link.
    """
    words = ("--pattern", "transpose", "--rate", 0.2, "--measure", 4000, "--json")
    rows = onchip("noc", *words).json
    both = onchip("noc", *words, "--set", "network.routing=o1turn").json
    assert rows["bound"] == pytest.approx(1 / 7) and rows["saturated"]
    assert both["bound"] == pytest.approx(1 / 4) and not both["saturated"]
    assert both["hops"] == rows["hops"] and both["latency_zero_load"] == rows["latency_zero_load"]
    message = onchip("rtl", "emit", "--set", "network.routing=o1turn", code=Exit.CHIP).err
    assert "one order of dimensions" in message


def test_heads_choose(onchip):
    """Turn models help transposed traffic (Glass and Ni 1992; Chiu 2000), and harm uniform traffic,
    which dimension order spreads over all links.
    """

    def saturated(pattern, routing, rate):
        words = ("--pattern", pattern, "--rate", rate, "--measure", 3000, "--json")
        return onchip("noc", *words, "--set", f"network.routing={routing}").json["saturated"]

    assert saturated("transpose", "xy", 0.15)
    assert not saturated("transpose", "odd_even", 0.15)
    onchip.write("empty.c", "int main(void) { return 0; }\n")
    words = ("--set", "network.routing=west_first", "empty.c")
    message = onchip("run", "-n", 2, *words, code=Exit.CHIP).err
    assert "overtake" in message and "o1turn" in message
    words = ("--set", "network.channels=2", "empty.c")
    message = onchip("run", "-n", 2, *words, code=Exit.CHIP).err
    assert "network.channels: 2" in message and "overtake" in message


def test_by_way_of_a_router(onchip):
    """On 8 columns, two random positions are 21/8 apart. Valiant's routes have two parts of this
    length in each dimension, and load links as two uniform patterns do. ROMM's routes are shortest
    routes.
    """

    def figures(pattern, routing):
        words = ("--pattern", pattern, "--rate", 0.02, "--measure", 500, "--json")
        return onchip("noc", *words, "--set", f"network.routing={routing}").json

    valiant, romm = figures("tornado", "valiant"), figures("tornado", "romm")
    assert valiant["hops"] == pytest.approx(4 * 21 / 8)
    assert romm["hops"] == pytest.approx(figures("tornado", "xy")["hops"])
    assert romm["latency_zero_load"] == pytest.approx(2 + 2 * romm["hops"] + 1 + 3)
    uniform = figures("uniform", "valiant")["bound"]
    assert uniform == pytest.approx(0.25)
    message = onchip("rtl", "emit", "--set", "network.channels=2", code=Exit.CHIP).err
    assert "network.channels" in message


def test_the_same_again_and_another_seed(onchip):
    def figures(*words):
        result = onchip("noc", "--chip", "mesh4x4", *words, "--json").json
        return {key: value for key, value in result.items() if key != "wall_seconds"}

    assert figures() == figures()
    assert figures()["shares"] != figures("--seed", 2)["shares"]


def test_sweep_and_plot(onchip):
    words = ("--pattern", "transpose", "--sweep", "0.05:0.2:0.05", "--plot", "noc.png")
    result = onchip("noc", *words, "--json").json
    assert [point["rate"] for point in result["points"]] == [0.05, 0.1, 0.15, 0.2]
    # The busiest link carries the packets of seven nodes.
    assert result["points"][0]["bound"] == pytest.approx(1 / 7)
    assert result["saturation"] == 0.1
    assert [point["saturated"] for point in result["points"]] == [False, False, True, True]
    picture = (onchip.folder / "noc.png").read_bytes()
    assert picture.startswith(b"\x89PNG") and len(picture) > 10_000


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rate", "0"], "0<x<=1"),
        (["--rate", "nan"], "0<x<=1"),
        (["--pattern", "nothing"], "bit-reverse"),
        (["--sweep", "1:2"], "FIRST:LAST:STEP"),
        (["--sweep", "0.5:0.1:0.1"], "FIRST <= LAST"),
        (["--sweep", "0.1:0.5:nan"], "STEP"),
        (["--sweep", "a:b:c"], "sweep"),
        (["--pattern", "transpose", "--chip", "wide.toml"], "as many columns as rows"),
        (["--pattern", "shuffle", "--chip", "mesh3x3"], "power of two"),
        (["--pattern", "hotspot", "--hotspot", "64"], "0 to 63"),
        (["--pattern", "hotspot", "--hotspot", "-1"], "x>=0"),
        (["--hotspot", "3"], "for the pattern hotspot"),
        (["--close-after", "100"], "there are no circuits to close"),
        ([*SHARED, "--circuit", "0:1", "--circuit", "0:9"], "at most one"),
        (["--measure", "99999999999999999999"], ""),
        (["--packet", "65"], "64"),
        (["--plot", "nowhere/x.png"], "nowhere"),
        (["--plot", "x.nothing"], "x.nothing"),
        (["--plot", ""], "name of a picture must end in .png"),
        (
            ["--priority", "0:1e308", "--priority", "7:1e308"],
            "above 0: 0.000001 to 1000000",
        ),
        (["--priority", "0:1e-300"], "a share is"),
        (["--priority", "7"], "LEVEL:SHARE"),
        (["--priority", "8:1"], "to 7"),
        (["--priority", "x:1"], "to 7"),
        (["--priority", "7:x"], "is not a number"),
        (["--priority", "7:0"], "above 0"),
        (["--priority", "7:inf"], "above 0"),
        (["--priority", "7:1", "--priority", "7:2"], "twice"),
        (["--circuit", "0:9"], "network.circuits"),
        ([*SHARED, "--circuit", "0"], "FROM:TO"),
        ([*SHARED, "--circuit", "0:1:2:3"], "FROM:TO"),
        ([*SHARED, "--circuit", "0:-1"], "numbered from 0"),
        ([*SHARED, "--circuit", "0:64"], "0 to 63"),
        ([*SHARED, "--circuit", "5:5"], "another tile"),
        ([*SHARED, "--circuit", "0:9:2"], "at most 1"),
        ([*SHARED, "--circuits", "99"], "no pair of tiles"),
        ([*SHARED, "--circuits", "9999"], "1024"),
        ([*SHARED, "--circuits", "2:0"], "above 0"),
        ([*SHARED, "--circuits", "2:0.1:3"], "N:RATE"),
        (["--set", "network.levels"], "KEY=VALUE"),
        (["--set", "network.level=2"], "network.levels"),
        (["--set", "network.levels=3"], "2 or 4"),
    ],
)
def test_wrong_options(onchip, words, message):
    onchip.write("wide.toml", "[mesh]\ncolumns = 4\nrows = 2\n[tile]\ncores = 1\nmemory_kb = 16\n")
    assert message in onchip("noc", *words, code=Exit.USAGE).err


DRAWN = """[drawn]
routers = 5
tiles = [0, 1, 1, 2, 3, 4, 4, 4]
links = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]
[network]
topology = "drawn"
[tile]
cores = 1
memory_kb = 256
[dram]
routers = [2, 2]
size_mb = 2
"""
TORUS = "[mesh]\ncolumns = 4\nrows = 2\n[tile]\ncores = 1\nmemory_kb = 256\n"
TORUS += '[network]\ntopology = "torus"\n'


@pytest.mark.parametrize(("text", "links"), [(DRAWN, 2 * 5), (TORUS, 2 * (2 * 4 + 4))])
def test_other_topologies(onchip, text, links):
    onchip.write("other.toml", text)
    words = ("--chip", "other.toml", "--pattern", "bit-complement", "--plot", "other.png")
    result = onchip("noc", *words, "--json").json
    # In a torus, four routers in a row have links between the last and the first, two routers have
    # none.
    assert len({(start, end) for start, end, _ in result["links"]}) == links
    carried = sum(load for _, _, load in result["links"])
    assert carried == pytest.approx(8 * result["accepted"] * result["hops"], rel=0.02)
    assert (onchip.folder / "other.png").read_bytes().startswith(b"\x89PNG")


def test_patterns_that_need_a_grid(onchip):
    onchip.write("drawn.toml", DRAWN)
    for name in ("transpose", "tornado", "neighbour"):
        words = ("--chip", "drawn.toml", "--pattern", name)
        assert "columns and rows" in onchip("noc", *words, code=Exit.USAGE).err


def test_a_setting_that_does_not_go_with_the_chip(onchip):
    message = onchip("noc", "--set", "network.topology=drawn", code=Exit.CHIP).err
    assert "network.topology" in message and "with network.topology=drawn" in message


def test_priorities(onchip):
    words = ("--priority", "0:15", "--priority", "7:1", "--rate", 0.8, *PER_LEVEL)
    result = onchip("noc", *words, "--json").json
    high, low = result["levels"]
    assert set(high) == set(low) == LEVEL_KEYS
    assert (high["level"], low["level"]) == (7, 0)
    assert high["offered"] == pytest.approx(0.05, rel=0.1)
    assert high["offered"] + low["offered"] == pytest.approx(result["offered"])
    assert high["accepted"] + low["accepted"] == pytest.approx(result["accepted"])
    assert low["saturated"] and not high["saturated"]
    # The latency of the high level without other traffic, which at this rate is close to zero load.
    alone = onchip("noc", "--priority", "7:1", "--rate", 0.05, *PER_LEVEL, "--json").json
    assert high == alone["levels"][0]
    assert high["latency_mean"] < result["latency_zero_load"] + 1
    table = onchip("noc", *words).out
    assert "priority" in table and table.count("saturated") == 2


@pytest.mark.parametrize("kind", ["exclusive", "shared"])
def test_circuits(onchip, kind):
    words = ("--set", f"network.circuits={kind}", "--circuit", "0:63", "--circuits", "3:0.25")
    words = (*words, "--rate", 0.5, "--close-after", 8000)
    result = onchip("noc", *words, "--json").json
    first, *others = result["circuits"]
    assert (first["from"], first["to"], first["hops"]) == (0, 63, 14) and len(others) == 3
    for each in result["circuits"]:
        assert set(each) == CIRCUIT_KEYS
        assert each["state"] == "closed" and each["attempts"] == 1
        assert each["latency_min"] == each["latency_max"] == each["latency_alone"]
        # The formula of docs/noc.md, at the reference costs.
        assert each["open_cycles"] == each["close_cycles"] == 2 * (2 + 2 * each["hops"] + 1)
        assert each["throughput"] == pytest.approx(each["rate"] or 1, rel=0.01)
    loads = {(start, end): load for start, end, load in result["links"]}
    of_circuits = {(start, end): load for start, end, load in result["circuit_links"]}
    # The circuits are open for half of the measurement, which lasts from cycle 3,000 to 13,000:
    # they are closed in cycle 8,000.
    assert of_circuits[0, 1] == pytest.approx(0.5, abs=0.01)
    assert all(loads[link] >= load for link, load in of_circuits.items())
    assert "closed" in onchip("noc", *words).out


def test_plots_of_priorities_and_circuits(onchip):
    ring = ("--chip", "mesh4x4", "--set", "network.topology=torus")
    words = ("--priority", "7:1", "--priority", "0:1", *PER_LEVEL, *SHARED, "--circuits", "2")
    onchip("noc", *ring, *words, "--sweep", "0.1:0.3:0.1", "--plot", "noc.png")
    assert (onchip.folder / "noc.png").read_bytes().startswith(b"\x89PNG")


def test_every_pattern_is_explained():
    """docs/noc.md explains each pattern of the simulator, which has the only list of them."""
    rows = re.findall(r"^\|`([a-z-]+)`", (ROOT / "docs/noc.md").read_text(), re.M)
    assert set(project.simulator().PATTERNS) <= set(rows)


def test_links_are_coloured_by_their_load():
    """A link without load has the scale's first colour, the busiest link has the last. A link
    around the edge is drawn as a stub. Only links that circuits have used are red.
    """
    axes = plot.pyplot().figure().add_subplot()
    chip = {"mesh": {"columns": 3, "rows": 1}}
    links = [(0, 1, 0.0), (1, 2, 0.25), (2, 0, 0.5)]
    of_circuits = [(0, 1, 0.0), (1, 2, 0.125), (2, 0, 0.0)]
    plot._links(axes.figure, axes, chip, {"rate": 1, "links": links, "circuit_links": of_circuits})
    lines, circuits = axes.collections
    values = lines.get_array()
    assert list(lines.norm(values)) == [0, 0.5, 1]
    lengths = [abs(path.vertices[1] - path.vertices[0]).sum() for path in lines.get_paths()]
    assert lengths == pytest.approx([1, 1, 0.5])
    (red,) = circuits.get_paths()
    assert (red.vertices == lines.get_paths()[1].vertices).all()


def test_a_picture_that_cannot_be_written_leaves_no_file(onchip, monkeypatch, tmp_path):
    def write_bytes(path, content):
        path.touch()
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("pathlib.Path.write_bytes", write_bytes)
    with pytest.raises(Failure, match=r"x\.png cannot be written: No space"):
        outputs.write(tmp_path / "x.png", b"x")
    assert list(tmp_path.iterdir()) == []


def test_wrong_chip(onchip):
    assert "nothing" in onchip("noc", "--chip", "nothing", code=Exit.CHIP).err


def test_ctrl_c_ends_it(onchip):
    words = ("--chip", "mesh32x32", "--measure", 10_000_000)
    process = onchip.start("noc", *map(str, words), stderr=subprocess.PIPE)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, message = process.communicate(timeout=20)
    assert process.returncode == Exit.INTERRUPTED and b"Traceback" not in message


def test_rates():
    assert rates("0.02:0.5:0.02") == [round(0.02 * step, 2) for step in range(1, 26)]
    assert rates("0.1:0.1:1") == [0.1]
    assert rates("0.1:0.7:0.1") == [round(0.1 * step, 1) for step in range(1, 8)]
    assert len(rates("0.001:1:0.001")) == 1000
    with pytest.raises(ValueError, match="more than 1000 rates"):
        rates("0.0005:1:0.0005")


@pytest.mark.parametrize(
    ("saturated", "highest"), [("000", 0.3), ("001", 0.2), ("010", 0.1), ("100", None)]
)
def test_what_is_sustained_lies_below_all_that_is_not(monkeypatch, saturated, highest):
    ends = iter(saturated)
    monkeypatch.setattr(run, "traffic", lambda *_, **__: {"saturated": next(ends) == "1"})
    chip = SimpleNamespace(name="any")
    assert run.sweep(chip, [0.1, 0.2, 0.3], lambda _: None)["saturation"] == highest


def test_words_of_priorities_and_circuits():
    assert read_priority("7:0.1") == (7, 0.1) and read_priority("0:1e6") == (0, 1e6)
    assert read_circuit("0:9") == (0, 9, None) and read_circuits("1024:1") == (1024, 1.0)
    for read, text in [
        *((read_priority, text) for text in ("8:1", "-1:1", "7:0", "7:1000001", "7", "7:x")),
        *((read_circuit, text) for text in ("0", "0:9:1:1", "0:x", "0:99999999999")),
        *((read_circuits, text) for text in ("1025", "x", "1:x", "")),
    ]:
        with pytest.raises(ValueError, match=re.escape(f"'{text}'")):
            read(text)


def test_the_busiest_link_has_the_highest_load():
    links = [(9, 8, 0.1), (0, 1, 0.9), (3, 4, 0.5)]
    assert table._busiest({"links": links}) == ("0.900", "flits a cycle, from 0 to 1")


def test_close_is_two_cycles_or_a_tenth():
    assert booksim.close(10, 12) and booksim.close(100, 110) and booksim.close(100, 90)
    assert not booksim.close(10, 12.5) and not booksim.close(100, 111)


def test_queueing_is_that_of_booksim():
    """The delays agree below half of saturation. They agree up to saturation if onchip's packets
    are one flit longer. The page shows the numbers of the runs. This is a single test, because the
    comparison takes twelve seconds.
    """
    comparisons = booksim.compare_all()
    points = [(each.curve, point) for each in comparisons for point in each.compared()]
    assert len(points) > 20
    for curve, point in points:
        as_is = booksim.close(point.theirs, point.ours)
        # Other curves differ because a packet occupies a channel one cycle longer
        # (docs/noc-booksim.md).
        explained = curve.buffer == 16 and booksim.close(point.theirs, point.longer)
        assert as_is or explained, (curve, point)
        assert point.ours < point.theirs + booksim.CLOSE_CYCLES
    for each in comparisons:
        if each.curve.buffer == 16:
            # At the highest load of uniform traffic the mean is no longer steady.
            for point in each.points[:-1]:
                assert booksim.close(point.theirs, point.longer), (each.curve, point)
        assert each.our_sustained >= each.their_sustained, each.curve
    assert (ROOT / "docs/noc-booksim.md").read_text() == booksim_page.text(comparisons)
    numbers = (ROOT / "docs" / booksim_page.NUMBERS).read_text()
    assert numbers == booksim_page.numbers(comparisons)


def test_bench(onchip):
    result = onchip("bench", "noc", "--rounds", 1, "--json").json
    assert result["mesh8x8_uniform_0p2_accepted"] == pytest.approx(0.2, rel=0.05)
    loads = ("0p05", "0p1", "0p2", "0p3")
    speeds = [f"mesh8x8_uniform_{load}_router_cycles_per_second" for load in loads]
    adaptive = [f"mesh8x8_{name}_vs_xy" for name in ("west_first", "odd_even", "minimal")]
    for key in (*speeds, *adaptive, "idle_cycle_ns"):
        assert result[key] > 0
    assert result["flit_hop_32x32_vs_8x8"] > 0


HALO = """
#include <mpi.h>
#include <stdio.h>
int main(void) {
    MPI_Init(NULL, NULL);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int own[200], other[200], sum = 0;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 200; i++) own[i] = rank + i * round;
        MPI_Sendrecv(own, 200, MPI_INT, (rank + 1) % size, 0, other, 200, MPI_INT,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 200; i++) sum += other[i];
    }
    int all;
    MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("settings", [(), ("network.levels=2", "network.buffers=per_level"),
                                      ("network.networks=2", "ni.delay=0")])  # fmt: skip
def test_recorded_packets(onchip, settings):
    """On the same chip every packet is replayed in the cycles of the recorded run. On a chip with
    slower links the packets arrive later.
    """
    onchip.write("halo.c", HALO)
    words = [word for setting in settings for word in ("--set", setting)]
    chip = ("--chip", "mesh4x4", *words)
    plain = onchip("run", "-n", 16, *chip, "--json", "halo.c").json
    recorded = onchip("run", "-n", 16, *chip, "--record-packets", "halo", "--json", "halo.c").json
    assert recorded["cycles"] == plain["cycles"]
    again = onchip("noc", *chip, "--replay", "halo", "--json").json
    assert again["packets"] > 16 * 3 * 200 // 16 and again["moved"] == 0
    assert again["end"] == again["recorded_end"] <= plain["cycles"]
    assert again["latency_mean"] == again["recorded_latency_mean"]
    slower = onchip("noc", *chip, "--set", "network.link=9", "--replay", "halo", "--json").json
    assert slower["moved"] > again["packets"] // 2
    assert slower["end"] > again["end"] and slower["latency_mean"] > again["latency_mean"]
    for routing in ("valiant", "minimal"):
        other = ("--set", f"network.routing={routing}", "--replay", "halo", "--json")
        assert onchip("noc", *chip, *other).json["packets"] == again["packets"]


def test_programs_need_routes_that_keep_the_order(onchip):
    words = ("--chip", "mesh4x4", "--set", "network.routing=valiant", ROOT / "examples/hello.c")
    said = onchip("run", *words, code=Exit.CHIP).err
    assert 'network.routing: "valiant"' in said and '"xy", "yx", "o1turn", or `onchip noc`' in said


def recorded(onchip, folder, program, *settings) -> Path:
    """The packets that a program sends on 16 cores of a chip."""
    file = folder / f"packets{len(list(folder.glob('packets*')))}"
    chip = [word for setting in settings for word in ("--set", setting)]
    onchip("run", "-n", 16, "--chip", "mesh4x4", *chip, "--record-packets", file, *program)
    return file


@pytest.mark.parametrize(
    "program",
    [
        ("examples/heat2d.c", "18", "20"),
        pytest.param(("examples/heat2d.c",), marks=pytest.mark.long),
        pytest.param(("papers/jobs/ft.c", "16", "2"), marks=pytest.mark.long),
    ],
)
def test_a_replay_on_another_network_ends_about_when_a_run_does(onchip, tmp_path, program):
    """The end of the replay, and that of a run on the slower network, differ by at most 5 per cent.
    The networks here are not much slower than the recorded one.
    """
    program = (ROOT / program[0], *program[1:])
    file = recorded(onchip, tmp_path, program)
    for setting in ("network.link=4", "network.router=3", "network.topology=torus"):
        chip = ("--chip", "mesh4x4", "--set", setting)
        again = recorded(onchip, tmp_path, program, setting)
        end = onchip("noc", *chip, "--replay", again, "--json").json["recorded_end"]
        replay = onchip("noc", *chip, "--replay", file, "--json").json
        assert replay["end"] == pytest.approx(end, rel=0.05), setting
        assert replay["moved"] > 0


def test_replays_that_are_refused(onchip):
    """The message names the file, the line, and what would be right."""
    onchip.write("halo.c", HALO)
    onchip("run", "-n", 2, "--chip", "mesh4x4", "--record-packets", "halo", "halo.c")
    text = (onchip.folder / "halo").read_text()

    def refused(*words, chip="mesh4x4"):
        return onchip("noc", "--chip", chip, "--replay", *words, code=Exit.USAGE).err

    message = refused("halo", chip="mesh8x8")
    assert "halo: packets of the chip mesh4x4" in message and "right:" in message
    assert "its own rates" in refused("halo", "--sweep", "0.1:0.2:0.1")
    lines = text.splitlines()
    for number, wrong, expected in (
        (0, "a text", "halo:1: no file of recorded packets"),
        (2, lines[2] + " 1", "halo:3: 12 columns"),
        (1, lines[1].replace(" ", " 9", 1), "halo:2: SOURCE"),
        (1, " ".join([*lines[1].split(" ")[:6], "1", *lines[1].split(" ")[7:]]), "halo:2: WAITED"),
    ):
        onchip.write("halo", "\n".join([*lines[:number], wrong, *lines[number + 1 :]]) + "\n")
        message = refused("halo")
        assert expected in message and "right:" in message
    words = ("--set", "network.circuits=shared", "--record-packets", "halo", "halo.c")
    assert "circuits" in onchip("run", "-n", 2, *words, code=Exit.USAGE).err
