"""Outputs that cannot be written: the exit code, a message that names the file, and no leftover
files. `FILES` and `FOLDERS` hold every output of the tools.
"""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from conftest import ROOT
from onchip.base import outputs, scratch
from onchip.base.failures import Exit
from onchip.build import diagnostics

SOURCE = ROOT / "examples/pi.c"
RUN = ("run", "-n", 2, "pi")
JOBS = ("jobs", "run", "jobs.toml", "--chip", "mesh2x2")
STUDY = ("sweep", "study.toml")
# The arguments of commands that write a file. {} stands for the name of the file.
FILES = {
    "json": (*RUN[:1], "--json={}", *RUN[1:]),
    "stats": (*RUN[:1], "--stats={}", *RUN[1:]),
    "traffic": ("run", "--traffic", "{}", "-n", 2, SOURCE),
    "power.csv": (*RUN[:1], "--power", "{}", *RUN[1:]),
    "power.png": (*RUN[:1], "--power", "{}", *RUN[1:]),
    "profile": (*RUN[:1], "--callgrind", "{}", *RUN[1:]),
    "trace.pftrace": (*RUN[:1], "--trace", "{}", *RUN[1:]),
    "own.pftrace": ("run", "--self-trace", "{}", "-n", 2, "traced"),
    "report.html": (*RUN[:1], "--report", "{}", *RUN[1:]),
    "gantt.svg": (*JOBS, "--gantt", "{}"),
    "jobs.pftrace": (*JOBS, "--trace", "{}"),
    "jobs.html": (*JOBS, "--report", "{}"),
    "noc.png": ("noc", "--chip", "mesh2x2", "--measure", 10, "--plot", "{}"),
    "study.png": (*STUDY, "--plot", "{}"),
}
FOLDERS = {
    "trace.otf2": (*RUN[:1], "--trace", "{}", *RUN[1:]),
    "own.otf2": ("run", "--self-trace", "{}", "-n", 2, "traced"),
    "examples": ("examples", "{}"),
    "rtl": ("rtl", "emit", "--chip", "mesh2x2", "-o", "{}"),
    "pictures": ("paper", "run", "lwmpi/size", "--plot", "{}"),
}
# Outputs of commands that take long. For these, the tests try only errors that are found before the
# work begins. The pictures are written in the same way as that of --gantt.
LONG = ("study.png", "pictures")


@pytest.fixture
def place(onchip):
    """The command, in a folder with inputs for all outputs."""
    (onchip.folder / "pi").symlink_to(onchip.linked(SOURCE))
    (onchip.folder / "traced").symlink_to(onchip.linked(SOURCE, "--trace"))
    onchip.write("jobs.toml", "[[job]]\nname = 'a'\ntasks = 2\nduration = 100\n")
    onchip.write("study.toml", 'program = "pi.c"\n[axes]\nranks = [1, 2]\n')
    (onchip.folder / "pi.c").symlink_to(SOURCE)
    return onchip


def words(given, name):
    return [str(word).replace("{}", str(name)) for word in given]


def files_in(place):
    """All files below the folder, hidden files included."""
    return sorted(str(path.relative_to(place.folder)) for path in place.folder.rglob("*"))


def refuses(place, given, name, code, **confined):
    """Checks that the command fails for the output `name`, and leaves the folder as it was."""
    before = files_in(place)
    done = place(*words(given, name), code=code, **confined)
    assert str(name) in done.err and "internal" not in done.err, done.err
    assert files_in(place) == before
    return done.err


@pytest.mark.parametrize("name", [name for name in FILES if name not in LONG])
def test_a_full_disk(place, name):
    (place.folder / name).symlink_to("/dev/full")
    assert "No space left" in refuses(place, FILES[name], name, Exit.SYSTEM)


@pytest.mark.parametrize("name", [name for name in FOLDERS if name not in LONG])
def test_a_full_disk_under_a_folder(place, name):
    """A limit on the size of files ends a write as a full disk does."""
    limits = {"FSIZE": 100}
    err = refuses(place, FOLDERS[name], name, Exit.SYSTEM, limits=limits)
    assert "too large" in err


def test_a_full_disk_under_a_program(place):
    """gcc reports the error and removes the file."""
    (place.folder / "program").symlink_to("/dev/full")
    err = place("cc", SOURCE, "-o", "program", code=Exit.SYSTEM).err
    assert "refuses to write program: No space left" in err


def test_a_program_that_may_not_be_written(tmp_path):
    said = "/usr/bin/ld: cannot open output file closed/a.out: Permission denied\n"
    assert diagnostics.refused(said, tmp_path) == "Permission denied"


@pytest.mark.parametrize("name", ["json", "trace.pftrace", "report.html"])
def test_an_old_file_stays(place, name):
    place.write(name, "old")
    refuses(place, FILES[name], name, Exit.SYSTEM, limits={"FSIZE": 900})
    assert (place.folder / name).read_text() == "old"


