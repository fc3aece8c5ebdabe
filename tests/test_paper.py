"""`onchip paper`: formulas, descriptions, and the experiments that come with onchip."""

import re

import pytest

from conftest import ROOT
from onchip import chips, measured
from onchip.failures import Exit, Failure
from onchip.paper import description, experiment, formula, page

RUNS = {
    "a": {"x": 8.0, "y": 2.0},
    "b": {"x": 6.0},
    "c": {"x_1": 12.0, "x_2": 8.0, "y_1": 3.0, "y_2": 6.0},
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a.x", 8),
        ("a.x / a.y - 1", 3),
        ("-(b.x + 2) * 3", -24),
        ("less(b.x, a.x) + less(a.x, b.x) + less(a.x, a.x)", 1),
        ("faster(a.x, b.x)", 25),
        ("faster(b.x, a.x)", -100 / 3),
        ("mean(faster(c.x_i, c.y_i) for i in (1, 2)) + max(c.x_n for n in (1, 2))", 50 + 12),
        # Alone: no queue. Two who do nothing else: the server is always busy. In between, the
        # second finds the first there one time in ten. Equal servers: N + K - 1 times the service.
        ("queued(1, 5, a.x, a.y)", 15),
        ("queued(2, 0, a.x)", 16),
        ("queued(2, 9, 1)", 9 + 1.1),
        ("queued(3, 0, a.y, a.y)", 2 * (3 + 2 - 1)),
        ("mean(a.x, a.y, b.x) + max(a.x, b.x) - min(a.x, b.x)", 16 / 3 + 2),
    ],
)
def test_formulas(text, value):
    assert formula.value(text, RUNS) == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    [
        "a.z",
        "c.x",
        "max(c.x_i for i in c)",
        "max(c.x_i for i in (3,))",
        "a.x +",
        "a.x ** 2",
        "open('x')",
        "a.x.y",
        "x",
        "[1]",
        "'a'",
        "f.mean(a.x)",
    ],
)
def test_what_is_no_formula(text):
    with pytest.raises(formula.FormulaError):
        formula.value(text, RUNS)


def test_comparisons():
    assert formula.holds("a.y < b.x < a.x", [RUNS])
    assert not formula.holds("a.y < a.x < b.x", [RUNS])
    assert formula.holds("4 * a.y == a.x", [RUNS])
    for text in ("a.x", "a.x != a.y", "a.x in b.x"):
        with pytest.raises(formula.FormulaError):
            formula.holds(text, [RUNS])


def row(ours, published, effect=False):
    return experiment.Result(description.Row("r", "a.x", published, effect=effect), (ours,))


def test_what_agrees():
    assert row(109, 100).is_close and not row(111, 100).is_close and not row(89, 100).is_close
    assert row(3.2, [3, 20]).is_close and not row(2.9, [3, 20]).is_close
    assert row(-91, -100).is_close
    assert row(5, 15, effect=True).agrees and not row(-5, 15, effect=True).agrees
    assert row(-5, [-40, -20], effect=True).agrees
    assert row(1, -1).agrees
    assert row(30, [10, 20]).ratio == 2 and row(1, 0).ratio is None
    assert row(30, None).is_close and row(30, None, effect=True).agrees
    assert row(30, None).ratio is None


PAPER = 'title = "T"\nauthors = "A"\ntext = ""\n'
FIGURE = (
    '[[figure]]\nid = "1"\ntitle = "F"\nunit = "cycles"\nrun = [{ id = "a", program = "p.c" }]\n'
)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("title = ", "Invalid value"),
        ('title = "T"\nauthors = "A"', "the top: no 'text'"),
        (PAPER + "pages = 3", "the top: unknown key 'pages'"),
        (
            PAPER + FIGURE + '[[figure.row]]\nname = "A"\nours = "1"\n' * 2,
            "figure 1: two rows are called 'A'",
        ),
        (PAPER + FIGURE + 'row = [{ name = "r", published = 1 }]', "1, row 1: no 'ours'"),
        (PAPER + FIGURE + 'row = [{ name = "r", ours = "b.x", published = 1 }]', "of no run"),
        (PAPER + FIGURE + 'row = [{ name = "r", ours = "b+", published = 1 }]', "is no formula"),
        (PAPER + FIGURE + 'row = [{ name = "r", ours = "a.x", why = "{b.x}" }]', "of no run"),
        (PAPER + FIGURE + 'row = [{ name = "r", ours = "a.x", each = 3 }]', "no table of lists"),
        (
            PAPER + FIGURE + 'row = [{ name = "r", ours = "1", each = { n = [1] }, '
            "also = [{ for = { n = 2 } }] }]",
            "for n = 2, which is no value in each",
        ),
        (PAPER + FIGURE + 'row = [{ name = "r", ours = "1", also = [{}] }]', "'also' needs 'for'"),
        (PAPER + FIGURE + 'row = [{ name = "r", each = { a = "b" } }]', "each.a: no list 'b'"),
        (PAPER + FIGURE + "x = 3", "x = 3 is not a text"),
        (
            PAPER + FIGURE.replace("program", "synthesis"),
            "no synthesis of 'p.c': there are router,",
        ),
        (PAPER + FIGURE + "repeat = 0", "repeat = 0 is not a number from 1 on"),
    ],
)
def test_wrong_descriptions(tmp_path, text, complaint):
    (tmp_path / "paper.toml").write_text(text)
    with pytest.raises(Failure, match=re.escape(complaint)) as failure:
        description.load(f"{tmp_path}/")
    assert str(tmp_path / "paper.toml") in failure.value.message


