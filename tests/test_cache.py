"""Programs on chips with data caches, which nobody keeps coherent: the library is right on them."""

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from programs import found
from test_heap import CHOSEN_OPENMP, IN_DRAM, MPI, OPENMP, PLACES, chosen, ids, run

FOLDER = ROOT / "tests/cache"
SMALL = ("--set", "data_cache.size_kb=4")
CACHED = ("--set", "data_cache.size_kb=32", "--set", "data_cache.line_bytes=64")
# Lines are as short, and as long, as they can be; each policy is there.
CACHES = {
    "small": SMALL,
    "long lines": (*SMALL, "--set", "data_cache.line_bytes=128", "--set", "data_cache.ways=2"),
    "write through": (*SMALL, "--set", "data_cache.write=through"),
    "in turn": (*SMALL, "--set", "data_cache.replacement=round_robin"),
    "around": (
        *("--set", "data_cache.size_kb=1", "--set", "data_cache.line_bytes=16"),
        *("--set", "data_cache.write_miss=around", "--set", "data_cache.replacement=tree"),
    ),
    "random": (*SMALL, "--set", "data_cache.replacement=random", "--set", "data_cache.hit=1"),
}
FULL_TILE = ("--cflags", f"-include {FOLDER / 'full_tile.h'}")
CHOSEN = ("mpi/point_to_point", "mpi/windows", "mpi/windows_locks", "runtime/files")


@pytest.mark.parametrize("program", chosen(MPI, CHOSEN, lambda one: one.name), ids=ids)
def test_program(onchip, program):
    run(onchip, program, "--chip", "mesh4x4", *SMALL)


@pytest.mark.long
@pytest.mark.parametrize("cache", CACHES)
@pytest.mark.parametrize("program", found("tests/mpi"), ids=ids)
def test_program_with_each_cache(onchip, program, cache):
    run(onchip, program, "--chip", "quad2x2", *CACHES[cache])


# Sends must start within 5 ms, but what they need lies in DRAM.
FOR_FULL_TILES = [one for one in found("tests/mpi") if one.name != "mpi/local_sends"]
CHOSEN_FOR_FULL_TILES = ("mpi/requests", "mpi/windows_locks", "mpi/partitioned")


@pytest.mark.parametrize(
    "program", chosen(FOR_FULL_TILES, CHOSEN_FOR_FULL_TILES, lambda one: one.name), ids=ids
)
def test_program_with_a_full_tile(onchip, program):
    """What others write lies in memory that is not cached, though the tile has no room for it."""
    run(onchip, program, "--chip", "quad2x2", *SMALL, *FULL_TILE)


@pytest.mark.parametrize("program", chosen(OPENMP, ("depend", "task_reduction")))
def test_program_with_threads_and_a_full_tile(onchip, program):
    options = (*IN_DRAM, *SMALL, *FULL_TILE, "--threads", 4, "--chip", "sarc4")
    assert onchip("run", "-n", 1, *options, ROOT / f"tests/omp/{program}.c").out == "done\n"


def test_buffered_sends_from_cached_memory(onchip):
    """Receivers clear words in the buffer."""
    done = onchip("run", "-n", 2, "--chip", "mesh2x2", *IN_DRAM, *SMALL, FOLDER / "buffer.c")
    assert done.out == "0 wrong\n" * 2


@pytest.mark.parametrize("program", chosen(OPENMP, CHOSEN_OPENMP))
def test_program_with_threads(onchip, program):
    for place, options in PLACES.items():
        source = ROOT / f"tests/omp/{program}.c"
        done = onchip("run", "-n", 1, *IN_DRAM, *options, *SMALL, source)
        assert done.out == "done\n", place


@pytest.mark.parametrize("cache", [None, *CACHES])
def test_variables_in_dram(onchip, cache):
    """With `--data dram`, each rank has its own, and every call takes them."""
    for ranks, chip in ((2, "mesh2x2"), (4, "quad2x2")):
        words = ("--data", "dram", "--chip", chip, *CACHES.get(cache, ()))
        done = onchip("run", "-n", ranks, "--root", onchip.folder, *words, FOLDER / "variables.c")
        assert done.out == "0 wrong\n", chip


