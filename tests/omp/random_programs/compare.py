"""Runs random programs on chips and on this machine, with many settings. Reports results that
differ from those without OpenMP.

python -m random_programs.compare FIRST COUNT     (in tests/omp, with onchip's Python)
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from onchip.base.failures import Exit
from onchip.build import mechanisms

from .program import program

HERE = Path(__file__).parent
ONCHIP = str(Path(sys.executable).with_name("onchip"))
SECONDS = 20
CHIPS = [
    ("sarc4", 4),
    ("sarc4", 4),
    ("quad2x2", 16),
    ("mesh4x4", 16),
    ("qm2x2", 4),
    ("mesh8x8", 64),
]
ENVIRONMENT = [
    "OMP_SCHEDULE=dynamic",
    "OMP_SCHEDULE=guided,3",
    "OMP_SCHEDULE=static,2",
    "OMP_MAX_ACTIVE_LEVELS=4",
    "OMP_MAX_ACTIVE_LEVELS=4",
    "OMP_MAX_ACTIVE_LEVELS=1",
    "OMP_CANCELLATION=true",
    "OMP_CANCELLATION=true",
    "OMP_DYNAMIC=true",
    "OMP_NUM_THREADS=3,2,2",
    "OMP_NUM_THREADS=2",
    "OMP_THREAD_LIMIT=3",
    "OMP_MAX_TASK_PRIORITY=2",
    "OMP_MAX_TASK_PRIORITY=9",
]


def _flags(level: str) -> list[str]:
    return [level, "-w", "-std=gnu17", f"-I{HERE}"]


def expected(folder: Path, text: str) -> str:
    """The output of a program without OpenMP."""
    (folder / "p.c").write_text(text)
    built = ["gcc", *_flags("-O1"), "p.c", "-o", "serial"]
    subprocess.run(built, cwd=folder, check=True, timeout=120)
    words = {"cwd": folder, "capture_output": True, "timeout": SECONDS}
    done = subprocess.run(["./serial"], check=True, **words)
    return done.stdout.decode()


def with_gomp(folder: Path, level: str, environment: dict[str, str]) -> str | None:
    """The output with the compiler's own library; None if the compiler fails."""
    built = ["gcc", "-fopenmp", *_flags(level), "p.c", "-o", "gomp"]
    if subprocess.run(built, cwd=folder, capture_output=True, timeout=120).returncode:
        return None
    try:
        done = subprocess.run(
            ["./gomp"], cwd=folder, env=environment, capture_output=True, timeout=5
        )
    except subprocess.TimeoutExpired:
        return "hangs"
    return done.stdout.decode() + (f"exit code {done.returncode}" if done.returncode else "")


def with_onchip(folder: Path, level: str, options: list[str]) -> str | None:
    """The output and the complaints on the chip, or on this machine with our library. None if the
    compiler fails, since GCC 12 has faults of its own.
    """
    words = [ONCHIP, "run", "-n", "1", "--stack", "64", *options]
    words += ["--cflags", " ".join(_flags(level)), "p.c"]
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "hangs"
    if done.returncode == Exit.COMPILE:
        return None
    code = f"exit code {done.returncode}\n" if done.returncode else ""
    complaints = [
        line for line in done.stderr.decode().splitlines() if " asks for " not in line or code
    ]
    return done.stdout.decode() + code + "\n".join(complaints)


def place(dice: random.Random) -> list[str]:
    """Options that choose where and how a program runs."""
    options = []
    if dice.random() < 0.3:
        options += ["--host", "--threads", str(dice.choice((1, 2, 3, 4, 6)))]
    else:
        chip, cores = dice.choice(CHIPS)
        threads = dice.choice((1, 2, 3, 4, 4, 5, 7, 9, 16, cores))
        options += ["--chip", chip, "--threads", str(min(threads, cores))]
        if dice.random() < 0.2:
            options += ["--map", "scatter"]
    if dice.random() < 0.25:
        mutexes = "--chip" not in options or options[1] == "sarc4"
        for key, (_, *values) in mechanisms.MECHANISMS.items():
            if dice.random() < 0.5 and (mutexes or key not in ("barrier", "lock")):
                options += ["--omp", f"{key}={dice.choice(values)}"]
    for variable in dice.sample(ENVIRONMENT, dice.choice((0, 0, 1, 2))):
        options += ["--env", variable]
    return options


def shared(folder: Path, level: str, wanted: str) -> str | None:
    """Returns how libgomp's own output for the program is wrong, or None. If it is wrong, a
    difference from our library proves nothing: GCC 12 compiles some programs wrong, and libgomp has
    faults.
    """
    for threads in "1423":
        environment = {"OMP_NUM_THREADS": threads, "OMP_WAIT_POLICY": "passive"}
        printed = with_gomp(folder, level, environment)
        if printed not in (None, wanted):
            return f"libgomp, {threads} threads: {first(wanted, printed)}"
    return None


def check(folder: Path, seed: int, places: int = 2) -> tuple[list[str], str | None]:
    """Runs one program in several ways. Returns a line for each way whose output is not the
    expected one. If there are such lines, also returns how libgomp's output is wrong, or None if
    it is right.
    """
    dice = random.Random(seed)
    wanted = expected(folder, program(seed))
    level = dice.choice(("-O0", "-O1", "-O2", "-O3"))
    different = []
    for _ in range(places):
        options = place(dice)
        printed = with_onchip(folder, level, options)
        if printed not in (None, wanted):
            words = " ".join(options)
            different.append(f"{level} {words}: {first(wanted, printed)}")
    return different, shared(folder, level, wanted) if different else None


def first(wanted: str, printed: str) -> str:
    """The first lines that differ."""
    mine = set(wanted.splitlines())
    other = [line for line in printed.splitlines() if line not in mine]
    return " | ".join(other[:6]) or "less than it should"


def main() -> None:
    start, count = int(sys.argv[1]), int(sys.argv[2])
    folder = Path(sys.argv[3] if len(sys.argv) > 3 else tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    for ran, seed in enumerate(range(start, start + count), 1):
        different, excuse = check(folder, seed)
        for line in different:
            print(f"{seed}: {line} ({excuse or 'libgomp does it right'})", flush=True)
        if not ran % 100:
            print(f"{ran} programs, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
