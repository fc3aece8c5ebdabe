"""Runs the container's recipe, tests and a wheel in fresh systems of Debian's releases, whose
compilers and C libraries differ. Also runs the container itself if an engine is available.

The systems come from the mirror of this machine's apt, and use this machine's certificates and
Rust. ONCHIP_SYSTEMS names a folder that keeps them.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT

SUITES = ("bookworm", "trixie")
# Tests that depend on the compiler and the C library, and need only the packages that `make demo`
# installs.
TESTS = (
    *("programs", "posix", "names", "formatted_output", "input", "output", "compile_options"),
    *("build", "heap", "large", "hal", "broken_programs", "world", "paths", "transport"),
)
# The environment variables of commands in a fresh system. That system lacks the folders of this
# machine.
HERE = {"HOME": "/root", "LC_ALL": "C.UTF-8", "PATH": "/usr/sbin:/usr/bin", "TMPDIR": "/tmp"}

pytestmark = [pytest.mark.long, pytest.mark.timeout(7200)]


def _mirror() -> str:
    """The mirror from which apt gets Debian's packages; empty if this machine's apt is not
    Debian's.
    """
    words = ["apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI)", "Created-By: Packages"]
    if not shutil.which(words[0]):
        return ""
    lines = subprocess.run(words, capture_output=True, text=True).stdout.splitlines()
    return next((line.split()[1] for line in lines if line.startswith("Debian ")), "")


def _mounts(system: Path) -> list[tuple[Path, Path]]:
    """Returns pairs: a folder of this machine, and where the fresh system mounts it."""
    rust = [
        (Path(os.environ.get(name, Path.home() / folder)), system / "root" / folder)
        for name, folder in (("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup"))
    ]
    links = Path(os.environ.get("PIP_FIND_LINKS", ""))
    wheels = [(links, system / links.relative_to("/"))] if links.is_absolute() else []
    return [(Path("/proc"), system / "proc"), (Path("/dev"), system / "dev"), *rust, *wheels]


def _recipe() -> list[str]:
    """The commands of Containerfile, without the one that installs Rust, because the systems use
    this machine's.
    """
    commands = re.findall(r"^RUN (.*)", (ROOT / "Containerfile").read_text(), re.M)
    (rust,) = (command for command in commands if "sh.rustup.rs" in command)
    return [command for command in commands if command != rust]


def _engine() -> str:
    """The program that runs containers here; empty if none does."""
    for name in ("podman", "docker"):
        if (
            shutil.which(name)
            and not subprocess.run([name, "info"], capture_output=True).returncode
        ):
            return name
    return ""


class System:
    """A fresh system, with a clone in /onchip."""

    def __init__(self, suite: str, place: Path):
        self.place = place / suite
        if not (self.place / "root").is_dir():
            words = ["debootstrap", "--variant=minbase", "--include=ca-certificates", suite]
            made = subprocess.run([*words, self.place, _mirror()], capture_output=True, text=True)
            assert made.returncode == 0, made.stdout[-2000:] + made.stderr
        acquire = subprocess.run(["apt-config", "dump", "Acquire"], capture_output=True, text=True)
        (self.place / "etc/apt/apt.conf.d/99machine").write_text(acquire.stdout)
        for name in ("resolv.conf", "pip.conf", "ssl/certs/ca-certificates.crt"):
            if (Path("/etc") / name).is_file():
                shutil.copyfile(Path("/etc") / name, self.place / "etc" / name)
        self.clone = self.place / "onchip"
        self.clone.mkdir(exist_ok=True)
        words = ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        files = subprocess.run(words, check=True, capture_output=True).stdout
        self._remove_others({*files.decode().split("\0")})
        words = ["sh", "-c", 'tar -c --null -T - --ignore-failed-read | tar -x -C "$0"', self.clone]
        subprocess.run(words, cwd=ROOT, input=files, check=True)

    def _remove_others(self, files: set[str]) -> None:
        """Removes sources of an earlier clone in a kept folder that this clone lacks."""
        for path in self.clone.rglob("*"):
            name = str(path.relative_to(self.clone))
            is_made = name.startswith(("build/", "target/", ".venv/")) or path.suffix == ".so"
            if path.is_file() and not is_made and name not in files:
                path.unlink()

    def run(self, command: str, code: int = 0) -> str:
        """Runs a shell command in the clone, and returns its output; it must end with `code`."""
        mounts = _mounts(self.place)
        for _, inside in mounts:
            inside.mkdir(parents=True, exist_ok=True)
        script = "".join(f"mount --rbind '{of}' '{to}' && " for of, to in mounts)
        script += f'exec chroot "{self.place}" sh -c "cd /onchip && $0"'
        done = subprocess.run(
            ["unshare", "--mount", "--propagation=private", "sh", "-c", script, command],
            capture_output=True,
            text=True,
            env=os.environ | HERE,
        )
        assert done.returncode == code, (done.stdout + done.stderr)[-6000:]
        return done.stdout


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    """Returns the system of a suite, in which onchip is installed."""
    if os.geteuid() != 0:
        pytest.skip("only root makes systems")
    for program in ("debootstrap", "unshare", "chroot", "tar", "git"):
        if not shutil.which(program):
            pytest.skip(f"there is no {program}")
    if not _mirror():
        pytest.skip("apt does not get Debian's packages here")
    kept = os.environ.get("ONCHIP_SYSTEMS")
    place = Path(kept) if kept else tmp_path_factory.mktemp("systems")
    made = {}

    def of(suite: str) -> System:
        if suite not in made:
            made[suite] = System(suite, place)
            made[suite].demo = "".join(map(made[suite].run, _recipe()))
        return made[suite]

    yield of
    if not kept:
        for one in made.values():
            shutil.rmtree(one.place, ignore_errors=True)


@pytest.mark.parametrize("suite", SUITES)
def test_demo(system, suite):
    assert "pi is about 3.14159" in system(suite).demo


def test_the_container():
    engine = _engine()
    if not engine:
        pytest.skip("no engine runs containers here")
    words = [engine, "build", "-t", "onchip-test", "-f", "Containerfile", "."]
    subprocess.run(words, cwd=ROOT, check=True)
    words = [engine, "run", "--rm", "onchip-test", "onchip", "run", "-n", "4", "examples/pi.c"]
    ran = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "pi is about 3.14159" in ran.stdout


@pytest.mark.parametrize("suite", SUITES)
def test_tests(system, suite):
    names = " ".join(f"tests/test_{name}.py" for name in TESTS)
    # The compilers of the releases translate a store with release order differently.
    for words in (names, "tests/test_cache.py -k release_order"):
        done = system(suite).run(f".venv/bin/pytest -q -n 2 {words}")
        assert " passed" in done and "failed" not in done


@pytest.mark.parametrize("suite", SUITES)
def test_a_wheel_of_the_other_release(system, suite):
    """A wheel contains the compiled library, which must work with the other release's compiler and
    C library.
    """
    (other,) = set(SUITES) - {suite}
    system(other).run("make wheel")
    (wheel,) = (system(other).clone / "build" / "dist").glob("*.whl")
    here = system(suite)
    folder = here.place / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(wheel, folder)
    here.run("python3 -m venv /wheel/venv && /wheel/venv/bin/pip install -q /wheel/*.whl")
    # --host needs the C library that the wheel was made with, or a newer one.
    host = ["--host"] if suite == SUITES[-1] else []
    kernel = "--transport ipc --chip mppa256"
    for options in ("", "--heap dram", kernel, "--transport rendezvous", "--no-checks", *host):
        ran = here.run(f"/wheel/venv/bin/onchip run -n 4 {options} examples/pi.c")
        assert "pi is about 3.14159" in ran
    for program in ("streams", "wide", "printf", "posix/calls"):
        here.run(f"/wheel/venv/bin/onchip run -n 1 tests/runtime/{program}.c")
