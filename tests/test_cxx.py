"""Programs in C++: the language, its library, exceptions, OpenMP and MPI from it.

Expected output is that of this machine's own C++ library.
"""

import re
import subprocess

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from onchip.build import cxx

CXX = ROOT / "tests" / "cxx"
EXCEPTIONS = (CXX / "exceptions.cpp", CXX / "frames.c")

pytestmark = pytest.mark.timeout(1500)  # the first test builds the library


@pytest.fixture(scope="module", autouse=True)
def library():
    """The chip's C++ library, which takes minutes to build."""
    return cxx.library()


def lines(done):
    return sorted(done.out.splitlines())


@pytest.mark.parametrize(
    "words",
    [
        ("-n", 2, "--cflags=-std=c++20", CXX / "language.cpp"),
        ("-n", 1, "--threads", 4, "--cflags=-fopenmp", CXX / "openmp.cpp"),
        ("-n", 1, "--threads", 4, "--cflags=-std=c++20", CXX / "threads.cpp"),
        ("-n", 1, *EXCEPTIONS, 200),
        ("-n", 1, "--heap", "dram", *EXCEPTIONS, 5),
    ],
)
def test_a_program_prints_what_it_prints_on_linux(onchip, words):
    done = onchip("run", *words, timeout=600)  # may build the library for a heap in DRAM
    assert lines(done) == lines(onchip("run", "--host", *words))


@pytest.mark.long
def test_many_exceptions(onchip):
    done = onchip("run", "-n", 1, *EXCEPTIONS, 100_000)
    assert done.out.splitlines()[0] == "100000 0"


def test_exceptions_without_memory(onchip):
    assert onchip("run", "-n", 1, *EXCEPTIONS, 1, "fill").out.splitlines()[-1] == "1"


def line_of(name, text):
    """The line of a test's program that contains `text`."""
    rows = (CXX / name).read_text().splitlines()
    return next(i for i, row in enumerate(rows, 1) if text in row)


@pytest.mark.parametrize(
    ("how", "type_", "text", "where"),
    [
        ("throw", "std::out_of_range", "no element -5", "throw std::out_of_range"),
        ("destructor", "int", "", "throw 7"),
        ("library", "std::out_of_range", "vector::_M_range_check", "return all.at"),
    ],
)
def test_an_uncaught_exception_is_named_with_its_line(onchip, how, type_, text, where):
    done = onchip("run", "-n", 4, "--cflags=-Wno-terminate", CXX / "uncaught.cpp", how, code=134)
    assert f"terminate called after throwing an instance of '{type_}'\n" in done.err
    assert text in done.err
    line = line_of("uncaught.cpp", where)
    assert re.search(rf"rank 3 \(core 3\) .*, at \S*uncaught.cpp:{line}\n", done.err)


def test_names_in_reports_and_profiles_are_those_of_the_source(onchip):
    words = ("-n", 4, "--cflags=-Wno-terminate -O0", CXX / "uncaught.cpp")
    err = onchip("run", *words, "fault", code=Exit.FAULT).err
    assert f"in main at {CXX}/uncaught.cpp" in err
    functions = onchip("run", "--profile", "--json", *words, "n").json["profile"]["functions"]
    names = {row["function"] for row in functions}
    assert any(name.startswith("part::Store<int>::Store") for name in names)
    assert not any(name.startswith("_Z") for name in names)


def test_parts_are_compiled_and_linked_as_makefiles_do(onchip):
    onchip("c++", "-O2", "-c", EXCEPTIONS[0], "-o", "one.o")
    onchip("cc", "-O2", "-c", EXCEPTIONS[1], "-o", "two.o")
    subprocess.run(["riscv64-unknown-elf-ar", "rcs", onchip.folder / "lib.a",
                    onchip.folder / "one.o"], check=True)  # fmt: skip
    onchip("c++", "two.o", "lib.a", "-o", "first", "-lstdc++", "-lm", "-static-libgcc")
    onchip("cc", "two.o", "lib.a", "-o", "second")
    expected = onchip("run", "-n", 1, "one.o", "two.o", 3).out
    assert expected.startswith("3 0\nfive 0\n")
    onchip.write("words", f"-O2 -flto '{EXCEPTIONS[0]}'\n{EXCEPTIONS[1]} -lm -o third")
    onchip("cc", "@words")
    onchip("c++", "-E", EXCEPTIONS[0], "-o", "one.ii")
    onchip("cc", "one.ii", "two.o", "-o", "fourth")
    for program in ("first", "second", "third", "fourth"):
        assert onchip("run", "-n", 1, program, 3).out == expected
    onchip("c++", "-std=c++20", "-pthread", CXX / "threads.cpp", "-o", "threads")  # no OpenMP
    words = ("run", "-n", 1, "--threads", 4)
    std20 = ("--cflags=-std=c++20", CXX / "threads.cpp")
    assert lines(onchip(*words, "threads")) == lines(onchip(*words, "--host", *std20))


@pytest.mark.long
def test_cmake_finds_mpi_and_openmp(onchip):
    onchip.write(
        "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.16)\nproject(small C CXX)\n"
        "find_package(MPI REQUIRED)\nfind_package(OpenMP REQUIRED)\n"
        f"add_library(part STATIC {EXCEPTIONS[1]})\nadd_executable(small {EXCEPTIONS[0]})\n"
        "target_link_libraries(small part MPI::MPI_CXX OpenMP::OpenMP_CXX m)\nenable_testing()\n"
        "add_test(NAME runs COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 2 small)\n",
    )
    toolchain = f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/build/chip/onchip.cmake"
    for words in (["-B", "b", toolchain, "."], ["--build", "b"], ["--build", "b", "-t", "test"]):
        done = subprocess.run(["cmake", *words], cwd=onchip.folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_library_has_the_date_of_its_release(onchip):
    """Boost and others compare the date, and take a library without a date for that of 2004."""
    onchip.write("date.cpp", "#include <cstddef>\nint date = __GLIBCXX__;\n")
    onchip("c++", "-E", "-P", "date.cpp", "-o", "date.ii")
    assert re.search(r"int date = 20[2-9]\d{5};", (onchip.folder / "date.ii").read_text())


def test_a_program_in_c_has_nothing_of_exceptions(onchip):
    """The tables for unwinding are in the program's file, for debuggers, and are not loaded into
    the chip's memory.
    """
    program = onchip.linked(ROOT / "examples/hello.c")
    words = ["riscv64-unknown-elf-readelf", "-SW", program]
    sections = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    # flags: neither A (allocated) nor X
    assert re.search(r"\.eh_frame +PROGBITS +0+ \w+ \w+ 00 +0 ", sections)


def test_without_sources_the_message_says_what_to_type(monkeypatch, tmp_path):
    monkeypatch.setattr(cxx.machine, "compiler_source", lambda: None)
    monkeypatch.setattr(cxx, "_is_current", lambda top, folder: False)
    with pytest.raises(cxx.Failure, match=r"apt-get install -y gcc-\d+-source"):
        cxx.library()
