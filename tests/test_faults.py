"""Faults, and misuse of stack and heap: the report names the rank, the line and a remedy."""

import re
import struct
import time
import zlib

import pytest

from onchip.base.failures import Exit

# This mark ends the line at fault, which the message must name.
MARK = "/* here */"


def line_of(text: str) -> int:
    (line,) = (number for number, line in enumerate(text.splitlines(), 1) if MARK in line)
    return line


FAULTS = {
    "illegal instruction": (
        'int main(void) {\n    __asm__ volatile("unimp"); /* here */\n    return 0;\n}\n',
        ["illegal instruction 0x0000"],
    ),
    "misaligned store": (
        "#include <stdint.h>\n"
        "static uint32_t words[2];\n"
        "int main(void) {\n"
        "    volatile uintptr_t address = (uintptr_t)words + 2;\n"
        '    __asm__ volatile("amoadd.w zero, zero, (%0)" ::"r"(address) : "memory"); /* here */\n'
        "    return 0;\n}\n",
        ["misaligned"],
    ),
    "null pointer": (
        "int main(void) {\n    int *volatile nowhere = 0;\n    return *nowhere; /* here */\n}\n",
        ["0x0000000"],
    ),
    "null function": (
        "int main(void) {\n"
        "    int (*volatile function)(void) = 0;\n"
        "    return function() + 1; /* here */\n"
        "}\n",
        ["execution at 0x00000000: a call through a null pointer", "in unknown function"],
    ),
    "unmapped address": (
        "int main(void) {\n"
        "    int *volatile nowhere = (int *)0x40000010;\n"
        "    *nowhere = 1; /* here */\n"
        "    return 0;\n}\n",
        ["0x40000010"],
    ),
    "store to code": (
        "int main(void) {\n"
        "    int *volatile code = (int *)0x1000;\n"
        "    *code = 1; /* here */\n"
        "    return 0;\n}\n",
        ["0x00001000"],
    ),
    "tile of nobody": (
        # With one rank, the last kilobyte of the last tile's memory belongs to no process.
        "#include <stdint.h>\n"
        "int main(void) {\n"
        "    volatile uint32_t *self = (volatile uint32_t *)0x20000000;\n"
        "    uintptr_t end = 0x80000000u + (self[2] << self[4]);\n"
        "    int *volatile theirs = (int *)(end - 16);\n"
        "    return *theirs; /* here */\n"
        "}\n",
        [],
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_names_rank_pc_line_and_address(onchip, name):
    text, facts = FAULTS[name]
    onchip.write("faulty.c", text)
    # Without optimisation, gcc attributes each instruction to the right line.
    done = onchip("run", "-n", "1", "--cflags=-O0", "faulty.c", code=Exit.FAULT)
    assert re.search(r"\b(rank|process) 0\b", done.err)
    for fact in ["main", f"faulty.c:{line_of(text)}", *facts]:
        assert fact in done.err, f"'{fact}' is missing in: {done.err}"
    assert re.search(r"pc (= )?0x[0-9a-f]+", done.err), done.err


def test_fault_of_one_rank_of_many(onchip):
    text = (
        "#include <mpi.h>\n"
        "int main(int argc, char **argv) {\n"
        "    int rank;\n"
        "    MPI_Init(&argc, &argv);\n"
        "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        "    if (rank == 5)\n"
        "        *(int *volatile *)0x2000 = 0; /* here */\n"
        "    MPI_Barrier(MPI_COMM_WORLD);\n"
        "    MPI_Finalize();\n"
        "    return 0;\n}\n"
    )
    onchip.write("faulty.c", text)
    done = onchip("run", "-n", "16", "--cflags=-O0", "faulty.c", code=Exit.FAULT)
    assert "rank 5" in done.err and f"faulty.c:{line_of(text)}" in done.err


def test_fault_in_the_library_names_its_callers(onchip):
    text = (
        "#include <mpi.h>\n"
        "#include <stdlib.h>\n"
        "static int compare(const void *a, const void *b) {\n"
        "    (void)a, (void)b;\n"
        '    __asm__ volatile("unimp");\n'
        "    return 0;\n}\n"
        "int main(int argc, char **argv) {\n"
        "    int words[4] = {4, 3, 2, 1};\n"
        "    MPI_Init(&argc, &argv);\n"
        "    qsort(words, 4, sizeof words[0], compare); /* here */\n"
        "    MPI_Finalize();\n"
        "    return words[0];\n}\n"
    )
    onchip.write("faulty.c", text)
    for flags in ("-O0", "-O2"):
        done = onchip("run", "-n", "2", f"--cflags={flags}", "faulty.c", code=Exit.FAULT)
        lines = done.err.splitlines()
        assert "in compare at faulty.c:5" in lines[1]
        assert "called from qsort" in lines[2]
        assert lines[-1] == f"  called from main at faulty.c:{line_of(text)}"


# Each function is inlined into the next, and the last into `main` in another file.
INLINED = {
    "inner.h": """\
static inline __attribute__((always_inline)) int inner(volatile int *at) {
    return *at; /* inner */
}
static inline __attribute__((always_inline)) int outer(volatile int *at) {
    return inner(at); /* outer */
}
""",
    "caller.c": """\
#include "inner.h"
extern volatile int *nowhere;
__attribute__((noinline)) int called(void) {
    return outer(nowhere); /* called */
}
""",
    "main.c": """\
volatile int *nowhere;
int called(void);
int main(void) {
    return called() + 1; /* main */
}
""",
}
DEBUG_INFORMATION = [
    *("-O0", "-g1", "-g3", "-ggdb3", "-gdwarf-3", "-gdwarf-4", "-gdwarf-5"),
    *("-gz=zlib", "-gz=zlib-gnu", "-ffile-prefix-map=inner=inner"),
]


def chain_of(err):
    """The function and place of a fault, and of the calls around it."""
    found = re.findall(r"(?:, in|pc 0x[0-9a-f]+ in|called from) (\w+)(?: at (\S+:\d+))?", err)
    return [(function, place.rsplit("/")[-1]) for function, place in found]


@pytest.mark.parametrize("flags", DEBUG_INFORMATION)
def test_functions_whose_code_is_in_others_are_named(onchip, flags):
    places = {}
    for name, text in INLINED.items():
        onchip.write(name, text)
        for line, content in enumerate(text.splitlines(), 1):
            if marked := re.search(r"/\* (\w+) \*/", content):
                places[marked[1]] = f"{name}:{line}"
    done = onchip("run", f"--cflags={flags}", "main.c", "caller.c", code=Exit.FAULT)
    assert chain_of(done.err) == [
        (name, places[name]) for name in ("inner", "outer", "called", "main")
    ]


def test_without_debug_information_symbols_are_named(onchip):
    for name, text in INLINED.items():
        onchip.write(name, text)
    done = onchip("run", "--cflags=-g0", "main.c", "caller.c", code=Exit.FAULT)
    assert chain_of(done.err) == [("called", ""), ("main", "")]
    # With split debug information, the line table stays in the program, but the names of inlined
    # functions are in files that no longer exist.
    done = onchip("run", "--cflags=-gsplit-dwarf", "main.c", "caller.c", code=Exit.FAULT)
    assert chain_of(done.err) == [("called", "inner.h:2"), ("main", "main.c:4")]


def elf_sections(data):
    """The header's offset and the name of each section of a 32-bit ELF file."""
    table, *_ = struct.unpack_from("<I", data, 32)
    size, count, names = struct.unpack_from("<3H", data, 46)
    headers = [table + size * number for number in range(count)]
    (start,) = struct.unpack_from("<I", data, headers[names] + 16)
    for header in headers:
        at = start + struct.unpack_from("<I", data, header)[0]
        yield header, data[at : data.index(b"\0", at)].decode()


# ELF's kinds of compression, and the flag in a section's header.
ZSTD, ZLIB, COMPRESSED = 2, 1, 0x800


def zstd(data):
    """A frame with raw blocks (RFC 8878): the magic number, then one segment, preceded by its
    size.
    """
    largest = 128 << 10  # the largest block
    blocks = [data[at : at + largest] for at in range(0, len(data), largest)] or [b""]
    text = struct.pack("<IBI", 0xFD2FB528, 0b1010_0000, len(data))
    for number, block in enumerate(blocks):
        is_last = number == len(blocks) - 1
        text += struct.pack("<I", len(block) << 3 | is_last)[:3] + block
    return text


PACKED = {ZLIB: zlib.compress, ZSTD: zstd}


def test_compressed_sections_of_both_kinds(onchip):
    for name, text in INLINED.items():
        onchip.write(name, text)
    onchip("cc", "main.c", "caller.c", "-o", "plain")
    wanted = chain_of(onchip("run", "plain", code=Exit.FAULT).err)
    assert wanted[0][0] == "inner"
    for kind in (ZLIB, ZSTD):
        data = bytearray((onchip.folder / "plain").read_bytes())
        for header, name in [*elf_sections(data)]:
            if not name.startswith(".debug_"):
                continue
            flags, _, start, size = struct.unpack_from("<4I", data, header + 8)
            packed = PACKED[kind](bytes(data[start : start + size]))
            packed = struct.pack("<3I", kind, size, 1) + packed
            struct.pack_into("<4I", data, header + 8, flags | COMPRESSED, 0, len(data), len(packed))
            data[start : start + size] = bytes(size)
            data += packed
        (onchip.folder / "packed").write_bytes(data)
        assert chain_of(onchip("run", "packed", code=Exit.FAULT).err) == wanted


def test_a_section_that_claims_to_be_huge_takes_no_memory(onchip):
    for name, text in INLINED.items():
        onchip.write(name, text)
    onchip("cc", "-gz", "main.c", "caller.c", "-o", "packed")
    data = bytearray((onchip.folder / "packed").read_bytes())
    for header, name in [*elf_sections(data)]:
        flags, _, start = struct.unpack_from("<3I", data, header + 8)
        if name.startswith(".debug_") and flags & COMPRESSED:
            struct.pack_into("<I", data, start + 4, 0xFFFF_FFF0)
    (onchip.folder / "huge").write_bytes(data)
    begin = time.monotonic()
    assert chain_of(onchip("run", "huge", code=Exit.FAULT).err)[0] == ("called", "")
    assert time.monotonic() - begin < 20


def test_jump_to_nowhere_names_the_caller(onchip):
    text = (
        "int main(void) {\n"
        "    void (*volatile nowhere)(void) = 0;\n"
        "    nowhere(); /* here */\n"
        "    return 0;\n}\n"
    )
    onchip.write("faulty.c", text)
    done = onchip("run", "-n", "1", "faulty.c", code=Exit.FAULT)
    assert f"called from main at faulty.c:{line_of(text)}" in done.err


def test_stack_overflow(onchip):
    onchip.write(
        "deep.c",
        "static volatile int depth;\n"
        "static int deeper(int n) {\n"
        "    volatile char room[200];\n"
        "    room[n % 200] = 1;\n"
        "    depth++;\n"
        "    return deeper(n + 1) + room[n % 200];\n}\n"
        "int main(void) { return deeper(0); }\n",
    )
    done = onchip("run", "-n", "1", "deep.c", code=Exit.STACK)
    assert re.search(r"\b(rank|process) 0\b", done.err)
    for fact in ("stack", "deeper", "deep.c:"):
        assert fact in done.err


# These arrays exceed the stack, an eighth of 1 MB, and the guard page; the heap must stay intact.
LARGE_LOCALS = {
    "array": "    volatile char room[300000];\n    room[150000] = 1;\n",
    "variable length": "    volatile char room[argc * 150000];\n    room[0] = 1;\n",
    "in a loop": "    for (;;)\n        *(volatile char *)alloca(1000) = 1;\n",
    "little by little": "    volatile char room[3000];\n    large(argc + 1);\n    room[0] = 1;\n",
}


@pytest.mark.parametrize("mode", [[], ["--reference"]], ids=["fast", "reference"])
@pytest.mark.parametrize("name", LARGE_LOCALS)
def test_large_local_does_not_leap_over_the_guard_page(onchip, name, mode):
    text = (
        "#include <alloca.h>\n"
        "__attribute__((noinline)) static void large(int argc) {\n"
        f"    (void)argc;\n{LARGE_LOCALS[name]}}}\n"
        "int main(int argc, char **argv) {\n    (void)argv;\n    large(argc);\n    return 0;\n}\n"
    )
    onchip.write("large.c", text)
    for flags in ("-O0", "-O2"):
        run = ("run", "-n", "1", "--timeout", 30, *mode, f"--cflags={flags}", "large.c")
        done = onchip(*run, code=Exit.STACK)
        assert "stack overflow" in done.err and "--stack" in done.err
        assert "in large at large.c:" in done.err
    if name == "array":
        # The option that the message names works.
        size = re.search(r"--stack (\d+) sets a larger", done.err)[1]
        onchip(*run[:3], "--stack", size, *run[3:])


@pytest.mark.parametrize("memory_kb", [1024, 4096])
def test_stack_has_an_eighth_of_what_is_free(onchip, memory_kb):
    """The default stack holds the local arrays of ordinary programs."""
    onchip.write(
        "local.c",
        "int main(void) {\n    volatile char room[SIZE];\n"
        "    for (int i = 0; i < SIZE; i++)\n        room[i] = 1;\n"
        "    return room[SIZE - 1] - 1;\n}\n",
    )
    # Code, data and the shared block take less than 64 kB.
    size = (memory_kb - 64) * 1024 // 8 - 4096
    words = ("run", "-n", 1, "--set", f"tile.memory_kb={memory_kb}")
    onchip(*words, f"--cflags=-O0 -DSIZE={size}", "local.c")
    large = memory_kb * 1024 // 8
    onchip(*words, f"--cflags=-O0 -DSIZE={large}", "local.c", code=Exit.STACK)


@pytest.mark.parametrize("mode", [[], ["--reference"]], ids=["fast", "reference"])
def test_end_of_heap_is_no_stack_overflow(onchip, mode):
    onchip.write(
        "heap.c",
        "#include <stdlib.h>\n"
        "int main(void) {\n"
        "    volatile char *block = malloc(16);\n"
        "    for (int i = 0;; i++)\n"
        "        block[i * 64] = 1;\n"
        "}\n",
    )
    chip = ("--set", "tile.memory_kb=128")
    done = onchip("run", "-n", 1, *chip, *mode, "heap.c", code=Exit.FAULT)
    assert "stack overflow" not in done.err
    assert "guard page between heap and stack: beyond the end of a block of malloc" in done.err
    assert "in main at heap.c:5" in done.err


def test_nested_function_needs_an_executable_stack(onchip):
    onchip.write(
        "nested.c",
        "__attribute__((noinline)) static int call(int (*f)(int)) { return f(1); }\n"
        "int main(int argc, char **argv) {\n"
        "    (void)argv;\n"
        "    int inner(int a) { return a + argc; }\n"
        "    return call(inner);\n"
        "}\n",
    )
    done = onchip("run", "-n", 1, "nested.c", code=Exit.FAULT)
    assert "stacks and heaps are not executable" in done.err and "nested function" in done.err
    assert "called from main at nested.c:5" in done.err or "nested.c:1" in done.err


def test_nested_function_that_the_library_calls(onchip):
    onchip.write(
        "nested.c",
        "#include <stdlib.h>\n"
        "int main(void) {\n"
        "    __label__ found;\n"
        "    int compare(const void *a, const void *b) { (void)a, (void)b; goto found; }\n"
        '    char words[] = "abc";\n'
        "    qsort(words, 3, 1, compare);\n"
        "    return 1;\n"
        "found:\n"
        "    return 0;\n"
        "}\n",
    )
    done = onchip("run", "-n", 1, "nested.c", code=Exit.FAULT)
    assert "stacks and heaps are not executable" in done.err and "nested function" in done.err
    assert "called from main at nested.c:6" in done.err


@pytest.mark.parametrize("stack", [900, 1500])
def test_the_stack_is_the_largest(onchip, stack):
    onchip.write("some.c", "char some[400 << 10];\nint main(void) { return some[5]; }\n")
    done = onchip("run", "-n", 1, "--cflags=-O0", "--stack", stack, "some.c", code=Exit.MEMORY)
    assert "the stack is the largest" in done.err


BAD_FREE = """\
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static void release(void *block) {
    free(block);
    __asm__ volatile("");
}
static char global[64];
int main(int argc, char **argv) {
    char *a = malloc(40), *b = malloc(40), *c = malloc(40);
    char local[64];
    (void)argc;
    (void)c; /* the end of the heap is not next to the others */
    switch (argv[1][0]) {
    case 'a': release(a); release(a); break;
    case 'b': release(a); release(b); release(b); break;
    case 'c': release(b); release(a); release(b); break;
    case 's': release(local + 8); break;
    case 'g': release(global + 8); break;
    case 'm': release(a + 8); break;
    case 'o': release(a + 1); break;
    case 'd': release(c); release(c); break;
    case 'i': ((int *)a)[3] = 5; release(a + 16); break;
    case 'l': release(a); release(b); release(c); release(b); break;
    case 'x': for (int i = 40; i < 48; i++) a[i] = 0x7f; release(b); break;
    default: release(c); release(a); release(b); release(NULL); puts("fine");
    }
    return 0;
}
"""


@pytest.mark.parametrize("how", "abcdilsgmox")
def test_free_of_what_is_not_allocated(onchip, how):
    onchip.write("bad.c", BAD_FREE)
    done = onchip("run", "-n", 1, "--cflags=-O1 -w", "bad.c", how, code=134)
    what = "free already (a double free)" if how in "abcdl" else "malloc has not allocated"
    assert what in done.err and "at bad.c:4" in done.err


def test_double_free_on_the_host_names_the_rank(onchip):
    onchip.write("bad.c", BAD_FREE)
    done = onchip("run", "--host", "-n", 1, "--cflags=-O1 -w", "bad.c", "a", code=134)
    assert "double free" in done.err
    assert re.search(r"rank 0 was ended by the signal SIGABRT, at .*bad\.c:4", done.err)


def test_free_of_what_is_allocated(onchip):
    onchip.write("good.c", BAD_FREE)
    assert onchip("run", "-n", 1, "--cflags=-O1 -w", "good.c", "f").out == "fine\n"


FULL_HEAP = """\
#include <stdlib.h>
int main(int argc, char **argv) {
    (void)argc;
    volatile char *block = malloc(3 << 20);
    if (argv[1][0] == 'f')
        *block = 1;
    if (argv[1][0] == 'a' && !block)
        abort();
    return argv[1][0] == 'e' && !block;
}
"""


@pytest.mark.parametrize(
    ("how", "code"), [("fault", Exit.FAULT), ("abort", 134), ("exit", 1), ("none", 0)]
)
def test_full_heap_is_named_at_a_bad_end(onchip, how, code):
    """The program ends well with the option that the message names."""
    onchip.write("full.c", FULL_HEAP)
    done = onchip("run", "-n", 1, "full.c", how, code=code)
    assert done.err.count("heap of process 0 was full") == (code != 0)
    if code:
        assert re.search(r"asked for 31457\d\d more", done.err)
        assert "--stack" in done.err and "onchip_dram()" in done.err
        (option,) = re.findall(r"--set tile\.memory_kb=\d+", done.err)
        onchip("run", "-n", 1, *option.split(), "full.c", how)


def test_both_modes_name_a_network_deadlock_alike(onchip):
    onchip.write(
        "kept.c",
        "#include <mpi.h>\n#include <onchip_qos.h>\n"
        "int main(int argc, char **argv) {\n"
        "    int rank;\n"
        "    MPI_Init(&argc, &argv);\n"
        "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        "    if (rank == 1)\n"
        "        ni_open_channel(qos_address(3), false);\n"
        "    MPI_Finalize();\n"
        "}\n",
    )
    words = ("-n", 5, "--chip", "qm3x3", "kept.c")
    fast, slow = (onchip("run", *mode, *words, code=Exit.NETWORK) for mode in ([], ["--reference"]))
    assert "network deadlock at cycle" in fast.err and "core 1 holds a circuit" in fast.err
    assert fast.err == slow.err
