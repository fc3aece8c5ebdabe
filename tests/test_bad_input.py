"""Bad input: each kind has its exit code and a message that names what is needed to mend it."""

import json
import re
import shutil
import signal
import struct
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT
from onchip.failures import Exit

HELLO = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n'

# The line that is at fault ends with this mark; the message must name it.
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
        # The last kilobyte of the last tile's memory belongs to no process when one rank runs.
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
    # Without optimisation gcc says exactly which instruction belongs to which line.
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


# Beyond the eighth of 1 MB that a stack has, and beyond the guard page: the heap must stay.
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
        # The remedy that the message names is one.
        size = re.search(r"--stack (\d+) sets a larger", done.err)[1]
        onchip(*run[:3], "--stack", size, *run[3:])


@pytest.mark.parametrize("memory_kb", [1024, 4096])
def test_stack_has_an_eighth_of_what_is_free(onchip, memory_kb):
    """Enough for the local arrays of ordinary programs, without --stack."""
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


def test_program_that_does_not_compile(onchip):
    onchip.write("wrong.c", "int main(void) {\n    return undeclared;\n}\n")
    for host in ([], ["--host"]):
        done = onchip("run", "-n", "1", *host, "wrong.c", code=Exit.COMPILE)
        assert "wrong.c:2:" in done.err and "undeclared" in done.err
        done = onchip("cc", *host, "wrong.c", "-o", "wrong", code=Exit.COMPILE)
        assert "wrong.c:2:" in done.err


def test_program_that_does_not_link(onchip):
    onchip.write("wrong.c", "void nowhere(void);\nint main(void) { nowhere(); return 0; }\n")
    assert "nowhere" in onchip("run", "-n", "1", "wrong.c", code=Exit.COMPILE).err


def test_more_ranks_than_cores(onchip):
    onchip.write("hello.c", HELLO)
    done = onchip("run", "-n", "17", "hello.c", code=Exit.RANKS)
    assert "17" in done.err and "16" in done.err
    done = onchip("run", "-n", "9", "hello.c", ":", "-n", "8", "hello.c", code=Exit.RANKS)
    assert "17" in done.err and "16" in done.err


@pytest.mark.parametrize(
    ("section", "size", "declaration"),
    [
        (".bss", 32 << 20, "char big[32 << 20];"),
        (".data", 4 << 20, "char big[4 << 20] = {1};"),
        (".rodata", 4 << 20, "const char big[4 << 20] = {1};"),
    ],
)
def test_memory_that_does_not_fit(onchip, section, size, declaration):
    onchip.write("big.c", f"{declaration}\nint main(void) {{ return 0; }}\n")
    flags = "--cflags=-fno-data-sections -Wl,--no-gc-sections"
    done = onchip("run", "-n", "1", flags, "big.c", code=Exit.MEMORY)
    # Which section, how much it needs, and how much there is on a tile of this chip.
    (needed,) = re.findall(rf"\{section} (\d+)\b(?!.*\{section} \d)", done.err)
    assert size <= int(needed) < 1.1 * size
    assert f"{section} is the largest" in done.err and str(1024 * 1024) in done.err


def test_deadlock_names_who_waits_for_whom(onchip):
    onchip.write(
        "stuck.c",
        "#include <mpi.h>\n"
        "int main(int argc, char **argv) {\n"
        "    int rank, size, value;\n"
        "    MPI_Init(&argc, &argv);\n"
        "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
        "    MPI_Recv(&value, 1, MPI_INT, (rank + 1) % size, 7, MPI_COMM_WORLD,\n"
        "             MPI_STATUS_IGNORE);\n"
        "    MPI_Finalize();\n"
        "    return 0;\n}\n",
    )
    for host in [], ["--host"]:
        done = onchip("run", "-n", "4", *host, "stuck.c", code=Exit.DEADLOCK)
        for rank in range(4):
            what = rf"MPI_Recv for rank {(rank + 1) % 4} \(tag 7\)"
            pattern = rf"rank {rank}\b.*{what}, at .*stuck\.c:[78]\n"
            assert re.search(pattern, done.err), f"{pattern} is missing in: {done.err}"