def test_a_row_for_each_combination(tmp_path):
    row = (
        'row = [{ each = { run = ["a", "b"], n = [1, 2] }, name = "{run} with {n}", x = "{n}", '
        'ours = "{run}.x{n}", why = "{a.y} of {n}" }]'
    )
    run = (
        'run = [{ each = { id = ["a", "b"] }, id = "{id}", program = "p.c", arguments = ["{id}"] }]'
    )
    figure = FIGURE.replace(FIGURE.splitlines()[-1], run)
    (tmp_path / "paper.toml").write_text(PAPER + figure + row)
    figure = description.load(f"{tmp_path}/").figures[0]
    assert [(run.id, run.arguments) for run in figure.runs] == [("a", ["a"]), ("b", ["b"])]
    rows = [(row.name, row.x, row.ours) for row in figure.rows]
    assert rows == [
        ("a with 1", 1, "a.x1"), ("a with 2", 2, "a.x2"), ("b with 1", 1, "b.x1"),
        ("b with 2", 2, "b.x2"),
    ]  # fmt: skip
    assert formula.sentence(figure.rows[3].why, [RUNS]) == "2 of 2"


def test_values_of_several_entries_and_further_keys(tmp_path):
    row = """
[[figure.row]]
each = { of = [{ run = "a", called = "first" }, { run = "b", called = "second" }], n = [1, 2] }
name = "{of.called}, {n}"
ours = "{of}.x{n}"
also = [{ for = { of = "b", n = [2] }, published = 3, why = "{n} of {of}" }]
"""
    figure = FIGURE.replace('id = "a", ', 'each = { id = ["a", "b"] }, id = "{id}", ')
    (tmp_path / "paper.toml").write_text(PAPER + figure + row)
    rows = description.load(f"{tmp_path}/").figures[0].rows
    names = ["first, 1", "first, 2", "second, 1", "second, 2"]
    assert [row.name for row in rows] == names
    assert [row.ours for row in rows] == ["a.x1", "a.x2", "b.x1", "b.x2"]
    assert [row.published for row in rows] == [None, None, None, 3]
    assert [row.why for row in rows] == ["", "", "", "2 of b"]


def test_lists_by_name_and_tables_in_lists(tmp_path):
    lists = '[lists]\nway = [{ id = "a", by = 1 }, { id = "b", by = 2 }]\n'
    row = 'row = [{ each = { w = "way", n = [3] }, name = "{w.id} {n}", ours = "{w.id}.x{w.by}" }]'
    run = 'run = [{ each = { w = "way" }, id = "{w.id}", program = "p.c", ranks = "{w.by}" }]'
    figure = FIGURE.replace(FIGURE.splitlines()[-1], run)
    (tmp_path / "paper.toml").write_text(PAPER + lists + figure + row)
    [figure] = description.load(f"{tmp_path}/").figures
    assert [(run.id, run.ranks) for run in figure.runs] == [("a", 1), ("b", 2)]
    assert [(row.name, row.ours) for row in figure.rows] == [("a 3", "a.x1"), ("b 3", "b.x2")]


def test_names_for_formulas_and_sentences(tmp_path):
    define = (
        'define = [{ each = { n = [1, 2] }, name = "half_{n}", formula = "c.x_{n} / 2" }, '
        '{ name = "both", formula = "half_1 + half_2" }, '
        '{ name = "because", sentence = "Half is {half_1}." }]\n'
    )
    row = (
        'row = [{ name = "r", ours = "2 * both - max(half_1, c.both)", '
        'why = "{because} All is {both}." }]\n'
    )
    claim = 'claim = [{ text = "t", holds = "half_1 < both", why = "{because}" }]'
    figure = FIGURE.replace('id = "a"', 'id = "c"')
    (tmp_path / "paper.toml").write_text(PAPER + figure + define + row + claim)
    [figure] = description.load(f"{tmp_path}/").figures
    runs = {"c": RUNS["c"] | {"both": 1}}
    assert formula.value(figure.rows[0].ours, runs) == 2 * (6 + 4) - 6
    assert formula.sentence(figure.rows[0].why, [runs]) == "Half is 6. All is 10."
    assert formula.holds(figure.claims[0].holds, [runs])
    assert formula.sentence(figure.claims[0].why, [runs]) == "Half is 6."


