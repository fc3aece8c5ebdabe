"""The queue's order of jobs, and a sequencer that is driven by hand (wait_queue.c)."""

import os
import subprocess

from conftest import ROOT
from jobs.test_allocator import SOURCES


def test_order_and_what_is_known_of_a_job(tmp_path):
    program = tmp_path / "queue"
    include = [f"-I{ROOT / 'runtime'}", f"-I{ROOT / 'runtime' / 'include'}"]
    words = ["gcc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", *include, "-o", program]
    subprocess.run([*words, ROOT / "tests/jobs/wait_queue.c", *SOURCES], check=True)
    # Without its cache for each thread, glibc gives a new job the memory of the previous one.
    environment = os.environ | {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}
    run = subprocess.run([program], capture_output=True, text=True, env=environment)
    assert run.stdout == "again\nok\n"