@pytest.mark.parametrize("name", FILES | FOLDERS)
def test_a_folder_that_may_not_be_written(place, name):
    """Root without its capabilities has the rights of an ordinary user."""
    inside = place.folder / "closed"
    inside.mkdir(mode=0o555)
    given = (FILES | FOLDERS)[name]
    err = refuses(place, given, f"closed/{name}", Exit.SYSTEM, capabilities=0)
    assert "Permission denied" in err


@pytest.mark.parametrize("name", [*FILES, "trace.otf2", "own.otf2", "examples"])
def test_a_folder_that_is_not_there(place, name):
    """Two outputs are left out here, because their commands create missing folders."""
    refuses(place, (FILES | FOLDERS)[name], f"missing/{name}", Exit.USAGE)


@pytest.mark.parametrize("name", FILES | FOLDERS)
def test_a_name_that_is_taken(place, name):
    """A folder has the name of a file, or a file the name of a folder."""
    if name in FOLDERS:
        place.write(name, "")
    else:
        (place.folder / name).mkdir()
    refuses(place, (FILES | FOLDERS)[name], name, Exit.USAGE)


@pytest.mark.parametrize("given", [("chip", "list"), ("jobs", "generate"), ("--help",),
                                   ("run", "--json", *RUN[1:]), ("run", *RUN[1:])])  # fmt: skip
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_full_disk_under_a_stream(place, given, stream):
    if stream == "stderr":
        given = ("run", "--stats", *RUN[1:])
    with Path("/dev/full").open("wb") as full:
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {stream: full}
        process = place.start(*given, **streams)
        _, err = process.communicate(timeout=60)
    assert process.returncode == Exit.SYSTEM
    if stream == "stdout":
        assert err == b"onchip: this machine refuses: standard output: No space left on device\n"


def test_a_full_temporary_folder_is_named():
    """The error of a write names no file, so onchip adds the temporary folder to the message."""
    with (
        pytest.raises(OSError, match=r"No space left on device: .*onchip-scratch-"),
        scratch.folder(),
        Path("/dev/full").open("wb", buffering=0) as full,
    ):
        full.write(b"x")


def test_files_and_links_keep_what_they_are(tmp_path):
    """A link stays a link, an executable file stays executable, and new files respect the mask."""
    (tmp_path / "file").write_text("old")
    (tmp_path / "file").chmod(0o750)
    (tmp_path / "link").symlink_to("file")
    outputs.write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_text() == "new"
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o750
    before = os.umask(0o027)
    try:
        outputs.write(tmp_path / "other", b"")
    finally:
        os.umask(before)
    assert (tmp_path / "other").stat().st_mode & 0o777 == 0o640
    assert len(list(tmp_path.iterdir())) == 3
    # The module `outputs` also writes to paths of open descriptors, for example with
    # --json=/dev/stdout.
    with (tmp_path / "file").open("rb") as file:
        outputs.check_file(Path(f"/dev/fd/{file.fileno()}"))
        outputs.write(Path(f"/dev/fd/{file.fileno()}"), b"open")
        assert file.read() == b"open"


@pytest.mark.parametrize(
    ("limits", "user"),
    [({"NOFILE": 12}, None), ({"NPROC": 2}, 61_000 + os.getpid() % 4000)],
    ids=["files", "processes"],
)
def test_too_few_files_or_processes(onchip, limits, user):
    """With --host each rank is a process with two pipes. The limit on processes does not apply to
    root.
    """
    with tempfile.TemporaryDirectory() as open_to_all:
        Path(open_to_all).chmod(0o755)
        onchip.folder = Path(open_to_all)
        onchip.environment["TMPDIR"] = "/tmp"
        onchip("cc", "--host", SOURCE, "-o", "pi")
        reads_all = 1 << 1 | 1 << 2  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        confined = {"limits": limits} | ({"user": user, "capabilities": reads_all} if user else {})
        err = onchip("run", "--host", "-n", 8, "pi", code=Exit.SYSTEM, **confined).err
    assert "of 8 (pi): " in err and "ulimit" in err and len(err.splitlines()) == 1


def test_a_killed_command_leaves_nothing_for_long(tmp_path):
    """A file that a killed command has left is removed when another is written in its folder."""
    die = "with outputs.whole(Path('a')) as new: os.kill(os.getpid(), signal.SIGKILL)"
    code = f"import os, signal\nfrom pathlib import Path\nfrom onchip.base import outputs\n{die}"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path)
    assert done.returncode == -signal.SIGKILL and list(tmp_path.iterdir())
    outputs.write(tmp_path / "b", b"")
    assert [path.name for path in tmp_path.iterdir()] == ["b"]
