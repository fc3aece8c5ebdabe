"""Standard input: rank 0 reads the command's input, as under `mpiexec`."""

import os
import subprocess

import pytest

from conftest import ONCHIP

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char line[100];
    int number = -1, lines = 0;

    printf("number? ");
    if (scanf("%d", &number) != 1)
        printf("(nothing)");
    while (fgets(line, sizeof line, stdin))
        lines++;
    printf(" %d and %d lines\n", number, lines);
    return number == 42 ? 0 : 3;
}
"""


@pytest.fixture(params=["chip", "host"])
def where(request):
    return ["--host"] * (request.param == "host")


@pytest.fixture
def reader(onchip):
    onchip.write("reader.c", PROGRAM)

    def run(*words, **options):
        """How the run ended and what it printed, with standard input as `options` say."""
        with onchip.start("run", *words, "reader.c", stdout=subprocess.PIPE, **options) as process:
            return process, process.communicate(timeout=60)[0].decode()

    return run


def test_a_file_is_read_to_its_end(reader, where, tmp_path):
    # The input exceeds every buffer on its way, and does not end with a newline.
    (tmp_path / "in").write_text("42\n" + "x" * 90 + "\n" + "line\n" * 2000 + "end")
    with (tmp_path / "in").open() as text:
        process, printed = reader(*where, "-n", "1", stdin=text)
    assert (process.returncode, printed) == (0, "number?  42 and 2003 lines\n")


def test_only_rank_0_reads(reader, where):
    read, write = os.pipe()
    os.write(write, b"42\nline\n")
    os.close(write)
    process, printed = reader(*where, "-n", "3", stdin=read)
    os.close(read)
    assert printed.count(" 42 and 2 lines\n") == 1
    assert printed.count("number? (nothing) -1 and 0 lines\n") == 2
    assert process.returncode == 3


def test_nothing_is_read_ahead_of_what_the_program_asks_for(onchip, where, tmp_path):
    onchip.write("one.c", "#include <unistd.h>\nint main(void) { char c; return read(0, &c, 1); }")
    with (tmp_path / "in").open("w+b", buffering=0) as text:
        text.write(b"abc")
        text.seek(0)
        with onchip.start("run", *where, "-n", "1", "one.c", stdin=text) as process:
            assert process.wait(60) == 1
        assert text.read() == b"bc"


def test_closed_input_is_empty(onchip):
    onchip.write("reader.c", PROGRAM)
    words = ["sh", "-c", '"$0" run -n 1 reader.c <&-', ONCHIP]
    done = subprocess.run(words, cwd=onchip.folder, capture_output=True, text=True, timeout=60)
    assert done.stdout == "number? (nothing) -1 and 0 lines\n"


def test_a_question_is_seen_before_its_answer(onchip):
    """An unfinished line is also shown when the program waits for a user's input."""
    onchip.write("reader.c", PROGRAM)
    words = ("run", "-n", 1, "reader.c")
    code, shown = onchip.on_terminal(*words, question=b"number? ", answer=b"42\n\x04")
    assert code == 0
    assert b" 42 and 1 lines" in shown


def test_waiting_for_input_ends_with_the_timeout(onchip):
    """The program does not treat the timeout as the end of its input."""
    onchip.write("reader.c", PROGRAM)
    read, write = os.pipe()
    words = ("run", "-n", "1", "--timeout", "2", "reader.c")
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with onchip.start(*words, stdin=read, **streams) as process:
        out, err = process.communicate(timeout=60)
    os.close(read)
    os.close(write)
    assert process.returncode == 74
    assert out.strip() == b"number?"
    assert b"stopped after 2 seconds" in err
