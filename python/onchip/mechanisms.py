"""The mechanisms of OpenMP that a program can be linked with (docs/openmp-mechanisms.md)."""

from collections.abc import Iterable

# Of each construct; the first is the default, in the library itself.
MECHANISMS = {
    "region": ("scratchpad", "queue"),
    "end": ("counter", "flags"),
    "barrier": ("counter", "mutex"),
    "lock": ("queue", "mutex"),
    "atomic": ("instruction", "lock"),
    "reduction": ("slots", "queue"),
    "task": ("stealing", "queues", "central", "locked"),
}

# Mechanisms that are made from the same sources, and have an archive for the two of them.
PAIRS = (("region-queue", "end-flags"), ("lock-mutex", "atomic-lock"))

# How the program itself is compiled for it, not only linked.
ATOMIC_LOCK = ("atomic", "lock")

Choice = tuple[str, str]  # a construct and its mechanism


def read(text: str) -> Choice:
    """`KEY=VALUE` as a choice; ValueError says what would be right."""
    key, _, value = text.partition("=")
    if key not in MECHANISMS:
        raise ValueError(f"no mechanism '{key}' in '{text}': there are {', '.join(MECHANISMS)}")
    if value not in MECHANISMS[key]:
        raise ValueError(f"'{text}': {key} is {' or '.join(MECHANISMS[key])}")
    return key, value


def chosen(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """What is not the default, of each construct the last choice; in the order of MECHANISMS."""
    last = dict(choices)
    return tuple(
        (key, last[key])
        for key, values in MECHANISMS.items()
        if last.get(key, values[0]) != values[0]
    )


def flags(choices: tuple[Choice, ...]) -> list[str]:
    """What links them, before the library; `choices` are what chosen() gives."""
    if not choices:
        return []
    names = " ".join(f"{key}-{value}" for key, value in choices)
    for pair in PAIRS:
        names = names.replace(" ".join(pair), "+".join(pair))
    archives = [f"-lonchip-omp-{name}" for name in names.split()]
    # Programs with tasks have another flavour of what is found here before the default one.
    tasks = [f"{archive}-tasks" for archive in archives]
    return [
        *("-Wl,--whole-archive", *archives, "-Wl,--no-whole-archive"),
        *("-Wl,--start-group", "-lonchip", *tasks, "-lonchip-tasks", "-Wl,--end-group"),
    ]
