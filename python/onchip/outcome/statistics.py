"""The statistics of a run on the terminal."""

import sys

from rich.table import Table

from onchip.base.tables import headed, print_table
from onchip.chip.chips import NETWORKS
from onchip.chip.energy import PARTS
from onchip.outcome.outcome import Outcome
from onchip.outcome.profile import stacks_of_ranks

LISTED = 64  # ranks shown on the terminal; `--json` has all
# Parts of `stalled`, on chips with caches.
MISSED = {"stalled_instructions": "of instructions", "stalled_data": "of data"}
REMOTE = ("remote_loads", "remote_stores", "remote_atomics")


def print_statistics(outcome: Outcome) -> None:
    """Prints the costs of the whole run and of each rank on stderr."""
    print_table(_totals(outcome), sys.stderr)
    if outcome.per_rank and "instructions" in outcome.per_rank[0]:
        print(file=sys.stderr)
        print_table(_ranks(outcome.per_rank[:LISTED]), sys.stderr)
    if outcome.profile:
        print(file=sys.stderr)
        print_table(stacks_of_ranks(outcome.profile), sys.stderr)
    if len(outcome.per_rank) > LISTED:
        more = len(outcome.per_rank) - LISTED
        print(f"and {more} more ranks; --json has them all", file=sys.stderr)


def _totals(outcome: Outcome) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    if outcome.cycles is not None:
        table.add_row("cycles", f"{outcome.cycles:,}")
        table.add_row("instructions", f"{outcome.instructions:,}")
    for network, name in NETWORKS.items():
        if network in outcome.statistics:
            table.add_row(f"flits of {name}", f"{outcome.statistics[network]['injected']:,}")
    if words := sum(outcome.statistics.get("memory_words", [])):
        table.add_row("words from and to memories", f"{words:,}")
    if operations := sum(outcome.statistics.get("fpu_operations", [])):
        table.add_row("operations of shared FPUs", f"{operations:,}")
        waiting = sum(outcome.statistics["fpu_waiting"])
        table.add_row("cycles that they waited", f"{waiting:,}")
    for row in _energies(outcome.energy):
        table.add_row(*row)
    table.add_row("wall seconds", f"{outcome.wall_seconds:.3f}")
    return table


def _energies(energy: dict) -> list[tuple[str, str]]:
    """The rows for energy in µJ and mean power."""
    if not energy:
        return []
    parts = [("energy, µJ", "total"), *((f"of {part}", part) for part in PARTS)]
    rows = [(name, f"{energy[key] * 1e-9:,.3f}") for name, key in parts]
    return [*rows, ("mean power, W", f"{energy['watts']:.3f}")]


def _ranks(ranks: list[dict]) -> Table:
    columns = {
        "rank": lambda rank: rank["rank"],
        "core": lambda rank: rank["core"],
        "cycles": lambda rank: max(rank["ended"] - rank["started"], 0) or None,
        "instructions": lambda rank: rank["instructions"],
        "asleep": lambda rank: rank["waiting"],
        "stalled": lambda rank: rank["stalled"],
        **{
            name: lambda rank, key=key: rank[key]
            for key, name in MISSED.items()
            if any(rank[key] for rank in ranks)
        },
        "remote": lambda rank: sum(rank[key] for key in REMOTE),
        "DMAs": lambda rank: rank["transfers"],
        "bytes": lambda rank: rank["transfer_bytes"],
    }
    if "stack_bytes" in ranks[0]:
        columns["stack"] = lambda rank: max(
            core["stack_bytes"] for core in (rank, *rank.get("threads", ()))
        )
    table = headed(*columns, left=())
    for rank in ranks:
        values = (value(rank) for value in columns.values())
        table.add_row(*("" if value is None else f"{value:,}" for value in values))
    return table
