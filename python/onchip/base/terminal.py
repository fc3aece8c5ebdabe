"""The command's text streams.

Names, descriptions and arguments come from other people, and a terminal obeys control characters in
them. These streams therefore escape every character that is not printable. The output of programs
goes to `buffer` unchanged.
"""

import codecs
import contextlib
import io
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

PATIENCE = 1.0  # seconds before `during` shows a line, and between two lines

# The names of the standard streams in messages.
NAMES = {"stdout": "standard output", "stderr": "standard error"}
_COLOUR = re.compile(r"(\x1b\[[\d;]*[mK])")


def printable(text: str) -> str:
    """Escapes every character that is neither printable nor a newline or a tab: ESC becomes
    `\\x1b`, an undecodable byte `\\xff`, a change of text direction `\\u202e`.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else _escaped(ord(c)) for c in text)


def _escaped(code: int) -> str:
    if 0xDC80 <= code <= 0xDCFF:  # how Python decodes a byte that is not UTF-8
        code -= 0xDC00
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def printable_texts(value: Any) -> Any:
    """Applies `printable` to every text of a JSON value, keys included."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable_texts(key): printable_texts(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [printable_texts(each) for each in value]
    return value


class Messages(io.TextIOWrapper):
    """A text stream that escapes unprintable characters and replaces those that its encoding lacks
    by `?`.
    """

    def __init__(self, file: io.RawIOBase, encoding: str, **options):
        # click would replace an ASCII stream by one of its own. So an ASCII stream is opened as
        # UTF-8, which encodes ASCII characters alike.
        self._ascii = codecs.lookup(encoding).name == "ascii"
        encoding = "utf-8" if self._ascii else encoding
        super().__init__(io.BufferedWriter(file), encoding, "replace", **options)

    def write(self, text: str) -> int:
        """Writes the text."""
        return self.control(printable(text))

    def control(self, text: str) -> int:
        """Writes text whose control characters are to take effect."""
        if self._ascii:
            text = text.encode("ascii", "replace").decode()
        return super().write(text)


class _File(io.FileIO):
    """The raw file of a standard stream. Its errors name the stream."""

    def __init__(self, descriptor: int, title: str):
        super().__init__(descriptor, "w", closefd=False)
        self._title = title

    def write(self, data) -> int | None:
        try:
            return super().write(data)
        except OSError as error:
            error.filename = self._title
            raise


def take_over() -> None:
    """Replaces `sys.stdout` and `sys.stderr` by streams that escape control characters."""
    for number, (name, title) in enumerate(NAMES.items(), 1):
        given = getattr(sys, name)
        # If the parent process has closed the stream, no other file may get its number.
        if given is None:
            _drop(number)
        descriptor = given.fileno() if given else number
        stream = Messages(
            _File(descriptor, title),
            given.encoding if given else "utf-8",
            line_buffering=not given or given.line_buffering,
            write_through=bool(given) and given.write_through,
        )
        setattr(sys, name, stream)


def silence(name: str) -> None:
    """Drops what `sys.stdout` or `sys.stderr` still holds, and everything written later."""
    _drop(getattr(sys, name).fileno())


def _drop(descriptor: int) -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    if null != descriptor:
        os.close(null)


def complain(message: str) -> None:
    """Prints an error on stderr, if that can still be written."""
    try:
        print(f"onchip: {message}", file=sys.stderr, flush=True)
    except OSError:
        silence("stderr")


def show(text: str) -> None:
    """Shows a line on a terminal until the next call replaces it; an empty text removes it."""
    if not sys.stderr.isatty():
        return
    control(sys.stderr, f"\r\x1b[K\x1b[2m{printable(text)}\x1b[0m" if text else "\r\x1b[K")
    sys.stderr.flush()


@contextlib.contextmanager
def during(what: str, done: Callable[[], str] = str) -> Iterator[None]:
    """Shows the current activity, the progress that `done` reports, and the elapsed time, until the
    end of the `with` statement. Nothing is shown in the first second.
    """
    ended = threading.Event()
    begun = time.monotonic()

    def tell() -> None:
        while not ended.wait(PATIENCE):
            parts = [part for part in (done(), f"{time.monotonic() - begun:.0f} s") if part]
            show(f"{what}: {', '.join(parts)}")

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()
        if time.monotonic() - begun >= PATIENCE:
            show("")


def write_compilers(text: str) -> None:
    """Passes gcc's messages on to stderr, with their colours if stderr shows colours."""
    for part in _COLOUR.split(text):
        if _COLOUR.fullmatch(part) and sys.stderr.isatty():
            control(sys.stderr, part)
        else:
            sys.stderr.write(printable(part))


def control(stream, text: str) -> None:
    """Writes text whose control characters are to take effect. `stream` may be of any kind, since
    programs that import onchip set their own.
    """
    (stream.control if isinstance(stream, Messages) else stream.write)(text)
