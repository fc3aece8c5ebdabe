"""`onchip paper`: measured numbers, descriptions, and the experiments that come with onchip."""

import re

import pytest

from conftest import ROOT
from onchip.base.failures import Exit, Failure
from onchip.chip import chips
from onchip.launch import measured as programs
from onchip.paper import (
    Measured,
    faster,
    highest,
    increasing,
    less,
    lowest,
    mean,
    more,
    queued,
)
from onchip.paper import paper as papers
from onchip.paper.figure import Figure

A, B = Measured([8, 2]), Measured([6, 6])


@pytest.mark.parametrize(
    ("value", "values"),
    [
        (A / 2 - 1, [3, 0]),
        (1 - 12 / A, [-0.5, -5]),
        (-(B + 2) * 3, [-24, -24]),
        (2 * A - (3 + B), [7, -5]),
        (less(B, A) + less(A, B) + less(A, A), [1, 1]),
        (faster(A, B), [25, -200]),
        (more(A, B), [-25, 200]),
        (highest([A, B, 7]), [8, 7]),
        (lowest([A, B]), [6, 2]),
        (mean([A, B, 1]), [5, 3]),
        # One customer never queues. Two customers that never think keep the server busy. If they
        # think, the second customer finds the first one at the server one time in ten. With K equal
        # servers, a cycle of N customers takes N + K - 1 times the service time.
        (queued(1, 5, A, 2), [15, 9]),
        (queued(2, 0, A), [16, 4]),
        (queued(2, 9, 1), [9 + 1.1]),
        (queued(3, 0, A, A), [8 * 4, 2 * 4]),
    ],
)
def test_arithmetic_by_repetition(value, values):
    assert list(value.values) == pytest.approx(values)


def test_a_curve_has_a_row_for_each_x():
    figure = Figure("1", "title", "cycles")
    figure.curve("{} B", {1: 10, 64: 20}, {64: 21}, series="a", tabled=[64], why="because")
    figure.curve("{:,} kB", {1024: 30}, 31, series="b", why="because")
    assert [
        (row.name, row.ours, row.published, row.series, row.x, row.picture, row.why)
        for row in figure.rows
    ] == [
        ("1 B", 10, None, "a", 1, True, ""),
        ("64 B", 20, 21, "a", 64, False, "because"),
        ("1,024 kB", 30, 31, "b", 1024, False, "because"),
    ]


def test_relations_of_means():
    assert (A < B).of_means and (A < B).of_repetitions == (False, True)
    assert (A <= 5).of_means and not (A >= B).of_means and (B > A).of_means
    assert (A == 5).of_means and (A == 5).of_repetitions == (False, False)
    assert increasing(2, A, B, 7).of_means and not increasing(2, B, A).of_means
    assert not ((A < B) & (A < 4)).of_means
    with pytest.raises(TypeError, match=re.escape("increasing(a, b, c)")):
        assert 1 < A < B


def test_how_numbers_print():
    assert f"{A}, {A / 3}, {1000 * A}, {A:.2f}" == "5, 1.67, 5,000, 5.00"
    assert A.spread == pytest.approx(18**0.5) and A.error == pytest.approx(3)


# The head of a description, up to the body of its figure's function.
PAPER = """from onchip.paper import SEED, Paper, Unpublished

paper = Paper(title="T", authors="A")


@paper.figure("1", "F", unit="cycles"{})
def figure_1(figure):
    \"\"\"How it is measured.\"\"\"
"""


def described(*lines, options=""):
    """A description whose only figure has these lines."""
    return PAPER.format(options) + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("paper = ", "paper.py:1: invalid syntax"),
        ("x = 1\n", "has no paper: write paper = Paper("),
        ("from onchip.paper import Paper\nPaper('T')\n", "paper.py:2: TypeError: "),
        ("import onchip.paper\n\n1 / 0\n", "paper.py:3: ZeroDivisionError: division by zero"),
        (described("pass", options=", repeat=0"), "repeat = 0 is not a number from 1 on"),
        (described("pass") + described("pass").split("\n\n\n")[1], "two figures are called '1'"),
    ],
)
def test_wrong_descriptions(tmp_path, text, complaint):
    (tmp_path / "paper.py").write_text(text)
    with pytest.raises(Failure, match=re.escape(complaint)) as failure:
        papers.load(f"{tmp_path}/")
    assert str(tmp_path / "paper.py") in failure.value.message


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["figure.row('A', 1)", "figure.row('A', 1)"], "figure 1: two rows are called 'A'"),
        (["figure.row('A')"], "paper.py:9: TypeError: "),
        (["figure.claim('A', True)"], "paper.py:9: "),
        (["figure.says('A', 1)"], "figure 1: 'A' can never fail: give published= or holds="),
        (["", "figure.row('A', 1 / 0)"], "paper.py:10: ZeroDivisionError: "),
        (["figure.synthesis('p.c', chip='mesh4x4')"], "no synthesis of 'p.c': there are router,"),
        (["figure.run('p.c', chip='mesh')"], "mesh"),
    ],
)
def test_wrong_figures(tmp_path, lines, complaint):
    (tmp_path / "paper.py").write_text(described(*lines))
    with pytest.raises(Failure, match=re.escape(complaint)):
        papers.load(f"{tmp_path}/").run("1")


