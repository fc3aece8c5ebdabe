"""Builds the library that sends messages between machines, when a job first needs it."""

import subprocess
from pathlib import Path

from onchip.base import project, terminal
from onchip.base.failures import Exit, Failure
from onchip.build import compiler

NAMES = "libonchip-fabric.so", "onchip-bridge"


def files() -> tuple[Path, Path]:
    """The library and the program of the bridge (runtime/hal/linux/bridge, fabric)."""
    top = project.root()
    library, bridge = (compiler.folder(compiler.Target(host=True)) / name for name in NAMES)
    if library.is_file() and bridge.is_file():
        return library, bridge
    if not project.is_clone(top):
        raise Failure(Exit.MACHINE, f"this package has no {library.name}: a clone builds it")
    with terminal.during("building what sends messages between machines"):
        done = subprocess.run(
            ["make", "-s", "-C", str(top / "runtime"), "fabric"],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
    if done.returncode:
        missing = "rdma/" in done.stderr or "-lfabric" in done.stderr
        right = "install libfabric (Debian: libfabric-dev)" if missing else done.stderr.strip()
        raise Failure(Exit.MACHINE, f"--hosts needs {library}, which cannot be built: {right}")
    return library, bridge