def test_repetitions(onchip):
    onchip.write(
        "seed.c",
        "#include <stdio.h>\n#include <stdlib.h>\n"
        'int main(int n, char **v) { printf("x %d\\n", n * atoi(v[1])); }',
    )
    run = 'run = [{ id = "a", program = "seed.c", chip = "mesh2x2", arguments = ["{seed}"] }]'
    figure = FIGURE.replace(FIGURE.splitlines()[-1], "repeat = 3\n" + run)
    onchip.write(
        "paper.toml",
        PAPER + figure + '[[figure.row]]\nname = "r"\nours = "a.x"\nwhy = "{a.x}"\n'
        "published = 1\n"
        '[[figure.claim]]\ntext = "mean"\nholds = "3 < a.x <= 4"\n',
    )
    result = onchip("paper", "run", "./", "--json").json["1"]
    assert result["repeat"] == 3 and result["claims"]["mean"]
    numbers = {"ours": 4, "spread": 2, "published": 1, "unit": "cycles", "why": "4"}
    assert result["rows"]["r"] == numbers
    quick = onchip("paper", "run", "./", "--json", "--repeat", 2).json["1"]
    assert quick["rows"]["r"]["ours"] == 3 and not quick["claims"]["mean"]
    onchip("paper", "page", "./", "pages")
    written = next((onchip.folder / "pages").glob("*.md")).read_text()
    assert "| r | 4 | ± 2 | 1 | 4.000 |" in written and "Means of 3 repetitions" in written


def test_an_effect_within_its_error_does_not_agree():
    one = description.Row("r", "a.x", 10, effect=True)
    assert experiment.Result(one, (1, 2, 3)).agrees
    assert not experiment.Result(one, (-4, 1, 6)).agrees
    assert not experiment.Result(one, (-1, -2, -3)).agrees


@pytest.mark.parametrize("words", [["page", "qos-ocmpi"], ["run", "qos-ocmpi", "--plot"]])
def test_a_folder_that_cannot_be_written_is_noticed_before_the_run(onchip, words):
    onchip.write("file", "")
    err = onchip("paper", *words, "file/folder", code=Exit.USAGE, timeout=20).err
    assert "file/folder" in err and "Not a directory" in err


