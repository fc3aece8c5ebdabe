"""The critical path: the parts that add up to the length of a run.

The path is followed backwards from the end of the rank that has ended last. It begins with this
rank's activity since its last wait. If the wait was for a peer that was late, the path goes on with
the transfer and with the peer's activity before it, and so on. Only the parts on the path make the
run longer, so only a change to one of them makes the run shorter.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from onchip.advice.waits import Wait


@dataclass
class Path:
    """Cycles on the path, by cause."""

    computation: dict[int, int] = field(default_factory=lambda: defaultdict(int))  # by rank
    # The keys are pairs of sender and receiver. `delays` counts the cycles by which messages took
    # longer than the quickest one of equal length.
    messages: dict[tuple[int, int], int] = field(default_factory=lambda: defaultdict(int))
    delays: dict[tuple[int, int], int] = field(default_factory=lambda: defaultdict(int))
    collectives: int = 0

    @property
    def cycles(self) -> int:
        """The length of the path."""
        return sum(self.computation.values()) + self.transfer + self.collectives

    @property
    def transfer(self) -> int:
        """The cycles of all messages."""
        return sum(self.messages.values())

    @property
    def pairs(self) -> list[tuple[tuple[int, int], int]]:
        """Pairs of sender and receiver with their cycles, the most delayed pair first."""
        return sorted(
            self.messages.items(), key=lambda item: (-self.delays[item[0]], -item[1], item[0])
        )


def critical(waits: Sequence[Wait], spans: dict[int, tuple[int, int]]) -> Path:
    """Finds the critical path of a run; `spans` has the first and the last cycle of each rank."""
    of_rank = {rank: [] for rank in spans}
    for wait in waits:
        of_rank[wait.rank].append(wait)
    ends = {rank: [w.end for w in own] for rank, own in of_rank.items()}
    path = Path()
    rank = max(spans, key=lambda rank: (spans[rank][1], -rank))
    now = spans[rank][1]
    while True:
        at = bisect_right(ends[rank], now) - 1  # the last wait that was over by now
        if at < 0:
            path.computation[rank] += max(now - spans[rank][0], 0)
            return path
        wait = of_rank[rank][at]
        path.computation[rank] += now - wait.end
        late = wait.ready > wait.begin and wait.peer in spans
        now = min(wait.ready, wait.end - 1) if late else wait.begin
        if wait.is_message:
            path.messages[wait.pair] += wait.end - now
            path.delays[wait.pair] += min(wait.delay, wait.end - now)
        else:
            path.collectives += wait.end - now
        rank = wait.peer if late else rank
