"""C programs give the same output on chips and on this machine, and the same cycles in every
run.
"""

import math

import pytest

from programs import found

PROGRAMS = found("tests/mpi", "tests/runtime", "examples")
# The result of a program does not depend on where its ranks are. The places are: four ranks on four
# tiles, four ranks in one tile, four ranks spread over tiles of four cores, and sixteen ranks on
# sixteen tiles.
ROOMY = ("--chip", "quad2x2", "--set", "tile.memory_kb=4096")  # some ranks need 600 kB of heap
PLACES = {
    "four tiles": ("--chip", "mesh2x2"),
    "one tile": ROOMY,
    "scattered": (*ROOMY, "--map", "scatter"),
    "mesh4x4": ("--chip", "mesh4x4"),
}
# Each program runs at one of these places, in turn; its runs at other places are long tests.
OFTEN = ("four tiles", "one tile")
# The reference mode simulates about a million cycles per second, and fewer with more tiles.
# Programs longer than the first limit run twice in the fast mode, and in the reference mode only in
# the long tests. Programs longer than the second limit run in the reference mode at one place only.
LONG_CYCLES = 100_000
VERY_LONG_CYCLES = 600_000
HOST_LINES = {}  # results of earlier runs on this machine
# Programs of tests/mpi that also run on all 64 cores of mesh8x8. In the reference mode, these run
# in every test, and the others only in the long tests.
WIDE = [
    "barriers",
    "cartesian",
    "communicators",
    "few_words",
    "groups",
    "matching_random",
    "point_to_point",
]


def long(value):
    return pytest.param(value, marks=pytest.mark.long)


def identify(program):
    return program.name


@pytest.fixture(params=PROGRAMS, ids=identify)
def program(request):
    return request.param


@pytest.fixture
def run(onchip, program, tmp_path):
    """Runs the program, which must end well, and returns its JSON object."""

    def run(*options, ranks=program.ranks):
        options = ("-n", ranks, "--json", "--root", tmp_path, *options)
        linked = onchip.linked(program.path, *(["--host"] if "--host" in options else []))
        report = onchip("run", *options, linked, *program.arguments).json
        assert (report["kind"], report["exit_code"]) == ("exit", 0)
        assert "FAILED" not in report["stdout"] and report["stdout"]
        return report

    return run


def lines(report):
    """The lines in sorted order, since their order is random on this machine."""
    return sorted(report["stdout"].splitlines())


def assert_same(first, second):
    """Compares all of two reports except the time that the runs took."""
    for report in (first, second):
        del report["wall_seconds"]
    assert first == second


@pytest.fixture
def on_host(run, program):
    """The lines of the program on this machine, where it runs once for each number of ranks."""

    def on_host(ranks):
        key = program, ranks
        if key not in HOST_LINES:
            HOST_LINES[key] = lines(run("--host", ranks=ranks))
        return HOST_LINES[key]

    return on_host


@pytest.mark.parametrize(
    ("program", "places"),
    [
        pytest.param(
            program,
            places,
            id=f"{identify(program)}-{places}",
            marks=() if places == OFTEN[number % 2] else pytest.mark.long,
        )
        for number, program in enumerate(PROGRAMS)
        for places in PLACES
    ],
    indirect=["program"],
)
def test_same_output_everywhere(run, program, on_host, places):
    on_chip = run(*PLACES[places])
    if program.host:
        assert lines(on_chip) == on_host(program.ranks)


@pytest.mark.parametrize(
    "program",
    [
        program if program.path.parent.name != "mpi" or program.path.stem in WIDE else long(program)
        for program in PROGRAMS
    ],
    ids=identify,
)
@pytest.mark.parametrize(
    "places", [places if places == "four tiles" else long(places) for places in PLACES]
)
def test_same_cycles_in_the_reference_mode(run, places):
    first = run(*PLACES[places])
    second = run(*PLACES[places], *["--reference"] * (first["cycles"] <= LONG_CYCLES))
    assert_same(first, second)


@pytest.mark.long
@pytest.mark.parametrize("places", PLACES)
def test_long_ones_in_the_reference_mode(run, places):
    first = run(*PLACES[places])
    most = math.inf if places == "four tiles" else VERY_LONG_CYCLES
    if LONG_CYCLES < first["cycles"] <= most:
        assert_same(first, run(*PLACES[places], "--reference"))


@pytest.mark.parametrize("ranks", [7, *(long(n) for n in (1, 2, 3, 16))])
def test_any_number_of_ranks(run, ranks):
    run(ranks=ranks)


# On this machine, ranks share the cores in turn.
@pytest.mark.long
@pytest.mark.parametrize("ranks", [1, 2, 7])
def test_the_host_with_any_number_of_ranks(run, program, on_host, ranks):
    if program.host:
        assert lines(run(ranks=ranks)) == on_host(ranks)


@pytest.mark.parametrize(
    "program", [program for program in PROGRAMS if program.path.stem in WIDE], ids=identify
)
def test_all_of_a_large_chip(run, program):
    run("--chip", "mesh8x8", ranks=64)
