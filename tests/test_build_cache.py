"""Compiled programs are found again, and only while they are still right."""

import os

import pytest

PROGRAM = '#include <stdio.h>\n#include "said.h"\nint main(void) { puts(SAID); return 0; }\n'


@pytest.fixture
def said(onchip, tmp_path):
    """Runs the program, which prints what the header says; gives that and whether gcc was run."""
    onchip.environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    compilers = tmp_path / "compilers"
    compilers.mkdir()
    log = tmp_path / "log"
    real = os.popen("command -v gcc").read().strip()
    (compilers / "gcc").write_text(f'#!/bin/sh\necho run >>{log}\nexec {real} "$@"\n')
    (compilers / "gcc").chmod(0o755)
    onchip.environment["PATH"] = f"{compilers}:{os.environ['PATH']}"
    onchip.write("prog.c", PROGRAM)
    onchip.write("said.h", '#define SAID "one"\n')

    def run(*words):
        log.write_text("")
        done = onchip("run", "--host", "-n", "1", *words, "prog.c")
        return done.out.strip(), done.err, log.read_text() != ""

    return run


def test_second_run_does_not_compile(said):
    assert said() == ("one", "", True)
    assert said() == ("one", "", False)


def test_changed_header_is_noticed_and_the_earlier_program_found_again(onchip, said):
    said()
    onchip.write("said.h", '#define SAID "two"\n')
    assert said() == ("two", "", True)
    onchip.write("said.h", '#define SAID "one"\n')
    said()
    assert said() == ("one", "", False)


def test_other_flags_are_another_program(onchip, said):
    onchip.write("said.h", '#ifndef SAID\n#define SAID "one"\n#endif\n')
    said()
    assert said("--cflags", "-DSAID='\"flag\"'") == ("flag", "", True)
    assert said() == ("one", "", False)


def test_warnings_are_repeated(onchip, said):
    onchip.write("said.h", '#define SAID "one"\n#warning look here\n')
    first, again = said(), said()
    assert "look here" in first[1]
    assert again == (*first[:2], False)


def test_files_of_several_sources(onchip, said):
    onchip.write("other.c", '#include "other.h"\nint other(void) { return OTHER; }\n')
    onchip.write("other.h", "#define OTHER 3\n")
    onchip.write("main.c", "int other(void);\nint main(void) { return other(); }\n")
    for number in (3, 4):
        onchip.write("other.h", f"#define OTHER {number}\n")
        onchip("run", "--host", "-n", "1", "main.c", "other.c", code=number)
