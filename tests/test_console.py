"""The ranks' lines stay whole, and the prefix stands before each of them once."""

import pytest

from onchip.console import STDERR, STDOUT, Console


def printed(capfdbinary, prefix, pieces):
    console = Console(prefix, keep=False, progress=False)
    for piece in pieces:
        console.write([piece])
    console.close()
    return capfdbinary.readouterr().out


@pytest.mark.parametrize(
    ("pieces", "plain", "prefixed"),
    [
        ([(3, STDOUT, b"a\nb\n")], b"a\nb\n", b"[3] a\n[3] b\n"),
        ([(0, STDOUT, b"a\n"), (12, STDOUT, b"b\n")], b"a\nb\n", b"[0] a\n[12] b\n"),
        # The same rank goes on with its line: one line, one prefix.
        ([(1, STDOUT, b"a"), (1, STDOUT, b"b\n")], b"ab\n", b"[1] ab\n"),
        # Another rank comes in between: two lines.
        ([(1, STDOUT, b"a"), (2, STDOUT, b"b\n")], b"a\nb\n", b"[1] a\n[2] b\n"),
        # What onchip says at the end begins a line of its own.
        ([(1, STDOUT, b"a")], b"a\n", b"[1] a\n"),
        ([(1, STDOUT, b"\n\n")], b"\n\n", b"[1] \n[1] \n"),
        ([(1, STDOUT, b"\xff\r\x00\n")], b"\xff\r\x00\n", b"[1] \xff\r\x00\n"),
        ([(1, STDOUT, b"a\rb\x0bc\n")], b"a\rb\x0bc\n", b"[1] a\rb\x0bc\n"),
    ],
)
def test_lines_of_ranks(capfdbinary, pieces, plain, prefixed):
    assert printed(capfdbinary, False, pieces) == plain
    assert printed(capfdbinary, True, pieces) == prefixed


def test_streams_are_apart(capfdbinary):
    console = Console(False, keep=True, progress=False)
    console.write([(0, STDOUT, b"out"), (0, STDERR, b"err\n"), (0, STDOUT, b"put\n")])
    assert capfdbinary.readouterr() == (b"output\n", b"err\n")
    assert (console.kept(STDOUT), console.kept(STDERR)) == ("output\n", "err\n")


def test_no_progress_line_without_a_terminal(capfdbinary):
    console = Console(False, keep=False, progress=True)
    console._started -= 10
    console.progress(1000, 1000)
    assert capfdbinary.readouterr() == (b"", b"")
