"""mpi4py's own tests, with mpi4py built for the standard's binary interface and libmpi_abi.so."""

import os
import re
import subprocess
import sys
import tarfile

import pytest

from onchip.build import compiler

VERSION = "4.1.2"

# Test modules for functions that the library does not offer: files of MPI, and processes that are
# added to the job. They fail with MPI_ERR_UNSUPPORTED_OPERATION.
FILES = ("test_file", "test_io", "test_subclass")
PROCESSES = ("test_dynproc", "test_spawn")
ALONE = ("test_util_pool",)  # adds processes if there is only one rank
# Tests of other modules: the first two need files; the third one expects that the extent of a
# vector is not rounded up to the alignment, as in MPICH (docs/mpi.md). The last one tests
# MPI_Comm_iagree, in whose place mpi4py calls MPI_Iallreduce; some ranks call it before a barrier
# and others after it, whereas MPI requires one order at all ranks.
LEFT_OUT = (
    "*.TestErrhandlerFile.*",
    "*.TestObjModel.testSafeFreeCreated",
    "*.TestUtilDTLib.testHVector",
    "*.TestULFMWorld.testIAgree",
)

pytestmark = [pytest.mark.long, pytest.mark.timeout(7200)]


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """A folder with the sources of mpi4py, and mpi4py in `lib`."""
    folder = tmp_path_factory.mktemp("mpi4py")
    pip = [sys.executable, "-m", "pip"]
    words = ["download", "-q", "--no-deps", "--no-binary", "mpi4py", f"mpi4py=={VERSION}"]
    if subprocess.run([*pip, *words, "-d", folder]).returncode:
        pytest.skip("the package index has no sources of mpi4py")
    (archive,) = folder.glob("mpi4py-*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    built = compiler.folder(compiler.Target(host=True))
    mpicc = folder / "mpicc"
    mpicc.write_text(f'#!/bin/sh\nexec gcc -I{built}/include "$@" -L{built} -lmpi_abi\n')
    mpicc.chmod(0o755)
    subprocess.run(
        [*pip, "install", "-q", "--no-deps", "--no-cache-dir", "--target", folder / "lib", archive],
        check=True,
        env=os.environ | {"MPICC": str(mpicc), "CFLAGS": "-O0"},
    )
    return folder


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_mpi4py(onchip, suite, ranks):
    built = compiler.folder(compiler.Target(host=True))
    tests = suite / f"mpi4py-{VERSION}" / "test"
    left_out = [word for name in LEFT_OUT for word in ("-x", name)]
    variables = {
        "LD_LIBRARY_PATH": str(built),
        "PYTHONPATH": str(suite / "lib"),
        "PYTHONUNBUFFERED": "1",
    }
    environment = [word for pair in variables.items() for word in ("--env", "=".join(pair))]
    modules = sorted(path.stem for path in tests.glob("test_*.py"))
    wrong = []
    for module in modules:
        if module in FILES + PROCESSES + (ALONE if ranks == 1 else ()):
            continue
        run = onchip.start(
            *("run", "--host", "-n", ranks, *environment),
            *(sys.executable, tests / "main.py", "-q", "-i", rf"^{module}\.py", *left_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        _, err = run.communicate(timeout=1800)
        if run.returncode or len(re.findall(r"^OK\b", err, re.M)) != ranks:
            wrong.append(f"{module}: {run.returncode}\n{err[-3000:]}")
    assert not wrong, "\n".join(wrong)
