"""Programs of the tests on Linux, with a library that has gcc's sanitizers in it."""

import os
import subprocess

import pytest

from conftest import ROOT
from programs import found

# The makefile's compiler for each kind of sanitizer. gcc warns that ThreadSanitizer does not know
# fences. Two checks of null pointers are off. A null pointer is right as an argument of memcpy()
# that copies nothing (C2y, N3322). The check of accesses is wrong for thread-local variables: it
# tests the flags of an addition, which the linker replaces by LEA, and LEA sets no flags. An access
# through a null pointer ends the program without this check, too.
KINDS = {
    "thread": "gcc -fsanitize=thread -Wno-tsan",
    "address": "gcc -fsanitize=address,undefined -fno-sanitize=nonnull-attribute,null "
    "-fno-sanitize-recover=undefined",
}
THREADS = ROOT / "tests/mpi/threads"
OPENMP = sorted(path.stem for path in (ROOT / "tests/omp").glob("*.c"))

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module", params=KINDS)
def built(request, tmp_path_factory):
    """The kind, the compiler's words, and the folder of the library."""
    folder = tmp_path_factory.mktemp(request.param)
    words = ["make", "-s", "-j2", "-C", ROOT / "runtime", f"BUILD={folder}"]
    subprocess.run([*words, f"HOST_CC={KINDS[request.param]}", "host"], check=True)
    return request.param, KINDS[request.param].split(), folder / "host"


@pytest.fixture
def run(onchip, built):
    """Compiles and runs a program, whose output is the result. A finding makes it fail."""
    _, compiler, library = built
    # Leaks are no fault here, and a malloc() that is too long must return null.
    onchip.environment["ASAN_OPTIONS"] = "detect_leaks=0:allocator_may_return_null=1"

    def run(file, *words, ranks=1, options=(), flags=()):
        words = [*map(str, words)]
        program = onchip.folder / file.stem
        flags = [f"-I{ROOT}/tests", f"-I{ROOT}/runtime", "-w", *flags, file, "-o", program]
        call = [*compiler, f"@{library}/cc.flags", "-O1", *flags, f"@{library}/libs.flags"]
        subprocess.run(call, check=True)
        return onchip("run", "--host", "-n", ranks, *options, program, *words).out

    return run


@pytest.mark.parametrize("actions", "012345678")
def test_threads_of_a_rank(run, actions):
    seed = int(os.environ.get("ONCHIP_SEED", "1"))
    for ranks in (1, 3):
        assert run(THREADS / "multiple.c", seed, 20, actions, ranks=ranks) == "0 wrong\n"


def test_threads_of_a_team(run):
    options, flags = ("--threads", 3), ["-fopenmp"]
    assert run(THREADS / "team.c", ranks=2, options=options, flags=flags) == "0 wrong\n"


@pytest.mark.parametrize("name", OPENMP)
def test_openmp(run, name):
    run(ROOT / f"tests/omp/{name}.c", options=("--threads", 4), flags=["-fopenmp"])


@pytest.mark.parametrize(
    "program", [one for one in found("tests/mpi") if one.host], ids=lambda one: one.path.stem
)
def test_mpi(run, built, program):
    if built[0] == "thread":
        pytest.skip("a rank with one thread has no races")
    run(program.path, *program.arguments, ranks=program.ranks)
