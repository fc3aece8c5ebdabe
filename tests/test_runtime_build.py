"""If a build of the runtime was interrupted, the next build completes it."""

import fcntl
import os
import re
import signal
import subprocess
import time

import pytest

from conftest import ROOT

SMALL = "libonchip-omp-barrier-counter.a"


def make(build, *words, **options):
    return subprocess.run(
        ["make", "-s", "-C", ROOT / "runtime", f"BUILD={build}", build / "host" / SMALL, *words],
        capture_output=True,
        **options,
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The archive of an undisturbed build."""
    build = tmp_path_factory.mktemp("whole")
    assert make(build).returncode == 0
    return (build / "host" / SMALL).read_bytes()


def test_a_kill_leaves_no_archive_that_is_not_whole(tmp_path, whole):
    ar = tmp_path / "ar"
    ar.write_text('#!/bin/sh\nprintf "!<arch>\\n" >"$2"\nkill -9 $MAKE_ID $PPID\n')
    ar.chmod(0o755)
    # The archiver kills make and the recipe's shell, so neither can remove the incomplete archive.
    words = f"HOST_AR=MAKE_ID=$$(ps -o ppid= $$$$) {ar}"
    assert make(tmp_path, words).returncode == -signal.SIGKILL
    assert make(tmp_path).returncode == 0
    assert (tmp_path / "host" / SMALL).read_bytes() == whole


@pytest.mark.parametrize(
    "tool", ["HOST_CC=prlimit --fsize={} gcc", "HOST_AR=prlimit --fsize={} ar"]
)
@pytest.mark.parametrize("room", [0, 1024, 8192])
def test_a_full_disk_leaves_nothing_that_is_not_whole(tmp_path, whole, tool, room):
    """A limit on the size of files ends a write where a full disk would."""
    assert make(tmp_path, tool.format(room)).returncode
    assert make(tmp_path).returncode == 0
    assert (tmp_path / "host" / SMALL).read_bytes() == whole


def test_a_heap_in_dram_compiles_what_depends_on_it(tmp_path):
    """With a heap in DRAM, only files that store to other memories or allocate from the heap are
    compiled again. The objects of the other files, nearly two thirds, are taken from build/chip/.
    """
    (tmp_path / "chip").symlink_to(ROOT / "build" / "chip")
    words = ["make", "-n", "-C", ROOT / "runtime", f"BUILD={tmp_path}", "HEAP=dram", "chip"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    compiled = set(re.findall(r"-c (\S+) -o \S+/chip-dram/\S+", done.stdout))
    assert {"mpi/transport/native/eager.c", "mpi/window/memory.c"} <= compiled
    assert not {"mpi/type/walk.c", "libc/format/format.c"} & compiled
    sources = [path for path in (ROOT / "runtime").rglob("*.c") if "linux" not in path.parts]
    assert len(compiled) < 0.4 * len(sources)


def test_a_list_of_sources_names_no_file_that_does_not_exist():
    words = ["make", "-n", "-C", ROOT / "runtime", "SPEED=mpi/api/send.c mpi/api/sned.c"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode
    assert "sources.mk: there is no mpi/api/sned.c" in done.stderr


@pytest.mark.parametrize(
    "edit",
    [
        (', "ipc-size"', ', "ipc-size", "pigeon"', "pigeon"),
        ('("counter", "mutex")', '("counter", "mutex", "pigeon")', "barrier-pigeon"),
    ],
)
def test_tools_and_make_read_one_declaration_of_transports_and_mechanisms(tmp_path, edit):
    """The tools and make read the same declaration of choices. If the declaration contains a new
    choice, make accepts it, and then reports that it has no sources.
    """
    old, new, name = edit
    file = tmp_path / "choices.py"
    text = (ROOT / "python/onchip/build/choices.py").read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    words = ["make", "-n", "-C", ROOT / "runtime", f"BUILD={tmp_path}", f"DECLARED={file}"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode
    assert f"sources.mk: there are no sources of {name}, a choice in choices.py" in done.stderr


def test_a_build_that_outlives_its_command_keeps_the_lock(onchip, tmp_path):
    top = tmp_path / "top"
    (top / "build" / "chip").mkdir(parents=True)
    for entry in ROOT.iterdir():
        if entry.name != "build":
            (top / entry.name).symlink_to(entry)
    (top / "build" / "chip" / "libonchip.a").touch()
    slow = tmp_path / "make"
    slow.write_text(f"#!/bin/sh\ntouch {tmp_path}/begun\nexec sleep 60\n")
    slow.chmod(0o755)
    onchip.environment["ONCHIP_HOME"] = str(top)
    onchip.environment["PATH"] = f"{tmp_path}:{os.environ['PATH']}"
    onchip.write("p.c", "int main(void) { return 0; }\n")
    command = onchip.start("cc", "--heap", "dram", "p.c", "-o", "p", process_group=0)
    while not (tmp_path / "begun").exists():
        time.sleep(0.02)
    command.kill()
    command.wait()
    (name,) = (top / "build").glob("*.lock")
    try:
        with name.open("w") as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    finally:
        os.killpg(command.pid, signal.SIGKILL)


def test_a_removed_environment_is_made_again(tmp_path):
    for entry in ROOT.iterdir():
        if entry.name not in ("build", ".venv"):
            (tmp_path / entry.name).symlink_to(entry)
    stamps = tmp_path / "build" / "stamps"
    stamps.mkdir(parents=True)
    for name in ("machine", "venv", "simulator"):
        (stamps / name).touch()
    done = subprocess.run(
        ["make", "-n", "install"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "python3 -m venv .venv" in done.stdout and "maturin develop" in done.stdout
