"""The command's streams of text, and through them a terminal.

Names, descriptions and arguments are other people's text, and a terminal obeys the control
characters in it. So these streams show every character escaped that is not printable. What programs
print goes to `buffer`, unchanged.
"""

import codecs
import io
import os
import re
import sys
from typing import Any

NAMES = {"stdout": "standard output", "stderr": "standard error"}  # as messages call these files
_COLOUR = re.compile(r"(\x1b\[[\d;]*[mK])")


def printable(text: str) -> str:
    """The text with every character escaped that is neither printable nor the end of a line or a
    tab: ESC as `\\x1b`, a byte of a name that is no text as `\\xff`, a change of direction as
    `\\u202e`.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else _escaped(ord(c)) for c in text)


def _escaped(code: int) -> str:
    if 0xDC80 <= code <= 0xDCFF:  # how Python decodes a byte that is no UTF-8
        code -= 0xDC00
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def printable_texts(value: Any) -> Any:
    """A value for JSON with all its texts, keys included, as `printable` gives them."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable_texts(key): printable_texts(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [printable_texts(each) for each in value]
    return value


class Messages(io.TextIOWrapper):
    """A stream that shows what is not printable escaped, and what its encoding lacks as `?`."""

    def __init__(self, file: io.RawIOBase, encoding: str, **options):
        # click goes round a stream for ASCII, whose characters UTF-8 encodes alike.
        self._ascii = codecs.lookup(encoding).name == "ascii"
        encoding = "utf-8" if self._ascii else encoding
        super().__init__(io.BufferedWriter(file), encoding, "replace", **options)

    def write(self, text: str) -> int:
        """Writes the text."""
        return self.control(printable(text))

    def control(self, text: str) -> int:
        """Writes text whose control characters are meant."""
        if self._ascii:
            text = text.encode("ascii", "replace").decode()
        return super().write(text)


class _File(io.FileIO):
    """A standard stream's file; its errors say which it is."""

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
    """Makes `sys.stdout` and `sys.stderr` streams for messages."""
    for number, (name, title) in enumerate(NAMES.items(), 1):
        given = getattr(sys, name)
        if given is None:  # the parent process has closed it, and another file must not be there
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
    """Drops what `sys.stdout` or `sys.stderr` still holds, and all that comes."""
    _drop(getattr(sys, name).fileno())


def _drop(descriptor: int) -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    if null != descriptor:
        os.close(null)


def complain(message: str) -> None:
    """Says what is wrong, on stderr if that can be written."""
    try:
        print(f"onchip: {message}", file=sys.stderr, flush=True)
    except OSError:
        silence("stderr")


def show(text: str) -> None:
    """Shows a line on a terminal that the next one replaces; an empty one takes it away."""
    if not sys.stderr.isatty():
        return
    control(sys.stderr, f"\r\x1b[K\x1b[2m{printable(text)}\x1b[0m" if text else "\r\x1b[K")
    sys.stderr.flush()


def write_compilers(text: str) -> None:
    """Passes on messages of gcc to stderr, with its colours where they are shown."""
    for part in _COLOUR.split(text):
        if _COLOUR.fullmatch(part) and sys.stderr.isatty():
            control(sys.stderr, part)
        else:
            sys.stderr.write(printable(part))


def control(stream, text: str) -> None:
    """Writes text whose control characters are meant; the stream is any in a program that has
    imported onchip.
    """
    (stream.control if isinstance(stream, Messages) else stream.write)(text)