SEED_RUN = 'run = figure.run("seed.c", chip="mesh2x2", arguments=[SEED])'


def test_repetitions(onchip):
    onchip.write(
        "seed.c",
        "#include <stdio.h>\n#include <stdlib.h>\n"
        'int main(int n, char **v) { printf("x %d\\n", n * atoi(v[1])); }',
    )
    lines = [
        SEED_RUN,
        'figure.row("r", run["x"], 1, why=f"{run[\'x\']}")',
        'figure.claim("mean", (run["x"] > 3) & (run["x"] <= 4))',
    ]
    onchip.write("paper.py", described(*lines, options=", repeat=3"))
    result = onchip("paper", "run", "./", "--json").json["1"]
    assert result["repeat"] == 3 and result["says"]["mean"] == "undecided"
    numbers = {"ours": 4, "spread": 2, "published": 1, "unit": "cycles", "why": "4"}
    numbers["verdict"] = "differs by 4×"
    assert result["rows"]["r"] == numbers
    quick = onchip("paper", "run", "./", "--json", "--repeat", 2).json["1"]
    assert quick["rows"]["r"]["ours"] == 3 and quick["says"]["mean"] == "undecided"
    onchip("paper", "page", "./", "pages")
    written = next((onchip.folder / "pages").glob("*.md")).read_text()
    assert "| r | 4 | ± 2 | 1 | 4.000 |" in written and "Means of 3 repetitions" in written
    assert "How it is measured." in written


def test_repetitions_vary_what_is_not_published(onchip):
    """In each repetition, code and data are at different addresses. Settings may depend on the
    repetition.
    """
    onchip.write(
        "places.c",
        "#include <stdio.h>\nint data[64];\nint main(void)\n"
        '{ printf("code %u\\ndata %u\\n", (unsigned)main, (unsigned)data); }\n',
    )
    figure = Figure("1", "F", "cycles", repeat=5, folder=onchip.folder)
    run = figure.run("places.c", chip="mesh2x2", settings=lambda seed: [f"core.load={seed}"])
    for name, step in (("code", 16), ("data", 4)):
        first, *moved = run[name].values
        assert [place - first for place in moved] == [step, 2 * step, 3 * step, 0]
    assert run["core.load"].values == (1, 2, 3, 4, 5)


def test_a_number_that_a_run_has_not(onchip):
    onchip.write("p.c", '#include <stdio.h>\nint main(void) { puts("x 1"); return 0; }\n')
    run = 'run = figure.run("p.c", chip="mesh2x2")'
    onchip.write("paper.py", described(run, 'figure.row("r", run["y"])'))
    err = onchip("paper", "run", "./", code=Exit.USAGE).err
    assert "p.c has no number 'y': there are core.alu, " in err and ", x" in err


@pytest.mark.parametrize("words", [["page", "qos-ocmpi"], ["run", "qos-ocmpi", "--plot"]])
def test_a_folder_that_cannot_be_written_is_noticed_before_the_run(onchip, words):
    onchip.write("file", "")
    err = onchip("paper", *words, "file/folder", code=Exit.USAGE, timeout=20).err
    assert "file/folder" in err and "Not a directory" in err


SENDS = """
#include <mpi.h>
#include <stdio.h>
static char data[61440];
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(data, sizeof data, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(data, sizeof data, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
        puts("x 1");
    MPI_Finalize();
    return 0;
}
"""


def test_a_run_s_network_numbers_include_the_network_for_data(onchip):
    """The receiver fetches the message, so all words are responses, and pass a link of the data
    network.
    """
    onchip.write("sends.c", SENDS)
    program = programs.Program([onchip.folder / "sends.c"], ranks=2, map="scatter")
    _, network = programs.with_chip(chips.load("mppa256"), program)
    assert network["network_responses"] >= 61440 / 4 > network["network_requests"] > 0


