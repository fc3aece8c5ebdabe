"""The choices of libraries that a program can be linked with: how messages travel, and the
mechanisms of OpenMP. This file declares them for the tools, and for make, which runs it
(runtime/Makefile); so it imports nothing of onchip.
"""

import itertools

# The ways in which messages travel (docs/mpi.md). The first is the default.
TRANSPORTS = ("native", "rendezvous", "rendezvous-words", "ipc", "ipc-local", "ipc-size")

# The memories for malloc(), for variables, and for code. The first is the default.
MEMORIES = ("tile", "dram")

# The mechanisms of each construct of OpenMP (docs/openmp-mechanisms.md). The first is the default.
MECHANISMS = {
    "region": ("scratchpad", "queue"),
    "end": ("counter", "flags"),
    "barrier": ("counter", "mutex"),
    "lock": ("queue", "mutex"),
    "atomic": ("instruction", "lock"),
    "reduction": ("slots", "queue"),
    "task": ("stealing", "queues", "central", "locked"),
}

# Defaults that hold on one side only, the chip or the host. On Linux the mechanism `queue` of locks
# would need a ring in memory and a lock for it, so `mutex` is the default there.
SIDES: dict[str, dict[str, str]] = {"chip": {}, "host": {"lock": "mutex"}}

# Constructs whose mechanisms share sources are a group. Each combination in a group is an archive,
# and a program is linked with one archive of each group.
GROUPS = (("region", "end"), ("lock", "atomic"), ("barrier",), ("reduction",), ("task",))


def archive(group: tuple[str, ...], mechanisms: tuple[str, ...]) -> str:
    """The name of the archive of a group, given one mechanism for each construct of the group."""
    return "+".join(map("-".join, zip(group, mechanisms, strict=True)))


def with_mechanisms(group: tuple[str, ...], side: str, choices: dict[str, str]) -> str:
    """The name of a group's archive for the chip or the host. `choices` maps constructs to
    mechanisms; other constructs have the default ones.
    """
    defaults = {key: values[0] for key, values in MECHANISMS.items()} | SIDES[side]
    return archive(group, tuple((defaults | choices)[key] for key in group))


def archives(group: tuple[str, ...]) -> list[str]:
    """All archives of a group."""
    combinations = itertools.product(*(MECHANISMS[construct] for construct in group))
    return [archive(group, each) for each in combinations]


def for_make() -> str:
    """The variables that the runtime's makefiles use."""
    values = {
        "TRANSPORTS": TRANSPORTS,
        "MECHANISMS": itertools.chain.from_iterable(archives(group) for group in GROUPS),
    }
    for side in SIDES:
        values[f"DEFAULTS_{side}"] = [with_mechanisms(group, side, {}) for group in GROUPS]
    return "".join(f"{name} := {' '.join(words)}\n" for name, words in values.items())


if __name__ == "__main__":
    print(for_make(), end="")
