"""PGM pictures made into one PNG, side by side: `python -m onchip.png in.pgm out.pgm both.png`.

For pages that show pictures; needs nothing but the standard library.
"""

import struct
import sys
import zlib
from pathlib import Path

GAP = 8  # white columns between two pictures


def read_pgm(data: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of a PGM file (P5 or P2, 8 bits)."""
    fields, position = [], 0
    while len(fields) < 4:
        while data[position : position + 1].isspace():
            position += 1
        end = position
        if data[position : position + 1] == b"#":
            position = data.index(b"\n", position)
            continue
        while end < len(data) and not data[end : end + 1].isspace():
            end += 1
        if end == position:
            raise ValueError("not a PGM file: it ends in its header")
        fields.append(data[position:end])
        position = end
    width, height, brightest = map(int, fields[1:])
    if fields[0] not in (b"P5", b"P2") or brightest > 255:
        raise ValueError("not a PGM file with 8 bits for a point")
    points = (
        data[position + 1 :] if fields[0] == b"P5" else bytes(map(int, data[position:].split()))
    )
    if len(points) < width * height:
        raise ValueError(f"{len(points)} points where there should be {width * height}")
    return width, height, [points[row * width : (row + 1) * width] for row in range(height)]


def write_png(rows: list[bytes]) -> bytes:
    """A grey PNG with 8 bits for a point (PNG specification, 3rd edition, section 11.2)."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
    points = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", points) + chunk(b"IEND", b"")
    )


def side_by_side(pictures: list[tuple[int, int, list[bytes]]]) -> list[bytes]:
    """The rows of all pictures, with a gap between two; short ones are filled with white."""
    height = max(picture[1] for picture in pictures)
    rows = []
    for row in range(height):
        parts = [p[2][row] if row < p[1] else b"\xff" * p[0] for p in pictures]
        rows.append((b"\xff" * GAP).join(parts))
    return rows


def main() -> None:
    """Reads all PGM files but the last name, and writes that."""
    *inputs, output = sys.argv[1:]
    pictures = [read_pgm(Path(name).read_bytes()) for name in inputs]
    Path(output).write_bytes(write_png(side_by_side(pictures)))


if __name__ == "__main__":
    main()
