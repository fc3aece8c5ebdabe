"""`onchip sweep`: wrong studies, points, metrics, pictures, searches."""

import csv
import itertools
import os
import random
import re
import shlex
import struct
import subprocess
import time
from pathlib import Path

import pytest

from onchip.base.failures import Exit, Failure
from onchip.build import build
from onchip.chip import chips
from onchip.launch import clusters
from onchip.rtl import area, cost
from onchip.sweep import elf, fit, front, inputs, plot, points, search, study, sweep, worker
from onchip.sweep.cluster import Wanted
from onchip.sweep.table import Table

# A program whose cost grows with its argument; with 13 it faults, with 14 its exit code is 14.
PROGRAM = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
    MPI_Init(&count, &words);
    int n = atoi(words[1]);
    if (n == 13) n = *(volatile int *)4;
    for (volatile int i = 0; i < n; i++) ;
    MPI_Finalize();
    return n == 14 ? n : 0;
}
"""
STUDY = """program = "prog.c"
chip = "mesh2x2"
arguments = ["{seed}"]
"""
SEEDS = "[axes]\nseed = [1, 2]\n"

# Wrong studies, with a mark on the wrong line → part of the message.
MARK = "#!"
WRONG = {
    "key": ("[axes]\nseed = [1]\nnetwork.levles = [1, 2] #!", "did you mean `network.levels`?"),
    "value": ("[axes]\nseed = [1]\n\nnetwork.levels = [2, 3] #!", "3 is not a power of two"),
    "table": ("[axes]\nseed = [1]\n[axes.network] \nlevels = [0] #!", "power of two, 1 to 8"),
    "twice": ("seed = 1\nranks = 1\n[axes]\nranks = [2, 9] #!", "is fixed above"),
    "fit": ("seed = 1\n[axes]\nranks = [2, 9] #!", "9 ranks do not fit on mesh2x2"),
    "threads": ("seed = 1\nranks = 2\n[axes]\nthreads = [1, 3] #!", "right: at most 1 ranks"),
    "no values": ("[axes]\nseed = [1]\nranks = [] #!", "has no values"),
    "no list": ("[axes]\nseed = 3 #!", "is a list of values, not 3"),
    "map": ('seed = 1\n[axes]\nmap = ["compact", "no.map"] #!', "no.map"),
    "useless seeds": ('cflags = ""\n[axes]\nseed = [1, 2] #!', "{seed} in arguments"),
    "repetitions": ("repetitions = 0 #!", "a whole number from 1 to 1,000,000"),
    "too many": ("repetitions = 100_000_000 #!", "from 1 to 1,000,000"),
    "too many points": (
        "seed = 1\nrepetitions = 1_000\n[axes] #!\nranks = [1, 2]\n"
        f"network.link = {list(range(1, 502))}",
        "these are 1,002,000 points",
    ),
    "metric": ('seed = 1\nmetrics = ["cicles"] #!', "right: cycles"),
    "pattern": ("seed = 1\n[printed]\nspeed = 'took ([0-9]+' #!", "no regular expression"),
    "groups": ("seed = 1\n[printed]\nspeed = 'took' #!", "with one group"),
    "no text": ("seed = 1\n[printed]\nspeed = 7 #!", "with one group"),
    "taken": ("seed = 1\n[printed]\ncycles = '(.)' #!", "another column"),
    "transport": ('seed = 1\ntransport = "tcp" #!', "rendezvous"),
    "construct": ('seed = 1\nomp.barier = "mutex" #!', "barrier"),
    "input": ("seed = 1\nthread = 3 #!", "there is no such input"),
    "command": ('command = "jobs" #!', "right: run or noc"),
    "way": ('seed = 1\n[search]\nobjectives = { cycles = "min" } #!', "minimise or maximise"),
    "no file": ('seed = 1\n[axes]\nprogram = ["a.c"] #!', "no file a.c"),
    "energy": ('seed = 1\nmetrics = ["energy.total"]\nchip = "own.toml" #!', "no energies"),
    "together": ("seed = 1\n[axes]\nnetwork.virtual_channels = [1, 3] #!", "virtual_channels"),
    "delays twice": ('cflags = ""\nperturb = 1\nrepetitions = 2 #!', "leave `perturb` out"),
    "delays": ("seed = 1\n[axes]\nperturb = [1, 0] #!", "a whole number from 1 to 4,294,967,295"),
    "syntax": ("seed = [1 #!\n[axes", "line"),
}


def rows(path):
    with path.open() as file:
        return list(csv.DictReader(file))


@pytest.fixture
def folder(onchip):
    onchip.write("prog.c", PROGRAM)
    return onchip.folder


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_study_says_where_and_what_is_right(folder, case, monkeypatch):
    monkeypatch.chdir(folder)
    text, told = WRONG[case]
    given = STUDY.splitlines(keepends=True)
    given = [line for line in given if line.split(" =")[0] not in text or "seed" in line]
    if case in ("useless seeds", "delays twice"):
        given = [line for line in given if "{seed}" not in line]
    if case == "no file":
        given = given[1:]
    chip = chips.find("mesh2x2").read_text().partition("[energy]")
    Path("own.toml").write_text(chip[0])
    text = "".join(given) + text
    Path("study.toml").write_text(text)
    with pytest.raises(Failure) as failure:
        fit.check(study.read(Path("study.toml")))
    line = next(number for number, line in enumerate(text.splitlines(), 1) if MARK in line)
    if case != "syntax":
        assert failure.value.message.startswith(f"study.toml:{line}: ")
    assert told in failure.value.message
    assert failure.value.exit_code == Exit.USAGE


# ---- Any study at all -------------------------------------------------------------------------

# Values of every type of TOML, as written in a file.
VALUES = [
    *("true", "0", "-1", "1", "3", "9223372036854775807", "1" + "0" * 30, "0x" + "f" * 5000),
    *("1" * 5000, "0.5", "1e308", "-0.0", "inf", "nan", "1979-05-27", "07:32:00"),
    *("1979-05-27T07:32:00Z", '""', '"x"', '"prog.c"', '"mesh2x2"', '"hotspot"', '"{seed}"'),
    *('"\\u0000"', '"\\u001b[31m"', '"\U0001f600ẞ"', '"\'"', '"../x"', "[]", "[[]]", "[1, 1]"),
    *("[nan, nan]", '["prog.c"]', "[1979-05-27]", "[{ a = 1 }]", "{}", "{ a = 1 }", "[1, 'x', 2]"),
    *(
        '["0:9", "9:0"]',
        '["7:nan"]',
        '"7:0.1"',
        "[true]",
        "[1, [2, [3]]]",
        '{ cycles = "minimise" }',
    ),
    "[" * 2000 + "]" * 2000,
]
KEYS = [
    *("command", "repetitions", "metrics", "axes", "search", "search.objectives"),
    *("printed", "printed.x"),
    *("search.objectives.cycles", "search.points", "search.seed", "search.x"),
    *(inputs.RUN | inputs.NOC),
    *("omp", "omp.barrier", "omp.x", "environment", "environment.A", "network", "network.levels"),
    *("network.link", "dram.size_mb", "name", "x", '""', '"a.b"', '"\\u001b[31m"', '"ü"'),
]


RIGHT = [
    {"program": '"prog.c"', "chip": '"mesh2x2"', "arguments": '["{seed}"]', "axes.seed": "[1]"},
    {"command": '"noc"', "chip": '"mesh2x2"'},
]


def any_study(chance, count):
    """A study that is right except for a few lines."""
    lines = dict(chance.choice(RIGHT))
    for _ in range(count):
        key, value = chance.choice(KEYS), chance.choice(VALUES)
        if chance.random() < 0.4:
            key, value = f"axes.{key}", f"[{value}, {chance.choice(VALUES)}]"
        lines[key] = value
    return "".join(f"{key} = {value}\n" for key, value in lines.items())


def test_any_study_is_taken_or_refused_with_its_place(folder, monkeypatch):
    """ONCHIP_CASES is the number of studies, ONCHIP_SEED the seed that draws them."""
    monkeypatch.chdir(folder)
    seed = int(os.environ.get("ONCHIP_SEED", time.time_ns() % 1_000_000))
    print(f"ONCHIP_SEED={seed}")
    chance = random.Random(seed)
    cases = int(os.environ.get("ONCHIP_CASES", 500))
    texts = [any_study(chance, chance.choice((1, 1, 3))) for _ in range(cases)]
    path = Path("study.toml")
    for text in texts:
        path.write_text(text)
        begun = time.monotonic()
        try:
            found = study.read(path)
            fit.check(found)
            assert inputs.command(found.kind, next(found.points()))
        except Failure as failure:
            assert failure.exit_code in (Exit.USAGE, Exit.CHIP), text
            lines = failure.message.split("\n")
            assert re.match(r"study\.toml(:\d+)?: .", lines[0]), (text, lines)
            assert all(line.isprintable() for line in lines), (text, lines)
        except Exception as error:
            raise AssertionError(f"{text}\n{error!r}") from error
        assert time.monotonic() - begun < 5, text


# Studies of traffic, after a common first line.
NOC = 'command = "noc"\nchip = "mesh4x4"\nnetwork.circuits = "exclusive"\n'
WRONG_TRAFFIC = {
    "tile": ('pattern = "hotspot"\n[axes]\nhotspots = [[1], [16]] #!', "the tiles are 0 to 15"),
    "pattern": ("[axes]\nhotspots = [[1], [2]] #!", "hot tiles are for the pattern hotspot"),
    "far": ('[axes]\ncircuits = [["0:9"], ["0:16"]] #!', "there is no tile 16"),
    "circuit": ('[axes]\ncircuits = ["0:9"] #!', "each of it FROM:TO"),
    "level": ('[axes]\npriorities = [["8:1"]] #!', "each of it LEVEL:SHARE"),
    "rate": ("[axes]\nrate = [0.5, 1.5] #!", "1.5 is wrong; right: a rate above 0, at most 1"),
    "number": ('[axes]\nrandom_circuits = [1, "x"] #!', "N or N:RATE"),
    "close": ("[axes]\nclose_after = [1, 9] #!", "there are no circuits to close"),
}


@pytest.mark.parametrize("case", WRONG_TRAFFIC)
def test_wrong_traffic_says_where_and_what_is_right(tmp_path, case, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = NOC + WRONG_TRAFFIC[case][0]
    Path("study.toml").write_text(text)
    line = next(number for number, line in enumerate(text.splitlines(), 1) if MARK in line)
    with pytest.raises(Failure, match=WRONG_TRAFFIC[case][1]) as failure:
        fit.check(study.read(Path("study.toml")))
    assert failure.value.message.startswith(f"study.toml:{line}: ")


def test_traffic_of_a_point_is_that_of_its_command(onchip, monkeypatch):
    monkeypatch.chdir(onchip.folder)
    given = 'pattern = "hotspot"\nhotspots = [5, 6]\npriorities = ["7:0.5", "0:1"]\n'
    given += 'circuits = ["0:9:0.5"]\nrandom_circuits = "2:0.1"\nclose_after = 500\n'
    onchip.write("study.toml", NOC + given + "measure = 500\n")
    found = study.read(Path("study.toml"))
    fit.check(found)
    [point] = points.Points(found).all()
    row = worker.run("noc", point.options, [], found.metrics)
    again = onchip(*shlex.split(point.cells["command"])[1:]).json
    assert {name: row[name] for name in found.metrics} == {n: again[n] for n in found.metrics}


def test_the_command_checks_before_it_runs(onchip, folder):
    onchip.write("study.toml", STUDY + "[axes]\nseed = [1]\nranks = [4, 5]\n")
    done = onchip("sweep", "study.toml", code=Exit.USAGE)
    assert done.err == (
        "onchip: study.toml:6: axes.ranks: 5 ranks do not fit on mesh2x2, which has 4 cores for "
        "them; right: at most 4 ranks\n"
    )
    assert not (folder / "study.csv").exists()


def test_only_points_without_a_row_are_run(tmp_path, monkeypatch):
    """`retry` also runs points that have failed."""
    (tmp_path / "study.toml").write_text('command = "noc"\n[axes]\nseed = [1, 2, 3, 4]\n')
    found = study.read(tmp_path / "study.toml")
    ran = []

    def run(_, left, table, *__):
        ran.append([point.given["seed"] for point in left])
        for point in left:
            end = {"kind": "exit"} if point.given["seed"] != 2 else {"kind": "fault"}
            table.append(point.row(end))

    monkeypatch.setattr(sweep, "_run", run)
    path = tmp_path / "t.csv"
    with Table(path, points.columns(found)) as table:
        table.append(points.Points(found).all()[2].row({"kind": "exit"}))
    for retry in (False, False, True):
        sweep.run(found, path, Wanted(), retry)
    assert ran == [[1, 2, 4], [2]]
    assert [one["seed"] for one in rows(path)] == ["1", "2", "3", "4"]


def test_ids_of_points_are_those_of_all_that_counts(folder, monkeypatch):
    """An id depends on the seed (also where the command does not show it), on the program and on
    the chip, and on nothing else.
    """
    monkeypatch.chdir(folder)
    chip = chips.find("mesh2x2").read_text()
    Path("own.toml").write_text(chip)
    Path("study.toml").write_text(
        'program = "prog.c"\narguments = ["1"]\nhost = true\nchip = "own.toml"\nrepetitions = 2\n'
    )

    def ids():
        return [point.id for point in points.Points(study.read(Path("study.toml"))).all()]

    before = ids()
    assert len(set(before)) == 2 and ids() == before
    Path("own.toml").write_text(chip + "# another one\n")
    other_chip = ids()
    Path("own.toml").write_text(chip)
    Path("prog.c").write_text(PROGRAM.replace("14", "15"))
    assert len({*before, *other_chip, *ids()}) == 6


def test_threads_without_ranks_fit(folder, monkeypatch):
    monkeypatch.chdir(folder)
    Path("study.toml").write_text(STUDY.replace("{seed}", "1") + "[axes]\nthreads = [1, 2, 3, 4]\n")
    fit.check(study.read(Path("study.toml")))


def test_places_of_a_search(tmp_path):
    """From one place in the space of settings, the search proposes the nearest places on both sides
    that were not run. A place counts as run when all its seeds have been run.
    """
    text = 'command = "noc"\nrepetitions = 2\n[axes]\npacket = [1, 2, 3]\n[search]\n'
    (tmp_path / "study.toml").write_text(text + 'objectives = { latency_mean = "minimise" }\n')
    space = search.Space(study.read(tmp_path / "study.toml"))
    chance = random.Random(1)
    both = space.of((1,))
    assert {space.near((1,), chance) for _ in range(50)} == {(0,), (2,)}
    space.of((2,))
    assert space.near((2,), chance) == (0,)
    with Table(tmp_path / "t.csv", space.points.columns) as table:
        for one in both:
            assert not space.is_run((1,), table)
            table.append(one.row({"kind": "exit"}))
        assert space.is_run((1,), table)


def test_the_front_is_what_nobody_beats():
    """For all sets of four points of a 3 × 3 grid, the front contains exactly the points that no
    other point beats.
    """
    ways = {"a": "minimise", "b": "maximise"}
    grid = list(itertools.product(range(3), repeat=2))
    for chosen in itertools.combinations(grid, 4):
        points = [front.Measured({}, dict(zip("ab", one, strict=True))) for one in chosen]
        found = {tuple(point.values.values()) for point in front.front(points, ways)}
        beaten = {
            one
            for one in chosen
            for other in chosen
            if other != one and other[0] <= one[0] and other[1] >= one[1]
        }
        assert found == set(chosen) - beaten


def test_code_bytes_are_those_of_readelf(onchip, folder):
    program = folder / "prog"
    onchip("cc", "prog.c", "-o", program)
    told = subprocess.run(["readelf", "-lW", program], capture_output=True, text=True).stdout
    loads = [line.split() for line in told.splitlines() if line.split()[:1] == ["LOAD"]]
    sizes = [int(words[4], 16) for words in loads if "W" not in "".join(words[6:-1])]
    assert elf.code_bytes(program.read_bytes()) == sum(sizes) > 0


@pytest.mark.parametrize("where", ["chip", "host"])
def test_programs_and_kernels_are_compiled_once(tmp_path, where, monkeypatch):
    """One compilation serves all points; the processes that run the points compile nothing."""
    monkeypatch.chdir(tmp_path)
    Path("prog.c").write_text(PROGRAM)
    host = "host = true\n" * (where == "host")
    text = STUDY.replace("mesh2x2", "quad2x2") + host + 'transport = "ipc"\n[axes]\nseed = [1, 2]\n'
    Path("study.toml").write_text(text + "ranks = [1, 3]\n")
    monkeypatch.setattr(clusters, "_linked", {})
    compiled = []
    real = build.build
    monkeypatch.setattr(build, "build", lambda *words: compiled.append(words) or real(*words))
    found = study.read(Path("study.toml"))
    made = points.Points(found).all()
    for point in made:
        end = worker.run("run", point.options, [one.elf for one in point.linked], {})
        assert end["kind"] == "exit", end["message"]
    assert len(made) == 4 and len(compiled) == 2


TAKES = r"""
#include <mpi.h>
#include <stdio.h>
int main(int count, char **words) {
    MPI_Init(&count, &words);
    printf("step 1 took 0.5 s\nstep 2 took %s s\n", words[1]);
    MPI_Finalize();
}
"""


def test_own_metrics_in_a_picture_of_three_axes(onchip, folder):
    onchip.write("takes.c", TAKES)
    fixed = STUDY.replace("prog.c", "takes.c").replace("{seed}", "{seed}e-1")
    own = "[printed]\ntook = '^step . took (\\S+) s$'\nnever = 'gave up after (.*)'\n"
    axes = '[axes]\nranks = [1, 2]\nnetwork.link = [1, 2]\ntransport = ["native", "rendezvous"]\n'
    onchip.write("study.toml", f"repetitions = 3\n{fixed}{own}{axes}")
    onchip("sweep", "study.toml", "--plot", "study.svg")
    table = rows(folder / "study.csv")
    assert len(table) == 24 and all(int(row["cycles"]) > 0 for row in table)
    assert {(row["seed"], row["took"], row["never"]) for row in table} == {
        (seed, f"0.{seed}", "") for seed in "123"
    }
    picture = (folder / "study.svg").read_text()
    assert [picture.count(f"<!-- transport = {name} -->") for name in ("native", "rendezvous")] == [
        4,
        4,
    ]
    assert "took" in picture
    before = (folder / "study.csv").read_bytes()
    onchip.write("study.toml", f"repetitions = 3\n{fixed}{own.replace('^step .', 'x')}{axes}")
    assert "no points of this study" in onchip("sweep", "study.toml", code=Exit.USAGE).err
    assert (folder / "study.csv").read_bytes() == before


CACHED = """#include <stdio.h>
#include <stdlib.h>
int main(void) {
    volatile char *bytes = calloc(4096, 1);
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 4096; k += 32) bytes[k];
    puts("done");
}
"""
CACHES = """program = "cached.c"
heap = "dram"
ranks = 1
chip = "mesh2x2"
metrics = ["cache_fetches", "cache_hits", "data_miss_rate", "instruction_miss_rate"]
data_cache.line_bytes = 32

