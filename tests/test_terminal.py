"""Control characters in names, descriptions and arguments never reach a terminal. Control
characters that programs print reach it unchanged.
"""

import io
import json
import os
import pty
import random
import re
import subprocess
import sys

import pytest

from conftest import ROOT
from onchip.base import terminal
from onchip.base.failures import Exit

# Control characters of ASCII and C1, changes of text direction, line ends, undecodable bytes, and
# markup of `rich`.
PIECES = ["\x1b[31m", "\x1b]0;title\x07", "\x07", "\r", "\x08", "\x7f", "\x9b2J", "\x85", "\u202e",
          "\u2066", "\u2028", "\u200b", "\ufeff", os.fsdecode(b"\xff"), os.fsdecode(b"\xc3"),
          "[bold]", "[/x]", ":smile:", "\U000e0041"]  # fmt: skip
CHIP = (ROOT / "chips/mesh2x2.toml").read_text()
HELLO = "int main(void) { return 0; }\n"


def quoted(text):
    """A string of TOML, without the bytes that are not UTF-8."""
    return json.dumps(text.encode(errors="ignore").decode(), ensure_ascii=True)


# The files that a command reads, and the words of the command. {} stands for the bad text, and []
# for the bad text as a string of TOML.
PLACES = {
    "no command": ({}, ["{}"]),
    "no option": ({}, ["run", "--{}"]),
    "no program": ({}, ["run", "-n", "1", "{}.c"]),
    "ranks": ({}, ["run", "-n", "{}", "a.c"]),
    "no chip": ({}, ["chip", "show", "{}"]),
    "no key": ({}, ["chip", "show", "mesh2x2", "--set", "{}=1"]),
    "no explained key": ({}, ["chip", "keys", "{}"]),
    "value": ({}, ["chip", "show", "mesh2x2", "--set", "network.levels={}"]),
    "map": ({"a.c": HELLO}, ["run", "-n", "1", "--map", "{}", "a.c"]),
    "core": ({"a.c": HELLO, "map": "{}\n"}, ["run", "-n", "1", "--map", "map", "a.c"]),
    "traffic": ({"a.c": HELLO, "t": "{}\n"}, ["run", "-n", "1", "--map", "traffic:t", "a.c"]),
    "environment": ({"a.c": HELLO}, ["run", "-n", "1", "--env", "{}", "a.c"]),
    "option of gcc": ({"a.c": HELLO}, ["run", "-n", "1", "--cflags=-f'{}'", "a.c"]),
    "program": ({"{}.c": "wrong\n"}, ["run", "-n", "1", "{}.c"]),
    "source": ({"a.c": "int main(void) { return {}; }\n"}, ["run", "-n", "1", "a.c"]),
    "fault": ({"{}.c": "int main(void) { *(volatile int *)0 = 1; }\n"}, ["run", "{}.c"]),
    "function": ({"{}.c": "int main(void) { return 3; }\n"},
                 ["run", "--profile", "--stats", "-n", "1", "{}.c", "--stats"]),
    "output": ({"a.c": HELLO}, ["run", "-n", "1", "--trace", "{}", "a.c"]),
    "folder of an output": ({"a.c": HELLO}, ["run", "-n", "1", "--report", "{}/a.html", "a.c"]),
    "description": ({"c.toml": f"name = []\ndescription = []\n{CHIP}"}, ["chip", "show", "c.toml"]),
    "name of a chip": ({"{}.toml": CHIP}, ["chip", "check", "{}.toml", "{}.toml"]),
    "key of a chip": ({"c.toml": "[] = 3\n"}, ["chip", "check", "c.toml"]),
    "no TOML": ({"c.toml": "{}"}, ["chip", "check", "c.toml"]),
    "job": ({"j.toml": "[[job]]\nname = []\ntasks = 1\nduration = 9\n"}, ["jobs", "run", "j.toml"]),
    "key of a job": ({"j.toml": "[[job]]\n[] = 1\n"}, ["jobs", "run", "j.toml"]),
    "comment of a trace": ({"t.swf": "; {}\n{}\n"}, ["jobs", "run", "t.swf"]),
    "pattern": ({}, ["noc", "--pattern", "{}"]),
    "picture": ({}, ["noc", "--plot", "{}.txt"]),
    "key of a study": ({"s.toml": "[] = 1\n"}, ["sweep", "s.toml", "--check"]),
    "study": ({"s.toml": "program = []\n[axes]\nranks = [1]\n"}, ["sweep", "s.toml", "--check"]),
    "paper": ({}, ["paper", "run", "{}"]),
    "examples": ({"{}": ""}, ["examples", "{}"]),
    "copy": ({}, ["examples", "{}"]),
    "hardware": ({"{}.toml": CHIP}, ["rtl", "emit", "--chip", "{}.toml", "-o", "{}.rtl"]),
}  # fmt: skip


