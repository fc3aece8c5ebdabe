"""The waits of ranks: the critical path, the longest waits, the slowest messages."""

import html

import numpy

from onchip.advice import join, path, values
from onchip.advice.advise import Advice
from onchip.outcome.outcome import Outcome
from onchip.report.view import View, table
from onchip.trace.recorder import Trace

LISTED = 10


def view(trace: Trace, outcome: Outcome) -> View | None:
    """The waits of ranks; None if the program makes no calls of MPI."""
    records = trace.records.each()
    if not records:
        return None
    waits = join.join(records)
    spans = {rank: join.span(own) for rank, own in records.items()}
    critical = path.critical(waits, spans)
    groups = values.groups(Advice(outcome, waits=waits))
    body = f"<p>{html.escape(_path(critical))}</p>"
    body += table(
        "Waits that cost most, in cycles",
        ("rank", "for", "call", "why", "waits", "late", "on the way"),
        [
            (
                f"rank {g['task']}",
                g["for"],
                g["call"],
                g["why"],
                g["waits"],
                g["late"],
                g["on_the_way"],
            )
            for g in groups[:LISTED]
        ],
        text=4,
    )
    received = trace.messages.where(trace.messages.is_received)
    slow = received.where(numpy.argsort(received.sent - received.received, kind="stable")[:LISTED])
    body += table(
        "Messages that took longest, from the send to the end of the receive",
        ("message", "sent by", "received by", "tag", "bytes", "sent at", "cycles"),
        [
            (f"{m.sender} → {m.receiver}", m.by, m.at, m.tag, m.bytes, m.sent, m.received - m.sent)
            for m in slow
        ],
        text=3,
    )
    return View("What ranks wait for", body)


def _path(critical: path.Path) -> str:
    whole = max(critical.cycles, 1)
    computing = sum(critical.computation.values()) / whole
    text = (
        f"The critical path has {critical.cycles:,} cycles: computation {computing:.1%}, messages "
        f"on their way {critical.transfer / whole:.1%}, collectives without messages "
        f"{critical.collectives / whole:.1%}."
    )
    if critical.computation:
        rank = max(critical.computation, key=critical.computation.get)
        text += f" Its longest part is computation of rank {rank}, "
        text += f"{critical.computation[rank] / whole:.1%}."
    return text
