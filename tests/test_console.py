"""The ranks' lines stay whole, and each line gets its prefix once."""

import base64
import json

import pytest

from onchip.outcome.console import STDERR, STDOUT, Console


def printed(capfdbinary, prefix, pieces):
    console = Console(prefix, keep=False, progress=False)
    for piece in pieces:
        console.write([piece])
    console.clear()
    return capfdbinary.readouterr().out


@pytest.mark.parametrize(
    ("pieces", "plain", "prefixed"),
    [
        ([(3, STDOUT, b"a\nb\n")], b"a\nb\n", b"[3] a\n[3] b\n"),
        ([(0, STDOUT, b"a\n"), (12, STDOUT, b"b\n")], b"a\nb\n", b"[0] a\n[12] b\n"),
        # One rank continues its own line: one line, one prefix.
        ([(1, STDOUT, b"a"), (1, STDOUT, b"b\n")], b"ab\n", b"[1] ab\n"),
        # Another rank prints in between: two lines.
        ([(1, STDOUT, b"a"), (2, STDOUT, b"b\n")], b"a\nb\n", b"[1] a\n[2] b\n"),
        # The output ends as the program ended it.
        ([(1, STDOUT, b"a")], b"a", b"[1] a"),
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
    assert console.kept("out", STDOUT) == {"out": "output\n"}
    assert console.kept("err", STDERR) == {"err": "err\n"}


def test_kept_bytes_can_be_read_back(capfdbinary):
    console = Console(False, keep=True, progress=False, quiet=True)
    data = bytes(range(256))
    console.write([(0, STDOUT, data), (0, STDERR, b"\xff\n")])
    assert capfdbinary.readouterr() == (b"", b"\xff\n")
    kept = json.loads(json.dumps(console.kept("stdout", STDOUT)))
    assert base64.b64decode(kept["stdout_base64"]) == data
    assert kept["stdout"] == data.decode(errors="replace")


@pytest.mark.parametrize(
    ("pieces", "same", "ends"),
    [
        ([(0, STDOUT, b"a")], False, b""),
        ([(0, STDOUT, b"a")], True, b"\n"),
        ([(0, STDOUT, b"a\n")], True, b""),
        ([(0, STDERR, b"a")], False, b"\n"),
        ([(0, STDERR, b"a")], True, b"\n"),
    ],
)
def test_what_onchip_says_begins_a_line(capfdbinary, monkeypatch, pieces, same, ends):
    monkeypatch.setattr("os.path.sameopenfile", lambda first, second: same)
    console = Console(False, keep=False, progress=False)
    console.write(pieces)
    capfdbinary.readouterr()
    console.end_line()
    assert capfdbinary.readouterr() == (b"", ends)


def test_no_progress_line_without_a_terminal(capfdbinary):
    console = Console(False, keep=False, progress=True)
    console._started -= 10
    console.progress(1000, 1000)
    assert capfdbinary.readouterr() == (b"", b"")