def odd(text):
    return [c for c in text if not (c.isprintable() or c in "\n\t")]


@pytest.mark.parametrize("place", PLACES)
def test_messages_are_printable(onchip, place):
    files, words = PLACES[place]
    text = "a" + "".join(random.Random(place).sample(PIECES, len(PIECES)))
    if any("{}" in name for name in files):
        text = text.replace("/", "_")
    for name, content in files.items():
        content = content.replace("[]", quoted(text)) if ".toml" in name else content
        path = onchip.folder / name.replace("{}", text)
        path.write_bytes(os.fsencode(content.replace("{}", text)))
    done = onchip(*(word.replace("{}", text) for word in words), code=None)
    err = done.err.encode().decode(errors="surrogateescape")
    assert not odd(done.out) and not odd(err), odd(done.out + err)
    assert done.code != Exit.INTERNAL and (done.code == 0 or done.out or err), err


def test_reports_are_printable(onchip):
    """A page for a browser is affected, too: a change of direction would hide text in it."""
    name = "a\x1b\u202e\udcff$<b>$.c"
    onchip.write(name, "int f(void) { return 1; }\nint main(void) { return f() - 1; }\n")
    outputs = ("--report", "a.html", "--trace", "a.pftrace", "--callgrind", "a.callgrind",
               "--power", "a.svg")  # fmt: skip
    onchip("run", "-n", 2, "--profile", *outputs, name)
    page = (onchip.folder / "a.html").read_text()
    assert not odd(page) and "a\\x1b\\u202e\\xff$&lt;b&gt;$.c" in page
    data = json.loads(re.search(r'id="data"[^>]*>(.*?)</script>', page, re.S)[1])
    assert data and terminal.printable_texts(data) == data


def test_programs_print_what_they_like(onchip):
    text = "\\033[31mred\\033[0m\\r\\a\\x9b\\xff\\n"
    onchip.write("a.c", f'#include <stdio.h>\nint main(void) {{ printf("{text}"); }}\n')
    printed = b"\x1b[31mred\x1b[0m\r\x07\x9b\xff\n".decode(errors="surrogateescape")
    for where in ([], ["--host"]):
        assert onchip("run", *where, "-n", 1, "a.c").out == printed
    onchip.write("j.toml", '[[job]]\nname = "\\u001b"\nprogram = "a.c"\ntasks = 1\n')
    out = onchip("jobs", "run", "--chip", "mesh2x2", "j.toml").out
    assert out.startswith(f"\\x1b: {printed}")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain × ┌ é 漢\n\t", None),
        ("\x1b[0m", "\\x1b[0m"),
        ("\x85\xad", "\\x85\\xad"),
        ("\u202e", "\\u202e"),
        (os.fsdecode(b"\xff\x9b"), "\\xff\\x9b"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_printable(text, shown):
    assert terminal.printable(text) == (text if shown is None else shown)


def test_every_character():
    """Every character is printable afterwards, and only unprintable ones were changed."""
    text = "".join(map(chr, range(0x110000)))
    assert not odd(terminal.printable(text))
    kept = "".join(c for c in text if c.isprintable() or c in "\n\t")
    assert terminal.printable(kept) == kept


def test_an_ascii_stream_lacks_characters(tmp_path):
    with (tmp_path / "out").open("wb", buffering=0) as file:
        stream = terminal.Messages(io.FileIO(file.fileno(), "w", closefd=False), "ascii")
        stream.write("×\x1b\n")
        stream.control("┌\x1b\n")
        stream.flush()
    assert (tmp_path / "out").read_bytes() == b"?\\x1b\n?\x1b\n"


@pytest.mark.parametrize("is_terminal", [True, False])
def test_what_takes_long_is_shown_on_a_terminal(is_terminal):
    code = (
        "import time; from onchip.base import terminal; terminal.take_over()\n"
        "terminal.PATIENCE = 0.1\n"
        "with terminal.during('a [b] {c} \\x1b[31m'): time.sleep(0.5)\n"
        "with terminal.during('long', lambda: 'half'): time.sleep(0.5)\n"
        "terminal.PATIENCE = 9\n"
        "with terminal.during('shorter'): pass\n"
    )
    master, slave = pty.openpty()
    reader, writer = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stderr=slave if is_terminal else writer,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "80"},
    ) as process:
        assert process.wait() == 0
    os.close(writer)
    os.write(slave, b"end")
    said = os.read(master, 65536) + os.read(reader, 65536)
    for each in (master, slave, reader):
        os.close(each)
    assert (b"a [b] {c} \\x1b[31m: 0 s" in said) == is_terminal
    assert (b"long: half, 0 s" in said) == is_terminal
    assert b"shorter" not in said and b"Traceback" not in said
