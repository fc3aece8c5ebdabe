"""`onchip bench mpi --steps`: the cycles of each source line of a fast path of the library.

A program of benchmarks/mpi executes a path several times, and once more in a second run. The
difference of the two profiles is the cost of the path.
"""

from collections import Counter
from pathlib import Path

from onchip.base import project
from onchip.bench.mpi import CHIP
from onchip.build import compiler
from onchip.chip import chips
from onchip.launch import measured

# Maps each path of the program to the action of rank 0, which is late, and that of rank 1, which
# waits.
PATHS = {
    "word": ("MPI_Send of a word", "MPI_Recv of a word"),
    "long": ("MPI_Send of 256 words", "MPI_Recv of 256 words"),
    "nonblocking": ("MPI_Isend and MPI_Wait", "MPI_Irecv and MPI_Wait"),
    "barrier": ("MPI_Barrier, last of two", "MPI_Barrier, first of two"),
}
ROUNDS = 5  # after these rounds, both ranks are in step
# The layers of the library, each of which calls the ones after it.
LAYERS = ("api", "error", "request", "collective", "core", "transport", "hal", "")
AWAKE = ("work", "memory", "network")
WIDTH = 60  # most characters of a source line


def measure(path: str, target: compiler.Target = compiler.CHIP) -> dict:
    """For each of the two ranks of a path, its steps: function, file, line and cycles."""
    before, after = (_lines(path, rounds, target) for rounds in (ROUNDS, ROUNDS + 1))
    after.subtract(before)
    return {
        title: sorted(
            (
                {"function": function, "file": file, "line": line, "cycles": cycles}
                for (which, function, file, line), cycles in after.items()
                if which == rank and cycles
            ),
            key=_order,
        )
        for rank, title in enumerate(PATHS[path])
    }


def text_of(step: dict) -> str:
    """The source line of a step, without blanks around it."""
    path = project.root() / "runtime" / step["file"]
    if not path.is_file():
        return ""
    lines = path.read_text().splitlines()
    text = lines[step["line"] - 1].strip() if 0 < step["line"] <= len(lines) else ""
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"


def _lines(path: str, rounds: int, target: compiler.Target) -> Counter:
    """The cycles that each rank spends awake in each line of the library."""
    source = project.root() / "benchmarks" / "mpi" / "steps.c"
    program = measured.Program([source], 2, (path, str(rounds)), target=target)
    lines = Counter()
    for line in measured.profile(chips.load(CHIP), program):
        _, inside, file = f"/{line['file']}".rpartition("/runtime/")
        if inside:
            key = line["rank"], line["function"], str(Path(file)), line["line"]
            lines[key] += sum(line[name] for name in AWAKE)
    return lines


def _order(step: dict) -> tuple:
    """Sort key that orders steps from the program's call down to the hardware."""
    parts = step["file"].split("/")
    layer = next(i for i, name in enumerate(LAYERS) if name in parts or not name)
    return layer, step["file"], step["function"], step["line"]
