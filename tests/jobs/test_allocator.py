"""The allocator of jobs in a network that may deliver messages in any order (harness.c): safety,
liveness, numbers of messages, and whether the harness finds planted faults.
"""

import itertools
import os
import subprocess

import pytest

from conftest import ROOT

HERE = ROOT / "tests" / "jobs"
SOURCES = [
    ROOT / "runtime" / "jobs" / name
    for name in (
        "allocator.c",
        "backfill.c",
        "backoff.c",
        "coordinator.c",
        "manager.c",
        "propagation.c",
        "sequencer.c",
        "survivors.c",
        "wait_queue.c",
    )
]
POLICIES = {"cancel": 0, "sequencer": 1, "auto": 2}
BASELINES = {"backoff": 3, "central": 4}  # the policies that the paper argues against
PROPAGATIONS = {"naive": 0, "flood": 1, "fixed": 2, "adaptive": 3}
REQUEST, RESPONSE, SPAWN, CANCEL, SUBMIT, EXPLORE, PREFER, DECLINE = range(8)
EAST, WEST, SOUTH, NORTH = range(4)
KINDS = [{"policy": p, "propagation": q} for p, q in itertools.product(POLICIES, PROPAGATIONS)]


def with_fault(folder, right, wrong):
    """The sources with one line changed to a wrong one."""
    texts = {source: source.read_text() for source in SOURCES}
    assert sum(text.count(right) for text in texts.values()) == 1
    for source, text in texts.items():
        (folder / source.name).write_text(text.replace(right, wrong))
    return [folder / source.name for source in SOURCES]


def _build(folder, sources, *flags, main="harness"):
    program = folder / main
    words = ["gcc", "-std=c11", "-O1", "-Wall", "-Wextra", *flags]
    include = [f"-I{ROOT / 'runtime'}", f"-I{ROOT / 'runtime' / 'include'}"]
    subprocess.run(
        [*words, "-Werror", *include, "-o", program, HERE / f"{main}.c", *sources], check=True
    )
    return program


@pytest.fixture(scope="module")
def harness(tmp_path_factory):
    folder = tmp_path_factory.mktemp("harness")
    return _build(folder, SOURCES, "-g", "-fsanitize=address,undefined")


@pytest.fixture(scope="module")
def unchecked(tmp_path_factory):
    """A build without sanitizers, which is faster and also accepts workloads that stop in the
    middle with memory still allocated.
    """
    return _build(tmp_path_factory.mktemp("unchecked"), SOURCES, "-g", "-O2")


def _run(program, policy, propagation, columns, rows, first=1, seeds=20, lost=0, dead=0):
    words = [
        (POLICIES | BASELINES)[policy],
        PROPAGATIONS[propagation],
        columns,
        rows,
        first,
        seeds,
        lost,
        dead,
    ]
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True)


def _figures(program, *words, **more):
    run = _run(program, *words, **more)
    assert run.returncode == 0, run.stdout + run.stderr
    return {name: int(value) for name, value in map(str.split, run.stdout.splitlines())}


@pytest.mark.parametrize("grid", [(1, 1), (2, 1), (2, 2), (3, 3), (5, 3)])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(kind.values()))
def test_random_workloads(harness, kind, grid):
    _figures(harness, *kind.values(), *grid)


@pytest.mark.parametrize("policy, lost", [("backoff", 0), ("backoff", 9), ("central", 0)])
@pytest.mark.parametrize("grid", [(2, 2), (3, 3), (5, 3)])
def test_baselines(harness, policy, grid, lost):
    """The policies `backoff` and `central` place all jobs, too: `backoff` repeats requests, and
    `central` sends none, because a central manager gives the cores.
    """
    figures = _figures(harness, policy, "adaptive" if lost else "fixed", *grid, lost=lost)
    if policy == "central":
        assert figures[f"sent_{REQUEST}"] == figures["cancelled"] == 0
        assert figures[f"sent_{SUBMIT}"] > 0
    else:
        assert figures["most_requests"] > 1 and figures["cancelled"] > 30
        assert figures[f"sent_{SUBMIT}"] == 0


def _steps(program, *grid):
    """For each source, the messages of the fixed pattern as (sender, receiver, direction)."""
    words = [PROPAGATIONS["fixed"], *grid]
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=True)
    direction_of = {1: EAST, -1: WEST, grid[0]: SOUTH, -grid[0]: NORTH}
    steps = {source: [] for source in range(grid[0] * grid[1])}
    for line in done.stdout.splitlines():
        source, sender, receiver = map(int, line.split())
        steps[source].append((sender, receiver, direction_of[receiver - sender]))
    return steps


