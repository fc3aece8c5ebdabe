"""Times QEMU: `measured.S` prints B before the kernel, and E and the result after it."""

import shutil
import subprocess
import time
from pathlib import Path

from onchip.base.failures import Exit, Failure

QEMU = "qemu-system-riscv32"
LIMIT_SECONDS = 120


def run(image: Path) -> tuple[float, int]:
    """Runs an image. Returns the seconds between its outputs B and E, and the kernel's result."""
    if shutil.which(QEMU) is None:
        raise Failure(Exit.MACHINE, f"{QEMU} is not there; `onchip doctor` says how to get it")
    command = [QEMU, "-machine", "virt", "-bios", "none", "-display", "none"]
    command += ["-monitor", "none", "-serial", "stdio", "-kernel", str(image)]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, bufsize=0
    ) as machine:
        started = None
        deadline = time.monotonic() + LIMIT_SECONDS
        try:
            while (letter := machine.stdout.read(1)) and time.monotonic() < deadline:
                if letter == b"B":
                    started = time.perf_counter()
                elif letter == b"E" and started is not None:
                    seconds = time.perf_counter() - started
                    return seconds, int(_read_all(machine.stdout, 8), 16)
        finally:
            machine.kill()
    raise Failure(Exit.INTERNAL, f"{QEMU} did not run {image.name}")


def _read_all(pipe, count: int) -> bytes:
    data = b""
    while len(data) < count and (more := pipe.read(count - len(data))):
        data += more
    return data