@pytest.mark.parametrize("host", [[], ["--host"]])
@pytest.mark.parametrize("end", ["abort()", "assert(argc == 77)", "raise(SIGTERM)"])
def test_end_by_a_signal_of_its_own(onchip, end, host):
    onchip.write(
        "ends.c",
        "#include <assert.h>\n#include <signal.h>\n#include <stdlib.h>\n"
        f"int main(int argc, char **argv) {{ (void)argc, (void)argv; {end}; return 0; }}\n",
    )
    number = signal.SIGTERM if "raise" in end else signal.SIGABRT
    report = onchip("run", "-n", "2", *host, "--json", "ends.c", code=128 + number).json
    assert report["kind"] == "abort"
    if "assert" in end:
        assert "ends.c" in report["stderr"] and ".program" not in report["stderr"]


def test_rank_that_left_is_waited_for(onchip):
    onchip.write(
        "left.c",
        "#include <mpi.h>\n"
        "int main(int argc, char **argv) {\n"
        "    int rank;\n"
        "    MPI_Init(&argc, &argv);\n"
        "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        "    if (rank != 2)\n"
        "        MPI_Barrier(MPI_COMM_WORLD);\n"
        "    return 0;\n}\n",
    )
    done = onchip("run", "-n", "4", "left.c", code=None)
    assert done.code != 0
    assert "rank 2" in done.err or "MPI_Barrier" in done.err


@pytest.fixture(scope="session")
def linked(tmp_path_factory):
    """The bytes of a right program for the chip."""
    folder = tmp_path_factory.mktemp("linked")
    (folder / "hello.c").write_text(HELLO)
    onchip = shutil.which("onchip", path=str(Path(subprocess.sys.executable).parent))
    subprocess.run([onchip, "cc", "hello.c", "-o", "hello"], cwd=folder, check=True)
    return (folder / "hello").read_bytes()


def with_field(program: bytes, offset: int, layout: str, value: int) -> bytes:
    changed = bytearray(program)
    struct.pack_into(layout, changed, offset, value)
    return bytes(changed)


# Offsets and values: System V ABI, "ELF Header".
BAD_ELF = {
    "empty": lambda program: b"",
    "text": lambda program: b"#!/bin/sh\necho hello\n",
    "magic only": lambda program: program[:4],
    "half of the header": lambda program: program[:26],
    "header only": lambda program: program[:52],
    "cut in the program headers": lambda program: program[:70],
    "cut in the code": lambda program: program[:0x1100],
    "64 bits": lambda program: with_field(program, 4, "B", 2),
    "big-endian": lambda program: with_field(program, 5, "B", 2),
    "of another machine": lambda program: with_field(program, 18, "<H", 62),
    "not executable": lambda program: with_field(program, 16, "<H", 1),
    "program headers outside": lambda program: with_field(program, 28, "<I", 0xFFFFFFF0),
    "this machine's": lambda program: Path(subprocess.sys.executable).read_bytes(),
    "entry outside": lambda program: with_field(program, 24, "<I", 0x0FFFFFF0),
}


@pytest.mark.parametrize("name", BAD_ELF)
def test_bad_elf(onchip, linked, name):
    onchip.write("bad", BAD_ELF[name](linked))
    done = onchip("run", "-n", "1", "bad", code=Exit.ELF)
    assert "bad" in done.err and len(done.err.splitlines()) == 1


def test_right_elf_runs(onchip, linked):
    onchip.write("good", linked)
    assert onchip("run", "-n", "1", "good").out == "hello\n"


