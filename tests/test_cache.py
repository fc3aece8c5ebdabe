"""Programs on chips whose data caches are not coherent: the library works correctly on them."""

import json
import subprocess
from subprocess import PIPE

import pytest

from conftest import ONCHIP, ROOT
from onchip.base.failures import Exit
from programs import found
from test_heap import CHOSEN_OPENMP, IN_DRAM, MPI, OPENMP, PLACES, chosen, ids, run

FOLDER = ROOT / "tests/cache"
SMALL = ("--set", "data_cache.size_kb=4")
CACHED = ("--set", "data_cache.size_kb=32", "--set", "data_cache.line_bytes=64")
# Lines of the smallest and the largest size, and every policy.
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
# Each replacement policy with each write policy, in caches that real programs fill.
SHAPES = {
    f"{replacement} {ways} {write} {miss}": {
        "size_kb": size,
        "line_bytes": line,
        "ways": ways,
        "replacement": replacement,
        "seed": 7,
        "write": write,
        "write_miss": miss,
    }
    for (replacement, size, line, ways) in (
        ("lru", 4, 32, 4),
        ("lru", 3, 64, 3),
        ("tree", 2, 16, 8),
        ("round_robin", 2, 128, 2),
        ("random", 4, 32, 16),
    )
    for (write, miss) in (("back", "allocate"), ("back", "around"), ("through", "around"))
}
# Each replacement and each write policy is in one of these shapes. Tests of the others are long.
CHOSEN_SHAPES = (
    *("lru 4 back allocate", "lru 3 back around", "tree 8 back allocate"),
    *("round_robin 2 through around", "random 16 back allocate"),
)
# The keys of a cache that the model gets, for each level.
OF_BOTH = ("size_kb", "ways", "replacement", "seed")
# Programs with their ranks and arguments.
WORK = (("tests/cache/sums.c", 2),)
MUCH_WORK = (
    ("tests/cache/products.c", 2, 130),
    ("tests/mpi/typical/sort.c", 4),
    ("tests/mpi/typical/conjugate.c", 4),
    ("examples/heat2d.c", 4),
)
CHOSEN = ("mpi/point_to_point", "mpi/windows", "mpi/windows_locks", "runtime/files")


@pytest.mark.parametrize("program", chosen(MPI, CHOSEN, lambda one: one.name), ids=ids)
def test_program(onchip, program):
    run(onchip, program, "--chip", "mesh4x4", *SMALL)


@pytest.mark.long
@pytest.mark.parametrize("cache", CACHES)
@pytest.mark.parametrize("program", found("tests/mpi"), ids=ids)
def test_program_with_each_cache(onchip, program, cache):
    run(onchip, program, "--chip", "quad2x2", *CACHES[cache])


# mpi/local_sends is left out: its sends must start within 5 ms, but here their data are in DRAM.
FOR_FULL_TILES = [one for one in found("tests/mpi") if one.name != "mpi/local_sends"]
CHOSEN_FOR_FULL_TILES = ("mpi/requests", "mpi/windows_locks", "mpi/partitioned")


@pytest.mark.parametrize(
    "program", chosen(FOR_FULL_TILES, CHOSEN_FOR_FULL_TILES, lambda one: one.name), ids=ids
)
def test_program_with_a_full_tile(onchip, program):
    """Words that other ranks write lie in memory that is not cached, even if the tile is full."""
    run(onchip, program, "--chip", "quad2x2", *SMALL, *FULL_TILE)


@pytest.mark.parametrize("program", chosen(OPENMP, ("depend", "task_reduction")))
def test_program_with_threads_and_a_full_tile(onchip, program):
    options = (*IN_DRAM, *SMALL, *FULL_TILE, "--threads", 4, "--chip", "sarc4")
    assert onchip("run", "-n", 1, *options, ROOT / f"tests/omp/{program}.c").out == "done\n"


def test_buffered_sends_from_cached_memory(onchip):
    """Receivers clear words in the sender's buffer, and the sender must see this."""
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
    """With `--data dram`, each rank has variables of its own, and every call accepts them as
    buffers.
    """
    for ranks, chip in ((2, "mesh2x2"), (4, "quad2x2")):
        words = ("--data", "dram", "--chip", chip, *CACHES.get(cache, ()))
        done = onchip("run", "-n", ranks, "--root", onchip.folder, *words, FOLDER / "variables.c")
        assert done.out == "0 wrong\n", chip


