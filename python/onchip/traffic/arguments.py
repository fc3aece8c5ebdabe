"""Parses words of the command line with several parts; ValueError says what is wrong."""

# bounds of shares, for which the sum and each quotient are representable
SMALLEST_SHARE, LARGEST_SHARE = 1e-6, 1e6


def priority(text: str) -> tuple[int, float]:
    """The level and share in `LEVEL:SHARE`."""
    level, share = _parts(text, "LEVEL:SHARE, such as 7:0.1", 2, 2)
    number = _number(text, share)
    if not SMALLEST_SHARE <= number <= LARGEST_SHARE:
        raise ValueError(f"'{text}': a share is above 0: {SMALLEST_SHARE:f} to {LARGEST_SHARE:.0f}")
    return _whole(text, level, "a level is 0, the lowest, to 7", 7), number


def circuit(text: str) -> tuple[int, int, float | None]:
    """The tiles and rate in `FROM:TO[:RATE]`."""
    start, end, *rate = _parts(text, "FROM:TO or FROM:TO:RATE, such as 0:9:0.5", 2, 3)
    tiles = (_whole(text, tile, "tiles are numbered from 0", 2**32) for tile in (start, end))
    return (*tiles, *map(_rate(text), rate or [None]))


def circuits(text: str) -> tuple[int, float | None]:
    """The number and rate in `N[:RATE]`."""
    count, *rate = _parts(text, "N or N:RATE, such as 4:0.5", 1, 2)
    number = _whole(text, count, "a chip has 0 to 1024 circuits", 1024)
    return number, *map(_rate(text), rate or [None])


def _parts(text: str, form: str, least: int, most: int) -> list[str]:
    parts = text.split(":")
    if not least <= len(parts) <= most:
        raise ValueError(f"'{text}' is not {form}")
    return parts


def _whole(text: str, part: str, right: str, most: int) -> int:
    if not (part.isdecimal() and part.isascii() and len(part) <= 10 and int(part) <= most):
        raise ValueError(f"'{text}': {right}")
    return int(part)


def _number(text: str, part: str) -> float:
    try:
        return float(part)
    except ValueError:
        raise ValueError(f"'{text}': '{part}' is not a number") from None


def _rate(text: str):
    return lambda part: None if part is None else _number(text, part)
