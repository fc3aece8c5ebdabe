"""Converts advice to plain values, for JSON and for tables."""

from onchip.advice.advise import Advice, Trial
from onchip.advice.waits import Cause

WHY = {
    Cause.RECEIVE: "late sender",
    Cause.SEND: "late receiver",
    Cause.COLLECTIVE: "late in a collective",
    Cause.WORD: "late",
}


def groups(advice: Advice) -> list[dict]:
    """Groups waits by rank, peer and call; the group with the most cycles comes first."""
    groups = {}
    for wait in advice.waits:
        key = wait.rank, wait.peer, wait.call, wait.cause
        group = groups.setdefault(
            key,
            {
                "task": wait.rank,
                "for": wait.peer,
                "call": wait.call,
                "why": WHY[wait.cause],
                "waits": 0,
                "bytes": 0,
                "late": 0,
                "on_the_way": 0,
                "delayed": 0,
            },
        )
        group["waits"] += 1
        group["bytes"] += wait.bytes
        group["late"] += wait.late
        group["on_the_way"] += wait.transfer
        group["delayed"] += wait.delay
    return sorted(groups.values(), key=lambda g: (-g["late"] - g["on_the_way"], g["task"]))


def as_json(advice: Advice) -> dict:
    """Converts advice to plain values. All of them are cycles except `gain`, which is a share."""
    path, best = advice.path, advice.best
    return {
        "why_not": advice.why_not,
        "cycles": advice.before.cycles,
        "tasks": {
            rank: vars(task) | {"waiting": task.waiting}
            for rank, task in (advice.tasks or {}).items()
        },
        "waits": groups(advice),
        "critical_path": path
        and {
            "computation": dict(sorted(path.computation.items())),
            "messages": [
                {"from": a, "to": b, "cycles": spent, "delayed": path.delays[a, b]}
                for (a, b), spent in path.pairs
            ],
            "collectives": path.collectives,
        },
        "trials": [_trial(advice, trial) for trial in advice.trials],
        "best": best and _trial(advice, best),
    }


def _trial(advice: Advice, trial: Trial) -> dict:
    return {
        "what": trial.candidate.what,
        "options": trial.candidate.options,
        "cycles": trial.outcome.cycles,
        "gain": trial.gain(advice.before),
        "tasks": {rank["rank"]: rank["ended"] - rank["started"] for rank in trial.outcome.per_rank},
    }