def test_fixed_pattern_depends_on_the_source(tmp_path):
    """Section 2.3.4 of Ramachandran's paper: if the source is the bottom left corner, messages go
    east; from the bottom right they go north, from the top right west, from the top left south.
    This holds for all messages except those along one side of the grid. Figure 2.5b: from the
    centre, each of the four arms serves a quadrant.
    """
    steps = _steps(_build(tmp_path, SOURCES, main="pattern"), 5, 5)
    for source, of in steps.items():
        assert [step[0] for step in of[:1]] == [source]
        receivers = sorted(receiver for _, receiver, _ in of)
        assert receivers == [node for node in range(25) if node != source]  # each once
    for corner, towards, spine in (
        (20, EAST, NORTH),
        (24, NORTH, WEST),
        (4, WEST, SOUTH),
        (0, SOUTH, EAST),
    ):
        directions = [direction for *_, direction in steps[corner]]
        assert directions.count(towards) == 20 and directions.count(spine) == 4
    directions = [direction for *_, direction in steps[12]]
    assert all(directions.count(one) == 6 for one in (EAST, WEST, SOUTH, NORTH))


@pytest.mark.parametrize("grid", [(3, 3), (5, 3)])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(kind.values()))
def test_links_are_lost_while_jobs_go_on(harness, kind, grid):
    links = (grid[0] - 1) * grid[1] + grid[0] * (grid[1] - 1)
    figures = _figures(harness, *kind.values(), *grid, lost=links)
    assert figures["lost_links"] > 20  # more than one link is lost in each run


@pytest.mark.parametrize("grid", [(2, 2), (5, 3)])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(kind.values()))
def test_micro_kernels_die_while_jobs_go_on(harness, kind, grid):
    """Micro-kernels die at any time, also while others are dying; some links are lost, too."""
    figures = _figures(harness, *kind.values(), *grid, lost=3, dead=3)
    assert figures["runs_with_death"] > 15 and figures["lost_jobs"] > 0


# These parameters give 12,000 workloads.
@pytest.mark.long
@pytest.mark.parametrize("grid, seeds", [((3, 1), 300), ((2, 2), 300), ((5, 3), 390), ((7, 7), 10)])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(kind.values()))
def test_many_deaths(unchecked, kind, grid, seeds):
    seeds = int(os.environ.get("ONCHIP_CASES", seeds))
    _figures(unchecked, *kind.values(), *grid, first=1000, seeds=seeds, lost=9, dead=6)


# There are twelve kinds of protocols, so the seeds give more than ten thousand workloads. A
# workload on 7×7 micro-kernels takes a tenth of a second.
@pytest.mark.long
@pytest.mark.parametrize("grid, seeds", [((3, 1), 280), ((2, 2), 280), ((4, 3), 280), ((7, 7), 20)])
@pytest.mark.parametrize("lost", [0, 9])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(kind.values()))
def test_many_random_workloads(unchecked, kind, grid, seeds, lost):
    seeds = int(os.environ.get("ONCHIP_CASES", seeds))
    _figures(unchecked, *kind.values(), *grid, first=1000, seeds=seeds, lost=lost)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("propagation", PROPAGATIONS)
@pytest.mark.parametrize(
    "grid", [(2, 2), (3, 3), (5, 3), pytest.param((7, 7), marks=pytest.mark.long)]
)
def test_each_request_reaches_everybody_by_as_many_messages_as_published(
    harness, policy, propagation, grid
):
    sent = _figures(harness, policy, propagation, *grid)
    columns, rows = grid
    kernels = columns * rows
    links = (columns - 1) * rows + columns * (rows - 1)
    # Ramachandran 2.3.4. Flooding sends to all neighbours, but not back.
    each = kernels - 1 if propagation != "flood" else 2 * links - (kernels - 1)
    cancelled = sent["cancelled"]
    requests, rest = divmod(sent[f"sent_{REQUEST}"], each)
    assert rest == 0
    # Each request ends with a job that starts or is cancelled. A cancelled job is requested again.
    assert requests * each == sent[f"sent_{SPAWN}"] + sent[f"sent_{CANCEL}"]
    assert sent[f"sent_{CANCEL}"] == cancelled * each
    assert policy == "auto" or (cancelled == 0) == (policy == "sequencer")
    if propagation == "adaptive":
        # Each tree explores every link once, or twice if both ends of the link ask. All questions
        # are answered.
        seeds = 20
        assert sent[f"sent_{PREFER}"] == seeds * kernels * (kernels - 1)
        assert sent[f"sent_{EXPLORE}"] == sent[f"sent_{PREFER}"] + sent[f"sent_{DECLINE}"]
        assert sent[f"sent_{EXPLORE}"] == seeds * kernels * (2 * links - (kernels - 1))


