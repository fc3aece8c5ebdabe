"""Random correct MPI programs. A seed chooses their steps, which are those of right.h."""

import random

STEPS = (
    "ring",
    "probed",
    "spread",
    "summed",
    "gathered",
    "strided",
    "fenced",
    "locked",
    "grown",
)


def program(seed: int) -> str:
    """The text of a program for at least four ranks."""
    dice = random.Random(seed)
    calls = []
    for _ in range(dice.randint(4, 12)):
        count = dice.choice((1, 3, 14, 15, 40, 257, 700))
        calls.append(f"  {dice.choice(STEPS)}({count}, {dice.randint(1, 3)});")
    return "\n".join(
        (
            f"/* Random program {seed}. */",
            '#include "right.h"',
            "int main(void) {",
            "  MPI_Init(0, 0);",
            "  MPI_Comm_rank(MPI_COMM_WORLD, &rank);",
            "  MPI_Comm_size(MPI_COMM_WORLD, &size);",
            *calls,
            "  MPI_Finalize();",
            "}",
            "",
        )
    )
