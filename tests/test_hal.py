"""The hardware layer alone, below MPI, on chips and on the host."""

import os
import subprocess

import pytest

from conftest import ROOT

FOLDER = ROOT / "tests" / "runtime" / "hal"
PROGRAMS = sorted(FOLDER.glob("*.c"))
CFLAGS = ("--cflags", f"-I{ROOT / 'runtime'} -Wall -Wextra -Werror")
PLACES = {
    "four tiles": (4, "--chip", "mesh2x2"),
    "one tile": (4, "--chip", "quad2x2"),
    "scattered": (7, "--chip", "quad2x2", "--map", "scatter"),
    "mesh4x4": (16, "--chip", "mesh4x4"),
    "alone": (1, "--chip", "mesh2x2"),
    "host": (4, "--host"),
    "alone on the host": (1, "--host"),
}


@pytest.fixture(params=PROGRAMS, ids=lambda path: path.stem)
def program(request):
    return request.param


def run(onchip, program, ranks, *options):
    report = onchip("run", "-n", ranks, "--json", *options, *CFLAGS, program).json
    assert report["stdout"] == "done\n" * ranks
    return report


@pytest.mark.parametrize("places", PLACES)
def test_everything_holds(onchip, program, places):
    if "--host" in PLACES[places] and "Chip only" in program.read_text():
        return
    run(onchip, program, *PLACES[places])


@pytest.mark.parametrize("places", ["one tile", "four tiles"])
def test_same_cycles_in_the_reference_mode(onchip, program, places):
    fast = run(onchip, program, *PLACES[places])
    reference = run(onchip, program, *PLACES[places], "--reference")
    assert (fast["cycles"], fast["per_rank"]) == (reference["cycles"], reference["per_rank"])


@pytest.mark.parametrize("error", ["EPERM", "ENOSYS"])
def test_memory_of_other_processes_where_the_system_refuses_the_short_way(onchip, error):
    library = onchip.folder / "refuse.so"
    source = onchip.write(
        "refuse.c",
        f"""#include <errno.h>
        #include <stddef.h>
        long process_vm_readv() {{ errno = {error}; return -1; }}
        long process_vm_writev() {{ errno = {error}; return -1; }}
        """,
    )
    subprocess.run(["gcc", "-shared", "-fPIC", source, "-o", library], check=True)
    onchip.environment |= {"LD_PRELOAD": str(library)}
    run(onchip, FOLDER / "transfers.c", 3, "--host")


def test_abort_ends_everybody(onchip):
    program = onchip.write(
        "abort.c",
        """#include "hal/hal.h"
        int main(void) {
            if (hal_place() == 2)
                hal_abort(7);
            for (;;) {
                hal_arm(hal_shared(), 4);
                hal_wait(HAL_NEVER);
            }
        }""",
    )
    for options in (("--chip", "mesh2x2"), ("--host",)):
        done = onchip("run", "-n", 4, "--json", *options, *CFLAGS, program, code=None)
        assert (done.json["kind"], done.json["exit_code"]) == ("abort", 7)
        assert done.code == 7


def test_environment_reaches_the_program(onchip):
    program = onchip.write(
        "environment.c",
        """#include <stdio.h>
        #include <stdlib.h>
        int main(void) { return puts(getenv("ONCHIP_TEST")) < 0; }""",
    )
    for options in (("--chip", "mesh2x2"), ("--host",)):
        done = onchip("run", "-n", 2, "--env", "ONCHIP_TEST=a=b c", *options, program)
        assert done.out == "a=b c\n" * 2


def test_a_process_without_a_launcher_is_a_job_of_one(onchip):
    onchip("cc", "--host", *CFLAGS[1].split(), FOLDER / "words.c", "-o", "words")
    alone = {name: value for name, value in os.environ.items() if "ONCHIP" not in name}
    done = subprocess.run([onchip.folder / "words"], env=alone, capture_output=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, b"done\n")