[axes]
data_cache.size_kb = [1, 8]
"""


def test_miss_rates_over_sizes_of_caches(onchip, folder):
    """A loop over 4 kB misses at each line in a cache of 1 kB, and once in one of 8 kB."""
    onchip.write("cached.c", CACHED)
    onchip.write("caches.toml", CACHES)
    onchip("sweep", "caches.toml", "--workers", 1, "--plot", "caches.svg")
    small, large = rows(folder / "caches.csv")
    for row in (small, large):
        rate = int(row["cache_fetches"]) / int(row["cache_hits"])
        assert float(row["data_miss_rate"]) == pytest.approx(rate)
        assert row["instruction_miss_rate"] == ""
    assert int(small["cache_fetches"]) >= 64 * 128 > 64 * int(large["cache_fetches"]) / 2
    assert "data_miss_rate" in (folder / "caches.svg").read_text()


def test_pictures_show_all_values(tmp_path, monkeypatch):
    """Several pictures show one metric. Each must have room for its largest value, although the
    values of later pictures are larger than those of the first one.
    """
    axes = "[axes]\nranks = [1, 2]\nnetwork.link = [1, 2]\ntransport = ['native', 'rendezvous']\n"
    (tmp_path / "prog.c").write_text(PROGRAM)
    (tmp_path / "study.toml").write_text('program = "prog.c"\nmetrics = ["cycles"]\n' + axes)
    found = study.read(tmp_path / "study.toml")
    cells = [dict(point) for point in found.points()]
    table = [one | {"cycles": 10**number} for number, one in enumerate(cells)]
    shown = []

    def keep(figure, path):
        figure.canvas.draw()
        for axes in figure.axes:
            values = [y for line in axes.lines for y in line.get_ydata()]
            low, high = axes.get_ylim()
            assert low == 0 and max(values) <= high
            shown.extend(values)

    monkeypatch.setattr(plot.pictures, "save", keep)
    plot.draw(found, table, None, tmp_path / "study.png")
    assert sorted(shown) == [10**number for number in range(8)]


def test_a_function_of_ones_own_and_a_table_for_latex(onchip, folder):
    onchip.write("takes.c", TAKES)
    onchip.write(
        "mine.py",
        "def steps(text):\n    return text.count('step')\n\n\n"
        "def wrong(text):\n    return text['took']\n",
    )
    onchip.write("broken.py", "{}['x']\n")
    fixed = STUDY.replace("prog.c", "takes.c").replace("{seed}", "{seed}e-1")
    own = "[printed]\ntook = 'took (\\S+) s$'\nsteps = 'mine.py:steps'\n"
    text = f"repetitions = 2\nmetrics = ['took', 'steps']\n{fixed}{own}[axes]\nranks = [1, 2]\n"
    onchip.write("study.toml", text)
    onchip("sweep", "study.toml", "--plot", "study.tex")
    assert {row["steps"] for row in rows(folder / "study.csv")} == {"4.0", "2.0"}
    # Each rank prints two steps, so two ranks print four. The seed determines the time that `took`
    # gets from the output: 0.1 or 0.2.
    assert (folder / "study.tex").read_text().splitlines()[1:-2] == [
        r"\toprule",
        r"ranks & took & steps \\",
        r"\midrule",
        r"1 & 0.15 ± 0.0707 & 2 ± 0 \\",
        r"2 & 0.15 ± 0.0707 & 4 ± 0 \\",
    ]
    for wrong, told in (
        ("mine.py:other", "mine.py has no function other"),
        ("no.py:steps", "no.py: FileNotFoundError"),
        ("broken.py:steps", "broken.py: KeyError: 'x'"),
    ):
        onchip.write("study.toml", text.replace("mine.py:steps", wrong))
        assert told in onchip("sweep", "--check", "study.toml", code=Exit.USAGE).err
    onchip.write("study.toml", text.replace("mine.py:steps", "mine.py:wrong"))
    onchip("sweep", "study.toml", "-o", "wrong.csv", code=None)
    assert all("mine.py:wrong: TypeError" in row["message"] for row in rows(folder / "wrong.csv"))


def test_matplotlibrc_sets_size_and_dots(onchip, folder):
    onchip.write("study.toml", STUDY.replace("{seed}", "1") + "[axes]\nranks = [1, 2]\n")
    onchip.write("matplotlibrc", "figure.figsize: 3, 2\nsavefig.dpi: 50\n")
    onchip("sweep", "study.toml", "--plot", "study.png")
    # width and height, from the first chunk of the PNG file
    size = (folder / "study.png").read_bytes()[16:24]
    assert struct.unpack(">II", size) == (150, 100)


@pytest.mark.long
def test_area_is_that_of_the_routers():
    """Routers in the middle of a mesh have the size that `onchip rtl cost` prints, except for the
    targets in their tables. More slots need more area, and two networks need twice the area.
    """
    # Memory controllers would add two targets and a port, and so a bit to each flit.
    alone = ["network.levels=1", "dram.routers=[]", "dram.size_mb=0"]
    plain = chips.load("mesh4x4", alone)
    middle = {count: area._synthesised(top) for top, count in area._routers(plain).items()}[4]
    assert middle == pytest.approx(cost.router(cost.Variant()).luts, rel=0.03)
    slots = chips.load("mesh4x4", [*alone, "network.buffer_flits=8"])
    twice = chips.load("mesh4x4", [*alone, "network.networks=2"])
    assert area.look_up_tables(slots) > area.look_up_tables(plain)
    assert area.look_up_tables(twice) == 2 * area.look_up_tables(plain)


# ---- Sweeps -----------------------------------------------------------------------------------


def test_a_sweep_is_a_row_for_each_point_and_each_row_a_command(onchip, folder):
    """Points that fail are also rows. After an interruption, a second run completes the table."""
    axes = '[axes]\nseed = [5, 13, 14]\nprogram = ["prog.c", "bad.c"]\nranks = [1, 3]\n'
    fixed = STUDY.replace('program = "prog.c"\n', "")
    onchip.write("study.toml", fixed + 'metrics = ["cycles", "waiting"]\n' + axes)
    onchip.write("bad.c", "int main(void) { return x; }")
    done = onchip("sweep", "study.toml", "--json", "--workers", 1)
    assert done.json["rows"] == 12 and done.json["failed"] == 8
    table = rows(folder / "study.csv")
    points = [(one["seed"], one["program"], one["ranks"]) for one in table]
    assert points == list(itertools.product(("5", "13", "14"), ("prog.c", "bad.c"), "13"))
    for one in table:
        if one["program"] == "bad.c":
            assert one["kind"] == "compile" and "bad.c does not compile" in one["message"]
            continue
        words = shlex.split(one["command"])
        again = onchip(*words[1:2], "--json", *words[2:], code=None).json
        assert one["kind"] == again["kind"] == ("fault" if one["seed"] == "13" else "exit")
        assert int(one["exit_code"]) == again["exit_code"]
        assert one["message"] == "; ".join(again["message"].splitlines())
        if one["kind"] == "exit":
            assert int(one["cycles"]) == again["cycles"]
            assert int(one["waiting"]) == sum(rank["waiting"] for rank in again["per_rank"])
    before = (folder / "study.csv").read_bytes()
    (folder / "study.csv").write_bytes(before[: len(before) // 2])
    onchip("sweep", "study.toml", "--workers", 1)
    assert (folder / "study.csv").read_bytes() == before
    onchip.write("prog.c", PROGRAM.replace("14", "15"))
    changed = onchip("sweep", "study.toml", code=Exit.USAGE)
    assert "no points of this study" in changed.err


# ---- Searches ---------------------------------------------------------------------------------

# A program whose cycles grow with the distance of (A, B) from (5, 7), the only best point.
VALLEY = r"""
#include <stdlib.h>
int main(void) {
    int a = atoi(getenv("A")) - 5, b = atoi(getenv("B")) - 7;
    for (volatile int i = 0; i < 20 * (a * a + 2 * b * b); i++) ;
    return 0;
}
"""
SPACE = """program = "valley.c"
chip = "mesh2x2"
ranks = 1
[axes.environment]
A = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
B = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
[search]
objectives = { cycles = "minimise" }
"""


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_search_finds_what_a_whole_sweep_finds(onchip, seed):
    onchip.write("valley.c", VALLEY)
    onchip.write("study.toml", SPACE + f"seed = {seed}\n")
    onchip("sweep", "study.toml", "-o", "all.csv")
    whole = rows(onchip.folder / "all.csv")
    best = min(whole, key=lambda one: int(one["cycles"]))
    assert (best["environment.A"], best["environment.B"]) == ("5", "7")
    told = onchip("sweep", "--search", "study.toml", "--json").json
    assert told["rows"] <= len(whole) / 3 == told["points"] / 3
    assert [(one["environment.A"], one["environment.B"]) for one in told["front"]] == [(5, 7)]
    assert told["front"][0]["values"] == {"cycles": int(best["cycles"])}


def test_a_search_goes_on_and_runs_nothing_twice(onchip):
    onchip.write("valley.c", VALLEY)
    two = SPACE.replace('"minimise" }', '"minimise", environment.A = "maximise" }')
    for budget in (4, 9):
        onchip.write("study.toml", two + f"points = {budget}\n")
        words = ("--workers", 1, "--json", "--plot", "front.png")
        told = onchip("sweep", "--search", "study.toml", *words).json
        table = rows(onchip.folder / "study.csv")
        assert told["rows"] == budget == len({one["id"] for one in table})
    values = [(int(one["cycles"]), int(one["environment.A"])) for one in table]
    kept = [
        one
        for one in values
        if not any(o != one and o[0] <= one[0] and o[1] >= one[1] for o in values)
    ]
    found = [(one["values"]["cycles"], one["values"]["environment.A"]) for one in told["front"]]
    assert sorted(found) == sorted(kept)
