"""Bad input: each kind has its exit code, and a message that says what is required."""

import json
import os
import re
import shlex
import shutil
import signal
import struct
import subprocess
import threading
import time
from pathlib import Path

import pytest

from conftest import ROOT
from onchip.base import timeouts
from onchip.base.failures import Exit, Failure

HELLO = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n'


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
    # The message names the section, the number of bytes that the section needs, and the number of
    # bytes that a tile of this chip has.
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
    """The bytes of an intact program for the chip."""
    folder = tmp_path_factory.mktemp("linked")
    (folder / "hello.c").write_text(HELLO)
    onchip = shutil.which("onchip", path=str(Path(subprocess.sys.executable).parent))
    subprocess.run([onchip, "cc", "hello.c", "-o", "hello"], cwd=folder, check=True)
    return (folder / "hello").read_bytes()


def with_field(program: bytes, offset: int, layout: str, value: int) -> bytes:
    changed = bytearray(program)
    struct.pack_into(layout, changed, offset, value)
    return bytes(changed)


# Offsets and values of the System V ABI, "ELF Header".
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
        "[dram]\nrouters = [0, 4]\nsize_mb = 64\n",
        9,
        "routers",
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
        'name = "mine"\n[mesh]\ncolumns = 0\nrows = 65\n[tile]\ncores = 18\nmemory_kb = 64\n',
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
        for rank in range(2):
            assert f"process {rank} (core {rank}) runs in main at endless.c:" in report["message"]


@pytest.mark.parametrize("host", [[], ["--host"]])
def test_timeout(onchip, host):
    onchip.write("endless.c", ENDLESS)
    done = onchip("run", "-n", "2", *host, "--timeout", "4", "endless.c", code=Exit.TIMEOUT)
    assert done.out == "started\nstarted\n" and "--timeout" in done.err


def test_timeout_covers_what_comes_before_the_run(onchip):
    onchip.write("endless.c", ENDLESS)
    # A header that is a pipe without a writer keeps the compiler waiting.
    os.mkfifo(onchip.folder / "never.h")
    begin = time.monotonic()
    words = ("--cflags", "-include never.h", "--timeout", "1", "endless.c")
    done = onchip("run", *words, code=Exit.TIMEOUT)
    assert "--timeout" in done.err and time.monotonic() - begin < 10


def test_the_limit_ends_when_the_run_begins():
    """When a run begins, it removes the time limit of its thread. If the run is in another thread,
    the limit of the main thread stays.
    """
    with timeouts.limited(0.1):
        timeouts.lift()
        time.sleep(0.2)
    other = threading.Thread(target=timeouts.lift)
    with pytest.raises(Failure, match=r"stopped after 0\.1 seconds"), timeouts.limited(0.1):
        other.start()
        other.join()
        time.sleep(5)


def test_what_does_not_fit_names_the_remedy(onchip):
    """The program runs with the option that the message names."""
    onchip.write("big.c", "char big[3 << 20];\nint main(void) { return big[5]; }\n")
    done = onchip("run", "-n", 1, "--cflags=-O0", "big.c", code=Exit.MEMORY)
    option, typed = re.findall(r"--set tile\.memory_kb=\d+", done.err)
    assert "--stack" in done.err and "onchip_dram()" in done.err and option == typed
    (line,) = re.findall(r"^Type: onchip (run .*)$", done.err, re.MULTILINE)
    onchip(*shlex.split(line))


def test_positions_beyond_2_gb(onchip):
    """A file position that a long cannot hold is an error, and the current position does not
    change.
    """
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
        '    __asm__ volatile("");\n'  # prevents a tail call
        "}\n"
        "int main(int argc, char **argv) {\n    (void)argv;\n    inner(argc);\n    return 0;\n}\n",
    )
    done = onchip("run", "-n", 1, "ends.c", code=code)
    assert f"exit code {code}, at ends.c:6" in done.err
    assert "newlib" not in done.err
