"""Chooses the priorities and annotations to try, by rules on the critical path and the waits."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from onchip.advice.path import Path
from onchip.advice.waits import Wait
from onchip.options.run import GUARANTEED, Annotation, Priority

HIGHEST = 7
WORTH = 0.01  # smallest saving, as a share of the run's cycles, that is worth an annotation
SHARE = 0.05  # a pair with this share of the critical path's message cycles is tried


@dataclass(frozen=True)
class Candidate:
    """Pairs of sender and receiver to which priority is given. With an annotation, only their
    messages have priority. Without one, all traffic between the two ranks has it from the program's
    start on.
    """

    what: str
    pairs: tuple[tuple[int, int], ...]
    annotation: str = ""  # value of `--annotate`; if empty, priorities hold from the start on

    @property
    def priorities(self) -> tuple[Priority, ...]:
        """The priorities, in both directions, because the sender writes a short message, but the
        receiver fetches a long one.
        """
        if self.annotation:
            return ()
        both = {(one, other) for pair in self.pairs for one, other in (pair, pair[::-1])}
        return tuple(Priority(one, other, HIGHEST) for one, other in sorted(both))

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        """The annotations of the pairs' messages."""
        pairs = self.pairs if self.annotation else ()
        return tuple(Annotation(one, other, self.annotation) for one, other in pairs)

    @property
    def options(self) -> str:
        """The options of `onchip run` that set these priorities or annotations."""
        words = [f"--priority {priority}" for priority in self.priorities]
        return " ".join(words + [f"--annotate {each}" for each in self.annotations])

    @property
    def source(self) -> str:
        """Source code that sets these priorities or annotations."""
        if not self.annotation:
            return " ".join(
                f"setPriority({p.process}, {p.memory}, {p.level});" for p in self.priorities
            )
        if self.annotation == GUARANTEED:
            return "ONCHIP_TAG_GUARANTEED(tag)"
        return f"ONCHIP_TAG_PRIORITY({self.annotation}, tag)"


def choose(path: Path, waits: Sequence[Wait], network: dict) -> list[Candidate]:
    """Returns the candidates on a chip with this `network`, the most promising one first; none if
    messages hardly matter.
    """
    if path.transfer < WORTH * path.cycles:
        return []
    longest, _ = path.pairs[0]
    name = f"the messages {longest[0]}→{longest[1]}"
    found = []
    if network["levels"] > 1:
        found = [Candidate(f"priority for {name}", (longest,)), *_of_more(path, waits)]
        found.append(Candidate(f"annotations of {name}", (longest,), str(HIGHEST)))
    if network["circuits"] != "none":
        found.append(Candidate(f"channels for {name}", (longest,), GUARANTEED))
    return _different(found)


def _of_more(path: Path, waits: Sequence[Wait]) -> list[Candidate]:
    least = SHARE * path.transfer
    most = tuple(pair for pair, spent in path.pairs if spent >= least)
    found = [Candidate("priority for all messages on the critical path", most)]
    for index, what in ((0, "sends"), (1, "receives")):
        by_task = defaultdict(int)
        for pair, spent in path.pairs:
            by_task[pair[index]] += spent
        task = max(by_task, key=lambda task: (by_task[task], -task))
        pairs = {w.pair for w in waits if w.is_message and w.pair[index] == task}
        name = f"priority for all that task {task} {what}"
        found.append(Candidate(name, tuple(sorted(pairs))))
    return found


def _different(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Removes candidates that equal an earlier one."""
    found = {}
    for candidate in candidates:
        if candidate.pairs:
            found.setdefault(candidate.options, candidate)
    return list(found.values())