BAD_CHIPS = {
    "wrong key": (
        "[mesh]\ncolums = 2\nrows = 2\n[tile]\ncores = 1\nmemory_kb = 64\n",
        3,
        "columns",
    ),
    "missing key": ("[mesh]\ncolumns = 2\n[tile]\ncores = 1\nmemory_kb = 64\n", 2, "rows"),
    "out of range": (
        "[mesh]\ncolumns = 2\nrows = 2\n[tile]\ncores = 99\nmemory_kb = 64\n",
        6,
        "cores",
    ),
    "not a power of two": (
        "[mesh]\ncolumns = 2\nrows = 2\n[tile]\ncores = 1\nmemory_kb = 100\n",
        7,
        "memory_kb",
    ),
    "too many tiles": (
        "[mesh]\ncolumns = 64\nrows = 64\n[tile]\ncores = 1\nmemory_kb = 64\n",
        None,
        "1,?024",
    ),
    "too much memory": (
        "[mesh]\ncolumns = 8\nrows = 8\n[tile]\ncores = 1\nmemory_kb = 65536\n",
        None,
        "memory_kb",
    ),
    "controller outside the mesh": (
        "[mesh]\ncolumns = 2\nrows = 2\n[tile]\ncores = 1\nmemory_kb = 64\n"
        "[dram]\nswitches = [0, 4]\nsize_mb = 64\n",
        9,
        "switches",
    ),
    "not TOML": ("[mesh\ncolumns = 2\n", 2, ""),
    "wrong type": (
        '[mesh]\ncolumns = "two"\nrows = 2\n[tile]\ncores = 1\nmemory_kb = 64\n',
        3,
        "columns",
    ),
}


@pytest.mark.parametrize("name", BAD_CHIPS)
def test_bad_chip_file(onchip, name):
    text, line, fact = BAD_CHIPS[name]
    onchip.write("mine.toml", 'name = "mine"\n' + text)
    onchip.write("hello.c", HELLO)
    for words in (["chip", "check"], ["chip", "show"]):
        message = onchip(*words, "mine.toml", code=Exit.CHIP).err
        assert f"mine.toml:{line or ''}" in message and re.search(fact, message), message
    onchip("run", "--chip", "mine.toml", "hello.c", code=Exit.CHIP)


def test_every_error_of_a_chip_file(onchip):
    onchip.write(
        "mine.toml",
        'name = "mine"\n[mesh]\ncolumns = 0\nrows = 65\n[tile]\ncores = 17\nmemory_kb = 64\n',
    )
    message = onchip("chip", "check", "mine.toml", code=Exit.CHIP).err
    for line, key in ((3, "columns"), (4, "rows"), (6, "cores")):
        assert re.search(rf"mine\.toml:{line}\b.*{key}", message), message


def test_unknown_chip_lists_the_known(onchip):
    message = onchip("chip", "show", "mesh5x5", code=Exit.CHIP).err
    assert "mesh5x5" in message and "mesh4x4" in message


def test_every_chip_is_right(onchip):
    chips = sorted((ROOT / "chips").glob("*.toml"))
    assert len(chips) >= 6
    onchip("chip", "check", *chips)


ENDLESS = (
    "#include <stdio.h>\n"
    "int main(void) {\n"
    '    puts("started");\n'
    "    fflush(stdout);\n"
    "    for (volatile unsigned i = 0;; i++)\n"
    "        ;\n"
    "}\n"
)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("host", [[], ["--host"]])
def test_interrupt_keeps_the_statistics(onchip, host, number):
    onchip.write("endless.c", ENDLESS)
    words = ("run", "-n", "2", *host, "--json=report", "endless.c")
    process = onchip.start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "started\n"
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert process.returncode == Exit.INTERRUPTED
    report = json.loads((onchip.folder / "report").read_text())
    assert report["kind"] == "interrupted" and report["exit_code"] == 130
    assert "started\n" in report["stdout"] and "wall seconds" in err
    if not host:
        assert report["cycles"] > 1000 and report["instructions"] > 1000


