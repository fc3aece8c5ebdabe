"""A chip of 1,024 cores needs no more time and memory than a desktop computer has."""

import os
import subprocess
import time

from conftest import ROOT

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
