"""Compares the chip's strtod, scanf and wcstod with glibc's on this machine."""

import os
import random
import re
import subprocess
import sys
from fractions import Fraction

import pytest

from conftest import ROOT

HERE = ROOT / "tests/runtime/scan"
# Bits, exponent of the last bit of subnormal numbers, and first power of two that is too large.
FORMATS = ((24, -149, 128), (53, -1074, 1024), (113, -16494, 16384))
CASES = int(os.environ.get("ONCHIP_CASES", "400"))
HALF = Fraction(1, 2)
HEXADECIMAL = re.compile(r"([-+]?)0x([0-9a-f]+)(?:\.([0-9a-f]*))?p(-?[0-9]+)", re.IGNORECASE)
FIXED = """
    0 -0 0x 0x. 0xg 0x1p 0x1p+ 0x.p1 -0x.8 0x1.8 0x1p99999999999999999999 0x1p-9999999999999999999
    0e99999999999999999999 1e99999999999999999999 1e-99999999999999999999 1e 1e+ 1.e5 .5 . .e1 -.
    +1 -+1 1..2 1.5.2 1e5.5 in inf infi infinit INFINITY infinityx n na nan NaN( nan() nan(12)x
    nan(a_9Z) nan(1.5) -nan -inf 0x0p5 00012 1e0005 1_000 1f 0b1 e5 123456789 1234567890 100000000e9
    1e17 1e18 9007199254740993 16777217 2.5e-324 0x1.fffffffffffff8p1023 0x1.ffffffp127
    2.2250738585072012e-308 2.2250738585072014e-308 1.17549429e-38 0.00000000000000000000000000001
    0x800700.8p-150
"""


def decimal(value):
    """All digits of a fraction whose denominator is a power of two."""
    shift = value.denominator.bit_length() - 1
    sys.set_int_max_str_digits(0)
    digits = str(value.numerator * 5**shift).rjust(shift + 1, "0")
    return f"{digits[:-shift]}.{digits[-shift:]}" if shift else digits


def beside(digits, rng):
    """Returns the digits, or those of a number that differs slightly."""
    match rng.randrange(4):
        case 0:
            return digits
        case 1:
            return f"{digits}{'' if '.' in digits else '.'}{'0' * rng.randrange(900)}1"
        case 2 if "." in digits:
            return f"{digits[:-1]}{'4' if digits[-1] == '5' else digits[-1]}9"
        case _:
            places = rng.randrange(1, len(digits) + 1)
            head = digits[:places]
            return (
                head if "." in digits[:places] else head + f"e{len(digits.split('.')[0]) - places}"
            )


def value(rng):
    """A number of one of the formats, or a number halfway between two."""
    bits, lowest, highest = rng.choice((*FORMATS, *FORMATS[:2]))
    significand = rng.getrandbits(rng.choice((bits, rng.randrange(1, bits + 1)))) | 1
    if rng.randrange(4) == 0:
        significand = (1 << bits) - 1  # a carry through all bits
    middle = rng.randrange(-80, 20) if bits == 113 and rng.randrange(8) else None
    exponent = rng.choice(
        (lowest, lowest + 1, highest - bits, rng.randrange(lowest, highest - bits))
    )
    exponent = exponent if middle is None else middle
    return Fraction(2 * significand + rng.randrange(2)) * Fraction(2) ** (exponent - 1)


def case(rng):
    sign = rng.choice(("", "", "-", "+", " \t-"))
    match rng.randrange(6):
        case 0 | 1:
            text = beside(decimal(value(rng)), rng)
        case 2:
            number = value(rng)
            shift = number.denominator.bit_length() - 1
            digits = f"{number.numerator:x}{'0' * rng.randrange(3)}"
            more = rng.choice(("", ".", ".0", ".8", ".7fffffff", ".00000000001"))
            text = f"0x{digits}{more}p{-shift}"
        case 3:
            count = rng.choice((rng.randrange(1, 25), rng.randrange(700, 1300)))
            digits = "".join(rng.choice("0123456789") for _ in range(count))
            at = rng.randrange(count + 1)
            text = f"{digits[:at]}.{digits[at:]}e{rng.randrange(-400, 400) - at}"
        case 4:
            digits = "".join(
                rng.choice("0123456789abcdefABCDEF") for _ in range(rng.randrange(1, 40))
            )
            at = rng.randrange(len(digits) + 1)
            power = rng.choice(("", f"p{rng.randrange(-1200, 1100)}", f"P+{rng.randrange(200)}"))
            text = f"0X{'0' * rng.randrange(4)}{digits[:at]}.{digits[at:]}{power}"
        case _:
            alphabet = "0123456789.eE+-xXpPinfatyNA()_"
            text = "".join(rng.choice(alphabet) for _ in range(rng.randrange(1, 12)))
    return f"{rng.randrange(4)}{sign}{text}"


def subnormal(mode, text, form):
    """The expected result of strtod() for a hexadecimal number that is subnormal in a format: its
    bits without the sign, and whether they are inexact. None for any other text.
    """
    number = HEXADECIMAL.fullmatch(text)
    if not number or len(number[4]) > 6:
        return None
    sign, whole, part, power = number.groups(default="")
    bits, lowest, _ = form
    exponent = int(power) - 4 * len(part) - lowest
    steps = Fraction(int(whole + part, 16)) * Fraction(2) ** exponent
    low, rest = steps.numerator // steps.denominator, steps % 1
    up = (rest > HALF or (rest == HALF and low % 2), False, sign == "-", sign != "-")[mode]
    return (low + (rest > 0 and up), rest > 0) if low < 1 << (bits - 1) else None


def is_wrong(line, expected, got):
    """Whether the chip is wrong where it differs from glibc. glibc 2.36 drops the last bit of some
    subnormal numbers, so the function decides by exact arithmetic.
    """
    columns = (iter(output.split()) for output in (expected, got))
    threes = zip(*(zip(*[column] * 3, strict=True) for column in columns), strict=True)
    for form, (one, other) in zip(FORMATS, threes, strict=True):
        magnitude = int(other[0], 16) & ((1 << (4 * len(other[0]) - 1)) - 1)
        given = (magnitude, other[2] == "1")
        if one != other and given != subnormal(int(line[0]), line[1:].strip(), form):
            return True
    return False


def compare(onchip, folder, lines):
    (folder / "cases").write_text("".join(f"{line}\n" for line in lines))
    program = folder / "here"
    subprocess.run(
        ["gcc", "-D_GNU_SOURCE", "-O1", "-fno-builtin", HERE / "convert.c", "-o", program, "-lm"],
        check=True,
    )
    here = subprocess.run([program, folder / "cases"], capture_output=True, text=True, check=True)
    chip = onchip(
        "run", "-n", 1, "--json", "--root", folder, "--cflags", "-fno-builtin", HERE / "convert.c"
    )
    expected, got = (output.splitlines() for output in (here.stdout, chip.json["stdout"]))
    wrong = [three for three in zip(lines, expected, got, strict=True) if is_wrong(*three)]
    assert not wrong, wrong[:5]


def test_conversions(onchip, tmp_path):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    rng = random.Random(seed)
    lines = [f"{mode}{text}" for text in FIXED.split() for mode in range(4)]
    compare(onchip, tmp_path, lines + [case(rng) for _ in range(CASES)])


@pytest.mark.long
def test_many_conversions(onchip, tmp_path):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    rng = random.Random(seed)
    compare(onchip, tmp_path, [case(rng) for _ in range(20_000)])
