"""Bad words on the command line, closed or full outputs, signals at awkward moments."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from conftest import ONCHIP
from onchip.failures import Exit

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
        (["--cflags", '-DX="', "hello.c"], "--cflags"),
        (["-n", 1, "hello.c", ":", "--host", "hello.c"], "--host stands after"),
        (["."], "folder"),
        (["hello.c", os.fsdecode(b"\xff")], "UTF-8"),
    ],
)
def test_wrong_usage(hello, words, fact):
    assert fact in hello("run", *words, code=Exit.USAGE).err


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
    """The processes whose command lines hold `word`."""
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


@pytest.mark.parametrize("kilobytes", [200_000, 600_000, 700_000])
def test_machine_with_too_little_memory(hello, kilobytes):
    """A chip of 768 MB, where a memory of the chip is refused, or what is made after it."""
    hello("run", "-n", 1, "hello.c")  # compiled once, without a limit
    words = f"ulimit -v {kilobytes}; exec {ONCHIP} run --chip mesh32x32 -n 1 hello.c"
    result = subprocess.run(["sh", "-c", words], cwd=hello.folder, capture_output=True, timeout=60)
    assert result.returncode == Exit.SYSTEM, result.stderr
    assert b"this machine refuses" in result.stderr and b"memory" in result.stderr
