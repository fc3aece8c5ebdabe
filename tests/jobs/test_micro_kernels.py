"""Micro-kernels over MPI, in partial-simulation mode (papers/jobs/partial_simulation.c)."""

import itertools
from collections import Counter

import pytest

from conftest import ROOT
from onchip.chip import chips
from onchip.launch import measured

PROGRAM = ROOT / "papers" / "jobs" / "partial_simulation.c"
COLUMNS, KERNELS, JOBS = 3, 9, 5
SIDES = {"chip": ("--chip", "mesh3x3"), "host": ("--host",)}


def _run(onchip, side, policy, propagation, domains, cycles, seed=1):
    words = (policy, propagation, COLUMNS, JOBS, domains, cycles, seed)
    output = onchip("run", "-n", KERNELS, *SIDES[side], PROGRAM, *words).out
    return {name: int(value) for name, value in map(str.split, output.splitlines())}


POLICIES = "cancel", "sequencer", "auto"
PROPAGATIONS = "naive", "flood", "fixed", "adaptive"
WAYS = [*itertools.product(["chip"], POLICIES, PROPAGATIONS), ("host", "auto", "adaptive")]
LONG_WAYS = set(itertools.product(["host"], POLICIES, PROPAGATIONS)).difference(WAYS)


@pytest.mark.parametrize(
    ("side", "policy", "propagation"),
    [*WAYS, *(pytest.param(*way, marks=pytest.mark.long) for way in sorted(LONG_WAYS))],
)
def test_all_jobs_run(onchip, side, policy, propagation):
    links = 2 * COLUMNS * (COLUMNS - 1)
    each = KERNELS - 1 if propagation != "flood" else 2 * links - (KERNELS - 1)
    for seed in (1, 2):
        run = _run(onchip, side, policy, propagation, KERNELS, 1000, seed)
        assert run["requests"] == each * (JOBS + run["cancelled"])
        assert policy != "sequencer" or run["cancelled"] == 0


@pytest.mark.parametrize("policy", ["cancel", "sequencer"])
def test_jobs_that_need_everything_run_one_after_the_other(onchip, policy):
    long = 100_000
    run = _run(onchip, "chip", policy, "fixed", KERNELS, long)
    waits = [run[f"job_{i + 1}"] for i in range(JOBS)]
    assert all(later >= earlier + long for earlier, later in itertools.pairwise(waits))


def test_jobs_that_do_not_meet_run_side_by_side(onchip):
    long = 1_000_000
    run = _run(onchip, "chip", "cancel", "fixed", 2, long)
    # Four jobs of two domains each fit into nine domains; the fifth job waits until one ends.
    waits = [run[f"job_{i + 1}"] for i in range(JOBS)]
    assert waits[3] < long <= waits[4]


@pytest.mark.parametrize("policy", ["backoff", "central"])
def test_what_the_paper_argues_against(onchip, policy):
    """With the policies that Ramachandran's paper argues against, all jobs run. All micro-kernels
    end, although they send reports until the end.
    """
    words = (policy, "fixed", COLUMNS, JOBS, KERNELS, 1000, 1, "period=20000")
    output = onchip("run", "-n", KERNELS, "--chip", "mesh3x3", PROGRAM, *words).out
    run = {name: int(value) for name, value in map(str.split, output.splitlines())}
    waits = [run[f"job_{i + 1}"] for i in range(JOBS)]
    assert all(later >= earlier + 1000 for earlier, later in itertools.pairwise(waits))
    each = KERNELS - 1 if policy == "backoff" else 0
    assert run["requests"] == each * (JOBS + run["cancelled"])


def test_back_off_without_a_period_is_refused(onchip):
    words = ("backoff", "fixed", COLUMNS, JOBS, KERNELS, 1000, 1)
    done = onchip("run", "-n", KERNELS, "--chip", "mesh3x3", PROGRAM, *words, code=1)
    assert "a period of 0" in done.err


@pytest.mark.parametrize("propagation", PROPAGATIONS)
@pytest.mark.parametrize("source", [0, 4, 8])
def test_a_message_to_all_and_its_replies(onchip, propagation, source):
    """The numbers of messages are those of section 5.3 of Ramachandran's paper. With flooding, a
    micro-kernel sends to all neighbours except the one from which the message came.
    """
    words = ("--chip", "mesh3x3", PROGRAM.parent / "broadcast.c", propagation, COLUMNS, source)
    lines = onchip("run", "-n", KERNELS, *words).out.splitlines()
    run = {name: int(value) for name, value in map(str.split, lines)}
    links = 2 * COLUMNS * (COLUMNS - 1)
    each = KERNELS - 1 if propagation != "flood" else 2 * links - (KERNELS - 1)
    assert (run["messages"], run["replies"]) == (each, KERNELS - 1)
    assert 0 < run["cycles"] < 20_000


