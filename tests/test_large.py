"""A chip of 1,024 cores needs no more time and memory than a desktop computer offers."""

import os
import subprocess
import time

from conftest import ROOT
from onchip.chip import chips

SECONDS = 60
BYTES = 4 << 30


def test_ring_through_1024_ranks(onchip):
    words = ("run", "-n", "1024", "--chip", "mesh32x32", ROOT / "examples" / "ring.c")
    onchip("cc", words[-1], "-o", "ring")  # separately, so that gcc's time and memory do not count
    started = time.monotonic()
    with onchip.start(*words[:-1], "ring", stdout=subprocess.PIPE, text=True) as process:
        out = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    assert f"round 1: the token is {sum(range(1024))}" in out
    seconds = time.monotonic() - started
    print(f"{seconds:.1f} s, {usage.ru_maxrss // 1024} MB")
    assert seconds < SECONDS
    assert usage.ru_maxrss * 1024 < BYTES


def kilobytes(onchip, *options):
    """The size of the heap in pieces of 1 kB."""
    onchip.write(
        "heap.c",
        "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n    int count = 0;\n"
        '    while (malloc(1008)) count++;\n    printf("%d\\n", count);\n}\n',
    )
    return [int(line) for line in onchip("run", *options, "heap.c").out.splitlines()]


def test_a_rank_has_the_memory_of_its_threads_cores(onchip):
    """Further threads in the tile need 8 kB for their block, their stacks and a few pages."""
    quad = ("--chip", "quad2x2", "--stack", 32)
    (one,) = kilobytes(onchip, "-n", 1, *quad)
    for threads in (2, 4):
        (heap,) = kilobytes(onchip, "-n", 1, "--threads", threads, *quad)
        assert heap > one + (threads - 1) * (256 - 8 - 32 - 12) - 16
    # With two further threads, which are in another tile, the process has as much memory as before.
    (far,) = kilobytes(onchip, "-n", 1, "--threads", 6, *quad)
    assert abs(far - heap) < 16
    two = kilobytes(onchip, "-n", 2, "--threads", 2, *quad)
    assert two[0] < heap and abs(two[0] - two[1]) < 64


def test_variables_that_need_the_memory_of_several_cores(onchip):
    onchip.write(
        "sum.c",
        "#include <stdio.h>\nstatic volatile char bytes[700000];\n"
        "int main(void) {\n    long sum = 0;\n"
        "#pragma omp parallel for reduction(+ : sum)\n"
        "    for (int i = 0; i < (int)sizeof bytes; i += 7)\n"
        "        bytes[i] = i % 100, sum += bytes[i];\n"
        '    printf("%ld\\n", sum);\n}\n',
    )
    words = ("--chip", "quad2x2", "-n", 1, "sum.c")
    for mode in ((), ("--reference",)):
        done = onchip("run", "--threads", 4, *mode, *words)
        assert done.out == f"{sum(i % 100 for i in range(0, 700_000, 7))}\n"
    done = onchip("run", *words, code=None)
    assert "does not fit" in done.err and "tile.memory_kb" in done.err
    large = chips.load("large4x4").config["tile"]
    assert (large["cores"], large["memory_kb"]) == (1, 4096)
    assert "--chip large4x4" in done.err and "--data dram the variables" in done.err
    onchip("cc", "sum.c", "-o", "linked")
    done = onchip("run", *words[:-1], "linked", code=None)
    assert "`onchip cc --data dram` the variables" in done.err