@pytest.mark.parametrize("grid", [(2, 2), (3, 3), (4, 3), (7, 7), (8, 8)])
def test_worst_case_until_the_first_job_starts(unchecked, grid):
    """In section 5.1.2 of Ramachandran's paper, all requests but one are cancelled before the first
    job starts, each of them at all other micro-kernels.
    """
    kernels = grid[0] * grid[1]
    sent = _figures(unchecked, "cancel", "naive", *grid, seeds=0, first=0)
    assert sent["cancelled"] == kernels - 1
    assert sent[f"sent_{CANCEL}"] == (kernels - 1) ** 2
    # All jobs but one are requested twice: n - 1 cancellations, n - 1 repetitions.
    assert sent[f"sent_{REQUEST}"] == (2 * kernels - 1) * (kernels - 1)


@pytest.mark.parametrize("grid", [(2, 2), (3, 3), (4, 3), (7, 7), (8, 8)])
def test_worst_case_until_all_have_ended(unchecked, grid):
    """The worst case repeats for the jobs that are left, so the i-th job is requested i times."""
    kernels = grid[0] * grid[1]
    sent = _figures(unchecked, "cancel", "naive", *grid, seeds=0, first=1)
    assert sent["cancelled"] == kernels * (kernels - 1) // 2
    assert sent["most_requests"] == kernels


FAULTS = {
    "nobody cancels": ("return allocator->outstanding != entry;", "return false;"),
    "an old response counts": ("entry->attempt == header->attempt", "true"),
    "what is not used stays": ("entry->reserved - used", "0u"),
    "a cancelled job keeps its cores": ("allocator->idle += entry->reserved;\n    entry", "entry"),
    "the order is another one everywhere": (
        "if (one->home != other->home)\n        return one->home < other->home ? -1 : 1;",
        "if (one->home != other->home)\n        return (uintptr_t)one & 64 ? -1 : 1;",
    ),
    "flooding does not end": ("if (message->header.serial <= propagation->seen[source])", "if (0)"),
    "a tree is told to nobody": ("|= (uint8_t)(1u << direction);\n        /*", "|= 0; /*"),
    "a message does not wait for those before it": (
        "if (message->header.serial == *seen + 1) {",
        "if (message->header.serial > *seen) {\n        *seen = message->header.serial - 1;",
    ),
    "a loss is heard of by neighbours only": ("link->one == one && link->other == other", "true"),
    "what the dead one has offered counts": ("entry->gathered -= shares[i].cores;", ";"),
    "the dead one's requests stay": (
        "if (!entry->is_own && is_dead(allocator, entry->coordinator))",
        "if (0)",
    ),
    "nobody relays a spawn": (
        "record->coordinator == allocator->self || is_dead(allocator, record->coordinator)",
        "record->coordinator == -1",
    ),
    "the dead one's requests go too early": (
        "allocator->survivors->announced[kernel] < allocator->propagation.deaths",
        "0",
    ),
    "a request that the dead one has not passed on stays away": (
        "if (!is_out && header->attempt)",
        "if (0)",
    ),
    "a job stays with a dead sequencer": (
        "oc_sequencer_entrust(allocator, &entrusted->job);",
        ";",
    ),
    "a job runs without the cores that are lost": (
        "if (has_share(record, dead))\n            report_lost",
        "if (0)\n            report_lost",
    ),
    "the next sequencer is the one before": (
        "kernel = (kernel + 1) %",
        "kernel = (kernel + allocator->domains->count - 1) %",
    ),
    "responses are not counted": ("entry->responses++;", ""),
    "a lost link is asked over": ("&&\n            !(propagation->lost >> direction & 1)", ""),
}


# Each fault needs a compilation, so most are long tests.
@pytest.mark.parametrize(
    "fault",
    [
        fault if number % 3 == 0 else pytest.param(fault, marks=pytest.mark.long)
        for number, fault in enumerate(FAULTS)
    ],
)
def test_a_planted_fault_is_found(tmp_path, fault):
    program = _build(tmp_path, with_fault(tmp_path, *FAULTS[fault]))
    # Some faults need many cases, and so 100 seeds.
    ways = [(True, 0, 0, 5), (False, 9, 0, 5), (True, 0, 4, 100)]
    assert any(
        _run(program, *kind.values(), 3, 3, seeds=seeds, lost=lost, dead=dead).returncode
        for with_sequencer, lost, dead, seeds in ways
        for kind in KINDS
        if with_sequencer or "sequencer" not in kind.values()
    )