@pytest.mark.parametrize("source", [0, 4, 8])
def test_a_message_to_all_by_multicast(onchip, source):
    """The source sends one message, and each other micro-kernel replies. The fast mode and the
    reference mode take the same cycles. A multicast takes less time than one message to each
    micro-kernel.
    """
    words = ("--chip", "mesh3x3", "--set", "network.multicast=rectangle")
    words += (PROGRAM.parent / "broadcast.c",)
    out, reference = (
        onchip("run", "-n", KERNELS, *mode, *words, "multicast", COLUMNS, source).out
        for mode in ((), ("--reference",))
    )
    run, naive = (
        {name: int(value) for name, value in map(str.split, text.splitlines())}
        for text in (out, onchip("run", "-n", KERNELS, *words, "naive", COLUMNS, source).out)
    )
    assert (run["messages"], run["replies"]) == (1, KERNELS - 1)
    assert 0 < run["cycles"] < naive["cycles"] and out == reference


@pytest.mark.parametrize("ranks, chip", [(9, "mesh3x3"), (5, "mesh3x3 with multicasts")])
def test_a_multicast_needs_a_rectangle_and_the_hardware(onchip, ranks, chip):
    name, *has = chip.split(" with ")
    keys = ("--set", "network.multicast=rectangle") if has else ()
    words = ("--chip", name, *keys, PROGRAM.parent / "broadcast.c", "multicast", COLUMNS, 0)
    onchip("run", "-n", ranks, *words, code=1)


def test_a_message_to_all_of_a_single_one(onchip):
    out = onchip("run", "-n", 1, "--host", PROGRAM.parent / "broadcast.c", "flood", 1, 0).out
    assert "messages 0\nreplies 0\n" in out


def _means(policy, domains, seeds):
    """The mean waits of four jobs in the corners of a 7×7 mesh, figure 5.1 of Ramachandran."""
    chip = chips.load("tile64", ["mesh.columns=7", "mesh.rows=7", "dram.routers=[0]"])
    for seed in seeds:
        words = (policy, "fixed", "7", "4", str(domains), "2000", str(seed))
        yield measured.numbers(chip, measured.Program((PROGRAM,), 49, words))["mean"]


# If jobs need half of all domains, mean waits of single seeds differ by a tenth, so 15 are needed.
@pytest.mark.parametrize("domains, seeds", [(3, 3), pytest.param(24, 15, marks=pytest.mark.long)])
def test_auto_is_close_to_the_better_policy(domains, seeds):
    auto, *others = (
        sum(_means(policy, domains, range(1, seeds + 1)))
        for policy in ("auto", "cancel", "sequencer")
    )
    assert auto <= 1.05 * min(others)


DRAWS = """
#include "domains.h"
int main(void) {
    for (int seed = 1; seed <= 600; seed++)
        for (int job = 0; job < 4; job++)
            printf("%llu\\n", (unsigned long long)time_of(job, seed) - BEGIN);
    (void)join_neighbours, (void)word, (void)policies, (void)propagations, (void)apart;
}
"""


def test_repetitions_differ(onchip):
    """Each seed gives four jobs other times, and all 24 orders of the jobs are equally likely
    (chi-square test, 0.1 %).
    """
    onchip.write("draws.c", DRAWS)
    done = onchip("run", "-n", 1, "--host", "--cflags", f"-I{PROGRAM.parent}", "draws.c")
    times = list(map(int, done.out.split()))
    draws = [tuple(times[at : at + 4]) for at in range(0, len(times), 4)]
    assert len(set(draws)) == len(draws) == 600
    orders = Counter(tuple(sorted(range(4), key=draw.__getitem__)) for draw in draws)
    expected = len(draws) / 24
    assert sum((count - expected) ** 2 / expected for count in orders.values()) < 49.7
    assert len({tuple(sorted(range(4), key=draw.__getitem__)) for draw in draws[:15]}) > 6
    # The times are uniform below 1,000, within five standard errors.
    assert abs(sum(times) / len(times) - 499.5) < 5 * 288.7 / len(times) ** 0.5