@pytest.mark.parametrize("program", chosen(OPENMP, ("exclusion", "depend", "sums")))
def test_program_with_threads_and_variables_in_dram(onchip, program):
    for place, options in PLACES.items():
        for cache in ((), SMALL):
            words = (*("run", "-n", 1, "--data", "dram"), *options, *cache)
            assert onchip(*words, ROOT / f"tests/omp/{program}.c").out == "done\n", (place, cache)


@pytest.mark.parametrize("locks", ["queue", "mutex"])
def test_synchronised_threads_read_what_others_wrote(onchip, locks):
    """Critical constructs, locks, ordered, single, barriers and taskwait refresh what is cached."""
    options = ("--threads", 2, "--omp", f"lock={locks}", "--chip", "mesh2x2", *SMALL)
    for place in ("--heap", "--data"):
        done = onchip("run", "-n", 1, place, "dram", *options, FOLDER / "synchronised.c")
        assert done.out == "0 wrong\n", place


@pytest.mark.parametrize(
    "program",
    ["loop", *(pytest.param(name, marks=pytest.mark.long) for name in ("cg", "ft", "mg", "sort"))],
)
def test_threads_speed_up_work_on_shared_variables(onchip, program):
    """The DRAM controller, which takes some 50 cycles for a line, bounds them all."""
    source = FOLDER / f"shared/{program}.c"
    expected = onchip("run", "--host", "-n", 1, "--threads", 1, source).out
    cycles = []
    for threads in (1, 16):
        words = ("--chip", "mesh4x4", *CACHED, "--data", "dram", "--threads", threads)
        time, result = onchip("run", "-n", 1, *words, source, "cycles").out.splitlines()
        assert f"{result}\n" == expected
        cycles.append(int(time.split()[0]))
    assert cycles[1] < cycles[0], cycles


@pytest.mark.parametrize("cache", CACHES)
def test_the_reference_gives_the_same(onchip, cache):
    """Cycles and counts are those of the reference mode, for each kind of cache."""
    words = ("run", "--json", "--chip", "mesh2x2", "-n", 2, *IN_DRAM, *CACHES[cache])
    fast, reference = (
        onchip(*words, *mode, FOLDER / "sums.c").json for mode in ((), ("--reference",))
    )
    assert fast["exit_code"] == 0
    for report in (fast, reference):
        report.pop("wall_seconds")
    assert fast == reference
    rank = fast["per_rank"][0]
    assert rank["cache_hits"] > rank["cache_fetches"] > 0


def test_a_copy_that_nobody_refreshes_is_stale(onchip):
    """A core keeps what it has read, until it orders its loads or flushes the line."""
    done = onchip("run", "-n", 2, "--chip", "mesh2x2", *SMALL, FOLDER / "stale.c")
    assert done.out == "first 1, then 1, after a fence 2, after cbo.flush 3\n"


def test_the_library_caches_only_with_a_heap_in_dram(onchip):
    """Programs with their heap in the tile take as many cycles as without a cache."""
    words = ("run", "--json", "--chip", "mesh2x2", "-n", 2)
    plain, cached = (
        onchip(*words, *cache, FOLDER / "sums.c").json["cycles"] for cache in ((), SMALL)
    )
    assert plain == cached


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["size_kb=4", "ways=3"], "are not a power of two of sets"),
        (["size_kb=1", "line_bytes=128", "ways=16"], "are not a power of two of sets"),
        (["size_kb=3", "ways=3", "replacement=tree"], "are not the leaves of a tree"),
    ],
)
def test_shapes_that_no_cache_has(onchip, settings, message):
    options = [word for setting in settings for word in ("--set", f"data_cache.{setting}")]
    done = onchip("chip", "show", "mesh4x4", *options, code=None)
    assert done.code == Exit.CHIP
    assert message in done.err and "data_cache" in done.err
