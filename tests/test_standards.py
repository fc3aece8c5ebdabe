"""The headers declare, under each standard, all names of the standard, and no name that belongs to
the program.
"""

import re
import subprocess

import pytest

from conftest import ROOT
from test_names import iso_names

CHIP = ("riscv64-unknown-elf-gcc", f"@{ROOT}/build/chip/cc.flags", "-w")
HOST = ("gcc", "-w")
HEADERS = """
    assert ctype errno float iso646 limits locale math setjmp signal stdarg stddef stdio stdlib
    string time wchar wctype complex fenv inttypes stdbool stdint tgmath
"""
C11 = "stdalign stdatomic stdnoreturn threads uchar"
POSIX = "-D_POSIX_C_SOURCE=200809L"
STANDARDS = {
    "c99": ("-std=c99",),
    "c11": ("-std=c11",),
    "c17": ("-std=c17",),
    "POSIX": ("-std=c11", POSIX),
    "XSI": ("-std=c11", "-D_XOPEN_SOURCE=700"),
}
# Names that picolibc's headers may mention although those of this machine do not: types and tags
# that POSIX adds to <sys/types.h>, which picolibc's <time.h> includes; names that section 7.31 of
# C11 reserves for later versions of <ctype.h>, <string.h> and <wchar.h>; names of <sys/wait.h>,
# which XSI's <stdlib.h> may include; memccpy and signals of XSI.
LEFT_OVER = re.compile(
    r"\w+_t$|timespec$|itimerspec$|is[a-z]|(str|wcs)[a-z]|wait|memccpy$|sig[a-z]|_|(E|FE_|SIG|[A-Z])"
)
KEYWORDS = (
    "auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while asm typeof"
)


def include(flags):
    words = HEADERS.split() + (C11.split() if "-std=c99" not in flags else [])
    return "".join(f"#include <{header}.h>\n" for header in words)


def identifiers(compiler, flags):
    """All identifiers that the headers mention."""
    command = (*compiler, *flags, "-E", "-dD", "-x", "c", "-")
    done = subprocess.run(command, input=include(flags), capture_output=True, text=True, check=True)
    return set(re.findall(r"\b[A-Za-z_]\w*", re.sub(r'"[^"]*"|^# .*', "", done.stdout, flags=re.M)))


@pytest.mark.parametrize("standard", STANDARDS)
def test_names_of_programs(standard):
    """A program may use every name that the standard leaves to programs, for functions, tags and
    macros. The test takes the names that picolibc's headers mention and the host's headers do not.
    The host's headers follow the standard.
    """
    flags = STANDARDS[standard]
    names = (
        identifiers(CHIP, ("-D_GNU_SOURCE", *flags))
        - identifiers(HOST, flags)
        - set(KEYWORDS.split())
    )
    if standard in ("c99", "c11"):
        names |= {"getline", "dprintf", "fileno", "open_memstream", "gamma", "itoa", "popen"}
    names = sorted(name for name in names if not LEFT_OVER.match(name))
    assert len(names) > 100
    program = include(flags) + "".join(
        f"#ifdef {name}\n#error {name} is a macro\n#endif\n"
        f"struct {name} {{ int mine; }};\nextern struct {name} {name};\n"
        for name in names
    )
    command = (*CHIP, *flags, "-fno-builtin", "-fsyntax-only", "-x", "c", "-")
    done = subprocess.run(command, input=program, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:2000]


def test_macros_by_which_programs_find_headers(tmp_path):
    """Programs such as GMP test whether a header has been included. They test the macro with which
    glibc's header guards against a second inclusion.
    """
    folder = ROOT / "runtime/libc/include"
    guards = {}
    for path in folder.rglob("*.h"):
        header = str(path.relative_to(folder))
        guard = f"_{re.sub('[./]', '_', header).upper()}"
        found = subprocess.run(
            [*HOST, "-D_GNU_SOURCE", "-E", "-dM", "-x", "c", "-"],
            input=f"#include <{header}>\n",
            capture_output=True,
            text=True,
        )
        if f"#define {guard} " in found.stdout:
            guards[header] = guard
    assert len(guards) > 50
    for number, (header, guard) in enumerate(guards.items()):
        text = f"#include <{header}>\n#ifndef {guard}\n#error {guard} is missing\n#endif\n"
        (tmp_path / f"{number}.c").write_text(text)
    command = (*CHIP, "-D_GNU_SOURCE", "-fsyntax-only", *tmp_path.glob("*.c"))
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:2000]


def test_own_getline(onchip, tmp_path):
    """A program links if it defines functions with names that standard C leaves to it, such as
    getline(), and its calls reach them.
    """
    source = tmp_path / "own.c"
    source.write_text(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
        "static int getline(char line[], int most) { return fgets(line, most, stdin) ? 1 : -1; }\n"
        'int dprintf(double value) { return printf("%g\\n", value); }\n'
        'void itoa(int n, char text[]) { sprintf(text, "%d!", n); }\n'
        "int main(void) {\n"
        "    char text[20];\n"
        "    itoa(7, text);\n"
        "    puts(text);\n"
        "    return dprintf(1.5) != 4 || getline(text, 20) != -1;\n"
        "}\n"
    )
    for options in ((), ("--host",)):
        report = onchip("run", "-n", 1, *options, "--cflags", "-std=c11", source)
        assert report.out == "7!\n1.5\n"


@pytest.mark.parametrize("options", [(), ("--host",)], ids=["chip", "host"])
def test_all_of_iso_c(onchip, tmp_path, options):
    """Every function of C11's Annex B is declared and links."""
    listed = set((ROOT / "runtime/libc/names/iso-c.names").read_text().split())
    names = sorted(
        (listed | iso_names(tmp_path)) - {"stdin", "stdout", "stderr", "errno", "setjmp"}
    )
    assert {"thrd_create", "c16rtomb", "strtold", "cpowl", "quick_exit", "wcstoumax"} <= set(names)
    source = tmp_path / "all.c"
    source.write_text(
        "#define _ISOC11_SOURCE 1\n"
        + "".join(f"#include <{header}.h>\n" for header in (HEADERS + C11).split())
        + "".join(f"#undef {name}\n" for name in names)
        + "typedef void (*function)(void);\nfunction volatile all[] = {\n"
        + "".join(f"    (function){name},\n" for name in names)
        + "};\nint main(void) {\n    jmp_buf place;\n    if (setjmp(place)) return 0;\n"
        "    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) if (!all[i]) return 1;\n"
        "    longjmp(place, 1);\n}\n"
    )
    onchip("run", "-n", 1, *options, "--cflags", "-std=c11 -fno-builtin", source)