@pytest.mark.parametrize("host", [[], ["--host"]])
def test_timeout(onchip, host):
    onchip.write("endless.c", ENDLESS)
    done = onchip("run", "-n", "2", *host, "--timeout", "1", "endless.c", code=Exit.TIMEOUT)
    assert done.out == "started\nstarted\n" and "--timeout" in done.err


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


def test_what_does_not_fit_names_the_remedy(onchip):
    """What the message says is typed, and the program runs."""
    onchip.write("big.c", "char big[3 << 20];\nint main(void) { return big[5]; }\n")
    done = onchip("run", "-n", 1, "--cflags=-O0", "big.c", code=Exit.MEMORY)
    (option,) = re.findall(r"--set tile\.memory_kb=\d+", done.err)
    assert "--stack" in done.err and "onchip_dram()" in done.err
    onchip("run", "-n", 1, "--cflags=-O0", *option.split(), "big.c")


@pytest.mark.parametrize("stack", [900, 1500])
def test_the_stack_is_the_largest(onchip, stack):
    onchip.write("some.c", "char some[400 << 10];\nint main(void) { return some[5]; }\n")
    done = onchip("run", "-n", 1, "--cflags=-O0", "--stack", stack, "some.c", code=Exit.MEMORY)
    assert "the stack is the largest" in done.err


def test_positions_beyond_2_gb(onchip):
    """A position that a long cannot hold is an error, and the file stays where it was."""
    onchip.write(
        "far.c",
        "#include <errno.h>\n#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\n"
        "int main(void) {\n"
        '    int file = open("file", O_RDWR | O_CREAT | O_TRUNC, 0666);\n'
        "    long near = lseek(file, 0x7fffff00, SEEK_SET);\n"
        "    long far = lseek(file, 0x200, SEEK_CUR);\n"
        "    int why = errno == EOVERFLOW;\n"
        '    printf("%lx %ld %d %lx\\n", near, far, why, (long)lseek(file, 0, SEEK_CUR));\n'
        "    return 0;\n}\n",
    )
    assert onchip("run", "-n", 1, "far.c").out == "7fffff00 -1 1 7fffff00\n"


@pytest.mark.parametrize(
    ("what", "code"), [("assert(argc == 2);", 134), ("raise(SIGTERM);", 143), ("abort();", 134)]
)
def test_end_of_job_names_the_users_line(onchip, what, code):
    onchip.write(
        "ends.c",
        "#include <assert.h>\n#include <signal.h>\n#include <stdlib.h>\n"
        "__attribute__((noinline)) static void inner(int argc) {\n"
        "    (void)argc;\n"
        f"    {what}\n"
        '    __asm__ volatile("");\n'  # the call is not the last one
        "}\n"
        "int main(int argc, char **argv) {\n    (void)argv;\n    inner(argc);\n    return 0;\n}\n",
    )
    done = onchip("run", "-n", 1, "ends.c", code=code)
    assert f"exit code {code}, at ends.c:6" in done.err
    assert "newlib" not in done.err


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
    case 'x': for (int i = 40; i < 48; i++) a[i] = 0x7f; release(b); break;
    default: release(c); release(a); release(b); release(NULL); puts("fine");
    }
    return 0;
}
"""


@pytest.mark.parametrize("how", "abcsgmox")
def test_free_of_what_is_not_allocated(onchip, how):
    onchip.write("bad.c", BAD_FREE)
    done = onchip("run", "-n", 1, "--cflags=-O1 -w", "bad.c", how, code=134)
    what = "free already (a double free)" if how in "abc" else "malloc has not allocated"
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
    """With what the message says to type, the program ends well."""
    onchip.write("full.c", FULL_HEAP)
    done = onchip("run", "-n", 1, "full.c", how, code=code)
    assert done.err.count("heap of process 0 was full") == (code != 0)
    if code:
        assert re.search(r"asked for 31457\d\d more", done.err)
        assert "--stack" in done.err and "onchip_dram()" in done.err
        (option,) = re.findall(r"--set tile\.memory_kb=\d+", done.err)
        onchip("run", "-n", 1, *option.split(), "full.c", how)
