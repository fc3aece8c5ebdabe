"""Prints advice as text, on stderr."""

import sys

from rich.table import Table

from onchip.advice import values
from onchip.advice.advise import Advice, Trial
from onchip.base.tables import print_table

LISTED = 5  # at most this many groups of waits, and pairs on the critical path, are printed
TASKS = 64
OPTIONS = 6  # at most this many options of a candidate are shown


def print_advice(advice: Advice) -> None:
    """Prints the advice on stderr."""
    if advice.tasks:
        _print_waits(advice)
        _print_path(advice)
    for trial in advice.trials:
        _say(
            f"{trial.candidate.what}: {trial.outcome.cycles:,} cycles, "
            f"{_change(trial.gain(advice.before))}   {_cut(trial.candidate.options)}"
        )
    if advice.trials and advice.why_not:
        _say(advice.why_not)
    _say(f"advice: {conclusion(advice)}")
    if advice.best:
        _print_gain(advice, advice.best)


def _cut(options: str) -> str:
    """Shortens the options to a line; `--json` has all of them."""
    words = options.split(" --")
    more = f" … {len(words) - OPTIONS} more" if len(words) > OPTIONS else ""
    return " --".join(words[:OPTIONS]) + more


def _say(line: str) -> None:
    print(line, file=sys.stderr)


def _change(gain: float) -> str:
    return f"{-gain:+.1%}" if abs(gain) >= 0.0005 else "nothing"


def _table(*columns: str) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        heading = column.replace(" ", "\n") if sys.stderr.isatty() else column
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _print_waits(advice: Advice) -> None:
    _say("\nwaiting, in cycles:")
    columns = {
        "task": None,
        "waiting": "waiting",
        "late sender": "late_sender",
        "late receiver": "late_receiver",
        "collectives": "collective",
        "on the way": "on_the_way",
        "delayed": "delayed",
        "made others wait": "caused",
    }
    table = _table(*columns)
    for rank, task in sorted(advice.tasks.items())[:TASKS]:
        cycles = (f"{getattr(task, name):,}" for name in columns.values() if name)
        table.add_row(str(rank), *cycles)
    print_table(table, sys.stderr)
    for group in values.groups(advice)[:LISTED]:
        _say(
            f"task {group['task']} waits for {group['for']} in {group['call']}, "
            f"{group['waits']} times: {group['why']} {group['late']:,}, "
            f"on the way {group['on_the_way']:,}"
        )


def _print_path(advice: Advice) -> None:
    path = advice.path
    whole = max(path.cycles, 1)
    computing = sorted(path.computation.items(), key=lambda item: -item[1])[:LISTED]
    tasks = [f"task {rank} {spent / whole:.0%}" for rank, spent in computing]
    pairs = [f"{a}→{b} {spent / whole:.0%}" for (a, b), spent in path.pairs[:LISTED]]
    _say(
        f"critical path, {path.cycles:,} cycles: "
        f"computation {sum(path.computation.values()) / whole:.0%}{_list(tasks)}, "
        f"messages on their way {path.transfer / whole:.0%}{_list(pairs)}, of these "
        f"{sum(path.delays.values()) / whole:.0%} delayed, "
        f"collectives without messages {path.collectives / whole:.0%}"
    )


def _list(parts: list[str]) -> str:
    return f" ({', '.join(parts)})" if parts else ""


def conclusion(advice: Advice) -> str:
    """The conclusion of the advice: what to do, or why nothing helps."""
    best = advice.best
    if best:
        return (
            f"{best.candidate.what}: {advice.before.cycles:,} → {best.outcome.cycles:,} cycles, "
            f"{_change(best.gain(advice.before))}. Options: {best.candidate.options}; "
            f"in the program: {best.candidate.source}"
        )
    why = advice.why_not
    if advice.trials:
        most = max(trial.gain(advice.before) for trial in advice.trials)
        why = f"the best of the trials changes the cycles by {_change(most)}"
    return f"no annotation helps: {why}{_longest(advice)}" if advice.path else f"none: {why}"


def _longest(advice: Advice) -> str:
    """Names the largest part of the critical path, if that is a task's computation."""
    path = advice.path
    rank = max(path.computation, key=path.computation.get)
    share = path.computation[rank] / max(path.cycles, 1)
    if share < 0.25:
        return ""
    return f"; {share:.0%} of the critical path is computation of task {rank}"


def _print_gain(advice: Advice, best: Trial) -> None:
    table = _table("task", "cycles", "then", "", "asleep", "then")
    after = {rank["rank"]: rank for rank in best.outcome.per_rank}
    for rank in sorted(advice.before.per_rank, key=lambda rank: rank["rank"])[:TASKS]:
        then = after[rank["rank"]]
        cycles = [each["ended"] - each["started"] for each in (rank, then)]
        table.add_row(
            str(rank["rank"]),
            *(f"{number:,}" for number in cycles),
            f"{cycles[1] / cycles[0] - 1:+.1%}",
            f"{rank['waiting']:,}",
            f"{then['waiting']:,}",
        )
    print_table(table, sys.stderr)