@pytest.mark.parametrize("program", chosen(OPENMP, ("copy", "exclusion", "depend", "sums")))
def test_program_with_threads_and_variables_in_dram(onchip, program):
    for place, options in PLACES.items():
        for cache in ((), SMALL):
            words = (*("run", "-n", 1, "--data", "dram"), *options, *cache)
            assert onchip(*words, ROOT / f"tests/omp/{program}.c").out == "done\n", (place, cache)


@pytest.mark.parametrize("element", ["float", "double"])
def test_a_step_of_a_product_takes_the_cycles_on_the_page(onchip, element):
    cells = []
    for size in (0, 16, 32):
        words = ("--chip", "mesh4x4-cached", "--set", f"data_cache.size_kb={size}", *IN_DRAM)
        source = (f"--cflags=-DT={element}", FOLDER / "step.c")
        slowest = (
            max(onchip("run", "-n", ranks, *words, *source).out.split(), key=int)
            for ranks in (1, 16)
        )
        cells.append(", ".join(slowest))
    row = f"|`{element}`|{'|'.join(cells)}|"
    assert row in (ROOT / "docs" / "memory-map.md").read_text()


@pytest.mark.parametrize("locks", ["queue", "mutex"])
def test_synchronised_threads_read_what_others_wrote(onchip, locks):
    """OpenMP's critical constructs, locks, ordered, single, barriers and taskwait make cached data
    up to date.
    """
    options = ("--threads", 2, "--omp", f"lock={locks}", "--chip", "mesh2x2", *SMALL)
    for place in ("--heap", "--data"):
        done = onchip("run", "-n", 1, place, "dram", *options, FOLDER / "synchronised.c")
        assert done.out == "0 wrong\n", place


@pytest.mark.parametrize("flags", ["", "-O0"])
@pytest.mark.parametrize("cache", [*CACHES, "second level"])
def test_a_store_with_release_order_is_seen(onchip, cache, flags):
    """The store that releases a lock reaches memory, even if its line is in the data cache."""
    keys = CACHES.get(cache, ("--set", "second_level.size_kb=64"))
    words = ("run", "-n", 1, "--threads", 4, "--chip", "mesh4x4-cached", "--data", "dram", *keys)
    source = FOLDER / "locks.c"
    for options in ((), ("--check-cache",)):
        done = onchip(*words, *options, "--cflags", flags, source)
        assert done.out == "400 400 400 400\n", options
        assert done.err == ""
    fast, reference = (
        onchip(*words, "--json", *mode, source).json["cycles"] for mode in ((), ("--reference",))
    )
    assert fast == reference


def test_waiting_threads_see_what_others_wrote(onchip):
    """The words of POSIX locks and semaphores are cached. Each time that a thread tests one, the
    word must be fetched again.
    """
    words = ("run", "-n", 1, "--threads", 4, "--chip", "mesh4x4-cached", "--data", "dram")
    for options in ((), ("--check-cache",)):
        done = onchip(*words, *options, "--timeout", 60, FOLDER / "waits.c")
        assert done.out.split() == ["reads", "writes", "tries", "takes", "polls", "asks", "60"]
        assert done.err == "", options


@pytest.mark.parametrize(
    "program",
    ["loop", *(pytest.param(name, marks=pytest.mark.long) for name in ("cg", "ft", "mg", "sort"))],
)
def test_threads_speed_up_work_on_shared_variables(onchip, program):
    """The DRAM controller, which takes some 50 cycles for a line, bounds the speed-up of all
    programs.
    """
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
    """Cycles and counts equal those of the reference mode, for each kind of cache."""
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


