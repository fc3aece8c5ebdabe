"""With `--heap dram`, malloc's memory lies in DRAM, and every call accepts it."""

import itertools
import re
from collections import Counter

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from programs import found
from test_variants import defined

FOLDER = ROOT / "tests/heap"
IN_DRAM = ("--heap", "dram")
RUNTIME = ROOT / "runtime"
MPI = found("tests/mpi", "tests/mpi/typical", "tests/mpi/once", "tests/runtime", "examples")
# Some programs for each kind of call, which always run. The tests of the others, and those on a
# tile of four cores, are long.
CHOSEN = (
    *("mpi/point_to_point", "mpi/requests", "mpi/matching_random", "mpi/few_words", "mpi/floods"),
    *("mpi/datatypes", "mpi/windows", "mpi/windows_locks", "mpi/local_sends", "mpi/partitioned"),
    *("mpi/annotations", "mpi/neighbors", "typical/sort", "runtime/streams", "runtime/files"),
)
OPENMP = sorted(path.stem for path in (ROOT / "tests/omp").glob("*.c"))
CHOSEN_OPENMP = ("copy", "depend", "exclusion", "far_copies", "order", "task_reduction")
PLACES = {
    "four tiles": ("--threads", 4, "--chip", "sarc4"),
    "one tile": ("--threads", 7, "--chip", "quad2x2"),
}


def ids(program):
    return getattr(program, "name", None)


def chosen(programs, names, name=lambda program: program):
    return [
        pytest.param(program, marks=[] if name(program) in names else [pytest.mark.long])
        for program in programs
    ]


def named(name):
    (program,) = (program for program in MPI if program.name == name)
    return program


def run(onchip, program, *options):
    root = ("--root", onchip.folder)
    options = ("-n", program.ranks, "--json", *root, *IN_DRAM, *options)
    report = onchip("run", *options, program.path, *program.arguments, timeout=300).json
    assert (report["kind"], report["exit_code"]) == ("exit", 0)
    assert "FAILED" not in report["stdout"] and report["stdout"]
    return report


@pytest.mark.parametrize("program", chosen(MPI, CHOSEN, lambda one: one.name), ids=ids)
def test_program(onchip, program):
    run(onchip, program, "--chip", "mesh4x4")


@pytest.mark.long
@pytest.mark.parametrize("program", MPI, ids=ids)
def test_program_in_one_tile(onchip, program):
    run(onchip, program, "--chip", "quad2x2")


@pytest.mark.parametrize("program", chosen(OPENMP, CHOSEN_OPENMP))
def test_program_with_threads(onchip, program):
    for place, options in PLACES.items():
        done = onchip("run", "-n", 1, *IN_DRAM, *options, ROOT / f"tests/omp/{program}.c")
        assert done.out == "done\n", place


@pytest.mark.parametrize("program", ["mailboxes", "portals", "syncs"])
def test_program_with_a_kernel(onchip, program):
    """Clusters have several ranks, or one."""
    source = ROOT / f"tests/kernel/{program}.c"
    for ranks, *options in ((6, "--map", "scatter"), (2, "--set", "tile.cores=2")):
        done = onchip("run", "-n", ranks, "--chip", "quad2x2", *options, *IN_DRAM, source)
        assert done.out == "ok\n" * ranks, options


# needs another build of the library
NO_CHECKS = pytest.param(("--no-checks",), marks=pytest.mark.long)


@pytest.mark.parametrize("options", [("--transport", "rendezvous"), NO_CHECKS])
def test_with_another_library(onchip, options):
    for name in ("mpi/matching_random", "typical/farm"):
        run(onchip, named(name), *options)


def test_the_reference_mode_takes_the_same_cycles(onchip):
    program = named("mpi/matching_random")
    fast, slow = run(onchip, program), run(onchip, program, "--reference")
    for report in (fast, slow):
        del report["wall_seconds"]
    assert fast == slow


def lines(done):
    return sorted(done.out.splitlines())


@pytest.mark.parametrize("heap", ["tile", "dram"])
def test_what_the_library_allocates_and_the_program_frees(onchip, heap):
    done = onchip("run", "-n", 1, "--heap", heap, FOLDER / "freed.c")
    assert done.out == "all are freed\n"


@pytest.mark.parametrize(
    "words, ranks", [(200_000, 2), pytest.param(600_000, 4, marks=pytest.mark.long)]
)
def test_program_with_megabytes_does_what_it_does_on_linux(onchip, words, ranks):
    """`--host` ignores `--heap dram`, and gives the expected output."""
    words = ("run", *IN_DRAM, "-n", ranks, "--cflags", f"-DWORDS={words}")
    program = FOLDER / "megabytes.c"
    expected = lines(onchip(*words, "--host", program))
    assert len(expected) == ranks and all(line.endswith(" same") for line in expected)
    assert lines(onchip(*words, program, timeout=300)) == expected


