"""Wrong command lines, closed or full outputs, and signals at unfavourable moments."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from conftest import ONCHIP, ROOT
from onchip.base.failures import Exit

HELLO = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n'


@pytest.fixture
def hello(onchip):
    onchip.write("hello.c", HELLO)
    return onchip


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        (["--stack", 10**11, "hello.c"], "--stack"),
        (["-n", 10**11, "hello.c"], "-n"),
        (["-n", 1, "hello.c", ":", "-n", 10**11, "hello.c"], "-n"),
        (["--timeout", "nan", "hello.c"], "--timeout"),
        (["--jobs", 0, "hello.c"], "--jobs"),
        (["--host", "--jobs", 2, "hello.c"], "--jobs is for the chip"),
        (["--cflags", '-DX="', "hello.c"], "--cflags"),
        (["--cflags", "-MD -MF", "hello.c"], "-MF needs a word after it"),
        (["pipe.c"], "no file pipe.c"),
        (["-n", 1, "hello.c", ":", "--host", "hello.c"], "--host stands after"),
        (["."], "folder"),
        (["hello.c", os.fsdecode(b"\xff")], "UTF-8"),
    ],
)
def test_wrong_usage(hello, words, fact):
    os.mkfifo(hello.folder / "pipe.c")
    assert fact in hello("run", *words, code=Exit.USAGE).err


def test_an_option_of_the_compiler_without_its_word(hello):
    assert "-o needs a word after it" in hello("cc", "hello.c", "-o", code=Exit.USAGE).err
    assert [file.name for file in hello.folder.iterdir()] == ["hello.c"]


def test_ranks_right_behind_the_option(hello):
    assert hello("run", "-n1", "hello.c", ":", "-n2", "hello.c").out == "hello\n" * 3


def test_chip_that_is_no_text_file(onchip):
    onchip.write("binary.toml", bytes(range(256)))
    assert "UTF-8" in onchip("chip", "check", "binary.toml", code=Exit.CHIP).err
    (onchip.folder / "folder.toml").mkdir()
    assert "is no file" in onchip("chip", "check", "folder.toml", code=Exit.CHIP).err


@pytest.mark.parametrize("host", [[], ["--host"]])
def test_full_disk(hello, host):
    with Path("/dev/full").open("wb") as full:
        process = hello.start("run", "-n", "1", *host, "hello.c", stdout=full, stderr=-1)
        _, err = process.communicate(timeout=60)
    assert process.returncode == Exit.SYSTEM and b"No space left" in err


@pytest.mark.parametrize("closed", ["1", "2"])
def test_closed_output(hello, closed):
    command = f"exec {ONCHIP} run -n 1 --json hello.c {closed}>&-"
    done = subprocess.run(
        ["bash", "-c", command], cwd=hello.folder, env=hello.environment, capture_output=True
    )
    assert done.returncode == 0 and b"internal" not in done.stderr


def test_pipe_cannot_be_opened(onchip):
    onchip.write(
        "read.c",
        "#include <stdio.h>\n"
        "int main(void) {\n"
        '    FILE *file = fopen("pipe", "r");\n'
        '    printf("%s\\n", file ? "opened" : "refused");\n'
        "    return 0;\n}\n",
    )
    os.mkfifo(onchip.folder / "pipe")
    assert onchip("run", "-n", "1", "read.c", timeout=30).out == "refused\n"


def test_link_error_says_so(onchip):
    onchip.write("wrong.c", "void nowhere(void);\nint main(void) { nowhere(); return 0; }\n")
    assert "does not link" in onchip("run", "-n", "1", "wrong.c", code=Exit.COMPILE).err


def processes_with(word) -> str:
    """The processes whose command lines contain `word`."""
    done = subprocess.run(["ps", "-ww", "-eo", "pid,args"], capture_output=True, text=True)
    return "\n".join(line for line in done.stdout.splitlines() if str(word) in line)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_while_compiling_leaves_nothing_behind(onchip, number):
    slow = "".join(f"int f{i}(int x) {{ return x * {i} + x / {i + 1}; }}\n" for i in range(20000))
    source = onchip.write("slow.c", f"{slow}int main(void) {{ return {os.getpid()}; }}\n")
    process = onchip.start("run", "-n", "1", str(source), stderr=subprocess.PIPE)
    deadline = time.monotonic() + 30
    while "cc1 " not in processes_with(source) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(number)
    _, err = process.communicate(timeout=10)
    assert process.returncode == Exit.INTERRUPTED
    assert err == b"onchip: interrupted\n"
    while processes_with(source) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_with(source) == ""


@pytest.mark.parametrize("host", [[], ["--host"]])
def test_signals_that_are_ignored_from_the_start(onchip, host):
    """Signals that were ignored when a command started do not end it, as in the background of a
    script or under nohup. A program that sends itself such a signal is ended, on the chip and on
    this machine.
    """
    onchip.write(
        "signals.c",
        "#include <signal.h>\n#include <stdio.h>\n"
        "int main(int argc, char **argv) {\n"
        "    (void)argv;\n"
        "    if (argc > 1) raise(SIGINT);\n"
        '    puts("started"); fflush(stdout);\n'
        "    for (volatile int i = 0;; i++) ;\n}\n",
    )
    ignoring = [
        "bash",
        "-c",
        "trap '' INT HUP; exec \"$@\"",
        "bash",
        ONCHIP,
        "run",
        *host,
        "-n",
        "1",
    ]
    options = {"cwd": onchip.folder, "env": onchip.environment, "text": True}
    words = [*ignoring, "--timeout", "1.5", "signals.c"]
    with subprocess.Popen(words, stdout=-1, stderr=-1, **options) as process:
        assert process.stdout.readline() == "started\n"
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGINT):
            process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert process.returncode == Exit.TIMEOUT, err
    done = subprocess.run([*ignoring, "signals.c", "x"], capture_output=True, **options)
    assert done.returncode == 128 + signal.SIGINT, done.stderr


def ulimit(onchip, kilobytes, *words):
    """Runs the command with little memory."""
    return subprocess.run(
        ["bash", "-c", f'ulimit -v {kilobytes}; exec "$@"', "bash", ONCHIP, *words],
        cwd=onchip.folder,
        env=onchip.environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_not_enough_memory_of_the_machine(hello):
    words = ("run", "-n", "4", "--set", "tile.memory_kb=65536", "hello.c")
    done = ulimit(hello, 900_000, *words)
    assert done.returncode == Exit.SYSTEM
    assert "not enough memory" in done.stderr and len(done.stderr.splitlines()) == 1
    assert hello(*words).out == "hello\n" * 4


@pytest.mark.parametrize("stack_kb", [1100, 16_000, 70_000, 999_999])
def test_only_tiles_that_exist_are_advised(hello, stack_kb):
    """If a program does not fit, the message recommends larger tiles, if there are any. With them,
    the program fits.
    """
    words = ("-n", "1", "--stack", str(stack_kb), "hello.c")
    said = hello("run", *words, code=Exit.MEMORY).err
    largest = 65536  # the most that `onchip chip keys` allows for tile.memory_kb
    advised = re.search(r"^Type: onchip run (--set tile.memory_kb=\d+) ", said, re.MULTILINE)
    assert bool(advised) == (stack_kb < largest)
    if advised:
        assert hello("run", *advised[1].split(), *words).out == "hello\n"
    else:
        assert "No tile is large enough; another stack: --stack KB" in said


NO_TEXT = os.fsdecode(b"\xff")


@pytest.mark.parametrize("host", [[], ["--host"]])
def test_names_that_are_no_text(hello, host):
    name = f"{NO_TEXT}.c"
    hello.write(name, HELLO)
    (hello.folder / NO_TEXT).mkdir()
    hello.write(f"{NO_TEXT}.toml", (ROOT / "chips" / "mesh2x2.toml").read_bytes())
    words = ("--chip", f"{NO_TEXT}.toml", "--root", NO_TEXT, f"--json={NO_TEXT}.json", name)
    assert hello("run", *host, "-n", "2", *words).out == "hello\n" * 2
    assert (hello.folder / f"{NO_TEXT}.json").exists()
    hello("cc", *host, name, "-o", f"{NO_TEXT}.out")
    assert hello("run", *host, "-n", "1", f"{NO_TEXT}.out").out == "hello\n"
    hello.write(name, "int main(void) { *(volatile int *)0 = 1; return 0; }\n")
    assert ".c:1" in hello("run", *host, "-n", "1", name, code=None).err
    hello.write(name, "wrong\n")
    assert ".c does not compile" in hello("run", *host, "-n", "1", name, code=Exit.COMPILE).err


def test_other_commands_with_names_that_are_no_text(hello):
    chip = f"{NO_TEXT}.toml"
    hello.write(chip, (ROOT / "chips" / "mesh2x2.toml").read_bytes())
    for words in (["show"], ["show", "--json"], ["check"]):
        hello("chip", words[0], chip, *words[1:])
    hello("noc", "--chip", chip, "--measure", "100", "--plot", f"{NO_TEXT}.png")
    hello("paper", "run", NO_TEXT, code=Exit.USAGE)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8:strict"])
def test_outputs_that_lack_characters(onchip, encoding):
    onchip.environment["PYTHONIOENCODING"] = encoding
    onchip.write(f"{NO_TEXT}.toml", (ROOT / "chips" / "mesh2x2.toml").read_bytes())
    assert "mesh8x8" in onchip("chip", "list").out
    assert "4 tiles" in onchip("chip", "check", f"{NO_TEXT}.toml").out


@pytest.mark.parametrize("words", ["chip list", "chip show mesh8x8", "run -n 2 hello.c", "--help"])
def test_nobody_reads_the_output(hello, words):
    read, write = os.pipe()
    os.close(read)
    process = hello.start(*words.split(), stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (Exit.PIPE, b"")