@pytest.fixture(scope="session")
def model(tmp_path_factory):
    """The model of a cache, compiled."""
    program = tmp_path_factory.mktemp("model") / "model"
    words = ("gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, FOLDER / "model.c")
    subprocess.run(words, check=True)
    return program


def compare(onchip, model, shape, work, second=None):
    """Runs a program, and compares each core's cache with the model on the same accesses. If
    `second` is given, the second level of each tile is compared as well. Returns the number of
    accesses.
    """
    source, ranks, *arguments = work
    keys = [f"data_cache.{key}={value}" for key, value in shape.items()]
    keys += [f"second_level.{key}={value}" for key, value in (second or {}).items()]
    described = [shape["line_bytes"], shape["write"], shape["write_miss"], 64]
    described += [one[key] for one in (shape, second) if one for key in OF_BOTH]
    settings = [word for key in keys for word in ("--set", key)]
    words = ("run", "--json", "--chip", "mesh2x2", "-n", ranks, *IN_DRAM, *settings)
    words = [*map(str, (*words, ROOT / source, *arguments))]
    prefix = onchip.folder / "accesses"
    recorded = subprocess.run(
        [ONCHIP, *words],
        env=onchip.environment | {"ONCHIP_ACCESSES": str(prefix)},
        cwd=onchip.folder,
        capture_output=True,
        check=True,
    )
    # A run with recorded accesses does not execute cores ahead of the chip's clock, but takes the
    # same number of cycles. So the recorded accesses are those that the other run has counted in
    # its report.
    report, slow = onchip(*words, timeout=300).json, json.loads(recorded.stdout)
    assert report["cycles"] == slow["cycles"]
    accesses = 0
    for number, rank in enumerate(report["per_rank"]):
        with prefix.with_suffix(f".{number}").open("rb") as records:
            words = [model, *map(str, described)]
            done = subprocess.run(words, stdin=records, stdout=PIPE, check=True)
        made, *expected = map(int, done.stdout.split())
        kinds = ("hits", "fetches", "write_backs", "written")
        counted = [rank[f"{which}_{kind}"] for which in ("cache", "second") for kind in kinds]
        assert counted == expected, (work, number)
        accesses += made
    return accesses


@pytest.mark.parametrize("shape", chosen(SHAPES, CHOSEN_SHAPES))
def test_hits_and_misses_are_those_of_a_model(onchip, model, shape):
    """The cache and a textbook model in C have the same numbers of hits, fetched lines and dirty
    bytes.
    """
    assert sum(compare(onchip, model, SHAPES[shape], work) for work in WORK) > 20_000


# Shapes of the second-level cache. Programs that often synchronise do not fill them.
SECOND = {
    "lru 4 back allocate": {"size_kb": 16, "ways": 8, "replacement": "lru", "seed": 1},
    "lru 3 back around": {"size_kb": 12, "ways": 3, "replacement": "round_robin", "seed": 1},
    "random 16 through around": {"size_kb": 8, "ways": 2, "replacement": "random", "seed": 5},
    "tree 8 back allocate": {"size_kb": 4, "ways": 1, "replacement": "lru", "seed": 1},
}


@pytest.mark.parametrize("shape", SECOND)
def test_the_second_level_hits_and_misses_as_the_model(onchip, model, shape):
    work = ("tests/cache/products.c", 1, 40)
    assert compare(onchip, model, SHAPES[shape], work, SECOND[shape]) > 100_000


@pytest.mark.parametrize("latency", [1, 9])
@pytest.mark.parametrize("line", [32, 64])
def test_a_second_level_gives_a_word_a_cycle(onchip, line, latency):
    """A line arrives after the latency. If cores request more lines, these follow each other
    without a gap.
    """
    keys = (f"data_cache.line_bytes={line}", f"second_level.latency={latency}")
    keys += ("data_cache.size_kb=1", "second_level.size_kb=8")
    settings = [word for key in keys for word in ("--set", key)]
    words = ("run", "-n", 1, "--heap", "dram", "--chip", "quad2x2", *settings)
    source = FOLDER / "chase.c"
    loads, missing, hitting = map(int, onchip(*words, "--threads", 1, source).out.split())
    lines = loads * 32 // line
    assert missing - hitting == lines * (latency + line // 4)
    loads, together, _ = map(int, onchip(*words, "--threads", 4, source).out.split())
    assert 0 <= together - 4 * lines * line // 4 < 2 * latency


# Mistakes that are planted in the model: another way is replaced, a store marks a byte too few,
# packets are shorter, or dirty bytes bypass the second level.
MISTAKES = {
    "way": ("set->by_use[0]", "set->by_use[1]"),
    "byte": ("1, r->bytes)", "1, r->bytes - (r->address % 1024 == 8))"),
    "second": ("|= dirty[i]", "|= dirty[i] & !i"),
    "packet": ("i % piece == 0", "i % (piece / 2) == 0"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found(onchip, tmp_path, mistake):
    """The comparison fails if the model differs from the cache, if only by one way or one dirty
    byte.
    """
    right, wrong = MISTAKES[mistake]
    text = (FOLDER / "model.c").read_text()
    assert right in text
    source = tmp_path / "wrong.c"
    source.write_text(text.replace(right, wrong))
    program = tmp_path / "wrong"
    subprocess.run(("gcc", "-O2", "-o", program, source), check=True)
    shape = SHAPES["lru 4 back allocate"]
    if mistake == "packet":
        shape = shape | {"line_bytes": 128, "ways": 2}
    second = SECOND["lru 4 back allocate"] if mistake == "second" else None
    with pytest.raises(AssertionError, match="sums"):
        compare(onchip, program, shape, WORK[0], second)


@pytest.mark.long
@pytest.mark.parametrize("shape", SHAPES)
def test_long_programs_hit_and_miss_as_the_model(onchip, model, shape):
    assert sum(compare(onchip, model, SHAPES[shape], work) for work in MUCH_WORK) > 10_000_000


def test_a_copy_that_nobody_refreshes_is_stale(onchip):
    """A core keeps the value that it has read until it orders its loads or flushes the line."""
    done = onchip("run", "-n", 2, "--chip", "mesh2x2", *SMALL, FOLDER / "stale.c")
    assert done.out == "first 1, then 1, after a fence 2, after cbo.flush 3\n"


@pytest.mark.parametrize("cache", [("lru", 32), ("random", 16), ("lru", 128), ("through", 32)])
def test_a_line_is_cleared(onchip, cache):
    """`cbo.zero` clears its line and no other byte, without a fetch of that line."""
    policy, line = cache
    keys = [f"replacement={policy}"] if policy != "through" else ["write=through"]
    keys += ["size_kb=4", f"line_bytes={line}"]
    options = [word for key in keys for word in ("--set", f"data_cache.{key}")]
    words = ("run", "-n", 1, "--json", "--chip", "mesh2x2", *options)
    fast, reference = (
        onchip(*words, *mode, FOLDER / "zero.c").json for mode in ((), ("--reference",))
    )
    assert fast["stdout"] == f"{line // 4} 0 {2 * line // 4 + 1} 0\n"
    assert fast["per_rank"] == reference["per_rank"]
    assert fast["per_rank"][0]["cache_fetches"] == 2
    assert fast["per_rank"][0]["cache_written"] == line


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((FOLDER / "zero.c",), "--set data_cache.size_kb=16` would add one"),
        ((*SMALL, FOLDER / "zero.c", 8192), "which is not cached: clear it by stores"),
    ],
)
def test_lines_that_cannot_be_cleared(onchip, options, message):
    done = onchip("run", "-n", 1, "--chip", "mesh2x2", *options, code=None)
    assert done.code == Exit.FAULT and message in done.err and "zero.c:" in done.err


def test_the_library_caches_only_with_a_heap_in_dram(onchip):
    """Programs with their heap in the tile take as many cycles as without a cache."""
    words = ("run", "--json", "--chip", "mesh2x2", "-n", 2)
    plain, cached = (
        onchip(*words, *cache, FOLDER / "sums.c").json["cycles"] for cache in ((), SMALL)
    )
    assert plain == cached


SECOND_LEVELS = {
    "private": ("mesh2x2", "second_level.size_kb=16", "second_level.ways=4"),
    "shared": ("quad2x2", "second_level.size_kb=8", "second_level.replacement=round_robin"),
    "code": (
        *("quad2x2", "second_level.size_kb=16", "instruction_cache.size_kb=1"),
        *("instruction_cache.prefetch=next", "data_cache.write=through"),
    ),
}


@pytest.mark.parametrize("place", ["--heap", "--data"])
@pytest.mark.parametrize("level", SECOND_LEVELS)
def test_the_border_moves_under_load(onchip, level, place):
    """No store is lost, no copy is stale, and all numbers of the report equal those of the
    reference mode.
    """
    chip, *keys = SECOND_LEVELS[level]
    settings = [word for key in (*keys, "data_cache.size_kb=1") for word in ("--set", key)]
    code = ("--code", "dram") if level == "code" else ()
    words = ("run", "-n", 1, "--threads", 4, "--chip", chip, place, "dram", *code, *settings)
    modes = ((), ("--reference",), ("--check-cache",))
    reports = [onchip(*words, "--json", *mode, FOLDER / "border.c").json for mode in modes]
    for report in reports:
        assert report.pop("stdout") == "0 wrong, moved\n" and report.pop("findings", []) == []
        report.pop("wall_seconds")
    assert reports[0] == reports[1] and reports[0]["cycles"] == reports[2]["cycles"]
    rank = reports[0]["per_rank"][0]
    assert min(rank["second_hits"], rank["second_fetches"], rank["second_written"]) > 0


OWN_WORDS = {
    "alone": (4, "mesh2x2", "data_cache.replacement=tree"),
    "private": (4, "mesh2x2", "second_level.size_kb=8", "data_cache.write_miss=around"),
    "shared": (4, "quad2x2", "second_level.size_kb=8", "second_level.ways=2"),
    "two tiles": (7, "quad2x2", "second_level.size_kb=8", "second_level.ways=2"),
    "through": (4, "quad2x2", "second_level.size_kb=8", "data_cache.write=through"),
}


@pytest.mark.parametrize(
    "seed", [1, 2, *(pytest.param(s, marks=pytest.mark.long) for s in range(3, 24))]
)
@pytest.mark.parametrize("shape", OWN_WORDS)
def test_ranks_read_what_they_have_stored_last(onchip, shape, seed):
    """Words of several ranks share cache lines. No rank loses a store, whatever lines the others
    fetch, drop and write back.
    """
    ranks, chip, *keys = OWN_WORDS[shape]
    settings = [word for key in (*keys, "data_cache.size_kb=1") for word in ("--set", key)]
    words = ("run", "--json", "-n", ranks, "--chip", chip, *settings)
    modes, steps = (((), ("--reference",)), 200) if seed == 1 else (((),), 8000)
    program = (FOLDER / "own_words.c", seed, ranks, steps)
    reports = [onchip(*words, *mode, *program).json for mode in modes]
    for report in reports:
        lines = sorted(report["stdout"].splitlines())
        assert lines == [f"rank {rank}: 0 wrong" for rank in range(ranks)]
        assert report["per_rank"] == reports[0]["per_rank"]


@pytest.mark.parametrize("program", chosen(MPI, CHOSEN[:2], lambda one: one.name), ids=ids)
def test_program_with_a_second_level(onchip, program):
    keys = ("second_level.size_kb=8", "second_level.ways=2")
    settings = [word for key in keys for word in ("--set", key)]
    run(onchip, program, "--chip", "quad2x2", *SMALL, *settings)


@pytest.mark.parametrize(
    ("line", "key", "words"),
    [
        ("data_cache.size_kb = 0", "second_level.size_kb", ("there are no data caches", "above 0")),
        ("second_level.size_kb = 64", "second_level.size_kb", ("64 kB of", "less than 64")),
        ("second_level.ways = 3", "second_level.ways", ("power of two of sets", "such as 2")),
        ("tile.page_bytes = 4096", "second_level.ways", ("a way of 2048 bytes", "at most 4")),
        (
            "instruction_cache = { size_kb = 1, line_bytes = 64 }",
            "instruction_cache.line_bytes",
            ("have 32", "second_level.size_kb = 0"),
        ),
    ],
)
def test_second_levels_that_no_chip_has(onchip, tmp_path, line, key, words):
    """Errors name the file, the line, the key, and what would be right."""
    keys = {
        "mesh": "{ columns = 2, rows = 2 }",
        "tile.cores": "1",
        "tile.memory_kb": "64",
        "data_cache.size_kb": "1",
        "second_level.size_kb": "16",
        "dram": "{ routers = [0], size_mb = 1 }",
    }
    name, value = line.split(" = ", 1)
    text = "".join(f"{one} = {what}\n" for one, what in (keys | {name: value}).items())
    file = tmp_path / "chip.toml"
    file.write_text(text)
    done = onchip("chip", "show", file, code=None)
    assert done.code == Exit.CHIP and f"{file}:" in done.err and key in done.err
    assert all(word in done.err for word in words), done.err


def test_memory_that_is_cache_is_no_programs(onchip, tmp_path):
    source = tmp_path / "beyond.c"
    source.write_text(
        "#include <stdint.h>\n"
        "int main(void) { return *(int *)*(volatile uint32_t *)0x2000009cu; }\n"
    )
    words = ("--chip", "mesh2x2", *SMALL, "--set", "second_level.size_kb=8")
    done = onchip("run", "-n", 1, *words, source, code=None)
    assert done.code == Exit.FAULT and "beyond.c:2" in done.err


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
