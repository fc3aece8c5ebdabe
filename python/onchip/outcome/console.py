"""Prints the ranks' output on the terminal as it comes, and keeps it for `--json`."""

import base64
import os
import sys
import time

from onchip.base import mpi_names, terminal

STDOUT, STDERR = 1, 2
RECORDS = 3  # stream of records for tools (onchip/trace/self_trace.py, onchip/mpi_check/records.py)


class Console:
    """Prints the ranks' output in whole lines, with a progress line below it on a terminal."""

    def __init__(self, prefix: bool, keep: bool, progress: bool, quiet: bool = False):
        """`prefix`: put `[rank] ` before each line; `keep`: remember the lines; `progress`: show
        progress; `quiet`: print nothing on stdout.
        """
        self._quiet = quiet
        self._prefix = prefix
        self._keep = keep
        # The function that is called with the rank and the data of each record. The data end with
        # the cycle, in 8 bytes.
        self.records = None
        self._progress = progress and sys.stderr.isatty()
        self._kept = {STDOUT: [], STDERR: []}
        # the rank whose unfinished line was printed last
        self._open_rank = {STDOUT: None, STDERR: None}
        self._written = STDOUT  # the stream that was written last
        self._progress_shown = False
        self._started = time.monotonic()

    def write(self, pieces) -> None:
        """Prints `pieces`, each a tuple (rank, stream, bytes). The last line of a rank may be
        unfinished.
        """
        if self.records:
            for rank, stream, data in pieces:
                if stream == RECORDS:
                    self.records(rank, data)
        pieces = [piece for piece in pieces if piece[1] != RECORDS]
        if not pieces:
            return
        self.clear()
        for rank, stream, data in pieces:
            self._put(stream, self._lines(rank, stream, data))
        self._flush()

    def progress(self, cycles: int, instructions: int) -> None:
        """Shows the cycle that the chip has reached, once a run has taken two seconds."""
        seconds = time.monotonic() - self._started
        if not self._progress or seconds < 2:
            return
        text = f"{cycles:,} cycles, {instructions / seconds / 1e6:.1f} million instructions/s"
        terminal.show(text)
        self._progress_shown = True

    def note(self, sentence: str) -> None:
        """Prints a remark of onchip about the run."""
        self.clear()
        self.end_line()
        print(f"onchip: {sentence}", file=sys.stderr)

    def clear(self) -> None:
        """Removes the progress line."""
        if self._progress_shown:
            terminal.show("")
            self._progress_shown = False

    def end_line(self) -> None:
        """Ends an unfinished line on stderr, so that a message begins a new line."""
        unfinished = self._open_rank[STDERR] is not None
        if self._open_rank[STDOUT] is not None and not self._quiet:
            unfinished = unfinished or os.path.sameopenfile(
                sys.stdout.fileno(), sys.stderr.fileno()
            )
        if unfinished:
            print(file=sys.stderr)

    def kept(self, name: str, stream: int) -> dict[str, str]:
        """Everything printed to `stream`, as text; also as bytes if it is not UTF-8."""
        data = b"".join(self._kept[stream])
        try:
            return {name: data.decode()}
        except UnicodeDecodeError:
            encoded = base64.b64encode(data).decode()
            return {name: data.decode(errors="replace"), f"{name}_base64": encoded}

    def _lines(self, rank: int, stream: int, data: bytes) -> bytes:
        before = b""
        if stream == STDERR:
            data = mpi_names.in_sentences(data)
        if self._open_rank[stream] not in (None, rank):
            before = b"\n"  # ends the unfinished line of another rank
            self._open_rank[stream] = None
        if self._prefix:
            mark = b"[%d] " % rank
            ended = data.endswith(b"\n")
            lines = data[: len(data) - ended].split(b"\n")
            goes_on = self._open_rank[stream] == rank
            data = (b"" if goes_on else mark) + (b"\n" + mark).join(lines) + b"\n" * ended
        self._open_rank[stream] = None if data.endswith(b"\n") else rank
        return before + data

    def _flush(self) -> None:
        sys.stdout.buffer.flush()
        sys.stderr.buffer.flush()

    def _put(self, stream: int, data: bytes) -> None:
        if self._keep:
            self._kept[stream].append(data)
        if stream == STDERR or not self._quiet:
            # stdout and stderr may be one file, in which the lines must keep their order.
            if stream != self._written:
                self._flush()
            self._written = stream
            (sys.stdout if stream == STDOUT else sys.stderr).buffer.write(data)


class Silent(Console):
    """A console that prints nothing and keeps everything."""

    def __init__(self):
        super().__init__(prefix=False, keep=True, progress=False)

    def _put(self, stream: int, data: bytes) -> None:
        self._kept[stream].append(data)

    def _flush(self) -> None:
        pass
