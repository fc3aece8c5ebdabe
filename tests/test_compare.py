"""`onchip compare`, and the statements of a study about noise."""

import random
import re
import shlex

import pytest

from onchip.base.failures import Exit
from onchip.sweep import noise, points, steps, study, worker
from test_sweep import PROGRAM, STUDY

# Critical values of U for two samples, two-sided at 5 %, as textbooks print them (for example
# Siegel and Castellan, Nonparametric Statistics for the Behavioral Sciences, 1988).
CRITICAL = {(4, 4): 0, (5, 5): 2, (5, 8): 6, (6, 6): 5, (7, 7): 8, (8, 8): 13, (8, 12): 22}
CRITICAL |= {(9, 9): 17, (10, 10): 23, (12, 12): 37, (15, 15): 64, (20, 20): 127}


def test_critical_values_are_those_of_textbooks():
    assert {sizes: noise.critical(*sizes) for sizes in CRITICAL} == CRITICAL
    assert noise.critical(3, 3) == -1
    # For larger samples the normal approximation is used, and follows the exact values without a
    # jump.
    assert noise.critical(20, 21) - noise.critical(20, 20) == pytest.approx(7, abs=1)


@pytest.mark.parametrize("size", [4, 10, 25])
def test_intervals_contain_the_shift_as_often_as_they_say(size):
    """At least 95 % of the intervals contain the shift. Among 1,000 of them, chance may miss this
    share by four standard deviations.
    """
    chance = random.Random(size)
    inside = 0
    for _ in range(1000):
        first = [chance.expovariate(1) for _ in range(size)]
        second = [chance.expovariate(1) + 0.5 for _ in range(size)]
        found = noise.shift(first, second)
        inside += found.low <= 0.5 <= found.high
    assert inside > 1000 * (0.95 - 4 * (0.05 * 0.95 / 1000) ** 0.5)


# All ranks send to one, so packets meet in the routers.
CROWD = """#include <mpi.h>
static int out[1000], in[16][1000];
int main(void) {
    int rank;
    MPI_Request requests[15];
    MPI_Init(0, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank)
        MPI_Send(out, 100 + 50 * rank, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else {
        for (int other = 1; other < 16; other++)
            MPI_Irecv(in[other], 1000, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[other - 1]);
        MPI_Waitall(15, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture
def folder(onchip):
    onchip.write("prog.c", PROGRAM)
    return onchip.folder


def test_random_delays_are_deterministic_and_off_by_default(onchip, folder):
    onchip("cc", "prog.c", "-o", "prog")

    def cycles(*words):
        return onchip("run", "-n", "16", "--json", *words, "prog", "50").json["cycles"]

    plain, runs = cycles(), [cycles("--perturb", str(seed)) for seed in (1, 2, 3)]
    assert len({plain, *runs}) == 4
    assert all(abs(one / plain - 1) < 0.2 for one in runs)
    assert cycles("--perturb", "2", "--reference") == runs[1]
    assert cycles("--set", "perturb.seed=2", "--jobs", "2") == runs[1]
    bounds = [f"--set=perturb.{key}=0" for key in ("start", "wakeup", "memory", "ties")]
    assert cycles("--perturb", "2", *bounds) == plain
    onchip.write("prog.c", CROWD)
    onchip("cc", "prog.c", "-o", "prog")
    ties = [cycles(*bounds[:3], *words) for words in ((), ("--perturb", 1), ("--perturb", 2))]
    assert len(set(ties)) == 3
    assert cycles("--perturb", 2, "--reference", *bounds[:3]) == ties[2]


def test_repetitions_of_a_program_are_its_runs_with_random_delays(
    onchip, folder, capsys, monkeypatch
):
    monkeypatch.chdir(folder)
    fixed = STUDY.replace("{seed}", "50").replace("mesh2x2", "mesh4x4")
    axes = "[axes]\nranks = [4, 16]\nni.wakeup = [3, 4]\n"
    onchip.write("study.toml", f'repetitions = 4\nmetrics = ["cycles"]\n{fixed}{axes}')
    found = study.read(folder / "study.toml")
    table = []
    for point in points.Points(found).all():
        elfs = [one.elf for one in point.linked]
        table.append(point.row(worker.run("run", point.options, elfs, found.metrics)))
    assert [row["perturb"] for row in table] == [1, 2, 3, 4] * 4
    assert len({row["cycles"] for row in table if row["ranks"] == 16}) > 2
    _, run, *words = shlex.split(table[-1]["command"])
    assert onchip(run, "--json", *words).json["cycles"] == table[-1]["cycles"]
    told = [step.as_json() for step in steps.all_steps(found, table)]
    assert [(one["axis"], one["from"], one["to"], *one["at"].values()) for one in told] == [
        ("ranks", "4", "16", "3"),
        ("ranks", "4", "16", "4"),
        ("ni.wakeup", "3", "4", "4"),
        ("ni.wakeup", "3", "4", "16"),
    ]
    steps.say(found, steps.all_steps(found, table))
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "cycles along ranks: 0 of 2 steps are within the noise"
    assert re.fullmatch(r"cycles along ni.wakeup: \d of 2 steps are within the noise.*", said[1])
    steps.say(found, steps.all_steps(found, [row for row in table if row["perturb"] < 4]))
    assert capsys.readouterr().out == "noise: unknown; at least 4 repetitions tell it\n"


def test_a_comparison_tells_differences_from_noise(onchip, folder):
    onchip.write("same.c", PROGRAM + "/* the same program */\n")
    compare = ["compare", "-n", "16", "--repetitions", "4"]
    said = onchip(*compare, "prog.c", "same.c", "50").out.splitlines()
    ends = re.fullmatch(
        r"within the noise: cycles of same.c differ by -(\S+) % to \+(\S+) %, with 95 % confidence",
        said[-1],
    )
    assert ends[1] == ends[2]  # the same runs, so the same differences in both directions
    links = ["--program", "prog.c", "network.link=1", "network.link=9"]
    told = onchip(*compare, *links, "--json", "--", "50").json
    assert not told["noise"] and 0 < told["low"] <= told["shift"] <= told["high"]
    assert len(told["a"]) == len(told["b"]) == 4


@pytest.mark.parametrize(
    "words, told",
    [
        (["mesh2x2", "mesh4x4"], "--program FILE"),
        (["--program", "prog.c", "prog.c", "mesh4x4"], "prog.c is a program"),
        (["--metric", "cicles", "prog.c", "prog.c"], "right: cycles"),
        (["--metric", "area", "prog.c", "prog.c"], "needs no run"),
        (["--printed", "took", "prog.c", "prog.c"], "with one group"),
        (["--printed", "took (.*)", "-n1", "prog.c", "prog.c", "1"], "has no cycles"),
        (["--program", "prog.c", "mehs4x4", "mesh4x4"], "Did you mean mesh4x4?"),
    ],
)
def test_a_wrong_comparison_says_what_is_right(onchip, folder, words, told):
    done = onchip("compare", *words, code=None)
    assert done.code in (Exit.USAGE, Exit.CHIP) and told in done.err
