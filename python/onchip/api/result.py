"""The result of a run: what `--json` prints (docs/json.md), as typed objects."""

from __future__ import annotations

import dataclasses
import html
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from onchip.api import heat_map
from onchip.api.frame import frame
from onchip.api.trace import Trace
from onchip.base.failures import Failure
from onchip.chip.chips import NETWORKS
from onchip.trace import recorder

if TYPE_CHECKING:
    import pandas

LISTED = 64  # the most ranks in the table that a notebook shows


@dataclass(frozen=True)
class Rank:
    """A rank's figures: cycles, counts and bytes, which docs/json.md explains. With `host=True`
    only `rank` and `exit_code` are set.
    """

    rank: int
    exit_code: int | None
    program: int | None = None
    core: int | None = None
    instructions: int | None = None
    started: int | None = None
    ended: int | None = None
    waiting: int | None = None
    stalled: int | None = None
    stalled_instructions: int | None = None
    stalled_data: int | None = None
    stalled_interface: int | None = None
    stalled_queue: int | None = None
    remote_loads: int | None = None
    remote_stores: int | None = None
    remote_atomics: int | None = None
    cache_hits: int | None = None
    cache_fetches: int | None = None
    cache_write_backs: int | None = None
    cache_written: int | None = None
    second_hits: int | None = None
    second_fetches: int | None = None
    second_write_backs: int | None = None
    second_written: int | None = None
    instruction_lines: int | None = None
    instruction_misses: int | None = None
    instruction_fetches: int | None = None
    stack_bytes: int | None = None
    transfers: int | None = None
    transfer_bytes: int | None = None
    register_accesses: int | None = None
    host_calls: int | None = None
    threads: Sequence[dict] = ()


@dataclass(frozen=True)
class Link:
    """The flits that left a router by one port, in one of the networks."""

    network: str
    router: int
    port: int
    flits: int


@dataclass(frozen=True)
class Result:
    """How a run ended, and what it cost. `cycles` and `instructions` are None with `host=True`.
    `energy` (femtojoules), `profile`, `findings`, `advice` and `trace` are set if they were asked
    for.
    """

    kind: str
    exit_code: int
    message: str
    wall_seconds: float = field(repr=False)
    chip: str | None
    cycles: int | None
    instructions: int | None
    ranks: Sequence[Rank] = field(repr=False)
    stdout: str = field(repr=False)
    stderr: str = field(repr=False)
    statistics: dict = field(repr=False)
    summary: Sequence[str] = field(repr=False)
    energy: dict = field(default_factory=dict, repr=False)
    profile: dict = field(default_factory=dict, repr=False)
    findings: Sequence[dict] = field(default=(), repr=False)
    advice: dict = field(default_factory=dict, repr=False)
    config: dict = field(default_factory=dict, repr=False)  # the chip's keys; empty without a chip
    trace: Trace | None = field(default=None, repr=False)

    @classmethod
    def of_json(cls, text: str, config: dict, recorded: recorder.Trace | None) -> Result:
        """Makes a result from the text that `--json` prints, the keys of the chip, and the recorded
        trace.
        """
        parsed = json.loads(text)
        parsed["ranks"] = [Rank(**rank) for rank in parsed.pop("per_rank")]
        names = {field.name for field in dataclasses.fields(cls)}
        fields = {key: value for key, value in parsed.items() if key in names}
        if recorded:
            fields["trace"] = Trace(recorded.cycles, recorded)
        return cls(**fields, config=config)

    @property
    def links(self) -> list[Link]:
        """All links of all networks."""
        return [
            Link(network, *link)
            for network in NETWORKS
            for link in self.statistics.get(network, {}).get("links", [])
        ]

    def frame(self) -> pandas.DataFrame:
        """A row for each rank; needs pandas."""
        return frame(dataclasses.asdict(rank) for rank in self.ranks)

    def __str__(self) -> str:
        """The text of `onchip run --summary`; with `host=True`, all fields."""
        return "\n".join(self.summary) or repr(self)

    def _repr_html_(self) -> str:
        head = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in self.summary)
        return head + self._table() + heat_map.svg(self.config, self.cycles, self.links)

    def _table(self) -> str:
        names = ("rank", "core", "instructions", "waiting", "stalled", "transfer_bytes")
        names = [name for name in names if any(getattr(r, name) is not None for r in self.ranks)]
        rows = [[getattr(rank, name) for name in names] for rank in self.ranks[:LISTED]]
        heads = "".join(f"<th>{name}</th>" for name in names)
        body = "".join("<tr>" + "".join(f"<td>{v:,}</td>" for v in row) + "</tr>" for row in rows)
        more = len(self.ranks) - LISTED
        rest = f"<p>and {more} more ranks</p>" if more > 0 else ""
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>{rest}"


class RunFailure(Failure):
    """A fault, a deadlock, the timeout or `MPI_Abort` has ended the run; `result` holds what the
    run had done by then.
    """

    def __init__(self, result: Result):
        super().__init__(result.exit_code, result.message or f"the run ended by {result.kind}")
        self.result = result