def test_what_a_core_is_told_of_has_arrived(onchip):
    """A reader that sees a word in another tile also sees the stores to DRAM that precede this
    word.
    """
    parts = ("hal/chip-dram/include", "hal/chip", "")
    folders = " ".join(f"-I{RUNTIME / part}" for part in parts) + " -Wall -Wextra -Werror"
    done = onchip("run", "-n", 16, *IN_DRAM, "--cflags", folders, FOLDER / "order.c")
    assert done.out == "0 wrong\n"


HEAPS = {"tile": (), "DRAM": IN_DRAM}
# Steps, largest size, seed, and whether the program also calls sbrk(). Blocks of the second kind
# fill the heap.
CALLS = {"small": (3000, 5000, 1), "large": (500, 100_000, 5), "sbrk": (3000, 3000, 3, "sbrk")}


@pytest.mark.parametrize("calls", CALLS)
@pytest.mark.parametrize("heap", HEAPS)
def test_random_calls_do_what_a_model_does(onchip, heap, calls):
    full = calls == "large"
    small = ("--set", "dram.size_mb=2") if full and HEAPS[heap] else ()
    done = onchip("run", "-n", 1, *HEAPS[heap], *small, FOLDER / "model.c", *CALLS[calls])
    assert done.out == ("some refused\n" if full else "none refused\n")


def cycles(onchip, *words):
    done = onchip("run", "-n", 1, "--set", "tile.memory_kb=1024", *words, timeout=300)
    return [int(word) for word in done.out.split()]


@pytest.mark.parametrize("heap", HEAPS)
def test_calls_take_as_long_with_many_blocks_as_with_few(onchip, heap):
    """Except malloc() in a tile among many large free chunks, of which it takes the smallest."""
    words = (*HEAPS[heap], FOLDER / "many.c")
    few, many = cycles(onchip, *words, 500), cycles(onchip, *words, 4000)
    assert len(few) == len(many) == 4
    limits = (1.5, 1.5, 8 if heap == "tile" else 1.5, 1.5)
    for limit, low, high in zip(limits, few, many, strict=True):
        assert high <= limit * low, (few, many)


def test_larger_blocks_in_dram_take_constant_time_too(onchip):
    """Even if all free chunks of a bin are too small (1,024 bytes)."""
    for size in (1000, 1024):
        words = (*IN_DRAM, FOLDER / "many.c")
        few, many = cycles(onchip, *words, 250, size), cycles(onchip, *words, 2000, size)
        assert all(high <= 1.5 * low for low, high in zip(few, many, strict=True)), size


BLOCKS = """\
#include <mpi.h>
#include <onchip_copy.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int rank;
    size_t bytes;
    void *small;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Alloc_mem(64, MPI_INFO_NULL, &small);
    uintptr_t low = UINTPTR_MAX, high = 0, dram = (uintptr_t)onchip_dram(&bytes);
    for (size_t one = 1 << 20; one >= 64; one /= 2)
        for (char *block; (block = malloc(one)) != NULL;) {
            *block = 1;
            low = (uintptr_t)block < low ? (uintptr_t)block : low;
            high = (uintptr_t)block + one > high ? (uintptr_t)block + one : high;
        }
    printf("%lu %lu %lu %lu %lu\\n", (unsigned long)low, (unsigned long)high, (unsigned long)dram,
           (unsigned long)(dram + bytes), (unsigned long)small);
    MPI_Finalize();
    return 0;
}
"""


def test_heaps_and_shares_of_dram_do_not_overlap(onchip):
    """The heaps take nearly three quarters of the DRAM, and the library's own blocks are in the
    tile.
    """
    onchip.write("blocks.c", BLOCKS)
    done = onchip(
        "run", "-n", 4, "--chip", "mesh2x2", "--set", "dram.size_mb=4", *IN_DRAM, "blocks.c"
    )
    spans, heaps = [], 0
    for line in done.out.splitlines():
        low, high, start, end, small = map(int, line.split())
        spans += [(low, high), (start, end)]
        heaps += high - low
        assert 0x8000_0000 <= small < 0xC000_0000
    assert len(spans) == 8
    spans.sort()
    assert all(end <= start for (_, end), (start, _) in itertools.pairwise(spans))
    assert spans[0][0] >= 0xC000_0000 and spans[-1][1] <= 0xC000_0000 + (4 << 20)
    assert heaps > 0.95 * 0.75 * (4 << 20)


