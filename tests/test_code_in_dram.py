"""With `--code dram`, cores get their instructions through caches from DRAM."""

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from test_heap import CHOSEN_OPENMP, MPI, OPENMP, chosen, ids

FOLDER = ROOT / "tests/code"
IN_DRAM = ("--code", "dram")
KEY = "instruction_cache"
# Caches so small that programs of moderate size miss all the time, with each policy.
CACHES = {
    "lru": {"size_kb": 1},
    "tree": {"size_kb": 2, "replacement": "tree", "line_bytes": 128, "ways": 2},
    "round robin": {"size_kb": 1, "replacement": "round_robin", "prefetch": "next"},
    "random": {"size_kb": 1, "replacement": "random", "line_bytes": 16, "prefetch": "next"},
    "direct": {"size_kb": 2, "ways": 1, "line_bytes": 64, "prefetch": "next"},
}
CHOSEN = ("mpi/point_to_point", "mpi/windows", "runtime/files")


def settings(cache):
    return [word for key, value in cache.items() for word in ("--set", f"{KEY}.{key}={value}")]


SMALL = (*IN_DRAM, *settings(CACHES["round robin"]))


@pytest.mark.parametrize("program", chosen(MPI, CHOSEN, lambda one: one.name), ids=ids)
def test_program(onchip, program):
    words = ("-n", program.ranks, "--json", "--root", onchip.folder, "--chip", "mesh4x4", *SMALL)
    report = onchip("run", *words, program.path, *program.arguments, timeout=300).json
    assert (report["kind"], report["exit_code"]) == ("exit", 0)
    assert "FAILED" not in report["stdout"] and report["stdout"]


@pytest.mark.parametrize("program", chosen(OPENMP, CHOSEN_OPENMP[:2]))
def test_program_with_threads(onchip, program):
    for options in (("--threads", 4, "--chip", "sarc4"), ("--threads", 7, "--chip", "quad2x2")):
        done = onchip("run", "-n", 1, *SMALL, *options, ROOT / f"tests/omp/{program}.c")
        assert done.out == "done\n"


@pytest.mark.parametrize("cache", CACHES)
def test_the_reference_gives_the_same(onchip, cache):
    """Cycles and counts equal those of the reference mode, for each kind of cache, and whether code
    is compiled for the host or not.
    """
    words = ("run", "--json", "--chip", "mesh4x4", "-n", 2, *IN_DRAM, *settings(CACHES[cache]))
    source = ROOT / "tests/cache/sums.c"
    reports = [onchip(*words, *mode, source).json for mode in ((), ("--reference",), ("--energy",))]
    assert reports[0]["exit_code"] == 0
    fast, reference, priced = ((one["cycles"], one["per_rank"]) for one in reports)
    assert fast == reference == priced
    rank = reports[0]["per_rank"][0]
    assert rank["instruction_lines"] > rank["instruction_fetches"] >= rank["instruction_misses"] > 0
    fetches_more = rank["instruction_fetches"] > rank["instruction_misses"]
    assert fetches_more == ("prefetch" in CACHES[cache])


def test_code_may_be_larger_than_the_tile(onchip):
    words = ("run", "-n", 1, "--chip", "mesh2x2", "--set", "tile.memory_kb=256")
    expected = 2 * sum(100 + number for number in range(1000, 2000))
    done = onchip(*words, *IN_DRAM, *settings({"size_kb": 4}), FOLDER / "large.c")
    assert done.out == f"{expected}\n"
    refused = onchip(*words, FOLDER / "large.c", code=None)
    assert refused.code == Exit.MEMORY and "--code dram" in refused.err


def test_a_warm_loop_costs_what_it_costs_in_the_tile(onchip):
    """The loop has 64 instructions of one cycle each, in four lines of 64 bytes. Missing lines come
    from DRAM, and nothing else costs more.
    """
    words = ("run", "-n", 1, "--chip", "mesh2x2")
    cache = settings({"size_kb": 4, "line_bytes": 64})
    (plain, again, _), (cold, warm, dropped) = (
        map(int, onchip(*words, *options, FOLDER / "drop.c").out.split())
        for options in ((), (*IN_DRAM, *cache))
    )
    assert plain == again == warm
    assert cold == dropped > plain + 4 * 30


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("mesh2x2",), f"no instruction caches; --set {KEY}.size_kb=4 adds them"),
        (("subclusters2x8", "--set", f"{KEY}.size_kb=4"), "no DRAM"),
    ],
)
def test_chips_that_cannot_run_code_from_dram(onchip, options, message):
    done = onchip("run", "-n", 1, *IN_DRAM, "--chip", *options, FOLDER / "drop.c", code=None)
    assert done.code == Exit.MEMORY and message in done.err


@pytest.mark.parametrize(
    ("cache", "message"),
    [
        ({"size_kb": 4, "ways": 3}, "are not a power of two of sets"),
        ({"size_kb": 1, "line_bytes": 64, "ways": 16, "prefetch": "next"}, "are one set"),
    ],
)
def test_shapes_that_no_cache_has(onchip, cache, message):
    done = onchip("chip", "show", "mesh4x4", *settings(cache), code=None)
    assert done.code == Exit.CHIP
    assert message in done.err and KEY in done.err
