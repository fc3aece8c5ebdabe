"""What all makers of random statements share: dice, names, and what is known at a place."""

import random
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Where:
    """A place in a program: what a statement there can see, and may do."""

    values: tuple[str, ...] = ("1u",)  # expressions with the same value in every thread
    level: int | None = 0  # regions around it, if that is known
    depth: int = 0  # statements around it
    work: int = 600  # times that something may be repeated yet
    task: bool = False  # in a task, whose thread is not known
    simple: bool = False  # no tasks, no regions: within a lock, or a critical section

    def deeper(self, *values: str, times: int = 1, **changes) -> "Where":
        """Within a statement that repeats what is in it."""
        known = dict.fromkeys((*values, *self.values))
        work = max(self.work // max(times, 1), 1)
        depth = self.depth + 1
        return replace(self, values=tuple(known)[:8], depth=depth, work=work, **changes)


@dataclass
class Maker:
    """Makes one program."""

    seed: int
    functions: list[str] = field(default_factory=list)
    globals: list[str] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)  # what main does first
    ends: list[str] = field(default_factory=list)  # what main shows when all is over
    sites: int = 0
    names: int = 0
    around: list[str] = field(default_factory=list)  # declarations before the region around this
    size: int = 0  # statements so far in this block

    def __post_init__(self):
        self.dice = random.Random(self.seed)

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
        """A number, mostly one that the compiler does not see."""
        return f"opaque({number})" if self.chance(0.6) else str(number)

    def some(self, *clauses: str, share: float = 0.35) -> str:
        """Some of the clauses, in any order."""
        chosen = [clause for clause in clauses if self.chance(share)]
        self.dice.shuffle(chosen)
        return " ".join(chosen)

    def value(self, where: Where) -> str:
        """An expression: unsigned, of what is known here."""
        text = f"{self.number(1, 99)}u"
        for known in self.dice.sample(where.values, min(len(where.values), self.number(1, 3))):
            text = f"mix({known}, {text})"
        return text

    def small(self, where: Where, bits: int = 6) -> str:
        return f"({self.value(where)} & {(1 << bits) - 1}u)"

    def note(self, where: Where, what: str | None = None) -> list[str]:
        return [f"note({self.site()}, {what or self.value(where)});"]

    def outside(self, declaration: str) -> None:
        """A variable that the threads of the region around this share."""
        self.around.append(declaration)

    def region(self, pragma, make) -> list[str]:
        """A region, after the variables that what `make` makes for it needs outside of it."""
        before, self.around = self.around, []
        body = make()
        declared, self.around = self.around, before
        return [*declared, pragma, *block(body)]

    def show(self, expression: str) -> None:
        """Something whose value counts at the end of the program."""
        self.ends.append(f"note({self.site()}, {expression});")


def block(lines) -> list[str]:
    return ["{", *lines, "}"]