def test_chip_without_dram(onchip):
    onchip.write("heap.c", "#include <stdlib.h>\nint main(void) { return !malloc(9); }\n")
    words = ("run", "-n", 1, *IN_DRAM)
    for chip in (
        ("--chip", "subclusters2x8"),
        ("--set", "dram.size_mb=0", "--set", "dram.routers=[]"),
    ):
        done = onchip(*words, *chip, "heap.c", code=Exit.MEMORY)
        assert "heap.c has its heap in DRAM (--heap dram)" in done.err
        assert "has no DRAM" in done.err
    onchip(*words, "heap.c")
    onchip("cc", *IN_DRAM, "heap.c", "-o", "heap")
    onchip("run", "-n", 1, "heap")
    onchip("run", "-n", 1, "--chip", "subclusters2x8", "heap", code=Exit.MEMORY)


FULL = """\
#include <stdlib.h>
int main(void) {
    volatile char *block = malloc(MB << 20);
    *block = 1;
    return 0;
}
"""


def test_full_heaps_name_what_helps(onchip):
    """The program ends well with the options that the messages name."""
    onchip.write("full.c", FULL)
    three = ("run", "-n", 1, "--cflags", "-DMB=3")
    assert "--heap dram" in onchip(*three, "full.c", code=Exit.FAULT).err
    onchip(*three, *IN_DRAM, "full.c")
    onchip("cc", "-DMB=3", "full.c", "-o", "full")
    linked = onchip("run", "-n", 1, "full", code=Exit.FAULT).err
    assert "a heap in DRAM (`onchip cc --heap dram`)" in linked
    onchip("cc", "--heap", "dram", "-DMB=3", "full.c", "-o", "full")
    onchip("run", "-n", 1, "full")
    small = ("--chip", "subclusters2x8")
    assert "--heap" not in onchip(*three, *small, "full.c", code=Exit.FAULT).err
    done = onchip(*three, *IN_DRAM, "--set", "dram.size_mb=2", "full.c", code=Exit.FAULT)
    assert "the heap in DRAM of process 0 was full" in done.err
    (option,) = re.findall(r"--set dram\.size_mb=\d+", done.err)
    onchip(*three, *IN_DRAM, *option.split(), "full.c")


@pytest.mark.parametrize("chip, named", [("mesh4x4", True), ("subclusters2x8", False)])
def test_program_that_does_not_fit_is_told_of_dram(onchip, chip, named):
    onchip.write("big.c", "char big[2 << 20];\nint main(void) { return big[1]; }\n")
    done = onchip("run", "-n", 1, "--chip", chip, "big.c", code=Exit.MEMORY)
    assert ("--heap dram" in done.err) is named


def test_block_that_is_free_already(onchip):
    text = (
        "#include <stdlib.h>\nint main(void) {\n  char *a = malloc(9);\n  free(a);\n  free(a);\n}\n"
    )
    onchip.write("twice.c", text)
    done = onchip("run", "-n", 1, *IN_DRAM, "--cflags=-O1 -w -fno-builtin", "twice.c", code=134)
    assert "free already (a double free)" in done.err and "at twice.c:5" in done.err


def test_library_defines_each_symbol_once(onchip):
    """Some functions of the C library differ from those for a heap in the tile; each is defined
    once.
    """
    onchip.write("nothing.c", "int main(void) { return 0; }\n")
    onchip("cc", *IN_DRAM, "nothing.c", "-o", "nothing", timeout=300)
    counts = Counter()
    for name in ("onchip", "onchip-native", "onchip-c", "onchip-picolibc"):
        counts += defined(ROOT / "build/chip-dram", name)
    assert counts["memset"] == counts["hal_tile_malloc"] == 1
    assert not [name for name, times in counts.items() if times > 1 and not name.startswith("__")]


def test_costs_are_those_of_the_page(onchip):
    """The table in docs/c-library.md comes from `onchip bench mpi` and `onchip bench mpi --heap
    dram`.
    """
    page = (ROOT / "docs/c-library.md").read_text()
    rows = re.findall(r"^\| ?`(heap_\w+)`.*\| ?([\d,]+) ?\| ?([\d,]+) ?\|$", page, re.M)
    assert len(rows) >= 8
    words = ("run", "-n", 2, ROOT / "benchmarks/mpi/heap.c")
    for column, heap in ((1, "tile"), (2, "dram")):
        out = onchip(*words[:1], "--heap", heap, *words[1:]).out
        measured = dict(line.split() for line in out.splitlines())
        for row in rows:
            shown, cycles = int(row[column].replace(",", "")), int(measured[row[0]])
            assert abs(shown - cycles) <= 0.02 * cycles + 1, (row, cycles)