def test_a_folder_of_ones_own(onchip):
    onchip.write(
        "count.c", '#include <stdio.h>\nint main(int n, char **v) { printf("x %d\\n", n); }'
    )
    lines = [
        'run = figure.run("count.c", chip="mesh2x2", arguments=[1, 2])',
        'figure.row("r", run["x"], 6, why="argc")',
        'figure.row("keys", run["ni.register"] + 0 * run["network_stalls"], unit="kg")',
        'figure.claim("many", run["x"] > 3)',
    ]
    onchip.write("paper.py", described(*lines))
    result = onchip("paper", "run", "./", "--json").json
    assert result["1"]["rows"]["r"] == {
        "ours": 3, "spread": 0, "published": 6, "unit": "cycles", "verdict": "differs by 2×",
        "why": "argc",
    }  # fmt: skip
    assert result["1"]["rows"]["keys"]["ours"] == 2 and result["1"]["rows"]["keys"]["unit"] == "kg"
    assert result["1"]["says"] == {"many": "does not hold"}
    assert re.search(r"^many +does not hold$", onchip("paper", "run", "./1").out, re.M)
    onchip("paper", "page", "./", "pages")
    written = next((onchip.folder / "pages").glob("*.md")).read_text()
    assert "| [1](#1-f) | r (cycles) | 6 | 3 | *differs by 2×* |" in written
    assert "| [1](#1-f) | many |  |  | *does not hold* |" in written
    assert "| r | 3 | 6 | 0.500 |" in written and "- r: argc" in written


BARRIER = """
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double begin = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("barrier %g\\n", (MPI_Wtime() - begin) / MPI_Wtick());
    MPI_Finalize();
    return 0;
}
"""


def test_the_example_of_the_page(onchip):
    pages = (ROOT / "docs" / "papers.md").read_text()
    onchip.write("paper.py", re.search(r"```python\n(.*?)```", pages, re.S)[1])
    onchip.write("barrier.c", BARRIER)
    result = onchip("paper", "run", "./", "--json", "--repeat", 1).json["1"]
    assert list(result["rows"]) == ["4 cores", "9 cores", "16 cores"]
    assert result["says"]["it grows"] == "holds"


@pytest.mark.parametrize("words", [("nothing",), ("qos-ocmpi/99",), ("./",)])
def test_what_is_not_there(onchip, words):
    done = onchip("paper", "run", *words, code=Exit.USAGE)
    assert "there are" in done.err


WAYS = ("one_way", "ping_pong")
# Claims of each paper that must hold in a single repetition, for figures that take little time.
CORES = ("2 cores", "3 cores", "4 cores")
MUST_HOLD = {
    "qos-ocmpi/7": ["the same, at the first"],
    "qos-ocmpi/9": [
        "each prioritised process is faster, in turn",
        "the first row loses more than the others gain",
    ],
    "clustered/2": ["no extra buffering: flip-flops with 1 and 8 levels"],
    "clustered/eq1-2": ["Tens of cycles, in large networks too."],
    # In one direction, the pauses between the receiver's polls decide whether a message takes
    # longer than a message of the next smaller size.
    "clustered/8": [
        f"Rises from small messages to large ones. ({place}, there and back)"
        for place in ("inside", "between")
    ],
    "clustered/10d": ["the stronger level gains more"],
    "jobs/5.6": [
        *(
            f"{n}: naive sending takes longest (naive, flooding, fixed, adaptive)"
            for n in (16, 25, 36, 49)
        ),
        *(f"{n}: flooding takes longer than both patterns" for n in (16, 25, 36, 49)),
    ],
    "lwmpi/18": [
        "compact takes less time than scatter, with each size",
        "compact is faster, up to (article, 1)",
        "compact: nearly the same time for all sizes (128 bytes, 4 and 32 kB; ours: a tenth)",
        "scatter: nearly the same time up to 4 kB, a portal's granularity (ours: a tenth)",
        "then it grows significantly with the size (4, 16, 32 kB; ours: by a tenth)",
    ],
    "openmp/3": ["near optimal bandwidth: the worst kernel, triple (within 10 % is ours)"],
    "openmp/4": [
        f"satisfactory, not perfect, by {way} (half of the ideal is ours; 4 cores; 128, 1,024 and "
        "4,096 integers)"
        for way in ("region", "tasks")
    ],
    "openmp/I": [
        "a descriptor in the scratchpad is faster than in a queue (2, 3, 4 cores)",
        "ends by a counter are faster than by flags (2, 3, 4 cores)",
        "counters outperform the mutex by factors of two to five in loops",
        *(f"atomic is faster by a queue than by a mutex: {n}." for n in CORES),
        *(f"critical is faster by a queue than by a mutex: {n}." for n in CORES[1:]),
        "On 4 cores, with the defaults, no overhead is more than the published one; "
        "atomic by a queue.",
    ],
    "openmp/1": [
        "Starting a region takes longer by queues than by stores into the scratchpad.",
        "its end by a counter takes less than by flags",
    ],
}


