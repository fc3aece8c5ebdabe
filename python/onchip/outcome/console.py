"""Where the ranks' output goes: to the terminal as it comes, and kept for `--json`."""

import base64
import os
import sys
import time

from onchip.base import mpi_names, terminal

STDOUT, STDERR = 1, 2
RECORDS = 3  # records for tools (onchip/advice/records.py, onchip/mpi_check/records.py)


class Console:
    """Prints whole lines of ranks, with a progress line below them on a terminal."""

    def __init__(self, prefix: bool, keep: bool, progress: bool, quiet: bool = False, records=None):
        """`prefix`: `[rank] ` before each line; `keep`: remember them; `progress`: show it;
        `quiet`: print nothing on stdout; `records`, which may change: called with rank and data of
        each record, and the cycle in 8 bytes behind it.
        """
        self._quiet = quiet
        self._prefix = prefix
        self._keep = keep
        self.records = records
        self._progress = progress and sys.stderr.isatty()
        self._kept = {STDOUT: [], STDERR: []}
        self._open_rank = {STDOUT: None, STDERR: None}  # whose unfinished line is the last text
        self._progress_shown = False
        self._started = time.monotonic()

    def write(self, pieces) -> None:
        """Prints `pieces`, each (rank, stream, bytes); every rank's last line may be unfinished."""
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
        """Shows how far the chip is, from two seconds on."""
        seconds = time.monotonic() - self._started
        if not self._progress or seconds < 2:
            return
        text = f"{cycles:,} cycles, {instructions / seconds / 1e6:.1f} million instructions/s"
        terminal.show(text)
        self._progress_shown = True

    def note(self, sentence: str) -> None:
        """Says something about the run, in the name of onchip."""
        self.clear()
        self.end_line()
        print(f"onchip: {sentence}", file=sys.stderr)

    def clear(self) -> None:
        """Takes the progress line away."""
        if self._progress_shown:
            terminal.show("")
            self._progress_shown = False

    def end_line(self) -> None:
        """Ends an unfinished line on stderr, so that a message of onchip begins a new line."""
        unfinished = self._open_rank[STDERR] is not None
        if self._open_rank[STDOUT] is not None and not self._quiet:
            unfinished = unfinished or os.path.sameopenfile(
                sys.stdout.fileno(), sys.stderr.fileno()
            )
        if unfinished:
            print(file=sys.stderr)

    def kept(self, name: str, stream: int) -> dict[str, str]:
        """Everything printed to `stream`, as text; if it is not UTF-8, its bytes, too."""
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
            before = b"\n"  # another rank's line was left unfinished: ours is a line of its own
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
            (sys.stdout if stream == STDOUT else sys.stderr).buffer.write(data)


class Silent(Console):
    """Prints nothing, and keeps everything."""

    def __init__(self, records=None):
        super().__init__(prefix=False, keep=True, progress=False, records=records)

    def _put(self, stream: int, data: bytes) -> None:
        self._kept[stream].append(data)

    def _flush(self) -> None:
        pass
