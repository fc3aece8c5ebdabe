"""The table of a study. Every row that was reported is in the file, complete and exactly once,
however the command ends.

A CSV file grows by one row at a time. A Parquet file cannot grow, so its rows are kept as lines of
JSON in a second file, which becomes the Parquet file at the end.
"""

from __future__ import annotations

import contextlib
import csv
import fcntl
import io
import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from onchip.base.failures import Exit, Failure
from onchip.sweep.extra import needed

CSV, PARQUET = ".csv", ".parquet"
SYNCED = 1.0  # seconds between two syncs to the disk, where rows survive a crash of the machine
Row = dict[str, Any]


def check(path: Path) -> None:
    """Fails if a table cannot have this name."""
    if path.suffix not in (CSV, PARQUET):
        raise Failure(Exit.USAGE, f"{path}: the name of a table ends in {CSV} or {PARQUET}")
    if path.suffix == PARQUET:
        needed("pyarrow")


class Table:
    """The rows of a study, including those of earlier commands. Use it in a `with` statement."""

    def __init__(self, path: Path, columns: Sequence[str]):
        self.path = path
        self.columns = list(columns)
        self.form = _Csv(columns) if path.suffix == CSV else _Json(columns)
        self.file = path if path.suffix == CSV else path.with_name(f"{path.name}.rows")
        self.rows: dict[str, Row] = {}
        self._end = 0
        self._synced = 0.0

    def __enter__(self) -> Table:
        """Opens the file; fails if another sweep has it open."""
        try:
            self._lock = _locked(self.path.with_name(f".{self.path.name}.lock"), self.path)
        except OSError as error:
            raise self._refused(error) from error
        try:
            self._open()
        except BaseException:
            self._unlock()
            raise
        return self

    def __exit__(self, *_) -> None:
        """Closes the file."""
        with contextlib.suppress(OSError):
            os.fsync(self._descriptor)
        os.close(self._descriptor)
        self._unlock()

    def append(self, row: Row) -> None:
        """Adds a row. If it cannot be written, fails and leaves the file as it was."""
        row = {name: row.get(name) for name in self.columns}
        if isinstance(row.get("message"), str):
            row["message"] = "; ".join(row["message"].splitlines())
        self._write(self.form.line(row))
        self.rows[row["id"]] = row
        if time.monotonic() - self._synced > SYNCED:
            os.fsync(self._descriptor)
            self._synced = time.monotonic()

    def keep(self, ids: Iterable[str]) -> None:
        """Removes all rows from the file but those of `ids`, and puts these in the order
        of `ids`.
        """
        kept = {name: self.rows[name] for name in ids if name in self.rows}
        if list(kept) != list(self.rows):
            os.close(self._descriptor)
            try:
                self._replace(self.file, self._text(kept.values()))
            finally:
                self._reopen()
            self.rows = kept

    def finish(self, ids: Sequence[str]) -> None:
        """Sorts the rows in the order of the study. If the table is a Parquet file, writes it."""
        self.keep(ids)
        if self.path.suffix == PARQUET:
            self._replace(self.path, _parquet(list(self.rows.values()), self.columns))
            self.file.unlink()

    def _open(self) -> None:
        adopted = self._adopt()
        try:
            self._take()
        except Failure:
            if adopted:  # the Parquet file is still there, and the user may repair it
                self.file.unlink(missing_ok=True)
            raise

    def _take(self) -> None:
        """Opens the file and reads its rows."""
        try:
            self._reopen()
            text = self.file.read_bytes()
            whole = text.rfind(b"\n") + 1  # the rest is a row that a full disk or a kill cut off
            if whole < len(text):
                os.ftruncate(self._descriptor, whole)
                self._end = whole
            self._read(text[:whole])
            if not whole:
                try:
                    self._write(self.form.head())
                except Failure:
                    self.file.unlink()
                    raise
        except OSError as error:
            raise self._refused(error) from error

    def _adopt(self) -> bool:
        """Reads the rows of a finished Parquet file, if there is one."""
        if self.path.suffix != PARQUET or self.file.exists() or not self.path.exists():
            return False
        pyarrow, parquet = _arrow()
        try:
            rows = parquet.read_table(self.path).to_pylist()
            text = self._text(rows)
        except pyarrow.ArrowException as error:
            raise Failure(Exit.USAGE, f"{self.path} is no Parquet file") from error
        except (TypeError, ValueError) as error:
            raise self._foreign(error) from error
        except OSError as error:
            raise self._refused(error) from error
        self._replace(self.file, text)
        return True

    def _read(self, text: bytes) -> None:
        try:
            rows = self.form.rows(text.decode())
        except (ValueError, RecursionError, csv.Error) as error:
            raise self._foreign(error) from error
        first: dict[str, int] = {}
        for number, row in enumerate(rows, 1):
            if first.setdefault(row["id"], number) < number:
                raise Failure(
                    Exit.USAGE,
                    f"{self.path}: row {number} has the id of row {first[row['id']]}, "
                    f"{row['id']}; right: one row for each point. -o names another table",
                )
        self.rows = {row["id"]: row for row in rows}

    def _foreign(self, error: Exception) -> Failure:
        return Failure(
            Exit.USAGE, f"{self.path} is no table of this study ({error}); -o names another one"
        )

    def _reopen(self) -> None:
        self._descriptor = os.open(self.file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        self._end = os.fstat(self._descriptor).st_size

    def _write(self, line: bytes) -> None:
        try:
            left = line
            while left:
                left = left[os.write(self._descriptor, left) :]
            self._end += len(line)
        except OSError as error:
            os.ftruncate(self._descriptor, self._end)
            raise self._refused(error) from error

    def _text(self, rows: Iterable[Row]) -> bytes:
        return self.form.head() + b"".join(map(self.form.line, rows))

    def _replace(self, path: Path, content: bytes) -> None:
        new = path.with_name(f".{path.name}.new")
        try:
            # Left by an earlier sweep, or a link that another user made.
            new.unlink(missing_ok=True)
            with new.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        except OSError as error:
            new.unlink(missing_ok=True)
            raise self._refused(error) from error

    def _refused(self, error: OSError) -> Failure:
        return Failure(
            Exit.SYSTEM,
            f"{self.path}: cannot be written: {error.strerror}. Its {len(self.rows)} rows are "
            "whole; when there is room, the same command goes on",
        )

    def _unlock(self) -> None:
        self._lock[0].unlink(missing_ok=True)
        os.close(self._lock[1])


def _locked(path: Path, table: Path) -> tuple[Path, int]:
    """Opens a file and locks it. The end of the process releases the lock."""
    while True:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise Failure(Exit.USAGE, f"{table}: another sweep is writing it") from None
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(path.stat(), os.fstat(lock)):
                return path, lock
        os.close(lock)  # the process that held the lock has just removed the file


class _Csv:
    """A CSV file: a header and a line for each row (RFC 4180, but lines end in LF)."""

    def __init__(self, columns: Sequence[str]):
        self.columns = list(columns)

    def head(self) -> bytes:
        return self._line(self.columns)

    def line(self, row: Mapping[str, Any]) -> bytes:
        return self._line([_cell(row[name]) for name in self.columns])

    def rows(self, text: str) -> list[Row]:
        lines = list(csv.reader(io.StringIO(text)))
        if lines and lines[0] != self.columns:
            raise ValueError("it has other columns")
        if any(len(line) != len(self.columns) for line in lines):
            raise ValueError("a row has other columns")
        return [dict(zip(self.columns, line, strict=True)) for line in lines[1:]]

    def _line(self, cells: Sequence[str]) -> bytes:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow([one.replace("\n", " ") for one in cells])
        return text.getvalue().encode()


class _Json:
    """A file with one JSON object for each row."""

    def __init__(self, columns: Sequence[str]):
        self.columns = set(columns)

    def head(self) -> bytes:
        return b""

    def line(self, row: Mapping[str, Any]) -> bytes:
        return json.dumps(row).encode() + b"\n"

    def rows(self, text: str) -> list[Row]:
        rows = [json.loads(line) for line in text.split("\n")[:-1]]
        if any(not isinstance(row, dict) or row.keys() != self.columns for row in rows):
            raise ValueError("a row has other columns")
        if not all(row["id"] and isinstance(row["id"], str) for row in rows):
            raise ValueError("a row has no id")
        return rows


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def number(cell: Any) -> float | None:
    """The number in a cell, which may be text; None if the cell holds no number."""
    if cell in ("true", "false"):
        return float(cell == "true")
    try:
        return None if cell is None else float(cell)
    except (ValueError, TypeError):
        return None


def _arrow():
    return needed("pyarrow"), needed("pyarrow.parquet")


def _parquet(rows: Sequence[Row], columns: Sequence[str]) -> bytes:
    pyarrow, parquet = _arrow()
    arrays = {}
    for name in columns:
        values = [row.get(name) for row in rows]
        try:
            arrays[name] = pyarrow.array(values)
        # A column of both numbers and texts becomes one of texts.
        except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError):
            arrays[name] = pyarrow.array(
                [None if value is None else str(value) for value in values]
            )
    content = io.BytesIO()
    parquet.write_table(pyarrow.table(arrays), content)
    return content.getvalue()
