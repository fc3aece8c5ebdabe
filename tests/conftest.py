"""Fixtures that all tests share. They run the command in the same way as a user."""

import contextlib
import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import zlib
from dataclasses import dataclass
from pathlib import Path

import pytest

from starter import Starter

# A script ignores SIGINT in its background commands, and nohup ignores SIGHUP. A program would
# inherit an ignored signal. It does not inherit a handler, because exec restores the default.
for number in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, lambda number, frame: None)

# `--share` leaves out no parameter of a test that has fewer parameters than this.
FEWEST_SHARED = 4

ROOT = Path(__file__).resolve().parents[1]
ONCHIP = Path(sys.executable).with_name("onchip")


def pytest_addoption(parser):
    parser.addoption(
        "--share",
        type=int,
        default=1,
        metavar="N",
        help=f"run tests that have {FEWEST_SHARED} or more parameters with one in N of them",
    )


def pytest_collection_modifyitems(config, items):
    """Deselects the tests that `--share` leaves out. The choice depends only on the names and the
    order of the tests, so it is the same on every machine. Different tests begin at different
    parameters, so that each setting occurs in some test.
    """
    share = config.getoption("share")
    tests = {}
    for item in items:
        tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left_out = set()
    for name, cases in tests.items():
        if len(cases) >= FEWEST_SHARED:
            first = zlib.crc32(name.encode()) % share
            left_out.update(set(cases) - set(cases[first::share]))
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]


def hal_flags(*options):
    """The options with which a run compiles a program that includes hal/hal.h."""
    side = "linux" if "--host" in options else "chip"
    runtime = ROOT / "runtime"
    return ("--cflags", f"-I{runtime} -I{runtime}/hal/{side} -Wall -Wextra -Werror")


@dataclass
class Done:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict:
        """The output, which is one JSON object."""
        return json.loads(self.out)


class Onchip:
    """The command `onchip`, in a folder of its own and with a folder `shared` by all tests."""

    def __init__(self, folder: Path, shared: Path, starter: Starter):
        self.folder = folder
        self.shared = shared
        self.starter = starter
        # All runs of the tests share ccache's cache. Matplotlib's cache is new in each run.
        kept = {"CCACHE_DIR": str(Path.home() / ".cache/ccache")}
        self.environment = kept | os.environ | {"XDG_CACHE_HOME": str(shared)}

    def __call__(self, *words, code: int | None = 0, timeout: float = 120, **confined) -> Done:
        """Runs `onchip words…`, which must end with `code` (None: any code). `confined` limits the
        process (`_confine` in starter.py). The first program in C++ builds the library, so commands
        with such programs have ten minutes.
        """
        words = [*map(str, words)]
        if any(word.endswith(".cpp") for word in words):
            timeout = max(timeout, 600)
        done = self.starter.run(words, self.folder, self.environment, timeout, confined)
        result = Done(
            done.returncode,
            done.stdout.decode(errors="surrogateescape"),
            done.stderr.decode(errors="replace"),
        )
        if code is not None:
            assert result.code == code, f"exit code {result.code}\n{result.out}\n{result.err}"
        assert "Traceback" not in result.err and "panicked" not in result.err, result.err
        return result

    def start(self, *words, **options) -> subprocess.Popen:
        """Starts `onchip words…` without waiting for its end."""
        return subprocess.Popen(
            [str(ONCHIP), *map(str, words)], cwd=self.folder, env=self.environment, **options
        )

    def on_terminal(self, *words, question: bytes = b"", answer: bytes = b"") -> tuple[int, bytes]:
        """Runs `onchip words…` on a terminal of 80 columns, and types `answer` when the terminal
        shows `question`. Returns the exit code, and all that was shown.
        """
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        with self.start(*words, stdout=slave, stderr=slave, stdin=slave) as process:
            os.close(slave)
            shown = b""
            while question not in shown:
                shown += os.read(master, 4096)
            os.write(master, answer)
            with contextlib.suppress(OSError):  # Linux reports the end of a terminal as an error
                while more := os.read(master, 4096):
                    shown += more
        os.close(master)
        return process.returncode, shown

    def linked(self, source: Path, *options: str) -> Path:
        """Links a program whose source does not change, once for all tests. Returns the program's
        path.
        """
        name = "_".join(source.relative_to(ROOT).with_suffix("").parts)
        name += f"-{zlib.crc32(' '.join(options).encode()):08x}"
        program = self.shared / name
        if not program.exists():
            new = program.with_name(f"{name}.{os.getpid()}")
            self("cc", *options, "-O2", source, "-o", new)
            new.replace(program)  # other workers of this run may look for it
        return program

    def write(self, name: str, text: str | bytes) -> Path:
        """Writes a file into the test's folder."""
        path = self.folder / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path


@pytest.fixture(scope="session")
def shared(tmp_path_factory, worker_id):
    """A folder that all workers of this run of the tests share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def starter():
    """The process that starts the commands by forking itself."""
    starter = Starter(ONCHIP)
    yield starter
    starter.close()


@pytest.fixture
def onchip(tmp_path, shared, starter):
    """The command, in an empty folder."""
    return Onchip(tmp_path, shared, starter)
