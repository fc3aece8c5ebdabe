"""MPI_THREAD_MULTIPLE: several threads of a rank make calls at the same time, on Linux."""

import os
import subprocess

import pytest

from conftest import ROOT
from onchip.build import compiler

PROGRAM = ROOT / "tests/mpi/threads/multiple.c"
TEAM = ROOT / "tests/mpi/threads/team.c"
CASES = int(os.environ.get("ONCHIP_CASES", "6"))
# Rounds and actions of the threads: all actions, only collectives, only new communicators, or only
# windows (the indices of ACTIONS in the program).
KINDS = {"all": (60,), "collectives": (60, "6"), "communicators": (60, "7"), "windows": (40, "8")}


@pytest.fixture(params=["linked", "libmpi_abi.so"])
def multiple(request, onchip):
    """The program, linked with the library, or with that for the standard's binary interface."""
    if request.param == "linked":
        onchip("cc", "--host", PROGRAM, "-o", "multiple")
        return "./multiple"
    built = compiler.folder(compiler.Target(host=True))
    words = ("-pthread", f"-I{built}/include", PROGRAM, f"-L{built}", "-lmpi_abi")
    subprocess.run(["gcc", *words, "-o", onchip.folder / "multiple"], check=True)
    onchip.environment["LD_LIBRARY_PATH"] = str(built)
    return "./multiple"


@pytest.mark.parametrize("kind", KINDS)
def test_threads_call_at_the_same_time(onchip, multiple, kind):
    for seed in range(1, CASES + 1):
        words = ("run", "--host", "-n", 1 + seed % 4, "--timeout", 60)
        done = onchip(*words, multiple, seed, *KINDS[kind])
        assert done.out == "0 wrong\n", f"seed {seed}"


@pytest.mark.parametrize("ranks, threads", [(1, 3), (2, 2), (3, 4)])
def test_all_threads_of_a_team_call(onchip, ranks, threads):
    words = ("run", "--host", "-n", ranks, "--threads", threads, "--timeout", 60)
    assert onchip(*words, TEAM).out == "0 wrong\n"
    assert onchip(*words, "--check-mpi", TEAM).out == "0 wrong\n"
