"""Pictures: what is read from a PGM file stands in the PNG."""

import struct
import zlib

import pytest

from onchip import png


def points_of(data: bytes) -> tuple[int, int, bytes]:
    """Width, height and points of a grey PNG without filters, every checksum tested."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    position, chunks = 8, {}
    while position < len(data):
        size, kind = struct.unpack_from(">I4s", data, position)
        body = data[position + 8 : position + 8 + size]
        (checksum,) = struct.unpack_from(">I", data, position + 8 + size)
        assert checksum == zlib.crc32(kind + body)
        chunks[kind] = body
        position += 12 + size
    width, height = struct.unpack_from(">II", chunks[b"IHDR"])
    rows = zlib.decompress(chunks[b"IDAT"])
    assert len(rows) == height * (width + 1)
    lines = [rows[row * (width + 1) :][: width + 1] for row in range(height)]
    assert all(line[0] == 0 for line in lines)
    return width, height, b"".join(line[1:] for line in lines)


@pytest.mark.parametrize(
    "text", [b"P5\n3 2\n255\n\x00\x0a\xff\x20\x30\x40", b"P2 # c\n3 2 255\n0 10 255\n32 48 64\n"]
)
def test_round_trip(text):
    width, height, rows = png.read_pgm(text)
    assert (width, height) == (3, 2)
    assert points_of(png.write_png(rows)) == (3, 2, b"\x00\x0a\xff\x20\x30\x40")


def test_side_by_side():
    left, right = (1, 1, [b"\x01"]), (2, 2, [b"\x02\x03", b"\x04\x05"])
    gap = b"\xff" * png.GAP
    assert png.side_by_side([left, right]) == [
        b"\x01" + gap + b"\x02\x03",
        b"\xff" + gap + b"\x04\x05",
    ]


@pytest.mark.parametrize("text", [b"", b"P5 3", b"P6\n1 1\n255\n\0", b"P5\n2 2\n255\n\0"])
def test_refused(text):
    with pytest.raises(ValueError):
        png.read_pgm(text)
