"""The common part of the modules that make random statements: random numbers, names, and the
properties of a place in a program.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Where:
    """A place in a program: the variables that a statement there may read, and the actions that it
    may perform.
    """

    values: tuple[str, ...] = ("1u",)  # expressions with the same value in every thread
    level: int | None = 0  # number of regions around the place, None if unknown
    depth: int = 0  # number of statements around the place
    work: int = 600  # limit on the repetitions that a statement there may add
    task: bool = False  # in a task, whose thread is unknown
    host: bool = True  # false in a target region or a league, where `target` is not allowed
    simple: bool = False  # no tasks and no regions, because a lock or a critical section is held

    def deeper(self, *values: str, times: int = 1, **changes) -> "Where":
        """The place inside a statement that repeats its body."""
        known = dict.fromkeys((*values, *self.values))
        work = max(self.work // max(times, 1), 1)
        depth = self.depth + 1
        return replace(self, values=tuple(known)[:8], depth=depth, work=work, **changes)


@dataclass
class Maker:
    """Makes one program."""

    seed: int
    # makes statements for a place that one thread reaches
    any_statements: Callable[["Maker", Where], list[str]]
    globals: list[str] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)  # statements at the beginning of main
    # statements at the end of main, which show results
    ends: list[str] = field(default_factory=list)
    sites: int = 0
    names: int = 0
    around: list[str] = field(default_factory=list)  # declarations before the surrounding region
    size: int = 0  # statements so far in this block

    def __post_init__(self):
        self.dice = random.Random(self.seed)

    def alone(self, where: Where) -> list[str]:
        """Statements for a place that only one thread reaches."""
        return self.any_statements(self, where)

    def name(self, stem: str = "v") -> str:
        self.names += 1
        return f"{stem}{self.names}"

    def site(self) -> int:
        self.sites += 1
        return self.sites - 1

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def choice(self, things):
        return self.dice.choice(things)

    def number(self, low: int, high: int) -> int:
        return self.dice.randint(low, high)

    def hidden(self, number) -> str:
        """A number, in most cases hidden from the compiler."""
        return f"opaque({number})" if self.chance(0.6) else str(number)

    def some(self, *clauses: str, share: float = 0.35) -> str:
        """Some of the clauses, in random order."""
        chosen = [clause for clause in clauses if self.chance(share)]
        self.dice.shuffle(chosen)
        return " ".join(chosen)

    def value(self, where: Where) -> str:
        """An unsigned expression of known values."""
        text = f"{self.number(1, 99)}u"
        for known in self.dice.sample(where.values, min(len(where.values), self.number(1, 3))):
            text = f"mix({known}, {text})"
        return text

    def small(self, where: Where, bits: int = 6) -> str:
        return f"({self.value(where)} & {(1 << bits) - 1}u)"

    def note(self, where: Where, what: str | None = None) -> list[str]:
        return [f"note({self.site()}, {what or self.value(where)});"]

    def outside(self, declaration: str) -> None:
        """Declares a variable that the threads of the surrounding region share."""
        self.around.append(declaration)

    def region(self, pragma, make) -> list[str]:
        """A region, preceded by the variables that its body needs outside."""
        before, self.around = self.around, []
        body = make()
        declared, self.around = self.around, before
        return [*declared, pragma, *block(body)]

    def show(self, expression: str) -> None:
        """Adds an expression whose value is compared at the end of the program."""
        self.ends.append(f"note({self.site()}, {expression});")


def block(lines) -> list[str]:
    return ["{", *lines, "}"]