SENDS = """
#include <mpi.h>
#include <stdio.h>
static char data[65536];
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
    """Its receiver reads the message: all words are responses, and pass a link for data."""
    onchip.write("sends.c", SENDS)
    program = measured.Program([onchip.folder / "sends.c"], ranks=2, map="scatter")
    _, network = measured.with_chip(chips.load("mppa256"), program)
    assert network["network_responses"] >= 65536 / 4 > network["network_requests"] > 0


def test_a_folder_of_ones_own(onchip):
    onchip.write(
        "count.c", '#include <stdio.h>\nint main(int n, char **v) { printf("x %d\\n", n); }'
    )
    run = 'run = [{ id = "a", program = "count.c", chip = "mesh2x2", arguments = ["1", "2"] }]'
    figure = FIGURE.replace(FIGURE.splitlines()[-1], run)
    onchip.write(
        "paper.toml",
        PAPER + figure + '[[figure.row]]\nname = "r"\nours = "a.x"\npublished = 6\nwhy = "argc"\n'
        '[[figure.row]]\nname = "keys"\nunit = "kg"\n'
        'ours = "a.ni_register + 0 * a.network_stalls"\n'
        '[[figure.claim]]\ntext = "many"\nholds = "a.x > 3"\n',
    )
    result = onchip("paper", "run", "./", "--json").json
    assert result["1"]["rows"]["r"] == {
        "ours": 3, "spread": 0, "published": 6, "unit": "cycles", "why": "argc"
    }  # fmt: skip
    assert result["1"]["rows"]["keys"]["ours"] == 2 and result["1"]["rows"]["keys"]["unit"] == "kg"
    assert result["1"]["claims"] == {"many": False}
    assert "DOES NOT HOLD: many" in onchip("paper", "run", "./1").out
    onchip("paper", "page", "./", "pages")
    written = next((onchip.folder / "pages").glob("*.md")).read_text()
    assert "What does not hold" in written and "| r | 3 | 6 | 0.500 |" in written
    assert "another size\n\n- Figure 1: r: ours 3, published 6 (cycles). argc" in written


@pytest.mark.parametrize("words", [("nothing",), ("qos-ocmpi/99",), ("./",)])
def test_what_is_not_there(onchip, words):
    done = onchip("paper", "run", *words, code=Exit.USAGE)
    assert "there are" in done.err


WAYS = ("one_way", "ping_pong")
# For each paper, claims that must hold in a single repetition, in figures that take little time.
CORES = ("2 cores", "3 cores", "4 cores")
MUST_HOLD = {
    "qos-ocmpi/7": ["the same, at the first"],
    "qos-ocmpi/9": [
        "every prioritised task is faster",
        "the first row loses more than the others gain",
    ],
    "clustered/2": ["no extra buffering: flip-flops with 1 and 8 levels"],
    "clustered/eq1-2": ["Tens of cycles, in large networks too."],
    # One way, where pauses between looks fall decides about neighbouring sizes.
    "clustered/8": [
        f"Rises from small messages to large ones. ({place}, there and back)"
        for place in ("inside", "between")
    ],
    "clustered/10d": ["the stronger level gains more"],
    "jobs/5.6": [
        "Naive sending is the slowest",
        "The fixed pattern is the fastest, the adaptive one just behind it, "
        "flooding slower than both",
    ],
    "lwmpi/18": [
        "compact takes less time than scatter, with each size",
        "scatter: nearly the same time up to 4 kB, a portal's granularity (ours: a tenth)",
        "then it grows with the size (4, 16, 32 kB)",
    ],
    "openmp/3": ["near optimal bandwidth: the worst kernel, triple (within 10 % is ours)"],
    "openmp/4": ["Not perfect, but satisfactory: more than half of the ideal everywhere."],
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
    says = {text: said.endswith("holds") for text, said in result["says"].items()}
    holds = result["claims"] | says
    assert all(holds[claim] for claim in MUST_HOLD[figure])
    check_reasons(figure, result)


def check_reasons(figure, result):
    """Where ours is another number, the description says why."""
    for row_name, numbers in result["rows"].items():
        assert numbers.get("why", "same"), f"{figure}, {row_name}: no reason"


@pytest.mark.parametrize("name", description.names())
def test_every_paper_has_its_page(onchip, name):
    paper = description.load(name)
    assert f"{name}: {paper.title}" in onchip("paper", "list").out
    page_text = (ROOT / "docs" / "papers" / f"{name}.md").read_text()
    assert all(f"## {figure.id}. {figure.title}" in page_text for figure in paper.figures)


@pytest.mark.long
@pytest.mark.timeout(3600)  # of jobs 15 minutes of processor time, placements of clustered 20
@pytest.mark.parametrize("name", description.names())
def test_every_paper(onchip, name):
    paper = description.load(name)
    result = onchip("paper", "run", name, "--json", "--plot", "plots", timeout=3600).json
    assert list(result) == [figure.id for figure in paper.figures]
    for figure in paper.figures:
        assert list(result[figure.id]["rows"]) == [row.name for row in figure.rows]
        assert (onchip.folder / "plots" / f"{name}-{figure.id}.png").stat().st_size > 1000
        check_reasons(f"{name}/{figure.id}", result[figure.id])


def test_a_page_begins_with_what_the_paper_says(onchip):
    onchip.write(
        "seed.c",
        "#include <stdio.h>\n#include <stdlib.h>\n"
        'int main(int n, char **v) { printf("x %d\\n", atoi(v[1]) - 2); }',
    )
    run = 'run = [{ id = "a", program = "seed.c", chip = "mesh2x2", arguments = ["{seed}"] }]'
    figure = FIGURE.replace(FIGURE.splitlines()[-1], "repeat = 3\n" + run)
    says = '[[figure.says]]\ntext = "{}"\nours = "{}"\npublished = {}\neffect = true\n'
    rows = [("within", "a.x", 4), ("twice", "10 + a.x", 5), ("other", "10 + a.x", -10)]
    onchip.write("paper.toml", PAPER + figure + "".join(says.format(*row) for row in rows))
    verdicts = onchip("paper", "run", "./", "--json").json["1"]["says"]
    assert verdicts == {
        "within": "undecided", "twice": "differs by 2×", "other": "does not hold"
    }  # fmt: skip
    onchip("paper", "page", "./", "pages")
    written = next((onchip.folder / "pages").glob("*.md")).read_text()
    assert "| twice | 5 | 10 ± 1 | *differs by 2×* |" in written


def test_pages_name_what_does_not_hold_first():
    figure = description.Figure("1", "F", "cycles", [], [])
    wrong = row(-5, 15, effect=True)
    outcome = experiment.Outcome(figure, [wrong], [])
    paper = description.Paper(ROOT / "papers" / "x", "T", "A", "", [figure])
    text = page.text(paper, [outcome])
    assert text.index("What does not hold") < text.index("## 1. F")