LONG = (
    "clustered/2",
    "lwmpi/18",
    "openmp/3",
    "openmp/I",
    "jobs/5.6",
    "clustered/10d",
    "qos-ocmpi/9",
)
FIGURES = [
    pytest.param(figure, marks=[pytest.mark.long] * (figure in LONG)) for figure in MUST_HOLD
]


@pytest.mark.parametrize("figure", FIGURES)
def test_what_must_hold(onchip, figure):
    [result] = onchip("paper", "run", figure, "--json", "--repeat", 1).json.values()
    says = {
        text: said.endswith("holds") or "holds with" in said
        for text, said in result["says"].items()
    }
    assert all(says[claim] for claim in MUST_HOLD[figure])
    check_reasons(figure, result)


def check_reasons(figure, result):
    """Checks that each number that differs from the paper's has a reason."""
    for row_name, numbers in result["rows"].items():
        assert numbers.get("why", "same"), f"{figure}, {row_name}: no reason"


@pytest.mark.parametrize("name", papers.names())
def test_every_paper_has_its_page(onchip, name):
    paper = papers.load(name)
    rows = [line.split(maxsplit=1) for line in onchip("paper", "list").out.splitlines()]
    assert [name, paper.title] in rows
    assert all([f"{name}/{figure.id}", figure.title] in rows for figure in paper.figures)
    page_text = (ROOT / "docs" / "papers" / f"{name}.md").read_text()
    assert all(f"## {figure.id}. {figure.title}" in page_text for figure in paper.figures)


@pytest.mark.long
# The paper `jobs` takes 15 minutes of processor time, and the placements of `clustered` take 20.
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", papers.names())
def test_every_paper(onchip, name):
    paper = papers.load(name)
    result = onchip("paper", "run", name, "--json", "--plot", "plots", timeout=3600).json
    assert list(result) == [figure.id for figure in paper.figures]
    for figure in paper.figures:
        assert result[figure.id]["rows"]
        assert (onchip.folder / "plots" / f"{name}-{figure.id}.png").stat().st_size > 1000
        check_reasons(f"{name}/{figure.id}", result[figure.id])


def test_a_page_begins_with_what_the_paper_says(onchip):
    onchip.write(
        "seed.c",
        "#include <stdio.h>\n#include <stdlib.h>\n"
        'int main(int n, char **v) { printf("x %d\\n", atoi(v[1]) - 2); }',
    )
    lines = [
        SEED_RUN,
        'figure.row("r", run["x"])',
        'figure.says("within", run["x"], published=4, effect=True)',
        'figure.says("twice", 10 + run["x"], published=5, effect=True)',
        'figure.says("other", 10 + run["x"], published=-10, effect=True)',
        'figure.says("order", holds=run["x"] < 1, check=True)',
        'figure.says("more", 2 * run["x"], check=True)',
        'size = Unpublished("size", {1: 7 + run["x"], 2: 9}, 2, "it is “large”")',
        'figure.says("by size", size, published=7, unit=" B")',
        'figure.row("sizes", size, 7)',
        'figure.row("each", [run["x"], 4], (0, 3))',
    ]
    onchip.write("paper.py", described(*lines, options=", repeat=3"))
    result = onchip("paper", "run", "./", "--json").json["1"]
    assert result["says"] == {
        "within": "undecided", "twice": "differs by 2×", "other": "does not hold",
        "order": "not in the paper: our check; undecided",
        "more": "not in the paper: our check", "by size": "underdetermined: holds with size 1",
    }  # fmt: skip
    sizes, each = (result["rows"][name] for name in ("sizes", "each"))
    assert sizes["values"] == {"1": 7, "2": 9} and sizes["parameter"] == "size"
    assert each["each"] == [0, 4] and each["verdict"] == "differs by 1.33×"
    onchip("paper", "page", "./", "pages")
    written = next((onchip.folder / "pages").glob("*.md")).read_text()
    assert "| sizes | 9 (7 / 9 by size 1, 2) | ± 0 | 7 | 1.286 |" in written
    assert "| each | 0 … 4 | ± 0.5 | 0 … 3 |" in written
    assert "| twice | 5 | 10 ± 1 | *differs by 2×* |" in written
    assert "| 7 B | 9 ± 0 B (7 / 9 by size 1, 2) | *underdetermined: holds with" in written
    assert "- size: 2, because it is “large”" in written
    assert "| more |" not in written and "- more: 0 ± 2" in written
