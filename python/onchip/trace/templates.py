"""Makes many Protocol Buffers messages that differ only in numbers out of one message.

A varint may be padded to its greatest length (Protocol Buffers, "Encoding"). Then every number has
an equal length, so the bytes of many messages are the rows of a matrix.
"""

from collections.abc import Sequence

import numpy

_BYTES = 9  # bytes of a varint with 63 bits
_FIRST = 1 << 62  # placeholder of the first number; the next numbers have the next placeholders


def numbers(count: int) -> list[int]:
    """Returns the placeholders for the numbers in the message that is the template."""
    return [_FIRST + index for index in range(count)]


def fill(template: bytes, columns: Sequence[numpy.ndarray]) -> numpy.ndarray:
    """Returns the bytes of a message for each row of the columns. A row has the numbers of its
    message, of less than 63 bits each, which are written as varints or as 64-bit words.
    """
    rows = numpy.empty((len(columns[0]), len(template)), numpy.uint8)
    rows[:] = numpy.frombuffer(template, numpy.uint8)
    for number, column in zip(numbers(len(columns)), columns, strict=True):
        place = numpy.array([number])
        for encoded in (_varint, _word):
            found = template.find(encoded(place).tobytes())
            if found >= 0:
                made = encoded(column)
                rows[:, found : found + made.shape[1]] = made
                break
        else:
            raise ValueError(f"number {number - _FIRST} is not in the template")
    return rows


def merged(parts: Sequence[tuple[numpy.ndarray, numpy.ndarray]]) -> bytes:
    """Merges byte rows of several lengths. Each part gives the positions of its rows in
    the result.
    """
    lengths = numpy.zeros(sum(len(places) for places, _ in parts), numpy.int64)
    for places, rows in parts:
        lengths[places] = rows.shape[1]
    begins = numpy.cumsum(lengths) - lengths
    whole = numpy.empty(lengths.sum(), numpy.uint8)
    for places, rows in parts:
        for column in range(rows.shape[1]):
            whole[begins[places] + column] = rows[:, column]
    return whole.tobytes()


def _varint(column: numpy.ndarray) -> numpy.ndarray:
    parts = column.astype(numpy.uint64)[:, None] >> numpy.arange(0, 7 * _BYTES, 7, numpy.uint64)
    made = (parts & 0x7F).astype(numpy.uint8)
    made[:, :-1] |= 0x80
    return made


def _word(column: numpy.ndarray) -> numpy.ndarray:
    return column.astype("<u8").view(numpy.uint8).reshape(len(column), 8)
