"""The C library's texts, locales, characters and mathematical functions, compared with glibc's."""

import errno
import math
import os
import random
import signal

import pytest

from conftest import ROOT


@pytest.mark.parametrize(
    "variables",
    ["LC_ALL=,LC_CTYPE=,LANG=", "LC_CTYPE=,LANG=C.UTF-8", "LC_ALL=C.utf8", "LC_ALL=xx,LANG=C"],
)
def test_locales(onchip, variables):
    program = ROOT / "tests/runtime/posix/locales.c"
    for name in ("LANG", "LC_ALL", "LC_CTYPE"):
        onchip.environment.pop(name, None)
    words = [word for variable in variables.split(",") for word in ("-x", variable)]
    here, there = (onchip("run", "-n", 1, *side, *words, program) for side in ((), ("--host",)))
    assert here.out == there.out


def test_functions_differ_from_glibcs_in_the_last_units_only(onchip):
    """Results differ by at most the number of units in the last place that docs/c-library.md gives,
    and by at most 3 units for functions that the page does not name.
    """
    program = ROOT / "tests/runtime/math/functions.c"
    words = ("run", "-n", 1, "--cflags=-fno-builtin")
    here, there = (onchip(*words, *side, program).out for side in ((), ("--host",)))
    bounds = {
        "sqrt": 0,
        "sqrtf": 0,
        "fmod": 0,
        "fmodf": 0,
        "powf": 5,
        "tgamma": 146,
    }
    assert len(here.splitlines()) == 44 * 500
    for own, other in zip(here.splitlines(), there.splitlines(), strict=True):
        (name, bits), (of, expected) = own.split(), other.split()
        assert name == of and abs(int(bits) - int(expected)) <= bounds.get(name, 3), own


def test_exact_functions(onchip):
    """Functions that round to a whole number, and logarithms of powers of two, have the results of
    glibc; those of factorials, where glibc errs by a unit, are rounded once.
    """
    seed = random.randrange(1 << 30)
    print("seed", seed)
    words = ("run", "-n", 1, "--cflags=-fno-builtin")
    program = (ROOT / "tests/runtime/math/exact.c", seed)
    here, there = (onchip(*words, *side, *program).out for side in ((), ("--host",)))
    (same, *factorials), (expected, *_) = (text.split("tgamma ") for text in (here, there))
    assert len(same.splitlines()) > 15000
    assert same == expected
    assert [float(value) for value in factorials] == [
        float(math.factorial(number)) for number in range(171)
    ]


def test_functions_of_complex_numbers(onchip):
    """Each part of a result differs from that of glibc by at most 8 units in the last place, for
    arguments of all sizes, on axes, infinities and no numbers.
    """
    seed = random.randrange(1 << 30)
    print("seed", seed)
    program = (ROOT / "tests/runtime/math/complex.c", seed)
    words = ("run", "-n", 1, "--cflags=-fno-builtin")
    here, there = (onchip(*words, *side, *program).out for side in ((), ("--host",)))
    assert len(here.splitlines()) == 30 * (21 * 21 + 3 * 300)
    for own, other in zip(here.splitlines(), there.splitlines(), strict=True):
        (name, *bits), (of, *expected) = own.rsplit(" ", 2), other.rsplit(" ", 2)
        assert name == of
        for value, wanted in zip(bits, expected, strict=True):
            assert abs(int(value) - int(wanted)) <= 8, (own, other)


def test_functions_of_complex_numbers_of_128_bits(onchip):
    """Each part of a result differs from that of glibc's functions for _Float128 by at most 8 units
    in the last place.
    """
    seed = random.randrange(1 << 30)
    print("seed", seed)
    program = (ROOT / "tests/runtime/math/complex_long.c", seed)
    words = ("run", "-n", 1, "--cflags=-fno-builtin")
    here, there = (onchip(*words, *side, *program).out for side in ((), ("--host",)))
    assert len(here.splitlines()) == 15 * (19 * 19 + 100)
    for own, other in zip(here.splitlines(), there.splitlines(), strict=True):
        (number, name, *bits), (*of, real, imaginary) = own.split(), other.split()
        assert [number, name] == of
        for value, wanted in zip(bits, (real, imaginary), strict=True):
            if value != wanted:
                assert "nan" not in (value, wanted), (own, other)
                assert abs(int(value, 16) - int(wanted, 16)) <= 8, (own, other)


def test_texts_of_errors_and_signals(onchip):
    """The texts are those of this machine's C library. They are compared by the names of the
    errors, because the numbers of errors differ.
    """
    errors = {name: getattr(errno, name) for name in dir(errno) if name[0] == "E"}
    signals = {one.name: one for one in signal.Signals if not one.name.startswith("SIGRT")}
    onchip.write(
        "texts.c",
        "#define _GNU_SOURCE\n#include <errno.h>\n#include <signal.h>\n#include <stdio.h>\n"
        "#include <string.h>\nint main(void) {\n    char text[40];\n"
        + "".join(
            f'#ifdef {name}\n    printf("{name} %s\\n", {call}({name}));\n#endif\n'
            for call, names in (("strerror", errors), ("strsignal", signals))
            for name in names
        )
        + "".join(
            f'    if ({name} != {int(number)})\n        puts("{name}");\n'
            for name, number in signals.items()
        )
        + "    puts(strerror(0)), puts(strerror(9999)), puts(strerror(-1)), puts(strsignal(99));\n"
        "    puts(strerror_r(ENOTTY, text, sizeof text)), fflush(stdout);\n"
        '    errno = EBADF, perror("perror");\n    return 0;\n}\n',
    )
    done = onchip("run", "-n", 1, "texts.c")
    *named, none, unknown, negative, number, reentrant = done.out.splitlines()
    found = dict(line.split(" ", 1) for line in named)
    assert len(found) > 140
    assert found == {
        name: signal.strsignal(signals[name]) if name in signals else os.strerror(errors[name])
        for name in found
    }
    assert [none, unknown, negative] == [os.strerror(number) for number in (0, 9999, -1)]
    assert (number, reentrant) == ("Unknown signal 99", os.strerror(errno.ENOTTY))
    assert done.err == f"perror: {os.strerror(errno.EBADF)}\n"


def test_classes_of_characters_with_a_sign(onchip):
    """Plain characters have a sign, as on Linux, and may be negative. C11, 7.4.1, leaves the result
    for negative ones open. Many programs rely on the results of glibc's macros and functions.
    """
    names = ("alpha", "upper", "lower", "digit", "xdigit", "space")
    names += ("punct", "alnum", "print", "graph", "cntrl", "blank")
    classes = " + ".join(f"(is{name}(c) ? {1 << bit} : 0)" for bit, name in enumerate(names))
    functions = classes.replace("is", "(is").replace("(c)", ")(c)")
    onchip.write(
        "classes.c",
        "#include <ctype.h>\n#include <stdio.h>\nint main(void) {\n"
        "    for (int c = -128; c < 256; c++)\n"
        f'        printf("%d %x %x\\n", c, {classes}, {functions});\n'
        '    printf("%d\\n", (char)-1 < 0);\n}\n',
    )
    chip = onchip("run", "-n", 1, "classes.c").out
    assert chip == onchip("run", "-n", 1, "--host", "classes.c").out
    assert chip.endswith("\n1\n")
