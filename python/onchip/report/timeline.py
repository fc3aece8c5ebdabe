"""The timeline: a line for each core that has run a thread, with its calls, and messages as
arrows.
"""

from onchip.outcome.finding import source_line
from onchip.report.view import View, canvas, legend, table, words
from onchip.trace import probes
from onchip.trace.lanes import Regions
from onchip.trace.recorder import Trace

MOST_CALLS = 300_000  # the most calls in a page; if there are more, short adjacent calls are joined
MOST_MESSAGES = 150_000
_KINDS = ("mpi", "omp", "other")
_JOINED = ("several MPI calls", "several OpenMP calls", "several calls")
_WORD = 2**32 - 1
_SEARCH = (
    '<label>Find <input id="line-find" type="search" placeholder="rank 3, or MPI_Recv"></label>'
    '<button id="line-next" type="button">Next</button>'
)


def view(trace: Trace) -> View | None:
    """The calls of all threads over time; None if no calls were recorded."""
    if not any(len(lane.regions) for lane in trace.lanes):
        return None
    scale = max(trace.cycles >> 31, 0) + 1
    lanes = [_calls(lane.regions, 0) for lane in trace.lanes]
    gap = max(trace.cycles // 200_000, 1)
    while sum(map(len, lanes)) > MOST_CALLS:
        lanes = [_calls(lane.regions, gap) for lane in trace.lanes]
        gap *= 4
    firsts, calls, names = [0], [], {"": 0}
    source = _Source()
    for lane in lanes:
        for begin, end, kind, name, line in lane:
            texts = (names.setdefault(text, len(names)) for text in (name, source.at(line)))
            calls += (begin // scale, end // scale, kind, *texts)
        firsts.append(len(calls) // 5)
    place = {(lane.rank, lane.thread): index for index, lane in enumerate(trace.lanes)}
    arrows = []
    received = trace.messages.where(trace.messages.is_received)
    for message in received.where(slice(MOST_MESSAGES)):
        ends = place.get((message.sender, 0)), place.get((message.receiver, 0))
        if None not in ends:
            of_sender, of_receiver = (trace.lanes[end].regions for end in ends)
            lines = (of_sender.line_at(message.sent), of_receiver.line_at(message.received))
            texts = (message.by, message.at, *map(source.at, lines))
            arrows += (message.sent // scale, message.received // scale, *ends)
            arrows += (message.bytes & _WORD, message.tag & _WORD)
            arrows += (names.setdefault(text, len(names)) for text in texts)
    data = {
        "cycles": trace.cycles,
        "scale": scale,
        "hertz": trace.hertz,
        "lanes": [lane.name for lane in trace.lanes],
        "kinds": _KINDS,
        "names": list(names),
        "firsts": words(firsts),
        "calls": words(calls),
        "messages": words(arrows),
    }
    buttons = "".join(
        f'<button id="line-{name}" type="button">{what}</button>'
        for name, what in (
            ("in", "Zoom in"),
            ("out", "Zoom out"),
            ("left", "Earlier"),
            ("right", "Later"),
            ("up", "Lower ranks"),
            ("down", "Higher ranks"),
            ("all", "All"),
        )
    )
    left = len(received) - MOST_MESSAGES
    body = (
        f'<div class="controls">{buttons}{_SEARCH}</div>'
        '<p id="line-said" aria-live="polite"></p><p id="line-chosen" aria-live="polite"></p>'
        + (f'<p class="note">{left:,} later messages are left out.</p>' if left > 0 else "")
        + legend(
            (
                ("mpi", "MPI"),
                ("omp", "OpenMP"),
                ("other", "others"),
                ("none", "computation"),
                ("arrow", "message"),
            )
        )
        + canvas("overview", "All lines over the whole time, and the window that is shown below")
        + canvas(
            "line",
            "Calls of each core over time; keys: plus, minus and arrows; wheel and drag to zoom "
            "and move",
            focusable=True,
        )
        + _table(trace)
    )
    return View("Time lines", body, data)


def _calls(regions: Regions, gap: int) -> list[tuple[int, int, int, str, str]]:
    """The outermost calls, each with begin, end, kind, name and line. Calls of one kind are joined
    if at most `gap` cycles lie between them.
    """
    found, last = [], -1
    for (begin, end, name), caller in zip(regions, regions.callers.tolist(), strict=True):
        if end <= last:
            continue
        last = end
        kind = 0 if probes.is_mpi(name) else 1 if probes.is_openmp(name) else 2
        if gap and found and found[-1][2] == kind and begin - found[-1][1] <= gap:
            joined = found[-1][3] if found[-1][3] == name else _JOINED[kind]
            found[-1] = (found[-1][0], end, kind, joined, "")
        else:
            found.append((begin, end, kind, name, regions.lines[caller]))
    return found


class _Source:
    """The text of the page for a line of the source: `, at FILE:LINE: TEXT`. If the file cannot be
    read, `: TEXT` is left out. The text is empty for an unknown line.
    """

    def __init__(self):
        self._found = {"": ""}

    def at(self, line: str) -> str:
        if line not in self._found:
            text = source_line(line)
            self._found[line] = f", at {line}" + (f": {text}" if text else "")
        return self._found[line]


def _table(trace: Trace) -> str:
    sums = {}
    for lane in trace.lanes:
        for begin, end, name in lane.regions:
            count, cycles, most = sums.get(name, (0, 0, 0))
            sums[name] = count + 1, cycles + end - begin, max(most, end - begin)
    rows = sorted(((name, *each) for name, each in sums.items()), key=lambda row: -row[2])
    return table(
        "Calls of all cores; cycles include those of calls inside",
        ("call", "times", "cycles", "longest"),
        rows,
    )
